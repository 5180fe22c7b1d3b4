//! The command line of the trials.

mod families;

use adumbra_trials::programs::state::State;
use adumbra_trials::run::{Plan, Summary, TrialError};
use adumbra_trials::{cnf, encoded, floats, operators, programs, rules, terms};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The solver against other solvers and its own definitions; the verifier against native runs.
#[derive(Parser)]
#[command(name = "trials")]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Random clauses against minisat and cadical.
    RandomCnf(Random),
    /// Random formulas over bit-vectors, floating point, arrays and functions against Z3, cvc5 and
    /// Bitwuzla.
    RandomTerms {
        #[command(flatten)]
        random: Random,
        /// A Python that has the package bitwuzla; without one Bitwuzla is not asked.
        #[arg(long)]
        python: Option<String>,
        /// Milliseconds that another solver has for a query.
        #[arg(long, default_value_t = 2000, value_name = "MS")]
        patience: u64,
    },
    /// The clauses of every operator against arithmetic, for all operands.
    Operators {
        /// All operands up to this width.
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=14))]
        bits: u32,
        /// Every constant on either side up to this width.
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=10))]
        constants: u32,
        /// Only this operator.
        #[arg(long)]
        operator: Option<String>,
    },
    /// Writes families of formulas on which solvers can be measured with `adumbra bench`.
    Formulas {
        /// Where to.
        directory: PathBuf,
        /// Fewer and smaller ones.
        #[arg(long)]
        quick: bool,
    },
    /// The floating-point evaluator against the processor and against another implementation.
    Floats {
        /// Random operands for each operation.
        #[arg(long, default_value_t = 100_000)]
        count: u64,
        /// Seed; the same seed gives the same operands.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only operations whose name contains this.
        #[arg(long)]
        operation: Option<String>,
        /// Number of threads.
        #[arg(long, default_value_t = 2)]
        jobs: usize,
    },
    /// The circuits of floating-point arithmetic against the machine, a software library and the
    /// definition.
    FloatsEncoded {
        /// Operands an operation against the machine; a tenth of them against the others.
        #[arg(long, default_value_t = 100_000)]
        count: u64,
        /// Seed; the same seed gives the same operands.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only this operation, such as `add` or `to signed 32`.
        #[arg(long)]
        operation: Option<String>,
    },
    /// Random small programs: the verifier against native runs on all inputs.
    Programs(Programs),
    /// Every simplification rule, proved where a solver can.
    Rules {
        /// Only this rule.
        #[arg(long)]
        rule: Option<String>,
        /// Only this width.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
        width: Option<u32>,
        /// Seconds for each solver and script.
        #[arg(long, default_value_t = 60.0)]
        timeout: f64,
        /// Random vectors where there is no proof for all constants.
        #[arg(long, default_value_t = 1_000_000)]
        vectors: u64,
        /// Write the table as a document.
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// The Python that has the package bitwuzla.
        #[arg(long, default_value = "python3")]
        python: String,
        /// Number of threads.
        #[arg(long, default_value_t = 2)]
        jobs: usize,
    },
}

#[derive(Args)]
struct Random {
    /// Number of the first trial, to repeat one
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of trials.
    #[arg(long, default_value_t = 2000)]
    count: u64,
    /// Seed; the same seed gives the same trials.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where what is wrong is written.
    #[arg(long, default_value = "target/wrong-trials", value_name = "FOLDER")]
    keep: PathBuf,
    /// Say how far it is.
    #[arg(long)]
    progress: bool,
    /// Ask other solvers about every N-th trial only; in the others our models and proofs are
    /// checked.
    #[arg(long, default_value_t = 1, value_name = "N")]
    rivals_every: u64,
    /// Stop after so many hours, wherever it is.
    #[arg(long, value_name = "HOURS")]
    hours: Option<f64>,
}

#[derive(Args)]
struct Programs {
    /// Number of the first program, to repeat one
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of programs.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// Seed; the same seed gives the same programs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where programs with a wrong answer are written.
    #[arg(long, default_value = "target/wrong-programs", value_name = "FOLDER")]
    keep: PathBuf,
    /// Keep in this file how far it is, and go on from there.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Milliseconds of work for an answer.
    #[arg(long, default_value_t = 500, value_name = "MS")]
    work: u64,
    /// Ask about so many of the four properties of each program, in turn.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4))]
    properties: u64,
    /// Programs of functions that call themselves, every second one with 32 bits.
    #[arg(long)]
    recursive: bool,
    /// Programs over linked lists whose length inputs say, every second one with 32 bits.
    #[arg(long, conflicts_with = "recursive")]
    lists: bool,
    /// Ask these configurations about every program, and no other; each may be followed by options
    /// with other values, as in `value-blocks:memoize=both`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    configs: Vec<String>,
    /// Print the first program instead.
    #[arg(long)]
    print: bool,
}

/// Trials are run in parts of this size; the state is written after each.
const PART: u64 = 50;

fn programs(arguments: &Programs) -> Result<bool, TrialError> {
    let Programs { first, count, seed, jobs, .. } = *arguments;
    let kind = match (arguments.recursive, arguments.lists) {
        (true, _) => programs::Kind::Recursive,
        (_, true) => programs::Kind::Lists,
        _ => programs::Kind::Mixed,
    };
    if arguments.print {
        print!("{}", programs::program_of(kind, seed, first).text());
        return Ok(true);
    }
    // A panic of the verifier is reported as a wrong answer.
    std::panic::set_hook(Box::new(|_| {}));
    let interrupted = interruption();
    let mut state = match &arguments.state {
        Some(path) => State::load(path, seed, first)?,
        None => State { seed, next: first, ..State::default() },
    };
    let asking = programs::Asking {
        kind,
        configurations: arguments.configs.clone(),
        work: arguments.work.saturating_mul(adumbra_stop::SECOND / 1000),
        questions: usize::try_from(arguments.properties).unwrap_or(usize::MAX),
    };
    let end = first.saturating_add(count);
    let began = Instant::now();
    while state.next < end {
        let count = (end - state.next).min(PART);
        let interrupted = Arc::clone(&interrupted);
        let plan = Plan {
            first: state.next,
            count,
            seed,
            jobs,
            progress: false,
            rivals_every: 1,
            deadline: None,
            interrupted,
        };
        let summary = programs::trials(&plan, &asking)?;
        for (wrong, path) in summary.wrong.iter().zip(summary.write(&arguments.keep)?) {
            println!("WRONG: program {}: {} ({})", wrong.trial, wrong.what, path.display());
            println!("{}", wrong.text);
        }
        let is_over = summary.end < plan.first + count;
        state.next = summary.end;
        state.wrong += summary.wrong.len() as u64;
        state.counts.merge(&summary.counts);
        if let Some(path) = &arguments.state {
            state.save(path)?;
        }
        if is_over {
            break;
        }
    }
    print!("{}", programs::summary::text(&state.counts));
    println!(
        "seed {seed}: programs up to {}, {} wrong, {:.0} s",
        state.next,
        state.wrong,
        began.elapsed().as_secs_f64()
    );
    if state.next < end {
        println!("go on with --first {}", state.next);
    }
    Ok(state.wrong == 0 && state.next >= end)
}

/// Becomes true when somebody interrupts.
fn interruption() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // A second signal ends it at once. Without a handler the first one does, which is no harm.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupted));
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
    }
    interrupted
}

fn random(arguments: &Random, trials: impl Fn(&Plan) -> Result<Summary, TrialError>) -> Result<bool, TrialError> {
    // A panic of the solver is reported as what is wrong with a trial, over and over while that is
    // made small.
    std::panic::set_hook(Box::new(|_| {}));
    let Random { first, count, seed, jobs, progress, rivals_every, hours, .. } = *arguments;
    let interrupted = interruption();
    let deadline = hours.and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok());
    let deadline = deadline.and_then(|time| Instant::now().checked_add(time));
    let began = Instant::now();
    let summary = trials(&Plan { first, count, seed, jobs, progress, rivals_every, deadline, interrupted })?;
    let done = summary.end.saturating_sub(first);
    println!(
        "seed {seed}: {done} trials, {first} up to {}, in {:.0} s; go on with --first {}",
        summary.end,
        began.elapsed().as_secs_f64(),
        summary.end
    );
    print!("{}", summary.counts);
    let paths = summary.write(&arguments.keep)?;
    for (wrong, path) in summary.wrong.iter().zip(paths) {
        println!("WRONG: trial {}: {} ({})", wrong.trial, wrong.what, path.display());
    }
    Ok(summary.wrong.is_empty())
}

fn main() -> ExitCode {
    match run(Cli::parse().trial) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trials: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(trial: Trial) -> Result<bool, TrialError> {
    match trial {
        Trial::RandomCnf(arguments) => random(&arguments, cnf::trials),
        Trial::RandomTerms { random: arguments, python, patience } => {
            random(&arguments, |plan| terms::trials(plan, python.as_deref(), patience))
        }
        Trial::Programs(arguments) => programs(&arguments),
        Trial::Operators { bits, constants, operator } => {
            let (counts, faults) =
                operators::trials(operator.as_deref(), bits, constants, |name| eprintln!("{name} done"));
            print!("{counts}");
            for fault in &faults {
                println!("WRONG: {fault}");
            }
            Ok(faults.is_empty() && counts.get("operators") > 0)
        }
        Trial::Formulas { directory, quick } => {
            let written = families::write_all(&directory, quick);
            let (files, queries) = written.map_err(|error| TrialError::File { path: directory.clone(), error })?;
            println!("{files} files with {queries} queries in {}", directory.display());
            Ok(true)
        }
        Trial::Floats { count, seed, operation, jobs } => {
            let tell = |report: &floats::Report| {
                println!("{:>9}  {}", report.compared, report.name);
                for wrong in &report.wrong {
                    println!("WRONG: {wrong}");
                }
            };
            let request = floats::Request { operation, count, seed, step: 1, jobs };
            let mut reports = floats::trials(&request, tell);
            #[cfg(target_arch = "x86_64")]
            if request.operation.is_none() {
                reports.push(floats::x87_patterns(count, seed));
                reports.iter().rev().take(1).for_each(tell);
            }
            println!("{}  seed {seed}", floats::counts(&reports));
            Ok(!reports.is_empty() && reports.iter().all(|report| report.wrong.is_empty()))
        }
        Trial::FloatsEncoded { count, seed, operation } => {
            let (counts, faults) = encoded::trials(operation.as_deref(), count, seed, |what| eprintln!("{what}"));
            print!("{counts}");
            for fault in &faults {
                println!("WRONG: {fault}");
            }
            Ok(faults.is_empty() && counts.total() > 0)
        }
        Trial::Rules { rule, width, timeout, vectors, write, python, jobs } => {
            let widths = width.map_or_else(|| vec![32, 64], |width| vec![width]);
            let timeout = Duration::try_from_secs_f64(timeout).unwrap_or(Duration::from_secs(60));
            let request = rules::Request { rule, widths, timeout, vectors, jobs, python: Some(python) };
            let outcomes = rules::trials(&request, |outcome| println!("{}", rules::line(outcome)))?;
            if let Some(path) = write {
                let text = rules::document(&outcomes, &request);
                std::fs::write(&path, text).map_err(|error| TrialError::File { path, error })?;
            }
            let right = |outcome: &rules::Outcome| !matches!(outcome.method, rules::Method::Wrong(_));
            Ok(!outcomes.is_empty() && outcomes.iter().all(right))
        }
    }
}
