//! One function: ways are chosen, instructions erased, φ nodes made to fit the blocks that still
//! lead to them.

use super::needs::{Fate, Fates, remaining};
use super::ways;
use crate::order::reverse_post_order;
use crate::sys::{Block, LLVMOpcode as Opcode, Module, Session, Value};
use adumbra_frontend::protocol::FunctionRemainder;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Cuts a function down to what remains of it.
pub fn cut(session: &Session, module: &Module<'_>, function: Value, lists: &FunctionRemainder) -> Result<(), String> {
    let mut fates = Fates::new(function, lists)?;
    let all: Vec<Block> = function.blocks().collect();
    let Some(&entry) = all.first() else { return Ok(()) };
    let reached: Vec<Block> = reverse_post_order(entry).into_iter().filter(|b| fates.is_reached(*b)).collect();
    let distances = ways::distances(&reached);

    // The way that a terminator takes from now on; without an entry it stays as it is.
    let mut jumps: HashMap<Block, Block> = HashMap::default();
    let mut decided: HashSet<Value> = HashSet::default();
    for &block in &reached {
        let Some(terminator) = block.terminator() else { continue };
        let to = match terminator.opcode() {
            Opcode::LLVMInvoke if fates.of(terminator) != Fate::Kept => Some(terminator.normal_destination()),
            Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr if !fates.is_decided(terminator) => {
                nearest(&terminator.successors(), &distances)
            }
            _ => None,
        };
        match to {
            Some(to) => drop(jumps.insert(block, to)),
            None => drop(decided.insert(terminator)),
        }
    }

    let (after, stubs) = reachable(entry, &reached, &jumps);
    let mut remaining = remaining(&mut fates, &after, &decided);
    let survivors: HashSet<Block> = after.iter().chain(&stubs).copied().collect();
    for (&block, &to) in &jumps {
        replace_terminator(session, block, to);
    }
    stubs.iter().for_each(|stub| empty(session, module, *stub));
    fit_operands(module, &after, &remaining);
    let leading = predecessors(&survivors, &all);
    for &block in &after {
        fit_phis(session, block, &mut remaining, leading.get(&block).map_or(&[], Vec::as_slice));
    }
    let dead: Vec<Block> = all.iter().copied().filter(|b| !survivors.contains(b)).collect();
    for &block in &after {
        let terminator = block.terminator();
        let gone: Vec<Value> = block
            .instructions()
            .filter(|i| Some(*i) != terminator && !remaining.contains(i) && i.opcode() != Opcode::LLVMPHI)
            .collect();
        gone.into_iter().rev().for_each(Value::erase_used);
    }
    // First all instructions, which may use each other's results in any order, then the blocks.
    for &block in &dead {
        let gone: Vec<Value> = block.instructions().collect();
        gone.into_iter().rev().for_each(Value::erase_used);
    }
    dead.into_iter().for_each(Block::delete);
    Ok(())
}

/// The successor from which the end is nearest, the first of several.
fn nearest(successors: &[Block], distances: &HashMap<Block, u64>) -> Option<Block> {
    successors.iter().copied().min_by_key(|b| distances.get(b).copied().unwrap_or(u64::MAX))
}

/// The blocks that control still gets to: those that were translated, and those that were not and
/// only stop it.
fn reachable(entry: Block, reached: &[Block], jumps: &HashMap<Block, Block>) -> (Vec<Block>, Vec<Block>) {
    let translated: HashSet<Block> = reached.iter().copied().collect();
    let mut seen = HashSet::from_iter([entry]);
    let (mut after, mut stubs, mut work) = (Vec::new(), Vec::new(), vec![entry]);
    while let Some(block) = work.pop() {
        if !translated.contains(&block) {
            stubs.push(block);
            continue;
        }
        after.push(block);
        let next = match jumps.get(&block) {
            Some(to) => vec![*to],
            None => block.terminator().map(|t| t.successors()).unwrap_or_default(),
        };
        work.extend(next.into_iter().filter(|b| seen.insert(*b)));
    }
    (after, stubs)
}

fn replace_terminator(session: &Session, block: Block, to: Block) {
    if let Some(terminator) = block.terminator() {
        session.insert_branch(terminator, to);
        terminator.erase_used();
    }
}

/// Leaves nothing of a block but a stop. A landing pad has to begin as one.
fn empty(session: &Session, module: &Module<'_>, block: Block) {
    let Some(terminator) = block.terminator() else { return };
    session.insert_plain_call(terminator, module.trap());
    session.insert_unreachable(terminator);
    let gone: Vec<Value> = block.instructions().collect();
    let pad = |i: &Value| i.opcode() == Opcode::LLVMLandingPad;
    let end = gone.iter().position(|i| *i == terminator).map_or(0, |i| i.saturating_sub(2));
    let rest = gone[..end].iter().filter(|i| !pad(i)).chain(std::iter::once(&terminator));
    let rest: Vec<Value> = rest.copied().collect();
    rest.into_iter().rev().for_each(Value::erase_used);
}

/// Replaces what is not kept, in what is, by zero.
fn fit_operands(module: &Module<'_>, blocks: &[Block], remaining: &HashSet<Value>) {
    for block in blocks {
        let terminator = block.terminator();
        for user in block.instructions() {
            if user.opcode() == Opcode::LLVMPHI || !(remaining.contains(&user) || Some(user) == terminator) {
                continue;
            }
            for index in 0..user.operand_count() {
                let operand = user.operand(index);
                if operand.is_block() || !operand.is_instruction() || remaining.contains(&operand) {
                    continue;
                }
                let copied = match user.opcode() {
                    Opcode::LLVMCall | Opcode::LLVMInvoke => user.call_type_attribute(index + 1, "byval"),
                    _ => None,
                };
                // A structure that is passed by value is read by the call itself.
                let zero = copied.map_or_else(|| operand.ty().zero(), |ty| module.zero_object(ty));
                user.set_operand(index, zero);
            }
        }
    }
}

/// The blocks that lead to a block, once for each way.
fn predecessors(survivors: &HashSet<Block>, order: &[Block]) -> HashMap<Block, Vec<Block>> {
    let mut out: HashMap<Block, Vec<Block>> = HashMap::default();
    for &block in order.iter().filter(|b| survivors.contains(b)) {
        for next in block.terminator().map(|t| t.successors()).unwrap_or_default() {
            out.entry(next).or_default().push(block);
        }
    }
    out
}

/// Makes the φ nodes of a block anew, for the blocks that still lead to it.
fn fit_phis(session: &Session, block: Block, remaining: &mut HashSet<Value>, leading: &[Block]) {
    let phis: Vec<Value> = block.instructions().take_while(|i| i.opcode() == Opcode::LLVMPHI).collect();
    let mut made = Vec::new();
    for &phi in phis.iter().filter(|p| remaining.contains(p)) {
        let incoming = phi.incoming();
        let values = leading.iter().map(|from| {
            let value = incoming.iter().find(|(_, b)| b == from).map(|(v, _)| *v);
            let kept = value.filter(|v| !v.is_instruction() || remaining.contains(v));
            (kept.unwrap_or_else(|| phi.ty().zero()), *from)
        });
        let values: Vec<(Value, Block)> = values.collect();
        made.push((phi, session.insert_phi(phi, phi.ty(), &values)));
    }
    for (old, new) in made {
        remaining.insert(new);
        old.replace_uses_with(new);
    }
    phis.into_iter().for_each(Value::erase_used);
}
