//! Which of two answers is better: the smaller one, then the one with fewer constants, then the
//! weaker one.

use super::Sequence;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Kind, Op, Terms};

/// How much a constant counts beside a node: formulas that speak of many values speak of one run.
const CONSTANT: usize = 4;

/// What an answer is ordered by, the best first. Sources are asked from the most general on, and
/// the order among equals stays.
pub(super) fn rank(terms: &Terms, sequence: &Sequence) -> usize {
    let mut size = 0;
    let mut constants = Vec::new();
    for interpolant in &sequence.interpolants {
        for term in reachable(terms, &[*interpolant]) {
            // A negation is as good as what it negates; an exact value is worse than a bound.
            size += usize::from(terms.kind(term) != Kind::Not);
            match (terms.op(term), terms.operands(term)) {
                (Op::Const(_), _) => constants.push(term),
                (Op::Eq, &[a, b]) if terms.is_constant(a) != terms.is_constant(b) => size += 1,
                _ => {}
            }
        }
    }
    constants.sort_unstable();
    constants.dedup();
    size + CONSTANT * constants.len()
}

/// Orders answers and removes those that occur twice.
pub(super) fn sort(terms: &Terms, sequences: &mut Vec<Sequence>) {
    sequences.sort_by_cached_key(|sequence| rank(terms, sequence));
    let mut seen: Vec<Vec<adumbra_terms::Term>> = Vec::new();
    sequences.retain(|sequence| {
        let new = !seen.contains(&sequence.interpolants);
        if new {
            seen.push(sequence.interpolants.clone());
        }
        new
    });
}
