//! What calls may change: found once for each function (`called.rs`), kept by the builder.

use adumbra_dependence::RegionId;
use adumbra_program::Function;
use rustc_hash::FxHashSet;

/// What a function, with all that it calls, may change of the state of its callers.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// The functions that it may lead to, itself included.
    pub(crate) reached: FxHashSet<Function>,
    /// The regions that may be written.
    pub(crate) regions: Vec<RegionId>,
    /// May objects be made that get the next number?
    pub(crate) allocates: bool,
}
