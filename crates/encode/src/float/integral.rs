//! Rounding to an integer: the bits below the point are masked away in the encoding, where a carry
//! runs into the exponent by itself.

use super::circuit::Circuit;
use super::round::Mode;
use super::{Float, Format};
use adumbra_terms::{Bits, Term};

impl Circuit<'_> {
    /// The integer that a rounding mode chooses.
    pub fn float_to_integral(&mut self, mode: &Mode, a: &Float) -> Float {
        let format = a.format;
        let fraction_width = format.significand_bits() - 1;
        let exponent = self.float_exponent(a);
        let above = self.ranged_offset(exponent, -format.bias());
        // At least 1, or subnormal in a format whose subnormal numbers reach up to 1.
        let below_one = self.ranged_below_constant(above, 0);
        let mask = self.fraction_mask(format, above.term, above.high);
        let masked = self.both(a.significand, mask);
        let shifted = self.part(mask, fraction_width, 1);
        let lower_mask = self.widen(shifted, format.significand_bits());
        let sticky_bits = self.both(a.significand, lower_mask);
        let sticky = self.not_zero(sticky_bits);
        let upper = self.flip(lower_mask);
        let guard_bits = self.both(masked, upper);
        let guard = self.not_zero(guard_bits);
        // The bit above the mask.
        let one = self.number(1, 1);
        let over = self.lower(mask, fraction_width);
        let over = self.join(over, one);
        let not_mask = self.flip(mask);
        let unit = self.both(over, not_mask);
        let last_bits = self.both(a.significand, unit);
        let last = self.not_zero(last_bits);
        let away = self.rounds_away(mode, a.sign, last, guard, sticky);
        let width = format.width() - 1;
        let wide_mask = self.widen(mask, width);
        let keep = self.flip(wide_mask);
        let kept = self.both(a.magnitude, keep);
        let zero = self.zero(format.significand_bits());
        let unit = self.choose(away, unit, zero);
        // The unit of 1 is at the lowest bit of the exponent.
        let unit = self.widen(unit, width);
        let large = self.plus(kept, unit);
        // Below 1: zero or one. The guard bit is that of 1/2.
        let is_half = self.number(self.width(above.term), -1);
        let guard = self.same(above.term, is_half);
        let fraction = self.lower(a.significand, fraction_width);
        let more = self.not_zero(fraction);
        let some = self.not(a.zero);
        let sticky = self.choose(guard, more, some);
        let no = self.no();
        let away = self.rounds_away(mode, a.sign, no, guard, sticky);
        let mut bits = Bits::from_u64(width, format.bias() as u64);
        bits = bits.shl(&Bits::from_u64(width, u64::from(fraction_width)));
        let one = self.terms.bv(&bits);
        let zero = self.zero(width);
        let small = self.choose(away, one, zero);
        let magnitude = self.choose(below_one, small, large);
        let rounded = self.finite_or_infinite(format, a.sign, magnitude);
        self.with_specials(a.nan, a.inf, rounded)
    }

    /// Ones where the significand of a number of at least 1 has bits below the point.
    fn fraction_mask(&mut self, format: Format, above: Term, high: i64) -> Term {
        let fraction_width = format.significand_bits() - 1;
        let ones = self.ones(fraction_width);
        let ones = self.widen(ones, format.significand_bits());
        // An amount of the significand's width or more leaves nothing; what is negative is not
        // looked at.
        let bits = (64 - high.leading_zeros()).max(1);
        let mut mask = ones;
        let stages = 32 - fraction_width.leading_zeros();
        for stage in 0..stages.min(bits) {
            let condition = self.bit(above, stage);
            let distance = 1 << stage;
            let moved = if distance >= format.significand_bits() {
                self.zero(format.significand_bits())
            } else {
                let upper = self.part(mask, fraction_width, distance);
                self.widen(upper, format.significand_bits())
            };
            mask = self.choose(condition, moved, mask);
        }
        if bits > stages {
            let rest = self.part(above, bits - 1, stages);
            let far = self.not_zero(rest);
            let zero = self.zero(format.significand_bits());
            mask = self.choose(far, zero, mask);
        }
        mask
    }
}
