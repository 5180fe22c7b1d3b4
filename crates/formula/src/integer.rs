//! Operators on integers as terms.

use crate::build::Build;
use adumbra_interpreter::eval;
use adumbra_program::{BinaryOp, DataLayout, Type, UnaryOp};
use adumbra_terms::Term;

/// The widest integer whose bits are counted one by one.
const MOST_BITS: u32 = 512;

/// A unary operator, or why there is no term for it.
pub fn unary(build: &mut Build, op: UnaryOp, ty: Type, layout: &DataLayout, a: Term) -> Result<Term, String> {
    let width = build.width(a);
    if let Some(value) = build.known(a) {
        let result = eval::unary(op, ty, &value, layout).map_err(|e| e.to_string())?;
        return Ok(build.value(width, &result));
    }
    if width > MOST_BITS {
        return Err("an operator on a very wide integer".into());
    }
    Ok(match op {
        UnaryOp::PopCount => {
            let mut sum = build.word(width, 0);
            for i in 0..width {
                let bit = build.extract(i, i, a);
                let bit = build.resize(width, bit);
                sum = build.add(sum, bit);
            }
            sum
        }
        UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
            let mut result = build.word(width, width.into());
            for i in 0..width {
                let (at, zeros) = match op {
                    UnaryOp::LeadingZeros => (i, width - 1 - i),
                    _ => (width - 1 - i, width - 1 - i),
                };
                let bit = build.extract(at, at, a);
                let set = build.is_set(bit);
                let count = build.word(width, zeros.into());
                result = build.ite(set, count, result);
            }
            result
        }
        UnaryOp::ByteSwap => reversed(build, a, 8),
        UnaryOp::BitReverse => reversed(build, a, 1),
        _ => return Err("an operator that integers do not have".into()),
    })
}

/// The term with its parts of the given width in reverse order.
fn reversed(build: &mut Build, a: Term, part: u32) -> Term {
    let count = build.width(a) / part;
    let mut result = build.extract(part - 1, 0, a);
    for i in 1..count {
        let next = build.extract((i + 1) * part - 1, i * part, a);
        result = build.concat(result, next);
    }
    result
}

/// A binary operator; truth values are one bit.
pub fn binary(build: &mut Build, op: BinaryOp, a: Term, b: Term) -> Term {
    use BinaryOp::*;
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
