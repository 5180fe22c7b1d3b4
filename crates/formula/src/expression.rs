//! Expressions become values.

use crate::block::Block;
use crate::build::Build;
use crate::builder::Builder;
use crate::float::{self, Operator};
use crate::integer;
use crate::pointer::Pair;
use crate::value::Value;
use crate::variable::Place;
use adumbra_dependence::AbstractObject;
use adumbra_program::*;
use adumbra_terms::{Bits, Term};
use smallvec::SmallVec;
use std::sync::Arc;

impl Builder {
    /// Forgets the values of expressions: what they read is about to change.
    pub(crate) fn new_stamp(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.memo.fill((0, None));
            self.stamp = 1;
        }
    }

    fn ready(&self, expr: ExprId) -> Option<Value> {
        match self.memo[expr.as_u32() as usize] {
            (stamp, Some(value)) if stamp == self.stamp => Some(value),
            _ => None,
        }
    }

    /// The value of an expression in the current activation, or why there is none.
    pub(crate) fn eval(&mut self, block: &mut Block, expr: ExprId) -> Result<Value, String> {
        let program = Arc::clone(&self.program);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            if self.ready(next).is_some() {
                continue;
            }
            let missing: SmallVec<[ExprId; 3]> =
                program.exprs.operands(next).filter(|o| self.ready(*o).is_none()).collect();
            if missing.is_empty() {
                let value = self.node(block, &program, next)?;
                self.memo[next.as_u32() as usize] = (self.stamp, Some(value));
            } else {
                stack.push(next);
                stack.extend(missing);
            }
        }
        self.ready(expr).ok_or_else(|| "an expression without a value".to_owned())
    }

    /// The value of an integer or float expression.
    pub(crate) fn eval_bits(&mut self, block: &mut Block, expr: ExprId) -> Result<Term, String> {
        let value = self.eval(block, expr)?;
        Ok(self.bits(value))
    }

    /// The value of a pointer expression.
    pub(crate) fn eval_pointer(&mut self, block: &mut Block, expr: ExprId) -> Result<Pair, String> {
        match self.eval(block, expr)? {
            Value::Pointer { object, offset } => Ok((object, offset)),
            Value::Bits(_) => Err("an integer where a pointer should be".into()),
        }
    }

    fn bits(&mut self, value: Value) -> Term {
        match value {
            Value::Bits(term) => term,
            Value::Pointer { object, offset } => self.address((object, offset)),
        }
    }

    fn operand(&mut self, expr: ExprId) -> Result<Term, String> {
        let value = self.ready(expr).ok_or("an operand without a value")?;
        Ok(self.bits(value))
    }

    fn pointer_operand(&mut self, expr: ExprId) -> Result<Pair, String> {
        match self.ready(expr) {
            Some(Value::Pointer { object, offset }) => Ok((object, offset)),
            _ => Err("an integer where a pointer should be".into()),
        }
    }

    fn node(&mut self, block: &mut Block, program: &Program, id: ExprId) -> Result<Value, String> {
        let pool = &program.exprs;
        let ty = pool.ty(id);
        let width = ty.bits(&program.layout);
        let fixed = |this: &mut Self, block: &mut Block, object| match this.pointer_to(object) {
            Some((object, offset)) => Value::Pointer { object, offset },
            None => this.any(block, Type::Ptr),
        };
        Ok(match pool.get(id) {
            Expr::Register(r) if self.addresses.contains_key(&r) => {
                let (object, offset) = match self.pointer_to(self.addresses[&r]) {
                    Some(pointer) => pointer,
                    None => return Err("an object without a number".into()),
                };
                Value::Pointer { object, offset }
            }
            Expr::Register(r) => {
                let activation = self.activation(block, r);
                self.read_place(block, Place::Register(r, activation), ty)
            }
            Expr::Const(value) => Value::Bits(self.build.terms.bv(&Bits::from_words(width, [value]))),
            Expr::Wide(w) => Value::Bits(self.build.terms.bv(&Bits::from_words(width, pool.wide(w).iter().copied()))),
            Expr::Null => {
                let (object, offset) = self.null();
                Value::Pointer { object, offset }
            }
            Expr::GlobalAddr(g) => fixed(self, block, AbstractObject::Global(g)),
            Expr::FunctionAddr(f) => fixed(self, block, AbstractObject::Function(f)),
            Expr::Unary(op, a) => {
                let from = pool.ty(a);
                let a = self.operand(a)?;
                Value::Bits(match from {
                    Type::Float(kind) => self.float_unary(block, op, kind, a),
                    _ => integer::unary(&mut self.build, op, from, &program.layout, a)?,
                })
            }
            Expr::Binary(BinaryOp::PtrAdd, a, b) => {
                let (object, offset) = self.pointer_operand(a)?;
                let by = self.operand(b)?;
                Value::Pointer { object, offset: self.build.add(offset, by) }
            }
            Expr::Binary(op, a, b) if pool.ty(a) == Type::Ptr => {
                let (a, b) = (self.pointer_operand(a)?, self.pointer_operand(b)?);
                let holds = self.compare(op, a, b);
                Value::Bits(self.build.bit_of(holds))
            }
            Expr::Binary(op, a, b) => {
                let from = pool.ty(a);
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Value::Bits(match from {
                    Type::Float(kind) => self.float_binary(block, op, kind, a, b),
                    _ => integer::binary(&mut self.build, op, a, b),
                })
            }
            Expr::Cast(op, a) => self.cast(block, op, pool.ty(a), ty, a)?,
            Expr::Select(c, a, b) => {
                let condition = self.operand(c)?;
                let condition = self.build.is_set(condition);
                match (self.ready(a), self.ready(b)) {
                    (Some(Value::Bits(a)), Some(Value::Bits(b))) => Value::Bits(self.build.ite(condition, a, b)),
                    (Some(Value::Pointer { object: x, offset: i }), Some(Value::Pointer { object: y, offset: j })) => {
                        Value::Pointer {
                            object: self.build.ite(condition, x, y),
                            offset: self.build.ite(condition, i, j),
                        }
                    }
                    _ => return Err("a choice between an integer and a pointer".into()),
                }
            }
            Expr::FMulAdd(a, b, c) => {
                let operands = [self.operand(a)?, self.operand(b)?, self.operand(c)?];
                Value::Bits(self.float(block, Operator::MultiplyAdd(ty), &operands, ty))
            }
        })
    }

    fn cast(&mut self, block: &mut Block, op: CastOp, from: Type, to: Type, a: ExprId) -> Result<Value, String> {
        let width = to.bits(&self.program.layout);
        Ok(Value::Bits(match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::Bits => {
                let a = self.operand(a)?;
                self.build.resize(width, a)
            }
            CastOp::SExt => {
                let a = self.operand(a)?;
                self.build.sign_extend(width, a)
            }
            CastOp::PtrToInt => {
                let pointer = self.pointer_operand(a)?;
                self.address(pointer)
            }
            CastOp::IntToPtr => {
                let address = self.operand(a)?;
                if self.build.number(address).is_some() {
                    return Ok(Value::Pointer { object: self.null().0, offset: address });
                }
                // Some object that holds the address, or none; zero is null.
                let Value::Pointer { object, offset } = self.any(block, Type::Ptr) else {
                    return Err("a pointer that is none".into());
                };
                let (none, zero) = self.null();
                let null = self.build.eq(address, zero);
                return Ok(Value::Pointer {
                    object: self.build.ite(null, none, object),
                    offset: self.build.ite(null, zero, offset),
                });
            }
            _ => {
                let a = self.operand(a)?;
                self.float(block, Operator::Cast(op, from, to), &[a], to)
            }
        }))
    }

    fn float_unary(&mut self, block: &mut Block, op: UnaryOp, kind: FloatKind, a: Term) -> Term {
        let bits = kind.bits();
        let sign = self.sign_mask(bits);
        match op {
            UnaryOp::FNeg => return self.build.bv_xor(a, sign),
            UnaryOp::FAbs => {
                let rest = self.build.bv_not(sign);
                return self.build.bv_and(a, rest);
            }
            _ => {}
        }
        match float::class(&mut self.build, op, kind, a) {
            Some(test) => self.build.bit_of(test),
            None => self.float(block, Operator::Unary(op, Type::Float(kind)), &[a], Type::Float(kind)),
        }
    }

    fn float_binary(&mut self, block: &mut Block, op: BinaryOp, kind: FloatKind, a: Term, b: Term) -> Term {
        if op == BinaryOp::FCopySign {
            let sign = self.sign_mask(kind.bits());
            let rest = self.build.bv_not(sign);
            let (magnitude, sign) = (self.build.bv_and(a, rest), self.build.bv_and(b, sign));
            return self.build.bv_or(magnitude, sign);
        }
        match float::compare(&mut self.build, op, kind, a, b) {
            Some(test) => self.build.bit_of(test),
            None => self.float(block, Operator::Binary(op, Type::Float(kind)), &[a, b], Type::Float(kind)),
        }
    }

    fn sign_mask(&mut self, bits: u32) -> Term {
        self.build.value(bits, &adumbra_interpreter::eval::Value::Small(1 << (bits - 1)))
    }

    /// An operator on floats: exact, or any value where there is no term for it.
    fn float(&mut self, block: &mut Block, operator: Operator, operands: &[Term], to: Type) -> Term {
        let width = to.bits(&self.program.layout);
        // An input may be needed for a NaN.
        let any = self.input(block, width);
        let mut axioms = Vec::new();
        let payload = &mut |_: &mut Build, _: u32| any;
        match float::exactly(&mut self.build, operator, operands, to, payload, &mut axioms) {
            Some(exact) => {
                for axiom in axioms {
                    block.demand(&mut self.build, axiom);
                }
                exact
            }
            None => any,
        }
    }
}
