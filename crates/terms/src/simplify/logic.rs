//! Rules on truth values.

use super::table::Category::{Canonical, ConstantPropagation, Deduction, Redundancy};
use super::table::{Rule, rule, rule_if, when};

pub(super) const RULES: &[Rule] = &[
    rule("not-not", Redundancy, "(not (not p))", "p"),
    // Conjunction.
    rule("and-true", ConstantPropagation, "(and p true)", "p"),
    rule("and-false", ConstantPropagation, "(and p false)", "false"),
    rule("and-same", Redundancy, "(and p p)", "p"),
    rule("and-complement", Deduction, "(and p (not p))", "false"),
    rule("and-absorb", Redundancy, "(and p (or p q))", "p"),
    rule("and-nested-same", Redundancy, "(and p (and p q))", "(and p q)"),
    rule("and-nested-complement", Deduction, "(and p (and (not p) q))", "false"),
    rule("and-nested-complement-not", Deduction, "(and (not p) (and p q))", "false"),
    rule("and-or-complement", Deduction, "(and p (or (not p) q))", "(and p q)"),
    rule("and-or-complement-not", Deduction, "(and (not p) (or p q))", "(and (not p) q)"),
    rule("and-resolve", Deduction, "(and (or p q) (or p (not q)))", "p"),
    rule("and-factor", Redundancy, "(and (or p q) (or p r))", "(or p (and q r))"),
    rule("and-shared", Redundancy, "(and (and p q) (and p r))", "(and (and p q) r)"),
    rule("and-not-or", Deduction, "(and p (not (or p q)))", "false"),
    rule("and-not-and", Deduction, "(and p (not (and p q)))", "(and p (not q))"),
    rule("and-not-and-not", Deduction, "(and (not p) (not (and p q)))", "(not p)"),
    rule("and-not-not", Canonical, "(and (not p) (not q))", "(not (or p q))"),
    // Disjunction.
    rule("or-false", ConstantPropagation, "(or p false)", "p"),
    rule("or-true", ConstantPropagation, "(or p true)", "true"),
    rule("or-same", Redundancy, "(or p p)", "p"),
    rule("or-complement", Deduction, "(or p (not p))", "true"),
    rule("or-absorb", Redundancy, "(or p (and p q))", "p"),
    rule("or-nested-same", Redundancy, "(or p (or p q))", "(or p q)"),
    rule("or-nested-complement", Deduction, "(or p (or (not p) q))", "true"),
    rule("or-nested-complement-not", Deduction, "(or (not p) (or p q))", "true"),
    rule("or-and-complement", Deduction, "(or p (and (not p) q))", "(or p q)"),
    rule("or-and-complement-not", Deduction, "(or (not p) (and p q))", "(or (not p) q)"),
    rule("or-resolve", Deduction, "(or (and p q) (and p (not q)))", "p"),
    rule("or-factor", Redundancy, "(or (and p q) (and p r))", "(and p (or q r))"),
    rule("or-shared", Redundancy, "(or (or p q) (or p r))", "(or (or p q) r)"),
    rule("or-not-and", Deduction, "(or p (not (and p q)))", "true"),
    rule("or-not-or", Deduction, "(or p (not (or p q)))", "(or p (not q))"),
    rule("or-not-or-not", Deduction, "(or (not p) (not (or p q)))", "(not p)"),
    rule("or-not-not", Canonical, "(or (not p) (not q))", "(not (and p q))"),
    // Equivalence.
    rule("iff-true", ConstantPropagation, "(= p true)", "p"),
    rule("iff-false", ConstantPropagation, "(= p false)", "(not p)"),
    rule("iff-complement", Deduction, "(= p (not p))", "false"),
    rule("iff-not-not", Canonical, "(= (not p) (not q))", "(= p q)"),
    rule("iff-not", Canonical, "(= p (not q))", "(not (= p q))"),
    rule("iff-and", Deduction, "(= p (and p q))", "(or (not p) q)"),
    rule("iff-or", Deduction, "(= p (or p q))", "(or p (not q))"),
    rule("iff-iff", Redundancy, "(= p (= p q))", "q"),
    // Values of one term.
    rule_if("and-two-values", Deduction, "(and (= a f) (= a g))", "false", |c| when(c[0] != c[1])),
    rule_if("and-value-not-value", Deduction, "(and (= a f) (not (= a g)))", "(= a f)", |c| when(c[0] != c[1])),
    rule_if("and-nested-two-values", Deduction, "(and (= a f) (and (= a g) p))", "false", |c| when(c[0] != c[1])),
    rule_if("or-value-not-value", Deduction, "(or (= a f) (not (= a g)))", "(not (= a g))", |c| when(c[0] != c[1])),
];
