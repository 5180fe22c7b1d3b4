//! The integers that arithmetic is done on: machine words for small formats, integers of any size
//! beyond.

use crate::bits::Bits;
use num_bigint::BigUint;

/// Up to so many bits of significand, exact intermediate results fit in 128 bits: the widest is the
/// aligned sum of a fused multiplication, twice the significand and five more.
pub(super) const SMALL_SIGNIFICAND: u32 = 60;

/// A natural number. Shifts to the right may be longer than the number; those to the left must fit.
pub(super) trait Magnitude: Clone + Ord {
    fn from_bits(bits: &Bits) -> Self;
    fn from_u64(value: u64) -> Self;
    fn to_bits(&self, width: u32) -> Bits;
    fn is_zero(&self) -> bool;
    /// The bits needed to write the number.
    fn length(&self) -> i64;
    fn bit(&self, index: u64) -> bool;
    /// The zero bits below the lowest one; of a number other than zero.
    fn trailing_zeros(&self) -> u64;
    fn shl(&self, by: u64) -> Self;
    fn shr(&self, by: u64) -> Self;
    fn add(&self, other: &Self) -> Self;
    /// The difference, which is not negative.
    fn sub(&self, other: &Self) -> Self;
    fn mul(&self, other: &Self) -> Self;
    fn div_rem(&self, other: &Self) -> (Self, Self);
    /// The root, rounded down.
    fn sqrt(&self) -> Self;
    /// `self * 2^power` modulo `modulus`, whose square fits.
    fn times_power_of_two(&self, power: u64, modulus: &Self) -> Self;
}

impl Magnitude for u128 {
    fn from_bits(bits: &Bits) -> u128 {
        let words = bits.words();
        u128::from(words[0]) | words.get(1).map_or(0, |high| u128::from(*high) << 64)
    }

    fn from_u64(value: u64) -> u128 {
        u128::from(value)
    }

    fn to_bits(&self, width: u32) -> Bits {
        Bits::from_words(width, [*self as u64, (*self >> 64) as u64])
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn length(&self) -> i64 {
        i64::from(u128::BITS - self.leading_zeros())
    }

    fn bit(&self, index: u64) -> bool {
        index < 128 && *self >> index & 1 == 1
    }

    fn trailing_zeros(&self) -> u64 {
        u64::from(u128::trailing_zeros(*self))
    }

    fn shl(&self, by: u64) -> u128 {
        debug_assert!(by < u64::from(self.leading_zeros()) || *self == 0);
        *self << by
    }

    fn shr(&self, by: u64) -> u128 {
        if by < 128 { *self >> by } else { 0 }
    }

    fn add(&self, other: &u128) -> u128 {
        *self + *other
    }

    fn sub(&self, other: &u128) -> u128 {
        *self - *other
    }

    fn mul(&self, other: &u128) -> u128 {
        *self * *other
    }

    fn div_rem(&self, other: &u128) -> (u128, u128) {
        (*self / *other, *self % *other)
    }

    fn sqrt(&self) -> u128 {
        self.isqrt()
    }

    fn times_power_of_two(&self, power: u64, modulus: &u128) -> u128 {
        let mut result = 1 % *modulus;
        for bit in (0..u64::BITS - power.leading_zeros()).rev() {
            result = result * result % *modulus;
            if power >> bit & 1 == 1 {
                result = 2 * result % *modulus;
            }
        }
        result * (*self % *modulus) % *modulus
    }
}

impl Magnitude for BigUint {
    fn from_bits(bits: &Bits) -> BigUint {
        bits.to_big()
    }

    fn from_u64(value: u64) -> BigUint {
        BigUint::from(value)
    }

    fn to_bits(&self, width: u32) -> Bits {
        Bits::from_big(width, self)
    }

    fn is_zero(&self) -> bool {
        self.bits() == 0
    }

    fn length(&self) -> i64 {
        self.bits() as i64
    }

    fn bit(&self, index: u64) -> bool {
        BigUint::bit(self, index)
    }

    fn trailing_zeros(&self) -> u64 {
        BigUint::trailing_zeros(self).unwrap_or(0)
    }

    fn shl(&self, by: u64) -> BigUint {
        self << by
    }

    fn shr(&self, by: u64) -> BigUint {
        self >> by
    }

    fn add(&self, other: &BigUint) -> BigUint {
        self + other
    }

    fn sub(&self, other: &BigUint) -> BigUint {
        self - other
    }

    fn mul(&self, other: &BigUint) -> BigUint {
        self * other
    }

    fn div_rem(&self, other: &BigUint) -> (BigUint, BigUint) {
        (self / other, self % other)
    }

    fn sqrt(&self) -> BigUint {
        BigUint::sqrt(self)
    }

    fn times_power_of_two(&self, power: u64, modulus: &BigUint) -> BigUint {
        BigUint::from(2u32).modpow(&BigUint::from(power), modulus) * self % modulus
    }
}
