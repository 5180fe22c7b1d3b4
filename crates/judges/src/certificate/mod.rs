//! The checker of certificates: does a proof that is given as data hold?
//!
//! What certificates are and when they prove a property is written where their types are, in
//! `adumbra_verdict::certificate`. The checker shares no code with the analyses that make them.
//!
//! - `known.rs`: what the checker can judge at all;
//! - `check.rs`: the run from state to state; `induce.rs`: the check of an induction;
//! - `load.rs`: from facts to a state of the symbolic machine; `meaning.rs`: what formulas are
//!   there;
//! - `contracts.rs`: contracts of functions; `using.rs`: what they mean at calls, entries and
//!   exits; `spot.rs`: what they speak of;
//! - `weaken.rs`: what is left of guesses; `jobs.rs`: several bodies at the same time;
//! - `cover.rs`: does a listed state describe a state of the machine? `binding.rs`: which objects
//!   of the machine are those of the facts; `fold.rs`: which are members of runs; `index.rs`: which
//!   states may describe it;
//! - `runs.rs`: facts about many objects.

mod binding;
mod check;
mod contracts;
mod cover;
mod fold;
mod index;
mod induce;
mod jobs;
mod known;
mod load;
mod meaning;
mod runs;
mod spot;
mod using;
mod weaken;

pub use check::{CheckLimits, Checks, Rejected, Why, check};
pub use known::{NEWEST, NotKnown};
pub use weaken::{Root, Weakened, weaken, weaken_some};

use adumbra_program::{AllocationKind, Edge, Function, Location};
use adumbra_verdict::certificate::*;
