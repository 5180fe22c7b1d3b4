//! How long an exploration may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of an exploration. Work is counted in moves, so that a run that ends before its limits does the same each time.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stop when one of these becomes true.
    pub cancel: Vec<Arc<AtomicBool>>,
    /// Most moves; `None` is no limit.
    pub work: Option<u64>,
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

impl Budget {
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
