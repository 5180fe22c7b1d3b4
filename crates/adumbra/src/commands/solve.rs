//! `adumbra solve`: SMT-LIB scripts and DIMACS formulas.

use super::Context;
use crate::failure::{Exit, Failure};
use adumbra_options::OptionTable;
use adumbra_solver::dimacs::Cnf;
use adumbra_solver::engine::Embedded;
use adumbra_solver::lrat_check::Checker;
use adumbra_solver::sat::{Answer, Limits, Lrat, Sat, SatOptions, Stats};
use adumbra_solver::script::Session;
use adumbra_terms::Terms;
use adumbra_terms::smtlib::Reader;
use clap::Args;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What `adumbra solve` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// An SMT-LIB script (.smt2) or a formula in DIMACS (.cnf)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Set an option of the SAT core
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Write a proof in LRAT when a DIMACS formula is unsatisfiable
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Check the proof with the independent checker
    #[arg(long, requires = "proof")]
    check_proof: bool,
    /// Print what the solver did to standard error
    #[arg(long)]
    stats: bool,
}

const EXAMPLES: &str = "\
Examples:
  adumbra solve query.smt2                             answers as SMT-LIB solvers give them
  adumbra solve formula.cnf --proof p.lrat --check-proof
  adumbra solve query.smt2 --timeout 10 --stats

Bit-vectors, arrays of bit-vectors and uninterpreted functions are solved (QF_AUFBV).
Exit code 0 if every query was answered, 5 if one was not.";

/// Runs the command.
pub fn run(arguments: &SolveArgs, context: &Context) -> Result<Exit, Failure> {
    let mut options = SatOptions::default();
    for setting in &arguments.set {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| Failure::new(Exit::Usage, format!("{setting}: not option=value")))?;
        options.set(name, value).map_err(|e| Failure::new(Exit::Usage, e.to_string()))?;
    }
    let limits = Limits { deadline: context.deadline, ..Limits::none() };
    let path = arguments.file.display().to_string();
    let text = std::fs::read(&arguments.file).map_err(|e| Failure::new(Exit::Input, format!("{path}: {e}")))?;
    match arguments.file.extension().and_then(|e| e.to_str()) {
        Some("cnf" | "dimacs") => dimacs(arguments, options, &limits, &path, &text),
        Some("smt2" | "smt") => script(arguments, options, limits, &path, &text),
        _ => Err(Failure::new(Exit::Input, format!("{path}: neither .smt2 nor .cnf"))),
    }
}

fn script(
    arguments: &SolveArgs,
    options: SatOptions,
    limits: Limits,
    path: &str,
    text: &[u8],
) -> Result<Exit, Failure> {
    if arguments.proof.is_some() {
        return Err(Failure::new(Exit::Usage, "proofs are written for DIMACS formulas only".to_owned()));
    }
    let input = |e: &dyn std::fmt::Display| Failure::new(Exit::Input, format!("{path}: {e}"));
    let mut terms = Terms::new();
    let mut reader = Reader::from_bytes(text).map_err(|e| input(&e))?;
    let mut session = Session::new(Embedded::new(options), limits);
    let mut exit = Exit::Success;
    while !session.is_done()
        && let Some(command) = reader.next(&mut terms).map_err(|e| input(&e))?
    {
        let answer =
            session.execute(&mut terms, command).map_err(|e| Failure::new(Exit::Internal, format!("{path}: {e}")))?;
        if let Some(answer) = answer {
            say(&answer)?;
        }
        if session.last_is_unknown() {
            exit = Exit::Unknown;
        }
    }
    if arguments.stats {
        let stats = session.solver().stats();
        eprintln!("terms                 {}", terms.len());
        eprintln!("gates                 {}", stats.gates);
        eprintln!("lemmas                {}", stats.lemmas);
        print_stats(&stats.sat, stats.variables, stats.clauses);
    }
    Ok(exit)
}

fn dimacs(
    arguments: &SolveArgs,
    options: SatOptions,
    limits: &Limits,
    path: &str,
    text: &[u8],
) -> Result<Exit, Failure> {
    let cnf = Cnf::parse(text).map_err(|e| Failure::new(Exit::Input, format!("{path}: {e}")))?;
    let mut writer = None;
    let mut sat = match &arguments.proof {
        None => Sat::new(options),
        Some(file) => {
            let out = std::fs::File::create(file).map_err(|e| Failure::output(&file.display().to_string(), &e))?;
            let shared = Arc::new(Mutex::new(Lrat::text(BufWriter::new(out))));
            writer = Some(shared.clone());
            Sat::with_tracer(options, Box::new(shared))
        }
    };
    sat.reserve_ids(cnf.clauses.len() as u64);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    for clause in &cnf.clauses {
        sat.add_clause(clause);
    }
    let answer = sat.solve(&[], limits);
    if let (Some(writer), Some(file)) = (&writer, &arguments.proof) {
        let finished = writer.lock().unwrap_or_else(PoisonError::into_inner).finish();
        finished.map_err(|e| Failure::output(&file.display().to_string(), &e))?;
    }
    if arguments.stats {
        print_stats(sat.stats(), sat.num_vars(), sat.num_clauses());
    }
    match answer {
        Answer::Sat => {
            let model = sat.model().filter(|m| cnf.is_satisfied_by(m));
            let model = model.ok_or_else(|| Failure::new(Exit::Internal, format!("{path}: the model is wrong")))?;
            say("s SATISFIABLE")?;
            let literals = model.iter().enumerate().map(|(i, v)| format!("{}{}", if *v { "" } else { "-" }, i + 1));
            say(&format!("v {} 0", literals.collect::<Vec<_>>().join(" ")))?;
            Ok(Exit::Success)
        }
        Answer::Unsat => {
            if let (true, Some(file)) = (arguments.check_proof, &arguments.proof) {
                check_proof(&cnf, file, path)?;
            }
            say("s UNSATISFIABLE")?;
            Ok(Exit::Success)
        }
        Answer::Unknown(reason) => {
            say("s UNKNOWN")?;
            say(&format!("c {reason:?}"))?;
            Ok(Exit::Unknown)
        }
    }
}

fn check_proof(cnf: &Cnf, file: &Path, path: &str) -> Result<(), Failure> {
    let wrong = |e: &dyn std::fmt::Display| Failure::new(Exit::Internal, format!("{path}: the proof is wrong: {e}"));
    let mut checker = Checker::new();
    for (index, clause) in cnf.clauses.iter().enumerate() {
        let lits: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
        checker.original(index as u64 + 1, &lits).map_err(|e| wrong(&e))?;
    }
    let text = std::fs::read_to_string(file).map_err(|e| wrong(&e))?;
    checker.check_text(&text).map_err(|e| wrong(&e))?;
    if !checker.is_refuted() {
        return Err(wrong(&"it does not end in a contradiction"));
    }
    say("c proof checked")
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|e| Failure::output("standard output", &e))
}

fn print_stats(stats: &Stats, variables: usize, clauses: usize) {
    let rows = [
        ("variables", variables as u64),
        ("clauses", clauses as u64),
        ("queries", stats.solves),
        ("conflicts", stats.conflicts),
        ("decisions", stats.decisions),
        ("propagations", stats.propagations),
        ("restarts", stats.restarts),
        ("learned clauses", stats.learned),
        ("variables eliminated", stats.eliminated),
    ];
    for (name, value) in rows {
        eprintln!("{name:<21} {value}");
    }
}
