//! The meaning of the floating-point operators on values.

use crate::bits::Bits;
use crate::float::Float;
use crate::float::Format;
use crate::sort::SortKind;
use crate::term::Op;
use crate::value::Value;
use std::cmp::Ordering;

/// Applies an operator whose result has the given sort; `None` when it is no floating-point
/// operator or the values do not fit.
pub(crate) fn apply(op: Op, sort: SortKind, operands: &[&Value]) -> Option<Value> {
    let mode = || operands.first().and_then(|value| value.as_mode());
    let bits = |i: usize| operands.get(i).and_then(|value| value.as_bits());
    let float = |i: usize| operands.get(i).and_then(|value| value.as_float());
    let format = || match sort {
        SortKind::Float { exponent, significand } => Format::new(exponent.into(), significand.into()).ok(),
        _ => None,
    };
    let width = || match sort {
        SortKind::BitVec(width) => Some(width),
        _ => None,
    };
    // Operands of different formats do not fit.
    let formats = operands.iter().filter_map(|value| value.as_float()).map(Float::format);
    if !formats.clone().all(|format| Some(format) == formats.clone().next()) {
        return None;
    }
    let number = |value: Float| Some(Value::Float(value));
    let truth = |value: bool| Some(Value::Bool(value));
    let compare = || Some(float(0)?.compare(float(1)?));
    match op {
        Op::FpAbs => number(float(0)?.abs()),
        Op::FpNeg => number(float(0)?.neg()),
        Op::FpAdd => number(float(1)?.add(mode()?, float(2)?)),
        Op::FpMul => number(float(1)?.mul(mode()?, float(2)?)),
        Op::FpDiv => number(float(1)?.div(mode()?, float(2)?)),
        Op::FpFma => number(float(1)?.fma(mode()?, float(2)?, float(3)?)),
        Op::FpSqrt => number(float(1)?.sqrt(mode()?)),
        Op::FpRem => number(float(0)?.rem(float(1)?)),
        Op::FpRoundToIntegral => number(float(1)?.round_to_integral(mode()?)),
        Op::FpMin => number(float(0)?.lesser(float(1)?)),
        Op::FpMax => number(float(0)?.greater(float(1)?)),
        Op::FpLe => truth(compare()?.is_some_and(Ordering::is_le)),
        Op::FpLt => truth(compare()?.is_some_and(Ordering::is_lt)),
        Op::FpEq => truth(compare()?.is_some_and(Ordering::is_eq)),
        Op::FpIsNormal => truth(float(0)?.is_normal()),
        Op::FpIsSubnormal => truth(float(0)?.is_subnormal()),
        Op::FpIsZero => truth(float(0)?.is_zero()),
        Op::FpIsInfinite => truth(float(0)?.is_infinite()),
        Op::FpIsNaN => truth(float(0)?.is_nan()),
        Op::FpIsNegative => truth(float(0)?.is_negative()),
        Op::FpIsPositive => truth(float(0)?.is_positive()),
        Op::FpFromBits => {
            let (format, bits) = (format()?, bits(0)?);
            (bits.width() == format.width()).then(|| Value::Float(Float::from_bits(format, bits.clone())))
        }
        Op::FpToBits => Some(Value::Bits(float(0)?.bits().clone())),
        Op::FpFromFp => number(float(1)?.convert(format()?, mode()?)),
        Op::FpFromSigned => number(Float::from_signed(format()?, mode()?, bits(1)?)),
        Op::FpFromUnsigned => number(Float::from_unsigned(format()?, mode()?, bits(1)?)),
        Op::FpToUnsigned => {
            let width = width()?;
            Some(Value::Bits(float(1)?.to_unsigned(width, mode()?).unwrap_or_else(|| Bits::zero(width))))
        }
        Op::FpToSigned => {
            let width = width()?;
            Some(Value::Bits(float(1)?.to_signed(width, mode()?).unwrap_or_else(|| Bits::zero(width))))
        }
        _ => None,
    }
}
