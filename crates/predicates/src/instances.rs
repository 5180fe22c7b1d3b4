//! What an abstraction is asked about, put in order: which instances of predicates are constant, equal, stated by the formulas, or independent of
//! each other.
//!
//! Two instances are independent if no chain of conjuncts that share symbols leads from one to the other. When the formulas are
//! satisfiable, values for one part can be put together with values for any other part. So the strongest combination of
//! independent sets of predicates is the conjunction of the strongest ones of each set.

use crate::predicate::{Literal, PredicateId, unsigned};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Op, Simplifier, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

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
}

/// Puts instances in order. Of several instances of one predicate the first counts.
pub(crate) fn arrange(
    terms: &mut Terms,
    simplifier: &mut Simplifier,
    conjuncts: &[Term],
    predicates: &[(PredicateId, Term)],
) -> Instances {
    let facts: FxHashSet<Term> = conjuncts.iter().copied().collect();
    let mut instances = Instances { constants: Vec::new(), classes: Vec::new() };
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    for &(predicate, given) in predicates {
        let simple = simplifier.simplify(terms, given);
        if let Some(positive) = terms.truth(simple) {
            instances.constants.push(Literal { predicate, positive });
            continue;
        }
        let (term, positive) = unsigned(terms, simple);
        let literal = Literal { predicate, positive };
        let place = *places.entry(term).or_insert(instances.classes.len());
        match instances.classes.get_mut(place) {
            Some(class) => class.others.push(literal),
            None => instances.classes.push(Class { term, first: literal, others: Vec::new(), stated: None }),
        }
        if let Some(value) = stated(terms, &facts, given, simple) {
            instances.classes[place].stated.get_or_insert(value == positive);
        }
    }
    instances
}

/// Is one of two equivalent terms, or its negation, among the facts?
fn stated(terms: &mut Terms, facts: &FxHashSet<Term>, given: Term, simple: Term) -> Option<bool> {
    for term in [given, simple] {
        if facts.contains(&term) {
            return Some(true);
        }
        let (inner, positive) = unsigned(terms, term);
        let negation = if positive { terms.not(inner) } else { inner };
        if facts.contains(&negation) {
            return Some(false);
        }
    }
    None
}

/// Takes the classes that are chosen apart into independent sets, in order.
pub(crate) fn groups(terms: &Terms, conjuncts: &[Term], classes: &[Class], chosen: &[usize]) -> Vec<Vec<usize>> {
    if chosen.len() < 2 {
        return chosen.iter().map(|place| vec![*place]).collect();
    }
    // A term that is not constant belongs to its operands, and applications of a function to each other.
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
