//! Orders of exploration that look at the graph: random walks from the root, and distances to what
//! was not explored.

use super::{Node, NodeId, Reached, Status};
use crate::part::{Part, Rank};
use crate::waitlist::Dice;

/// How far a waiting node is from something that was not explored yet.
pub(super) fn uncovered(nodes: &[Node], part: &dyn Part, id: NodeId) -> u32 {
    match &nodes[id as usize] {
        node if node.status == Status::Waiting => part.rank(node.state, Rank::Uncovered).unwrap_or(u32::MAX),
        _ => 0,
    }
}

impl Reached {
    /// A waiting node: from the root a way is chosen wherever several lead to waiting nodes.
    pub(super) fn walk(&self, mut dice: Dice) -> Option<NodeId> {
        let mut at = 0;
        loop {
            let node = self.nodes.get(at as usize)?;
            let mut left = match node.open {
                0 => return None,
                1 => 0,
                several => dice.below(several),
            };
            if node.status == Status::Waiting {
                if left == 0 {
                    return Some(at);
                }
                left -= 1;
            }
            let open = node.children.iter().filter(|child| self.nodes[**child as usize].open > 0);
            at = *open.clone().nth(left as usize)?;
        }
    }

    /// A node waits now, or does not wait any more: tells those above whether there is something
    /// open below them.
    pub(super) fn note_open(&mut self, id: NodeId, waits: bool) {
        if !self.by_walks {
            return;
        }
        let mut at = id;
        loop {
            let node = &mut self.nodes[at as usize];
            let (parent, before) = (node.parent, node.open);
            node.open = if waits { before + 1 } else { before.saturating_sub(1) };
            let changed = (before == 0) != (node.open == 0);
            if !changed || parent == at {
                return;
            }
            at = parent;
        }
    }
}
