//! Which numbers of a format become integers of a width.

use super::convert::Rational;
use super::format::{Format, RoundingMode};
use super::value::Float;
use crate::bits::Bits;
use num_bigint::BigUint;

/// The least and the greatest number of a format that a mode takes to an integer of this width.
pub fn integer_range(format: Format, mode: RoundingMode, width: u32, signed: bool) -> (Float, Float) {
    let one = BigUint::from(1u32);
    let (below, above) = match signed {
        false => (BigUint::ZERO, Bits::ones(width).to_big()),
        true => (&one << (width - 1), (&one << (width - 1)) - &one),
    };
    // Downward for a number is upward for its negation.
    let mirrored = match mode {
        RoundingMode::TowardPositive => RoundingMode::TowardNegative,
        RoundingMode::TowardNegative => RoundingMode::TowardPositive,
        other => other,
    };
    (greatest_below(format, mirrored, &below).neg(), greatest_below(format, mode, &above))
}

/// The greatest number that a mode takes to at most `limit`.
fn greatest_below(format: Format, mode: RoundingMode, limit: &BigUint) -> Float {
    // Numbers up to half of `halves`; that number itself belongs to them if `included`.
    let (halves, included) = match mode {
        RoundingMode::TowardPositive => (0u32, true),
        RoundingMode::TowardNegative | RoundingMode::TowardZero => (2, false),
        RoundingMode::NearestAway => (1, false),
        RoundingMode::NearestEven => (1, !limit.bit(0)),
    };
    let numerator = (limit << 1u32) + halves;
    let bound = Rational { negative: false, numerator, denominator: BigUint::from(2u32) };
    let number = Float::from_rational(format, RoundingMode::TowardNegative, &bound);
    let exact = number == Float::from_rational(format, RoundingMode::TowardPositive, &bound);
    if exact && !included && !number.is_zero() {
        return Float::from_bits(format, number.bits().sub(&Bits::one(format.width())));
    }
    number
}
