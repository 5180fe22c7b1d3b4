//! Volatile objects that others define: something outside may change them at any time, so that each
//! read is an input.
//!
//! Declarations have no debug information. An object that is only declared is taken for volatile if
//! all accesses to it by its name are. A volatile read through a pointer may be one of such an
//! object only if the address of one is used otherwise; then it is not modelled.

use super::Reach;
use super::function::Translator;
use crate::constants::resolve_alias;
use crate::sys::{LLVMOpcode as Opcode, LLVMValueKind as Kind, Value};
use adumbra_program::{InputSource, Op};
use rustc_hash::FxHashMap as HashMap;

/// The volatile objects that others define.
#[derive(Debug, Default)]
pub struct VolatileObjects {
    /// Each with whether its address is used other than for accesses.
    objects: HashMap<Value, bool>,
}

impl VolatileObjects {
    /// Looks at all accesses to what is only declared.
    pub fn find(reach: &Reach) -> Self {
        let declared = reach.globals.iter().filter(|global| global.is_declaration());
        let objects = declared.filter_map(|global| Some((*global, goes_elsewhere(*global)?))).collect();
        VolatileObjects { objects }
    }
}

/// Is the address of an object used other than for volatile accesses? `None` if some of these are
/// not volatile, or if there are none.
fn goes_elsewhere(object: Value) -> Option<bool> {
    let (mut accessed, mut elsewhere) = (false, false);
    let mut work = vec![object];
    while let Some(address) = work.pop() {
        for user in address.users() {
            let constant = user.kind() == Kind::LLVMConstantExprValueKind;
            let opcode = match constant {
                true => user.const_opcode(),
                false if user.is_instruction() => user.opcode(),
                false => {
                    elsewhere = true;
                    continue;
                }
            };
            match opcode {
                Opcode::LLVMLoad if user.is_volatile() => accessed = true,
                Opcode::LLVMStore if user.operand(0) != address && user.is_volatile() => accessed = true,
                Opcode::LLVMLoad => return None,
                Opcode::LLVMStore if user.operand(0) != address => return None,
                Opcode::LLVMGetElementPtr => work.push(user),
                _ => elsewhere = true,
            }
        }
    }
    accessed.then_some(elsewhere)
}

/// The object whose address an operand is made from, if it is made from one by name.
fn named(mut address: Value) -> Value {
    loop {
        address = resolve_alias(address);
        let opcode = match address.kind() {
            Kind::LLVMConstantExprValueKind => address.const_opcode(),
            Kind::LLVMInstructionValueKind => address.opcode(),
            _ => return address,
        };
        match opcode {
            Opcode::LLVMGetElementPtr => address = address.operand(0),
            _ => return address,
        }
    }
}

impl Translator<'_, '_> {
    /// After a load: if it was one of a volatile object that others define, its value is an input.
    pub(super) fn read_volatile(&mut self, load: Value) -> Result<(), String> {
        if self.shared.volatiles.objects.is_empty() || !load.is_volatile() {
            return Ok(());
        }
        let object = named(load.operand(0));
        if self.shared.volatiles.objects.contains_key(&object) {
            let symbol = self.builder().symbol(&format!("volatile {}", object.name()));
            let registers = self.result_registers(load)?;
            for register in registers {
                self.emit(Op::Input { register, source: InputSource::Nondet(symbol) });
            }
            return Ok(());
        }
        let by_name = matches!(object.kind(), Kind::LLVMGlobalVariableValueKind)
            || object.is_instruction() && object.opcode() == Opcode::LLVMAlloca;
        let exposed = self.shared.volatiles.objects.iter().find(|(_, elsewhere)| **elsewhere);
        match exposed {
            Some((other, _)) if !by_name => {
                let reason =
                    format!("a volatile read through a pointer, where `{}` is volatile and not defined", other.name());
                Err(reason)
            }
            _ => Ok(()),
        }
    }
}
