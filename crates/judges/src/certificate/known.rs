//! What the checker knows: the versions of certificates, and the kinds of facts that it can judge.
//!
//! Certificates may say more than the checker can judge. To pass over a fact would be wrong: a
//! proof may rest on it. So whatever is not known is looked for before the check begins, in all of
//! the certificate, and is the answer.

use super::{Certificate, Leaf, StateFacts};

/// The newest version of certificates that is known here. This is no alias of the version that is
/// made: who changes that has to teach the checker first.
pub const NEWEST: u32 = 1;

/// Something in a certificate that the checker cannot judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotKnown {
    /// A version.
    #[error("certificates of version {0}, but those up to version {NEWEST}")]
    Version(u32),
    /// Contracts of functions.
    #[error("contracts of functions")]
    Contract,
    /// Facts about many objects.
    #[error("facts about many objects")]
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
    if !certificate.contracts.is_empty() {
        return Some((NotKnown::Contract, None));
    }
    if !certificate.descriptions.is_empty() {
        return Some((NotKnown::ManyObjects, None));
    }
    let states = certificate.states().iter().enumerate();
    states.filter_map(|(index, state)| Some((not_known_of(state)?, Some(index)))).next()
}

fn not_known_of(state: &StateFacts) -> Option<NotKnown> {
    if !state.many.is_empty() {
        return Some(NotKnown::ManyObjects);
    }
    let leaves = state.formulas.iter().flat_map(|formulas| formulas.leaves());
    leaves.map(|(_, leaf)| leaf).any(|leaf| matches!(leaf, Leaf::AtEntry(_))).then_some(NotKnown::AtEntry)
}
