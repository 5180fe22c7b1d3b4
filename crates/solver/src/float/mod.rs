//! Floating-point arithmetic as bit-vector terms.
//!
//! A number is taken apart once ([`Float`]): class, sign, exponent field and significand with its leading bit. Operations work on the
//! parts and give parts, so that a chain of operations puts nothing together in between. Each computes an exact result,
//! or one with a sticky bit for what is below, and leaves the rest to one function, `round`.
//!
//! Subnormal operands stay as they are for sums, comparisons and conversions to narrower formats, and are shifted up for products, quotients and roots.
//! What a circuit cannot need is not built: exponents carry static bounds (`ranged`), and a constant operand
//! or rounding mode folds through ([`Circuit`]).
//!
//! **Invariant:** `nan`, `inf` and `zero` exclude each other; the field and the significand of what is finite are those of its encoding
//! (of a zero, all zeros), those of NaN and infinity mean nothing; `magnitude` is the encoding without its sign for all but NaN.

mod add;
mod circuit;
mod compare;
mod convert;
mod divide;
mod integral;
mod multiply;
mod ranged;
mod remainder;
mod round;
mod shift;
mod unpack;

pub use circuit::Circuit;
pub use compare::Extreme;
pub use convert::Integer;
pub use round::Mode;
pub use unpack::Class;

use adumbra_terms::Term;

/// A binary format: bits of the exponent, and of the significand with its hidden bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Bits of the exponent, at least 2.
    pub exponent: u32,
    /// Bits of the significand, the hidden one included, at least 2.
    pub significand: u32,
}

impl Format {
    /// IEEE's half precision.
    pub const HALF: Format = Format { exponent: 5, significand: 11 };
    /// IEEE's single precision.
    pub const SINGLE: Format = Format { exponent: 8, significand: 24 };
    /// IEEE's double precision.
    pub const DOUBLE: Format = Format { exponent: 11, significand: 53 };
    /// The extended format of x87, without its explicit leading bit.
    pub const EXTENDED: Format = Format { exponent: 15, significand: 64 };
    /// IEEE's quadruple precision.
    pub const QUAD: Format = Format { exponent: 15, significand: 113 };

    /// The widest exponent that has circuits.
    pub const MAX_EXPONENT: u32 = 48;
    /// The widest significand that has circuits.
    pub const MAX_SIGNIFICAND: u32 = 1 << 12;

    /// The bits of an encoding.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Are there circuits for this format?
    pub fn is_supported(self) -> bool {
        (2..=Self::MAX_EXPONENT).contains(&self.exponent) && (2..=Self::MAX_SIGNIFICAND).contains(&self.significand)
    }

    /// What the exponent field is above the exponent.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The field of infinity and NaN.
    fn top_field(self) -> i64 {
        (1 << self.exponent) - 1
    }
}

/// A number taken apart: terms of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Float {
    /// Its format.
    pub format: Format,
    /// Is it NaN?
    pub nan: Term,
    /// Is it an infinity?
    pub inf: Term,
    /// Is it a zero?
    pub zero: Term,
    /// Is its sign bit set? Means nothing for NaN.
    pub sign: Term,
    /// The exponent field.
    pub field: Term,
    /// The significand with its leading bit, which is 0 for subnormal numbers.
    pub significand: Term,
    /// The encoding without its sign.
    pub magnitude: Term,
}
