//! Which of two answers is better: the smaller one, then the one with fewer constants, then the weaker one.

use super::Sequence;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Op, Terms};

/// What an answer is ordered by, the best first. Sources are asked from the most general to the strongest, and the order among equals stays.
pub(super) fn rank(terms: &Terms, sequence: &Sequence) -> (usize, usize) {
    let mut size = 0;
    let mut constants = Vec::new();
    for interpolant in &sequence.interpolants {
        let nodes = reachable(terms, &[*interpolant]);
        size += nodes.len();
        constants.extend(nodes.into_iter().filter(|term| matches!(terms.op(*term), Op::Const(_))));
    }
    constants.sort_unstable();
    constants.dedup();
    (size + constants.len(), constants.len())
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
