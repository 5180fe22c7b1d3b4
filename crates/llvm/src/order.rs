//! The order in which the blocks of a function are looked at.

use crate::sys::Block;
use rustc_hash::FxHashSet as HashSet;

/// The blocks that control may get to, each before those it leads to, loops aside.
pub(crate) fn reverse_post_order(entry: Block) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen = HashSet::from_iter([entry]);
    let successors = |block: Block| block.terminator().map(|t| t.successors()).unwrap_or_default();
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
