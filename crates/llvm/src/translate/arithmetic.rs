//! Arithmetic, comparisons and conversions, lane by lane; what C leaves undefined becomes a branch.

use super::function::Translator;
use super::instructions::{pack, unpack};
use crate::constants::{int_to_ptr, ptr_to_int};
use crate::sys::{LLVMIntPredicate as IntP, LLVMOpcode as Opcode, LLVMRealPredicate as RealP, Value};
use adumbra_program::{
    BinaryOp, CastOp, Expr, ExprId, FloatKind, Op, ProgramBuilder, Register, Type, UnaryOp, Violation,
};

impl Translator<'_, '_> {
    /// Translates an arithmetic instruction; `false` if it is not one.
    pub(crate) fn arithmetic(&mut self, i: Value) -> Result<bool, String> {
        if let Some(op) = binary_operator(i.opcode()) {
            let (a, b) = (self.value(i.operand(0))?, self.value(i.operand(1))?);
            let mut lanes = Vec::with_capacity(a.len());
            for (a, b) in a.iter().zip(b.iter()) {
                lanes.push(self.guarded(i, op, *a, *b));
            }
            self.define(i, lanes);
            return Ok(true);
        }
        let target: Vec<Type> = self.leaves_of(i.ty())?.into_iter().map(|l| l.ty).collect();
        let operands = self.value(i.operand(0))?;
        let lanes = match i.opcode() {
            Opcode::LLVMFNeg => operands.iter().map(|a| self.builder().unary(UnaryOp::FNeg, *a)).collect(),
            Opcode::LLVMICmp => {
                let right = self.value(i.operand(1))?;
                let predicate = i.int_predicate();
                operands.iter().zip(right.iter()).map(|(a, b)| compare(self.builder(), predicate, *a, *b)).collect()
            }
            Opcode::LLVMFCmp => {
                let right = self.value(i.operand(1))?;
                let predicate = i.real_predicate();
                operands
                    .iter()
                    .zip(right.iter())
                    .map(|(a, b)| compare_float(self.builder(), predicate, *a, *b))
                    .collect()
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                let from: Vec<Type> = operands.iter().map(|e| self.builder().exprs.ty(*e)).collect();
                if from == target {
                    operands.to_vec()
                } else {
                    let bits = pack(self.builder(), &operands);
                    unpack(self.builder(), bits, &target)
                }
            }
            Opcode::LLVMFPToSI | Opcode::LLVMFPToUI => {
                let signed = i.opcode() == Opcode::LLVMFPToSI;
                let mut lanes = Vec::new();
                for (a, ty) in operands.iter().zip(&target) {
                    lanes.push(self.float_to_int(*a, *ty, signed));
                }
                lanes
            }
            opcode => {
                let Some(op) = cast_operator(opcode) else { return Ok(false) };
                let convert = |b: &mut ProgramBuilder, a: ExprId, ty: Type| match op {
                    CastOp::PtrToInt => ptr_to_int(b, a, ty),
                    CastOp::IntToPtr => int_to_ptr(b, a),
                    _ if b.exprs.ty(a) == ty => a,
                    _ => b.cast(op, ty, a),
                };
                operands.iter().zip(&target).map(|(a, ty)| convert(self.builder(), *a, *ty)).collect()
            }
        };
        self.define(i, lanes);
        Ok(true)
    }

    fn guarded(&mut self, i: Value, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        use BinaryOp::*;
        match op {
            UDiv | SDiv | URem | SRem => {
                let (a, b) = (self.guard_divisor(a, b), b);
                if self.check_nsw && matches!(op, SDiv | SRem) {
                    self.check_division_overflow(a, b);
                }
                self.builder().binary(op, a, b)
            }
            Shl | LShr | AShr => self.shift(op, a, b),
            Add | Sub | Mul if self.check_nsw && i.has_nsw() => {
                let overflow = match op {
                    Add => SAddOverflow,
                    Sub => SSubOverflow,
                    _ => SMulOverflow,
                };
                let (a, b) = (self.in_register(a), self.in_register(b));
                let bad = self.builder().binary(overflow, a, b);
                let fine = self.builder().not(bad);
                self.guard(fine, |t| t.emit_last(Op::Violation(Violation::SignedOverflow)));
                self.builder().binary(op, a, b)
            }
            _ => self.builder().binary(op, a, b),
        }
    }

    /// Division by zero ends the execution; a divisor that is a constant needs no check.
    fn guard_divisor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match self.builder().exprs.get(b) {
            Expr::Const(c) if c != 0 => return a,
            Expr::Wide(_) => return a,
            _ => {}
        }
        let ty = self.type_of(b);
        let zero = crate::constants::zero(self.builder(), ty);
        let fine = self.builder().binary(BinaryOp::Ne, b, zero);
        self.guard(fine, |t| t.emit_last(Op::Violation(Violation::DivisionByZero)));
        a
    }

    fn check_division_overflow(&mut self, a: ExprId, b: ExprId) {
        let ty = self.type_of(a);
        let zero = crate::constants::zero(self.builder(), ty);
        // a / b overflows exactly if 0 - a does, a is negative, and b is -1.
        let bits = ty.bits(self.builder().layout());
        let ones = self.builder().exprs.constant(&vec![u64::MAX; bits.div_ceil(64) as usize], ty, bits);
        let b_ = self.builder();
        let lowest = b_.binary(BinaryOp::SSubOverflow, zero, a);
        let minus_one = b_.binary(BinaryOp::Eq, b, ones);
        let bad = b_.binary(BinaryOp::And, lowest, minus_one);
        let fine = b_.not(bad);
        self.guard(fine, |t| t.emit_last(Op::Violation(Violation::SignedOverflow)));
    }

    /// A shift out of range is a violation of a signed operand, and yields any value. Where clang's
    /// checks were compiled in, they stand before the shift of a signed operand, so that only
    /// unsigned ones are out of range here. Elsewhere, nothing tells what is shifted to the left.
    fn shift(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.type_of(a);
        let width = ty.bits(self.builder().layout());
        if in_range(self.builder(), b, width) {
            return self.builder().binary(op, a, b);
        }
        let (a, b) = (self.in_register(a), self.in_register(b));
        let limit = self.builder().exprs.constant(&[u64::from(width)], ty, width);
        // A width that does not fit its own type cannot be reached by the amount (i1).
        if width == 1 {
            return self.builder().binary(op, a, b);
        }
        let fine = self.builder().binary(BinaryOp::Ult, b, limit);
        let result = self.builder().binary(op, a, b);
        let violation = match op {
            _ if self.shared.overflow_checks && !self.check_nsw => None,
            BinaryOp::LShr => None,
            BinaryOp::Shl if self.check_nsw => {
                self.guard(fine, |t| {
                    t.unsupported("a shift to the left by too much, of an operand with or without a sign")
                });
                return result;
            }
            _ => Some(Violation::BadShift),
        };
        self.guarded_value(fine, result, violation)
    }

    /// `value` where the condition holds; elsewhere a violation, if there is one, and then any
    /// value.
    fn guarded_value(&mut self, fine: ExprId, value: ExprId, violation: Option<Violation>) -> ExprId {
        let ty = self.type_of(value);
        let register: Register = self.body.register(ty, None);
        let other = self.guard(fine, |t| {
            if let Some(violation) = violation {
                t.emit(Op::Violation(violation));
            }
            let any = t.indeterminate(ty);
            t.emit(Op::Assign(Box::new([(register, any)])));
        });
        self.emit(Op::Assign(Box::new([(register, value)])));
        self.join(other);
        self.builder().register_expr(register)
    }

    /// Conversion toward zero; a number that does not fit is a violation and then yields any value.
    pub(crate) fn float_to_int(&mut self, a: ExprId, ty: Type, signed: bool) -> ExprId {
        let (Type::Float(kind), Type::Int(width)) = (self.type_of(a), ty) else { return a };
        let a = self.in_register(a);
        let op = if signed { CastOp::FloatToSInt } else { CastOp::FloatToUInt };
        let converted = self.builder().cast(op, ty, a);
        let fine = fits(self.builder(), a, kind, width, signed);
        self.guarded_value(fine, converted, Some(Violation::BadConversion))
    }
}

/// Is the shift amount certainly below the width?
fn in_range(b: &ProgramBuilder, amount: ExprId, width: u32) -> bool {
    match b.exprs.get(amount) {
        Expr::Const(c) => c < u64::from(width),
        Expr::Binary(BinaryOp::And, x, y) => {
            [x, y].into_iter().any(|e| matches!(b.exprs.get(e), Expr::Const(c) if c < u64::from(width)))
        }
        Expr::Cast(CastOp::ZExt, x) => match (b.exprs.get(x), b.exprs.ty(x)) {
            (_, Type::Int(w)) if w < 32 && (1u64 << w) <= u64::from(width) => true,
            _ => in_range(b, x, width),
        },
        _ => false,
    }
}

/// Precision (with the hidden bit) and largest exponent of a format.
fn format(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::Half => (11, 15),
        FloatKind::BFloat => (8, 127),
        FloatKind::Single => (24, 127),
        FloatKind::Double => (53, 1023),
        FloatKind::X87 => (64, 16383),
        FloatKind::Quad => (113, 16383),
    }
}

/// The bits of ±2^exponent in a format.
fn power_of_two(b: &mut ProgramBuilder, kind: FloatKind, exponent: u32, negative: bool) -> ExprId {
    let (precision, bias) = format(kind);
    let bits = kind.bits();
    // x87 stores the leading bit.
    let mantissa_bits = if kind == FloatKind::X87 { 64 } else { precision - 1 };
    let mut raw: u128 = u128::from(exponent + bias) << mantissa_bits;
    if kind == FloatKind::X87 {
        raw |= 1u128 << 63;
    }
    if negative {
        raw |= 1u128 << (bits - 1);
    }
    b.exprs.constant(&[raw as u64, (raw >> 64) as u64], Type::Float(kind), bits)
}

/// Does the float, cut to an integer, fit the type? False for NaN.
fn fits(b: &mut ProgramBuilder, a: ExprId, kind: FloatKind, width: u32, signed: bool) -> ExprId {
    let (precision, largest) = format(kind);
    let magnitude = if signed { width - 1 } else { width };
    // Upper bound: a < 2^magnitude. Every finite number is below if the exponent is out of the
    // format's reach.
    let upper = if magnitude > largest {
        let unordered = b.unary(UnaryOp::FIsNan, a);
        let infinite = b.unary(UnaryOp::FIsInf, a);
        let bad = b.binary(BinaryOp::Or, unordered, infinite);
        b.not(bad)
    } else {
        let bound = power_of_two(b, kind, magnitude, false);
        b.binary(BinaryOp::FLt, a, bound)
    };
    // Lower bound: a > -2^magnitude - 1 (signed), a > -1 (unsigned).
    let lower = if !signed {
        let bound = power_of_two(b, kind, 0, true);
        b.binary(BinaryOp::FLt, bound, a)
    } else if magnitude > largest {
        upper
    } else {
        let bound = power_of_two(b, kind, magnitude, true);
        if magnitude < precision {
            let one = power_of_two(b, kind, 0, false);
            let below = b.binary(BinaryOp::FSub, bound, one);
            b.binary(BinaryOp::FLt, below, a)
        } else {
            b.binary(BinaryOp::FLe, bound, a)
        }
    };
    b.binary(BinaryOp::And, lower, upper)
}

/// The comparison that an integer predicate stands for.
pub(crate) fn compare(b: &mut ProgramBuilder, predicate: IntP, x: ExprId, y: ExprId) -> ExprId {
    match predicate {
        IntP::LLVMIntEQ => b.binary(BinaryOp::Eq, x, y),
        IntP::LLVMIntNE => b.binary(BinaryOp::Ne, x, y),
        IntP::LLVMIntULT => b.binary(BinaryOp::Ult, x, y),
        IntP::LLVMIntULE => b.binary(BinaryOp::Ule, x, y),
        IntP::LLVMIntUGT => b.binary(BinaryOp::Ult, y, x),
        IntP::LLVMIntUGE => b.binary(BinaryOp::Ule, y, x),
        IntP::LLVMIntSLT => signed(b, BinaryOp::Slt, x, y),
        IntP::LLVMIntSLE => signed(b, BinaryOp::Sle, x, y),
        IntP::LLVMIntSGT => signed(b, BinaryOp::Slt, y, x),
        IntP::LLVMIntSGE => signed(b, BinaryOp::Sle, y, x),
    }
}

/// Signed comparison; of pointers by their addresses.
fn signed(b: &mut ProgramBuilder, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
    if b.exprs.ty(x) != Type::Ptr {
        return b.binary(op, x, y);
    }
    let word = Type::Int(b.layout().pointer_bits);
    let (x, y) = (ptr_to_int(b, x, word), ptr_to_int(b, y, word));
    b.binary(op, x, y)
}

/// The comparison that a floating-point predicate stands for.
pub(crate) fn compare_float(b: &mut ProgramBuilder, predicate: RealP, x: ExprId, y: ExprId) -> ExprId {
    use BinaryOp::{FEq, FLe, FLt, FUnordered, Or};
    let one = |b: &mut ProgramBuilder| {
        let less = b.binary(FLt, x, y);
        let more = b.binary(FLt, y, x);
        b.binary(Or, less, more)
    };
    match predicate {
        RealP::LLVMRealPredicateFalse => b.exprs.int(0, 1),
        RealP::LLVMRealPredicateTrue => b.exprs.int(1, 1),
        RealP::LLVMRealOEQ => b.binary(FEq, x, y),
        RealP::LLVMRealOGT => b.binary(FLt, y, x),
        RealP::LLVMRealOGE => b.binary(FLe, y, x),
        RealP::LLVMRealOLT => b.binary(FLt, x, y),
        RealP::LLVMRealOLE => b.binary(FLe, x, y),
        RealP::LLVMRealONE => one(b),
        RealP::LLVMRealUNO => b.binary(FUnordered, x, y),
        // The rest are negations of their ordered counterparts.
        negated => {
            let positive = match negated {
                RealP::LLVMRealORD => b.binary(FUnordered, x, y),
                RealP::LLVMRealUEQ => one(b),
                RealP::LLVMRealUNE => b.binary(FEq, x, y),
                RealP::LLVMRealUGT => b.binary(FLe, x, y),
                RealP::LLVMRealUGE => b.binary(FLt, x, y),
                RealP::LLVMRealULT => b.binary(FLe, y, x),
                _ => b.binary(FLt, y, x),
            };
            b.not(positive)
        }
    }
}

fn binary_operator(opcode: Opcode) -> Option<BinaryOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        Opcode::LLVMFAdd => BinaryOp::FAdd,
        Opcode::LLVMFSub => BinaryOp::FSub,
        Opcode::LLVMFMul => BinaryOp::FMul,
        Opcode::LLVMFDiv => BinaryOp::FDiv,
        Opcode::LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_operator(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::ZExt,
        Opcode::LLVMSExt => CastOp::SExt,
        Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => CastOp::FloatToFloat,
        Opcode::LLVMSIToFP => CastOp::SIntToFloat,
        Opcode::LLVMUIToFP => CastOp::UIntToFloat,
        Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        _ => return None,
    })
}
