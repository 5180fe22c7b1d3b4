//! Floating point: formats, rounding modes, values and their exact arithmetic.
//!
//! A value is a bit pattern in IEEE 754's layout (sign, exponent, fraction), and there is one NaN,
//! so that SMT-LIB's `=` is equality of patterns. Arithmetic is that of the standard's definition:
//! the exact result, rounded once (`round.rs`). It is done on integers of any size, in 128-bit
//! words where the format is small enough. The hardware is not asked; it is what the tests compare
//! with.

mod arith;
mod convert;
mod format;
mod magnitude;
mod range;
mod round;
mod value;

pub use convert::Rational;
pub use format::{Format, MAX_EXPONENT, MAX_SIGNIFICAND, RoundingMode};
pub use range::integer_range;
pub use value::Float;
