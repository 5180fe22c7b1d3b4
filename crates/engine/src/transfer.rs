//! What a step comes to: the moves that are possible, what a move does to a state, and whether the
//! engine stops there to make a node.

use adumbra_program::{Edge, ExprId, Move};
use adumbra_verdict::Reason;
use smallvec::{SmallVec, smallvec};

/// What a step does to a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow<S> {
    /// The state was changed in place and goes on.
    On,
    /// No execution takes the step.
    Dead,
    /// These states take the place of the one in hand.
    Split(Vec<S>),
    /// The analysis does not follow the step, for this reason; the result will not be complete.
    Cut(Reason),
}

/// The moves that are possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// The analysis has no say in this.
    Any,
    /// Exactly one.
    One(Move),
    /// The two edges of a branch over a condition.
    Branch {
        /// The condition.
        condition: ExprId,
        /// The edge if it is true.
        yes: Edge,
        /// The edge if it is false.
        no: Edge,
    },
    /// These and no others.
    Only(SmallVec<[Move; 2]>),
}

impl Moves {
    /// The moves, one by one; `None` if the analysis has no say in this.
    pub fn list(self) -> Option<SmallVec<[Move; 2]>> {
        match self {
            Moves::Any => None,
            Moves::One(only) => Some(smallvec![only]),
            Moves::Branch { yes, no, .. } => Some(smallvec![Move::Edge(yes), Move::Edge(no)]),
            Moves::Only(list) => Some(list),
        }
    }

    /// Without those that a decided condition excludes.
    pub fn decided(self, decide: impl FnOnce(ExprId) -> Option<bool>) -> Moves {
        match self {
            Moves::Branch { condition, yes, no } => match decide(condition) {
                Some(value) => Moves::One(Move::Edge(if value { yes } else { no })),
                None => self,
            },
            _ => self,
        }
    }
}

/// What precision adjustment came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Adjusted {
    /// State and precision are what they should be now.
    Done,
    /// Stop the exploration here, for this reason. Nothing of the step is kept;
    /// [`crate::Analysis::resume`] acts on all states that wait, and the exploration goes on.
    Interrupt(&'static str),
}

/// Is the state at a place where the engine may want to make a node?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pause {
    /// No.
    No,
    /// Several edges meet here.
    Join,
    /// The head of a loop.
    LoopHead,
    /// A block begins or ends here: a node must be made, and [`crate::Analysis::boundary`] says
    /// more.
    Boundary,
    /// A node must be made here.
    Must,
}
