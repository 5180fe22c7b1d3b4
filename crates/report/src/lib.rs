//! # Reports
//!
//! What a verdict looks like outside: witnesses and reports.
//!
//! - `source/`: places in C texts: statements, branchings, calls.
//! - `sources.rs`: the files of a task;
//! - `c_values.rs`: values as constants of C;
//! - `violation.rs`: from a counterexample to a violation witness;
//! - `expression.rs`, `anchor.rs`, `instrument.rs`: a copy of the program that follows a witness;
//! - `guide.rs`: an execution that a violation witness describes;
//! - `confirm.rs`, `belongs.rs`: back to the original, and is the witness about it?
//! - `invariants.rs`: from a proof to a correctness witness; `formulas.rs`: formulas as C;
//! - `test_suite.rs`: tests in the format of Test-Comp;
//! - `pixel.rs`: pictures of graphs, a line a level;
//! - `witness/`: the two formats of witnesses, read and written;

pub mod anchor;
pub mod belongs;
pub mod c_values;
pub mod confirm;
pub mod expression;
pub mod formulas;
pub mod guide;
pub mod instrument;
pub mod invariants;
pub mod pixel;
pub mod source;
pub mod sources;
pub mod test_suite;
pub mod violation;
pub mod witness;
