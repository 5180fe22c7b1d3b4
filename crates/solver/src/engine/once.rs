//! The first query, when nothing says that there will be others: preprocessed and answered by a
//! solver of its own.

use super::renew::Held;
use super::{Embedded, EngineStats, Known, LastQuery, unknown};
use crate::preprocess::{Preprocessed, Preprocessor};
use crate::solver::{Core, Solver, SolverError, Verdict};
use adumbra_sat::Limits;
use adumbra_terms::{Plan, Term, Terms, Value};

impl Embedded {
    /// Is this the first query, without levels, names and assumptions?
    pub(super) fn is_asked_once(&self, assumptions: &[Term]) -> bool {
        let ground = &self.levels[0];
        self.options.engine.preprocess
            && self.history.queries == 0
            && !self.history.traced
            && !self.history.inner
            && self.levels.len() == 1
            && assumptions.is_empty()
            && ground.encoded == 0
            && ground.assertions.iter().all(|assertion| assertion.tracked.is_none())
    }

    pub(super) fn check_once(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Verdict, SolverError> {
        self.history.queries += 1;
        self.last = LastQuery::default();
        let given: Vec<Term> = self.levels[0].assertions.iter().map(|assertion| assertion.term).collect();
        let mut lowered = Vec::with_capacity(given.len());
        for term in &given {
            match self.lowering.lower(terms, &mut self.simplifier, *term) {
                Ok(term) => lowered.push(term),
                Err(what) => return Ok(unknown(what.into())),
            }
        }
        let Preprocessed { assertions, reconstruction } = Preprocessor::new().run(terms, &lowered);
        let mut inner = Embedded::over(self.options.clone(), self.encoder.gates.sat.fresh());
        inner.history.inner = true;
        for assertion in assertions {
            inner.assert(terms, assertion)?;
        }
        let verdict = inner.check(terms, &[], limits)?;
        let EngineStats { variables, clauses, gates, sat, .. } = inner.stats();
        self.history.stats = self.history.stats.plus(&sat);
        self.history.gates += gates;
        self.history.once = Held { variables, clauses };
        self.lemmas += inner.lemmas;
        match &verdict {
            Verdict::Sat => {
                let Known::Sat(mut model) = inner.known else { return Ok(verdict) };
                reconstruction.extend(terms, &mut model);
                self.lowering.raise_model(terms, &mut model);
                let mut plan = Plan::new(terms, &given);
                plan.run(&model);
                if !(0..given.len()).all(|root| *plan.value(root) == Value::Bool(true)) {
                    return Err(SolverError::WrongModel { solver: self.name().to_owned() });
                }
                self.known = Known::Sat(model);
            }
            Verdict::Unsat => self.known = Known::Unsat(Core::default()),
            Verdict::Unknown(_) => {}
        }
        Ok(verdict)
    }
}
