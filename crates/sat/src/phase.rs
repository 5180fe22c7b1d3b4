//! Phases: the value a decision tries first.
//!
//! Saved phases follow the last assignment. Target phases follow the longest assignment without
//! conflict since they were reset, best phases the longest since the last rephasing that used them.
//! Rephasing resets the saved ones in turn to the first phase, its opposite and the best.
//!
//! Saved phases: K. Pipatsrisawat and A. Darwiche, "A Lightweight Component Caching Scheme for
//! Satisfiability Solvers", SAT 2007. Target and best phases, rephasing: A. Biere and M. Fleury,
//! "Chasing Target Phases", Pragmatics of SAT 2020.

use super::Sat;
use super::lit::{Lit, Var};

/// Phases by variable: 1, -1, or 0 for none.
#[derive(Debug, Default)]
pub(super) struct Phases {
    pub(super) saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    target_size: usize,
    best_size: usize,
    /// Whether backtracking saves phases; off while simplifying.
    pub(super) saving: bool,
}

impl Phases {
    pub(super) fn add_var(&mut self, phase: bool) {
        self.saved.push(if phase { 1 } else { -1 });
        self.target.push(0);
        self.best.push(0);
    }

    /// Decides a literal's variable that way from now on.
    pub(super) fn prefer(&mut self, lit: Lit) {
        let phase = if lit.is_negative() { -1 } else { 1 };
        let index = lit.var().index();
        (self.saved[index], self.target[index], self.best[index]) = (phase, phase, phase);
    }

    /// Forgets how far earlier assignments went, for a new set of assumptions.
    pub(super) fn start_call(&mut self) {
        self.target_size = 0;
        self.best_size = 0;
    }
}

impl Sat {
    /// The literal to decide for a variable.
    pub(super) fn decision_phase(&mut self, var: Var) -> Lit {
        if self.spear.is_some() {
            return self.selected_phase(var);
        }
        let index = var.index();
        if self.random.chance(self.opts.random_phases) {
            return var.literal(self.random.next() & 1 != 0);
        }
        let follow_target = match self.opts.target_phases {
            0 => false,
            1 => self.restarts.stable,
            _ => true,
        };
        let phase = match self.phases.target[index] {
            target if follow_target && target != 0 => target,
            _ => self.phases.saved[index],
        };
        var.literal(phase > 0)
    }

    /// Whether backtracking is to save phases.
    pub(super) fn saves_phases(&self) -> bool {
        if self.spear.is_some() { self.follows_assignment() } else { self.opts.phase_saving }
    }

    /// Records an assignment that went further than any before. The trail below the conflicting
    /// level is consistent.
    pub(super) fn update_target(&mut self) {
        if self.opts.target_phases == 0 || self.control.is_empty() {
            return;
        }
        let size = self.control[self.control.len() - 1].start as usize;
        let phases = &mut self.phases;
        if size > phases.target_size {
            phases.target_size = size;
            copy_phases(&self.trail[..size], &mut phases.target);
        }
        if size > phases.best_size {
            phases.best_size = size;
            copy_phases(&self.trail[..size], &mut phases.best);
        }
    }

    pub(super) fn rephasing(&self) -> bool {
        self.opts.rephase && self.stats.conflicts >= self.schedule.rephase_at
    }

    pub(super) fn rephase(&mut self) {
        self.backtrack(self.assumptions.len());
        let count = self.stats.rephases;
        self.stats.rephases += 1;
        let first = if self.opts.phase { 1 } else { -1 };
        let phases = &mut self.phases;
        match count {
            0 => phases.saved.fill(first),
            1 => phases.saved.fill(-first),
            _ => match count % 4 {
                0 | 2 => {
                    for (saved, &best) in phases.saved.iter_mut().zip(&phases.best) {
                        if best != 0 {
                            *saved = best;
                        }
                    }
                    phases.best_size = 0;
                }
                1 => phases.saved.fill(first),
                _ => phases.saved.fill(-first),
            },
        }
        phases.target.fill(0);
        phases.target_size = 0;
        self.schedule.rephase_at = self.stats.conflicts + self.opts.rephase_interval as u64 * (self.stats.rephases + 1);
    }
}

fn copy_phases(trail: &[Lit], phases: &mut [i8]) {
    for lit in trail {
        phases[lit.var().index()] = if lit.is_negative() { -1 } else { 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};
    use super::*;

    #[test]
    fn saved_and_target_phases_are_followed() {
        let mut sat = formula(3, &[]);
        sat.phases.saving = true;
        let var = Var::new(0);
        assert_eq!(sat.decision_phase(var), var.negative());
        sat.decide_lit(var.positive());
        sat.backtrack(0);
        assert_eq!(sat.decision_phase(var), var.positive());
        for lit in lits(&[-1, 2, 3]) {
            sat.decide_lit(lit);
        }
        sat.update_target();
        sat.backtrack(0);
        sat.phases.saved.fill(1);
        sat.restarts.stable = true;
        assert_eq!(sat.decision_phase(var), var.negative());
        sat.restarts.stable = false;
        assert_eq!(sat.decision_phase(var), var.positive());
    }

    #[test]
    fn rephasing_goes_round() {
        let mut sat = formula(1, &[]);
        let mut seen = Vec::new();
        for _ in 0..6 {
            sat.phases.best[0] = 1;
            sat.rephase();
            seen.push(sat.phases.saved[0]);
        }
        assert_eq!(seen, [-1, 1, 1, 1, 1, -1]);
    }
}
