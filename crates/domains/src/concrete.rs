//! The operators on concrete values of at most 64 bits: the meaning that every domain abstracts.
//!
//! `None` stands for what is not evaluated here: wider values, formats without machine arithmetic,
//! and every NaN, whose payload is any value.

use crate::operator::{Binary, Cast, Unary};
use crate::sort::{FloatFormat, Sort, mask, signed};

/// The value of a unary operator.
pub fn unary(op: Unary, sort: Sort, a: u64) -> Option<u64> {
    if let Sort::Float(format) = sort {
        return float_unary(op, format, a);
    }
    let width = sort.word()?;
    let count = |n: u32| u64::from(n) & mask(width);
    match op {
        Unary::PopCount => Some(count(a.count_ones())),
        Unary::LeadingZeros => Some(count(a.leading_zeros() - (64 - width))),
        Unary::TrailingZeros => Some(count(a.trailing_zeros().min(width))),
        Unary::ByteSwap if width.is_multiple_of(8) => Some(a.swap_bytes() >> (64 - width)),
        Unary::BitReverse => Some(a.reverse_bits() >> (64 - width)),
        _ => None,
    }
}

/// The value of a binary operator.
pub fn binary(op: Binary, sort: Sort, a: u64, b: u64) -> Option<u64> {
    use Binary::*;
    if let Sort::Float(format) = sort {
        return float_binary(op, format, a, b);
    }
    let width = sort.word()?;
    let ones = mask(width);
    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (m, n) = (i128::from(a), i128::from(b));
    let fits_signed = |v: i128| v == i128::from(signed(v as u64, width));
    let fits_unsigned = |v: u128| v <= u128::from(ones);
    let result = match op {
        Add | PtrAdd => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        UDiv => a.checked_div(b).unwrap_or(ones),
        URem => a.checked_rem(b).unwrap_or(a),
        SDiv if b == 0 => {
            if x < 0 {
                1
            } else {
                ones
            }
        }
        SDiv => (x / y) as u64,
        SRem if b == 0 => a,
        SRem => (x % y) as u64,
        Shl if b >= u64::from(width) => 0,
        Shl => a << b,
        LShr if b >= u64::from(width) => 0,
        LShr => a >> b,
        AShr => (x >> b.min(64)) as u64,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Eq => u64::from(a == b),
        Ne => u64::from(a != b),
        Ult => u64::from(a < b),
        Ule => u64::from(a <= b),
        Slt => u64::from(x < y),
        Sle => u64::from(x <= y),
        UAddOverflow => u64::from(!fits_unsigned((m + n) as u128)),
        USubOverflow => u64::from(a < b),
        UMulOverflow => u64::from(!fits_unsigned(u128::from(a) * u128::from(b))),
        SAddOverflow => u64::from(!fits_signed(x + y)),
        SSubOverflow => u64::from(!fits_signed(x - y)),
        SMulOverflow => u64::from(!fits_signed(x * y)),
        _ => return None,
    };
    Some(result & ones)
}

/// The value of a conversion.
pub fn cast(op: Cast, from: Sort, to: Sort, a: u64) -> Option<u64> {
    match (op, from, to) {
        (Cast::Trunc | Cast::ZExt | Cast::PtrToInt | Cast::IntToPtr, _, _) => {
            from.word()?;
            Some(a & mask(to.word()?))
        }
        (Cast::SExt, _, _) => Some(signed(a, from.word()?) as u64 & mask(to.word()?)),
        (Cast::Bits, Sort::Int(_), Sort::Float(format)) => number(format, a),
        (Cast::Bits, Sort::Float(format), Sort::Int(_)) => number(format, a),
        (Cast::FloatToFloat, Sort::Float(FloatFormat::Single), Sort::Float(FloatFormat::Double)) => {
            double(f64::from(f32::from_bits(a as u32)))
        }
        (Cast::FloatToFloat, Sort::Float(FloatFormat::Double), Sort::Float(FloatFormat::Single)) => {
            single(f64::from_bits(a) as f32)
        }
        (Cast::SIntToFloat, _, Sort::Float(FloatFormat::Single)) => single(signed(a, from.word()?) as f32),
        (Cast::SIntToFloat, _, Sort::Float(FloatFormat::Double)) => double(signed(a, from.word()?) as f64),
        (Cast::UIntToFloat, _, Sort::Float(FloatFormat::Single)) if from.word().is_some() => single(a as f32),
        (Cast::UIntToFloat, _, Sort::Float(FloatFormat::Double)) if from.word().is_some() => double(a as f64),
        (Cast::FloatToSInt | Cast::FloatToUInt, Sort::Float(format), Sort::Int(_)) => {
            let width = to.word()?;
            let exact = match format {
                FloatFormat::Single => f32::from_bits(a as u32) as i128,
                FloatFormat::Double => f64::from_bits(a) as i128,
                _ => return None,
            };
            let (low, high) = if op == Cast::FloatToSInt {
                (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                (0, i128::from(mask(width)))
            };
            Some(exact.clamp(low, high) as u64 & mask(width))
        }
        _ => None,
    }
}

/// The bits of a float of at most 64 bits that is no NaN.
pub fn number(format: FloatFormat, bits: u64) -> Option<u64> {
    let class = classify(format, bits)?;
    (class != Class::Nan).then_some(bits)
}

#[derive(PartialEq)]
enum Class {
    Nan,
    Infinite,
    Subnormal,
    Other,
}

fn classify(format: FloatFormat, bits: u64) -> Option<Class> {
    let fraction_bits = format.fraction_bits().filter(|_| format.bits() <= 64)?;
    let exponent_bits = format.bits() - 1 - fraction_bits;
    let fraction = bits & mask(fraction_bits);
    let exponent = bits >> fraction_bits & mask(exponent_bits);
    Some(match (exponent, fraction) {
        (e, 0) if e == mask(exponent_bits) => Class::Infinite,
        (e, _) if e == mask(exponent_bits) => Class::Nan,
        (0, f) if f != 0 => Class::Subnormal,
        _ => Class::Other,
    })
}

fn single(value: f32) -> Option<u64> {
    (!value.is_nan()).then(|| u64::from(value.to_bits()))
}

fn double(value: f64) -> Option<u64> {
    (!value.is_nan()).then(|| value.to_bits())
}

fn float_unary(op: Unary, format: FloatFormat, a: u64) -> Option<u64> {
    let class = classify(format, a)?;
    let sign = 1u64 << (format.bits() - 1);
    match op {
        Unary::FIsNan => Some(u64::from(class == Class::Nan)),
        Unary::FIsInf => Some(u64::from(class == Class::Infinite)),
        Unary::FIsSubnormal => Some(u64::from(class == Class::Subnormal)),
        Unary::FNeg => number(format, a ^ sign),
        Unary::FAbs => number(format, a & !sign),
        _ => None,
    }
}

fn float_binary(op: Binary, format: FloatFormat, a: u64, b: u64) -> Option<u64> {
    macro_rules! with {
        ($x:expr, $y:expr, $bits:ident) => {{
            let (x, y) = ($x, $y);
            let number = match op {
                Binary::FAdd => x + y,
                Binary::FSub => x - y,
                Binary::FMul => x * y,
                Binary::FDiv => x / y,
                Binary::FRem => x % y,
                Binary::FEq => return Some(u64::from(x == y)),
                Binary::FLt => return Some(u64::from(x < y)),
                Binary::FLe => return Some(u64::from(x <= y)),
                Binary::FUnordered => return Some(u64::from(x.is_nan() || y.is_nan())),
                _ => return None,
            };
            $bits(number)
        }};
    }
    if op == Binary::FCopySign {
        let sign = 1u64 << (format.bits().min(64) - 1);
        return number(format, number(format, a)? & !sign | number(format, b)? & sign);
    }
    match format {
        FloatFormat::Single => with!(f32::from_bits(a as u32), f32::from_bits(b as u32), single),
        FloatFormat::Double => with!(f64::from_bits(a), f64::from_bits(b), double),
        _ => None,
    }
}
