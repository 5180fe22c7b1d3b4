//! What a way of accounting gives: how much all processes of a run use together, and an end to all
//! of them.

use super::hierarchy::{Source, V1, V2};
use super::{group, tree};
use crate::model::{Ending, Limits};
use std::fs::File;
use std::io;
use std::time::Duration;

/// What the processes of a run have used so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Usage {
    /// Processor time.
    pub(super) cpu: Duration,
    /// The most memory at once, in bytes.
    pub(super) peak: Option<u64>,
    /// A limit that was reached, other than those of time.
    pub(super) breach: Option<Ending>,
    /// There are many processes, and nobody else holds their number.
    pub(super) crowded: bool,
}

/// A way to account for the processes of a run.
pub(super) trait Accounting {
    /// Files into which a process writes `0` to be accounted for, together with all that it starts.
    fn entrances(&self) -> io::Result<Vec<File>>;

    /// What was used until now.
    fn observe(&mut self) -> io::Result<Usage>;

    /// Sends a signal that ends them to all processes.
    fn kill(&mut self);

    /// Is there none left?
    fn is_empty(&self) -> bool;

    /// What was used altogether, after the last process has ended.
    fn close(&mut self) -> io::Result<Usage>;

    /// Does the system itself stop a process that would use too much memory?
    fn holds_memory(&self) -> bool;
}

/// Begins to account for a run.
pub(super) fn open(source: &Source, name: &str, limits: &Limits, processes: u64) -> io::Result<Box<dyn Accounting>> {
    Ok(match source {
        Source::Tree => Box::new(tree::Tree::new(limits.memory, processes)),
        Source::V1(V1 { cpu, memory, processes: pids, freezer }) => Box::new(group::V1Group::make(
            cpu,
            memory,
            pids.as_deref(),
            freezer.as_deref(),
            name,
            limits.memory,
            processes,
        )?),
        Source::V2(V2 { directory, memory, processes: pids }) => {
            Box::new(group::V2Group::make(directory, *memory, *pids, name, limits.memory, processes)?)
        }
    })
}
