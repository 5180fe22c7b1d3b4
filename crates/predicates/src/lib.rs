//! # Predicate abstraction
//!
//! What formulas imply about predicates. A predicate ([`Predicates`]) is a truth value over the
//! symbols of a state; a [`Region`] is a Boolean combination of predicates, kept as a decision
//! diagram ([`Regions`]); an [`Abstractor`] finds the strongest region that formulas imply, with a
//! solver of the caller's. [`atoms()`] takes predicates from formulas.
//!
//! Predicates speak of states, formulas of what happens between them: the caller gives each
//! predicate together with its *instance*, the term that it is in the language of the formulas.
//!
//! **Invariant:** the formulas imply the result, whatever the solver leaves open. **Invariant:**
//! regions are equal exactly when they are the same function of the predicates. **Invariant:** this
//! crate knows no programs.

mod abstraction;
mod atoms;
mod bdd;
mod cache;
mod clauses;
mod counts;
mod enumerate;
mod inline;
mod instances;
mod possible;
mod predicate;
mod region;
mod sample;

pub use abstraction::{Abstraction, AbstractionOptions, Abstractor, Failure};
pub use atoms::atoms;
pub use counts::Counts;
pub use predicate::{Interned, Literal, PredicateId, Predicates};
pub use region::{Region, Regions};
