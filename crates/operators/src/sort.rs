//! Types with the width of pointers filled in: what is needed to evaluate an operator.

use crate::types::{FloatKind, Type};

/// The sort of a concrete value that an abstract value stands for. Whether a bit-vector is signed
/// is a matter of the operator, not of the sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// A bit-vector of this width, at least 1.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// An address of this width. A domain of numbers treats it as a bit-vector.
    Pointer(u32),
}

impl Sort {
    /// The sort of truth values.
    pub const BOOL: Sort = Sort::Int(1);

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Sort::Int(w) | Sort::Pointer(w) => w,
            Sort::Float(kind) => kind.bits(),
        }
    }

    /// The width of a bit-vector or an address that fits a machine word: between 1 and 64.
    pub fn word(self) -> Option<u32> {
        match self {
            Sort::Int(w) | Sort::Pointer(w) if (1..=64).contains(&w) => Some(w),
            _ => None,
        }
    }
}

impl Type {
    /// The sort of values of the type; pointers have this many bits.
    pub fn sort(self, pointer_bits: u32) -> Sort {
        match self {
            Type::Int(width) => Sort::Int(width),
            Type::Float(kind) => Sort::Float(kind),
            Type::Ptr => Sort::Pointer(pointer_bits),
        }
    }
}
