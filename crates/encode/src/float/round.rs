//! Rounding: the one place where a result meets its format.

use super::circuit::Circuit;
use super::ranged::Ranged;
use super::{Float, Format, top_field};
use adumbra_terms::Term;

/// A rounding mode as truth values, of which at most one holds; none is towards zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    nearest_even: Term,
    nearest_away: Term,
    up: Term,
    pub(super) down: Term,
}

impl Circuit<'_> {
    /// The mode of a word of three bits: 0 to nearest, ties to even; 1 ties away from zero; 2 up; 3
    /// down; all others towards zero.
    pub fn mode(&mut self, word: Term) -> Mode {
        let mut is = |number| {
            let constant = self.number(3, number);
            self.same(word, constant)
        };
        Mode { nearest_even: is(0), nearest_away: is(1), up: is(2), down: is(3) }
    }

    pub(super) fn towards_zero(&mut self) -> Mode {
        let no = self.no();
        Mode { nearest_even: no, nearest_away: no, up: no, down: no }
    }

    /// Whether the magnitude grows, given its last bit, the bit below and whether there is more.
    pub(super) fn rounds_away(&mut self, mode: &Mode, sign: Term, last: Term, guard: Term, sticky: Term) -> Term {
        let positive = self.not(sign);
        let (up, down) = (self.and(mode.up, positive), self.and(mode.down, sign));
        let directed = self.or(up, down);
        let inexact = self.or(guard, sticky);
        let directed = self.and(directed, inexact);
        let above_tie = self.or(sticky, last);
        let even = self.all(&[mode.nearest_even, guard, above_tie]);
        let away = self.and(mode.nearest_away, guard);
        self.any(&[directed, even, away])
    }

    /// Rounds to a format: `significand` has the bits of the format, a guard bit and a sticky bit.
    /// Its top bit is set unless it is zero or the exponent, which is biased, is at most 1.
    pub(super) fn round(
        &mut self,
        format: Format,
        mode: &Mode,
        sign: Term,
        exponent: Ranged,
        significand: Term,
    ) -> Float {
        let significand = if exponent.low < 1 {
            let amount = self.shortfall(exponent, 1);
            self.sticky_shift(significand, amount)
        } else {
            significand
        };
        let leading = self.top_bit(significand);
        let fraction = self.part(significand, format.significand_bits(), 2);
        let last = self.bit(significand, 2);
        let (guard, sticky) = (self.bit(significand, 1), self.bit(significand, 0));
        let away = self.rounds_away(mode, sign, last, guard, sticky);
        // Without a leading bit the field is zero; a carry out of the fraction makes the number
        // normal, or infinite.
        let field = self.resize_signed(exponent.term, format.exponent_bits());
        let zero = self.zero(format.exponent_bits());
        let field = self.choose(leading, field, zero);
        let magnitude = match format.significand_bits() {
            1 => field,
            _ => self.join(field, fraction),
        };
        let magnitude = self.increment_if(away, magnitude);
        let top = top_field(format);
        if exponent.high < top {
            return self.finite_or_infinite(format, sign, magnitude);
        }
        let fits = self.ranged_below_constant(exponent, top);
        let high = self.not(fits);
        let overflow = self.and(leading, high);
        let yes = self.yes();
        let to_infinity = self.rounds_away(mode, sign, yes, yes, yes);
        let (infinity, largest) = (self.infinity(format), self.largest(format));
        let extreme = self.choose(to_infinity, infinity, largest);
        let magnitude = self.choose(overflow, extreme, magnitude);
        self.finite_or_infinite(format, sign, magnitude)
    }
}
