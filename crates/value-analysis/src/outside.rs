//! What has come about outside of a block while it runs, as marks in its states.

/// What has come about outside of the block that a state is in; nothing for a state in no block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Outside(u8);

impl Outside {
    /// The state is in a block.
    pub(crate) const BLOCK: Outside = Outside(1);
    /// The activation of the block is that with which the program ends.
    pub(crate) const LAST: Outside = Outside(2);
    /// There may be live heap objects that were left out; where losses are monitored, or ones that
    /// only what was left out points to.
    pub(crate) const HEAP: Outside = Outside(4);
    /// Objects may be written that a pointer can point to of which nothing is known.
    pub(crate) const WRITTEN: Outside = Outside(8);
    /// All memory may be written.
    pub(crate) const OVERWRITTEN: Outside = Outside(16);
    /// Heap objects may be freed.
    pub(crate) const FREED: Outside = Outside(32);
    /// The scopes of stack objects may have ended, or begun again.
    pub(crate) const RESCOPED: Outside = Outside(64);

    pub(crate) fn has(self, other: Outside) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn with(self, other: Outside) -> Outside {
        Outside(self.0 | other.0)
    }

    /// Does it say the same of where the state is, and nothing that the other does not say?
    pub(crate) fn is_within(self, other: Outside) -> bool {
        self.is_like(other) && other.has(self)
    }

    /// Does it say the same of where the state is?
    pub(crate) fn is_like(self, other: Outside) -> bool {
        let place = Self::BLOCK.with(Self::LAST).0;
        self.0 & place == other.0 & place
    }

    /// As a number, for hashes.
    pub(crate) fn number(self) -> u64 {
        self.0.into()
    }
}
