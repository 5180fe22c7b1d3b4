//! DIMACS formulas: answers as in SAT competitions, proofs written while they are found.

use super::{Job, print_stats, say};
use crate::failure::{Exit, Failure};
use adumbra_sat::certify::Certifier;
use adumbra_sat::cores::AnyCore;
use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Answer, Lit, Lrat, Sat, SatOptions, Tracer, Var};
use adumbra_terms::dimacs::Cnf;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Who is told of the proof.
enum Witness {
    None,
    File(Arc<Mutex<Lrat<BufWriter<File>>>>),
    Checker(Arc<Mutex<Certifier>>),
}

/// Solves a formula.
pub(super) fn run(job: &Job, options: SatOptions, core: Option<fn() -> AnyCore>, text: &[u8]) -> Result<Exit, Failure> {
    let cnf = Cnf::read(text).map_err(|e| job.input(&e))?;
    let witness = witness(job)?;
    let tracer: Option<Box<dyn Tracer>> = match &witness {
        Witness::None => None,
        Witness::File(writer) => Some(Box::new(writer.clone())),
        Witness::Checker(certifier) => Some(Box::new(certifier.clone())),
    };
    let mut sat: AnyCore = match (tracer, core) {
        (_, Some(core)) => core(),
        (None, None) => Sat::new(options).into(),
        (Some(tracer), None) => {
            let mut sat = Sat::with_tracer(options, tracer);
            sat.reserve_ids(cnf.len() as u64);
            sat.into()
        }
    };
    for _ in 0..cnf.variables() {
        sat.new_var();
    }
    let mut lits: Vec<Lit> = Vec::new();
    for clause in cnf.clauses() {
        lits.clear();
        lits.extend(clause.iter().filter_map(|number| Lit::from_dimacs((*number).into())));
        sat.add_clause(&lits);
    }
    let answer = sat.solve(&[], &job.limits);
    if job.arguments.stats {
        job.print_configuration();
        print_stats(&sat.stats(), sat.num_vars(), sat.num_clauses());
    }
    match answer {
        Answer::Sat => {
            let value = |index: usize| sat.value(Var::new(index).positive());
            let model: Option<Vec<bool>> = (0..sat.num_vars()).map(value).collect();
            let model = model.filter(|model| satisfies(&cnf, model));
            let wrong = || Failure::new(Exit::Internal, format!("{}: the model is wrong", job.path));
            let model = model.ok_or_else(wrong)?;
            finish(&witness, job)?;
            say("s SATISFIABLE")?;
            let literals = model.iter().enumerate().map(|(i, v)| format!("{}{}", if *v { "" } else { "-" }, i + 1));
            say(&format!("v {} 0", literals.collect::<Vec<_>>().join(" ")))?;
            Ok(Exit::Success)
        }
        Answer::Unsat => {
            finish(&witness, job)?;
            if job.arguments.check_proof {
                check(&cnf, &witness, job)?;
            }
            say("s UNSATISFIABLE")?;
            Ok(Exit::Success)
        }
        Answer::Unknown(reason) => {
            finish(&witness, job)?;
            say("s UNKNOWN")?;
            say(&format!("c {reason}"))?;
            Ok(Exit::Unknown)
        }
    }
}

fn witness(job: &Job) -> Result<Witness, Failure> {
    match &job.arguments.proof {
        Some(file) => {
            let out = File::create(file).map_err(|e| Failure::output(&file.display().to_string(), &e))?;
            Ok(Witness::File(Arc::new(Mutex::new(Lrat::text(BufWriter::new(out))))))
        }
        None if job.arguments.check_proof => Ok(Witness::Checker(Arc::new(Mutex::new(Certifier::new(true, false))))),
        None => Ok(Witness::None),
    }
}

fn satisfies(cnf: &Cnf, model: &[bool]) -> bool {
    let holds = |lit: &i32| model.get(lit.unsigned_abs() as usize - 1).is_some_and(|value| *value == (*lit > 0));
    cnf.clauses().all(|clause| clause.iter().any(holds))
}

fn finish(witness: &Witness, job: &Job) -> Result<(), Failure> {
    if let (Witness::File(writer), Some(file)) = (witness, &job.arguments.proof) {
        let finished = writer.lock().unwrap_or_else(PoisonError::into_inner).finish();
        finished.map_err(|e| Failure::output(&file.display().to_string(), &e))?;
    }
    Ok(())
}

/// Checks the proof, as it stands in its file if there is one.
fn check(cnf: &Cnf, witness: &Witness, job: &Job) -> Result<(), Failure> {
    let wrong =
        |e: &dyn std::fmt::Display| Failure::new(Exit::Internal, format!("{}: the proof is wrong: {e}", job.path));
    match (witness, &job.arguments.proof) {
        (Witness::Checker(certifier), _) => {
            let certifier = certifier.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(error) = certifier.error() {
                return Err(wrong(&error));
            }
            if certifier.answers() != 1 {
                return Err(wrong(&"it does not end in a contradiction"));
            }
        }
        (_, Some(file)) => check_file(cnf, file).map_err(|e| wrong(&e))?,
        _ => {}
    }
    say("c proof checked")
}

fn check_file(cnf: &Cnf, file: &Path) -> Result<(), String> {
    let mut checker = Checker::new();
    for (index, clause) in cnf.clauses().enumerate() {
        checker.original(index as u64 + 1, clause).map_err(|e| e.to_string())?;
    }
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    checker.check_text(&text).map_err(|e| e.to_string())
}
