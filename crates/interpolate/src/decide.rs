//! Whether some formulas have a model: asked of a fresh solver, after their definitions were worked
//! in.
//!
//! Which solver that is says whoever asks for interpolants ([`Settings::decide`]), so that nothing
//! here knows the solver that interpolation is a part of.

use super::Settings;
use super::local::Local;
use adumbra_sat::{Limits, SatOptions};
use adumbra_terms::{Model, Simplifier, Term, Terms, evaluate};

/// The answer to a question about terms of all sorts.
#[derive(Debug, Clone)]
pub enum Decision {
    /// There is a model.
    Satisfiable(Model),
    /// There is none.
    Unsatisfiable,
    /// It is not known, and why.
    Unknown(String),
}

/// Whether all of some truth values can hold: the question to a solver of all sorts of terms that
/// knows nothing yet.
pub type Decide = fn(&mut Terms, &[Term], &Limits, &SatOptions) -> Result<Decision, Fault>;

/// What broke: an answer is wrong, which is never the fault of who asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The model does not satisfy the formulas.
    #[error("adumbra gave a model under which an assertion is false")]
    WrongModel,
    /// An interpolant does not satisfy its definition.
    #[error("adumbra gave a formula that is no interpolant: {0}")]
    WrongInterpolant(String),
}

/// Whether some conjuncts have a model, which is then checked by the evaluator.
pub(super) fn decide(
    terms: &mut Terms,
    conjuncts: &[Term],
    limits: &Limits,
    settings: &Settings,
) -> Result<Decision, Fault> {
    let local = Local::new(terms, &mut Simplifier::new(), conjuncts);
    let mut decision = (settings.decide)(terms, &local.facts, limits, &settings.sat)?;
    if let Decision::Satisfiable(model) = &mut decision {
        local.complete(terms, model);
        if !conjuncts.iter().all(|term| evaluate(terms, model, *term).as_bool() == Some(true)) {
            return Err(Fault::WrongModel);
        }
    }
    Ok(decision)
}
