//! The way in: one query, all sources in turn.

use super::aig::Aig;
use super::arrays::{self, Abstraction, Reduction};
use super::context::{Context, Settings};
use super::decide::{Decision, Fault, decide};
use super::definition::{self, Finding};
use super::oracle::Effort;
use super::prepare::{self, Problem};
use super::proof::{Outcome, Refutation, refute};
use super::systems::{System, interpolant};
use super::{Interpolation, Query, Sequence, Tree, from_binary, lift, nested, rank, words};
use adumbra_encode::float::{Lowering, Unlowered};
use adumbra_sat::{Limits, StopReason};
use adumbra_terms::{Simplifier, Term, Terms, Value, evaluate};
use std::rc::Rc;

/// Interpolants of the parts of a query, in which floating point is said in bits and the answers
/// are said of numbers again.
///
/// Answers are [`Interpolation::Found`] with at least one sequence, a model of all parts, or a
/// reason why there is none. An error means that an answer did not stand up to the check that the
/// query asked for, or that a model was wrong.
pub fn run(terms: &mut Terms, query: &Query, limits: &Limits, settings: &Settings) -> Result<Interpolation, Fault> {
    if query.parts.len() < 2 {
        return Ok(Interpolation::None("there are fewer than two parts".into()));
    }
    if query.parts.iter().flatten().any(|conjunct| !terms.is_bool(*conjunct)) {
        return Ok(Interpolation::None("a part has a conjunct that is no truth value".into()));
    }
    if !terms.has_floats() {
        return run_words(terms, query, limits, settings);
    }
    let (mut lowering, mut simplifier) = (Lowering::new(), Simplifier::new());
    let mut lowered = Query { parts: Vec::new(), check: false, ..query.clone() };
    for part in &query.parts {
        let part: Result<Vec<Term>, Unlowered> =
            part.iter().map(|conjunct| lowering.lower(terms, &mut simplifier, *conjunct)).collect();
        match part {
            Ok(part) => lowered.parts.push(part),
            Err(what) => return Ok(Interpolation::None(what.to_string())),
        }
    }
    let mut found = match run_words(terms, &lowered, limits, settings)? {
        Interpolation::Found(found) => found,
        Interpolation::Satisfiable(mut model) => {
            lowering.raise_model(terms, &mut model);
            let conjuncts = query.parts.iter().flatten();
            let holds = conjuncts.map(|term| evaluate(terms, &model, *term)).all(|value| value == Value::Bool(true));
            return if holds { Ok(Interpolation::Satisfiable(model)) } else { Err(Fault::WrongModel) };
        }
        none => return Ok(none),
    };
    for interpolant in found.iter_mut().flat_map(|sequence| &mut sequence.interpolants) {
        match lowering.raise(terms, *interpolant) {
            Ok(raised) => *interpolant = raised,
            Err(what) => return Ok(Interpolation::None(what.to_string())),
        }
    }
    let tree = query.tree.clone().unwrap_or_else(|| Tree::sequence(query.parts.len()));
    check(terms, query, &tree, found, limits, settings)
}

/// The same without floating point.
fn run_words(terms: &mut Terms, query: &Query, limits: &Limits, settings: &Settings) -> Result<Interpolation, Fault> {
    let tree = match &query.tree {
        None => Tree::sequence(query.parts.len()),
        Some(tree) if tree.len() == query.parts.len() => tree.clone(),
        Some(tree) => {
            let counts = (tree.len(), query.parts.len());
            return Ok(Interpolation::None(format!("the tree has {} parts, the query {}", counts.0, counts.1)));
        }
    };
    let split = match settings.interpolation.tree_strategy {
        "from-binary" => from_binary,
        "nested" => nested::nested,
        _ => return direct(terms, query, tree, limits, settings),
    };
    if query.tree.is_none() {
        return direct(terms, query, tree, limits, settings);
    }
    let mut ask = |terms: &mut Terms, query: &Query| {
        let tree = Tree::sequence(query.parts.len());
        direct(terms, query, tree, limits, settings)
    };
    match split(terms, &query.parts, &tree, &mut ask)? {
        Interpolation::Found(found) => check(terms, query, &tree, found, limits, settings),
        other => Ok(other),
    }
}

/// All sources in turn, on the whole tree.
fn direct(
    terms: &mut Terms,
    query: &Query,
    tree: Tree,
    limits: &Limits,
    settings: &Settings,
) -> Result<Interpolation, Fault> {
    let effort = Rc::new(Effort::default());
    let mut context = Context { terms, simplifier: Simplifier::new(), limits, settings, effort, conflicts: 0 };
    let parts = prepare::prepare(context.terms, &mut context.simplifier, &query.parts, &tree);
    let (parts, abstraction) = if arrays::is_plain(context.terms, &parts) {
        (parts, None)
    } else {
        match arrays::reduce(context.terms, &parts, &tree, limits, settings) {
            Reduction::Parts(parts, abstraction) => (parts, Some(abstraction)),
            // The instances do not say all about arrays, so the parts may be contradictory all the
            // same.
            Reduction::Satisfiable => return satisfiable(&mut context, query, true),
            Reduction::None(reason) => return Ok(Interpolation::None(reason)),
        }
    };
    let problem = Problem::new(context.terms, parts, tree);
    let mut found = Vec::new();
    let wanted = query.candidates.max(1);
    if settings.interpolation.words {
        context.start(1);
        words::find(&mut context, &problem, wanted, &mut found);
        if found.is_empty() && context.effort.gave_up.get() && context.stopped().is_none() {
            context.start(settings.interpolation.fact_factor as u64);
            words::find(&mut context, &problem, wanted, &mut found);
        }
    }
    let mut reason = "no source gave an answer".to_owned();
    if found.len() < wanted && settings.interpolation.proof {
        match refute(context.terms, &mut context.simplifier, &problem, &settings.sat, limits) {
            Outcome::Refuted(refutation) => match read(&mut context, &problem, &refutation, wanted - found.len()) {
                Ok(sequences) => {
                    if settings.interpolation.words {
                        context.start(1);
                        found.extend(words::improve(&mut context, &problem, &sequences));
                    }
                    found.extend(sequences);
                }
                Err(stop) => reason = stop.to_string(),
            },
            Outcome::Satisfiable if found.is_empty() => return satisfiable(&mut context, query, false),
            Outcome::Satisfiable => {
                return Err(wrong("the parts have a model".into()));
            }
            Outcome::Stopped(stop) => reason = stop.to_string(),
            Outcome::Failed(what) => reason = what,
        }
    }
    finish(&mut context, query, &problem.tree, abstraction, found, reason)
}

fn wrong(reason: String) -> Fault {
    Fault::WrongInterpolant(reason)
}

/// The answers of the three systems, or of as many as are wanted and fit.
fn read(
    context: &mut Context<'_>,
    problem: &Problem,
    refutation: &Refutation,
    wanted: usize,
) -> Result<Vec<Sequence>, StopReason> {
    let mut found: Vec<Sequence> = Vec::new();
    let mut last = None;
    let sequence = problem.tree.is_sequence();
    for system in System::ALL.into_iter().filter(|system| sequence || system.reads_trees()).take(wanted.max(2)) {
        let mut aig = Aig::new();
        let mut interpolants = Vec::with_capacity(problem.cuts());
        let nodes = context.settings.interpolation.nodes as usize;
        let read: Result<(), StopReason> = (0..problem.cuts()).try_for_each(|cut| {
            let edge = interpolant(refutation, system, &problem.tree.subtree(cut), &mut aig, nodes, context.limits)?;
            let term = lift::lift(context.terms, &aig, &refutation.bits, edge);
            interpolants.push(context.simplify(term));
            Ok(())
        });
        match read {
            Ok(()) => found.push(Sequence { interpolants, source: system.source() }),
            Err(reason) => last = Some(reason),
        }
    }
    match last {
        Some(reason) if found.is_empty() => Err(reason),
        _ => Ok(found),
    }
}

/// The model of the parts as they were given.
fn satisfiable(context: &mut Context<'_>, query: &Query, arrays: bool) -> Result<Interpolation, Fault> {
    let conjuncts: Vec<Term> = query.parts.iter().flatten().copied().collect();
    Ok(match decide(context.terms, &conjuncts, context.limits, context.settings)? {
        Decision::Satisfiable(model) => Interpolation::Satisfiable(model),
        Decision::Unsatisfiable if arrays => Interpolation::None(
            "the contradiction needs more than the elements of arrays that are read or written".into(),
        ),
        Decision::Unsatisfiable => return Err(Fault::WrongModel),
        Decision::Unknown(reason) => Interpolation::None(reason),
    })
}

/// Brings the answers back to the terms of the query, orders them, and checks them if the query
/// says so.
fn finish(
    context: &mut Context<'_>,
    query: &Query,
    tree: &Tree,
    abstraction: Option<Abstraction>,
    mut found: Vec<Sequence>,
    reason: String,
) -> Result<Interpolation, Fault> {
    for sequence in &mut found {
        for interpolant in &mut sequence.interpolants {
            if let Some(abstraction) = &abstraction {
                let term = abstraction.undo(context.terms, *interpolant);
                *interpolant = context.simplifier.simplify(context.terms, term);
            }
        }
    }
    rank::sort(context.terms, &mut found);
    found.truncate(query.candidates.max(1));
    if found.is_empty() {
        return Ok(Interpolation::None(reason));
    }
    check(context.terms, query, tree, found, context.limits, context.settings)
}

/// The answers, checked if the query says so.
fn check(
    terms: &mut Terms,
    query: &Query,
    tree: &Tree,
    found: Vec<Sequence>,
    limits: &Limits,
    settings: &Settings,
) -> Result<Interpolation, Fault> {
    if query.check {
        for sequence in &found {
            match definition::check_tree(terms, &query.parts, tree, &sequence.interpolants, limits, settings) {
                Finding::Holds => {}
                Finding::Fails(flaw) => return Err(wrong(format!("{}: {flaw}", sequence.source))),
                Finding::Unknown(reason) => return Ok(Interpolation::None(format!("not checked: {reason}"))),
            }
        }
    }
    Ok(Interpolation::Found(found))
}
