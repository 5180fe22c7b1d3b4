//! Conjunctions of facts for each cut.
//!
//! Forward, each cut keeps those of its candidates that follow from the part below it and what the
//! cuts below that part keep: every question is about one part only, so a long path costs as much
//! as its parts. When what is kept below the last part contradicts it, there is an answer.
//! Backward, the cuts below each part keep only what the cut above it needs, and of several choices
//! the most general: the result is an answer by the questions that were asked, which are the
//! conditions of the definition.

use super::context::Context;
use super::local::Local;
use super::oracle::Oracle;
use super::prepare::Problem;
use adumbra_terms::walk::{Substitution, dag_size};
use adumbra_terms::{Kind, Op, Plan, Term};
use rustc_hash::FxHashSet;

/// Questions after which candidates are dropped without an answer.
const ROUNDS: usize = 200;
/// A question whether one of few facts can be left out may take so many times as much as others.
const THINNING: u64 = 8;
/// So many facts are tried whether they do alone what several do.
const ALONE: usize = 1024;
/// So many facts are first reduced to those of a core.
const MANY: usize = 12;

/// The candidates that follow at each cut; nothing if they do not contradict the root, or that is
/// not known.
pub(super) fn consequences(
    context: &mut Context<'_>,
    problem: &Problem,
    candidates: &[Vec<Term>],
) -> Option<Vec<Vec<Term>>> {
    let limits = context.small();
    let mut kept: Vec<Vec<Term>> = Vec::with_capacity(problem.cuts());
    for (part, conjuncts) in problem.parts.iter().enumerate() {
        if context.stopped().is_some() {
            return None;
        }
        let below = problem.tree.children(part).flat_map(|child| &kept[child]);
        let facts: Vec<Term> = conjuncts.iter().chain(below).copied().collect();
        let mut local = Local::new(context.terms, &mut context.simplifier, &facts);
        let mut oracle = context.oracle();
        for fact in local.facts.clone() {
            oracle.assert(context.terms, &mut context.simplifier, fact);
        }
        let satisfiable = oracle.satisfiable(&[], &limits);
        if satisfiable == Some(false) {
            // Above this part everything follows, and nothing is needed beside it.
            let bottom = context.terms.bool(false);
            for cut in part..problem.cuts() {
                let above = problem.tree.subtree(cut).contains(&part);
                kept.push(if above { vec![bottom] } else { Vec::new() });
            }
            return Some(kept);
        }
        let (Some(true), Some(candidates)) = (satisfiable, candidates.get(part)) else { return None };
        let facts = filter(context, &mut oracle, &mut local, candidates);
        kept.push(facts);
    }
    None
}

/// The candidates that follow from the facts of the oracle, which has just found a model.
fn filter(context: &mut Context<'_>, oracle: &mut Oracle, local: &mut Local, candidates: &[Term]) -> Vec<Term> {
    let limits = context.small();
    let mut kept = Vec::new();
    // Each with what it is under the definitions.
    let mut open: Vec<(Term, Term)> = Vec::new();
    let mut seen = FxHashSet::default();
    for candidate in candidates.iter().filter(|candidate| seen.insert(**candidate)) {
        let simple = local.apply(context.terms, &mut context.simplifier, *candidate);
        match context.terms.truth(simple) {
            Some(true) => kept.push(*candidate),
            Some(false) => {}
            None => open.push((*candidate, simple)),
        }
    }
    for _ in 0..ROUNDS {
        // The model tells which do not follow.
        let model = oracle.model(context.terms);
        let roots: Vec<Term> = open.iter().map(|(_, simple)| *simple).collect();
        let mut plan = Plan::new(context.terms, &roots);
        plan.run(&model);
        let mut index = 0;
        open.retain(|_| {
            index += 1;
            plan.value(index - 1).as_bool() == Some(true)
        });
        if open.is_empty() {
            break;
        }
        // Is there a model in which one of the rest is false?
        let switch = oracle.fresh();
        let mut clause = vec![!switch];
        let mut encoded = Vec::with_capacity(open.len());
        for (fact, simple) in open {
            if let Some(lit) = oracle.literal(context.terms, &mut context.simplifier, simple) {
                clause.push(!lit);
                encoded.push((fact, simple));
            }
        }
        open = encoded;
        oracle.clause(&clause);
        match oracle.satisfiable(&[switch], &limits) {
            Some(true) => {}
            Some(false) => {
                kept.extend(open.into_iter().map(|(fact, _)| fact));
                break;
            }
            None => {
                one_by_one(context, oracle, &open, &mut kept);
                break;
            }
        }
    }
    kept
}

fn one_by_one(context: &mut Context<'_>, oracle: &mut Oracle, open: &[(Term, Term)], kept: &mut Vec<Term>) {
    let limits = context.small();
    for (fact, simple) in open {
        let Some(lit) = oracle.literal(context.terms, &mut context.simplifier, *simple) else { continue };
        if oracle.satisfiable(&[!lit], &limits) == Some(false) {
            kept.push(*fact);
        }
        if context.stopped().is_some() {
            break;
        }
    }
}

/// From facts that follow, ordered from the most wanted to the least, those that are needed; one
/// conjunction for each cut.
///
/// The first `stable` facts of each cut are a class of their own: one of the others never replaces
/// several of them.
pub(super) fn needed(
    context: &mut Context<'_>,
    problem: &Problem,
    facts: &[Vec<Term>],
    stable: &[usize],
) -> Option<Vec<Vec<Term>>> {
    let mut chosen: Vec<Vec<Term>> = vec![Vec::new(); problem.cuts()];
    for part in (0..problem.parts.len()).rev() {
        let children: Vec<usize> = problem.tree.children(part).collect();
        if children.is_empty() {
            // It must imply what is needed above it: that is how the facts were found.
            continue;
        }
        let mut local = Local::new(context.terms, &mut context.simplifier, &problem.parts[part]);
        let mut oracle = context.oracle();
        for fact in local.facts.clone() {
            oracle.assert(context.terms, &mut context.simplifier, fact);
        }
        if let Some(next) = chosen.get(part) {
            let mut goals = Vec::with_capacity(next.len());
            for fact in next {
                goals.push(local.apply(context.terms, &mut context.simplifier, *fact));
            }
            let all = context.terms.and_all(goals);
            let goal = context.terms.not(all);
            oracle.assert(context.terms, &mut context.simplifier, goal);
        }
        let (offered, stable) = interleave(&children, facts, stable);
        let kept = choose(context, &mut oracle, &mut local, &offered, stable)?;
        let next = chosen.get(part).cloned();
        for fact in thin(context, &problem.parts[part], kept, next.as_deref()) {
            // One of the cuts where it holds will do.
            if let Some(child) = children.iter().find(|child| facts[**child].contains(&fact)) {
                chosen[*child].push(fact);
            }
        }
    }
    Some(chosen)
}

/// The facts of some cuts, each once, the most wanted first; and how many of them most cuts share.
fn interleave(cuts: &[usize], facts: &[Vec<Term>], stable: &[usize]) -> (Vec<Term>, usize) {
    if let [cut] = *cuts {
        return (facts[cut].clone(), stable[cut]);
    }
    let mut seen = FxHashSet::default();
    let mut offered = Vec::new();
    let classes = [|fact: usize, stable: usize| fact < stable, |fact: usize, stable: usize| fact >= stable];
    let mut shared = 0;
    for (number, class) in classes.into_iter().enumerate() {
        let longest = cuts.iter().map(|cut| facts[*cut].len()).max().unwrap_or(0);
        for place in 0..longest {
            for cut in cuts.iter().filter(|cut| class(place, stable[**cut])) {
                offered.extend(facts[*cut].get(place).copied().filter(|fact| seen.insert(*fact)));
            }
        }
        if number == 0 {
            shared = offered.len();
        }
    }
    (offered, shared)
}

/// A subset of the facts that contradicts the oracle: as few of the later ones as possible.
fn choose(
    context: &mut Context<'_>,
    oracle: &mut Oracle,
    local: &mut Local,
    facts: &[Term],
    stable: usize,
) -> Option<Vec<Term>> {
    let limits = context.small();
    let mut lits = Vec::with_capacity(facts.len());
    for fact in facts {
        let simple = local.apply(context.terms, &mut context.simplifier, *fact);
        lits.push(oracle.literal(context.terms, &mut context.simplifier, simple)?);
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
        // One fact that does it alone is better, unless it is of a lesser class or larger.
        let end = if high <= stable { stable } else { facts.len() };
        let several: Vec<Term> = kept.iter().map(|i| facts[*i]).collect();
        let size = dag_size(context.terms, &several);
        for i in 0..end.min(ALONE) {
            if dag_size(context.terms, &[facts[i]]) <= size && oracle.satisfiable(&[lits[i]], &limits) == Some(false) {
                return Some(vec![facts[i]]);
            }
        }
    }
    Some(merge_bounds(context, facts, kept.into_iter().map(|i| facts[i]).collect()))
}

/// Drops facts without which a part still implies the facts after it, or is contradictory if there
/// are none after it. With the facts worked in, questions are easier than they were when all of
/// them were open.
fn thin(context: &mut Context<'_>, part: &[Term], mut kept: Vec<Term>, next: Option<&[Term]>) -> Vec<Term> {
    let mut limits = context.small();
    limits.conflicts = limits.conflicts.map(|count| count.saturating_mul(THINNING));
    for place in (0..kept.len()).rev() {
        if kept.len() < 2 {
            break;
        }
        let others = kept.iter().copied().filter(|fact| *fact != kept[place]);
        let facts: Vec<Term> = part.iter().copied().chain(others).collect();
        let mut local = Local::new(context.terms, &mut context.simplifier, &facts);
        let mut goals = Vec::new();
        for goal in next.unwrap_or_default() {
            goals.push(local.apply(context.terms, &mut context.simplifier, *goal));
        }
        let mut oracle = context.oracle();
        for fact in local.facts.clone() {
            oracle.assert(context.terms, &mut context.simplifier, fact);
        }
        if next.is_some() {
            let all = context.terms.and_all(goals);
            let against = context.terms.not(all);
            oracle.assert(context.terms, &mut context.simplifier, against);
        }
        if oracle.satisfiable(&[], &limits) == Some(false) {
            kept.remove(place);
        }
    }
    kept
}

/// Replaces bounds that meet by the value they leave.
fn merge_bounds(context: &mut Context<'_>, facts: &[Term], mut kept: Vec<Term>) -> Vec<Term> {
    for fact in facts {
        if kept.len() < 2 {
            break;
        }
        let (Op::Eq, &[a, b]) = (context.terms.op(*fact), context.terms.operands(*fact)) else { continue };
        let (word, value) = if context.terms.is_constant(b) { (a, b) } else { (b, a) };
        if context.terms.kind(word) != Kind::Var || !context.terms.is_constant(value) {
            continue;
        }
        let mut substitution = Substitution::new(context.terms, [(word, value)]);
        let implied: Vec<Term> = kept
            .iter()
            .copied()
            .filter(|kept| {
                let replaced = substitution.apply(context.terms, *kept);
                let simple = context.simplifier.simplify(context.terms, replaced);
                context.terms.truth(simple) == Some(true)
            })
            .collect();
        if implied.len() > 1 {
            kept.retain(|fact| !implied.contains(fact));
            kept.push(*fact);
        }
    }
    kept
}
