//! Values that are terms over unknowns: how they come about.
//!
//! With symbolic values, an input is an *unknown*, a variable of a term, and what is computed from
//! it is a term. The bits of an integer or float are one bit-vector; a term that has fewer bits
//! than its type stands for the same number with zeros in front, since extensions by zeros are not
//! executed. A pointer keeps its object, and a term for the offset.
//!
//! An unknown has a place where it came about, and a number among those of that place. A state
//! takes the first that it does not speak of any more, so that states which know the same are equal
//! however often the place was passed.

use super::code::Operator;
use super::scalar::{Content, Value, is_nan};
use super::wide::Wides;
use adumbra_formula::build::Build;
use adumbra_formula::{float, integer};
use adumbra_interpreter::eval;
use adumbra_program::*;
use adumbra_stop::spend;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Kind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::rc::Rc;

/// Where an unknown came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Source {
    /// On this edge: an input, the result of a function without a body, or contents of memory that
    /// nothing is known of.
    Edge(Edge),
    /// The bits of a NaN of this type. Types of the same width have others.
    Nan(Type),
    /// An order of addresses that depends on where objects are.
    Order,
    /// At the entry of a block: anything that the block is given.
    Entry,
}

/// The work of looking whether an unknown is free.
const LOOK: u64 = 3;

/// The terms of an analysis.
#[derive(Default)]
pub(super) struct Symbols {
    pub(super) build: Build,
    /// The unknowns, by place and width.
    unknowns: FxHashMap<(Source, u32), Vec<Term>>,
    /// The place and width of each unknown.
    places: FxHashMap<Term, (Source, u32)>,
    /// What holds of an unknown whatever happens.
    axioms: FxHashMap<Term, Term>,
    variables: FxHashMap<Term, Rc<[Term]>>,
    /// Unknowns that an evaluation made and that the state does not list yet.
    pub(super) taken: Vec<Term>,
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} places of unknowns", self.unknowns.len())
    }
}

impl Symbols {
    /// An unknown that neither the state has, which speaks of the `used` ones, nor the evaluation
    /// that is under way.
    pub(super) fn unknown(&mut self, used: &[Term], source: Source, width: u32) -> Term {
        let list = self.unknowns.entry((source, width)).or_default();
        spend((list.len() + self.taken.len()) as u64 * LOOK);
        // Both are in ascending order, so that what is used is passed by once.
        let (taken, mut used) = (&self.taken, used.iter().peekable());
        let free = |term: &Term| {
            while used.next_if(|other| *other < term).is_some() {}
            used.peek() != Some(&term) && !taken.contains(term)
        };
        let found = list.iter().copied().find(free);
        let term = match found {
            Some(term) => term,
            None => self.next_unknown(source, width),
        };
        self.taken.push(term);
        term
    }

    /// One more unknown of a place.
    fn next_unknown(&mut self, source: Source, width: u32) -> Term {
        let list = self.unknowns.entry((source, width)).or_default();
        let place = match source {
            Source::Edge(edge) => format!("e{}.{}", edge.as_u32(), list.len()),
            Source::Nan(ty) => format!("nan.{ty}.{}", list.len()),
            Source::Order => format!("order.{}", list.len()),
            Source::Entry => format!("entry.{}", list.len()),
        };
        let sort = self.build.terms.bv_sort(width);
        let term = self.build.terms.var(&format!("{place}:{width}"), sort);
        list.push(term);
        self.places.insert(term, (source, width));
        term
    }

    /// The unknown of a place and width with a number.
    fn numbered(&mut self, source: Source, width: u32, number: usize) -> Term {
        loop {
            let list = self.unknowns.get(&(source, width));
            match list.and_then(|list| list.get(number)) {
                Some(term) => return *term,
                None => self.next_unknown(source, width),
            };
        }
    }

    /// The unknown with a number among those that blocks are given.
    pub(super) fn entry(&mut self, width: u32, number: usize) -> Term {
        self.numbered(Source::Entry, width, number)
    }

    /// Does something hold of it whatever happens?
    pub(super) fn has_axiom(&self, unknown: Term) -> bool {
        self.axioms.contains_key(&unknown)
    }

    /// The first unknown that is like another one and not among some; `None` if that one does not
    /// come from a place. What holds of the other one whatever happens holds of it.
    pub(super) fn like(&mut self, unknown: Term, used: &FxHashSet<Term>) -> Option<Term> {
        let (source, width) = *self.places.get(&unknown)?;
        let axiom = self.axioms.get(&unknown).copied();
        for number in 0.. {
            let other = self.numbered(source, width, number);
            if used.contains(&other) {
                continue;
            }
            let Some(axiom) = axiom else {
                if self.has_axiom(other) {
                    continue;
                }
                return Some(other);
            };
            let mut substitution = Substitution::new(&self.build.terms, [(unknown, other)]);
            let axiom = substitution.apply(&mut self.build.terms, axiom);
            if *self.axioms.entry(other).or_insert(axiom) == axiom {
                return Some(other);
            }
        }
        None
    }

    /// The unknowns in a term, in ascending order.
    pub(super) fn variables(&mut self, term: Term) -> Rc<[Term]> {
        if let Some(known) = self.variables.get(&term) {
            return Rc::clone(known);
        }
        // Operands first; what is made of them often has the unknowns of one of them.
        let terms = &self.build.terms;
        let mut stack = vec![term];
        while let Some(next) = stack.last().copied() {
            if self.variables.contains_key(&next) {
                stack.pop();
                continue;
            }
            let operands = terms.operands(next);
            let before = stack.len();
            stack.extend(operands.iter().filter(|o| !self.variables.contains_key(*o)));
            if stack.len() > before {
                continue;
            }
            let mut all: Rc<[Term]> = if terms.kind(next) == Kind::Var { Rc::new([next]) } else { Rc::new([]) };
            for operand in operands {
                all = union(&all, &self.variables[operand]);
            }
            self.variables.insert(next, all);
            stack.pop();
        }
        Rc::clone(&self.variables[&term])
    }

    /// What holds of the unknowns in some terms.
    pub(super) fn axioms(&mut self, terms: &[Term]) -> Vec<Term> {
        if self.axioms.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for term in terms {
            for unknown in self.variables(*term).iter() {
                out.extend(self.axioms.get(unknown).filter(|a| !out.contains(*a)).copied());
            }
        }
        out
    }

    /// A value as a term of a width; `None` if it is a pointer or nothing is known.
    pub(super) fn term(&mut self, wides: &Wides, value: Value, width: u32) -> Option<Term> {
        match value.content() {
            Content::Bits(bits) if width <= 64 => Some(self.build.word(width, bits)),
            Content::Bits(_) | Content::Wide(_) => {
                let value = wides.concrete(value)?;
                Some(self.build.value(width, &value))
            }
            Content::Symbolic(term, has) if has == width => Some(term),
            Content::Symbolic(term, _) => Some(self.build.resize(width, term)),
            _ => None,
        }
    }

    /// A term as a value.
    pub(super) fn value(&mut self, wides: &mut Wides, term: Term) -> Value {
        let width = self.build.width(term);
        match self.build.known(term) {
            Some(value) => wides.value(value, width),
            None => Value::symbolic(term, width),
        }
    }

    /// The condition that a value of one bit is set.
    pub(super) fn is_set(&mut self, wides: &Wides, value: Value) -> Option<Term> {
        let bit = self.term(wides, value, 1)?;
        Some(self.build.is_set(bit))
    }

    /// The result of an operator on values of which none is a pointer; `used` are the unknowns that
    /// the state speaks of.
    pub(super) fn operate(
        &mut self,
        wides: &mut Wides,
        used: &[Term],
        layout: &DataLayout,
        op: Operator,
        [a, b, c]: [Value; 3],
    ) -> Value {
        self.operator(wides, used, layout, op, [a, b, c]).map_or(Value::UNKNOWN, |term| self.value(wides, term))
    }

    fn operator(
        &mut self,
        wides: &Wides,
        used: &[Term],
        layout: &DataLayout,
        op: Operator,
        [a, b, c]: [Value; 3],
    ) -> Option<Term> {
        match op {
            Operator::Int(op, width) => {
                let (a, b) = (self.term(wides, a, width.into())?, self.term(wides, b, width.into())?);
                Some(integer::binary(&mut self.build, op, a, b))
            }
            Operator::Trunc(to) => {
                let Content::Symbolic(term, has) = a.content() else { return None };
                Some(if has > to.into() { self.build.extract(u32::from(to) - 1, 0, term) } else { term })
            }
            Operator::SExt(from, to) => {
                let a = self.term(wides, a, from.into())?;
                Some(self.build.sign_extend(to.into(), a))
            }
            Operator::Select(ty) if ty != Type::Ptr => {
                let condition = self.is_set(wides, a)?;
                let (b, c) = (self.scalar(wides, layout, ty, b)?, self.scalar(wides, layout, ty, c)?);
                Some(self.build.ite(condition, b, c))
            }
            Operator::Unary(op, ty) => {
                let a = self.term(wides, a, ty.bits(layout))?;
                match ty {
                    Type::Float(kind) => self.float_unary(used, layout, op, kind, a),
                    _ => integer::unary(&mut self.build, op, ty, layout, a).ok(),
                }
            }
            Operator::Binary(op, ty) => {
                if op == BinaryOp::FCopySign {
                    let (a, b) = (self.scalar(wides, layout, ty, a)?, self.scalar(wides, layout, ty, b)?);
                    return Some(self.copy_sign(ty.bits(layout), a, b));
                }
                let width = ty.bits(layout);
                let (a, b) = (self.term(wides, a, width)?, self.term(wides, b, width)?);
                match ty {
                    Type::Float(kind) => self.float_binary(used, layout, op, kind, a, b),
                    _ => Some(integer::binary(&mut self.build, op, a, b)),
                }
            }
            Operator::Cast(op, from, to) => {
                let (a, width) = (self.term(wides, a, from.bits(layout))?, to.bits(layout));
                match op {
                    CastOp::Trunc | CastOp::ZExt | CastOp::Bits => Some(self.build.resize(width, a)),
                    CastOp::SExt => Some(self.build.sign_extend(width, a)),
                    CastOp::PtrToInt | CastOp::IntToPtr => None,
                    _ => self.float(used, layout, float::Operator::Cast(op, from, to), &[a], to),
                }
            }
            Operator::MultiplyAdd(ty) => {
                let width = ty.bits(layout);
                let operands = [self.term(wides, a, width)?, self.term(wides, b, width)?, self.term(wides, c, width)?];
                self.float(used, layout, float::Operator::MultiplyAdd(ty), &operands, ty)
            }
            _ => None,
        }
    }

    /// A value of a type whose bits may be looked at later, as a term; `None` also for a NaN that
    /// is a constant, since its bits are anyone's guess.
    pub(super) fn scalar(&mut self, wides: &Wides, layout: &DataLayout, ty: Type, value: Value) -> Option<Term> {
        match (ty, wides.concrete(value)) {
            (Type::Float(kind), Some(value)) if is_nan(kind, &value, layout) => None,
            _ => self.term(wides, value, ty.bits(layout)),
        }
    }

    fn copy_sign(&mut self, bits: u32, a: Term, b: Term) -> Term {
        let sign = self.sign_mask(bits);
        let rest = self.build.bv_not(sign);
        let (magnitude, sign) = (self.build.bv_and(a, rest), self.build.bv_and(b, sign));
        self.build.bv_or(magnitude, sign)
    }

    fn sign_mask(&mut self, bits: u32) -> Term {
        self.build.value(bits, &eval::Value::Small(1 << (bits - 1)))
    }

    fn float_unary(
        &mut self,
        used: &[Term],
        layout: &DataLayout,
        op: UnaryOp,
        kind: FloatKind,
        a: Term,
    ) -> Option<Term> {
        let sign = self.sign_mask(kind.bits());
        match op {
            UnaryOp::FNeg => return Some(self.build.bv_xor(a, sign)),
            UnaryOp::FAbs => {
                let rest = self.build.bv_not(sign);
                return Some(self.build.bv_and(a, rest));
            }
            _ => {}
        }
        match float::class(&mut self.build, op, kind, a) {
            Some(test) => Some(self.build.bit_of(test)),
            None => {
                let ty = Type::Float(kind);
                self.float(used, layout, float::Operator::Unary(op, ty), &[a], ty)
            }
        }
    }

    fn float_binary(
        &mut self,
        used: &[Term],
        layout: &DataLayout,
        op: BinaryOp,
        kind: FloatKind,
        a: Term,
        b: Term,
    ) -> Option<Term> {
        match float::compare(&mut self.build, op, kind, a, b) {
            Some(test) => Some(self.build.bit_of(test)),
            None => {
                let ty = Type::Float(kind);
                self.float(used, layout, float::Operator::Binary(op, ty), &[a, b], ty)
            }
        }
    }

    /// An operator on floats; a NaN gets bits of which nothing else is known.
    fn float(
        &mut self,
        used: &[Term],
        layout: &DataLayout,
        operator: float::Operator,
        operands: &[Term],
        to: Type,
    ) -> Option<Term> {
        let before = self.taken.len();
        let nan = self.unknown(used, Source::Nan(to), to.bits(layout));
        let mut axioms = Vec::new();
        let exact = float::exactly(&mut self.build, operator, operands, to, &mut |_, _| nan, &mut axioms);
        match axioms.pop() {
            Some(axiom) => {
                self.axioms.insert(nan, axiom);
            }
            // The result is no NaN, or it is none that has a term.
            None => self.taken.truncate(before),
        }
        exact
    }
}

/// The union of two ascending lists; one of them if it has all.
fn union(a: &Rc<[Term]>, b: &Rc<[Term]>) -> Rc<[Term]> {
    let within = |a: &[Term], b: &[Term]| a.len() <= b.len() && a.iter().all(|t| b.binary_search(t).is_ok());
    if Rc::ptr_eq(a, b) || within(b, a) {
        return Rc::clone(a);
    }
    if within(a, b) {
        return Rc::clone(b);
    }
    let mut all = [&a[..], b].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}
