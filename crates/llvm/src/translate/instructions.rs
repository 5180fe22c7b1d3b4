//! Instructions: memory, aggregates, atomics; arithmetic and vectors have their own files.

use super::function::{Leaves, Translator, opcode_name};
use super::intrinsics::pick;
use crate::constants::{int_to_ptr, ptr_to_int, resize, zero};
use crate::layout::{leaf_index, packed_vector, pieces};
use crate::sys::{
    LLVMAtomicRMWBinOp as Rmw, LLVMIntPredicate as IntP, LLVMOpcode as Opcode, LLVMTypeKind, LLVMValueKind, Value,
};
use adumbra_program::{AllocationKind, BinaryOp, CastOp, Expr, ExprId, Op, ProgramBuilder, Type};

impl Translator<'_, '_> {
    /// Translates one instruction; an error is the construct that is not modelled.
    pub(crate) fn translate_instruction(&mut self, i: Value) -> Result<(), String> {
        match i.opcode() {
            Opcode::LLVMPHI => Ok(()),
            Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMUnreachable => self.terminator(i),
            Opcode::LLVMInvoke => {
                // Exceptions are not modelled: throwing is where UNKNOWN begins, so nothing
                // unwinds.
                self.translate_call(i)?;
                match self.here() {
                    Some(_) => self.goto(i.normal_destination()),
                    None => Ok(()),
                }
            }
            Opcode::LLVMCall => self.translate_call(i),
            Opcode::LLVMAlloca => self.alloca(i),
            Opcode::LLVMLoad => {
                let address = self.scalar(i.operand(0))?;
                self.load(i, address)?;
                self.read_volatile(i)
            }
            Opcode::LLVMStore => {
                let address = self.scalar(i.operand(1))?;
                self.store(address, i.operand(0))
            }
            Opcode::LLVMGetElementPtr => self.gep(i),
            Opcode::LLVMExtractValue => {
                let whole = self.value(i.operand(0))?;
                let target = self.shared.symbols.target;
                let (start, part) = leaf_index(target, i.operand(0).ty(), &i.indices())?;
                let count = self.leaves_of(part)?.len();
                self.define(i, whole[start..start + count].to_vec());
                Ok(())
            }
            Opcode::LLVMInsertValue => {
                let mut whole = self.value(i.operand(0))?.to_vec();
                let part = self.value(i.operand(1))?;
                let target = self.shared.symbols.target;
                let (start, _) = leaf_index(target, i.operand(0).ty(), &i.indices())?;
                whole[start..start + part.len()].copy_from_slice(&part);
                self.define(i, whole);
                Ok(())
            }
            Opcode::LLVMExtractElement => self.extract_element(i),
            Opcode::LLVMInsertElement => self.insert_element(i),
            Opcode::LLVMShuffleVector => self.shuffle(i),
            Opcode::LLVMSelect => self.select(i),
            Opcode::LLVMFreeze => {
                let value = self.value(i.operand(0))?;
                self.define(i, value.to_vec());
                Ok(())
            }
            Opcode::LLVMFence => Ok(()),
            Opcode::LLVMAtomicRMW => self.atomic_rmw(i),
            Opcode::LLVMAtomicCmpXchg => self.compare_exchange(i),
            Opcode::LLVMCallBr => Err("inline assembly with jumps".into()),
            Opcode::LLVMVAArg => Err("va_arg instruction".into()),
            Opcode::LLVMLandingPad | Opcode::LLVMResume | Opcode::LLVMCatchSwitch | Opcode::LLVMCleanupPad => {
                Err("exception handling".into())
            }
            opcode => match self.arithmetic(i)? {
                true => Ok(()),
                false => Err(format!("instruction {}", opcode_name(opcode))),
            },
        }
    }

    fn alloca(&mut self, i: Value) -> Result<(), String> {
        let target = self.shared.symbols.target;
        let ty = i.allocated_type();
        let bits = self.builder().layout().pointer_bits;
        let unit = target.abi_size(ty);
        let constant = i.operand(0).as_u64();
        let size = match constant {
            Some(count) => self.word(unit.saturating_mul(count)),
            None => {
                let count = self.scalar(i.operand(0))?;
                let count = resize(self.builder(), count, Type::Int(bits));
                let unit = self.word(unit);
                self.builder().binary(BinaryOp::Mul, count, unit)
            }
        };
        let fixed = constant.is_some() && self.function.blocks().next() == self.block;
        let kind = if fixed { AllocationKind::Stack } else { AllocationKind::Dynamic };
        let align = i.alignment().max(target.abi_align(ty)).max(1);
        let site = self.site();
        let registers = self.result_registers(i)?;
        let register = registers[0];
        if self.shared.session.number(i, self.shared.unscoped_kind).is_some() {
            return Err(format!("the scope of `{}`, whose declaration is jumped over", i.name()));
        }
        if fixed && self.shared.session.number(i, self.shared.renewed_kind).is_some() {
            let kind = AllocationKind::Dynamic;
            self.renewed.insert(i, Op::Allocate { register, size, align, kind, site });
            let null = self.builder().exprs.intern(Expr::Null, Type::Ptr);
            self.emit(Op::Assign(Box::new([(register, null)])));
            return Ok(());
        }
        self.emit(Op::Allocate { register, size, align, kind, site });
        Ok(())
    }

    /// A pointer moved by a constant number of bytes.
    pub(crate) fn offset(&mut self, address: ExprId, bytes: u64) -> ExprId {
        if bytes == 0 {
            return address;
        }
        let bytes = self.word(bytes);
        self.builder().binary(BinaryOp::PtrAdd, address, bytes)
    }

    fn load(&mut self, i: Value, address: ExprId) -> Result<(), String> {
        let target = self.shared.symbols.target;
        let address = if self.leaves_of(i.ty())?.len() > 1 { self.in_register(address) } else { address };
        if packed_vector(target, i.ty()) {
            let mut exprs = Vec::new();
            for piece in pieces(target, i.ty())? {
                let register = self.body.register(piece.ty, None);
                let address = self.offset(address, piece.offset);
                self.emit(Op::Load { register, address });
                let whole = self.builder().register_expr(register);
                match piece.parts == [piece.ty] {
                    true => exprs.push(whole),
                    false => exprs.extend(unpack(self.builder(), whole, &piece.parts)),
                }
            }
            self.define(i, exprs);
            return Ok(());
        }
        let parts = self.leaves_of(i.ty())?;
        let registers = self.result_registers(i)?;
        for (leaf, register) in parts.iter().zip(registers.iter()) {
            let address = self.offset(address, leaf.offset);
            self.emit(Op::Load { register: *register, address });
        }
        Ok(())
    }

    fn store(&mut self, address: ExprId, value: Value) -> Result<(), String> {
        let target = self.shared.symbols.target;
        let exprs = self.value(value)?;
        let address = if exprs.len() > 1 { self.in_register(address) } else { address };
        if packed_vector(target, value.ty()) {
            let mut rest = &exprs[..];
            for piece in pieces(target, value.ty())? {
                let (own, others) = rest.split_at(piece.parts.len());
                rest = others;
                let value = if piece.parts == [piece.ty] { own[0] } else { pack(self.builder(), own) };
                let address = self.offset(address, piece.offset);
                self.emit(Op::Store { address, value });
            }
            return Ok(());
        }
        let parts = self.leaves_of(value.ty())?;
        for (leaf, value) in parts.iter().zip(exprs.iter()) {
            let address = self.offset(address, leaf.offset);
            self.emit(Op::Store { address, value: *value });
        }
        Ok(())
    }

    /// An address, or one for each lane; operands that are not vectors are the same in all lanes.
    fn gep(&mut self, i: Value) -> Result<(), String> {
        let bases = self.value(i.operand(0))?;
        let mut indices: Vec<(Value, Leaves)> = Vec::new();
        for position in 1..i.operand_count() {
            let operand = i.operand(position);
            let plain = operand.kind() == LLVMValueKind::LLVMConstantIntValueKind && operand.as_u64().is_some();
            if !plain {
                let lanes = self.value(operand)?;
                indices.push((operand, lanes));
            }
        }
        let lanes = match i.ty().kind() {
            LLVMTypeKind::LLVMVectorTypeKind => i.ty().vector_length() as usize,
            _ => 1,
        };
        let of_lane = |leaves: &[ExprId], lane: usize| leaves.get(lane).or(leaves.first()).copied();
        let mut addresses = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let base = of_lane(&bases, lane).ok_or("address computed from nothing")?;
            let symbols = &self.shared.symbols;
            let offset = symbols.gep_offset(i, self.body.program(), &mut |_, operand, _| {
                let found = indices.iter().find(|(value, _)| *value == operand);
                found.and_then(|(_, leaves)| of_lane(leaves, lane)).ok_or_else(|| format!("index {}", operand.show()))
            })?;
            addresses.push(match offset {
                Some(offset) => self.builder().binary(BinaryOp::PtrAdd, base, offset),
                None => base,
            });
        }
        self.define(i, addresses);
        Ok(())
    }

    fn select(&mut self, i: Value) -> Result<(), String> {
        let conditions = self.value(i.operand(0))?;
        let then = self.value(i.operand(1))?;
        let otherwise = self.value(i.operand(2))?;
        let per_lane = conditions.len() > 1;
        let exprs = (0..then.len())
            .map(|k| {
                let condition = conditions[if per_lane { k / (then.len() / conditions.len()) } else { 0 }];
                if then[k] == otherwise[k] { then[k] } else { self.builder().select(condition, then[k], otherwise[k]) }
            })
            .collect();
        self.define(i, exprs);
        Ok(())
    }

    fn atomic_rmw(&mut self, i: Value) -> Result<(), String> {
        let address = self.scalar(i.operand(0))?;
        let address = self.in_register(address);
        let operand = self.scalar(i.operand(1))?;
        let operand = self.in_register(operand);
        self.load(i, address)?;
        let old = self.scalar(i)?;
        let b = self.builder();
        let ty = b.exprs.ty(old);
        // Pointers are exchanged as they are; arithmetic on them goes through their addresses.
        let pointer = ty == Type::Ptr;
        let integer = |b: &mut ProgramBuilder, e: ExprId| {
            let bits = b.layout().pointer_bits;
            if pointer { ptr_to_int(b, e, Type::Int(bits)) } else { e }
        };
        let operator = i.atomic_operator();
        let new = match operator {
            Rmw::LLVMAtomicRMWBinOpXchg => operand,
            Rmw::LLVMAtomicRMWBinOpFAdd => b.binary(BinaryOp::FAdd, old, operand),
            Rmw::LLVMAtomicRMWBinOpFSub => b.binary(BinaryOp::FSub, old, operand),
            Rmw::LLVMAtomicRMWBinOpFMax => b.binary(BinaryOp::FMaxNum, old, operand),
            Rmw::LLVMAtomicRMWBinOpFMin => b.binary(BinaryOp::FMinNum, old, operand),
            Rmw::LLVMAtomicRMWBinOpFMaximum => b.binary(BinaryOp::FMaximum, old, operand),
            Rmw::LLVMAtomicRMWBinOpFMinimum => b.binary(BinaryOp::FMinimum, old, operand),
            _ => {
                let (x, y) = (integer(b, old), integer(b, operand));
                let result = match operator {
                    Rmw::LLVMAtomicRMWBinOpAdd => b.binary(BinaryOp::Add, x, y),
                    Rmw::LLVMAtomicRMWBinOpSub => b.binary(BinaryOp::Sub, x, y),
                    Rmw::LLVMAtomicRMWBinOpAnd => b.binary(BinaryOp::And, x, y),
                    Rmw::LLVMAtomicRMWBinOpOr => b.binary(BinaryOp::Or, x, y),
                    Rmw::LLVMAtomicRMWBinOpXor => b.binary(BinaryOp::Xor, x, y),
                    Rmw::LLVMAtomicRMWBinOpNand => {
                        let and = b.binary(BinaryOp::And, x, y);
                        all_bits_flipped(b, and)
                    }
                    Rmw::LLVMAtomicRMWBinOpMax => pick(b, IntP::LLVMIntSGT, x, y),
                    Rmw::LLVMAtomicRMWBinOpMin => pick(b, IntP::LLVMIntSLT, x, y),
                    Rmw::LLVMAtomicRMWBinOpUMax => pick(b, IntP::LLVMIntUGT, x, y),
                    Rmw::LLVMAtomicRMWBinOpUMin => pick(b, IntP::LLVMIntULT, x, y),
                    other => wrapping_update(b, other, x, y).ok_or_else(|| format!("atomic operation {other:?}"))?,
                };
                if pointer { int_to_ptr(b, result) } else { result }
            }
        };
        self.emit(Op::Store { address, value: new });
        Ok(())
    }

    fn compare_exchange(&mut self, i: Value) -> Result<(), String> {
        let address = self.scalar(i.operand(0))?;
        let address = self.in_register(address);
        let expected = self.scalar(i.operand(1))?;
        let new = self.scalar(i.operand(2))?;
        let ty = self.builder().exprs.ty(expected);
        let register = self.body.register(ty, None);
        self.emit(Op::Load { register, address });
        let old = self.builder().register_expr(register);
        let equal = self.builder().binary(BinaryOp::Eq, old, expected);
        let equal = self.in_register(equal);
        let value = self.builder().select(equal, new, old);
        self.emit(Op::Store { address, value });
        self.define(i, vec![old, equal]);
        Ok(())
    }
}

/// The atomic operations that wrap at, or stop below, their operand.
fn wrapping_update(b: &mut ProgramBuilder, operator: Rmw, old: ExprId, operand: ExprId) -> Option<ExprId> {
    let ty = b.exprs.ty(old);
    let none = zero(b, ty);
    let one = b.exprs.constant(&[1], ty, ty.bits(b.layout()));
    let reached = b.binary(BinaryOp::Ule, operand, old);
    Some(match operator {
        Rmw::LLVMAtomicRMWBinOpUIncWrap => {
            let next = b.binary(BinaryOp::Add, old, one);
            b.select(reached, none, next)
        }
        Rmw::LLVMAtomicRMWBinOpUDecWrap => {
            let at_zero = b.binary(BinaryOp::Eq, old, none);
            let above = b.binary(BinaryOp::Ult, operand, old);
            let restart = b.binary(BinaryOp::Or, at_zero, above);
            let previous = b.binary(BinaryOp::Sub, old, one);
            b.select(restart, operand, previous)
        }
        Rmw::LLVMAtomicRMWBinOpUSubCond | Rmw::LLVMAtomicRMWBinOpUSubSat => {
            let difference = b.binary(BinaryOp::Sub, old, operand);
            let otherwise = if operator == Rmw::LLVMAtomicRMWBinOpUSubCond { old } else { none };
            b.select(reached, difference, otherwise)
        }
        _ => return None,
    })
}

/// The complement of an integer.
pub(crate) fn all_bits_flipped(b: &mut ProgramBuilder, value: ExprId) -> ExprId {
    let ty = b.exprs.ty(value);
    let bits = ty.bits(b.layout());
    let ones = b.exprs.constant(&vec![u64::MAX; bits.div_ceil(64) as usize], ty, bits);
    b.binary(BinaryOp::Xor, value, ones)
}

/// Reinterprets leaves as one integer, the first leaf in the lowest bits.
pub(crate) fn pack(b: &mut ProgramBuilder, leaves: &[ExprId]) -> ExprId {
    let as_int = |b: &mut ProgramBuilder, e: ExprId| match b.exprs.ty(e) {
        Type::Float(k) => b.cast(CastOp::Bits, Type::Int(k.bits()), e),
        Type::Ptr => {
            let bits = b.layout().pointer_bits;
            ptr_to_int(b, e, Type::Int(bits))
        }
        Type::Int(_) => e,
    };
    let parts: Vec<(ExprId, u32)> = leaves
        .iter()
        .map(|e| {
            let part = as_int(b, *e);
            let bits = b.exprs.ty(part).bits(b.layout());
            (part, bits)
        })
        .collect();
    let total: u32 = parts.iter().map(|(_, bits)| bits).sum();
    let mut result = None;
    let mut shift = 0;
    for (part, bits) in parts {
        let mut wide = resize(b, part, Type::Int(total));
        if shift > 0 {
            let amount = b.exprs.constant(&[u64::from(shift)], Type::Int(total), total);
            wide = b.binary(BinaryOp::Shl, wide, amount);
        }
        result = Some(match result {
            None => wide,
            Some(sum) => b.binary(BinaryOp::Or, sum, wide),
        });
        shift += bits;
    }
    result.unwrap_or_else(|| b.exprs.int(0, 1))
}

/// The inverse of [`pack`].
pub(crate) fn unpack(b: &mut ProgramBuilder, value: ExprId, types: &[Type]) -> Vec<ExprId> {
    let total = b.exprs.ty(value).bits(b.layout());
    let mut shift = 0;
    let mut out = Vec::new();
    for ty in types {
        let bits = ty.bits(b.layout());
        let mut part = value;
        if shift > 0 {
            let amount = b.exprs.constant(&[u64::from(shift)], Type::Int(total), total);
            part = b.binary(BinaryOp::LShr, part, amount);
        }
        part = resize(b, part, Type::Int(bits));
        out.push(match ty {
            Type::Int(_) => part,
            Type::Float(_) => b.cast(CastOp::Bits, *ty, part),
            Type::Ptr => int_to_ptr(b, part),
        });
        shift += bits;
    }
    out
}
