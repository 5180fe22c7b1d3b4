//! Unknowns that are counted up or down: the same states with other names.
//!
//! A loop that counts up from an input makes `x` first `n`, then `n + 1`, `n + 2` and so on: ever
//! new states, none of which covers another. But `n` is an unknown, and if it can be any number, so
//! can `n - 1`. With `n - 1` in the place of `n` everywhere, in values and conditions, a state
//! stands for what it stood for before, since each choice of `n` is one of `n - 1`; and `x` is `n`
//! again. The same goes for `n + m`, and for every sum of an unknown, or of its negation, and of
//! something without it. So a state in which a value is such a sum is *shifted* until the value is
//! the unknown itself, one unknown after the other; those that are a value already stay what they
//! are. After a round of a loop that keeps `x == y`, the state is then one that the state before
//! the loop covers.
//!
//! An unknown of which something holds whatever happens is left alone, and one with many
//! conditions, too: all of them would have to be told to the solver anew in each round.

use super::ValueAnalysis;
use super::linear;
use super::scalar::{Content, Value};
use super::settle::map_frames;
use super::state::ValueState;
use super::symbolic::Symbols;
use super::unknowns::Condition;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Kind, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions on an unknown that is shifted.
const MOST_CONDITIONS: usize = 8;

/// Unknowns of a state that are shifted at a time.
const MOST_SHIFTS: usize = 4;

/// Parts of a sum, besides the unknown, that an unknown is shifted by.
const MOST_PARTS: usize = 3;

/// All values of a state, in an order that depends on nothing but the state.
pub(super) fn for_each_value(state: &ValueState, mut f: impl FnMut(Value)) {
    for frame in state.top.chain() {
        frame.slots.iter().chain(&frame.results).chain(frame.rest.iter().map(|(_, v)| v)).for_each(|v| f(*v));
    }
    state.private.for_each_pointer(|_, v| f(v));
    state.shared.for_each_pointer(|_, v| f(v));
    for (_, object) in state.objects() {
        object.bytes.for_each_pointer(|_, v| f(v));
    }
}

/// An unknown, what is to be put in its place, and the term that becomes the unknown itself by it.
pub(super) struct Shift {
    pub(super) unknown: Term,
    pub(super) old: Term,
    pub(super) value: Term,
}

/// The first value that is the sum of an unknown that is not fixed and of something without it.
fn next_shift(symbols: &mut Symbols, state: &ValueState, fixed: &FxHashSet<Term>) -> Option<Shift> {
    let mut sums = Vec::new();
    for_each_value(state, |value| {
        if let Content::Symbolic(term, _) = value.content()
            && symbols.build.terms.kind(term) != Kind::Var
        {
            sums.push(term);
        }
    });
    sums.into_iter().find_map(|term| {
        let parts = linear::parts(&symbols.build, term)?;
        if parts.atoms.len() > MOST_PARTS + 1 {
            return None;
        }
        let place = (0..parts.atoms.len()).find(|place| {
            let (unknown, factor) = &parts.atoms[*place];
            let is_one = factor.is_one() || factor.neg().is_one();
            let others = parts.atoms.iter().filter(|(atom, _)| atom != unknown);
            is_one
                && symbols.build.terms.kind(*unknown) == Kind::Var
                && !fixed.contains(unknown)
                && others.clone().all(|(atom, _)| !symbols.variables(*atom).contains(unknown))
                && symbols.axioms(&[*unknown]).is_empty()
                && state.conditions().iter().filter(|c| symbols.variables(c.term).contains(unknown)).count()
                    <= MOST_CONDITIONS
        })?;
        // value = ±unknown + rest, so unknown = ±(value - rest), and value is the new unknown.
        let mut parts = parts;
        let (unknown, factor) = parts.atoms.remove(place);
        let rest = parts.negated().sum(&mut symbols.build);
        let terms = &mut symbols.build.terms;
        let mut old = terms.bv_add(unknown, rest);
        if !factor.is_one() {
            old = terms.bv_neg(old);
        }
        Some(Shift { unknown, old: symbols.build.simple(old), value: term })
    })
}

impl ValueAnalysis {
    /// Shifts unknowns, so that values which are the sum of one of them and of something without it
    /// are the unknown itself.
    #[inline]
    pub(super) fn shift(&mut self, state: &mut ValueState) {
        let wanted = self.deciding.as_ref().is_some_and(|deciding| deciding.shift);
        if wanted && state.unknowns.is_some() && !self.context.keep_names {
            self.shift_unknowns(state);
        }
    }

    #[inline(never)]
    fn shift_unknowns(&mut self, state: &mut ValueState) {
        if let Some(symbols) = &mut self.scratch.get_mut().symbols {
            shifts(symbols, self.context.pointer_size, state);
        }
    }
}

/// Shifts the unknowns of a state, a few at a time. Says which were, one after the other.
pub(super) fn shifts(symbols: &mut Symbols, size: u64, state: &mut ValueState) -> Vec<Shift> {
    let mut done = Vec::new();
    let mut fixed: FxHashSet<Term> = FxHashSet::default();
    for_each_value(state, |value| {
        fixed.extend(value.any_term().filter(|term| symbols.build.terms.kind(*term) == Kind::Var));
    });
    for _ in 0..MOST_SHIFTS {
        let Some(shift) = next_shift(symbols, state, &fixed) else { break };
        if !replace(symbols, size, state, (shift.unknown, shift.old)) {
            break;
        }
        fixed.insert(shift.unknown);
        done.push(shift);
    }
    done
}

/// Changes all values of a state, pointers of this size among them.
pub(super) fn map_values(state: &mut ValueState, size: u64, f: impl Fn(Value) -> Value) {
    state.top = map_frames(&state.top, &f, |index| index);
    state.private.map_pointers(size, &f);
    state.shared.map_pointers(size, &f);
    let mut changed = Vec::new();
    for (index, object) in state.objects() {
        let mut any = false;
        object.bytes.for_each_pointer(|_, value| any |= f(value) != value);
        changed.extend(any.then_some(index));
    }
    for index in changed {
        if let Some(object) = state.objects.get_mut(index.into()) {
            object.bytes.map_pointers(size, &f);
        }
    }
}

/// Puts a term in the place of an unknown, if all terms of the state remain terms.
fn replace(symbols: &mut Symbols, size: u64, state: &mut ValueState, pair: (Term, Term)) -> bool {
    let mut substitution = Substitution::new(&symbols.build.terms, [pair]);
    let mut replaced = |term: Term| {
        let replaced = substitution.apply(&mut symbols.build.terms, term);
        let simple = symbols.build.simple(replaced);
        linear::normal(&mut symbols.build, simple)
    };
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for_each_value(state, |value| {
        if let Some(term) = value.any_term() {
            new.entry(term).or_insert_with(|| replaced(term));
        }
    });
    let mut list: Vec<Condition> = Vec::new();
    for condition in state.conditions() {
        let condition = Condition { term: replaced(condition.term), ..*condition };
        if !list.contains(&condition) {
            list.push(condition);
        }
    }
    // What has become simpler than a term is left to whoever computes it anew.
    let terms = &symbols.build.terms;
    if new.values().any(|t| terms.constant(*t).is_some()) || list.iter().any(|c| terms.truth(c.term).is_some()) {
        return false;
    }
    map_values(state, size, |value| match (value.content(), value.any_term()) {
        (Content::Symbolic(term, width), _) => Value::symbolic(new[&term], width),
        (Content::Somewhere(object), Some(offset)) => Value::offset(object, new[&offset]),
        _ => value,
    });
    let used = state.used().to_vec();
    state.set_unknowns(list, used);
    true
}
