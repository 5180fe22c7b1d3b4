//! Measuring verifiers and solvers: task sets, limits, a store of results, tables and plots.
//!
//! - [`cli`]: the command line.
//! - [`model`]: tasks, answers, what was measured, and which answers are right.
//! - [`store`]: results in a file that survives a kill at any time; what is in it is not run again.

pub mod cli;
pub mod model;
pub mod store;
