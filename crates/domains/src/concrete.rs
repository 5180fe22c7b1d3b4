//! The operators on concrete values of at most 64 bits: the meaning that every domain abstracts, as
//! far as domains evaluate it.
//!
//! `None` stands for what they do not: wider values, arithmetic on formats that the machine does
//! not have, roots and roundings, and every NaN, whose payload is any value.

use crate::{Binary, Cast, FloatKind, Sort, Unary};
use adumbra_operators::{Value, float, word};

/// The value of a unary operator.
pub fn unary(op: Unary, sort: Sort, a: u64) -> Option<u64> {
    match sort {
        Sort::Float(kind) => float_unary(op, kind, a),
        _ if op.is_float() => None,
        _ => {
            let width = sort.word()?;
            let fits = op != Unary::ByteSwap || width.is_multiple_of(8);
            fits.then(|| word::unary(op, width, a))
        }
    }
}

/// The value of a binary operator.
pub fn binary(op: Binary, sort: Sort, a: u64, b: u64) -> Option<u64> {
    match sort {
        Sort::Float(kind) => float_binary(op, kind, a, b),
        _ if op.is_float() => None,
        _ => Some(word::binary(op, sort.word()?, a, b)),
    }
}

/// The value of a conversion.
pub fn cast(op: Cast, from: Sort, to: Sort, a: u64) -> Option<u64> {
    match (op, from, to) {
        (Cast::Trunc | Cast::ZExt | Cast::PtrToInt | Cast::IntToPtr, _, _) => {
            from.word()?;
            Some(a & word::mask(to.word()?))
        }
        (Cast::SExt, _, _) => Some(word::signed(a, from.word()?) as u64 & word::mask(to.word()?)),
        (Cast::Bits, Sort::Int(_), Sort::Float(kind)) => number(kind, a),
        (Cast::Bits, Sort::Float(kind), Sort::Int(_)) => number(kind, a),
        (Cast::FloatToFloat, Sort::Float(from), Sort::Float(to)) if from != to && is_native(from) && is_native(to) => {
            number(to, float::convert(from, to, a.into()) as u64)
        }
        (Cast::SIntToFloat | Cast::UIntToFloat, _, Sort::Float(kind)) if is_native(kind) => {
            let is_signed = op == Cast::SIntToFloat;
            number(kind, float::from_int(is_signed, from.word()?, kind, &Value::from(u128::from(a))) as u64)
        }
        (Cast::FloatToSInt | Cast::FloatToUInt, Sort::Float(kind), Sort::Int(_)) if is_native(kind) => {
            Some(float::to_int(op == Cast::FloatToSInt, kind, to.word()?, a.into()).low() as u64)
        }
        _ => None,
    }
}

/// The bits of a float of at most 64 bits that is no NaN.
pub fn number(kind: FloatKind, bits: u64) -> Option<u64> {
    let is_nan = kind.bits() > 64 || float_unary(Unary::FIsNan, kind, bits)? == 1;
    (!is_nan).then_some(bits)
}

fn is_native(kind: FloatKind) -> bool {
    matches!(kind, FloatKind::Single | FloatKind::Double)
}

fn float_unary(op: Unary, kind: FloatKind, a: u64) -> Option<u64> {
    if kind.bits() > 64 {
        return None;
    }
    let result = || float::unary(op, kind, a.into()).ok().map(|bits| bits as u64);
    match op {
        Unary::FIsNan | Unary::FIsInf | Unary::FIsSubnormal => result(),
        Unary::FNeg | Unary::FAbs => number(kind, result()?),
        _ => None,
    }
}

fn float_binary(op: Binary, kind: FloatKind, a: u64, b: u64) -> Option<u64> {
    use Binary::*;
    let result = || float::binary(op, kind, a.into(), b.into()).ok().map(|bits| bits as u64);
    match op {
        FCopySign => number(kind, a).and(number(kind, b)).and_then(|_| result()),
        FAdd | FSub | FMul | FDiv | FRem if is_native(kind) => number(kind, result()?),
        FEq | FLt | FLe | FUnordered if is_native(kind) => result(),
        _ => None,
    }
}
