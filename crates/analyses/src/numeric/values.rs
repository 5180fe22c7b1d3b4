//! Values of expressions, forward and backward.
//!
//! An expression is compiled once to the list of its nodes, operands first. Forward, each node gets
//! a value from those of its operands; backward, from the last to the first, each node's value says
//! something about its operands.

use super::Numbers;
use super::memory::Object;
use super::privacy::Privacy;
use super::state::*;
use super::translate;
use adumbra_domains::{Answer, Domain, Sort, Tristate, Unsupported};
use adumbra_program::*;
use rustc_hash::FxHashMap as HashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A node of a compiled expression, with the places of its operands in the list.
#[derive(Clone, Copy, Debug)]
struct Step {
    expr: Expr,
    ty: Type,
    operands: [u32; 3],
}

/// A compiled expression.
type Code = Rc<[Step]>;

#[derive(Default, Debug)]
struct Objects {
    table: Vec<Object>,
    index: HashMap<Object, ObjectId>,
}

/// What is needed to work with values.
pub(super) struct Values<D: Domain> {
    pub(super) program: Arc<Program>,
    pub(super) privacy: Privacy,
    pub(super) context: RefCell<D::Context>,
    /// Is the program explored by blocks?
    pub(super) by_blocks: bool,
    /// The first operation that was needed and that the domain does not have.
    missing: Cell<Option<Unsupported>>,
    objects: RefCell<Objects>,
    codes: RefCell<Vec<Option<Code>>>,
}

type Slots<D> = Vec<Option<Val<D>>>;

impl<D: Numbers> Values<D> {
    pub(super) fn new(program: &Arc<Program>, context: D::Context) -> Self {
        let values = Values {
            program: Arc::clone(program),
            privacy: Privacy::new(program),
            context: RefCell::new(context),
            by_blocks: false,
            missing: Cell::new(None),
            objects: RefCell::default(),
            codes: RefCell::new(vec![None; program.exprs.len()]),
        };
        for (global, _) in program.globals.iter() {
            values.object_id(Object::Global(global));
        }
        values
    }

    pub(super) fn object_id(&self, object: Object) -> ObjectId {
        let Objects { table, index } = &mut *self.objects.borrow_mut();
        *index.entry(object).or_insert_with(|| {
            table.push(object);
            table.len() as ObjectId - 1
        })
    }

    pub(super) fn object(&self, id: ObjectId) -> Object {
        self.objects.borrow().table[id as usize]
    }

    /// A result; or nothing, and a note of what the domain does not have.
    pub(super) fn had<T>(&self, answer: Answer<T>) -> Option<T> {
        if let (Err(missing), None) = (&answer, self.missing.get()) {
            self.missing.set(Some(*missing));
        }
        answer.ok()
    }

    /// What was needed and the domain does not have: with it, nothing that was found out since is
    /// worth much.
    pub(super) fn missing(&self) -> Option<Unsupported> {
        self.missing.get()
    }

    /// The sort of offsets and lengths.
    pub(super) fn word(&self) -> Sort {
        Sort::Int(self.program.layout.pointer_bits)
    }

    pub(super) fn sort(&self, ty: Type) -> Sort {
        translate::sort(ty, self.program.layout.pointer_bits)
    }

    /// A constant of at most 64 bits.
    pub(super) fn number(&self, sort: Sort, bits: u64) -> Option<D> {
        let ctx = &mut *self.context.borrow_mut();
        let value = self.had(D::lift(ctx, sort, &[bits]))?;
        known(ctx, sort, value)
    }

    /// The address of an object.
    pub(super) fn address(&self, object: Object) -> Option<Val<D>> {
        self.pointer(object, 0)
    }

    /// A pointer into an object. Never nothing: a pointer that is not known must not be a private
    /// object's.
    pub(super) fn pointer(&self, object: Object, offset: u64) -> Option<Val<D>> {
        let ctx = &mut *self.context.borrow_mut();
        let offset = self.had(D::lift(ctx, self.word(), &[offset])).or_else(|| self.had(D::any(ctx, self.word())))?;
        Some(Val::Pointer(self.object_id(object), offset))
    }

    /// Any address but null.
    pub(super) fn not_null(&self) -> Option<Val<D>> {
        let sort = self.sort(Type::Ptr);
        let ctx = &mut *self.context.borrow_mut();
        let highest = i128::from(adumbra_domains::mask(self.program.layout.pointer_bits));
        let value = self.had(D::any_range(ctx, sort, 1, highest))?;
        known(ctx, sort, value).map(Val::Number)
    }

    fn code(&self, root: ExprId) -> Code {
        if let Some(code) = &self.codes.borrow()[root.index()] {
            return Rc::clone(code);
        }
        let pool = &self.program.exprs;
        let mut nodes = vec![root];
        let mut seen: std::collections::HashSet<ExprId> = nodes.iter().copied().collect();
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            nodes.extend(pool.operands(node).filter(|o| seen.insert(*o)));
            next += 1;
        }
        // Operands have lower numbers than what uses them.
        nodes.sort_unstable();
        let place = |expr: ExprId| nodes.binary_search(&expr).map_or(0, |i| i as u32);
        let code: Code = nodes
            .iter()
            .map(|expr| {
                let mut operands = [0; 3];
                operands.iter_mut().zip(pool.operands(*expr)).for_each(|(slot, o)| *slot = place(o));
                Step { expr: pool.get(*expr), ty: pool.ty(*expr), operands }
            })
            .collect();
        self.codes.borrow_mut()[root.index()] = Some(Rc::clone(&code));
        code
    }

    pub(super) fn register(&self, state: &State<D>, register: Register) -> Option<Val<D>> {
        let body = self.program.body(state.frame.function)?;
        let index = register.as_u32().checked_sub(body.registers.0.as_u32())?;
        state.frame.registers.get(index).copied()
    }

    pub(super) fn set_register(&self, state: &mut State<D>, register: Register, value: Option<Val<D>>) {
        let Some(body) = self.program.body(state.frame.function) else { return };
        let Some(index) = register.as_u32().checked_sub(body.registers.0.as_u32()) else { return };
        if state.frame.registers.get(index) != value.as_ref() {
            state.top().registers.set(index, value);
        }
    }

    /// The value of an expression.
    pub(super) fn evaluate(&self, state: &State<D>, root: ExprId) -> Option<Val<D>> {
        match self.program.exprs.get(root) {
            Expr::Register(register) => return self.register(state, register),
            Expr::Const(bits) => return self.number(self.sort(self.program.exprs.ty(root)), bits).map(Val::Number),
            _ => {}
        }
        let code = self.code(root);
        self.forward(state, &code).pop().flatten()
    }

    fn forward(&self, state: &State<D>, code: &[Step]) -> Slots<D> {
        let mut slots: Slots<D> = Vec::with_capacity(code.len());
        for step in code {
            let value = self.step(state, step, code, &slots);
            slots.push(value);
        }
        slots
    }

    fn step(&self, state: &State<D>, step: &Step, code: &[Step], slots: &Slots<D>) -> Option<Val<D>> {
        let sort = self.sort(step.ty);
        let at = |i: usize| slots[step.operands[i] as usize];
        let operand_sort = |i: usize| self.sort(code[step.operands[i] as usize].ty);
        let number = |value: Option<Val<D>>, sort: Sort| match value {
            Some(Val::Number(value)) => Some(value),
            _ => self.had(D::any(&mut self.context.borrow_mut(), sort)),
        };
        let value = match step.expr {
            Expr::Register(register) => return self.register(state, register),
            Expr::Const(bits) => return self.number(sort, bits).map(Val::Number),
            Expr::Null => return self.number(sort, 0).map(Val::Number),
            Expr::GlobalAddr(global) => return self.address(Object::Global(global)),
            Expr::FunctionAddr(function) => return self.address(Object::Function(function)),
            Expr::Wide(id) => {
                let words = self.program.exprs.wide(id);
                D::lift(&mut self.context.borrow_mut(), sort, words)
            }
            Expr::Unary(op, _) => {
                let a = number(at(0), operand_sort(0))?;
                D::unary(&mut self.context.borrow_mut(), translate::unary(op), operand_sort(0), &a)
            }
            Expr::Cast(op, _) => {
                let a = number(at(0), operand_sort(0))?;
                D::cast(&mut self.context.borrow_mut(), translate::cast(op), operand_sort(0), sort, &a)
            }
            Expr::Binary(op, ..) => match (op, at(0), at(1)) {
                (BinaryOp::PtrAdd, Some(Val::Pointer(object, offset)), by) => {
                    let by = number(by, self.word())?;
                    let (ctx, word) = (&mut *self.context.borrow_mut(), self.word());
                    let sum = D::binary(ctx, adumbra_domains::Binary::Add, word, &offset, &by);
                    let sum = self.had(sum).or_else(|| self.had(D::any(ctx, word)))?;
                    return Some(Val::Pointer(object, sum));
                }
                (_, Some(Val::Pointer(..)), _) | (_, _, Some(Val::Pointer(..))) => {
                    return self.compare(op, at(0), at(1));
                }
                (_, None, None) => return None,
                (_, a, b) => {
                    let (a, b) = (number(a, operand_sort(0))?, number(b, operand_sort(1))?);
                    D::binary(&mut self.context.borrow_mut(), translate::binary(op), operand_sort(0), &a, &b)
                }
            },
            Expr::Select(..) => {
                return match self.truth(at(0)) {
                    Tristate::True => at(1),
                    Tristate::False => at(2),
                    Tristate::Maybe => self.join_values(step.ty, at(1), at(2)),
                };
            }
            Expr::FMulAdd(..) => {
                let (a, b, c) = (number(at(0), sort)?, number(at(1), sort)?, number(at(2), sort)?);
                D::multiply_add(&mut self.context.borrow_mut(), sort, &a, &b, &c)
            }
        };
        known(&mut *self.context.borrow_mut(), sort, self.had(value)?).map(Val::Number)
    }

    /// Is the offset known to lie within the object, its end included or not?
    fn inside(&self, object: ObjectId, offset: &D, end: bool) -> bool {
        let size = self.size_of(object);
        let Some((low, high)) = offset.bounds(self.program.layout.pointer_bits, false) else { return false };
        low >= 0 && if end { high <= size.into() } else { high < size.into() }
    }

    /// Comparisons of which one side is a pointer into a known object.
    fn compare(&self, op: BinaryOp, a: Option<Val<D>>, b: Option<Val<D>>) -> Option<Val<D>> {
        let null = |value: &Option<Val<D>>| {
            matches!(value, Some(Val::Number(n))
                if D::constant(&mut self.context.borrow_mut(), self.sort(Type::Ptr), n) == Some(0))
        };
        let different = match (&a, &b) {
            (Some(Val::Pointer(x, p)), Some(Val::Pointer(y, q))) if x == y => {
                let straight = matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    || matches!(op, BinaryOp::Ult | BinaryOp::Ule)
                        && self.inside(*x, p, true)
                        && self.inside(*x, q, true);
                if !straight {
                    return None;
                }
                let ctx = &mut *self.context.borrow_mut();
                let result = self.had(D::binary(ctx, translate::binary(op), self.word(), p, q))?;
                return known(ctx, Sort::BOOL, result).map(Val::Number);
            }
            // Two objects that live at the same time share no byte, unless they are literals; where
            // an object ends another may begin.
            (Some(Val::Pointer(x, p)), Some(Val::Pointer(y, q))) => {
                !self.may_share(*x, *y) && self.inside(*x, p, false) && self.inside(*y, q, false)
            }
            // The address of an object, or of its end, is not null.
            (Some(Val::Pointer(x, p)), other) | (other, Some(Val::Pointer(x, p))) if null(other) => {
                self.inside(*x, p, true)
            }
            _ => false,
        };
        if !different {
            return None;
        }
        // They are different, and null is below every other address.
        let answer = match op {
            BinaryOp::Eq => false,
            BinaryOp::Ne => true,
            BinaryOp::Ult | BinaryOp::Ule if null(&a) => true,
            BinaryOp::Ult | BinaryOp::Ule if null(&b) => false,
            _ => return None,
        };
        self.number(Sort::BOOL, answer.into()).map(Val::Number)
    }

    /// What is known of a truth value.
    pub(super) fn truth(&self, value: Option<Val<D>>) -> Tristate {
        match value {
            Some(Val::Number(value)) => {
                let truth = D::to_tristate(&mut self.context.borrow_mut(), Sort::BOOL, &value);
                self.had(truth).unwrap_or(Tristate::Maybe)
            }
            _ => Tristate::Maybe,
        }
    }

    /// Makes a condition have a truth value. Answers whether that is possible.
    pub(super) fn assume(&self, state: &mut State<D>, condition: ExprId, truth: bool) -> bool {
        let code = self.code(condition);
        let mut slots = self.forward(state, &code);
        let Some(last) = slots.last_mut() else { return true };
        {
            let ctx = &mut *self.context.borrow_mut();
            let value = match *last {
                Some(Val::Number(value)) => value,
                _ => match self.had(D::any(ctx, Sort::BOOL)) {
                    Some(any) => any,
                    None => return true,
                },
            };
            match self.had(D::assume(ctx, Sort::BOOL, &value, truth)) {
                Some(Some(value)) => *last = Some(Val::Number(value)),
                Some(None) => return false,
                None => return true,
            }
        }
        for index in (0..code.len()).rev() {
            if !self.backward(&code, index, &mut slots) {
                return false;
            }
        }
        for (step, value) in code.iter().zip(slots) {
            if let (Expr::Register(register), Some(value)) = (step.expr, value) {
                let sort = self.sort(step.ty);
                let value = match value {
                    Val::Number(n) => known(&mut *self.context.borrow_mut(), sort, n).map(Val::Number),
                    pointer => Some(pointer),
                };
                self.set_register(state, register, value);
            }
        }
        true
    }

    /// Uses the value of a node for its operands. Answers whether that is possible.
    fn backward(&self, code: &[Step], index: usize, slots: &mut Slots<D>) -> bool {
        let step = &code[index];
        let Some(Val::Number(result)) = slots[index] else { return true };
        let (i, j) = (step.operands[0] as usize, step.operands[1] as usize);
        let ctx = &mut *self.context.borrow_mut();
        let number = |ctx: &mut D::Context, at: usize, slots: &Slots<D>| match slots[at] {
            Some(Val::Number(value)) => Some(value),
            Some(Val::Pointer(..)) => None,
            None => D::any(ctx, self.sort(code[at].ty)).ok(),
        };
        match step.expr {
            Expr::Binary(op, ..) => {
                let (Some(a), Some(b)) = (number(ctx, i, slots), number(ctx, j, slots)) else { return true };
                let sort = self.sort(code[i].ty);
                match D::refine_binary(ctx, translate::binary(op), sort, &result, &a, &b) {
                    Ok(Some((x, y))) if i == j => match D::meet(ctx, sort, &x, &y) {
                        Ok(Some(both)) => slots[i] = Some(Val::Number(both)),
                        Ok(None) => return false,
                        Err(_) => {}
                    },
                    Ok(Some((x, y))) => {
                        slots[i] = Some(Val::Number(x));
                        slots[j] = Some(Val::Number(y));
                    }
                    Ok(None) => return false,
                    Err(_) => {}
                }
            }
            Expr::Unary(op, _) => {
                let Some(a) = number(ctx, i, slots) else { return true };
                match D::refine_unary(ctx, translate::unary(op), self.sort(code[i].ty), &result, &a) {
                    Ok(Some(x)) => slots[i] = Some(Val::Number(x)),
                    Ok(None) => return false,
                    Err(_) => {}
                }
            }
            Expr::Cast(op, _) => {
                let Some(a) = number(ctx, i, slots) else { return true };
                let (from, to) = (self.sort(code[i].ty), self.sort(step.ty));
                match D::refine_cast(ctx, translate::cast(op), from, to, &result, &a) {
                    Ok(Some(x)) => slots[i] = Some(Val::Number(x)),
                    Ok(None) => return false,
                    Err(_) => {}
                }
            }
            _ => {}
        }
        true
    }

    /// A value that covers both.
    pub(super) fn join_values(&self, ty: Type, a: Option<Val<D>>, b: Option<Val<D>>) -> Option<Val<D>> {
        self.combine(ty, a, b, D::join)
    }

    /// A value that covers both and does not grow for ever.
    pub(super) fn widen_values(&self, ty: Type, old: Option<Val<D>>, new: Option<Val<D>>) -> Option<Val<D>> {
        self.combine(ty, old, new, D::widen)
    }

    fn combine(
        &self,
        ty: Type,
        a: Option<Val<D>>,
        b: Option<Val<D>>,
        with: impl Fn(&mut D::Context, Sort, &D, &D) -> Answer<D>,
    ) -> Option<Val<D>> {
        let (a, b) = (a?, b?);
        if a == b {
            return Some(a);
        }
        let ctx = &mut *self.context.borrow_mut();
        match (a, b) {
            (Val::Number(a), Val::Number(b)) => {
                let sort = self.sort(ty);
                let joined = self.had(with(ctx, sort, &a, &b))?;
                known(ctx, sort, joined).map(Val::Number)
            }
            (Val::Pointer(object, a), Val::Pointer(other, b)) if object == other => {
                Some(Val::Pointer(object, self.had(with(ctx, self.word(), &a, &b))?))
            }
            _ => None,
        }
    }

    /// Is every value that `special` stands for one of `general`?
    pub(super) fn within(&self, ty: Type, special: Option<Val<D>>, general: Option<Val<D>>) -> bool {
        let ctx = &mut *self.context.borrow_mut();
        match (special, general) {
            (_, None) => true,
            (None, _) => false,
            (Some(Val::Number(a)), Some(Val::Number(b))) => D::is_below(ctx, self.sort(ty), &a, &b).unwrap_or(a == b),
            (Some(Val::Pointer(x, a)), Some(Val::Pointer(y, b))) => {
                x == y && D::is_below(ctx, self.word(), &a, &b).unwrap_or(a == b)
            }
            _ => false,
        }
    }

    /// The number that an expression has, if it has only one.
    pub(super) fn constant(&self, state: &State<D>, expr: ExprId) -> Option<u64> {
        match self.evaluate(state, expr)? {
            Val::Number(value) => {
                D::constant(&mut self.context.borrow_mut(), self.sort(self.program.exprs.ty(expr)), &value)
            }
            Val::Pointer(..) => None,
        }
    }
}

/// The value, unless it says nothing.
fn known<D: Domain>(ctx: &mut D::Context, sort: Sort, value: D) -> Option<D> {
    match D::any(ctx, sort) {
        Ok(any) if any == value => None,
        _ => Some(value),
    }
}
