//! Evaluation of every operator on constants of any width.
//!
//! Pure functions from values to values: the reference for the bytecode, and the concrete semantics
//! that analyses are tested against. A [`Value`] is a bit pattern; the type says how to read it.
//! Pointers are their addresses here: what an address means depends on memory, which this module
//! does not know.
//!
//! **Invariant:** a result is exact or an error; nothing is approximated.

mod float;
mod fold;
mod int;
mod wide;

pub use float::Inexact;
pub(crate) use float::{from_native, to_f64};
pub use fold::{fold, fold_words};
pub use int::{mask, sign_extend};

use adumbra_program::{BinaryOp, CastOp, DataLayout, Type, UnaryOp};
use num_bigint::BigUint;
use std::fmt;

/// A bit pattern. Up to 128 bits it is always [`Small`](Value::Small); bits above the width are
/// zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// At most 128 bits.
    Small(u128),
    /// More than 128 bits.
    Wide(BigUint),
}

impl Value {
    /// Zero of a width.
    pub fn zero(width: u32) -> Self {
        if width <= 128 { Value::Small(0) } else { Value::Wide(BigUint::ZERO) }
    }

    /// The value with the given little-endian 64-bit words, cut to the width.
    pub fn from_words(words: &[u64], width: u32) -> Self {
        let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.resize(width.div_ceil(8) as usize, 0);
        Self::from_bytes(&bytes, width)
    }

    /// The value with the given little-endian bytes, cut to the width.
    pub fn from_bytes(bytes: &[u8], width: u32) -> Self {
        if width <= 128 {
            let mut buffer = [0; 16];
            let n = bytes.len().min(16);
            buffer[..n].copy_from_slice(&bytes[..n]);
            Value::Small(u128::from_le_bytes(buffer) & mask(width))
        } else {
            Value::Wide(wide::cut(BigUint::from_bytes_le(bytes), width))
        }
    }

    /// The little-endian bytes of the value, as many as the width needs.
    pub fn to_bytes(&self, width: u32) -> Vec<u8> {
        let mut bytes = match self {
            Value::Small(v) => v.to_le_bytes().to_vec(),
            Value::Wide(v) => v.to_bytes_le(),
        };
        bytes.resize(width.div_ceil(8) as usize, 0);
        bytes
    }

    /// The value as a big number.
    pub fn to_big(&self) -> BigUint {
        match self {
            Value::Small(v) => BigUint::from(*v),
            Value::Wide(v) => v.clone(),
        }
    }

    /// The low 128 bits.
    pub fn low(&self) -> u128 {
        match self {
            Value::Small(v) => *v,
            Value::Wide(v) => {
                v.iter_u64_digits().take(2).enumerate().fold(0, |acc, (i, d)| acc | u128::from(d) << (64 * i))
            }
        }
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Small(v) => *v == 0,
            Value::Wide(v) => v.bits() == 0,
        }
    }

    /// Reads `0x…`, `0b…` or decimal digits with an optional minus sign; cut to the width.
    pub fn parse(text: &str, width: u32) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (radix, digits) = match digits.get(..2) {
            Some("0x" | "0X") => (16, &digits[2..]),
            Some("0b" | "0B") => (2, &digits[2..]),
            _ => (10, digits),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        let magnitude = wide::cut(BigUint::parse_bytes(digits.as_bytes(), radix)?, width);
        let value = if negative { wide::cut((BigUint::from(1u8) << width) - magnitude, width) } else { magnitude };
        Some(wide::shrink(value, width))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Small(v) => write!(f, "{v:#x}"),
            Value::Wide(v) => write!(f, "0x{}", v.to_str_radix(16)),
        }
    }
}

impl From<u128> for Value {
    fn from(value: u128) -> Self {
        Value::Small(value)
    }
}

/// `op a`, where `a` has type `ty`.
pub fn unary(op: UnaryOp, ty: Type, a: &Value, layout: &DataLayout) -> Result<Value, Inexact> {
    match (ty, a) {
        (Type::Float(kind), a) => float::unary(op, kind, a.low()).map(Value::Small),
        (_, Value::Small(a)) => Ok(Value::Small(int::unary(op, ty.bits(layout), *a))),
        (_, Value::Wide(a)) => Ok(wide::unary(op, ty.bits(layout), a)),
    }
}

/// `a op b`, where both have type `ty` (for [`BinaryOp::PtrAdd`]: pointer and offset).
pub fn binary(op: BinaryOp, ty: Type, a: &Value, b: &Value, layout: &DataLayout) -> Result<Value, Inexact> {
    match (ty, a, b) {
        (Type::Float(kind), a, b) => float::binary(op, kind, a.low(), b.low()).map(Value::Small),
        (_, Value::Small(a), Value::Small(b)) => Ok(Value::Small(int::binary(op, ty.bits(layout), *a, *b))),
        (_, a, b) => Ok(wide::binary(op, ty.bits(layout), &a.to_big(), &b.to_big())),
    }
}

/// The conversion of `a` from type `from` to type `to`. Between pointers and integers it keeps the
/// address.
pub fn cast(op: CastOp, from: Type, to: Type, a: &Value, layout: &DataLayout) -> Result<Value, Inexact> {
    let (source, target) = (from.bits(layout), to.bits(layout));
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits | CastOp::PtrToInt | CastOp::IntToPtr => {
            Ok(wide::resize(a, target))
        }
        CastOp::SExt => Ok(wide::sign_extend(a, source, target)),
        CastOp::FloatToFloat
        | CastOp::SIntToFloat
        | CastOp::UIntToFloat
        | CastOp::FloatToSInt
        | CastOp::FloatToUInt => float::cast(op, from, to, a),
    }
}

/// Fused multiply-add `a * b + c`, where all have type `ty`.
pub fn multiply_add(ty: Type, a: &Value, b: &Value, c: &Value) -> Result<Value, Inexact> {
    match ty {
        Type::Float(kind) => float::multiply_add(kind, a.low(), b.low(), c.low()).map(Value::Small),
        _ => Err(Inexact("a fused multiply-add on something that is not a float")),
    }
}
