//! # What verdicts are made of
//!
//! Plain data that analyses, the engine below them and the judges above them speak of: what must
//! not be reached, why there is no answer, what an answer rests on, and proofs as certificates. Who
//! judges paths and certificates, and the verdict that comes of it, is the crate `adumbra-judges`.
//!
//! - `target.rs`: what must not be reached;
//! - `reason.rs`: why there is no answer, and what an answer rests on;
//! - `place.rs`: where a user should look;
//! - `proof.rs`: why a property holds; `certificate/`: proofs as data.
//!
//! **Invariant: it knows programs and terms, and nothing that executes or decides.**

pub mod certificate;
pub mod place;
pub mod proof;
pub mod reason;
pub mod target;

pub use certificate::*;
pub use proof::{Checked, Proof};
pub use reason::{Assumption, Reason, described};
pub use target::{Target, TargetKind};
