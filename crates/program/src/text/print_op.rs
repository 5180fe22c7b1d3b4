//! Writing expressions and operations.

use super::names::{INFIX, Names, keeps_type};
use crate::expr::{Expr, UnaryOp};
use crate::ids::*;
use crate::model::Program;
use crate::op::Allocator;
use crate::op::{AllocationKind, Callee, InputSource, Op};
use crate::types::{FloatKind, Type};
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::fmt::Write;

/// Nodes of an expression that are written in place; what is larger is named.
const MAX_SIZE: u32 = 32;
/// Depth of an expression that is written in place; what is deeper is named.
const MAX_DEPTH: u32 = 12;

/// Writes the expressions and operations of one program.
#[derive(Debug)]
pub(super) struct OpWriter<'a> {
    pub program: &'a Program,
    pub names: Names<'a>,
    /// For each expression: is it too large to be written as an operand?
    large: Vec<bool>,
}

/// The names given by `let` so far.
pub(super) type Lets = HashMap<ExprId, u32>;

impl<'a> OpWriter<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let pool = &program.exprs;
        let mut shape: Vec<(u32, u32)> = Vec::with_capacity(pool.len());
        let mut large = Vec::with_capacity(pool.len());
        for (id, ..) in pool.iter() {
            let (mut size, mut depth) = (1, 1);
            for operand in pool.operands(id) {
                let i = operand.index();
                let (s, d) = if large[i] { (1, 1) } else { shape[i] };
                size += s;
                depth = depth.max(d + 1);
            }
            shape.push((size, depth));
            large.push(size > MAX_SIZE || depth > MAX_DEPTH);
        }
        OpWriter { program, names: Names::of(program), large }
    }

    pub(super) fn is_large(&self, id: ExprId) -> bool {
        self.large[id.index()]
    }

    pub(super) fn register(&self, register: Register) -> String {
        let number = register.index();
        match &self.program.registers[register].variable {
            Some(v) if super::lex::is_bare_name(&v.name) => format!("%{number}.{}", v.name),
            _ => format!("%{number}"),
        }
    }

    fn constant(&self, words: &[u64], ty: Type, typed: bool, out: &mut String) {
        let bits = ty.bits(&self.program.layout);
        let low = words.first().copied().unwrap_or(0);
        let decimal = match ty {
            Type::Float(FloatKind::Double) if f64::from_bits(low).is_finite() => {
                Some(format!("{:?}", f64::from_bits(low)))
            }
            Type::Float(FloatKind::Single) if f32::from_bits(low as u32).is_finite() => {
                Some(format!("{:?}", f32::from_bits(low as u32)))
            }
            Type::Int(1) => Some(low.to_string()),
            Type::Int(w) if w <= 64 => Some((((low << (64 - w)) as i64) >> (64 - w)).to_string()),
            _ => None,
        };
        match decimal {
            Some(text) => out.push_str(&text),
            None => {
                out.push_str("0x");
                for digit in (0..bits.div_ceil(4)).rev() {
                    let word = words.get(digit as usize / 16).copied().unwrap_or(0);
                    let value = (word >> (digit % 16 * 4)) & 15;
                    out.push(char::from_digit(value as u32, 16).unwrap_or('0'));
                }
            }
        }
        if typed {
            let _ = write!(out, ":{ty}");
        }
    }

    /// An operand: infix operators in parentheses, what is large by name.
    fn operand(&self, id: ExprId, known: bool, lets: &Lets, out: &mut String) {
        if self.is_large(id) {
            let _ = match lets.get(&id) {
                Some(n) => write!(out, "${n}"),
                None => write!(out, "…"),
            };
            return;
        }
        let infix = matches!(self.program.exprs.get(id), Expr::Binary(op, ..) if INFIX.iter().any(|(o, _)| *o == op));
        if infix {
            out.push('(');
        }
        self.expr(id, known, lets, out);
        if infix {
            out.push(')');
        }
    }

    /// An expression. `known`: do the surroundings fix its type? What is too large and has no name
    /// in `lets` is left out. The recursion is bounded, since what is deep is large.
    pub(super) fn expr(&self, id: ExprId, known: bool, lets: &Lets, out: &mut String) {
        if let Some(n) = lets.get(&id) {
            let _ = write!(out, "${n}");
            return;
        }
        let program = self.program;
        let pool = &program.exprs;
        let ty = pool.ty(id);
        match pool.get(id) {
            Expr::Register(r) => out.push_str(&self.register(r)),
            Expr::Const(value) => self.constant(&[value], ty, !known, out),
            Expr::Wide(w) => self.constant(pool.wide(w), ty, !known, out),
            Expr::Null => out.push_str("null"),
            Expr::GlobalAddr(g) => out.push_str(&self.names.global(program, g)),
            Expr::FunctionAddr(f) => out.push_str(&self.names.function(program, f)),
            Expr::Unary(op, a) => {
                out.push_str(op.name());
                out.push('(');
                self.operand_in_list(a, known && unary_keeps_type(op), lets, out);
                out.push(')');
            }
            Expr::Binary(op, a, b) => {
                let known = known && keeps_type(op);
                match INFIX.iter().find(|(o, _)| *o == op) {
                    Some((_, symbol)) => {
                        self.operand(a, known, lets, out);
                        let _ = write!(out, " {symbol} ");
                        self.operand(b, true, lets, out);
                    }
                    None => {
                        out.push_str(op.name());
                        out.push('(');
                        self.operand_in_list(a, known, lets, out);
                        out.push_str(", ");
                        self.operand_in_list(b, true, lets, out);
                        out.push(')');
                    }
                }
            }
            Expr::Cast(op, a) => {
                out.push_str(op.name());
                out.push('(');
                self.operand_in_list(a, false, lets, out);
                let _ = write!(out, ", {ty})");
            }
            Expr::Select(a, b, c) => {
                out.push_str("select(");
                self.operand_in_list(a, true, lets, out);
                out.push_str(", ");
                self.operand_in_list(b, known, lets, out);
                out.push_str(", ");
                self.operand_in_list(c, true, lets, out);
                out.push(')');
            }
            Expr::FMulAdd(a, b, c) => {
                out.push_str("fma(");
                self.operand_in_list(a, known, lets, out);
                out.push_str(", ");
                self.operand_in_list(b, true, lets, out);
                out.push_str(", ");
                self.operand_in_list(c, true, lets, out);
                out.push(')');
            }
        }
    }

    /// An operand between parentheses or commas: no parentheses of its own.
    fn operand_in_list(&self, id: ExprId, known: bool, lets: &Lets, out: &mut String) {
        if self.is_large(id) { self.operand(id, known, lets, out) } else { self.expr(id, known, lets, out) }
    }

    fn list(&self, items: &[ExprId], lets: &Lets, out: &mut String) {
        for (i, e) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.expr(*e, false, lets, out);
        }
    }

    /// An operation.
    pub(super) fn op(&self, op: &Op, lets: &Lets, out: &mut String) {
        let reg = |r: &Register| self.register(*r);
        let program = self.program;
        let put = |out: &mut String, before: &str, e: ExprId, known: bool| {
            out.push_str(before);
            self.expr(e, known, lets, out);
        };
        match op {
            Op::Nop => out.push_str("nop"),
            Op::Assign(pairs) if pairs.is_empty() => out.push_str("assign"),
            Op::Assign(pairs) => {
                for (i, (r, e)) in pairs.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    put(out, &format!("{comma}{} = ", reg(r)), *e, true);
                }
            }
            Op::Assume { condition, truth: true } => {
                put(out, "[", *condition, true);
                out.push(']');
            }
            Op::Assume { condition, truth: false } => {
                out.push_str("[!");
                // As an operand for its parentheses; as an expression, should it be large.
                if self.is_large(*condition) {
                    put(out, "(", *condition, true);
                    out.push(')');
                } else {
                    self.operand(*condition, true, lets, out);
                }
                out.push(']');
            }
            Op::Load { register, address } => put(out, &format!("{} = load ", reg(register)), *address, true),
            Op::Store { address, value } => {
                put(out, "store ", *value, false);
                put(out, " to ", *address, true);
            }
            Op::Allocate { register, size, align, kind, site } => {
                let kind = allocation_name(*kind);
                put(out, &format!("{} = allocate {kind} ", reg(register)), *size, true);
                let _ = write!(out, " align {align} site {site}");
            }
            Op::Free { address, allocator: Allocator::Malloc } => put(out, "free ", *address, true),
            Op::Free { address, allocator } => {
                let _ = write!(out, "free {} ", allocator.name());
                put(out, "", *address, true);
            }
            Op::ScopeBegin { address } => put(out, "scope-begin ", *address, true),
            Op::ScopeEnd { address } => put(out, "scope-end ", *address, true),
            Op::StackSave { register } => {
                let _ = write!(out, "{} = stacksave", reg(register));
            }
            Op::StackRestore { token } => put(out, "stackrestore ", *token, true),
            Op::Copy { to, from, length } => {
                put(out, "copy ", *length, true);
                put(out, " from ", *from, true);
                put(out, " to ", *to, true);
            }
            Op::Fill { to, byte, length } => {
                put(out, "fill ", *length, true);
                put(out, " with ", *byte, true);
                put(out, " to ", *to, true);
            }
            Op::Havoc { to, length } => {
                put(out, "havoc ", *length, true);
                put(out, " at ", *to, true);
            }
            Op::ObjectSize { register, address } => {
                put(out, &format!("{} = objectsize ", reg(register)), *address, true)
            }
            Op::Call { callee, arguments, results } => {
                for (i, r) in results.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(out, "{comma}{}", reg(r));
                }
                out.push_str(if results.is_empty() { "call " } else { " = call " });
                match callee {
                    Callee::Direct(f) => out.push_str(&self.names.function(program, *f)),
                    Callee::Indirect(e) => {
                        out.push_str("*(");
                        self.expr(*e, true, lets, out);
                        out.push(')');
                    }
                }
                out.push('(');
                self.list(arguments, lets, out);
                out.push(')');
            }
            Op::Return { values } => {
                out.push_str(if values.is_empty() { "return" } else { "return " });
                self.list(values, lets, out);
            }
            Op::VaStart { list } => put(out, "vastart ", *list, true),
            Op::Input { register, source } => {
                let source = match source {
                    InputSource::Nondet(s) => format!("nondet {}", self.names.symbol(program, *s)),
                    InputSource::External(s) => format!("external {}", self.names.symbol(program, *s)),
                    InputSource::Indeterminate(s) => format!("indeterminate {s}"),
                    InputSource::ReadByte => "read-byte".into(),
                    InputSource::AllocationFails => "allocation-fails".into(),
                    InputSource::ArgumentCount => "argument-count".into(),
                    InputSource::ArgumentByte => "argument-byte".into(),
                };
                let _ = write!(out, "{} = input {source}", reg(register));
            }
            Op::Output { descriptor, byte } => {
                put(out, "output ", *byte, true);
                put(out, " to ", *descriptor, true);
            }
            Op::Violation(v) => {
                let _ = write!(out, "violation {v}");
            }
            Op::End { status } => put(out, "end ", *status, true),
            Op::Unsupported(s) => {
                let _ = write!(out, "unsupported {}", self.names.symbol(program, *s));
            }
        }
    }
}

/// Does the operator yield the type of its operand?
pub(super) fn unary_keeps_type(op: UnaryOp) -> bool {
    !matches!(op, UnaryOp::FIsNan | UnaryOp::FIsInf | UnaryOp::FIsSubnormal)
}

/// Kinds of allocations with their names.
pub(super) const ALLOCATIONS: &[(AllocationKind, &str)] = &[
    (AllocationKind::Stack, "stack"),
    (AllocationKind::Dynamic, "dynamic"),
    (AllocationKind::Heap, "heap"),
    (AllocationKind::ZeroedHeap, "zeroed-heap"),
];

fn allocation_name(kind: AllocationKind) -> &'static str {
    ALLOCATIONS.iter().find(|(k, _)| *k == kind).map_or("?", |(_, n)| n)
}
