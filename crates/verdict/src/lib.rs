//! # Verdicts
//!
//! Every route through Adumbra ends here: in one type of [`Verdict`], with a [`Counterexample`] that was replayed, a
//! [`Certificate`] that can be checked, or a [`Reason`] that a user can act on.
//!
//! - `verdict.rs`: the types;
//! - `feasibility.rs`, `symbolic/`: is a path of the program feasible, and by which script?
//! - `oracle.rs`: the solver that is asked;
//! - `replay.rs`: the judge of counterexamples: the interpreter on the program with its locals in memory;
//! - `findings.rs`: violations found so far, when more than one is looked for;
//! - `bases.rs`: the objects whose place in memory decides about a counterexample;
//! - `rests.rs`: the results of functions without a body that a counterexample rests on;
//! - `repeat.rs`: does a script repeat a path?
//! - `trace.rs`: a counterexample as a source-level trace with values; `harness.rs`: as C that fails natively;
//! - `certificate/`: proofs, and the checker that shares no code with the analyses.
//!
//! **Invariant: FALSE is said only after a replay.** [`Counterexample`] is only made by it.

pub mod bases;
pub mod certificate;
pub mod feasibility;
pub mod findings;
pub mod harness;
pub mod oracle;
pub mod repeat;
pub mod replay;
pub mod rests;
mod symbolic;
pub mod trace;
pub mod verdict;

pub use bases::{Base, decisive_bases};
pub use certificate::*;
pub use findings::Findings;
pub use harness::{NoHarness, harness, harness_of_test};
pub use oracle::{Oracle, PathSolver};
pub use repeat::{NoTest, Repeated, TestEnd, repeat};
pub use replay::{Observer, Rejected, replay, replay_observed};
pub use rests::{ExternalResult, decisive_results};
pub use trace::Trace;
pub use verdict::*;
