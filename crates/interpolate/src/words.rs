//! Answers in facts about words: which candidates there are, and which of them are wanted first.
//!
//! A fact that has the same shape at most cuts says something about every round of a loop, and
//! comes before one that speaks of one round only, as the value of a counter does. After that the
//! kind counts: equations between variables, orders between variables, parity, bounds, exact
//! values.

use super::context::Context;
use super::cubes::{consequences, needed};
use super::prepare::{Problem, flatten};
use super::{Sequence, farkas, pool};
use adumbra_terms::walk::dag_size;
use adumbra_terms::{Kind, Op, Term, Terms};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Nodes of a fact that its shape looks at.
const SHAPE: usize = 400;
/// Nodes a formula of a proof may have on average to be worth improving.
const LARGE: usize = 400;
/// With so few cuts, what most of them share says nothing.
const FEW: usize = 2;

/// The candidates of each cut, by where they come from.
struct Candidates {
    forward: Vec<Vec<Term>>,
    backward: Vec<Vec<Term>>,
    bounds: Vec<Vec<Term>>,
    templates: Vec<Vec<Term>>,
    linear: Vec<Vec<Term>>,
}

/// Adds sequences of facts to those found, at least one if there is one, at most about as many as
/// are wanted.
pub(super) fn find(context: &mut Context<'_>, problem: &Problem, wanted: usize, found: &mut Vec<Sequence>) {
    let candidates = collect(context, problem);
    let Candidates { forward, backward, bounds, templates, linear } = &candidates;
    found.extend(answer(context, problem, &merge(&[linear, templates, backward, bounds, forward]), "words"));
    if found.len() < wanted && linear.iter().any(|facts| !facts.is_empty()) {
        // Alone if that suffices; else with what keeps the sums from wrapping.
        let alone = answer(context, problem, linear, "linear arithmetic");
        let with = merge(&[linear, templates, bounds]);
        found.extend(alone.or_else(|| answer(context, problem, &with, "linear arithmetic")));
    }
    for (source, some) in
        [("weakest precondition", vec![backward]), ("strongest postcondition", vec![forward]), ("bounds", vec![bounds])]
    {
        if found.len() >= wanted {
            return;
        }
        if context.stopped().is_none() {
            found.extend(answer(context, problem, &merge(&some), source));
        }
    }
}

/// A sequence of facts about words and of the conjuncts of formulas read from a proof, with no more
/// of either than is needed.
pub(super) fn improve(context: &mut Context<'_>, problem: &Problem, sequences: &[Sequence]) -> Option<Sequence> {
    let Candidates { forward, backward, bounds, templates, linear } = collect(context, problem);
    let best = sequences.iter().min_by_key(|sequence| dag_size(context.terms, &sequence.interpolants))?;
    if dag_size(context.terms, &best.interpolants) > LARGE * best.interpolants.len() {
        return None;
    }
    let read: Vec<Vec<Term>> = best
        .interpolants
        .iter()
        .map(|interpolant| flatten(context.terms, &mut context.simplifier, &[*interpolant]))
        .collect();
    answer(context, problem, &merge(&[&linear, &templates, &backward, &bounds, &forward, &read]), "words and proof")
}

fn merge(sets: &[&Vec<Vec<Term>>]) -> Vec<Vec<Term>> {
    let cuts = sets.iter().map(|set| set.len()).max().unwrap_or(0);
    (0..cuts).map(|cut| sets.iter().flat_map(|set| set.get(cut)).flatten().copied().collect()).collect()
}

fn collect(context: &mut Context<'_>, problem: &Problem) -> Candidates {
    let pool::Forward { facts: forward, hints } = pool::forward(context, problem);
    let backward: Vec<Vec<Term>> = pool::backward(context, problem, &forward)
        .into_iter()
        .map(|goals| {
            // Either the goal or its negation may follow.
            let negated: Vec<Term> = goals.iter().map(|goal| context.terms.not(*goal)).collect();
            let negated = negated.into_iter().map(|goal| context.simplify(goal));
            goals.iter().copied().chain(negated.collect::<Vec<_>>()).collect()
        })
        .collect();
    let constants = pool::constants(context, problem);
    let templates: Vec<Vec<Term>> = (0..problem.cuts())
        .map(|cut| {
            let facts = pool::templates(context, problem, cut, &constants);
            let negated: Vec<Term> = facts.iter().map(|fact| context.terms.not(*fact)).collect();
            facts.into_iter().chain(negated).map(|fact| context.simplify(fact)).collect()
        })
        .collect();
    let bounds = forward
        .iter()
        .zip(hints)
        .map(|(facts, hints)| {
            let bounds: Vec<Term> = facts.iter().chain(&hints).flat_map(|fact| bounds_of(context, *fact)).collect();
            hints.into_iter().chain(bounds).collect()
        })
        .collect();
    let linear = if context.settings.interpolation.linear { farkas::facts(context, problem) } else { Vec::new() };
    Candidates { forward, backward, bounds, templates, linear }
}

/// Bounds and parity that a value implies.
fn bounds_of(context: &mut Context<'_>, fact: Term) -> Vec<Term> {
    let terms = &mut *context.terms;
    let (Op::Eq, &[a, b]) = (terms.op(fact), terms.operands(fact)) else { return Vec::new() };
    let (word, constant) = if terms.constant(b).is_some() { (a, b) } else { (b, a) };
    if terms.constant(constant).is_none() || terms.bv_width(word).is_none() {
        return Vec::new();
    }
    let found = [
        terms.bv_ule(word, constant),
        terms.bv_ule(constant, word),
        terms.bv_sle(word, constant),
        terms.bv_sle(constant, word),
    ];
    found.map(|fact| context.simplify(fact)).into_iter().filter(|f| context.terms.truth(*f).is_none()).collect()
}

/// A sequence of some candidates, if they suffice.
fn answer(
    context: &mut Context<'_>,
    problem: &Problem,
    candidates: &[Vec<Term>],
    source: &'static str,
) -> Option<Sequence> {
    let candidates: Vec<Vec<Term>> = candidates
        .iter()
        .map(|facts| {
            let mut facts = facts.clone();
            facts.sort_by_cached_key(|fact| cost(context.terms, *fact, false));
            facts
        })
        .collect();
    let mut facts = consequences(context, problem, &candidates)?;
    let stable = order(context.terms, &mut facts);
    let chosen = needed(context, problem, &facts, &stable)?;
    let interpolants = chosen
        .into_iter()
        .map(|facts| {
            let all = context.terms.and_all(facts);
            context.simplify(all)
        })
        .collect();
    Some(Sequence { interpolants, source })
}

/// Orders the facts of each cut, the most wanted first; gives the number of those that most cuts
/// share.
fn order(terms: &Terms, facts: &mut [Vec<Term>]) -> Vec<usize> {
    let mut shapes: FxHashMap<Term, u64> = FxHashMap::default();
    let mut counts: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
    for (cut, facts) in facts.iter().enumerate() {
        for fact in facts {
            let shape = *shapes.entry(*fact).or_insert_with(|| shape(terms, *fact));
            // Each shape counts once a cut.
            let (count, last) = counts.entry(shape).or_insert((0, usize::MAX));
            if *last != cut {
                (*count, *last) = (*count + 1, cut);
            }
        }
    }
    let cuts = facts.len();
    facts
        .iter_mut()
        .map(|facts| {
            let unstable = |fact: &Term| 2 * counts[&shapes[fact]].0 < cuts;
            facts.sort_by_cached_key(|fact| {
                let unstable = unstable(fact);
                (unstable, cost(terms, *fact, cuts > FEW && !unstable), *fact)
            });
            facts.iter().filter(|fact| !unstable(fact)).count()
        })
        .collect()
}

/// How far from a general statement a fact is. A value that a variable has in most rounds is one,
/// too.
fn cost(terms: &Terms, fact: Term, lasting: bool) -> usize {
    let (kind, operands, negated) = match (terms.kind(fact), terms.operands(fact)) {
        (Kind::Not, &[inner]) => (terms.kind(inner), terms.operands(inner), true),
        (kind, operands) => (kind, operands, false),
    };
    let is = |kind: Kind| operands.iter().filter(|o| terms.kind(**o) == kind).count();
    let constants = is(Kind::Const);
    let variables = is(Kind::Var);
    let size = dag_size(terms, &[fact]);
    match (kind, negated) {
        (Kind::Bool | Kind::Var, _) => 10,
        (Kind::Eq, false) if variables == 2 => 10,
        (Kind::BvUlt | Kind::BvSlt, _) if variables == 2 => 20,
        (Kind::Eq, _) if is(Kind::Extract) == 1 && constants == 1 => size + if lasting { 25 } else { 40 },
        (Kind::BvUlt | Kind::BvSlt, _) if variables == 1 && constants == 1 => {
            let zero = operands.iter().filter_map(|o| terms.constant(*o)).any(|c| c.is_zero() || c.is_ones());
            if zero { 30 } else { 35 }
        }
        (Kind::Eq, false) if variables == 1 && constants == 1 => {
            if lasting {
                32
            } else {
                45
            }
        }
        (Kind::Eq, true) if variables == 1 && constants == 1 => 48,
        (Kind::Eq, true) if variables == 2 => 30,
        (Kind::Eq, false) if constants == 0 => 20 + 3 * size,
        _ => 30 + 3 * size,
    }
}

/// A number that facts share which differ in the names of their variables only.
fn shape(terms: &Terms, fact: Term) -> u64 {
    let mut hasher = FxHasher::default();
    let mut variables: Vec<Term> = Vec::new();
    let mut stack = vec![fact];
    for _ in 0..SHAPE {
        let Some(term) = stack.pop() else { break };
        let (kind, sort) = (terms.kind(term), terms.sort(term));
        (kind, sort).hash(&mut hasher);
        match terms.op(term) {
            Op::Var(_) => {
                let number = variables.iter().position(|v| *v == term).unwrap_or_else(|| {
                    variables.push(term);
                    variables.len() - 1
                });
                number.hash(&mut hasher);
            }
            Op::Const(_) => terms.constant_words(term).hash(&mut hasher),
            Op::Extract(low) => low.hash(&mut hasher),
            Op::Bool(value) => value.hash(&mut hasher),
            _ => stack.extend_from_slice(terms.operands(term)),
        }
        if let (Op::Extract(_), &[inner]) = (terms.op(term), terms.operands(term)) {
            stack.push(inner);
        }
    }
    hasher.finish()
}
