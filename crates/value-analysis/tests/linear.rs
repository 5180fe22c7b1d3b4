//! Normal forms of linear terms.

use adumbra_formula::build::Build;
use adumbra_terms::{Bits, Term};
use adumbra_terms::{Model, Symbol, Value, evaluate};
use adumbra_value_analysis::linear::normal;

struct Numbers {
    build: Build,
    symbols: Vec<Symbol>,
}

impl Numbers {
    fn new() -> (Numbers, [Term; 2]) {
        let mut build = Build::default();
        let sort = build.terms.bv_sort(4);
        let symbols = vec![build.terms.declare("n", &[], sort), build.terms.declare("m", &[], sort)];
        let unknowns = [build.terms.apply(symbols[0], &[]), build.terms.apply(symbols[1], &[])];
        (Numbers { build, symbols }, unknowns)
    }

    /// The values of a term for all values of the unknowns.
    fn values(&self, term: Term) -> Vec<Value> {
        let value = |n: u64, m: u64| {
            let mut model = Model::new();
            for (symbol, value) in self.symbols.iter().zip([n, m]) {
                model.values.insert(*symbol, Value::Bits(Bits::from_u64(4, value)));
            }
            evaluate(&self.build.terms, &model, term)
        };
        (0..16).flat_map(|n| (0..16).map(move |m| (n, m))).map(|(n, m)| value(n, m)).collect()
    }
}

/// All sums up to a depth, from few operators: the normal form has the same values, and sums with
/// the same values have the same form.
#[test]
fn one_form_for_each_linear_function() {
    let (mut numbers, unknowns) = Numbers::new();
    let terms = &mut numbers.build.terms;
    let constants = [1, 2, 15].map(|value| terms.bv_u64(4, value));
    let leaves: Vec<Term> = unknowns.into_iter().chain(constants).collect();
    let mut sums = leaves.clone();
    for _ in 0..2 {
        let before = sums.clone();
        for a in before {
            sums.extend([terms.bv_neg(a), terms.bv_not(a)]);
            for b in &leaves {
                sums.push(terms.bv_add(a, *b));
                if terms.constant(*b).is_some() {
                    sums.extend([terms.bv_mul(a, *b), terms.bv_shl(a, *b)]);
                }
            }
        }
    }
    sums.sort_unstable();
    sums.dedup();
    assert!(sums.len() > 500, "{}", sums.len());
    let mut forms: Vec<(Vec<Value>, Term)> = Vec::new();
    for sum in sums {
        let simple = numbers.build.simple(sum);
        let form = normal(&mut numbers.build, simple);
        let values = numbers.values(sum);
        assert_eq!(numbers.values(form), values, "{sum:?}");
        match forms.iter().find(|(known, _)| *known == values) {
            Some((_, known)) => assert_eq!(*known, form, "{sum:?}"),
            None => forms.push((values, form)),
        }
    }
    assert!(forms.len() > 100, "{}", forms.len());
}
