//! What a state keeps of its unknowns: the conditions on them.

use adumbra_program::Edge;
use adumbra_terms::Term;

/// A condition, with the edge that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Condition {
    /// The edge.
    pub origin: Edge,
    /// What must hold.
    pub term: Term,
}

/// The conditions of a state, in the order in which they came, and the unknowns that it speaks of.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    pub(super) list: Vec<Condition>,
    /// In ascending order; some may not occur in the state any more.
    pub(super) used: Vec<Term>,
}

/// Where conditions come from, each edge once.
pub(super) fn origins(conditions: &[Condition]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = conditions.iter().map(|c| c.origin).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Are two lists the same set?
pub(super) fn same(a: &[Condition], b: &[Condition]) -> bool {
    a == b || a.len() == b.len() && a.iter().all(|c| b.contains(c))
}
