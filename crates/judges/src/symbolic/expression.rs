//! Expressions become values.

use super::Stop;
use super::machine::{Machine, Mode};
use super::value::*;
use adumbra_formula::integer;
use adumbra_program::*;
use adumbra_terms::{Bits, Term};

impl Machine<'_> {
    /// The value of an expression in the current activation.
    pub(crate) fn eval(&mut self, expr: ExprId) -> Result<Sym, Stop> {
        let pool = &self.program.exprs;
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            if self.ready(next) {
                continue;
            }
            let missing: smallvec::SmallVec<[ExprId; 3]> = pool.operands(next).filter(|o| !self.ready(*o)).collect();
            if missing.is_empty() {
                let value = self.node(next)?;
                self.memo[next.as_u32() as usize] = (self.stamp, Some(value));
            } else {
                stack.push(next);
                stack.extend(missing);
            }
        }
        self.get(expr)
    }

    /// The value of an integer or float expression.
    pub(crate) fn eval_bits(&mut self, expr: ExprId) -> Result<Term, Stop> {
        let value = self.eval(expr)?;
        self.bits(value)
    }

    /// The value of a pointer expression.
    pub(crate) fn eval_pointer(&mut self, expr: ExprId) -> Result<Pointer, Stop> {
        match self.eval(expr)? {
            Sym::Pointer(pointer) => Ok(pointer),
            Sym::Bits(term) => self.pointer_from_address(term),
        }
    }

    /// Forgets the values of expressions: registers are about to change.
    pub(crate) fn new_stamp(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.memo.fill((0, None));
            self.stamp = 1;
        }
    }

    fn ready(&self, expr: ExprId) -> bool {
        matches!(&self.memo[expr.as_u32() as usize], (stamp, Some(_)) if *stamp == self.stamp)
    }

    fn get(&self, expr: ExprId) -> Result<Sym, Stop> {
        match &self.memo[expr.as_u32() as usize] {
            (stamp, Some(value)) if *stamp == self.stamp => Ok(value.clone()),
            _ => Err(Stop::Unsupported("an expression without a value".into())),
        }
    }

    fn bits(&mut self, value: Sym) -> Result<Term, Stop> {
        Ok(match value {
            Sym::Bits(term) => term,
            Sym::Pointer(pointer) => self.address(&pointer),
        })
    }

    fn operand(&mut self, expr: ExprId) -> Result<Term, Stop> {
        let value = self.get(expr)?;
        self.bits(value)
    }

    fn pointer_operand(&mut self, expr: ExprId) -> Result<Pointer, Stop> {
        match self.get(expr)? {
            Sym::Pointer(pointer) => Ok(pointer),
            Sym::Bits(_) => Err(Stop::Unsupported("an integer where a pointer should be".into())),
        }
    }

    /// The value of a register of the current activation.
    pub(crate) fn register(&mut self, register: Register) -> Sym {
        let frame = self.frame();
        let index = register.as_u32().wrapping_sub(frame.first) as usize;
        if let Some(Some(value)) = frame.registers.get(index) {
            return value.clone();
        }
        let ty = self.program.registers[register].ty;
        if self.mode == Mode::Anywhere {
            let value = self.anything(ty);
            self.set(register, value.clone());
            return value;
        }
        match ty {
            Type::Ptr => Sym::Pointer(self.null()),
            _ => Sym::Bits(self.build.terms.bv(&Bits::zero(ty.bits(&self.program.layout)))),
        }
    }

    fn node(&mut self, id: ExprId) -> Result<Sym, Stop> {
        let pool = &self.program.exprs;
        let ty = pool.ty(id);
        let width = ty.bits(&self.program.layout);
        let zero = self.offset(0);
        Ok(match pool.get(id) {
            Expr::Register(r) => self.register(r),
            Expr::Const(value) => Sym::Bits(self.build.terms.bv(&Bits::from_words(width, [value]))),
            Expr::Wide(w) => Sym::Bits(self.build.terms.bv(&Bits::from_words(width, pool.wide(w).iter().copied()))),
            Expr::Null => Sym::Pointer(self.null()),
            Expr::GlobalAddr(g) => Sym::Pointer(Pointer::one(self.always, Base::Object(self.global(g)), zero)),
            Expr::FunctionAddr(f) => Sym::Pointer(Pointer::one(self.always, Base::Object(self.function(f)), zero)),
            Expr::Unary(op, a) => {
                let from = pool.ty(a);
                let a = self.operand(a)?;
                Sym::Bits(match from {
                    Type::Float(kind) => self.float_unary(op, kind, a)?,
                    _ => {
                        integer::unary(&mut self.build, op, from, &self.program.layout, a).map_err(Stop::Unsupported)?
                    }
                })
            }
            Expr::Binary(BinaryOp::PtrAdd, a, b) => {
                let mut pointer = self.pointer_operand(a)?;
                let by = self.operand(b)?;
                for case in &mut pointer.cases {
                    case.offset = self.build.add(case.offset, by);
                }
                Sym::Pointer(pointer)
            }
            Expr::Binary(op, a, b) if pool.ty(a) == Type::Ptr => {
                let (a, b) = (self.pointer_operand(a)?, self.pointer_operand(b)?);
                let holds = self.compare(op, &a, &b);
                if let Some(end) = self.unclear.take() {
                    return Err(Stop::Unfold(end));
                }
                Sym::Bits(self.build.bit_of(holds))
            }
            Expr::Binary(op, a, b) => {
                let from = pool.ty(a);
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Sym::Bits(match from {
                    Type::Float(kind) => self.float_binary(op, kind, a, b)?,
                    _ => integer::binary(&mut self.build, op, a, b),
                })
            }
            Expr::Cast(op, a) => self.cast(op, pool.ty(a), ty, a)?,
            Expr::Select(c, a, b) => {
                let condition = self.operand(c)?;
                let condition = self.build.is_set(condition);
                let (a, b) = (self.get(a)?, self.get(b)?);
                self.either(condition, &a, &b)
            }
            Expr::FMulAdd(a, b, c) => {
                let (a, b, c) = (self.operand(a)?, self.operand(b)?, self.operand(c)?);
                Sym::Bits(self.float_multiply_add(ty, a, b, c)?)
            }
        })
    }

    fn cast(&mut self, op: CastOp, from: Type, to: Type, a: ExprId) -> Result<Sym, Stop> {
        let width = to.bits(&self.program.layout);
        Ok(Sym::Bits(match op {
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
                self.expose(&pointer, true);
                self.address(&pointer)
            }
            CastOp::IntToPtr => {
                let address = self.operand(a)?;
                return Ok(Sym::Pointer(self.pointer_from_address(address)?));
            }
            _ => {
                let a = self.operand(a)?;
                self.float_cast(op, from, to, a)?
            }
        }))
    }
}
