//! The way in: one query, all sources in turn.

use super::aig::Aig;
use super::arrays::{self, Abstraction, Reduction};
use super::decide::{Decide, Decision, Fault, decide};
use super::definition::{self, Finding};
use super::oracle::{Effort, Oracle};
use super::prepare::{self, Problem};
use super::proof::{Outcome, Refutation, refute};
use super::systems::{System, interpolant};
use super::{Interpolation, Query, Sequence, Tree, from_binary, lift, nested, rank, words};
use adumbra_encode::float::{Lowering, Unlowered};
use adumbra_options::options;
use adumbra_sat::{Limits, SatOptions, StopReason};
use adumbra_terms::{Simplifier, Term, Terms, Value, evaluate};
use std::rc::Rc;

options! {
    /// The options of interpolation.
    pub struct InterpolationOptions {
        words: flag = true, tunable, "Look for facts about words before reading a proof.";
        proof: flag = true, tunable, "Read proofs when facts about words do not suffice.";
        linear: flag = true, tunable if words: flag [true], "Use linear arithmetic with Farkas coefficients.";
        facts: int = 64 in 1..=4096, tunable [16, 32, 64, 128, 256] if words: flag [true], "Most candidate facts for one cut.";
        fact_conflicts: int = 300 in 1..=1000000, tunable [100, 300, 1000, 3000] if words: flag [true], "Conflicts a question about candidate facts may take at first.";
        fact_factor: int = 20 in 1..=1000, tunable [5, 20, 100] if words: flag [true], "Factor on these when the first attempt fails for it.";
        fact_effort: int = 20000 in 1..=100000000, tunable [5000, 20000, 100000] if words: flag [true], "Conflicts that all questions of an attempt may take, times that factor in the second.";
        tree_strategy: choice = "direct" of ["direct", "from-binary", "nested"], tunable, "How trees of parts are interpolated: at once, or by a query of two sides for each part, in post-order or along the path with calls.";
        nodes: int = 4000000 in 1000..=100000000, tunable [1000000, 4000000, 16000000] if proof: flag [true], "Most nodes of the formulas read from one proof.";
    }
}

/// What a run works with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Of the SAT solver.
    pub sat: SatOptions,
    /// Of interpolation.
    pub interpolation: InterpolationOptions,
    /// The solver of formulas of all sorts, for models and for checks.
    pub decide: Decide,
}

/// What the sources share.
pub(super) struct Context<'a> {
    pub terms: &'a mut Terms,
    pub simplifier: Simplifier,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    /// Of the questions about candidate facts.
    pub effort: Rc<Effort>,
    /// Conflicts that one of these may take.
    pub conflicts: u64,
}

impl Context<'_> {
    /// The limits of a question about candidate facts.
    pub fn small(&self) -> Limits {
        let conflicts = Some(self.limits.conflicts.map_or(self.conflicts, |count| count.min(self.conflicts)));
        Limits { conflicts, ..self.limits.clone() }
    }

    /// Begins an attempt, in which questions may take so many times what they take at first.
    pub fn start(&mut self, factor: u64) {
        let options = &self.settings.interpolation;
        self.conflicts = (options.fact_conflicts as u64).saturating_mul(factor);
        self.effort.conflicts.set((options.fact_effort as u64).saturating_mul(factor));
        self.effort.gave_up.set(false);
    }

    /// An oracle without facts, for questions about candidate facts.
    pub fn oracle(&self) -> Oracle {
        Oracle::new(&self.settings.sat, Some(Rc::clone(&self.effort)))
    }

    pub fn stopped(&self) -> Option<StopReason> {
        self.limits.reached()
    }

    pub fn simplify(&mut self, term: Term) -> Term {
        self.simplifier.simplify(self.terms, term)
    }
}

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
