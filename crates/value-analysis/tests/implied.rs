//! What conditions imply.

use adumbra_program::{Edge, EntityRef};
use adumbra_terms::{Bits, Term, Terms};
use adumbra_terms::{Model, Value, evaluate};
use adumbra_value_analysis::conditions::Condition;
use adumbra_value_analysis::implied::{Fact, fact, insert};

/// All comparisons of a term of three bits with constants, by their values: a fact admits what
/// satisfies its condition, and one implies another only if everything that satisfies it satisfies
/// the other.
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
