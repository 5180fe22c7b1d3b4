//! Rules on arithmetic.

use super::table::Category::{
    Canonical, ConstantCollection, ConstantPropagation, Deduction, Redundancy, StrengthReduction,
};
use super::table::{Rule, rule, rule_if, when};
use crate::bits::Bits;

fn number(like: &Bits, value: u32) -> Bits {
    Bits::from_u64(like.width(), u64::from(value))
}

/// The product, unless it overflows.
fn checked_product(a: &Bits, b: &Bits) -> Option<Bits> {
    let product = a.mul(b);
    (!a.is_zero() && product.udiv(a) == *b).then_some(product)
}

/// For a positive signed power of two 2^i with i > 0: i, w - 1 and w - i.
fn signed_power(k: &Bits) -> Option<Vec<Bits>> {
    let (width, i) = (k.width(), k.trailing_zeros());
    (k.is_power_of_two() && !k.msb() && i > 0).then(|| vec![number(k, i), number(k, width - 1), number(k, width - i)])
}

pub(super) const RULES: &[Rule] = &[
    // Negation.
    rule("neg-neg", Redundancy, "(bvneg (bvneg a))", "a"),
    rule("neg-not", Canonical, "(bvneg (bvnot a))", "(bvadd a one)"),
    rule("neg-add-constant", ConstantCollection, "(bvneg (bvadd a k))", "(bvadd (bvneg a) (bvneg k))"),
    rule("neg-sub", Canonical, "(bvneg (bvadd a (bvneg b)))", "(bvadd b (bvneg a))"),
    rule("neg-mul-constant", ConstantCollection, "(bvneg (bvmul a k))", "(bvmul a (bvneg k))"),
    // Sums.
    rule("add-zero", ConstantPropagation, "(bvadd a zero)", "a"),
    rule("add-neg", Redundancy, "(bvadd a (bvneg a))", "zero"),
    rule("add-not", Deduction, "(bvadd a (bvnot a))", "ones"),
    rule("add-same", StrengthReduction, "(bvadd a a)", "(bvshl a one)"),
    rule("add-constants", ConstantCollection, "(bvadd (bvadd a f) g)", "(bvadd a (bvadd f g))"),
    rule("add-not-constant", ConstantCollection, "(bvadd (bvnot a) k)", "(bvadd (bvneg a) (bvadd k ones))"),
    rule("add-add-neg", Redundancy, "(bvadd (bvadd a b) (bvneg a))", "b"),
    rule("add-sub", Redundancy, "(bvadd (bvadd a (bvneg b)) b)", "a"),
    rule("add-constant-outward", Canonical, "(bvadd (bvadd a k) d)", "(bvadd (bvadd a d) k)"),
    rule("add-neg-neg", Canonical, "(bvadd (bvneg a) (bvneg b))", "(bvneg (bvadd a b))"),
    rule("add-and-or", Deduction, "(bvadd (bvand a b) (bvor a b))", "(bvadd a b)"),
    rule("add-and-xor", Deduction, "(bvadd (bvand a b) (bvxor a b))", "(bvor a b)"),
    rule("add-mul-mul", StrengthReduction, "(bvadd (bvmul a b) (bvmul a c))", "(bvmul a (bvadd b c))"),
    rule("add-mul-same", StrengthReduction, "(bvadd (bvmul d b) d)", "(bvmul d (bvadd b one))"),
    // A shift to the left multiplies by 2^b modulo 2^w, or by 0 from b = w on; both distribute over
    // a sum.
    rule("add-shl-shl", StrengthReduction, "(bvadd (bvshl a b) (bvshl c b))", "(bvshl (bvadd a c) b)"),
    // a = q·b + r is what quotient and remainder are; for b = 0 the product is 0 and the remainder
    // a.
    rule("add-udiv-mul-urem", Deduction, "(bvadd (bvmul (bvudiv a b) b) (bvurem a b))", "a"),
    // Products.
    rule("mul-zero", ConstantPropagation, "(bvmul a zero)", "zero"),
    rule("mul-one", ConstantPropagation, "(bvmul a one)", "a"),
    rule("mul-minus-one", StrengthReduction, "(bvmul a ones)", "(bvneg a)"),
    rule("mul-constants", ConstantCollection, "(bvmul (bvmul a f) g)", "(bvmul a (bvmul f g))"),
    rule("mul-neg-constant", ConstantCollection, "(bvmul (bvneg a) k)", "(bvmul a (bvneg k))"),
    rule("mul-shl-constant", ConstantCollection, "(bvmul (bvshl a f) g)", "(bvmul a (bvshl g f))"),
    rule("mul-add-constants", ConstantCollection, "(bvmul (bvadd a f) g)", "(bvadd (bvmul a g) (bvmul f g))"),
    rule_if("mul-power-of-two", StrengthReduction, "(bvmul a k)", "(bvshl a u)", |c| {
        c[0].is_power_of_two().then(|| vec![number(&c[0], c[0].trailing_zeros())])
    }),
    rule_if("mul-two-bits", StrengthReduction, "(bvmul a k)", "(bvadd (bvshl a u) (bvshl a v))", |c| {
        let (high, low) = (c[0].significant_bits(), c[0].trailing_zeros());
        (c[0].count_ones() == 2).then(|| vec![number(&c[0], high - 1), number(&c[0], low)])
    }),
    rule_if("mul-minus-power-of-two", StrengthReduction, "(bvmul a k)", "(bvneg (bvshl a u))", |c| {
        let minus = c[0].neg();
        minus.is_power_of_two().then(|| vec![number(&c[0], minus.trailing_zeros())])
    }),
    rule("mul-neg-neg", Canonical, "(bvmul (bvneg a) (bvneg b))", "(bvmul a b)"),
    rule("mul-neg", Canonical, "(bvmul (bvneg a) b)", "(bvneg (bvmul a b))"),
    // Unsigned division.
    rule("udiv-one", ConstantPropagation, "(bvudiv a one)", "a"),
    rule("udiv-zero", ConstantPropagation, "(bvudiv a zero)", "ones"),
    rule("udiv-of-zero", ConstantPropagation, "(bvudiv zero a)", "(ite (= a zero) ones zero)"),
    rule("udiv-same", Deduction, "(bvudiv a a)", "(ite (= a zero) ones one)"),
    rule_if("udiv-power-of-two", StrengthReduction, "(bvudiv a k)", "(bvlshr a u)", |c| {
        c[0].is_power_of_two().then(|| vec![number(&c[0], c[0].trailing_zeros())])
    }),
    rule_if("udiv-large", StrengthReduction, "(bvudiv a k)", "(ite (bvult a k) zero one)", |c| when(c[0].msb())),
    // ⌊⌊a/f⌋/g⌋ = ⌊a/(f·g)⌋ for positive integers, and f·g does not wrap.
    rule_if("udiv-udiv", ConstantCollection, "(bvudiv (bvudiv a f) g)", "(bvudiv a u)", |c| {
        Some(vec![checked_product(&c[0], &c[1]).filter(|product| !product.is_zero())?])
    }),
    rule_if("udiv-udiv-large", ConstantCollection, "(bvudiv (bvudiv a f) g)", "zero", |c| {
        when(!c[0].is_zero() && !c[1].is_zero() && checked_product(&c[0], &c[1]).is_none())
    }),
    // Unsigned remainder.
    rule("urem-one", ConstantPropagation, "(bvurem a one)", "zero"),
    rule("urem-zero", ConstantPropagation, "(bvurem a zero)", "a"),
    rule("urem-of-zero", ConstantPropagation, "(bvurem zero a)", "zero"),
    rule("urem-same", Deduction, "(bvurem a a)", "zero"),
    // A remainder is below its divisor, so that dividing again leaves it; for b = 0 both sides are
    // a.
    rule("urem-urem", Redundancy, "(bvurem (bvurem a b) b)", "(bvurem a b)"),
    rule("urem-minus-one", StrengthReduction, "(bvurem a ones)", "(ite (= a ones) zero a)"),
    rule_if("urem-power-of-two", StrengthReduction, "(bvurem a k)", "(bvand a u)", |c| {
        c[0].is_power_of_two().then(|| vec![c[0].sub(&Bits::one(c[0].width()))])
    }),
    rule_if("urem-large", StrengthReduction, "(bvurem a k)", "(ite (bvult a k) a (bvadd a (bvneg k)))", |c| {
        when(c[0].msb())
    }),
    // Signed division.
    rule("sdiv-one", ConstantPropagation, "(bvsdiv a one)", "a"),
    rule("sdiv-minus-one", StrengthReduction, "(bvsdiv a ones)", "(bvneg a)"),
    rule("sdiv-zero", ConstantPropagation, "(bvsdiv a zero)", "(ite (bvslt a zero) one ones)"),
    rule("sdiv-same", Deduction, "(bvsdiv a a)", "(ite (= a zero) ones one)"),
    rule("sdiv-min", StrengthReduction, "(bvsdiv a min)", "(ite (= a min) one zero)"),
    rule_if("sdiv-negative", Canonical, "(bvsdiv a k)", "(bvneg (bvsdiv a (bvneg k)))", |c| {
        when(c[0].msb() && !c[0].is_power_of_two())
    }),
    // Towards zero: add 2^i - 1 to negative dividends before shifting.
    rule_if(
        "sdiv-power-of-two",
        StrengthReduction,
        "(bvsdiv a k)",
        "(bvashr (bvadd a (bvlshr (bvashr a v) w)) u)",
        |c| signed_power(&c[0]),
    ),
    // Signed remainder.
    rule("srem-one", ConstantPropagation, "(bvsrem a one)", "zero"),
    rule("srem-minus-one", ConstantPropagation, "(bvsrem a ones)", "zero"),
    rule("srem-zero", ConstantPropagation, "(bvsrem a zero)", "a"),
    rule("srem-of-zero", ConstantPropagation, "(bvsrem zero a)", "zero"),
    rule("srem-same", Deduction, "(bvsrem a a)", "zero"),
    rule_if("srem-negative", Canonical, "(bvsrem a k)", "(bvsrem a (bvneg k))", |c| {
        when(c[0].msb() && !c[0].is_power_of_two())
    }),
    rule_if(
        "srem-power-of-two",
        StrengthReduction,
        "(bvsrem a k)",
        "(bvadd a (bvneg (bvand (bvadd a (bvlshr (bvashr a v) w)) (bvneg k))))",
        |c| signed_power(&c[0]),
    ),
];
