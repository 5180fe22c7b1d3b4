//! Probing: a literal whose assumption leads to a conflict is false.
//!
//! Only roots of the binary implication graph are tried; what they imply is tried with them.
//!
//! Failed literals: J. W. Freeman, "Improvements to Propositional Satisfiability Search
//! Algorithms", PhD thesis, University of Pennsylvania 1995. As simplification: I. Lynce and J.
//! Marques-Silva, "Probing-Based Preprocessing Techniques for Propositional Satisfiability", ICTAI
//! 2003.

use super::Sat;
use super::lit::{Lit, Var};
use super::watch::Watch;

impl Sat {
    pub(super) fn probe(&mut self, effort: u64) {
        let limit = self.stats.ticks + effort;
        let roots = self.probe_roots();
        for _ in 0..roots.len() {
            if self.stats.ticks >= limit || self.unsat || self.poll() {
                break;
            }
            self.schedule.probe_next += 1;
            let lit = roots[self.schedule.probe_next % roots.len()];
            if self.val(lit) == 0 {
                self.probe_literal(lit);
            }
        }
    }

    fn probe_roots(&mut self) -> Vec<Lit> {
        let mut roots = Vec::new();
        for index in 0..self.vars.len() {
            if self.pause(index) {
                break;
            }
            let binary = |lit: Lit| self.watches[lit.index()].iter().any(|watch: &Watch| watch.is_binary());
            let var = Var::new(index);
            let is_root = |lit: &Lit| self.val(*lit) == 0 && binary(!*lit) && !binary(*lit);
            roots.extend([var.positive(), var.negative()].into_iter().filter(is_root));
        }
        roots
    }

    fn probe_literal(&mut self, lit: Lit) {
        self.decide_lit(lit);
        let conflict = self.propagate();
        let Some(conflict) = conflict else {
            self.backtrack(0);
            return;
        };
        self.stats.failed_literals += 1;
        self.analyze(conflict);
        let id = self.derive_learned(conflict);
        self.analysis.clear();
        self.backtrack(0);
        let unit = self.analysis.learned[0];
        self.assign_unit(unit, id);
        self.propagate_root();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};

    #[test]
    fn a_failed_literal_is_fixed() {
        // 1 implies 2 and 3, which exclude each other.
        let mut sat = formula(4, &[&[-1, 2], &[-1, 3], &[-2, -3, 4], &[-2, -3, -4]]);
        sat.probe(1000);
        assert_eq!(sat.stats.failed_literals, 1);
        assert_eq!(sat.fixed(lits(&[-1])[0]), Some(true));
    }

    #[test]
    fn only_roots_are_probed() {
        let mut sat = formula(3, &[&[-1, 2], &[-2, 3]]);
        assert_eq!(sat.probe_roots(), lits(&[1, -3]));
    }
}
