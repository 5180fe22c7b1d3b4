//! # Reports
//!
//! What a verdict looks like outside: witnesses and reports.
//!
//! - `source/`: places in C texts: statements, branchings, calls.
//! - `sources.rs`: the files of a task;
//! - `c_values.rs`: values as constants of C;
//! - `violation.rs`: from a counterexample to a violation witness;
//! - `witness/`: the two formats of witnesses, read and written;

pub mod c_values;
pub mod source;
pub mod sources;
pub mod violation;
pub mod witness;
