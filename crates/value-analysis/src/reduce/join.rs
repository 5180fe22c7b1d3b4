//! Putting what a block ended with together with what was left out of it.
//!
//! Objects that were pinned get back the names that they had; those that the block allocated, or
//! that nobody outside points to, get new ones. What was left out is as it was, but for what came
//! about there through pointers of which nothing was known.

use super::cut::Cut;
use crate::context::Context;
use crate::memory::Spot;
use crate::outside::Outside;
use crate::scalar::Value;
use crate::settle::chain;
use crate::state::{Frame, ValueState};
use adumbra_analyses::mentions::Mentions;
use adumbra_program::Location;
use std::rc::Rc;

/// The name of an object that has none.
const NONE: u32 = u32::MAX;

impl Context {
    /// The state behind a block, but for unknowns: `term` says what a value that is a term becomes.
    /// `None` if the two do not belong together.
    pub(super) fn rejoin(
        &self,
        before: &ValueState,
        (cut, mentions): (&Cut, &Mentions),
        inner: &ValueState,
        term: &dyn Fn(Value) -> Value,
    ) -> Option<ValueState> {
        let frames = chain(&inner.top);
        let (around, inside) = frames.split_last().filter(|(around, _)| around.is_outside())?;
        if around.owned.len() != cut.pins.len() || inside.is_empty() {
            return None;
        }
        let names = names(before, cut, inner, around);
        let rename = |value: Value| match value.allocated() {
            Some(index) => match names.get(index as usize) {
                Some(name) if *name != NONE => term(value.renamed(*name)),
                _ => Value::UNKNOWN,
            },
            None => term(value),
        };
        let mut state = before.clone();
        for index in &cut.kept {
            state.objects.clear(u64::from(*index), u64::from(*index) + 1, false);
        }
        self.touch_left_out(&mut state, inner.outside);
        self.take_globals(&mut state, cut, inner, &rename);
        for (index, object) in inner.objects() {
            let mut object = object.clone();
            object.bytes.map_pointers(self.pointer_size, rename);
            state.objects.make(names[index as usize].into(), || object);
        }
        state.count = names.iter().filter(|name| **name != NONE).map(|name| name + 1).fold(before.count, u32::max);
        let left_alone = self.left_alone(before, mentions, inside, inner.location);
        state.top = self.frames(before, cut, inside, (&names, &left_alone), &rename);
        state.location = inner.location;
        state.violated = inner.violated;
        state.others |= inner.others;
        self.canonicalize(&mut state);
        state.private.tidy();
        state.shared.tidy();
        state.objects.tidy();
        Some(state)
    }

    /// What came about outside of the block is done to what was left out.
    fn touch_left_out(&self, state: &mut ValueState, outside: Outside) {
        if outside.has(Outside::OVERWRITTEN) {
            self.forget_all(state);
        }
        if outside.has(Outside::WRITTEN) {
            self.forget(state, Spot::Unknown(None), 0, None);
        }
        if outside.has(Outside::FREED) {
            self.free_unknown(state);
        }
        if outside.has(Outside::RESCOPED) {
            self.rescope_unknown(state, None);
        }
    }

    /// The globals as the block left them; those that it cannot come to as they are.
    fn take_globals(&self, state: &mut ValueState, cut: &Cut, inner: &ValueState, rename: &impl Fn(Value) -> Value) {
        let size = self.pointer_size;
        let mut private = inner.private.clone();
        private.map_pointers(size, rename);
        for (from, to) in &cut.private {
            private.take_range(&state.private, *from, to - from, size);
        }
        state.private = private;
        let mut shared = inner.shared.clone();
        shared.map_pointers(size, rename);
        for (from, to) in &cut.shared {
            shared.take_range(&state.shared, *from, to - from, size);
        }
        state.shared = shared;
    }

    /// What is in registers of the block's own activation that a loop has nothing to do with, as
    /// far as they are still of use.
    fn left_alone(
        &self,
        before: &ValueState,
        mentions: &Mentions,
        inside: &[&Rc<Frame>],
        location: Location,
    ) -> Vec<(u32, Value)> {
        let Some(part) = self.part(mentions) else { return Vec::new() };
        let live = match inside {
            [.., called, _own] => match called.call {
                Some(call) => self.slots.live_across(&self.program, call),
                None => return Vec::new(),
            },
            _ => self.slots.live(&self.program, location),
        };
        let left_alone = live.iter().filter(|(_, register)| part.leaves_alone(*register));
        left_alone.map(|(slot, _)| (*slot, before.top.slots[*slot as usize])).collect()
    }

    /// The activations of the block on top of those around it.
    fn frames(
        &self,
        before: &ValueState,
        cut: &Cut,
        inside: &[&Rc<Frame>],
        (names, left_alone): (&[u32], &[(u32, Value)]),
        rename: &impl Fn(Value) -> Value,
    ) -> Rc<Frame> {
        let top = &before.top;
        let mut below = top.caller.clone();
        let mut call = top.call;
        let mut own = left_alone;
        // From the outermost inwards.
        for frame in inside.iter().rev() {
            let mut new = Frame::clone(frame);
            new.touch();
            new.call = call.or(frame.call);
            call = None;
            new.depth += top.depth;
            // Where stack objects are counted, the block began with the right count.
            if !cut.counts_stack {
                new.mark += top.mark;
                new.blurred |= top.blurred;
            }
            new.slots.iter_mut().for_each(|value| *value = rename(*value));
            new.results.iter_mut().for_each(|value| *value = rename(*value));
            new.rest = frame.rest.iter().map(|(ty, value)| (*ty, rename(*value))).collect();
            // Nothing inside has seen them, so they have their names already.
            for (slot, value) in std::mem::take(&mut own) {
                new.slots[*slot as usize] = *value;
            }
            new.owned.iter_mut().for_each(|index| *index = names[*index as usize]);
            new.rest_object = new.rest_object.map(|index| names[index as usize]);
            new.caller = below.take();
            below = Some(Rc::new(new));
        }
        below.unwrap_or_else(|| Rc::clone(top))
    }
}

/// The new name of each object of the block.
fn names(before: &ValueState, cut: &Cut, inner: &ValueState, around: &Frame) -> Vec<u32> {
    let mut names = vec![NONE; inner.count as usize];
    for (inside, outside) in around.owned.iter().zip(&cut.pins) {
        if let Some(name) = names.get_mut(*inside as usize) {
            *name = *outside;
        }
    }
    let mut next = before.count;
    for (index, _) in inner.objects() {
        let name = &mut names[index as usize];
        if *name == NONE {
            *name = next;
            next += 1;
        }
    }
    names
}
