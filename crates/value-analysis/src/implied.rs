//! Conditions that say less than another one.
//!
//! A loop up to an unknown bound asks `0 < n`, `1 < n`, `2 < n` and so on: each new condition makes
//! those before it superfluous, and a state that kept them all would be asked about ever longer
//! lists. So conditions are looked at as facts about one term: it equals a constant, differs from
//! it, or is within bounds. A fact implies another about the same term if every value that it
//! admits is one that the other admits.
//!
//! Only conditions from the same edge make each other superfluous: a precision tracks all
//! conditions from an edge or none, so what is left says as much as before wherever it is kept.

use super::unknowns::Condition;
use adumbra_terms::{Bits, Op, Term, Terms};

/// What a condition says of one term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Its value.
    Equals(Bits),
    /// What is not its value.
    Differs(Bits),
    /// The range of its value.
    #[allow(missing_docs, reason = "a range")]
    Within { signed: bool, low: Bits, high: Bits },
}

fn less(signed: bool, a: &Bits, b: &Bits) -> bool {
    if signed { a.slt(b) } else { a.ult(b) }
}

impl Fact {
    /// May the term have this value?
    pub fn admits(&self, value: &Bits) -> bool {
        match self {
            Fact::Equals(one) => one == value,
            Fact::Differs(one) => one != value,
            Fact::Within { signed, low, high } => !less(*signed, value, low) && !less(*signed, high, value),
        }
    }

    /// Does it say what another one says?
    pub fn implies(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Equals(value), _) => other.admits(value),
            (_, Fact::Differs(value)) => !self.admits(value),
            (Fact::Within { signed: a, low, high }, Fact::Within { signed: b, .. }) => {
                a == b && !less(*a, high, low) && other.admits(low) && other.admits(high)
            }
            _ => false,
        }
    }
}

/// The term that a condition is about, and what it says of it.
pub fn fact(terms: &Terms, condition: Term) -> Option<(Term, Fact)> {
    let (holds, inner) = match terms.op(condition) {
        Op::Not => (false, *terms.operands(condition).first()?),
        _ => (true, condition),
    };
    let &[a, b] = terms.operands(inner) else { return None };
    let signed = match terms.op(inner) {
        Op::Eq => {
            let (term, value) = match (terms.constant(a), terms.constant(b)) {
                (Some(value), None) => (b, value),
                (None, Some(value)) => (a, value),
                _ => return None,
            };
            return Some((term, if holds { Fact::Equals(value) } else { Fact::Differs(value) }));
        }
        Op::BvUlt => false,
        Op::BvSlt => true,
        _ => return None,
    };
    let extremes = |width| match signed {
        true => (Bits::min_signed(width), Bits::max_signed(width)),
        false => (Bits::zero(width), Bits::ones(width)),
    };
    let within = |low, high| Fact::Within { signed, low, high };
    match (terms.constant(a), terms.constant(b)) {
        // value < term
        (Some(value), None) => {
            let (least, most) = extremes(value.width());
            Some(match holds {
                true if value == most => return None,
                true => (b, within(value.add(&Bits::one(value.width())), most)),
                false => (b, within(least, value)),
            })
        }
        // term < value
        (None, Some(value)) => {
            let (least, most) = extremes(value.width());
            Some(match holds {
                true if value == least => return None,
                true => (a, within(least, value.sub(&Bits::one(value.width())))),
                false => (a, within(value, most)),
            })
        }
        _ => None,
    }
}

/// Adds a condition to a list, without what one condition from its edge says already by itself. Is
/// the list another one then?
pub fn insert(terms: &Terms, list: &mut Vec<Condition>, new: Condition) -> bool {
    if list.contains(&new) {
        return false;
    }
    if let Some((about, said)) = fact(terms, new.term) {
        let fact_of = |old: &Condition| match old.origin == new.origin {
            true => fact(terms, old.term).filter(|(term, _)| *term == about),
            false => None,
        };
        if list.iter().filter_map(fact_of).any(|(_, old)| old.implies(&said)) {
            return false;
        }
        list.retain(|old| fact_of(old).is_none_or(|(_, old)| !said.implies(&old)));
    }
    list.push(new);
    true
}
