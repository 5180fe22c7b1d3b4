//! Which functions and globals the program can reach from its entry; only these are translated.

use crate::constants::resolve_alias;
use crate::sys::{Block, LLVMOpcode as Opcode, LLVMValueKind as Kind, Value};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// What is reachable, in a deterministic order.
#[derive(Debug, Default)]
pub struct Reach {
    /// Functions.
    pub functions: Vec<Value>,
    /// Globals.
    pub globals: Vec<Value>,
    /// Functions that are used other than by being called.
    pub address_taken: HashSet<Value>,
    /// Blocks whose address is taken, numbered from 1.
    pub block_numbers: HashMap<(Value, Block), u64>,
    seen: HashSet<Value>,
    work: Vec<Value>,
}

impl Reach {
    /// Walks from the roots.
    pub fn from(roots: impl IntoIterator<Item = Value>) -> Self {
        let mut reach = Reach::default();
        for root in roots {
            reach.visit(root);
        }
        while let Some(value) = reach.work.pop() {
            if value.is_function() {
                for instruction in value.blocks().flat_map(|b| b.instructions()) {
                    reach.instruction(instruction);
                }
            } else if let Some(init) = value.initializer() {
                reach.constant(init);
            }
        }
        reach
    }

    fn visit(&mut self, value: Value) {
        if !self.seen.insert(value) {
            return;
        }
        if value.is_function() {
            if value.intrinsic_id() == 0 {
                self.functions.push(value);
            }
        } else {
            self.globals.push(value);
        }
        self.work.push(value);
    }

    fn instruction(&mut self, instruction: Value) {
        let callee = match instruction.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr => {
                let callee = resolve_alias(instruction.callee());
                if callee.is_function() {
                    self.visit(callee);
                }
                Some(instruction.callee())
            }
            _ => None,
        };
        let arguments = match callee {
            Some(callee) => {
                let mut values = instruction.arguments();
                if !callee.is_function() && callee.is_constant() {
                    values.push(callee);
                }
                values
            }
            None => instruction.operands().collect(),
        };
        for operand in arguments {
            if !operand.is_block() && operand.is_constant() {
                self.constant(operand);
            }
        }
    }

    fn constant(&mut self, constant: Value) {
        let mut stack = vec![constant];
        let mut seen = HashSet::default();
        while let Some(value) = stack.pop() {
            let value = resolve_alias(value);
            match value.kind() {
                Kind::LLVMFunctionValueKind => {
                    self.address_taken.insert(value);
                    self.visit(value);
                }
                Kind::LLVMGlobalVariableValueKind => self.visit(value),
                Kind::LLVMBlockAddressValueKind => {
                    let next = self.block_numbers.len() as u64 + 1;
                    self.block_numbers.entry(value.block_address()).or_insert(next);
                }
                Kind::LLVMConstantExprValueKind
                | Kind::LLVMConstantArrayValueKind
                | Kind::LLVMConstantStructValueKind
                | Kind::LLVMConstantVectorValueKind
                    if seen.insert(value) =>
                {
                    stack.extend(value.operands());
                }
                _ => {}
            }
        }
    }
}

/// Shows all functions and globals that an instruction refers to, its callee too.
pub fn uses(instruction: Value, mut show: impl FnMut(Value)) {
    let mut stack: Vec<Value> = instruction.operands().filter(|o| !o.is_block() && o.is_constant()).collect();
    let mut seen = HashSet::default();
    while let Some(value) = stack.pop().map(resolve_alias) {
        match value.kind() {
            Kind::LLVMFunctionValueKind | Kind::LLVMGlobalVariableValueKind => show(value),
            Kind::LLVMConstantExprValueKind
            | Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantStructValueKind
            | Kind::LLVMConstantVectorValueKind
                if seen.insert(value) =>
            {
                stack.extend(value.operands());
            }
            _ => {}
        }
    }
}
