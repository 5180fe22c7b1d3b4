//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod answers;
mod cancel;
mod common;
mod incremental;
mod limits;
mod proofs;
mod rivals;
mod spear;
