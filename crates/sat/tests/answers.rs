//! Answers against an oracle; every step of every proof and every model is checked.

use crate::common::{
    Checked, adders, brute_force, colouring, eager, multipliers, parity, pigeons, random_cnf, random_options,
};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, SatOptions};
use adumbra_solver::configurations;
use adumbra_testing::Random;

fn check(cnf: &Cnf, options: SatOptions, expected: bool) {
    let mut checked = Checked::of(cnf, options.clone());
    let answer = checked.solve(&[]);
    let expected = if expected { Answer::Sat } else { Answer::Unsat };
    assert_eq!(answer, expected, "{options:?}\n{}", cnf.to_dimacs());
}

#[test]
fn small_random_formulas_agree_with_brute_force() {
    let mut rng = Random(1);
    for round in 0..1500 {
        let vars = 3 + rng.below(12);
        let clauses = (vars as f64 * (2.0 + rng.below(30) as f64 / 10.0)) as usize;
        let cnf = random_cnf(&mut rng, vars, clauses, 3);
        let options = if round % 2 == 0 { eager() } else { SatOptions::default() };
        check(&cnf, options, brute_force(&cnf, &[]));
    }
}

#[test]
fn any_options_give_the_same_answers() {
    let mut rng = Random(2);
    for _ in 0..1000 {
        let vars = 6 + rng.below(9);
        let clauses = (vars as f64 * (3.5 + rng.below(20) as f64 / 10.0)) as usize;
        let cnf = random_cnf(&mut rng, vars, clauses, 3);
        check(&cnf, random_options(&mut rng), brute_force(&cnf, &[]));
    }
}

#[test]
fn structured_formulas_have_known_answers() {
    let mut rng = Random(3);
    let named = configurations::ALL.iter().map(|configuration| configuration.options().sat);
    let early = |options| SatOptions { inprocess_interval: 50, ..options };
    for options in named.clone().chain(named.map(early)).chain([eager()]) {
        check(&pigeons(6, 5), options.clone(), false);
        check(&pigeons(6, 6), options.clone(), true);
        check(&parity(&mut rng, 10, true), options.clone(), false);
        check(&parity(&mut rng, 10, false), options.clone(), true);
        check(&adders(8, false), options.clone(), false);
        check(&adders(8, true), options.clone(), true);
        check(&multipliers(4), options.clone(), false);
        check(&colouring(&mut rng, 5, 100, 3), options.clone(), false);
        check(&colouring(&mut rng, 30, 40, 4), options, true);
    }
}

#[test]
fn structured_formulas_under_any_options() {
    let mut rng = Random(4);
    for _ in 0..40 {
        check(&pigeons(6, 5), random_options(&mut rng), false);
        check(&parity(&mut rng, 8, true), random_options(&mut rng), false);
        check(&adders(6, false), random_options(&mut rng), false);
        check(&adders(6, true), random_options(&mut rng), true);
        check(&multipliers(3), random_options(&mut rng), false);
    }
}

#[test]
fn chronological_backtracking_gives_the_same_answers() {
    let mut rng = Random(6);
    for distance in 0..3 {
        let options = SatOptions { chrono: true, chrono_distance: distance, ..eager() };
        for _ in 0..60 {
            let vars = 8 + rng.below(7);
            let cnf = random_cnf(&mut rng, vars, vars * 42 / 10, 3);
            check(&cnf, options.clone(), brute_force(&cnf, &[]));
        }
        let plain = SatOptions { inprocess: false, ..options.clone() };
        let mut checked = Checked::of(&multipliers(5), plain);
        assert_eq!(checked.solve(&[]), Answer::Unsat);
        assert!(checked.sat.stats().chronological > 5, "{:?}", checked.sat.stats());
        check(&adders(10, true), options, true);
    }
}
