//! The value of an expression in a state.

use super::code::{Code, Insn, Operand, Operator};
use super::context::Context;
use super::scalar::{Content, ObjectRef, Target, Value, is_nan};
use super::scratch::Scratch;
use super::state::{Life, ValueState};
use super::symbolic::Source;
use super::wide::Wides;
use adumbra_interpreter::eval;
use adumbra_operators::word;
use adumbra_program::*;

#[inline(always)]
fn fetch(operand: Operand, slots: &[Value], temps: &[Value]) -> Value {
    match operand {
        Operand::Slot(slot) => slots[slot as usize],
        Operand::Temp(temp) => temps[temp as usize],
        Operand::Const(value) => value,
    }
}

impl Context {
    /// The value of an expression of the innermost activation.
    #[inline]
    pub(super) fn evaluate(&self, scratch: &mut Scratch, state: &ValueState, code: &Code) -> Value {
        let slots = &state.top.slots[..];
        if code.insns.is_empty() {
            return fetch(code.result, slots, &[]);
        }
        scratch.temps.clear();
        for insn in &code.insns {
            let a = fetch(insn.a, slots, &scratch.temps);
            let value = match insn.op {
                Operator::Int(op, width) => {
                    let b = fetch(insn.b, slots, &scratch.temps);
                    match (a.as_bits(), b.as_bits()) {
                        (Some(a), Some(b)) => Value::bits(word::binary(op, width.into(), a, b)),
                        (None, None) if insn.a == insn.b && !a.is_symbolic() => same_operand(op),
                        (x, y) => match half_known(op, width.into(), x, y) {
                            Value::UNKNOWN => self.symbolic(scratch, state, insn.op, [a, b, b]),
                            known => known,
                        },
                    }
                }
                Operator::PtrAdd => {
                    let b = fetch(insn.b, slots, &scratch.temps);
                    match (a.as_pointer(), b.as_bits()) {
                        (Some((object, offset)), Some(b)) => {
                            Value::pointer(object, offset.wrapping_add(b) & self.address_mask)
                        }
                        _ => self.moved(scratch, a, b),
                    }
                }
                Operator::Trunc(to) => match a.as_bits() {
                    Some(a) => Value::bits(word::truncate(a, 64 - u32::from(to))),
                    None => self.symbolic(scratch, state, insn.op, [a; 3]),
                },
                Operator::SExt(from, to) => match a.as_bits() {
                    Some(a) => Value::bits(word::sign_extend(a, 64 - u32::from(from), 64 - u32::from(to))),
                    None => self.symbolic(scratch, state, insn.op, [a; 3]),
                },
                _ => self.rare(scratch, state, insn, a),
            };
            scratch.temps.push(value);
        }
        fetch(code.result, slots, &scratch.temps)
    }

    #[inline(never)]
    fn rare(&self, scratch: &mut Scratch, state: &ValueState, insn: &Insn, a: Value) -> Value {
        let slots = &state.top.slots[..];
        let b = fetch(insn.b, slots, &scratch.temps);
        let layout = &self.program.layout;
        let known = |result: Result<eval::Value, eval::Inexact>, ty: Type, wides: &mut Wides| match result {
            Ok(value) => wides.value(value, ty.bits(layout)),
            Err(_) => Value::UNKNOWN,
        };
        match insn.op {
            Operator::Compare(op) => match self.compare(state, op, a, b) {
                Some(truth) => Value::bits(truth.into()),
                None => self.compare_symbolic(scratch, state, op, a, b),
            },
            Operator::Select(_) => {
                let c = fetch(insn.c, slots, &scratch.temps);
                match a.as_bits() {
                    Some(0) => c,
                    Some(_) => b,
                    None if b == c => b,
                    None => match self.symbolic(scratch, state, insn.op, [a, b, c]) {
                        Value::UNKNOWN => b.join(c),
                        known => known,
                    },
                }
            }
            Operator::PtrToInt => match a.as_pointer() {
                Some((ObjectRef::NONE, address)) => Value::bits(address),
                _ => Value::UNKNOWN,
            },
            // Whether an address is in an exposed object depends on the bases, except for null.
            Operator::IntToPtr => {
                if a.as_bits() == Some(0) {
                    Value::NULL
                } else {
                    Value::UNKNOWN
                }
            }
            Operator::Unary(op, ty) => {
                let Some(a) = scratch.wides.concrete(a) else {
                    return self.symbolic(scratch, state, insn.op, [a; 3]);
                };
                let result = op.result(ty).unwrap_or(ty);
                known(eval::unary(op, ty, &a, layout), result, &mut scratch.wides)
            }
            Operator::Binary(op, ty) => {
                let (Some(x), Some(y)) = (scratch.wides.concrete(a), scratch.wides.concrete(b)) else {
                    return self.symbolic(scratch, state, insn.op, [a, b, b]);
                };
                // The sign of a NaN is anyone's guess.
                if let (BinaryOp::FCopySign, Type::Float(kind)) = (op, ty)
                    && is_nan(kind, &y, layout)
                {
                    return Value::UNKNOWN;
                }
                let result = op.result(ty, ty, layout.pointer_bits).unwrap_or(ty);
                known(eval::binary(op, ty, &x, &y, layout), result, &mut scratch.wides)
            }
            Operator::Cast(op, from, to) => {
                let Some(x) = scratch.wides.concrete(a) else {
                    return self.symbolic(scratch, state, insn.op, [a; 3]);
                };
                // So are the bits of a NaN.
                if let (CastOp::Bits, Type::Float(kind)) = (op, from)
                    && is_nan(kind, &x, layout)
                {
                    return Value::UNKNOWN;
                }
                known(eval::cast(op, from, to, &x, layout), to, &mut scratch.wides)
            }
            Operator::MultiplyAdd(ty) => {
                let c = fetch(insn.c, slots, &scratch.temps);
                let wides = &scratch.wides;
                let (Some(x), Some(y), Some(z)) = (wides.concrete(a), wides.concrete(b), wides.concrete(c)) else {
                    return self.symbolic(scratch, state, insn.op, [a, b, c]);
                };
                known(eval::multiply_add(ty, &x, &y, &z), ty, &mut scratch.wides)
            }
            _ => Value::UNKNOWN,
        }
    }

    /// The result of an operator on values of which one at least is not known, if they are terms.
    #[inline(never)]
    fn symbolic(&self, scratch: &mut Scratch, state: &ValueState, op: Operator, values: [Value; 3]) -> Value {
        let Scratch { wides, symbols: Some(symbols), .. } = scratch else { return Value::UNKNOWN };
        if values.iter().all(|v| !v.is_symbolic()) {
            return Value::UNKNOWN;
        }
        symbols.operate(wides, state.used(), &self.program.layout, op, values)
    }

    /// A pointer that is moved by a distance, of which one is not known.
    #[inline(never)]
    fn moved(&self, scratch: &mut Scratch, pointer: Value, by: Value) -> Value {
        let Some(object) = pointer.object() else { return Value::UNKNOWN };
        let somewhere = Value::somewhere(object);
        let Scratch { wides, symbols: Some(symbols), .. } = scratch else { return somewhere };
        let width = self.program.layout.pointer_bits;
        let from = match pointer.as_pointer() {
            Some((_, offset)) => symbols.build.word(width, offset),
            None => match pointer.offset_term() {
                Some(term) => term,
                None => return somewhere,
            },
        };
        let Some(by) = symbols.term(wides, by, width) else { return somewhere };
        let offset = symbols.build.add(from, by);
        match symbols.build.number(offset) {
            Some(offset) => Value::pointer(object, offset),
            None => Value::offset(object, offset),
        }
    }

    /// Compares pointers into one object of which one has a term for its offset.
    #[inline(never)]
    fn compare_symbolic(&self, scratch: &mut Scratch, state: &ValueState, op: BinaryOp, a: Value, b: Value) -> Value {
        let Scratch { wides, symbols: Some(symbols), .. } = scratch else { return Value::UNKNOWN };
        let width = self.program.layout.pointer_bits;
        let (Some(object), Some(other)) = (a.object(), b.object()) else { return Value::UNKNOWN };
        let mut offset = |value: Value| match value.as_pointer() {
            Some((_, offset)) => Some(symbols.build.word(width, offset)),
            None => value.offset_term(),
        };
        let (Some(x), Some(y)) = (offset(a), offset(b)) else { return Value::UNKNOWN };
        let (term, certain) = if object == other {
            match op {
                BinaryOp::Eq => (symbols.build.eq(x, y), true),
                BinaryOp::Ne => {
                    let same = symbols.build.eq(x, y);
                    (symbols.build.not(same), true)
                }
                BinaryOp::Ult => (symbols.build.ult(x, y), false),
                BinaryOp::Ule => (symbols.build.ule(x, y), false),
                _ => return Value::UNKNOWN,
            }
        } else {
            // Null is no address within an object.
            let null = |value: Value| value == Value::NULL;
            let truth = match op {
                BinaryOp::Eq if null(a) || null(b) => false,
                BinaryOp::Ne if null(a) || null(b) => true,
                _ => return Value::UNKNOWN,
            };
            (symbols.build.bool(truth), false)
        };
        let result = if certain {
            term
        } else {
            // Beyond the end of the object addresses may begin anew.
            let within = if object == ObjectRef::NONE { other } else { object };
            let Some((Some(size), _)) = self.extent(state, within) else { return Value::UNKNOWN };
            let size = symbols.build.word(width, size);
            let mut inside = symbols.build.bool(true);
            for (value, offset) in [(a, x), (b, y)] {
                if value.object() != Some(ObjectRef::NONE) {
                    let fits = symbols.build.ule(offset, size);
                    inside = symbols.build.and(inside, fits);
                }
            }
            let any = symbols.unknown(state.used(), Source::Order, 1);
            let any = symbols.build.is_set(any);
            symbols.build.ite(inside, term, any)
        };
        let bit = symbols.build.bit_of(result);
        symbols.value(wides, bit)
    }

    /// Size and life of the object that a pointer points into; `None` for no object.
    pub(super) fn extent(&self, state: &ValueState, object: ObjectRef) -> Option<(Option<u64>, Life)> {
        match object.target() {
            Target::None => None,
            Target::Function(_) => Some((Some(0), Life::Live)),
            Target::Global(g) => Some((Some(self.program.globals[g].size), Life::Live)),
            Target::Allocated(index) => match state.object(index) {
                Some(o) => Some((o.size, o.life)),
                None => Some((None, Life::Maybe)),
            },
        }
    }

    /// May the second of two literals begin so far behind the start of the first?
    fn may_share(&self, a: ObjectRef, b: ObjectRef, distance: u64) -> bool {
        match (a.target(), b.target()) {
            (Target::Global(a), Target::Global(b)) => self.program.shared_at(a, b).contains(&(distance as i64)),
            _ => false,
        }
    }

    /// Is the pointer strictly inside its object, or at the base of an empty one, and does the
    /// object live?
    fn inside(&self, state: &ValueState, object: ObjectRef, offset: u64) -> bool {
        matches!(self.extent(state, object), Some((Some(size), Life::Live | Life::OutOfScope))
            if offset < size || offset == 0)
    }

    /// Compares pointers by their addresses, where that does not depend on where objects are.
    fn compare(&self, state: &ValueState, op: BinaryOp, a: Value, b: Value) -> Option<bool> {
        let (object_a, offset_a) = a.as_pointer()?;
        let (object_b, offset_b) = b.as_pointer()?;
        if object_a == object_b {
            return match op {
                BinaryOp::Eq => Some(offset_a == offset_b),
                BinaryOp::Ne => Some(offset_a != offset_b),
                _ => {
                    let size = match self.extent(state, object_a) {
                        None => u64::MAX,
                        Some((size, _)) => size?,
                    };
                    let ordered = offset_a <= size && offset_b <= size || offset_a == offset_b;
                    ordered.then_some(if op == BinaryOp::Ult { offset_a < offset_b } else { offset_a <= offset_b })
                }
            };
        }
        if state.has_runs && same_run(state, object_a, object_b) {
            return None;
        }
        let different = match (object_a, object_b) {
            (ObjectRef::NONE, _) => offset_a == 0 && self.within(state, object_b, offset_b),
            (_, ObjectRef::NONE) => offset_b == 0 && self.within(state, object_a, offset_a),
            _ if self.may_share(object_a, object_b, offset_a.wrapping_sub(offset_b)) => false,
            _ => self.inside(state, object_a, offset_a) && self.inside(state, object_b, offset_b),
        };
        match op {
            BinaryOp::Eq if different => Some(false),
            BinaryOp::Ne if different => Some(true),
            // Null is below every object.
            BinaryOp::Ult | BinaryOp::Ule if different && object_a == ObjectRef::NONE => Some(true),
            BinaryOp::Ult | BinaryOp::Ule if different && object_b == ObjectRef::NONE => Some(false),
            _ => None,
        }
    }

    /// Is the pointer within the bounds of its object, the end included, so that its address is not
    /// 0?
    fn within(&self, state: &ValueState, object: ObjectRef, offset: u64) -> bool {
        offset == 0 || matches!(self.extent(state, object), Some((Some(size), _)) if offset <= size)
    }

    /// The functions that a pointer may point to: one, or none; `None` if that is not known.
    pub(super) fn callee(&self, pointer: Value) -> Option<Option<Function>> {
        match pointer.content() {
            Content::Pointer(object, offset) => Some(match object.target() {
                Target::Function(f) if offset == 0 => Some(f),
                _ => None,
            }),
            Content::Somewhere(object) if !matches!(object.target(), Target::Function(_)) => Some(None),
            _ => None,
        }
    }
}

/// Are these the first and the last member of one run, which may have one member only?
#[cold]
fn same_run(state: &ValueState, a: ObjectRef, b: ObjectRef) -> bool {
    let run = |object: ObjectRef| match object.target() {
        Target::Allocated(index) => state.run_of(index).map(|(of, _)| of),
        _ => None,
    };
    run(a).is_some_and(|of| run(b) == Some(of))
}

/// `x op x` where nothing is known of `x`.
#[cold]
fn same_operand(op: BinaryOp) -> Value {
    use BinaryOp::*;
    match op {
        Sub | Xor => Value::bits(0),
        Eq | Ule | Sle => Value::bits(1),
        Ne | Ult | Slt | USubOverflow | SSubOverflow => Value::bits(0),
        _ => Value::UNKNOWN,
    }
}

/// What one operand alone decides.
#[inline(never)]
fn half_known(op: BinaryOp, width: u32, a: Option<u64>, b: Option<u64>) -> Value {
    use BinaryOp::*;
    let ones = u64::MAX >> (64 - width);
    match (op, a, b) {
        (And | Mul, Some(0), _) | (And | Mul, _, Some(0)) => Value::bits(0),
        (Or, Some(x), _) | (Or, _, Some(x)) if x == ones => Value::bits(ones),
        (URem, _, Some(1)) | (SRem, _, Some(1)) => Value::bits(0),
        (Shl | LShr, Some(0), _) => Value::bits(0),
        (Shl | LShr, _, Some(n)) if n >= width.into() => Value::bits(0),
        (Ult, _, Some(0)) => Value::bits(0),
        (Ule, Some(0), _) => Value::bits(1),
        (Ule, _, Some(x)) if x == ones => Value::bits(1),
        (Ult, Some(x), _) if x == ones => Value::bits(0),
        (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow, Some(0), _)
        | (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow | USubOverflow | SSubOverflow, _, Some(0)) => {
            Value::bits(0)
        }
        _ => Value::UNKNOWN,
    }
}
