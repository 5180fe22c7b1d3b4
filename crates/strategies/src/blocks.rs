//! Exploration by blocks: which blocks a program has, and what was counted of them.

use crate::block_options::BlockOptions;
use crate::task::Task;
use crate::task::composition::Single;
use adumbra_analyses::partition;
use adumbra_dependence::Partition;
use adumbra_engine::{Algorithm, BlockTable, MemoCounts, Memoizing};
use std::sync::Arc;

/// The blocks of a task, if its configuration asks for some, and how they are explored. Where tests
/// are made from the ends of paths, every call is explored on its own.
pub(crate) fn asked(task: &Task<'_>, single: &Single) -> Option<(Arc<BlockTable>, Memoizing)> {
    let options: BlockOptions = single.options.of();
    let partition = options.memoize.partition().filter(|_| !task.request.tests)?;
    let table = match partition {
        // Which functions there are is known without looking at pointers.
        Partition::Functions => BlockTable::of_functions(&task.program),
        _ => partition::table(&task.program, task.pointers.blocks(partition)),
    };
    Some((Arc::new(table), options.memoizing()))
}

/// What was counted, as rows.
pub(crate) fn counts(algorithm: &Algorithm) -> Vec<(String, String)> {
    let Some((counts, blocks, sets)) = algorithm.blocks() else { return Vec::new() };
    let MemoCounts { misses, full_hits, partial_hits, covered, rounds, widened_entries, widened_exits, cut } = counts;
    let rows = [
        ("blocks", blocks as u64),
        ("sets of blocks", sets.saturating_sub(1) as u64),
        ("block misses", misses),
        ("block hits", full_hits),
        ("partial block hits", partial_hits),
        ("recursive calls", covered),
        ("rounds of recursion", rounds),
        ("widened entries", widened_entries),
        ("widened exits", widened_exits),
        ("sets cut by refinement", cut),
    ];
    rows.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())).collect()
}
