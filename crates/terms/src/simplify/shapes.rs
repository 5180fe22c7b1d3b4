//! Terms at which the rules of [`super::parts`] are checked.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::term::{Op, Term};

fn variable(terms: &mut Terms, name: &str, width: u32) -> Term {
    let sort = terms.bv_sort(width);
    terms.var(name, sort)
}

fn constants(terms: &mut Terms, width: u32) -> Vec<Term> {
    let mut values: Vec<Bits> = if width <= 3 {
        (0..1 << width).map(|n| Bits::from_u64(width, n)).collect()
    } else {
        vec![Bits::zero(width), Bits::one(width), Bits::ones(width), Bits::min_signed(width)]
    };
    values.push(Bits::from_u64(width, 0x5a_c3d2_1e0f_9678));
    values.push(Bits::from_u64(width, u64::from(width / 2)));
    values.iter().map(|bits| terms.bv(bits)).collect()
}

/// Extractions of every range, or of some ranges of wide terms.
fn extracts(terms: &mut Terms, inner: Vec<Term>) -> Vec<Term> {
    let mut shapes = Vec::new();
    for a in inner {
        let width = terms.width(a);
        let cuts: Vec<u32> =
            if width <= 6 { (0..width).collect() } else { vec![0, 1, width / 2 - 1, width / 2, width - 2, width - 1] };
        for low in &cuts {
            for high in cuts.iter().filter(|high| *high >= low) {
                shapes.push(terms.extract(*high, *low, a));
            }
        }
    }
    shapes
}

pub(super) fn over(op: Op) -> impl Fn(&mut Terms, u32) -> Vec<Term> {
    move |terms, width| {
        let (a, b) = (variable(terms, "a", width), variable(terms, "b", width));
        let inner = match op {
            Op::Extract(_) => {
                let wide = variable(terms, "a", width + 2);
                vec![terms.extract(width, 1, wide)]
            }
            Op::SignExtend => vec![terms.sign_extend(2, a)],
            Op::BvNot | Op::BvNeg => vec![terms.mk(op, &[a])],
            Op::BvShl | Op::BvLshr | Op::BvAnd | Op::BvOr | Op::BvXor => {
                constants(terms, width).into_iter().map(|k| terms.mk(op, &[a, k])).collect()
            }
            Op::Ite => {
                let sort = terms.bool_sort();
                let p = terms.var("p", sort);
                constants(terms, width)
                    .into_iter()
                    .map(|k| (k, k))
                    .collect::<Vec<_>>()
                    .windows(2)
                    .map(|w| terms.ite(p, w[0].0, w[1].1))
                    .collect()
            }
            _ => vec![terms.mk(op, &[a, b])],
        };
        extracts(terms, inner)
    }
}

pub(super) fn adjacent(terms: &mut Terms, width: u32) -> Vec<Term> {
    let (a, c) = (variable(terms, "a", width + 1), variable(terms, "c", 1));
    let mut shapes = Vec::new();
    for cut in 1..=width.min(8) {
        let (high, low) = (terms.extract(width, cut, a), terms.extract(cut - 1, 0, a));
        let rest = terms.concat(low, c);
        shapes.extend([terms.concat(high, low), terms.concat(high, rest)]);
    }
    shapes
}

pub(super) fn with_constants(terms: &mut Terms, width: u32, op: Op) -> Vec<Term> {
    let (a, b) = (variable(terms, "a", width), variable(terms, "b", 1));
    let (concat, signed, unsigned) = (terms.concat(a, b), terms.sign_extend(1, a), terms.zero_extend(1, a));
    let mut shapes = Vec::new();
    for k in constants(terms, width + 1) {
        for inner in [concat, signed, unsigned] {
            shapes.extend([terms.mk(op, &[inner, k]), terms.mk(op, &[k, inner])]);
        }
    }
    shapes
}

pub(super) fn extended_pairs(terms: &mut Terms, width: u32, op: Op) -> Vec<Term> {
    let (a, b) = (variable(terms, "a", width), variable(terms, "b", width));
    let signed = [terms.sign_extend(2, a), terms.sign_extend(2, b)];
    let unsigned = [terms.zero_extend(2, a), terms.zero_extend(2, b)];
    let joined = [terms.concat(a, b), terms.concat(b, a)];
    vec![terms.mk(op, &signed), terms.mk(op, &unsigned), terms.mk(op, &joined)]
}

pub(super) fn nested_constants(terms: &mut Terms, width: u32) -> Vec<Term> {
    let (a, k) = (variable(terms, "a", width), terms.bv_u64(2, 2));
    let inner = terms.concat(k, a);
    constants(terms, width).into_iter().map(|k| terms.concat(k, inner)).collect()
}

pub(super) fn extensions(terms: &mut Terms, width: u32) -> Vec<Term> {
    let a = variable(terms, "a", width);
    let sort = terms.bool_sort();
    let p = terms.var("p", sort);
    let (signed, unsigned) = (terms.sign_extend(1, a), terms.zero_extend(1, a));
    let mut shapes = vec![terms.sign_extend(2, signed), terms.sign_extend(2, unsigned)];
    let same = terms.sort(a);
    shapes.extend(terms.try_mk(Op::SignExtend, same, &[a]));
    let numbers = constants(terms, width);
    for pair in numbers.windows(2) {
        let choice = terms.ite(p, pair[0], pair[1]);
        shapes.push(terms.sign_extend(1, choice));
    }
    shapes
}
