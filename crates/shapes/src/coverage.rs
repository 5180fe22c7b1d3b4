//! Graphs by their signatures, so that a covering graph is found without looking at all of them.
//!
//! Where abstraction predicates are definite, a graph is embedded only in graphs whose nodes have
//! the same values of them, so only those with the same signature are looked at. Graphs without a
//! signature are looked at one by one.

use crate::names::GraphId;
use rustc_hash::FxHashMap;

/// The number of a signature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SignatureId(pub u32);

/// Graphs of one class.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    by_signature: FxHashMap<SignatureId, Vec<GraphId>>,
    others: Vec<GraphId>,
    count: usize,
}

impl Coverage {
    /// Adds a graph.
    pub fn insert(&mut self, graph: GraphId, signature: Option<SignatureId>) {
        self.count += 1;
        match signature {
            Some(signature) => self.by_signature.entry(signature).or_default().push(graph),
            None => self.others.push(graph),
        }
    }

    /// The graphs that may cover one with this signature.
    pub fn candidates(&self, signature: Option<SignatureId>) -> impl Iterator<Item = GraphId> + '_ {
        // A graph with unknown abstraction predicates may only be embedded in one that has them,
        // too.
        let same = signature.and_then(|signature| self.by_signature.get(&signature));
        same.into_iter().flatten().chain(&self.others).copied()
    }

    /// The number of graphs.
    pub fn count(&self) -> usize {
        self.count
    }
}
