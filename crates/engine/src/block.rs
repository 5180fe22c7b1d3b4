//! Blocks: parts of a program that are explored apart from those who use them.

use adumbra_program::{Function, Location};

/// The number of a block.
pub type BlockId = u32;

/// Where a state is with regard to blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// At no boundary: it is explored by moves.
    Inside,
    /// At the entry of a block: what is behind the block is found by exploring that.
    Enter(BlockId),
    /// At an exit of the block that is explored: whoever uses the block goes on from here.
    Exit,
}

/// A block of a program, for the operators of block abstraction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The function that contains it.
    pub function: Function,
    /// Where it is entered.
    pub entries: Vec<Location>,
    /// Where it is left.
    pub exits: Vec<Location>,
}
