//! Operators on intervals: ranges of integers for pairs of pieces, added up modulo the width.

use super::bitwise;
use super::{Interval, Pieces};
use crate::concrete;
use crate::{Binary, Cast, Sort, Unary, mask};

type Range = (i128, i128);

/// The least range that holds all results of a function that is monotone in each argument.
fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> i128) -> Range {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    let low = all.iter().copied().fold(i128::MAX, i128::min);
    let high = all.iter().copied().fold(i128::MIN, i128::max);
    (low, high)
}

pub(super) fn unary(op: Unary, width: u32, a: &Interval) -> Interval {
    if op.is_float() {
        return Interval::Any;
    }
    if let Some(bits) = a.single(width) {
        return concrete::unary(op, Sort::Int(width), bits).map_or(Interval::Any, |r| Interval::of(r, width));
    }
    let mut result = Pieces::EMPTY;
    for (low, high) in a.pieces(width).iter() {
        let zeros = |n: u64| i128::from(n.leading_zeros() - (64 - width));
        let (from, to) = match op {
            Unary::PopCount => {
                let free = 64 - (low ^ high).leading_zeros();
                let fixed = i128::from((high >> (free.min(63)) << free.min(63)).count_ones());
                if free > 63 { (0, i128::from(width)) } else { (fixed, fixed + i128::from(free)) }
            }
            Unary::LeadingZeros => (zeros(high), zeros(low)),
            Unary::TrailingZeros if low == high => {
                let n = low.trailing_zeros().min(width).into();
                (n, n)
            }
            // The highest bit in which the numbers before and at the end differ is the most even
            // number between them.
            Unary::TrailingZeros if low == 0 => (0, i128::from(width)),
            Unary::TrailingZeros => (0, i128::from(63 - ((low - 1) ^ high).leading_zeros())),
            _ => return Interval::Any,
        };
        result.add(from, to, width);
    }
    Interval::from_pieces(result, width).unwrap_or(Interval::Any)
}

pub(super) fn binary(op: Binary, width: u32, a: &Interval, b: &Interval) -> Interval {
    use Binary::*;
    if op.is_float() {
        return Interval::Any;
    }
    if let (Some(x), Some(y)) = (a.single(width), b.single(width)) {
        let result = op.result_sort(Sort::Int(width)).bits();
        return concrete::binary(op, Sort::Int(width), x, y).map_or(Interval::Any, |r| Interval::of(r, result));
    }
    if op.is_predicate() {
        return predicate(op, width, a, b);
    }
    let (p, q) = (a.pieces(width), b.pieces(width));
    let full = Pieces::full(width);
    let mut result = Pieces::EMPTY;
    let read_signed = matches!(op, Add | PtrAdd | Sub | Mul | SDiv | SRem | Shl | AShr);
    for x in p.numbers(width, read_signed) {
        for y in q.numbers(width, read_signed && !matches!(op, Shl | AShr)) {
            pair(op, width, x, y, &mut result);
            if result == full {
                return Interval::Any;
            }
        }
    }
    Interval::from_pieces(result, width).unwrap_or(Interval::Any)
}

/// Adds the results for operands in two ranges, each within one half.
fn pair(op: Binary, width: u32, x: Range, y: Range, result: &mut Pieces) {
    use Binary::*;
    let ones = i128::from(mask(width));
    let mut add = |range: Range| result.add(range.0, range.1, width);
    match op {
        Add | PtrAdd => add((x.0 + y.0, x.1 + y.1)),
        Sub => add((x.0 - y.1, x.1 - y.0)),
        Mul => add(corners(x, y, |m, n| m * n)),
        UDiv | SDiv => {
            if y.0 <= 0 && 0 <= y.1 {
                let by_zero = if op == UDiv { ones } else { -1 };
                if x.1 >= 0 {
                    add((by_zero, by_zero));
                } else {
                    add((1, 1));
                }
            }
            // A piece never crosses zero, so it is cut at most at its low end.
            let divisor = (if y.0 == 0 { 1 } else { y.0 }, y.1);
            if divisor.0 <= divisor.1 {
                add(corners(x, divisor, |m, n| m / n));
            }
        }
        URem | SRem => {
            if y.0 <= 0 && 0 <= y.1 {
                add(x);
            }
            // The sign is the dividend's; the divisor's does not matter.
            let size = if y.1 < 0 { (-y.1, -y.0) } else { (y.0.max(1), y.1) };
            if size.0 <= size.1 {
                let negative = x.1 < 0;
                let (low, high) = if negative { (-x.1, -x.0) } else { x };
                let rest = if size.0 == size.1 && low / size.0 == high / size.0 {
                    (low % size.0, high % size.0)
                } else if high < size.0 {
                    (low, high)
                } else {
                    (0, high.min(size.1 - 1))
                };
                add(if negative { (-rest.1, -rest.0) } else { rest });
            }
        }
        Shl => {
            let bits = i128::from(width);
            if y.1 >= bits {
                add((0, 0));
            }
            for amount in y.0..=y.1.min(bits - 1) {
                add((x.0 << amount, x.1 << amount));
            }
        }
        LShr | AShr => {
            // A logical shift by the width gives zero; an arithmetic one cannot be told from one by
            // the width less one.
            let most = i128::from(if op == LShr { width } else { width - 1 });
            let (least, most) = (y.0.min(most), y.1.min(most));
            add(corners(x, (least, most), |m, n| m >> n));
        }
        And | Or | Xor => {
            let word = |r: Range| (r.0 as u64, r.1 as u64);
            let (low, high) = bitwise::bounds(op, word(x), word(y), width);
            add((low.into(), high.into()));
        }
        _ => add((0, ones)),
    }
}

fn predicate(op: Binary, width: u32, a: &Interval, b: &Interval) -> Interval {
    use Binary::*;
    let (p, q) = (a.pieces(width), b.pieces(width));
    match op {
        Eq | Ne => {
            let disjoint = p.intersection(&q).is_empty();
            // Both single was dealt with before: two sets that are not both single can always
            // differ.
            if op == Eq { Interval::truth(true, !disjoint) } else { Interval::truth(!disjoint, true) }
        }
        Ult | Ule => {
            let (x, y) = (a.unsigned_bounds(width), b.unsigned_bounds(width));
            if op == Ult { Interval::truth(x.1 >= y.0, x.0 < y.1) } else { Interval::truth(x.1 > y.0, x.0 <= y.1) }
        }
        Slt | Sle => {
            let (x, y) = (a.signed_bounds(width), b.signed_bounds(width));
            if op == Slt { Interval::truth(x.1 >= y.0, x.0 < y.1) } else { Interval::truth(x.1 > y.0, x.0 <= y.1) }
        }
        _ => {
            let signed = matches!(op, SAddOverflow | SSubOverflow | SMulOverflow);
            let half = 1i128 << (width - 1);
            let (least, most) = if signed { (-half, half - 1) } else { (0, mask(width).into()) };
            let (mut stays, mut leaves) = (false, false);
            for x in p.numbers(width, signed) {
                for y in q.numbers(width, signed) {
                    let exact = match op {
                        UAddOverflow | SAddOverflow => (x.0 + y.0, x.1 + y.1),
                        USubOverflow | SSubOverflow => (x.0 - y.1, x.1 - y.0),
                        // Two 64-bit numbers: only their largest product does not fit, and then the
                        // ends decide alike.
                        _ => corners(x, y, |m, n| m.saturating_mul(n)),
                    };
                    stays |= exact.0 <= most && least <= exact.1;
                    leaves |= exact.0 < least || most < exact.1;
                }
            }
            Interval::truth(stays, leaves)
        }
    }
}

pub(super) fn cast(op: Cast, from: u32, to: u32, a: &Interval) -> Interval {
    let pieces = a.pieces(from);
    let mut result = Pieces::EMPTY;
    match op {
        Cast::Trunc | Cast::ZExt | Cast::PtrToInt | Cast::IntToPtr => {
            pieces.unsigned(from).for_each(|(low, high)| result.add(low, high, to));
        }
        Cast::SExt => pieces.signed(from).for_each(|(low, high)| result.add(low, high, to)),
        _ => return Interval::Any,
    }
    Interval::from_pieces(result, to).unwrap_or(Interval::Any)
}
