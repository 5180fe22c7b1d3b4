//! Adding clauses, from the caller and from within.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};
use adumbra_stop::spend;

/// The work of adding a clause, with what made it.
const CLAUSE: u64 = 100;

impl Sat {
    /// Adds a clause. Variables in it that were eliminated come back.
    ///
    /// # Panics
    /// If a variable was not made by [`Sat::new_var`].
    pub fn add_clause(&mut self, lits: &[Lit]) {
        for lit in lits {
            assert!(lit.var().index() < self.vars.len(), "{lit} is no literal of this solver");
        }
        spend(CLAUSE);
        self.satisfied = false;
        let id = self.proof.as_mut().map_or(0, |proof| proof.original(lits));
        if self.unsat {
            return;
        }
        if !self.arena.has_room(lits.len()) {
            // Answers without the clause would be wrong: there are none from now on.
            self.exhausted = true;
            return;
        }
        for lit in lits {
            self.restore(lit.var());
        }
        self.add_irredundant(lits, id);
    }

    /// Adds an irredundant clause with an id of its own: without duplicates, tautologies and
    /// literals that are decided for good, which may take another id. Works at any level; goes back
    /// far enough that two literals can be watched.
    pub(super) fn add_irredundant(&mut self, lits: &[Lit], id: u64) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend_from_slice(lits);
        buffer.sort_unstable();
        buffer.dedup();
        let redundant = buffer.windows(2).any(|pair| pair[0] == !pair[1])
            || buffer.iter().any(|&lit| self.fixed(lit) == Some(true));
        if redundant {
            self.delete_id(id);
            self.buffer = buffer;
            return;
        }
        buffer.retain(|&lit| self.fixed(lit).is_none());
        let id = if buffer.len() == lits.len() {
            id
        } else {
            let mut falsified: Vec<Lit> = lits.iter().copied().filter(|&lit| self.fixed(lit) == Some(false)).collect();
            falsified.sort_unstable();
            falsified.dedup();
            let new = self.derive_from(&buffer, falsified.into_iter(), &[id]);
            self.delete_id(id);
            new
        };
        match buffer[..] {
            [] => {
                self.unsat = true;
                self.empty_id = id;
            }
            [unit] => {
                self.backtrack(0);
                self.assign_unit(unit, id);
            }
            _ => {
                let implied = self.sort_for_watching(&mut buffer);
                let clause = self.new_clause(&buffer, false, 0, id);
                if implied {
                    self.assign(buffer[0], clause);
                }
            }
        }
        self.buffer = buffer;
    }

    /// Puts two literals first that can be watched, and goes back as far as it takes. True if the
    /// first is implied by the others.
    ///
    /// A literal that is true or implied is watched together with a false one of the highest level.
    /// When both levels are taken back in part, the implication may be missed; it cannot become a
    /// missed conflict, since the first literal is visited when it becomes false. This keeps the
    /// assignment when a definition of a new variable is added.
    fn sort_for_watching(&mut self, lits: &mut [Lit]) -> bool {
        if self.level() == 0 {
            return false;
        }
        // True literals first, then unassigned ones, then false ones from the highest level down.
        let height = |sat: &Self, lit: Lit| match sat.val(lit) {
            0 => u32::MAX - 1,
            value if value > 0 => u32::MAX,
            _ => sat.state(lit.var()).level,
        };
        for target in 0..2 {
            for position in target + 1..lits.len() {
                if height(self, lits[position]) > height(self, lits[target]) {
                    lits.swap(target, position);
                }
            }
        }
        let (first, second) = (height(self, lits[0]), height(self, lits[1]));
        if second >= u32::MAX - 1 {
            return false;
        }
        if self.opts.chrono {
            self.backtrack(second as usize - 1);
            return false;
        }
        if self.val(lits[0]) < 0 {
            self.backtrack(first as usize - 1);
        }
        self.val(lits[0]) == 0 && self.val(lits[1]) < 0
    }

    /// Stores a clause of at least two literals and watches the first two.
    pub(super) fn new_clause(&mut self, lits: &[Lit], redundant: bool, glue: u32, id: u64) -> ClauseRef {
        let clause = self.store_clause(lits, redundant, glue, id);
        self.attach(clause);
        clause
    }

    /// Stores a clause without watching it.
    pub(super) fn store_clause(&mut self, lits: &[Lit], redundant: bool, glue: u32, id: u64) -> ClauseRef {
        debug_assert!(lits.len() >= 2);
        let clause = self.arena.add(lits, redundant, glue, id);
        if redundant { &mut self.redundant } else { &mut self.irredundant }.push(clause);
        for lit in lits {
            self.mark_fresh(lit.var());
        }
        self.touch(clause);
        clause
    }

    #[inline]
    pub(super) fn mark_fresh(&mut self, var: Var) {
        self.fresh[var.index()] = true;
    }
}
