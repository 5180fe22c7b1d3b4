//! Proofs as data: closed sets of states, and complete unwindings.
//!
//! A [`ClosedSet`] lists abstract states. It proves a property if the initial state of the program
//! is covered by one of them, every execution from a concrete state that one of them describes
//! reaches, without a violation, an end or a concrete state that one of them describes, and does so
//! in boundedly many steps: the checker runs from each state along all feasible moves until it
//! comes to one of the listed [`Point`]s with a state that is described there.
//!
//! Where every path ends, nothing needs to be listed: a complete unwinding is the closed set
//! without states.
//!
//! An [`Induction`] says that no execution violates the property in a stretch between two visits of
//! its heads if it did not in the k stretches before: see there.
//!
//! # How certificates grow
//!
//! A certificate has a [version](Certificate::version), and a place for facts that not every
//! checker can judge: contracts of functions and facts about many objects. A checker that does not
//! know a kind of fact, or a version, says so; it never passes over what it does not know. The
//! version is that of their meaning. Whole certificates have no stored form; what strategies keep
//! of contracts between runs is theirs, and is judged anew.
//!
//! - `formula.rs`: formulas in states;
//! - `contract.rs`: contracts of functions; `many.rs`: facts about many objects.

mod contract;
mod formula;
mod many;

pub use contract::{Contract, Extent, Writes};
pub use formula::{Formulas, Leaf, OBJECT_BITS, Place};
pub use many::{Description, Link, Many};

use adumbra_program::{AllocationKind, Edge, Function, Global, Location, Register, Site};
use adumbra_terms::Term;

/// The version of certificates that these types make. It changes with what they say.
pub const VERSION: u32 = 3;

/// A proof.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What it means, by number; [`VERSION`] if it was made here.
    pub version: u32,
    /// Why there is no violation.
    pub argument: Argument,
    /// What functions demand and promise; the argument may rest on it.
    pub contracts: Vec<Contract>,
    /// How objects hang together of which the states speak as many.
    pub descriptions: Vec<Description>,
}

/// Why there is no violation.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A set of states that executions do not leave.
    ClosedSet(ClosedSet),
    /// All executions end, on boundedly many paths: the checker follows them from the start.
    Unwinding,
    /// k-induction over visits of listed states.
    Induction(Induction),
}

impl From<Argument> for Certificate {
    fn from(argument: Argument) -> Certificate {
        Certificate { version: VERSION, argument, contracts: Vec::new(), descriptions: Vec::new() }
    }
}

impl Certificate {
    /// The listed states.
    pub fn states(&self) -> &[StateFacts] {
        match &self.argument {
            Argument::ClosedSet(set) => &set.states,
            Argument::Induction(induction) => &induction.heads,
            Argument::Unwinding => &[],
        }
    }

    /// Leaves out the listed states that are not wanted.
    pub fn retain(&mut self, wanted: &[bool]) {
        let states = match &mut self.argument {
            Argument::ClosedSet(set) => &mut set.states,
            Argument::Induction(induction) => &mut induction.heads,
            Argument::Unwinding => return,
        };
        let mut wanted = wanted.iter().copied();
        states.retain(|_| wanted.next().unwrap_or(true));
    }
}

/// A proof by k-induction.
///
/// Executions are cut into *segments* where they come to a listed point: the first begins with the
/// program, all others at a point. It proves a property if the listed states are invariants, that
/// is, every segment that begins at the start or in a state that one of them describes and goes on
/// ends in a state that one of them describes; if no execution violates the property in its first
/// `depth` + 1 segments; and if none that begins in a listed state, and does not violate it in
/// `depth` segments, violates it in the next. Then no segment has a violation, by induction on its
/// number.
#[derive(Clone, Debug, Default)]
pub struct Induction {
    /// The number of segments that are taken to be without a violation.
    pub depth: u32,
    /// The points, usually heads of loops, with what is always known there.
    pub heads: Vec<StateFacts>,
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
    /// At the exit of a function, what is known of its results: which of them, its value.
    pub results: Vec<(u32, Known)>,
    /// Known variable arguments: the activation, the number of the argument beyond the parameters,
    /// its value.
    pub arguments: Vec<(u32, u32, Known)>,
    /// What else holds.
    pub formulas: Option<Box<Formulas>>,
    /// Runs of many objects, which are not listed one by one; owners are before what they own.
    pub many: Vec<Many>,
    /// Are all heap objects that live among the objects and the members of runs?
    pub all_heap: bool,
    /// Did whoever made the facts know more than can be said in them? Then what they do not exclude
    /// may be excluded.
    pub partial: bool,
}

impl StateFacts {
    /// A state of which nothing is known but where it is.
    pub fn at(point: Point) -> Self {
        StateFacts {
            point,
            objects: Vec::new(),
            registers: Vec::new(),
            cells: Vec::new(),
            results: Vec::new(),
            arguments: Vec::new(),
            formulas: None,
            many: Vec::new(),
            all_heap: false,
            partial: false,
        }
    }
}

/// An object that was allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    /// What it is.
    pub kind: ObjectKind,
    /// The activation that owns it, for objects of the stack; none if that has returned.
    pub activation: Option<u32>,
    /// Its size, if known.
    pub size: Option<u64>,
    /// Does it live? One of the stack that does not and whose activation is open is out of its
    /// scope.
    pub lives: Lives,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// It was allocated at a site.
    Allocated(Site, AllocationKind),
    /// It holds the variable arguments of its activation.
    Arguments,
}

impl ObjectKind {
    /// Is it of the heap?
    pub fn is_heap(self) -> bool {
        matches!(self, ObjectKind::Allocated(_, AllocationKind::Heap | AllocationKind::ZeroedHeap))
    }
}

/// Does an object live?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lives {
    /// Yes.
    Yes,
    /// No.
    No,
    /// It is not known, for an object of the heap.
    Perhaps,
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
    /// The first object of a run, by its index in [`StateFacts::many`].
    First(u32),
    /// The last object of a run, by its index in [`StateFacts::many`].
    Last(u32),
    /// The member that has the run; in the facts of a run that belongs to members alone.
    Owner,
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
    /// A pointer into one of some objects, at any offset; without an object: it points into none,
    /// and is any address.
    Into(Vec<Option<ObjectName>>),
}
