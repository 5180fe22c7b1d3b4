//! Queries about floating-point numbers that intervals answer.

use super::{Embedded, Known, LastQuery};
use crate::solver::{Core, Tracked, Verdict};
use adumbra_encode::float::boxes::{Boxed, Boxes};
use adumbra_sat::Limits;
use adumbra_terms::{Term, Terms};

/// Looks at nodes of formulas that one search may take, and the fewest after searches that came to
/// nothing.
pub(super) const MOST_LOOKS: u64 = 4_000_000;
const LEAST_LOOKS: u64 = 100_000;

impl Embedded {
    /// Tries a query by boxes. A proof cannot be made of that.
    pub(super) fn check_by_boxes(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Option<Verdict> {
        self.by_boxes = false;
        if !self.options.engine.boxes || self.history.traced || self.history.inner {
            return None;
        }
        let assertions = self.levels.iter().flat_map(|level| &level.assertions);
        let formulas: Vec<Term> =
            assertions.map(|assertion| assertion.term).chain(assumptions.iter().copied()).collect();
        let mut boxes = Boxes::new(terms, &formulas)?;
        match boxes.decide(terms, &formulas, self.looks, limits) {
            Boxed::Open => {
                self.looks = (self.looks / 2).max(LEAST_LOOKS);
                None
            }
            Boxed::Empty => {
                self.looks = MOST_LOOKS;
                self.by_boxes = true;
                self.last = LastQuery::default();
                let assertions = self.levels.iter().flat_map(|level| &level.assertions);
                let assertions: Vec<Tracked> = assertions.filter_map(|a| a.tracked.map(|(name, _)| name)).collect();
                let assumptions = (0..assumptions.len()).filter(|i| !assumptions[..*i].contains(&assumptions[*i]));
                self.known = Known::Unsat(Core { assertions, assumptions: assumptions.collect() });
                Some(Verdict::Unsat)
            }
            Boxed::Model(model) => {
                self.looks = MOST_LOOKS;
                self.known = Known::Sat(model);
                Some(Verdict::Sat)
            }
        }
    }
}
