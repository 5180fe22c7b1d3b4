//! SF 1.0: the line format of formulas over bit-vectors of at most 64 bits, in and out.
//!
//! ```text
//! v 1.0                 # version
//! e 0                   # expected verdict, informative
//! d x:i32 y:i32 b:i1    # declarations
//! c y + x 7:i32         # y = x + 7
//! p ult x y             # x < y must hold
//! ```
//!
//! Truth values are of type `i1`. Shift amounts are `i8`. `extr a lo hi` takes bits from `lo` up to
//! but not including `hi`; in `conc a b` the bits of `a` are above those of `b`. Division by zero
//! is that of SMT-LIB.

mod read;
mod write;

pub use read::{Formula, SfCause, SfError, read};
pub use write::{NotSf, write};
