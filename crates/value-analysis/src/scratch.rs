//! What evaluation needs besides the state.

use super::scalar::Value;
use super::symbolic::Symbols;
use super::wide::Wides;

/// What evaluation needs besides the state.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) temps: Vec<Value>,
    pub(super) wides: Wides,
    /// If values can be terms.
    pub(super) symbols: Option<Box<Symbols>>,
}
