//! Cases: facts with a disjunction, or a choice by a truth value that nobody else knows, taken
//! apart, so that each case has definitions.

use super::context::Context;
use super::prepare::flatten;
use adumbra_terms::walk::{Substitution, free_symbols, reachable};
use adumbra_terms::{Kind, Op, Symbol, Term};

/// Most cases.
const CASES: usize = 8;
/// Most disjuncts that are taken apart.
const DISJUNCTS: usize = 4;

/// Takes some facts apart as long as there are few cases. Only what has a symbol that `hidden`
/// holds for is worth it; the facts are the disjunction of the cases, but for those that cannot be.
pub(super) fn cases(context: &mut Context<'_>, facts: &[Term], hidden: impl Fn(Symbol) -> bool) -> Vec<Vec<Term>> {
    let mut done: Vec<Vec<Term>> = Vec::new();
    let mut open: Vec<Vec<Term>> = vec![facts.to_vec()];
    while let Some(case) = open.pop() {
        let parts = if done.len() + open.len() + 2 <= CASES { split(context, &case, &hidden) } else { Vec::new() };
        if parts.is_empty() {
            done.push(case);
            continue;
        }
        if done.len() + open.len() + parts.len() > CASES {
            done.push(case);
            continue;
        }
        for part in parts.into_iter().rev() {
            let possible = !part.iter().any(|fact| context.terms.truth(*fact) == Some(false));
            if possible {
                open.push(part);
            }
        }
    }
    done
}

/// Two or more cases of some facts, if there is something to take apart.
fn split(context: &mut Context<'_>, facts: &[Term], hidden: &impl Fn(Symbol) -> bool) -> Vec<Vec<Term>> {
    for (place, fact) in facts.iter().enumerate() {
        if !free_symbols(context.terms, &[*fact]).into_iter().any(hidden) {
            continue;
        }
        if let Some(disjuncts) = disjuncts(context, *fact) {
            return disjuncts
                .into_iter()
                .map(|disjunct| {
                    let mut case: Vec<Term> = facts.to_vec();
                    case[place] = disjunct;
                    flatten(context.terms, &mut context.simplifier, &case)
                })
                .collect();
        }
    }
    // A truth value on which a word or another truth value depends.
    let literal = |term: Term| match (context.terms.kind(term), context.terms.operands(term)) {
        (Kind::Not, &[inner]) => context.terms.kind(inner) == Kind::Var,
        (kind, _) => kind == Kind::Var,
    };
    let compound: Vec<Term> = facts.iter().copied().filter(|fact| !literal(*fact)).collect();
    let flag = reachable(context.terms, &compound).into_iter().find(|term| {
        context.terms.is_bool(*term) && matches!(context.terms.op(*term), Op::Var(symbol) if hidden(symbol))
    });
    let Some(flag) = flag else { return Vec::new() };
    [true, false]
        .into_iter()
        .map(|value| {
            let value = context.terms.bool(value);
            let mut substitution = Substitution::new(context.terms, [(flag, value)]);
            let case: Vec<Term> = facts.iter().map(|fact| substitution.apply(context.terms, *fact)).collect();
            flatten(context.terms, &mut context.simplifier, &case)
        })
        .collect()
}

/// The disjuncts of a disjunction, or of the negation of a conjunction.
fn disjuncts(context: &mut Context<'_>, fact: Term) -> Option<Vec<Term>> {
    let mut open = vec![(fact, true)];
    let mut found = Vec::new();
    while let Some((term, positive)) = open.pop() {
        match (context.terms.kind(term), context.terms.operands(term), positive) {
            (Kind::Not, &[inner], _) => open.push((inner, !positive)),
            (Kind::Or, &[a, b], true) | (Kind::And, &[a, b], false) => open.extend([(b, positive), (a, positive)]),
            _ => found.push(if positive { term } else { context.terms.not(term) }),
        }
        if found.len() + open.len() > DISJUNCTS {
            return None;
        }
    }
    (found.len() > 1).then_some(found)
}
