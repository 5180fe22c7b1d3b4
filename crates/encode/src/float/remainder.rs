//! IEEE's remainder `a - b * n`, where `n` is the integer nearest to `a / b`, of two such the even
//! one.
//!
//! With significands `x` and `y` and the difference `d` of the exponents, it takes `x * 2^d` modulo
//! `2y`: what `y` leaves of it, and whether the quotient is odd. A number of bits as large as `d`
//! can be is out of the question. Either `x` is doubled modulo `2y` up to `d` times, in as many
//! rows; or `2^d` modulo `2y` comes from squaring, for each bit of `d` once, and a product. The
//! first is smaller up to single precision, the second from double precision on: about eight
//! products and divisions of 53 bits there, and eleven of 113 bits for quadruple precision.

use super::Float;
use super::circuit::Circuit;
use super::ranged::Ranged;
use adumbra_terms::Term;

impl Circuit<'_> {
    /// The remainder, which is exact.
    pub fn float_rem(&mut self, a: &Float, b: &Float) -> Float {
        let format = a.format;
        let ((exponent_a, x), (exponent_b, y)) = (self.normal_parts(a), self.normal_parts(b));
        // The divisor as twice its significand at an exponent one lower: below that the operand is
        // less than half of it.
        let distance = self.ranged_minus(exponent_a, exponent_b);
        let distance = self.ranged_offset(distance, 1);
        let small = self.ranged_below_constant(distance, 0);
        let width = format.significand_bits() + 2;
        let divisor = self.pad(y, 1);
        let modulus = self.pad(divisor, 1);
        let start = self.widen(x, width);
        let steps = distance.high.max(0);
        let bits = i64::from(64 - steps.leading_zeros());
        let rest = if steps <= 3 * bits * i64::from(width) {
            self.double_times(start, distance, modulus)
        } else {
            let power = self.power_of_two(distance, modulus);
            self.times_modulo(start, power, modulus)
        };
        let wide_divisor = self.widen(divisor, width);
        let (difference, odd) = self.subtract_if_fits(rest, wide_divisor);
        let rest = self.choose(odd, difference, rest);
        // Nearer to the next multiple, or as near and the quotient odd.
        let rest = self.lower(rest, width - 1);
        let twice = self.pad(rest, 1);
        let (above, tie) = (self.below(wide_divisor, twice), self.same(twice, wide_divisor));
        let odd_tie = self.and(tie, odd);
        let next = self.or(above, odd_tie);
        let to_next = self.minus(divisor, rest);
        let rest = self.choose(next, to_next, rest);
        let some = self.not_zero(rest);
        let flips = self.and(next, some);
        let sign = self.differ(a.sign, flips);
        let (normal, amount) = self.normalise(rest);
        let amount = self.ranged(amount, i64::from(format.significand_bits()));
        let exponent = self.ranged_minus(exponent_b, amount);
        let significand = self.pad(normal, 1);
        let mode = self.towards_zero();
        let exact = self.round(format, &mode, sign, exponent, significand);
        let as_it_is = self.or(small, b.inf);
        let result = self.choose_float(as_it_is, a, &exact);
        let nan = self.any(&[a.nan, b.nan, a.inf, b.zero]);
        let no = self.no();
        self.with_specials(nan, no, Float { inf: no, ..result })
    }

    /// Twice a number below the modulus, and a bit, modulo the modulus.
    fn double_modulo(&mut self, number: Term, bit: Option<Term>, modulus: Term) -> Term {
        let width = self.width(modulus);
        let twice = match bit {
            Some(bit) => self.join(number, bit),
            None => self.pad(number, 1),
        };
        let wide = self.widen(modulus, width + 1);
        let (difference, fits) = self.subtract_if_fits(twice, wide);
        let twice = self.choose(fits, difference, twice);
        self.lower(twice, width)
    }

    /// `number * 2^distance` modulo the modulus by a row for each doubling there may be.
    fn double_times(&mut self, number: Term, distance: Ranged, modulus: Term) -> Term {
        let mut number = number;
        for step in 1..=distance.high {
            let twice = self.double_modulo(number, None, modulus);
            let stop = self.ranged_below_constant(distance, step);
            number = self.choose(stop, number, twice);
        }
        number
    }

    /// `2^distance` modulo the modulus, which has its top bit set, by squaring.
    fn power_of_two(&mut self, distance: Ranged, modulus: Term) -> Term {
        let width = self.width(modulus);
        let bits = 64 - distance.high.leading_zeros();
        // The first bits of the distance give a power that is below the modulus.
        let first = (31 - (width - 1).leading_zeros()).min(bits);
        let place = self.part(distance.term, bits - 1, bits - first);
        let one = self.number(width, 1);
        let mut power = self.shift_left(one, place);
        for bit in (0..bits - first).rev() {
            power = self.times_modulo(power, power, modulus);
            let twice = self.double_modulo(power, None, modulus);
            let condition = self.bit(distance.term, bit);
            power = self.choose(condition, twice, power);
        }
        power
    }

    /// The product of two numbers below the modulus, modulo the modulus.
    fn times_modulo(&mut self, a: Term, b: Term, modulus: Term) -> Term {
        let width = self.width(modulus);
        let (a, b) = (self.widen(a, 2 * width), self.widen(b, 2 * width));
        let product = self.times(a, b);
        // Its upper half is below the modulus.
        let mut rest = self.upper(product, width);
        for place in (0..width).rev() {
            let bit = self.part(product, place, place);
            rest = self.double_modulo(rest, Some(bit), modulus);
        }
        rest
    }
}
