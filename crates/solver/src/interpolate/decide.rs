//! Whether some formulas have a model: asked of a fresh solver, after their definitions were worked in.

use super::Settings;
use super::local::Local;
use crate::engine::Embedded;
use crate::sat::Limits;
use crate::solver::{Solver, SolverError, Verdict};
use adumbra_terms::{Model, Simplifier, Term, Terms, evaluate};

/// The answer to a question about terms of all sorts.
pub(super) enum Decision {
    /// There is a model, checked by the evaluator.
    Satisfiable(Model),
    /// There is none.
    Unsatisfiable,
    /// It is not known, and why.
    Unknown(String),
}

/// Whether some conjuncts have a model.
pub(super) fn decide(
    terms: &mut Terms,
    conjuncts: &[Term],
    limits: &Limits,
    settings: &Settings,
) -> Result<Decision, SolverError> {
    let local = Local::new(terms, &mut Simplifier::new(), conjuncts);
    let mut solver = Embedded::new(settings.sat.clone());
    for fact in &local.facts {
        solver.assert(terms, *fact)?;
    }
    Ok(match solver.check(terms, &[], limits)? {
        Verdict::Unsat => Decision::Unsatisfiable,
        Verdict::Unknown(why) => Decision::Unknown(why.to_string()),
        Verdict::Sat => {
            let mut model = solver.model().cloned().unwrap_or_default();
            local.complete(terms, &mut model);
            if !conjuncts.iter().all(|term| evaluate(terms, &model, *term).as_bool() == Some(true)) {
                return Err(SolverError::WrongModel { solver: solver.name().to_owned() });
            }
            Decision::Satisfiable(model)
        }
    })
}
