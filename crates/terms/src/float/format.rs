//! Formats and rounding modes.

use crate::limits::SortError;
pub use crate::limits::{MAX_EXPONENT, MAX_SIGNIFICAND};
use std::fmt;

/// A binary interchange format as SMT-LIB parametrises it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Format {
    exponent: u32,
    significand: u32,
}

impl Format {
    /// Half precision.
    pub const F16: Format = Format { exponent: 5, significand: 11 };
    /// The upper half of single precision.
    pub const BF16: Format = Format { exponent: 8, significand: 8 };
    /// Single precision.
    pub const F32: Format = Format { exponent: 8, significand: 24 };
    /// Double precision.
    pub const F64: Format = Format { exponent: 11, significand: 53 };
    /// The numbers of the x87's 80-bit format; see [`crate::Terms::x87_from_bits`] for its bits.
    pub const X87: Format = Format { exponent: 15, significand: 64 };
    /// Quadruple precision.
    pub const F128: Format = Format { exponent: 15, significand: 113 };

    /// The format with so many bits of exponent and of significand, the hidden bit counted.
    pub fn new(exponent: u64, significand: u64) -> Result<Format, SortError> {
        let fits = (2..=u64::from(MAX_EXPONENT)).contains(&exponent)
            && (2..=u64::from(MAX_SIGNIFICAND)).contains(&significand);
        if !fits {
            return Err(SortError::FloatFormat(exponent, significand));
        }
        Ok(Format { exponent: exponent as u32, significand: significand as u32 })
    }

    /// Bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        self.exponent
    }

    /// Bits of the significand, the hidden one included.
    pub const fn significand_bits(self) -> u32 {
        self.significand
    }

    /// Bits of the fraction: of the significand without the hidden one.
    pub fn fraction_bits(self) -> u32 {
        self.significand - 1
    }

    /// Bits of a value: sign, exponent and fraction.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// What the stored exponent of a normal number is above its exponent; also the greatest
    /// exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The least exponent of a normal number, which is also that of subnormal ones.
    pub fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// SMT-LIB's name of the format, if it has one.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Format::F16 => Some("Float16"),
            Format::F32 => Some("Float32"),
            Format::F64 => Some("Float64"),
            Format::F128 => Some("Float128"),
            _ => None,
        }
    }

    /// The format that SMT-LIB gives this name.
    pub fn named(name: &str) -> Option<Format> {
        [Format::F16, Format::F32, Format::F64, Format::F128].into_iter().find(|format| format.name() == Some(name))
    }
}

/// The sort in SMT-LIB's notation.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "(_ FloatingPoint {} {})", self.exponent, self.significand),
        }
    }
}

/// How an exact result becomes a number of the format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum RoundingMode {
    /// To the nearest number, halves to the even one.
    NearestEven,
    /// To the nearest number, halves away from zero.
    NearestAway,
    /// Upward.
    TowardPositive,
    /// Downward.
    TowardNegative,
    /// Towards zero.
    TowardZero,
}

impl RoundingMode {
    /// All modes, in the order of their numbers.
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];

    /// A number below five.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The mode of a number.
    pub fn from_number(number: u64) -> Option<RoundingMode> {
        RoundingMode::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// SMT-LIB's short name.
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::NearestEven => "RNE",
            RoundingMode::NearestAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }

    /// SMT-LIB's long name.
    pub fn long_name(self) -> &'static str {
        match self {
            RoundingMode::NearestEven => "roundNearestTiesToEven",
            RoundingMode::NearestAway => "roundNearestTiesToAway",
            RoundingMode::TowardPositive => "roundTowardPositive",
            RoundingMode::TowardNegative => "roundTowardNegative",
            RoundingMode::TowardZero => "roundTowardZero",
        }
    }

    /// The mode of a short or long name.
    pub fn named(name: &str) -> Option<RoundingMode> {
        RoundingMode::ALL.into_iter().find(|mode| mode.name() == name || mode.long_name() == name)
    }
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
