//! Rules on unsigned and signed comparison.

use super::table::Category::{Canonical, ConstantCollection, ConstantPropagation, Deduction, Redundancy};
use super::table::{Rule, rule, rule_if, when};
use crate::bits::Bits;

fn successor(a: &Bits) -> Bits {
    a.add(&Bits::one(a.width()))
}

fn predecessor(a: &Bits) -> Bits {
    a.sub(&Bits::one(a.width()))
}

fn ones_like(a: &Bits) -> Bits {
    Bits::ones(a.width())
}

pub(super) const RULES: &[Rule] = &[
    // Unsigned.
    rule("ult-same", Redundancy, "(bvult a a)", "false"),
    rule("ult-lowest", ConstantPropagation, "(bvult a zero)", "false"),
    rule("highest-ult", ConstantPropagation, "(bvult ones a)", "false"),
    rule("lowest-ult", Canonical, "(bvult zero a)", "(not (= a zero))"),
    rule("ult-highest", Canonical, "(bvult a ones)", "(not (= a ones))"),
    rule_if("ult-second-lowest", Canonical, "(bvult a k)", "(= a zero)", |c| when(c[0].is_one())),
    rule_if("second-highest-ult", Canonical, "(bvult k a)", "(= a ones)", |c| {
        when(successor(&c[0]) == Bits::ones(c[0].width()))
    }),
    rule("ult-not-not", Canonical, "(bvult (bvnot a) (bvnot b))", "(bvult b a)"),
    rule("ult-not-constant", ConstantCollection, "(bvult (bvnot a) k)", "(bvult (bvnot k) a)"),
    rule("ult-constant-not", ConstantCollection, "(bvult k (bvnot a))", "(bvult a (bvnot k))"),
    rule("ult-complement", Canonical, "(bvult a (bvnot a))", "(not (bvslt a zero))"),
    rule("complement-ult", Canonical, "(bvult (bvnot a) a)", "(bvslt a zero)"),
    rule("and-ult-reverse", Deduction, "(and (bvult a b) (bvult b a))", "false"),
    rule("and-ult-not-reverse", Redundancy, "(and (bvult a b) (not (bvult b a)))", "(bvult a b)"),
    rule("and-ult-eq", Deduction, "(and (bvult a b) (= a b))", "false"),
    rule("and-ult-ne", Redundancy, "(and (bvult a b) (not (= a b)))", "(bvult a b)"),
    rule("and-not-ult-eq", Redundancy, "(and (not (bvult a b)) (= a b))", "(= a b)"),
    rule("and-not-ult-ne", Deduction, "(and (not (bvult a b)) (not (= a b)))", "(bvult b a)"),
    rule("or-ult-reverse", Deduction, "(or (bvult a b) (bvult b a))", "(not (= a b))"),
    rule("or-ult-not-reverse", Redundancy, "(or (bvult a b) (not (bvult b a)))", "(not (bvult b a))"),
    rule("or-ult-eq", Canonical, "(or (bvult a b) (= a b))", "(not (bvult b a))"),
    rule("or-ult-ne", Redundancy, "(or (bvult a b) (not (= a b)))", "(not (= a b))"),
    rule_if("and-ult-upper-bounds", ConstantCollection, "(and (bvult a f) (bvult a g))", "(bvult a f)", |c| {
        when(!c[1].ult(&c[0]))
    }),
    rule_if("or-ult-upper-bounds", ConstantCollection, "(or (bvult a f) (bvult a g))", "(bvult a g)", |c| {
        when(!c[1].ult(&c[0]))
    }),
    rule_if("and-ult-lower-bounds", ConstantCollection, "(and (bvult f a) (bvult g a))", "(bvult g a)", |c| {
        when(!c[1].ult(&c[0]))
    }),
    rule_if("or-ult-lower-bounds", ConstantCollection, "(or (bvult f a) (bvult g a))", "(bvult f a)", |c| {
        when(!c[1].ult(&c[0]))
    }),
    rule_if("and-ult-empty-range", Deduction, "(and (bvult f a) (bvult a g))", "false", |c| {
        when(!c[0].ult(&c[1]) || successor(&c[0]) == c[1])
    }),
    rule_if("and-ult-single-value", Deduction, "(and (bvult f a) (bvult a g))", "(= a u)", |c| {
        let middle = successor(&c[0]);
        (c[0].ult(&middle) && middle.ult(&c[1]) && successor(&middle) == c[1]).then(|| vec![middle])
    }),
    rule_if("or-ult-full-range", Deduction, "(or (bvult f a) (bvult a g))", "true", |c| when(c[0].ult(&c[1]))),
    rule_if("and-ult-not-ult-empty", Deduction, "(and (bvult a f) (not (bvult a g)))", "false", |c| {
        when(!c[1].ult(&c[0]))
    }),
    rule_if("and-ult-value-below", Redundancy, "(and (bvult a f) (= a g))", "(= a g)", |c| when(c[1].ult(&c[0]))),
    rule_if("and-ult-value-not-below", Deduction, "(and (bvult a f) (= a g))", "false", |c| when(!c[1].ult(&c[0]))),
    rule_if("and-ult-value-above", Redundancy, "(and (bvult f a) (= a g))", "(= a g)", |c| when(c[0].ult(&c[1]))),
    rule_if("and-ult-value-not-above", Deduction, "(and (bvult f a) (= a g))", "false", |c| when(!c[0].ult(&c[1]))),
    // Bounds that operators give.
    rule_if("ult-and-constant", Deduction, "(bvult (bvand a f) g)", "true", |c| when(c[0].ult(&c[1]))),
    rule_if("constant-ult-and", Deduction, "(bvult g (bvand a f))", "false", |c| when(!c[1].ult(&c[0]))),
    rule_if("ult-or-constant", Deduction, "(bvult (bvor a f) g)", "false", |c| when(!c[0].ult(&c[1]))),
    rule_if("constant-ult-or", Deduction, "(bvult g (bvor a f))", "true", |c| when(c[1].ult(&c[0]))),
    rule_if("ult-urem-constant", Deduction, "(bvult (bvurem a f) g)", "true", |c| {
        when(!c[0].is_zero() && predecessor(&c[0]).ult(&c[1]))
    }),
    rule_if("ult-lshr-constant", Deduction, "(bvult (bvlshr a f) g)", "true", |c| {
        when(ones_like(&c[0]).lshr(&c[0]).ult(&c[1]))
    }),
    rule_if("ult-udiv-constant", Deduction, "(bvult (bvudiv a f) g)", "true", |c| {
        when(!c[0].is_zero() && ones_like(&c[0]).udiv(&c[0]).ult(&c[1]))
    }),
    // A remainder is below a divisor that is not zero; nothing is below zero.
    rule("urem-ult-divisor", Deduction, "(bvult (bvurem a b) b)", "(not (= b zero))"),
    rule("dividend-ult-urem", Deduction, "(bvult a (bvurem a b))", "false"),
    rule("dividend-ult-udiv", Deduction, "(bvult a (bvudiv a b))", "(and (= b zero) (not (= a ones)))"),
    rule("ult-and-same", Deduction, "(bvult a (bvand a b))", "false"),
    rule("or-ult-same", Deduction, "(bvult (bvor a b) a)", "false"),
    rule("ult-lshr-same", Deduction, "(bvult a (bvlshr a b))", "false"),
    // Signed.
    rule("slt-same", Redundancy, "(bvslt a a)", "false"),
    rule("slt-lowest", ConstantPropagation, "(bvslt a min)", "false"),
    rule("highest-slt", ConstantPropagation, "(bvslt max a)", "false"),
    rule("lowest-slt", Canonical, "(bvslt min a)", "(not (= a min))"),
    rule("slt-highest", Canonical, "(bvslt a max)", "(not (= a max))"),
    rule_if("slt-second-lowest", Canonical, "(bvslt a k)", "(= a min)", |c| {
        when(c[0] == successor(&Bits::min_signed(c[0].width())))
    }),
    rule_if("second-highest-slt", Canonical, "(bvslt k a)", "(= a max)", |c| {
        when(successor(&c[0]) == Bits::max_signed(c[0].width()))
    }),
    rule("slt-not-not", Canonical, "(bvslt (bvnot a) (bvnot b))", "(bvslt b a)"),
    rule("slt-not-constant", ConstantCollection, "(bvslt (bvnot a) k)", "(bvslt (bvnot k) a)"),
    rule("slt-constant-not", ConstantCollection, "(bvslt k (bvnot a))", "(bvslt a (bvnot k))"),
    rule("slt-complement", Canonical, "(bvslt a (bvnot a))", "(bvslt a zero)"),
    rule("complement-slt", Canonical, "(bvslt (bvnot a) a)", "(not (bvslt a zero))"),
    rule("and-slt-reverse", Deduction, "(and (bvslt a b) (bvslt b a))", "false"),
    rule("and-slt-not-reverse", Redundancy, "(and (bvslt a b) (not (bvslt b a)))", "(bvslt a b)"),
    rule("and-slt-eq", Deduction, "(and (bvslt a b) (= a b))", "false"),
    rule("and-slt-ne", Redundancy, "(and (bvslt a b) (not (= a b)))", "(bvslt a b)"),
    rule("and-not-slt-eq", Redundancy, "(and (not (bvslt a b)) (= a b))", "(= a b)"),
    rule("and-not-slt-ne", Deduction, "(and (not (bvslt a b)) (not (= a b)))", "(bvslt b a)"),
    rule("or-slt-reverse", Deduction, "(or (bvslt a b) (bvslt b a))", "(not (= a b))"),
    rule("or-slt-not-reverse", Redundancy, "(or (bvslt a b) (not (bvslt b a)))", "(not (bvslt b a))"),
    rule("or-slt-eq", Canonical, "(or (bvslt a b) (= a b))", "(not (bvslt b a))"),
    rule("or-slt-ne", Redundancy, "(or (bvslt a b) (not (= a b)))", "(not (= a b))"),
    rule_if("and-slt-upper-bounds", ConstantCollection, "(and (bvslt a f) (bvslt a g))", "(bvslt a f)", |c| {
        when(!c[1].slt(&c[0]))
    }),
    rule_if("or-slt-upper-bounds", ConstantCollection, "(or (bvslt a f) (bvslt a g))", "(bvslt a g)", |c| {
        when(!c[1].slt(&c[0]))
    }),
    rule_if("and-slt-lower-bounds", ConstantCollection, "(and (bvslt f a) (bvslt g a))", "(bvslt g a)", |c| {
        when(!c[1].slt(&c[0]))
    }),
    rule_if("or-slt-lower-bounds", ConstantCollection, "(or (bvslt f a) (bvslt g a))", "(bvslt f a)", |c| {
        when(!c[1].slt(&c[0]))
    }),
    rule_if("and-slt-empty-range", Deduction, "(and (bvslt f a) (bvslt a g))", "false", |c| {
        when(!c[0].slt(&c[1]) || successor(&c[0]) == c[1])
    }),
    rule_if("and-slt-single-value", Deduction, "(and (bvslt f a) (bvslt a g))", "(= a u)", |c| {
        let middle = successor(&c[0]);
        (c[0].slt(&middle) && middle.slt(&c[1]) && successor(&middle) == c[1]).then(|| vec![middle])
    }),
    rule_if("or-slt-full-range", Deduction, "(or (bvslt f a) (bvslt a g))", "true", |c| when(c[0].slt(&c[1]))),
    rule_if("and-slt-not-slt-empty", Deduction, "(and (bvslt a f) (not (bvslt a g)))", "false", |c| {
        when(!c[1].slt(&c[0]))
    }),
    rule_if("and-slt-value-below", Redundancy, "(and (bvslt a f) (= a g))", "(= a g)", |c| when(c[1].slt(&c[0]))),
    rule_if("and-slt-value-not-below", Deduction, "(and (bvslt a f) (= a g))", "false", |c| when(!c[1].slt(&c[0]))),
    rule_if("and-slt-value-above", Redundancy, "(and (bvslt f a) (= a g))", "(= a g)", |c| when(c[0].slt(&c[1]))),
    rule_if("and-slt-value-not-above", Deduction, "(and (bvslt f a) (= a g))", "false", |c| when(!c[0].slt(&c[1]))),
];
