//! Conversions from and to floats.

use super::Inexact;
use super::soft::{decode, encode};
use crate::machine::double_word;
use crate::operator::CastOp;
use crate::types::{FloatKind, Type};
use crate::value::{Value, wide};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

pub(crate) fn cast(op: CastOp, from: Type, to: Type, a: &Value) -> Result<Value, Inexact> {
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

/// A float in another format, rounded to nearest even.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
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

/// The float nearest to an integer.
pub fn from_int(signed: bool, width: u32, kind: FloatKind, a: &Value) -> u128 {
    if let Value::Small(a) = a {
        let number = double_word::signed(*a, width);
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

/// The integer of a float toward zero, saturating; zero for NaN.
pub fn to_int(signed: bool, kind: FloatKind, width: u32, a: u128) -> Value {
    if width <= 128 {
        let native = match (kind, signed) {
            (FloatKind::Single, true) => Some(f32::from_bits(a as u32) as i128 as u128),
            (FloatKind::Single, false) => Some(f32::from_bits(a as u32) as u128),
            (FloatKind::Double, true) => Some(f64::from_bits(a as u64) as i128 as u128),
            (FloatKind::Double, false) => Some(f64::from_bits(a as u64) as u128),
            _ => None,
        };
        if let Some(number) = native {
            let largest = double_word::mask(width) >> u32::from(signed);
            let clamped = if signed {
                (number as i128).clamp(-(largest as i128) - 1, largest as i128) as u128
            } else {
                number.min(largest)
            };
            return Value::Small(clamped & double_word::mask(width));
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
pub fn to_f64(kind: FloatKind, a: u128) -> f64 {
    match kind {
        FloatKind::Double => f64::from_bits(a as u64),
        _ => f64::from_bits(convert(kind, FloatKind::Double, a) as u64),
    }
}

/// A double in another format.
pub fn from_f64(kind: FloatKind, a: f64) -> u128 {
    match kind {
        FloatKind::Double => a.to_bits().into(),
        _ => convert(FloatKind::Double, kind, a.to_bits().into()),
    }
}
