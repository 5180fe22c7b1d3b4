//! Whether an access to memory, or a free, is valid, as far as a state says.

use adumbra_program::Violation;

/// Is an access or a free valid?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Yes.
    Valid,
    /// Not known; if not, this would be the violation.
    Maybe(Violation),
    /// No, and this is the violation.
    Invalid(Violation),
}

impl Validity {
    /// Of two accesses.
    #[must_use]
    pub fn and(self, other: Validity) -> Validity {
        match (self, other) {
            (Validity::Invalid(v), _) | (_, Validity::Invalid(v)) => Validity::Invalid(v),
            (Validity::Maybe(v), _) | (_, Validity::Maybe(v)) => Validity::Maybe(v),
            _ => Validity::Valid,
        }
    }

    /// If it is not certain that there is an access at all.
    #[must_use]
    pub fn perhaps(self) -> Validity {
        match self {
            Validity::Invalid(v) => Validity::Maybe(v),
            other => other,
        }
    }
}
