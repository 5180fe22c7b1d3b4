//! Blocks: parts of a program that are explored apart from those who use them.

pub use adumbra_program::block::{Block, BlockId};

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
