//! Interpolants of random contradictions, from every source, against the definition, against all assignments and against another solver.

mod interpolation;

use adumbra_solver::interpolate::definition::{Finding, check, describe};
use adumbra_solver::interpolate::{Interpolation, Query, Sequence, Settings, run};
use adumbra_solver::sat::Limits;
use adumbra_terms::{Op, Term, Terms};
use interpolation::{Random, brute_force, random_atom};

/// Random parts over a chain of variables: each part knows some of the variables around it.
fn random_parts(terms: &mut Terms, random: &mut Random, width: u32) -> Vec<Vec<Term>> {
    let sort = terms.bv_sort(width);
    let bool_sort = terms.bool_sort();
    let count = 2 + random.below(4);
    (0..count)
        .map(|part| {
            let near = |random: &mut Random| part + random.below(2);
            let mut pool: Vec<Term> = Vec::new();
            for name in ["x", "y"] {
                let number = near(random);
                pool.push(terms.var(&format!("{name}{number}"), sort));
            }
            let flags = vec![terms.var(&format!("b{}", near(random)), bool_sort), terms.var("c", bool_sort)];
            let constant = random.below(1 << width.min(8)) as u64;
            pool.push(terms.bv_u64(width, constant));
            for _ in 0..1 + random.below(3) {
                let (a, b) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
                let ops = [Op::BvAdd, Op::BvAdd, Op::BvMul, Op::BvXor, Op::BvAnd, Op::BvOr, Op::BvShl, Op::BvUdiv];
                let op = ops[random.below(ops.len())];
                pool.push(terms.try_mk(op, sort, &[a, b]).expect("operands that fit"));
            }
            (0..1 + random.below(3)).map(|_| random_atom(terms, random, &pool, &flags)).collect()
        })
        .collect()
}

fn checked(terms: &mut Terms, parts: &[Vec<Term>], sequence: &Sequence) {
    let finding = check(terms, parts, &sequence.interpolants, &Limits::none(), &Settings::default());
    let text = || format!("{}: {}", sequence.source, describe(terms, &sequence.interpolants));
    assert_eq!(finding, Finding::Holds, "{}", text());
}

/// Runs random queries; gives the number of contradictions, and of answers by source.
fn campaign(seed: u64, rounds: usize, settings: &Settings, candidates: usize) -> (usize, Vec<(&'static str, usize)>) {
    let mut random = Random(seed);
    let (mut refuted, mut sources): (usize, Vec<(&'static str, usize)>) = (0, Vec::new());
    for round in 0..rounds {
        let mut terms = Terms::new();
        let width = 1 + (round % 8) as u32;
        let parts = random_parts(&mut terms, &mut random, width);
        let query = Query { parts: parts.clone(), candidates, check: false };
        match run(&mut terms, &query, &Limits::none(), settings).expect("no fault") {
            Interpolation::Found(sequences) => {
                refuted += 1;
                for sequence in sequences {
                    checked(&mut terms, &parts, &sequence);
                    if width <= 2 {
                        assert!(brute_force(&terms, &parts, &sequence.interpolants), "{}", sequence.source);
                    }
                    match sources.iter_mut().find(|(source, _)| *source == sequence.source) {
                        Some((_, count)) => *count += 1,
                        None => sources.push((sequence.source, 1)),
                    }
                }
            }
            Interpolation::Satisfiable(_) => {}
            Interpolation::None(reason) => panic!("no answer: {reason}"),
        }
    }
    (refuted, sources)
}

#[test]
fn every_system_of_proofs_gives_interpolants() {
    let mut settings = Settings::default();
    settings.interpolation.words = false;
    let (refuted, sources) = campaign(0x5EED_0001, 600, &settings, 3);
    assert!(refuted > 100, "{refuted} contradictions");
    assert_eq!(sources.len(), 3, "{sources:?}");
}
