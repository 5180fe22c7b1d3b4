//! Which nodes were merged into which: a new state that weakened another one when it was reached.
//!
//! The links are for reading only; what was merged is in the states. A link ends with either of its
//! nodes, whose numbers may be those of other nodes later.

use super::NodeId;
use std::collections::BTreeSet;

/// Links from nodes to those that they were merged into.
#[derive(Clone, Default)]
pub(super) struct Merged {
    into: BTreeSet<(NodeId, NodeId)>,
    from: BTreeSet<(NodeId, NodeId)>,
}

impl Merged {
    /// Notes that a node was merged into another.
    pub(super) fn add(&mut self, node: NodeId, into: NodeId) {
        self.into.insert((node, into));
        self.from.insert((into, node));
    }

    /// Forgets a node that is not in the graph any more.
    pub(super) fn forget(&mut self, node: NodeId) {
        if self.into.is_empty() {
            return;
        }
        for into in partners(&self.into, node) {
            self.into.remove(&(node, into));
            self.from.remove(&(into, node));
        }
        for from in partners(&self.from, node) {
            self.from.remove(&(node, from));
            self.into.remove(&(from, node));
        }
    }

    /// The nodes that a node was merged into.
    pub(super) fn of(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.into.range((node, 0)..=(node, NodeId::MAX)).map(|(_, into)| *into)
    }
}

fn partners(links: &BTreeSet<(NodeId, NodeId)>, node: NodeId) -> Vec<NodeId> {
    links.range((node, 0)..=(node, NodeId::MAX)).map(|(_, other)| *other).collect()
}
