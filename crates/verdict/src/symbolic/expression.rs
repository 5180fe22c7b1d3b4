//! Expressions become values.

use super::Stop;
use super::machine::{Machine, Mode};
use super::value::*;
use adumbra_interpreter::eval;
use adumbra_program::*;
use adumbra_terms::{Bits, Term};

/// The widest integer whose bits are counted one by one.
const MOST_BITS: u32 = 512;

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
                    _ => self.unary(op, from, a)?,
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
                Sym::Bits(self.build.bit_of(holds))
            }
            Expr::Binary(op, a, b) => {
                let from = pool.ty(a);
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Sym::Bits(match from {
                    Type::Float(kind) => self.float_binary(op, kind, a, b)?,
                    _ => self.binary(op, a, b),
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

    fn unary(&mut self, op: UnaryOp, ty: Type, a: Term) -> Result<Term, Stop> {
        let width = self.build.width(a);
        if let Some(value) = self.build.known(a) {
            let layout = &self.program.layout;
            let result = eval::unary(op, ty, &value, layout).map_err(|e| Stop::Unsupported(e.to_string()))?;
            return Ok(self.build.value(width, &result));
        }
        if width > MOST_BITS {
            return Err(Stop::Unsupported("an operator on a very wide integer".into()));
        }
        let bit = |m: &mut Self, i: u32| m.build.extract(i, i, a);
        Ok(match op {
            UnaryOp::PopCount => {
                let mut sum = self.build.word(width, 0);
                for i in 0..width {
                    let bit = bit(self, i);
                    let bit = self.build.resize(width, bit);
                    sum = self.build.add(sum, bit);
                }
                sum
            }
            UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
                let mut result = self.build.word(width, width.into());
                for i in 0..width {
                    let (at, zeros) = match op {
                        UnaryOp::LeadingZeros => (i, width - 1 - i),
                        _ => (width - 1 - i, width - 1 - i),
                    };
                    let bit = bit(self, at);
                    let set = self.build.is_set(bit);
                    let count = self.build.word(width, zeros.into());
                    result = self.build.ite(set, count, result);
                }
                result
            }
            UnaryOp::ByteSwap => self.reversed(a, 8),
            UnaryOp::BitReverse => self.reversed(a, 1),
            _ => return Err(Stop::Unsupported("an operator that integers do not have".into())),
        })
    }

    /// The term with its parts of the given width in reverse order.
    fn reversed(&mut self, a: Term, part: u32) -> Term {
        let count = self.build.width(a) / part;
        let mut result = self.build.extract(part - 1, 0, a);
        for i in 1..count {
            let next = self.build.extract((i + 1) * part - 1, i * part, a);
            result = self.build.concat(result, next);
        }
        result
    }

    fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        use BinaryOp::*;
        let build = &mut self.build;
        let test = match op {
            Add => return build.add(a, b),
            Sub => return build.sub(a, b),
            Mul => return build.mul(a, b),
            UDiv => return build.udiv(a, b),
            SDiv => return build.sdiv(a, b),
            URem => return build.urem(a, b),
            SRem => return build.srem(a, b),
            Shl => return build.shl(a, b),
            LShr => return build.lshr(a, b),
            AShr => return build.ashr(a, b),
            And => return build.bv_and(a, b),
            Or => return build.bv_or(a, b),
            Xor => return build.bv_xor(a, b),
            Eq => build.eq(a, b),
            Ne => {
                let same = build.eq(a, b);
                build.not(same)
            }
            Ult => build.ult(a, b),
            Ule => build.ule(a, b),
            Slt => build.slt(a, b),
            Sle => build.sle(a, b),
            UAddOverflow => build.uaddo(a, b),
            SAddOverflow => build.saddo(a, b),
            USubOverflow => build.usubo(a, b),
            SSubOverflow => build.ssubo(a, b),
            UMulOverflow => build.umulo(a, b),
            SMulOverflow => build.smulo(a, b),
            // The others are on floats and pointers.
            _ => return a,
        };
        build.bit_of(test)
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
