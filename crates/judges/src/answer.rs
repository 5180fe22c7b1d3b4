//! The types of answers.

use crate::replay::Counterexample;
use adumbra_verdict::{Assumption, Proof, Reason};
use std::fmt;

/// What was found out about a program and a property.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The answer.
    pub answer: Answer,
    /// What the answer rests on beyond the semantics; printed with it.
    pub assumptions: Vec<Assumption>,
}

/// The answer to "can this go wrong?".
#[derive(Clone, Debug)]
pub enum Answer {
    /// It cannot.
    True(Box<Proof>),
    /// It can, and this is how.
    False(Box<Counterexample>),
    /// Not known.
    Unknown(Vec<Reason>),
}

impl fmt::Display for Answer {
    /// The last line of a verdict, without its beginning.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True(_) => f.write_str("TRUE"),
            Answer::False(counterexample) => write!(f, "FALSE({})", counterexample.kind.name()),
            Answer::Unknown(reasons) => {
                write!(f, "UNKNOWN({})", reasons.iter().min_by_key(|r| r.rank()).map_or("incomplete", Reason::name))
            }
        }
    }
}
