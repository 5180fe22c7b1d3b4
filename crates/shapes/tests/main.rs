//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod common;
mod descriptions;
mod evaluation;
mod examples;
mod laws;
mod programs;
mod proofs;
mod soundness;
mod written;
