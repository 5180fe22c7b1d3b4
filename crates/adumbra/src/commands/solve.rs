//! `adumbra solve`: SMT-LIB scripts, DIMACS and SF formulas.

mod dimacs;
mod input;
mod layered;
mod listings;
mod proofs;

pub(super) use input::options;

use super::Context;
use crate::failure::{Exit, Failure};
use adumbra_sat::cores::AnyCore;
use adumbra_sat::{Limits, Stats};
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::process::{CommandLine, ProcessSolver};
use adumbra_solver::script::Session;
use adumbra_solver::solver::{Solver, SolverError, Verdict};
use adumbra_stop::Stop;
use adumbra_terms::smtlib::{Command, Reader, model_to_string};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Terms, sf};
use clap::{Args, ValueEnum};
use proofs::Proofs;
use std::io::Write;
use std::path::PathBuf;

/// What `adumbra solve` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// An SMT-LIB script (.smt2), a formula in DIMACS (.cnf) or SF (.sf), or `-` for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["list_configs", "list_options"])]
    file: Option<PathBuf>,
    /// What the file is, if its name does not say so
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Start from a named configuration, or from a file of `option = value` lines
    #[arg(long, value_name = "NAME|FILE")]
    config: Option<String>,
    /// Set an option of the solver; with --solver, of the query layer only
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Print the named configurations
    #[arg(long)]
    list_configs: bool,
    /// Print the options of the solver: default, range, whether a tuner may move them, and what
    /// they do
    #[arg(long)]
    list_options: bool,
    /// Answer `unknown` to a query that takes more conflicts than this
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,
    /// Print a model of a satisfiable SF formula
    #[arg(long)]
    model: bool,
    /// Write a proof of the last unsatisfiable answer in LRAT, and the clauses it is about to
    /// FILE.cnf
    #[arg(long, value_name = "FILE", conflicts_with = "solver")]
    proof: Option<PathBuf>,
    /// Check the proof of every unsatisfiable answer with the independent checker
    #[arg(long, conflicts_with = "solver")]
    check_proof: bool,
    /// Check interpolants against their definition before they are printed
    #[arg(long)]
    check_interpolants: bool,
    /// Let another solver answer: the command line of one that reads SMT-LIB from its standard
    /// input
    #[arg(long, value_name = "COMMAND", conflicts_with = "config")]
    solver: Option<String>,
    /// The SAT core below the solver
    #[arg(long, value_name = "CORE", default_value = "own", conflicts_with = "solver")]
    sat_core: SatCoreArg,
    /// Print what the solver did to standard error
    #[arg(long)]
    stats: bool,
}

/// The SAT cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SatCoreArg {
    /// The embedded one
    Own,
    /// CaDiCaL, if it was compiled in; without proofs
    Cadical,
}

/// The formats that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// SMT-LIB 2.6
    Smt2,
    /// DIMACS CNF
    Cnf,
    /// SF 1.0
    Sf,
}

const EXAMPLES: &str = "\
Examples:
  adumbra solve query.smt2                             answers as SMT-LIB solvers give them
  adumbra solve formula.cnf --proof p.lrat --check-proof
  adumbra solve query.smt2 --proof p.lrat              the last refutation, and its clauses in p.lrat.cnf
  adumbra solve formula.sf --model --timeout 10 --stats
  adumbra solve query.smt2 --config software --set reluctant-period=100
  adumbra solve query.smt2 --solver 'z3 -in'           another solver; models are checked all the same
  adumbra solve query.smt2 --set layer=on --stats      queries answered from earlier ones
  adumbra solve - --format smt2 <query.smt2
  adumbra solve --list-configs

Bit-vectors, arrays of bit-vectors and uninterpreted functions are solved (QF_AUFBV).
Exit code 0 if every query was answered, 5 if one was not.";

/// Runs the command.
pub fn run(arguments: &SolveArgs, context: &Context) -> Result<Exit, Failure> {
    if arguments.list_configs {
        return say(&listings::configurations()).map(|()| Exit::Success);
    }
    if arguments.list_options {
        return say(&listings::options()).map(|()| Exit::Success);
    }
    let options = options(arguments.config.as_deref(), &arguments.set)?;
    let limits = Limits { conflicts: arguments.conflicts, ..Limits::until(Stop::never().by(context.deadline)) };
    let (path, format, text) = input::read(arguments.file.as_deref(), arguments.format)?;
    let job = Job { arguments, limits, path, sharing: options.encode.sharing };
    if let Some(command) = &arguments.solver {
        layered::only_layer(&arguments.set)?;
        let command = CommandLine::parse(command).map_err(|e| Failure::new(Exit::Usage, format!("--solver: {e}")))?;
        let solver = ProcessSolver::new(command);
        return match format {
            Format::Cnf => Err(Failure::new(Exit::Usage, "another solver is asked SMT-LIB and SF only")),
            _ if options.layer.layer => layered::run(&job, solver, options.layer, format, &text, |_| {}),
            _ => job.plain(solver, format, &text, |_| {}),
        };
    }
    let core = core(arguments)?;
    if format == Format::Cnf {
        return dimacs::run(&job, options.sat, core, &text);
    }
    if options.layer.layer {
        if arguments.proof.is_some() || arguments.check_proof {
            return Err(Failure::new(Exit::Usage, "answers that are used again have no proof: proofs need layer=off"));
        }
        let layer = options.layer.clone();
        let solver = match core {
            Some(core) => Embedded::over(options, core()),
            None => Embedded::new(options),
        };
        return layered::run(&job, solver, layer, format, &text, print_engine);
    }
    job.embedded(options, core, format, &text)
}

/// Another SAT core than ours, if that is asked for.
fn core(arguments: &SolveArgs) -> Result<Option<fn() -> AnyCore>, Failure> {
    if arguments.sat_core == SatCoreArg::Own {
        return Ok(None);
    }
    if arguments.proof.is_some() || arguments.check_proof {
        return Err(Failure::new(Exit::Usage, "only the core `own` has proofs"));
    }
    #[cfg(feature = "cadical")]
    return Ok(Some(|| adumbra_sat::cadical::Cadical::new().into()));
    #[cfg(not(feature = "cadical"))]
    Err(Failure::new(Exit::Usage, "this executable was built without CaDiCaL").hint("cargo build --features cadical"))
}

/// One call of the command.
struct Job<'a> {
    arguments: &'a SolveArgs,
    limits: Limits,
    path: String,
    /// Equal terms are built once.
    sharing: bool,
}

impl Job<'_> {
    /// The arena of a script or formula.
    fn terms(&self) -> Terms {
        if self.sharing { Terms::new() } else { Terms::without_sharing() }
    }

    /// Which configuration ran, on standard error.
    fn print_configuration(&self) {
        let name = self.arguments.config.as_deref().unwrap_or("default");
        let changes =
            if self.arguments.set.is_empty() { String::new() } else { format!(", {}", self.arguments.set.join(", ")) };
        match &self.arguments.solver {
            Some(command) => eprintln!("{:<21} {command}", "solver"),
            None => eprintln!("{:<21} {name}{changes}", "configuration"),
        }
    }

    fn input(&self, error: &dyn std::fmt::Display) -> Failure {
        Failure::new(Exit::Input, format!("{}: {error}", self.path))
    }

    fn failed(&self, error: &SolverError) -> Failure {
        // A process that breaks gives no answer; an answer of any solver that is wrong is worse.
        let exit = if matches!(error, SolverError::Broken { .. }) { Exit::Unknown } else { Exit::Internal };
        Failure::new(exit, format!("{}: {error}", self.path))
    }

    /// With the embedded solver, and proofs if they are asked for.
    fn embedded(
        &self,
        options: Options,
        core: Option<fn() -> AnyCore>,
        format: Format,
        text: &[u8],
    ) -> Result<Exit, Failure> {
        let mut proofs = Proofs::new(self.arguments.check_proof, self.arguments.proof.as_deref(), core)?;
        let solver = proofs.solver(&options);
        let exit = match format {
            Format::Sf => self.formula(solver, text, |_| proofs.verify(&self.path), print_engine)?,
            _ => self.script(
                solver,
                text,
                |session, forgotten| {
                    proofs.verify(&self.path)?;
                    if forgotten {
                        *session.solver_mut() = proofs.solver(&options);
                    }
                    Ok(())
                },
                print_engine,
            )?,
        };
        proofs.finish()?;
        Ok(exit)
    }

    /// With a solver as it is.
    fn plain<S: Solver>(&self, solver: S, format: Format, text: &[u8], print: impl Fn(&S)) -> Result<Exit, Failure> {
        match format {
            Format::Sf => self.formula(solver, text, |_| Ok(()), print),
            _ => self.script(solver, text, |_, _| Ok(()), print),
        }
    }

    /// Executes a script. After each command `after` is called, with whether it made the solver
    /// forget everything.
    fn script<S: Solver>(
        &self,
        solver: S,
        text: &[u8],
        mut after: impl FnMut(&mut Session<S>, bool) -> Result<(), Failure>,
        print: impl Fn(&S),
    ) -> Result<Exit, Failure> {
        let mut terms = self.terms();
        let mut reader = Reader::from_bytes(text).map_err(|e| self.input(&e))?;
        let mut session = Session::new(solver, self.limits.clone());
        session.set_check_interpolants(self.arguments.check_interpolants);
        let mut exit = Exit::Success;
        while !session.is_done()
            && let Some(command) = reader.next(&mut terms).map_err(|e| self.input(&e))?
        {
            let forgets = matches!(command, Command::Reset | Command::ResetAssertions);
            let answer = session.execute(&mut terms, command).map_err(|e| self.failed(&e))?;
            after(&mut session, forgets)?;
            if let Some(answer) = answer {
                say(&answer)?;
            }
            if session.last_is_unknown() {
                exit = Exit::Unknown;
            }
        }
        if self.arguments.stats {
            self.print_configuration();
            print_row("terms", terms.len() as u64);
            print(session.solver());
        }
        Ok(exit)
    }

    /// Solves an SF formula.
    fn formula<S: Solver>(
        &self,
        mut solver: S,
        text: &[u8],
        mut after: impl FnMut(&S) -> Result<(), Failure>,
        print: impl Fn(&S),
    ) -> Result<Exit, Failure> {
        let mut terms = self.terms();
        let formula = sf::read(&mut terms, text).map_err(|e| self.input(&e))?;
        for assertion in &formula.assertions {
            solver.assert(&mut terms, *assertion).map_err(|e| self.failed(&e))?;
        }
        let verdict = solver.check(&mut terms, &[], &self.limits).map_err(|e| self.failed(&e))?;
        after(&solver)?;
        let exit = match verdict {
            Verdict::Sat => {
                say("sat")?;
                if let (true, Some(model)) = (self.arguments.model, solver.model()) {
                    let symbols = free_symbols(&terms, &formula.assertions);
                    say(model_to_string(&terms, model, &symbols).trim_end())?;
                }
                Exit::Success
            }
            Verdict::Unsat => say("unsat").map(|()| Exit::Success)?,
            Verdict::Unknown(reason) => {
                say("unknown")?;
                eprintln!("unknown: {reason}");
                Exit::Unknown
            }
        };
        if self.arguments.stats {
            self.print_configuration();
            print_row("terms", terms.len() as u64);
            print(&solver);
        }
        Ok(exit)
    }
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|e| Failure::output("standard output", &e))
}

fn print_row(name: &str, value: u64) {
    eprintln!("{name:<21} {value}");
}

fn print_engine(solver: &Embedded) {
    let stats = solver.stats();
    print_row("gates", stats.gates as u64);
    print_row("lemmas", stats.lemmas);
    print_stats(&stats.sat, stats.variables, stats.clauses);
}

fn print_stats(stats: &Stats, variables: usize, clauses: usize) {
    print_row("variables", variables as u64);
    print_row("clauses", clauses as u64);
    print_row("queries", stats.solves);
    print_row("conflicts", stats.conflicts);
    print_row("decisions", stats.decisions);
    print_row("propagations", stats.propagations);
    print_row("restarts", stats.restarts);
    print_row("learned clauses", stats.learned);
    print_row("simplifications", stats.inprocessings);
    print_row("variables eliminated", stats.eliminated);
    print_row("pure literals", stats.pure_literals);
}
