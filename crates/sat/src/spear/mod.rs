//! The search of SPEAR with its 26 parameters, beside the modern one.
//!
//! With `search-style = spear`, decisions, phases, restarts, forgetting and simplification follow
//! the options whose names begin with `sp-`: variables and clauses are ordered by [`scores`],
//! restarts come in a geometric sequence, half of the learned clauses go when there are too many,
//! and between restarts variables are eliminated within fixed cutoffs. Propagation, analysis and
//! everything about proofs, models and assumptions are shared. What the parameters' names leave
//! open is said where it is decided.
//!
//! SPEAR and its parameters: F. Hutter, D. Babić, H. H. Hoos and A. J. Hu, "Boosting Verification
//! by Automatic Tuning of Decision Procedures", FMCAD 2007.

mod forget;
mod phase;
mod queue;
mod restart;
pub(super) mod scores;

use super::Sat;
use super::clause::ClauseRef;
use super::config::SatOptions;
use super::heap::RESCALE;
use super::lit::Var;
use queue::{DecisionQueue, Ranks};
use scores::{Counts, Function, function};

/// The state of this search.
#[derive(Debug)]
pub(super) struct Spear {
    queue: DecisionQueue,
    counts: Counts,
    clause_increment: f64,
    /// Share of random phases, now.
    phase_share: f64,
    restart_at: u64,
    restart_interval: f64,
    /// Learned clauses beyond which half of them go.
    most_learned: f64,
    /// Learned clauses that there must be before clauses go again.
    least_learned: usize,
    /// Runs of elimination that found something to try.
    pub(super) runs: i64,
    /// Work when the clauses were counted and put in order last.
    renewed: u64,
    /// Original clauses at that time.
    ordered: usize,
}

impl Spear {
    pub(super) fn new(opts: &SatOptions) -> Option<Box<Spear>> {
        let spear = || Spear {
            queue: Ranks::queue(function(opts.sp_var_dec_heur), opts.sp_update_dec_queue),
            counts: Counts::default(),
            clause_increment: 1.0,
            phase_share: opts.sp_rand_phase_dec_freq,
            restart_at: u64::MAX,
            restart_interval: 0.0,
            most_learned: 0.0,
            least_learned: 0,
            runs: 0,
            renewed: 0,
            ordered: 0,
        };
        (opts.search_style == "spear").then(|| Box::new(spear()))
    }

    pub(super) fn add_var(&mut self) {
        self.counts.add_var();
        self.queue.add();
    }

    /// Offers a variable for decisions that is no longer assigned or eliminated.
    #[inline]
    pub(super) fn offer(&mut self, var: Var) {
        self.queue.insert(var);
    }

    /// The first variable of the queue that the test accepts.
    pub(super) fn next(&mut self, mut free: impl FnMut(Var) -> bool) -> Option<Var> {
        while let Some(var) = self.queue.top() {
            if free(var) {
                return Some(var);
            }
            self.queue.pop();
        }
        None
    }

    pub(super) fn activity(&self, var: Var) -> f64 {
        self.queue.priority.activity(var)
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }
}

/// The variable is in the learned clause.
const LEARNED: u8 = 1 << 4;

impl Sat {
    /// Says that a variable is a bit of an input word, and which: 0 is the least significant one.
    pub fn set_significance(&mut self, var: Var, bit: u32) {
        if let Some(spear) = &mut self.spear {
            spear.counts.significance[var.index()] = bit;
        }
    }

    /// Raises the variables that took part in a conflict: by 1 those of the learned clause, by
    /// `sp-var-activity-inc` those that were resolved away.
    pub(super) fn bump_ranks(&mut self, seen: &[Var]) {
        let Some(spear) = &mut self.spear else { return };
        for lit in &self.analysis.learned {
            self.analysis.flags[lit.var().index()] |= LEARNED;
        }
        for &var in seen {
            let learned = self.analysis.flags[var.index()] & LEARNED != 0;
            spear.queue.bump(var, if learned { 1.0 } else { self.opts.sp_var_activity_inc });
            let conflicts = &mut spear.counts.conflicts[var.index()];
            *conflicts = conflicts.saturating_add(1);
        }
        spear.queue.priority.decay(self.opts.sp_variable_decay);
        spear.clause_increment *= self.opts.sp_clause_decay;
        if spear.clause_increment > RESCALE {
            self.rescale_clauses();
        }
    }

    /// Raises a clause that takes part in a conflict.
    pub(super) fn bump_clause(&mut self, clause: ClauseRef) {
        self.raise_clause(clause, self.opts.sp_clause_activity_inc);
        self.arena.count_conflict(clause);
    }

    /// Gives a learned clause its first activity.
    pub(super) fn start_clause(&mut self, clause: ClauseRef) {
        self.raise_clause(clause, 1.0);
    }

    fn raise_clause(&mut self, clause: ClauseRef, amount: f64) {
        let Some(spear) = &self.spear else { return };
        let activity = self.arena.activity(clause) + amount * spear.clause_increment;
        self.arena.set_activity(clause, activity);
        if activity > RESCALE {
            self.rescale_clauses();
        }
    }

    fn rescale_clauses(&mut self) {
        for &clause in self.irredundant.iter().chain(&self.redundant) {
            let activity = self.arena.activity(clause);
            self.arena.set_activity(clause, activity / RESCALE);
        }
        if let Some(spear) = &mut self.spear {
            spear.clause_increment /= RESCALE;
        }
    }

    /// Counts the clauses, original and learned ones, if a function or the phase needs it; only
    /// some of them if a limit is reached.
    fn count_clauses(&mut self) {
        let opts = &self.opts;
        let orders = [
            opts.sp_var_dec_heur,
            opts.sp_orig_clause_sort_heur,
            opts.sp_learned_clause_sort_heur,
            opts.sp_res_order_heur,
        ];
        let wanted = orders.into_iter().any(|number| function(number).counts()) || self.phase_counts();
        let Some(spear) = &mut self.spear else { return };
        spear.renewed = self.stats.ticks;
        if !wanted {
            return;
        }
        spear.counts.clear();
        let clauses = self.irredundant.len() + self.redundant.len();
        for index in 0..clauses {
            if self.pause(index) {
                break;
            }
            let learned = index.checked_sub(self.irredundant.len());
            let clause = learned.map_or_else(|| self.irredundant[index], |index| self.redundant[index]);
            if let Some(spear) = &mut self.spear
                && !self.arena.is_garbage(clause)
            {
                spear.counts.add(&self.arena, clause);
            }
        }
        self.stats.ticks += clauses as u64;
    }

    /// Ranks the variables by what was counted last.
    fn rank_vars(&mut self) {
        let by = function(self.opts.sp_var_dec_heur);
        let Some(spear) = &mut self.spear else { return };
        let Spear { queue, counts, .. } = &mut **spear;
        if by == Function::Activity(None) {
            queue.refresh();
        } else {
            queue.rank(|var| counts.of_var(by, var, &mut self.random));
        }
    }
}
