//! What the code of a function is, as a number: the same where nothing but numbers and places of
//! the program changed.
//!
//! Nothing rests on it: a contract that is kept for a function is checked as any other.

use adumbra_program::*;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The number of a function's code: its operations, and what it names.
pub(super) fn code(program: &Program, function: Function) -> u64 {
    let mut hasher = FxHasher::default();
    let data = &program.functions[function];
    (&data.parameter_types, &data.result_types, data.variadic).hash(&mut hasher);
    let Some(body) = &data.body else { return hasher.finish() };
    let own = |register: Register| register.as_u32().wrapping_sub(body.registers.0.as_u32());
    let place = |location: Location| location.as_u32().wrapping_sub(body.locations.0.as_u32());
    body.parameters.iter().for_each(|register| own(*register).hash(&mut hasher));
    for register in body.register_ids() {
        program.registers[register].ty.hash(&mut hasher);
    }
    (place(body.entry), place(body.exit)).hash(&mut hasher);
    for edge in body.edge_ids() {
        let data = &program.edges[edge];
        (place(data.from), place(data.to)).hash(&mut hasher);
        data.op.for_each_use(|expr| expression(program, expr, &own, &mut hasher));
        let mut op = data.op.clone();
        op.for_each_use_mut(|expr| *expr = ExprId::from_u32(0));
        op.for_each_definition_mut(|register| *register = Register::from_u32(own(*register)));
        named(program, &mut op, &mut hasher);
        op.hash(&mut hasher);
    }
    hasher.finish()
}

/// Takes the names of what an operation speaks of in place of its numbers.
fn named(program: &Program, op: &mut Op, hasher: &mut FxHasher) {
    match op {
        Op::Call { callee: Callee::Direct(function), .. } => {
            program.functions[*function].name.hash(hasher);
            *function = Function::from_u32(0);
        }
        Op::Allocate { site, .. } => {
            program.sites[*site].allocator.hash(hasher);
            *site = Site::from_u32(0);
        }
        Op::Input { source, .. } => match source {
            InputSource::Nondet(symbol) | InputSource::External(symbol) => {
                program.symbols[*symbol].hash(hasher);
                *symbol = Symbol::from_u32(0);
            }
            InputSource::Indeterminate(site) => *site = Site::from_u32(0),
            _ => {}
        },
        Op::Unsupported(symbol) => {
            program.symbols[*symbol].hash(hasher);
            *symbol = Symbol::from_u32(0);
        }
        _ => {}
    }
}

/// An expression, in the order of its nodes.
fn expression(program: &Program, root: ExprId, own: &dyn Fn(Register) -> u32, hasher: &mut FxHasher) {
    let mut work = vec![root];
    while let Some(expr) = work.pop() {
        program.exprs.ty(expr).hash(hasher);
        match program.exprs.get(expr) {
            Expr::Register(register) => (0u8, own(register)).hash(hasher),
            Expr::GlobalAddr(global) => {
                let data = &program.globals[global];
                (1u8, &data.name, data.size, data.constant).hash(hasher);
            }
            Expr::FunctionAddr(function) => (2u8, &program.functions[function].name).hash(hasher),
            Expr::Wide(wide) => (3u8, program.exprs.wide(wide)).hash(hasher),
            Expr::Unary(op, _) => (4u8, op).hash(hasher),
            Expr::Binary(op, ..) => (5u8, op).hash(hasher),
            Expr::Cast(op, _) => (6u8, op).hash(hasher),
            other @ (Expr::Const(_) | Expr::Null) => (7u8, other).hash(hasher),
            other => std::mem::discriminant(&other).hash(hasher),
        }
        work.extend(program.exprs.operands(expr));
    }
}
