//! Which values an integer expression may have, as far as its form tells: constants, multiples of
//! constants, sums of them.
//!
//! Registers may have any value. Addresses in the null object are numbers, too:
//! `&((struct S *)0)->member` is an offset. The expressions of a pool come operands first, so one
//! pass over the pool evaluates all.

use crate::offsets::{Offsets, mask};
use adumbra_program::*;

/// The values of all integer expressions of a program.
#[derive(Debug)]
pub struct Numbers {
    values: Vec<Option<Offsets>>,
}

impl Numbers {
    /// Looks at all integer expressions of at most 64 bits.
    pub fn new(program: &Program) -> Numbers {
        let mut numbers = Numbers { values: Vec::with_capacity(program.exprs.len()) };
        for (_, expr, ty) in program.exprs.iter() {
            let value = match ty {
                Type::Int(bits) if bits <= 64 => Some(numbers.evaluate(program, expr, bits)),
                Type::Ptr => numbers.address(program, expr),
                _ => None,
            };
            numbers.values.push(value);
        }
        numbers
    }

    /// The values that an integer expression may have; any for other expressions.
    pub fn of(&self, program: &Program, expr: ExprId) -> Offsets {
        match self.values.get(expr.as_u32() as usize) {
            Some(Some(value)) => value.clone(),
            _ => Offsets::any(program.exprs.ty(expr).bits(&program.layout).min(64)),
        }
    }

    fn get(&self, program: &Program, expr: ExprId) -> Offsets {
        self.of(program, expr)
    }

    /// The address of a pointer that is made of null and numbers.
    fn address(&self, program: &Program, expr: Expr) -> Option<Offsets> {
        match expr {
            Expr::Null => Some(Offsets::exactly(0)),
            Expr::Binary(BinaryOp::PtrAdd, a, b) => {
                let base = self.values.get(a.as_u32() as usize)?.as_ref()?;
                Some(base.plus(&self.get(program, b), program.layout.pointer_bits))
            }
            _ => None,
        }
    }

    fn evaluate(&self, program: &Program, expr: Expr, bits: u32) -> Offsets {
        let any = Offsets::any(bits);
        let width = |e: ExprId| program.exprs.ty(e).fixed_bits().unwrap_or(64);
        match expr {
            Expr::Const(value) => Offsets::exactly(value),
            Expr::Binary(op, a, b) => {
                if !matches!(program.exprs.ty(a), Type::Int(w) if w == bits) {
                    return any;
                }
                let (a, b) = (self.get(program, a), self.get(program, b));
                binary(op, &a, &b, bits).unwrap_or(any)
            }
            Expr::Cast(op, a) if matches!(program.exprs.ty(a), Type::Int(w) if w <= 64) => {
                let (from, a) = (width(a), self.get(program, a));
                match op {
                    CastOp::SExt => a.sign_extended(from, bits),
                    CastOp::ZExt => a.zero_extended(from, bits),
                    CastOp::Trunc => a.truncated(from, bits),
                    _ => any,
                }
            }
            Expr::Cast(CastOp::PtrToInt, a) => self.get(program, a),
            Expr::Select(_, a, b) => self.get(program, a).join(&self.get(program, b), bits),
            _ => any,
        }
    }
}

fn binary(op: BinaryOp, a: &Offsets, b: &Offsets, bits: u32) -> Option<Offsets> {
    let below = |n: u64| {
        // Non-negative and less than a power of two.
        let reach = (64 - n.leading_zeros()).min(bits - 1) as u8;
        Offsets::Strided { modulus: 1, residue: 0, reach }
    };
    Some(match (op, a.single(), b.single()) {
        (BinaryOp::Add, ..) => a.plus(b, bits),
        (BinaryOp::Sub, ..) => a.plus(&b.negated(bits), bits),
        (BinaryOp::Mul, Some(k), _) => b.times(k, bits),
        (BinaryOp::Mul, _, Some(k)) => a.times(k, bits),
        (BinaryOp::Shl, _, Some(k)) if k < u64::from(bits) => a.times(1 << k, bits),
        (BinaryOp::And, _, Some(k)) if k != 0 => {
            let multiple = k & k.wrapping_neg();
            if k <= mask(bits) >> 1 {
                let reach = (64 - k.leading_zeros()) as u8;
                Offsets::Strided { modulus: multiple, residue: 0, reach }
            } else {
                Offsets::multiples(multiple, 0, bits)
            }
        }
        (BinaryOp::URem, _, Some(k)) if k > 0 => below(k),
        (BinaryOp::SRem, _, Some(k)) if k > 0 && k <= mask(bits) >> 1 => below(k),
        (BinaryOp::LShr, _, Some(k)) if k > 0 && k < u64::from(bits) => below(mask(bits) >> k),
        _ => return None,
    })
}
