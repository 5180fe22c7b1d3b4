//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod architecture;
mod cycles;
mod filetests;
mod modules;
mod properties;
mod prose;
mod stubs;
mod table;
