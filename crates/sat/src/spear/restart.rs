//! Restarts in a geometric sequence, and what is done at them: heating and cooling, simplification,
//! renewed orders.

use crate::Sat;

/// A pass over all clauses is worth it after so much work per clause.
const WORK_PER_CLAUSE: u64 = 2;

impl Sat {
    /// Prepares a call. Counts and orders are renewed when the formula has grown by half since.
    pub(crate) fn start_spear(&mut self) {
        let clauses = self.irredundant.len();
        let Some(spear) = &mut self.spear else { return };
        // The sequence starts over, but a restart that is due stays due: it also simplifies, and
        // many short calls would never get there.
        spear.restart_interval = self.opts.sp_first_restart as f64;
        spear.restart_at = spear.restart_at.min(self.stats.conflicts + self.opts.sp_first_restart as u64);
        spear.phase_share = self.opts.sp_rand_phase_dec_freq;
        spear.most_learned = spear.most_learned.max(clauses as f64 * self.opts.sp_learned_size_factor);
        self.restarts.random_share = self.opts.sp_rand_var_dec_freq;
        let grown = clauses > spear.ordered + spear.ordered / 2;
        if grown && self.stop.is_none() {
            self.backtrack(0);
            self.count_clauses();
            self.rank_vars();
            self.order_clauses();
            self.rebuild_watches();
        }
    }

    /// Does what is due between decisions; true if there was something.
    pub(crate) fn maintain_spear(&mut self) -> bool {
        let Some(spear) = &self.spear else { return false };
        if self.stats.conflicts >= spear.restart_at && self.level() > self.assumptions.len() {
            self.restart_spear();
        } else if self.has_too_many_learned() {
            self.forget();
        } else {
            return false;
        }
        true
    }

    fn restart_spear(&mut self) {
        self.stats.restarts += 1;
        self.backtrack(self.assumptions.len());
        let opts = &self.opts;
        let cool = |share: f64, factor: f64| (share * factor).clamp(0.0, 1.0);
        self.restarts.random_share = cool(self.restarts.random_share, opts.sp_rand_var_dec_scaling);
        let clauses = (self.irredundant.len() + self.redundant.len()) as u64;
        let Some(spear) = &mut self.spear else { return };
        spear.phase_share = cool(spear.phase_share, opts.sp_rand_phase_scaling);
        spear.restart_interval = (spear.restart_interval * opts.sp_restart_inc).min(1e15);
        spear.restart_at = self.stats.conflicts + spear.restart_interval as u64;
        spear.most_learned = (spear.most_learned * opts.sp_learned_clauses_inc).min(1e15);
        if self.stats.ticks >= spear.renewed + clauses * WORK_PER_CLAUSE {
            self.simplify_spear();
            if self.opts.sp_update_dec_queue {
                self.rank_vars();
            }
        }
        if !self.opts.sp_update_dec_queue
            && let Some(spear) = &mut self.spear
        {
            spear.queue.refresh();
        }
    }

    /// Removes satisfied clauses and false literals, applies the pure literal rule, eliminates
    /// variables, and puts the clauses in order.
    fn simplify_spear(&mut self) {
        self.backtrack(0);
        self.phases.saving = false;
        let chrono = std::mem::replace(&mut self.opts.chrono, false);
        self.propagate_root();
        self.clean();
        self.count_clauses();
        let before = self.stats.eliminated;
        if self.goes_on() {
            self.protect_assumptions(true);
            self.eliminate_spear();
            self.protect_assumptions(false);
            if self.stats.eliminated > before {
                self.count_clauses();
            }
            self.order_clauses();
            self.rebuild_watches();
            if !self.stale {
                self.propagate_root();
            }
            if !self.unsat && !self.stale {
                self.collect();
            }
        }
        self.opts.chrono = chrono;
        self.phases.saving = self.saves_phases();
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::with_options;
    use crate::{Sat, SatOptions, Var};

    fn swv() -> SatOptions {
        SatOptions {
            search_style: "spear",
            sp_use_pure_literal_rule: false,
            sp_res_order_heur: 7,
            sp_res_cutoff_cls: 4,
            sp_res_cutoff_lits: 100,
            sp_max_res_lit_inc: 4.0,
            sp_max_res_runs: 16,
            ..SatOptions::default()
        }
    }

    /// The first variable in clauses of these sizes, positively and negatively; everything else
    /// stays.
    fn clauses(options: SatOptions, with: &[usize], without: &[usize]) -> Sat {
        let mut next = 1;
        let mut of = |sign: i64, sizes: &[usize]| -> Vec<Vec<i64>> {
            let clause = |size: &usize| {
                let others = (1..*size).map(|_| {
                    next += 1;
                    next
                });
                [sign].into_iter().chain(others).collect()
            };
            sizes.iter().map(clause).collect()
        };
        let all = [of(1, with), of(-1, without)].concat();
        let slices: Vec<&[i64]> = all.iter().map(|clause| &clause[..]).collect();
        let mut sat = with_options(options, 600, &slices);
        (1..600).for_each(|index| sat.freeze(Var::new(index)));
        sat
    }

    fn is_eliminated(mut sat: Sat) -> bool {
        sat.eliminate_spear();
        sat.extension.is_eliminated(Var::new(0))
    }

    #[test]
    fn cutoffs_of_elimination_are_respected() {
        assert!(is_eliminated(clauses(swv(), &[3, 3], &[3, 3])));
        // At most four clauses.
        assert!(!is_eliminated(clauses(swv(), &[3, 3], &[3, 3, 3])));
        // Fewer than a hundred literals.
        assert!(is_eliminated(clauses(swv(), &[50, 20], &[20, 9])));
        assert!(!is_eliminated(clauses(swv(), &[50, 20], &[20, 10])));
        // At most so many resolvents for each clause that is replaced.
        let growth = |sp_max_res_lit_inc| SatOptions { sp_max_res_lit_inc, ..swv() };
        assert!(is_eliminated(clauses(growth(1.0), &[3, 3], &[3, 3])));
        assert!(!is_eliminated(clauses(growth(0.5), &[3, 3], &[3, 3])));
        // Not at all.
        assert!(!is_eliminated(clauses(SatOptions { sp_resolution: 0, ..swv() }, &[3, 3], &[3, 3])));
    }

    #[test]
    fn pure_literals_go_whatever_the_cutoffs() {
        let pure = |rule| SatOptions { sp_use_pure_literal_rule: rule, ..swv() };
        assert!(is_eliminated(clauses(pure(true), &[3, 3, 3, 3, 3, 3], &[])));
        assert!(!is_eliminated(clauses(pure(false), &[3, 3, 3, 3, 3, 3], &[])));
    }

    #[test]
    fn runs_are_counted_and_limited() {
        let mut sat = clauses(swv(), &[3, 3], &[3, 3, 3]);
        for _ in 0..40 {
            sat.schedule.eliminable.fill(true);
            sat.eliminate_spear();
        }
        assert_eq!(sat.spear.as_ref().map(|spear| spear.runs), Some(16));
    }
}
