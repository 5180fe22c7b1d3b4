//! What operators give, under the names by which executions speak of it, and operators on constants
//! as expressions.

pub use adumbra_operators::double_word::{mask, signed as sign_extend};
pub use adumbra_operators::evaluate::{binary, cast, multiply_add, unary};
pub use adumbra_operators::{Inexact, Value};

use adumbra_program::{DataLayout, Expr, ExprId, ExprPool, Type};

/// The value of a node whose operands are constant integers; `None` of any other, and of operators
/// on addresses and floats.
pub fn fold(pool: &ExprPool, expr: Expr, ty: Type, layout: &DataLayout) -> Option<Value> {
    let constant = |id: ExprId| match (pool.get(id), pool.ty(id)) {
        (Expr::Const(value), Type::Int(width)) => Some(Value::from_words(&[value], width)),
        (Expr::Wide(id), Type::Int(width)) => Some(Value::from_words(pool.wide(id), width)),
        _ => None,
    };
    let value = match (expr, ty) {
        (Expr::Unary(op, a), Type::Int(_)) => unary(op, pool.ty(a), &constant(a)?, layout),
        (Expr::Binary(op, a, b), Type::Int(_)) => binary(op, pool.ty(a), &constant(a)?, &constant(b)?, layout),
        (Expr::Cast(op, a), Type::Int(_)) => cast(op, pool.ty(a), ty, &constant(a)?, layout),
        _ => return None,
    };
    value.ok()
}

/// The same as little-endian words.
pub fn fold_words(pool: &ExprPool, expr: Expr, ty: Type, layout: &DataLayout) -> Option<Vec<u64>> {
    let bytes = fold(pool, expr, ty, layout)?.to_bytes(ty.bits(layout));
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    Some(bytes.chunks(8).map(word).collect())
}
