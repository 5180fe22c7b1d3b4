//! Blocks: parts of a program that can be looked at apart from those who use them.

use crate::ids::{Function, Location};

/// The number of a block.
pub type BlockId = u32;

/// A block of a program: what is entered and left at known places of one function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The function that contains it.
    pub function: Function,
    /// Where it is entered.
    pub entries: Vec<Location>,
    /// Where it is left. For a function this is its exit; for a loop the locations just outside it.
    pub exits: Vec<Location>,
}
