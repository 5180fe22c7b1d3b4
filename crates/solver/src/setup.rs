//! How the solvers of a verification are made: one place that says with which options, and whether their queries are recorded.

use crate::engine::Embedded;
use crate::options::Options;
use crate::record::{Recorder, Recording};
use std::sync::Arc;

/// What the solvers of a verification have in common.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Their options.
    pub options: Options,
    /// Where their queries are written, if they are.
    pub recording: Option<Arc<Recording>>,
}

/// A solver of verification conditions.
pub type Oracle = Recorder<Embedded>;

impl Setup {
    /// A solver without assertions. The kind says what it is asked about.
    pub fn solver(&self, kind: &'static str) -> Oracle {
        Recorder::new(Embedded::new(self.options.clone()), kind, self.recording.clone())
    }
}
