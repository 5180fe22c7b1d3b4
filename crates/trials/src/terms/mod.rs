//! Random formulas: our solver against Z3, cvc5 and Bitwuzla, from the text to the answer.
//!
//! Every model of ours is evaluated on the terms as read, every `unsat` has a checked proof, every
//! core is asked again, of us and of the others. Answers of the session that runs scripts must be
//! those of the solver.

mod floats;
mod formula;
mod generate;
mod ours;
mod shrink;

pub use formula::{Dialect, Formula, Head, Item, Node, Query, Sort, Step, Symbol};
pub use generate::{LOGICS, Logic, formula};
use ours::translate;
pub use ours::{Given, answers, session_answers};

use crate::random::Rng;
use crate::rival::{Said, SmtRival, Talk};
use crate::run::{Counts, Plan, Summary, TrialError, Wrong, run};
use adumbra_sat::Limits;
use adumbra_solver::options::Options;
use adumbra_solver::process::ProcessSolver;
use adumbra_solver::solver::{Solver, SolverError};
use adumbra_stop::Stop;
use std::time::{Duration, Instant};

/// The processes that a thread talks to.
pub struct Rivals {
    talks: Vec<Talk>,
}

impl Rivals {
    /// Starts them, with so many milliseconds a query; Bitwuzla if a Python is given that has its
    /// package.
    pub fn start(python: Option<&str>, patience: u64) -> Result<Rivals, TrialError> {
        Ok(Rivals { talks: SmtRival::all(python, patience).into_iter().map(Talk::start).collect::<Result<_, _>>()? })
    }

    /// What is wrong with our answers to a formula, if anything; other solvers are asked if they
    /// should.
    pub fn judge(
        &mut self,
        formula: &Formula,
        options: &Options,
        ask: bool,
        counts: &mut Counts,
    ) -> Result<Option<String>, TrialError> {
        let given = match guarded(|| answers(formula, options)) {
            Ok(given) => given,
            Err(what) => return Ok(Some(what)),
        };
        match guarded(|| session_answers(formula, options)) {
            Err(what) => return Ok(Some(what)),
            Ok(said) => {
                for (session, ours) in said.iter().zip(&given) {
                    if *session != Said::Unknown && ours.said != Said::Unknown && *session != ours.said {
                        return Ok(Some(format!("the session says {session}, the solver {}", ours.said)));
                    }
                }
            }
        }
        // The queries, and what of them each core names.
        let mut queries: Vec<(Vec<usize>, Said)> = Vec::new();
        for (query, ours) in formula.queries().iter().zip(&given) {
            counts.add(&format!("answers {}", ours.said));
            queries.push((query.all(), ours.said));
            if let Some(core) = &ours.core
                && core.len() < query.all().len()
            {
                counts.add("cores asked again");
                queries.push((core.clone(), Said::Unsat));
                let alone = Formula {
                    steps: core.iter().map(|node| Step::Assert(*node, false)).chain([Step::Check(vec![])]).collect(),
                    ..formula.clone()
                };
                match guarded(|| answers(&alone, &Options::default())) {
                    Ok(again) if again[0].said == Said::Sat => {
                        return Ok(Some("a core that is satisfiable, we say ourselves".into()));
                    }
                    Ok(_) => {}
                    Err(what) => return Ok(Some(format!("a core asked again: {what}"))),
                }
            }
        }
        let questions: Vec<Vec<usize>> = queries.iter().map(|(nodes, _)| nodes.clone()).collect();
        for talk in self.talks.iter_mut().filter(|_| ask) {
            if formula.has_variable_const_array() && !talk.rival.variable_const_arrays {
                counts.add(&format!("not for {}", talk.rival.name));
                continue;
            }
            let theirs = talk.ask(&formula.questions(&questions), questions.len())?;
            for ((nodes, ours), theirs) in queries.iter().zip(theirs) {
                match (*ours, theirs) {
                    (_, Said::Unknown) => counts.add(&format!("{} gave up", talk.rival.name)),
                    (Said::Unknown, _) => {}
                    (ours, theirs) if ours == theirs => counts.add(&format!("{} agrees", talk.rival.name)),
                    (Said::Unsat, Said::Sat) if has_no_model(formula, nodes, &talk.rival) => {
                        counts.add(&format!("{} said sat, with a model that is none", talk.rival.name));
                    }
                    (ours, theirs) => {
                        return Ok(Some(format!("ours says {ours}, {} says {theirs}", talk.rival.name)));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A solver that says `sat` can be asked for its model: is it one that the evaluator finds false?
/// Then that solver is wrong, and it is no matter of one word against another.
fn has_no_model(formula: &Formula, nodes: &[usize], rival: &SmtRival) -> bool {
    let Ok(mut translated) = translate(formula) else { return false };
    let mut solver = ProcessSolver::new(rival.command.clone());
    for node in nodes {
        let Some(term) = translated.roots.get(node) else { return false };
        if solver.assert(&mut translated.terms, *term).is_err() {
            return false;
        }
    }
    let limits = Limits::until(Stop::never().by(Instant::now() + PATIENCE));
    matches!(solver.check(&mut translated.terms, &[], &limits), Err(SolverError::WrongModel { .. }))
}

/// How long a solver may take for a model.
const PATIENCE: Duration = Duration::from_secs(5);

/// A panic is an answer that is wrong, not the end of the trials.
fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        Err(format!("a panic: {}", text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("without a message")))
    })
}

/// The formula and options of a trial, with the name of the logic.
pub fn trial(seed: u64, trial: u64) -> (&'static str, Formula, Options) {
    let rng = &mut Rng::new(seed, trial);
    let logic = *rng.pick(LOGICS);
    let incremental = rng.one_in(4);
    let formula = formula(rng, logic, incremental);
    let options = if rng.one_in(3) { rng.options() } else { Options::default() };
    (logic.name, formula, options)
}

/// Runs trials, in which others have so many milliseconds a query, with Bitwuzla if a Python is
/// given that has its package.
pub fn trials(plan: &Plan, python: Option<&str>, patience: u64) -> Result<Summary, TrialError> {
    run(
        plan,
        || Rivals::start(python, patience),
        |rivals, number, counts| {
            let (logic, formula, options) = trial(plan.seed, number);
            counts.add(logic);
            let Some(what) = rivals.judge(&formula, &options, plan.asks_rivals(number), counts)? else {
                return Ok(None);
            };
            let (formula, what) = shrink::shrink(rivals, formula, &options, what)?;
            let text = describe(&formula, &options, &what);
            Ok(Some(Wrong { trial: number, what, extension: "smt2", text }))
        },
    )
}

fn describe(formula: &Formula, options: &Options, what: &str) -> String {
    let mut text = format!("; {what}\n");
    for setting in options.changes().lines() {
        text += &format!("; option {setting}\n");
    }
    text + &formula.script()
}
