//! Registers that are constant, in the places where they are read.
//!
//! A register has one value wherever it is read if it is defined once, by a constant, and each path
//! to the use passes the definition: the location of the definition dominates that of the use, and
//! as nothing else leaves it, the definition was executed. Replacing it may make other definitions
//! constant, so this goes on until nothing changes. Only integers are looked at: addresses are no
//! constants, and floating-point operators may have a choice.

use super::Evaluate;
use adumbra_program::graph::{DominatorTree, FunctionGraph};
use adumbra_program::*;
use std::collections::HashMap;

/// How long a chain of constants that follow from each other may be.
const ROUNDS: usize = 16;

/// Replaces constants in all functions; how many uses changed?
pub(super) fn propagate(program: &mut Program, evaluate: Evaluate<'_>) -> usize {
    let functions: Vec<(Function, Body)> = program.defined_functions().map(|(f, _, b)| (f, b.clone())).collect();
    functions.iter().map(|(function, body)| in_function(program, *function, body, evaluate)).sum()
}

/// Where the only definition of a register is, and the constant that it gets.
type Known = HashMap<Register, (Location, ExprId)>;

fn in_function(program: &mut Program, function: Function, body: &Body, evaluate: Evaluate<'_>) -> usize {
    let mut definitions: HashMap<Register, usize> = body.parameters.iter().map(|r| (*r, 1)).collect();
    for edge in body.edge_ids() {
        program.edges[edge].op.for_each_definition(|r| *definitions.entry(r).or_default() += 1);
    }
    let mut tree: Option<(FunctionGraph, DominatorTree)> = None;
    let (mut known, mut changed) = (Known::new(), 0);
    for _ in 0..ROUNDS {
        // What is constant now.
        let mut new = 0;
        for edge in body.edge_ids() {
            let Op::Assign(pairs) = &program.edges[edge].op else { continue };
            for (register, value) in pairs {
                let single = definitions.get(register) == Some(&1);
                let constant = matches!(program.exprs.get(*value), Expr::Const(_) | Expr::Wide(_));
                let number = matches!(program.exprs.ty(*value), Type::Int(_));
                if single && constant && number {
                    new += usize::from(known.insert(*register, (program.edges[edge].from, *value)).is_none());
                }
            }
        }
        if new == 0 && tree.is_some() {
            break;
        }
        let (graph, dominators) = tree.get_or_insert_with(|| {
            let graph = FunctionGraph::of_body(program, function, body);
            let dominators = graph.dominators();
            (graph, dominators)
        });
        for edge in body.edge_ids() {
            let at = program.edges[edge].from;
            let mut op = std::mem::replace(&mut program.edges[edge].op, Op::Nop);
            op.for_each_use_mut(|use_| {
                let holds = |from: Location| dominators.strictly_dominates(graph.node(from), graph.node(at));
                let folded = replace(&mut program.exprs, *use_, &known, &holds, evaluate);
                changed += usize::from(folded != *use_);
                *use_ = folded;
            });
            program.edges[edge].op = op;
        }
    }
    changed
}

/// An expression with constants in the place of registers that hold them there, and operators on
/// constants evaluated.
fn replace(
    pool: &mut ExprPool,
    root: ExprId,
    known: &Known,
    holds: &dyn Fn(Location) -> bool,
    evaluate: Evaluate<'_>,
) -> ExprId {
    let mut made: HashMap<ExprId, ExprId> = HashMap::new();
    let mut stack = vec![(root, false)];
    while let Some((id, ready)) = stack.pop() {
        if made.contains_key(&id) {
            continue;
        }
        if !ready {
            stack.push((id, true));
            stack.extend(pool.operands(id).map(|operand| (operand, false)));
            continue;
        }
        let (expr, ty) = (pool.get(id), pool.ty(id));
        let of = |operand: ExprId| made[&operand];
        let new = match expr {
            Expr::Register(register) => match known.get(&register) {
                Some((from, value)) if holds(*from) => {
                    made.insert(id, *value);
                    continue;
                }
                _ => expr,
            },
            Expr::Unary(op, a) => Expr::Unary(op, of(a)),
            Expr::Binary(op, a, b) => Expr::Binary(op, of(a), of(b)),
            Expr::Cast(op, a) => Expr::Cast(op, of(a)),
            Expr::Select(c, a, b) => match pool.get(of(c)) {
                Expr::Const(taken) => {
                    made.insert(id, of(if taken == 1 { a } else { b }));
                    continue;
                }
                _ => Expr::Select(of(c), of(a), of(b)),
            },
            Expr::FMulAdd(a, b, c) => Expr::FMulAdd(of(a), of(b), of(c)),
            _ => expr,
        };
        let folded = match ty {
            Type::Int(bits) => evaluate(pool, new, ty).map(|words| pool.constant(&words, ty, bits)),
            _ => None,
        };
        let value = folded.unwrap_or_else(|| pool.intern(new, ty));
        made.insert(id, value);
    }
    made[&root]
}
