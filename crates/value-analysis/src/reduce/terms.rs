//! Unknowns across the entry and the exits of a block.
//!
//! An unknown stands for one number in an execution, inside a block and outside. In a block the
//! unknowns that it is given have names that depend on nothing outside: their numbers, in the order
//! in which they come up in the state. The activation that stands for the outside holds them, so
//! that they stay what they are: its slots are the unknowns themselves, in that order. Conditions
//! that hang together with them come along.
//!
//! Behind the block the unknowns that it was given get back their names, found by their place in
//! that activation. What came about inside gets names that the outside does not use. A term whose
//! unknown lost its place is a term over an unknown like any other; that is weaker.

use crate::scalar::{Content, Value};
use crate::shift::{for_each_value, map_values};
use crate::state::ValueState;
use crate::symbolic::Symbols;
use crate::unknowns::Condition;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Kind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The unknowns that a block is given, by their names outside, in order.
pub(super) type Given = Vec<Term>;

/// Gives the unknowns of a state that was cut the names that they have in the block.
pub(super) fn enter(symbols: &mut Symbols, size: u64, before: &ValueState, inner: &mut ValueState) -> Given {
    let mut given: Given = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    for_each_value(inner, |value| {
        if let Some(term) = value.any_term() {
            given.extend(symbols.variables(term).iter().filter(|unknown| seen.insert(**unknown)));
        }
    });
    let list = connected(symbols, before.conditions(), &mut given, &mut seen);
    let names = inner_names(symbols, &given);
    let pairs = given.iter().copied().zip(names.iter().copied()).filter(|(a, b)| a != b);
    let mut substitution = Substitution::new(&symbols.build.terms, pairs);
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for_each_value(inner, |value| {
        if let Some(term) = value.any_term() {
            new.entry(term).or_insert_with(|| substitution.apply(&mut symbols.build.terms, term));
        }
    });
    map_values(inner, size, |value| renamed(value, &new));
    let replaced = |c: Condition| Condition { term: substitution.apply(&mut symbols.build.terms, c.term), ..c };
    let list = list.into_iter().map(replaced).collect();
    let mut used = names.clone();
    used.sort_unstable();
    inner.set_unknowns(list, used);
    hold(symbols, inner, &names);
    given
}

/// The conditions that share unknowns with those that are given, directly or by way of others; all
/// unknowns in them are given, too.
fn connected(
    symbols: &mut Symbols,
    conditions: &[Condition],
    given: &mut Given,
    seen: &mut FxHashSet<Term>,
) -> Vec<Condition> {
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
fn inner_names(symbols: &mut Symbols, given: &Given) -> Vec<Term> {
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
        let mut used: Vec<Term> = names.values().copied().collect();
        used.sort_unstable();
        used.dedup();
        let pairs = names.iter().filter(|(a, b)| a != b).map(|(a, b)| (*a, *b));
        let mut substitution = Substitution::new(&symbols.build.terms, pairs);
        let mut replaced = |symbols: &mut Symbols, term: Term| {
            let is_named = symbols.variables(term).iter().all(|unknown| names.contains_key(unknown));
            is_named.then(|| substitution.apply(&mut symbols.build.terms, term))
        };
        let mut terms: FxHashMap<Term, Term> = FxHashMap::default();
        for_each_value(inner, |value| {
            if let Some(term) = value.any_term()
                && !terms.contains_key(&term)
            {
                terms.extend(replaced(symbols, term).map(|new| (term, new)));
            }
        });
        let mut conditions = Vec::new();
        for condition in inner.conditions() {
            conditions.extend(replaced(symbols, condition.term).map(|term| Condition { term, ..*condition }));
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

/// The names behind the block of the unknowns of a state in it.
fn outer_names(symbols: &mut Symbols, before: &ValueState, given: &Given, inner: &ValueState) -> FxHashMap<Term, Term> {
    let mut names: FxHashMap<Term, Term> = FxHashMap::default();
    let around = inner.top.chain().find(|frame| frame.is_outside());
    for (value, outside) in around.iter().flat_map(|frame| &frame.slots).zip(given) {
        if let Content::Symbolic(term, width) = value.content()
            && symbols.build.terms.kind(term) == Kind::Var
            && symbols.build.width(*outside) == width
        {
            names.entry(term).or_insert(*outside);
        }
    }
    let mut all: Vec<Term> = inner.used().to_vec();
    let mut seen: FxHashSet<Term> = all.iter().copied().collect();
    for_each_value(inner, |value| {
        if let Some(term) = value.any_term() {
            all.extend(symbols.variables(term).iter().filter(|unknown| seen.insert(**unknown)));
        }
    });
    for condition in inner.conditions() {
        all.extend(symbols.variables(condition.term).iter().filter(|unknown| seen.insert(**unknown)));
    }
    let mut taken: FxHashSet<Term> = before.used().iter().chain(given).copied().collect();
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
