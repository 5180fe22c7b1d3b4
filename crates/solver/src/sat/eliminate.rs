//! Bounded variable elimination by resolution.
//!
//! The clauses of a variable are replaced by their resolvents when these are not many more. When some of the clauses define the
//! variable, only resolvents of one of these with another clause are needed. Learned clauses with the variable are dropped. Runs at level 0 and leaves
//! the watches out of order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};

/// Irredundant clauses by literal, and marks for resolving.
pub(super) struct Occurrences {
    pub(super) lists: Vec<Vec<ClauseRef>>,
    pub(super) marked: Vec<bool>,
    queue: BinaryHeap<(Reverse<usize>, Reverse<Var>)>,
}

impl Sat {
    pub(super) fn eliminate(&mut self, effort: u64) {
        if self.schedule.eliminate_runs >= self.opts.eliminate_runs {
            return;
        }
        self.schedule.eliminate_runs += 1;
        let limit = self.stats.ticks + effort;
        let mut occurrences = self.connect();
        let before = self.extension.eliminated();
        let mut complete = self.stop.is_none();
        while let Some((_, Reverse(var))) = occurrences.queue.pop() {
            if self.stats.ticks >= limit || !self.goes_on() {
                complete = false;
                break;
            }
            if std::mem::take(&mut self.schedule.eliminable[var.index()]) && self.may_eliminate(var) {
                self.try_eliminate(var, &mut occurrences);
            }
        }
        if self.extension.eliminated() > before {
            self.drop_learned_with_eliminated();
        }
        let extra = &mut self.schedule.eliminate_extra;
        if complete && *extra < self.opts.eliminate_extra {
            *extra = (*extra * 2).max(1).min(self.opts.eliminate_extra);
            self.schedule.eliminable.fill(true);
        }
    }

    fn may_eliminate(&self, var: Var) -> bool {
        self.val(var.positive()) == 0
            && self.frozen[var.index()] == 0
            && !self.extension.is_eliminated(var)
            && !self.extension.has_returned(var)
    }

    fn connect(&mut self) -> Occurrences {
        let mut lists: Vec<Vec<ClauseRef>> = vec![Vec::new(); self.values.len()];
        for index in 0..self.irredundant.len() {
            if self.pause(index) {
                break;
            }
            let clause = self.irredundant[index];
            if !self.arena.is_garbage(clause) {
                for lit in self.arena.lits(clause) {
                    lists[lit.index()].push(clause);
                }
            }
        }
        self.stats.ticks += self.irredundant.len() as u64;
        // Without all clauses nothing may be eliminated.
        let vars = if self.stop.is_some() { 0 } else { self.vars.len() };
        let queue = (0..vars)
            .map(Var::new)
            .filter(|&var| self.schedule.eliminable[var.index()] && self.may_eliminate(var))
            .map(|var| {
                let count = lists[var.positive().index()].len() + lists[var.negative().index()].len();
                (Reverse(count), Reverse(var))
            })
            .collect();
        Occurrences { lists, marked: vec![false; self.values.len()], queue }
    }

    /// The clauses with a literal that are not satisfied.
    fn live(&mut self, lit: Lit, occurrences: &mut Occurrences) -> Vec<ClauseRef> {
        let mut list = std::mem::take(&mut occurrences.lists[lit.index()]);
        self.stats.ticks += 1 + list.len() as u64;
        list.retain(|&clause| {
            if !self.arena.is_garbage(clause) && self.arena.lits(clause).any(|other| self.values[other.index()] > 0) {
                self.arena.mark_garbage(clause);
            }
            !self.arena.is_garbage(clause)
        });
        list
    }

    fn try_eliminate(&mut self, var: Var, occurrences: &mut Occurrences) {
        let (positive, negative) = (var.positive(), var.negative());
        let with = self.live(positive, occurrences);
        let without = self.live(negative, occurrences);
        if !with.is_empty() || !without.is_empty() {
            let pairs = self.plan(var, &with, &without, occurrences);
            if let Some(pairs) = pairs {
                for (first, second) in pairs {
                    if !self.unsat {
                        self.add_resolvent(positive, first, second, occurrences);
                    }
                }
                self.put_away(var, &with, &without, occurrences);
                return;
            }
        }
        occurrences.lists[positive.index()] = with;
        occurrences.lists[negative.index()] = without;
    }

    /// The pairs of clauses to resolve, unless they are too many.
    fn plan(
        &mut self,
        var: Var,
        with: &[ClauseRef],
        without: &[ClauseRef],
        occurrences: &mut Occurrences,
    ) -> Option<Vec<(ClauseRef, ClauseRef)>> {
        let count = with.len() + without.len();
        if count > self.opts.eliminate_occurrences as usize {
            return None;
        }
        let literals: usize = with.iter().chain(without).map(|&clause| self.arena.len(clause)).sum();
        if literals > self.opts.eliminate_literals as usize {
            return None;
        }
        let bound = (count as f64 * self.opts.eliminate_growth) as usize + self.schedule.eliminate_extra as usize;
        let gate = if self.opts.eliminate_gates {
            self.find_gate(var, with, without, &mut occurrences.marked)
        } else {
            Vec::new()
        };
        let mut pairs = Vec::new();
        for &first in with {
            for lit in self.arena.lits(first) {
                occurrences.marked[lit.index()] = true;
            }
            let mut fits = true;
            for &second in without {
                if !gate.is_empty() && gate.contains(&first) == gate.contains(&second) {
                    continue;
                }
                self.stats.ticks += 1;
                if let Some(size) = self.resolvent_size(var, first, second, &occurrences.marked) {
                    pairs.push((first, second));
                    if pairs.len() > bound || size > self.opts.eliminate_clause_size as usize {
                        fits = false;
                        break;
                    }
                }
            }
            for lit in self.arena.lits(first) {
                occurrences.marked[lit.index()] = false;
            }
            if !fits {
                return None;
            }
        }
        if !gate.is_empty() {
            self.stats.gates += 1;
        }
        Some(pairs)
    }

    /// The size of a resolvent with a clause whose literals are marked; nothing for a tautology.
    fn resolvent_size(&self, var: Var, first: ClauseRef, second: ClauseRef, marked: &[bool]) -> Option<usize> {
        let mut size = self.arena.len(first) - 1;
        for lit in self.arena.lits(second).filter(|lit| lit.var() != var) {
            if marked[(!lit).index()] {
                return None;
            }
            size += usize::from(!marked[lit.index()]);
        }
        Some(size)
    }

    fn add_resolvent(&mut self, pivot: Lit, first: ClauseRef, second: ClauseRef, occurrences: &mut Occurrences) {
        let mut lits: Vec<Lit> = self
            .arena
            .lits(first)
            .filter(|&lit| lit != pivot)
            .chain(self.arena.lits(second).filter(|&lit| lit != !pivot))
            .collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.iter().any(|&lit| self.val(lit) > 0) {
            return;
        }
        let falsified: Vec<Lit> = lits.iter().copied().filter(|&lit| self.val(lit) < 0).collect();
        lits.retain(|&lit| self.val(lit) == 0);
        let ids = [self.arena.id(first), self.arena.id(second)];
        let id = self.derive_from(&lits, falsified.into_iter(), &ids);
        match lits[..] {
            [] => (self.unsat, self.empty_id) = (true, id),
            [unit] => self.assign_unit(unit, id),
            _ => {
                let clause = self.store_clause(&lits, false, 0, id);
                for lit in lits {
                    occurrences.lists[lit.index()].push(clause);
                    self.requeue(lit.var(), occurrences);
                }
            }
        }
    }

    fn requeue(&mut self, var: Var, occurrences: &mut Occurrences) {
        if self.may_eliminate(var) {
            self.schedule.eliminable[var.index()] = true;
            let lists = &occurrences.lists;
            let count = lists[var.positive().index()].len() + lists[var.negative().index()].len();
            occurrences.queue.push((Reverse(count), Reverse(var)));
        }
    }

    /// Moves the clauses of an eliminated variable to the extension stack.
    fn put_away(&mut self, var: Var, with: &[ClauseRef], without: &[ClauseRef], occurrences: &mut Occurrences) {
        self.stats.eliminated += 1;
        self.extension.start(var);
        self.queue.remove(var);
        for (witness, list) in [(var.positive(), with), (var.negative(), without)] {
            for &clause in list {
                self.extension.push(witness, self.arena.lits(clause), self.arena.id(clause));
                self.arena.keep_in_proof(clause);
                self.arena.mark_garbage(clause);
                for position in 0..self.arena.len(clause) {
                    let other = self.arena.lit(clause, position).var();
                    self.requeue(other, occurrences);
                }
            }
        }
    }

    fn drop_learned_with_eliminated(&mut self) {
        let Self { arena, redundant, extension, .. } = self;
        for &clause in redundant.iter() {
            if !arena.is_garbage(clause) && arena.lits(clause).any(|lit| extension.is_eliminated(lit.var())) {
                arena.mark_garbage(clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{clauses, formula, lits};
    use super::*;

    #[test]
    fn clauses_are_replaced_by_resolvents() {
        let mut sat = formula(5, &[&[1, 2], &[1, 3], &[-1, 4], &[-1, 5]]);
        for index in 1..5 {
            sat.freeze(Var::new(index));
        }
        sat.eliminate(10_000);
        assert_eq!(clauses(&sat), [vec![2, 4], vec![2, 5], vec![3, 4], vec![3, 5]]);
        assert_eq!(sat.extension.eliminated(), 1);
        sat.rebuild_watches();
        // Asking for the variable brings its clauses back.
        sat.freeze(Var::new(0));
        assert_eq!(sat.extension.eliminated(), 0);
        assert!(clauses(&sat).contains(&vec![-1, 5]));
    }

    #[test]
    fn growth_is_bounded() {
        let mut sat = formula(7, &[&[1, 2], &[1, 3], &[1, 4], &[-1, 5], &[-1, 6], &[-1, 7]]);
        for index in 1..7 {
            sat.freeze(Var::new(index));
        }
        sat.eliminate(10_000);
        assert_eq!(sat.extension.eliminated(), 0);
        sat.schedule.eliminate_extra = 3;
        sat.schedule.eliminable.fill(true);
        sat.eliminate(10_000);
        assert_eq!(sat.extension.eliminated(), 1);
    }

    #[test]
    fn learned_clauses_with_the_variable_go() {
        let mut sat = formula(3, &[&[1, 2], &[-1, 3]]);
        sat.freeze(Var::new(1));
        sat.freeze(Var::new(2));
        sat.new_clause(&lits(&[1, 2, 3]), true, 2, 0);
        sat.eliminate(10_000);
        sat.rebuild_watches();
        sat.drop_garbage();
        assert!(sat.redundant.is_empty());
    }
}
