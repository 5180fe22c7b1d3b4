//! Minimisation of learned clauses: removes literals that the others imply.
//!
//! A literal is implied when every other literal of its reason is in the clause, implied in turn,
//! or false at level 0. The recursion of the textbook runs on a stack of its own; what it finds out
//! about a variable is kept for the rest of the clause.
//!
//! N. Sörensson and A. Biere, "Minimizing Learned Clauses", SAT 2009.

use super::Sat;
use super::analyze::{CHAINED, POISON, REMOVABLE, SEEN};
use super::lit::Var;

impl Sat {
    /// Removes the implied literals from the learned clause.
    pub(super) fn minimize(&mut self) {
        if !self.opts.minimize {
            return;
        }
        let mut learned = std::mem::take(&mut self.analysis.learned);
        let before = learned.len();
        let mut kept = 1;
        let mut removed_any = false;
        for position in 1..before {
            let lit = learned[position];
            if self.is_implied(lit.var()) {
                self.analysis.flag(lit.var(), REMOVABLE);
                removed_any = true;
                if self.proof.is_some() {
                    // Kept behind the clause until its reasons are in the chain.
                    self.analysis.stack.push((lit.var(), 0));
                }
            } else {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.stats.minimized_literals += (before - kept) as u64;
        self.analysis.learned = learned;
        if removed_any && self.proof.is_some() {
            self.chain_removed();
        }
        self.analysis.stack.clear();
    }

    /// Whether the literals of the clause imply a variable of it, itself left out.
    fn is_implied(&mut self, root: Var) -> bool {
        if !self.vars[root.index()].reason.is_some() {
            return false;
        }
        let base = self.analysis.stack.len();
        self.analysis.stack.push((root, 0));
        let depth = self.opts.minimize_depth as usize;
        loop {
            let top = self.analysis.stack.len() - 1;
            let (var, mut position) = self.analysis.stack[top];
            let reason = self.vars[var.index()].reason;
            let len = self.arena.len(reason) as u32;
            let mut child = None;
            let mut failed = false;
            while position < len {
                let other = self.arena.lit(reason, position as usize).var();
                position += 1;
                if other == var || self.analysis.flags[other.index()] & (SEEN | REMOVABLE) != 0 {
                    continue;
                }
                let state = self.vars[other.index()];
                if state.level == 0 {
                    continue;
                }
                if !state.reason.is_some()
                    || self.analysis.has(other, POISON)
                    || self.analysis.level_stamp[state.level as usize] != self.analysis.stamp
                    || top - base >= depth
                {
                    failed = true;
                    break;
                }
                child = Some(other);
                break;
            }
            self.analysis.stack[top].1 = position;
            if failed {
                // Everything on the stack rests on what failed.
                while self.analysis.stack.len() > base {
                    if let Some((var, _)) = self.analysis.stack.pop() {
                        self.analysis.flag(var, POISON);
                    }
                }
                return false;
            }
            match child {
                Some(other) => self.analysis.stack.push((other, 0)),
                None => {
                    self.analysis.stack.pop();
                    if self.analysis.stack.len() == base {
                        return true;
                    }
                    self.analysis.flag(var, REMOVABLE);
                }
            }
        }
    }

    /// Puts the reasons of removed literals, and what these rest on, into the chain.
    fn chain_removed(&mut self) {
        while let Some((var, _)) = self.analysis.stack.pop() {
            if self.analysis.has(var, CHAINED) {
                continue;
            }
            self.analysis.flag(var, CHAINED);
            let reason = self.vars[var.index()].reason;
            self.chain_reason(var, reason);
            for position in 0..self.arena.len(reason) {
                let other = self.arena.lit(reason, position).var();
                let flags = self.analysis.flags[other.index()];
                if other == var {
                    continue;
                }
                if self.vars[other.index()].level == 0 {
                    if flags & SEEN == 0 {
                        self.analysis.flag(other, SEEN);
                        if let Some(proof) = &mut self.proof {
                            proof.chain_unit(other);
                        }
                    }
                } else if flags & REMOVABLE != 0 && flags & CHAINED == 0 {
                    self.analysis.stack.push((other, 0));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};

    #[test]
    fn literals_implied_by_others_go() {
        // Deciding 1 implies 2 and 3; deciding 4 then fails. The clause learned from it needs only
        // one of 1, 2 and 3.
        let mut sat = formula(6, &[&[-1, 2], &[-2, 3], &[-1, -2, -3, -4, 5], &[-2, -3, -4, -5, 6], &[-1, -4, -6]]);
        for number in [1, 4] {
            sat.decide_lit(lits(&[number])[0]);
            let conflict = sat.propagate();
            if let Some(conflict) = conflict {
                sat.analyze(conflict);
                let before = sat.analysis.learned.len();
                sat.minimize();
                assert!(before > 2);
                assert_eq!(sat.analysis.learned, lits(&[-4, -1]));
                return;
            }
        }
        panic!("no conflict");
    }
}
