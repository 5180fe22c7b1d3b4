//! What the sources of interpolants share: the options, the limits, and how much questions about
//! candidate facts may take.

use super::decide::Decide;
use super::oracle::{Effort, Oracle};
use adumbra_options::options;
use adumbra_sat::{Limits, SatOptions, StopReason};
use adumbra_terms::{Simplifier, Term, Terms};
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
