//! Sequences of conjunctions of facts.
//!
//! Forward, each cut keeps those of its candidates that follow from what the cut before keeps and the part in between: every question is about
//! one part only, so a long path costs as much as its parts. When what is kept before the last part contradicts it, there is a sequence.
//! Backward, each cut keeps only what the next needs, and of several choices the most general: the result is a sequence by the questions that were
//! answered, which are the conditions of the definition.

use super::oracle::Oracle;
use super::prepare::Problem;
use super::run::Context;
use adumbra_terms::{Plan, Term};
use rustc_hash::FxHashSet;

/// Questions after which candidates are dropped without an answer.
const ROUNDS: usize = 200;
/// So many facts are first reduced to those of a core.
const MANY: usize = 12;

/// The candidates that follow at each cut; nothing if they do not contradict the last part, or that is not known.
pub(super) fn consequences(
    context: &mut Context<'_>,
    problem: &Problem,
    candidates: &[Vec<Term>],
) -> Option<Vec<Vec<Term>>> {
    let limits = context.small();
    let mut kept: Vec<Vec<Term>> = Vec::with_capacity(problem.cuts());
    for part in 0..problem.parts.len() {
        if context.stopped().is_some() {
            return None;
        }
        let mut oracle = Oracle::new(&context.settings.sat);
        let before = kept.last().into_iter().flatten();
        for fact in problem.parts[part].iter().chain(before).copied().collect::<Vec<_>>() {
            oracle.assert(context.terms, &mut context.simplifier, fact);
        }
        let satisfiable = oracle.satisfiable(&[], &limits);
        if satisfiable == Some(false) {
            // From here on everything follows.
            let bottom = context.terms.bool(false);
            kept.resize(problem.cuts(), vec![bottom]);
            return Some(kept);
        }
        if part == problem.cuts() || satisfiable.is_none() {
            return None;
        }
        let facts = filter(context, &mut oracle, &candidates[part]);
        kept.push(facts);
    }
    None
}

/// The candidates that follow from the facts of the oracle, which has just found a model.
fn filter(context: &mut Context<'_>, oracle: &mut Oracle, candidates: &[Term]) -> Vec<Term> {
    let limits = context.small();
    let mut open: Vec<Term> = Vec::new();
    let mut seen = FxHashSet::default();
    for candidate in candidates {
        if seen.insert(*candidate) {
            open.push(*candidate);
        }
    }
    for _ in 0..ROUNDS {
        // The model has none of the rest true.
        let model = oracle.model(context.terms);
        let mut plan = Plan::new(context.terms, &open);
        plan.run(&model);
        let mut index = 0;
        open.retain(|_| {
            index += 1;
            plan.value(index - 1).as_bool() == Some(true)
        });
        if open.is_empty() {
            return open;
        }
        // Is there a model in which one of them is false?
        let switch = oracle.fresh();
        let mut clause = vec![!switch];
        let mut encoded = Vec::with_capacity(open.len());
        for fact in open {
            if let Some(lit) = oracle.literal(context.terms, &mut context.simplifier, fact) {
                clause.push(!lit);
                encoded.push(fact);
            }
        }
        open = encoded;
        oracle.clause(&clause);
        let answer = oracle.satisfiable(&[switch], &limits);
        match answer {
            Some(true) => {}
            Some(false) => return open,
            None => return one_by_one(context, oracle, open),
        }
        // The model stays readable until a clause is added, which the next round does.
    }
    Vec::new()
}

fn one_by_one(context: &mut Context<'_>, oracle: &mut Oracle, candidates: Vec<Term>) -> Vec<Term> {
    let limits = context.small();
    let mut kept = Vec::new();
    for candidate in candidates {
        let Some(lit) = oracle.literal(context.terms, &mut context.simplifier, candidate) else { continue };
        if oracle.satisfiable(&[!lit], &limits) == Some(false) {
            kept.push(candidate);
        }
        if context.stopped().is_some() {
            break;
        }
    }
    kept
}

/// From facts that follow, ordered from the most wanted to the least, those that are needed; one conjunction for each cut.
///
/// The first `stable` facts of each cut are a class of their own: one of the others never replaces several of them.
pub(super) fn needed(
    context: &mut Context<'_>,
    problem: &Problem,
    facts: &[Vec<Term>],
    stable: &[usize],
) -> Option<Vec<Vec<Term>>> {
    let mut chosen: Vec<Vec<Term>> = vec![Vec::new(); problem.cuts()];
    for cut in (0..problem.cuts()).rev() {
        let mut oracle = Oracle::new(&context.settings.sat);
        for fact in problem.parts[cut + 1].clone() {
            oracle.assert(context.terms, &mut context.simplifier, fact);
        }
        if let Some(next) = chosen.get(cut + 1) {
            let all = context.terms.and_all(next.iter().copied());
            let goal = context.terms.not(all);
            oracle.assert(context.terms, &mut context.simplifier, goal);
        }
        chosen[cut] = choose(context, &mut oracle, &facts[cut], stable[cut])?;
    }
    // The first part must imply what is needed after it: that is how the facts were found.
    Some(chosen)
}

/// A subset of the facts that contradicts the oracle: as few of the later ones as possible.
fn choose(context: &mut Context<'_>, oracle: &mut Oracle, facts: &[Term], stable: usize) -> Option<Vec<Term>> {
    let limits = context.small();
    let mut lits = Vec::with_capacity(facts.len());
    for fact in facts {
        lits.push(oracle.literal(context.terms, &mut context.simplifier, *fact)?);
    }
    // The shortest prefix that does it, by bisection.
    let (mut low, mut high) = (0, lits.len());
    if oracle.satisfiable(&[], &limits) == Some(false) {
        return Some(Vec::new());
    }
    if oracle.satisfiable(&lits, &limits) != Some(false) {
        return None;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if oracle.satisfiable(&lits[..middle], &limits) == Some(false) {
            high = middle;
        } else {
            low = middle;
        }
    }
    // Its last fact is needed; the others are tried from the least wanted on.
    let mut kept: Vec<usize> = (0..high).collect();
    if kept.len() > MANY && oracle.satisfiable(&lits[..high], &limits) == Some(false) {
        let core = oracle.core().to_vec();
        kept.retain(|i| *i + 1 == high || core.contains(&lits[*i]));
    }
    let mut place = kept.len().saturating_sub(1);
    while place > 0 {
        place -= 1;
        let without: Vec<usize> = kept.iter().copied().filter(|i| *i != kept[place]).collect();
        let assumptions: Vec<_> = without.iter().map(|i| lits[*i]).collect();
        if oracle.satisfiable(&assumptions, &limits) == Some(false) {
            kept = without;
        }
    }
    if kept.len() > 1 {
        // One fact that does it alone is better, unless it is of a lesser class.
        let end = if high <= stable { stable } else { facts.len() };
        for i in 0..end {
            if oracle.satisfiable(&[lits[i]], &limits) == Some(false) {
                return Some(vec![facts[i]]);
            }
        }
    }
    Some(kept.into_iter().map(|i| facts[i]).collect())
}
