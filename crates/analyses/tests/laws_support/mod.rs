//! The laws of an analysis, as a harness that every analysis plugs into.
//!
//! A [`Subject`] is an analysis with a [`Meaning`]: which concrete states does an abstract one stand for? Runs of the interpreter
//! are followed with it (`follow.rs`), and on the way the laws are checked on the states that occur.
//!
//! - `random.rs`, `program.rs`, `calling.rs`, `precision.rs`: random numbers, programs, programs with specifications, precisions;
//! - `concrete.rs`: what a run has done so far; `meaning.rs`: what facts and answers of an analysis say about it;
//! - `follow.rs`: a run is followed; `order.rs`: the laws of the order on all states that were seen;
//! - `erased.rs`: composites and wrappers as analyses.

pub mod calling;
mod concrete;
mod erased;
mod follow;
mod meaning;
mod order;
mod precision;
mod program;
mod random;

pub use concrete::{Concrete, Record};
pub use erased::Erased;
pub use follow::{Followed, Subject};
pub use meaning::{Facts, Meaning, Naming, Tell, disagreement_of_facts};
pub use precision::random_precision;
pub use program::{random_exact_program, random_program};
pub use random::Random;
