//! Unit propagation over watched literals.
//!
//! The two literals watched by a clause come first in it. Visiting a clause because one of them
//! became false finds another literal that is not false, or an implied literal, or a conflict.
//! Binary clauses are handled without touching them.
//!
//! The loop waits for memory: without bounds checks it was measured to be no faster, so it has
//! them. With `prefetch` it asks for the watches of a literal when that is assigned, and for a
//! clause some watches before it is its turn, unless that will not be visited.
//!
//! Watched literals: M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang and S. Malik, "Chaff:
//! Engineering an Efficient SAT Solver", DAC 2001.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::Lit;
use super::sys::prefetch;
use super::watch::Watch;

/// How many watches ahead a clause is asked for.
const AHEAD: usize = 4;

impl Sat {
    /// Propagates until nothing changes or a clause is false. Ends early, with `self.stop` set,
    /// when a limit is reached.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        if self.opts.prefetch {
            return self.propagate_in::<false, true>(ClauseRef::NONE);
        }
        self.propagate_in::<false, false>(ClauseRef::NONE)
    }

    /// The same, as if one clause were not there.
    pub(super) fn propagate_without(&mut self, ignored: ClauseRef) -> Option<ClauseRef> {
        if self.opts.prefetch {
            return self.propagate_in::<true, true>(ignored);
        }
        self.propagate_in::<true, false>(ignored)
    }

    fn propagate_in<const IGNORE: bool, const PREFETCH: bool>(&mut self, ignored: ClauseRef) -> Option<ClauseRef> {
        let mut conflict = None;
        let start = self.propagated;
        while self.propagated < self.trail.len() && conflict.is_none() {
            if self.stats.ticks >= self.next_poll && self.poll() {
                break;
            }
            let falsified = !self.trail[self.propagated];
            self.propagated += 1;
            if PREFETCH && let Some(&next) = self.trail.get(self.propagated) {
                // Its list was asked for when it was assigned; now the list says where its watches
                // are.
                prefetch(&self.watches[(!next).index()], 0);
            }
            let mut list = std::mem::take(&mut self.watches[falsified.index()]);
            let (kept, found) = self.visit::<IGNORE, PREFETCH>(falsified, &mut list, ignored);
            list.truncate(kept);
            self.watches[falsified.index()] = list;
            conflict = found;
        }
        self.stats.propagations += (self.propagated - start) as u64;
        conflict
    }

    /// Visits the clauses watching a literal that has become false; returns how many still do.
    #[inline]
    fn visit<const IGNORE: bool, const PREFETCH: bool>(
        &mut self,
        falsified: Lit,
        list: &mut [Watch],
        ignored: ClauseRef,
    ) -> (usize, Option<ClauseRef>) {
        let count = list.len();
        // A cache line holds eight watches.
        let mut ticks = 1 + count as u64 / 8;
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while let Some(&watch) = list.get(read) {
            if PREFETCH {
                self.prefetch_clause(list, read + AHEAD);
            }
            read += 1;
            list[write] = watch;
            write += 1;
            let blocked = self.values[watch.blocker.index()];
            if blocked > 0 {
                continue;
            }
            let clause = watch.clause();
            if IGNORE && clause == ignored {
                continue;
            }
            if watch.is_binary() {
                if blocked < 0 {
                    conflict = Some(clause);
                    break;
                }
                self.assign(watch.blocker, clause);
                if PREFETCH {
                    prefetch(&self.watches, (!watch.blocker).index());
                }
                continue;
            }
            ticks += 1;
            let values = &self.values[..];
            // Its length is tested once: a clause in the arena has two literals at least.
            let [first, second, rest @ ..] = self.arena.codes_mut(clause) else { continue };
            let other = *first ^ *second ^ falsified.code();
            let other_value = values[other as usize];
            if other_value > 0 {
                list[write - 1].blocker = Lit::from_code(other);
                continue;
            }
            let mut value = -1;
            let found = rest.iter_mut().find(|code| {
                value = values[**code as usize];
                value >= 0
            });
            match found {
                Some(place) if value == 0 => {
                    let code = std::mem::replace(place, falsified.code());
                    (*first, *second) = (other, code);
                    self.watches[code as usize].push(Watch::new(Lit::from_code(other), clause, false));
                    write -= 1;
                }
                // True: the clause can stay where it is, blocked by this literal.
                Some(&mut code) => list[write - 1].blocker = Lit::from_code(code),
                None if other_value == 0 => {
                    self.assign(Lit::from_code(other), clause);
                    if PREFETCH {
                        prefetch(&self.watches, (other ^ 1) as usize);
                    }
                }
                None => {
                    conflict = Some(clause);
                    break;
                }
            }
        }
        list.copy_within(read.., write);
        self.stats.ticks += ticks;
        (write + count - read, conflict)
    }

    /// Asks for the clause of a watch, if it will be visited as things are.
    #[inline]
    fn prefetch_clause(&self, list: &[Watch], place: usize) {
        if let Some(watch) = list.get(place)
            && !watch.is_binary()
            && self.values[watch.blocker.index()] <= 0
        {
            self.arena.prefetch(watch.clause());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{formula, lits};

    #[test]
    fn implications_reach_a_conflict() {
        let mut sat = formula(5, &[&[-1, -2, 3], &[-3, 4], &[-3, -4, 5], &[-2, -5, -4]]);
        let decisions = lits(&[1, 2]);
        sat.decide_lit(decisions[0]);
        assert_eq!(sat.propagate(), None);
        assert_eq!(sat.trail.len(), 1);
        sat.decide_lit(decisions[1]);
        assert!(sat.propagate().is_some());
        sat.backtrack(1);
        assert_eq!(sat.trail, lits(&[1]));
    }

    #[test]
    fn a_clause_can_be_left_out() {
        let mut sat = formula(3, &[&[-1, 2, 3]]);
        let clause = sat.irredundant[0];
        sat.decide_lit(lits(&[1])[0]);
        assert_eq!(sat.propagate_without(clause), None);
        sat.decide_lit(lits(&[-2])[0]);
        assert_eq!(sat.propagate_without(clause), None);
        assert_eq!(sat.trail, lits(&[1, -2]));
    }
}
