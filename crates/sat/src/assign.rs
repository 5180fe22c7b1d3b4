//! Assigning literals and taking assignments back.
//!
//! Going back by one level only, where going back further would undo much: A. Nadel and V.
//! Ryvchin, "Chronological Backtracking", SAT 2018.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};

/// Where a variable was assigned and why. Meaningless while it is unassigned.
#[derive(Debug, Clone, Copy)]
pub(super) struct VarState {
    pub(super) level: u32,
    pub(super) reason: ClauseRef,
    pub(super) position: u32,
}

impl Default for VarState {
    fn default() -> Self {
        Self { level: 0, reason: ClauseRef::NONE, position: 0 }
    }
}

/// A decision level: what was decided, and where its part of the trail starts. A level for an
/// assumption that held already is empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) decision: Lit,
    pub(super) start: u32,
}

impl Sat {
    #[inline]
    pub(super) fn level(&self) -> usize {
        self.control.len()
    }

    #[inline]
    pub(super) fn val(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(super) fn state(&self, var: Var) -> &VarState {
        &self.vars[var.index()]
    }

    pub(super) fn push_level(&mut self, decision: Lit) {
        self.control.push(Level { decision, start: self.trail.len() as u32 });
        self.analysis.add_level(self.control.len());
    }

    /// Opens a level and assigns its decision.
    pub(super) fn decide_lit(&mut self, lit: Lit) {
        self.push_level(lit);
        self.assign_at(lit, ClauseRef::NONE, self.level() as u32);
    }

    /// Assigns a literal that the other literals of a clause, all false, imply.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        let level = if self.opts.chrono { self.implied_level(lit, reason) } else { self.control.len() as u32 };
        if level == 0 {
            self.assign_implied_unit(lit, reason);
        } else {
            self.assign_at(lit, reason, level);
        }
    }

    #[inline]
    fn assign_at(&mut self, lit: Lit, reason: ClauseRef, level: u32) {
        debug_assert_eq!(self.val(lit), 0);
        debug_assert!(!self.extension.is_eliminated(lit.var()));
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.vars[lit.var().index()] = VarState { level, reason, position: self.trail.len() as u32 };
        self.trail.push(lit);
    }

    fn implied_level(&self, lit: Lit, reason: ClauseRef) -> u32 {
        self.arena
            .lits(reason)
            .filter(|&other| other != lit)
            .map(|other| self.state(other.var()).level)
            .max()
            .unwrap_or(0)
    }

    /// Assigns a literal for good that a clause implies at level 0, and derives its unit clause.
    #[cold]
    fn assign_implied_unit(&mut self, lit: Lit, reason: ClauseRef) {
        let id = match &mut self.proof {
            None => 0,
            Some(proof) => {
                proof.chain.clear();
                for other in self.arena.lits(reason).filter(|&other| other != lit) {
                    proof.chain.push(proof.unit_ids[other.var().index()]);
                }
                proof.chain.push(self.arena.id(reason));
                proof.derive(&[lit])
            }
        };
        self.assign_unit(lit, id);
    }

    /// Assigns a literal for good, whose unit clause has the given id.
    pub(super) fn assign_unit(&mut self, lit: Lit, id: u64) {
        if let Some(proof) = &mut self.proof {
            proof.unit_ids[lit.var().index()] = id;
        }
        self.assign_at(lit, ClauseRef::NONE, 0);
    }

    /// Takes back all assignments above a level. With chronological backtracking, assignments of
    /// lower levels in between stay, and are propagated again.
    pub(super) fn backtrack(&mut self, target: usize) {
        if target >= self.control.len() {
            return;
        }
        let start = self.control[target].start as usize;
        let mut kept = start;
        let save = self.phases.saving;
        if let Some(spear) = &mut self.spear {
            // Those that stay assigned are passed over in decisions.
            self.trail[start..].iter().for_each(|lit| spear.offer(lit.var()));
        }
        for position in start..self.trail.len() {
            let lit = self.trail[position];
            let var = lit.var();
            if self.vars[var.index()].level as usize > target {
                self.values[lit.index()] = 0;
                self.values[(!lit).index()] = 0;
                if save {
                    self.phases.saved[var.index()] = if lit.is_negative() { -1 } else { 1 };
                }
                self.heap.insert(var);
                self.queue.unassigned(var);
            } else {
                self.trail[kept] = lit;
                self.vars[var.index()].position = kept as u32;
                kept += 1;
            }
        }
        self.trail.truncate(kept);
        self.control.truncate(target);
        self.propagated = self.propagated.min(start);
    }
}
