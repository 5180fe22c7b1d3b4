//! Interpolants of random contradictions, from every source, against the definition, against all
//! assignments and against another solver.

use crate::interpolation::{self, Random, brute_force, random_atom};
use adumbra_interpolate::definition::{Finding, check, describe};
use adumbra_interpolate::{Interpolation, Query, Sequence, Settings, run};
use adumbra_sat::Limits;
use adumbra_solver::options::Options;
use adumbra_terms::{Op, Term, Terms};
use adumbra_testing::rounds;

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

/// A random path: two or three variables that are assigned one after the other, guards, and a
/// question at the end.
fn random_path(terms: &mut Terms, random: &mut Random, width: u32) -> Vec<Vec<Term>> {
    let sort = terms.bv_sort(width);
    let count = 1 + random.below(3);
    let mut names: Vec<Term> = (0..count).map(|i| terms.var(&format!("v{i}"), sort)).collect();
    let constants: Vec<Term> = (0..3).map(|_| terms.bv_u64(width, random.below(1 << width) as u64)).collect();
    let operand = |random: &mut Random, names: &[Term]| match random.below(2) {
        0 => names[random.below(names.len())],
        _ => constants[random.below(constants.len())],
    };
    let guard = |terms: &mut Terms, random: &mut Random, names: &[Term]| {
        let words: Vec<Term> = names.iter().chain(&constants[..2]).copied().collect();
        random_atom(terms, random, &words, &[])
    };
    let first: Vec<Term> = names.iter().map(|name| terms.eq(*name, operand(random, &constants))).collect();
    let mut parts = vec![first];
    for step in 0..1 + random.below(4) {
        let changed = random.below(count);
        let (a, b) = (names[changed], operand(random, &names));
        let value = match random.below(5) {
            0 => terms.bv_sub(a, b),
            1 => terms.bv_mul(a, b),
            2 => {
                let condition = guard(terms, random, &names);
                let sum = terms.bv_add(a, b);
                terms.ite(condition, sum, a)
            }
            _ => terms.bv_add(a, b),
        };
        let next = terms.var(&format!("v{changed}_{step}"), sort);
        let mut part = vec![terms.eq(next, value)];
        if random.below(2) == 0 {
            part.push(guard(terms, random, &names));
        }
        names[changed] = next;
        parts.push(part);
    }
    let question = guard(terms, random, &names);
    parts.push(vec![question]);
    parts
}

fn checked(terms: &mut Terms, parts: &[Vec<Term>], sequence: &Sequence) {
    let finding = check(terms, parts, &sequence.interpolants, &Limits::none(), &Options::default().settings());
    let text = || format!("{}: {}", sequence.source, describe(terms, &sequence.interpolants));
    assert_eq!(finding, Finding::Holds, "{}", text());
}

/// Runs random queries; gives the number of contradictions, and of answers by source.
fn campaign(
    seed: u64,
    usual: usize,
    make: fn(&mut Terms, &mut Random, u32) -> Vec<Vec<Term>>,
    settings: &Settings,
    candidates: usize,
) -> (usize, Vec<(&'static str, usize)>) {
    let mut random = Random(seed);
    let (mut refuted, mut sources): (usize, Vec<(&'static str, usize)>) = (0, Vec::new());
    for round in 0..rounds(usual) {
        let mut terms = Terms::new();
        let width = 1 + (round % 8) as u32;
        let parts = make(&mut terms, &mut random, width);
        let query = Query { parts: parts.clone(), tree: None, candidates, check: false };
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
    let mut settings = Options::default().settings();
    settings.interpolation.words = false;
    let (refuted, sources) = campaign(0x5EED_0001, 2000, random_parts, &settings, 3);
    assert!(refuted > 100, "{refuted} contradictions");
    assert_eq!(sources.len(), 3, "{sources:?}");
}

#[test]
fn words_and_proofs_together_give_interpolants() {
    let (refuted, sources) = campaign(0x5EED_0002, 200, random_parts, &Options::default().settings(), 6);
    assert!(refuted > 40, "{refuted} contradictions");
    for source in ["words", "weakest precondition", "strongest postcondition", "proof (McMillan)"] {
        assert!(sources.iter().any(|(name, _)| *name == source), "{source} is missing in {sources:?}");
    }
}

#[test]
fn paths_give_interpolants_from_every_source() {
    let (refuted, sources) = campaign(0x5EED_0005, 120, random_path, &Options::default().settings(), 9);
    assert!(refuted > 20, "{refuted} contradictions");
    for source in ["words", "linear arithmetic", "weakest precondition", "strongest postcondition", "bounds"] {
        assert!(sources.iter().any(|(name, _)| *name == source), "{source} is missing in {sources:?}");
    }
    assert!(sources.iter().any(|(name, _)| name.starts_with("proof")), "{sources:?}");
}

/// Random parts with an array, a function and an array that is written to.
fn random_array_parts(terms: &mut Terms, random: &mut Random) -> Vec<Vec<Term>> {
    let word = terms.bv_sort(2);
    let array = terms.array_sort(word, word).expect("a sort");
    let function = terms.declare("f", &[word], word);
    let count = 2 + random.below(3);
    (0..count)
        .map(|part| {
            let near = |random: &mut Random| part + random.below(2);
            let (i, j) = (near(random), near(random));
            let mut pool = vec![terms.var(&format!("i{i}"), word), terms.var(&format!("j{j}"), word)];
            let mut memories = vec![terms.var(&format!("m{}", near(random)), array), terms.var("m", array)];
            let constant = random.below(4) as u64;
            pool.push(terms.bv_u64(2, constant));
            for _ in 0..2 {
                let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
                let memory = memories[random.below(memories.len())];
                pool.push(match random.below(3) {
                    0 => terms.apply(function, &[x]),
                    1 => terms.bv_add(x, y),
                    _ => terms.select(memory, x),
                });
                if random.below(2) == 0 {
                    memories.push(terms.store(memory, x, y));
                }
            }
            let mut conjuncts = vec![random_atom(terms, random, &pool, &[])];
            let (a, b) = (memories[random.below(memories.len())], memories[random.below(memories.len())]);
            if a != b && random.below(2) == 0 {
                let same = terms.eq(a, b);
                conjuncts.push(if random.below(4) == 0 { terms.not(same) } else { same });
            }
            conjuncts
        })
        .collect()
}

#[test]
fn arrays_and_functions_give_interpolants_or_none() {
    let mut random = Random(0x5EED_0003);
    let (mut found, mut none, mut satisfiable) = (0, 0, 0);
    for _ in 0..rounds(300) {
        let mut terms = Terms::new();
        let parts = random_array_parts(&mut terms, &mut random);
        let query = Query { parts: parts.clone(), tree: None, candidates: 3, check: false };
        match run(&mut terms, &query, &Limits::none(), &Options::default().settings()).expect("no fault") {
            Interpolation::Found(sequences) => {
                found += 1;
                sequences.iter().for_each(|sequence| checked(&mut terms, &parts, sequence));
            }
            Interpolation::Satisfiable(_) => satisfiable += 1,
            Interpolation::None(_) => none += 1,
        }
    }
    assert!(found > 30 && satisfiable > 30, "{found} found, {satisfiable} satisfiable, {none} without answer");
    assert!(none * 4 < found, "{none} of {found} without answer");
}

/// The same conditions, asked of another solver if it is installed. Run with `--ignored`.
#[test]
#[ignore = "needs z3"]
fn another_solver_agrees() {
    let mut random = Random(0x5EED_0004);
    let mut asked = 0;
    for round in 0..rounds(200) {
        let mut terms = Terms::new();
        let width = 1 + (round / 3 % 8) as u32;
        let parts = match round % 3 {
            0 => random_parts(&mut terms, &mut random, width),
            1 => random_path(&mut terms, &mut random, width),
            _ => random_array_parts(&mut terms, &mut random),
        };
        let query = Query { parts: parts.clone(), tree: None, candidates: 6, check: true };
        let answer = run(&mut terms, &query, &Limits::none(), &Options::default().settings()).expect("no fault");
        let Interpolation::Found(sequences) = answer else { continue };
        for sequence in sequences {
            let Some(holds) = interpolation::z3_agrees(&mut terms, &parts, &sequence.interpolants) else { return };
            assert!(holds, "{}: {}", sequence.source, describe(&terms, &sequence.interpolants));
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked} sequences");
}
