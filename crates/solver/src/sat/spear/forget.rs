//! Forgetting learned clauses, and the order of clauses.
//!
//! When there are more learned clauses than the limit, which grows from restart to restart, half of them go: those of least activity, the longest,
//! or the last in the order of learned clauses. The order of clauses is that in which propagation meets them; they are put in order when the
//! watches are built anew.

use super::scores::{Function, function, ordered};
use crate::sat::Sat;
use crate::sat::clause::ClauseRef;

/// Learned clauses that are added before clauses go again, at least.
const BETWEEN: usize = 16;

impl Sat {
    pub(super) fn has_too_many_learned(&self) -> bool {
        let Some(spear) = &self.spear else { return false };
        let learned = self.redundant.len();
        learned >= spear.least_learned && learned as f64 > spear.most_learned + self.trail.len() as f64
    }

    /// Forgets half of the learned clauses that may go.
    pub(super) fn forget(&mut self) {
        self.stats.reductions += 1;
        self.mark_satisfied();
        self.protect_reasons(true);
        let mut candidates: Vec<ClauseRef> = self.redundant.clone();
        let arena = &self.arena;
        candidates.retain(|&c| !arena.is_garbage(c) && !arena.is_reason(c) && arena.len(c) > 2);
        self.protect_reasons(false);
        self.worst_first(&mut candidates);
        let count = candidates.len() / 2;
        for &clause in &candidates[..count] {
            self.arena.mark_garbage(clause);
        }
        self.stats.reduced += count as u64;
        self.collect();
        let left = self.redundant.len();
        if let Some(spear) = &mut self.spear {
            spear.least_learned = left + left / 8 + BETWEEN;
        }
    }

    /// Orders learned clauses so that those to be forgotten come first.
    fn worst_first(&mut self, clauses: &mut [ClauseRef]) {
        let arena = &self.arena;
        match self.opts.sp_clause_del_heur {
            0 => clauses.sort_by_cached_key(|&clause| ordered(arena.activity(clause))),
            1 => clauses.sort_by_cached_key(|&clause| std::cmp::Reverse(arena.len(clause))),
            _ => {
                self.sort_learned(clauses);
                clauses.reverse();
            }
        }
    }

    fn sort_learned(&mut self, clauses: &mut [ClauseRef]) {
        let by = function(self.opts.sp_learned_clause_sort_heur);
        self.sort_clauses(clauses, by);
        if by == Function::Conflicts && self.opts.sp_clause_inversion {
            clauses.reverse();
        }
    }

    /// Orders clauses by score, the highest first.
    fn sort_clauses(&mut self, clauses: &mut [ClauseRef], by: Function) {
        let Self { spear: Some(spear), arena, random, .. } = self else { return };
        clauses.sort_by_cached_key(|&clause| {
            let (activity, score) = spear.counts.of_clause(by, arena, clause, random);
            std::cmp::Reverse((ordered(activity), ordered(score)))
        });
    }

    /// Puts all clauses in order; the watches are to be built anew afterwards.
    pub(super) fn order_clauses(&mut self) {
        let mut clauses = std::mem::take(&mut self.irredundant);
        self.sort_clauses(&mut clauses, function(self.opts.sp_orig_clause_sort_heur));
        self.irredundant = clauses;
        let mut clauses = std::mem::take(&mut self.redundant);
        self.sort_learned(&mut clauses);
        self.redundant = clauses;
        let ordered = self.irredundant.len();
        if let Some(spear) = &mut self.spear {
            spear.ordered = ordered;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sat::testing::{lits, with_options};
    use crate::sat::{Sat, SatOptions};

    /// Six learned clauses; by number: sizes 3, 8, 4, 7, 5, 6; activities 9, 1, 8, 2, 3, 7; conflicts 1, 5, 2, 6, 3, 4.
    fn learned(options: SatOptions) -> Sat {
        let mut sat = with_options(SatOptions { search_style: "spear", ..options }, 20, &[&[1, 2]]);
        let sizes = [3, 8, 4, 7, 5, 6];
        for (size, (activity, conflicts)) in
            sizes.into_iter().zip([(9.0, 1), (1.0, 5), (8.0, 2), (2.0, 6), (3.0, 3), (7.0, 4)])
        {
            let numbers: Vec<i64> = (3..3 + size).collect();
            let clause = sat.new_clause(&lits(&numbers), true, 0, 0);
            sat.arena.set_activity(clause, activity);
            (0..conflicts).for_each(|_| sat.arena.count_conflict(clause));
        }
        sat
    }

    fn left(options: SatOptions) -> Vec<usize> {
        let mut sat = learned(options);
        sat.forget();
        let mut sizes: Vec<usize> = sat.redundant.iter().map(|&clause| sat.arena.len(clause)).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn the_least_active_go() {
        assert_eq!(left(SatOptions { sp_clause_del_heur: 0, ..SatOptions::default() }), [3, 4, 6]);
    }

    #[test]
    fn the_longest_go() {
        assert_eq!(left(SatOptions { sp_clause_del_heur: 1, ..SatOptions::default() }), [3, 4, 5]);
    }

    #[test]
    fn the_last_in_order_go() {
        let by = |sp_learned_clause_sort_heur, sp_clause_inversion| {
            let sp_clause_del_heur = 2;
            left(SatOptions {
                sp_clause_del_heur,
                sp_learned_clause_sort_heur,
                sp_clause_inversion,
                ..SatOptions::default()
            })
        };
        assert_eq!(by(0, true), [3, 4, 6]);
        assert_eq!(by(15, true), [6, 7, 8]);
        // Those that take part most go first, as is best for graph colouring, or those that take part least.
        assert_eq!(by(19, true), [3, 4, 5]);
        assert_eq!(by(19, false), [6, 7, 8]);
        assert_eq!(by(17, true), [5, 6, 7]);
    }

    #[test]
    fn clauses_are_met_in_their_order() {
        let options = SatOptions {
            search_style: "spear",
            sp_orig_clause_sort_heur: 15,
            sp_learned_clause_sort_heur: 14,
            ..SatOptions::default()
        };
        let mut sat = with_options(options, 9, &[&[1, 2, 3], &[1, 2, 3, 4], &[1, 2, 3, 4, 5]]);
        for numbers in [&[1i64, 2, 6, 7] as &[i64], &[1, 2, 8]] {
            sat.new_clause(&lits(numbers), true, 0, 0);
        }
        sat.order_clauses();
        sat.rebuild_watches();
        let met: Vec<usize> = sat.watches[lits(&[1])[0].index()].iter().map(|w| sat.arena.len(w.clause())).collect();
        assert_eq!(met, [5, 4, 3, 3, 4]);
    }
}
