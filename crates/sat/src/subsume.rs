//! Subsumption and self-subsumption.
//!
//! Clauses come in order of size. Each looks for a smaller one whose literals it contains, which
//! makes it superfluous, or contains up to one that is negated, which lets it drop that literal. A
//! clause that was looked at is listed under its rarest literal only. Runs at level 0 and leaves
//! the watches out of order.
//!
//! Self-subsumption: N. Eén and A. Biere, "Effective Preprocessing in SAT Through Variable and
//! Clause Elimination", SAT 2005. Listing a set under one element only: R. J. Bayardo and B.
//! Panda, "Fast Algorithms for Finding Extremal Sets", SDM 2011.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::Lit;
use std::collections::BTreeMap;

/// How a clause relates to a larger one.
enum Relation {
    Unrelated,
    Subsumes,
    /// It contains the negation of this literal of the larger one, and otherwise subsumes it.
    Strengthens(Lit),
}

impl Sat {
    pub(super) fn subsume(&mut self, effort: u64) {
        let limit = self.stats.ticks + effort;
        let schedule = self.subsume_candidates();
        let mut occurrences = vec![0u32; self.values.len()];
        for (seen, &clause) in schedule.iter().enumerate() {
            if self.pause(seen) {
                return;
            }
            for lit in self.arena.lits(clause) {
                occurrences[lit.index()] += 1;
            }
        }
        let mut lists: Vec<Vec<ClauseRef>> = vec![Vec::new(); self.values.len()];
        let mut marked = vec![false; self.values.len()];
        let mut complete = true;
        let mut strengthened = Vec::new();
        for &clause in &schedule {
            if self.stats.ticks >= limit || !self.goes_on() {
                complete = false;
                break;
            }
            let fresh = self.arena.lits(clause).filter(|lit| self.fresh[lit.var().index()]).count();
            if fresh >= 2 {
                self.subsume_clause(clause, &lists, &mut marked, &mut strengthened);
            }
            if !self.arena.is_garbage(clause) {
                let rarest = self.arena.lits(clause).min_by_key(|lit| occurrences[lit.index()]);
                if let Some(lit) = rarest
                    && lists[lit.index()].len() < self.opts.subsume_occurrences as usize
                {
                    lists[lit.index()].push(clause);
                }
            }
        }
        self.sort_out_promoted();
        if complete {
            self.fresh.fill(false);
        }
        for clause in strengthened {
            for position in 0..self.arena.len(clause) {
                let var = self.arena.lit(clause, position).var();
                self.mark_fresh(var);
            }
        }
    }

    /// The clauses that are likely to stay, by size.
    fn subsume_candidates(&mut self) -> Vec<ClauseRef> {
        let tier2 = self.opts.tier2_glue as u32;
        let mut by_size: BTreeMap<usize, Vec<ClauseRef>> = BTreeMap::new();
        let count = self.irredundant.len() + self.redundant.len();
        for index in 0..count {
            if self.pause(index) {
                break;
            }
            let Self { arena, irredundant, redundant, .. } = self;
            let clause = irredundant.get(index).copied().unwrap_or_else(|| redundant[index - irredundant.len()]);
            if !arena.is_garbage(clause) && (!arena.is_redundant(clause) || arena.glue(clause) <= tier2) {
                by_size.entry(arena.len(clause)).or_default().push(clause);
            }
        }
        by_size.into_values().flatten().collect()
    }

    fn subsume_clause(
        &mut self,
        clause: ClauseRef,
        lists: &[Vec<ClauseRef>],
        marked: &mut [bool],
        strengthened: &mut Vec<ClauseRef>,
    ) {
        for lit in self.arena.lits(clause) {
            marked[lit.index()] = true;
        }
        let found = self.find_related(clause, lists, marked);
        for lit in self.arena.lits(clause) {
            marked[lit.index()] = false;
        }
        match found {
            Some((smaller, Relation::Subsumes)) => {
                if self.arena.is_redundant(smaller) && !self.arena.is_redundant(clause) {
                    self.promote(smaller);
                }
                self.stats.subsumed += 1;
                self.touch(clause);
                self.arena.mark_garbage(clause);
            }
            Some((smaller, Relation::Strengthens(lit))) => {
                self.stats.strengthened += 1;
                self.strengthen(clause, lit, smaller);
                strengthened.push(clause);
            }
            _ => {}
        }
    }

    fn find_related(
        &mut self,
        clause: ClauseRef,
        lists: &[Vec<ClauseRef>],
        marked: &[bool],
    ) -> Option<(ClauseRef, Relation)> {
        let mut ticks = 1;
        let mut found = None;
        'search: for lit in self.arena.lits(clause) {
            for lit in [lit, !lit] {
                ticks += 1;
                for &smaller in &lists[lit.index()] {
                    if smaller == clause
                        || self.arena.is_garbage(smaller)
                        || self.arena.len(smaller) > self.arena.len(clause)
                    {
                        continue;
                    }
                    ticks += 1;
                    match self.relation(smaller, marked) {
                        Relation::Unrelated => {}
                        Relation::Subsumes => {
                            found = Some((smaller, Relation::Subsumes));
                            break 'search;
                        }
                        relation => found = Some((smaller, relation)),
                    }
                }
            }
        }
        self.stats.ticks += ticks;
        found
    }

    fn relation(&self, smaller: ClauseRef, marked: &[bool]) -> Relation {
        let mut negated = None;
        for lit in self.arena.lits(smaller) {
            if marked[lit.index()] {
                continue;
            }
            if !marked[(!lit).index()] || negated.is_some() {
                return Relation::Unrelated;
            }
            negated = Some(!lit);
        }
        negated.map_or(Relation::Subsumes, Relation::Strengthens)
    }

    /// Makes a learned clause part of the formula, in place of one it subsumes.
    fn promote(&mut self, clause: ClauseRef) {
        self.arena.make_irredundant(clause);
        self.touch(clause);
    }

    /// Moves promoted clauses to the list where they belong.
    fn sort_out_promoted(&mut self) {
        let Self { arena, irredundant, redundant, .. } = self;
        redundant.retain(|&clause| {
            let stays = arena.is_redundant(clause);
            if !stays {
                irredundant.push(clause);
            }
            stays
        });
    }

    /// Drops a literal from a clause, by resolution with a smaller one.
    fn strengthen(&mut self, clause: ClauseRef, lit: Lit, smaller: ClauseRef) {
        self.touch(clause);
        let kept: Vec<Lit> = self.arena.lits(clause).filter(|&other| other != lit).collect();
        let (old, with) = (self.arena.id(clause), self.arena.id(smaller));
        let id = self.derive_from(&kept, std::iter::empty(), &[with, old]);
        if let [unit] = kept[..] {
            self.arena.mark_garbage(clause);
            match self.val(unit) {
                0 => self.assign_unit(unit, id),
                value if value < 0 => {
                    self.unsat = true;
                    self.empty_id = self.derive_from(&[], std::iter::once(unit), &[id]);
                }
                _ => {}
            }
        } else {
            self.arena.shrink(clause, &kept);
            self.arena.set_id(clause, id);
            self.delete_id(old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{clauses, formula, lits};

    #[test]
    fn subsumed_clauses_go() {
        let mut sat = formula(4, &[&[1, 2, 3, 4], &[2, 4], &[1, 2, 3]]);
        sat.subsume(10_000);
        assert_eq!(clauses(&sat), [vec![1, 2, 3], vec![2, 4]]);
    }

    #[test]
    fn self_subsumption_drops_a_literal() {
        let mut sat = formula(4, &[&[1, 2, 3, 4], &[1, -2, 3]]);
        sat.subsume(10_000);
        assert_eq!(clauses(&sat), [vec![1, -2, 3], vec![1, 3, 4]]);
    }

    #[test]
    fn strengthening_to_a_unit_fixes_it() {
        let mut sat = formula(3, &[&[1, 2], &[1, -2], &[-1, 2, 3]]);
        sat.subsume(10_000);
        sat.rebuild_watches();
        sat.propagate_root();
        assert_eq!(sat.fixed(lits(&[1])[0]), Some(true));
    }

    #[test]
    fn a_learned_clause_that_subsumes_becomes_irredundant() {
        let mut sat = formula(3, &[&[1, 2, 3]]);
        sat.new_clause(&lits(&[1, 2]), true, 1, 0);
        sat.subsume(10_000);
        assert_eq!(clauses(&sat), [vec![1, 2]]);
        assert!(sat.redundant.is_empty());
    }
}
