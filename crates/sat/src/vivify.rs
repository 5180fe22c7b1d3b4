//! Vivification: shortens a clause by propagating the negations of its literals.
//!
//! The literals of a clause are assumed false one after the other, with the clause itself out of
//! the way. A literal that becomes false is implied by the others and can go; a conflict, or a
//! literal that becomes true, gives a clause over the decisions it rests on. Clauses are sorted so
//! that neighbours share decisions, which are then kept.
//!
//! C. Piette, Y. Hamadi and L. Saïs, "Vivifying Propositional Clausal Formulae", ECAI 2008. Of
//! learned clauses: M. Luo, C.-M. Li, F. Xiao, F. Manyà and Z. Lü, "An Effective Learnt Clause
//! Minimization Approach for CDCL SAT Solvers", IJCAI 2017.

use super::Sat;
use super::analyze::SEEN;
use super::clause::ClauseRef;
use super::lit::Lit;

/// Clauses that are sorted at a time, which is not interrupted.
const BATCH: usize = 20_000;

/// What propagating the negation of a clause came to.
enum Outcome {
    /// Nothing to gain.
    Nothing,
    /// The clause follows from others.
    Implied,
    /// A shorter clause, with its id.
    Shorter(Vec<Lit>, u64),
}

impl Sat {
    pub(super) fn vivify(&mut self, effort: u64) {
        let tier2 = self.opts.tier2_glue as u32;
        self.vivify_some(effort / 2, |sat, clause| sat.arena.is_redundant(clause) && sat.arena.glue(clause) <= tier2);
        self.vivify_some(effort / 4, |sat, clause| {
            sat.arena.is_redundant(clause) && sat.arena.glue(clause) > tier2 && sat.arena.used(clause) > 0
        });
        if self.opts.vivify_irredundant {
            self.vivify_some(effort / 4, |sat, clause| !sat.arena.is_redundant(clause));
        }
    }

    fn vivify_some(&mut self, effort: u64, wanted: impl Fn(&Self, ClauseRef) -> bool) {
        if !self.goes_on() {
            return;
        }
        let limit = self.stats.ticks + effort;
        let (mut all, occurrences) = self.vivify_candidates(wanted);
        while !all.is_empty() && self.stats.ticks < limit && self.goes_on() {
            let rest = all.split_off(all.len().min(BATCH));
            for (sorted, clause) in self.vivify_schedule(&std::mem::replace(&mut all, rest), &occurrences) {
                if self.stats.ticks >= limit || !self.goes_on() {
                    break;
                }
                self.vivify_clause(clause, &sorted);
            }
        }
        if self.level() > 0 {
            self.backtrack(0);
        }
        if !self.unsat && self.stop.is_none() {
            self.propagate_root();
        }
    }

    /// The clauses not tried yet, and how often literals occur in all that are wanted. When all
    /// were tried it starts over.
    fn vivify_candidates(&mut self, wanted: impl Fn(&Self, ClauseRef) -> bool) -> (Vec<ClauseRef>, Vec<u32>) {
        let (mut open, mut tried) = (Vec::new(), Vec::new());
        let mut occurrences = vec![0u32; self.values.len()];
        let count = self.irredundant.len() + self.redundant.len();
        for index in 0..count {
            if self.pause(index) {
                return (Vec::new(), occurrences);
            }
            let Self { irredundant, redundant, arena, .. } = &*self;
            let clause = irredundant.get(index).copied().unwrap_or_else(|| redundant[index - irredundant.len()]);
            if !arena.is_garbage(clause) && arena.len(clause) > 2 && wanted(self, clause) {
                if arena.is_vivified(clause) { &mut tried } else { &mut open }.push(clause);
                for lit in arena.lits(clause) {
                    occurrences[lit.index()] += 1;
                }
            }
        }
        self.stats.ticks += (open.len() + tried.len()) as u64;
        if open.is_empty() {
            for &clause in &tried {
                self.arena.set_vivified(clause, false);
            }
            return (tried, occurrences);
        }
        (open, occurrences)
    }

    /// Clauses with their literals by number of occurrences, those with common literals together.
    fn vivify_schedule(&self, clauses: &[ClauseRef], occurrences: &[u32]) -> Vec<(Vec<Lit>, ClauseRef)> {
        let rank = |lit: &Lit| (std::cmp::Reverse(occurrences[lit.index()]), *lit);
        let mut schedule: Vec<(Vec<Lit>, ClauseRef)> = clauses
            .iter()
            .map(|&clause| {
                let mut lits: Vec<Lit> = self.arena.lits(clause).collect();
                lits.sort_unstable_by_key(rank);
                (lits, clause)
            })
            .collect();
        schedule.sort_by(|(left, _), (right, _)| left.iter().map(rank).cmp(right.iter().map(rank)));
        schedule
    }

    fn vivify_clause(&mut self, clause: ClauseRef, sorted: &[Lit]) {
        if self.arena.is_garbage(clause) {
            return;
        }
        self.stats.vivify_checks += 1;
        self.arena.set_vivified(clause, true);
        self.reuse_decisions(clause, sorted);
        if sorted.iter().any(|&lit| self.fixed(lit) == Some(true)) {
            self.touch(clause);
            self.arena.mark_garbage(clause);
            return;
        }
        let outcome = self.vivify_outcome(clause, sorted);
        match outcome {
            Outcome::Nothing => {}
            Outcome::Implied => {
                self.backtrack(0);
                self.stats.vivified += 1;
                self.arena.mark_garbage(clause);
            }
            Outcome::Shorter(lits, id) => {
                self.backtrack(0);
                self.stats.vivified += 1;
                self.touch(clause);
                let redundant = self.arena.is_redundant(clause);
                let glue = self.arena.glue(clause).min(lits.len().saturating_sub(1) as u32).max(1);
                let used = self.arena.used(clause);
                self.arena.mark_garbage(clause);
                match lits[..] {
                    [] => (self.unsat, self.empty_id) = (true, id),
                    [unit] => {
                        self.assign_unit(unit, id);
                        self.propagate_root();
                    }
                    _ => {
                        let new = self.new_clause(&lits, redundant, if redundant { glue } else { 0 }, id);
                        self.arena.set_used(new, used);
                    }
                }
            }
        }
    }

    /// Goes back to the decisions that the clause shares with the trail, and below any use of the
    /// clause itself.
    fn reuse_decisions(&mut self, clause: ClauseRef, sorted: &[Lit]) {
        let mut common = sorted.iter().zip(&self.control).take_while(|(lit, level)| level.decision == !**lit).count();
        for lit in sorted {
            let state = self.state(lit.var());
            if self.val(*lit) > 0 && state.reason == clause {
                common = common.min((state.level as usize).saturating_sub(1));
            }
        }
        self.backtrack(common);
    }

    fn vivify_outcome(&mut self, clause: ClauseRef, sorted: &[Lit]) -> Outcome {
        for &lit in sorted {
            match self.val(lit) {
                0 => {
                    self.decide_lit(!lit);
                    if let Some(conflict) = self.propagate_without(clause) {
                        return self.vivify_learn(clause, conflict, None);
                    }
                    if self.stop.is_some() {
                        return Outcome::Nothing;
                    }
                }
                value if value > 0 => {
                    let reason = self.state(lit.var()).reason;
                    return self.vivify_learn(clause, reason, Some(lit));
                }
                _ => {}
            }
        }
        let implied = sorted.iter().filter(|lit| self.state(lit.var()).reason.is_some() || self.fixed(**lit).is_some());
        if implied.count() == 0 {
            return Outcome::Nothing;
        }
        self.vivify_learn(clause, clause, None)
    }

    /// The clause of the decisions that make a clause false, up to one literal of it that is true.
    fn vivify_learn(&mut self, old: ClauseRef, start: ClauseRef, implied: Option<Lit>) -> Outcome {
        let mut lits: Vec<Lit> = implied.into_iter().collect();
        let mut highest = 0;
        for position in 0..self.arena.len(start) {
            let lit = self.arena.lit(start, position);
            if Some(lit) != implied {
                self.analysis.flag(lit.var(), SEEN);
                highest = highest.max(self.state(lit.var()).position as usize);
            }
        }
        for position in (0..=highest).rev() {
            let lit = self.trail[position];
            if !self.analysis.has(lit.var(), SEEN) {
                continue;
            }
            let state = *self.state(lit.var());
            if state.level == 0 {
                if let Some(proof) = &mut self.proof {
                    proof.chain_unit(lit.var());
                }
            } else if !state.reason.is_some() {
                lits.push(!lit);
            } else {
                self.chain_reason(lit.var(), state.reason);
                for position in 0..self.arena.len(state.reason) {
                    let other = self.arena.lit(state.reason, position).var();
                    self.analysis.flag(other, SEEN);
                }
            }
        }
        self.analysis.clear();
        let shorter = lits.len() < self.arena.len(old);
        let id = match &mut self.proof {
            None => 0,
            Some(proof) => {
                proof.finish_chain(self.arena.id(start));
                if shorter { proof.derive(&lits) } else { 0 }
            }
        };
        if shorter {
            Outcome::Shorter(lits, id)
        } else {
            if let Some(proof) = &mut self.proof {
                proof.chain.clear();
            }
            // Only without a learned clause doing the work would an irredundant clause be
            // superfluous.
            if self.arena.is_redundant(old) && start != old { Outcome::Implied } else { Outcome::Nothing }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{clauses, formula, lits};

    #[test]
    fn implied_literals_go() {
        // Without 1, 4 is false by 5: so 4 can go from the long clause.
        let mut sat = formula(5, &[&[1, 2, 3, 4], &[1, 5], &[-5, -4]]);
        sat.vivify(10_000);
        assert_eq!(sat.stats.vivified, 1);
        assert!(clauses(&sat).contains(&vec![1, 2, 3]));
    }

    #[test]
    fn conflicts_give_the_decisions_behind_them() {
        let mut sat = formula(7, &[&[1, 2, 3, 4], &[1, 2, 5], &[1, -5, 6], &[2, -5, -6]]);
        sat.vivify(10_000);
        assert!(clauses(&sat).contains(&vec![1, 2]), "{:?}", clauses(&sat));
    }

    #[test]
    fn an_implied_irredundant_clause_stays() {
        // The learned clause makes the other superfluous, but only for as long as it is kept.
        let mut sat = formula(4, &[&[1, 2, 3, 4]]);
        sat.new_clause(&lits(&[1, 2, 3]), true, 2, 0);
        sat.vivify(10_000);
        assert!(clauses(&sat).iter().any(|clause| clause.starts_with(&[1, 2, 3])));
    }
}
