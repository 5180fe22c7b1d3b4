//! The table of predicates, and atoms of formulas.

use crate::common::formula;
use adumbra_predicates::{Interned, Literal, Predicates, atoms};
use adumbra_terms::smtlib::{self, Command, Reader};
use adumbra_terms::{Term, Terms};
use adumbra_testing::Random;
use std::collections::BTreeSet;

fn literal(predicates: &mut Predicates, terms: &mut Terms, term: Term) -> Literal {
    match predicates.intern(terms, term) {
        Interned::Literal(literal) => literal,
        Interned::Constant(value) => panic!("{value}"),
    }
}

/// The atoms of a formula of SMT-LIB over words a, b, c, d and truth values p, q.
fn check(formula: &str, expected: &[&str]) {
    let mut declared = String::new();
    for name in ["a", "b", "c", "d"] {
        declared += &format!("(declare-const {name} (_ BitVec 8))");
    }
    declared += "(declare-const p Bool)(declare-const q Bool)";
    let mut terms = Terms::new();
    let text = format!("{declared}(assert {formula})");
    let mut reader = Reader::new(&text);
    let mut found = Vec::new();
    while let Some(command) = reader.next(&mut terms).unwrap() {
        if let Command::Assert(term, _) = command {
            found.extend(atoms(&terms, term));
        }
    }
    let shown: Vec<String> = found.iter().map(|atom| smtlib::term_to_string(&terms, *atom)).collect();
    assert_eq!(shown, expected, "{formula}");
}

#[test]
fn boolean_structure_is_taken_apart() {
    check("(and (= a #x03) (or (= b #x04) (bvugt c d)))", &["(= a #x03)", "(= b #x04)", "(bvult d c)"]);
    check("(=> p (not (= a b)))", &["p", "(= a b)"]);
    check("(xor p (= q (bvslt a b)))", &["p", "q", "(bvslt a b)"]);
    check("(ite p (bvult a b) (or q false))", &["p", "(bvult a b)", "q"]);
    check("(and (= a b) (or (= a b) true))", &["(= a b)"]);
    check("(= a (ite p b c))", &["(= a (ite p b c))"]);
    check("true", &[]);
}

#[test]
fn negations_and_equal_terms_are_one_predicate() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let (x, y, zero) = (terms.var("x", sort), terms.var("y", sort), terms.bv_u64(8, 0));
    let mut predicates = Predicates::new();
    let less = terms.bv_ult(x, y);
    let not_less = terms.bv_ule(y, x);
    let first = literal(&mut predicates, &mut terms, less);
    let second = literal(&mut predicates, &mut terms, not_less);
    assert_eq!((second.predicate, second.positive), (first.predicate, !first.positive));
    // 0 < x is x != 0 in other words.
    let positive = terms.bv_ult(zero, x);
    let is_zero = terms.eq(x, zero);
    let third = literal(&mut predicates, &mut terms, positive);
    let fourth = literal(&mut predicates, &mut terms, is_zero);
    assert_eq!((fourth.predicate, fourth.positive), (third.predicate, !third.positive));
    // Bounds from either side.
    for (lower, upper, signed) in
        [(4, 5, false), (0, 1, false), (254, 255, false), (127, 128, false), (4, 5, true), (255, 0, true)]
    {
        let (c, next) = (terms.bv_u64(8, lower), terms.bv_u64(8, upper));
        let (above, below) = if signed {
            (terms.bv_slt(c, y), terms.bv_slt(y, next))
        } else {
            (terms.bv_ult(c, y), terms.bv_ult(y, next))
        };
        let (above, below) = (literal(&mut predicates, &mut terms, above), literal(&mut predicates, &mut terms, below));
        assert_eq!((above.predicate, above.positive), (below.predicate, !below.positive), "{lower} {signed}");
    }
    let same = terms.eq(x, x);
    assert_eq!(predicates.intern(&mut terms, same), Interned::Constant(true));
    assert_eq!(predicates.len(), 8);
    assert_eq!(predicates.symbols(third.predicate), [terms.find_symbol("x").unwrap()]);
    assert_eq!(predicates.ids().collect::<BTreeSet<_>>().len(), 8);
}

/// The literal that a term is given means the same as the term, and that of its negation is the
/// negation.
#[test]
fn literals_mean_what_the_terms_mean() {
    use adumbra_terms::{Bits, Model, Value, evaluate};
    let mut random = Random(0x5eed_0021);
    let mut terms = Terms::new();
    let sort = terms.bv_sort(2);
    let variables: Vec<Term> = ["a", "b"].map(|name| terms.var(name, sort)).to_vec();
    let mut predicates = Predicates::new();
    for round in 0..2000 {
        let term = formula(&mut terms, &mut random, &variables, round % 4);
        let negation = terms.not(term);
        let interned = predicates.intern(&mut terms, term);
        match (interned, predicates.intern(&mut terms, negation)) {
            (Interned::Constant(a), Interned::Constant(b)) => assert_ne!(a, b),
            (Interned::Literal(a), Interned::Literal(b)) => {
                assert_eq!((a.predicate, a.positive), (b.predicate, !b.positive));
            }
            other => panic!("{other:?}"),
        }
        for number in 0..16 {
            let mut model = Model::new();
            for (place, name) in ["a", "b"].iter().enumerate() {
                let value = Value::Bits(Bits::from_u64(2, number >> (2 * place)));
                model.set(terms.find_symbol(name).unwrap(), value);
            }
            let expected = evaluate(&terms, &model, term);
            let found = match interned {
                Interned::Constant(value) => Value::Bool(value),
                Interned::Literal(Literal { predicate, positive }) => {
                    let value = evaluate(&terms, &model, predicates.term(predicate));
                    Value::Bool((value == Value::Bool(true)) == positive)
                }
            };
            assert_eq!(found, expected);
        }
    }
}
