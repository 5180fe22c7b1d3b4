//! Square roots and remainders of formats that the machine does not have, by exact arithmetic on
//! integers.

use crate::value::Value;
use num_bigint::BigUint;
use rustc_apfloat::ieee::Quad;
use rustc_apfloat::{Category, Float, FloatConvert, Round};

/// A finite number as sign, integer and power of two. Every format is a part of binary128.
pub(super) fn decode<F: FloatConvert<Quad>>(x: F) -> (bool, u128, i32) {
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
pub(super) fn encode<F: Float>(negative: bool, integer: &BigUint, exponent: i64, sticky: bool) -> F
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

/// The square root, correctly rounded.
pub(super) fn sqrt<F: FloatConvert<Quad>>(x: F) -> F
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
pub(super) fn fmod<F: FloatConvert<Quad>>(x: F, y: F) -> F
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
