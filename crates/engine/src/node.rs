//! Numbers of nodes and sets, what has become of a node, and how it was reached.

use adumbra_program::Move;

/// The number of a node.
pub type NodeId = u32;

/// The number of a set among those that are explored over one part.
pub type SetId = u32;

/// What has become of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Its successors are not known yet.
    Waiting,
    /// Its successors are known.
    Expanded,
    /// Another node covers it.
    Covered(NodeId),
    /// A target that was given up: it can be neither excluded nor confirmed.
    GivenUp,
    /// It is at the entry of a block, which is explored elsewhere; what is behind that is not known
    /// yet.
    Inside,
    /// It is at an exit of the block that the set explores: whoever uses the block goes on from it.
    Left,
    /// It is not in the graph any more.
    Removed,
}

/// How a node was reached from its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It is the root.
    Start,
    /// By moves, of which all but the first were the only ones possible.
    Moves {
        /// The first move.
        first: Move,
        /// How many moves there are.
        count: u32,
        /// Which of the alternatives of the last move it is, if that has several.
        alternative: u32,
    },
    /// Through a block that is explored in another set.
    Through {
        /// The set.
        set: SetId,
        /// The exit in it.
        exit: NodeId,
    },
}

impl Step {
    /// Is it the same as another one, if it leads to the same state?
    pub fn is_as(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Start, Step::Start) => true,
            (Step::Moves { first: a, alternative: n, .. }, Step::Moves { first: b, alternative: m, .. }) => {
                (a, n) == (b, m)
            }
            (Step::Through { set: a, .. }, Step::Through { set: b, .. }) => a == b,
            _ => false,
        }
    }

    /// The first move, if it is made of moves.
    pub fn first(&self) -> Option<Move> {
        match self {
            Step::Moves { first, .. } => Some(*first),
            Step::Start | Step::Through { .. } => None,
        }
    }
}
