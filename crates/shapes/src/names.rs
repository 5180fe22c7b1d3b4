//! What the user of this crate has numbers for: pointers, fields, assertions, conditions.
//!
//! The crate knows no programs. Whoever does gives each thing that shapes are about a number.

use std::fmt;

macro_rules! number {
    ($(#[$about:meta])* $name:ident, $letter:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

number!(
    /// A pointer variable. It is null or points to a node.
    Pointer, "x"
);
number!(
    /// A field that links nodes. It is null or points to a node.
    Field, "f"
);
number!(
    /// An assertion about the data of one node, such as `data = 0`.
    Assertion, "d"
);
number!(
    /// A condition that is about no node, such as `flag`.
    Nullary, "c"
);

/// How things are called in what people read.
pub trait Names {
    /// The name of a pointer.
    fn pointer(&self, pointer: Pointer) -> String {
        pointer.to_string()
    }
    /// The name of a field.
    fn field(&self, field: Field) -> String {
        field.to_string()
    }
    /// An assertion as text.
    fn assertion(&self, assertion: Assertion) -> String {
        assertion.to_string()
    }
    /// A condition as text.
    fn nullary(&self, nullary: Nullary) -> String {
        nullary.to_string()
    }
}

/// Names that are the numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers;

impl Names for Numbers {}

macro_rules! entry {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);
    };
}

entry!(
    /// The number of a class in a store.
    ClassId
);
entry!(
    /// The number of a graph in a store; it also says the class.
    GraphId
);
entry!(
    /// The number of a set of graphs in a store.
    SetId
);
entry!(
    /// The number of an operation in a store.
    OperationId
);
