//! Products, and products with a sum that are rounded once.

use super::circuit::Circuit;
use super::ranged::Ranged;
use super::round::Mode;
use super::{Float, ordered};
use adumbra_terms::Term;

impl Circuit<'_> {
    /// Biased exponent and significand of twice the width of the exact product; the top bit is set
    /// unless it is zero.
    fn exact_product(&mut self, a: &Float, b: &Float) -> (Ranged, Term) {
        let (a, b) = ordered(a, b);
        let ((exponent_a, x), (exponent_b, y)) = (self.normal_parts(a), self.normal_parts(b));
        let width = 2 * a.format.significand_bits();
        let (x, y) = (self.widen(x, width), self.widen(y, width));
        let product = self.times(x, y);
        // In [1, 4): at most one bit is missing.
        let large = self.top_bit(product);
        let rest = self.lower(product, width - 1);
        let shifted = self.pad(rest, 1);
        let product = self.choose(large, product, shifted);
        let exponent = self.ranged_plus(exponent_a, exponent_b);
        let exponent = self.ranged_offset(exponent, -a.format.bias());
        let carry = self.bit_of(large);
        let carry = self.ranged(carry, 1);
        (self.ranged_plus(exponent, carry), product)
    }

    /// The product.
    pub fn float_mul(&mut self, mode: &Mode, a: &Float, b: &Float) -> Float {
        let format = a.format;
        let (exponent, product) = self.exact_product(a, b);
        let significand = self.sticky_upper(product, format.significand_bits() + 2);
        let sign = self.differ(a.sign, b.sign);
        let rounded = self.round(format, mode, sign, exponent, significand);
        let (left, right) = (self.and(a.inf, b.zero), self.and(a.zero, b.inf));
        let nan = self.any(&[a.nan, b.nan, left, right]);
        let inf = self.or(a.inf, b.inf);
        self.with_specials(nan, inf, rounded)
    }

    /// `a * b + c`, rounded once.
    pub fn float_fma(&mut self, mode: &Mode, a: &Float, b: &Float, c: &Float) -> Float {
        let format = a.format;
        let (product_exponent, product) = self.exact_product(a, b);
        let (addend_exponent, addend) = self.normal_parts(c);
        let addend = self.pad(addend, format.significand_bits());
        // Zeros have the smallest exponent there is, so that they are the smaller operand.
        let least = self.ranged_constant(product_exponent.low.min(addend_exponent.low));
        let product_zero = self.or(a.zero, b.zero);
        let product_exponent = self.ranged_choose(product_zero, least, product_exponent);
        let addend_exponent = self.ranged_choose(c.zero, least, addend_exponent);
        let (x, y) = self.ranged_align(product_exponent, addend_exponent);
        let (x, y) = (self.join(x, product), self.join(y, addend));
        let swap = self.signed_below(x, y);
        let large_exponent = self.ranged_choose(swap, addend_exponent, product_exponent);
        let small_exponent = self.ranged_choose(swap, product_exponent, addend_exponent);
        let large = self.choose(swap, addend, product);
        let small = self.choose(swap, product, addend);
        let distance = self.ranged_minus(large_exponent, small_exponent);
        let width = 2 * format.significand_bits() + 4;
        let (large, small) = (self.pad(large, 3), self.pad(small, 3));
        let small = self.sticky_shift(small, distance.term);
        let (large, small) = (self.widen(large, width), self.widen(small, width));
        let product_sign = self.differ(a.sign, b.sign);
        let subtract = self.differ(product_sign, c.sign);
        let sum = self.plus_or_minus(subtract, large, small);
        let exact_zero = self.is_zero(sum);
        let (normal, amount) = self.normalise(sum);
        let significand = self.sticky_upper(normal, format.significand_bits() + 2);
        let exponent = self.ranged_offset(large_exponent, 1);
        let amount = self.ranged(amount, i64::from(width) - 1);
        let exponent = self.ranged_minus(exponent, amount);
        let sign = self.choose(swap, c.sign, product_sign);
        let rounded = self.round(format, mode, sign, exponent, significand);
        let cancelled = self.and(exact_zero, subtract);
        let sign = self.choose(cancelled, mode.down, sign);
        let product_inf = self.or(a.inf, b.inf);
        let sign = self.choose(c.inf, c.sign, sign);
        let sign = self.choose(product_inf, product_sign, sign);
        let (left, right) = (self.and(a.inf, b.zero), self.and(a.zero, b.inf));
        let opposite = self.all(&[product_inf, c.inf, subtract]);
        let nan = self.any(&[a.nan, b.nan, c.nan, left, right, opposite]);
        let inf = self.or(product_inf, c.inf);
        self.with_specials(nan, inf, Float { sign, ..rounded })
    }
}
