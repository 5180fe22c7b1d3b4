//! One question to a fresh solver, as interpolation asks it.

use super::Embedded;
use crate::options::Options;
use crate::solver::{Solver, SolverError, Verdict};
use adumbra_interpolate::{Decision, Fault, Settings};
use adumbra_sat::{Limits, SatOptions};
use adumbra_terms::{Term, Terms};

impl Options {
    /// What interpolation works with.
    pub fn settings(&self) -> Settings {
        Settings { sat: self.sat.clone(), interpolation: self.interpolation.clone(), decide }
    }
}

/// Whether all of some truth values can hold.
pub fn decide(terms: &mut Terms, facts: &[Term], limits: &Limits, sat: &SatOptions) -> Result<Decision, Fault> {
    answer(terms, facts, limits, sat).map_err(|error| match error {
        SolverError::WrongInterpolant { reason, .. } => Fault::WrongInterpolant(reason),
        // There is no process here that could break: all else is a model that is none.
        SolverError::WrongModel { .. } | SolverError::Broken { .. } => Fault::WrongModel,
    })
}

fn answer(terms: &mut Terms, facts: &[Term], limits: &Limits, sat: &SatOptions) -> Result<Decision, SolverError> {
    let mut solver = Embedded::new(sat.clone());
    for fact in facts {
        solver.assert(terms, *fact)?;
    }
    Ok(match solver.check(terms, &[], limits)? {
        Verdict::Unsat => Decision::Unsatisfiable,
        Verdict::Unknown(why) => Decision::Unknown(why.to_string()),
        Verdict::Sat => Decision::Satisfiable(solver.model().cloned().unwrap_or_default()),
    })
}
