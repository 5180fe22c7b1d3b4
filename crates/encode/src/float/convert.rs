//! Conversions between formats, and between numbers and words.

use super::circuit::Circuit;
use super::round::Mode;
use super::{Float, Format};
use adumbra_terms::Term;

/// An integer from a number, where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// The integer.
    pub word: Term,
    /// Is it one of the word's? If not, the word means nothing.
    pub fits: Term,
}

impl Circuit<'_> {
    /// The number in another format.
    pub fn float_convert(&mut self, mode: &Mode, a: &Float, to: Format) -> Float {
        let from = a.format;
        if from == to {
            return *a;
        }
        // What is subnormal may be left so, unless the other format has smaller exponents.
        let (exponent, significand) = if to.exponent_bits() > from.exponent_bits() {
            self.normal_parts(a)
        } else {
            (self.float_exponent(a), a.significand)
        };
        let exponent = self.ranged_offset(exponent, to.bias() - from.bias());
        let significand = self.sticky_upper(significand, to.significand_bits() + 2);
        let rounded = self.round(to, mode, a.sign, exponent, significand);
        self.with_specials(a.nan, a.inf, rounded)
    }

    /// The number of a word.
    pub fn float_from_word(&mut self, mode: &Mode, word: Term, signed: bool, to: Format) -> Float {
        let width = self.width(word);
        let (sign, word) = if signed {
            let sign = self.top_bit(word);
            (sign, self.negate_if(sign, word))
        } else {
            (self.no(), word)
        };
        let (normal, amount) = self.normalise(word);
        let significand = self.sticky_upper(normal, to.significand_bits() + 2);
        let highest = to.bias() + i64::from(width) - 1;
        let amount = self.ranged(amount, i64::from(width) - 1);
        let top = self.ranged_constant(highest);
        let exponent = self.ranged_minus(top, amount);
        let rounded = self.round(to, mode, sign, exponent, significand);
        // Zero is plus zero.
        let some = self.not_zero(word);
        let sign = self.and(sign, some);
        Float { sign, ..rounded }
    }

    /// The integer that a rounding mode chooses, as a word of `width` bits.
    pub fn float_to_word(&mut self, mode: &Mode, a: &Float, signed: bool, width: u32) -> Integer {
        let format = a.format;
        let exponent = self.float_exponent(a);
        let above = self.ranged_offset(exponent, -format.bias());
        // From its place as a number of `width` bits the significand goes right by what the
        // exponent is smaller.
        let placed = self.sticky_upper(a.significand, width + 2);
        let bound = i64::from(width) - 1;
        let amount = self.shortfall(above, bound);
        let shifted = self.sticky_shift(placed, amount);
        let high = self.ranged_below_constant(above, i64::from(width));
        let too_large = self.not(high);
        let integer = self.upper(shifted, width);
        let (last, guard, sticky) = (self.bit(shifted, 2), self.bit(shifted, 1), self.bit(shifted, 0));
        let away = self.rounds_away(mode, a.sign, last, guard, sticky);
        let integer = self.widen(integer, width + 1);
        let integer = self.increment_if(away, integer);
        let zero = self.is_zero(integer);
        let beyond = if signed {
            // At most 2^(w-1) below zero and one less above.
            let upper = self.part(integer, width, width - 1);
            let large = self.not_zero(upper);
            let mut least = adumbra_terms::Bits::zero(width + 1);
            least.set_bit(width - 1);
            let least = self.terms.bv(&least);
            let is_least = self.same(integer, least);
            let allowed = self.and(a.sign, is_least);
            let not_allowed = self.not(allowed);
            self.and(large, not_allowed)
        } else {
            let carry = self.top_bit(integer);
            let some = self.not(zero);
            let below_zero = self.and(a.sign, some);
            self.or(carry, below_zero)
        };
        let outside = self.any(&[a.nan, a.inf, too_large, beyond]);
        let fits = self.not(outside);
        let word = self.lower(integer, width);
        let word = if signed { self.negate_if(a.sign, word) } else { word };
        Integer { word, fits }
    }
}
