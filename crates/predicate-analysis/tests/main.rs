//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod called;
mod equations;
mod formulas;
mod laws;
mod predicate_order;
mod spec_predicates;
