//! Abstract states, and how they were reached.

use adumbra_engine::Valued;
use adumbra_formula::Block;
use adumbra_predicates::Region;
use adumbra_program::{Edge, Function, Location, Move};
use adumbra_terms::Term;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What is known: an abstraction, and what happened since.
#[derive(Clone, Debug)]
pub struct PredicateState {
    /// The number of the abstraction with which the block began.
    pub(crate) abstraction: u32,
    /// What happened since.
    pub(crate) block: Block,
    /// How many moves the block has, on its longest path; 0 if it just began.
    pub(crate) length: u32,
    /// How many heads of loops the block has passed, where no other part counts them. Of two blocks
    /// from the same state to the same place one may be the beginning of the other only if it has
    /// passed fewer, so that blocks with equal numbers took different sides of a branch.
    pub(crate) heads: u32,
    /// The moves of the block. It does not count for what the state is.
    pub(crate) trace: u32,
}

impl PartialEq for PredicateState {
    fn eq(&self, other: &Self) -> bool {
        (self.abstraction, self.length, self.heads) == (other.abstraction, other.length, other.heads)
            && self.block == other.block
    }
}

impl Eq for PredicateState {}

impl Hash for PredicateState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.abstraction.hash(hasher);
        self.length.hash(hasher);
        self.heads.hash(hasher);
        self.block.hash(hasher);
    }
}

/// The end of a block.
#[derive(Clone, Debug)]
pub(crate) struct Abstracted {
    /// What holds there.
    pub(crate) region: Region,
    /// Where it is.
    pub(crate) location: Location,
    /// The calls that are open there.
    pub(crate) calls: Rc<Vec<Edge>>,
    /// Registers and cells that have one value there.
    pub(crate) equal: Vec<(Valued, u128)>,
    /// The end of the block before; none at the start of the program.
    pub(crate) previous: Option<u32>,
    /// The block that ended.
    pub(crate) block: Block,
    /// Its moves.
    pub(crate) trace: u32,
}

/// The number of a call that was gone through.
pub(crate) type ThroughId = u32;

/// The number of a target inside a function.
pub(crate) type InsideId = u32;

/// A call that a block goes through.
#[derive(Clone, Debug)]
pub(crate) struct Through {
    /// The function.
    pub(crate) callee: Function,
    /// The block where the function was just entered, and the one behind it.
    pub(crate) before: Block,
    pub(crate) after: Block,
    /// The abstraction where the function ends.
    pub(crate) exit: u32,
}

/// A target inside a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Inside {
    /// The function.
    pub(crate) callee: Function,
    /// Where it was just entered.
    pub(crate) before: PredicateState,
    /// The target, for the function by itself.
    pub(crate) inner: PredicateState,
}

/// The moves of a block, backward.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trace {
    /// The block begins.
    Start,
    /// A move after others.
    Step(u32, Move),
    /// A move after others at which nothing was taken to happen.
    Skip(u32, Move),
    /// The one way if the condition holds, over the state before the block, else the other.
    Either(Term, u32, u32),
    /// Behind moves that enter a function, all that it does.
    Through(u32, ThroughId),
    /// A target inside a function, with how it was entered.
    Inside(InsideId),
}
