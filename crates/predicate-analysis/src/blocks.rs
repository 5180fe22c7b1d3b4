//! Where blocks end: one operator for all block encodings.

use adumbra_analyses::location::Places;
use adumbra_program::{Location, Move};

/// Where blocks end, besides targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blocks {
    /// After every move.
    Single,
    /// At the heads of loops.
    #[default]
    Loops,
    /// At the heads of loops, and where functions are entered and left.
    Functions,
    /// After so many moves.
    Length(u32),
    /// Nowhere.
    Never,
}

impl Blocks {
    /// Does a block of so many moves end where a move led?
    pub(crate) fn end(self, places: &Places, step: Move, location: Location, length: u32) -> bool {
        match self {
            Blocks::Single => true,
            Blocks::Loops => places.is_loop_head(location),
            Blocks::Functions => {
                places.is_loop_head(location) || !matches!(step, Move::Edge(_)) || places.exit_of(location).is_some()
            }
            Blocks::Length(most) => length >= most,
            Blocks::Never => false,
        }
    }
}
