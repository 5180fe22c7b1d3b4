//! Symbolic values: bits, and pointers that know their object.

use adumbra_terms::Term;
use smallvec::{SmallVec, smallvec};

/// An object of a machine, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Base {
    /// No object: the offset is the address.
    Nothing,
    /// An object.
    Object(ObjectId),
    /// Some object or none, it is not known which: the offset is the address.
    Unknown,
}

/// One of the things that a pointer may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Case {
    /// When it is this. The conditions of the cases of a pointer exclude each other, and one of
    /// them holds.
    pub(crate) when: Term,
    /// What it points into.
    pub(crate) base: Base,
    /// The offset in the object, or the address if there is no object that is known.
    pub(crate) offset: Term,
}

/// A pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    pub(crate) cases: SmallVec<[Case; 1]>,
}

impl Pointer {
    /// A pointer with one case; `always` is the true condition.
    pub(crate) fn one(always: Term, base: Base, offset: Term) -> Self {
        Pointer { cases: smallvec![Case { when: always, base, offset }] }
    }

    /// The only case, if there is only one.
    pub(crate) fn only(&self) -> Option<Case> {
        match self.cases[..] {
            [case] => Some(case),
            _ => None,
        }
    }
}

/// A value in a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sym {
    /// An integer or the bits of a float.
    Bits(Term),
    /// A pointer.
    Pointer(Pointer),
}
