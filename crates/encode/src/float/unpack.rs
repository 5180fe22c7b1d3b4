//! Taking numbers apart and putting them together; classes and signs.

use super::circuit::Circuit;
use super::ranged::Ranged;
use super::{Float, Format, top_field};
use adumbra_terms::{Bits, Term};

/// What a number may be asked to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// With a leading bit.
    Normal,
    /// Without one, but not zero.
    Subnormal,
    /// Either zero.
    Zero,
    /// Either infinity.
    Infinite,
    /// Not a number.
    Nan,
    /// Below or minus zero; not NaN.
    Negative,
    /// Above or plus zero; not NaN.
    Positive,
}

impl Circuit<'_> {
    /// The encoding of the one NaN: quiet, positive, without payload.
    pub fn nan_bits(&mut self, format: Format) -> Term {
        let ones = self.ones(format.exponent_bits() + 1);
        let top = self.pad(ones, format.significand_bits() - 2);
        self.widen(top, format.width())
    }

    pub(super) fn infinity(&mut self, format: Format) -> Term {
        let ones = self.ones(format.exponent_bits());
        self.pad(ones, format.significand_bits() - 1)
    }

    /// The encoding of the largest finite number without its sign.
    pub(super) fn largest(&mut self, format: Format) -> Term {
        let mut bits = Bits::ones(format.width() - 1);
        let mut lowest = Bits::zero(format.width() - 1);
        lowest.set_bit(format.significand_bits() - 1);
        bits = bits.sub(&lowest);
        self.terms.bv(&bits)
    }

    /// Takes an encoding apart. All NaNs are one.
    pub fn unpack(&mut self, format: Format, bits: Term) -> Float {
        let (width, fraction_width) = (format.width(), format.significand_bits() - 1);
        let sign = self.bit(bits, width - 1);
        let field = self.part(bits, width - 2, fraction_width);
        let fraction = self.lower(bits, fraction_width);
        let magnitude = self.lower(bits, width - 1);
        let special = self.is_ones(field);
        let exact = self.is_zero(fraction);
        let inf = self.and(special, exact);
        let inexact = self.not(exact);
        let nan = self.and(special, inexact);
        let small = self.is_zero(field);
        let zero = self.is_zero(magnitude);
        let hidden = self.not(small);
        let hidden = self.bit_of(hidden);
        let significand = self.join(hidden, fraction);
        Float { format, nan, inf, zero, sign, field, significand, magnitude }
    }

    /// A finite number from its magnitude, which may also be the encoding of infinity.
    pub(super) fn finite_or_infinite(&mut self, format: Format, sign: Term, magnitude: Term) -> Float {
        let nan = self.no();
        let field = self.upper(magnitude, format.exponent_bits());
        let fraction = self.lower(magnitude, format.significand_bits() - 1);
        let inf = self.is_ones(field);
        let zero = self.is_zero(magnitude);
        let hidden = self.not_zero(field);
        let hidden = self.bit_of(hidden);
        let significand = self.join(hidden, fraction);
        Float { format, nan, inf, zero, sign, field, significand, magnitude }
    }

    /// Puts a number together.
    pub fn pack(&mut self, a: &Float) -> Term {
        let sign = self.bit_of(a.sign);
        let number = self.join(sign, a.magnitude);
        let nan = self.nan_bits(a.format);
        self.choose(a.nan, nan, number)
    }

    /// A choice between numbers of one format.
    pub fn choose_float(&mut self, condition: Term, a: &Float, b: &Float) -> Float {
        let mut part = |x: Term, y: Term| self.choose(condition, x, y);
        Float {
            format: a.format,
            nan: part(a.nan, b.nan),
            inf: part(a.inf, b.inf),
            zero: part(a.zero, b.zero),
            sign: part(a.sign, b.sign),
            field: part(a.field, b.field),
            significand: part(a.significand, b.significand),
            magnitude: part(a.magnitude, b.magnitude),
        }
    }

    /// What is not NaN: the given number where it is finite, but infinite or NaN where that is
    /// said.
    pub(super) fn with_specials(&mut self, nan: Term, inf: Term, number: Float) -> Float {
        let format = number.format;
        let a_number = self.not(nan);
        let inf = self.or(inf, number.inf);
        let inf = self.and(a_number, inf);
        let finite = self.not(inf);
        let zero = self.all(&[a_number, finite, number.zero]);
        let infinity = self.infinity(format);
        let magnitude = self.choose(inf, infinity, number.magnitude);
        Float { nan, inf, zero, magnitude, ..number }
    }

    /// The sign flipped.
    pub fn float_neg(&mut self, a: &Float) -> Float {
        Float { sign: self.not(a.sign), ..*a }
    }

    /// The sign cleared.
    pub fn float_abs(&mut self, a: &Float) -> Float {
        Float { sign: self.no(), ..*a }
    }

    /// Whether a number is of a class.
    pub fn float_is(&mut self, class: Class, a: &Float) -> Term {
        match class {
            Class::Zero => a.zero,
            Class::Infinite => a.inf,
            Class::Nan => a.nan,
            Class::Normal | Class::Subnormal => {
                let special = self.or(a.nan, a.inf);
                let finite = self.not(special);
                let leading = self.top_bit(a.significand);
                if class == Class::Normal {
                    return self.and(finite, leading);
                }
                let (subnormal, some) = (self.not(leading), self.not(a.zero));
                self.all(&[finite, subnormal, some])
            }
            Class::Negative | Class::Positive => {
                let number = self.not(a.nan);
                let sign = if class == Class::Negative { a.sign } else { self.not(a.sign) };
                self.and(number, sign)
            }
        }
    }

    /// The exponent, biased; that of subnormal numbers is 1.
    pub(super) fn exponent(&mut self, field: Term, significand: Term) -> Term {
        let leading = self.top_bit(significand);
        let subnormal = self.not(leading);
        let bit = self.bit_of(subnormal);
        let width = self.width(field);
        let one = self.widen(bit, width);
        self.either(field, one)
    }

    pub(super) fn float_exponent(&mut self, a: &Float) -> Ranged {
        let exponent = self.exponent(a.field, a.significand);
        let ranged = self.ranged(exponent, top_field(a.format) - 1);
        Ranged { low: 1, ..ranged }
    }

    /// Biased exponent and significand with the top bit set, unless it is zero.
    pub(super) fn normal_parts(&mut self, a: &Float) -> (Ranged, Term) {
        let exponent = self.float_exponent(a);
        let (significand, amount) = self.normalise(a.significand);
        let amount = self.ranged(amount, i64::from(a.format.significand_bits()) - 1);
        (self.ranged_minus(exponent, amount), significand)
    }
}
