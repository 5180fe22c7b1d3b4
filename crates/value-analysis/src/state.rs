//! The abstract state: registers of all open activations, and memory.
//!
//! Copies share their parts; a part that is not shared is changed in place. Hashes are kept with
//! the parts, so that a state costs only what changed. **Invariant:** two states are equal if the
//! same is known in them, up to the names of allocated objects, which
//! [`settle`](super::ValueAnalysis) makes canonical.

use super::bytes::Bytes;
use super::many::Many;
use super::outside::Outside;
use super::scalar::{Value, mix};
use super::trie::{Amounts, Digest, Found, Item, Trie};
use super::unknowns::{self, Conditions};
use adumbra_program::*;
use adumbra_verdict::Target;
use smallvec::SmallVec;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// An activation of a function.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    digest: Cell<Digest>,
    pub(super) function: Function,
    /// The call that made it; none for the entry function.
    pub(super) call: Option<Edge>,
    /// How many activations are below it.
    pub(super) depth: u32,
    /// How many stack objects there were before.
    pub(super) mark: u32,
    /// May fewer stack objects live than are listed, so that tokens of the stack are not known?
    pub(super) blurred: bool,
    /// Registers share slots; see `slots.rs`.
    pub(super) slots: Box<[Value]>,
    /// What it returns, once a return was executed.
    pub(super) results: SmallVec<[Value; 1]>,
    /// The live stack objects that belong to it, in the order of their allocation.
    pub(super) owned: Vec<u32>,
    /// Arguments beyond the parameters, with their types.
    pub(super) rest: Rc<[(Type, Value)]>,
    /// The object that holds them once `va_start` was executed.
    pub(super) rest_object: Option<u32>,
    /// The caller's activation.
    pub(super) caller: Option<Rc<Frame>>,
}

impl Frame {
    pub(super) fn new(function: Function, slots: usize) -> Self {
        Frame {
            digest: Cell::default(),
            function,
            call: None,
            depth: 0,
            mark: 0,
            blurred: false,
            slots: vec![Value::UNKNOWN; slots].into_boxed_slice(),
            results: SmallVec::new(),
            owned: Vec::new(),
            rest: Rc::new([]),
            rest_object: None,
            caller: None,
        }
    }

    /// Notes that it was changed.
    pub(super) fn touch(&mut self) {
        self.digest.set(Digest::default());
    }

    /// The activations from this one to the outermost.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(self), |f| f.caller.as_deref())
    }

    fn own_digest(&self) -> Digest {
        let head = mix(self.function.as_u32().into(), self.call.map_or(0, |c| u64::from(c.as_u32()) + 1));
        let mut sum = Digest { hash: head, shape: head };
        let mut add = |value: Value| {
            sum.hash = mix(sum.hash, value.mix());
            sum.shape = mix(sum.shape, value.degree());
        };
        self.slots.iter().for_each(|v| add(*v));
        self.results.iter().for_each(|v| add(*v));
        self.rest.iter().for_each(|(_, v)| add(*v));
        for index in &self.owned {
            sum.hash = mix(sum.hash, u64::from(*index) | 1 << 40);
            sum.shape = mix(sum.shape, u64::from(*index) | 1 << 40);
        }
        sum.shape = mix(sum.shape, self.blurred.into());
        sum.hash = mix(sum.hash, self.blurred.into());
        sum.hash = mix(sum.hash, self.rest_object.map_or(0, |o| u64::from(o) + 1));
        sum.hash |= 1;
        sum
    }

    /// The hashes of this activation and those below it.
    pub(super) fn digest(&self) -> Digest {
        // From the outermost that has none inwards, without recursion.
        let mut open = Vec::new();
        let mut at = Some(self);
        let mut below = Digest { hash: 1, shape: 1 };
        while let Some(frame) = at {
            let known = frame.digest.get();
            if known.hash != 0 {
                below = known;
                break;
            }
            open.push(frame);
            at = frame.caller.as_deref();
        }
        while let Some(frame) = open.pop() {
            let mut sum = frame.own_digest();
            sum.add(17, below);
            sum.hash |= 1;
            frame.digest.set(sum);
            below = sum;
        }
        below
    }

    fn same_here(&self, other: &Frame) -> bool {
        self.function == other.function
            && self.call == other.call
            && self.mark == other.mark
            && self.blurred == other.blurred
            && self.slots == other.slots
            && self.results == other.results
            && self.owned == other.owned
            && self.rest_object == other.rest_object
            && self.rest == other.rest
    }

    fn same(&self, other: &Frame) -> bool {
        let (mut a, mut b) = (Some(self), Some(other));
        loop {
            match (a, b) {
                (None, None) => return true,
                (Some(x), Some(y)) => {
                    if std::ptr::eq(x, y) {
                        return true;
                    }
                    let (p, q) = (x.digest.get().hash, y.digest.get().hash);
                    if (p != 0 && q != 0 && p != q) || x.depth != y.depth || !x.same_here(y) {
                        return false;
                    }
                    (a, b) = (x.caller.as_deref(), y.caller.as_deref());
                }
                _ => return false,
            }
        }
    }
}

impl Drop for Frame {
    /// Without recursion: activations can be many.
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

/// May an object be accessed?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Life {
    /// Yes.
    Live,
    /// Not known.
    Maybe,
    /// It was freed.
    Freed,
    /// Its scope has ended and may begin again.
    OutOfScope,
    /// Its activation has returned, or the stack was restored.
    Returned,
}

/// What an allocated object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Origin {
    Site(Site, AllocationKind),
    /// The variable arguments of an activation.
    Arguments,
}

impl Origin {
    pub(super) fn is_heap(self) -> bool {
        matches!(self, Origin::Site(_, AllocationKind::Heap | AllocationKind::ZeroedHeap))
    }

    pub(super) fn is_dynamic(self) -> bool {
        matches!(self, Origin::Site(_, AllocationKind::Dynamic))
    }
}

/// An allocated object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub(super) origin: Origin,
    pub(super) life: Life,
    /// Its size, if known.
    pub(super) size: Option<u64>,
    pub(super) bytes: Bytes,
    /// What it stands for, if that is not one object.
    pub(super) many: Option<Box<Many>>,
}

impl Item for Object {
    fn zero() -> Self {
        Object { origin: Origin::Arguments, life: Life::Maybe, size: None, bytes: Bytes::default(), many: None }
    }

    fn digest(&self) -> Digest {
        let site = match self.origin {
            Origin::Site(site, kind) => u64::from(site.as_u32()) << 3 | kind as u64,
            Origin::Arguments => 7,
        };
        let life = self.life as u64;
        let mut sum = self.bytes.digest();
        sum.hash = mix(mix(sum.hash, site << 3 | life), self.size.map_or(0, |s| s.wrapping_add(1)));
        // Everything but the contents and whether size and life are known must agree.
        sum.shape = mix(sum.shape, site << 3 | life | u64::from(self.size.is_some()) << 60);
        if let Some(many) = &self.many {
            sum.hash = mix(sum.hash, many.mix());
            sum.shape = mix(sum.shape, many.mix());
        }
        sum
    }

    fn project(&self, example: &Self) -> Option<Self> {
        let life = if self.life == example.life || example.life == Life::Maybe { example.life } else { return None };
        let size = match (self.size, example.size) {
            (_, None) => None,
            (a, b) if a == b => a,
            _ => return None,
        };
        if self.origin != example.origin {
            return None;
        }
        let many = Many::project(self.many.as_deref(), example.many.as_deref())?.map(Box::new);
        Some(Object { origin: self.origin, life, size, bytes: self.bytes.project(&example.bytes)?, many })
    }

    fn join(&self, other: &Self) -> Option<Self> {
        if self.origin != other.origin {
            return None;
        }
        let life = if self.life == other.life { self.life } else { Life::Maybe };
        let size = if self.size == other.size { self.size } else { None };
        let many = Many::join(self.many.as_deref(), other.many.as_deref())?.map(Box::new);
        Some(Object { origin: self.origin, life, size, bytes: self.bytes.join(&other.bytes), many })
    }

    fn tidy(&mut self) -> Amounts {
        self.bytes.tidy();
        Amounts::Something
    }
}

/// A state of the value analysis.
#[derive(Clone, Debug)]
pub struct ValueState {
    /// Where it is.
    pub(super) location: Location,
    /// What happened that the property forbids, or what is not modelled.
    pub(super) violated: Option<Target>,
    /// May there be live heap objects that are not in the table? Only kept where leaks are
    /// monitored.
    pub(super) others: bool,
    /// May there be runs in the table? Follows from the table.
    pub(super) has_runs: bool,
    /// What came about outside of the block that it is in.
    pub(super) outside: Outside,
    /// One more than the highest index in the table of objects.
    pub(super) count: u32,
    /// The innermost activation.
    pub(super) top: Rc<Frame>,
    /// Globals that no unknown pointer can reach.
    pub(super) private: Bytes,
    /// The other globals that can be written.
    pub(super) shared: Bytes,
    /// Allocated objects.
    pub(super) objects: Trie<Object>,
    /// What must hold of the unknowns in it, if values are symbolic.
    pub(super) unknowns: Option<Rc<Conditions>>,
}

impl ValueState {
    /// Where it is.
    pub fn location(&self) -> Location {
        self.location
    }

    /// What happened that the property forbids, or what is not modelled.
    pub fn violated(&self) -> Option<Target> {
        self.violated
    }

    /// How many calls are open.
    pub fn depth(&self) -> u32 {
        self.top.depth
    }

    /// The innermost activation, to be changed.
    #[inline]
    pub(super) fn frame(&mut self) -> &mut Frame {
        let frame = Rc::make_mut(&mut self.top);
        frame.touch();
        frame
    }

    /// Writes a slot of the innermost activation.
    #[inline]
    pub(super) fn set(&mut self, slot: u32, value: Value) {
        // An unchanged value need not take the frame apart.
        if self.top.slots[slot as usize] != value {
            self.frame().slots[slot as usize] = value;
        }
    }

    /// An allocated object.
    #[inline]
    pub(super) fn object(&self, index: u32) -> Option<&Object> {
        match self.objects.get(index.into()) {
            Found::Item(object) => Some(object),
            _ => None,
        }
    }

    /// An allocated object, to be changed.
    #[inline]
    pub(super) fn object_mut(&mut self, index: u32) -> Option<&mut Object> {
        self.objects.get_mut(index.into())
    }

    /// The indices and descriptions of the allocated objects, in order.
    pub(super) fn objects(&self) -> Vec<(u32, &Object)> {
        let mut out = Vec::new();
        self.objects.for_each(|index, _, found| {
            if let Found::Item(object) = found {
                out.push((index as u32, object));
            }
        });
        out
    }

    /// Puts an object into the table.
    pub(super) fn insert(&mut self, object: Object) -> u32 {
        let index = self.count;
        self.count += 1;
        self.objects.make(index.into(), || object);
        index
    }

    /// Takes an object out of the table.
    pub(super) fn remove(&mut self, index: u32) {
        self.objects.clear(index.into(), u64::from(index) + 1, false);
    }

    /// The hashes of the whole state.
    pub(super) fn digest(&self) -> Digest {
        let head = mix(
            self.location.as_u32().into(),
            self.outside.number() << 33 | u64::from(self.others) << 32 | u64::from(self.count),
        );
        let mut sum = Digest { hash: head, shape: head };
        if let Some(target) = &self.violated {
            let mut hasher = rustc_hash::FxHasher::default();
            target.hash(&mut hasher);
            sum.hash = mix(sum.hash, hasher.finish());
            sum.shape = mix(sum.shape, hasher.finish());
        }
        sum.add(1, self.top.digest());
        sum.add(2, self.private.digest());
        sum.add(3, self.shared.digest());
        sum.add(4, self.objects.digest());
        if self.unknowns.is_some() {
            let conditions = self.condition_digest();
            sum.hash ^= conditions.hash;
            sum.shape ^= conditions.shape;
        }
        sum
    }
}

impl PartialEq for ValueState {
    fn eq(&self, other: &Self) -> bool {
        self.location == other.location
            && self.violated == other.violated
            && self.others == other.others
            && self.outside == other.outside
            && self.count == other.count
            && (Rc::ptr_eq(&self.top, &other.top) || self.top.same(&other.top))
            && self.private == other.private
            && self.shared == other.shared
            && self.objects == other.objects
            && unknowns::same(self.conditions(), other.conditions())
    }
}

impl Eq for ValueState {}

impl Hash for ValueState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.digest().hash);
    }
}
