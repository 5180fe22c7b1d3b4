//! Failed assumptions: which of them an answer `Unsat` rests on.
//!
//! Assumptions: N. Eén and N. Sörensson, "Temporal Induction by Incremental SAT Solving", BMC
//! 2003.

use super::Sat;
use super::analyze::SEEN;
use super::limits::{Answer, Limits};
use super::lit::Lit;

impl Sat {
    /// The assumptions that the last answer [`Answer::Unsat`] rests on. Empty if the clauses are
    /// unsatisfiable by themselves.
    pub fn failed_assumptions(&self) -> &[Lit] {
        &self.core
    }

    /// Makes the core of the last call minimal: no assumption can be left out. Each attempt to
    /// leave one out keeps within the limits, and counts as needed if it runs into them.
    pub fn minimize_core(&mut self, limits: &Limits) -> &[Lit] {
        let mut core = self.core.clone();
        let mut next = core.len();
        while next > 0 {
            next -= 1;
            let mut rest = core.clone();
            rest.remove(next);
            if self.solve(&rest, limits) == Answer::Unsat {
                // Keep the order, so that what was tried already stays behind `next`.
                rest.retain(|lit| self.core.contains(lit));
                next = core[..next].iter().filter(|lit| self.core.contains(lit)).count();
                core = rest;
            }
        }
        self.satisfied = false;
        self.core = core;
        &self.core
    }

    /// Finds the assumptions that make one of them false, and derives the clause of their
    /// negations.
    pub(super) fn analyze_failed(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.fixed(failed).is_some() {
            if let Some(proof) = &mut self.proof {
                let id = proof.unit_ids[failed.var().index()];
                proof.conclude(&self.core, Some(id));
            }
            return;
        }
        let root = failed.var();
        if !self.state(root).reason.is_some() {
            // The opposite is assumed too.
            self.core.push(!failed);
            if let Some(proof) = &mut self.proof {
                proof.conclude(&self.core, None);
            }
            return;
        }
        self.analysis.flag(root, SEEN);
        let mut last = None;
        for position in (0..=self.state(root).position as usize).rev() {
            let lit = self.trail[position];
            let var = lit.var();
            if !self.analysis.has(var, SEEN) {
                continue;
            }
            let state = *self.state(var);
            if state.level == 0 {
                if let Some(proof) = &mut self.proof {
                    proof.chain_unit(var);
                }
                continue;
            }
            if !state.reason.is_some() {
                self.core.push(lit);
                continue;
            }
            match last {
                None => last = Some(state.reason),
                Some(_) => self.chain_reason(var, state.reason),
            }
            for position in 0..self.arena.len(state.reason) {
                let other = self.arena.lit(state.reason, position).var();
                if self.state(other).level > 0 || self.proof.is_some() {
                    self.analysis.flag(other, SEEN);
                }
            }
        }
        self.analysis.clear();
        if let (Some(proof), Some(reason)) = (&mut self.proof, last) {
            proof.finish_chain(self.arena.id(reason));
            let clause: Vec<Lit> = self.core.iter().map(|&lit| !lit).collect();
            let id = proof.derive(&clause);
            proof.conclude(&self.core, Some(id));
            proof.delete(id);
        }
    }
}
