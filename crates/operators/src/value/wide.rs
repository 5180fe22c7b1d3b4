//! Operators on integers of any width, for those that no machine word holds, and changes of width
//! across that border.

use super::Value;
use crate::machine::double_word;
use crate::operator::{BinaryOp, UnaryOp};
use num_bigint::{BigInt, BigUint, Sign};

fn power(width: u32) -> BigUint {
    BigUint::from(1u8) << width
}

fn ones(width: u32) -> BigUint {
    power(width) - 1u8
}

/// Keeps the low bits.
pub(crate) fn cut(value: BigUint, width: u32) -> BigUint {
    if value.bits() <= u64::from(width) { value } else { value & ones(width) }
}

/// The value of a width, in the form that the width asks for.
pub(crate) fn shrink(value: BigUint, width: u32) -> Value {
    let value = cut(value, width);
    if width <= 128 { Value::Small(Value::Wide(value).low()) } else { Value::Wide(value) }
}

/// Zero extension or truncation.
pub(crate) fn resize(value: &Value, width: u32) -> Value {
    match value {
        Value::Small(v) if width <= 128 => Value::Small(v & double_word::mask(width)),
        other => shrink(other.to_big(), width),
    }
}

/// Sign extension from `from` to `to` bits.
pub(crate) fn sign_extend(value: &Value, from: u32, to: u32) -> Value {
    match value {
        Value::Small(v) if to <= 128 => Value::Small(double_word::signed(*v, from) as u128 & double_word::mask(to)),
        other => unsigned(&signed(&other.to_big(), from), to),
    }
}

/// The signed number that a bit pattern represents.
pub(crate) fn signed(value: &BigUint, width: u32) -> BigInt {
    if value.bit(u64::from(width) - 1) {
        BigInt::from(value.clone()) - BigInt::from(power(width))
    } else {
        BigInt::from(value.clone())
    }
}

/// The bit pattern of a signed number, modulo the width.
pub(crate) fn unsigned(value: &BigInt, width: u32) -> Value {
    let magnitude = cut(value.magnitude().clone(), width);
    let pattern =
        if value.sign() == Sign::Minus && magnitude.bits() > 0 { power(width) - magnitude } else { magnitude };
    shrink(pattern, width)
}

/// `op a` on integers of a width. Zero for operators on floats; the width for
/// [`ByteSwap`](UnaryOp::ByteSwap) is a multiple of 8.
pub fn unary(op: UnaryOp, width: u32, a: &BigUint) -> Value {
    use UnaryOp::*;
    let w = u64::from(width);
    let result = match op {
        PopCount => BigUint::from(a.count_ones()),
        LeadingZeros => BigUint::from(w - a.bits()),
        TrailingZeros => BigUint::from(a.trailing_zeros().unwrap_or(w)),
        ByteSwap => {
            let mut bytes = a.to_bytes_le();
            bytes.resize(width.div_ceil(8) as usize, 0);
            BigUint::from_bytes_be(&bytes)
        }
        BitReverse => {
            let mut out = BigUint::ZERO;
            (0..w).filter(|i| a.bit(*i)).for_each(|i| out.set_bit(w - 1 - i, true));
            out
        }
        FNeg | FAbs | FSqrt | FFloor | FCeil | FTrunc | FRound | FRoundEven | FIsNan | FIsInf | FIsSubnormal => {
            BigUint::ZERO
        }
    };
    shrink(result, width)
}

fn truth(value: bool) -> Value {
    Value::Small(u128::from(value))
}

/// `a op b` on integers of a width; a truth value is 0 or 1. Zero for operators on floats.
pub fn binary(op: BinaryOp, width: u32, a: &BigUint, b: &BigUint) -> Value {
    use BinaryOp::*;
    let zero = b.bits() == 0;
    let amount = || (b < &BigUint::from(width)).then(|| Value::Wide(b.clone()).low() as u32);
    let sa = || signed(a, width);
    let sb = || signed(b, width);
    let fits = |exact: BigInt| signed(&unsigned(&exact, width).to_big(), width) == exact;
    match op {
        Add | PtrAdd => shrink(a + b, width),
        Sub => shrink(a + power(width) - b, width),
        Mul => shrink(a * b, width),
        UDiv if zero => shrink(ones(width), width),
        UDiv => shrink(a / b, width),
        URem | SRem if zero => shrink(a.clone(), width),
        URem => shrink(a % b, width),
        SDiv if zero => shrink(if sa().sign() == Sign::Minus { BigUint::from(1u8) } else { ones(width) }, width),
        SDiv => unsigned(&(sa() / sb()), width),
        SRem => unsigned(&(sa() % sb()), width),
        Shl => amount().map_or_else(|| shrink(BigUint::ZERO, width), |n| shrink(a << n, width)),
        LShr => amount().map_or_else(|| shrink(BigUint::ZERO, width), |n| shrink(a >> n, width)),
        AShr => unsigned(&(sa() >> amount().unwrap_or(width)), width),
        And => shrink(a & b, width),
        Or => shrink(a | b, width),
        Xor => shrink(a ^ b, width),
        Eq => truth(a == b),
        Ne => truth(a != b),
        Ult => truth(a < b),
        Ule => truth(a <= b),
        Slt => truth(sa() < sb()),
        Sle => truth(sa() <= sb()),
        UAddOverflow => truth((a + b).bits() > u64::from(width)),
        USubOverflow => truth(a < b),
        UMulOverflow => truth((a * b).bits() > u64::from(width)),
        SAddOverflow => truth(!fits(sa() + sb())),
        SSubOverflow => truth(!fits(sa() - sb())),
        SMulOverflow => truth(!fits(sa() * sb())),
        FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FCopySign | FEq | FLt | FLe
        | FUnordered => truth(false),
    }
}
