//! # Witnesses
//!
//! What a verdict says to other tools, and what theirs say to us. A witness is written from a
//! verdict and checked against a program; it is never believed.
//!
//! - `format/`: the two formats of witnesses, read and written;
//! - `source/`: places in C texts: statements, branchings, calls;
//! - `sources.rs`: the files of a task;
//! - `c_values.rs`: values as constants of C;
//! - `violation.rs`: from a counterexample to a violation witness;
//! - `invariants.rs`: from a proof to a correctness witness; `formulas.rs`: formulas as C;
//! - `expression.rs`, `anchor.rs`, `copies.rs`: a copy of the program that follows a witness;
//! - `contracts.rs`: contracts of functions as C; `annotate.rs`: they and invariants in the text;
//!   `clause.rs`: back from C to formulas; `definition.rs`: what names mean where a function is defined;
//! - `guide.rs`: an execution that a violation witness describes;
//! - `confirm.rs`, `belongs.rs`: back to the original, and is the witness about it?

pub mod anchor;
pub mod annotate;
pub mod belongs;
pub mod c_values;
pub mod clause;
pub mod confirm;
pub mod contracts;
pub mod copies;
pub mod definition;
pub mod expression;
pub mod format;
pub mod formulas;
pub mod guide;
pub mod invariants;
pub mod source;
pub mod sources;
pub mod violation;
