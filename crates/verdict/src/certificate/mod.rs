//! Proofs as data: closed sets of states.
//!
//! A [`ClosedSet`] lists abstract states. It proves a property if the initial state of the program is covered by one of
//! them, every execution from a concrete state that one of them describes reaches, without a violation, an end or a
//! concrete state that one of them describes, and does so in boundedly many steps: the checker runs from each state along all
//! feasible moves until it comes to one of the listed [`Point`]s with a state that is described there.
//!
//! - `check.rs`: the run from state to state; `load.rs`: from facts to a state of the symbolic machine;
//! - `cover.rs`: does a listed state describe it? `index.rs`: which of them may.
//!
//! The functions without a body are taken to be pure.

mod check;
mod cover;
mod index;
mod load;

pub use check::{CheckLimits, Checks, Rejected, Why, check};

use adumbra_program::{AllocationKind, Edge, Function, Global, Location, Register, Site};

/// A proof.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// A set of states that executions do not leave.
    ClosedSet(ClosedSet),
}

/// A set of abstract states that executions do not leave.
#[derive(Clone, Debug, Default)]
pub struct ClosedSet {
    /// The states.
    pub states: Vec<StateFacts>,
}

/// Where an execution is: the location, and the open calls, the outermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The location.
    pub location: Location,
    /// The call edges of the open calls.
    pub calls: Vec<Edge>,
}

/// What is known in a state. What is not listed is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFacts {
    /// Where.
    pub point: Point,
    /// The objects that exist besides globals and functions and that facts speak of.
    pub objects: Vec<ObjectFacts>,
    /// Known registers: the activation (0 is the outermost), the register, its value.
    pub registers: Vec<(u32, Register, Known)>,
    /// Known cells of memory: the object, the offset, the number of bytes, the value.
    pub cells: Vec<(ObjectName, u64, u32, Known)>,
}

/// An object that was allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    /// Its site.
    pub site: Site,
    /// What it is.
    pub kind: AllocationKind,
    /// The activation that owns it, for objects of the stack; none if that has returned.
    pub activation: Option<u32>,
    /// Its size, if known.
    pub size: Option<u64>,
    /// Does it live? One of the stack that does not and whose activation is open is out of its scope.
    pub live: bool,
}

/// The name of an object within a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectName {
    /// A global.
    Global(Global),
    /// A function.
    Function(Function),
    /// An allocated object, by its index in [`StateFacts::objects`].
    Allocated(u32),
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// These bits: an integer or a float, little-endian words.
    Bits(Vec<u64>),
    /// Within bounds, unsigned.
    Unsigned(u128, u128),
    /// Within bounds, signed.
    Signed(i128, i128),
    /// A pointer into an object, with a known offset.
    Pointer(ObjectName, u64),
    /// The null pointer.
    Null,
}
