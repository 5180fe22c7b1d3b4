//! Rules in code that hold for operators in general: constant folding and the order of operands.

use super::check::checked_format;
use super::pattern::fold_constants;
use super::table::Category::{Canonical, ConstantPropagation};
use super::table::{Rule, code};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::term::{Kind, Term};

pub(super) fn fold(terms: &mut Terms, term: Term) -> Option<Term> {
    let operands: smallvec::SmallVec<[Term; 4]> = terms.operands(term).into();
    let sort = terms.sort_kind(terms.sort(term));
    fold_constants(terms, terms.op(term), sort, &operands)
}

/// Constants to the right, else older terms to the left.
fn order(terms: &mut Terms, term: Term) -> Option<Term> {
    let [a, b] = *terms.operands(term) else { return None };
    let rank = |t: Term| (terms.is_constant(t), t);
    (rank(b) < rank(a)).then(|| terms.mk(terms.op(term), &[b, a]))
}

/// The values at which folding is checked: all when there are few, else the corners.
fn values(width: u32) -> Vec<Bits> {
    if width <= 3 {
        return (0..1 << width).map(|n| Bits::from_u64(width, n)).collect();
    }
    let mut values = vec![Bits::zero(width), Bits::one(width), Bits::ones(width), Bits::min_signed(width)];
    values.extend([2, 3, u64::from(width), 0x9e37_79b9_7f4a_7c15].map(|n| Bits::from_u64(width, n)));
    values
}

fn constants(terms: &mut Terms, width: u32, kind: Kind) -> Vec<Term> {
    let numbers: Vec<Term> = values(width).iter().map(|bits| terms.bv(bits)).collect();
    let truths = [terms.bool(false), terms.bool(true)];
    let Some(op) = kind.plain() else {
        return numbers.iter().map(|n| terms.extract(width - 1, width / 2, *n)).collect();
    };
    let pool: &[Term] = if matches!(kind, Kind::Not | Kind::And | Kind::Or) { &truths } else { &numbers };
    let mut shapes = Vec::new();
    for a in pool {
        match kind.arity() {
            Some(1) if kind == Kind::SignExtend => shapes.push(terms.sign_extend(width, *a)),
            Some(1) => shapes.push(terms.mk(op, &[*a])),
            _ => shapes.extend(pool.iter().map(|b| terms.mk(op, &[*a, *b]))),
        }
    }
    shapes
}

fn exchanged(terms: &mut Terms, width: u32, kind: Kind) -> Vec<Term> {
    let sort = match kind {
        Kind::And | Kind::Or => terms.bool_sort(),
        Kind::FpEq => terms.float_sort(checked_format(width)),
        _ => terms.bv_sort(width),
    };
    let (a, b) = (terms.var("a", sort), terms.var("b", sort));
    let constant = terms.zero_of(sort);
    let Some(op) = kind.plain() else { return Vec::new() };
    vec![terms.mk(op, &[b, a]), terms.mk(op, &[constant, a])]
}

macro_rules! folds {
    ($($kind:ident $name:literal;)*) => {
        &[$(code(
            $name,
            ConstantPropagation,
            ("constant operands", "the constant result"),
            Kind::$kind,
            fold,
            |terms, width| constants(terms, width, Kind::$kind),
        ),)*]
    };
}

macro_rules! orders {
    ($($kind:ident $name:literal;)*) => {
        &[$(code(
            $name,
            Canonical,
            ("operands in any order", "constants last, older terms first"),
            Kind::$kind,
            order,
            |terms, width| exchanged(terms, width, Kind::$kind),
        ),)*]
    };
}

pub(super) const RULES: &[Rule] = folds! {
    Not "fold-not";
    And "fold-and";
    Or "fold-or";
    Eq "fold-eq";
    BvNot "fold-bvnot";
    BvNeg "fold-bvneg";
    BvAnd "fold-bvand";
    BvOr "fold-bvor";
    BvXor "fold-bvxor";
    BvAdd "fold-bvadd";
    BvMul "fold-bvmul";
    BvUdiv "fold-bvudiv";
    BvUrem "fold-bvurem";
    BvSdiv "fold-bvsdiv";
    BvSrem "fold-bvsrem";
    BvShl "fold-bvshl";
    BvLshr "fold-bvlshr";
    BvAshr "fold-bvashr";
    BvUlt "fold-bvult";
    BvSlt "fold-bvslt";
    Concat "fold-concat";
    Extract "fold-extract";
    SignExtend "fold-sign-extend";
};

/// Tried first of all, so that other rules see one order.
pub(super) const ORDER: &[Rule] = orders! {
    And "order-and";
    Or "order-or";
    Eq "order-eq";
    BvAnd "order-bvand";
    BvOr "order-bvor";
    BvXor "order-bvxor";
    BvAdd "order-bvadd";
    BvMul "order-bvmul";
    FpEq "order-fp-eq";
};
