//! Cutting a state at the entry of a block: what the block sees, and how that hangs together with
//! what is left out.
//!
//! *Kept* is what functions in the block can come to: globals that they name, and what known
//! pointers lead to from these, from the activation of the block, and on from there. All else is
//! left out. An object that is kept is *pinned* if the outside may still point to it: it keeps its
//! identity through the block, whatever becomes of the pointers to it inside. The pinned objects
//! belong to an activation at the bottom that stands for the outside, in the order in which
//! canonical names are given. So equal states in a block have equal lists of pins, and the place in
//! the list is what an object inside and one outside have in common.
//!
//! Where losses of heap memory are monitored, pinned are those objects only to which something that
//! was left out points: an object that nothing points to any more is lost in the block. Elsewhere
//! all are, so that the state does not depend on who else points to them.

use crate::context::Context;
use crate::outside::Outside;
use crate::scalar::{ObjectRef, Target, Value};
use crate::state::{Frame, Life, ValueState};
use adumbra_analyses::mentions::{Mentions, PartOfFunction};
use adumbra_program::*;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The result of cutting a state.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The state in the block, but for unknowns.
    pub(super) inner: ValueState,
    /// The objects of the whole state that are kept.
    pub(super) kept: FxHashSet<u32>,
    /// Those of them that are pinned, by their names in the whole state.
    pub(super) pins: Vec<u32>,
    /// Ranges of globals that are left out.
    pub(super) private: Ranges,
    pub(super) shared: Ranges,
    /// Does the state in the block know how many stack objects there are around it?
    pub(super) counts_stack: bool,
}

/// Ranges of positions: begin and end.
pub(super) type Ranges = Vec<(u64, u64)>;

/// What is kept of a state.
#[derive(Default)]
struct Kept {
    objects: FxHashSet<u32>,
    globals: FxHashSet<Global>,
    open: Vec<ObjectRef>,
}

impl Kept {
    fn value(&mut self, value: Value) {
        let Some(object) = value.object() else { return };
        self.object(object);
    }

    fn object(&mut self, object: ObjectRef) {
        let is_new = match object.target() {
            Target::Allocated(index) => self.objects.insert(index),
            Target::Global(global) => self.globals.insert(global),
            Target::None | Target::Function(_) => false,
        };
        if is_new {
            self.open.push(object);
        }
    }
}

/// All values of an activation.
pub(super) fn values(frame: &Frame) -> impl Iterator<Item = Value> {
    frame.slots.iter().chain(&frame.results).copied().chain(frame.rest.iter().map(|(_, v)| *v))
}

impl Context {
    /// Cuts a state at the entry of a block.
    pub(super) fn cut(&self, state: &ValueState, mentions: &Mentions) -> Cut {
        let top = self.alone(state, mentions);
        let kept = self.kept(state, &top, mentions);
        let private = self.left_out(&kept, &self.private_order);
        let shared = self.left_out(&kept, &self.shared_order);
        let mut inner = state.clone();
        let mut outside = Outside::BLOCK;
        if state.is_last() {
            outside = outside.with(Outside::LAST);
        }
        let mut has_heap = state.outside.has(Outside::HEAP);
        for (index, object) in state.objects() {
            if !kept.objects.contains(&index) {
                has_heap |= object.origin.is_heap() && matches!(object.life, Life::Live | Life::Maybe);
                inner.objects.clear(index.into(), u64::from(index) + 1, false);
            }
        }
        for (from, to) in &private {
            inner.private.forget(*from, to - from, self.pointer_size);
        }
        for (from, to) in &shared {
            inner.shared.forget(*from, to - from, self.pointer_size);
        }
        inner.top = Rc::new(top);
        let pointed = self.losses.then(|| self.pointed_from_outside(state, &kept.objects, &private, &shared));
        let (mut pins, _) = self.canonical_order(&inner);
        if let Some(pointed) = &pointed {
            pins.retain(|index| pointed.contains(index));
            has_heap |= pins.iter().any(|index| state.object(*index).is_some_and(|o| o.origin.is_heap()));
        } else {
            has_heap |= state.others;
            inner.others = false;
        }
        inner.outside = if self.leaks && has_heap { outside.with(Outside::HEAP) } else { outside };
        let mut around = state.top.outside();
        around.owned = pins.clone();
        let mut top = Frame::clone(&inner.top);
        top.touch();
        top.caller = Some(Rc::new(around));
        inner.top = Rc::new(top);
        self.canonicalize(&mut inner);
        inner.private.tidy();
        inner.shared.tidy();
        inner.objects.tidy();
        let counts_stack = mentions.counts_stack;
        debug_assert!(self.part(mentions).is_none() || pointed.is_none());
        Cut { inner, kept: kept.objects, pins, private, shared, counts_stack }
    }

    /// Which part of its activation the block is given; nothing if it is all of it.
    pub(super) fn part<'a>(&self, mentions: &'a Mentions) -> Option<&'a PartOfFunction> {
        mentions.part.as_ref().filter(|_| !self.leaks)
    }

    /// The activation of the block, without what it does not use and without those around it.
    fn alone(&self, state: &ValueState, mentions: &Mentions) -> Frame {
        let mut frame = Frame::clone(&state.top);
        frame.touch();
        frame.call = None;
        frame.caller = None;
        frame.depth = 0;
        if !mentions.counts_stack {
            frame.mark = 0;
            frame.blurred = false;
        }
        if let Some(part) = self.part(mentions) {
            for (slot, register) in self.slots.live(&self.program, state.location).iter() {
                if !part.uses(*register) {
                    frame.slots[*slot as usize] = Value::UNKNOWN;
                }
            }
        }
        frame
    }

    /// What functions in the block can come to.
    fn kept(&self, state: &ValueState, top: &Frame, mentions: &Mentions) -> Kept {
        let mut kept = Kept::default();
        mentions.globals.iter().for_each(|global| kept.object(ObjectRef::global(*global)));
        top.owned.iter().for_each(|index| kept.object(ObjectRef::allocated(*index)));
        values(top).for_each(|value| kept.value(value));
        while let Some(object) = kept.open.pop() {
            let Some((bytes, start)) = self.bytes(state, object) else { continue };
            match object.target() {
                Target::Global(global) => {
                    let size = self.program.globals[global].size;
                    bytes.for_each_within(start, size, self.pointer_size, |_, value| kept.value(value));
                }
                _ => bytes.for_each_pointer(|_, value| kept.value(value)),
            }
        }
        kept
    }

    /// The ranges of globals that are not kept.
    fn left_out(&self, kept: &Kept, order: &[(u64, Global)]) -> Ranges {
        let mut ranges: Ranges = Vec::new();
        let mut joins = false;
        for (at, global) in order {
            let end = at.saturating_add(self.program.globals[*global].size.max(1));
            match ranges.last_mut() {
                _ if kept.globals.contains(global) => joins = false,
                Some((_, last)) if joins => *last = end,
                _ => {
                    ranges.push((*at, end));
                    joins = true;
                }
            }
        }
        ranges
    }

    /// The kept objects to which something points that is left out.
    fn pointed_from_outside(
        &self,
        state: &ValueState,
        kept: &FxHashSet<u32>,
        private: &Ranges,
        shared: &Ranges,
    ) -> FxHashSet<u32> {
        let mut pointed = FxHashSet::default();
        let mut add = |value: Value| pointed.extend(value.allocated().filter(|index| kept.contains(index)));
        for frame in state.top.chain().skip(1) {
            frame.owned.iter().for_each(|index| add(Value::pointer(ObjectRef::allocated(*index), 0)));
            values(frame).for_each(&mut add);
        }
        for (bytes, ranges) in [(&state.private, private), (&state.shared, shared)] {
            for (from, to) in ranges {
                bytes.for_each_within(*from, to - from, self.pointer_size, |_, value| add(value));
            }
        }
        for (_, object) in state.objects().into_iter().filter(|(index, _)| !kept.contains(index)) {
            object.bytes.for_each_pointer(|_, value| add(value));
        }
        pointed
    }
}
