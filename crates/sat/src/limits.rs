//! Limits of a call and cancellation from another thread.

use super::Sat;
use adumbra_stop::{Limit, Stop, spend};

/// What a call of [`Sat::solve`] may use. Counts are per call.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Most conflicts.
    pub conflicts: Option<u64>,
    /// Most propagated literals.
    pub propagations: Option<u64>,
    /// Most bytes held by the solver.
    pub memory: Option<usize>,
    /// When to give up.
    pub stop: Stop,
}

impl Limits {
    /// No limits at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// At most so many conflicts.
    pub fn conflicts(count: u64) -> Self {
        Self { conflicts: Some(count), ..Self::default() }
    }

    /// Until it is time to stop.
    pub fn until(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Is it time to stop?
    pub fn reached(&self) -> Option<StopReason> {
        Some(match self.stop.reached()? {
            Limit::Cancelled => StopReason::Cancelled,
            Limit::Time => StopReason::Deadline,
            Limit::Work => StopReason::Work,
        })
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The conflicts are used up.
    Conflicts,
    /// The propagations are used up.
    Propagations,
    /// The deadline has passed.
    Deadline,
    /// The memory is used up.
    Memory,
    /// The caller asked to stop.
    Cancelled,
    /// The work is used up.
    Work,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Conflicts => "the limit of conflicts is reached",
            StopReason::Propagations => "the limit of propagations is reached",
            StopReason::Deadline => "the time limit is reached",
            StopReason::Memory => "the memory limit is reached",
            StopReason::Cancelled => "cancelled",
            StopReason::Work => "the limit of work is reached",
        })
    }
}

/// The answer of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is a model; [`Sat::value`] gives it.
    Sat,
    /// There is none under the assumptions; [`Sat::failed_assumptions`] says which of them it took.
    Unsat,
    /// A limit was reached first.
    Unknown(StopReason),
}

/// Words the arena must keep free for the clauses learned between two looks at the limits.
const HEADROOM: usize = 1 << 24;

/// Work between two looks at the clock and the cancel flag, in visited clauses: well below a
/// millisecond.
const POLL_INTERVAL: u64 = 4_000;

/// The work of visiting a clause, with its share of analysis and decisions.
const TICK: u64 = 60;

/// Clauses that a pass sees between two looks: about a millisecond, when none of them is in the
/// cache.
const PIECE: usize = if cfg!(test) { 1 } else { 1 << 13 };

impl Sat {
    /// Looks at the limits from time to time; afterwards `self.stop` says whether to end.
    #[inline]
    pub(super) fn poll(&mut self) -> bool {
        if self.stats.ticks >= self.next_poll {
            self.poll_now();
        }
        self.stop.is_some()
    }

    /// Looks at the limits at once.
    #[cold]
    pub(super) fn poll_now(&mut self) {
        self.next_poll = self.stats.ticks + POLL_INTERVAL;
        self.count_work();
        if self.stop.is_some() {
            return;
        }
        let limits = &self.limits;
        self.stop = if let Some(reason) = limits.reached() {
            Some(reason)
        } else if self.stats.propagations >= self.propagation_limit {
            Some(StopReason::Propagations)
        } else if limits.memory.is_some_and(|memory| self.memory() > memory)
            || !self.arena.has_room(self.values.len() + HEADROOM)
        {
            Some(StopReason::Memory)
        } else {
            None
        };
    }

    /// Says what was done since this was said last.
    pub(super) fn count_work(&mut self) {
        let ticks = self.stats.ticks - self.counted_ticks;
        self.counted_ticks = self.stats.ticks;
        spend(ticks * TICK);
    }

    /// Looks at the limits within a pass over clauses or variables that does not propagate, given
    /// how many of them were seen; true if the pass is to end.
    #[inline]
    pub(super) fn pause(&mut self, seen: usize) -> bool {
        if seen.is_multiple_of(PIECE) {
            self.poll_now();
        }
        self.stop.is_some()
    }

    /// An estimate of the bytes the solver holds.
    pub fn memory(&self) -> usize {
        let clauses = self.irredundant.len() + self.redundant.len();
        // Two watches of 8 bytes per clause in vectors that are half full at worst, and the clause
        // list.
        self.arena.bytes() + clauses * 40 + self.vars.len() * 200 + self.extension.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::super::testing::{formula, lits};
    use super::super::{Lit, Lrat, SatOptions};
    use super::*;
    use crate::lrat_check::Checker;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Ends a call anywhere, also in the middle of passes, and goes on until there is an answer;
    /// every answer is checked.
    #[test]
    fn a_limit_at_any_place_leaves_a_solver_that_goes_on() {
        let mut random = Random::new(7);
        let mut below = |bound: u64| random.next() % bound;
        let (mut stopped, mut refuted) = (0, 0);
        for round in 0..150 {
            let vars = 60;
            let clauses: Vec<Vec<i64>> = (0..vars * 43 / 10)
                .map(|_| (0..3).map(|_| (below(vars) as i64 + 1) * if below(2) == 0 { 1 } else { -1 }).collect())
                .collect();
            let slices: Vec<&[i64]> = clauses.iter().map(|clause| &clause[..]).collect();
            let plain = formula(vars as usize, &slices).solve(&[], &Limits::none());
            let search_style = ["modern", "spear"][round % 2];
            let often = SatOptions { inprocess_interval: 2, reduce_interval: 10, ..SatOptions::default() };
            let options = SatOptions { search_style, sp_first_restart: 10, sp_restart_inc: 1.1, ..often };
            let proof = Arc::new(Mutex::new(Lrat::text(Vec::new())));
            let mut sat = Sat::with_tracer(options, Box::new(proof.clone()));
            sat.reserve_ids(clauses.len() as u64);
            for _ in 0..vars {
                sat.new_var();
            }
            clauses.iter().for_each(|clause| sat.add_clause(&lits(clause)));
            let mut patience = 50;
            let answer = loop {
                patience += 2;
                let deadline = Instant::now() + Duration::from_micros(below(patience));
                match sat.solve(&[], &Limits::until(Stop::never().by(deadline))) {
                    Answer::Unknown(reason) => {
                        assert_eq!(reason, StopReason::Deadline);
                        stopped += 1;
                    }
                    answer => break answer,
                }
            };
            assert_eq!(answer, plain);
            match answer {
                Answer::Sat => {
                    let holds = |lit: &Lit| sat.value(*lit) == Some(true);
                    assert!(clauses.iter().all(|clause| lits(clause).iter().any(holds)));
                }
                _ => {
                    refuted += 1;
                    drop(sat);
                    let mut checker = Checker::new();
                    for (index, clause) in clauses.iter().enumerate() {
                        let numbers: Vec<i32> = clause.iter().map(|n| *n as i32).collect();
                        checker.original(index as u64 + 1, &numbers).unwrap();
                    }
                    let proof = Arc::into_inner(proof).unwrap().into_inner().unwrap().into_inner().unwrap();
                    checker.check_text(std::str::from_utf8(&proof).unwrap()).unwrap();
                }
            }
        }
        assert!(stopped > 300 && refuted > 5, "{stopped} {refuted}");
    }
}
