//! Forgetting learned clauses, and the order of clauses.
//!
//! When there are more learned clauses than the limit, which grows from restart to restart, half of
//! them go: those of least activity, the longest, or the last in the order of learned clauses. The
//! order of clauses is that in which propagation meets them; they are put in order when the watches
//! are built anew.

use super::scores::{Function, function, ordered};
use crate::Sat;
use crate::clause::ClauseRef;

/// Learned clauses that are added before clauses go again, at least.
const BETWEEN: usize = 16;

/// Clauses that are sorted without a look at the limits: well below a millisecond.
const SORTED_AT_ONCE: usize = if cfg!(test) { 2 } else { 1 << 12 };

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
        // Interrupted, nothing is forgotten.
        let count = if self.worst_first(&mut candidates) { candidates.len() / 2 } else { 0 };
        for &clause in &candidates[..count] {
            self.arena.mark_garbage(clause);
        }
        self.stats.reduced += count as u64;
        self.collect();
        let left = self.redundant.len();
        if let Some(spear) = &mut self.spear
            && self.stop.is_none()
        {
            spear.least_learned = left + left / 8 + BETWEEN;
        }
    }

    /// Orders learned clauses so that those to be forgotten come first; false if a limit was
    /// reached.
    fn worst_first(&mut self, clauses: &mut [ClauseRef]) -> bool {
        match self.opts.sp_clause_del_heur {
            0 => self.sort_by(clauses, |sat, clause| (ordered(sat.arena.activity(clause)), 0)),
            1 => self.sort_by(clauses, |sat, clause| (-(sat.arena.len(clause) as i64), 0)),
            _ => {
                let done = self.sort_learned(clauses);
                clauses.reverse();
                done
            }
        }
    }

    fn sort_learned(&mut self, clauses: &mut [ClauseRef]) -> bool {
        let by = function(self.opts.sp_learned_clause_sort_heur);
        let done = self.sort_clauses(clauses, by);
        if done && by == Function::Conflicts && self.opts.sp_clause_inversion {
            clauses.reverse();
        }
        done
    }

    /// Orders clauses by score, the highest first; false if a limit was reached.
    fn sort_clauses(&mut self, clauses: &mut [ClauseRef], by: Function) -> bool {
        self.sort_by(clauses, |sat, clause| {
            let Self { spear: Some(spear), arena, random, .. } = sat else { return (0, 0) };
            let (activity, score) = spear.counts.of_clause(by, arena, clause, random);
            // The complement turns the order round.
            (!ordered(activity), !ordered(score))
        })
    }

    /// Orders clauses by a key, the lowest first, ties as they were. Looks at the limits on the
    /// way: false if one was reached, and then nothing is moved. Halves are told apart before they
    /// are sorted, so that no step takes longer than one pass.
    fn sort_by(&mut self, clauses: &mut [ClauseRef], mut key: impl FnMut(&mut Self, ClauseRef) -> (i64, i64)) -> bool {
        let mut keyed = Vec::with_capacity(clauses.len());
        for (index, &clause) in clauses.iter().enumerate() {
            if self.pause(index) {
                return false;
            }
            keyed.push((key(self, clause), index, clause));
        }
        let mut parts = vec![&mut keyed[..]];
        while let Some(part) = parts.pop() {
            self.poll_now();
            if self.stop.is_some() {
                return false;
            }
            if part.len() <= SORTED_AT_ONCE {
                part.sort_unstable_by_key(|&(key, index, _)| (key, index));
            } else {
                let middle = part.len() / 2;
                let (low, _, high) = part.select_nth_unstable_by_key(middle, |&(key, index, _)| (key, index));
                parts.extend([low, high]);
            }
        }
        for (place, (_, _, clause)) in clauses.iter_mut().zip(keyed) {
            *place = clause;
        }
        true
    }

    /// Puts all clauses in order, unless a limit is reached; the watches are to be built anew
    /// afterwards.
    pub(super) fn order_clauses(&mut self) {
        let mut clauses = std::mem::take(&mut self.irredundant);
        let mut done = self.sort_clauses(&mut clauses, function(self.opts.sp_orig_clause_sort_heur));
        self.irredundant = clauses;
        let mut clauses = std::mem::take(&mut self.redundant);
        done &= self.sort_learned(&mut clauses);
        self.redundant = clauses;
        let ordered = self.irredundant.len();
        if let Some(spear) = &mut self.spear
            && done
        {
            spear.ordered = ordered;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{lits, with_options};
    use crate::{Sat, SatOptions, StopReason};
    use adumbra_stop::Stop;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Six learned clauses; by number: sizes 3, 8, 4, 7, 5, 6; activities 9, 1, 8, 2, 3, 7;
    /// conflicts 1, 5, 2, 6, 3, 4.
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
        // Those that take part most go first, as is best for graph colouring, or those that take
        // part least.
        assert_eq!(by(19, true), [3, 4, 5]);
        assert_eq!(by(19, false), [6, 7, 8]);
        assert_eq!(by(17, true), [5, 6, 7]);
    }

    #[test]
    fn a_limit_ends_sorting_and_leaves_the_order() {
        let by_size = SatOptions { sp_clause_del_heur: 1, sp_learned_clause_sort_heur: 14, ..SatOptions::default() };
        let mut sat = learned(by_size);
        let before = sat.redundant.clone();
        sat.limits.stop = Stop::never().when(&Arc::new(AtomicBool::new(true)));
        sat.order_clauses();
        assert_eq!((sat.stop, &sat.redundant), (Some(StopReason::Cancelled), &before));
        sat.forget();
        assert_eq!((sat.stats.reduced, &sat.redundant), (0, &before));
        sat.limits.stop = Stop::never();
        sat.stop = None;
        sat.order_clauses();
        assert_eq!(sat.redundant, [0, 2, 4, 5, 3, 1].map(|index| before[index]));
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
