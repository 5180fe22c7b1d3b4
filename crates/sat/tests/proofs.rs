//! Proofs as files and in memory.

use std::sync::{Arc, Mutex};

use crate::common::{adders, eager, multipliers, pigeons, random_options};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::lrat_check::{Cause, Checker};
use adumbra_sat::{Answer, Event, Limits, Lit, Lrat, MemoryProof, Sat, SatOptions, Tracer};
use adumbra_testing::Random;

fn refute(cnf: &Cnf, options: SatOptions, tracer: Box<dyn Tracer>) {
    let mut sat = Sat::with_tracer(options, tracer);
    sat.reserve_ids(cnf.clauses.len() as u64);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    assert_eq!(sat.solve(&[], &Limits::none()), Answer::Unsat);
}

fn checker(cnf: &Cnf) -> Checker {
    let mut checker = Checker::new();
    for (index, clause) in cnf.clauses.iter().enumerate() {
        let lits: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
        checker.original(index as u64 + 1, &lits).unwrap();
    }
    checker
}

fn text_proof(cnf: &Cnf, options: SatOptions) -> String {
    let writer = Arc::new(Mutex::new(Lrat::text(Vec::new())));
    refute(cnf, options, Box::new(writer.clone()));
    let writer = Arc::into_inner(writer).unwrap().into_inner().unwrap();
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// Clauses that need simplification when added: duplicates, tautologies, literals that are decided.
fn untidy() -> Cnf {
    Cnf::parse(b"p cnf 3 7\n1 0\n-1 2 2 0\n3 -3 0\n-2 -1 3 0\n1 2 0\n-3 -3 -1 0\n2 3 0\n").unwrap()
}

#[test]
fn text_and_binary_proofs_are_accepted() {
    for cnf in [untidy(), pigeons(6, 5), adders(8, false), multipliers(4)] {
        for options in [SatOptions::default(), eager()] {
            checker(&cnf).check_text(&text_proof(&cnf, options.clone())).unwrap();
            let writer = Arc::new(Mutex::new(Lrat::binary(Vec::new())));
            refute(&cnf, options, Box::new(writer.clone()));
            let writer = Arc::into_inner(writer).unwrap().into_inner().unwrap();
            checker(&cnf).check_binary(&writer.into_inner().unwrap()).unwrap();
        }
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let cnf = pigeons(5, 4);
    let proof = text_proof(&cnf, SatOptions::default());
    let lines: Vec<&str> = proof.lines().collect();
    let additions: Vec<usize> = (0..lines.len()).filter(|&index| !lines[index].contains(" d ")).collect();
    let mut refused = 0;
    for &index in &additions {
        // Leave the last antecedent out: the one that becomes false.
        let mut words: Vec<&str> = lines[index].split(' ').collect();
        words.remove(words.len() - 2);
        let mut damaged = lines.clone();
        let line = words.join(" ");
        damaged[index] = &line;
        refused += usize::from(checker(&cnf).check_text(&damaged.join("\n")).is_err());
    }
    assert_eq!(refused, additions.len());
    let without_end = lines[..lines.len() - 1].join("\n");
    assert!(checker(&cnf).check_text(&without_end).is_err());
    let mut wrong_formula = cnf.clone();
    wrong_formula.clauses[0] = wrong_formula.clauses[1].clone();
    assert!(checker(&wrong_formula).check_text(&proof).is_err());
    assert_eq!(checker(&cnf).check_text("").unwrap_err().cause, Cause::NotRefuted);
}

/// Resolving the antecedents from the last to the first gives the derived clause or a part of it,
/// each step on exactly one variable.
#[test]
fn antecedents_are_a_linear_resolution() {
    let mut rng = Random(12);
    for round in 0..30 {
        let cnf = if round % 2 == 0 { pigeons(5, 4) } else { adders(5, false) };
        let proof = Arc::new(Mutex::new(MemoryProof::default()));
        refute(&cnf, random_options(&mut rng), Box::new(proof.clone()));
        let proof = proof.lock().unwrap();
        let mut clauses = std::collections::HashMap::new();
        let mut derived = 0;
        for event in &proof.events {
            match event {
                Event::Original(id, lits) => {
                    clauses.insert(*id, lits.to_vec());
                }
                Event::Derived(id, lits, antecedents) => {
                    derived += 1;
                    let mut current: Vec<Lit> = clauses[antecedents.last().unwrap()].clone();
                    for antecedent in antecedents.iter().rev().skip(1) {
                        let clause = &clauses[antecedent];
                        let pivots: Vec<Lit> = clause.iter().copied().filter(|&lit| current.contains(&!lit)).collect();
                        assert_eq!(pivots.len(), 1, "{clause:?} with {current:?}");
                        current.retain(|&lit| lit != !pivots[0]);
                        current.extend(clause.iter().copied().filter(|&lit| lit != pivots[0]));
                    }
                    assert!(current.iter().all(|lit| lits.contains(lit)), "{current:?} is not {lits:?}");
                    clauses.insert(*id, lits.to_vec());
                }
                Event::Deleted(_) => {}
                Event::Concluded(core, clause) => {
                    assert!(core.is_empty());
                    assert!(clauses[&clause.unwrap()].is_empty());
                }
            }
        }
        assert!(derived > 0);
    }
}
