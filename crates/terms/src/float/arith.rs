//! Arithmetic: exact results of IEEE 754's operations, rounded once.

use super::format::{Format, RoundingMode};
use super::magnitude::{Magnitude, SMALL_SIGNIFICAND};
use super::round::{Class, Exact, classify, drop_bits, round};
use super::value::Float;
use num_bigint::BigUint;
use std::cmp::Ordering;

/// Calls a function of this module for the integers that suffice for a format.
macro_rules! sized {
    ($format:expr, $function:ident($($argument:expr),*)) => {
        if $format.significand_bits() <= SMALL_SIGNIFICAND {
            $function::<u128>($($argument),*)
        } else {
            $function::<BigUint>($($argument),*)
        }
    };
}

impl Float {
    /// Sum.
    pub fn add(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format(), other.format());
        sized!(self.format(), add(mode, self, other))
    }

    /// Difference.
    pub fn sub(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add(mode, &other.neg())
    }

    /// Product.
    pub fn mul(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format(), other.format());
        sized!(self.format(), mul(mode, self, other))
    }

    /// Quotient.
    pub fn div(&self, mode: RoundingMode, other: &Float) -> Float {
        debug_assert_eq!(self.format(), other.format());
        sized!(self.format(), div(mode, self, other))
    }

    /// `self * other + addend`, rounded once.
    pub fn fma(&self, mode: RoundingMode, other: &Float, addend: &Float) -> Float {
        debug_assert!(self.format() == other.format() && self.format() == addend.format());
        sized!(self.format(), fma(mode, self, other, addend))
    }

    /// Square root.
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        sized!(self.format(), sqrt(mode, self))
    }

    /// IEEE remainder: `self - other * n` for the integer `n` nearest to the exact quotient, the
    /// even one of two.
    pub fn rem(&self, other: &Float) -> Float {
        debug_assert_eq!(self.format(), other.format());
        sized!(self.format(), rem(self, other))
    }

    /// The integer that the mode chooses; a zero has the sign of the operand.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        sized!(self.format(), round_to_integral(mode, self))
    }
}

/// The zero that exact cancellation gives.
fn cancelled(format: Format, mode: RoundingMode) -> Float {
    Float::zero(format, mode == RoundingMode::TowardNegative)
}

fn add<M: Magnitude>(mode: RoundingMode, a: &Float, b: &Float) -> Float {
    let format = a.format();
    match (classify::<M>(a), classify::<M>(b)) {
        (Class::Nan, _) | (_, Class::Nan) => Float::nan(format),
        (Class::Infinity(x), Class::Infinity(y)) if x != y => Float::nan(format),
        (Class::Infinity(_), _) => a.clone(),
        (_, Class::Infinity(_)) => b.clone(),
        (Class::Zero(x), Class::Zero(y)) => {
            if x == y {
                a.clone()
            } else {
                cancelled(format, mode)
            }
        }
        (Class::Zero(_), Class::Finite(_)) => b.clone(),
        (Class::Finite(_), Class::Zero(_)) => a.clone(),
        (Class::Finite(x), Class::Finite(y)) => add_exact(format, mode, &x, &y),
    }
}

/// The rounded sum of two exact numbers.
///
/// The larger one is kept whole. Bits of the smaller one that lie far below what rounding looks at
/// are only noted. If the smaller one loses bits so, its highest bit is at least two places below
/// the larger one's, so that the result still has two bits more than the format, also after a
/// subtraction.
fn add_exact<M: Magnitude>(format: Format, mode: RoundingMode, a: &Exact<M>, b: &Exact<M>) -> Float {
    let (large, small) = if (a.top(), &a.magnitude) >= (b.top(), &b.magnitude) { (a, b) } else { (b, a) };
    let precision = i64::from(format.significand_bits());
    let width = large.magnitude.length().max(small.magnitude.length()).max(precision) + 4;
    let exponent = large.exponent.min(small.exponent).max(large.top() - width + 1);
    let whole = large.magnitude.shl((large.exponent - exponent).unsigned_abs());
    let (part, more) = match small.exponent - exponent {
        shift if shift >= 0 => (small.magnitude.shl(shift.unsigned_abs()), false),
        shift => {
            let lost = shift.unsigned_abs();
            (small.magnitude.shr(lost), small.magnitude.trailing_zeros() < lost)
        }
    };
    let (negative, magnitude) = if large.negative == small.negative {
        (large.negative, whole.add(&part))
    } else {
        match whole.cmp(&part) {
            Ordering::Equal if !more => return cancelled(format, mode),
            Ordering::Less => (small.negative, part.sub(&whole)),
            // What was lost of the smaller one is less than one unit: one unit less, and something
            // above it.
            _ => (large.negative, whole.sub(&part).sub(&M::from_u64(u64::from(more)))),
        }
    };
    round(format, mode, &Exact { negative, magnitude, exponent }, more)
}

fn mul<M: Magnitude>(mode: RoundingMode, a: &Float, b: &Float) -> Float {
    let (format, negative) = (a.format(), a.sign() != b.sign());
    match (classify::<M>(a), classify::<M>(b)) {
        (Class::Nan, _) | (_, Class::Nan) => Float::nan(format),
        (Class::Infinity(_), Class::Zero(_)) | (Class::Zero(_), Class::Infinity(_)) => Float::nan(format),
        (Class::Infinity(_), _) | (_, Class::Infinity(_)) => Float::infinity(format, negative),
        (Class::Zero(_), _) | (_, Class::Zero(_)) => Float::zero(format, negative),
        (Class::Finite(x), Class::Finite(y)) => round(format, mode, &product(&x, &y), false),
    }
}

fn product<M: Magnitude>(a: &Exact<M>, b: &Exact<M>) -> Exact<M> {
    Exact {
        negative: a.negative != b.negative,
        magnitude: a.magnitude.mul(&b.magnitude),
        exponent: a.exponent + b.exponent,
    }
}

fn div<M: Magnitude>(mode: RoundingMode, a: &Float, b: &Float) -> Float {
    let (format, negative) = (a.format(), a.sign() != b.sign());
    match (classify::<M>(a), classify::<M>(b)) {
        (Class::Nan, _) | (_, Class::Nan) => Float::nan(format),
        (Class::Infinity(_), Class::Infinity(_)) | (Class::Zero(_), Class::Zero(_)) => Float::nan(format),
        (Class::Infinity(_), _) | (_, Class::Zero(_)) => Float::infinity(format, negative),
        (Class::Zero(_), _) | (_, Class::Infinity(_)) => Float::zero(format, negative),
        (Class::Finite(x), Class::Finite(y)) => {
            // So far to the left that the quotient has two bits more than the format.
            let wanted = i64::from(format.significand_bits()) + 2 + y.magnitude.length() - x.magnitude.length();
            let shift = wanted.max(0);
            let (quotient, rest) = x.magnitude.shl(shift.unsigned_abs()).div_rem(&y.magnitude);
            let exact = Exact { negative, magnitude: quotient, exponent: x.exponent - y.exponent - shift };
            round(format, mode, &exact, !rest.is_zero())
        }
    }
}

fn fma<M: Magnitude>(mode: RoundingMode, a: &Float, b: &Float, c: &Float) -> Float {
    let (format, negative) = (a.format(), a.sign() != b.sign());
    match (classify::<M>(a), classify::<M>(b), classify::<M>(c)) {
        (Class::Finite(x), Class::Finite(y), Class::Finite(z)) => add_exact(format, mode, &product(&x, &y), &z),
        (Class::Finite(x), Class::Finite(y), Class::Zero(_)) => round(format, mode, &product(&x, &y), false),
        // The product is exact: NaN, an infinity or a zero, or an infinity or NaN is added to a
        // finite one.
        (Class::Finite(_), Class::Finite(_), _) => c.clone(),
        _ => {
            let exact = mul::<M>(mode, a, b);
            debug_assert!(exact.is_nan() || exact.is_infinite() || exact.is_zero() && exact.sign() == negative);
            add::<M>(mode, &exact, c)
        }
    }
}

fn sqrt<M: Magnitude>(mode: RoundingMode, a: &Float) -> Float {
    let format = a.format();
    match classify::<M>(a) {
        Class::Nan | Class::Infinity(true) => Float::nan(format),
        Class::Infinity(false) | Class::Zero(_) => a.clone(),
        Class::Finite(x) if x.negative => Float::nan(format),
        Class::Finite(x) => {
            // So far to the left that the root has two bits more than the format, and an even
            // exponent is left.
            let wanted = 2 * (i64::from(format.significand_bits()) + 2) - x.magnitude.length();
            let shift = wanted.max(0);
            let shift = shift + (x.exponent - shift).rem_euclid(2);
            let square = x.magnitude.shl(shift.unsigned_abs());
            let root = square.sqrt();
            let more = root.mul(&root) != square;
            let exponent = (x.exponent - shift) / 2;
            round(format, mode, &Exact { negative: false, magnitude: root, exponent }, more)
        }
    }
}

fn rem<M: Magnitude>(a: &Float, b: &Float) -> Float {
    let format = a.format();
    let (x, y) = match (classify::<M>(a), classify::<M>(b)) {
        (Class::Nan | Class::Infinity(_), _) | (_, Class::Nan | Class::Zero(_)) => return Float::nan(format),
        (Class::Zero(_), _) | (_, Class::Infinity(_)) => return a.clone(),
        (Class::Finite(x), Class::Finite(y)) => (x, y),
    };
    // Less than half of the divisor.
    if x.top() < y.top() - 1 {
        return a.clone();
    }
    // Both as multiples of one power of two; the dividend modulo twice the divisor also tells
    // whether the quotient is odd.
    let (divisor, rest, exponent) = if x.exponent >= y.exponent {
        let twice = y.magnitude.shl(1);
        let power = (x.exponent - y.exponent).unsigned_abs();
        let rest = x.magnitude.times_power_of_two(power, &twice);
        (y.magnitude, rest, y.exponent)
    } else {
        // The highest bits are close, so this shift is shorter than a significand.
        let divisor = y.magnitude.shl((y.exponent - x.exponent).unsigned_abs());
        let rest = x.magnitude.div_rem(&divisor.shl(1)).1;
        (divisor, rest, x.exponent)
    };
    let odd = rest >= divisor;
    let rest = if odd { rest.sub(&divisor) } else { rest };
    let above = match rest.shl(1).cmp(&divisor) {
        Ordering::Greater => true,
        Ordering::Equal => odd,
        Ordering::Less => false,
    };
    let (negative, magnitude) = if above { (!x.negative, divisor.sub(&rest)) } else { (x.negative, rest) };
    if magnitude.is_zero() {
        return Float::zero(format, x.negative);
    }
    // No more bits than the divisor has: exact in every mode.
    round(format, RoundingMode::TowardZero, &Exact { negative, magnitude, exponent }, false)
}

fn round_to_integral<M: Magnitude>(mode: RoundingMode, a: &Float) -> Float {
    match classify::<M>(a) {
        Class::Finite(x) if x.exponent < 0 => {
            let magnitude = drop_bits(mode, x.negative, &x.magnitude, x.exponent.unsigned_abs(), false);
            if magnitude.is_zero() {
                return Float::zero(a.format(), x.negative);
            }
            let exact = Exact { negative: x.negative, magnitude, exponent: 0 };
            round(a.format(), mode, &exact, false)
        }
        _ => a.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of integers say the same: for all operands of a tiny format, and in single
    /// precision at the ends of exponents.
    #[test]
    fn words_and_large_integers_agree() {
        let tiny = Format::new(3, 3).unwrap_or(Format::F16);
        let all: Vec<Float> = (0..64).map(|n| Float::from_bits(tiny, crate::bits::Bits::from_u64(6, n))).collect();
        let exponents = [0u64, 1, 2, 23, 24, 126, 127, 128, 150, 151, 253, 254, 255];
        let wide: Vec<Float> = (exponents.iter())
            .flat_map(|e| [0, 1, 0x40_0000, 0x55_5555, 0x7f_ffff].map(|fraction| e << 23 | fraction))
            .flat_map(|bits| [bits, bits | 1 << 31])
            .map(|bits| Float::from_bits(Format::F32, crate::bits::Bits::from_u64(32, bits)))
            .collect();
        for values in [all, wide] {
            for mode in RoundingMode::ALL {
                for a in &values {
                    assert_eq!(sqrt::<u128>(mode, a), sqrt::<BigUint>(mode, a), "{a}");
                    assert_eq!(round_to_integral::<u128>(mode, a), round_to_integral::<BigUint>(mode, a), "{a}");
                    for b in &values {
                        assert_eq!(add::<u128>(mode, a, b), add::<BigUint>(mode, a, b), "{a} {b}");
                        assert_eq!(mul::<u128>(mode, a, b), mul::<BigUint>(mode, a, b), "{a} {b}");
                        assert_eq!(div::<u128>(mode, a, b), div::<BigUint>(mode, a, b), "{a} {b}");
                        let c = &values[(a.bits().count_ones() * 7 + b.bits().count_ones()) as usize % values.len()];
                        assert_eq!(fma::<u128>(mode, a, b, c), fma::<BigUint>(mode, a, b, c), "{a} {b} {c}");
                    }
                }
            }
            for a in &values {
                for b in &values {
                    assert_eq!(rem::<u128>(a, b), rem::<BigUint>(a, b), "{a} {b}");
                }
            }
        }
    }
}
