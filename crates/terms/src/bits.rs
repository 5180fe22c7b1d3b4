//! Bit-vector values of any width: the arithmetic that the evaluator, the constants and the
//! simplifier share.

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;
use std::fmt;

/// Words of a value, least significant first; bits at and above the width are zero.
pub type Words = SmallVec<[u64; 2]>;

/// A bit-vector value. All operations are those of SMT-LIB; binary ones need equal widths.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    words: Words,
}

/// The number of 64-bit words that hold `width` bits.
pub fn word_count(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

impl Bits {
    /// All bits zero.
    pub fn zero(width: u32) -> Bits {
        debug_assert!(width > 0);
        Bits { width, words: smallvec![0; word_count(width)] }
    }

    /// All bits one.
    pub fn ones(width: u32) -> Bits {
        Bits { width, words: smallvec![u64::MAX; word_count(width)] }.trim()
    }

    /// The number one (for width 1 this is also all ones).
    pub fn one(width: u32) -> Bits {
        Bits::from_u64(width, 1)
    }

    /// The smallest signed number: only the top bit is set.
    pub fn min_signed(width: u32) -> Bits {
        let mut bits = Bits::zero(width);
        bits.set_bit(width - 1);
        bits
    }

    /// The largest signed number: all but the top bit are set.
    pub fn max_signed(width: u32) -> Bits {
        Bits::min_signed(width).not()
    }

    /// `value` modulo 2^width.
    pub fn from_u64(width: u32, value: u64) -> Bits {
        let mut bits = Bits::zero(width);
        bits.words[0] = value;
        bits.trim()
    }

    /// Takes words, least significant first; missing ones are zero, excess bits are dropped.
    pub fn from_words(width: u32, words: impl IntoIterator<Item = u64>) -> Bits {
        let mut bits = Bits::zero(width);
        for (slot, word) in bits.words.iter_mut().zip(words) {
            *slot = word;
        }
        bits.trim()
    }

    pub(crate) fn from_big(width: u32, value: &BigUint) -> Bits {
        Bits::from_words(width, value.iter_u64_digits())
    }

    pub(crate) fn to_big(&self) -> BigUint {
        let mut digits = Vec::with_capacity(self.words.len() * 2);
        for word in &self.words {
            digits.push(*word as u32);
            digits.push((*word >> 32) as u32);
        }
        BigUint::new(digits)
    }

    /// Reads decimal digits; `None` when a character is no digit or the number does not fit.
    pub fn from_decimal(width: u32, digits: &str) -> Option<Bits> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        if let Ok(small) = digits.parse::<u64>() {
            return (width >= 64 || small >> width == 0).then(|| Bits::from_u64(width, small));
        }
        let big = BigUint::parse_bytes(digits.as_bytes(), 10)?;
        (big.bits() <= u64::from(width)).then(|| Bits::from_big(width, &big))
    }

    fn trim(mut self) -> Bits {
        let rest = self.width % 64;
        if rest != 0
            && let Some(top) = self.words.last_mut()
        {
            *top &= u64::MAX >> (64 - rest);
        }
        self
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, least significant first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bit `index`; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        self.words.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Sets bit `index`, which is below the width.
    pub fn set_bit(&mut self, index: u32) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    /// The sign bit.
    pub fn msb(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// Whether this is the number one.
    pub fn is_one(&self) -> bool {
        self.words[0] == 1 && self.words[1..].iter().all(|w| *w == 0)
    }

    /// Whether every bit is set.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// How many bits are set.
    pub fn count_ones(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// The number of zero bits below the lowest one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        for (i, word) in self.words.iter().enumerate() {
            if *word != 0 {
                return i as u32 * 64 + word.trailing_zeros();
            }
        }
        self.width
    }

    /// The number of bits needed to write the value: 0 for zero.
    pub fn significant_bits(&self) -> u32 {
        for (i, word) in self.words.iter().enumerate().rev() {
            if *word != 0 {
                return i as u32 * 64 + 64 - word.leading_zeros();
            }
        }
        0
    }

    /// The value if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        self.words[1..].iter().all(|w| *w == 0).then_some(self.words[0])
    }

    fn map(&self, f: impl Fn(u64) -> u64) -> Bits {
        Bits { width: self.width, words: self.words.iter().map(|w| f(*w)).collect() }.trim()
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        debug_assert_eq!(self.width, other.width);
        let words = self.words.iter().zip(&other.words).map(|(a, b)| f(*a, *b)).collect();
        Bits { width: self.width, words }.trim()
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Bits {
        self.map(|w| !w)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    /// Two's complement negation.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    /// Sum modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        let mut carry = false;
        let words = self.words.iter().zip(&other.words).map(|(a, b)| {
            let (sum, first) = a.overflowing_add(*b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        });
        Bits { width: self.width, words: words.collect() }.trim()
    }

    /// Difference modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    /// Product modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        if self.words.len() == 1 {
            return Bits::from_u64(self.width, self.words[0].wrapping_mul(other.words[0]));
        }
        Bits::from_big(self.width, &(self.to_big() * other.to_big()))
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn udiv(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        if other.is_zero() {
            Bits::ones(self.width)
        } else if self.words.len() == 1 {
            Bits::from_u64(self.width, self.words[0] / other.words[0])
        } else {
            Bits::from_big(self.width, &(self.to_big() / other.to_big()))
        }
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn urem(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        if other.is_zero() {
            self.clone()
        } else if self.words.len() == 1 {
            Bits::from_u64(self.width, self.words[0] % other.words[0])
        } else {
            Bits::from_big(self.width, &(self.to_big() % other.to_big()))
        }
    }

    fn magnitude(&self) -> Bits {
        if self.msb() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, rounded towards zero; division by zero gives 1 for negative dividends, else
    /// all ones.
    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.msb() == other.msb() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the sign of the dividend.
    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.msb() { remainder.neg() } else { remainder }
    }

    fn shift_left(&self, amount: u32) -> Bits {
        let (skip, bits) = (amount as usize / 64, amount % 64);
        let mut result = Bits::zero(self.width);
        for i in skip..result.words.len() {
            let mut word = self.words[i - skip] << bits;
            if bits != 0 && i > skip {
                word |= self.words[i - skip - 1] >> (64 - bits);
            }
            result.words[i] = word;
        }
        result.trim()
    }

    fn shift_right(&self, amount: u32) -> Bits {
        let (skip, bits) = (amount as usize / 64, amount % 64);
        let mut result = Bits::zero(self.width);
        for i in skip..self.words.len() {
            let mut word = self.words[i] >> bits;
            if bits != 0 && i + 1 < self.words.len() {
                word |= self.words[i + 1] << (64 - bits);
            }
            result.words[i - skip] = word;
        }
        result
    }

    fn amount(&self) -> Option<u32> {
        self.to_u64().filter(|n| *n < u64::from(self.width)).map(|n| n as u32)
    }

    /// Left shift; amounts of the width or more give zero.
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        other.amount().map_or_else(|| Bits::zero(self.width), |n| self.shift_left(n))
    }

    /// Right shift that fills with zeros.
    pub fn lshr(&self, other: &Bits) -> Bits {
        debug_assert_eq!(self.width, other.width);
        other.amount().map_or_else(|| Bits::zero(self.width), |n| self.shift_right(n))
    }

    /// Right shift that fills with the sign.
    pub fn ashr(&self, other: &Bits) -> Bits {
        if self.msb() { self.not().lshr(other).not() } else { self.lshr(other) }
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &Bits) -> bool {
        self.unsigned_cmp(other) == Ordering::Less
    }

    /// Signed less-than.
    pub fn slt(&self, other: &Bits) -> bool {
        if self.msb() == other.msb() { self.ult(other) } else { self.msb() }
    }

    fn unsigned_cmp(&self, other: &Bits) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        low.zero_extend(width).or(&self.zero_extend(width).shift_left(low.width))
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        debug_assert!(low <= high && high < self.width);
        Bits::from_words(high - low + 1, self.shift_right(low).words)
    }

    /// The same number in `width` bits, no fewer than it has.
    pub fn zero_extend(&self, width: u32) -> Bits {
        Bits::from_words(width, self.words.iter().copied())
    }

    /// The same signed number in `width` bits, no fewer than it has.
    pub fn sign_extend(&self, width: u32) -> Bits {
        if self.msb() { self.not().zero_extend(width).not() } else { self.zero_extend(width) }
    }

    /// The inverse of an odd number modulo 2^width.
    pub fn inverse(&self) -> Option<Bits> {
        if !self.bit(0) {
            return None;
        }
        let two = Bits::from_u64(self.width, 2);
        let mut inverse = self.clone();
        let mut correct = 1;
        while correct < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        Some(inverse)
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By width, then as unsigned numbers.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.unsigned_cmp(other))
    }
}

/// SMT-LIB notation: hexadecimal when the width is a multiple of four, else binary.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            f.write_str("#x")?;
            for digit in (0..self.width / 4).rev() {
                let nibble = self.words[digit as usize / 16] >> (digit % 16 * 4) & 15;
                write!(f, "{nibble:x}")?;
            }
        } else {
            f.write_str("#b")?;
            for index in (0..self.width).rev() {
                f.write_str(if self.bit(index) { "1" } else { "0" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_native_numbers() {
        let samples = [0u128, 1, 2, 3, 7, 63, 64, 65, 1 << 63, (1 << 63) + 5, 1 << 64, 1 << 99, u128::MAX >> 1];
        for width in [1u32, 2, 5, 31, 32, 63, 64, 65, 100, 127, 128] {
            let mask = u128::MAX >> (128 - width);
            let bits = |v: u128| Bits::from_words(width, [v as u64, (v >> 64) as u64]);
            let signed = |v: u128| (v << (128 - width)) as i128 >> (128 - width);
            for a in samples.map(|v| v & mask) {
                for b in samples.map(|v| (v ^ 0x1_5555_0000_0000_0003) & mask) {
                    let (x, y) = (bits(a), bits(b));
                    assert_eq!(x.add(&y), bits(a.wrapping_add(b)));
                    assert_eq!(x.sub(&y), bits(a.wrapping_sub(b)));
                    assert_eq!(x.mul(&y), bits(a.wrapping_mul(b)));
                    assert_eq!(x.ult(&y), a < b);
                    assert_eq!(x.slt(&y), signed(a) < signed(b));
                    assert_eq!(x.neg(), bits(a.wrapping_neg()));
                    assert_eq!(x.udiv(&y), bits(a.checked_div(b).unwrap_or(mask)));
                    assert_eq!(x.urem(&y), bits(a.checked_rem(b).unwrap_or(a)));
                    if !y.is_zero() {
                        assert_eq!(x.sdiv(&y), bits(signed(a).wrapping_div(signed(b)) as u128));
                        assert_eq!(x.srem(&y), bits(signed(a).wrapping_rem(signed(b)) as u128));
                    }
                    let shift = |f: fn(u128, u32) -> u128| if b < u128::from(width) { f(a, b as u32) } else { 0 };
                    assert_eq!(x.shl(&y), bits(shift(|a, n| a << n)));
                    assert_eq!(x.lshr(&y), bits(shift(|a, n| a >> n)));
                    assert_eq!(x.ashr(&y), bits((signed(a) >> b.min(127)) as u128));
                }
                assert_eq!(bits(a).inverse().map(|i| i.mul(&bits(a))), (a & 1 == 1).then(|| Bits::one(width)));
            }
        }
    }

    #[test]
    fn parts() {
        let a = Bits::from_words(100, [0x0123_4567_89ab_cdef, 0xf_dead_beef]);
        assert_eq!(a.extract(99, 40).concat(&a.extract(39, 0)), a);
        assert_eq!(a.extract(99, 64), Bits::from_u64(36, 0xf_dead_beef));
        assert_eq!(a.sign_extend(130).extract(129, 100), Bits::ones(30));
        assert_eq!(a.to_string(), "#xfdeadbeef0123456789abcdef");
        assert_eq!(Bits::from_decimal(65, "36893488147419103231"), Some(Bits::ones(65)));
        assert_eq!(Bits::from_decimal(65, "36893488147419103232"), None);
        assert_eq!(Bits::from_decimal(3, "8"), None);
    }
}
