//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod blocks;
mod implied;
mod laws;
mod linear;
mod lists;
mod precision;
mod symbolic;
mod symbolic_sliced;
mod value_golden;
mod value_soundness;
