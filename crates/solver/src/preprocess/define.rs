//! Equations that define variables, and their replacement.
//!
//! Candidates are the conjuncts `x`, `not x`, `x = t`, and equations of polynomials in which a
//! variable has the factor 1 or -1. A variable has one definition, and definitions do not go in
//! circles: a walk through them that comes back to a variable on its way gives up the definition it
//! came from.

use crate::polynomial;
use adumbra_terms::{EntityRef, Kind, Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Definitions of variables, without circles.
pub(super) fn find(terms: &mut Terms, conjuncts: &[Term]) -> FxHashMap<Term, Term> {
    let mut found: FxHashMap<Term, Term> = FxHashMap::default();
    let mut order = Vec::new();
    for &conjunct in conjuncts {
        for (variable, term) in candidates(terms, conjunct) {
            if let Entry::Vacant(place) = found.entry(variable) {
                place.insert(term);
                order.push(variable);
                break;
            }
        }
    }
    break_circles(terms, &order, &mut found);
    found
}

/// The definitions that a conjunct could be.
fn candidates(terms: &mut Terms, conjunct: Term) -> Vec<(Term, Term)> {
    let is_var = |terms: &Terms, term: Term| terms.kind(term) == Kind::Var;
    match (terms.op(conjunct), terms.operands(conjunct)) {
        (Op::Var(_), _) => vec![(conjunct, terms.bool(true))],
        (Op::Not, &[inner]) if is_var(terms, inner) => vec![(inner, terms.bool(false))],
        // Of truth values that differ, one is the negation of the other.
        (Op::Not, &[inner]) if terms.kind(inner) == Kind::Eq && terms.is_bool(terms.operands(inner)[0]) => {
            let [a, b] = *terms.operands(inner) else { return Vec::new() };
            let mut result = Vec::new();
            for (x, t) in [(a, b), (b, a)] {
                if is_var(terms, x) {
                    result.push((x, terms.not(t)));
                }
            }
            result
        }
        (Op::Eq, &[a, b]) => {
            let mut result = Vec::new();
            for (x, t) in [(a, b), (b, a)] {
                if is_var(terms, x) && x != t {
                    result.push((x, t));
                }
            }
            if result.is_empty() {
                result.extend(polynomial::isolate(terms, conjunct));
            }
            result
        }
        _ => Vec::new(),
    }
}

/// So often a walk starts anew before the rest of the definitions is given up.
const RESTARTS: usize = 2_000;

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

fn break_circles(terms: &Terms, order: &[Term], found: &mut FxHashMap<Term, Term>) {
    let mut state = vec![State::New; terms.len()];
    let mut restarts = 0;
    // A term on the way, and which of its operands is next.
    let mut way: Vec<(Term, usize)> = Vec::new();
    for &start in order {
        if state[start.index()] != State::New {
            continue;
        }
        if restarts > RESTARTS {
            found.remove(&start);
            continue;
        }
        state[start.index()] = State::Open;
        way.push((start, 0));
        while let Some((term, next)) = way.pop() {
            let defined = found.get(&term).copied();
            let operand = match defined {
                Some(definition) => (next == 0).then_some(definition),
                None => terms.operands(term).get(next).copied(),
            };
            let Some(operand) = operand else {
                state[term.index()] = State::Done;
                continue;
            };
            way.push((term, next + 1));
            match state[operand.index()] {
                State::Done => {}
                State::New => {
                    state[operand.index()] = State::Open;
                    way.push((operand, 0));
                }
                State::Open => {
                    // Back to a variable on the way: the last definition taken is given up, and
                    // what lies behind it is new again.
                    restarts += 1;
                    while let Some((term, _)) = way.pop() {
                        if found.remove(&term).is_some() {
                            state[term.index()] = State::Done;
                            break;
                        }
                        state[term.index()] = State::New;
                    }
                }
            }
        }
    }
}

/// Replaces variables by their definitions, all the way down.
pub(super) struct Closure<'a> {
    definitions: &'a FxHashMap<Term, Term>,
    done: FxHashMap<Term, Term>,
}

impl<'a> Closure<'a> {
    /// The replacement by definitions without circles.
    pub(super) fn new(definitions: &'a FxHashMap<Term, Term>) -> Closure<'a> {
        Closure { definitions, done: FxHashMap::default() }
    }

    /// The term without the variables that are defined.
    pub(super) fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = vec![root];
        let mut operands: Vec<Term> = Vec::new();
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let height = stack.len();
            let result = if let Some(definition) = self.definitions.get(&term) {
                match self.done.get(definition) {
                    Some(result) => *result,
                    None => {
                        stack.push(*definition);
                        continue;
                    }
                }
            } else {
                stack.extend(terms.operands(term).iter().filter(|operand| !self.done.contains_key(operand)));
                if stack.len() > height {
                    continue;
                }
                operands.clear();
                operands.extend(terms.operands(term).iter().map(|operand| self.done[operand]));
                if operands == terms.operands(term) { term } else { terms.rebuild(term, &operands) }
            };
            self.done.insert(term, result);
            stack.pop();
        }
        self.done[&root]
    }
}
