//! Ranges between the numbers that a global is compared with.
//!
//! A program whose modes are ranges of a number, such as `a <= -13`, `a <= 38`, `a > 218`, behaves
//! differently in each. States in which the number is in different ranges are kept apart if a
//! configuration asks for it, so that joins do not fill the gap between them.

use super::Numbers;
use super::memory::Object;
use super::state::{State, Val};
use super::values::Values;
use adumbra_program::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A global that is compared with more numbers is left alone.
const MOST_BOUNDARIES: usize = 24;

/// A global, and the least numbers of its ranges but the first.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    global: Global,
    ty: Type,
    boundaries: Vec<i128>,
}

impl Classes {
    /// The globals of a program that are compared with numbers, as signed ones.
    pub(super) fn of(program: &Program) -> Vec<Classes> {
        let pool = &program.exprs;
        let mut compared: FxHashMap<Register, BTreeSet<i128>> = FxHashMap::default();
        for (_, expr, _) in pool.iter() {
            let Expr::Binary(op @ (BinaryOp::Slt | BinaryOp::Sle), a, b) = expr else { continue };
            let number = |e: ExprId| match (pool.get(e), pool.ty(e)) {
                (Expr::Const(bits), Type::Int(width @ 2..=64)) => {
                    Some(i128::from(((bits << (64 - width)) as i64) >> (64 - width)))
                }
                _ => None,
            };
            let (register, boundary) = match (pool.get(a), number(b), number(a), pool.get(b)) {
                (Expr::Register(r), Some(n), _, _) => (r, n + i128::from(op == BinaryOp::Sle)),
                (_, _, Some(n), Expr::Register(r)) => (r, n + i128::from(op == BinaryOp::Slt)),
                _ => continue,
            };
            compared.entry(register).or_default().insert(boundary);
        }
        let mut found: FxHashMap<(Global, u32), BTreeSet<i128>> = FxHashMap::default();
        for edge in program.edges.values() {
            if let Op::Load { register, address } = edge.op
                && let (Expr::GlobalAddr(global), Type::Int(width)) =
                    (pool.get(address), program.registers[register].ty)
                && let Some(boundaries) = compared.get(&register)
            {
                found.entry((global, width)).or_default().extend(boundaries);
            }
        }
        let mut all: Vec<Classes> = (found.into_iter())
            .filter(|(_, boundaries)| boundaries.len() <= MOST_BOUNDARIES)
            .map(|((global, width), boundaries)| Classes {
                global,
                ty: Type::Int(width),
                boundaries: boundaries.into_iter().collect(),
            })
            .collect();
        all.sort_by_key(|classes| (classes.global, classes.ty.bits(&program.layout)));
        all
    }

    /// The ranges that the global may be in: the first and the last.
    pub(super) fn range<D: Numbers>(&self, values: &Values<D>, state: &State<D>) -> (usize, usize) {
        let cells = values.cells(state, values.object_id(Object::Global(self.global)));
        let Type::Int(width) = self.ty else { return (0, self.boundaries.len()) };
        let bounds = match values.read(&cells, 0, self.ty) {
            Some(Val::Number(number)) => number.bounds(width, true),
            _ => None,
        };
        let place = |number: i128| self.boundaries.partition_point(|boundary| *boundary <= number);
        bounds.map_or((0, self.boundaries.len()), |(low, high)| (place(low), place(high)))
    }
}
