//! Which instructions have to remain so that the kept ones compute what they did.
//!
//! An instruction that became no edge is a part of those that use it, and remains if they do. It is
//! *available* if nothing below it was removed. A value that is not available is of no interest to
//! its user and becomes zero as a whole, so that, for instance, no division by a removed value is
//! left. Values of several parts are kept as far as their parts are available, for the user may
//! look at some parts only.

use crate::lifetimes::lifetime;
use crate::sys::{Block, LLVMOpcode as Opcode, Value};
use adumbra_frontend::protocol::FunctionRemainder;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// What became of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Its effect or value is kept.
    Kept,
    /// It is not kept.
    Removed,
    /// It was passed on the way and wrote nothing.
    Passed,
    /// It was not translated, or is part of its users.
    Part,
}

/// A function's instructions with their fates.
#[derive(Debug)]
pub struct Fates {
    fates: HashMap<Value, Fate>,
    decided: HashSet<Value>,
    available: HashMap<Value, bool>,
}

impl Fates {
    /// Matches numbers with instructions.
    pub fn new(function: Value, lists: &FunctionRemainder) -> Result<Self, String> {
        let all: Vec<Value> = function.blocks().flat_map(|b| b.instructions()).collect();
        let find = |number: u32| {
            all.get(number as usize)
                .copied()
                .ok_or_else(|| format!("internal error: `{}` has changed since it was loaded", function.name()))
        };
        let mut fates = HashMap::default();
        let sets = [(&lists.kept, Fate::Kept), (&lists.removed, Fate::Removed), (&lists.passed, Fate::Passed)];
        for (numbers, fate) in sets {
            for &number in numbers {
                fates.insert(find(number)?, fate);
            }
        }
        let decided = lists.decided.iter().map(|n| find(*n)).collect::<Result<_, _>>()?;
        Ok(Fates { fates, decided, available: HashMap::default() })
    }

    /// The fate of an instruction.
    pub fn of(&self, instruction: Value) -> Fate {
        self.fates.get(&instruction).copied().unwrap_or(Fate::Part)
    }

    /// Does it matter, or is it known, which way a terminator takes?
    pub fn is_decided(&self, terminator: Value) -> bool {
        self.decided.contains(&terminator)
    }

    /// Did the translation get to the block?
    pub fn is_reached(&self, block: Block) -> bool {
        block.instructions().any(|i| self.of(i) != Fate::Part)
    }

    /// Is nothing removed that the instruction's value is made of?
    fn is_available(&mut self, instruction: Value) -> bool {
        if let Some(known) = self.available.get(&instruction) {
            return *known;
        }
        // Operands of one instruction only; chains of parts are short, since translation cuts deep
        // expressions.
        let answer = match (self.of(instruction), instruction.opcode()) {
            (Fate::Kept, _) | (_, Opcode::LLVMPHI) => true,
            (Fate::Removed, _) => false,
            (_, Opcode::LLVMExtractValue | Opcode::LLVMExtractElement) => {
                self.of(instruction.operand(0)) != Fate::Removed
            }
            _ => {
                let operands: Vec<Value> = instruction.operands().filter(|o| o.is_instruction()).collect();
                operands.into_iter().all(|o| self.is_available(o))
            }
        };
        self.available.insert(instruction, answer);
        answer
    }

    /// Must the operand of a kept instruction be kept too? If not, it becomes zero.
    pub fn is_needed(&mut self, operand: Value) -> bool {
        self.is_available(operand) || (operand.ty().is_composed() && self.of(operand) != Fate::Removed)
    }
}

/// The instructions that remain in these blocks, terminators aside.
pub fn remaining(fates: &mut Fates, blocks: &[Block], decided: &HashSet<Value>) -> HashSet<Value> {
    let mut needed: HashSet<Value> = HashSet::default();
    let mut work: Vec<Value> = Vec::new();
    let inside: HashSet<Block> = blocks.iter().copied().collect();
    for &block in blocks {
        for instruction in block.instructions() {
            let terminator = block.terminator() == Some(instruction);
            let wanted = match instruction.opcode() {
                Opcode::LLVMRet | Opcode::LLVMInvoke => fates.of(instruction) == Fate::Kept,
                _ if terminator => decided.contains(&instruction),
                _ => (fates.of(instruction) == Fate::Kept && !is_marker(instruction)) || never_returns(instruction),
            };
            if wanted && needed.insert(instruction) {
                work.push(instruction);
            }
        }
    }
    while let Some(user) = work.pop() {
        for operand in operands(user, &inside) {
            if fates.is_needed(operand) && needed.insert(operand) {
                work.push(operand);
            }
        }
    }
    // Scopes: a local that remains has all its markers, or the compiler would draw wrong
    // conclusions.
    let markers = blocks.iter().flat_map(|b| b.instructions()).filter(|i| is_marker(*i));
    let markers: Vec<Value> = markers.filter(|i| i.operands().any(|o| needed.contains(&o))).collect();
    needed.extend(markers);
    needed
}

/// The operands that are instructions; of a φ, only those that come from blocks that remain.
fn operands(user: Value, inside: &HashSet<Block>) -> Vec<Value> {
    let is_instruction = |value: &Value| !value.is_block() && value.is_instruction();
    if user.opcode() == Opcode::LLVMPHI {
        return user
            .incoming()
            .into_iter()
            .filter(|(_, b)| inside.contains(b))
            .map(|(v, _)| v)
            .filter(is_instruction)
            .collect();
    }
    user.operands().filter(is_instruction).collect()
}

fn is_marker(instruction: Value) -> bool {
    lifetime(instruction, "llvm.lifetime.").is_some()
}

/// Is it a call after which the program does not go on? Without it, what is undefined would be
/// reached.
fn never_returns(instruction: Value) -> bool {
    let attribute = |call: Value| {
        let callee = call.callee();
        call.call_attribute(u32::MAX, "noreturn")
            || (callee.is_function() && callee.has_attribute(u32::MAX, "noreturn"))
    };
    instruction.opcode() == Opcode::LLVMCall
        && instruction
            .parent()
            .terminator()
            .is_some_and(|t| t.opcode() == Opcode::LLVMUnreachable && t.previous() == Some(instruction))
        && attribute(instruction)
}
