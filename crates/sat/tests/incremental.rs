//! Incremental use: clauses, variables, assumptions and frozen variables in any order against an
//! oracle and a fresh solver.

use crate::common::{self, Checked, eager, lit, random_lit, random_options, session};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, Stats, Var};
use adumbra_testing::Random;
use adumbra_testing::clauses::{Circuit, variable};

#[test]
fn sessions_agree_with_brute_force() {
    let mut total = Stats::default();
    for seed in 0..600 {
        session(seed, eager());
        // Everything at every opportunity.
        let stats = session(seed, SatOptions { inprocess_interval: 0, eliminate_extra: 64, ..eager() });
        total.failed_literals += stats.failed_literals;
        total.vivified += stats.vivified;
        total.subsumed += stats.subsumed;
        total.strengthened += stats.strengthened;
        total.eliminated += stats.eliminated;
        total.gates += stats.gates;
        total.restored += stats.restored;
    }
    // All techniques took part.
    for count in [
        total.failed_literals,
        total.vivified,
        total.subsumed,
        total.strengthened,
        total.eliminated,
        total.gates,
        total.restored,
    ] {
        assert!(count > 20, "{total:?}");
    }
}

#[test]
fn sessions_under_any_options() {
    let mut rng = Random(77);
    for seed in 10_000..10_800 {
        session(seed, random_options(&mut rng));
    }
}

/// Larger instances, where learning and simplification have something to do: compared with a fresh
/// solver each time.
#[test]
fn growing_formulas_agree_with_a_fresh_solver() {
    let mut rng = Random(5);
    for round in 0..12 {
        let vars = 40 + rng.below(20);
        let options = if round % 2 == 0 { eager() } else { random_options(&mut rng) };
        let mut checked = Checked::new(options);
        checked.vars(vars);
        for _ in 0..12 {
            for _ in 0..vars / 3 {
                let clause: Vec<Lit> = (0..3).map(|_| random_lit(&mut rng, vars)).collect();
                checked.add(&clause);
            }
            let assumed: Vec<Lit> = (0..rng.below(6)).map(|_| random_lit(&mut rng, vars)).collect();
            let answer = checked.solve(&assumed);
            let mut fresh = Sat::new(SatOptions { inprocess: false, ..SatOptions::default() });
            for _ in 0..vars {
                fresh.new_var();
            }
            checked.cnf.clauses.iter().for_each(|clause| fresh.add_clause(clause));
            assert_eq!(answer, fresh.solve(&assumed, &Limits::none()));
        }
    }
}

#[test]
fn eliminated_variables_come_back_when_used() {
    let bits = 6;
    let mut circuit = Circuit::new(2 * bits + 1);
    let left: Vec<i32> = (0..bits).map(variable).collect();
    let right: Vec<i32> = (bits..2 * bits).map(variable).collect();
    let zero = -variable(2 * bits);
    let first = circuit.multiply(&left, &right, zero);
    let second = circuit.multiply(&right, &left, zero);
    let cnf = common::cnf(circuit.formula);
    let mut checked = Checked::of(&cnf, SatOptions { inprocess_interval: 20, ..SatOptions::default() });
    let zero = lit(zero);
    for (a, b) in first.into_iter().map(lit).zip(second.into_iter().map(lit)) {
        assert_eq!(checked.solve(&[!zero, a, !b]), Answer::Unsat);
        assert_eq!(checked.solve(&[!zero, a, b]), Answer::Sat);
    }
    let stats = *checked.sat.stats();
    assert!(stats.eliminated > 0 && stats.restored > 0, "{stats:?}");
    // Every variable can be asked for and constrained.
    for index in 0..checked.cnf.vars {
        checked.solve(&[Var::new(index).negative()]);
    }
    let all: Vec<Lit> = (0..checked.cnf.vars).map(|index| Var::new(index).positive()).collect();
    checked.add(&all);
    assert_eq!(checked.solve(&[]), Answer::Sat);
}

#[test]
fn frozen_variables_stay() {
    let cnf = common::multipliers(5);
    let mut checked = Checked::of(&cnf, SatOptions { inprocess_interval: 20, ..SatOptions::default() });
    for index in 0..cnf.vars {
        checked.sat.freeze(Var::new(index));
    }
    assert_eq!(checked.solve(&[]), Answer::Unsat);
    assert!(checked.sat.stats().inprocessings > 0);
    assert_eq!(checked.sat.stats().eliminated, 0);
}

#[test]
fn cores_are_minimised_on_request() {
    // x1 .. x6 assumed; x2 and x5 exclude each other, and so do x1, x3 and x4 together.
    let mut checked = Checked::new(SatOptions::default());
    checked.vars(6);
    let lit = |number: i64| Lit::from_dimacs(number).unwrap();
    checked.add(&[lit(-1), lit(-3), lit(-4)]);
    checked.add(&[lit(-2), lit(-5)]);
    let all: Vec<Lit> = (1..=6).map(lit).collect();
    assert_eq!(checked.solve(&all), Answer::Unsat);
    let core = checked.sat.minimize_core(&Limits::none()).to_vec();
    for leave_out in 0..core.len() {
        let mut rest = core.clone();
        rest.remove(leave_out);
        assert_eq!(checked.solve(&rest), Answer::Sat);
    }
    assert_eq!(checked.solve(&core), Answer::Unsat);
}

#[test]
fn contradicting_assumptions_are_the_core() {
    let mut checked = Checked::new(SatOptions::default());
    checked.vars(2);
    let lit = |number: i64| Lit::from_dimacs(number).unwrap();
    assert_eq!(checked.solve(&[lit(2), lit(1), lit(-1)]), Answer::Unsat);
    assert_eq!(checked.sat.failed_assumptions(), [lit(-1), lit(1)]);
    checked.add(&[lit(-2)]);
    assert_eq!(checked.solve(&[lit(1), lit(2)]), Answer::Unsat);
    assert_eq!(checked.sat.failed_assumptions(), [lit(2)]);
    checked.add(&[lit(2)]);
    assert_eq!(checked.solve(&[lit(1)]), Answer::Unsat);
    assert!(checked.sat.failed_assumptions().is_empty());
    assert!(checked.sat.is_unsat());
}

#[test]
fn values_are_there_after_sat_only() {
    let mut checked = Checked::new(SatOptions::default());
    checked.vars(2);
    let lit = |number: i64| Lit::from_dimacs(number).unwrap();
    checked.add(&[lit(1), lit(2)]);
    assert_eq!(checked.sat.value(lit(1)), None);
    assert_eq!(checked.solve(&[lit(-1)]), Answer::Sat);
    assert_eq!(checked.sat.value(lit(2)), Some(true));
    checked.add(&[lit(-2)]);
    assert_eq!(checked.sat.value(lit(2)), None);
    assert_eq!(checked.sat.model(), None);
    assert_eq!(checked.solve(&[lit(-1)]), Answer::Unsat);
    assert_eq!(checked.sat.value(lit(2)), None);
}

#[test]
fn retired_guards_bind_nothing() {
    for seed in 0..200 {
        let mut rng = Random(seed);
        let mut checked = Checked::new(random_options(&mut rng));
        checked.vars(6);
        // Guards that are assumed, with their clauses.
        let mut live: Vec<(Lit, Vec<Vec<Lit>>)> = Vec::new();
        for _ in 0..25 {
            match rng.below(4) {
                0 if live.len() < 8 && checked.cnf.vars < 60 => {
                    checked.vars(1);
                    let guard = Var::new(checked.cnf.vars - 1).positive();
                    let clauses: Vec<Vec<Lit>> =
                        (0..1 + rng.below(6)).map(|_| (0..2).map(|_| random_lit(&mut rng, 6)).collect()).collect();
                    for clause in &clauses {
                        checked.add(&[&[!guard], &clause[..]].concat());
                    }
                    live.push((guard, clauses));
                }
                1 if !live.is_empty() => {
                    let (guard, _) = live.pop().expect("one is there");
                    checked.sat.retire(!guard);
                }
                _ => {
                    let mut guards: Vec<Lit> = live.iter().map(|(guard, _)| *guard).collect();
                    let extra = random_lit(&mut rng, 6);
                    guards.push(extra);
                    let mut clauses: Vec<Vec<Lit>> = live.iter().flat_map(|(_, clauses)| clauses.clone()).collect();
                    clauses.push(vec![extra]);
                    let expected = common::brute_force(&Cnf { vars: 6, clauses }, &[]);
                    let answer = checked.solve(&guards);
                    assert_eq!(answer, if expected { Answer::Sat } else { Answer::Unsat }, "seed {seed}");
                }
            }
        }
    }
}
