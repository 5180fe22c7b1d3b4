//! What is asserted is true wherever else it occurs.
//!
//! A conjunct that is replaced in another is a part of it, and being a part is well-founded: so
//! nothing is justified by itself.

use adumbra_terms::walk::reachable;
use adumbra_terms::{EntityRef, Kind, Term, Terms};

/// The conjuncts, with each other's truth used.
pub(super) fn propagate(terms: &mut Terms, conjuncts: &[Term]) -> Vec<Term> {
    let order = reachable(terms, conjuncts);
    let (yes, no) = (terms.bool(true), terms.bool(false));
    let mut known: Vec<Option<Term>> = vec![None; terms.len()];
    let mut any = false;
    for &conjunct in conjuncts {
        // A variable is a definition, for which there is another step.
        let (fact, value) = match terms.kind(conjunct) {
            Kind::Not => (terms.operands(conjunct)[0], no),
            _ => (conjunct, yes),
        };
        if !matches!(terms.kind(fact), Kind::Bool | Kind::Var) {
            known[fact.index()] = Some(value);
            any = true;
        }
    }
    if !any {
        return conjuncts.to_vec();
    }
    // What each term becomes within others, and by itself.
    let mut inside: Vec<Option<Term>> = vec![None; terms.len()];
    let mut own: Vec<Option<Term>> = vec![None; terms.len()];
    let mut operands = Vec::new();
    for &term in &order {
        operands.clear();
        let within = |operand: &Term| inside[operand.index()].unwrap_or(*operand);
        operands.extend(terms.operands(term).iter().map(within));
        let result = if operands == terms.operands(term) { term } else { terms.rebuild(term, &operands) };
        own[term.index()] = Some(result);
        inside[term.index()] = Some(known[term.index()].unwrap_or(result));
    }
    conjuncts
        .iter()
        .map(|&conjunct| match terms.kind(conjunct) {
            Kind::Not => {
                let fact = terms.operands(conjunct)[0];
                let inner = own[fact.index()].unwrap_or(fact);
                terms.not(inner)
            }
            _ => own[conjunct.index()].unwrap_or(conjunct),
        })
        .collect()
}
