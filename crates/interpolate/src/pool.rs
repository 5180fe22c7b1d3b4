//! Candidate facts for each cut.
//!
//! - What follows from the parts below it: their conjuncts, with the variables that end there
//!   replaced by what they equal (the strongest postcondition as far as equations reach).
//! - What the parts above it and beside it ask for: their atoms, with the variables that occur only
//!   there replaced by what they equal (the weakest precondition, atom by atom).
//! - Templates: equations and orders between variables and with the constants of the parts, signs,
//!   lowest bits.
//!
//! Nothing here has to be true.

use super::cases::cases;
use super::context::Context;
use super::linear::Linear;
use super::local::tidy;
use super::prepare::{Problem, definitions, sides};
use adumbra_terms::walk::{Substitution, dag_size, free_symbols, reachable};
use adumbra_terms::{Bits, Kind, Op, Symbol, Term};
use rustc_hash::FxHashSet;

/// Terms larger than this are no facts to hand on.
const LARGEST: usize = 200;
/// Words for which orders between each two are thought of.
const PAIRED: usize = 6;
/// Words for which bounds are thought of.
const BOUNDED: usize = 16;
/// Facts of subtrees beside a cut that are used with the part above it.
const BESIDE: usize = 256;
/// Constants that words are compared with.
const CONSTANTS: usize = 6;

/// What the parts below each cut say.
pub(super) struct Forward {
    /// Facts that hold of the parts below each cut.
    pub facts: Vec<Vec<Term>>,
    /// Facts that hold in some cases only.
    pub hints: Vec<Vec<Term>>,
}

/// What the parts below each cut say.
pub(super) fn forward(context: &mut Context<'_>, problem: &Problem) -> Forward {
    let mut result = Forward { facts: Vec::new(), hints: Vec::new() };
    for cut in 0..problem.cuts() {
        let below = problem.tree.children(cut).flat_map(|child| &result.facts[child]);
        let facts: Vec<Term> = below.chain(&problem.parts[cut]).copied().collect();
        let hidden = |symbol: Symbol| !problem.is_shared(cut, symbol);
        let cases: Vec<Vec<Term>> =
            cases(context, &facts, hidden).into_iter().map(|case| post(context, problem, cut, case)).collect();
        let (facts, hints) = join(context, cases);
        result.facts.push(facts);
        result.hints.push(hints);
    }
    result
}

/// What all cases have in common, with the disjunction of the rest if it is small; and that rest.
fn join(context: &mut Context<'_>, mut cases: Vec<Vec<Term>>) -> (Vec<Term>, Vec<Term>) {
    let Some(first) = cases.pop() else { return (vec![context.terms.bool(false)], Vec::new()) };
    if cases.is_empty() {
        return (first, Vec::new());
    }
    let (mut common, rest): (Vec<Term>, Vec<Term>) =
        first.into_iter().partition(|fact| cases.iter().all(|case| case.contains(fact)));
    cases.iter_mut().for_each(|case| case.retain(|fact| !common.contains(fact)));
    cases.push(rest);
    let mut hints: Vec<Term> = cases.iter().flatten().copied().collect();
    let disjuncts: Vec<Term> = cases.into_iter().map(|case| context.terms.and_all(case)).collect();
    let either = context.terms.or_all(disjuncts);
    let either = context.simplify(either);
    if context.terms.truth(either).is_none() && dag_size(context.terms, &[either]) <= LARGEST {
        common.push(either);
    }
    hints.sort_unstable();
    hints.dedup();
    hints.truncate(context.settings.interpolation.facts as usize);
    (common, hints)
}

/// Removes the variables that are not known above `cut`, by equations where there are such, else
/// with the facts about them.
fn post(context: &mut Context<'_>, problem: &Problem, cut: usize, mut facts: Vec<Term>) -> Vec<Term> {
    let limit = context.settings.interpolation.facts as usize;
    while context.stopped().is_none() {
        let ending: Vec<Symbol> =
            free_symbols(context.terms, &facts).into_iter().filter(|s| !problem.is_shared(cut, *s)).collect();
        if ending.is_empty() {
            break;
        }
        // The simplest equation of each; constants spread best.
        let mut best: Option<(usize, usize, Term, Term)> = None;
        for (place, fact) in facts.iter().enumerate() {
            for (variable, value) in solutions(context, *fact, &ending) {
                let size = dag_size(context.terms, &[value]);
                if best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, place, variable, value));
                }
            }
            if best.is_some_and(|(size, ..)| size == 1) {
                break;
            }
        }
        let Some((_, place, variable, value)) = best else { break };
        facts.remove(place);
        facts = replace(context, &facts, &[(variable, value)]);
    }
    facts.retain(|fact| problem.fits(context.terms, cut, *fact) && dag_size(context.terms, &[*fact]) <= LARGEST);
    // Recent ones are at the end, and matter more.
    if facts.len() > limit {
        facts.drain(..facts.len() - limit);
    }
    facts
}

/// The ways a fact gives one of some variables a value.
fn solutions(context: &mut Context<'_>, fact: Term, wanted: &[Symbol]) -> Vec<(Term, Term)> {
    let is_wanted =
        |context: &Context<'_>, term: Term| matches!(context.terms.op(term), Op::Var(s) if wanted.contains(&s));
    let mut found: Vec<(Term, Term)> = sides(context.terms, fact)
        .into_iter()
        .filter(|(variable, value)| {
            is_wanted(context, *variable) && !reachable(context.terms, &[*value]).contains(variable)
        })
        .collect();
    if let (Op::Eq, &[a, b]) = (context.terms.op(fact), context.terms.operands(fact))
        && context.terms.bv_width(a).is_some()
    {
        let sum = Linear::difference(context.terms, a, b);
        let variables: Vec<Term> = sum.factors.keys().copied().filter(|term| is_wanted(context, *term)).collect();
        for variable in variables {
            if let Some(value) = sum.solve(context.terms, variable)
                && !reachable(context.terms, &[value]).contains(&variable)
            {
                found.push((variable, value));
            }
        }
    }
    found
}

/// Facts after a substitution, simplified, in one form, each once, without `true`.
fn replace(context: &mut Context<'_>, facts: &[Term], pairs: &[(Term, Term)]) -> Vec<Term> {
    let mut substitution = Substitution::new(context.terms, pairs.iter().copied());
    let mut seen = FxHashSet::default();
    let mut result = Vec::with_capacity(facts.len());
    for fact in facts {
        let replaced = substitution.apply(context.terms, *fact);
        let replaced = tidy(context.terms, &mut context.simplifier, replaced);
        if context.terms.truth(replaced) != Some(true) && seen.insert(replaced) {
            result.push(replaced);
        }
    }
    result
}

/// What the parts above and beside each cut ask for; `forward` is what holds below the cuts.
pub(super) fn backward(context: &mut Context<'_>, problem: &Problem, forward: &[Vec<Term>]) -> Vec<Vec<Term>> {
    let limit = context.settings.interpolation.facts as usize / 2;
    let mut result: Vec<Vec<Term>> = vec![Vec::new(); problem.cuts()];
    for cut in (0..problem.cuts()).rev() {
        if context.stopped().is_some() {
            return vec![Vec::new(); problem.cuts()];
        }
        let Some(parent) = problem.tree.parent(cut) else { continue };
        // The part above, and what the subtrees beside this one say to it.
        let beside = problem.tree.children(parent).filter(|child| *child != cut).flat_map(|child| &forward[child]);
        let part: Vec<Term> = problem.parts[parent].iter().chain(beside.take(BESIDE)).copied().collect();
        let mut goals: Vec<Term> = result.get(parent).cloned().unwrap_or_default();
        // What was asked for first keeps its place: it comes from the end.
        for atom in atoms(context, &part) {
            if !goals.contains(&atom) {
                goals.push(atom);
            }
        }
        let begins = |symbol: Symbol| problem.is_above(cut, symbol);
        let mut asked: Vec<Term> = Vec::new();
        for mut case in cases(context, &part, begins) {
            let mut goals = goals.clone();
            loop {
                let definitions = definitions(context.terms, &case, begins);
                if definitions.is_empty() {
                    break;
                }
                goals = replace(context, &goals, &definitions);
                case = replace(context, &case, &definitions);
            }
            for goal in goals {
                if !asked.contains(&goal) {
                    asked.push(goal);
                }
            }
        }
        goals = asked;
        goals.retain(|goal| {
            context.terms.truth(*goal).is_none()
                && problem.fits(context.terms, cut, *goal)
                && dag_size(context.terms, &[*goal]) <= LARGEST
        });
        goals.truncate(limit);
        result[cut] = goals;
    }
    result
}

/// The atoms of some formulas, without negations.
fn atoms(context: &mut Context<'_>, formulas: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for term in reachable(context.terms, formulas) {
        if !context.terms.is_bool(term) || context.terms.is_constant(term) {
            continue;
        }
        let compound = match context.terms.kind(term) {
            Kind::Not | Kind::And | Kind::Or => true,
            Kind::Ite => true,
            Kind::Eq => context.terms.is_bool(context.terms.operands(term)[0]),
            _ => false,
        };
        if !compound {
            found.push(term);
        }
    }
    found
}

/// Templates over the variables known on both sides of a cut.
pub(super) fn templates(context: &mut Context<'_>, problem: &Problem, cut: usize, constants: &[Term]) -> Vec<Term> {
    let mut shared = problem.shared(cut);
    shared.retain(|symbol| context.terms.symbol(*symbol).parameters.is_empty());
    let shared: Vec<Term> = shared.into_iter().map(|symbol| context.terms.symbol_var(symbol)).collect();
    let words: Vec<Term> = shared.iter().copied().filter(|t| context.terms.bv_width(*t).is_some()).collect();
    let flags: Vec<Term> = shared.into_iter().filter(|t| context.terms.is_bool(*t)).collect();
    let terms = &mut *context.terms;
    let mut found = Vec::new();
    if flags.len() <= BOUNDED {
        found.extend_from_slice(&flags);
        for (i, a) in flags.iter().enumerate() {
            for b in &flags[i + 1..] {
                found.push(terms.eq(*a, *b));
            }
        }
    }
    if words.len() <= PAIRED {
        for (i, a) in words.iter().enumerate() {
            for b in words[i + 1..].iter().filter(|b| terms.width(*a) == terms.width(**b)).copied().collect::<Vec<_>>()
            {
                found.push(terms.eq(*a, b));
                found.extend([terms.bv_ule(*a, b), terms.bv_ule(b, *a), terms.bv_sle(*a, b), terms.bv_sle(b, *a)]);
            }
        }
    }
    for word in words.iter().take(BOUNDED).copied() {
        let width = terms.width(word);
        let zero = terms.bv(&Bits::zero(width));
        found.push(terms.bv_sle(zero, word));
        if width > 1 {
            let lowest = terms.extract(0, 0, word);
            let bit = terms.bv_u64(1, 0);
            found.push(terms.eq(lowest, bit));
        }
        let fitting: Vec<Term> =
            constants.iter().copied().filter(|c| terms.width(*c) == width).take(CONSTANTS).collect();
        for constant in fitting {
            found.push(terms.eq(word, constant));
            found.extend([terms.bv_ule(word, constant), terms.bv_ule(constant, word)]);
            found.extend([terms.bv_sle(word, constant), terms.bv_sle(constant, word)]);
        }
    }
    found
}

/// The constants of the parts, the most frequent first, without those that sums add.
pub(super) fn constants(context: &Context<'_>, problem: &Problem) -> Vec<Term> {
    let mut counts: Vec<(Term, usize)> = Vec::new();
    for part in &problem.parts {
        let nodes = reachable(context.terms, part);
        for term in &nodes {
            if !matches!(context.terms.kind(*term), Kind::Eq | Kind::BvUlt | Kind::BvSlt) {
                continue;
            }
            for operand in context.terms.operands(*term) {
                if context.terms.constant(*operand).is_some() {
                    match counts.iter_mut().find(|(known, _)| known == operand) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((*operand, 1)),
                    }
                }
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(term, _)| term).collect()
}
