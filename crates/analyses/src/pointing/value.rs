//! What a scalar may be: one number, or one of several pointers.
//!
//! A pointer goes into an object at an offset, or into none: then its offset is its address, and
//! null is 0. What is not known is no [`Val`]. Chains end: an object has at most [`MOST_OFFSETS`]
//! offsets before any is possible, and beyond [`MOST_TARGETS`] nothing is known.

use adumbra_program::*;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Most offsets into one object that are told apart.
const MOST_OFFSETS: usize = 4;

/// Most pointers that are listed.
const MOST_TARGETS: usize = 24;

/// The number of a name of allocated objects.
pub type Name = u32;

/// An object, or several of which nothing is told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A global.
    Global(Global),
    /// A function.
    Function(Function),
    /// The object that was allocated last under a name.
    Recent(Name),
    /// All others of the name.
    Older(Name),
}

impl Object {
    /// Is it one object?
    pub(super) fn is_one(self) -> bool {
        !matches!(self, Object::Older(_))
    }
}

/// Where in an object a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offset {
    /// Here.
    Exact(u64),
    /// Anywhere, also beyond the end.
    Any,
}

/// A pointer, or many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// The object; none if there is none.
    pub object: Option<Object>,
    /// The offset; the address if there is no object.
    pub offset: Offset,
}

impl Target {
    /// The null pointer.
    pub const NULL: Target = Target { object: None, offset: Offset::Exact(0) };

    /// A pointer to the first byte of an object.
    pub fn to(object: Object) -> Target {
        Target { object: Some(object), offset: Offset::Exact(0) }
    }

    /// Does it stand for one pointer?
    pub(super) fn is_one(self) -> bool {
        matches!(self.offset, Offset::Exact(_)) && self.object.is_none_or(Object::is_one)
    }

    /// Does it stand for all pointers of the other?
    fn covers(self, other: Target) -> bool {
        self.object == other.object && (self.offset == other.offset || self.offset == Offset::Any)
    }
}

/// What is known of a scalar.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Val {
    /// These bits of an integer of at most 64 bits.
    Bits(u64),
    /// One of these, in ascending order; at least one.
    Pointer(Rc<[Target]>),
}

impl Val {
    /// One pointer.
    pub fn pointer(target: Target) -> Val {
        Val::Pointer(Rc::from([target]))
    }

    /// One of these; nothing if they are none or too many to be listed.
    pub fn pointers(targets: impl IntoIterator<Item = Target>) -> Option<Val> {
        let mut all: BTreeSet<Target> = targets.into_iter().collect();
        let objects: BTreeSet<Option<Object>> = all.iter().map(|target| target.object).collect();
        for object in objects {
            let any = Target { object, offset: Offset::Any };
            let count = all.iter().filter(|target| target.object == object).count();
            if all.contains(&any) || count > MOST_OFFSETS {
                all.retain(|target| target.object != object);
                all.insert(any);
            }
        }
        (!all.is_empty() && all.len() <= MOST_TARGETS).then(|| Val::Pointer(all.into_iter().collect()))
    }

    /// The bits.
    pub fn bits(&self) -> Option<u64> {
        match self {
            Val::Bits(bits) => Some(*bits),
            Val::Pointer(_) => None,
        }
    }

    /// The pointers.
    pub fn targets(&self) -> Option<&[Target]> {
        match self {
            Val::Bits(_) => None,
            Val::Pointer(targets) => Some(targets),
        }
    }

    /// The only pointer.
    pub fn single(&self) -> Option<Target> {
        match self.targets() {
            Some([only]) => Some(*only),
            _ => None,
        }
    }

    /// What is one or the other.
    pub fn join(&self, other: &Val) -> Option<Val> {
        if self == other {
            return Some(self.clone());
        }
        match (self, other) {
            (Val::Pointer(a), Val::Pointer(b)) => Val::pointers(a.iter().chain(b.iter()).copied()),
            _ => None,
        }
    }

    /// Is it all that the other is?
    pub fn covers(&self, other: &Val) -> bool {
        match (self, other) {
            (Val::Pointer(a), Val::Pointer(b)) => b.iter().all(|b| a.iter().any(|a| a.covers(*b))),
            _ => self == other,
        }
    }

    /// The same after the last object of a name has become one of the older ones; `None` if nothing
    /// changes.
    pub(super) fn aged(&self, name: Name) -> Option<Val> {
        let Val::Pointer(targets) = self else { return None };
        if !targets.iter().any(|target| target.object == Some(Object::Recent(name))) {
            return None;
        }
        let aged = |target: &Target| match target.object {
            Some(Object::Recent(n)) if n == name => Target { object: Some(Object::Older(name)), ..*target },
            _ => *target,
        };
        // Two lists of offsets become one, which is no longer than the limit allows or less exact.
        Val::pointers(targets.iter().map(aged))
    }
}

/// What is one or the other; nothing if one of them is not known.
pub(super) fn join(a: Option<&Val>, b: Option<&Val>) -> Option<Val> {
    a?.join(b?)
}
