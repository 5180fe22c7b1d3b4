//! Forgetting learned clauses.
//!
//! Clauses of small glue stay for good; the others stay while they are used. Of the rest, the worse
//! part by glue and size goes.
//!
//! Glue: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers",
//! IJCAI 2009. Tiers of clauses: C. Oh, "Between SAT and UNSAT: The Fundamental Difference in CDCL
//! SAT", SAT 2015.

use super::Sat;
use super::clause::ClauseRef;

impl Sat {
    pub(super) fn reducing(&self) -> bool {
        self.opts.reduce && self.stats.conflicts >= self.schedule.reduce_at
    }

    pub(super) fn reduce(&mut self) {
        self.stats.reductions += 1;
        self.mark_satisfied();
        self.protect_reasons(true);
        let mut candidates = self.reduce_candidates();
        self.protect_reasons(false);
        candidates.sort_by_cached_key(|&clause| std::cmp::Reverse((self.arena.glue(clause), self.arena.len(clause))));
        let count = (candidates.len() as f64 * self.opts.reduce_fraction) as usize;
        for &clause in &candidates[..count] {
            self.arena.mark_garbage(clause);
        }
        self.stats.reduced += count as u64;
        self.collect();
        self.schedule.reduce_at = self.stats.conflicts + self.opts.reduce_interval as u64 * (self.stats.reductions + 1);
    }

    fn reduce_candidates(&mut self) -> Vec<ClauseRef> {
        let tier1 = self.opts.tier1_glue as u32;
        let arena = &mut self.arena;
        let mut candidates = Vec::new();
        for &clause in &self.redundant {
            if arena.is_garbage(clause) || arena.is_reason(clause) {
                continue;
            }
            let used = arena.used(clause);
            if used > 0 {
                arena.set_used(clause, used - 1);
            } else if arena.glue(clause) > tier1 {
                candidates.push(clause);
            }
        }
        candidates
    }

    /// Marks the clauses that are the reason of an assignment.
    pub(super) fn protect_reasons(&mut self, on: bool) {
        for lit in &self.trail {
            let reason = self.vars[lit.var().index()].reason;
            if reason.is_some() {
                self.arena.set_reason(reason, on);
            }
        }
    }

    /// Marks the clauses satisfied for good as garbage, if there are new literals to satisfy them.
    pub(super) fn mark_satisfied(&mut self) {
        let fixed = self.control.first().map_or(self.trail.len(), |level| level.start as usize);
        if fixed == self.schedule.satisfied_checked {
            return;
        }
        self.schedule.satisfied_checked = fixed;
        let count = self.irredundant.len() + self.redundant.len();
        for index in 0..count {
            if self.pause(index) {
                self.schedule.satisfied_checked = 0;
                return;
            }
            let Self { arena, irredundant, redundant, values, vars, .. } = self;
            let clause = irredundant.get(index).copied().unwrap_or_else(|| redundant[index - irredundant.len()]);
            if !arena.is_garbage(clause)
                && arena.lits(clause).any(|lit| values[lit.index()] > 0 && vars[lit.var().index()].level == 0)
            {
                arena.mark_garbage(clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};

    #[test]
    fn the_worst_unused_clauses_go() {
        let mut sat = formula(9, &[&[1, 2, 3]]);
        for (glue, used) in [(2, 0), (5, 2), (9, 1), (7, 0), (8, 0), (9, 0), (9, 0)] {
            let clause = sat.new_clause(&lits(&[4, 5, 6, 7]), true, glue, 0);
            sat.arena.set_used(clause, used);
        }
        sat.reduce();
        let mut left: Vec<u32> = sat.redundant.iter().map(|&clause| sat.arena.glue(clause)).collect();
        left.sort_unstable();
        assert_eq!(left, [2, 5, 7, 9]);
    }

    #[test]
    fn reasons_and_satisfied_clauses() {
        let mut sat = formula(9, &[&[1, 2, 3], &[4, 5, 6]]);
        sat.new_clause(&lits(&[-7, -8, 9]), true, 9, 0);
        sat.add_clause(&lits(&[1]));
        sat.propagate_root();
        for number in [7, 8] {
            sat.decide_lit(lits(&[number])[0]);
            assert_eq!(sat.propagate(), None);
        }
        sat.opts.reduce_fraction = 1.0;
        sat.reduce();
        assert_eq!(sat.redundant.len(), 1);
        assert_eq!(sat.irredundant.len(), 1);
        let reason = sat.vars[8].reason;
        assert!(sat.arena.lits(reason).any(|lit| lit == lits(&[9])[0]));
    }
}
