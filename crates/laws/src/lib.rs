//! # Laws
//!
//! What tests of analyses share: the laws of an analysis, as a harness that every analysis plugs
//! into, and programs to try analyses with.
//!
//! A [`Subject`] is an analysis with a [`Meaning`]: which concrete states does an abstract one
//! stand for? Runs of the interpreter are followed with it (`follow.rs`), and on the way the laws
//! are checked on the states that occur.
//!
//! - `program.rs`: random programs; `check.rs`: the laws on many of them;
//! - `concrete.rs`: what a run has done so far; `meaning.rs`: what facts and answers of an analysis
//!   say about it;
//! - `follow.rs`: a run is followed; `order.rs`: the laws of the order on all states that were
//!   seen;
//! - `erased.rs`: composites and wrappers as analyses;
//! - `calls.rs`: random programs in C whose functions call each other;
//! - `programs.rs`: programs in textual form; `sources.rs`: programs in C.

#![allow(missing_docs, reason = "the names of a harness for tests say what they are")]

mod calls;
mod check;
mod concrete;
mod erased;
mod follow;
mod meaning;
mod order;
mod program;
pub mod programs;
mod runs;
pub mod sources;

pub use adumbra_testing::Random;
pub use calls::random_calls;
pub use check::{RUNS, check, programs};
pub use concrete::{Concrete, Record};
pub use erased::Erased;
pub use follow::{Followed, Subject};
pub use meaning::{Facts, Meaning, Naming, Tell, disagreement_of_facts};
pub use program::{random_exact_program, random_program};
