//! What must not be reached.

use adumbra_program::{Edge, Symbol, Violation};

/// What makes an abstract state a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetKind {
    /// A monitored violation.
    Violation(Violation),
    /// An operation that is not modelled.
    Unsupported(Symbol),
    /// A call through a pointer of which nothing is known.
    UnknownCallee,
    /// More open calls than the analysis follows.
    TooDeep,
}

/// A target: something that must not be reached, and the edge where it happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// What happens.
    pub kind: TargetKind,
    /// The edge.
    pub edge: Edge,
}
