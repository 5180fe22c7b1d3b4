//! Invariants from guesses: at the head of a loop, those guesses that held whenever it was reached
//! so far.
//!
//! Where a block ends, each guess about that head is kept if it holds there, given those that are
//! kept where the block began. A guess that was dropped never comes back, so that the states of a
//! head become weaker until all that are left hold after each block that begins with all that are
//! left. This is the algorithm Houdini (Flanagan, Leino: FME 2001) along a reached set.

use super::PredicateAnalysis;
use crate::guess::{Guess, Guessed, Guesses, Observable, Sum};
use adumbra_formula::Value;
use adumbra_predicates::{Interned, Literal, PredicateId, Region};
use adumbra_program::{Edge, Location};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Copier, Kind, Substitution, Term, Terms};
use adumbra_verdict::{Leaf, ObjectName, Place, Point, StateFacts};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known at points, by others; a point that is missing is never reached. Nothing, if
/// nothing is known.
pub type KnownAtPoints = Option<Arc<FxHashMap<Point, Vec<StateFacts>>>>;

/// Which guesses are left at heads that were reached, by their numbers, for each calls that may be
/// open there.
pub type Survivors = Arc<Mutex<FxHashMap<(Vec<Edge>, Location), Vec<usize>>>>;

/// Guesses at work.
pub(super) struct Inferring {
    guesses: Arc<Guesses>,
    known: KnownAtPoints,
    /// What is left of the guesses at heads that were reached.
    left: FxHashMap<(Rc<Vec<Edge>>, Location), Left>,
    survivors: Survivors,
}

/// What is left of the guesses at a head: their numbers, and what they are.
pub(super) type Left = Vec<(usize, Literal)>;

impl PredicateAnalysis {
    /// Looks for those of some guesses that hold, given what others know.
    pub fn inferring(mut self, guesses: &Arc<Guesses>, known: KnownAtPoints, survivors: &Survivors) -> Self {
        let (guesses, survivors) = (Arc::clone(guesses), Arc::clone(survivors));
        self.inferred = Some(Inferring { guesses, known, left: FxHashMap::default(), survivors });
        self
    }

    /// What is left of the guesses at a head.
    pub(super) fn left_at(&mut self, calls: &Rc<Vec<Edge>>, location: Location) -> Left {
        let Some(inferring) = &self.inferred else { return Vec::new() };
        let key = (Rc::clone(calls), location);
        if let Some(left) = inferring.left.get(&key) {
            return left.clone();
        }
        let guesses = Arc::clone(&inferring.guesses);
        let Some(guessed) = guesses.get(&location) else { return Vec::new() };
        let depth = calls.len() as u32;
        let columns: Vec<Option<Term>> =
            guessed.columns.iter().map(|(observable, _)| self.observed(*observable, depth)).collect();
        let mut left: Left = Vec::new();
        for (number, guess) in guessed.guesses.iter().enumerate() {
            if let Some(term) = self.guessed_term(guessed, guess, &columns)
                && let Interned::Literal(literal) = self.predicates.intern(&mut self.builder.build.terms, term)
                && !left.iter().any(|(_, known)| *known == literal)
            {
                left.push((number, literal));
            }
        }
        left
    }

    /// Keeps of the guesses at a head those that a region implies; these are what is known now.
    pub(super) fn keep(
        &mut self,
        calls: &Rc<Vec<Edge>>,
        location: Location,
        mut left: Left,
        settled: &[Literal],
        region: Region,
    ) -> Region {
        left.retain(|(_, literal)| {
            if settled.contains(literal) {
                return true;
            }
            let holds = self.abstractor.regions.literal(literal.predicate, literal.positive);
            self.abstractor.regions.implies(region, holds)
        });
        let kept = self.abstractor.regions.cube(left.iter().map(|(_, literal)| *literal));
        if let Some(inferring) = &mut self.inferred {
            let numbers = left.iter().map(|(number, _)| *number).collect();
            let mut survivors = inferring.survivors.lock().unwrap_or_else(PoisonError::into_inner);
            survivors.insert((calls.to_vec(), location), numbers);
            inferring.left.insert((Rc::clone(calls), location), left);
        }
        kept
    }

    /// Takes products out of formulas and instances, so that the solver does not see them. Says
    /// which of the predicates hold by algebra.
    pub(super) fn settle_products(
        &mut self,
        formulas: &mut Vec<Term>,
        instances: &mut Vec<(PredicateId, Term)>,
    ) -> Vec<Literal> {
        if self.inferred.is_none() {
            return Vec::new();
        }
        let mut conjuncts: Vec<Term> = Vec::new();
        let terms = &mut self.builder.build.terms;
        let mut open: Vec<(Term, bool)> = formulas.iter().rev().map(|formula| (*formula, true)).collect();
        while let Some((term, positive)) = open.pop() {
            match terms.kind(term) {
                Kind::And if positive => open.extend(terms.operands(term).iter().rev().map(|o| (*o, true))),
                Kind::Or if !positive => open.extend(terms.operands(term).iter().rev().map(|o| (*o, false))),
                Kind::Not => open.push((terms.operands(term)[0], !positive)),
                _ => conjuncts.push(if positive { term } else { terms.not(term) }),
            }
        }
        let (hard, easy): (Vec<_>, Vec<_>) = instances.iter().copied().partition(|(_, term)| has_product(terms, *term));
        let all = conjuncts.clone();
        conjuncts.retain(|term| !has_product(terms, *term));
        (*formulas, *instances) = (conjuncts, easy);
        if hard.is_empty() {
            return Vec::new();
        }
        let goals: Vec<Term> = hard.iter().map(|(_, term)| *term).collect();
        let truths = self.abstractor.settled(terms, &all, &goals);
        let literal = |((predicate, _), truth): (&(PredicateId, Term), Option<bool>)| {
            Some(Literal { predicate: *predicate, positive: truth? })
        };
        hard.iter().zip(truths).filter_map(literal).collect()
    }

    /// What others know where the block of an abstraction begins.
    pub(super) fn known_at(&mut self, abstraction: u32) -> Option<Term> {
        let known = self.inferred.as_ref()?.known.clone()?;
        let made = &self.abstractions[abstraction as usize];
        made.previous?;
        let point = Point { location: made.location, calls: made.calls.to_vec() };
        let facts = known.get(&point)?;
        Some(self.one_of(facts))
    }

    fn observed(&mut self, observable: Observable, depth: u32) -> Option<Term> {
        let value = match observable {
            Observable::Register(register) => self.builder.register_value(depth, register),
            Observable::Global(global, bytes) => self.builder.global_value(global, 0, bytes.into())?,
        };
        match value {
            Value::Bits(term) => Some(term),
            Value::Pointer { .. } => None,
        }
    }

    fn sum(&mut self, sum: &Sum, columns: &[Option<Term>]) -> Option<Term> {
        let mut total = self.builder.build.word(sum.width, crate::guess::masked(sum.constant as u64, sum.width));
        for (factor, product) in &sum.parts {
            let mut term = self.builder.build.word(sum.width, crate::guess::masked(*factor as u64, sum.width));
            for column in product {
                term = self.builder.build.mul(term, columns[*column]?);
            }
            total = self.builder.build.add(total, term);
        }
        Some(total)
    }

    fn guessed_term(&mut self, guessed: &Guessed, guess: &Guess, columns: &[Option<Term>]) -> Option<Term> {
        let is = |analysis: &mut Self, column: usize, value: u64| {
            let number = analysis.builder.build.word(guessed.columns[column].1, value);
            Some(analysis.builder.build.eq(columns[column]?, number))
        };
        Some(match guess {
            Guess::Zero(sum) => {
                let zero = self.builder.build.word(sum.width, 0);
                let sum = self.sum(sum, columns)?;
                self.builder.build.eq(sum, zero)
            }
            Guess::AtMost { signed, less, more } => {
                let (less, more) = (self.sum(less, columns)?, self.sum(more, columns)?);
                if *signed { self.builder.build.sle(less, more) } else { self.builder.build.ule(less, more) }
            }
            Guess::Remainder(column, modulus, remainder) => {
                let width = guessed.columns[*column].1;
                let (modulus, remainder) =
                    (self.builder.build.word(width, *modulus), self.builder.build.word(width, *remainder));
                let left = self.builder.build.urem(columns[*column]?, modulus);
                self.builder.build.eq(left, remainder)
            }
            Guess::OneOf(column, values) => {
                let mut any = self.builder.build.bool(false);
                for value in values {
                    let one = is(self, *column, *value)?;
                    any = self.builder.build.or(any, one);
                }
                any
            }
            Guess::If { column, value, is: equal, then } => {
                let (case, then) = (is(self, *column, *value)?, self.guessed_term(guessed, then, columns)?);
                let case = if *equal { case } else { self.builder.build.not(case) };
                self.builder.build.implies(case, then)
            }
        })
    }

    /// Formulas of facts, about the state. What speaks of places that are no variables here is left
    /// out.
    pub(super) fn said(&mut self, facts: &StateFacts) -> Vec<Term> {
        let Some(formulas) = &facts.formulas else { return Vec::new() };
        let mut leaves: FxHashMap<Term, Term> = FxHashMap::default();
        for (variable, leaf) in formulas.leaves() {
            let value = match leaf {
                Leaf::Value(Place::Register(depth, register)) => Some(self.builder.register_value(*depth, *register)),
                Leaf::Value(Place::Cell(ObjectName::Global(global), offset, bytes)) => {
                    self.builder.global_value(*global, *offset, u64::from(*bytes))
                }
                _ => None,
            };
            if let Some(Value::Bits(term)) = value
                && formulas.terms.bv_width(*variable) == Some(self.builder.build.width(term))
            {
                leaves.insert(*variable, term);
            }
        }
        let mut said = Vec::new();
        let mut copier = Copier::new();
        for formula in formulas.all() {
            let variables = adumbra_terms::walk::free_variables(&formulas.terms, &[*formula]);
            if !variables.iter().all(|variable| leaves.contains_key(variable)) {
                continue;
            }
            let terms = &mut self.builder.build.terms;
            let pairs: Vec<(Term, Term)> = (variables.into_iter())
                .map(|variable| (copier.copy(&formulas.terms, terms, variable), leaves[&variable]))
                .collect();
            let copied = copier.copy(&formulas.terms, terms, *formula);
            said.push(Substitution::new(terms, pairs).apply(terms, copied));
        }
        said
    }
}

/// Is a product of variables part of a term?
pub(super) fn has_product(terms: &Terms, term: Term) -> bool {
    reachable(terms, &[term]).into_iter().any(|part| {
        terms.kind(part) == Kind::BvMul && terms.operands(part).iter().all(|factor| terms.constant(*factor).is_none())
    })
}
