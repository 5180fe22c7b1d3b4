//! Interpolants: what one part of a contradiction says to the next, in the words both know.
//!
//! For parts `A1 … An` whose conjunction is unsatisfiable, a sequence `I1 … In-1` such that `A1 ⇒ I1`, `Ik-1 ∧ Ak ⇒ Ik`,
//! `In-1 ∧ An` is unsatisfiable, and `Ik` uses only symbols that occur both in `A1 … Ak` and in `Ak+1 … An`. Two parts give the
//! interpolant of Craig.
//!
//! [`run`] is the one way in. It makes the parts small (`prepare`), brings arrays and functions to bit-vectors (`arrays`), and then asks the
//! sources of answers in turn:
//!
//! - facts about words (`words`, `pool`, `cases`, `cubes`): candidate facts for every cut, taken from what the parts say before and after it, from templates
//!   and from linear arithmetic (`farkas`), of which those are kept that follow step by step, and of these those that are needed, the most
//!   general first;
//! - the proof (`proof`, `systems`, `lift`), which always answers for bit-vectors.
//!
//! [`definition`] checks answers with a fresh solver; queries may ask for it.

mod aig;
mod arrays;
mod cases;
mod cubes;
mod decide;
pub mod definition;
mod farkas;
mod lift;
mod linear;
mod local;
mod oracle;
mod pool;
mod prepare;
mod proof;
mod rank;
mod run;
mod systems;
mod words;

pub use run::{InterpolationOptions, Settings, run};
pub use systems::System;

use adumbra_terms::{Model, Term};

/// What is to be interpolated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The parts, at least two, each a conjunction.
    pub parts: Vec<Vec<Term>>,
    /// How many different answers are wanted, at least one; fewer may come.
    pub candidates: usize,
    /// Check each answer against the definition before it is given.
    pub check: bool,
}

/// One answer: an interpolant for each place between two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The formulas, one fewer than parts.
    pub interpolants: Vec<Term>,
    /// Where they come from.
    pub source: &'static str,
}

/// The answer to an interpolation query.
#[derive(Debug, Clone)]
pub enum Interpolation {
    /// Answers, the best first; at least one.
    Found(Vec<Sequence>),
    /// The parts have a model together.
    Satisfiable(Model),
    /// No answer, and why.
    None(String),
}
