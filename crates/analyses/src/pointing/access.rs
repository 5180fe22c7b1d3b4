//! Accesses to memory: whether they are valid, and what they do.

use super::Pointing;
use super::state::{Contents, Life, Places, PointerState};
use super::value::{Object, Offset, Target, Val};
use crate::validity::Validity;
use adumbra_dependence::{AbstractObject, PointsTo};
use adumbra_engine::Flow;
use adumbra_program::*;
use adumbra_verdict::{Reason, Target as Goal, TargetKind};
use std::rc::Rc;

/// What an access through an expression may do.
pub(super) struct Access {
    pub(super) validity: Validity,
    /// Where it goes if it is valid.
    pub(super) places: Places,
    /// The pointers with which it may be valid, if they are listed.
    survivors: Option<Vec<Target>>,
}

/// What is done with the object that a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// So many bytes are read; without a number it is not known how many.
    Read(Option<u64>),
    Write(Option<u64>),
    Free(Allocator),
}

impl Pointing {
    /// What an access does.
    pub(super) fn access(&self, state: &PointerState, address: ExprId, does: Use) -> Access {
        let unknown = match does {
            Use::Free(_) => Violation::InvalidFree,
            Use::Read(_) | Use::Write(_) => Violation::WildAccess,
        };
        let value = self.evaluate(state, address);
        let Some(targets) = value.as_ref().and_then(Val::targets) else {
            let places = self.anywhere(state, address);
            return Access { validity: Validity::Maybe(unknown), places, survivors: None };
        };
        let mut survivors = Vec::new();
        let (mut wrong, mut certain) = (None, true);
        for target in targets {
            match self.validity(state, *target, does) {
                Validity::Valid => survivors.push(*target),
                Validity::Maybe(kind) => {
                    wrong.get_or_insert(kind);
                    survivors.push(*target);
                }
                Validity::Invalid(kind) => {
                    wrong.get_or_insert(kind);
                    continue;
                }
            }
            certain = false;
        }
        let validity = match wrong {
            None => Validity::Valid,
            Some(kind) if certain => Validity::Invalid(kind),
            Some(kind) => Validity::Maybe(kind),
        };
        Access { validity, places: Places::of(&survivors), survivors: Some(survivors) }
    }

    fn validity(&self, state: &PointerState, target: Target, does: Use) -> Validity {
        if let Use::Free(allocator) = does {
            return self.validity_of_free(state, target, allocator);
        }
        let (Use::Read(length) | Use::Write(length)) = does else { return Validity::Valid };
        let Some(object) = target.object else {
            let null = matches!(target.offset, Offset::Exact(address) if address < 4096);
            let any = target.offset == Offset::Any;
            return match (null, any) {
                (true, _) => Validity::Invalid(Violation::NullAccess),
                (_, true) => Validity::Maybe(Violation::WildAccess),
                _ => Validity::Invalid(Violation::WildAccess),
            };
        };
        if matches!(object, Object::Function(_)) {
            return Validity::Invalid(Violation::WildAccess);
        }
        let (size, life) = self.extent(state, object);
        let dead = match state.memory.get(&object) {
            Some(contents) if contents.is_heap() => Violation::UseAfterFree,
            Some(_) => Violation::UseAfterScope,
            None => Violation::WildAccess,
        };
        if life == Life::Gone {
            return Validity::Invalid(dead);
        }
        let fits = match (size, target.offset, length) {
            (Some(size), Offset::Exact(offset), Some(length)) => Some(offset <= size && length <= size - offset),
            (Some(size), Offset::Any, Some(length)) if length > size => Some(false),
            (Some(size), Offset::Exact(offset), None) if offset > size => Some(false),
            _ => None,
        };
        let global = if let Object::Global(global) = object { Some(&self.program.globals[global]) } else { None };
        match fits {
            Some(false) if global.is_some_and(|global| global.open) => Validity::Invalid(Violation::WildAccess),
            Some(false) => Validity::Invalid(Violation::OutOfBounds),
            _ if matches!(does, Use::Write(_)) && global.is_some_and(|global| global.constant) => {
                Validity::Invalid(Violation::WriteToConstant)
            }
            Some(true) if life == Life::Live => Validity::Valid,
            Some(true) => Validity::Maybe(dead),
            None => Validity::Maybe(Violation::OutOfBounds),
        }
    }

    fn validity_of_free(&self, state: &PointerState, target: Target, allocator: Allocator) -> Validity {
        let object = match target {
            Target::NULL => return Validity::Valid,
            Target { object: Some(object), .. } => object,
            Target { object: None, offset: Offset::Any } => return Validity::Maybe(Violation::InvalidFree),
            _ => return Validity::Invalid(Violation::InvalidFree),
        };
        if matches!(object, Object::Global(_) | Object::Function(_)) {
            return Validity::Invalid(Violation::InvalidFree);
        }
        let Some(contents) = state.memory.get(&object) else { return Validity::Maybe(Violation::InvalidFree) };
        let same = contents.kind.is_some_and(|(_, site)| self.program.sites[site].allocator == allocator);
        match (contents.life, target.offset) {
            _ if !contents.is_heap() => Validity::Invalid(Violation::InvalidFree),
            (Life::Gone, _) => Validity::Invalid(Violation::DoubleFree),
            _ if !same => Validity::Invalid(Violation::InvalidFree),
            (_, Offset::Exact(1..)) => Validity::Invalid(Violation::InvalidFree),
            (Life::Perhaps, _) => Validity::Maybe(Violation::DoubleFree),
            (_, Offset::Any) => Validity::Maybe(Violation::InvalidFree),
            (Life::Live, _) => Validity::Valid,
        }
    }

    /// Where a pointer may go of which a state says nothing.
    pub(super) fn anywhere(&self, state: &PointerState, address: ExprId) -> Places {
        let mut targets = Vec::new();
        self.points_to().for_each_target(&self.program, address, &mut |object, offsets| {
            let offset = offsets.single().map_or(Offset::Any, Offset::Exact);
            let object = self.points_to().objects().object(object);
            if let AbstractObject::Global(global) = object {
                targets.push((Object::Global(global), offset));
            } else if let Some(name) = self.names.borrow().get(&object) {
                let of_name = [Object::Recent(*name), Object::Older(*name)];
                targets.extend(of_name.into_iter().filter(|o| state.memory.contains_key(o)).map(|o| (o, offset)));
            }
        });
        Places { targets, elsewhere: true }
    }

    /// Does what an access does, if it may be valid. It gives a state with a violation where that
    /// is asked about, and supposes that the access is valid.
    pub(super) fn accessed(
        &self,
        state: &mut PointerState,
        edge: Edge,
        validity: Validity,
        effect: impl FnOnce(&mut PointerState) -> bool,
    ) -> Flow<PointerState> {
        let monitored = |kind| self.program.property.monitors(kind);
        let goal = |kind| Some(Goal { kind: TargetKind::Violation(kind), edge });
        match validity {
            Validity::Valid => match effect(state) {
                true => Flow::On,
                false => Flow::Dead,
            },
            Validity::Invalid(kind) if monitored(kind) => {
                state.violated = goal(kind);
                Flow::On
            }
            Validity::Invalid(Violation::WildAccess) => {
                let what = "an access to memory that is no object of the program".to_owned();
                Flow::Cut(Reason::Unsupported { what, position: self.program.edges[edge].position })
            }
            Validity::Invalid(kind) => {
                self.note_end(kind, edge);
                Flow::Dead
            }
            Validity::Maybe(kind) => {
                // Which violation it would be is not known where the pointer is not.
                use Violation::*;
                let kinds: &[Violation] = match kind {
                    InvalidFree | DoubleFree => &[InvalidFree, DoubleFree],
                    _ => &[WildAccess, NullAccess, OutOfBounds, UseAfterFree, UseAfterScope, WriteToConstant],
                };
                let asked = std::iter::once(kind).chain(kinds.iter().copied()).find(|kind| monitored(*kind));
                let bad = asked.map(|kind| PointerState { violated: goal(kind), ..state.clone() });
                if asked.is_none() {
                    kinds.iter().for_each(|kind| self.note_end(*kind, edge));
                }
                let goes_on = effect(state);
                match (bad, goes_on) {
                    (Some(bad), true) => Flow::Split(vec![state.clone(), bad]),
                    (Some(bad), false) => Flow::Split(vec![bad]),
                    (None, true) => Flow::On,
                    (None, false) => Flow::Dead,
                }
            }
        }
    }

    fn note_end(&self, kind: Violation, edge: Edge) {
        self.ends.borrow_mut().entry(kind).or_insert(edge);
    }

    /// After an access that was valid: the pointer is one of those with which it may be, and the
    /// object that it must be lives.
    pub(super) fn survived(&self, state: &mut PointerState, address: ExprId, access: &Access) {
        let Some(survivors) = &access.survivors else { return };
        if let [Target { object: Some(object), .. }] = **survivors
            && object.is_one()
            && let Some(contents) = state.memory.get_mut(&object).filter(|contents| contents.life == Life::Perhaps)
        {
            Rc::make_mut(contents).life = Life::Live;
        }
        let pool = &self.program.exprs;
        let (register, by) = match pool.get(address) {
            Expr::Register(register) => (register, 0),
            Expr::Binary(BinaryOp::PtrAdd, base, by) => match (pool.get(base), pool.get(by)) {
                (Expr::Register(register), Expr::Const(by)) => (register, by),
                _ => return,
            },
            _ => return,
        };
        let Some(targets) = state.register(register).and_then(Val::targets) else { return };
        let moved = |target: &Target| match target.offset {
            Offset::Exact(offset) => Offset::Exact(offset.wrapping_add(by) & self.address_mask),
            Offset::Any => Offset::Any,
        };
        // A list of offsets that became any when it was moved has no member of its own there.
        let stays = |target: &&Target| {
            let of_object = survivors.iter().filter(|s| s.object == target.object);
            of_object.into_iter().any(|s| s.offset == Offset::Any || s.offset == moved(target))
        };
        let left: Vec<Target> = targets.iter().filter(stays).copied().collect();
        if left.len() < targets.len() {
            self.learn(state, register, Val::pointers(left));
        }
    }

    /// A register of the innermost activation is known to have one of fewer values, and so has the
    /// cell that it is equal to.
    pub(super) fn learn(&self, state: &mut PointerState, register: Register, value: Option<Val>) {
        let Some(value) = value else { return };
        let ty = self.program.registers[register].ty;
        let top = state.top();
        top.registers.insert(register, value.clone());
        let Some((object, offset)) = top.equal.get(&register).copied() else { return };
        if let Some(contents) = self.contents(state, object) {
            let mut contents = (*contents).clone();
            contents.write(offset, ty.store_size(&self.program.layout), ty, Some(value));
            state.memory.insert(object, Rc::new(contents));
        }
    }

    /// What an access reads.
    pub(super) fn load(&self, state: &PointerState, places: &Places, ty: Type) -> Option<Val> {
        if places.elsewhere {
            return None;
        }
        let mut value: Option<Val> = None;
        for (object, offset) in &places.targets {
            let Offset::Exact(offset) = offset else { return None };
            let found = self.read(&*self.contents(state, *object)?, *offset, ty)?;
            value = Some(match value {
                None => found,
                Some(value) => value.join(&found)?,
            });
        }
        value
    }

    /// Writes a value of a type where an access goes.
    pub(super) fn store(&self, state: &mut PointerState, places: &Places, ty: Type, value: Option<Val>) {
        let length = ty.store_size(&self.program.layout);
        let single = places.single();
        for (object, offset) in &places.targets {
            self.change(state, *object, |contents| match offset {
                Offset::Any => contents.forget_all(),
                Offset::Exact(offset) if single.is_some() => contents.write(*offset, length, ty, value.clone()),
                Offset::Exact(offset) => {
                    let both = super::value::join(self.read(contents, *offset, ty).as_ref(), value.as_ref());
                    contents.write(*offset, length, ty, both);
                }
            });
        }
    }

    /// Bytes become anything where an access goes.
    pub(super) fn scribble(&self, state: &mut PointerState, places: &Places, length: Option<u64>) {
        for (object, offset) in &places.targets {
            self.change(state, *object, |contents| match (offset, length) {
                (Offset::Exact(offset), Some(length)) => contents.forget(*offset, length),
                _ => contents.forget_all(),
            });
        }
    }

    /// Changes what is in an object, unless it cannot be written.
    pub(super) fn change(&self, state: &mut PointerState, object: Object, f: impl FnOnce(&mut Contents)) {
        let writable = match object {
            Object::Global(global) => !self.program.globals[global].constant,
            Object::Function(_) => false,
            Object::Recent(_) | Object::Older(_) => true,
        };
        let Some(contents) = self.contents(state, object).filter(|_| writable) else { return };
        state.part_from(object);
        let mut contents = contents;
        f(Rc::make_mut(&mut contents));
        state.memory.insert(object, contents);
    }
}
