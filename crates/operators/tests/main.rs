//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod definitions;
mod floats;
mod integers;
mod names;
mod random;
