//! Interpolants: what one part of a contradiction says to the next, in the words both know.
//!
//! For parts `A1 … An` whose conjunction is unsatisfiable, a sequence `I1 … In-1` such that
//! `A1 ⇒ I1`, `Ik-1 ∧ Ak ⇒ Ik`, `In-1 ∧ An` is unsatisfiable, and `Ik` uses only symbols that occur
//! both in `A1 … Ak` and in `Ak+1 … An`. Two parts give the interpolant of Craig.
//!
//! Or for parts that are a tree: a formula for each part but the root, such that a part and the
//! formulas of those right below it imply its own formula, contradict each other at the root, and
//! each formula uses only symbols that occur both in the subtree of its part and outside. A
//! sequence is the tree in which each part is above the one before it, and what is here works on
//! trees throughout. A *cut* is the place above a part.
//!
//! [`run`] is the one way in. It makes the parts small (`prepare`), brings arrays and functions to
//! bit-vectors (`arrays`), and then asks the sources of answers in turn:
//!
//! - facts about words (`words`, `pool`, `cases`, `cubes`): candidate facts for every cut, taken
//!   from what the parts say before and after it, from templates and from linear arithmetic
//!   (`farkas`), of which those are kept that follow step by step, and of these those that are
//!   needed, the most general first;
//! - the proof (`proof`, `systems`, `lift`), which always answers for bit-vectors.
//!
//! Trees can also be taken apart into queries of two parts ([`from_binary`], [`nested`]): more
//! queries, but of any solver.
//!
//! [`definition`] checks answers with a fresh solver; queries may ask for it.
//!
//! Interpolants: W. Craig, "Three Uses of the Herbrand-Gentzen Theorem in Relating Model Theory
//! and Proof Theory", Journal of Symbolic Logic 1957; in verification: K. L. McMillan,
//! "Interpolation and SAT-Based Model Checking", CAV 2003; sequences: T. A. Henzinger, R. Jhala,
//! R. Majumdar and K. L. McMillan, "Abstractions from Proofs", POPL 2004.

mod aig;
mod arrays;
mod binary;
mod cases;
mod context;
mod cubes;
mod decide;
pub mod definition;
mod farkas;
mod lift;
mod linear;
mod local;
pub mod nested;
mod oracle;
mod pool;
mod prepare;
mod proof;
mod rank;
mod run;
mod systems;
mod tree;
mod words;

pub use binary::{Binary, from_binary};
pub use context::{InterpolationOptions, Settings};
pub use decide::{Decide, Decision, Fault};
pub use prepare::flatten;
pub use run::run;
pub use systems::System;
pub use tree::{Tree, TreeError};

use adumbra_terms::{Model, Term};

/// What is to be interpolated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The parts, at least two, each a conjunction.
    pub parts: Vec<Vec<Term>>,
    /// How the parts hang together, in post-order; a sequence if nothing is said.
    pub tree: Option<Tree>,
    /// How many different answers are wanted, at least one; fewer may come.
    pub candidates: usize,
    /// Check each answer against the definition before it is given.
    pub check: bool,
}

impl Query {
    /// A query of parts in sequence, for one answer that is not checked.
    pub fn sequence(parts: Vec<Vec<Term>>) -> Query {
        Query { parts, tree: None, candidates: 1, check: false }
    }

    /// A query of parts that are a tree, for one answer that is not checked.
    pub fn tree(parts: Vec<Vec<Term>>, tree: Tree) -> Query {
        Query { tree: Some(tree), ..Query::sequence(parts) }
    }
}

/// One answer: an interpolant for each part but the last, which is the root if the parts are a
/// tree.
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
