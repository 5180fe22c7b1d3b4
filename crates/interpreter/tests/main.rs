//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod common;
mod filetests;
mod monitors;
mod operators;
mod random_expressions;
mod scripts;
mod specs;
