//! CaDiCaL as a SAT core: the same answers as ours, and limits that hold.

use adumbra_sat::cadical::Cadical;
use adumbra_sat::cores::SatCore;
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, StopReason};
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::script::Session;
use adumbra_stop::Stop;
use adumbra_terms::Terms;
use adumbra_terms::smtlib::Reader;
use adumbra_testing::Random;
use adumbra_testing::clauses::{Clauses, literal, pigeons, random_cnf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number.into()).expect("a literal")
}

fn cnf(formula: &Clauses) -> Cnf {
    let clauses = formula.clauses.iter().map(|clause| clause.iter().copied().map(lit).collect());
    Cnf { vars: formula.vars, clauses: clauses.collect() }
}

#[test]
fn answers_models_and_cores_agree_with_our_core() {
    let mut rng = Random(11);
    for _ in 0..300 {
        let vars = 5 + rng.below(15);
        let cnf = cnf(&random_cnf(&mut rng, vars, vars * 4, 3));
        let (mut own, mut other) = (Sat::new(SatOptions::default()), Cadical::new());
        for _ in 0..cnf.vars {
            assert_eq!(own.new_var(), other.new_var());
        }
        for clause in &cnf.clauses {
            own.add_clause(clause);
            other.add_clause(clause);
        }
        for _ in 0..4 {
            let assumptions: Vec<Lit> = (0..rng.below(5)).map(|_| lit(literal(&mut rng, cnf.vars))).collect();
            let answer = other.solve(&assumptions, &Limits::none());
            assert_eq!(answer, own.solve(&assumptions, &Limits::none()));
            if answer == Answer::Sat {
                let holds = |lit: &Lit| other.value(*lit) == Some(true);
                assert!(cnf.clauses.iter().all(|clause| clause.iter().any(holds)) && assumptions.iter().all(holds));
            } else {
                let core = other.failed_assumptions().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert_eq!(own.solve(&core, &Limits::none()), Answer::Unsat);
            }
            let clause: Vec<Lit> = (0..3).map(|_| lit(literal(&mut rng, cnf.vars))).collect();
            // The models above were checked on the clauses of the formula only, which stay.
            own.add_clause(&clause);
            other.add_clause(&clause);
        }
    }
}

#[test]
fn limits_are_kept() {
    let cnf = cnf(&pigeons(13, 12));
    let mut sat = Cadical::new();
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    assert_eq!(sat.solve(&[], &Limits::conflicts(50)), Answer::Unknown(StopReason::Conflicts));
    let deadline = Instant::now() + Duration::from_millis(100);
    let limits = Limits::until(Stop::never().by(deadline));
    assert_eq!(sat.solve(&[], &limits), Answer::Unknown(StopReason::Deadline));
    println!("{:?} after the deadline", deadline.elapsed());
    assert!(deadline.elapsed() < Duration::from_secs(1));
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = cancel.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let limits = Limits::until(Stop::never().when(&cancel));
    assert_eq!(sat.solve(&[], &limits), Answer::Unknown(StopReason::Cancelled));
    println!("{:?} after the cancellation", thread.join().unwrap().elapsed());
}

#[test]
fn scripts_run_on_it() {
    let text = "(declare-const x (_ BitVec 16)) (declare-const m (Array (_ BitVec 16) (_ BitVec 16)))
        (assert (= (bvmul x x) #x0051)) (assert (bvult x #x0010)) (check-sat) (get-value (x))
        (push 1) (assert (! (not (= (select (store m x #x0001) #x0009) #x0001)) :named stored)) (check-sat) (get-unsat-core) (pop 1)
        (check-sat) (reset) (declare-const p Bool) (assert p) (check-sat) (assert (not p)) (check-sat)";
    let mut terms = Terms::new();
    let mut reader = Reader::new(text);
    let mut session = Session::new(Embedded::over(Options::default(), Cadical::new()), Limits::none());
    let mut answers = Vec::new();
    while let Some(command) = reader.next(&mut terms).unwrap() {
        answers.extend(session.execute(&mut terms, command).unwrap());
    }
    assert_eq!(answers, ["sat", "((x #x0009))", "unsat", "(stored)", "sat", "sat", "unsat"]);
}
