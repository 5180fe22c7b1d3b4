//! What a condition that holds tells about registers and cells.
//!
//! `x == c` gives `x` the value `c`; so do `x ± k == c`, extensions, and conjunctions of such
//! conditions in the forms that compilers write them. If the register was loaded from memory just
//! before, the cell gets the value too.

use super::{Action, Address, Code, Compiler, Layout, Place};
use crate::scalar::Value;
use adumbra_program::*;
use std::collections::BTreeSet;

/// Undoes an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inverse {
    /// Of a zero extension from this width.
    ZExt(u32),
    /// Of a sign extension between these widths.
    SExt(u32, u32),
    /// Adds a constant, at this width.
    Add(u64, u32),
    /// Exclusive or with a constant.
    Xor(u64),
}

/// A register that gets the value of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Refinement {
    pub(crate) place: Place,
    pub(crate) value: Code,
    pub(crate) inverse: Vec<Inverse>,
    /// The register holds a pointer: only null says something.
    pub(crate) pointer: bool,
    /// The cell that the register was loaded from and that still has the same value.
    pub(crate) cell: Option<(Address, Layout)>,
}

/// Most refinements of one condition, and most edges to look back for a load.
const LIMIT: usize = 64;

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

impl Refinement {
    /// What the register is if the expression has this value: `Err` if that cannot be.
    pub(crate) fn solve(&self, value: Value) -> Result<Value, ()> {
        let Some(mut bits) = value.as_bits() else {
            return Ok(if self.inverse.is_empty() && (!self.pointer || value == Value::NULL) {
                value
            } else {
                Value::UNKNOWN
            });
        };
        for inverse in &self.inverse {
            bits = match *inverse {
                Inverse::ZExt(from) if bits & !mask(from) != 0 => return Err(()),
                Inverse::ZExt(_) => bits,
                Inverse::SExt(from, to) => {
                    let low = bits & mask(from);
                    let wide = ((low << (64 - from)) as i64 >> (64 - from)) as u64 & mask(to);
                    if wide != bits {
                        return Err(());
                    }
                    low
                }
                Inverse::Add(c, width) => bits.wrapping_add(c) & mask(width),
                Inverse::Xor(c) => bits ^ c,
            };
        }
        Ok(Value::bits(bits))
    }
}

/// An expression that must have a value.
enum Goal {
    /// An `i1` has this truth value.
    Truth(ExprId, bool),
    /// An expression equals another after these operators are undone on it.
    Equal(ExprId, ExprId, Vec<Inverse>),
}

/// What a condition tells if it has the given truth value on an edge.
pub(crate) fn refinements(
    compiler: &mut Compiler<'_>,
    edge: Edge,
    condition: ExprId,
    truth: bool,
) -> Box<[Refinement]> {
    let program = compiler.program;
    let pool = &program.exprs;
    let constant = |e: ExprId| match pool.get(e) {
        Expr::Const(c) if matches!(pool.ty(e), Type::Int(w) if w <= 64) => Some(c),
        _ => None,
    };
    let width = |e: ExprId| match pool.ty(e) {
        Type::Int(w) => w,
        _ => 0,
    };
    let mut out = Vec::new();
    let mut goals = vec![Goal::Truth(condition, truth)];
    let mut steps = 0;
    while let Some(goal) = goals.pop()
        && steps < LIMIT
    {
        steps += 1;
        match goal {
            Goal::Truth(e, truth) => match pool.get(e) {
                Expr::Binary(BinaryOp::Xor, a, b) if constant(b) == Some(1) => goals.push(Goal::Truth(a, !truth)),
                Expr::Binary(BinaryOp::And, a, b) if truth => {
                    goals.extend([Goal::Truth(a, true), Goal::Truth(b, true)]);
                }
                Expr::Binary(BinaryOp::Or, a, b) if !truth => {
                    goals.extend([Goal::Truth(a, false), Goal::Truth(b, false)]);
                }
                Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                    if (op == BinaryOp::Eq) == truth {
                        goals.push(Goal::Equal(a, b, Vec::new()));
                        goals.push(Goal::Equal(b, a, Vec::new()));
                    } else if let Some(c) = constant(b) {
                        // Different from one of two values: the other one.
                        match pool.get(a) {
                            Expr::Cast(CastOp::ZExt, x) if width(x) == 1 && c <= 1 => {
                                goals.push(Goal::Truth(x, c == 0));
                            }
                            _ if width(a) == 1 => goals.push(Goal::Truth(a, c == 0)),
                            Expr::Select(i, p, q) => match (constant(p), constant(q)) {
                                (Some(p), Some(q)) if p == c && q != c => goals.push(Goal::Truth(i, false)),
                                (Some(p), Some(q)) if q == c && p != c => goals.push(Goal::Truth(i, true)),
                                _ => {}
                            },
                            _ => {}
                        }
                    }
                }
                // "At most zero" is zero.
                Expr::Binary(BinaryOp::Ult, a, b) if truth && constant(b) == Some(1) => {
                    goals.push(Goal::Equal(a, b, vec![Inverse::Xor(1)]));
                }
                Expr::Binary(BinaryOp::Ult, a, b) if !truth && constant(a) == Some(0) => {
                    goals.push(Goal::Equal(b, a, Vec::new()));
                }
                Expr::Select(c, a, b) => match (constant(a), constant(b)) {
                    (Some(p), Some(q)) if p != q => goals.push(Goal::Truth(c, (p == 1) == truth)),
                    (_, Some(q)) if (q == 1) != truth => goals.extend([Goal::Truth(c, true), Goal::Truth(a, truth)]),
                    (Some(p), _) if (p == 1) != truth => goals.extend([Goal::Truth(c, false), Goal::Truth(b, truth)]),
                    _ => {}
                },
                Expr::Register(r) => {
                    let value = Code { insns: Box::new([]), result: super::Operand::Const(Value::bits(truth.into())) };
                    out.push(refinement(compiler, edge, r, value, Vec::new()));
                }
                _ => {}
            },
            Goal::Equal(x, y, inverse) => match pool.get(x) {
                Expr::Register(r) => {
                    let small = matches!(pool.ty(y), Type::Int(w) if w <= 64);
                    if small || inverse.is_empty() && !matches!(pool.ty(y), Type::Float(_)) {
                        let value = compiler.code(y);
                        out.push(refinement(compiler, edge, r, value, inverse));
                    }
                }
                Expr::Cast(CastOp::ZExt, a) if width(x) <= 64 => match constant(y) {
                    Some(c) if width(a) == 1 && inverse.is_empty() => {
                        if c <= 1 {
                            goals.push(Goal::Truth(a, c == 1));
                        }
                    }
                    _ => goals.push(Goal::Equal(a, y, with(inverse, Inverse::ZExt(width(a))))),
                },
                Expr::Cast(CastOp::SExt, a) if width(x) <= 64 => {
                    goals.push(Goal::Equal(a, y, with(inverse, Inverse::SExt(width(a), width(x)))));
                }
                Expr::Binary(BinaryOp::Add, a, b) if width(x) <= 64 => {
                    if let Some(c) = constant(b) {
                        goals.push(Goal::Equal(a, y, with(inverse, Inverse::Add(c.wrapping_neg(), width(x)))));
                    }
                }
                Expr::Binary(BinaryOp::Sub, a, b) if width(x) <= 64 => {
                    if let Some(c) = constant(b) {
                        goals.push(Goal::Equal(a, y, with(inverse, Inverse::Add(c, width(x)))));
                    }
                }
                Expr::Binary(BinaryOp::Xor, a, b) if (2..=64).contains(&width(x)) => {
                    if let Some(c) = constant(b) {
                        goals.push(Goal::Equal(a, y, with(inverse, Inverse::Xor(c))));
                    }
                }
                Expr::Select(i, p, q) if inverse.is_empty() => match (constant(y), constant(p), constant(q)) {
                    (Some(c), Some(p), Some(q)) if p == c && q != c => goals.push(Goal::Truth(i, true)),
                    (Some(c), Some(p), Some(q)) if q == c && p != c => goals.push(Goal::Truth(i, false)),
                    _ => {}
                },
                _ if width(x) == 1 && inverse.is_empty() => {
                    if let Some(c) = constant(y) {
                        goals.push(Goal::Truth(x, c == 1));
                    }
                }
                _ => {}
            },
        }
    }
    out.into_boxed_slice()
}

fn with(mut inverse: Vec<Inverse>, last: Inverse) -> Vec<Inverse> {
    inverse.push(last);
    inverse
}

fn refinement(
    compiler: &mut Compiler<'_>,
    edge: Edge,
    register: Register,
    value: Code,
    inverse: Vec<Inverse>,
) -> Refinement {
    Refinement {
        place: Place { slot: compiler.slots.of(register), register },
        value,
        inverse,
        pointer: compiler.program.registers[register].ty == Type::Ptr,
        cell: loaded_from(compiler, edge, register),
    }
}

/// Does a type fill its bytes?
fn is_whole(ty: Type) -> bool {
    ty.fixed_bits().is_none_or(|bits| bits.is_multiple_of(8))
}

/// The cell that a register was loaded from, if that is certain to be unchanged before an edge.
fn loaded_from(compiler: &mut Compiler<'_>, edge: Edge, register: Register) -> Option<(Address, Layout)> {
    let program = compiler.program;
    let start = program.edges[edge].from;
    let mut at = start;
    let mut written = BTreeSet::new();
    for _ in 0..LIMIT {
        let [before] = program.in_edges(at) else { return None };
        let data = &program.edges[*before];
        match &data.op {
            Op::Load { register: r, address } if *r == register => {
                let mut read = BTreeSet::new();
                program.exprs.registers(*address, &mut read);
                let live = compiler.slots.live(program, start);
                let kept = read.iter().all(|r| !written.contains(r) && live.iter().any(|(_, l)| l == r));
                let action = if kept { compiler.action(*before, &[]) } else { Action::Nop };
                return match action {
                    // Bits of the last byte that the register does not have could be anything.
                    Action::Load { address, layout, .. } if is_whole(program.registers[register].ty) => {
                        Some((address, layout))
                    }
                    _ => None,
                };
            }
            Op::Nop
            | Op::Assign(_)
            | Op::Assume { .. }
            | Op::Load { .. }
            | Op::Input { .. }
            | Op::Output { .. }
            | Op::ObjectSize { .. } => data.op.for_each_definition(|r| {
                written.insert(r);
            }),
            _ => return None,
        }
        if written.contains(&register) {
            return None;
        }
        at = data.from;
    }
    None
}
