//! The way in: one query, all sources in turn.

use super::aig::Aig;
use super::arrays::{self, Abstraction, Reduction};
use super::definition::{self, Finding};
use super::prepare::{self, Problem};
use super::proof::{Outcome, Refutation, refute, stopped};
use super::systems::{System, interpolant};
use super::{Interpolation, Query, Sequence, lift, rank, words};
use crate::sat::{Limits, SatOptions, StopReason};
use crate::solver::SolverError;
use adumbra_options::options;
use adumbra_terms::{Simplifier, Term, Terms};

options! {
    /// The options of interpolation.
    pub struct InterpolationOptions {
        words: flag = true, tunable, "Look for facts about words before reading a proof.";
        proof: flag = true, tunable, "Read proofs when facts about words do not suffice.";
        linear: flag = true, tunable, "Use linear arithmetic with Farkas coefficients.";
        facts: int = 64 in 1..=4096, tunable, "Most candidate facts for one cut.";
        fact_conflicts: int = 500 in 1..=1000000, tunable, "Conflicts a question about candidate facts may take.";
        nodes: int = 4000000 in 1000..=100000000, tunable, "Most nodes of the formulas read from one proof.";
    }
}

/// What a run works with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Of the SAT solver.
    pub sat: SatOptions,
    /// Of interpolation.
    pub interpolation: InterpolationOptions,
}

/// What the sources share.
pub(super) struct Context<'a> {
    pub terms: &'a mut Terms,
    pub simplifier: Simplifier,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
}

impl Context<'_> {
    /// The limits of a small question.
    pub fn small(&self) -> Limits {
        let most = self.settings.interpolation.fact_conflicts as u64;
        let conflicts = Some(self.limits.conflicts.map_or(most, |count| count.min(most)));
        Limits { conflicts, ..self.limits.clone() }
    }

    pub fn stopped(&self) -> Option<StopReason> {
        stopped(self.limits)
    }

    pub fn simplify(&mut self, term: Term) -> Term {
        self.simplifier.simplify(self.terms, term)
    }
}

/// Interpolants of the parts of a query.
///
/// Answers are [`Interpolation::Found`] with at least one sequence, a model of all parts, or a reason why there is none. An error
/// means that an answer did not stand up to the check that the query asked for, or that a model was wrong.
pub fn run(
    terms: &mut Terms,
    query: &Query,
    limits: &Limits,
    settings: &Settings,
) -> Result<Interpolation, SolverError> {
    if query.parts.len() < 2 {
        return Ok(Interpolation::None("there are fewer than two parts".into()));
    }
    if query.parts.iter().flatten().any(|conjunct| !terms.is_bool(*conjunct)) {
        return Ok(Interpolation::None("a part has a conjunct that is no truth value".into()));
    }
    let mut context = Context { terms, simplifier: Simplifier::new(), limits, settings };
    let parts = prepare::prepare(context.terms, &mut context.simplifier, &query.parts);
    let (parts, abstraction) = if arrays::is_plain(context.terms, &parts) {
        (parts, None)
    } else {
        match arrays::reduce(context.terms, &parts, limits, settings) {
            Reduction::Parts(parts, abstraction) => (parts, Some(abstraction)),
            Reduction::Satisfiable(_) => return satisfiable(&mut context, query),
            Reduction::None(reason) => return Ok(Interpolation::None(reason)),
        }
    };
    let problem = Problem::new(context.terms, parts);
    let mut found = Vec::new();
    let wanted = query.candidates.max(1);
    if settings.interpolation.words {
        words::find(&mut context, &problem, wanted, &mut found);
    }
    let mut reason = "no source gave an answer".to_owned();
    if found.len() < wanted && settings.interpolation.proof {
        match refute(context.terms, &mut context.simplifier, &problem, &settings.sat, limits) {
            Outcome::Refuted(refutation) => match read(&mut context, &problem, &refutation, wanted - found.len()) {
                Ok(sequences) => found.extend(sequences),
                Err(stop) => reason = stop.to_string(),
            },
            Outcome::Satisfiable if found.is_empty() => return satisfiable(&mut context, query),
            Outcome::Satisfiable => {
                return Err(wrong("the parts have a model".into()));
            }
            Outcome::Stopped(stop) => reason = stop.to_string(),
            Outcome::Failed(what) => reason = what,
        }
    }
    finish(&mut context, query, abstraction, found, reason)
}

fn wrong(reason: String) -> SolverError {
    SolverError::WrongInterpolant { solver: "adumbra".into(), reason }
}

/// The sequences of the three systems, or of as many as are wanted.
fn read(
    context: &mut Context<'_>,
    problem: &Problem,
    refutation: &Refutation,
    wanted: usize,
) -> Result<Vec<Sequence>, StopReason> {
    let mut found: Vec<Sequence> = Vec::new();
    let mut last = None;
    for system in System::ALL.into_iter().take(wanted.max(2)) {
        let mut aig = Aig::new();
        let mut interpolants = Vec::with_capacity(problem.cuts());
        let nodes = context.settings.interpolation.nodes as usize;
        let read: Result<(), StopReason> = (0..problem.cuts()).try_for_each(|cut| {
            let edge = interpolant(refutation, system, cut as u32, &mut aig, nodes, context.limits)?;
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
fn satisfiable(context: &mut Context<'_>, query: &Query) -> Result<Interpolation, SolverError> {
    let conjuncts: Vec<Term> = query.parts.iter().flatten().copied().collect();
    match arrays::decide(context.terms, &conjuncts, context.limits, context.settings) {
        arrays::Decision::Satisfiable(model) => Ok(Interpolation::Satisfiable(model)),
        arrays::Decision::Unsatisfiable => Err(SolverError::WrongModel { solver: "adumbra".into() }),
        arrays::Decision::Unknown(reason) => Ok(Interpolation::None(reason)),
    }
}

/// Brings the answers back to the terms of the query, orders them, and checks them if the query says so.
fn finish(
    context: &mut Context<'_>,
    query: &Query,
    abstraction: Option<Abstraction>,
    mut found: Vec<Sequence>,
    reason: String,
) -> Result<Interpolation, SolverError> {
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
    if query.check {
        for sequence in &found {
            let finding = definition::check(
                context.terms,
                &query.parts,
                &sequence.interpolants,
                context.limits,
                context.settings,
            );
            match finding {
                Finding::Holds => {}
                Finding::Fails(flaw) => return Err(wrong(format!("{}: {flaw}", sequence.source))),
                Finding::Unknown(reason) => return Ok(Interpolation::None(format!("not checked: {reason}"))),
            }
        }
    }
    Ok(if found.is_empty() { Interpolation::None(reason) } else { Interpolation::Found(found) })
}
