//! Backward operators: what a known result says about the operands.
//!
//! All of them are exact about wrap-around: a rule of ordinary arithmetic is used modulo the width,
//! or only where nothing can wrap.

use super::operate;
use super::{Interval, Pieces};
use crate::concrete;
use crate::{Binary, Cast, Sort, mask};

type Pair = (Interval, Interval);

pub(super) fn binary(op: Binary, width: u32, result: &Interval, a: &Interval, b: &Interval) -> Option<Pair> {
    use Binary::*;
    let result_width = op.result_sort(Sort::Int(width)).bits();
    let result = operate::binary(op, width, a, b).met(result, result_width)?;
    if op.is_float() {
        return Some((*a, *b));
    }
    if width == 1 {
        return by_cases(op, &result, a, b);
    }
    if op.is_predicate() {
        return match result.single(1) {
            Some(truth) => predicate(op, truth == 1, width, a, b),
            None => Some((*a, *b)),
        };
    }
    let run = |op, x: &Interval, y: &Interval| operate::binary(op, width, x, y);
    let at_least = |low: u64| Interval::range(low.into(), mask(width).into(), width);
    let at_most = |high: u64| Interval::range(0, high.into(), width);
    let (low, high) = result.unsigned_bounds(width);
    let (x, y) = match op {
        Add | PtrAdd => (run(Sub, &result, b), run(Sub, &result, a)),
        Sub => (run(Add, &result, b), run(Sub, a, &result)),
        Xor => (run(Xor, &result, b), run(Xor, &result, a)),
        // A conjunction has no bit that an operand lacks, a disjunction all that they have.
        And => (at_least(low), at_least(low)),
        Or => (at_most(high), at_most(high)),
        Mul => factors(width, &result, a, b),
        UDiv => (dividend(width, &result, b), Interval::Any),
        Shl | LShr | AShr => (shifted(op, width, &result, b), Interval::Any),
        URem if low > 0 => (at_least(low), Interval::Any),
        _ => (Interval::Any, Interval::Any),
    };
    a.met(&x, width).zip(b.met(&y, width))
}

/// Truth values: all pairs are tried.
fn by_cases(op: Binary, result: &Interval, a: &Interval, b: &Interval) -> Option<Pair> {
    let (mut x, mut y) = (Pieces::EMPTY, Pieces::EMPTY);
    for (m, n) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let Some(r) = concrete::binary(op, Sort::BOOL, m, n) else { return Some((*a, *b)) };
        if a.pieces(1).contains(m) && b.pieces(1).contains(n) && result.pieces(1).contains(r) {
            x.add(m.into(), m.into(), 1);
            y.add(n.into(), n.into(), 1);
        }
    }
    Interval::from_pieces(x, 1).zip(Interval::from_pieces(y, 1))
}

fn predicate(op: Binary, truth: bool, width: u32, a: &Interval, b: &Interval) -> Option<Pair> {
    use Binary::*;
    let swap = |pair: Option<Pair>| pair.map(|(x, y)| (y, x));
    match (op, truth) {
        (Eq, true) | (Ne, false) => a.met(b, width).map(|m| (m, m)),
        (Eq, false) | (Ne, true) => different(width, a, b),
        (Ult, true) => unsigned_order(width, a, b, 1),
        (Ult, false) => swap(unsigned_order(width, b, a, 0)),
        (Ule, true) => unsigned_order(width, a, b, 0),
        (Ule, false) => swap(unsigned_order(width, b, a, 1)),
        (Slt, true) => signed_order(width, a, b, 1),
        (Slt, false) => swap(signed_order(width, b, a, 0)),
        (Sle, true) => signed_order(width, a, b, 0),
        (Sle, false) => swap(signed_order(width, b, a, 1)),
        (USubOverflow, true) => unsigned_order(width, a, b, 1),
        (USubOverflow, false) => swap(unsigned_order(width, b, a, 0)),
        (SAddOverflow | SSubOverflow | UAddOverflow, false) => no_overflow(op, width, a, b),
        _ => Some((*a, *b)),
    }
}

fn different(width: u32, a: &Interval, b: &Interval) -> Option<Pair> {
    let without = |value: &Interval, other: &Interval| match other.single(width) {
        Some(bits) => Interval::from_pieces(value.pieces(width).without(bits), width),
        None => Some(*value),
    };
    without(a, b).zip(without(b, a))
}

/// `a + gap <= b`, unsigned.
fn unsigned_order(width: u32, a: &Interval, b: &Interval, gap: i128) -> Option<Pair> {
    let (least, most) = (i128::from(a.unsigned_bounds(width).0), i128::from(b.unsigned_bounds(width).1));
    between(width, a, 0, most - gap).zip(between(width, b, least + gap, mask(width).into()))
}

/// `a + gap <= b`, signed.
fn signed_order(width: u32, a: &Interval, b: &Interval, gap: i128) -> Option<Pair> {
    let half = 1i128 << (width - 1);
    let (least, most) = (i128::from(a.signed_bounds(width).0), i128::from(b.signed_bounds(width).1));
    between(width, a, -half, most - gap).zip(between(width, b, least + gap, half - 1))
}

fn between(width: u32, value: &Interval, low: i128, high: i128) -> Option<Interval> {
    if low > high { None } else { value.met(&Interval::range(low, high, width), width) }
}

/// The exact sum or difference lies in the range of the type.
fn no_overflow(op: Binary, width: u32, a: &Interval, b: &Interval) -> Option<Pair> {
    let half = 1i128 << (width - 1);
    let wide = |(low, high): (i64, i64)| (i128::from(low), i128::from(high));
    if op == Binary::UAddOverflow {
        let ones = i128::from(mask(width));
        let (x, y) = (i128::from(a.unsigned_bounds(width).0), i128::from(b.unsigned_bounds(width).0));
        return between(width, a, 0, ones - y).zip(between(width, b, 0, ones - x));
    }
    let (x, y) = (wide(a.signed_bounds(width)), wide(b.signed_bounds(width)));
    let clip = |value: &Interval, low: i128, high: i128| between(width, value, low.max(-half), high.min(half - 1));
    if op == Binary::SAddOverflow {
        clip(a, -half - y.1, half - 1 - y.0).zip(clip(b, -half - x.1, half - 1 - x.0))
    } else {
        clip(a, -half + y.0, half - 1 + y.1).zip(clip(b, x.0 - half + 1, x.1 + half))
    }
}

/// The factors of a product that cannot wrap: the quotients by the other factor, if that is not
/// zero.
fn factors(width: u32, result: &Interval, a: &Interval, b: &Interval) -> Pair {
    let exact = operate::binary(Binary::SMulOverflow, width, a, b).single(1) == Some(0);
    let factor = |other: &Interval| {
        if exact && !other.pieces(width).contains(0) {
            operate::binary(Binary::SDiv, width, result, other)
        } else {
            Interval::Any
        }
    };
    (factor(b), factor(a))
}

/// The dividend of an unsigned quotient: at least quotient times divisor, and less than one divisor
/// more.
fn dividend(width: u32, result: &Interval, divisor: &Interval) -> Interval {
    let (low, high) = divisor.unsigned_bounds(width);
    let (least, most) = result.unsigned_bounds(width);
    let (low, high) = (i128::from(low), i128::from(high));
    match i128::from(most).checked_mul(high).and_then(|n| n.checked_add(high - 1)) {
        Some(top) if low > 0 && i128::from(least) * low <= i128::from(mask(width)) => {
            Interval::range(i128::from(least) * low, top.min(mask(width).into()), width)
        }
        _ => Interval::Any,
    }
}

/// What was shifted by a known amount less than the width.
fn shifted(op: Binary, width: u32, result: &Interval, amount: &Interval) -> Interval {
    let Some(amount) = amount.single(width).filter(|n| *n < u64::from(width)) else { return Interval::Any };
    let below = (1i128 << amount) - 1;
    let mut pieces = Pieces::EMPTY;
    match op {
        Binary::LShr => {
            for (low, high) in result.pieces(width).unsigned(width) {
                let (low, high) = (low << amount, (high << amount) + below);
                pieces.add(low, high.min(mask(width).into()), width);
            }
        }
        Binary::AShr => {
            let half = 1i128 << (width - 1);
            for (low, high) in result.pieces(width).signed(width) {
                pieces.add((low << amount).max(-half), ((high << amount) + below).min(half - 1), width);
            }
        }
        // The high bits of what was shifted left are lost.
        _ => return Interval::Any,
    }
    Interval::from_pieces(pieces, width).unwrap_or(Interval::Any)
}

pub(super) fn cast(op: Cast, from: u32, to: u32, result: &Interval, a: &Interval) -> Option<Interval> {
    let result = operate::cast(op, from, to, a).met(result, to)?;
    match op {
        Cast::ZExt | Cast::SExt | Cast::PtrToInt | Cast::IntToPtr => {
            // The result was met with the image of the operand, so its low bits tell all.
            a.met(&operate::cast(Cast::Trunc, to, from, &result), from)
        }
        Cast::Trunc => {
            let half = 1i128 << (to - 1);
            let (low, high) = a.signed_bounds(from);
            let image = if a.unsigned_bounds(from).1 <= mask(to) {
                operate::cast(Cast::ZExt, to, from, &result)
            } else if -half <= low.into() && i128::from(high) < half {
                operate::cast(Cast::SExt, to, from, &result)
            } else {
                Interval::Any
            };
            a.met(&image, from)
        }
        _ => Some(*a),
    }
}
