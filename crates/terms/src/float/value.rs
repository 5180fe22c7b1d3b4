//! Values of a format.

use super::format::Format;
use crate::bits::Bits;
use std::cmp::Ordering;
use std::fmt;

/// A floating-point value: a bit pattern of a format, with one pattern for NaN.
///
/// Equality is SMT-LIB's `=`: NaN equals itself and the two zeros differ. The order is one of
/// patterns, for tables; [`Float::compare`] is that of the numbers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Float {
    format: Format,
    bits: Bits,
}

impl Float {
    /// The value of a pattern in IEEE 754's layout; every NaN becomes the one.
    ///
    /// # Panics
    /// When the pattern has another width than the format.
    pub fn from_bits(format: Format, bits: Bits) -> Float {
        assert_eq!(bits.width(), format.width(), "a pattern has the width of its format");
        let value = Float { format, bits };
        if value.exponent_is_ones() && !value.fraction_is_zero() { Float::nan(format) } else { value }
    }

    /// NaN: positive and quiet.
    pub fn nan(format: Format) -> Float {
        let mut value = Float::infinity(format, false);
        value.bits.set_bit(format.fraction_bits() - 1);
        value
    }

    /// An infinity.
    pub fn infinity(format: Format, negative: bool) -> Float {
        let mut value = Float::zero(format, negative);
        for bit in format.fraction_bits()..format.width() - 1 {
            value.bits.set_bit(bit);
        }
        value
    }

    /// A zero.
    pub fn zero(format: Format, negative: bool) -> Float {
        let mut bits = Bits::zero(format.width());
        if negative {
            bits.set_bit(format.width() - 1);
        }
        Float { format, bits }
    }

    /// The largest finite number, or the smallest one.
    pub fn largest(format: Format, negative: bool) -> Float {
        let bits = Float::infinity(format, negative).bits;
        let bits = bits.sub(&Bits::one(format.width()));
        Float { format, bits }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The pattern.
    pub fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Whether the sign bit is set; NaN is positive.
    pub fn sign(&self) -> bool {
        self.bits.msb()
    }

    /// The stored exponent.
    pub fn biased_exponent(&self) -> u64 {
        // At most thirty bits, which lie in one or two words.
        let (low, width) = (self.format.fraction_bits(), self.format.exponent_bits());
        let words = self.bits.words();
        let (word, shift) = (low as usize / 64, low % 64);
        let mut value = words[word] >> shift;
        if shift > 0 && word + 1 < words.len() {
            value |= words[word + 1] << (64 - shift);
        }
        value & ((1 << width) - 1)
    }

    fn exponent_is_ones(&self) -> bool {
        self.biased_exponent() == (1 << self.format.exponent_bits()) - 1
    }

    fn fraction_is_zero(&self) -> bool {
        self.bits.trailing_zeros() >= self.format.fraction_bits()
    }

    /// Whether this is NaN.
    pub fn is_nan(&self) -> bool {
        self.exponent_is_ones() && !self.fraction_is_zero()
    }

    /// Whether this is an infinity.
    pub fn is_infinite(&self) -> bool {
        self.exponent_is_ones() && self.fraction_is_zero()
    }

    /// Whether this is a zero.
    pub fn is_zero(&self) -> bool {
        self.biased_exponent() == 0 && self.fraction_is_zero()
    }

    /// Whether this is a number with a hidden bit of one.
    pub fn is_normal(&self) -> bool {
        self.biased_exponent() != 0 && !self.exponent_is_ones()
    }

    /// Whether this is a number other than zero with a hidden bit of zero.
    pub fn is_subnormal(&self) -> bool {
        self.biased_exponent() == 0 && !self.fraction_is_zero()
    }

    /// Whether this has a sign and it is set; so negative zero is negative and NaN is not.
    pub fn is_negative(&self) -> bool {
        self.sign() && !self.is_nan()
    }

    /// Whether this has a sign and it is not set.
    pub fn is_positive(&self) -> bool {
        !self.sign() && !self.is_nan()
    }

    /// Without its sign.
    pub fn abs(&self) -> Float {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// With the other sign; NaN stays.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Float {
        if self.is_nan() {
            return self.clone();
        }
        Float { format: self.format, bits: self.bits.xor(&Bits::min_signed(self.format.width())) }
    }

    /// The order of numbers, in which the zeros are equal; `None` when one is NaN.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        debug_assert_eq!(self.format, other.format);
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        Some(match (self.sign(), other.sign()) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            // Patterns of one sign are ordered as their magnitudes.
            (false, false) => self.bits.cmp(&other.bits),
            (true, true) => other.bits.cmp(&self.bits),
        })
    }

    /// The lesser of two; the other one when one is NaN, the second when both are zeros.
    pub fn lesser(&self, other: &Float) -> Float {
        self.choose(other, Ordering::Less)
    }

    /// The greater of two; the other one when one is NaN, the second when both are zeros.
    pub fn greater(&self, other: &Float) -> Float {
        self.choose(other, Ordering::Greater)
    }

    fn choose(&self, other: &Float, wanted: Ordering) -> Float {
        let first = other.is_nan() || self.compare(other) == Some(wanted);
        if first { self.clone() } else { other.clone() }
    }
}

/// A literal of SMT-LIB.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exponent, significand) = (self.format.exponent_bits(), self.format.significand_bits());
        let special = match (self.is_nan(), self.is_infinite(), self.is_zero(), self.sign()) {
            (true, ..) => "NaN",
            (_, true, _, false) => "+oo",
            (_, true, _, true) => "-oo",
            (_, _, true, false) => "+zero",
            (_, _, true, true) => "-zero",
            _ => {
                f.write_str("(fp #b")?;
                for bit in (0..self.format.width()).rev() {
                    f.write_str(if self.bits.bit(bit) { "1" } else { "0" })?;
                    if bit == self.format.width() - 1 || bit == self.format.fraction_bits() {
                        f.write_str(" #b")?;
                    }
                }
                return f.write_str(")");
            }
        };
        write!(f, "(_ {special} {exponent} {significand})")
    }
}
