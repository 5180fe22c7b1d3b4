//! Rules on equality of terms.

use super::table::Category::{Canonical, ConstantCollection, Deduction, Redundancy, StrengthReduction};
use super::table::{Rule, rule, rule_if, when};

pub(super) const RULES: &[Rule] = &[
    rule("eq-same", Redundancy, "(= x x)", "true"),
    rule("eq-complement", Deduction, "(= a (bvnot a))", "false"),
    rule("eq-not-not", Canonical, "(= (bvnot a) (bvnot b))", "(= a b)"),
    rule("eq-neg-neg", Canonical, "(= (bvneg a) (bvneg b))", "(= a b)"),
    rule("eq-not-constant", ConstantCollection, "(= (bvnot a) k)", "(= a (bvnot k))"),
    rule("eq-neg-constant", ConstantCollection, "(= (bvneg a) k)", "(= a (bvneg k))"),
    rule("eq-add-constant", ConstantCollection, "(= (bvadd a f) g)", "(= a (bvadd g (bvneg f)))"),
    rule("eq-add-constants", ConstantCollection, "(= (bvadd a f) (bvadd b g))", "(= a (bvadd b (bvadd g (bvneg f))))"),
    rule("eq-xor-constant", ConstantCollection, "(= (bvxor a f) g)", "(= a (bvxor f g))"),
    rule("eq-add-same", Redundancy, "(= (bvadd a b) a)", "(= b zero)"),
    rule("eq-add-add", Redundancy, "(= (bvadd a b) (bvadd a c))", "(= b c)"),
    rule("eq-sub-zero", StrengthReduction, "(= (bvadd a (bvneg b)) zero)", "(= a b)"),
    rule("eq-xor-same", Redundancy, "(= (bvxor a b) a)", "(= b zero)"),
    rule("eq-xor-xor", Redundancy, "(= (bvxor a b) (bvxor a c))", "(= b c)"),
    rule("eq-xor-zero", StrengthReduction, "(= (bvxor a b) zero)", "(= a b)"),
    rule("eq-or-zero", StrengthReduction, "(= (bvor a b) zero)", "(and (= a zero) (= b zero))"),
    rule("eq-and-ones", StrengthReduction, "(= (bvand a b) ones)", "(and (= a ones) (= b ones))"),
    rule("eq-and-or", Deduction, "(= (bvand a b) (bvor a b))", "(= a b)"),
    rule_if("eq-and-outside", Deduction, "(= (bvand a f) g)", "false", |c| when(!c[1].and(&c[0].not()).is_zero())),
    rule_if("eq-or-outside", Deduction, "(= (bvor a f) g)", "false", |c| when(!c[0].and(&c[1].not()).is_zero())),
    rule_if("eq-mul-odd", StrengthReduction, "(= (bvmul a f) g)", "(= a u)", |c| {
        Some(vec![c[1].mul(&c[0].inverse()?)])
    }),
    rule_if("eq-mul-mul-odd", StrengthReduction, "(= (bvmul a k) (bvmul b k))", "(= a b)", |c| when(c[0].bit(0))),
    rule_if("eq-mul-parity", Deduction, "(= (bvmul a f) g)", "false", |c| {
        when(c[1].trailing_zeros() < c[0].trailing_zeros())
    }),
    rule_if("eq-shl-low-bits", Deduction, "(= (bvshl a f) g)", "false", |c| {
        when(c[0].to_u64().is_none_or(|n| u64::from(c[1].trailing_zeros()) < n) && !c[1].is_zero())
    }),
    rule_if("eq-lshr-high-bits", Deduction, "(= (bvlshr a f) g)", "false", |c| {
        let width = c[0].width();
        when(
            !c[1].is_zero()
                && c[0]
                    .to_u64()
                    .is_none_or(|n| n.saturating_add(u64::from(c[1].significant_bits())) > u64::from(width)),
        )
    }),
    rule_if("eq-urem-range", Deduction, "(= (bvurem a f) g)", "false", |c| when(!c[0].is_zero() && !c[1].ult(&c[0]))),
    rule_if("eq-udiv-range", Deduction, "(= (bvudiv a f) g)", "false", |c| {
        when(!c[0].is_zero() && crate::Bits::ones(c[0].width()).udiv(&c[0]).ult(&c[1]))
    }),
];
