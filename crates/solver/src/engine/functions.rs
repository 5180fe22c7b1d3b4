//! Uninterpreted functions: equal arguments give equal results. Lemmas on demand where they do not.

use super::valuation::{Open, Valuation};
use adumbra_terms::{FunctionValue, Model, Op, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;

/// Lemmas that the values contradict; none means that the tables in the model are consistent.
pub fn check(terms: &mut Terms, from: Open, valuation: &mut Valuation, model: &mut Model) -> Vec<Term> {
    let mut lemmas = Vec::new();
    let mut first: FxHashMap<(Symbol, Vec<Value>), (Term, Value)> = FxHashMap::default();
    for &application in &from.active.applications {
        let Op::Apply(symbol) = terms.op(application) else { continue };
        let arguments: Vec<Value> =
            terms.operands(application).iter().map(|a| valuation.value(terms, from, *a).clone()).collect();
        let result = valuation.value(terms, from, application).clone();
        match first.get(&(symbol, arguments.clone())) {
            None => {
                let table = model.functions.entry(symbol).or_insert_with(|| FunctionValue {
                    table: Default::default(),
                    default: Value::zero(terms, terms.symbol(symbol).result),
                });
                table.table.insert(arguments.clone(), result.clone());
                first.insert((symbol, arguments), (application, result));
            }
            Some((other, known)) if *known != result => {
                let pairs: Vec<(Term, Term)> =
                    terms.operands(application).iter().copied().zip(terms.operands(*other).iter().copied()).collect();
                let mut clause = vec![terms.eq(application, *other)];
                for (a, b) in pairs {
                    if a != b {
                        let same = terms.eq(a, b);
                        clause.push(terms.not(same));
                    }
                }
                lemmas.push(terms.or_all(clause));
            }
            Some(_) => {}
        }
    }
    lemmas
}
