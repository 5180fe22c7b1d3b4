//! The abstract state: numbers and pointers in the registers of all open activations, and in cells
//! of memory.
//!
//! What is absent may have any value. Copies share their parts.

use super::map::Map;
use adumbra_program::*;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The number of an object in the table of objects.
pub(super) type ObjectId = u32;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Val<D> {
    /// A number; for a pointer, its address.
    Number(D),
    /// A pointer into an object, with its offset, a number as wide as a pointer.
    Pointer(ObjectId, D),
}

/// What the bytes of an object are that no cell is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ground {
    /// Any bytes.
    Any,
    /// All the same byte.
    Byte(u8),
    /// The initial contents of a global at the same offsets.
    Like(Global),
}

/// A cell: some bytes of an object that were written as one value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cell<D> {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) ty: Type,
    /// `None` for any value.
    pub(super) value: Option<Val<D>>,
}

/// What is known of the contents of an object. Cells are sorted and do not overlap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cells<D> {
    pub(super) ground: Ground,
    pub(super) cells: Vec<Cell<D>>,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub(super) struct Frame<D> {
    pub(super) function: Function,
    /// The call that made it; none for the entry function.
    pub(super) call: Option<Edge>,
    /// How many activations are below it.
    pub(super) depth: u32,
    /// What is known of registers, by their number within the function.
    pub(super) registers: Map<Val<D>>,
    /// Sites at which it may have allocated objects.
    pub(super) allocated: Vec<Site>,
    /// What it returns, once a return was executed.
    pub(super) results: Vec<Option<Val<D>>>,
    pub(super) caller: Option<Rc<Frame<D>>>,
    /// The hash of all activations below, and of their calls alone.
    below: (u64, u64),
}

/// How much memory still has its initial contents where no object says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Trust {
    /// All globals.
    All,
    /// The globals that an unknown pointer cannot point to.
    Private,
    /// None.
    None,
}

/// An abstract state.
#[derive(Clone, Debug)]
pub struct State<D> {
    pub(super) frame: Rc<Frame<D>>,
    /// The objects about whose contents something is known that is not so by default.
    pub(super) memory: Map<Rc<Cells<D>>>,
    pub(super) trust: Trust,
    /// At the head of a loop: how often the state there has grown.
    pub(super) rounds: Option<u32>,
    /// In an exploration by blocks: what may have been written, since the block began, without a
    /// known pointer to it. Nothing where all is trusted.
    pub(super) scribbled: Trust,
}

impl<D: Clone + Eq + Hash> Frame<D> {
    pub(super) fn new(function: Function, call: Option<Edge>, caller: Option<Rc<Frame<D>>>) -> Self {
        let below = caller.as_ref().map_or((0, 0), |c| (c.full_hash(), c.call_hash()));
        Frame {
            function,
            call,
            depth: caller.as_ref().map_or(0, |c| c.depth + 1),
            registers: Map::default(),
            allocated: Vec::new(),
            results: Vec::new(),
            caller,
            below,
        }
    }

    /// This activation above another caller.
    pub(super) fn above(&self, caller: Option<Rc<Frame<D>>>) -> Self {
        let below = caller.as_ref().map_or((0, 0), |c| (c.full_hash(), c.call_hash()));
        let mut frame = self.clone();
        (frame.caller, frame.below) = (caller, below);
        frame
    }

    fn full_hash(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        hasher.write_u64(self.registers.hash());
        self.results.hash(&mut hasher);
        self.allocated.hash(&mut hasher);
        hasher.write_u64(self.below.0);
        hasher.write_u64(self.call_hash());
        hasher.finish()
    }

    /// A hash of the open calls.
    pub(super) fn call_hash(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.call.hash(&mut hasher);
        self.function.hash(&mut hasher);
        hasher.write_u64(self.below.1);
        hasher.finish()
    }

    /// The activations from this one to the outermost.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Frame<D>> {
        std::iter::successors(Some(self), |f| f.caller.as_deref())
    }

    fn same_here(&self, other: &Self) -> bool {
        self.call == other.call
            && self.function == other.function
            && self.allocated == other.allocated
            && self.results == other.results
            && self.registers == other.registers
    }
}

/// Long chains are dropped one by one.
impl<D> Drop for Frame<D> {
    fn drop(&mut self) {
        let mut next = self.caller.take();
        while let Some(frame) = next {
            match Rc::try_unwrap(frame) {
                Ok(mut frame) => next = frame.caller.take(),
                Err(_) => break,
            }
        }
    }
}

impl<D: Clone + Eq + Hash> PartialEq for State<D> {
    fn eq(&self, other: &Self) -> bool {
        if (self.trust, self.rounds, self.scribbled) != (other.trust, other.rounds, other.scribbled)
            || self.memory != other.memory
        {
            return false;
        }
        let (mut a, mut b) = (Some(&self.frame), Some(&other.frame));
        loop {
            match (a, b) {
                (None, None) => return true,
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return true,
                (Some(x), Some(y)) if x.same_here(y) => (a, b) = (x.caller.as_ref(), y.caller.as_ref()),
                _ => return false,
            }
        }
    }
}

impl<D: Clone + Eq + Hash> Eq for State<D> {}

impl<D: Clone + Eq + Hash> Hash for State<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.frame.full_hash());
        state.write_u64(self.memory.hash());
        self.trust.hash(state);
        self.rounds.hash(state);
        self.scribbled.hash(state);
    }
}

impl<D: Clone + Eq + Hash> State<D> {
    /// The current activation, to be changed.
    pub(super) fn top(&mut self) -> &mut Frame<D> {
        Rc::make_mut(&mut self.frame)
    }
}
