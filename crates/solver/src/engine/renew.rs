//! Starting over: when most of what the SAT core holds belongs to closed levels, what is open is
//! encoded anew.
//!
//! The gates of a closed level bind nothing, but each of them still gets its value with every
//! model. What is lost is what was learned.

use super::Embedded;
use adumbra_encode::Encoder;
use adumbra_sat::{Limits, Stats, StopReason};
use adumbra_terms::Terms;

/// What happened so far.
#[derive(Default)]
pub(super) struct History {
    /// A proof is being written, which knows one core only.
    pub(super) traced: bool,
    /// This is the solver of a preprocessed query.
    pub(super) inner: bool,
    /// A level with assertions was closed since the last start.
    pub(super) closed: bool,
    /// Queries that were answered.
    pub(super) queries: u64,
    pub(super) renewals: u64,
    /// Variables in use right after the last start.
    live: usize,
    /// What earlier cores counted.
    pub(super) stats: Stats,
    /// What the solver of a preprocessed query held.
    pub(super) once: Held,
    /// Gates of earlier cores.
    pub(super) gates: usize,
}

/// What a SAT core holds.
#[derive(Default)]
pub(super) struct Held {
    pub(super) variables: usize,
    pub(super) clauses: usize,
}

/// So many variables are no burden.
const FEW: usize = 2_000;

/// Starting over pays when there are so many times the variables there were.
const FACTOR: usize = 3;

impl Embedded {
    /// Starts over if that pays.
    pub(super) fn renew_if_due(&mut self, terms: &mut Terms, limits: &Limits) -> Result<(), StopReason> {
        let used = self.encoder.gates.sat.num_used_vars();
        if !self.options.engine.renew
            || self.history.traced
            || !self.history.closed
            || used < FACTOR * self.history.live + FEW
        {
            return Ok(());
        }
        self.history.stats = self.history.stats.plus(&self.encoder.gates.sat.stats());
        self.history.gates += self.encoder.gates.count();
        self.encoder = Encoder::with_options(self.encoder.gates.sat.fresh(), self.options.encode.clone());
        self.encoder.gates.keep_within(limits);
        self.active.reset();
        for level in &mut self.levels {
            level.active = level.active.map(|_| self.encoder.gates.fresh());
            level.encoded = 0;
            level.mark = None;
            level.unencoded = None;
            for (_, lit) in level.assertions.iter_mut().filter_map(|assertion| assertion.tracked.as_mut()) {
                *lit = self.encoder.gates.fresh();
            }
        }
        let settled = self.settle(terms);
        self.history.closed = false;
        self.history.renewals += 1;
        self.history.live = self.encoder.gates.sat.num_used_vars();
        settled
    }
}
