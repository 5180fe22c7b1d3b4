//! The phase of a decision: seven selectors.

use crate::Sat;
use crate::lit::{Lit, Var};

/// How the phase of a decision is chosen, by the number of `sp-phase-dec-heur`.
///
/// Number 2 is the one at random, since there the share of random phases has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selector {
    False,
    True,
    Random,
    /// What more clauses have.
    Majority,
    /// What fewer clauses have.
    Minority,
    /// What makes the literal false that fewer clauses watch, so that fewer are visited.
    LeastWork,
    /// As the variable was assigned last.
    Saved,
}

const SELECTORS: [Selector; 7] = [
    Selector::False,
    Selector::True,
    Selector::Random,
    Selector::Majority,
    Selector::Minority,
    Selector::LeastWork,
    Selector::Saved,
];

fn selector(number: i64) -> Selector {
    usize::try_from(number).ok().and_then(|number| SELECTORS.get(number)).copied().unwrap_or(Selector::False)
}

impl Sat {
    fn selector(&self) -> Selector {
        selector(self.opts.sp_phase_dec_heur)
    }

    /// Whether the phases need the clauses counted.
    pub(super) fn phase_counts(&self) -> bool {
        matches!(self.selector(), Selector::Majority | Selector::Minority)
    }

    /// Whether the phases follow the last assignment.
    pub(crate) fn follows_assignment(&self) -> bool {
        self.selector() == Selector::Saved
    }

    /// The literal to decide for a variable.
    pub(crate) fn selected_phase(&mut self, var: Var) -> Lit {
        let selector = self.selector();
        let Some(spear) = &self.spear else { return var.negative() };
        if selector == Selector::Random || self.random.chance(spear.phase_share) {
            return var.literal(self.random.next() & 1 != 0);
        }
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| spear.counts.occurrences(lit));
        let watched = |lit: Lit| self.watches[lit.index()].len();
        var.literal(match selector {
            Selector::False | Selector::Random => false,
            Selector::True => true,
            Selector::Majority => positive > negative,
            Selector::Minority => positive < negative,
            Selector::LeastWork => watched(var.positive()) > watched(var.negative()),
            Selector::Saved => self.phases.saved[var.index()] > 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SatOptions;
    use crate::spear::scores::Count;
    use crate::spear::scores::{FUNCTIONS, Function};
    use crate::testing::{lits, with_options};

    /// Variable 1 is in three clauses positively, of which it watches none, and in one negatively,
    /// which it watches.
    fn phase(number: i64) -> Lit {
        let options = SatOptions {
            search_style: "spear",
            sp_phase_dec_heur: number,
            sp_rand_phase_dec_freq: 0.0,
            ..SatOptions::default()
        };
        let mut sat = with_options(options, 7, &[]);
        for clause in [&[2i64, 3, 1] as &[i64], &[3, 4, 1], &[5, 6, 1], &[-1, 2]] {
            sat.new_clause(&lits(clause), false, 0, 0);
        }
        sat.count_clauses();
        sat.phases.saving = sat.follows_assignment();
        sat.decide_lit(lits(&[1])[0]);
        sat.backtrack(0);
        sat.selected_phase(Var::new(0))
    }

    #[test]
    fn each_selector_chooses() {
        let [yes, no] = [lits(&[1])[0], lits(&[-1])[0]];
        assert_eq!(phase(0), no);
        assert_eq!(phase(1), yes);
        assert_eq!(phase(3), yes);
        assert_eq!(phase(4), no);
        // Making it false leaves the clause that watches its negation alone.
        assert_eq!(phase(5), no);
        assert_eq!(phase(6), yes);
    }

    #[test]
    fn random_phases_take_both_values() {
        let options = SatOptions { search_style: "spear", sp_phase_dec_heur: 2, ..SatOptions::default() };
        let mut sat = with_options(options, 1, &[]);
        let positive = (0..200).filter(|_| !sat.selected_phase(Var::new(0)).is_negative()).count();
        assert!((60..140).contains(&positive), "{positive}");
    }

    #[test]
    fn sum_and_product_are_in_the_table() {
        assert_eq!(FUNCTIONS[1], Function::Activity(Some(Count::Sum)));
        assert_eq!(FUNCTIONS[2], Function::Activity(Some(Count::Product)));
    }
}
