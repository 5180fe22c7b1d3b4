//! Quotients and square roots, digit by digit: one bit of the result a row, as by hand.
//!
//! The rows are as wide as the significand, not as the dividend, since what is left before each row
//! is below twice the divisor.

use super::Float;
use super::circuit::Circuit;
use super::round::Mode;
use adumbra_terms::Term;

impl Circuit<'_> {
    /// The quotient.
    pub fn float_div(&mut self, mode: &Mode, a: &Float, b: &Float) -> Float {
        let format = a.format;
        let ((exponent_a, x), (exponent_b, y)) = (self.normal_parts(a), self.normal_parts(b));
        let width = format.significand_bits() + 1;
        let (mut rest, divisor) = (self.widen(x, width), self.widen(y, width));
        let mut quotient: Option<Term> = None;
        // In (1/2, 2): so many bits hold those of the format and a guard bit in either case.
        for row in 0..format.significand_bits() + 2 {
            if row > 0 {
                let low = self.lower(rest, width - 1);
                rest = self.pad(low, 1);
            }
            let (difference, fits) = self.subtract_if_fits(rest, divisor);
            rest = self.choose(fits, difference, rest);
            let bit = self.bit_of(fits);
            quotient = Some(quotient.map_or(bit, |quotient| self.join(quotient, bit)));
        }
        let quotient = quotient.unwrap_or(rest);
        let sticky = self.not_zero(rest);
        let sticky = self.bit_of(sticky);
        let exact = self.join(quotient, sticky);
        let large = self.top_bit(exact);
        let low = self.lower(exact, format.significand_bits() + 2);
        let shifted = self.pad(low, 1);
        let exact = self.choose(large, exact, shifted);
        let significand = self.sticky_upper(exact, format.significand_bits() + 2);
        let exponent = self.ranged_minus(exponent_a, exponent_b);
        let exponent = self.ranged_offset(exponent, format.bias() - 1);
        let carry = self.bit_of(large);
        let carry = self.ranged(carry, 1);
        let exponent = self.ranged_plus(exponent, carry);
        let sign = self.differ(a.sign, b.sign);
        let rounded = self.round(format, mode, sign, exponent, significand);
        let (infinities, zeros) = (self.and(a.inf, b.inf), self.and(a.zero, b.zero));
        let nan = self.any(&[a.nan, b.nan, infinities, zeros]);
        let inf = self.or(a.inf, b.zero);
        // What is divided by infinity is zero.
        let magnitude_width = format.width() - 1;
        let zero = self.zero(magnitude_width);
        let magnitude = self.choose(b.inf, zero, rounded.magnitude);
        let rounded = self.finite_or_infinite(format, sign, magnitude);
        self.with_specials(nan, inf, rounded)
    }

    /// The square root.
    pub fn float_sqrt(&mut self, mode: &Mode, a: &Float) -> Float {
        let format = a.format;
        let (exponent, x) = self.normal_parts(a);
        // With an even exponent the root of 1.f, else that of 1f.f, at half the exponent.
        let exponent = self.ranged_offset(exponent, -format.bias());
        let odd = self.bit(exponent.term, 0);
        let half = self.ranged_half(exponent);
        let exponent = self.ranged_offset(half, format.bias());
        let (even_case, odd_case) = (self.widen(x, format.significand_bits() + 1), self.pad(x, 1));
        let radicand = self.choose(odd, odd_case, even_case);
        // Two bits of the radicand for each of the root, which has a guard bit.
        let rows = format.significand_bits() + 1;
        let radicand = self.pad(radicand, 2 * rows - (format.significand_bits() + 1));
        let mut root: Option<Term> = None;
        let mut rest: Option<Term> = None;
        for row in 0..rows {
            let high = 2 * (rows - row) - 1;
            let next = self.part(radicand, high, high - 1);
            // Before row n the rest is at most twice the root, which has n bits.
            let width = row + 3;
            let taken = rest.map_or(next, |rest| self.join(rest, next));
            let taken = self.widen(taken, width);
            let one = self.number(2, 1);
            let trial = root.map_or(one, |root| self.join(root, one));
            let trial = self.widen(trial, width);
            let (difference, fits) = self.subtract_if_fits(taken, trial);
            let left = self.choose(fits, difference, taken);
            rest = Some(self.lower(left, row + 2));
            let bit = self.bit_of(fits);
            root = Some(root.map_or(bit, |root| self.join(root, bit)));
        }
        let (root, rest) = (root.unwrap_or(x), rest.unwrap_or(x));
        let sticky = self.not_zero(rest);
        let sticky = self.bit_of(sticky);
        let significand = self.join(root, sticky);
        let rounded = self.round(format, mode, a.sign, exponent, significand);
        let some = self.not(a.zero);
        let below_zero = self.and(a.sign, some);
        let nan = self.or(a.nan, below_zero);
        self.with_specials(nan, a.inf, rounded)
    }
}
