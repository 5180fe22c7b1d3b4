//! Which way to go where it does not matter.
//!
//! A branch is irrelevant if nothing that is kept depends on it; then nothing is kept between it
//! and the location where its sides meet, its immediate post-dominator. It becomes a jump to that
//! one of its successors from which the function's end is nearest. Every path to the end passes the
//! post-dominator, so a shortest path to the end begins with a shortest path to the post-dominator;
//! each jump comes one step nearer. So jumps alone never go round in a circle, and irrelevant loops
//! are left.
//!
//! A return is nearer than a place where the program stops (`unreachable`). Endless loops have no
//! end; there, the loop's head counts as one, as it does where control dependence is computed.

use crate::sys::{Block, LLVMOpcode as Opcode, Value};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BinaryHeap;

/// What a stop costs, more than any path.
const STOP: u64 = 1 << 32;
/// What an endless loop costs, more than any stop.
const ENDLESS: u64 = 1 << 48;

/// The blocks to which control may go from a block.
pub fn successors(block: Block) -> Vec<Block> {
    let Some(terminator) = block.terminator() else { return Vec::new() };
    if terminator.opcode() == Opcode::LLVMInvoke {
        return vec![terminator.normal_destination()];
    }
    if let Some(only) = constant_way(terminator) {
        return vec![only];
    }
    terminator.successors()
}

/// Where a branch or switch on a constant leads.
fn constant_way(terminator: Value) -> Option<Block> {
    match terminator.opcode() {
        Opcode::LLVMBr if terminator.is_conditional() => {
            let value = terminator.operand(0).as_u64()?;
            terminator.successors().get(usize::from(value == 0)).copied()
        }
        Opcode::LLVMSwitch => {
            let value = terminator.operand(0).as_u64()?;
            let case = terminator.switch_cases().into_iter().find(|(case, _)| case.as_u64() == Some(value));
            case.map(|(_, target)| target).or_else(|| terminator.successors().first().copied())
        }
        _ => None,
    }
}

/// How far the function's end is from each of these blocks, which are in reverse post-order.
pub fn distances(blocks: &[Block]) -> HashMap<Block, u64> {
    let inside: HashSet<Block> = blocks.iter().copied().collect();
    let mut before: HashMap<Block, Vec<Block>> = HashMap::default();
    for &block in blocks {
        for next in successors(block) {
            before.entry(next).or_default().push(block);
        }
    }
    let mut found: HashMap<Block, u64> = HashMap::default();
    let ends = blocks.iter().filter(|b| successors(**b).is_empty());
    let start: Vec<(Block, u64)> = ends
        .map(|&b| (b, if b.terminator().is_some_and(|t| t.opcode() == Opcode::LLVMRet) { 0 } else { STOP }))
        .collect();
    spread(blocks, &inside, &before, &mut found, start);
    while let Some(&stuck) = blocks.iter().find(|b| !found.contains_key(b)) {
        let circle = last_circle(stuck, &inside, &before);
        let end = blocks.iter().find(|b| circle.contains(b)).copied().unwrap_or(stuck);
        spread(blocks, &inside, &before, &mut found, vec![(end, ENDLESS)]);
    }
    found
}

/// Shortest distances to the given ends, for blocks that have none yet or a longer one.
fn spread(
    blocks: &[Block],
    inside: &HashSet<Block>,
    before: &HashMap<Block, Vec<Block>>,
    found: &mut HashMap<Block, u64>,
    ends: Vec<(Block, u64)>,
) {
    let number: HashMap<Block, usize> = blocks.iter().enumerate().map(|(i, b)| (*b, i)).collect();
    let mut heap: BinaryHeap<(std::cmp::Reverse<u64>, usize)> = BinaryHeap::new();
    for (end, cost) in ends {
        if let Some(i) = number.get(&end) {
            heap.push((std::cmp::Reverse(cost), *i));
        }
    }
    while let Some((std::cmp::Reverse(distance), i)) = heap.pop() {
        let block = blocks[i];
        if found.get(&block).is_some_and(|known| *known <= distance) {
            continue;
        }
        found.insert(block, distance);
        for previous in before.get(&block).into_iter().flatten().filter(|p| inside.contains(p)) {
            heap.push((std::cmp::Reverse(distance + 1), number[previous]));
        }
    }
}

/// A set of blocks, reachable from one, that all reach each other and nothing else.
fn last_circle(mut block: Block, inside: &HashSet<Block>, before: &HashMap<Block, Vec<Block>>) -> HashSet<Block> {
    loop {
        let ahead = walk(block, |b| successors(b).into_iter().filter(|s| inside.contains(s)).collect());
        let behind = walk(block, |b| before.get(&b).cloned().unwrap_or_default());
        // The first in the order of the walk, so that the answer is the same each time.
        match ahead.0.iter().find(|b| !behind.1.contains(b)) {
            Some(further) => block = *further,
            None => return ahead.1,
        }
    }
}

fn walk(start: Block, next: impl Fn(Block) -> Vec<Block>) -> (Vec<Block>, HashSet<Block>) {
    let mut seen = HashSet::from_iter([start]);
    let mut order = vec![start];
    let mut i = 0;
    while i < order.len() {
        for block in next(order[i]) {
            if seen.insert(block) {
                order.push(block);
            }
        }
        i += 1;
    }
    (order, seen)
}
