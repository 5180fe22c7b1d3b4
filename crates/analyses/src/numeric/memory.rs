//! Reading and writing cells of memory.

use super::Numbers;
use super::state::*;
use super::values::Values;
use adumbra_domains::Sort;
use adumbra_program::*;
use std::rc::Rc;

/// An object that a pointer is known to point to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Object {
    Global(Global),
    Function(Function),
    /// The first object of the site that the activation at this depth allocated.
    Stack {
        depth: u32,
        site: Site,
        size: u64,
    },
    /// In a block: an object of an activation around it.
    Outer {
        number: u32,
        size: u64,
    },
}

impl<D> Cells<D> {
    pub(super) fn new(ground: Ground) -> Self {
        Cells { ground, cells: Vec::new() }
    }

    /// The cells that share bytes with a range: from this index to before that.
    pub(super) fn touching(&self, offset: u64, length: u64) -> std::ops::Range<usize> {
        let from = self.cells.partition_point(|c| c.offset.saturating_add(c.length) <= offset);
        let to = self.cells.partition_point(|c| c.offset < offset.saturating_add(length));
        from..to.max(from)
    }

    /// Removes what shares bytes with a range. The ground becomes any where the range is not
    /// exactly a cell.
    fn forget(&mut self, offset: u64, length: u64) {
        self.cells.drain(self.touching(offset, length));
        self.ground = Ground::Any;
    }
}

impl<D: Numbers> Values<D> {
    /// What is in an object of which the state says nothing.
    pub(super) fn default_ground(&self, object: ObjectId, trust: Trust) -> Ground {
        match self.object(object) {
            Object::Global(global) => {
                let trusted = self.program.globals[global].constant
                    || match trust {
                        Trust::All => true,
                        Trust::Private => !self.privacy.shares_global(global),
                        Trust::None => false,
                    };
                if trusted { Ground::Like(global) } else { Ground::Any }
            }
            _ => Ground::Any,
        }
    }

    /// What is known of the contents of an object.
    pub(super) fn cells(&self, state: &State<D>, object: ObjectId) -> Rc<Cells<D>> {
        match state.memory.get(object) {
            Some(cells) => Rc::clone(cells),
            None => Rc::new(Cells::new(self.default_ground(object, state.trust))),
        }
    }

    pub(super) fn set_cells(&self, state: &mut State<D>, object: ObjectId, cells: Cells<D>) {
        let default = cells.cells.is_empty() && cells.ground == self.default_ground(object, state.trust);
        state.memory.set(object, (!default).then(|| Rc::new(cells)));
    }

    pub(super) fn size_of(&self, object: ObjectId) -> u64 {
        match self.object(object) {
            Object::Global(global) => self.program.globals[global].size,
            Object::Function(_) => 0,
            Object::Stack { size, .. } | Object::Outer { size, .. } => size,
        }
    }

    /// May two objects share bytes?
    pub(super) fn may_share(&self, a: ObjectId, b: ObjectId) -> bool {
        match (self.object(a), self.object(b)) {
            (Object::Global(a), Object::Global(b)) => !self.program.shared_at(a, b).is_empty(),
            _ => false,
        }
    }

    /// May an unknown pointer point to it?
    pub(super) fn is_shared(&self, object: ObjectId) -> bool {
        match self.object(object) {
            Object::Global(global) => self.privacy.shares_global(global),
            // A pointer to it was handed on.
            Object::Function(_) | Object::Outer { .. } => true,
            Object::Stack { site, .. } => self.privacy.shares_site(site),
        }
    }

    fn is_writable(&self, object: ObjectId) -> bool {
        match self.object(object) {
            Object::Global(global) => !self.program.globals[global].constant,
            Object::Function(_) => false,
            Object::Stack { .. } | Object::Outer { .. } => true,
        }
    }

    /// The bytes that a pointer with a known offset names, if all of them are in the object.
    pub(super) fn place(&self, pointer: Option<Val<D>>, length: u64) -> Option<(ObjectId, u64)> {
        let Some(Val::Pointer(object, offset)) = pointer else { return None };
        let offset = D::constant(&mut self.context.borrow_mut(), self.word(), &offset)?;
        (offset.checked_add(length)? <= self.size_of(object)).then_some((object, offset))
    }

    /// The value of a type at a place.
    pub(super) fn read(&self, cells: &Cells<D>, offset: u64, ty: Type) -> Option<Val<D>> {
        let length = ty.store_size(&self.program.layout);
        let touching = cells.touching(offset, length);
        if touching.is_empty() {
            return self.read_ground(cells.ground, offset, length, ty);
        }
        let cell = cells.cells.get(touching.start).filter(|_| touching.len() == 1)?;
        if cell.offset == offset && cell.length == length && cell.ty == ty { cell.value } else { None }
    }

    fn read_ground(&self, ground: Ground, offset: u64, length: u64, ty: Type) -> Option<Val<D>> {
        let bits = ty.bits(&self.program.layout);
        if length > 8 {
            return None;
        }
        let mut bytes = [0u8; 8];
        let slots = bytes.iter_mut().take(length as usize);
        match ground {
            Ground::Any => return None,
            Ground::Byte(byte) => slots.for_each(|b| *b = byte),
            Ground::Like(global) => {
                let init = self.program.globals[global].init.as_ref()?;
                let end = offset.checked_add(length)?;
                let width = self.program.layout.pointer_bytes();
                let relocation = init.relocations.iter().find(|r| r.offset < end && offset < r.offset + width);
                if let Some(relocation) = relocation {
                    if ty != Type::Ptr || relocation.offset != offset {
                        return None;
                    }
                    let object = match relocation.target {
                        RelocationTarget::Global(global) => Object::Global(global),
                        RelocationTarget::Function(function) => Object::Function(function),
                    };
                    return self.pointer(object, relocation.addend as u64);
                }
                for (i, slot) in (offset..).zip(slots) {
                    *slot = usize::try_from(i).ok().and_then(|i| init.bytes.get(i)).copied().unwrap_or(0);
                }
            }
        }
        let word = u64::from_le_bytes(bytes);
        // The bits above the width are no part of the value.
        let word = if bits < 64 { word & ((1 << bits) - 1) } else { word };
        // A pointer that is not null and has no relocation is an address without an object.
        self.number(self.sort(ty), word).map(Val::Number)
    }

    /// Reads through a pointer.
    pub(super) fn load(&self, state: &State<D>, pointer: Option<Val<D>>, ty: Type) -> Option<Val<D>> {
        let (object, offset) = self.place(pointer, ty.store_size(&self.program.layout))?;
        match state.memory.get(object) {
            Some(cells) => self.read(cells, offset, ty),
            None => self.read(&Cells::new(self.default_ground(object, state.trust)), offset, ty),
        }
    }

    /// Notes a value that a place is known to have: nothing is written.
    pub(super) fn learn(&self, state: &mut State<D>, pointer: Option<Val<D>>, ty: Type, value: Option<Val<D>>) {
        if self.place(pointer, ty.store_size(&self.program.layout)).is_some() {
            self.store(state, pointer, ty, value);
        }
    }

    /// Writes through a pointer.
    pub(super) fn store(&self, state: &mut State<D>, pointer: Option<Val<D>>, ty: Type, value: Option<Val<D>>) {
        let length = ty.store_size(&self.program.layout);
        let Some((object, offset)) = self.place(pointer, length) else { return self.scribble(state, pointer) };
        if !self.is_writable(object) {
            return;
        }
        let mut cells = (*self.cells(state, object)).clone();
        let touching = cells.touching(offset, length);
        let exact = touching.len() == 1 && {
            let cell = &cells.cells[touching.start];
            cell.offset == offset && cell.length == length
        };
        if !touching.is_empty() && !exact {
            cells.forget(offset, length);
        }
        let touching = cells.touching(offset, length);
        let cell = Cell { offset, length, ty, value };
        match (value.is_none() && cells.ground == Ground::Any, touching.is_empty()) {
            (true, _) => drop(cells.cells.drain(touching)),
            (false, true) => cells.cells.insert(touching.start, cell),
            (false, false) => cells.cells[touching.start] = cell,
        }
        self.set_cells(state, object, cells);
    }

    /// Anything may have been written to where the pointer points, at any offset.
    pub(super) fn scribble(&self, state: &mut State<D>, pointer: Option<Val<D>>) {
        match pointer {
            Some(Val::Pointer(object, _)) => {
                if self.is_writable(object) {
                    self.set_cells(state, object, Cells::new(Ground::Any));
                }
            }
            _ => self.scribble_shared(state),
        }
    }

    /// Anything may have been written to what unknown pointers can reach.
    pub(super) fn scribble_shared(&self, state: &mut State<D>) {
        self.distrust(state, Trust::Private);
        state.memory.retain(|object, _| self.outlives(object, Trust::Private));
    }

    /// Anything may have been written anywhere but to what no pointer leaves the function for.
    pub(super) fn scribble_all(&self, state: &mut State<D>) {
        self.distrust(state, Trust::None);
        state.memory.retain(|object, _| self.outlives(object, Trust::None));
    }

    fn distrust(&self, state: &mut State<D>, trust: Trust) {
        state.trust = state.trust.max(trust);
        if self.by_blocks {
            state.scribbled = state.scribbled.max(trust);
        }
    }

    /// Is what is known of an object still so when no more than this is trusted?
    pub(super) fn outlives(&self, object: ObjectId, trust: Trust) -> bool {
        let is_local = || matches!(self.object(object), Object::Stack { .. } | Object::Outer { .. });
        match trust {
            Trust::All => true,
            _ if !self.is_writable(object) => true,
            Trust::Private => !self.is_shared(object),
            Trust::None => !self.is_shared(object) && is_local(),
        }
    }

    /// Overwrites a range of known place and length; `fill` is the byte, if it is known.
    pub(super) fn overwrite(&self, state: &mut State<D>, to: Option<Val<D>>, length: Option<u64>, fill: Option<u8>) {
        let place = length.and_then(|length| self.place(to, length).map(|(object, offset)| (object, offset, length)));
        let Some((object, offset, length)) = place else {
            return if length != Some(0) {
                self.scribble(state, to)
            };
        };
        if length == 0 || !self.is_writable(object) {
            return;
        }
        let mut cells = (*self.cells(state, object)).clone();
        match fill {
            Some(byte) if offset == 0 && length == self.size_of(object) => cells = Cells::new(Ground::Byte(byte)),
            Some(byte) if cells.ground == Ground::Byte(byte) => drop(cells.cells.drain(cells.touching(offset, length))),
            _ => cells.forget(offset, length),
        }
        self.set_cells(state, object, cells);
    }

    /// Copies a range.
    pub(super) fn copy(&self, state: &mut State<D>, to: Option<Val<D>>, from: Option<Val<D>>, length: Option<u64>) {
        let places = length.and_then(|n| Some((self.place(to, n)?, self.place(from, n)?, n)));
        let Some(((target, to_offset), (source, from_offset), length)) = places else {
            return self.overwrite(state, to, length, None);
        };
        if length == 0 || !self.is_writable(target) {
            return;
        }
        let contents = self.cells(state, source);
        let inside = |c: &&Cell<D>| from_offset <= c.offset && c.offset + c.length <= from_offset + length;
        let copied: Vec<Cell<D>> = contents.cells[contents.touching(from_offset, length)]
            .iter()
            .filter(inside)
            .map(|c| Cell { offset: c.offset - from_offset + to_offset, ..c.clone() })
            .collect();
        let whole = to_offset == 0 && length == self.size_of(target);
        // A cell that is copied in part leaves bytes that nothing is known of.
        let torn = contents.touching(from_offset, length).len() != copied.len();
        let ground = match contents.ground {
            Ground::Like(_) if from_offset != 0 || torn => Ground::Any,
            Ground::Byte(_) if torn => Ground::Any,
            ground => ground,
        };
        let mut cells = (*self.cells(state, target)).clone();
        if whole {
            cells.ground = ground;
            cells.cells = copied;
        } else {
            cells.forget(to_offset, length);
            let at = cells.touching(to_offset, length).start;
            cells.cells.splice(at..at, copied);
        }
        self.set_cells(state, target, cells);
    }

    /// What is known of an object in both of two states.
    pub(super) fn join_cells(
        &self,
        a: &Cells<D>,
        b: &Cells<D>,
        mut combine: impl FnMut(Type, Option<Val<D>>, Option<Val<D>>) -> Option<Val<D>>,
    ) -> Cells<D> {
        let mut joined = Cells::new(if a.ground == b.ground { a.ground } else { Ground::Any });
        let (mut i, mut j) = (0, 0);
        loop {
            let (x, y) = (a.cells.get(i), b.cells.get(j));
            let cell = match (x, y) {
                (None, None) => break,
                (Some(x), Some(y)) if x.offset == y.offset && x.length == y.length && x.ty == y.ty => {
                    (i, j) = (i + 1, j + 1);
                    x
                }
                (Some(x), Some(y)) if x.offset <= y.offset => {
                    i += 1;
                    if x.offset == y.offset {
                        // The same place as different things.
                        j += 1;
                        joined.ground = Ground::Any;
                        continue;
                    }
                    x
                }
                (Some(x), None) => {
                    i += 1;
                    x
                }
                (_, Some(y)) => {
                    j += 1;
                    y
                }
            };
            let value = combine(cell.ty, self.read(a, cell.offset, cell.ty), self.read(b, cell.offset, cell.ty));
            let overlaps = joined.cells.last().is_some_and(|last| last.offset + last.length > cell.offset);
            if overlaps {
                joined.cells.pop();
                joined.ground = Ground::Any;
                continue;
            }
            joined.cells.push(Cell { value, ..cell.clone() });
        }
        if joined.ground == Ground::Any {
            joined.cells.retain(|c| c.value.is_some());
        }
        joined
    }

    /// Are the bytes of a cell those of a ground? The ground can be read as any type, so that the
    /// value is the same as the type of the cell is not enough: it must be one value that has all
    /// of the bits.
    fn is_ground(&self, cell: &Cell<D>, ground: Ground) -> bool {
        let whole = u64::from(cell.ty.bits(&self.program.layout)) == 8 * cell.length;
        let here = self.read_ground(ground, cell.offset, cell.length, cell.ty);
        let ctx = &mut *self.context.borrow_mut();
        let mut same = |sort: Sort, a: &D, b: &D| {
            D::constant(ctx, sort, a).is_some_and(|bits| D::constant(ctx, sort, b) == Some(bits))
        };
        whole
            && match (&cell.value, &here) {
                (Some(Val::Number(a)), Some(Val::Number(b))) => same(self.sort(cell.ty), a, b),
                (Some(Val::Pointer(x, a)), Some(Val::Pointer(y, b))) => x == y && same(self.word(), a, b),
                _ => false,
            }
    }

    /// Does `general` say nothing about an object that `special` does not?
    pub(super) fn cells_within(
        &self,
        special: &Cells<D>,
        general: &Cells<D>,
        mut within: impl FnMut(Type, Option<Val<D>>, Option<Val<D>>) -> bool,
    ) -> bool {
        if general.ground != Ground::Any && general.ground != special.ground {
            return false;
        }
        let mut covered =
            |c: &Cell<D>| within(c.ty, self.read(special, c.offset, c.ty), self.read(general, c.offset, c.ty));
        general.cells.iter().all(&mut covered)
            && (general.ground == Ground::Any
                || special.cells.iter().all(|c| {
                    // Where the general one has no such cell its ground speaks.
                    let same = |g: &Cell<D>| g.offset == c.offset && g.length == c.length && g.ty == c.ty;
                    let touched = general.touching(c.offset, c.length);
                    if touched.is_empty() {
                        self.is_ground(c, general.ground)
                    } else {
                        touched.len() == 1 && same(&general.cells[touched.start])
                    }
                }))
    }
}
