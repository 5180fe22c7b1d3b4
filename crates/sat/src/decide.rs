//! Decisions: assumptions first, then the variable that matters most.
//!
//! In stable mode that is the most active one, in focused mode the one bumped last, and in SPEAR's
//! style of search the first of its queue.

use super::Sat;
use super::lit::{Lit, Var};

/// What a decision came to.
pub(super) enum Decision {
    /// A literal was assigned.
    Made,
    /// An assumption is false already.
    Failed(Lit),
    /// Everything is assigned.
    Complete,
}

impl Sat {
    pub(super) fn decide(&mut self) -> Decision {
        while self.level() < self.assumptions.len() {
            let lit = self.assumptions[self.level()];
            match self.val(lit) {
                0 => {
                    self.stats.decisions += 1;
                    self.decide_lit(lit);
                    return Decision::Made;
                }
                value if value > 0 => self.push_level(lit),
                _ => return Decision::Failed(lit),
            }
        }
        if self.is_complete() {
            return Decision::Complete;
        }
        let Some(var) = self.pick_random().or_else(|| self.next_var()) else {
            return Decision::Complete;
        };
        self.stats.decisions += 1;
        let lit = self.decision_phase(var);
        self.decide_lit(lit);
        Decision::Made
    }

    /// Whether every variable that was not eliminated is assigned.
    pub(super) fn is_complete(&self) -> bool {
        self.trail.len() + self.extension.eliminated() == self.vars.len()
    }

    fn pick_random(&mut self) -> Option<Var> {
        if self.restarts.random_share <= 0.0 || !self.random.chance(self.restarts.random_share) {
            return None;
        }
        let var = Var::new(self.random.below(self.vars.len()));
        self.is_free(var).then_some(var)
    }

    fn is_free(&self, var: Var) -> bool {
        self.val(var.positive()) == 0 && !self.extension.is_eliminated(var)
    }

    /// The unassigned variable that matters most.
    pub(super) fn next_var(&mut self) -> Option<Var> {
        if let Some(spear) = &mut self.spear {
            let (values, extension) = (&self.values, &self.extension);
            spear.next(|var| values[var.positive().index()] == 0 && !extension.is_eliminated(var))
        } else if self.restarts.stable {
            while let Some(var) = self.heap.top() {
                if self.is_free(var) {
                    return Some(var);
                }
                self.heap.pop();
            }
            None
        } else {
            let (values, extension) = (&self.values, &self.extension);
            self.queue.next(|var| values[var.positive().index()] == 0 && !extension.is_eliminated(var))
        }
    }

    /// Whether one variable would be decided before another.
    pub(super) fn matters_more(&self, var: Var, other: Var) -> bool {
        if self.restarts.stable {
            self.heap.activity(var) > self.heap.activity(other)
        } else {
            self.queue.stamp(var) > self.queue.stamp(other)
        }
    }

    /// Raises the variables that took part in a conflict.
    pub(super) fn bump(&mut self) {
        let mut seen = std::mem::take(&mut self.analysis.seen);
        if self.spear.is_some() {
            self.bump_ranks(&seen);
        } else if self.restarts.stable {
            if self.opts.bump_reasons {
                self.see_reasons(&mut seen);
            }
            for &var in &seen {
                self.heap.bump(var);
            }
            self.heap.decay(self.opts.activity_decay);
        } else {
            // In the order they have, so that bumping keeps it.
            seen.sort_unstable_by_key(|&var| self.queue.stamp(var));
            for &var in &seen {
                self.queue.bump(var, self.values[var.positive().index()] == 0);
            }
        }
        self.analysis.seen = seen;
    }

    /// Adds the variables in the reasons of the learned clause's literals.
    fn see_reasons(&mut self, seen: &mut Vec<Var>) {
        const FLAG: u8 = 1 << 4;
        for position in 0..self.analysis.learned.len() {
            let var = self.analysis.learned[position].var();
            let reason = self.vars[var.index()].reason;
            if !reason.is_some() {
                continue;
            }
            for other in self.arena.lits(reason) {
                let other = other.var();
                if self.vars[other.index()].level > 0
                    && self.analysis.flags[other.index()] & (super::analyze::SEEN | FLAG) == 0
                {
                    self.analysis.flag(other, FLAG);
                    seen.push(other);
                }
            }
        }
    }
}
