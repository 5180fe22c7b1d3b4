//! What never changes about an analysis: which states can cover which, how they merge, and which
//! questions of the engine it answers.

/// Which states can cover which: decides how covering states are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// A state covers only itself. States are found by their number.
    Flat,
    /// A state covers those that agree with it on what it knows. For each *shape* (which things are
    /// known) there is at most one state that covers a given one, and [`crate::Analysis::project`]
    /// finds it.
    Shaped,
    /// Anything else: states of the same partition are compared one by one.
    General,
}

/// How a new state is merged into one that was reached before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// Not at all.
    Sep,
    /// By [`crate::Analysis::join`].
    Join,
    /// As [`crate::Analysis::merge`] says.
    #[default]
    Own,
}

/// When a new state is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coverage {
    /// If one reached state covers it.
    #[default]
    Sep,
    /// If the join of the reached states of its partition covers it. Only sound where a join means
    /// no more than the union.
    Join,
}

/// Which questions of the engine an analysis ever answers. Those it never does need not be asked
/// after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// [`crate::Analysis::moves`].
    pub moves: bool,
    /// [`crate::Analysis::decide`].
    pub decide: bool,
    /// [`crate::Analysis::target`].
    pub target: bool,
    /// [`crate::Analysis::pause`].
    pub pause: bool,
    /// [`crate::Analysis::transfer`] of edges that are no calls and no returns: if not, only those
    /// change its states.
    pub edges: bool,
}

impl Abilities {
    /// All of them.
    pub const ALL: Abilities = Abilities { moves: true, decide: true, target: true, pause: true, edges: true };
    /// None of them, but states that every edge changes.
    pub const NONE: Abilities = Abilities { moves: false, decide: false, target: false, pause: false, edges: true };
}
