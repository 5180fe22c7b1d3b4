//! Path formulas: what moves of a program mean, as terms.
//!
//! A [`Block`] is what happens between two places of a program, on all the paths between them that
//! were followed: the condition under which it happens, and for every variable that it changes the
//! new value, both as terms over the state before it and over inputs. The [`Builder`] makes blocks
//! longer move by move, and joins those that meet; joined ones share what they have in common. A
//! block is a transition relation: it can be put behind any state of its starting place
//! ([`Chain`]), and predicates about the state after it become formulas about the state before it
//! ([`Builder::before`]).
//!
//! - `variable.rs`: what a state is made of; `value.rs`: values; `block.rs`: blocks and how they
//!   meet;
//! - `build.rs`: terms, simplified as they are built; `integer.rs`, `float.rs`: operators;
//!   `expression.rs`: expressions; `pointer.rs`: pointers;
//! - `memory.rs`: loads and stores by region; `initial.rs`: the state in which a program starts;
//!   `object.rs`: objects and their numbers;
//! - `step.rs`: moves; `chain.rs`: blocks in a row, with a copy of each variable a version;
//! - `called.rs`: functions by themselves, and what calls of them do; `effects.rs`: what calls may
//!   change; `frames.rs`: blocks in a row through functions;
//! - `watch.rs`: arrays by one watched place.
//!
//! **Invariant: a block covers every execution.** Whatever an execution does along moves that were
//! followed, the block's formula has a model for it. Where the builder does not follow exactly
//! (pointers from integers, pointers among bytes, copies of unknown length), it takes more to be
//! possible than is.

pub mod block;
pub mod build;
pub mod builder;
mod called;
pub mod chain;
mod effects;
mod expression;
pub mod float;
pub mod frames;
mod initial;
pub mod integer;
mod memory;
mod object;
mod pointer;
mod step;
pub mod value;
pub mod variable;
pub mod watch;

pub use block::Block;
pub use builder::{Builder, Stepped};
pub use chain::Chain;
pub use frames::{Frames, View};
pub use value::Value;
pub use variable::{Part, Place, Var, Variables};
