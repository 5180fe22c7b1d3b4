//! What a state in a block says of the world outside.
//!
//! In a block a state knows only the objects that known pointers lead to. Those left out can still
//! be touched through pointers of which nothing is known, and by functions that may do anything.
//! What of that has come about is noted, and is done to what was left out when the block is left.

use crate::context::Context;
use crate::state::{Frame, ValueState};
use std::rc::Rc;

/// What has come about outside of the block that a state is in; nothing for a state in no block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Outside(u8);

/// The depth of the activation that stands for all those around a block.
const DEPTH: u32 = u32::MAX;

impl Outside {
    /// The state is in a block.
    pub(crate) const BLOCK: Outside = Outside(1);
    /// The activation of the block is that with which the program ends.
    pub(crate) const LAST: Outside = Outside(2);
    /// There may be live heap objects that were left out; where losses are monitored, or ones that
    /// only what was left out points to.
    pub(crate) const HEAP: Outside = Outside(4);
    /// Objects may be written that a pointer can point to of which nothing is known.
    pub(crate) const WRITTEN: Outside = Outside(8);
    /// All memory may be written.
    pub(crate) const OVERWRITTEN: Outside = Outside(16);
    /// Heap objects may be freed.
    pub(crate) const FREED: Outside = Outside(32);
    /// The scopes of stack objects may have ended, or begun again.
    pub(crate) const RESCOPED: Outside = Outside(64);

    pub(crate) fn has(self, other: Outside) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn with(self, other: Outside) -> Outside {
        Outside(self.0 | other.0)
    }

    /// Does it say the same of where the state is, and nothing that the other does not say?
    pub(crate) fn is_within(self, other: Outside) -> bool {
        self.is_like(other) && other.has(self)
    }

    /// Does it say the same of where the state is?
    pub(crate) fn is_like(self, other: Outside) -> bool {
        let place = Self::BLOCK.with(Self::LAST).0;
        self.0 & place == other.0 & place
    }

    /// As a number, for hashes.
    pub(crate) fn number(self) -> u64 {
        self.0.into()
    }
}

impl Frame {
    /// Does it stand for all activations around a block? The objects that belong to it are those
    /// that the outside may still see, in an order on which both sides agree; its slots are the
    /// unknowns that the outside shares.
    pub(crate) fn is_outside(&self) -> bool {
        self.depth == DEPTH
    }

    /// The activation that stands for all those around a block of this one.
    pub(crate) fn outside(&self) -> Frame {
        let mut frame = Frame::new(self.function, 0);
        frame.depth = DEPTH;
        frame
    }

    /// The activation from which this one was called, if the block has it.
    fn caller_inside(&self) -> Option<&Rc<Frame>> {
        self.caller.as_ref().filter(|caller| !caller.is_outside())
    }
}

impl ValueState {
    /// Does the program end when the innermost activation returns?
    pub(crate) fn is_last(&self) -> bool {
        let outermost = self.top.caller_inside().is_none();
        outermost && (self.top.caller.is_none() || self.outside.has(Outside::LAST))
    }
}

impl Context {
    /// Notes what may come about outside of the block. Whether heap memory outside is lost by it
    /// cannot be told in the block, so some may be.
    pub(crate) fn touch_outside(&self, state: &mut ValueState, how: Outside) {
        if state.outside.has(Outside::BLOCK) {
            state.outside = state.outside.with(how);
            state.others |= self.losses && state.outside.has(Outside::HEAP);
        }
    }
}
