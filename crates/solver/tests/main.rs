//! The tests of this crate. Every file is a module, so that one executable is linked and not one for each.

mod answers;
#[cfg(feature = "cadical")]
mod cadical;
mod cancel;
mod common;
mod encode;
mod floats;
mod incremental;
mod interpolants;
mod interpolants_random;
mod interpolants_tree;
mod interpolation;
mod layer;
mod levels;
mod limits;
mod process;
mod proofs;
mod random;
mod record;
mod rivals;
mod small_models;
mod spear;
mod stopping;
mod theories;
