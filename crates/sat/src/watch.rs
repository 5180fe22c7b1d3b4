//! Watch lists: for each literal the clauses to visit when it becomes false.
//!
//! A literal beside the clause that may make the visit superfluous: G. Chu, A. Harwood and P. J.
//! Stuckey, "Cache Conscious Data Structures for Boolean Satisfiability Solvers", JSAT 2009.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::Lit;

const BINARY: u32 = 1 << 31;

/// A clause to visit, with a literal of it that spares the visit when true. For a binary clause
/// that literal is the other one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) blocker: Lit,
    tagged: u32,
}

impl Watch {
    #[inline]
    pub(super) fn new(blocker: Lit, clause: ClauseRef, binary: bool) -> Self {
        Watch { blocker, tagged: clause.0 | if binary { BINARY } else { 0 } }
    }

    #[inline]
    pub(super) fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub(super) fn clause(self) -> ClauseRef {
        ClauseRef(self.tagged & !BINARY)
    }
}

impl Sat {
    /// Watches the first two literals of a clause.
    pub(super) fn attach(&mut self, clause: ClauseRef) {
        let binary = self.arena.len(clause) == 2;
        let (first, second) = (self.arena.lit(clause, 0), self.arena.lit(clause, 1));
        self.watches[first.index()].push(Watch::new(second, clause, binary));
        self.watches[second.index()].push(Watch::new(first, clause, binary));
    }

    /// Attaches every clause anew at level 0, after steps that changed clauses without keeping the
    /// watches in order. Clauses that have become unit are assigned; one that has become false
    /// makes the formula unsatisfiable. A limit may end it early: then the next call does it again
    /// before anything else.
    pub(super) fn rebuild_watches(&mut self) {
        debug_assert_eq!(self.level(), 0);
        self.stale = true;
        for list in &mut self.watches {
            list.clear();
        }
        self.propagated = self.trail.len();
        let lists = [std::mem::take(&mut self.irredundant), std::mem::take(&mut self.redundant)];
        // Binary clauses first, so that propagation meets them first.
        let mut seen = 0;
        'all: for binary in [true, false] {
            for &clause in lists.iter().flatten() {
                seen += 1;
                if self.pause(seen) {
                    break 'all;
                }
                if !self.arena.is_garbage(clause) && (self.arena.len(clause) == 2) == binary && !self.unsat {
                    self.reattach(clause);
                }
            }
        }
        let [irredundant, redundant] = lists;
        (self.irredundant, self.redundant) = (irredundant, redundant);
        self.stale = self.stop.is_some();
    }

    fn reattach(&mut self, clause: ClauseRef) {
        let values = &self.values;
        let codes = self.arena.codes_mut(clause);
        let mut free = 0;
        for position in 0..codes.len() {
            let value = values[codes[position] as usize];
            if value > 0 {
                self.arena.mark_garbage(clause);
                return;
            }
            if value == 0 {
                codes.swap(free, position);
                free += 1;
                if free == 2 && codes.len() > 2 {
                    // A later true literal only means that the clause stays until the next
                    // cleaning.
                    break;
                }
            }
        }
        let first = Lit::from_code(codes[0]);
        match free {
            0 => self.derive_empty(clause),
            1 => self.assign(first, clause),
            _ => self.attach(clause),
        }
    }
}
