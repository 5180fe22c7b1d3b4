//! `adumbra verify`: is the property of a program true?
//!
//! The program is loaded with its scalar locals in registers and given to the analyses of a
//! configuration. What they find is replayed on the program with its locals in memory, which is
//! made of the same bitcode when it is first needed ([`host`]). The answer is rendered ([`text`],
//! [`json`]) and left to the supervisor, who prints it.

mod annotate;
pub mod compare;
mod files;
mod host;
mod json;
mod predicates;
mod questions;
mod reasons;
mod rules;
mod said;
pub(super) mod settings;
mod suite;
mod summaries;
mod text;
mod witness;

use super::Context;
use crate::answer::Style;
use crate::arguments::{ExternalsArg, LoadArgs};
use crate::cancel::Cancel;
use crate::failure::{Exit, Failure};
use crate::pixels::PixelArgs;
use crate::source_view::readable;
use crate::{answer, heaps, pixels, progress};
use adumbra_frontend::Loader;
use adumbra_judges::trace::Window;
use adumbra_judges::{
    Answer, Base, Counterexample, ExternalResult, Fate, Findings, Oracle, Trace, decisive_bases, decisive_results, fate,
};
use adumbra_program::{Program, PropertyKind};
use adumbra_solver::process::CommandLine;
use adumbra_solver::record::Recording;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, Verified, slice_first, unrolled, verify};
use adumbra_verdict::{Assumption, Reason};
use adumbra_witness::contracts::Worded;
use adumbra_witness::format::Invariant;
use clap::Args;
use host::{Loading, VerifyHost};
use questions::Question;
use said::Said;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What `adumbra verify` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    #[command(flatten)]
    load: LoadArgs,
    /// Rules that the program is to keep: automata over its calls, branches and statements; without
    /// --property, these alone
    #[arg(long, value_name = "FILE.spec")]
    spec: Option<PathBuf>,
    /// Which analyses work together: a named configuration, or a file of `option = value` lines
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    config: String,
    /// Set an option of the analyses, in all runs of a portfolio
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// In which configuration the embedded solver answers, if not in that for software: one of
    /// `adumbra solve --list-configs`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    solver_config: Option<String>,
    /// Verify the slice of the program for its property first, and the whole program only if that
    /// gives no answer
    #[arg(long)]
    slice_first: bool,
    /// With --slice-first: leave constants, and branches and edges that do nothing, as they are
    #[arg(long, requires = "slice_first")]
    no_simplify: bool,
    /// Verify a program whose recursive functions are copied to this many levels; what is deeper is
    /// not modelled
    #[arg(long, value_name = "LEVELS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    #[arg(conflicts_with = "slice_first")]
    unroll_recursion: Option<u32>,
    /// With --unroll-recursion: calls deeper than that return any value, and may write what the
    /// functions may write, instead of not being modelled
    #[arg(long, requires = "unroll_recursion")]
    skip_recursion: bool,
    /// Let predicate analyses begin with the predicates of a file, such as one of
    /// --export-predicates
    #[arg(long, value_name = "FILE.smt2")]
    initial_predicates: Option<PathBuf>,
    /// Keep what is proved of functions in a file: the next run looks only at those that changed
    #[arg(long, value_name = "FILE")]
    summaries: Option<PathBuf>,
    /// Go on after a violation, until the time is up or the rest is proved: one finding a line and
    /// kind
    #[arg(long)]
    all_violations: bool,
    /// Run the configurations of a portfolio at the same time instead of in turn
    #[arg(long)]
    parallel: bool,
    /// Weaken and check the contracts of this many functions at the same time; the answer is the
    /// same whatever the number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Stop after this much work, such as 30s: about the time that it takes, but counted, so that
    /// it is the same on every machine
    #[arg(long, value_name = "WORK", value_parser = work, help_heading = "Limits")]
    work: Option<u64>,
    /// Check the certificate of a proof whatever it takes, not only within a fifth of --timeout or
    /// --work, or of the work so far
    #[arg(long)]
    check_proofs: bool,
    /// Set an option of the solver (see adumbra solve --list-options)
    #[arg(long, value_name = "OPTION=VALUE")]
    solver_set: Vec<String>,
    /// What functions without a definition do besides returning any value
    #[arg(long, value_enum, default_value_t = ExternalsArg::Pure)]
    externals: ExternalsArg,
    /// Let another solver decide whether paths are real and certificates hold: the command line of
    /// one that reads SMT-LIB
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
    /// Show more of the counterexample: its steps with values, from the beginning
    #[arg(long)]
    trace: bool,
    /// Show what library functions do in the steps of the counterexample; else a call of one is one
    /// step
    #[arg(long)]
    trace_library: bool,
    /// Print the contracts of a proof: what functions demand, may write and promise
    #[arg(long, help_heading = "Output")]
    contracts: bool,
    /// Write the source with what was proved, as ACSL: contracts of functions, invariants of loops;
    /// of several sources, to a directory
    #[arg(long, value_name = "FILE.c|DIR", help_heading = "Output")]
    annotate: Option<PathBuf>,
    /// Write the counterexample as a script that `adumbra run --script` follows
    #[arg(long, value_name = "FILE.json", help_heading = "Output")]
    script: Option<PathBuf>,
    /// Write a C file that, compiled with the task, makes it fail natively
    #[arg(long, value_name = "FILE.c", help_heading = "Output")]
    harness: Option<PathBuf>,
    /// Write a witness in YAML (format 2.0, or 2.1 with contracts): of the violation, or of
    /// correctness
    #[arg(long, value_name = "FILE.yml", help_heading = "Output")]
    witness: Option<PathBuf>,
    /// Write a witness in GraphML (format 1.0)
    #[arg(long, value_name = "FILE.graphml", help_heading = "Output")]
    graphml_witness: Option<PathBuf>,
    /// Write the states that were reached as a graph, if a configuration answers
    #[arg(long, value_name = "FILE.dot", help_heading = "Output")]
    graph: Option<PathBuf>,
    /// Write the states that were reached as a picture, a line a level: see docs/pixel-trees.md
    #[arg(long, value_name = "FILE.svg|FILE.png", help_heading = "Output")]
    pixel_tree: Option<PathBuf>,
    /// Write the heaps that were reached at heads of loops and before violations, as boxes and
    /// arrows: a picture, for Graphviz, or as text
    #[arg(long, value_name = "FILE.svg|FILE.dot|FILE.txt", help_heading = "Output")]
    heap_graph: Option<PathBuf>,
    /// With --heap-graph: at most so many states at each place
    #[arg(long, value_name = "STATES", default_value_t = 8, help_heading = "Output")]
    #[arg(requires = "heap_graph", value_parser = clap::value_parser!(u16).range(1..=1000))]
    heap_states: u16,
    /// Write tests to a directory, as XML and C: inputs for each end of an execution that is
    /// explored
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    export_tests: Option<PathBuf>,
    /// Write the predicates that were tracked, with their places, for --initial-predicates
    #[arg(long, value_name = "FILE.smt2", help_heading = "Output")]
    export_predicates: Option<PathBuf>,
    /// Write the queries that solvers are asked as SMT-LIB scripts with their answers
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    dump_queries: Option<PathBuf>,
    /// Print what was counted on the way to standard error
    #[arg(long, help_heading = "Output")]
    stats: bool,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print the configurations
    #[arg(long, exclusive = true)]
    list_configs: bool,
    /// Print the options of the analyses: default, range, whether a tuner may move them, and what
    /// they do
    #[arg(long, exclusive = true)]
    list_options: bool,
    #[command(flatten)]
    pixels: PixelArgs,
}

const EXAMPLES: &str = "\
The last line on standard output is `Verification result: TRUE | FALSE(property) | UNKNOWN(reason)`;
with --json it is the field `line` of the object. Without --property the question is whether an error
function (reach_error, __VERIFIER_error) can be called or an assert can fail.

Examples:
  adumbra verify task.c                                   can it fail?
  adumbra verify task.c --property no-overflow --32       signed overflow, in the 32-bit data model
  adumbra verify task.c -p memsafety,no-overflow          several properties in one run, each with its answer
  adumbra verify task.yml --property unreach-call.prp     tasks and property files of SV-COMP
  adumbra verify task.c --all-violations --timeout 60     every line that fails, not only the first that is found
  adumbra verify task.c --harness h.c && cc task.c h.c    see it fail natively
  adumbra verify task.c --script s.json --trace           … or step by step: adumbra run task.c --no-promote
                                                          --property unreach-call --script s.json --trace
  adumbra verify task.c --config value --set traversal=breadth-first --stats
  adumbra verify driver.c --spec lock.spec                rules of your own
  adumbra verify task.c --timeout 60 --memory 4000 --json
  adumbra verify task.c --witness w.yml                   for others to check; see adumbra validate
  adumbra verify task.c --contracts                       what functions that call themselves promise
  adumbra verify task.c --annotate proved.c               … written into the source, for others to read
  adumbra verify task.c --pixel-tree t.svg                the explored states at a glance
  adumbra verify task.c --heap-graph h.svg                which lists and trees the analyses saw, and where
  adumbra verify task.c --config paths --export-tests t   inputs for every path
  adumbra verify task.c --dump-queries queries            what solvers are asked, for adumbra bench or adumbra tune
  adumbra verify task.c --solver 'z3 -in' --stats         another solver decides, ours is not asked
  adumbra verify task.c --export-predicates p.smt2        what refinement found, for --initial-predicates next time
  adumbra verify task.c --slice-first --stats             only what bears on the property; see adumbra slice
  adumbra verify task.c --summaries task.sum              the next run looks only at functions that changed
  adumbra verify --list-configs";

/// The steps of a counterexample that are shown without being asked for, and with `--trace`.
const SHORT: Window = Window { first: 12, last: 24, library: false };
const LONG: Window = Window { first: 2_000, last: 4_000, library: false };

/// How long may be spent on steps that were not asked for: as long as the answer took, but within
/// these.
const SHORT_TIME: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(5));

impl VerifyArgs {
    /// How the answer looks.
    pub fn style(&self) -> Style {
        if self.json { Style::Json } else { Style::Text }
    }
}

fn work(text: &str) -> Result<u64, String> {
    adumbra_strategies::configuration::work(text).ok_or_else(|| "an amount of work such as 500ms or 30s".into())
}

/// The solver that decides.
fn oracle(arguments: &VerifyArgs) -> Result<Oracle, Failure> {
    let command = arguments.solver.as_deref().map(CommandLine::parse).transpose();
    let mut oracle = command.map(Oracle::new).map_err(|e| Failure::new(Exit::Usage, format!("--solver: {e}")))?;
    let name = arguments.solver_config.as_deref().unwrap_or(&oracle.configuration);
    oracle.options = super::solve::options(Some(name), &arguments.solver_set)?;
    oracle.configuration = name.to_owned();
    if let Some(directory) = &arguments.dump_queries {
        let recording = Recording::new(directory)
            .map_err(|e| Failure::new(Exit::Input, format!("{}: {e}", directory.display())))?;
        oracle.recording = Some(recording);
    }
    Ok(oracle)
}

/// What a replay shows of a counterexample.
struct Replayed {
    /// The program that was replayed.
    program: Arc<Program>,
    /// What happens, if there was time for it.
    trace: Option<Trace>,
    /// The results of functions without a body that it rests on.
    rests: Vec<ExternalResult>,
    /// The objects whose place in memory decides.
    bases: Vec<Base>,
    /// What became of the heap memory that it is about, if there was time for it.
    fate: Option<Fate>,
}

/// An answer with all that is said about it.
struct Outcome {
    verified: Verified,
    /// The program that the analyses saw.
    program: Arc<Program>,
    /// What the replay shows, if there is a counterexample.
    replayed: Option<Replayed>,
    /// The other violations, and what is known of the rest, if all are looked for and there is one.
    others: Vec<(Counterexample, Option<Replayed>)>,
    rest: Option<Answer>,
    /// What holds at the heads of loops, if there is a proof that knows it.
    invariants: Vec<Invariant>,
    /// The contracts of functions that a proof rests on, and whether they are shown.
    contracts: Vec<Worded>,
    show_contracts: bool,
    elapsed: Duration,
    limits: crate::arguments::Limits,
    /// The seconds that it had, if it is one of several questions.
    share: Option<f64>,
}

/// Runs the command.
pub fn run(arguments: &VerifyArgs, context: &Context) -> Result<Exit, Failure> {
    if arguments.list_configs {
        return settings::print(&settings::configurations());
    }
    if arguments.list_options {
        return settings::print(&settings::options());
    }
    let started = Instant::now();
    let configuration = settings::configuration(&arguments.config, &arguments.set)?;
    arguments.pixel_tree.as_deref().map(pixels::format).transpose()?;
    arguments.heap_graph.as_deref().map(heaps::format).transpose()?;
    let rules = arguments.spec.as_deref().map(rules::read).transpose()?;
    let questions = questions::of(arguments, rules.as_ref())?;
    files::refuse(arguments)?;
    let cancel = Cancel::watching(context.limits.memory)
        .map_err(|e| Failure::new(Exit::Internal, format!("signals cannot be watched: {e}")))?;
    let oracle = oracle(arguments)?;
    let initial_predicates = arguments.initial_predicates.as_deref().map(predicates::read).transpose()?;
    predicates::remark_unused(arguments, &configuration);
    let request = Request {
        specification: rules,
        parallel: arguments.parallel,
        jobs: arguments.jobs.map(usize::from),
        externals: arguments.externals.into(),
        memory: cancel.memory(),
        check_proofs: arguments.check_proofs,
        draw: arguments.graph.is_some(),
        levels: arguments.pixel_tree.is_some(),
        heaps: arguments.heap_graph.as_ref().map(|_| usize::from(arguments.heap_states)),
        tests: arguments.export_tests.is_some(),
        oracle,
        initial_predicates,
        found_predicates: arguments.export_predicates.as_ref().map(|_| Arc::default()),
        ..Request::new(configuration)
    };
    let work = arguments.work.map_or(Stop::never(), |work| Stop::never().within(work));
    let asking = Asking { arguments, request, loader: Loader::default(), cancel, several: questions.len() > 1 };
    let mut answers: Vec<(&str, Said)> = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let (context, work) = questions::share(context, &work, questions.len() - index);
        let said = asking.ask(question, &context, &work)?;
        answers.push((&question.name, said));
        if asking.several {
            let known = answers.iter().map(|(name, said)| format!("{name}: {}", said.result));
            answer::leave_so_far(&known.collect::<Vec<_>>().join(", "));
        }
    }
    if let Some(failure) = asking.request.oracle.recording.as_ref().and_then(|recording| recording.failure()) {
        progress::say(&format!("warning: a query is not written: {failure}"));
    }
    let (rendered, exit) = match &answers[..] {
        [(_, said)] => (said::alone(said, arguments.style()), said.exit),
        several => said::together(several, arguments.style(), started.elapsed().as_secs_f64()),
    };
    Ok(answer::deliver(&rendered, exit))
}

/// What all questions of a command line share.
struct Asking<'a> {
    arguments: &'a VerifyArgs,
    request: Request,
    loader: Loader,
    cancel: Cancel,
    /// Are there several questions?
    several: bool,
}

impl Asking<'_> {
    /// The program as it is verified: the given one, or that with its recursion unrolled.
    fn unrolled(&self, program: &Arc<Program>) -> Result<Arc<Program>, Failure> {
        let Some(levels) = self.arguments.unroll_recursion else { return Ok(Arc::clone(program)) };
        match unrolled::unrolled(program, &self.request, levels, self.arguments.skip_recursion) {
            Ok(unrolled) => Ok(Arc::new(unrolled.program)),
            Err(why) => Err(Failure::new(Exit::Usage, format!("--unroll-recursion: {why}"))
                .hint("the same without --unroll-recursion")),
        }
    }

    /// Answers a question within its share of time and work, and writes the files that are asked
    /// for.
    fn ask(&self, question: &Question, context: &Context, work: &Stop) -> Result<Said, Failure> {
        let started = Instant::now();
        let Asking { arguments, cancel, .. } = self;
        let mut load = question.load.clone();
        if let Some(deadline) = context.deadline {
            let left = deadline.saturating_duration_since(started).max(Duration::from_secs(1));
            load.compile_timeout = load.compile_timeout.min(left);
        }
        let loading = Loading::begins();
        let loaded = if cancel.is_interrupted() { None } else { Some(self.loader.load(&load)) };
        drop(loading);
        let loaded = match loaded {
            Some(Ok(loaded)) => loaded,
            // An interruption ends the compilers too, and the time limit is theirs as well.
            _ if cancel.is_interrupted() => return Ok(early(&Reason::Cancelled, context)),
            Some(Err(_)) if context.deadline.is_some_and(|d| Instant::now() >= d) => {
                return Ok(early(&Reason::Timeout, context));
            }
            Some(Err(error)) => return Err(error.into()),
            None => return Ok(early(&Reason::Cancelled, context)),
        };
        let whole = Arc::clone(loaded.program());
        let program = self.unrolled(&whole)?;
        if let Some(rules) = &self.request.specification {
            rules::remark(&program, rules);
        }
        let stop = context.stop(cancel, reserve(arguments, &context.limits)).and(work);
        let findings = arguments.all_violations.then(Arc::<Findings>::default);
        let given = context.share.or(context.limits.timeout).map(|seconds| (seconds * SECOND as f64) as u64);
        let given = given.into_iter().chain(work.left()).min();
        let kept = summaries::Kept::of(arguments, &load, &program);
        let summaries = kept.as_ref().map(|kept| Arc::clone(&kept.summaries));
        let request = Request { stop, given, findings: findings.clone(), summaries, ..self.request.clone() };
        let suite = match &arguments.export_tests {
            Some(directory) => Some(suite::Suite::new(directory, &arguments.load.files[0], &program, &load.entry)?),
            None => None,
        };
        let rules = request.specification.clone();
        let stop = context.stop(cancel, Duration::ZERO);
        let host = VerifyHost::new(loaded, rules, request.externals, stop).with_suite(suite);
        let mut verified = match arguments.slice_first {
            true => slice_first::verify_slice(&program, &request, &host, !arguments.no_simplify).map_err(|why| {
                Failure::new(Exit::Usage, format!("--slice-first: {why}")).hint("the same without --slice-first")
            })?,
            false => verify(&program, &request, &host),
        };
        if arguments.unroll_recursion.is_some() {
            unrolled::of_the_program(&mut verified.verdict);
        }
        // Counterexamples are replayed on the program itself.
        let program = if matches!(verified.verdict.answer, Answer::False(_)) { whole } else { program };
        host.finish();
        predicates::remark(&request);
        kept.iter().for_each(summaries::Kept::write);
        if let Answer::Unknown(reasons) = &mut verified.verdict.answer {
            tidy(reasons, stopped(cancel, context.deadline));
            reasons::add_places(reasons, &program);
        }
        progress::show("writing the answer");
        let (rest, others) = with_findings(&mut verified, findings.map(|f| f.all()).unwrap_or_default());
        let counterexample = match &verified.verdict.answer {
            Answer::False(counterexample) => Some(counterexample.as_ref()),
            _ => None,
        };
        let replayed = |counterexample: &Counterexample| replayed(arguments, &host, counterexample, started);
        let with_trace = |other: Counterexample| {
            let shown = replayed(&other);
            (other, shown)
        };
        let (replayed, others) = (counterexample.and_then(replayed), others.into_iter().map(with_trace).collect());
        files::write(arguments, &host, &program, &verified);
        annotate::write(arguments, &host, &program, &verified);
        files::write_pixels(arguments, &verified, started.elapsed());
        files::write_heaps(arguments, &verified);
        predicates::write(arguments, &request);
        let invariants = match &verified.verdict.answer {
            Answer::True(proof) => witness::invariants_of(&host, &program, proof),
            _ => Vec::new(),
        };
        let (elapsed, limits, share) = (started.elapsed(), context.limits.clone(), context.share);
        let contracts = match &verified.verdict.answer {
            Answer::True(proof) => witness::contracts_of(&host, &program, proof),
            _ => Vec::new(),
        };
        let outcome = Outcome {
            verified,
            program,
            replayed,
            others,
            rest,
            invariants,
            contracts,
            show_contracts: arguments.contracts,
            elapsed,
            limits,
            share,
        };
        let closing = arguments.export_tests.as_deref().zip(outcome.verified.tests);
        let closing = closing.map(|(directory, counts)| suite::Suite::closing(directory, counts));
        progress::clear();
        if arguments.stats {
            let heading = if self.several { format!("property {}:\n", question.name) } else { String::new() };
            eprint!("{heading}{}", text::statistics(&outcome));
        }
        let answer = &outcome.verified.verdict.answer;
        let (result, exit) = (answer.to_string(), exit_of(answer));
        Ok(Said { text: text::render(&outcome, closing.as_deref()), json: json::render(&outcome), result, exit })
    }
}

/// Makes the first finding the answer; what was the answer is that about the rest. The other
/// findings are returned with it.
fn with_findings(verified: &mut Verified, findings: Vec<Counterexample>) -> (Option<Answer>, Vec<Counterexample>) {
    let mut findings = findings.into_iter();
    let Some(first) = findings.next() else { return (None, Vec::new()) };
    let rest = std::mem::replace(&mut verified.verdict.answer, Answer::False(Box::new(first)));
    if matches!(rest, Answer::True(_)) {
        verified.verdict.assumptions.push(Assumption::EndsAtFindings);
    }
    (Some(rest), findings.collect())
}

/// What is kept of the time to draw what was reached until then, or to show several violations.
fn reserve(arguments: &VerifyArgs, limits: &crate::arguments::Limits) -> Duration {
    let drawn = arguments.pixel_tree.is_some() || arguments.graph.is_some() || arguments.heap_graph.is_some();
    let drawn = drawn || arguments.all_violations;
    limits.timeout.filter(|_| drawn).map_or(Duration::ZERO, |all| Duration::from_secs_f64((all / 10.0).min(2.0)))
}

/// What stopped the work, if it did not end by itself.
fn stopped(cancel: &Cancel, deadline: Option<Instant>) -> Option<Reason> {
    if cancel.is_interrupted() {
        Some(Reason::Cancelled)
    } else if cancel.is_out_of_memory() {
        Some(Reason::Memory)
    } else {
        deadline.is_some_and(|d| Instant::now() >= d).then_some(Reason::Timeout)
    }
}

/// The most telling reason first, and none twice. What stopped the work from outside is known here
/// better than to the analyses.
fn tidy(reasons: &mut Vec<Reason>, stopped: Option<Reason>) {
    if let Some(stopped) = stopped {
        reasons.retain(|r| !matches!(r, Reason::Cancelled | Reason::Timeout | Reason::Work | Reason::Memory));
        reasons.push(stopped);
    }
    // Of several that met a structure, the one that saw most of it.
    let seen = |r: &Reason| if let Reason::Growing { most, .. } = r { *most } else { 0 };
    reasons.sort_by_key(|r| (r.rank(), std::cmp::Reverse(seen(r))));
    let mut seen = HashSet::new();
    reasons.retain(|r| seen.insert(r.clone()));
    let mut loops = HashSet::new();
    reasons.retain(|r| if let Reason::Growing { position, .. } = r { loops.insert(*position) } else { true });
    // Several configurations may have met the same place; the first that gave it up says why.
    let mut places = HashSet::new();
    reasons.retain(|r| match r {
        Reason::Undecided { violation, position: Some(position), .. } => {
            places.insert((*violation, position.file, position.line))
        }
        _ => true,
    });
}

/// The answer if the program was not even loaded.
fn early(reason: &Reason, context: &Context) -> Said {
    let (text, hint) = (reasons::text(reason, &context.limits, context.share), reasons::hint(reason));
    Said::unknown(reason.name(), &text, &hint, "the program is not loaded")
}

/// What a replay shows of a counterexample.
fn replayed(
    arguments: &VerifyArgs,
    host: &VerifyHost,
    counterexample: &Counterexample,
    started: Instant,
) -> Option<Replayed> {
    let program = host.program().ok()?;
    let (least, most) = SHORT_TIME;
    let short = Instant::now() + started.elapsed().clamp(least, most);
    let (window, deadline) = if arguments.trace { (LONG, None) } else { (SHORT, Some(short)) };
    let stop = Stop::never().by(deadline);
    let window = Window { library: arguments.trace_library, ..window };
    let trace = host.trace(&program, counterexample, &stop, window).map(|trace| trace.with_names(readable));
    let options = host.options(&program, &stop);
    let rests = decisive_results(&program, counterexample, &options);
    let bases = match counterexample.kind {
        PropertyKind::Specification => Vec::new(),
        _ => decisive_bases(&program, counterexample, &options),
    };
    let fate = fate(&program, counterexample, &host.options(&program, &stop));
    Some(Replayed { program, trace, rests, bases, fate })
}

fn exit_of(answer: &Answer) -> Exit {
    match answer {
        Answer::True(_) => Exit::Success,
        Answer::False(_) => Exit::Violation,
        Answer::Unknown(_) => Exit::Unknown,
    }
}

#[cfg(test)]
mod tests;
