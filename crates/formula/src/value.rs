//! Values: bits, or a pointer.

use adumbra_terms::Term;

/// A value of a register or of a place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The bits of an integer or a float.
    Bits(Term),
    /// A pointer. Object 0 is none: then the offset is the address, and null is 0 of it.
    Pointer {
        /// The number of the object.
        object: Term,
        /// The offset in it.
        offset: Term,
    },
}
