//! Answers and proofs against other programs, where these are installed.

use std::process::{Command, Stdio};

use crate::common::{Checked, adders, colouring, eager, multipliers, parity, random_3sat, random_options};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, SatOptions};
use adumbra_testing::Random;

/// The answer of another solver: by exit code, 10 for satisfiable and 20 for unsatisfiable.
fn ask(program: &str, cnf: &Cnf) -> Option<Answer> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("formula.cnf");
    std::fs::write(&path, cnf.to_dimacs()).unwrap();
    let status =
        Command::new(program).arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.code() == Some(10) => Some(Answer::Sat),
        Ok(status) if status.code() == Some(20) => Some(Answer::Unsat),
        Ok(status) => panic!("{program} ended with {status}"),
        Err(_) => None,
    }
}

fn formulas() -> Vec<Cnf> {
    let mut rng = Random(8);
    let mut formulas: Vec<Cnf> = (0..60)
        .map(|_| {
            let vars = 50 + rng.below(50);
            random_3sat(&mut rng, vars, vars * 426 / 100)
        })
        .collect();
    for _ in 0..6 {
        formulas.push(colouring(&mut rng, 40, 90, 3));
        formulas.push(parity(&mut rng, 10, true));
    }
    formulas.extend([adders(12, false), adders(12, true), multipliers(4)]);
    formulas
}

fn compare(program: &str) {
    let mut rng = Random(9);
    for (index, cnf) in formulas().iter().enumerate() {
        let Some(expected) = ask(program, cnf) else {
            eprintln!("skipped: {program} is not installed");
            return;
        };
        let options = match index % 3 {
            0 => SatOptions::default(),
            1 => eager(),
            _ => random_options(&mut rng),
        };
        assert_eq!(Checked::of(cnf, options).solve(&[]), expected, "{}", cnf.to_dimacs());
    }
}

#[test]
fn minisat_agrees() {
    compare("minisat");
}

#[test]
fn cadical_agrees() {
    compare("cadical");
}
