//! What is asked of an analysis when a path is to be excluded, and what it answers.

use adumbra_program::Move;
use adumbra_verdict::Target;

/// A path to a target that the abstraction admits.
#[derive(Clone, Copy, Debug)]
pub struct ErrorPath<'a> {
    /// The moves from the start of the program.
    pub moves: &'a [Move],
    /// For each node on the path, the number of moves that lead to it; the first is 0, the last the
    /// number of moves.
    pub nodes: &'a [usize],
    /// The moves that are passed without an effect, by place; those that are not listed are taken.
    pub skipped: &'a [bool],
    /// The target at its end.
    pub target: Target,
}

impl ErrorPath<'_> {
    /// Is a move passed without an effect?
    pub fn skips(&self, place: usize) -> bool {
        self.skipped.get(place).copied().unwrap_or(false)
    }
}

/// What an analysis made of a path that it was asked to exclude.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refinement<P> {
    /// With this precision the path is excluded; states from a number of moves on must be computed
    /// anew.
    Excluded {
        /// The precision to go on with.
        precision: P,
        /// Number of moves before the first state that the precision makes different.
        from: usize,
    },
    /// With this precision the path may be excluded, or be looked at more closely if it comes back.
    /// Must not go on forever.
    Finer {
        /// The precision to go on with.
        precision: P,
        /// Number of moves before the first state that the precision makes different.
        from: usize,
    },
    /// The analysis cannot exclude the path, whatever its precision; but this way to the target
    /// looks possible, if it is another one.
    Possible {
        /// The moves from the start of the program.
        moves: Vec<Move>,
    },
    /// The analysis cannot exclude the path, whatever its precision.
    Powerless,
}

impl<P> Refinement<P> {
    /// The same with the precision turned into another.
    pub fn map<Q>(self, turn: impl FnOnce(P) -> Q) -> Refinement<Q> {
        match self {
            Refinement::Excluded { precision, from } => Refinement::Excluded { precision: turn(precision), from },
            Refinement::Finer { precision, from } => Refinement::Finer { precision: turn(precision), from },
            Refinement::Possible { moves } => Refinement::Possible { moves },
            Refinement::Powerless => Refinement::Powerless,
        }
    }
}
