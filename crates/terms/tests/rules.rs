//! Every rule of the simplifier against the evaluator, and the specification's examples.

use crate::common;
use adumbra_terms::simplify::check::{Report, check_rule, check_rules, obligations};
use adumbra_terms::simplify::{Category, rules};
use adumbra_terms::smtlib::{Command, Reader, term_to_string};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Simplifier, Sort, Substitution, Term, Terms, evaluate};
use std::collections::BTreeMap;

/// Fails when a rule is wrong or was never exercised.
fn demand(reports: &[Report]) {
    let mut applied: BTreeMap<&str, u64> = BTreeMap::new();
    for report in reports {
        assert!(report.failure.is_none(), "{} at {} bits: {:?}", report.rule.name, report.width, report.failure);
        *applied.entry(report.rule.name).or_default() += report.instances;
    }
    let idle: Vec<_> = applied.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(idle.is_empty(), "rules that no instance reached: {idle:?}");
}

#[test]
fn small_widths() {
    demand(&check_rules(&[1, 2, 3], 9));
}

#[test]
fn random_vectors_at_32_and_64_bits() {
    for report in check_rules(&[32, 64], 8) {
        assert!(report.failure.is_none(), "{} at {} bits: {:?}", report.rule.name, report.width, report.failure);
    }
}

/// Floating point for all operands of tiny formats: two numbers of six bits and a rounding mode.
#[test]
fn small_formats() {
    let float: Vec<_> = rules().filter(|rule| rule.name.contains("fp-")).collect();
    assert!(float.len() > 90, "{}", float.len());
    let reports: Vec<Report> = (float.iter())
        .flat_map(|rule| [1, 2, 3].map(|width| check_rule(rule.name, width, if width == 3 { 15 } else { 13 }).unwrap()))
        .collect();
    demand(&reports);
}

/// Two operands to 8 bits, three to 5, four to 4 for all values, beyond that at random: minutes, so
/// not in every run.
#[test]
#[ignore = "takes minutes; run when a rule changes"]
fn all_widths_to_eight() {
    demand(&check_rules(&[1, 2, 3, 4, 5, 6, 7, 8], 16));
}

#[test]
#[ignore = "takes minutes; run when a rule changes"]
fn many_random_vectors() {
    for report in check_rules(&[32, 64], 14) {
        assert!(report.failure.is_none(), "{} at {} bits: {:?}", report.rule.name, report.width, report.failure);
    }
}

#[test]
fn the_table_is_as_large_as_the_specification_asks() {
    assert!(rules().len() >= 160, "{} rules", rules().len());
    let mut by_category: BTreeMap<Category, usize> = BTreeMap::new();
    for rule in rules() {
        *by_category.entry(rule.category).or_default() += 1;
    }
    assert_eq!(by_category.len(), 7, "{by_category:?}");
}

#[test]
fn obligations_are_scripts() {
    for rule in rules() {
        for width in [32, 64] {
            let found = obligations(rule.name, width).unwrap();
            for script in &found.scripts {
                let mut terms = Terms::new();
                let mut reader = Reader::new(script);
                let mut commands = Vec::new();
                while let Some(command) = reader.next(&mut terms).unwrap() {
                    commands.push(command);
                }
                assert_eq!(commands.last(), Some(&Command::CheckSat), "{}", rule.name);
            }
        }
    }
}

const VARIABLES: &str = "(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8)) (declare-const c Bool)
    (declare-const p Bool) (declare-const q Bool) (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
    (declare-const z (_ BitVec 8)) (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))";

fn simplify(simplifier: &mut Simplifier, text: &str) -> String {
    let script = format!("{VARIABLES} (get-value ({text}))");
    let mut terms = Terms::new();
    let mut reader = Reader::new(&script);
    while let Some(command) = reader.next(&mut terms).unwrap() {
        if let Command::GetValue(list) = command {
            let simple = simplifier.simplify(&mut terms, list[0].0);
            return term_to_string(&terms, simple);
        }
    }
    unreachable!("the script asks for a value")
}

fn check(text: &str, expected: &str) {
    assert_eq!(simplify(&mut Simplifier::new(), text), expected, "{text}");
}

#[test]
fn examples_of_the_specification() {
    check("(bvadd a #x00)", "a");
    check("(bvadd (bvadd a #x01) #x02)", "(bvadd a #x03)");
    check("(and (bvult a b) (bvugt a b))", "false");
    check("(ite p a a)", "a");
    check("(ite p (and p q) c)", "(ite p q c)");
    check("(bvmul #x03 a)", "(bvadd a (bvshl a #x01))");
    check("(ite c x (bvadd x #x01))", "(bvadd x (ite c #x00 #x01))");
    check("(ite c (ite c x y) z)", "(ite c x z)");
}

/// A function of three arguments is no choice, whatever its arguments are.
#[test]
fn functions_are_not_operators() {
    let script = "(declare-fun f (Bool (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8)) (declare-const p Bool)
        (get-value (((_ extract 3 0) (f p #x00 #x01)) ((_ sign_extend 2) (f p #x00 #x01))))";
    let mut terms = Terms::new();
    let mut reader = Reader::new(script);
    let mut simplifier = Simplifier::new();
    while let Some(command) = reader.next(&mut terms).unwrap() {
        if let Command::GetValue(list) = command {
            assert_eq!(list.len(), 2);
            for (term, _) in list {
                assert_eq!(simplifier.simplify(&mut terms, term), term, "{}", term_to_string(&terms, term));
            }
        }
    }
}

/// The left sides of all rules with a function in place of one of the inner operators: no rule may
/// take it for the operator.
#[test]
fn functions_in_the_place_of_operators() {
    let mut compared = 0;
    for rule in rules() {
        for text in obligations(rule.name, 4).unwrap().scripts.iter().take(12) {
            let mut terms = Terms::new();
            let mut reader = Reader::new(text);
            let mut asserted = None;
            while let Some(command) = reader.next(&mut terms).unwrap() {
                if let Command::Assert(term, _) = command {
                    asserted = Some(term);
                }
            }
            // The script says that the sides are not equal.
            let left = terms.operands(terms.operands(asserted.unwrap())[0])[0];
            let inner: Vec<Term> = reachable(&terms, &[left])
                .into_iter()
                .filter(|term| *term != left && !terms.operands(*term).is_empty())
                .collect();
            for (number, term) in inner.into_iter().enumerate() {
                let operands = terms.operands(term).to_vec();
                let sorts: Vec<Sort> = operands.iter().map(|operand| terms.sort(*operand)).collect();
                let function = terms.declare(&format!("f{number}"), &sorts, terms.sort(term));
                let applied = terms.apply(function, &operands);
                let changed = Substitution::new(&terms, [(term, applied)]).apply(&mut terms, left);
                let simple = Simplifier::new().simplify(&mut terms, changed);
                for seed in 0..3 {
                    let model = common::model(&terms, &[changed], seed);
                    let (before, after) = (evaluate(&terms, &model, changed), evaluate(&terms, &model, simple));
                    assert_eq!(before, after, "{}: {}", rule.name, term_to_string(&terms, changed));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn more_examples() {
    check("(= (bvmul a b) (bvmul b a))", "true");
    check("(bvsub (bvadd a b) a)", "b");
    check("(or (and p q) (and p (not q)))", "p");
    check("(select (store (store m #x01 a) #x02 b) #x01)", "a");
    check("(select (store m (bvadd x #x01) a) x)", "(select m x)");
    check("((_ extract 7 4) ((_ zero_extend 4) ((_ extract 3 0) a)))", "#x0");
    check("(concat ((_ extract 7 4) a) ((_ extract 3 0) a))", "a");
    check("(bvsdiv a #x01)", "a");
    check("(bvurem a #x08)", "(bvand a #x07)");
    check("(and (bvule a #x05) (bvuge a #x06))", "false");
}

#[test]
fn rules_are_switched_off_by_name_and_counted() {
    let mut simplifier = Simplifier::new();
    simplifier.set_enabled("add-zero", false).unwrap();
    assert_eq!(simplify(&mut simplifier, "(bvadd a #x00)"), "(bvadd a #x00)");
    let mut simplifier = Simplifier::new();
    simplify(&mut simplifier, "(bvadd a (bvadd b #x00))");
    let counts: Vec<_> = simplifier.counts().map(|(rule, count)| (rule.name, count)).collect();
    assert_eq!(counts, [("add-zero", 1)]);
    assert!(simplifier.set_enabled("no-such-rule", false).is_err());
}

/// Equal products are one term, so their difference is false at any width; without sharing it is
/// not seen.
#[test]
fn sharing_decides_equal_products() {
    let differ = |mut terms: Terms| {
        let word = terms.bv_sort(64);
        let (a, b) = (terms.var("a", word), terms.var("b", word));
        let (left, right) = (terms.bv_mul(a, b), terms.bv_mul(a, b));
        let differ = terms.ne(left, right);
        let simple = Simplifier::new().simplify(&mut terms, differ);
        term_to_string(&terms, simple)
    };
    assert_eq!(differ(Terms::new()), "false");
    assert_eq!(differ(Terms::without_sharing()), "(not (= (bvmul a b) (bvmul a b)))");
}
