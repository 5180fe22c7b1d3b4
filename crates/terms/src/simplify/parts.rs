//! Rules on concatenation, extraction and sign extension.

use super::shapes::{adjacent, extended_pairs, extensions, nested_constants, over, with_constants};
use super::table::Category::{
    Canonical, ConstantCollection, ConstantPropagation, Deduction, Ite, Redundancy, StrengthReduction,
};
use super::table::{Rule, code, rule};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::term::{Kind, Op, Term};

// --- taking terms apart ---

fn operand(terms: &Terms, term: Term, op: Op) -> Option<Term> {
    (terms.op(term) == op).then(|| terms.operands(term)[0])
}

fn pair(terms: &Terms, term: Term, op: Op) -> Option<(Term, Term)> {
    (terms.op(term) == op).then(|| (terms.operands(term)[0], terms.operands(term)[1]))
}

/// Condition and sides of a choice. A function may have three arguments too.
fn choice(terms: &Terms, term: Term) -> Option<(Term, Term, Term)> {
    match (terms.op(term), terms.operands(term)) {
        (Op::Ite, [condition, then, otherwise]) => Some((*condition, *then, *otherwise)),
        _ => None,
    }
}

/// High bit, low bit and operand of an extraction.
fn extraction(terms: &Terms, term: Term) -> Option<(u32, u32, Term)> {
    match terms.op(term) {
        Op::Extract(low) => Some((low + terms.width(term) - 1, low, terms.operands(term)[0])),
        _ => None,
    }
}

/// The operand of a concatenation with zero above.
fn zero_extended(terms: &Terms, term: Term) -> Option<Term> {
    let (high, low) = pair(terms, term, Op::Concat)?;
    terms.constant_words(high)?.iter().all(|word| *word == 0).then_some(low)
}

/// Both operands in either order, the first as `f` sees it, the second a constant.
fn with_constant<T>(terms: &Terms, term: Term, f: impl Fn(Term) -> Option<T>) -> Option<(T, Bits)> {
    let [a, b] = *terms.operands(term) else { return None };
    f(a).zip(terms.constant(b)).or_else(|| f(b).zip(terms.constant(a)))
}

// --- extraction ---

fn extract_full(terms: &mut Terms, term: Term) -> Option<Term> {
    let (_, _, a) = extraction(terms, term)?;
    (terms.sort(a) == terms.sort(term)).then_some(a)
}

fn extract_extract(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (_, offset, a) = extraction(terms, inner)?;
    Some(terms.extract(high + offset, low + offset, a))
}

fn extract_concat(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (top, bottom) = pair(terms, inner, Op::Concat)?;
    let split = terms.width(bottom);
    if high < split {
        Some(terms.extract(high, low, bottom))
    } else if low >= split {
        Some(terms.extract(high - split, low - split, top))
    } else {
        let (top, bottom) = (terms.extract(high - split, 0, top), terms.extract(split - 1, low, bottom));
        Some(terms.concat(top, bottom))
    }
}

fn extract_sign_extend(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let a = operand(terms, inner, Op::SignExtend)?;
    let width = terms.width(a);
    if high < width {
        return Some(terms.extract(high, low, a));
    }
    let from = low.min(width - 1);
    let part = terms.extract(width - 1, from, a);
    Some(terms.sign_extend(high - low + 1 - (width - from), part))
}

fn extract_not(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let a = operand(terms, inner, Op::BvNot)?;
    let part = terms.extract(high, low, a);
    Some(terms.bv_not(part))
}

/// Low bits of sums, products and negations depend on low bits only.
fn extract_low(terms: &mut Terms, term: Term, op: Op) -> Option<Term> {
    let (high, 0, inner) = extraction(terms, term)? else { return None };
    if terms.op(inner) != op || terms.sort(inner) == terms.sort(term) {
        return None;
    }
    let operands: Vec<Term> = terms.operands(inner).to_vec();
    let parts: Vec<Term> = operands.into_iter().map(|operand| terms.extract(high, 0, operand)).collect();
    Some(terms.mk(op, &parts))
}

fn extract_bitwise_constant(terms: &mut Terms, term: Term, op: Op) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (a, b) = pair(terms, inner, op)?;
    if !terms.is_constant(a) && !terms.is_constant(b) {
        return None;
    }
    let parts = [terms.extract(high, low, a), terms.extract(high, low, b)];
    Some(terms.mk(op, &parts))
}

fn extract_ite_constants(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (condition, a, b) = choice(terms, inner)?;
    let (then, otherwise) = (terms.constant(a)?, terms.constant(b)?);
    let (then, otherwise) = (terms.bv(&then.extract(high, low)), terms.bv(&otherwise.extract(high, low)));
    Some(terms.ite(condition, then, otherwise))
}

fn extract_shl(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (a, amount) = pair(terms, inner, Op::BvShl)?;
    let amount = terms.constant(amount)?.to_u64()?;
    if amount > u64::from(high) {
        return Some(terms.bv(&Bits::zero(terms.width(term))));
    }
    let amount = amount as u32;
    (amount <= low).then(|| terms.extract(high - amount, low - amount, a))
}

fn extract_lshr(terms: &mut Terms, term: Term) -> Option<Term> {
    let (high, low, inner) = extraction(terms, term)?;
    let (a, amount) = pair(terms, inner, Op::BvLshr)?;
    let amount = terms.constant(amount)?.to_u64()?;
    let width = u64::from(terms.width(a));
    if amount.saturating_add(u64::from(low)) >= width {
        return Some(terms.bv(&Bits::zero(terms.width(term))));
    }
    let amount = amount as u32;
    (u64::from(high) + u64::from(amount) < width).then(|| terms.extract(high + amount, low + amount, a))
}

// --- concatenation ---

fn join(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ((high, middle, of_a), (next, low, of_b)) = (extraction(terms, a)?, extraction(terms, b)?);
    (of_a == of_b && middle == next + 1).then(|| terms.extract(high, low, of_a))
}

fn concat_extracts(terms: &mut Terms, term: Term) -> Option<Term> {
    let (a, b) = pair(terms, term, Op::Concat)?;
    join(terms, a, b)
}

fn concat_nested_extracts(terms: &mut Terms, term: Term) -> Option<Term> {
    let (a, rest) = pair(terms, term, Op::Concat)?;
    let (b, c) = pair(terms, rest, Op::Concat)?;
    let joined = join(terms, a, b)?;
    Some(terms.concat(joined, c))
}

fn concat_constants(terms: &mut Terms, term: Term) -> Option<Term> {
    let (a, rest) = pair(terms, term, Op::Concat)?;
    let (b, c) = pair(terms, rest, Op::Concat)?;
    let joined = terms.constant(a)?.concat(&terms.constant(b)?);
    let joined = terms.bv(&joined);
    Some(terms.concat(joined, c))
}

fn bitwise_concat_constant(terms: &mut Terms, term: Term) -> Option<Term> {
    let op = terms.op(term);
    let ((high, low), k) = with_constant(terms, term, |t| pair(terms, t, Op::Concat))?;
    let split = terms.width(low);
    let (k_high, k_low) = (terms.bv(&k.extract(k.width() - 1, split)), terms.bv(&k.extract(split - 1, 0)));
    let (high, low) = (terms.mk(op, &[high, k_high]), terms.mk(op, &[low, k_low]));
    Some(terms.concat(high, low))
}

// --- sign extension ---

fn sign_extend_none(terms: &mut Terms, term: Term) -> Option<Term> {
    let a = operand(terms, term, Op::SignExtend)?;
    (terms.sort(a) == terms.sort(term)).then_some(a)
}

fn sign_extend_twice(terms: &mut Terms, term: Term) -> Option<Term> {
    let inner = operand(terms, term, Op::SignExtend)?;
    let a = operand(terms, inner, Op::SignExtend)?;
    Some(terms.sign_extend(terms.width(term) - terms.width(a), a))
}

fn sign_extend_zero_extended(terms: &mut Terms, term: Term) -> Option<Term> {
    let inner = operand(terms, term, Op::SignExtend)?;
    let a = zero_extended(terms, inner)?;
    Some(terms.zero_extend(terms.width(term) - terms.width(a), a))
}

fn sign_extend_ite_constants(terms: &mut Terms, term: Term) -> Option<Term> {
    let inner = operand(terms, term, Op::SignExtend)?;
    let (condition, a, b) = choice(terms, inner)?;
    let width = terms.width(term);
    let (then, otherwise) = (terms.constant(a)?, terms.constant(b)?);
    let (then, otherwise) = (terms.bv(&then.sign_extend(width)), terms.bv(&otherwise.sign_extend(width)));
    Some(terms.ite(condition, then, otherwise))
}

// --- relations ---

fn eq_concat_constant(terms: &mut Terms, term: Term) -> Option<Term> {
    let ((high, low), k) = with_constant(terms, term, |t| pair(terms, t, Op::Concat))?;
    let split = terms.width(low);
    let (k_high, k_low) = (terms.bv(&k.extract(k.width() - 1, split)), terms.bv(&k.extract(split - 1, 0)));
    let (high, low) = (terms.eq(high, k_high), terms.eq(low, k_low));
    Some(terms.and(high, low))
}

fn eq_concat_concat(terms: &mut Terms, term: Term) -> Option<Term> {
    let (left, right) = pair(terms, term, Op::Eq)?;
    let ((a, b), (c, d)) = (pair(terms, left, Op::Concat)?, pair(terms, right, Op::Concat)?);
    if terms.sort(a) != terms.sort(c) {
        return None;
    }
    let (high, low) = (terms.eq(a, c), terms.eq(b, d));
    Some(terms.and(high, low))
}

fn eq_sign_extend_constant(terms: &mut Terms, term: Term) -> Option<Term> {
    let (a, k) = with_constant(terms, term, |t| operand(terms, t, Op::SignExtend))?;
    let low = k.extract(terms.width(a) - 1, 0);
    if low.sign_extend(k.width()) != k {
        return Some(terms.bool(false));
    }
    let low = terms.bv(&low);
    Some(terms.eq(a, low))
}

/// Comparing two terms extended alike is comparing what was extended.
fn relation_sign_extended(terms: &mut Terms, term: Term) -> Option<Term> {
    let op = terms.op(term);
    let [left, right] = *terms.operands(term) else { return None };
    let (a, b) = (operand(terms, left, Op::SignExtend)?, operand(terms, right, Op::SignExtend)?);
    (terms.sort(a) == terms.sort(b)).then(|| terms.mk(op, &[a, b]))
}

fn relation_zero_extended(terms: &mut Terms, term: Term) -> Option<Term> {
    let [left, right] = *terms.operands(term) else { return None };
    let (a, b) = (zero_extended(terms, left)?, zero_extended(terms, right)?);
    (terms.sort(a) == terms.sort(b)).then(|| terms.bv_ult(a, b))
}

fn ult_zero_extended_constant(terms: &mut Terms, term: Term) -> Option<Term> {
    let (left, right) = pair(terms, term, Op::BvUlt)?;
    let (a, k) = (zero_extended(terms, left)?, terms.constant(right)?);
    let width = terms.width(a);
    if k.significant_bits() > width {
        return Some(terms.bool(true));
    }
    let low = terms.bv(&k.extract(width - 1, 0));
    Some(terms.bv_ult(a, low))
}

fn constant_ult_zero_extended(terms: &mut Terms, term: Term) -> Option<Term> {
    let (left, right) = pair(terms, term, Op::BvUlt)?;
    let (k, a) = (terms.constant(left)?, zero_extended(terms, right)?);
    let width = terms.width(a);
    if k.significant_bits() > width {
        return Some(terms.bool(false));
    }
    let low = terms.bv(&k.extract(width - 1, 0));
    Some(terms.bv_ult(low, a))
}

fn urem_zero_extended(terms: &mut Terms, term: Term) -> Option<Term> {
    let (left, right) = pair(terms, term, Op::BvUrem)?;
    let (a, b) = (zero_extended(terms, left)?, zero_extended(terms, right)?);
    if terms.sort(a) != terms.sort(b) {
        return None;
    }
    let remainder = terms.bv_urem(a, b);
    Some(terms.zero_extend(terms.width(term) - terms.width(a), remainder))
}

pub(super) const RULES: &[Rule] = &[
    code("extract-full", Redundancy, ("all bits of a", "a"), Kind::Extract, extract_full, |t, w| over(Op::BvAdd)(t, w)),
    code("extract-extract", Redundancy, ("bits of bits of a", "bits of a"), Kind::Extract, extract_extract, |t, w| {
        over(Op::Extract(0))(t, w)
    }),
    code(
        "extract-concat",
        Redundancy,
        ("bits of (concat a b)", "bits of a, of b, or of both"),
        Kind::Extract,
        extract_concat,
        |t, w| over(Op::Concat)(t, w),
    ),
    code(
        "extract-sign-extend",
        StrengthReduction,
        ("bits of (sign_extend a)", "bits of a, extended"),
        Kind::Extract,
        extract_sign_extend,
        |t, w| over(Op::SignExtend)(t, w),
    ),
    code("extract-not", Canonical, ("bits of (bvnot a)", "bvnot of bits of a"), Kind::Extract, extract_not, |t, w| {
        over(Op::BvNot)(t, w)
    }),
    code(
        "extract-low-add",
        StrengthReduction,
        ("low bits of (bvadd a b)", "the narrow sum"),
        Kind::Extract,
        |t, x| extract_low(t, x, Op::BvAdd),
        |t, w| over(Op::BvAdd)(t, w),
    ),
    code(
        "extract-low-mul",
        StrengthReduction,
        ("low bits of (bvmul a b)", "the narrow product"),
        Kind::Extract,
        |t, x| extract_low(t, x, Op::BvMul),
        |t, w| over(Op::BvMul)(t, w),
    ),
    code(
        "extract-low-neg",
        StrengthReduction,
        ("low bits of (bvneg a)", "the narrow negation"),
        Kind::Extract,
        |t, x| extract_low(t, x, Op::BvNeg),
        |t, w| over(Op::BvNeg)(t, w),
    ),
    code(
        "extract-and-constant",
        ConstantPropagation,
        ("bits of (bvand a k)", "bvand of bits"),
        Kind::Extract,
        |t, x| extract_bitwise_constant(t, x, Op::BvAnd),
        |t, w| over(Op::BvAnd)(t, w),
    ),
    code(
        "extract-or-constant",
        ConstantPropagation,
        ("bits of (bvor a k)", "bvor of bits"),
        Kind::Extract,
        |t, x| extract_bitwise_constant(t, x, Op::BvOr),
        |t, w| over(Op::BvOr)(t, w),
    ),
    code(
        "extract-xor-constant",
        ConstantPropagation,
        ("bits of (bvxor a k)", "bvxor of bits"),
        Kind::Extract,
        |t, x| extract_bitwise_constant(t, x, Op::BvXor),
        |t, w| over(Op::BvXor)(t, w),
    ),
    code(
        "extract-ite-constants",
        Ite,
        ("bits of (ite p f g)", "a choice of constants"),
        Kind::Extract,
        extract_ite_constants,
        |t, w| over(Op::Ite)(t, w),
    ),
    code(
        "extract-shl-constant",
        StrengthReduction,
        ("bits of (bvshl a k)", "bits of a, or zero"),
        Kind::Extract,
        extract_shl,
        |t, w| over(Op::BvShl)(t, w),
    ),
    code(
        "extract-lshr-constant",
        StrengthReduction,
        ("bits of (bvlshr a k)", "bits of a, or zero"),
        Kind::Extract,
        extract_lshr,
        |t, w| over(Op::BvLshr)(t, w),
    ),
    code("concat-extracts", Redundancy, ("adjacent bits of a", "bits of a"), Kind::Concat, concat_extracts, adjacent),
    code(
        "concat-nested-extracts",
        Redundancy,
        ("adjacent bits of a above b", "bits of a above b"),
        Kind::Concat,
        concat_nested_extracts,
        adjacent,
    ),
    code(
        "concat-constants",
        ConstantCollection,
        ("(concat f (concat g a))", "one constant above a"),
        Kind::Concat,
        concat_constants,
        nested_constants,
    ),
    rule("concat-right", Canonical, "(concat (concat a b) c)", "(concat a (concat b c))"),
    rule("concat-nots", Canonical, "(concat (bvnot a) (bvnot b))", "(bvnot (concat a b))"),
    code(
        "and-concat-constant",
        ConstantPropagation,
        ("(bvand (concat a b) k)", "concat of bvands"),
        Kind::BvAnd,
        bitwise_concat_constant,
        |t, w| with_constants(t, w, Op::BvAnd),
    ),
    code(
        "or-concat-constant",
        ConstantPropagation,
        ("(bvor (concat a b) k)", "concat of bvors"),
        Kind::BvOr,
        bitwise_concat_constant,
        |t, w| with_constants(t, w, Op::BvOr),
    ),
    code(
        "xor-concat-constant",
        ConstantPropagation,
        ("(bvxor (concat a b) k)", "concat of bvxors"),
        Kind::BvXor,
        bitwise_concat_constant,
        |t, w| with_constants(t, w, Op::BvXor),
    ),
    code(
        "sign-extend-none",
        Redundancy,
        ("a extended to its width", "a"),
        Kind::SignExtend,
        sign_extend_none,
        extensions,
    ),
    code(
        "sign-extend-twice",
        Redundancy,
        ("sign extension of a sign extension", "one sign extension"),
        Kind::SignExtend,
        sign_extend_twice,
        extensions,
    ),
    code(
        "sign-extend-zero-extended",
        StrengthReduction,
        ("sign extension of (concat zero a)", "zero extension of a"),
        Kind::SignExtend,
        sign_extend_zero_extended,
        extensions,
    ),
    code(
        "sign-extend-ite-constants",
        Ite,
        ("sign extension of (ite p f g)", "a choice of constants"),
        Kind::SignExtend,
        sign_extend_ite_constants,
        extensions,
    ),
    code(
        "eq-concat-constant",
        StrengthReduction,
        ("(= (concat a b) k)", "equations of the parts"),
        Kind::Eq,
        eq_concat_constant,
        |t, w| with_constants(t, w, Op::Eq),
    ),
    rule("eq-concat-same-high", Redundancy, "(= (concat a b) (concat a c))", "(= b c)"),
    rule("eq-concat-same-low", Redundancy, "(= (concat a b) (concat c b))", "(= a c)"),
    code(
        "eq-concat-concat",
        StrengthReduction,
        ("(= (concat a b) (concat c d)), cut alike", "equations of the parts"),
        Kind::Eq,
        eq_concat_concat,
        |t, w| extended_pairs(t, w, Op::Eq),
    ),
    code(
        "eq-sign-extend-constant",
        StrengthReduction,
        ("(= (sign_extend a) k)", "an equation of a, or false"),
        Kind::Eq,
        eq_sign_extend_constant,
        |t, w| with_constants(t, w, Op::Eq),
    ),
    code(
        "eq-sign-extended",
        StrengthReduction,
        ("(= (sign_extend a) (sign_extend b))", "(= a b)"),
        Kind::Eq,
        relation_sign_extended,
        |t, w| extended_pairs(t, w, Op::Eq),
    ),
    code(
        "ult-sign-extended",
        StrengthReduction,
        ("(bvult (sign_extend a) (sign_extend b))", "(bvult a b)"),
        Kind::BvUlt,
        relation_sign_extended,
        |t, w| extended_pairs(t, w, Op::BvUlt),
    ),
    code(
        "slt-sign-extended",
        StrengthReduction,
        ("(bvslt (sign_extend a) (sign_extend b))", "(bvslt a b)"),
        Kind::BvSlt,
        relation_sign_extended,
        |t, w| extended_pairs(t, w, Op::BvSlt),
    ),
    code(
        "ult-zero-extended",
        StrengthReduction,
        ("(bvult (concat zero a) (concat zero b))", "(bvult a b)"),
        Kind::BvUlt,
        relation_zero_extended,
        |t, w| extended_pairs(t, w, Op::BvUlt),
    ),
    code(
        "slt-zero-extended",
        StrengthReduction,
        ("(bvslt (concat zero a) (concat zero b))", "(bvult a b)"),
        Kind::BvSlt,
        relation_zero_extended,
        |t, w| extended_pairs(t, w, Op::BvSlt),
    ),
    code(
        "ult-zero-extended-constant",
        Deduction,
        ("(bvult (concat zero a) k)", "(bvult a k), or true"),
        Kind::BvUlt,
        ult_zero_extended_constant,
        |t, w| with_constants(t, w, Op::BvUlt),
    ),
    code(
        "constant-ult-zero-extended",
        Deduction,
        ("(bvult k (concat zero a))", "(bvult k a), or false"),
        Kind::BvUlt,
        constant_ult_zero_extended,
        |t, w| with_constants(t, w, Op::BvUlt),
    ),
    rule("ult-concat-same-high", Redundancy, "(bvult (concat a b) (concat a c))", "(bvult b c)"),
    code(
        "urem-zero-extended",
        StrengthReduction,
        ("(bvurem (concat zero a) (concat zero b))", "the narrow remainder"),
        Kind::BvUrem,
        urem_zero_extended,
        |t, w| extended_pairs(t, w, Op::BvUrem),
    ),
];
