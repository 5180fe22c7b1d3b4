//! Vectors: lanes by index, shuffles, reductions, masked memory accesses.

use super::function::Translator;
use super::intrinsics::pick;
use crate::sys::{LLVMIntPredicate as IntP, Value};
use adumbra_program::{BinaryOp, ExprId, Op, Type, Violation};

impl Translator<'_, '_> {
    /// The lane that a variable index selects is found by comparison; an index out of range is a
    /// violation.
    fn guard_index(&mut self, index: ExprId, count: usize) -> ExprId {
        let index = self.in_register(index);
        if let Type::Int(width) = self.builder().exprs.ty(index)
            && (width >= 32 || count < 1 << width)
        {
            let limit = self.builder().exprs.int(count as u64, width);
            let inside = self.builder().binary(BinaryOp::Ult, index, limit);
            self.guard(inside, |t| t.emit_last(Op::Violation(Violation::OutOfBounds)));
        }
        index
    }

    pub(crate) fn extract_element(&mut self, i: Value) -> Result<(), String> {
        let vector = self.value(i.operand(0))?;
        let index = i.operand(1);
        if let Some(constant) = index.as_u64() {
            let lane = vector.get(constant as usize).copied();
            let lane = match lane {
                Some(lane) => lane,
                None => return Err("vector element out of range".into()),
            };
            self.define(i, vec![lane]);
            return Ok(());
        }
        let index = self.scalar(index)?;
        let index = self.guard_index(index, vector.len());
        let mut result = vector[0];
        for (lane, value) in vector.iter().enumerate().skip(1) {
            let condition = self.index_is(index, lane);
            result = self.builder().select(condition, *value, result);
        }
        self.define(i, vec![result]);
        Ok(())
    }

    fn index_is(&mut self, index: ExprId, lane: usize) -> ExprId {
        let bits = match self.builder().exprs.ty(index) {
            Type::Int(bits) => bits,
            _ => 64,
        };
        let lane = self.builder().exprs.int(lane as u64, bits);
        self.builder().binary(BinaryOp::Eq, index, lane)
    }

    pub(crate) fn insert_element(&mut self, i: Value) -> Result<(), String> {
        let mut vector = self.value(i.operand(0))?.to_vec();
        let value = self.scalar(i.operand(1))?;
        match i.operand(2).as_u64() {
            Some(constant) => match vector.get_mut(constant as usize) {
                Some(lane) => *lane = value,
                None => return Err("vector element out of range".into()),
            },
            None => {
                let index = self.scalar(i.operand(2))?;
                let index = self.guard_index(index, vector.len());
                for (lane, slot) in vector.iter_mut().enumerate() {
                    let condition = self.index_is(index, lane);
                    *slot = self.builder().select(condition, value, *slot);
                }
            }
        }
        self.define(i, vector);
        Ok(())
    }

    pub(crate) fn shuffle(&mut self, i: Value) -> Result<(), String> {
        let mut lanes = self.value(i.operand(0))?.to_vec();
        // The second operand is often poison, none of whose lanes is used.
        let mask = i.mask();
        let first = lanes.len();
        if mask.iter().flatten().any(|m| *m as usize >= first) {
            lanes.extend(self.value(i.operand(1))?);
        }
        let element = self.builder().exprs.ty(lanes[0]);
        let exprs = mask
            .into_iter()
            .map(|m| match m.and_then(|m| lanes.get(m as usize)) {
                Some(lane) => *lane,
                None => self.indeterminate(element),
            })
            .collect();
        self.define(i, exprs);
        Ok(())
    }

    pub(crate) fn reduce(&mut self, i: Value, operation: &str) -> Result<(), String> {
        let arguments = i.arguments();
        let float_start = matches!(operation, "fadd" | "fmul");
        let vector = self.value(arguments[if float_start { 1 } else { 0 }])?;
        let mut lanes = vector.iter().copied();
        let mut result = match float_start {
            true => self.scalar(arguments[0])?,
            false => lanes.next().ok_or("empty vector")?,
        };
        for lane in lanes {
            let b = self.builder();
            result = match operation {
                "add" => b.binary(BinaryOp::Add, result, lane),
                "mul" => b.binary(BinaryOp::Mul, result, lane),
                "and" => b.binary(BinaryOp::And, result, lane),
                "or" => b.binary(BinaryOp::Or, result, lane),
                "xor" => b.binary(BinaryOp::Xor, result, lane),
                "fadd" => b.binary(BinaryOp::FAdd, result, lane),
                "fmul" => b.binary(BinaryOp::FMul, result, lane),
                "smax" => pick(b, IntP::LLVMIntSGT, result, lane),
                "smin" => pick(b, IntP::LLVMIntSLT, result, lane),
                "umax" => pick(b, IntP::LLVMIntUGT, result, lane),
                "umin" => pick(b, IntP::LLVMIntULT, result, lane),
                "fmax" => b.binary(BinaryOp::FMaxNum, result, lane),
                "fmin" => b.binary(BinaryOp::FMinNum, result, lane),
                "fmaximum" => b.binary(BinaryOp::FMaximum, result, lane),
                "fminimum" => b.binary(BinaryOp::FMinimum, result, lane),
                _ => return Err(format!("vector reduction {operation}")),
            };
        }
        self.define(i, vec![result]);
        Ok(())
    }

    /// The intrinsics that move whole lanes; `false` if it is none of them.
    pub(crate) fn rearrange(&mut self, i: Value, stem: &str) -> Result<bool, String> {
        let arguments = i.arguments();
        let start = |index: usize| arguments.get(index).and_then(|a| a.as_u64()).map(|n| n as usize);
        let lanes = match stem {
            "vector.reverse" => self.value(arguments[0])?.iter().rev().copied().collect(),
            "vector.extract" => {
                let vector = self.value(arguments[0])?;
                let count = self.leaves_of(i.ty())?.len();
                let start = start(1).ok_or("vector.extract at a variable lane")?;
                vector.get(start..start + count).ok_or("vector element out of range")?.to_vec()
            }
            "vector.insert" => {
                let mut vector = self.value(arguments[0])?.to_vec();
                let part = self.value(arguments[1])?;
                let start = start(2).ok_or("vector.insert at a variable lane")?;
                vector.get_mut(start..start + part.len()).ok_or("vector element out of range")?.copy_from_slice(&part);
                vector
            }
            _ => return Ok(false),
        };
        self.define(i, lanes);
        Ok(true)
    }

    /// Loads and stores of the lanes that a mask selects; `false` if it is none of them.
    pub(crate) fn masked(&mut self, i: Value, stem: &str) -> Result<bool, String> {
        let arguments = i.arguments();
        match stem {
            "masked.load" | "masked.gather" => {
                let addresses = self.lane_addresses(arguments[0], i)?;
                let mask = self.value(arguments[1])?;
                let otherwise = self.value(arguments[2])?;
                let mut lanes = Vec::new();
                for (lane, address) in addresses.into_iter().enumerate() {
                    let ty = self.type_of(otherwise[lane]);
                    let register = self.body.register(ty, None);
                    let kept = Op::Assign(Box::new([(register, otherwise[lane])]));
                    self.selected(mask[lane], kept, Op::Load { register, address });
                    lanes.push(self.builder().register_expr(register));
                }
                self.define(i, lanes);
            }
            "masked.store" | "masked.scatter" => {
                let values = self.value(arguments[0])?;
                let addresses = self.lane_addresses(arguments[1], arguments[0])?;
                let mask = self.value(arguments[2])?;
                for (lane, address) in addresses.into_iter().enumerate() {
                    self.selected(mask[lane], Op::Nop, Op::Store { address, value: values[lane] });
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The address of each lane of `vector`: given one by one, or consecutive from one address.
    fn lane_addresses(&mut self, address: Value, vector: Value) -> Result<Vec<ExprId>, String> {
        let parts = self.leaves_of(vector.ty())?;
        let given = self.value(address)?;
        if given.len() == parts.len() && parts.len() > 1 {
            return Ok(given.to_vec());
        }
        let base = *given.first().ok_or("access without an address")?;
        let base = self.in_register(base);
        Ok(parts.iter().map(|leaf| self.offset(base, leaf.offset)).collect())
    }

    /// One operation where the condition holds, the other elsewhere.
    fn selected(&mut self, condition: ExprId, otherwise: Op, then: Op) {
        match self.known(condition) {
            Some(0) => self.emit(otherwise),
            Some(_) => self.emit(then),
            None => {
                let other = self.guard(condition, |t| t.emit(otherwise));
                self.emit(then);
                self.join(other);
            }
        }
    }
}
