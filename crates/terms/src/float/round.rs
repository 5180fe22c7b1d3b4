//! Exact numbers, and their rounding to a format.
//!
//! A finite number other than zero is `±magnitude * 2^exponent`. An exact result may have bits
//! beyond those kept; for rounding it only matters whether any of them is set (`more`), so they are
//! one flag. The rounding of `magnitude * 2^exponent` to a format of `s` bits keeps the `s` highest
//! bits, fewer when the lowest of them would lie below the last bit of subnormal numbers, and looks
//! at the first bit dropped and at whether any other is set.

use super::format::{Format, RoundingMode};
use super::magnitude::Magnitude;
use super::value::Float;

/// What a value is.
pub(super) enum Class<M> {
    Nan,
    Infinity(bool),
    Zero(bool),
    Finite(Exact<M>),
}

/// `±magnitude * 2^exponent`, not zero.
#[derive(Clone)]
pub(super) struct Exact<M> {
    pub(super) negative: bool,
    pub(super) magnitude: M,
    pub(super) exponent: i64,
}

impl<M: Magnitude> Exact<M> {
    /// The exponent of the highest bit.
    pub(super) fn top(&self) -> i64 {
        self.exponent + self.magnitude.length() - 1
    }
}

/// Takes a value apart.
pub(super) fn classify<M: Magnitude>(value: &Float) -> Class<M> {
    let (format, negative) = (value.format(), value.sign());
    if value.is_nan() {
        return Class::Nan;
    }
    if value.is_infinite() {
        return Class::Infinity(negative);
    }
    if value.is_zero() {
        return Class::Zero(negative);
    }
    let fraction = M::from_bits(&value.bits().extract(format.fraction_bits() - 1, 0));
    let biased = value.biased_exponent();
    let hidden = M::from_u64(u64::from(biased != 0)).shl(u64::from(format.fraction_bits()));
    let lowest = format.least_exponent() - i64::from(format.fraction_bits());
    let exponent = lowest + (biased as i64 - 1).max(0);
    Class::Finite(Exact { negative, magnitude: hidden.add(&fraction), exponent })
}

/// Whether to take the next magnitude: `half` is the first bit dropped, `more` whether any other is
/// set.
fn rounds_up(mode: RoundingMode, negative: bool, odd: bool, half: bool, more: bool) -> bool {
    match mode {
        RoundingMode::NearestEven => half && (more || odd),
        RoundingMode::NearestAway => half,
        RoundingMode::TowardPositive => !negative && (half || more),
        RoundingMode::TowardNegative => negative && (half || more),
        RoundingMode::TowardZero => false,
    }
}

/// Drops `count` bits, at least one, and rounds what is left.
pub(super) fn drop_bits<M: Magnitude>(mode: RoundingMode, negative: bool, magnitude: &M, count: u64, more: bool) -> M {
    let kept = magnitude.shr(count);
    let half = magnitude.bit(count - 1);
    let more = more || (!magnitude.is_zero() && magnitude.trailing_zeros() < count - 1);
    if rounds_up(mode, negative, kept.bit(0), half, more) { kept.add(&M::from_u64(1)) } else { kept }
}

/// Rounds an exact number to a format. With `more` set it has at least two bits more than the
/// format.
pub(super) fn round<M: Magnitude>(format: Format, mode: RoundingMode, exact: &Exact<M>, more: bool) -> Float {
    let (negative, significand) = (exact.negative, i64::from(format.significand_bits()));
    let lowest = format.least_exponent() - significand + 1;
    let mut exponent = lowest.max(exact.top() - significand + 1);
    if exponent + significand - 1 > format.bias() {
        return overflow(format, mode, negative);
    }
    let mut magnitude = match exponent - exact.exponent {
        0 if !more => exact.magnitude.clone(),
        shift if shift <= 0 => {
            debug_assert!(!more, "too few bits of an inexact number");
            exact.magnitude.shl(shift.unsigned_abs())
        }
        shift => drop_bits(mode, negative, &exact.magnitude, shift.unsigned_abs(), more),
    };
    if magnitude.length() > significand {
        magnitude = magnitude.shr(1);
        exponent += 1;
        if exponent + significand - 1 > format.bias() {
            return overflow(format, mode, negative);
        }
    }
    // The hidden bit, if there, adds one to the stored exponent.
    let biased = M::from_u64((exponent - lowest).unsigned_abs()).shl(u64::from(format.fraction_bits()));
    let bits = biased.add(&magnitude).to_bits(format.width());
    let value = Float::from_bits(format, bits);
    if negative { value.neg() } else { value }
}

/// The value of a number that is too large: what the mode says, an infinity or the largest number.
fn overflow(format: Format, mode: RoundingMode, negative: bool) -> Float {
    let infinite = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if infinite { Float::infinity(format, negative) } else { Float::largest(format, negative) }
}
