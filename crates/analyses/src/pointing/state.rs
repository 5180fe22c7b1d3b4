//! States: the registers of all open activations, and the objects of memory with their cells.
//!
//! An object that was allocated is named by who asked for it; the *last* one of a name is kept
//! apart from all others of it, so that its cells can be overwritten and its life is known. When
//! another one is allocated, it becomes one of the older ones (recency abstraction, Balakrishnan
//! and Reps).
//!
//! What a state says of an object is true if there is the object. An object that is not listed does
//! not exist, or (a global) is as it was at first, or (one that nothing known points to, and that
//! no question is about) may be anything.

use super::value::{Name, Object, Offset, Target, Val, join};
use adumbra_program::*;
use adumbra_verdict::Target as Goal;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Does an object live?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Life {
    /// Yes.
    Live,
    /// No: freed, or out of scope.
    Gone,
    /// It may.
    Perhaps,
}

impl Life {
    pub(super) fn join(self, other: Life) -> Life {
        if self == other { self } else { Life::Perhaps }
    }
}

/// What is in the bytes of an object of which no cell tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ground {
    /// Anything.
    Unknown,
    /// Zeros.
    Zero,
    /// What the global was initialised with.
    Initial(Global),
}

/// Some bytes of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cell {
    pub(super) length: u64,
    pub(super) ty: Type,
    /// Without a value the bytes are anything, whatever the ground is.
    pub(super) value: Option<Val>,
}

/// What is known of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Contents {
    pub(super) life: Life,
    /// How it was allocated, with the site; nothing for globals.
    pub(super) kind: Option<(AllocationKind, Site)>,
    /// The activation that owns an object of the stack, if it is known.
    pub(super) owner: Option<u32>,
    pub(super) size: Option<u64>,
    pub(super) ground: Ground,
    /// By offset; they share no bytes.
    pub(super) cells: BTreeMap<u64, Cell>,
}

impl Contents {
    pub(super) fn is_heap(&self) -> bool {
        matches!(self.kind, Some((AllocationKind::Heap | AllocationKind::ZeroedHeap, _)))
    }

    /// The offsets of cells that share bytes with a range.
    pub(super) fn touching(&self, offset: u64, length: u64) -> Vec<u64> {
        let end = offset.saturating_add(length);
        let before = self.cells.range(..offset).next_back().filter(|(at, cell)| *at + cell.length > offset);
        before.into_iter().chain(self.cells.range(offset..end.max(offset))).map(|(at, _)| *at).collect()
    }

    /// Bytes become anything.
    pub(super) fn forget(&mut self, offset: u64, length: u64) {
        let touching = self.touching(offset, length);
        let inside =
            touching.iter().all(|at| *at >= offset && *at + self.cells[at].length <= offset.saturating_add(length));
        for at in touching {
            self.cells.remove(&at);
        }
        if !inside {
            self.forget_ground();
        }
        if self.ground != Ground::Unknown && length > 0 {
            self.cells.insert(offset, Cell { length, ty: Type::Int(8), value: None });
        }
    }

    /// Bytes that no cell tells of become anything.
    fn forget_ground(&mut self) {
        self.ground = Ground::Unknown;
        self.cells.retain(|_, cell| cell.value.is_some());
    }

    /// All bytes become anything.
    pub(super) fn forget_all(&mut self) {
        self.ground = Ground::Unknown;
        self.cells.clear();
    }

    /// Bytes get a value.
    pub(super) fn write(&mut self, offset: u64, length: u64, ty: Type, value: Option<Val>) {
        self.forget(offset, length);
        // Of an unknown value, the hole that was made is enough.
        if value.is_some() {
            self.cells.insert(offset, Cell { length, ty, value });
        }
    }
}

/// An open activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub(super) function: Function,
    /// The call that opened it.
    pub(super) call: Option<Edge>,
    pub(super) depth: u32,
    pub(super) registers: BTreeMap<Register, Val>,
    /// Registers that are equal to a cell of one object.
    pub(super) equal: BTreeMap<Register, (Object, u64)>,
    /// After a return: what it gives.
    pub(super) results: Vec<Option<Val>>,
    pub(super) caller: Option<Rc<Frame>>,
}

impl Frame {
    pub(super) fn new(function: Function, call: Option<Edge>, caller: Option<Rc<Frame>>) -> Frame {
        Frame {
            function,
            call,
            depth: caller.as_ref().map_or(0, |caller| caller.depth + 1),
            registers: BTreeMap::new(),
            equal: BTreeMap::new(),
            results: Vec::new(),
            caller,
        }
    }

    /// The activations, the innermost first.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(self), |frame| frame.caller.as_deref())
    }

    /// Changes the values of all activations; `None` leaves one as it is.
    fn change(&mut self, f: &mut impl FnMut(&Val) -> Option<Val>) {
        for value in self.registers.values_mut().chain(self.results.iter_mut().flatten()) {
            if let Some(new) = f(value) {
                *value = new;
            }
        }
        if let Some(caller) = &mut self.caller {
            let touched = caller.chain().any(|frame| frame.values().any(|value| f(value).is_some()));
            if touched {
                Rc::make_mut(caller).change(f);
            }
        }
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Val> {
        self.registers.values().chain(self.results.iter().flatten())
    }
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PointerState {
    pub(super) top: Rc<Frame>,
    pub(super) memory: BTreeMap<Object, Rc<Contents>>,
    /// The violation at which the execution is.
    pub(super) violated: Option<Goal>,
    /// May there be heap memory that nothing points to any more?
    pub(super) lost: bool,
}

impl PointerState {
    pub(super) fn top(&mut self) -> &mut Frame {
        Rc::make_mut(&mut self.top)
    }

    pub(super) fn register(&self, register: Register) -> Option<&Val> {
        self.top.registers.get(&register)
    }

    /// Gives a register a value.
    pub(super) fn set(&mut self, register: Register, value: Option<Val>) {
        let top = self.top();
        top.equal.remove(&register);
        match value {
            Some(value) => drop(top.registers.insert(register, value)),
            None => drop(top.registers.remove(&register)),
        }
    }

    /// The contents of an object that is listed, to change them.
    pub(super) fn contents(&mut self, object: Object) -> Option<&mut Contents> {
        self.memory.get_mut(&object).map(Rc::make_mut)
    }

    /// Registers are not taken for equal to the cells of an object any more.
    pub(super) fn part_from(&mut self, object: Object) {
        if self.top.chain().any(|frame| frame.equal.values().any(|(o, _)| *o == object)) {
            let mut frame = Some(self.top());
            while let Some(at) = frame {
                at.equal.retain(|_, (o, _)| *o != object);
                frame = at.caller.as_mut().map(Rc::make_mut);
            }
        }
    }

    /// The last object of a name becomes one of the older ones.
    pub(super) fn age(&mut self, name: Name, joined: impl FnOnce(&Contents, &Contents) -> Contents) {
        let (recent, older) = (Object::Recent(name), Object::Older(name));
        let Some(contents) = self.memory.remove(&recent) else { return };
        self.part_from(recent);
        let all = match self.memory.get(&older) {
            Some(others) => Rc::new(joined(&contents, others)),
            None => contents,
        };
        self.memory.insert(older, all);
        let mut aged = |value: &Val| value.aged(name);
        if self.top.chain().any(|frame| frame.values().any(|value| aged(value).is_some())) {
            self.top().change(&mut aged);
        }
        for contents in self.memory.values_mut() {
            if contents.cells.values().any(|cell| cell.value.as_ref().is_some_and(|value| aged(value).is_some())) {
                for cell in Rc::make_mut(contents).cells.values_mut() {
                    if let Some(new) = cell.value.as_ref().and_then(&mut aged) {
                        cell.value = Some(new);
                    }
                }
            }
        }
    }

    /// All values that are known, but those in memory.
    pub(super) fn in_registers(&self) -> impl Iterator<Item = &Val> {
        self.top.chain().flat_map(Frame::values)
    }
}

/// Joins activations of the same calls.
pub(super) fn join_frames(a: &Rc<Frame>, b: &Rc<Frame>) -> Option<Rc<Frame>> {
    if Rc::ptr_eq(a, b) {
        return Some(Rc::clone(a));
    }
    if (a.function, a.call, a.depth) != (b.function, b.call, b.depth) {
        return None;
    }
    let caller = match (&a.caller, &b.caller) {
        (Some(a), Some(b)) => Some(join_frames(a, b)?),
        (None, None) => None,
        _ => return None,
    };
    let registers =
        a.registers.iter().filter_map(|(r, value)| Some((*r, join(Some(value), b.registers.get(r))?))).collect();
    let equal = a.equal.iter().filter(|(r, cell)| b.equal.get(r) == Some(cell)).map(|(r, cell)| (*r, *cell)).collect();
    let most = a.results.len().max(b.results.len());
    let result = |frame: &Frame, i: usize| frame.results.get(i).cloned().flatten();
    let results = (0..most).map(|i| join(result(a, i).as_ref(), result(b, i).as_ref())).collect();
    let (function, call, depth) = (a.function, a.call, a.depth);
    Some(Rc::new(Frame { function, call, depth, registers, equal, results, caller }))
}

/// Does an activation stand for all that another does?
pub(super) fn frame_covers(general: &Rc<Frame>, special: &Rc<Frame>) -> bool {
    if Rc::ptr_eq(general, special) {
        return true;
    }
    let callers = match (&general.caller, &special.caller) {
        (Some(a), Some(b)) => frame_covers(a, b),
        (None, None) => true,
        _ => false,
    };
    let result = |frame: &Frame, i: usize| frame.results.get(i).cloned().flatten();
    callers
        && (general.function, general.call, general.depth) == (special.function, special.call, special.depth)
        && general.registers.iter().all(|(r, value)| special.registers.get(r).is_some_and(|own| value.covers(own)))
        && general.equal.iter().all(|(r, cell)| special.equal.get(r) == Some(cell))
        && (0..general.results.len()).all(|i| match (result(general, i), result(special, i)) {
            (None, _) => true,
            (Some(a), Some(b)) => a.covers(&b),
            (Some(_), None) => false,
        })
}

/// Where an access goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Places {
    /// The objects, with offsets.
    pub(super) targets: Vec<(Object, Offset)>,
    /// May it go elsewhere, to what is not listed? Then nothing that is read is known.
    pub(super) elsewhere: bool,
}

impl Places {
    /// The only byte of one object where it begins, so that what is there is overwritten.
    pub(super) fn single(&self) -> Option<(Object, u64)> {
        match (&*self.targets, self.elsewhere) {
            ([(object, Offset::Exact(offset))], false) if object.is_one() => Some((*object, *offset)),
            _ => None,
        }
    }

    /// Those of a list of pointers, without the ones that point to no object.
    pub(super) fn of(targets: &[Target]) -> Places {
        let into = |target: &Target| Some((target.object?, target.offset));
        Places { targets: targets.iter().filter_map(into).collect(), elsewhere: false }
    }
}
