//! Runs: lists of any length.
//!
//! A *run* is one entry in the table of objects that stands for one or more heap objects in a row,
//! its *members*. They have one site and one size, all live, and each is different from all others
//! and from everything that has a name. Each but the last has a pointer at `next.at` to offset
//! `next.to` of the one behind it; if there is a link `back`, each but the first has one at
//! `back.at` to offset `back.to` of the one before it. What the last one has at `next.at` is
//! *behind* the run, and what the first one has at `back.at` is *before* it: these two are what the
//! bytes of the entry say there. All other bytes that are known are the same in every member.
//!
//! A pointer to the entry leads to the first member. Where there is a link back, a second entry,
//! which is nothing but a name, stands for the last one. No pointer leads to the middle, but for
//! the links themselves.
//!
//! What belongs to each member is *owned*: an entry whose owner is a run stands for as many objects
//! (or runs) as that has members, and pointers from the members to it and from it to its owner are
//! each member's own. An owned run may be empty: then a pointer to its first is what is behind it,
//! and a pointer to its last what is before it.
//!
//! - `fold.rs`, `chain.rs`, `refs.rs`, `twins.rs`: at the heads of loops objects in a row become a
//!   run;
//! - `unfold.rs`, `step.rs`: before a member is accessed it becomes an object of its own;
//! - `dissolve.rs`: where a pointer of which nothing is known may change runs, they are given up;
//! - `facts.rs`: runs in certificates;
//! - `numbers.rs`: numbers with many values are forgotten.
//!
//! A state without runs pays one test for each step.

mod chain;
mod dissolve;
mod facts;
mod fold;
mod numbers;
mod refs;
mod step;
mod twins;
mod unfold;

pub(crate) use facts::Named;
pub use fold::Folding;
pub(crate) use fold::Lists;
pub(crate) use numbers::Numbers;

pub(crate) use crate::many::{Link, Many, Role, Run};
