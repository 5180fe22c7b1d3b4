//! Bit patterns of any width.

pub mod wide;

use crate::machine::double_word::mask;
use alloc::vec::Vec;
use core::fmt;
use num_bigint::BigUint;

/// A bit pattern. Up to 128 bits it is always [`Small`](Value::Small); bits above the width are
/// zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// At most 128 bits.
    Small(u128),
    /// More than 128 bits.
    Wide(BigUint),
}

impl Value {
    /// Zero of a width.
    pub fn zero(width: u32) -> Self {
        if width <= 128 { Value::Small(0) } else { Value::Wide(BigUint::ZERO) }
    }

    /// The value with the given little-endian 64-bit words, cut to the width.
    pub fn from_words(words: &[u64], width: u32) -> Self {
        let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.resize(width.div_ceil(8) as usize, 0);
        Self::from_bytes(&bytes, width)
    }

    /// The value with the given little-endian bytes, cut to the width.
    pub fn from_bytes(bytes: &[u8], width: u32) -> Self {
        if width <= 128 {
            let mut buffer = [0; 16];
            let n = bytes.len().min(16);
            buffer[..n].copy_from_slice(&bytes[..n]);
            Value::Small(u128::from_le_bytes(buffer) & mask(width))
        } else {
            Value::Wide(wide::cut(BigUint::from_bytes_le(bytes), width))
        }
    }

    /// The little-endian bytes of the value, as many as the width needs.
    pub fn to_bytes(&self, width: u32) -> Vec<u8> {
        let mut bytes = match self {
            Value::Small(v) => v.to_le_bytes().to_vec(),
            Value::Wide(v) => v.to_bytes_le(),
        };
        bytes.resize(width.div_ceil(8) as usize, 0);
        bytes
    }

    /// The value as a big number.
    pub fn to_big(&self) -> BigUint {
        match self {
            Value::Small(v) => BigUint::from(*v),
            Value::Wide(v) => v.clone(),
        }
    }

    /// The low 128 bits.
    pub fn low(&self) -> u128 {
        match self {
            Value::Small(v) => *v,
            Value::Wide(v) => {
                v.iter_u64_digits().take(2).enumerate().fold(0, |acc, (i, d)| acc | u128::from(d) << (64 * i))
            }
        }
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Small(v) => *v == 0,
            Value::Wide(v) => v.bits() == 0,
        }
    }

    /// Reads `0x…`, `0b…` or decimal digits with an optional minus sign; cut to the width.
    pub fn parse(text: &str, width: u32) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (radix, digits) = match digits.get(..2) {
            Some("0x" | "0X") => (16, &digits[2..]),
            Some("0b" | "0B") => (2, &digits[2..]),
            _ => (10, digits),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        let magnitude = wide::cut(BigUint::parse_bytes(digits.as_bytes(), radix)?, width);
        let value = if negative { wide::cut((BigUint::from(1u8) << width) - magnitude, width) } else { magnitude };
        Some(wide::shrink(value, width))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Small(v) => write!(f, "{v:#x}"),
            Value::Wide(v) => write!(f, "0x{}", v.to_str_radix(16)),
        }
    }
}

impl From<u128> for Value {
    fn from(value: u128) -> Self {
        Value::Small(value)
    }
}
