//! What the parts of a composite ask each other.
//!
//! A part never looks at the type of a sibling. It asks a [`Question`] about the state in hand, and
//! whichever sibling knows answers with a [`Fact`]. A fact holds in every concrete state that the
//! sibling's abstract state stands for.

use adumbra_program::{Edge, ExprId, Function, Global, Location, Register};

/// A question about the state in hand. Expressions are over the registers of the current
/// activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where is the execution? Answered by [`Fact::At`].
    Location,
    /// Which call is open innermost? Answered by [`Fact::OpenCall`].
    OpenCall,
    /// How many calls are open? Answered by [`Fact::Count`].
    CallDepth,
    /// Which functions may a pointer point to? Answered by [`Fact::Functions`].
    Callees(ExprId),
    /// The value of an integer or float expression. Answered by [`Fact::Constant`].
    Constant(ExprId),
    /// Bounds of an integer expression, as an unsigned or as a signed number. Answered by
    /// [`Fact::Unsigned`] or [`Fact::Signed`].
    Bounds {
        /// The expression.
        expr: ExprId,
        /// Read it as a signed number?
        signed: bool,
    },
    /// The value of a register of an activation, or its bounds; 0 is the outermost activation.
    /// Answered by [`Fact::Constant`], [`Fact::Unsigned`] or [`Fact::Signed`].
    Register {
        /// The number of calls around the activation.
        depth: u32,
        /// The register, of an integer type.
        register: Register,
    },
    /// The same for some bytes of a global.
    Cell {
        /// The global.
        global: Global,
        /// The offset of the first byte.
        offset: u64,
        /// The number of bytes, at most 16.
        length: u32,
    },
    /// Of which registers and cells does a state, as it just came about, know the value? Answered
    /// by [`Fact::Equal`].
    Equalities,
    /// Is a pointer expression null? Answered by [`Fact::Truth`].
    IsNull(ExprId),
    /// Is the execution where a bound on loops ends the exploration? Answered by [`Fact::Truth`].
    BeyondBound,
    /// Are violations here taken not to happen? Answered by [`Fact::Truth`].
    Assumed,
    /// What did a part give up, while states are adjusted or act on an interruption? Only asked
    /// then, by parts behind it. Answered by [`Fact::GivenUp`].
    GivenUp,
    /// Has the last step broken a rule of a specification? Answered by [`Fact::Truth`].
    RuleBroken,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The location.
    At(Location),
    /// The call edge of the innermost open call; `None` in the entry function.
    OpenCall(Option<Edge>),
    /// A number.
    Count(u64),
    /// All functions that are possible.
    Functions(Vec<Function>),
    /// The bits of a value, at most 128 of them.
    Constant(u128),
    /// Lowest and highest value, unsigned.
    Unsigned(u128, u128),
    /// Lowest and highest value, signed.
    Signed(i128, i128),
    /// Yes or no.
    Truth(bool),
    /// Places that have these bits, at most 128 of them.
    Equal(Vec<(Valued, u128)>),
    /// What was known and is not tracked any more.
    GivenUp(GivenUp),
}

/// What a part knew of the state in hand and does not track any more, so that others can take it
/// over: all that it says held in the state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivenUp {
    /// Places with the values that they had.
    pub places: Vec<(Valued, Given)>,
    /// The structure on the heap that they led into: all of it that was known.
    pub objects: Vec<GivenObject>,
}

/// A value that was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// So many bytes with these bits. A pointer that is null has the bits 0.
    Bits(u32, u64),
    /// A pointer into an object of the structure, at an offset.
    Pointer(u32, u64),
}

/// An object of a structure that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenObject {
    /// Its number in the structure.
    pub number: u32,
    /// What was known in it: offsets with values, in ascending order.
    pub cells: Vec<(u64, Given)>,
}

/// Something that has a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Valued {
    /// A register of the activation with so many calls around it.
    Register(u32, Register),
    /// So many bytes at an offset of a global.
    Cell(Global, u64, u32),
}
