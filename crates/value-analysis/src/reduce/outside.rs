//! What a state in a block says of the world outside.
//!
//! In a block a state knows only the objects that known pointers lead to. Those left out can still
//! be touched through pointers of which nothing is known, and by functions that may do anything.
//! What of that has come about is noted, and is done to what was left out when the block is left.

use crate::context::Context;
use crate::outside::Outside;
use crate::state::{Frame, ValueState};
use std::rc::Rc;

/// The depth of the activation that stands for all those around a block.
const DEPTH: u32 = u32::MAX;

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
