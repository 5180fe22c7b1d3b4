//! Weak symbols that nobody defines: their addresses may be null.
//!
//! Each gets a *slot*, an object that holds its address. Before anything else runs, an input says
//! for each symbol whether there is such an object or function, and its slot and all initialised
//! places that hold its address are set: to the address, or to null. A function that uses the
//! symbol loads the slot where it begins; nothing ever changes it later.

use super::Shared;
use super::function::Translator;
use super::reach::{Reach, uses};
use crate::constants::resolve_alias;
use crate::sys::{LLVMLinkage, Value};
use adumbra_program::*;
use rustc_hash::FxHashSet as HashSet;

/// A weak symbol that nobody defines.
#[derive(Debug)]
pub struct WeakSymbol {
    symbol: Value,
    /// The object that holds its address.
    slot: Global,
}

/// Gives each weak symbol that nobody defines a slot. Objects and functions are declared already.
pub fn declare(shared: &mut Shared<'_>, builder: &mut ProgramBuilder, reach: &Reach) {
    let undefined = |value: &&Value| value.linkage() == LLVMLinkage::LLVMExternalWeakLinkage && value.is_declaration();
    for &symbol in reach.globals.iter().chain(&reach.functions).filter(undefined) {
        let bytes = builder.layout().pointer_bytes();
        let slot = builder.global(GlobalData {
            name: format!("address of weak {}", symbol.name()),
            size: bytes,
            align: bytes as u32,
            constant: false,
            literal: false,
            library: true,
            open: false,
            init: Some(Initializer { bytes: Vec::new(), relocations: Vec::new() }),
            variable: None,
        });
        shared.weak.push(WeakSymbol { symbol, slot });
        if let Some(function) = shared.symbols.functions.get(&symbol) {
            builder.function_mut(*function).address_taken = true;
        }
    }
}

/// Decides which of the weak symbols there are, and sets what holds their addresses.
pub fn decide(shared: &Shared<'_>, body: &mut BodyBuilder<'_>, mut at: Location) -> Result<Location, String> {
    for weak in &shared.weak {
        let program = body.program();
        let (address, target) =
            match (shared.symbols.globals.get(&weak.symbol), shared.symbols.functions.get(&weak.symbol)) {
                (Some(g), _) => (program.exprs.intern(Expr::GlobalAddr(*g), Type::Ptr), RelocationTarget::Global(*g)),
                (_, Some(f)) => {
                    (program.exprs.intern(Expr::FunctionAddr(*f), Type::Ptr), RelocationTarget::Function(*f))
                }
                _ => continue,
            };
        let name = program.symbol(&format!("is weak {} defined", weak.symbol.name()));
        let defined = body.register(Type::Int(1), None);
        at = body.edge_to_new(at, Op::Input { register: defined, source: InputSource::Nondet(name) }, None, None);
        let mut places = vec![(weak.slot, 0, 0)];
        for (global, data) in body.program().tables().globals.iter() {
            let relocations = data.init.iter().flat_map(|init| &init.relocations).filter(|r| r.target == target);
            places.extend(relocations.map(|r| (global, r.offset, r.addend)));
        }
        for (global, offset, addend) in places {
            let program = body.program();
            if program.tables().globals[global].constant {
                let (name, symbol) = (program.tables().globals[global].name.clone(), weak.symbol.name());
                return Err(format!(
                    "the constant `{name}` holds the address of the weak symbol `{symbol}`, which nobody defines: this is not modelled"
                ));
            }
            let bits = program.layout().pointer_bits;
            let plus = |program: &mut ProgramBuilder, base, by: u64| {
                let by = program.exprs.int(by, bits);
                program.binary(BinaryOp::PtrAdd, base, by)
            };
            let condition = program.register_expr(defined);
            let null = program.exprs.intern(Expr::Null, Type::Ptr);
            let place = program.exprs.intern(Expr::GlobalAddr(global), Type::Ptr);
            let place = if offset == 0 { place } else { plus(program, place, offset) };
            let there = if addend == 0 { address } else { plus(program, address, addend as u64) };
            let none = if addend == 0 { null } else { plus(program, null, addend as u64) };
            let value = program.select(condition, there, none);
            at = body.edge_to_new(at, Op::Store { address: place, value }, None, None);
        }
    }
    Ok(at)
}

impl Translator<'_, '_> {
    /// Loads the addresses of the weak symbols that the function uses.
    pub(super) fn load_weak_addresses(&mut self) {
        self.shared.symbols.weak.clear();
        if self.shared.weak.is_empty() {
            return;
        }
        let mut used = HashSet::default();
        for instruction in self.function.blocks().flat_map(|b| b.instructions()) {
            uses(instruction, |value| _ = used.insert(value));
        }
        let wanted: Vec<(Value, Global)> =
            self.shared.weak.iter().filter(|w| used.contains(&w.symbol)).map(|w| (w.symbol, w.slot)).collect();
        for (symbol, slot) in wanted {
            let register = self.body.register(Type::Ptr, None);
            let address = self.builder().exprs.intern(Expr::GlobalAddr(slot), Type::Ptr);
            self.emit(Op::Load { register, address });
            let loaded = self.builder().register_expr(register);
            self.shared.symbols.weak.insert(symbol, loaded);
        }
    }

    /// A call of a weak function that is not there is one through a null pointer.
    pub(super) fn demand_weak(&mut self, callee: Value) {
        if let Some(address) = self.shared.symbols.weak.get(&resolve_alias(callee)).copied() {
            let null = self.builder().exprs.intern(Expr::Null, Type::Ptr);
            let fine = self.builder().binary(BinaryOp::Ne, address, null);
            self.guard(fine, |t| t.emit_last(Op::Violation(Violation::NullAccess)));
        }
    }
}
