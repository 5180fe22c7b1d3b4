//! Reading functions: signature, registers, edges and their operations.

use super::cursor::{Cursor, Parsed, entity_number};
use super::error::Cause;
use super::lex::Kind;
use super::parse_expr::Scope;
use super::print_op::ALLOCATIONS;
use crate::expr::ExprPool;
use crate::ids::*;
use crate::model::{EdgeData, FunctionData, Origin, RegisterData};
use crate::op::{Callee, InputSource, Op};
use crate::property::Violation;
use crate::types::{DataLayout, Type};

/// The body of a function before it is put into the tables of the program.
pub(super) struct ParsedBody {
    /// The line of the function, for errors.
    pub line: u32,
    pub entry: u32,
    pub exit: u32,
    pub parameters: Vec<Register>,
    pub first_location: u32,
    pub locations: u32,
    /// `None` if there are no registers.
    pub first_register: Option<u32>,
    pub registers: Vec<RegisterData>,
    pub edges: Vec<EdgeData>,
}

/// Reads a function; the cursor stands behind the keyword.
pub(super) fn function(
    c: &mut Cursor,
    layout: &DataLayout,
    pool: &mut ExprPool,
) -> Parsed<(FunctionData, Option<ParsedBody>)> {
    let line = c.token.line;
    let mut data = FunctionData {
        name: c.name()?,
        parameter_types: Vec::new(),
        result_types: Vec::new(),
        variadic: false,
        address_taken: false,
        library: false,
        position: None,
        body: None,
    };
    let mut parameters = Vec::new();
    c.operator("(")?;
    while !c.at_operator(")") {
        if c.take_operator("...")? {
            data.variadic = true;
            break;
        }
        if let Kind::Register(digits) = c.token.kind {
            parameters.push(Register::from_u32(register_number(c, digits)?));
            c.advance()?;
            c.operator(":")?;
        }
        data.parameter_types.push(c.ty()?);
        if !c.take_operator(",")? {
            break;
        }
    }
    c.operator(")")?;
    if c.take_operator("->")? {
        if c.take_operator("(")? {
            loop {
                data.result_types.push(c.ty()?);
                if !c.take_operator(",")? {
                    break;
                }
            }
            c.operator(")")?;
        } else {
            data.result_types.push(c.ty()?);
        }
    }
    data.address_taken = c.take_word("address-taken")?;
    data.library = c.take_word("library")?;
    data.position = c.at()?;
    if c.token.first || !c.take_operator("{")? {
        return Ok((data, None));
    }
    let mut scope = Scope { layout, pool, first_register: 0, registers: Vec::new(), lets: Vec::new() };
    let mut body = ParsedBody {
        line,
        entry: 0,
        exit: 0,
        parameters,
        first_location: 0,
        locations: 0,
        first_register: None,
        registers: Vec::new(),
        edges: Vec::new(),
    };
    c.word("entry")?;
    body.entry = location(c)?;
    c.word("exit")?;
    body.exit = location(c)?;
    let mut locations = vec![body.entry, body.exit];
    while !c.take_operator("}")? {
        if !c.token.first {
            return c.unexpected("the end of the line");
        }
        match c.token.kind {
            Kind::Word("reg") => registers(c, &mut scope, &mut body)?,
            Kind::Word("let") => binding(c, &mut scope)?,
            _ => {
                let from = location(c)?;
                locations.push(from);
                if !c.take_word("stop")? {
                    body.edges.push(edge(c, &mut scope, from)?);
                }
            }
        }
    }
    locations.sort_unstable();
    locations.dedup();
    let (first, last) = (locations[0], locations[locations.len() - 1]);
    if (last - first) as usize != locations.len() - 1 {
        let gap = locations.windows(2).find(|w| w[1] != w[0] + 1).map_or(first, |w| w[0] + 1);
        let place = format!("location l{gap}, which is not listed in {}", data.name);
        return Err(c.error(Cause::Numbering(place)));
    }
    body.first_location = first;
    body.locations = locations.len() as u32;
    body.edges.sort_by_key(|e| e.from);
    body.registers = scope.registers;
    Ok((data, Some(body)))
}

fn register_number(c: &Cursor, digits: &str) -> Parsed<u32> {
    entity_number(digits).ok_or_else(|| c.error(Cause::NumberRange(digits.chars().take(40).collect())))
}

fn location(c: &mut Cursor) -> Parsed<u32> {
    c.entity("l", "a location such as `l0`")
}

/// `reg %3 %4: i32` or `reg %3.x: i32 variable "x" …`.
fn registers(c: &mut Cursor, scope: &mut Scope, body: &mut ParsedBody) -> Parsed<()> {
    c.advance()?;
    let mut count = 0;
    while let Kind::Register(digits) = c.token.kind {
        let number = register_number(c, digits)?;
        let first = *body.first_register.get_or_insert(number);
        scope.first_register = first;
        if u64::from(number) != u64::from(first) + (scope.registers.len() + count) as u64 {
            return Err(c.error(Cause::Numbering(format!("register %{number}"))));
        }
        count += 1;
        c.advance()?;
    }
    c.operator(":")?;
    let ty = c.ty()?;
    let variable = c.variable()?;
    if variable.is_some() && count != 1 {
        return c.unexpected("one register a variable");
    }
    scope.registers.extend((0..count).map(|_| RegisterData { ty, variable: variable.clone() }));
    Ok(())
}

/// `let $3 = …`.
fn binding(c: &mut Cursor, scope: &mut Scope) -> Parsed<()> {
    c.advance()?;
    let Kind::Let(digits) = c.token.kind else { return c.unexpected("a name such as `$0`") };
    if entity_number(digits).is_none_or(|n| n as usize != scope.lets.len()) {
        return Err(c.error(Cause::Numbering(format!("${digits}"))));
    }
    c.advance()?;
    c.operator("=")?;
    let e = scope.any(c)?;
    scope.lets.push(e);
    Ok(())
}

/// The rest of an edge, behind its start.
fn edge(c: &mut Cursor, scope: &mut Scope, from: u32) -> Parsed<EdgeData> {
    c.operator("->")?;
    let to = location(c)?;
    c.operator(":")?;
    let op = operation(c, scope)?;
    let (mut position, mut origin) = (None, None);
    if c.take_operator(";")? {
        if !c.at_operator("#") {
            position = Some(c.position()?);
        }
        if c.take_operator("#")? {
            origin = Some(Origin { instruction: c.number()? });
        }
    }
    Ok(EdgeData { from: Location::from_u32(from), to: Location::from_u32(to), op, position, origin })
}

fn operation(c: &mut Cursor, scope: &mut Scope) -> Parsed<Op> {
    let word_type = Type::Int(scope.layout.pointer_bits);
    if c.take_operator("[")? {
        let truth = !c.take_operator("!")?;
        let condition = if truth { scope.typed(c, Type::BOOL)? } else { scope.typed_operand(c, Type::BOOL)? };
        c.operator("]")?;
        return Ok(Op::Assume { condition, truth });
    }
    if matches!(c.token.kind, Kind::Register(_)) {
        return definition(c, scope);
    }
    let token = c.token;
    let word = c.any_word("an operation")?;
    Ok(match word {
        "nop" => Op::Nop,
        "assign" => Op::Assign(Box::new([])),
        "store" => {
            let value = scope.any(c)?;
            c.word("to")?;
            Op::Store { address: scope.typed(c, Type::Ptr)?, value }
        }
        "free" => {
            let allocator = c.take_allocator()?.unwrap_or_default();
            Op::Free { address: scope.typed(c, Type::Ptr)?, allocator }
        }
        "scope-begin" => Op::ScopeBegin { address: scope.typed(c, Type::Ptr)? },
        "scope-end" => Op::ScopeEnd { address: scope.typed(c, Type::Ptr)? },
        "stackrestore" => Op::StackRestore { token: scope.typed(c, Type::Ptr)? },
        "copy" => {
            let length = scope.typed(c, word_type)?;
            c.word("from")?;
            let from = scope.typed(c, Type::Ptr)?;
            c.word("to")?;
            Op::Copy { to: scope.typed(c, Type::Ptr)?, from, length }
        }
        "fill" => {
            let length = scope.typed(c, word_type)?;
            c.word("with")?;
            let byte = scope.typed(c, Type::Int(8))?;
            c.word("to")?;
            Op::Fill { to: scope.typed(c, Type::Ptr)?, byte, length }
        }
        "havoc" => {
            let length = scope.typed(c, word_type)?;
            c.word("at")?;
            Op::Havoc { to: scope.typed(c, Type::Ptr)?, length }
        }
        "call" => call(c, scope, Vec::new())?,
        "return" => {
            let mut values = Vec::new();
            while !c.token.first && !c.at_operator(";") && !c.at_operator("}") {
                values.push(scope.any(c)?);
                if !c.take_operator(",")? {
                    break;
                }
            }
            Op::Return { values: values.into() }
        }
        "vastart" => Op::VaStart { list: scope.typed(c, Type::Ptr)? },
        "output" => {
            let byte = scope.typed(c, Type::Int(32))?;
            c.word("to")?;
            Op::Output { descriptor: scope.typed(c, Type::Int(32))?, byte }
        }
        "violation" => {
            let Kind::Word(name) = c.token.kind else { return c.unexpected("a kind of violation") };
            let Some((kind, _)) = Violation::NAMES.iter().find(|(_, n)| *n == name) else {
                return c.unexpected("a kind of violation");
            };
            c.advance()?;
            Op::Violation(*kind)
        }
        "end" => Op::End { status: scope.typed(c, Type::Int(32))? },
        "unsupported" => Op::Unsupported(c.symbol()?),
        _ => return Err(c.error_at(token, Cause::Unknown(format!("operation `{word}`")))),
    })
}

/// An operation that starts with the registers it writes.
fn definition(c: &mut Cursor, scope: &mut Scope) -> Parsed<Op> {
    let (register, ty) = scope.take_register(c)?;
    if c.at_operator(",") {
        let mut results = vec![register];
        while c.take_operator(",")? {
            results.push(scope.take_register(c)?.0);
        }
        c.operator("=")?;
        c.word("call")?;
        return call(c, scope, results);
    }
    c.operator("=")?;
    let word_type = Type::Int(scope.layout.pointer_bits);
    if let Kind::Word(word) = c.token.kind {
        match word {
            "load" => {
                c.advance()?;
                return Ok(Op::Load { register, address: scope.typed(c, Type::Ptr)? });
            }
            "allocate" => {
                c.advance()?;
                let name = c.any_word("a kind of allocation")?;
                let Some((kind, _)) = ALLOCATIONS.iter().find(|(_, n)| *n == name) else {
                    return c.unexpected("a kind of allocation before it");
                };
                let size = scope.typed(c, word_type)?;
                c.word("align")?;
                let align = c.number()?;
                c.word("site")?;
                let site = Site::from_u32(c.entity("s", "a site such as `s0`")?);
                return Ok(Op::Allocate { register, size, align, kind: *kind, site });
            }
            "stacksave" => {
                c.advance()?;
                return Ok(Op::StackSave { register });
            }
            "objectsize" => {
                c.advance()?;
                return Ok(Op::ObjectSize { register, address: scope.typed(c, Type::Ptr)? });
            }
            "call" => {
                c.advance()?;
                return call(c, scope, vec![register]);
            }
            "input" => {
                c.advance()?;
                return Ok(Op::Input { register, source: input_source(c)? });
            }
            _ => {}
        }
    }
    let mut pairs = vec![(register, scope.typed(c, ty)?)];
    while c.take_operator(",")? {
        let (register, ty) = scope.take_register(c)?;
        c.operator("=")?;
        pairs.push((register, scope.typed(c, ty)?));
    }
    Ok(Op::Assign(pairs.into()))
}

/// The rest of a call, behind the keyword.
fn call(c: &mut Cursor, scope: &mut Scope, results: Vec<Register>) -> Parsed<Op> {
    let callee = if c.take_operator("*")? {
        c.operator("(")?;
        let e = scope.typed(c, Type::Ptr)?;
        c.operator(")")?;
        Callee::Indirect(e)
    } else {
        Callee::Direct(c.function()?)
    };
    c.operator("(")?;
    let mut arguments = Vec::new();
    while !c.at_operator(")") {
        arguments.push(scope.any(c)?);
        if !c.take_operator(",")? {
            break;
        }
    }
    c.operator(")")?;
    Ok(Op::Call { callee, arguments: arguments.into(), results: results.into() })
}

fn input_source(c: &mut Cursor) -> Parsed<InputSource> {
    let token = c.token;
    Ok(match c.any_word("a source of input")? {
        "nondet" => InputSource::Nondet(c.symbol()?),
        "external" => InputSource::External(c.symbol()?),
        "indeterminate" => InputSource::Indeterminate(Site::from_u32(c.entity("s", "a site such as `s0`")?)),
        "read-byte" => InputSource::ReadByte,
        "allocation-fails" => InputSource::AllocationFails,
        "argument-count" => InputSource::ArgumentCount,
        "argument-byte" => InputSource::ArgumentByte,
        word => return Err(c.error_at(token, Cause::Unknown(format!("source of input `{word}`")))),
    })
}
