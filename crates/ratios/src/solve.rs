//! The embedded solver by itself, without what the command line brings.

use crate::SolveArguments;
use adumbra_solver::dimacs::Cnf;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::sat::{Answer, Limits, Sat, SatOptions};
use adumbra_solver::script::Session;
use adumbra_terms::Terms;
use adumbra_terms::smtlib::Reader;
use std::error::Error;
use std::io::Write;

/// Answers the file.
pub fn run(arguments: &SolveArguments) -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    for setting in &arguments.set {
        let (name, value) = setting.split_once('=').ok_or("--set needs option=value")?;
        options.set(name, value)?;
    }
    let bytes = std::fs::read(&arguments.file)?;
    if arguments.file.extension().is_some_and(|extension| extension == "cnf") {
        return formula(&bytes, options.sat, arguments.stats);
    }
    let mut terms = Terms::new();
    let mut session = Session::new(Embedded::new(options), Limits::none());
    let mut reader = Reader::from_bytes(&bytes)?;
    let mut out = std::io::stdout().lock();
    while let Some(command) = reader.next(&mut terms)? {
        if let Some(answer) = session.execute(&mut terms, command)? {
            writeln!(out, "{answer}")?;
        }
        if session.is_done() {
            break;
        }
    }
    if arguments.stats {
        eprintln!("{:#?}", session.solver().stats());
    }
    Ok(())
}

fn formula(bytes: &[u8], options: SatOptions, stats: bool) -> Result<(), Box<dyn Error>> {
    let cnf = Cnf::parse(bytes)?;
    let mut sat = Sat::new(options);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    let answer = sat.solve(&[], &Limits::none());
    if stats {
        eprintln!("{:#?}", sat.stats());
    }
    match answer {
        Answer::Sat => {
            let model = sat.model().ok_or("a model is missing")?;
            if !cnf.is_satisfied_by(&model) {
                return Err("the model is wrong".into());
            }
            println!("sat");
        }
        Answer::Unsat => println!("unsat"),
        Answer::Unknown(reason) => println!("unknown\n{reason}"),
    }
    Ok(())
}
