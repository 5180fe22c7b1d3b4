//! What operators give, on constants of any width.
//!
//! Pure functions from values to values: the reference for the bytecode of the interpreter, and the
//! concrete semantics that analyses are tested against. Pointers are their addresses here: what an
//! address means depends on memory, which this crate does not know.
//!
//! **Invariant:** a result is exact or an error; nothing is approximated.

use crate::float::{self, Inexact};
use crate::machine::double_word;
use crate::operator::{BinaryOp, CastOp, UnaryOp};
use crate::types::{DataLayout, Type};
use crate::value::{Value, wide};

/// `op a`, where `a` has type `ty`.
pub fn unary(op: UnaryOp, ty: Type, a: &Value, layout: &DataLayout) -> Result<Value, Inexact> {
    match (ty, a) {
        (Type::Float(kind), a) => float::unary(op, kind, a.low()).map(Value::Small),
        (_, Value::Small(a)) => Ok(Value::Small(double_word::unary(op, ty.bits(layout), *a))),
        (_, Value::Wide(a)) => Ok(wide::unary(op, ty.bits(layout), a)),
    }
}

/// `a op b`, where both have type `ty` (for [`BinaryOp::PtrAdd`]: pointer and offset).
pub fn binary(op: BinaryOp, ty: Type, a: &Value, b: &Value, layout: &DataLayout) -> Result<Value, Inexact> {
    match (ty, a, b) {
        (Type::Float(kind), a, b) => float::binary(op, kind, a.low(), b.low()).map(Value::Small),
        (_, Value::Small(a), Value::Small(b)) => Ok(Value::Small(double_word::binary(op, ty.bits(layout), *a, *b))),
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
