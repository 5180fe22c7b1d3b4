//! Floating-point operators and conversions.
//!
//! Single and double precision use the machine's IEEE operations, the other formats software
//! arithmetic; square roots of those and conversions from and to wide integers go through exact
//! integer arithmetic.

use super::{Value, int, wide};
use adumbra_program::{BinaryOp, CastOp, FloatKind, Type, UnaryOp};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Category, Float, FloatConvert, Round};
use thiserror::Error;

/// An operation whose exact result is not available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Inexact(pub &'static str);

const NO_OPERATOR: Inexact = Inexact("an operator that floats do not have");

macro_rules! native_unary {
    ($float:ty, $bits:ty, $op:expr, $a:expr) => {{
        let x = <$float>::from_bits($a as $bits);
        let number = match $op {
            UnaryOp::FSqrt => x.sqrt(),
            UnaryOp::FFloor => x.floor(),
            UnaryOp::FCeil => x.ceil(),
            UnaryOp::FTrunc => x.trunc(),
            UnaryOp::FRound => x.round(),
            UnaryOp::FRoundEven => x.round_ties_even(),
            UnaryOp::FIsNan => return Ok(u128::from(x.is_nan())),
            UnaryOp::FIsInf => return Ok(u128::from(x.is_infinite())),
            UnaryOp::FIsSubnormal => return Ok(u128::from(x.is_subnormal())),
            _ => return Err(NO_OPERATOR),
        };
        Ok(number.to_bits().into())
    }};
}

macro_rules! native_binary {
    ($float:ty, $bits:ty, $op:expr, $a:expr, $b:expr) => {{
        let (x, y) = (<$float>::from_bits($a as $bits), <$float>::from_bits($b as $bits));
        let number = match $op {
            BinaryOp::FAdd => x + y,
            BinaryOp::FSub => x - y,
            BinaryOp::FMul => x * y,
            BinaryOp::FDiv => x / y,
            BinaryOp::FRem => x % y,
            BinaryOp::FMinNum | BinaryOp::FMaxNum | BinaryOp::FMinimum | BinaryOp::FMaximum => {
                let least = matches!($op, BinaryOp::FMinNum | BinaryOp::FMinimum);
                let nan_wins = matches!($op, BinaryOp::FMinimum | BinaryOp::FMaximum);
                let below = x < y || x == y && x.is_sign_negative();
                if x.is_nan() || y.is_nan() {
                    if x.is_nan() == nan_wins { x } else { y }
                } else if below == least {
                    x
                } else {
                    y
                }
            }
            BinaryOp::FEq => return Ok(u128::from(x == y)),
            BinaryOp::FLt => return Ok(u128::from(x < y)),
            BinaryOp::FLe => return Ok(u128::from(x <= y)),
            BinaryOp::FUnordered => return Ok(u128::from(x.is_nan() || y.is_nan())),
            _ => return Err(NO_OPERATOR),
        };
        Ok(number.to_bits().into())
    }};
}

pub(super) fn unary(op: UnaryOp, kind: FloatKind, a: u128) -> Result<u128, Inexact> {
    let sign = 1u128 << (kind.bits() - 1);
    match op {
        UnaryOp::FNeg => return Ok(a ^ sign),
        UnaryOp::FAbs => return Ok(a & !sign),
        _ => {}
    }
    match kind {
        FloatKind::Single => native_unary!(f32, u32, op, a),
        FloatKind::Double => native_unary!(f64, u64, op, a),
        FloatKind::Half => soft_unary::<Half>(op, a),
        FloatKind::BFloat => soft_unary::<BFloat>(op, a),
        FloatKind::X87 => soft_unary::<X87DoubleExtended>(op, a),
        FloatKind::Quad => soft_unary::<Quad>(op, a),
    }
}

pub(super) fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> Result<u128, Inexact> {
    if op == BinaryOp::FCopySign {
        let sign = 1u128 << (kind.bits() - 1);
        return Ok(a & !sign | b & sign);
    }
    match kind {
        FloatKind::Single => native_binary!(f32, u32, op, a, b),
        FloatKind::Double => native_binary!(f64, u64, op, a, b),
        FloatKind::Half => soft_binary::<Half>(op, a, b),
        FloatKind::BFloat => soft_binary::<BFloat>(op, a, b),
        FloatKind::X87 => soft_binary::<X87DoubleExtended>(op, a, b),
        FloatKind::Quad => soft_binary::<Quad>(op, a, b),
    }
}

pub(super) fn multiply_add(kind: FloatKind, a: u128, b: u128, c: u128) -> Result<u128, Inexact> {
    fn soft<F: Float>(a: u128, b: u128, c: u128) -> u128 {
        F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), Round::NearestTiesToEven).value.to_bits()
    }
    Ok(match kind {
        FloatKind::Single => {
            let f = |v| f32::from_bits(v as u32);
            f(a).mul_add(f(b), f(c)).to_bits().into()
        }
        FloatKind::Double => {
            let f = |v| f64::from_bits(v as u64);
            f(a).mul_add(f(b), f(c)).to_bits().into()
        }
        FloatKind::Half => soft::<Half>(a, b, c),
        FloatKind::BFloat => soft::<BFloat>(a, b, c),
        FloatKind::X87 => soft::<X87DoubleExtended>(a, b, c),
        FloatKind::Quad => soft::<Quad>(a, b, c),
    })
}

fn soft_unary<F: FloatConvert<Quad>>(op: UnaryOp, a: u128) -> Result<u128, Inexact>
where
    Quad: FloatConvert<F>,
{
    let x = F::from_bits(a);
    let round = match op {
        UnaryOp::FFloor => Round::TowardNegative,
        UnaryOp::FCeil => Round::TowardPositive,
        UnaryOp::FTrunc => Round::TowardZero,
        UnaryOp::FRound => Round::NearestTiesToAway,
        UnaryOp::FRoundEven => Round::NearestTiesToEven,
        UnaryOp::FSqrt => return Ok(soft_sqrt(x).to_bits()),
        UnaryOp::FIsNan => return Ok(u128::from(x.is_nan())),
        UnaryOp::FIsInf => return Ok(u128::from(x.is_infinite())),
        UnaryOp::FIsSubnormal => return Ok(u128::from(x.is_denormal())),
        _ => return Err(NO_OPERATOR),
    };
    Ok(x.round_to_integral(round).value.to_bits())
}

fn soft_binary<F: FloatConvert<Quad>>(op: BinaryOp, a: u128, b: u128) -> Result<u128, Inexact>
where
    Quad: FloatConvert<F>,
{
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let round = Round::NearestTiesToEven;
    let number = match op {
        BinaryOp::FAdd => x.add_r(y, round).value,
        BinaryOp::FSub => x.sub_r(y, round).value,
        BinaryOp::FMul => x.mul_r(y, round).value,
        BinaryOp::FDiv => x.div_r(y, round).value,
        BinaryOp::FRem => soft_fmod(x, y),
        BinaryOp::FMinNum | BinaryOp::FMaxNum | BinaryOp::FMinimum | BinaryOp::FMaximum => {
            let least = matches!(op, BinaryOp::FMinNum | BinaryOp::FMinimum);
            let nan_wins = matches!(op, BinaryOp::FMinimum | BinaryOp::FMaximum);
            let below = x < y || x == y && x.is_negative();
            if x.is_nan() || y.is_nan() {
                if x.is_nan() == nan_wins { x } else { y }
            } else if below == least {
                x
            } else {
                y
            }
        }
        BinaryOp::FEq => return Ok(u128::from(x == y)),
        BinaryOp::FLt => return Ok(u128::from(x < y)),
        BinaryOp::FLe => return Ok(u128::from(x <= y)),
        BinaryOp::FUnordered => return Ok(u128::from(x.is_nan() || y.is_nan())),
        _ => return Err(NO_OPERATOR),
    };
    Ok(number.to_bits())
}

/// A finite number as sign, integer and power of two. Every format is a part of binary128.
fn decode<F: FloatConvert<Quad>>(x: F) -> (bool, u128, i32) {
    let x: Quad = x.convert_r(Round::TowardZero, &mut false).value;
    if x.is_zero() {
        return (x.is_negative(), 0, 0);
    }
    // The significand has 113 bits: scaled by 2^(112 - exponent) it is an integer.
    let exponent = x.ilogb();
    let integer = x.abs().scalbn_r(112 - exponent, Round::TowardZero).to_u128_r(128, Round::TowardZero, &mut false);
    (x.is_negative(), integer.value, exponent - 112)
}

/// The format's nearest number to ±integer·2^exponent, where `sticky` says that the true value is a
/// bit above.
///
/// The significand is first cut to what binary128 holds, with what was lost kept as its last bit;
/// rounding that to a format of at most 111 bits is right. Binary128 itself is rounded from 127
/// bits in one step.
fn encode<F: Float>(negative: bool, integer: &BigUint, exponent: i64, sticky: bool) -> F
where
    Quad: FloatConvert<F>,
{
    let kept = if F::PRECISION > 111 { 126 } else { 112 };
    let drop = integer.bits().saturating_sub(kept);
    let head = integer >> drop;
    let lost = sticky || (&head << drop) != *integer;
    let head = Value::Wide(head).low() << 1 | u128::from(lost);
    let round = Round::NearestTiesToEven;
    let scale = (exponent + drop as i64 - 1).clamp(-60_000, 60_000) as i32;
    let magnitude: F = Quad::from_u128_r(head, round).value.scalbn_r(scale, round).convert_r(round, &mut false).value;
    if negative { -magnitude } else { magnitude }
}

fn soft_sqrt<F: FloatConvert<Quad>>(x: F) -> F
where
    Quad: FloatConvert<F>,
{
    match x.category() {
        Category::NaN | Category::Zero => x,
        Category::Infinity if !x.is_negative() => x,
        _ if x.is_negative() => F::NAN,
        _ => {
            let (_, integer, exponent) = decode(x);
            let mut shift = 250 - (128 - i64::from(integer.leading_zeros()));
            shift += (i64::from(exponent) - shift) & 1;
            let scaled = BigUint::from(integer) << shift as u64;
            let root = scaled.sqrt();
            let sticky = &root * &root != scaled;
            encode(false, &root, (i64::from(exponent) - shift) / 2, sticky)
        }
    }
}

/// C's `fmod`, exactly.
fn soft_fmod<F: FloatConvert<Quad>>(x: F, y: F) -> F
where
    Quad: FloatConvert<F>,
{
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero() {
        return F::NAN;
    }
    if y.is_infinite() || x.is_zero() {
        return x;
    }
    let (negative, a, ea) = decode(x);
    let (_, b, eb) = decode(y);
    // a·2^ea mod b·2^eb with a common exponent; 2^(ea - eb) mod b keeps the numbers small.
    let (remainder, exponent) = if ea >= eb {
        let modulus = BigUint::from(b);
        let power = BigUint::from(2u8).modpow(&BigUint::from((ea - eb) as u32), &modulus);
        (BigUint::from(a) * power % modulus, eb)
    } else {
        (BigUint::from(a) % (BigUint::from(b) << ((eb - ea) as u32)), ea)
    };
    if remainder.bits() == 0 {
        return if negative { -F::ZERO } else { F::ZERO };
    }
    // The remainder is a multiple of the smaller unit in the last place and below the divisor: it
    // is representable.
    encode(negative, &remainder, i64::from(exponent), false)
}

pub(super) fn cast(op: CastOp, from: Type, to: Type, a: &Value) -> Result<Value, Inexact> {
    match (op, from, to) {
        (CastOp::FloatToFloat, Type::Float(from), Type::Float(to)) => Ok(Value::Small(convert(from, to, a.low()))),
        (CastOp::SIntToFloat | CastOp::UIntToFloat, Type::Int(width), Type::Float(kind)) => {
            Ok(Value::Small(from_int(op == CastOp::SIntToFloat, width, kind, a)))
        }
        (CastOp::FloatToSInt | CastOp::FloatToUInt, Type::Float(kind), Type::Int(width)) => {
            Ok(to_int(op == CastOp::FloatToSInt, kind, width, a.low()))
        }
        _ => Err(Inexact("a conversion between types that it does not fit")),
    }
}

fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    fn into<F>(to: FloatKind, a: u128) -> u128
    where
        F: Float
            + FloatConvert<Half>
            + FloatConvert<BFloat>
            + FloatConvert<Single>
            + FloatConvert<Double>
            + FloatConvert<X87DoubleExtended>
            + FloatConvert<Quad>,
    {
        fn step<F: FloatConvert<T>, T: Float>(x: F) -> u128 {
            x.convert_r(Round::NearestTiesToEven, &mut false).value.to_bits()
        }
        let x = F::from_bits(a);
        match to {
            FloatKind::Half => step::<F, Half>(x),
            FloatKind::BFloat => step::<F, BFloat>(x),
            FloatKind::Single => step::<F, Single>(x),
            FloatKind::Double => step::<F, Double>(x),
            FloatKind::X87 => step::<F, X87DoubleExtended>(x),
            FloatKind::Quad => step::<F, Quad>(x),
        }
    }
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => f64::from(f32::from_bits(a as u32)).to_bits().into(),
        (FloatKind::Double, FloatKind::Single) => (f64::from_bits(a as u64) as f32).to_bits().into(),
        (FloatKind::Half, _) => into::<Half>(to, a),
        (FloatKind::BFloat, _) => into::<BFloat>(to, a),
        (FloatKind::Single, _) => into::<Single>(to, a),
        (FloatKind::Double, _) => into::<Double>(to, a),
        (FloatKind::X87, _) => into::<X87DoubleExtended>(to, a),
        (FloatKind::Quad, _) => into::<Quad>(to, a),
    }
}

fn from_int(signed: bool, width: u32, kind: FloatKind, a: &Value) -> u128 {
    if let Value::Small(a) = a {
        let number = int::sign_extend(*a, width);
        match (kind, signed) {
            (FloatKind::Single, true) => return (number as f32).to_bits().into(),
            (FloatKind::Single, false) => return (*a as f32).to_bits().into(),
            (FloatKind::Double, true) => return (number as f64).to_bits().into(),
            (FloatKind::Double, false) => return (*a as f64).to_bits().into(),
            _ => {}
        }
    }
    let pattern = a.to_big();
    let number = if signed { wide::signed(&pattern, width) } else { BigInt::from(pattern) };
    fn soft<F: Float>(number: &BigInt) -> u128
    where
        Quad: FloatConvert<F>,
    {
        if number.sign() == Sign::NoSign {
            return F::ZERO.to_bits();
        }
        encode::<F>(number.sign() == Sign::Minus, number.magnitude(), 0, false).to_bits()
    }
    match kind {
        FloatKind::Half => soft::<Half>(&number),
        FloatKind::BFloat => soft::<BFloat>(&number),
        FloatKind::Single => soft::<Single>(&number),
        FloatKind::Double => soft::<Double>(&number),
        FloatKind::X87 => soft::<X87DoubleExtended>(&number),
        FloatKind::Quad => soft::<Quad>(&number),
    }
}

/// A float taken apart.
enum Class {
    /// Not a number.
    Nan,
    /// Infinity; negative?
    Infinite(bool),
    /// ± integer · 2^exponent.
    Finite(bool, u128, i32),
}

/// Takes a float apart.
fn classify(kind: FloatKind, a: u128) -> Class {
    fn of<F: FloatConvert<Quad>>(a: u128) -> Class {
        let x = F::from_bits(a);
        if x.is_nan() {
            Class::Nan
        } else if x.is_infinite() {
            Class::Infinite(x.is_negative())
        } else {
            let (negative, integer, exponent) = decode(x);
            Class::Finite(negative, integer, exponent)
        }
    }
    match kind {
        FloatKind::Half => of::<Half>(a),
        FloatKind::BFloat => of::<BFloat>(a),
        FloatKind::Single => of::<Single>(a),
        FloatKind::Double => of::<Double>(a),
        FloatKind::X87 => of::<X87DoubleExtended>(a),
        FloatKind::Quad => of::<Quad>(a),
    }
}

fn to_int(signed: bool, kind: FloatKind, width: u32, a: u128) -> Value {
    if width <= 128 {
        let native = match (kind, signed) {
            (FloatKind::Single, true) => Some(f32::from_bits(a as u32) as i128 as u128),
            (FloatKind::Single, false) => Some(f32::from_bits(a as u32) as u128),
            (FloatKind::Double, true) => Some(f64::from_bits(a as u64) as i128 as u128),
            (FloatKind::Double, false) => Some(f64::from_bits(a as u64) as u128),
            _ => None,
        };
        if let Some(number) = native {
            let largest = int::mask(width) >> u32::from(signed);
            let clamped = if signed {
                (number as i128).clamp(-(largest as i128) - 1, largest as i128) as u128
            } else {
                number.min(largest)
            };
            return Value::Small(clamped & int::mask(width));
        }
    }
    let (lowest, highest): (BigInt, BigInt) = if signed {
        let half = BigInt::from(1) << (width - 1);
        (-half.clone(), half - 1)
    } else {
        (BigInt::ZERO, (BigInt::from(1) << width) - 1)
    };
    let number = match classify(kind, a) {
        Class::Nan => BigInt::ZERO,
        Class::Infinite(true) => lowest.clone(),
        Class::Infinite(false) => highest.clone(),
        Class::Finite(negative, integer, exponent) => {
            let integer = BigUint::from(integer);
            let magnitude = if exponent >= 0 { integer << exponent as u32 } else { integer >> exponent.unsigned_abs() };
            BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude)
        }
    };
    wide::unsigned(&number.clamp(lowest, highest), width)
}

/// The nearest double, for display.
pub(crate) fn to_f64(kind: FloatKind, a: u128) -> f64 {
    match kind {
        FloatKind::Double => f64::from_bits(a as u64),
        _ => f64::from_bits(convert(kind, FloatKind::Double, a) as u64),
    }
}

/// A double in another format.
pub(crate) fn from_native(kind: FloatKind, a: f64) -> u128 {
    match kind {
        FloatKind::Double => a.to_bits().into(),
        _ => convert(FloatKind::Double, kind, a.to_bits().into()),
    }
}
