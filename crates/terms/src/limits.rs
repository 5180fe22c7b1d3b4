//! How large sorts may be, and why there is no such sort.

/// The most bits of an exponent. Exponents of products and quotients stay far below 2^63.
pub const MAX_EXPONENT: u32 = 30;

/// The most bits of a significand, the hidden one included.
pub const MAX_SIGNIFICAND: u32 = 1 << 16;

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 1 << 24;

/// The deepest nesting of arrays in arrays.
pub const MAX_SORT_DEPTH: u32 = 64;

/// Why there is no such sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SortError {
    /// Width zero.
    #[error("a bit-vector has at least one bit")]
    ZeroWidth,
    /// More than [`MAX_WIDTH`] bits.
    #[error("a bit-vector of {0} bits is wider than the limit of {MAX_WIDTH} bits")]
    TooWide(u64),
    /// A floating-point format without exponent or significand, or too large.
    #[error(
        "there is no floating-point format with {0} exponent and {1} significand bits; both are at least 2, at most \
         {MAX_EXPONENT} and {MAX_SIGNIFICAND}"
    )]
    FloatFormat(u64, u64),
    /// The index is itself an array.
    #[error("an array index must not be an array")]
    IndexSort,
    /// More than [`MAX_SORT_DEPTH`] arrays in arrays.
    #[error("array sorts are nested deeper than the limit of {MAX_SORT_DEPTH}")]
    TooDeep,
}
