//! Floating-point arithmetic as bit-vector terms.
//!
//! A number is taken apart once ([`Float`]): class, sign, exponent field and significand with its
//! leading bit. Operations work on the parts and give parts, so that a chain of operations puts
//! nothing together in between. Each computes an exact result, or one with a sticky bit for what is
//! below, and leaves the rest to one function, `round`.
//!
//! Subnormal operands stay as they are for sums, comparisons and conversions to narrower formats,
//! and are shifted up for products, quotients and roots. What a circuit cannot need is not built:
//! exponents carry static bounds (`ranged`), and a constant operand or rounding mode folds through
//! ([`Circuit`]).
//!
//! **Invariant:** `nan`, `inf` and `zero` exclude each other; the field and the significand of what
//! is finite are those of its encoding (of a zero, all zeros), those of NaN and infinity mean
//! nothing; `magnitude` is the encoding without its sign for all but NaN.

mod add;
pub mod boxes;
mod circuit;
mod compare;
mod convert;
mod divide;
mod integral;
mod lower;
mod multiply;
mod raise;
mod ranged;
mod remainder;
mod round;
mod shift;
mod sorts;
mod unpack;

pub use circuit::Circuit;
pub use compare::Extreme;
pub use convert::Integer;
pub use lower::{Lowering, Unlowered};
pub use round::Mode;
pub use unpack::Class;

use adumbra_terms::Term;
pub use adumbra_terms::float::Format;

/// The widest significand that has circuits.
pub const WIDEST: u32 = 1 << 12;

/// The field of infinity and NaN.
fn top_field(format: Format) -> i64 {
    (1 << format.exponent_bits()) - 1
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

/// Both operands of an operation that does not mind their order, in one order: sums and products
/// commute by their form.
fn ordered<'a>(a: &'a Float, b: &'a Float) -> (&'a Float, &'a Float) {
    if (a.magnitude, a.sign) <= (b.magnitude, b.sign) { (a, b) } else { (b, a) }
}
