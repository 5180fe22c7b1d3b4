//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod page;
mod resume;
mod robust;
mod search;
mod split;
