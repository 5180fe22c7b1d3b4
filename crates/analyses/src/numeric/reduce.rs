//! Numbers in blocks: the innermost activation alone, and of memory what it can reach.
//!
//! In a block its function is the outermost activation. Variables of activations around it are
//! *outer objects* there: those that pointers lead to get numbers in the order in which they are
//! found, which depends on what is inside alone, so that calls that look alike inside share a
//! state. The others are left out. Behind the block, the numbers are found again from the state
//! before it, and what was left out is as it was, unless something was written inside through a
//! pointer that nothing is known of.
//!
//! Registers of activations around are nobody else's: they are as they were.

use super::memory::Object;
use super::state::*;
use super::{Numbers, Numeric};
use adumbra_engine::{Block, Reducing};
use adumbra_program::Site;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The outer objects that the innermost activation can reach, in the order of their numbers.
#[derive(Default)]
struct Outer {
    found: Vec<ObjectId>,
    numbers: FxHashMap<ObjectId, u32>,
}

impl<D: Numbers> Numeric<D> {
    /// Which objects of activations around the innermost one it can reach.
    fn outer(&self, state: &State<D>) -> Outer {
        let depth = state.frame.depth;
        let mut outer = Outer::default();
        let mut note = |value: &Val<D>| {
            if let Val::Pointer(object, _) = value
                && self.is_outer(*object, depth)
                && !outer.numbers.contains_key(object)
            {
                outer.numbers.insert(*object, outer.found.len() as u32);
                outer.found.push(*object);
            }
        };
        state.frame.registers.for_each(|_, value| note(value));
        state.frame.results.iter().flatten().for_each(&mut note);
        for (_, object) in self.inner_objects(state) {
            state.memory.get(object).into_iter().for_each(|cells| values_in(cells, &mut note));
        }
        let mut next = 0;
        while let Some(object) = outer.found.get(next).copied() {
            next += 1;
            let mut more = Vec::new();
            if let Some(cells) = state.memory.get(object) {
                values_in(cells, |value| more.extend(pointed(value).filter(|o| self.is_outer(*o, depth))));
            }
            for object in more {
                if !outer.numbers.contains_key(&object) {
                    outer.numbers.insert(object, outer.found.len() as u32);
                    outer.found.push(object);
                }
            }
        }
        outer
    }

    /// The objects about which something is known and that are no outer ones, in an order that does
    /// not depend on how deep the activation is.
    fn inner_objects(&self, state: &State<D>) -> Vec<((u32, Option<Site>), ObjectId)> {
        let depth = state.frame.depth;
        let mut all = Vec::new();
        state.memory.for_each(|id, _| match self.values.object(id) {
            Object::Global(_) | Object::Function(_) => all.push(((id, None), id)),
            Object::Stack { depth: at, site, .. } if at >= depth => all.push(((u32::MAX, Some(site)), id)),
            Object::Stack { .. } | Object::Outer { .. } => {}
        });
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }

    /// Is the object one of an activation around that at this depth?
    fn is_outer(&self, object: ObjectId, depth: u32) -> bool {
        match self.values.object(object) {
            Object::Stack { depth: at, .. } => at < depth,
            Object::Outer { .. } => true,
            Object::Global(_) | Object::Function(_) => false,
        }
    }

    /// What an object is called in a block whose function is at this depth.
    fn inside(&self, object: ObjectId, depth: u32, outer: &Outer) -> Option<ObjectId> {
        Some(match self.values.object(object) {
            Object::Global(_) | Object::Function(_) => object,
            Object::Stack { depth: at, site, size } if at >= depth => {
                self.values.object_id(Object::Stack { depth: at - depth, site, size })
            }
            Object::Stack { .. } | Object::Outer { .. } => {
                let number = *outer.numbers.get(&object)?;
                self.values.object_id(Object::Outer { number, size: self.values.size_of(object) })
            }
        })
    }

    /// What an object of a block is called behind it.
    fn outside(&self, object: ObjectId, depth: u32, outer: &Outer) -> Option<ObjectId> {
        Some(match self.values.object(object) {
            Object::Global(_) | Object::Function(_) => object,
            Object::Stack { depth: at, site, size } => {
                self.values.object_id(Object::Stack { depth: at + depth, site, size })
            }
            Object::Outer { number, size } => {
                let named = *outer.found.get(number as usize)?;
                (self.values.size_of(named) == size).then_some(named)?
            }
        })
    }

    /// A value with its object under another name. One that has no other name is not known.
    fn renamed(&self, value: &Val<D>, name: &impl Fn(ObjectId) -> Option<ObjectId>) -> Option<Val<D>> {
        match value {
            Val::Number(_) => Some(*value),
            Val::Pointer(object, offset) => name(*object).map(|object| Val::Pointer(object, *offset)),
        }
    }

    fn renamed_cells(&self, cells: &Rc<Cells<D>>, name: &impl Fn(ObjectId) -> Option<ObjectId>) -> Rc<Cells<D>> {
        let mut has_pointers = false;
        values_in(cells, |value| has_pointers |= pointed(value).is_some());
        if !has_pointers {
            return Rc::clone(cells);
        }
        let mut renamed = (**cells).clone();
        for cell in &mut renamed.cells {
            cell.value = cell.value.as_ref().and_then(|value| self.renamed(value, name));
        }
        if renamed.ground == Ground::Any {
            renamed.cells.retain(|cell| cell.value.is_some());
        }
        Rc::new(renamed)
    }

    /// An activation with objects under other names, above another one.
    fn renamed_frame(
        &self,
        frame: &Frame<D>,
        (call, caller): (Option<adumbra_program::Edge>, Option<Rc<Frame<D>>>),
        name: &impl Fn(ObjectId) -> Option<ObjectId>,
    ) -> Frame<D> {
        let mut renamed = Frame::new(frame.function, call, caller);
        renamed.registers = frame.registers.clone();
        frame.registers.for_each(|index, value| {
            if matches!(value, Val::Pointer(..)) {
                renamed.registers.set(index, self.renamed(value, name));
            }
        });
        renamed.allocated = frame.allocated.clone();
        let known = |value: &Option<Val<D>>| value.as_ref().and_then(|value| self.renamed(value, name));
        renamed.results = frame.results.iter().map(known).collect();
        renamed
    }

    fn reduced(&self, state: &State<D>) -> State<D> {
        let depth = state.frame.depth;
        let outer = self.outer(state);
        let name = |object: ObjectId| self.inside(object, depth, &outer);
        let frame = Rc::new(self.renamed_frame(&state.frame, (None, None), &name));
        let mut memory = super::map::Map::default();
        state.memory.for_each(|object, cells| {
            if let Some(named) = name(object) {
                memory.set(named, Some(self.renamed_cells(cells, &name)));
            }
        });
        State { frame, memory, trust: state.trust, rounds: state.rounds.map(|_| 0), scribbled: false }
    }

    fn expanded(&self, before: &State<D>, inner: &State<D>) -> State<D> {
        let depth = before.frame.depth;
        let outer = self.outer(before);
        let name = |object: ObjectId| self.outside(object, depth, &outer);
        let mut chain: Vec<&Frame<D>> = inner.frame.chain().collect();
        chain.reverse();
        let mut frame = Rc::clone(&before.frame);
        for (above, inside) in (0u32..).zip(chain) {
            let below = match above {
                0 => (before.frame.call, before.frame.caller.clone()),
                _ => (inside.call, Some(frame)),
            };
            frame = Rc::new(self.renamed_frame(inside, below, &name));
        }
        let mut memory = super::map::Map::default();
        inner.memory.for_each(|object, cells| {
            if let Some(named) = name(object) {
                memory.set(named, Some(self.renamed_cells(cells, &name)));
            }
        });
        // What was left out.
        before.memory.for_each(|object, cells| {
            let left_out = self.is_outer(object, depth) && !outer.numbers.contains_key(&object);
            if left_out && !(inner.scribbled && self.values.is_shared(object)) {
                memory.set(object, Some(Rc::clone(cells)));
            }
        });
        let scribbled = before.scribbled || inner.scribbled;
        State { frame, memory, trust: inner.trust, rounds: inner.rounds, scribbled }
    }
}

/// Calls `f` with what is in the cells of an object, in order.
fn values_in<D>(cells: &Cells<D>, f: impl FnMut(&Val<D>)) {
    cells.cells.iter().filter_map(|cell| cell.value.as_ref()).for_each(f);
}

/// The object that a pointer points to.
fn pointed<D>(value: &Val<D>) -> Option<ObjectId> {
    match value {
        Val::Pointer(object, _) => Some(*object),
        Val::Number(_) => None,
    }
}

impl<D: Numbers> Reducing for Numeric<D> {
    fn reduce(&mut self, (state, _): (&State<D>, &()), _: &Block) -> (State<D>, ()) {
        (self.reduced(state), ())
    }

    fn expand(&mut self, (before, _): (&State<D>, &()), _: &Block, inner: (&State<D>, &())) -> (State<D>, ()) {
        (self.expanded(before, inner.0), ())
    }
}
