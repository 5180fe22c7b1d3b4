//! Random formulas for the tests.

use adumbra_predicates::{AbstractionOptions, Abstractor};
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_terms::{Op, Term, Terms};
use adumbra_testing::Random;

/// An abstractor with the embedded solver.
pub fn abstractor() -> Abstractor {
    abstractor_with(AbstractionOptions::default())
}

/// An abstractor with the embedded solver and these options.
pub fn abstractor_with(options: AbstractionOptions) -> Abstractor {
    Abstractor::new(Box::new(Embedded::new(Options::default())), options)
}

/// A word over variables.
fn word(terms: &mut Terms, random: &mut Random, variables: &[Term], depth: usize) -> Term {
    let width = terms.width(variables[0]);
    match random.below(if depth == 0 { 4 } else { 7 }) {
        0 => terms.bv_u64(width, random.below(1 << width) as u64),
        1..=3 => random.pick(variables),
        _ => {
            let op = random.pick(&[Op::BvAdd, Op::BvMul, Op::BvAnd, Op::BvXor, Op::BvUdiv]);
            let (a, b) = (word(terms, random, variables, depth - 1), word(terms, random, variables, depth - 1));
            terms.mk(op, &[a, b])
        }
    }
}

/// A formula over variables.
pub fn formula(terms: &mut Terms, random: &mut Random, variables: &[Term], depth: usize) -> Term {
    if depth == 0 || random.below(4) == 0 {
        if random.below(20) == 0 {
            return terms.bool(random.below(2) == 0);
        }
        let op = random.pick(&[Op::Eq, Op::BvUlt, Op::BvSlt]);
        let (a, b) = (word(terms, random, variables, 1), word(terms, random, variables, 1));
        return terms.mk(op, &[a, b]);
    }
    let mut part = |terms: &mut Terms| formula(terms, random, variables, depth - 1);
    let (a, b, c) = (part(terms), part(terms), part(terms));
    match random.below(6) {
        0 => terms.not(a),
        1 | 2 => terms.and(a, b),
        3 => terms.or(a, b),
        4 => terms.ite(a, b, c),
        _ => terms.eq(a, b),
    }
}
