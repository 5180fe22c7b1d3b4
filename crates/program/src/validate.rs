//! The rules that every program obeys, checked once when it is built or read.

use crate::expr::Expr;
use crate::ids::*;
use crate::model::{Body, Program};
use crate::op::{Callee, InputSource, Op};
use crate::source::{CType, Position, Variable};
use crate::types::Type;
use cranelift_entity::EntityRef;
use thiserror::Error;

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {rule}")]
pub struct Invalid {
    /// The function, location, edge or expression.
    pub place: String,
    /// What is wrong with it.
    pub rule: String,
}

fn invalid<T>(place: impl ToString, rule: impl Into<String>) -> Result<T, Invalid> {
    Err(Invalid { place: place.to_string(), rule: rule.into() })
}

/// Checks the structure and the types of a program.
///
/// A location has no outgoing edge, one, or two that assume a condition and its negation; no edge
/// enters an entry or leaves an exit; edges stay in their function; return edges, and no others,
/// lead to the exit; every expression and operation is well typed; every id is in range; edges are
/// sorted by their start, and the bodies divide the tables of locations, edges and registers among
/// them, all in the same order.
pub fn validate(program: &Program) -> Result<(), Invalid> {
    check_tables(program)?;
    let owners = check_exprs(program)?;
    match program.functions.get(program.entry) {
        None => return invalid(program.entry, "the entry function does not exist"),
        Some(f) if f.body.is_none() => return invalid(&f.name, "the entry function has no body"),
        Some(f) if !f.parameter_types.is_empty() || f.variadic => {
            return invalid(&f.name, "the entry function has parameters");
        }
        Some(_) => {}
    }
    for global in program.globals.values() {
        if !global.align.is_power_of_two() {
            return invalid(&global.name, "the alignment is not a power of two");
        }
        if let Some(init) = &global.init {
            if init.bytes.len() as u64 > global.size {
                return invalid(&global.name, "the initialiser is larger than the object");
            }
            for r in &init.relocations {
                let known = match r.target {
                    crate::RelocationTarget::Global(g) => program.globals.is_valid(g),
                    crate::RelocationTarget::Function(f) => program.functions.is_valid(f),
                };
                if !known || r.offset.saturating_add(program.layout.pointer_bytes()) > global.size {
                    return invalid(&global.name, "a relocation is out of range");
                }
            }
        }
    }
    for (id, edge) in program.edges.iter() {
        if !program.locations.is_valid(edge.from) || !program.locations.is_valid(edge.to) {
            return invalid(id, "a location is out of range");
        }
        check_position(program, id, edge.position)?;
    }
    for (function, data, body) in program.defined_functions() {
        check_body(program, function, body, &owners)
            .map_err(|e| Invalid { place: format!("{}: {}", data.name, e.place), ..e })?;
    }
    Ok(())
}

fn check_position(program: &Program, place: impl ToString, position: Option<Position>) -> Result<(), Invalid> {
    match position {
        Some(p) if !program.files.is_valid(p.file) => invalid(place, "the position names no file"),
        _ => Ok(()),
    }
}

fn check_variable(program: &Program, place: impl ToString, variable: &Option<Variable>) -> Result<(), Invalid> {
    match variable {
        Some(v) if v.ctype.is_some_and(|t| !program.ctypes.is_valid(t)) => invalid(place, "the C type does not exist"),
        Some(v) => check_position(program, place, v.declared),
        None => Ok(()),
    }
}

/// Checks what does not depend on the automata: ids in the tables, and how the bodies share the
/// tables.
fn check_tables(program: &Program) -> Result<(), Invalid> {
    if !program.layout.is_supported() {
        return invalid("layout", "the width of pointers is not a number of bytes up to eight");
    }
    for data in program.functions.values() {
        check_position(program, &data.name, data.position)?;
        if !data.parameter_types.iter().chain(&data.result_types).all(|t| t.is_supported()) {
            return invalid(&data.name, "an integer of width 0 or of too many bits");
        }
    }
    for (id, register) in program.registers.iter() {
        if !register.ty.is_supported() {
            return invalid(id, "an integer of width 0 or of too many bits");
        }
        check_variable(program, id, &register.variable)?;
    }
    for global in program.globals.values() {
        check_variable(program, &global.name, &global.variable)?;
    }
    for (id, site) in program.sites.iter() {
        check_variable(program, id, &site.variable)?;
        check_position(program, id, site.position)?;
        if !program.functions.is_valid(site.function) {
            return invalid(id, "the function of the site does not exist");
        }
    }
    for (id, ctype) in program.ctypes.iter() {
        let known = |t: &CTypeId| program.ctypes.is_valid(*t);
        let fits = match ctype {
            CType::Int { .. } | CType::Float { .. } | CType::Other(_) | CType::Pointer(None) => true,
            CType::Pointer(Some(t)) | CType::Array { element: t, .. } => known(t),
            CType::Record { fields, .. } => fields.iter().all(|(_, t, ..)| known(t)),
        };
        if !fits {
            return invalid(id, "the C type refers to one that does not exist");
        }
    }
    if !program.edges.values().is_sorted_by_key(|e| e.from) {
        return invalid("edges", "they are not sorted by the location they start from");
    }
    let mut bodies = Vec::new();
    for (_, data, body) in program.defined_functions() {
        bodies.push((&data.name, body));
    }
    bodies.sort_by_key(|(_, b)| b.locations);
    let mut next = (0, 0, 0);
    for (name, body) in bodies {
        let starts = (body.locations.0.index(), body.edges.0.index(), body.registers.0.index());
        let ends = (body.locations.1.index(), body.edges.1.index(), body.registers.1.index());
        if starts != next || starts.0 >= ends.0 || starts.1 > ends.1 || starts.2 > ends.2 {
            return invalid(name, "the body does not take the next locations, edges and registers");
        }
        next = ends;
    }
    if next != (program.locations.len(), program.edges.len(), program.registers.len()) {
        return invalid("tables", "a location, edge or register belongs to no body");
    }
    Ok(())
}

/// Which function's registers an expression reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    One(Function),
    Several,
}

fn check_exprs(program: &Program) -> Result<Vec<Owner>, Invalid> {
    let mut register_owner = vec![Owner::Nobody; program.registers.len()];
    for (function, _, body) in program.defined_functions() {
        for register in body.register_ids() {
            if let Some(slot) = register_owner.get_mut(register.index()) {
                *slot = Owner::One(function);
            }
        }
    }
    let mut owners: Vec<Owner> = Vec::with_capacity(program.exprs.len());
    let pool = &program.exprs;
    let bits = program.layout.pointer_bits;
    for (id, expr, ty) in pool.iter() {
        if pool.operands(id).any(|o| o.index() >= id.index()) {
            return invalid(id, "an operand comes after its use");
        }
        if !ty.is_supported() {
            return invalid(id, "an integer of width 0 or of too many bits");
        }
        let fits = match expr {
            Expr::Register(r) => program.registers.get(r).is_some_and(|d| d.ty == ty),
            Expr::Const(value) => {
                let w = ty.bits(&program.layout);
                ty != Type::Ptr && w <= 64 && (w == 64 || value >> w == 0)
            }
            Expr::Wide(w) => {
                let bits = ty.bits(&program.layout);
                ty != Type::Ptr && bits > 64 && pool.wide_fits(w, bits)
            }
            Expr::Null => ty == Type::Ptr,
            Expr::GlobalAddr(g) => ty == Type::Ptr && program.globals.is_valid(g),
            Expr::FunctionAddr(f) => ty == Type::Ptr && program.functions.is_valid(f),
            Expr::Unary(op, a) => op.result(pool.ty(a)) == Some(ty),
            Expr::Binary(op, a, b) => op.result(pool.ty(a), pool.ty(b), bits) == Some(ty),
            Expr::Cast(op, a) => op.fits(pool.ty(a), ty, bits),
            Expr::Select(c, a, b) => pool.ty(c) == Type::BOOL && pool.ty(a) == ty && pool.ty(b) == ty,
            Expr::FMulAdd(a, b, c) => matches!(ty, Type::Float(_)) && [a, b, c].iter().all(|o| pool.ty(*o) == ty),
        };
        if !fits {
            return invalid(id, "the expression is not well typed");
        }
        let own = if let Expr::Register(r) = expr { register_owner[r.index()] } else { Owner::Nobody };
        owners.push(pool.operands(id).fold(own, |a, o| match (a, owners[o.index()]) {
            (Owner::Nobody, b) => b,
            (a, Owner::Nobody) => a,
            (a, b) if a == b => a,
            _ => Owner::Several,
        }));
    }
    Ok(owners)
}

fn check_body(program: &Program, function: Function, body: &Body, owners: &[Owner]) -> Result<(), Invalid> {
    let registers = body.registers.0.index()..body.registers.1.index();
    let own = |r: Register| registers.contains(&r.index());
    if registers.end > program.registers.len() || !body.parameters.iter().all(|r| own(*r)) {
        return invalid(function, "registers are out of range");
    }
    let types: Vec<_> = body.parameters.iter().map(|r| program.registers[*r].ty).collect();
    if types != program.functions[function].parameter_types {
        return invalid(function, "the parameters do not match the declaration");
    }
    if program.locations.get(body.entry) != Some(&function) || program.locations.get(body.exit) != Some(&function) {
        return invalid(function, "entry or exit belong to another function");
    }
    for location in body.location_ids() {
        if program.locations.get(location) != Some(&function) {
            return invalid(location, "the location belongs to another function");
        }
        let out: Vec<_> = program.out_edges(location).collect();
        match out[..] {
            [] => {}
            [only] => {
                if let Op::Assume { .. } = program.edges[only].op {
                    return invalid(only, "an assumption without its negation");
                }
            }
            [a, b] => {
                let (Op::Assume { condition: ca, truth: ta }, Op::Assume { condition: cb, truth: tb }) =
                    (&program.edges[a].op, &program.edges[b].op)
                else {
                    return invalid(location, "two outgoing edges that are not assumptions");
                };
                if ca != cb || ta == tb {
                    return invalid(location, "two assumptions that are not a condition and its negation");
                }
            }
            _ => return invalid(location, "more than two outgoing edges"),
        }
    }
    if program.out_edges(body.exit).len() != 0 {
        return invalid(body.exit, "an edge leaves the exit");
    }
    if !program.in_edges(body.entry).is_empty() {
        return invalid(body.entry, "an edge enters the entry");
    }
    for edge in body.edge_ids() {
        let Some(data) = program.edges.get(edge) else {
            return invalid(edge, "the edge does not exist");
        };
        if program.locations[data.from] != function || program.locations[data.to] != function {
            return invalid(edge, "the edge leaves its function");
        }
        if matches!(data.op, Op::Return { .. }) != (data.to == body.exit) {
            return invalid(edge, "return edges, and no others, lead to the exit");
        }
        check_op(program, function, edge, &data.op, &own, owners)?;
    }
    Ok(())
}

fn check_op(
    program: &Program,
    function: Function,
    edge: Edge,
    op: &Op,
    own: &dyn Fn(Register) -> bool,
    owners: &[Owner],
) -> Result<(), Invalid> {
    let pool = &program.exprs;
    let mut in_range = true;
    op.for_each_use(|e| in_range &= e.index() < pool.len());
    op.for_each_definition(|r| in_range &= own(r));
    if !in_range {
        return invalid(edge, "an expression or register is out of range");
    }
    op.for_each_use(|e| {
        in_range &= matches!(owners[e.index()], Owner::Nobody) || owners[e.index()] == Owner::One(function)
    });
    if !in_range {
        return invalid(edge, "the operation reads a register of another function");
    }
    let word = Type::Int(program.layout.pointer_bits);
    let reg = |r: Register| program.registers[r].ty;
    let ty = |e: ExprId| pool.ty(e);
    let ptr = |e: ExprId| ty(e) == Type::Ptr;
    let fits = match op {
        Op::Nop | Op::Violation(_) => true,
        Op::Assign(pairs) => pairs.iter().all(|(r, e)| reg(*r) == ty(*e)),
        Op::Assume { condition, .. } => ty(*condition) == Type::BOOL,
        Op::Load { address, .. }
        | Op::Free { address, .. }
        | Op::ScopeBegin { address }
        | Op::ScopeEnd { address }
        | Op::Store { address, .. } => ptr(*address),
        Op::Allocate { register, size, align, site, .. } => {
            reg(*register) == Type::Ptr && ty(*size) == word && align.is_power_of_two() && program.sites.is_valid(*site)
        }
        Op::StackSave { register } => reg(*register) == Type::Ptr,
        Op::StackRestore { token } => ptr(*token),
        Op::Copy { to, from, length } => ptr(*to) && ptr(*from) && ty(*length) == word,
        Op::Fill { to, byte, length } => ptr(*to) && ty(*byte) == Type::Int(8) && ty(*length) == word,
        Op::Havoc { to, length } => ptr(*to) && ty(*length) == word,
        Op::ObjectSize { register, address } => reg(*register) == word && ptr(*address),
        Op::Call { callee, arguments, results } => match callee {
            Callee::Indirect(e) => ptr(*e),
            Callee::Direct(f) => match program.functions.get(*f) {
                None => false,
                Some(f) => {
                    let fixed = f.parameter_types.len();
                    (arguments.len() == fixed || (f.variadic && arguments.len() > fixed))
                        && arguments.iter().zip(&f.parameter_types).all(|(a, t)| ty(*a) == *t)
                        && results.len() == f.result_types.len()
                        && results.iter().zip(&f.result_types).all(|(r, t)| reg(*r) == *t)
                }
            },
        },
        Op::Return { values } => {
            let types = &program.functions[function].result_types;
            values.len() == types.len() && values.iter().zip(types).all(|(v, t)| ty(*v) == *t)
        }
        Op::VaStart { list } => ptr(*list),
        Op::Input { register, source } => match source {
            InputSource::Nondet(s) | InputSource::External(s) => program.symbols.is_valid(*s),
            InputSource::Indeterminate(s) => program.sites.is_valid(*s),
            InputSource::AllocationFails => reg(*register) == Type::BOOL,
            InputSource::ReadByte | InputSource::ArgumentCount | InputSource::ArgumentByte => {
                reg(*register) == Type::Int(32)
            }
        },
        Op::Output { descriptor, byte } => ty(*descriptor) == Type::Int(32) && ty(*byte) == Type::Int(32),
        Op::End { status } => ty(*status) == Type::Int(32),
        Op::Unsupported(s) => program.symbols.is_valid(*s),
    };
    if fits { Ok(()) } else { invalid(edge, "the operation is not well typed") }
}
