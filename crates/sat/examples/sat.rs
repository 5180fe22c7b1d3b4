//! Solves a DIMACS file: `sat FILE.cnf [--proof FILE] [--binary] [--check] [--set option=value]…
//! [--stats] [--quiet]`.
//!
//! Prints what SAT competitions want and exits with 10 for satisfiable, 20 for unsatisfiable, 0 for
//! unknown and 1 for errors.

use adumbra_stop::Stop;
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use adumbra_options::OptionTable;
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Answer, Limits, Lrat, Sat, SatOptions};

struct Arguments {
    file: String,
    proof: Option<String>,
    binary: bool,
    check: bool,
    stats: bool,
    quiet: bool,
    limits: Limits,
    options: SatOptions,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut result = Arguments {
        file: String::new(),
        proof: None,
        binary: false,
        check: false,
        stats: false,
        quiet: false,
        limits: Limits::none(),
        options: SatOptions::default(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--proof" => result.proof = Some(value()?),
            "--binary" => result.binary = true,
            "--check" => result.check = true,
            "--stats" => result.stats = true,
            "--quiet" => result.quiet = true,
            "--time" => {
                result.limits.stop = Stop::never().by(Instant::now() + Duration::from_secs_f64(value()?.parse()?))
            }
            "--set" => {
                let setting = value()?;
                let (name, text) = setting.split_once('=').ok_or("--set needs option=value")?;
                result.options.set(name, text)?;
            }
            file => result.file = file.to_owned(),
        }
    }
    if result.file.is_empty() {
        return Err("which file?".into());
    }
    Ok(result)
}

fn run() -> Result<Answer, Box<dyn Error>> {
    let arguments = arguments()?;
    let cnf = Cnf::parse(&std::fs::read(&arguments.file)?)?;
    let proof_file = match (&arguments.proof, arguments.check) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => return Err("--check needs --proof".into()),
        (None, false) => None,
    };
    let writer = match &proof_file {
        None => None,
        Some(path) => {
            let out = BufWriter::new(File::create(path)?);
            Some(Arc::new(Mutex::new(if arguments.binary { Lrat::binary(out) } else { Lrat::text(out) })))
        }
    };
    let mut sat = match &writer {
        None => Sat::new(arguments.options),
        Some(writer) => Sat::with_tracer(arguments.options, Box::new(writer.clone())),
    };
    sat.reserve_ids(cnf.clauses.len() as u64);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    for clause in &cnf.clauses {
        sat.add_clause(clause);
    }
    let answer = sat.solve(&[], &arguments.limits);
    if let Some(writer) = &writer {
        writer.lock().unwrap_or_else(PoisonError::into_inner).finish()?;
    }
    if arguments.stats {
        println!("c {:#?}", sat.stats());
    }
    match answer {
        Answer::Sat => {
            println!("s SATISFIABLE");
            let model = sat.model().ok_or("a model is missing")?;
            if !cnf.is_satisfied_by(&model) {
                return Err("the model is wrong".into());
            }
            if !arguments.quiet {
                for (index, value) in model.iter().enumerate() {
                    println!("v {}{}", if *value { "" } else { "-" }, index + 1);
                }
                println!("v 0");
            }
        }
        Answer::Unsat => {
            println!("s UNSATISFIABLE");
            if let (true, Some(path)) = (arguments.check, &proof_file) {
                let mut checker = Checker::new();
                for (index, clause) in cnf.clauses.iter().enumerate() {
                    let lits: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
                    checker.original(index as u64 + 1, &lits)?;
                }
                if arguments.binary {
                    checker.check_binary(&std::fs::read(path)?)?;
                } else {
                    checker.check_text(&std::fs::read_to_string(path)?)?;
                }
                println!("c proof checked");
            }
        }
        Answer::Unknown(reason) => println!("s UNKNOWN\nc {reason:?}"),
    }
    Ok(answer)
}

fn main() -> ExitCode {
    match run() {
        Ok(Answer::Sat) => ExitCode::from(10),
        Ok(Answer::Unsat) => ExitCode::from(20),
        Ok(Answer::Unknown(_)) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
