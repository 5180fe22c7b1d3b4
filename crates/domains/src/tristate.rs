//! Three-valued truth: false, true, maybe.

/// What is known of a truth value. `False` and `True` lie below `Maybe`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tristate {
    /// It is false.
    False,
    /// It is true.
    True,
    /// It may be either.
    Maybe,
}

impl Tristate {
    /// What is known if both outcomes are possible or not; `None` if none is.
    pub fn from_possible(can_be_false: bool, can_be_true: bool) -> Option<Tristate> {
        match (can_be_false, can_be_true) {
            (true, true) => Some(Tristate::Maybe),
            (true, false) => Some(Tristate::False),
            (false, true) => Some(Tristate::True),
            (false, false) => None,
        }
    }

    /// May it have this truth value?
    pub fn admits(self, truth: bool) -> bool {
        match self {
            Tristate::False => !truth,
            Tristate::True => truth,
            Tristate::Maybe => true,
        }
    }

    /// Kleene's negation.
    pub fn negate(self) -> Tristate {
        match self {
            Tristate::False => Tristate::True,
            Tristate::True => Tristate::False,
            Tristate::Maybe => Tristate::Maybe,
        }
    }

    /// Kleene's conjunction.
    pub fn and(self, other: Tristate) -> Tristate {
        match (self, other) {
            (Tristate::False, _) | (_, Tristate::False) => Tristate::False,
            (Tristate::True, Tristate::True) => Tristate::True,
            _ => Tristate::Maybe,
        }
    }

    /// Kleene's disjunction.
    pub fn or(self, other: Tristate) -> Tristate {
        self.negate().and(other.negate()).negate()
    }

    /// The least value above both.
    pub fn join(self, other: Tristate) -> Tristate {
        if self == other { self } else { Tristate::Maybe }
    }

    /// The greatest value below both, if there is one.
    pub fn meet(self, other: Tristate) -> Option<Tristate> {
        match (self, other) {
            (Tristate::Maybe, x) | (x, Tristate::Maybe) => Some(x),
            (a, b) => (a == b).then_some(a),
        }
    }
}

impl From<bool> for Tristate {
    fn from(truth: bool) -> Tristate {
        if truth { Tristate::True } else { Tristate::False }
    }
}
