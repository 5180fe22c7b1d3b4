//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod interpolants;
mod interpolants_random;
mod interpolants_tree;
mod interpolation;
#[allow(dead_code, reason = "not every crate uses all of it")]
#[path = "../../solver/tests/random/mod.rs"]
mod random;
