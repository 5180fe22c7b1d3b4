//! Rules on shifts.

use super::table::Category::{Canonical, ConstantCollection, ConstantPropagation, Deduction, StrengthReduction};
use super::table::{Rule, rule, rule_if, when};
use crate::bits::Bits;

fn too_far(amount: &Bits) -> bool {
    amount.to_u64().is_none_or(|n| n >= u64::from(amount.width()))
}

/// The sum of two shift amounts, at most `limit`, which the width can hold.
fn total(a: &Bits, b: &Bits, limit: u32) -> Bits {
    let sum = a.to_u64().zip(b.to_u64()).and_then(|(a, b)| a.checked_add(b)).unwrap_or(u64::MAX);
    Bits::from_u64(a.width(), sum.min(u64::from(limit)))
}

fn ones_like(a: &Bits) -> Bits {
    Bits::ones(a.width())
}

pub(super) const RULES: &[Rule] = &[
    rule("shl-zero", ConstantPropagation, "(bvshl a zero)", "a"),
    rule("shl-of-zero", ConstantPropagation, "(bvshl zero a)", "zero"),
    rule_if("shl-too-far", ConstantPropagation, "(bvshl a k)", "zero", |c| when(too_far(&c[0]))),
    rule_if("shl-shl", ConstantCollection, "(bvshl (bvshl a f) g)", "(bvshl a u)", |c| {
        Some(vec![total(&c[0], &c[1], c[0].width())])
    }),
    rule("shl-lshr", StrengthReduction, "(bvshl (bvlshr a k) k)", "(bvand a (bvshl ones k))"),
    rule("shl-mul-constant", ConstantCollection, "(bvshl (bvmul a f) g)", "(bvmul a (bvshl f g))"),
    rule("shl-and-constant", ConstantCollection, "(bvshl (bvand a f) g)", "(bvand (bvshl a g) (bvshl f g))"),
    rule("lshr-zero", ConstantPropagation, "(bvlshr a zero)", "a"),
    rule("lshr-of-zero", ConstantPropagation, "(bvlshr zero a)", "zero"),
    rule("lshr-same", Deduction, "(bvlshr a a)", "zero"),
    rule_if("lshr-too-far", ConstantPropagation, "(bvlshr a k)", "zero", |c| when(too_far(&c[0]))),
    rule_if("lshr-lshr", ConstantCollection, "(bvlshr (bvlshr a f) g)", "(bvlshr a u)", |c| {
        Some(vec![total(&c[0], &c[1], c[0].width())])
    }),
    rule("lshr-shl", StrengthReduction, "(bvlshr (bvshl a k) k)", "(bvand a (bvlshr ones k))"),
    rule("lshr-and-constant", ConstantCollection, "(bvlshr (bvand a f) g)", "(bvand (bvlshr a g) (bvlshr f g))"),
    rule("ashr-zero", ConstantPropagation, "(bvashr a zero)", "a"),
    rule("ashr-of-zero", ConstantPropagation, "(bvashr zero a)", "zero"),
    rule("ashr-of-ones", ConstantPropagation, "(bvashr ones a)", "ones"),
    rule_if("ashr-too-far", ConstantPropagation, "(bvashr a k)", "(bvashr a u)", |c| {
        too_far(&c[0]).then(|| vec![Bits::from_u64(c[0].width(), u64::from(c[0].width()) - 1)])
    }),
    rule_if("ashr-ashr", ConstantCollection, "(bvashr (bvashr a f) g)", "(bvashr a u)", |c| {
        Some(vec![total(&c[0], &c[1], c[0].width() - 1)])
    }),
    rule_if("ashr-lshr", StrengthReduction, "(bvashr (bvlshr a f) g)", "(bvlshr a u)", |c| {
        (!c[0].is_zero()).then(|| vec![total(&c[0], &c[1], c[0].width())])
    }),
    rule("ashr-not", Canonical, "(bvashr (bvnot a) b)", "(bvnot (bvashr a b))"),
    // Masks of shifted values.
    rule_if("bvand-shl-outside", Deduction, "(bvand (bvshl a f) g)", "zero", |c| {
        when(c[1].and(&ones_like(&c[0]).shl(&c[0])).is_zero())
    }),
    rule_if("bvand-shl-cover", Deduction, "(bvand (bvshl a f) g)", "(bvshl a f)", |c| {
        let mask = ones_like(&c[0]).shl(&c[0]);
        when(c[1].and(&mask) == mask)
    }),
    rule_if("bvand-lshr-outside", Deduction, "(bvand (bvlshr a f) g)", "zero", |c| {
        when(c[1].and(&ones_like(&c[0]).lshr(&c[0])).is_zero())
    }),
    rule_if("bvand-lshr-cover", Deduction, "(bvand (bvlshr a f) g)", "(bvlshr a f)", |c| {
        let mask = ones_like(&c[0]).lshr(&c[0]);
        when(c[1].and(&mask) == mask)
    }),
];
