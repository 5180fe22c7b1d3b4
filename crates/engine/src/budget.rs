//! How long an exploration may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of an exploration. Work is counted in moves, so that a run that ends before its limits does the same each time.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stop when one of these becomes true.
    pub cancel: Vec<Arc<AtomicBool>>,
    /// Most moves; `None` is no limit.
    pub work: Option<u64>,
    /// Who is to give way when memory is short; `None` is nobody.
    pub memory: Option<Memory>,
}

/// The memory of the process, as somebody watches it.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Becomes true when little is left, and when all work is to end. Whoever made room sets it to false again.
    pub short: Arc<AtomicBool>,
    /// The bytes that the process holds.
    pub held: fn() -> usize,
}

/// The limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The deadline.
    Time,
    /// It was cancelled.
    Cancelled,
    /// The moves are used up.
    Work,
}

/// The time that work takes that cannot be counted in moves, such as a question to a solver, is this much a move.
pub const TIME_OF_MOVE: Duration = Duration::from_micros(if cfg!(debug_assertions) { 20 } else { 1 });

impl Budget {
    /// The same with the work as time, for what does not count moves: it can only be broken off.
    pub fn as_time(&self) -> Budget {
        let moves = self.work.map(|work| u32::try_from(work).unwrap_or(u32::MAX));
        let own = moves.and_then(|moves| Instant::now().checked_add(TIME_OF_MOVE.saturating_mul(moves)));
        Budget { deadline: own.into_iter().chain(self.deadline).min(), work: None, ..self.clone() }
    }

    /// No limits.
    pub fn none() -> Self {
        Budget::default()
    }

    /// Is time up, or was it cancelled?
    pub fn interrupted(&self) -> Option<Limit> {
        if self.cancel.iter().any(|c| c.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        self.deadline.is_some_and(|d| Instant::now() >= d).then_some(Limit::Time)
    }
}
