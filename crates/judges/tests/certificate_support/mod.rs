//! A small explicit analysis that makes certificates: constants in registers and in globals,
//! everything else unknown.

use adumbra_interpreter::eval::{self, Value};
use adumbra_program::*;
use adumbra_verdict::{Argument, Certificate, ClosedSet, Known, ObjectName, Point, StateFacts};
use std::collections::{BTreeMap, HashSet};

/// What stands before the globals and functions of a program about calls of `reach_error`.
pub const HEAD: &str = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call assertions errors \"reach_error\"\nentry @main\n";

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Val {
    Bits(u128),
    Pointer(Option<Global>, u64),
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Explicit {
    location: Location,
    calls: Vec<Edge>,
    registers: Vec<BTreeMap<u32, Val>>,
    cells: BTreeMap<(Global, u64, u64), Val>,
}

/// All states that are reached, at most so many.
pub fn explore(program: &Program, most: usize) -> Certificate {
    let start = Explicit {
        location: program.body(program.entry).unwrap().entry,
        calls: Vec::new(),
        registers: vec![BTreeMap::new()],
        cells: initial(program),
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut order = vec![start.clone()];
    let mut work = vec![start];
    while let Some(state) = work.pop() {
        for next in successors(program, &state) {
            if seen.insert(next.clone()) {
                assert!(seen.len() <= most, "too many states");
                order.push(next.clone());
                work.push(next);
            }
        }
    }
    let states = order.iter().map(facts).collect();
    Certificate::from(Argument::ClosedSet(ClosedSet { states }))
}

/// The contents of small globals at the start.
fn initial(program: &Program) -> BTreeMap<(Global, u64, u64), Val> {
    let mut cells = BTreeMap::new();
    for (global, data) in program.globals.iter() {
        let Some(init) = &data.init else { continue };
        let mut bytes = [0; 16];
        let count = init.bytes.len().min(16);
        bytes[..count].copy_from_slice(&init.bytes[..count]);
        let value = match init.relocations.first().map(|r| r.target) {
            Some(RelocationTarget::Global(g)) => Val::Pointer(Some(g), 0),
            Some(_) => continue,
            None => Val::Bits(u128::from_le_bytes(bytes)),
        };
        if data.size <= 8 {
            cells.insert((global, 0, data.size), value);
        }
    }
    cells
}

fn facts(state: &Explicit) -> StateFacts {
    let known = |v: &Val| match v {
        Val::Bits(bits) => Known::Bits(vec![*bits as u64, (*bits >> 64) as u64]),
        Val::Pointer(None, _) => Known::Null,
        Val::Pointer(Some(g), offset) => Known::Pointer(ObjectName::Global(*g), *offset),
    };
    let mut registers = Vec::new();
    for (depth, frame) in state.registers.iter().enumerate() {
        for (register, value) in frame {
            registers.push((depth as u32, Register::from_u32(*register), known(value)));
        }
    }
    let cells = state
        .cells
        .iter()
        .map(|((g, offset, length), value)| (ObjectName::Global(*g), *offset, *length as u32, known(value)));
    let point = Point { location: state.location, calls: state.calls.clone() };
    StateFacts { registers, cells: cells.collect(), ..StateFacts::at(point) }
}

fn value(program: &Program, state: &Explicit, expr: ExprId) -> Option<Val> {
    let pool = &program.exprs;
    let bits = |e: ExprId| match value(program, state, e)? {
        Val::Bits(b) => Some(Value::Small(b)),
        Val::Pointer(None, _) => Some(Value::Small(0)),
        Val::Pointer(..) => None,
    };
    match pool.get(expr) {
        Expr::Register(r) => state.registers.last()?.get(&r.as_u32()).cloned(),
        Expr::Const(v) => Some(Val::Bits(v.into())),
        Expr::Null => Some(Val::Pointer(None, 0)),
        Expr::GlobalAddr(g) => Some(Val::Pointer(Some(g), 0)),
        Expr::Binary(BinaryOp::PtrAdd, a, b) => match (value(program, state, a)?, value(program, state, b)?) {
            (Val::Pointer(Some(g), offset), Val::Bits(by)) => {
                Some(Val::Pointer(Some(g), offset.wrapping_add(by as u64)))
            }
            _ => None,
        },
        Expr::Unary(op, a) => eval::unary(op, pool.ty(a), &bits(a)?, &program.layout).ok().map(|v| Val::Bits(v.low())),
        Expr::Binary(op, a, b) => {
            let result = eval::binary(op, pool.ty(a), &bits(a)?, &bits(b)?, &program.layout).ok()?;
            Some(Val::Bits(result.low()))
        }
        Expr::Cast(op, a) if !matches!(op, CastOp::IntToPtr | CastOp::PtrToInt) => {
            let result = eval::cast(op, pool.ty(a), pool.ty(expr), &bits(a)?, &program.layout).ok()?;
            Some(Val::Bits(result.low()))
        }
        Expr::Select(c, a, b) => match bits(c)?.low() {
            0 => value(program, state, b),
            _ => value(program, state, a),
        },
        _ => None,
    }
}

fn assign(state: &mut Explicit, register: Register, value: Option<Val>) {
    let frame = state.registers.last_mut().unwrap();
    match value {
        Some(value) => frame.insert(register.as_u32(), value),
        None => frame.remove(&register.as_u32()),
    };
}

fn successors(program: &Program, state: &Explicit) -> Vec<Explicit> {
    let mut out = Vec::new();
    let function = program.function_of(state.location);
    if program.body(function).unwrap().exit == state.location {
        // Handled with the return edge.
        return out;
    }
    for edge in program.out_edges(state.location) {
        let mut next = state.clone();
        next.location = program.edges[edge].to;
        match &program.edges[edge].op {
            Op::Assign(pairs) => {
                let values: Vec<_> = pairs.iter().map(|(_, e)| value(program, state, *e)).collect();
                for ((register, _), v) in pairs.iter().zip(values) {
                    assign(&mut next, *register, v);
                }
            }
            Op::Assume { condition, truth } => {
                if let Some(Val::Bits(b)) = value(program, state, *condition)
                    && (b != 0) != *truth
                {
                    continue;
                }
                if *truth
                    && let Expr::Binary(BinaryOp::Eq, a, b) = program.exprs.get(*condition)
                    && let (Expr::Register(r), Expr::Const(c)) = (program.exprs.get(a), program.exprs.get(b))
                {
                    assign(&mut next, r, Some(Val::Bits(c.into())));
                }
            }
            Op::Load { register, address } => {
                let length = program.registers[*register].ty.store_size(&program.layout);
                let loaded = match value(program, state, *address) {
                    Some(Val::Pointer(Some(g), offset)) => next.cells.get(&(g, offset, length)).cloned(),
                    _ => None,
                };
                assign(&mut next, *register, loaded);
            }
            Op::Store { address, value: stored } => {
                let length = program.exprs.ty(*stored).store_size(&program.layout);
                match value(program, state, *address) {
                    Some(Val::Pointer(Some(g), offset)) => {
                        next.cells.retain(|(h, o, l), _| *h != g || o + l <= offset || offset + length <= *o);
                        if let Some(v) = value(program, state, *stored) {
                            next.cells.insert((g, offset, length), v);
                        }
                    }
                    _ => next.cells.clear(),
                }
            }
            Op::Call { callee: Callee::Direct(f), arguments, results } => match program.body(*f) {
                Some(body) => {
                    let mut frame = BTreeMap::new();
                    for (register, argument) in body.parameters.iter().zip(arguments) {
                        if let Some(v) = value(program, state, *argument) {
                            frame.insert(register.as_u32(), v);
                        }
                    }
                    next.location = body.entry;
                    next.calls.push(edge);
                    next.registers.push(frame);
                }
                None => results.iter().for_each(|r| assign(&mut next, *r, None)),
            },
            Op::Return { values } => {
                let Some(call) = next.calls.pop() else { continue };
                let Op::Call { results, .. } = &program.edges[call].op else { continue };
                let values: Vec<_> = values.iter().map(|e| value(program, state, *e)).collect();
                next.registers.pop();
                next.location = program.edges[call].to;
                for (register, v) in results.iter().zip(values) {
                    assign(&mut next, *register, v);
                }
            }
            Op::Input { register, .. } => assign(&mut next, *register, None),
            Op::Violation(kind) if program.property.monitors(*kind) => panic!("a violation is reached"),
            Op::Nop | Op::Violation(_) | Op::Output { .. } => {}
            Op::End { .. } => continue,
            other => panic!("not followed: {other:?}"),
        }
        out.push(next);
    }
    out
}
