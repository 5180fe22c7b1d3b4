//! Conversions between formats, from and to integers, and from rational numbers.

use super::format::{Format, RoundingMode};
use super::magnitude::{Magnitude, SMALL_SIGNIFICAND};
use super::round::{Class, Exact, classify, drop_bits, round};
use super::value::Float;
use crate::bits::Bits;
use num_bigint::BigUint;

/// A rational number, as exact literals give it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rational {
    /// Whether it is below zero; false for zero.
    pub negative: bool,
    /// The numerator's magnitude.
    pub numerator: BigUint,
    /// The denominator, not zero.
    pub denominator: BigUint,
}

impl Float {
    /// The number in another format.
    pub fn convert(&self, format: Format, mode: RoundingMode) -> Float {
        if self.format().significand_bits().max(format.significand_bits()) <= SMALL_SIGNIFICAND {
            convert::<u128>(format, mode, self)
        } else {
            convert::<BigUint>(format, mode, self)
        }
    }

    /// An unsigned integer.
    pub fn from_unsigned(format: Format, mode: RoundingMode, value: &Bits) -> Float {
        from_integer(format, mode, false, value)
    }

    /// A signed integer.
    pub fn from_signed(format: Format, mode: RoundingMode, value: &Bits) -> Float {
        // The magnitude of the least number is right as an unsigned one.
        if value.msb() {
            from_integer(format, mode, true, &value.neg())
        } else {
            from_integer(format, mode, false, value)
        }
    }

    /// A rational number.
    pub fn from_rational(format: Format, mode: RoundingMode, value: &Rational) -> Float {
        let (numerator, denominator) = (&value.numerator, &value.denominator);
        if numerator.is_zero() {
            return Float::zero(format, value.negative);
        }
        let wanted = i64::from(format.significand_bits()) + 2 + denominator.length() - numerator.length();
        let shift = wanted.max(0);
        let (quotient, rest) = numerator.shl(shift.unsigned_abs()).div_rem(denominator);
        let exact = Exact { negative: value.negative, magnitude: quotient, exponent: -shift };
        round(format, mode, &exact, !rest.is_zero())
    }

    /// The integer that the mode chooses, as an unsigned number of `width` bits; `None` for NaN,
    /// infinities and integers that do not fit.
    pub fn to_unsigned(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let (negative, magnitude) = self.to_integer(width, mode)?;
        (!negative || magnitude.is_zero()).then(|| magnitude.extract(width - 1, 0)).filter(|_| !magnitude.bit(width))
    }

    /// The integer that the mode chooses, as a signed number of `width` bits; `None` where there is
    /// none.
    pub fn to_signed(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let (negative, magnitude) = self.to_integer(width, mode)?;
        let least = Bits::min_signed(width).zero_extend(width + 1);
        let fits = if negative { magnitude <= least } else { magnitude < least };
        fits.then(|| magnitude.extract(width - 1, 0)).map(|bits| if negative { bits.neg() } else { bits })
    }

    /// The sign and magnitude of the integer that the mode chooses, if the magnitude has at most
    /// `width + 1` bits.
    fn to_integer(&self, width: u32, mode: RoundingMode) -> Option<(bool, Bits)> {
        if self.format().significand_bits() <= SMALL_SIGNIFICAND && width <= 64 {
            to_integer::<u128>(self, width, mode)
        } else {
            to_integer::<BigUint>(self, width, mode)
        }
    }
}

fn convert<M: Magnitude>(format: Format, mode: RoundingMode, value: &Float) -> Float {
    match classify::<M>(value) {
        Class::Nan => Float::nan(format),
        Class::Infinity(negative) => Float::infinity(format, negative),
        Class::Zero(negative) => Float::zero(format, negative),
        Class::Finite(exact) => round(format, mode, &exact, false),
    }
}

fn from_integer(format: Format, mode: RoundingMode, negative: bool, value: &Bits) -> Float {
    fn rounded<M: Magnitude>(format: Format, mode: RoundingMode, negative: bool, value: &Bits) -> Float {
        round(format, mode, &Exact { negative, magnitude: M::from_bits(value), exponent: 0 }, false)
    }
    if value.is_zero() {
        Float::zero(format, false)
    } else if format.significand_bits() <= SMALL_SIGNIFICAND && value.width() <= 64 {
        rounded::<u128>(format, mode, negative, value)
    } else {
        rounded::<BigUint>(format, mode, negative, value)
    }
}

fn to_integer<M: Magnitude>(value: &Float, width: u32, mode: RoundingMode) -> Option<(bool, Bits)> {
    match classify::<M>(value) {
        Class::Nan | Class::Infinity(_) => None,
        Class::Zero(_) => Some((false, Bits::zero(width + 1))),
        Class::Finite(exact) if exact.top() >= i64::from(width) => None,
        Class::Finite(exact) => {
            let magnitude = if exact.exponent < 0 {
                drop_bits(mode, exact.negative, &exact.magnitude, exact.exponent.unsigned_abs(), false)
            } else {
                exact.magnitude.shl(exact.exponent.unsigned_abs())
            };
            let negative = exact.negative && !magnitude.is_zero();
            Some((negative, magnitude.to_bits(width + 1)))
        }
    }
}
