//! Collecting garbage clauses, and moving the others together.

use super::Sat;
use super::clause::ClauseRef;
use super::watch::Watch;

impl Sat {
    /// Drops the garbage clauses. None of them may be the reason of an assignment above level 0.
    pub(super) fn collect(&mut self) {
        for index in 0..self.watches.len() {
            if self.pause(index) {
                // Garbage stays where it is until the watches are made anew.
                self.stale = true;
                return;
            }
            let arena = &self.arena;
            self.watches[index].retain(|watch| !arena.is_garbage(watch.clause()));
        }
        self.drop_garbage();
        if self.arena.should_compact() {
            self.compact();
        }
    }

    /// Drops the garbage clauses where no watch refers to them.
    pub(super) fn drop_garbage(&mut self) {
        let Self { arena, irredundant, redundant, proof, .. } = self;
        for list in [irredundant, redundant] {
            list.retain(|&clause| {
                let keep = !arena.is_garbage(clause);
                if !keep
                    && let Some(proof) = proof
                    && !arena.is_kept_in_proof(clause)
                {
                    proof.delete(arena.id(clause));
                }
                keep
            });
        }
    }

    /// Copies the clauses into a new arena, in the order in which watches visit them.
    fn compact(&mut self) {
        let mut next = self.arena.empty_like();
        let mut place = |arena: &mut super::clause::Arena, clause: ClauseRef| match arena.moved(clause) {
            Some(moved) => moved,
            None => arena.move_to(clause, &mut next),
        };
        for list in &mut self.watches {
            for watch in list {
                let moved = place(&mut self.arena, watch.clause());
                *watch = Watch::new(watch.blocker, moved, watch.is_binary());
            }
        }
        for list in [&mut self.irredundant, &mut self.redundant] {
            for clause in list {
                *clause = place(&mut self.arena, *clause);
            }
        }
        for lit in &self.trail {
            let reason = &mut self.vars[lit.var().index()].reason;
            if reason.is_some() {
                *reason = place(&mut self.arena, *reason);
            }
        }
        self.arena = next;
    }
}
