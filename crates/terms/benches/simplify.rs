//! Building and simplifying: chains as a symbolic executor makes them.

use adumbra_terms::{Simplifier, Term, Terms};

fn main() {
    divan::main();
}

/// Sums, comparisons and stores of a loop body, `length` times.
fn chain(terms: &mut Terms, length: u32) -> Term {
    let word = terms.bv_sort(32);
    let (x, one) = (terms.var("x", word), terms.bv_u64(32, 1));
    let (mut i, mut sum, mut path) = (terms.bv_u64(32, 0), x, terms.bool(true));
    for n in 0..length {
        let bound = terms.bv_u64(32, u64::from(n) + 7);
        let below = terms.bv_ult(sum, bound);
        path = terms.and(path, below);
        let product = terms.bv_mul(sum, x);
        let next = terms.bv_add(product, i);
        sum = terms.ite(below, next, sum);
        i = terms.bv_add(i, one);
    }
    path
}

#[divan::bench(args = [10, 100, 10_000])]
fn build(bencher: divan::Bencher, length: u32) {
    bencher.bench(|| {
        let mut terms = Terms::new();
        chain(&mut terms, length);
        terms
    });
}

#[divan::bench(args = [10, 100, 10_000])]
fn build_and_simplify(bencher: divan::Bencher, length: u32) {
    bencher.bench(|| {
        let mut terms = Terms::new();
        let root = chain(&mut terms, length);
        Simplifier::new().simplify(&mut terms, root)
    });
}

#[divan::bench(args = [10_000])]
fn simplify_again(bencher: divan::Bencher, length: u32) {
    let mut terms = Terms::new();
    let root = chain(&mut terms, length);
    let mut simplifier = Simplifier::new();
    simplifier.simplify(&mut terms, root);
    bencher.bench_local(|| simplifier.simplify(&mut terms, root));
}
