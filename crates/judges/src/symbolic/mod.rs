//! A machine that executes moves on terms.
//!
//! Registers hold bit-vector terms or pointers that know their object; memory is byte-precise. What
//! an execution does not decide (inputs, indeterminate values, addresses) is a variable, and what
//! must hold for the moves to be made is a list of constraints. The machine decides nothing:
//! whoever drives it asks a solver.
//!
//! - `value.rs`: values; `object.rs`: objects;
//! - `machine.rs`: the state, constraints and questions to the solver;
//! - `expression.rs`, `float.rs`: expressions, by the operators of `adumbra_formula`;
//! - `contents.rs`: reading and writing at concrete offsets; `access.rs`: through pointers;
//! - `address.rs`: addresses of objects;
//! - `run.rs`: many objects at once; `unfold.rs`: how they become objects like others;
//! - `watch.rs`: what a function writes that is executed on its own;
//! - `step.rs`, `call.rs`, `effect.rs`: operations; `input.rs`: inputs, and the script that a model
//!   gives.
//!
//! **Invariant:** every execution that makes the moves is described by a model of the constraints,
//! unless [`State::guessed`](machine::State) says that something was chosen on the way.

mod access;
mod address;
mod call;
mod contents;
mod effect;
mod expression;
mod float;
mod input;
mod lost;
mod machine;
mod object;
mod run;
mod step;
mod unfold;
mod value;
mod watch;

pub(crate) use machine::{Machine, Mode, Rest, State, Stop};
pub(crate) use object::{Content, Object};
pub(crate) use run::{Common, Owned, Part, Run, Shape, Target};
pub(crate) use value::{Base, Case, ObjectId, Pointer, Sym};
pub(crate) use watch::{Room, Watched};
