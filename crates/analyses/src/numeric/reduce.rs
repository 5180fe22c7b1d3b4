//! Numbers in blocks: the innermost activation alone, and of memory what it can reach.
//!
//! In a block its function is the outermost activation. *Kept* is what the block can come to: the
//! globals that it names, its own activation, and what known pointers lead to from there. All else
//! is left out. Variables of activations around it are *outer objects* there: those that are kept
//! get numbers in the order in which they are found, which depends on what is inside alone, so that
//! calls that look alike inside share a state. Behind the block, the numbers are found again from
//! the state before it, and what was left out is as it was, unless something was written inside
//! through a pointer that nothing is known of.
//!
//! A loop has its function's activation as the outermost one. It is given the registers that it
//! uses and the variables to which they, or the sites in it, lead; those that it neither uses nor
//! writes are put back behind it.
//!
//! Registers of activations around are nobody else's: they are as they were. What is left out of
//! memory has no entry inside. Nobody there asks for it, so that it does not matter what is taken
//! to be true without one.

use super::memory::Object;
use super::state::*;
use super::{Numbers, Numeric};
use crate::mentions::Mentions;
use adumbra_engine::{Block, Reducing};
use adumbra_program::{Register, RelocationTarget, Site};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a block can come to.
#[derive(Default)]
struct Kept {
    objects: FxHashSet<ObjectId>,
    /// In the order in which they were found.
    order: Vec<ObjectId>,
    /// The objects of activations around it, in the order of their numbers.
    outer: Vec<ObjectId>,
    numbers: FxHashMap<ObjectId, u32>,
}

impl Kept {
    fn add(&mut self, object: ObjectId, is_outer: bool) {
        if self.objects.insert(object) {
            self.order.push(object);
            if is_outer {
                self.numbers.insert(object, self.outer.len() as u32);
                self.outer.push(object);
            }
        }
    }
}

impl<D: Numbers> Numeric<D> {
    /// What the block can come to from a state at its entry.
    fn kept(&self, state: &State<D>, mentions: &Mentions) -> Kept {
        let depth = state.frame.depth;
        let mut kept = Kept::default();
        let mut add = |object: ObjectId| kept.add(object, self.is_outer(object, depth));
        let first = self.first_register(state);
        state.frame.registers.for_each(|index, value| {
            let used = mentions.part.as_ref().is_none_or(|part| part.uses(Register::from_u32(first + index)));
            pointed(value).filter(|_| used).into_iter().for_each(&mut add);
        });
        state.frame.results.iter().flatten().filter_map(pointed).for_each(&mut add);
        mentions.globals.iter().for_each(|global| add(self.values.object_id(Object::Global(*global))));
        for (site, object) in self.own_objects(state) {
            if mentions.part.as_ref().is_none_or(|part| part.sites.contains(&site)) {
                add(object);
            }
        }
        let mut next = 0;
        while let Some(object) = kept.order.get(next).copied() {
            next += 1;
            let cells = self.values.cells(state, object);
            let mut found = Vec::new();
            values_in(&cells, |value| found.extend(pointed(value)));
            if let Ground::Like(global) = cells.ground {
                let init = &self.program().globals[global].init;
                found.extend(init.iter().flat_map(|init| &init.relocations).map(|relocation| {
                    self.values.object_id(match relocation.target {
                        RelocationTarget::Global(global) => Object::Global(global),
                        RelocationTarget::Function(function) => Object::Function(function),
                    })
                }));
            }
            found.into_iter().for_each(|object| kept.add(object, self.is_outer(object, depth)));
        }
        kept
    }

    /// The number of the first register of the innermost activation's function.
    fn first_register(&self, state: &State<D>) -> u32 {
        self.program().body(state.frame.function).map_or(0, |body| body.registers.0.as_u32())
    }

    /// The objects of the innermost activation about which something is known, by site.
    fn own_objects(&self, state: &State<D>) -> Vec<(Site, ObjectId)> {
        let depth = state.frame.depth;
        let mut all = Vec::new();
        state.memory.for_each(|id, _| match self.values.object(id) {
            Object::Stack { depth: at, site, .. } if at >= depth => all.push((site, id)),
            _ => {}
        });
        all.sort_unstable();
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
    fn inside(&self, object: ObjectId, depth: u32, kept: &Kept) -> Option<ObjectId> {
        Some(match self.values.object(object) {
            Object::Global(_) | Object::Function(_) => object,
            Object::Stack { depth: at, site, size } if at >= depth => {
                self.values.object_id(Object::Stack { depth: at - depth, site, size })
            }
            Object::Stack { .. } | Object::Outer { .. } => {
                let number = *kept.numbers.get(&object)?;
                self.values.object_id(Object::Outer { number, size: self.values.size_of(object) })
            }
        })
    }

    /// What an object of a block is called behind it.
    fn outside(&self, object: ObjectId, depth: u32, kept: &Kept) -> Option<ObjectId> {
        Some(match self.values.object(object) {
            Object::Global(_) | Object::Function(_) => object,
            Object::Stack { depth: at, site, size } => {
                self.values.object_id(Object::Stack { depth: at + depth, site, size })
            }
            Object::Outer { number, size } => {
                let named = *kept.outer.get(number as usize)?;
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

    fn reduced(&self, state: &State<D>, mentions: &Mentions) -> State<D> {
        let depth = state.frame.depth;
        let kept = self.kept(state, mentions);
        let name = |object: ObjectId| self.inside(object, depth, &kept);
        let mut frame = self.renamed_frame(&state.frame, (None, None), &name);
        if let Some(part) = &mentions.part {
            let first = self.first_register(state);
            frame.registers.retain(|index, _| part.uses(Register::from_u32(first + index)));
        }
        let mut memory = super::map::Map::default();
        state.memory.for_each(|object, cells| {
            if kept.objects.contains(&object)
                && let Some(named) = name(object)
            {
                memory.set(named, Some(self.renamed_cells(cells, &name)));
            }
        });
        let (rounds, scribbled) = (state.rounds.map(|_| 0), Trust::All);
        State { frame: Rc::new(frame), memory, trust: state.trust, rounds, scribbled }
    }

    fn expanded(&self, before: &State<D>, (block, mentions): (&Block, &Mentions), inner: &State<D>) -> State<D> {
        let depth = before.frame.depth;
        let kept = self.kept(before, mentions);
        let name = |object: ObjectId| self.outside(object, depth, &kept);
        let mut chain: Vec<&Frame<D>> = inner.frame.chain().collect();
        chain.reverse();
        let mut frame = Rc::clone(&before.frame);
        for (above, inside) in (0u32..).zip(chain) {
            let below = match above {
                0 => (before.frame.call, before.frame.caller.clone()),
                _ => (inside.call, Some(frame)),
            };
            let mut renamed = self.renamed_frame(inside, below, &name);
            if above == 0 {
                self.put_back(&mut renamed, before, block, mentions);
            }
            frame = Rc::new(renamed);
        }
        let mut memory = super::map::Map::default();
        inner.memory.for_each(|object, cells| {
            if let Some(named) = name(object) {
                memory.set(named, Some(self.renamed_cells(cells, &name)));
            }
        });
        // What was left out.
        before.memory.for_each(|object, cells| {
            if !kept.objects.contains(&object) && self.values.outlives(object, inner.scribbled) {
                memory.set(object, Some(Rc::clone(cells)));
            }
        });
        let scribbled = before.scribbled.max(inner.scribbled);
        State { frame, memory, trust: inner.trust, rounds: inner.rounds, scribbled }
    }

    /// The registers that a loop has nothing to do with are as they were, as far as they may be
    /// read behind it.
    fn put_back(&self, frame: &mut Frame<D>, before: &State<D>, block: &Block, mentions: &Mentions) {
        let Some(part) = &mentions.part else { return };
        let first = self.first_register(before);
        let live: Vec<_> = block.exits.iter().map(|exit| self.live.at(*exit)).collect();
        let is_read = |register: &Register| {
            self.keeps_dead || live.is_empty() || live.iter().any(|live| live.binary_search(register).is_ok())
        };
        before.frame.registers.for_each(|index, value| {
            let register = Register::from_u32(first + index);
            if part.leaves_alone(register) && is_read(&register) {
                frame.registers.set(index, Some(*value));
            }
        });
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
    fn reduce(&mut self, (state, _): (&State<D>, &()), block: &Block) -> (State<D>, ()) {
        let mentions = self.mentions.of(&self.values.program, block);
        (self.reduced(state, &mentions), ())
    }

    fn expand(&mut self, (before, _): (&State<D>, &()), block: &Block, inner: (&State<D>, &())) -> (State<D>, ()) {
        let mentions = self.mentions.of(&self.values.program, block);
        (self.expanded(before, (block, &mentions), inner.0), ())
    }
}
