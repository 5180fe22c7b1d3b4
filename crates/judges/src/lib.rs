//! # Judges
//!
//! Who decides what a verdict says. Analyses only propose: a path to a violation, or a certificate
//! that there is none. What they propose is judged here, by code that shares nothing with them, and
//! becomes one type of [`Verdict`]: with a [`Counterexample`] that was replayed, a proof whose
//! certificate was checked, or reasons that a user can act on.
//!
//! - `answer.rs`: the verdict;
//! - `feasibility.rs`, `symbolic/`: is a path of the program feasible, and by which script?
//! - `oracle.rs`: the solver that is asked;
//! - `replay.rs`: the judge of counterexamples: the interpreter on the program with its locals in
//!   memory;
//! - `findings.rs`: violations found so far, when more than one is looked for;
//! - `bases.rs`: the objects whose place in memory decides about a counterexample;
//! - `fate.rs`: what became of the heap memory that a counterexample is about;
//! - `rests.rs`: the results of functions without a body that a counterexample rests on;
//! - `repeat.rs`: does a script repeat a path?
//! - `trace.rs`: a counterexample as a source-level trace with values; `harness.rs`: as C that
//!   fails natively;
//! - `certificate/`: the checker of certificates.
//!
//! **Invariant: FALSE is said only after a replay.** [`Counterexample`] is only made by it.

pub mod answer;
pub mod bases;
pub mod certificate;
pub mod fate;
pub mod feasibility;
pub mod findings;
pub mod harness;
pub mod oracle;
pub mod repeat;
pub mod replay;
pub mod rests;
mod symbolic;
pub mod trace;
mod variation;

pub use answer::{Answer, Verdict};
pub use bases::{Base, decisive_bases};
pub use fate::{Fate, LastPointer, fate};
pub use findings::Findings;
pub use harness::{NoHarness, harness, harness_of_test};
pub use oracle::{Oracle, PathSolver};
pub use repeat::{NoTest, Repeated, TestEnd, repeat};
pub use replay::{Counterexample, Observer, Rejected, Replayed, replay, replay_observed};
pub use rests::{ExternalResult, decisive_results};
pub use trace::Trace;
