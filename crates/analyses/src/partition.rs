//! The blocks of a partition, as an exploration has to know them.

use adumbra_dependence::{self as dependence, Blocks};
use adumbra_engine::{BlockKind, BlockTable, Described};
use adumbra_program::Program;

/// The table of the blocks of a partition, by the same numbers.
pub fn table(program: &Program, blocks: &Blocks) -> BlockTable {
    let described = blocks.iter().map(|(_, data)| Described {
        block: data.block.clone(),
        kind: match data.kind {
            dependence::BlockKind::Function => BlockKind::Function,
            dependence::BlockKind::Loop(_) => BlockKind::Loop,
        },
        recursive: data.recursive,
    });
    BlockTable::new(program, described.collect())
}
