//! Benchmarks of the SAT core: small incremental queries, and propagation.

#[path = "../tests/common/mod.rs"]
mod common;

use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, Var};
use adumbra_testing::Random;
use adumbra_testing::clauses::{Circuit, variable};
use common::random_lit;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn load(cnf: &Cnf) -> Sat {
    load_with(cnf, SatOptions::default())
}

fn load_with(cnf: &Cnf, options: SatOptions) -> Sat {
    let mut sat = Sat::new(options);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    sat
}

/// An adder of two words with the outputs given.
fn adder(bits: usize) -> (Cnf, Vec<Lit>) {
    let mut circuit = Circuit::new(2 * bits + 1);
    let left: Vec<i32> = (0..bits).map(variable).collect();
    let right: Vec<i32> = (bits..2 * bits).map(variable).collect();
    let sum = circuit.add(&left, &right, variable(2 * bits));
    (common::cnf(circuit.formula), sum.into_iter().map(common::lit).collect())
}

/// Questions about single sum bits on an instance that is already there.
#[divan::bench(args = [8, 32, 128])]
fn small_queries(bencher: Bencher<'_, '_>, bits: usize) {
    let (cnf, sum) = adder(bits);
    let mut sat = load(&cnf);
    let mut rng = Random(1);
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        let bit = rng.below(bits);
        let (a, b) = (Var::new(bit).positive(), Var::new(bits + bit).positive());
        sat.solve(&[sum[bit], a, !b], &Limits::none())
    });
}

/// Questions that propagation alone refutes.
#[divan::bench(args = [8, 32, 128])]
fn refuted_by_propagation(bencher: Bencher<'_, '_>, bits: usize) {
    let (cnf, sum) = adder(bits);
    let mut sat = load(&cnf);
    let carry = Var::new(2 * bits).positive();
    bencher.bench_local(|| {
        let assumptions = [!carry, Var::new(0).positive(), Var::new(bits).positive(), sum[0]];
        assert_eq!(sat.solve(&assumptions, &Limits::none()), Answer::Unsat);
    });
}

/// A clause added and a question asked, as a symbolic executor does at a branch.
#[divan::bench(args = [8, 32])]
fn extend_and_ask(bencher: Bencher<'_, '_>, bits: usize) {
    let (cnf, sum) = adder(bits);
    bencher.with_inputs(|| (load(&cnf), Random(2))).bench_local_values(|(mut sat, mut rng)| {
        for _ in 0..100 {
            let out = sat.new_var().positive();
            let (a, b) = (sum[rng.below(bits)], random_lit(&mut rng, 2 * bits));
            sat.add_clause(&[!out, a]);
            sat.add_clause(&[!out, b]);
            sat.add_clause(&[out, !a, !b]);
            sat.solve(&[out], &Limits::none());
        }
        sat
    });
}

/// A fresh solver for a small formula.
#[divan::bench]
fn build_and_solve_small() -> Answer {
    let (cnf, sum) = adder(8);
    load(&cnf).solve(&[sum[3]], &Limits::none())
}

/// Propagation over random clauses, in literals per second.
#[divan::bench]
fn propagation(bencher: Bencher<'_, '_>) {
    let cnf = common::random_3sat(&mut Random(3), 20_000, 60_000);
    let mut probe = load(&cnf);
    probe.solve(&[], &Limits::conflicts(200));
    let count = probe.stats().propagations;
    bencher.counter(ItemsCount::new(count)).with_inputs(|| load(&cnf)).bench_local_values(|mut sat| {
        sat.solve(&[], &Limits::conflicts(200));
        sat
    });
}

/// Propagation over clauses that no cache holds, without prefetching and with it.
#[divan::bench(args = [false, true], sample_count = 5, sample_size = 1)]
fn prefetching(bencher: Bencher<'_, '_>, prefetch: bool) {
    let cnf = common::random_3sat(&mut Random(4), 1_000_000, 3_500_000);
    let options = SatOptions { prefetch, ..SatOptions::default() };
    bencher.with_inputs(|| load_with(&cnf, options.clone())).bench_local_values(|mut sat| {
        sat.solve(&[], &Limits::conflicts(150));
        sat
    });
}

/// The two styles of search on a circuit.
#[divan::bench(args = ["modern", "spear"])]
fn styles(bencher: Bencher<'_, '_>, search_style: &'static str) {
    let cnf = common::multipliers(6);
    let options = SatOptions { search_style, ..SatOptions::default() };
    bencher.with_inputs(|| load_with(&cnf, options.clone())).bench_local_values(|mut sat| {
        assert_eq!(sat.solve(&[], &Limits::none()), Answer::Unsat);
    });
}

/// A search of a thousand conflicts on a circuit.
#[divan::bench]
fn thousand_conflicts(bencher: Bencher<'_, '_>) {
    let cnf = common::multipliers(9);
    bencher.with_inputs(|| load(&cnf)).bench_local_values(|mut sat| {
        sat.solve(&[], &Limits::conflicts(1000));
        sat
    });
}
