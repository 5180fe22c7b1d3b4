//! Dense identifiers of the program model.
//!
//! Everything in a [`Program`](crate::Program) is named by a `u32` newtype that indexes a dense
//! table. Locations, edges and registers are numbered across the whole program; those of one
//! function are contiguous.

use serde::{Deserialize, Serialize};

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(u32);
        cranelift_entity::entity_impl!($name, $prefix);
    };
}

entity!(
    /// A function, defined or only declared.
    Function, "fn"
);
entity!(
    /// A program location: a node of a control-flow automaton.
    Location, "l"
);
entity!(
    /// A control-flow edge; it carries one operation.
    Edge, "e"
);
entity!(
    /// A register of a function. Each activation of the function has its own copy.
    Register, "r"
);
entity!(
    /// A global object.
    Global, "g"
);
entity!(
    /// A hash-consed, side-effect-free expression.
    ExprId, "x"
);
entity!(
    /// A constant wider than 64 bits.
    WideConst, "w"
);
entity!(
    /// A place in the source program that creates an object or an indeterminate value. Sites are
    /// numbered before any pass runs, so that the promoted and the unpromoted form of a program
    /// name them alike.
    Site, "s"
);
entity!(
    /// A source file.
    SourceFile, "file"
);
entity!(
    /// A C type, as the debug information describes it.
    CTypeId, "ctype"
);
entity!(
    /// An interned string: a name or a reason.
    Symbol, "sym"
);
