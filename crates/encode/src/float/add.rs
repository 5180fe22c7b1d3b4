//! Sums: the smaller operand is aligned to the larger one by its exponent, and one adder adds or
//! subtracts.
//!
//! A sum in the range of subnormal numbers is exact, so the shift that brings up the leading bit
//! just ends where the exponent does, and nothing is ever shifted back.

use super::circuit::Circuit;
use super::ranged::Ranged;
use super::round::Mode;
use super::{Float, ordered, top_field};
use adumbra_terms::Term;

impl Circuit<'_> {
    /// The sum.
    pub fn float_add(&mut self, mode: &Mode, a: &Float, b: &Float) -> Float {
        let format = a.format;
        let (a, b) = ordered(a, b);
        let swap = self.below(a.magnitude, b.magnitude);
        let mut order = |x: Term, y: Term| (self.choose(swap, y, x), self.choose(swap, x, y));
        let (large_field, small_field) = order(a.field, b.field);
        let (large, small) = order(a.significand, b.significand);
        let (large_exponent, small_exponent) = (self.exponent(large_field, large), self.exponent(small_field, small));
        let distance = self.minus(large_exponent, small_exponent);
        // A bit for the carry above, guard, round and sticky bit below.
        let width = format.significand_bits() + 4;
        let large = self.pad(large, 3);
        let small = self.pad(small, 3);
        let small = self.sticky_shift(small, distance);
        let (large, small) = (self.widen(large, width), self.widen(small, width));
        let subtract = self.differ(a.sign, b.sign);
        let sum = self.plus_or_minus(subtract, large, small);
        // From the bit of the carry, up to the leading bit or the smallest exponent.
        let amount = self.leading_zeros(sum);
        let bits = self.width(amount).max(format.exponent_bits());
        let (wide_amount, limit) = (self.widen(amount, bits), self.widen(large_exponent, bits));
        let within = self.below(wide_amount, limit);
        let wide_amount = self.choose(within, wide_amount, limit);
        // It is at most the width, whatever the limit was.
        let amount_bits = self.width(amount);
        let amount = self.lower(wide_amount, amount_bits);
        let shifted = self.shift_left(sum, amount);
        let significand = self.sticky_upper(shifted, format.significand_bits() + 2);
        let exponent = self.ranged(large_exponent, top_field(format) - 1);
        let exponent = self.ranged_offset(exponent, 1);
        let amount = self.ranged(wide_amount, exponent.high - 1);
        let exponent = self.ranged_minus(exponent, amount);
        let exponent = Ranged { low: 1, high: top_field(format), ..exponent };
        let sign = self.choose(swap, b.sign, a.sign);
        let sum = self.round(format, mode, sign, exponent, significand);
        // An infinity is the larger operand, whose sign it is.
        let inf = self.or(a.inf, b.inf);
        let finite = self.not(inf);
        let exact_zero = self.all(&[subtract, sum.zero, finite]);
        let sign = self.choose(exact_zero, mode.down, sign);
        let opposite = self.all(&[a.inf, b.inf, subtract]);
        let nan = self.any(&[a.nan, b.nan, opposite]);
        self.with_specials(nan, inf, Float { sign, ..sum })
    }
}
