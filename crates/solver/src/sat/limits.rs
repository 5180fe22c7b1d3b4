//! Limits of a call and cancellation from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Sat;

/// What a call of [`Sat::solve`] may use. Counts are per call.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Most conflicts.
    pub conflicts: Option<u64>,
    /// Most propagated literals.
    pub propagations: Option<u64>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Most bytes held by the solver.
    pub memory: Option<usize>,
    /// Set by another thread to end the call.
    pub cancel: Option<Arc<AtomicBool>>,
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
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Conflicts => "the limit of conflicts is reached",
            StopReason::Propagations => "the limit of propagations is reached",
            StopReason::Deadline => "the time limit is reached",
            StopReason::Memory => "the memory limit is reached",
            StopReason::Cancelled => "cancelled",
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

/// Work between two looks at the clock and the cancel flag, in visited clauses: well below a millisecond.
const POLL_INTERVAL: u64 = 4_000;

/// Clauses that a pass sees between two looks: about a millisecond, when none of them is in the cache.
const PIECE: usize = 1 << 13;

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
        if self.stop.is_some() {
            return;
        }
        let limits = &self.limits;
        self.stop = if limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            Some(StopReason::Cancelled)
        } else if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Deadline)
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

    /// Looks at the limits within a pass over clauses or variables that does not propagate, given how many of them were seen; true if the
    /// pass is to end.
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
        // Two watches of 8 bytes per clause in vectors that are half full at worst, and the clause list.
        self.arena.bytes() + clauses * 40 + self.vars.len() * 200 + self.extension.bytes()
    }
}
