//! Simplification between restarts: when, how much, and in which order.
//!
//! M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules", IJCAR 2012.

use super::Sat;
use super::config::SatOptions;
use super::lit::Lit;

/// What is due when.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) reduce_at: u64,
    pub(super) rephase_at: u64,
    inprocess_at: u64,
    /// Literals fixed when satisfied clauses were looked for last.
    pub(super) satisfied_checked: usize,
    /// Literals fixed at the last cleaning.
    cleaned: usize,
    search_started: u64,
    /// Where probing goes on.
    pub(super) probe_next: usize,
    pub(super) eliminate_runs: i64,
    /// Resolvents allowed beyond the clauses they replace, at present.
    pub(super) eliminate_extra: i64,
    /// Variables whose clauses changed since their elimination was tried.
    pub(super) eliminable: Vec<bool>,
}

impl Schedule {
    pub(super) fn new(opts: &SatOptions) -> Self {
        Schedule {
            reduce_at: opts.reduce_interval as u64,
            rephase_at: opts.rephase_interval as u64,
            inprocess_at: opts.inprocess_interval as u64,
            satisfied_checked: 0,
            cleaned: 0,
            search_started: 0,
            probe_next: 0,
            eliminate_runs: 0,
            eliminate_extra: 0,
            eliminable: Vec::new(),
        }
    }
}

/// Work that a simplification may do at least, so that short runs get something done.
const LEAST_EFFORT: u64 = 20_000;

impl Sat {
    pub(super) fn inprocessing(&self) -> bool {
        self.opts.inprocess && self.stats.conflicts >= self.schedule.inprocess_at
    }

    pub(super) fn inprocess(&mut self) {
        self.stats.inprocessings += 1;
        self.backtrack(0);
        self.phases.saving = false;
        let chrono = std::mem::replace(&mut self.opts.chrono, false);
        let search = self.stats.ticks - self.schedule.search_started;
        self.simplify(search);
        self.opts.chrono = chrono;
        self.phases.saving = self.saves_phases();
        self.schedule.search_started = self.stats.ticks;
        self.schedule.inprocess_at =
            self.stats.conflicts + 1 + self.opts.inprocess_interval as u64 * (self.stats.inprocessings + 1);
    }

    fn simplify(&mut self, search: u64) {
        let effort = |share: f64| (search as f64 * share) as u64 + LEAST_EFFORT;
        self.propagate_root();
        self.clean();
        if self.opts.probe && self.goes_on() {
            self.probe(effort(self.opts.probe_effort));
        }
        if self.opts.vivify && self.goes_on() {
            self.clean();
            self.vivify(effort(self.opts.vivify_effort));
        }
        if (self.opts.subsume || self.opts.eliminate) && self.goes_on() {
            self.clean();
            self.protect_assumptions(true);
            if self.opts.subsume && self.goes_on() {
                self.subsume(effort(self.opts.subsume_effort));
            }
            if self.opts.eliminate && self.goes_on() {
                self.eliminate(effort(self.opts.eliminate_effort));
            }
            self.protect_assumptions(false);
            self.rebuild_watches();
            if !self.stale {
                self.propagate_root();
            }
        }
        if !self.unsat && !self.stale {
            // Garbage must not become a reason, so after a limit this is made up for in the next
            // call.
            self.collect();
        }
    }

    pub(super) fn goes_on(&mut self) -> bool {
        !self.unsat && !self.poll()
    }

    pub(super) fn protect_assumptions(&mut self, on: bool) {
        for lit in &self.assumptions {
            let frozen = &mut self.frozen[lit.var().index()];
            *frozen = if on { *frozen + 1 } else { *frozen - 1 };
        }
    }

    /// Propagates at level 0; a conflict makes the formula unsatisfiable.
    pub(super) fn propagate_root(&mut self) {
        debug_assert_eq!(self.level(), 0);
        if self.unsat {
            return;
        }
        if let Some(conflict) = self.propagate() {
            self.derive_empty(conflict);
        }
    }

    /// Removes satisfied clauses and false literals, after propagation at level 0.
    pub(super) fn clean(&mut self) {
        if !self.goes_on() || self.propagated < self.trail.len() || self.schedule.cleaned == self.trail.len() {
            return;
        }
        self.schedule.cleaned = self.trail.len();
        let lists = [std::mem::take(&mut self.irredundant), std::mem::take(&mut self.redundant)];
        let mut kept = Vec::new();
        for (seen, &clause) in lists.iter().flatten().enumerate() {
            if self.pause(seen) {
                self.schedule.cleaned = 0;
                break;
            }
            if self.arena.is_garbage(clause) {
                continue;
            }
            let values = &self.values;
            let mut falsified = false;
            let mut satisfied = false;
            for lit in self.arena.lits(clause) {
                satisfied |= values[lit.index()] > 0;
                falsified |= values[lit.index()] < 0;
            }
            if satisfied {
                self.touch(clause);
                self.arena.mark_garbage(clause);
            } else if falsified {
                kept.clear();
                kept.extend(self.arena.lits(clause).filter(|lit| values[lit.index()] == 0));
                self.replace_lits(clause, &kept);
            }
        }
        [self.irredundant, self.redundant] = lists;
        self.rebuild_watches();
        if !self.stale {
            self.drop_garbage();
        }
    }

    /// Replaces the literals of a clause by those that are not false at level 0.
    pub(super) fn replace_lits(&mut self, clause: super::clause::ClauseRef, kept: &[Lit]) {
        self.touch(clause);
        if self.proof.is_some() {
            let dropped: Vec<Lit> = self.arena.lits(clause).filter(|lit| self.values[lit.index()] < 0).collect();
            let old = self.arena.id(clause);
            let id = self.derive_from(kept, dropped.into_iter(), &[old]);
            self.delete_id(old);
            self.arena.set_id(clause, id);
        }
        self.arena.shrink(clause, kept);
    }

    /// Notes that a clause is about to change or go: its variables may be easier to eliminate.
    pub(super) fn touch(&mut self, clause: super::clause::ClauseRef) {
        if !self.arena.is_redundant(clause) {
            for lit in self.arena.lits(clause) {
                self.schedule.eliminable[lit.var().index()] = true;
            }
        }
    }
}
