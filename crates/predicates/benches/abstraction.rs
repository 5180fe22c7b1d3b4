//! Benchmarks of abstraction: a block of thirty assignments and twenty predicates, many small
//! blocks, and answers that are known.

use adumbra_predicates::{AbstractionOptions, Abstractor, Counts, PredicateId};
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_terms::{Term, Terms};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn abstractor() -> Abstractor {
    Abstractor::new(Box::new(Embedded::new(Options::default())), AbstractionOptions::default())
}

/// What a block does to the variables of a program: formulas, and the variables behind it.
struct Block {
    formulas: Vec<Term>,
    after: Vec<Term>,
}

/// Assignments to six words in turn: sums, copies, inputs and choices. Names are those of one
/// block.
fn block(terms: &mut Terms, number: usize, assignments: usize) -> Block {
    let sort = terms.bv_sort(32);
    let name = |variable: usize, index: usize| format!("x{variable}@{number}.{index}");
    let mut now: Vec<Term> = (0..6).map(|i| terms.var(&name(i, 0), sort)).collect();
    let mut formulas = Vec::new();
    // x0 = 0, 0 <= x1 < 10, x2 = x3; x4 and x5 are anything.
    let (zero, ten) = (terms.bv_u64(32, 0), terms.bv_u64(32, 10));
    formulas.push(terms.eq(now[0], zero));
    formulas.push(terms.bv_sle(zero, now[1]));
    formulas.push(terms.bv_slt(now[1], ten));
    formulas.push(terms.eq(now[2], now[3]));
    for step in 0..assignments {
        let (target, other) = (step % 6, (step + 1) % 6);
        let constant = terms.bv_u64(32, step as u64 % 7);
        let value = match step % 5 {
            0 => terms.bv_add(now[target], constant),
            1 => now[other],
            2 => terms.bv_sub(now[other], constant),
            3 => {
                let less = terms.bv_slt(now[4], constant);
                let sum = terms.bv_add(now[other], constant);
                terms.ite(less, sum, now[target])
            }
            _ => terms.bv_add(now[target], now[other]),
        };
        let next = terms.var(&name(target, step + 1), sort);
        formulas.push(terms.eq(next, value));
        now[target] = next;
    }
    Block { formulas, after: now }
}

/// Comparisons of variables with constants and with each other.
fn predicates(terms: &mut Terms, variables: &[Term], count: usize) -> Vec<(PredicateId, Term)> {
    (0..count)
        .map(|i| {
            let variable = variables[i % variables.len()];
            let constant = terms.bv_u64(32, [0, 5, 10, 3][i % 4]);
            let term = match i % 3 {
                0 => terms.eq(variable, constant),
                1 => terms.bv_slt(variable, constant),
                _ => terms.bv_sle(variable, variables[(i + 1) % variables.len()]),
            };
            (PredicateId(i as u32), term)
        })
        .collect()
}

fn abstract_one(terms: &mut Terms, abstractor: &mut Abstractor, number: usize, boolean: bool) -> Counts {
    let Block { formulas, after } = block(terms, number, 30);
    let predicates = predicates(terms, &after, 20);
    let limits = Limits::none();
    let result = if boolean {
        abstractor.boolean(terms, &formulas, &predicates, &limits)
    } else {
        abstractor.cartesian(terms, &formulas, &predicates, &limits)
    };
    divan::black_box(result.is_ok());
    abstractor.counts()
}

/// Thirty assignments, twenty predicates, a solver that has seen nothing.
#[divan::bench(args = [true, false])]
fn block_alone(bencher: Bencher<'_, '_>, boolean: bool) {
    bencher.bench_local(|| abstract_one(&mut Terms::new(), &mut abstractor(), 0, boolean));
}

/// The same for block after block with one solver, as in a run. Blocks differ in their symbols.
#[divan::bench(args = [true, false])]
fn block_after_block(bencher: Bencher<'_, '_>, boolean: bool) {
    let (mut terms, mut abstractor) = (Terms::new(), abstractor());
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        abstract_one(&mut terms, &mut abstractor, number, boolean)
    });
    report(&format!("block after block, {}", if boolean { "Boolean" } else { "Cartesian" }), abstractor.counts());
}

/// Four assignments, five predicates.
#[divan::bench]
fn small_blocks(bencher: Bencher<'_, '_>) {
    let (mut terms, mut abstractor) = (Terms::new(), abstractor());
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        let Block { formulas, after } = block(&mut terms, number, 4);
        let predicates = predicates(&mut terms, &after, 5);
        abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).is_ok()
    });
    report("small blocks", abstractor.counts());
}

/// A question that was asked before.
#[divan::bench]
fn known(bencher: Bencher<'_, '_>) {
    let (mut terms, mut abstractor) = (Terms::new(), abstractor());
    let Block { formulas, after } = block(&mut terms, 0, 30);
    let predicates = predicates(&mut terms, &after, 20);
    bencher.bench_local(|| abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).is_ok());
}

fn report(what: &str, counts: Counts) {
    let share = |count: u64| count as f64 / counts.abstractions as f64;
    eprintln!(
        "{what}: {:.1} queries, {:.1} models, {:.0} us in the solver, {:.0} us elsewhere for one of {}; {} weakened",
        share(counts.queries),
        share(counts.models),
        counts.solving.as_secs_f64() * 1e6 / counts.abstractions as f64,
        counts.bookkeeping().as_secs_f64() * 1e6 / counts.abstractions as f64,
        counts.abstractions,
        counts.weakened,
    );
}
