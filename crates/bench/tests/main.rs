//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod benchexec;
mod cluster;
mod compare;
mod limits;
mod page;
mod properties;
mod report;
mod run;
mod share;
mod store;
mod support;
mod tasks;
mod tools;
