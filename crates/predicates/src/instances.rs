//! What an abstraction is asked about, put in order: which instances of predicates are constant,
//! equal, stated by the formulas, or independent of each other.
//!
//! Two instances are independent if no chain of conjuncts that share symbols leads from one to the
//! other. When the formulas are satisfiable, values for one part can be put together with values
//! for any other part. So the strongest combination of independent sets of predicates is the
//! conjunction of the strongest ones of each set.

use crate::inline::Inlined;
use crate::predicate::{Literal, PredicateId, unsigned};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Op, Simplifier, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// A class of predicates whose instances are equal up to a sign.
pub(crate) struct Class {
    /// The instance, simplified and not negated.
    pub(crate) term: Term,
    /// The first predicate; its sign says whether it is true where the term is.
    pub(crate) first: Literal,
    /// The others.
    pub(crate) others: Vec<Literal>,
    /// What the formulas say of the term by being there.
    pub(crate) stated: Option<bool>,
}

/// The instances of predicates.
pub(crate) struct Instances {
    /// Predicates whose instance is constant.
    pub(crate) constants: Vec<Literal>,
    /// By the number of the first predicate.
    pub(crate) classes: Vec<Class>,
    /// The classes of which the formulas do not say it, in order.
    pub(crate) open: Vec<usize>,
}

impl Instances {
    /// The instances of the classes that are open.
    pub(crate) fn open_terms(&self) -> Vec<Term> {
        self.open.iter().map(|class| self.classes[*class].term).collect()
    }
}

/// Puts the instances of predicates in order; each predicate is there once.
pub(crate) fn arrange(
    terms: &mut Terms,
    simplifier: &mut Simplifier,
    formulas: &mut Inlined,
    predicates: &[(PredicateId, Term)],
) -> Instances {
    let facts: FxHashSet<Term> = formulas.rest.iter().copied().collect();
    let mut instances = Instances { constants: Vec::new(), classes: Vec::new(), open: Vec::new() };
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    for &(predicate, given) in predicates {
        let simple = formulas.apply(terms, simplifier, given);
        if let Some(positive) = terms.truth(simple) {
            instances.constants.push(Literal { predicate, positive });
            continue;
        }
        let (term, positive) = unsigned(terms, simple);
        let literal = Literal { predicate, positive };
        match places.entry(term) {
            Entry::Occupied(place) => instances.classes[*place.get()].others.push(literal),
            Entry::Vacant(place) => {
                place.insert(instances.classes.len());
                let negation = terms.not(term);
                let stated =
                    if facts.contains(&term) { Some(true) } else { facts.contains(&negation).then_some(false) };
                instances.classes.push(Class { term, first: literal, others: Vec::new(), stated });
            }
        }
    }
    instances.open = (0..instances.classes.len()).filter(|class| instances.classes[*class].stated.is_none()).collect();
    instances
}

/// Takes the classes that are chosen apart into independent sets, in order.
pub(crate) fn groups(terms: &Terms, conjuncts: &[Term], classes: &[Class], chosen: &[usize]) -> Vec<Vec<usize>> {
    if chosen.len() < 2 {
        return chosen.iter().map(|place| vec![*place]).collect();
    }
    // A term that is not constant belongs to its operands, and applications of a function to each
    // other.
    let roots: Vec<Term> = conjuncts.iter().copied().chain(chosen.iter().map(|place| classes[*place].term)).collect();
    let mut places: FxHashMap<Term, Option<usize>> = FxHashMap::default();
    let mut functions: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut parents: Vec<usize> = Vec::new();
    for term in reachable(terms, &roots) {
        let mut place = match terms.op(term) {
            Op::Var(_) => Some(fresh(&mut parents)),
            Op::Apply(symbol) => Some(*functions.entry(symbol).or_insert_with(|| fresh(&mut parents))),
            _ => None,
        };
        for operand in terms.operands(term) {
            place = match (place, places[operand]) {
                (Some(a), Some(b)) => Some(join(&mut parents, a, b)),
                (a, b) => a.or(b),
            };
        }
        places.insert(term, place);
    }
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut set_of: FxHashMap<Option<usize>, usize> = FxHashMap::default();
    for class in chosen {
        let part = places[&classes[*class].term].map(|place| root(&mut parents, place));
        let set = *set_of.entry(part).or_insert(sets.len());
        match sets.get_mut(set) {
            Some(set) => set.push(*class),
            None => sets.push(vec![*class]),
        }
    }
    sets
}

fn fresh(parents: &mut Vec<usize>) -> usize {
    parents.push(parents.len());
    parents.len() - 1
}

fn join(parents: &mut [usize], a: usize, b: usize) -> usize {
    let (a, b) = (root(parents, a), root(parents, b));
    parents[a.max(b)] = a.min(b);
    a.min(b)
}

fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}
