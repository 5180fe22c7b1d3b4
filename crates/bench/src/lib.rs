//! Measuring verifiers and solvers: task sets, limits, a store of results, tables and plots.
//!
//! - [`cli`]: the command line.
//! - [`cluster`]: the same runs as jobs of a cluster.
//! - [`limit`]: a command under limits that hold for all processes it starts.
//! - [`model`]: tasks, answers, what was measured, and which answers are right.
//! - [`task`]: reading task sets.
//! - [`tool`]: descriptions of tools: how they are called, and what their output means.
//! - [`run`]: what is to be run, several at a time, with progress; what was killed goes on where it
//!   stopped.
//! - [`store`]: results in a file that survives a kill at any time; what is in it is not run again.
//! - [`score`]: how results become points.
//! - [`report`]: tables, plots and a page of stored results.
//! - [`compare`]: what changed between two columns.
//! - [`task`]: reading task sets.
//! - [`tool`]: descriptions of tools: how they are called, and what their output means.

pub mod cli;
pub mod cluster;
pub mod compare;
pub mod limit;
pub mod model;
pub mod report;
pub mod run;
pub mod score;
pub mod store;
pub mod task;
pub mod tool;
