//! Expressions and operations, made ready to be executed often.
//!
//! An expression becomes a row of instructions whose operands are slots of the frame, constants or
//! results of earlier instructions; nothing is looked up in a table and nothing recurses when it is
//! evaluated.

mod assume;

use crate::escape::Escape;
use crate::scalar::{ObjectRef, Value};
use crate::slots::Slots;
use crate::wide::Wides;
use adumbra_program::*;
pub(super) use assume::Refinement;
use assume::refinements;
use rustc_hash::FxHashMap;

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Slot(u32),
    Temp(u32),
    Const(Value),
}

/// An operator, with what is known about its operands' types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    /// On integers of at most 64 bits.
    Int(BinaryOp, u8),
    /// A comparison of pointers.
    Compare(BinaryOp),
    PtrAdd,
    Trunc(u8),
    SExt(u8, u8),
    /// The same bits.
    Same,
    /// Of values of a type.
    Select(Type),
    PtrToInt,
    IntToPtr,
    Unary(UnaryOp, Type),
    Binary(BinaryOp, Type),
    Cast(CastOp, Type, Type),
    MultiplyAdd(Type),
}

/// An instruction; its result is the temporary with its own number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insn {
    pub(super) op: Operator,
    pub(super) a: Operand,
    pub(super) b: Operand,
    pub(super) c: Operand,
}

/// An expression, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) insns: Box<[Insn]>,
    pub(super) result: Operand,
}

/// An address.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) code: Code,
    /// The private site that it points to, whatever is known.
    pub(super) root: Option<Site>,
}

/// A register and its slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) slot: u32,
    pub(super) register: Register,
}

/// How a scalar is laid out in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// An integer or float of at most 64 bits: bytes and mask.
    Small {
        bytes: u8,
        mask: u64,
        float: Option<FloatKind>,
    },
    Pointer,
    Wide(Type),
}

/// What a move does, ready to be executed.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Nop,
    AssignOne(Place, Code),
    Assign(Box<[(Place, Code)]>),
    /// The condition by its number.
    Assume {
        condition: u32,
        truth: bool,
        refine: Box<[Refinement]>,
    },
    Load {
        dst: Place,
        layout: Layout,
        address: Address,
    },
    Store {
        layout: Layout,
        address: Address,
        value: Code,
    },
    Allocate {
        dst: Place,
        size: Code,
        kind: AllocationKind,
        site: Site,
    },
    Free {
        address: Address,
        allocator: Allocator,
    },
    ScopeBegin {
        address: Address,
    },
    ScopeEnd {
        address: Address,
    },
    StackSave {
        dst: Place,
        pointer: bool,
    },
    StackRestore {
        token: Code,
    },
    Copy {
        to: Address,
        from: Address,
        length: Code,
    },
    Fill {
        to: Address,
        byte: Code,
        length: Code,
    },
    Havoc {
        to: Address,
        length: Code,
    },
    ObjectSize {
        dst: Place,
        address: Address,
    },
    Call {
        callee: Callee,
        pointer: Option<Code>,
        arguments: Box<[(Type, Code)]>,
        results: Box<[Place]>,
    },
    Return {
        values: Box<[Code]>,
    },
    VaStart {
        list: Address,
    },
    Input {
        dst: Place,
    },
    Violation {
        kind: Violation,
        ends: bool,
    },
    End,
    Unsupported(Symbol),
}

/// Makes code.
pub(super) struct Compiler<'a> {
    pub(super) program: &'a Program,
    pub(super) slots: &'a Slots,
    pub(super) escape: &'a Escape,
    pub(super) wides: &'a mut Wides,
}

fn small(ty: Type) -> Option<u8> {
    match ty {
        Type::Int(w) if w <= 64 => Some(w as u8),
        _ => None,
    }
}

impl Compiler<'_> {
    fn leaf(&mut self, expr: ExprId) -> Option<Operand> {
        let program = self.program;
        Some(match program.exprs.get(expr) {
            Expr::Register(r) => Operand::Slot(self.slots.of(r)),
            Expr::Const(bits) => Operand::Const(Value::bits(bits)),
            Expr::Wide(w) => {
                let width = program.exprs.ty(expr).bits(&program.layout);
                let value = adumbra_interpreter::eval::Value::from_words(program.exprs.wide(w), width);
                Operand::Const(self.wides.value(value, width))
            }
            Expr::Null => Operand::Const(Value::NULL),
            Expr::GlobalAddr(g) => Operand::Const(Value::pointer(ObjectRef::global(g), 0)),
            Expr::FunctionAddr(f) => Operand::Const(Value::pointer(ObjectRef::function(f), 0)),
            _ => return None,
        })
    }

    /// The code of an expression.
    pub(super) fn code(&mut self, expr: ExprId) -> Code {
        if let Some(result) = self.leaf(expr) {
            return Code { insns: Box::new([]), result };
        }
        let pool = &self.program.exprs;
        // Operands have smaller numbers than what is made of them.
        let mut needed = std::collections::BTreeSet::from([expr]);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            stack.extend(pool.operands(next).filter(|o| needed.insert(*o)));
        }
        let mut done: FxHashMap<ExprId, Operand> = FxHashMap::default();
        let mut insns = Vec::new();
        for id in needed {
            if let Some(leaf) = self.leaf(id) {
                done.insert(id, leaf);
                continue;
            }
            let operands: Vec<Operand> = pool.operands(id).map(|o| done[&o]).collect();
            let op = self.operator(id);
            let a = operands[0];
            let b = operands.get(1).copied().unwrap_or(a);
            let c = operands.get(2).copied().unwrap_or(a);
            let result = if op == Operator::Same {
                a
            } else {
                insns.push(Insn { op, a, b, c });
                Operand::Temp(insns.len() as u32 - 1)
            };
            done.insert(id, result);
        }
        Code { insns: insns.into_boxed_slice(), result: done[&expr] }
    }

    fn operator(&self, expr: ExprId) -> Operator {
        let pool = &self.program.exprs;
        let ty = pool.ty(expr);
        match pool.get(expr) {
            Expr::Unary(op, a) => Operator::Unary(op, pool.ty(a)),
            Expr::Binary(BinaryOp::PtrAdd, ..) => Operator::PtrAdd,
            Expr::Binary(op, a, _) => match (pool.ty(a), small(pool.ty(a))) {
                (Type::Ptr, _) => Operator::Compare(op),
                (_, Some(width)) => Operator::Int(op, width),
                (ty, None) => Operator::Binary(op, ty),
            },
            Expr::Cast(op, a) => match (op, small(pool.ty(a)), small(ty)) {
                (CastOp::PtrToInt, ..) => Operator::PtrToInt,
                (CastOp::IntToPtr, ..) => Operator::IntToPtr,
                (CastOp::Trunc, Some(_), Some(to)) => Operator::Trunc(to),
                (CastOp::ZExt, Some(_), Some(_)) => Operator::Same,
                (CastOp::SExt, Some(from), Some(to)) => Operator::SExt(from, to),
                _ => Operator::Cast(op, pool.ty(a), ty),
            },
            Expr::Select(..) => Operator::Select(ty),
            _ => Operator::MultiplyAdd(ty),
        }
    }

    fn place(&self, register: Register) -> Place {
        Place { slot: self.slots.of(register), register }
    }

    fn address(&mut self, expr: ExprId) -> Address {
        Address { code: self.code(expr), root: self.escape.root(self.program, expr) }
    }

    fn layout(&self, ty: Type) -> Layout {
        match ty {
            Type::Ptr => Layout::Pointer,
            _ => match ty.bits(&self.program.layout) {
                bits @ 1..=64 => Layout::Small {
                    bytes: bits.div_ceil(8) as u8,
                    mask: u64::MAX >> (64 - bits),
                    float: if let Type::Float(kind) = ty { Some(kind) } else { None },
                },
                _ => Layout::Wide(ty),
            },
        }
    }

    /// What an edge does.
    pub(super) fn action(&mut self, edge: Edge, conditions: &[u32]) -> Action {
        let program = self.program;
        let ty = |e: ExprId| program.exprs.ty(e);
        match &program.edges[edge].op {
            Op::Nop | Op::Output { .. } => Action::Nop,
            Op::Assign(pairs) => match &**pairs {
                [(register, expr)] => Action::AssignOne(self.place(*register), self.code(*expr)),
                pairs => Action::Assign(pairs.iter().map(|(r, e)| (self.place(*r), self.code(*e))).collect()),
            },
            Op::Assume { condition, truth } => {
                let refine = refinements(self, edge, *condition, *truth);
                Action::Assume { condition: conditions[condition.index()], truth: *truth, refine }
            }
            Op::Load { register, address } => Action::Load {
                dst: self.place(*register),
                layout: self.layout(program.registers[*register].ty),
                address: self.address(*address),
            },
            Op::Store { address, value } => Action::Store {
                layout: self.layout(ty(*value)),
                address: self.address(*address),
                value: self.code(*value),
            },
            Op::Allocate { register, size, kind, site, .. } => {
                Action::Allocate { dst: self.place(*register), size: self.code(*size), kind: *kind, site: *site }
            }
            Op::Free { address, allocator } => Action::Free { address: self.address(*address), allocator: *allocator },
            Op::ScopeBegin { address } => Action::ScopeBegin { address: self.address(*address) },
            Op::ScopeEnd { address } => Action::ScopeEnd { address: self.address(*address) },
            Op::StackSave { register } => {
                Action::StackSave { dst: self.place(*register), pointer: program.registers[*register].ty == Type::Ptr }
            }
            Op::StackRestore { token } => Action::StackRestore { token: self.code(*token) },
            Op::Copy { to, from, length } => {
                Action::Copy { to: self.address(*to), from: self.address(*from), length: self.code(*length) }
            }
            Op::Fill { to, byte, length } => {
                Action::Fill { to: self.address(*to), byte: self.code(*byte), length: self.code(*length) }
            }
            Op::Havoc { to, length } => Action::Havoc { to: self.address(*to), length: self.code(*length) },
            Op::ObjectSize { register, address } => {
                Action::ObjectSize { dst: self.place(*register), address: self.address(*address) }
            }
            Op::Call { callee, arguments, results } => Action::Call {
                callee: *callee,
                pointer: match callee {
                    Callee::Direct(_) => None,
                    Callee::Indirect(e) => Some(self.code(*e)),
                },
                arguments: arguments.iter().map(|e| (ty(*e), self.code(*e))).collect(),
                results: results.iter().map(|r| self.place(*r)).collect(),
            },
            Op::Return { values } => Action::Return { values: values.iter().map(|e| self.code(*e)).collect() },
            Op::VaStart { list } => Action::VaStart { list: self.address(*list) },
            Op::Input { register, .. } => Action::Input { dst: self.place(*register) },
            Op::Violation(kind) => {
                Action::Violation { kind: *kind, ends: program.out_edges(program.edges[edge].to).len() == 0 }
            }
            Op::End { .. } => Action::End,
            Op::Unsupported(reason) => Action::Unsupported(*reason),
        }
    }
}
