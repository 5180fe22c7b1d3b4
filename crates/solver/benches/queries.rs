//! Benchmarks of the encoder and of small queries, from terms to answers.

use adumbra_encode::{EncodeOptions, Encoder};
use adumbra_sat::{Limits, Sat, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::layer::Layer;
use adumbra_solver::options::Options;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Op, Term, Terms};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const OPERATORS: &[(&str, Op)] = &[
    ("add", Op::BvAdd),
    ("multiply", Op::BvMul),
    ("divide", Op::BvUdiv),
    ("shift", Op::BvShl),
    ("less", Op::BvUlt),
    ("equal", Op::Eq),
];

/// An operator on two words, used both ways.
#[divan::bench(args = OPERATORS.iter().map(|(name, _)| *name))]
fn encode_operator(bencher: Bencher<'_, '_>, name: &str) {
    let Some((_, op)) = OPERATORS.iter().find(|(other, _)| *other == name) else { return };
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let (x, y) = (terms.var("x", sort), terms.var("y", sort));
    let term = terms.mk(*op, &[x, y]);
    bencher.bench_local(|| {
        let mut encoder = Encoder::new(Sat::new(SatOptions::default()));
        encoder.word(&terms, term).map(<[_]>::len)
    });
}

/// A comparison asserted, with clauses for its polarity alone and for both.
#[divan::bench(args = [true, false])]
fn encode_comparison(bencher: Bencher<'_, '_>, polarity: bool) {
    let (terms, facts) = path(1);
    bencher.bench_local(|| {
        let options = EncodeOptions { polarity, ..EncodeOptions::default() };
        let mut encoder = Encoder::with_options(Sat::new(SatOptions::default()), options);
        encoder.assert(&terms, facts[0], None).is_ok()
    });
}

/// Conditions as they come along a path.
fn path(length: u64) -> (Terms, Vec<Term>) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let inputs: Vec<Term> = (0..4).map(|i| terms.var(&format!("x{i}"), sort)).collect();
    let facts = (0..length)
        .map(|i| {
            let constant = terms.bv_u64(32, 1000 - 3 * i);
            let sum = terms.bv_add(inputs[i as usize % 4], inputs[(i as usize + 1) % 4]);
            terms.bv_ult(sum, constant)
        })
        .collect();
    (terms, facts)
}

/// A level opened, asked about and closed, on top of a path of some length.
#[divan::bench(args = [1, 10, 30])]
fn branch(bencher: Bencher<'_, '_>, length: u64) {
    let (mut terms, facts) = path(length + 1);
    let mut solver = Embedded::new(SatOptions::default());
    for fact in &facts[..length as usize] {
        let _ = solver.push();
        let _ = solver.assert(&mut terms, *fact);
    }
    let last = facts[length as usize];
    let other = terms.not(last);
    bencher.counter(ItemsCount::new(2usize)).bench_local(|| {
        for side in [last, other] {
            let _ = solver.push();
            let _ = solver.assert(&mut terms, side);
            let verdict = solver.check(&mut terms, &[], &Limits::none());
            assert_eq!(verdict, Ok(Verdict::Sat));
            let _ = solver.pop(1);
        }
    });
}

/// A question under an assumption, on top of a path of some length.
#[divan::bench(args = [1, 10, 30])]
fn assume(bencher: Bencher<'_, '_>, length: u64) {
    let (mut terms, facts) = path(length + 1);
    let mut solver = Embedded::new(SatOptions::default());
    for fact in &facts[..length as usize] {
        let _ = solver.assert(&mut terms, *fact);
    }
    let last = facts[length as usize];
    let other = terms.not(last);
    bencher.counter(ItemsCount::new(2usize)).bench_local(|| {
        for side in [last, other] {
            assert_eq!(solver.check(&mut terms, &[side], &Limits::none()), Ok(Verdict::Sat));
        }
    });
}

/// A solver, a small formula, an answer.
#[divan::bench]
fn from_nothing(bencher: Bencher<'_, '_>) {
    let (terms, facts) = path(3);
    bencher.with_inputs(|| terms.clone()).bench_local_values(|mut terms| {
        let mut solver = Embedded::new(SatOptions::default());
        for fact in &facts {
            let _ = solver.assert(&mut terms, *fact);
        }
        solver.check(&mut terms, &[], &Limits::none())
    });
}

/// Questions about one word each, in turn, on top of constraints on many words that have nothing to
/// do with each other: by the solver alone, and with the query layer in front of it.
#[divan::bench(args = [(10, false), (10, true), (100, false), (100, true)])]
fn independent(bencher: Bencher<'_, '_>, (words, layered): (u64, bool)) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let (mut facts, mut questions) = (Vec::new(), Vec::new());
    for i in 0..words {
        let (x, y) = (terms.var(&format!("x{i}"), sort), terms.var(&format!("y{i}"), sort));
        let (sum, bound) = (terms.bv_add(x, y), terms.bv_u64(32, 1000 + i));
        facts.extend([terms.bv_ult(sum, bound), terms.bv_ult(x, y)]);
        for value in [7, 900, 5000] {
            let value = terms.bv_u64(32, value + i);
            questions.extend([terms.bv_ult(value, x), terms.eq(y, value)]);
        }
    }
    let options = Options::default();
    bencher.counter(ItemsCount::new(questions.len())).with_inputs(|| terms.clone()).bench_local_values(|mut terms| {
        if layered {
            ask_all(Layer::new(Embedded::new(options.clone()), options.layer.clone()), &mut terms, &facts, &questions)
        } else {
            ask_all(Embedded::new(options.clone()), &mut terms, &facts, &questions)
        }
    });
}

fn ask_all<S: Solver>(mut solver: S, terms: &mut Terms, facts: &[Term], questions: &[Term]) -> usize {
    for fact in facts {
        let _ = solver.assert(terms, *fact);
    }
    let mut satisfied = 0;
    for question in questions {
        satisfied += usize::from(solver.check(terms, &[*question], &Limits::none()) == Ok(Verdict::Sat));
    }
    satisfied
}

/// The constraints of a path asked about from the first to the last, over and over, as when paths
/// are judged that share their beginning.
#[divan::bench(args = [(30, false), (30, true)])]
fn prefixes(bencher: Bencher<'_, '_>, (length, layered): (u64, bool)) {
    let (terms, facts) = path(length);
    let options = Options::default();
    let run = |solver: &mut dyn Solver, terms: &mut Terms| {
        for _ in 0..4 {
            for count in 1..=facts.len() {
                assert_eq!(solver.check(terms, &facts[..count], &Limits::none()), Ok(Verdict::Sat));
            }
        }
    };
    bencher.with_inputs(|| terms.clone()).bench_local_values(|mut terms| {
        let plain = Embedded::new(options.clone());
        match layered {
            true => run(&mut Layer::new(plain, options.layer.clone()), &mut terms),
            false => run(&mut { plain }, &mut terms),
        }
    });
}
