//! The search: propagate, learn, decide, and from time to time restart, forget and simplify.
//!
//! Conflict-driven clause learning: J. P. Marques-Silva and K. A. Sakallah, "GRASP: A Search
//! Algorithm for Propositional Satisfiability", IEEE Transactions on Computers 1999.

use super::Sat;
use super::decide::Decision;
use super::limits::{Answer, Limits, StopReason};
use super::lit::Lit;
use adumbra_stop::Stop;

/// Most variables to decide in completing an assignment without search.
const OPEN_VARIABLES: usize = 256;

/// Most literals to retire later.
const MANY_RETIRED: usize = 256;

impl Sat {
    /// Looks for a model in which the assumptions hold.
    ///
    /// # Panics
    /// If a variable was not made by [`Sat::new_var`].
    pub fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        for lit in assumptions {
            assert!(lit.var().index() < self.vars.len(), "{lit} is no literal of this solver");
        }
        self.stats.solves += 1;
        self.core.clear();
        self.satisfied = false;
        for lit in assumptions {
            self.restore(lit.var());
        }
        if self.unsat {
            self.conclude_empty();
            return Answer::Unsat;
        }
        if self.exhausted {
            return Answer::Unknown(StopReason::Memory);
        }
        if self.retired.len() > MANY_RETIRED || self.level() == 0 {
            self.settle_retired();
            if self.unsat {
                self.conclude_empty();
                return Answer::Unsat;
            }
        }
        self.start_limits(limits);
        self.phases.saving = self.saves_phases();
        self.order_watches();
        let answer = if self.unsat {
            Answer::Unsat
        } else if let (true, Some(reason)) = (self.stale, self.stop) {
            Answer::Unknown(reason)
        } else if self.fits_assignment(assumptions) {
            self.assumptions.clear();
            Answer::Sat
        } else {
            self.take_assumptions(assumptions);
            self.start_spear();
            match self.stop {
                Some(reason) if self.stale => Answer::Unknown(reason),
                _ if self.unsat => Answer::Unsat,
                _ => self.search(),
            }
        };
        match answer {
            Answer::Sat => {
                self.satisfied = true;
                self.extend_model();
            }
            Answer::Unsat if self.unsat => self.conclude_empty(),
            _ => {}
        }
        self.limits.stop = Stop::never();
        self.count_work();
        answer
    }

    /// Adds a unit clause on a literal that no query will assume the negation of again, at some
    /// time: the assignment is kept until then.
    ///
    /// Until then models may or may not satisfy it.
    pub fn retire(&mut self, lit: Lit) {
        if self.level() == 0 {
            self.add_clause(&[lit]);
        } else {
            self.retired.push(lit);
        }
    }

    fn settle_retired(&mut self) {
        let mut retired = std::mem::take(&mut self.retired);
        for lit in retired.drain(..) {
            self.add_clause(&[lit]);
        }
        self.retired = retired;
    }

    /// Finishes what a limit of an earlier call kept from being finished.
    fn order_watches(&mut self) {
        if self.stale {
            self.backtrack(0);
            self.rebuild_watches();
            if !self.stale {
                self.drop_garbage();
            }
        }
    }

    fn conclude_empty(&mut self) {
        let id = self.empty_id;
        if let Some(proof) = &mut self.proof {
            proof.conclude(&[], Some(id));
        }
    }

    fn start_limits(&mut self, limits: &Limits) {
        self.limits.clone_from(limits);
        self.conflict_limit = limits.conflicts.map_or(u64::MAX, |count| self.stats.conflicts.saturating_add(count));
        self.propagation_limit =
            limits.propagations.map_or(u64::MAX, |count| self.stats.propagations.saturating_add(count));
        self.stop = None;
        self.next_poll = self.stats.ticks;
    }

    /// Whether the assignment of the last call, or what is left of it, can be completed without a
    /// conflict and fits the assumptions. A question that the last model answers then costs no
    /// search at all.
    fn fits_assignment(&mut self, assumptions: &[Lit]) -> bool {
        let open = self.vars.len() - self.trail.len() - self.extension.eliminated();
        if self.opts.chrono || self.level() == 0 || open > OPEN_VARIABLES {
            return false;
        }
        if assumptions.iter().any(|&lit| self.val(lit) < 0) {
            return false;
        }
        let mut open = assumptions.iter();
        loop {
            if self.propagate().is_some() {
                // Undoes the conflict, of which a literal is on this level.
                self.backtrack(self.level() - 1);
                return false;
            }
            if self.stop.is_some() {
                return false;
            }
            // Assumptions that are open go on top.
            if let Some(&lit) = open.find(|lit| self.val(**lit) <= 0) {
                if self.val(lit) < 0 {
                    return false;
                }
                self.stats.decisions += 1;
                self.decide_lit(lit);
                continue;
            }
            let Some(var) = self.next_var() else {
                return self.is_complete();
            };
            let lit = self.decision_phase(var);
            self.stats.decisions += 1;
            self.decide_lit(lit);
        }
    }

    /// Keeps the part of the trail that rests on the assumptions both calls begin with.
    fn take_assumptions(&mut self, assumptions: &[Lit]) {
        let common = assumptions.iter().zip(&self.control).take_while(|(lit, level)| level.decision == **lit).count();
        self.backtrack(common);
        if self.opts.chrono {
            self.backtrack(0);
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.phases.start_call();
        for lit in &self.retired {
            self.phases.prefer(*lit);
        }
    }

    fn search(&mut self) -> Answer {
        loop {
            if let Some(conflict) = self.propagate() {
                if self.stats.conflicts >= self.conflict_limit && self.level() > 0 {
                    // The conflict is found again when everything is propagated anew.
                    self.backtrack(0);
                    self.propagated = 0;
                    return Answer::Unknown(StopReason::Conflicts);
                }
                self.learn_from(conflict);
                if self.unsat {
                    return Answer::Unsat;
                }
                continue;
            }
            if let Some(reason) = self.stop {
                return Answer::Unknown(reason);
            }
            if self.level() >= self.assumptions.len() {
                if self.is_complete() {
                    return Answer::Sat;
                }
                if self.stats.conflicts >= self.conflict_limit {
                    return Answer::Unknown(StopReason::Conflicts);
                }
                if self.maintain() {
                    if self.unsat {
                        return Answer::Unsat;
                    }
                    continue;
                }
            }
            match self.decide() {
                Decision::Made => {}
                Decision::Complete => return Answer::Sat,
                Decision::Failed(lit) => {
                    self.analyze_failed(lit);
                    return Answer::Unsat;
                }
            }
        }
    }

    /// Does what is due between decisions; true if there was something.
    fn maintain(&mut self) -> bool {
        if self.spear.is_some() {
            return self.maintain_spear();
        }
        if self.switching_mode() {
            self.switch_mode();
        } else if self.restarting() {
            self.restart();
        } else if self.rephasing() {
            self.rephase();
        } else if self.reducing() {
            self.reduce();
        } else if self.inprocessing() {
            self.inprocess();
        } else {
            return false;
        }
        true
    }
}
