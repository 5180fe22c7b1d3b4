//! Eliminated variables: their values in a model, and their return.
//!
//! The clauses of an eliminated variable lie on a stack, both polarities, with the literal that
//! elimination was about as witness. Going down the stack and making the witness of each false
//! clause true extends a model of what is left to the original clauses: a false clause means, by
//! the resolvents, that all clauses with the opposite witness hold without it.
//!
//! A variable that is used again takes its clauses from the stack back into the formula; other
//! variables eliminated later that occur in them come along. Ids of clauses on the stack stay alive
//! in the proof.
//!
//! A variable that no clause has used yet counts as eliminated too, without clauses: nothing is
//! decided for it and it is false in models.
//!
//! The stack of clauses with witnesses: M. Järvisalo and A. Biere, "Reconstructing Solutions after
//! Blocked Clause Elimination", SAT 2010. Taking clauses back when a variable is used again: K.
//! Fazekas, A. Biere and C. Scholl, "Incremental Inprocessing in SAT Solving", SAT 2019.

use super::Sat;
use super::lit::{Lit, Var};

const DEAD: u32 = u32::MAX;

/// The stack and what is needed to find a variable's clauses on it.
///
/// An entry is: length, id (two words), witness, literals, length. The length counts the literals.
#[derive(Debug, Default)]
pub(super) struct Extension {
    words: Vec<u32>,
    dead: usize,
    start: Vec<usize>,
    is_eliminated: Vec<bool>,
    /// No clause and no assumption had the variable yet.
    idle: Vec<bool>,
    /// The variable came back once; it is not eliminated again.
    returned: Vec<bool>,
    values: Vec<i8>,
    count: usize,
    /// How many variables are idle.
    pub(super) unused: usize,
}

const AROUND: usize = 5;

impl Extension {
    pub(super) fn add_var(&mut self) {
        self.start.push(0);
        self.is_eliminated.push(true);
        self.idle.push(true);
        self.unused += 1;
        self.count += 1;
        self.returned.push(false);
        self.values.push(-1);
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * 4
    }

    #[inline]
    pub(super) fn is_eliminated(&self, var: Var) -> bool {
        self.is_eliminated[var.index()]
    }

    pub(super) fn has_returned(&self, var: Var) -> bool {
        self.returned[var.index()]
    }

    /// How many variables are eliminated or not used yet.
    #[inline]
    pub(super) fn eliminated(&self) -> usize {
        self.count
    }

    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.is_eliminated(lit.var()).then(|| (self.values[lit.var().index()] > 0) != lit.is_negative())
    }

    /// Declares a variable eliminated; its clauses are pushed next.
    pub(super) fn start(&mut self, var: Var) {
        self.start[var.index()] = self.words.len();
        self.is_eliminated[var.index()] = true;
        self.count += 1;
    }

    pub(super) fn push(&mut self, witness: Lit, lits: impl ExactSizeIterator<Item = Lit>, id: u64) {
        let len = lits.len() as u32;
        self.words.extend([len, id as u32, (id >> 32) as u32, witness.code()]);
        self.words.extend(lits.map(|lit| lit.code()));
        self.words.push(len);
    }

    /// Takes the clauses of a variable off the stack.
    fn take(&mut self, var: Var, clauses: &mut Vec<(u64, Vec<Lit>)>) {
        self.is_eliminated[var.index()] = false;
        self.count -= 1;
        let mut at = self.start[var.index()];
        while at < self.words.len() {
            let len = self.words[at] as usize;
            let witness = self.words[at + 3];
            if witness == DEAD || Lit::from_code(witness).var() != var {
                break;
            }
            let id = u64::from(self.words[at + 1]) | u64::from(self.words[at + 2]) << 32;
            let lits = self.words[at + 4..at + 4 + len].iter().map(|&code| Lit::from_code(code)).collect();
            clauses.push((id, lits));
            self.words[at + 3] = DEAD;
            self.dead += len + AROUND;
            at += len + AROUND;
        }
        if self.dead * 2 > self.words.len() {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let old = std::mem::take(&mut self.words);
        let mut at = 0;
        let mut last = None;
        while at < old.len() {
            let end = at + old[at] as usize + AROUND;
            let witness = old[at + 3];
            if witness != DEAD {
                let var = Lit::from_code(witness).var();
                if last != Some(var) {
                    self.start[var.index()] = self.words.len();
                    last = Some(var);
                }
                self.words.extend_from_slice(&old[at..end]);
            }
            at = end;
        }
        self.dead = 0;
    }
}

impl Sat {
    /// Gives the eliminated variables values that make their clauses true.
    pub(super) fn extend_model(&mut self) {
        let extension = &mut self.extension;
        let mut end = extension.words.len();
        while end > 0 {
            let len = extension.words[end - 1] as usize;
            let lits = end - 1 - len..end - 1;
            end -= len + AROUND;
            let witness = extension.words[end + 3];
            if witness == DEAD {
                continue;
            }
            let satisfied = extension.words[lits].iter().any(|&code| {
                let lit = Lit::from_code(code);
                match self.values[lit.index()] {
                    0 => (extension.values[lit.var().index()] > 0) != lit.is_negative(),
                    value => value > 0,
                }
            });
            if !satisfied {
                let witness = Lit::from_code(witness);
                extension.values[witness.var().index()] = if witness.is_negative() { -1 } else { 1 };
            }
        }
    }

    /// Brings an eliminated variable back into the formula, or a new one in.
    #[inline]
    pub(super) fn restore(&mut self, var: Var) {
        if self.extension.is_eliminated(var) {
            self.restore_eliminated(var);
        }
    }

    fn restore_eliminated(&mut self, var: Var) {
        if std::mem::take(&mut self.extension.idle[var.index()]) {
            self.extension.is_eliminated[var.index()] = false;
            self.extension.count -= 1;
            self.extension.unused -= 1;
            self.heap.insert(var);
            self.queue.unassigned(var);
            if let Some(spear) = &mut self.spear {
                spear.offer(var);
            }
            return;
        }
        self.extension.returned[var.index()] = true;
        let mut work = vec![var];
        let mut clauses = Vec::new();
        while let Some(var) = work.pop() {
            if !self.extension.is_eliminated(var) {
                continue;
            }
            self.stats.restored += 1;
            let first = clauses.len();
            self.extension.take(var, &mut clauses);
            self.queue.restore(var);
            self.heap.insert(var);
            if let Some(spear) = &mut self.spear {
                spear.offer(var);
            }
            for (_, lits) in &clauses[first..] {
                work.extend(lits.iter().map(|lit| lit.var()).filter(|&other| self.extension.is_eliminated(other)));
            }
        }
        for (id, lits) in clauses {
            if !self.unsat {
                self.add_irredundant(&lits, id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};
    use super::super::{Answer, Limits};
    use super::*;

    #[test]
    fn eliminated_variables_get_values_that_fit() {
        // A chain of equivalences from 1 to 6, everything but the ends eliminated.
        let mut sat = formula(
            6,
            &[&[-1, 2], &[1, -2], &[-2, 3], &[2, -3], &[-3, 4], &[3, -4], &[-4, 5], &[4, -5], &[-5, 6], &[5, -6]],
        );
        sat.freeze(Var::new(0));
        sat.freeze(Var::new(5));
        sat.eliminate(100_000);
        sat.rebuild_watches();
        assert_eq!(sat.extension.eliminated(), 4);
        for number in [1, -1] {
            assert_eq!(sat.solve(&lits(&[number]), &Limits::none()), Answer::Sat);
            assert_eq!(sat.model().unwrap(), vec![number > 0; 6]);
        }
        assert_eq!(sat.extension.eliminated(), 4);
        // A variable in the middle brings back what it needs.
        assert_eq!(sat.solve(&lits(&[1, -4]), &Limits::none()), Answer::Unsat);
        assert_eq!(sat.solve(&lits(&[-4]), &Limits::none()), Answer::Sat);
        assert_eq!(sat.model().unwrap(), [false; 6]);
    }
}
