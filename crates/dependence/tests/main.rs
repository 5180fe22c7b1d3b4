//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod blocks;
mod callees;
mod common;
mod dependence;
mod executions;
mod filetests;
mod footprints;
mod regions;
mod simplify;
mod slices;
