//! Properties of random DAGs: simplifying, copying, printing and reading keep their meaning.

use crate::common::{build, model};
use adumbra_terms::smtlib::{Command, Reader, script};
use adumbra_terms::{Copier, Plan, Simplifier, Substitution, Terms, evaluate, sf};
use proptest::prelude::*;

fn recipe() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 4..240)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn simplifying_keeps_values(recipe in recipe()) {
        let mut terms = Terms::new();
        let roots = build(&mut terms, &recipe);
        let mut simplifier = Simplifier::new();
        let simple: Vec<_> = roots.iter().map(|root| simplifier.simplify(&mut terms, *root)).collect();
        prop_assert_eq!(simplifier.exhausted(), 0);
        for term in &simple {
            prop_assert_eq!(simplifier.simplify(&mut terms, *term), *term);
        }
        let all: Vec<_> = roots.iter().chain(&simple).copied().collect();
        let mut plan = Plan::new(&terms, &all);
        for seed in 0..8 {
            plan.run(&model(&terms, &all, seed));
            for i in 0..roots.len() {
                prop_assert_eq!(plan.value(i), plan.value(roots.len() + i));
            }
        }
    }

    #[test]
    fn scripts_are_read_back_as_the_same_terms(recipe in recipe()) {
        let mut terms = Terms::new();
        let roots: Vec<_> = build(&mut terms, &recipe).into_iter().filter(|root| terms.is_bool(*root)).collect();
        for assertions in [&roots[..], &roots[roots.len() - 1..]] {
            let text = script(&terms, "QF_AUFBV", assertions);
            let mut reader = Reader::new(&text);
            let mut found = Vec::new();
            while let Some(command) = reader.next(&mut terms).unwrap() {
                if let Command::Assert(term, _) = command {
                    found.push(term);
                }
            }
            prop_assert_eq!(&found[..], assertions, "{}", text);
        }
    }

    #[test]
    fn copies_are_the_same_terms(recipe in recipe()) {
        let mut terms = Terms::new();
        let roots = build(&mut terms, &recipe);
        let mut other = Terms::new();
        other.bv_u64(3, 5);
        let (mut there, mut back) = (Copier::new(), Copier::new());
        for root in roots {
            let copy = there.copy(&terms, &mut other, root);
            prop_assert_eq!(back.copy(&other, &mut terms, copy), root);
        }
    }

    #[test]
    fn substituting_is_evaluating_with_the_value(recipe in recipe()) {
        let mut terms = Terms::new();
        let roots = build(&mut terms, &recipe);
        let byte = terms.bv_sort(8);
        let (x, y) = (terms.var("x8", byte), terms.var("y8", byte));
        let sum = terms.bv_add(x, y);
        // Both at once: x becomes x + y, y becomes the old x.
        let mut substitution = Substitution::new(&terms, [(x, sum), (y, x)]);
        let results: Vec<_> = roots.iter().map(|root| substitution.apply(&mut terms, *root)).collect();
        let mut changed = model(&terms, &[roots.clone(), vec![x, y]].concat(), 5);
        let values: Vec<_> = results.iter().map(|result| evaluate(&terms, &changed, *result)).collect();
        let (sum, old) = (evaluate(&terms, &changed, sum), evaluate(&terms, &changed, x));
        changed.set(terms.find_symbol("x8").unwrap(), sum);
        changed.set(terms.find_symbol("y8").unwrap(), old);
        for (root, value) in roots.iter().zip(values) {
            prop_assert_eq!(evaluate(&terms, &changed, *root), value);
        }
    }

    #[test]
    fn sf_keeps_values(recipe in recipe()) {
        let mut terms = Terms::new();
        let roots: Vec<_> = build(&mut terms, &recipe).into_iter().filter(|root| terms.is_bool(*root)).collect();
        for root in roots {
            let Ok(text) = sf::write(&terms, &[root]) else { continue };
            let mut read = Terms::new();
            let formula = sf::read(&mut read, text.as_bytes()).unwrap();
            // The last assertion over the definitions, solved from the first on.
            let mut definitions = Vec::new();
            for assertion in &formula.assertions[..formula.assertions.len() - 1] {
                let [variable, value] = *read.operands(*assertion) else { unreachable!() };
                let value = Substitution::new(&read, definitions.iter().copied()).apply(&mut read, value);
                definitions.push((variable, value));
            }
            let last = formula.assertions[formula.assertions.len() - 1];
            let last = Substitution::new(&read, definitions).apply(&mut read, last);
            for seed in 0..4 {
                let values = model(&terms, &[root], seed);
                let mut translated = adumbra_terms::Model::new();
                for (symbol, value) in &values.values {
                    let value = match value {
                        adumbra_terms::Value::Bool(b) => {
                            adumbra_terms::Value::Bits(adumbra_terms::Bits::from_u64(1, u64::from(*b)))
                        }
                        other => other.clone(),
                    };
                    translated.set(read.find_symbol(&terms.symbol(*symbol).name).unwrap(), value);
                }
                prop_assert_eq!(evaluate(&terms, &values, root), evaluate(&read, &translated, last));
            }
        }
    }
}
