//! What the checker knows: the versions of certificates, and the kinds of facts that it can judge.
//!
//! Certificates may say more than the checker can judge. To pass over a fact would be wrong: a
//! proof may rest on it. So whatever is not known is looked for before the check begins, in all of
//! the certificate, and is the answer.

use super::{Certificate, Leaf, StateFacts};

/// The newest version of certificates that is known here. This is no alias of the version that is
/// made: who changes that has to teach the checker first.
pub const NEWEST: u32 = 3;

/// Something in a certificate that the checker cannot judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotKnown {
    /// A version.
    #[error("certificates of version {0}, but those up to version {NEWEST}")]
    Version(u32),
    /// Facts about many objects, in a contract.
    #[error("contracts with facts about many objects")]
    ManyObjects,
    /// Values at the entry of a function, in a state.
    #[error("states that speak of values at the entry of a function")]
    AtEntry,
}

/// What in a certificate is not known, with the listed state that says it, if it is one.
pub(super) fn not_known(certificate: &Certificate) -> Option<(NotKnown, Option<usize>)> {
    if !(1..=NEWEST).contains(&certificate.version) {
        return Some((NotKnown::Version(certificate.version), None));
    }
    let states = certificate.states().iter().enumerate();
    let inside = certificate.contracts.iter().flat_map(|contract| &contract.states);
    let many = |state: &StateFacts| (!state.many.is_empty()).then_some(NotKnown::ManyObjects);
    states
        .filter_map(|(index, state)| Some((speaks_of_entry(state)?, Some(index))))
        .next()
        .or_else(|| inside.filter_map(|state| Some((many(state)?, None))).next())
}

/// Only states inside a function with a contract have an entry.
fn speaks_of_entry(state: &StateFacts) -> Option<NotKnown> {
    let leaves = state.formulas.iter().flat_map(|formulas| formulas.leaves());
    leaves.map(|(_, leaf)| leaf).any(|leaf| matches!(leaf, Leaf::AtEntry(_))).then_some(NotKnown::AtEntry)
}
