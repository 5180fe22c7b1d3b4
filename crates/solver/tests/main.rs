//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

#[cfg(feature = "cadical")]
mod cadical;
mod layer;
mod levels;
mod process;
mod record;
mod small_models;
mod stopping;
mod theories;
