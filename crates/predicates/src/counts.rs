//! What abstraction cost.

use std::time::Duration;

/// What an [`crate::Abstractor`] did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Abstractions that were asked for.
    pub abstractions: u64,
    /// Those of them that were answered from the cache.
    pub cached: u64,
    /// Abstractions that are weaker than they could be, since a limit was reached.
    pub weakened: u64,
    /// Questions of satisfiability and entailment that were asked for.
    pub questions: u64,
    /// Those of them that were answered from the cache.
    pub questions_cached: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Queries that the solver did not answer.
    pub unknown: u64,
    /// Models that the solver found.
    pub models: u64,
    /// Time in the solver.
    pub solving: Duration,
    /// Time in all, that of the solver included.
    pub total: Duration,
}

impl Counts {
    /// Time that was not the solver's.
    pub fn bookkeeping(&self) -> Duration {
        self.total.saturating_sub(self.solving)
    }

    /// The sum of two counts.
    pub fn plus(&self, other: &Counts) -> Counts {
        Counts {
            abstractions: self.abstractions + other.abstractions,
            cached: self.cached + other.cached,
            weakened: self.weakened + other.weakened,
            questions: self.questions + other.questions,
            questions_cached: self.questions_cached + other.questions_cached,
            queries: self.queries + other.queries,
            unknown: self.unknown + other.unknown,
            models: self.models + other.models,
            solving: self.solving + other.solving,
            total: self.total + other.total,
        }
    }
}
