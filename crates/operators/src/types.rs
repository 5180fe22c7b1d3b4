//! Scalar types and the target's data layout.
//!
//! Registers hold scalars only. The front end splits structures, arrays and vectors that LLVM keeps
//! in registers into one register a leaf; in memory they are bytes.

use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatKind {
    /// Width of the format in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// The keyword of the textual form.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::X87 => "x87",
            FloatKind::Quad => "quad",
        }
    }
}

/// The type of a register or an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    /// A bit-vector of the given width, at least 1. Signedness is in the operations.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer: an object and an address.
    Ptr,
}

impl Type {
    /// The type of truth values.
    pub const BOOL: Type = Type::Int(1);

    /// The widest integer, as in LLVM.
    pub const MAX_INT_BITS: u32 = 1 << 23;

    /// Is it no integer, or one of a width between 1 and [`MAX_INT_BITS`](Type::MAX_INT_BITS)?
    pub fn is_supported(self) -> bool {
        !matches!(self, Type::Int(w) if w == 0 || w > Type::MAX_INT_BITS)
    }

    /// Width of the value in bits under the given layout.
    pub fn bits(self, layout: &DataLayout) -> u32 {
        match self {
            Type::Int(w) => w,
            Type::Float(k) => k.bits(),
            Type::Ptr => layout.pointer_bits,
        }
    }

    /// Width of the value in bits if no layout is needed to know it.
    pub fn fixed_bits(self) -> Option<u32> {
        match self {
            Type::Int(w) => Some(w),
            Type::Float(k) => Some(k.bits()),
            Type::Ptr => None,
        }
    }

    /// Number of bytes that a load or store of this type touches.
    pub fn store_size(self, layout: &DataLayout) -> u64 {
        u64::from(self.bits(layout).div_ceil(8))
    }

    /// Is it a bit-vector?
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(w) => write!(f, "i{w}"),
            Type::Float(k) => f.write_str(k.name()),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

/// The C data models that tasks name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DataModel {
    /// 32-bit int, long and pointers.
    Ilp32,
    /// 32-bit int, 64-bit long and pointers.
    Lp64,
}

impl DataModel {
    /// The name used in task files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// What of the target's data layout the semantics depends on. Only little-endian targets are
/// modelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataLayout {
    /// The data model.
    pub model: DataModel,
    /// Width of a pointer and of an address, in bits.
    pub pointer_bits: u32,
    /// Target triple of the bitcode.
    pub triple: String,
}

impl DataLayout {
    /// The layout of x86-64 or i386 Linux.
    pub fn of(model: DataModel) -> Self {
        match model {
            DataModel::Ilp32 => DataLayout { model, pointer_bits: 32, triple: "i386-pc-linux-gnu".into() },
            DataModel::Lp64 => DataLayout { model, pointer_bits: 64, triple: "x86_64-pc-linux-gnu".into() },
        }
    }

    /// Are pointers a whole number of bytes, at most eight?
    pub fn is_supported(&self) -> bool {
        (8..=64).contains(&self.pointer_bits) && self.pointer_bits.is_multiple_of(8)
    }

    /// Size of a pointer in bytes.
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }
}
