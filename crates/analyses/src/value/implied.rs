//! Conditions that say less than another one.
//!
//! A loop up to an unknown bound asks `0 < n`, `1 < n`, `2 < n` and so on: each new condition makes those before it superfluous, and a state
//! that kept them all would be asked about ever longer lists. So conditions are looked at as facts about one term: it equals a constant, differs
//! from it, or is within bounds. A fact implies another about the same term if every value that it admits is one that the other admits.
//!
//! Only conditions from the same edge make each other superfluous: a precision tracks all conditions from an edge or none, so what is left
//! says as much as before wherever it is kept.

use super::conditions::Condition;
use adumbra_terms::{Bits, Op, Term, Terms};

/// What a condition says of one term.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fact {
    Equals(Bits),
    Differs(Bits),
    Within { signed: bool, low: Bits, high: Bits },
}

fn less(signed: bool, a: &Bits, b: &Bits) -> bool {
    if signed { a.slt(b) } else { a.ult(b) }
}

impl Fact {
    fn admits(&self, value: &Bits) -> bool {
        match self {
            Fact::Equals(one) => one == value,
            Fact::Differs(one) => one != value,
            Fact::Within { signed, low, high } => !less(*signed, value, low) && !less(*signed, high, value),
        }
    }

    fn implies(&self, other: &Fact) -> bool {
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
fn fact(terms: &Terms, condition: Term) -> Option<(Term, Fact)> {
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

/// Adds a condition to a list, without what one condition from its edge says already by itself. Is the list another one then?
pub(super) fn insert(terms: &Terms, list: &mut Vec<Condition>, new: Condition) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::{Edge, EntityRef};
    use adumbra_terms::{Model, Value, evaluate};

    /// All comparisons of a term of three bits with constants, by their values: a fact admits what satisfies its condition, and one implies another
    /// only if everything that satisfies it satisfies the other.
    #[test]
    fn facts_are_what_conditions_say() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(3);
        let symbol = terms.declare("x", &[], sort);
        let x = terms.apply(symbol, &[]);
        let mut conditions = Vec::new();
        for value in 0..8 {
            let constant = terms.bv_u64(3, value);
            for condition in [
                terms.eq(x, constant),
                terms.bv_ult(x, constant),
                terms.bv_ult(constant, x),
                terms.bv_slt(x, constant),
                terms.bv_slt(constant, x),
            ] {
                conditions.push(condition);
                conditions.push(terms.not(condition));
            }
        }
        let satisfied = |condition: Term| -> Vec<u64> {
            let holds = |value: &u64| {
                let mut model = Model::new();
                model.values.insert(symbol, Value::Bits(Bits::from_u64(3, *value)));
                evaluate(&terms, &model, condition).as_bool() == Some(true)
            };
            (0..8).filter(holds).collect()
        };
        let facts: Vec<(Vec<u64>, Fact)> = conditions
            .iter()
            .filter_map(|c| fact(&terms, *c).map(|(term, fact)| (term, satisfied(*c), fact)))
            .map(|(term, values, fact)| {
                assert_eq!(term, x);
                (values, fact)
            })
            .collect();
        assert!(facts.len() > 60, "{} of {}", facts.len(), conditions.len());
        let mut implications = 0;
        for (values, fact) in &facts {
            let admitted: Vec<u64> = (0..8).filter(|v| fact.admits(&Bits::from_u64(3, *v))).collect();
            assert_eq!(&admitted, values, "{fact:?}");
            for (others, other) in &facts {
                if fact.implies(other) {
                    implications += 1;
                    assert!(values.iter().all(|v| others.contains(v)), "{fact:?} does not imply {other:?}");
                }
            }
        }
        assert!(implications > facts.len(), "{implications}");
    }

    #[test]
    fn the_last_bound_of_an_edge_remains() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(32);
        let n = terms.var("n", sort);
        let mut list = Vec::new();
        let mut below = |value, edge| {
            let value = terms.bv_u64(32, value);
            Condition { origin: Edge::new(edge), term: terms.bv_slt(value, n) }
        };
        let conditions = [below(0, 1), below(1, 1), below(5, 2), below(2, 1), below(1, 1)];
        let changes: Vec<bool> = conditions.iter().map(|c| insert(&terms, &mut list, *c)).collect();
        assert_eq!(changes, [true, true, true, true, false]);
        assert_eq!(list, [conditions[2], conditions[3]]);
    }
}
