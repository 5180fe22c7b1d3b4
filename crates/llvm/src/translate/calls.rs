//! Calls: of functions, of the primitives, of the verifier's functions.

use super::function::Translator;
use crate::constants::{resize, resolve_alias};
use crate::lifetimes::lifetime;
use crate::prepare::{INDETERMINATE, allocator};
use crate::sys::{LLVMValueKind, Ty, Value};
use adumbra_program::{
    AllocationKind, BinaryOp, Callee, CastOp, Expr, ExprId, InputSource, Op, Register, Type, Violation,
};

impl Translator<'_, '_> {
    /// Translates a call or the call of an invoke.
    pub(crate) fn translate_call(&mut self, i: Value) -> Result<(), String> {
        let callee = resolve_alias(i.callee());
        if callee.is_inline_asm() {
            return self.inline_asm(i, callee);
        }
        if !callee.is_function() {
            return self.indirect_call(i, callee);
        }
        let name = callee.name();
        if callee.intrinsic_id() != 0 || name.starts_with("llvm.") {
            return self.intrinsic(i, &name);
        }
        if callee.is_declaration() && (self.primitive(i, &name)? || self.runtime_call(i, callee, &name)?) {
            return Ok(());
        }
        if callee.is_declaration() && name.starts_with("__builtin_") {
            // A builtin of another compiler is no external function: it may do anything to its
            // caller.
            return Err(format!("compiler builtin {name}"));
        }
        if name.contains("__rust_no_alloc_shim_is_unstable") {
            return Ok(());
        }
        self.direct_call(i, callee)
    }

    /// Assembly without text orders memory accesses for the compiler and does nothing else.
    fn inline_asm(&mut self, i: Value, asm: Value) -> Result<(), String> {
        let (text, constraints) = asm.asm_text();
        let outputs = self.leaves_of(i.ty())?.len();
        if !text.trim().is_empty() || constraints.contains("=*") {
            return Err("inline assembly".into());
        }
        if outputs == 0 {
            return Ok(());
        }
        // `asm("" : "+r"(x))`: one output tied to one input passes it on.
        let arguments = i.arguments();
        match &arguments[..] {
            [only] if outputs == 1 && only.ty() == i.ty() && constraints.split(',').any(|c| c == "0") => {
                let value = self.value(*only)?;
                self.define(i, value.to_vec());
                Ok(())
            }
            _ => Err("inline assembly".into()),
        }
    }

    fn argument_leaves(&mut self, i: Value) -> Result<Vec<ExprId>, String> {
        let fixed = i.callee_type().parameters().len();
        let mut out = Vec::new();
        for (index, argument) in i.arguments().into_iter().enumerate() {
            match i.call_type_attribute(index as u32 + 1, "byval") {
                Some(ty) if index >= fixed => self.spread(argument, ty, &mut out)?,
                _ => out.extend(self.value(argument)?),
            }
        }
        Ok(out)
    }

    /// A structure in a variable argument list travels as the words of its memory.
    fn spread(&mut self, argument: Value, ty: Ty, out: &mut Vec<ExprId>) -> Result<(), String> {
        let address = self.scalar(argument)?;
        let address = self.in_register(address);
        let word = self.builder().layout().pointer_bytes();
        let size = self.shared.symbols.target.abi_size(ty);
        if self.shared.symbols.target.abi_align(ty) as u64 > word || size > 4096 {
            return Err("large or over-aligned structure in a variable argument list".into());
        }
        let mut offset = 0;
        while offset < size {
            let mut value: Option<ExprId> = None;
            let mut inside = 0;
            while inside < word && offset + inside < size {
                let rest = (size - offset - inside).min(word - inside);
                let piece = 1 << (63 - rest.leading_zeros().min(63));
                let register = self.body.register(Type::Int(piece as u32 * 8), None);
                let from = self.offset(address, offset + inside);
                self.emit(Op::Load { register, address: from });
                let b = self.builder();
                let bits = b.layout().pointer_bits;
                let mut part = b.register_expr(register);
                part = resize(b, part, Type::Int(bits));
                if inside > 0 {
                    let amount = b.exprs.int(inside * 8, bits);
                    part = b.binary(BinaryOp::Shl, part, amount);
                }
                value = Some(match value {
                    None => part,
                    Some(low) => b.binary(BinaryOp::Or, low, part),
                });
                inside += piece;
            }
            out.extend(value);
            offset += word;
        }
        Ok(())
    }

    fn indirect_call(&mut self, i: Value, callee: Value) -> Result<(), String> {
        let target = self.scalar(callee)?;
        let arguments = self.argument_leaves(i)?;
        let results = self.result_registers(i)?;
        self.emit(Op::Call { callee: Callee::Indirect(target), arguments: arguments.into(), results });
        Ok(())
    }

    fn direct_call(&mut self, i: Value, callee: Value) -> Result<(), String> {
        if let Some(reason) = self.shared.unmodelled.get(&callee) {
            return Err(format!("call of `{}`: {reason}", callee.name()));
        }
        let Some(&function) = self.shared.symbols.functions.get(&callee) else {
            return Err(format!("call of `{}`", callee.name()));
        };
        self.demand_weak(callee);
        let mut arguments = self.argument_leaves(i)?;
        if callee.is_declaration() && !self.shared.error_functions.contains(&callee.name()) {
            self.refuse_callbacks(callee, &arguments);
        }
        let data = self.builder().tables().functions[function].clone();
        let mismatch = || format!("call of `{}` with arguments that do not fit its parameters", data.name);
        let fixed = data.parameter_types.len();
        if arguments.len() < fixed {
            return Err(mismatch());
        }
        if !data.variadic && arguments.len() > fixed {
            // A declaration without a prototype may hide a callee with fewer parameters; the
            // calling convention lets it ignore the rest.
            arguments.truncate(fixed);
        }
        for (argument, wanted) in arguments.iter_mut().zip(&data.parameter_types) {
            *argument = self.fit_argument(*argument, *wanted).ok_or_else(mismatch)?;
        }
        let wanted: Vec<Type> = self.leaves_of(i.ty())?.into_iter().map(|l| l.ty).collect();
        if wanted == data.result_types {
            let results = self.result_registers(i)?;
            self.emit(Op::Call { callee: Callee::Direct(function), arguments: arguments.into(), results });
            return Ok(());
        }
        // The call expects another result than the function gives: unused results are dropped, a
        // missing one is indeterminate.
        let results: Box<[Register]> = data.result_types.iter().map(|ty| self.body.register(*ty, None)).collect();
        self.emit(Op::Call { callee: Callee::Direct(function), arguments: arguments.into(), results: results.clone() });
        let mut values = Vec::new();
        for (index, ty) in wanted.into_iter().enumerate() {
            let given = results.get(index).map(|r| self.builder().register_expr(*r));
            let fitted = given.and_then(|g| self.fit_argument(g, ty));
            values.push(match fitted {
                Some(value) => value,
                None => self.indeterminate(ty),
            });
        }
        self.define(i, values);
        Ok(())
    }

    /// A value as another type of at most its width, as the calling convention would pass it in a
    /// register.
    fn fit_argument(&mut self, value: ExprId, wanted: Type) -> Option<ExprId> {
        let b = self.builder();
        let given = b.exprs.ty(value);
        if given == wanted {
            return Some(value);
        }
        let bits = b.layout().pointer_bits;
        match (given, wanted) {
            (Type::Int(g), Type::Int(w)) if w < g && g <= bits => Some(b.cast(CastOp::Trunc, wanted, value)),
            (Type::Int(g), Type::Ptr) if g == bits => Some(crate::constants::int_to_ptr(b, value)),
            (Type::Ptr, Type::Int(w)) if w <= bits => Some(crate::constants::ptr_to_int(b, value, wanted)),
            _ => None,
        }
    }

    /// Calls that the model knows: `true` if it was one.
    fn primitive(&mut self, i: Value, name: &str) -> Result<bool, String> {
        if name.starts_with(INDETERMINATE) {
            let number = i.arguments().first().and_then(|a| a.as_u64()).unwrap_or(u64::MAX);
            let Some(&site) = self.shared.sites.get(number as usize) else { return Err("unknown site".into()) };
            let registers = self.result_registers(i)?;
            for register in registers {
                self.emit(Op::Input { register, source: InputSource::Indeterminate(site) });
            }
            return Ok(true);
        }
        if name.starts_with("__VERIFIER_nondet_") {
            let symbol = self.builder().symbol(name);
            let registers = self.result_registers(i)?;
            if registers.is_empty() {
                return Ok(false);
            }
            for register in registers {
                self.emit(Op::Input { register, source: InputSource::Nondet(symbol) });
            }
            return Ok(true);
        }
        let arguments = i.arguments();
        let argument =
            |index: usize| arguments.get(index).copied().ok_or_else(|| format!("call of `{name}` without arguments"));
        match name {
            "__VERIFIER_assume" | "__adumbra_assume" => {
                let value = self.scalar(argument(0)?)?;
                let holds = self.is_true(value);
                self.guard(holds, |t| t.continue_at(None));
            }
            "__adumbra_allocate"
            | "__adumbra_allocate_zeroed"
            | "__adumbra_allocate_new"
            | "__adumbra_allocate_new_array" => {
                let size = self.scalar(argument(0)?)?;
                let align = argument(1)?.as_u64().unwrap_or(16).clamp(1, 1 << 30) as u32;
                let kind = match name {
                    "__adumbra_allocate_zeroed" => AllocationKind::ZeroedHeap,
                    _ => AllocationKind::Heap,
                };
                let site = self.site();
                let registers = self.result_registers(i)?;
                let align = align.next_power_of_two();
                self.emit(Op::Allocate { register: registers[0], size, align, kind, site });
            }
            "__adumbra_free" | "__adumbra_free_new" | "__adumbra_free_new_array" => {
                let address = self.scalar(argument(0)?)?;
                self.emit(Op::Free { address, allocator: allocator(name) });
            }
            "__adumbra_object_size" => {
                let address = self.scalar(argument(0)?)?;
                let registers = self.result_registers(i)?;
                self.emit(Op::ObjectSize { register: registers[0], address });
            }
            "__adumbra_allocation_fails" => {
                if self.shared.malloc_may_fail {
                    self.define_input(i, InputSource::AllocationFails)?;
                } else {
                    let no = self.builder().exprs.int(0, 1);
                    self.define(i, vec![no]);
                }
            }
            "__adumbra_havoc" => {
                let to = self.scalar(argument(0)?)?;
                let length = self.scalar(argument(1)?)?;
                self.emit(Op::Havoc { to, length });
            }
            "__adumbra_read_byte" => self.define_input(i, InputSource::ReadByte)?,
            "__adumbra_argument_count" => self.define_input(i, InputSource::ArgumentCount)?,
            "__adumbra_argument_byte" => self.define_input(i, InputSource::ArgumentByte)?,
            "__adumbra_write_byte" => {
                let descriptor = self.scalar(argument(0)?)?;
                let byte = self.scalar(argument(1)?)?;
                self.emit(Op::Output { descriptor, byte });
            }
            "__adumbra_end" => {
                let status = self.scalar(argument(0)?)?;
                self.emit_last(Op::End { status });
            }
            "__adumbra_assertion_failed" => self.emit_last(Op::Violation(Violation::Assertion)),
            // The header that makes a macro of it is not included.
            "assert" if arguments.len() == 1 => {
                let value = self.scalar(arguments[0])?;
                let holds = self.is_true(value);
                self.guard(holds, |t| t.emit_last(Op::Violation(Violation::Assertion)));
                let results = self.leaves_of(i.ty())?;
                let values = results.into_iter().map(|leaf| self.indeterminate(leaf.ty)).collect();
                self.define(i, values);
            }
            "__adumbra_run_destructors" => {
                for destructor in self.shared.destructors.clone() {
                    let Some(&function) = self.shared.symbols.functions.get(&destructor) else {
                        return Err(format!("destructor `{}`", destructor.name()));
                    };
                    let callee = Callee::Direct(function);
                    self.emit(Op::Call { callee, arguments: Box::new([]), results: Box::new([]) });
                }
            }
            "__adumbra_panic" => self.emit_last(Op::Violation(Violation::Panic)),
            "__adumbra_unsupported" => {
                let reason = literal(argument(0)?).unwrap_or_else(|| "library function".to_owned());
                self.unsupported(&reason);
            }
            _ if name.starts_with("__adumbra_any_") => {
                let function = argument(0).ok().and_then(literal).unwrap_or_else(|| name.to_owned());
                let symbol = self.builder().symbol(&function);
                self.define_input(i, InputSource::External(symbol))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Is a value other than zero?
    fn is_true(&mut self, value: ExprId) -> ExprId {
        let ty = self.type_of(value);
        let zero = crate::constants::zero(self.builder(), ty);
        match ty {
            Type::BOOL => value,
            Type::Float(_) => {
                let is_zero = self.builder().binary(BinaryOp::FEq, value, zero);
                self.builder().not(is_zero)
            }
            _ => self.builder().binary(BinaryOp::Ne, value, zero),
        }
    }

    /// The type of an expression.
    pub(crate) fn type_of(&mut self, e: ExprId) -> Type {
        self.builder().exprs.ty(e)
    }

    /// Gives an instruction an input as its value.
    pub(crate) fn define_input(&mut self, i: Value, source: InputSource) -> Result<(), String> {
        for register in self.result_registers(i)? {
            self.emit(Op::Input { register, source });
        }
        Ok(())
    }

    /// The scope of a local begins or ends.
    pub(crate) fn scope(&mut self, i: Value, begins: bool) -> Result<(), String> {
        let prefix = if begins { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        let Some(object) = lifetime(i, prefix) else { return Ok(()) };
        if object.is_undef() {
            return Ok(());
        }
        let address = self.scalar(object)?;
        if let Some(op) = self.renewed.get(&object).filter(|_| begins).cloned() {
            self.emit(op);
        } else if begins {
            self.emit(Op::ScopeBegin { address });
        } else if self.shared.scopes {
            self.emit(Op::ScopeEnd { address });
        }
        Ok(())
    }

    /// Does the expression stand for a known truth value?
    pub(crate) fn known(&mut self, e: ExprId) -> Option<u64> {
        match self.builder().exprs.get(e) {
            Expr::Const(c) => Some(c),
            _ => None,
        }
    }
}

/// The text of a string literal.
fn literal(value: Value) -> Option<String> {
    let value = resolve_alias(value);
    if value.kind() != LLVMValueKind::LLVMGlobalVariableValueKind {
        return None;
    }
    let init = value.initializer()?;
    if init.kind() != LLVMValueKind::LLVMConstantDataArrayValueKind {
        return None;
    }
    let bytes = init.raw_data();
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}
