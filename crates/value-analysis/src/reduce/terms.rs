//! Unknowns across the entry and the exits of a block.
//!
//! An unknown stands for one number in an execution, inside a block and outside. In a block the
//! unknowns that it is given have names that depend on nothing outside: their numbers, in the order
//! in which they come up in the state. Where a value that it is given is a sum, unknowns are
//! shifted first (`shift.rs`), so that `n - 1` is an unknown of the block as `n` is: what such an
//! unknown is outside is a term there. The activation that stands for the outside holds them, so
//! that they stay what they are: its slots are the unknowns themselves, in that order. Conditions
//! that hang together with them come along.
//!
//! Behind the block the unknowns that it was given become what they are outside, found by their
//! place in that activation. What came about inside gets names that the outside does not use. A
//! term whose unknown lost its place is a term over an unknown like any other; that is weaker.

use crate::linear;
use crate::scalar::{Content, Value};
use crate::shift::{for_each_value, map_values, shifts};
use crate::state::ValueState;
use crate::symbolic::Symbols;
use crate::unknowns::Condition;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Kind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The unknowns that a block is given.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Their names in the block, and what they are outside.
    names: Vec<Term>,
    outside: Vec<Term>,
    /// What the terms of the state at the entry are outside.
    terms: FxHashMap<Term, Term>,
    /// The conditions at the entry: outside they are known.
    conditions: Vec<Condition>,
}

/// Gives the unknowns of a state that was cut the names that they have in the block.
pub(super) fn enter(
    symbols: &mut Symbols,
    size: u64,
    before: &ValueState,
    inner: &mut ValueState,
    shifted: bool,
) -> Given {
    let originals = terms_of(inner);
    if originals.is_empty() {
        inner.set_unknowns(Vec::new(), Vec::new());
        return Given::default();
    }
    let mut seen = unknowns_in_order(symbols, &originals, &[]);
    let conditions = connected(symbols, before.conditions(), &mut seen);
    let mut outside: FxHashMap<Term, Term> = seen.iter().map(|unknown| (*unknown, *unknown)).collect();
    seen.sort_unstable();
    inner.set_unknowns(conditions, seen);
    for shift in if shifted { shifts(symbols, size, inner) } else { Vec::new() } {
        let pairs = outside.iter().filter(|(a, b)| a != b).map(|(a, b)| (*a, *b));
        let mut substitution = Substitution::new(&symbols.build.terms, pairs);
        let value = substitution.apply(&mut symbols.build.terms, shift.value);
        outside.insert(shift.unknown, value);
    }
    let order = unknowns_in_order(symbols, &terms_of(inner), inner.conditions());
    let names = inner_names(symbols, &order);
    rename_all(symbols, size, inner, order.iter().copied().zip(names.iter().copied()));
    let terms = terms_of(inner).into_iter().zip(originals).collect();
    hold(symbols, inner, &names);
    let outside = order.iter().map(|unknown| outside[unknown]).collect();
    Given { names, outside, terms, conditions: inner.conditions().to_vec() }
}

/// The terms of a state, in an order that depends on nothing but its form.
fn terms_of(state: &ValueState) -> Vec<Term> {
    let mut terms = Vec::new();
    for_each_value(state, |value| terms.extend(value.any_term()));
    terms
}

/// The unknowns in terms and conditions, in the order in which they come up.
fn unknowns_in_order(symbols: &mut Symbols, terms: &[Term], conditions: &[Condition]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut order = Vec::new();
    for term in terms.iter().copied().chain(conditions.iter().map(|c| c.term)) {
        order.extend(symbols.variables(term).iter().filter(|unknown| seen.insert(**unknown)));
    }
    order
}

/// Gives the unknowns of a state other names.
fn rename_all(
    symbols: &mut Symbols,
    size: u64,
    state: &mut ValueState,
    pairs: impl Iterator<Item = (Term, Term)> + Clone,
) {
    let mut used: Vec<Term> = pairs.clone().map(|(_, name)| name).collect();
    used.sort_unstable();
    let mut substitution = Substitution::new(&symbols.build.terms, pairs.filter(|(a, b)| a != b));
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for term in terms_of(state) {
        new.entry(term).or_insert_with(|| substitution.apply(&mut symbols.build.terms, term));
    }
    map_values(state, size, |value| renamed(value, &new));
    let list = state.conditions().iter();
    let replaced = |c: &Condition| Condition { term: substitution.apply(&mut symbols.build.terms, c.term), ..*c };
    let list = list.map(replaced).collect();
    state.set_unknowns(list, used);
}

/// The conditions that share unknowns with some that are given, directly or by way of others; all
/// unknowns in them are given, too.
fn connected(symbols: &mut Symbols, conditions: &[Condition], given: &mut Vec<Term>) -> Vec<Condition> {
    let mut seen: FxHashSet<Term> = given.iter().copied().collect();
    let mut kept = vec![false; conditions.len()];
    let mut grows = true;
    while grows {
        grows = false;
        for (condition, kept) in conditions.iter().zip(&mut kept) {
            let unknowns = symbols.variables(condition.term);
            if !*kept && unknowns.iter().any(|unknown| seen.contains(unknown)) {
                *kept = true;
                given.extend(unknowns.iter().filter(|unknown| seen.insert(**unknown)));
                grows = true;
            }
        }
    }
    conditions.iter().zip(kept).filter(|(_, kept)| *kept).map(|(condition, _)| *condition).collect()
}

/// The names in the block. What holds of an unknown whatever happens is said of its name, so such a
/// name stays.
fn inner_names(symbols: &mut Symbols, given: &[Term]) -> Vec<Term> {
    let fixed: FxHashSet<Term> = given.iter().copied().filter(|unknown| symbols.has_axiom(*unknown)).collect();
    let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
    let mut names = Vec::with_capacity(given.len());
    for unknown in given {
        if fixed.contains(unknown) {
            names.push(*unknown);
            continue;
        }
        let width = symbols.build.width(*unknown);
        let number = numbers.entry(width).or_default();
        let mut name = symbols.entry(width, *number);
        *number += 1;
        while fixed.contains(&name) {
            name = symbols.entry(width, *number);
            *number += 1;
        }
        names.push(name);
    }
    names
}

/// The activation around the block holds the unknowns that are given.
fn hold(symbols: &Symbols, inner: &mut ValueState, names: &[Term]) {
    let slots = names.iter().map(|name| Value::symbolic(*name, symbols.build.width(*name))).collect();
    let frame = inner.frame();
    if let Some(around) = &mut frame.caller {
        let around = Rc::make_mut(around);
        around.touch();
        around.slots = slots;
    }
}

/// What terms of the block become behind it, with the conditions among them.
pub(super) struct Leaving {
    terms: FxHashMap<Term, Term>,
    conditions: Vec<Condition>,
    used: Vec<Term>,
}

impl Leaving {
    /// For a state that knows no terms.
    pub(super) fn nothing() -> Self {
        Leaving { terms: FxHashMap::default(), conditions: Vec::new(), used: Vec::new() }
    }

    /// For a state in a block that was given these unknowns.
    pub(super) fn new(symbols: &mut Symbols, before: &ValueState, given: &Given, inner: &ValueState) -> Self {
        let names = outer_names(symbols, before, given, inner);
        let is_whole = given.names.iter().zip(&given.outside).all(|(name, outside)| names.get(name) == Some(outside));
        let sums = given.outside.iter().any(|term| symbols.build.terms.kind(*term) != Kind::Var);
        let mut used: Vec<Term> = Vec::new();
        for name in names.values() {
            used.extend(symbols.variables(*name).iter());
        }
        used.sort_unstable();
        used.dedup();
        let pairs = names.iter().filter(|(a, b)| a != b).map(|(a, b)| (*a, *b));
        let mut substitution = Substitution::new(&symbols.build.terms, pairs);
        let mut replaced = |symbols: &mut Symbols, term: Term| {
            if !symbols.variables(term).iter().all(|unknown| names.contains_key(unknown)) {
                return None;
            }
            let term = substitution.apply(&mut symbols.build.terms, term);
            if !sums {
                return Some(term);
            }
            let simple = symbols.build.simple(term);
            let term = linear::normal(&mut symbols.build, simple);
            // What is no term any more is not known; that is rare.
            let terms = &symbols.build.terms;
            (terms.constant(term).is_none() && terms.truth(term).is_none()).then_some(term)
        };
        let mut terms: FxHashMap<Term, Term> = FxHashMap::default();
        for term in terms_of(inner) {
            if !terms.contains_key(&term) {
                let known = given.terms.get(&term).filter(|_| is_whole).copied();
                terms.extend(known.or_else(|| replaced(symbols, term)).map(|new| (term, new)));
            }
        }
        let mut conditions = Vec::new();
        for condition in inner.conditions() {
            if !is_whole || !given.conditions.contains(condition) {
                conditions.extend(replaced(symbols, condition.term).map(|term| Condition { term, ..*condition }));
            }
        }
        Leaving { terms, conditions, used }
    }

    /// What a value becomes.
    pub(super) fn value(&self, value: Value) -> Value {
        renamed(value, &self.terms)
    }

    /// Adds the conditions to those that were there before.
    pub(super) fn finish(&self, symbols: &mut Symbols, state: &mut ValueState) {
        state.use_unknowns(&self.used);
        for condition in &self.conditions {
            if !state.conditions().contains(condition) {
                state.demand(&symbols.build.terms, condition.origin, condition.term);
            }
        }
    }
}

/// What the unknowns of a state in the block are behind it.
fn outer_names(symbols: &mut Symbols, before: &ValueState, given: &Given, inner: &ValueState) -> FxHashMap<Term, Term> {
    let mut names: FxHashMap<Term, Term> = FxHashMap::default();
    let around = inner.top.chain().find(|frame| frame.is_outside());
    for (value, outside) in around.iter().flat_map(|frame| &frame.slots).zip(&given.outside) {
        if let Content::Symbolic(term, width) = value.content()
            && symbols.build.terms.kind(term) == Kind::Var
            && symbols.build.width(*outside) == width
        {
            names.entry(term).or_insert(*outside);
        }
    }
    let all = unknowns_in_order(symbols, &terms_of(inner), inner.conditions());
    let mut taken: FxHashSet<Term> = before.used().iter().copied().collect();
    for outside in &given.outside {
        taken.extend(symbols.variables(*outside).iter());
    }
    for unknown in all {
        if !names.contains_key(&unknown) {
            let name = if taken.contains(&unknown) { symbols.like(unknown, &taken) } else { Some(unknown) };
            taken.extend(name);
            names.extend(name.map(|name| (unknown, name)));
        }
    }
    names
}

/// The value with other terms.
fn renamed(value: Value, terms: &FxHashMap<Term, Term>) -> Value {
    let Some(term) = value.any_term() else { return value };
    let Some(new) = terms.get(&term) else { return Value::UNKNOWN };
    match value.content() {
        Content::Symbolic(_, width) => Value::symbolic(*new, width),
        Content::Somewhere(object) => Value::offset(object, *new),
        _ => value,
    }
}

/// What the unknowns that a block was given are in a state inside.
pub(crate) struct GivenNow(FxHashMap<Term, Term>);

/// Compares the activations around the block in the state at its entry and in one inside.
pub(crate) fn given_now(symbols: &Symbols, entry: &ValueState, state: &ValueState) -> GivenNow {
    let around = |state: &ValueState| -> Vec<Value> {
        let frame = state.top.chain().find(|frame| frame.is_outside());
        frame.map_or(Vec::new(), |frame| frame.slots.to_vec())
    };
    let mut now = FxHashMap::default();
    for (name, value) in around(entry).into_iter().zip(around(state)) {
        if let (Content::Symbolic(name, width), Content::Symbolic(term, same)) = (name.content(), value.content())
            && width == same
            && symbols.build.terms.kind(name) == Kind::Var
        {
            now.entry(name).or_insert(term);
        }
    }
    GivenNow(now)
}

impl GivenNow {
    /// What a term of the state at the entry is in unknowns of the other one; none if one of its
    /// unknowns was lost.
    pub(crate) fn now(&self, symbols: &mut Symbols, term: Term) -> Option<Term> {
        let known = symbols.variables(term).iter().all(|unknown| self.0.contains_key(unknown));
        known.then(|| {
            let pairs = self.0.iter().filter(|(a, b)| a != b).map(|(a, b)| (*a, *b));
            Substitution::new(&symbols.build.terms, pairs).apply(&mut symbols.build.terms, term)
        })
    }
}
