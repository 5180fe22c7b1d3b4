//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod bad_input;
mod common;
mod depth;
mod evaluate;
mod float_laws;
mod float_native;
mod float_smtlib;
mod formats;
mod fuzz;
mod partition;
mod random;
mod rules;
mod smtlib;
