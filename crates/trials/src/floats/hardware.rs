//! Subjects whose oracle is the processor.

use super::Operand::{Integer, Number};
use super::sys::{self, Extended};
use super::{Oracle, Subject, float_sort, integer, number};
use adumbra_terms::{Format, Op, RoundingMode, SortKind, Value};
use std::cmp::Ordering;

const F16: Format = Format::F16;
const F32: Format = Format::F32;
const F64: Format = Format::F64;
const X87: Format = Format::X87;

/// The processor's number of a mode; it has no nearest with halves away from zero.
fn hardware_mode(mode: RoundingMode) -> Option<u32> {
    match mode {
        RoundingMode::NearestEven => Some(0),
        RoundingMode::TowardNegative => Some(1),
        RoundingMode::TowardPositive => Some(2),
        RoundingMode::TowardZero => Some(3),
        RoundingMode::NearestAway => None,
    }
}

/// An integer that the processor rounded to 64 bits, as one of `width` bits; zero where it does not
/// fit, as in the core. `least` says whether the operand is the least integer, which is also the
/// processor's answer for what does not fit.
fn rounded(width: u32, signed: bool, value: i64, least: bool) -> Option<Value> {
    let fits = match signed {
        _ if value == i64::MIN && !least => false,
        true => width == 64 || (-(1i64 << (width - 1))..1 << (width - 1)).contains(&value),
        false => value >= 0 && (width == 64 || value < 1 << width),
    };
    integer(width, if fits { value as u128 } else { 0 })
}

fn truth(value: bool) -> Option<Value> {
    Some(Value::Bool(value))
}

fn single(pattern: u128) -> f32 {
    f32::from_bits(pattern as u32)
}

fn double(pattern: u128) -> f64 {
    f64::from_bits(pattern as u64)
}

fn extended(pattern: u128) -> Extended {
    Extended::of(pattern)
}

fn compared(a: u128, b: u128) -> Option<Ordering> {
    sys::compare80(extended(a), extended(b))
}

/// A half precision operation through single precision: twice the bits and two more make a second
/// rounding harmless.
fn through_single(mode: u32, operation: fn(u32, u128, u128) -> u128, a: u128, b: u128) -> Option<Value> {
    number(F16, sys::to_half(mode, operation(mode, sys::of_half(a), sys::of_half(b))))
}

const BOOL: SortKind = SortKind::Bool;

macro_rules! subjects {
    ($($name:literal $op:ident ($($operand:expr),*) $result:expr, $oracle:expr;)*) => {
        &[$(Subject::new($name, Op::$op, &[$($operand),*], $result, {
            const ORACLE: Oracle = $oracle;
            ORACLE
        }),)*]
    };
}

/// Single and double precision, in all modes of the processor.
const SSE: &[Subject] = subjects! {
    "single add, SSE" FpAdd(Number(F32), Number(F32)) float_sort(F32),
        |m, x| number(F32, sys::add32(hardware_mode(m)?, x[0], x[1]));
    "single mul, SSE" FpMul(Number(F32), Number(F32)) float_sort(F32),
        |m, x| number(F32, sys::mul32(hardware_mode(m)?, x[0], x[1]));
    "single div, SSE" FpDiv(Number(F32), Number(F32)) float_sort(F32),
        |m, x| number(F32, sys::div32(hardware_mode(m)?, x[0], x[1]));
    "single sqrt, SSE" FpSqrt(Number(F32)) float_sort(F32), |m, x| number(F32, sys::sqrt32(hardware_mode(m)?, x[0]));
    "double add, SSE" FpAdd(Number(F64), Number(F64)) float_sort(F64),
        |m, x| number(F64, sys::add64(hardware_mode(m)?, x[0], x[1]));
    "double mul, SSE" FpMul(Number(F64), Number(F64)) float_sort(F64),
        |m, x| number(F64, sys::mul64(hardware_mode(m)?, x[0], x[1]));
    "double div, SSE" FpDiv(Number(F64), Number(F64)) float_sort(F64),
        |m, x| number(F64, sys::div64(hardware_mode(m)?, x[0], x[1]));
    "double sqrt, SSE" FpSqrt(Number(F64)) float_sort(F64), |m, x| number(F64, sys::sqrt64(hardware_mode(m)?, x[0]));
    "double to single, SSE" FpFromFp(Number(F64)) float_sort(F32), |m, x| number(F32, sys::narrow(hardware_mode(m)?, x[0]));
    "single to double, SSE" FpFromFp(Number(F32)) float_sort(F64), |m, x| number(F64, sys::widen(hardware_mode(m)?, x[0]));
    "single to 64 signed bits, SSE" FpToSigned(Number(F32)) SortKind::BitVec(64),
        |m, x| rounded(64, true, sys::integer32(hardware_mode(m)?, x[0]), single(x[0]) == i64::MIN as f32);
    "single to 8 signed bits, SSE" FpToSigned(Number(F32)) SortKind::BitVec(8),
        |m, x| rounded(8, true, sys::integer32(hardware_mode(m)?, x[0]), false);
    "single to 32 unsigned bits, SSE" FpToUnsigned(Number(F32)) SortKind::BitVec(32),
        |m, x| rounded(32, false, sys::integer32(hardware_mode(m)?, x[0]), false);
    "double to 64 signed bits, SSE" FpToSigned(Number(F64)) SortKind::BitVec(64),
        |m, x| rounded(64, true, sys::integer64(hardware_mode(m)?, x[0]), double(x[0]) == i64::MIN as f64);
    "double to 32 signed bits, SSE" FpToSigned(Number(F64)) SortKind::BitVec(32),
        |m, x| rounded(32, true, sys::integer64(hardware_mode(m)?, x[0]), false);
    "double to 16 unsigned bits, SSE" FpToUnsigned(Number(F64)) SortKind::BitVec(16),
        |m, x| rounded(16, false, sys::integer64(hardware_mode(m)?, x[0]), false);
    "single of 64 signed bits, SSE" FpFromSigned(Integer(64)) float_sort(F32),
        |m, x| number(F32, sys::of_integer32(hardware_mode(m)?, x[0] as i64));
    "single of 32 unsigned bits, SSE" FpFromUnsigned(Integer(32)) float_sort(F32),
        |m, x| number(F32, sys::of_integer32(hardware_mode(m)?, x[0] as i64));
    "double of 64 signed bits, SSE" FpFromSigned(Integer(64)) float_sort(F64),
        |m, x| number(F64, sys::of_integer64(hardware_mode(m)?, x[0] as i64));
    "double of 32 unsigned bits, SSE" FpFromUnsigned(Integer(32)) float_sort(F64),
        |m, x| number(F64, sys::of_integer64(hardware_mode(m)?, x[0] as i64));
};

/// What the language does by itself, to nearest or without rounding.
const NATIVE: &[Subject] = subjects! {
    "single abs, native" FpAbs(Number(F32)) float_sort(F32), |_, x| number(F32, single(x[0]).abs().to_bits().into());
    "double abs, native" FpAbs(Number(F64)) float_sort(F64), |_, x| number(F64, double(x[0]).abs().to_bits().into());
    "single neg, native" FpNeg(Number(F32)) float_sort(F32), |_, x| number(F32, (-single(x[0])).to_bits().into());
    "double neg, native" FpNeg(Number(F64)) float_sort(F64), |_, x| number(F64, (-double(x[0])).to_bits().into());
    "single lt, native" FpLt(Number(F32), Number(F32)) BOOL, |_, x| truth(single(x[0]) < single(x[1]));
    "double lt, native" FpLt(Number(F64), Number(F64)) BOOL, |_, x| truth(double(x[0]) < double(x[1]));
    "single leq, native" FpLe(Number(F32), Number(F32)) BOOL, |_, x| truth(single(x[0]) <= single(x[1]));
    "double leq, native" FpLe(Number(F64), Number(F64)) BOOL, |_, x| truth(double(x[0]) <= double(x[1]));
    "single eq, native" FpEq(Number(F32), Number(F32)) BOOL, |_, x| truth(single(x[0]) == single(x[1]));
    "double eq, native" FpEq(Number(F64), Number(F64)) BOOL, |_, x| truth(double(x[0]) == double(x[1]));
    "single min, native" FpMin(Number(F32), Number(F32)) float_sort(F32), |_, x| {
        let (a, b) = (single(x[0]), single(x[1]));
        if a == 0.0 && b == 0.0 { None } else { number(F32, a.min(b).to_bits().into()) }
    };
    "double max, native" FpMax(Number(F64), Number(F64)) float_sort(F64), |_, x| {
        let (a, b) = (double(x[0]), double(x[1]));
        if a == 0.0 && b == 0.0 { None } else { number(F64, a.max(b).to_bits().into()) }
    };
    "double is normal, native" FpIsNormal(Number(F64)) BOOL, |_, x| truth(double(x[0]).is_normal());
    "double is subnormal, native" FpIsSubnormal(Number(F64)) BOOL, |_, x| truth(double(x[0]).is_subnormal());
    "double is zero, native" FpIsZero(Number(F64)) BOOL, |_, x| truth(double(x[0]) == 0.0);
    "double is infinite, native" FpIsInfinite(Number(F64)) BOOL, |_, x| truth(double(x[0]).is_infinite());
    "double is NaN, native" FpIsNaN(Number(F64)) BOOL, |_, x| truth(double(x[0]).is_nan());
    "double is negative, native" FpIsNegative(Number(F64)) BOOL,
        |_, x| truth(!double(x[0]).is_nan() && double(x[0]).is_sign_negative());
    "double is positive, native" FpIsPositive(Number(F64)) BOOL,
        |_, x| truth(!double(x[0]).is_nan() && double(x[0]).is_sign_positive());
    "double of 64 unsigned bits, native" FpFromUnsigned(Integer(64)) float_sort(F64),
        |m, x| if m == RoundingMode::NearestEven { number(F64, (x[0] as u64 as f64).to_bits().into()) } else { None };
    "single of 64 unsigned bits, native" FpFromUnsigned(Integer(64)) float_sort(F32),
        |m, x| if m == RoundingMode::NearestEven { number(F32, (x[0] as u64 as f32).to_bits().into()) } else { None };
    "double to 64 unsigned bits, native" FpToUnsigned(Number(F64)) SortKind::BitVec(64), |m, x| {
        let (a, limit) = (double(x[0]), 18446744073709551616.0);
        let value = if a > -1.0 && a < limit { a as u64 } else { 0 };
        if m == RoundingMode::TowardZero { integer(64, value.into()) } else { None }
    };
};

const FUSED: &[Subject] = subjects! {
    "single fma, FMA" FpFma(Number(F32), Number(F32), Number(F32)) float_sort(F32),
        |m, x| number(F32, sys::fma32(hardware_mode(m)?, x[0], x[1], x[2]));
    "double fma, FMA" FpFma(Number(F64), Number(F64), Number(F64)) float_sort(F64),
        |m, x| number(F64, sys::fma64(hardware_mode(m)?, x[0], x[1], x[2]));
};

const ROUNDING: &[Subject] = subjects! {
    "single round to integral, SSE4.1" FpRoundToIntegral(Number(F32)) float_sort(F32),
        |m, x| number(F32, sys::round32(hardware_mode(m)?, x[0]));
    "double round to integral, SSE4.1" FpRoundToIntegral(Number(F64)) float_sort(F64),
        |m, x| number(F64, sys::round64(hardware_mode(m)?, x[0]));
};

const HALF: &[Subject] = subjects! {
    "half add, F16C" FpAdd(Number(F16), Number(F16)) float_sort(F16),
        |m, x| through_single(hardware_mode(m)?, sys::add32, x[0], x[1]);
    "half mul, F16C" FpMul(Number(F16), Number(F16)) float_sort(F16),
        |m, x| through_single(hardware_mode(m)?, sys::mul32, x[0], x[1]);
    "half div, F16C" FpDiv(Number(F16), Number(F16)) float_sort(F16),
        |m, x| through_single(hardware_mode(m)?, sys::div32, x[0], x[1]);
    "half sqrt, F16C" FpSqrt(Number(F16)) float_sort(F16),
        |m, x| through_single(hardware_mode(m)?, |m, a, _| sys::sqrt32(m, a), x[0], 0);
    "half to single, F16C" FpFromFp(Number(F16)) float_sort(F32), |_, x| number(F32, sys::of_half(x[0]));
    "single to half, F16C" FpFromFp(Number(F32)) float_sort(F16),
        |m, x| number(F16, sys::to_half(hardware_mode(m)?, x[0]));
};

const EXTENDED: &[Subject] = subjects! {
    "extended add, x87" FpAdd(Number(X87), Number(X87)) float_sort(X87),
        |m, x| number(X87, sys::add80(hardware_mode(m)?, extended(x[0]), extended(x[1])).pattern());
    "extended mul, x87" FpMul(Number(X87), Number(X87)) float_sort(X87),
        |m, x| number(X87, sys::mul80(hardware_mode(m)?, extended(x[0]), extended(x[1])).pattern());
    "extended div, x87" FpDiv(Number(X87), Number(X87)) float_sort(X87),
        |m, x| number(X87, sys::div80(hardware_mode(m)?, extended(x[0]), extended(x[1])).pattern());
    "extended sqrt, x87" FpSqrt(Number(X87)) float_sort(X87),
        |m, x| number(X87, sys::sqrt80(hardware_mode(m)?, extended(x[0]), extended(0)).pattern());
    // Remainders are exact, so those of the wider format are those of the others. (`remainder` of a
    // C library may give a zero the wrong sign.)
    "single rem, x87" FpRem(Number(F32), Number(F32)) float_sort(F32), |_, x| {
        let [a, b] = [x[0], x[1]].map(|pattern| sys::of_single80(0, pattern as u32));
        number(F32, sys::to_single80(0, sys::rem80(0, a, b)).into())
    };
    "double rem, x87" FpRem(Number(F64), Number(F64)) float_sort(F64), |_, x| {
        let [a, b] = [x[0], x[1]].map(|pattern| sys::of_double80(0, pattern as u64));
        number(F64, sys::to_double80(0, sys::rem80(0, a, b)).into())
    };
    "extended rem, x87" FpRem(Number(X87), Number(X87)) float_sort(X87),
        |_, x| number(X87, sys::rem80(0, extended(x[0]), extended(x[1])).pattern());
    "extended round to integral, x87" FpRoundToIntegral(Number(X87)) float_sort(X87),
        |m, x| number(X87, sys::round80(hardware_mode(m)?, extended(x[0]), extended(0)).pattern());
    "extended lt, x87" FpLt(Number(X87), Number(X87)) BOOL, |_, x| truth(compared(x[0], x[1]) == Some(Ordering::Less));
    "extended leq, x87" FpLe(Number(X87), Number(X87)) BOOL,
        |_, x| truth(compared(x[0], x[1]).is_some_and(Ordering::is_le));
    "extended eq, x87" FpEq(Number(X87), Number(X87)) BOOL, |_, x| truth(compared(x[0], x[1]) == Some(Ordering::Equal));
    "extended to single, x87" FpFromFp(Number(X87)) float_sort(F32),
        |m, x| number(F32, sys::to_single80(hardware_mode(m)?, extended(x[0])).into());
    "extended to double, x87" FpFromFp(Number(X87)) float_sort(F64),
        |m, x| number(F64, sys::to_double80(hardware_mode(m)?, extended(x[0])).into());
    "single to extended, x87" FpFromFp(Number(F32)) float_sort(X87),
        |m, x| number(X87, sys::of_single80(hardware_mode(m)?, x[0] as u32).pattern());
    "double to extended, x87" FpFromFp(Number(F64)) float_sort(X87),
        |m, x| number(X87, sys::of_double80(hardware_mode(m)?, x[0] as u64).pattern());
    "extended to 64 signed bits, x87" FpToSigned(Number(X87)) SortKind::BitVec(64), |m, x| {
        let value = sys::to_integer80(hardware_mode(m)?, extended(x[0]));
        // The processor's answer for what does not fit is also that of numbers next to the least
        // one: then it rounds back.
        let integral = sys::round80(hardware_mode(m)?, extended(x[0]), extended(0)).pattern();
        rounded(64, true, value, integral == sys::of_integer80(0, i64::MIN).pattern())
    };
    "extended of 64 signed bits, x87" FpFromSigned(Integer(64)) float_sort(X87),
        |m, x| number(X87, sys::of_integer80(hardware_mode(m)?, x[0] as i64).pattern());
};

/// Differences: sums in which the last operand is negated first.
const DIFFERENCES: &[Subject] = &[
    Subject::new("single sub, SSE", Op::FpAdd, &[Number(F32), Number(F32)], float_sort(F32), |m, x| {
        number(F32, sys::sub32(hardware_mode(m)?, x[0], x[1]))
    })
    .difference(),
    Subject::new("double sub, SSE", Op::FpAdd, &[Number(F64), Number(F64)], float_sort(F64), |m, x| {
        number(F64, sys::sub64(hardware_mode(m)?, x[0], x[1]))
    })
    .difference(),
    Subject::new("extended sub, x87", Op::FpAdd, &[Number(X87), Number(X87)], float_sort(X87), |m, x| {
        number(X87, sys::sub80(hardware_mode(m)?, extended(x[0]), extended(x[1])).pattern())
    })
    .difference(),
];

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = [SSE, NATIVE, EXTENDED, DIFFERENCES].concat();
    if sys::has_fma() {
        all.extend_from_slice(FUSED);
    }
    if sys::has_rounding() {
        all.extend_from_slice(ROUNDING);
    }
    if sys::has_half() {
        all.extend_from_slice(HALF);
    }
    all
}

/// What the x87 makes of eighty bits, whatever they are: their product with one, as a pattern of
/// [`Format::X87`].
pub(super) fn value_of_bits(bits: u128) -> u128 {
    let one = sys::of_integer80(0, 1);
    sys::mul80(0, Extended::raw(bits), one).pattern()
}
