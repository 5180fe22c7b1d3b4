//! Measuring verifiers and solvers: task sets, limits, a store of results, tables and plots.
//!
//! - [`cli`]: the command line.
//! - [`limit`]: a command under limits that hold for all processes it starts.
//! - [`model`]: tasks, answers, what was measured, and which answers are right.
//! - [`run`]: what is to be run, several at a time, with progress; what was killed goes on where it stopped.
//! - [`store`]: results in a file that survives a kill at any time; what is in it is not run again.

pub mod cli;
pub mod limit;
pub mod model;
pub mod run;
pub mod store;
