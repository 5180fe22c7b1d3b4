//! Intervals of bit-vectors, precise to the bit, with both readings of a number in view.
//!
//! A bit-vector of width *w* is a point on a circle of 2^*w* numbers. The circle is cut twice:
//! between −1 and 0, where unsigned numbers wrap, and between the largest and the smallest signed
//! number. So each half (numbers without and with the sign bit) is ordered alike in both readings,
//! and a value is one interval in each half. This is the reduced product of an unsigned and a
//! signed interval, in a normal form:
//!
//! - unsigned bounds are the low end of the first half that is not empty and the high end of the
//!   last one;
//! - signed bounds are the same with the halves exchanged;
//! - order, join and meet are those of the halves, hence lattice operations without surprises at
//!   the cuts.
//!
//! An operator takes the up to two pieces of each operand, computes a range of integers for each
//! pair of them, and adds it to the result modulo 2^*w* ([`Pieces`]). Widths above 64 and floats
//! have one value: any.

use crate::domain::{Answer, Domain};
use crate::tristate::Tristate;
use crate::{Binary, Cast, Sort, Unary, mask, signed};
use alloc::vec::Vec;

mod bitwise;
mod operate;
mod pieces;
mod refine;

pub use pieces::{Piece, Pieces};

/// A set of bit-vectors: one interval among the numbers without the sign bit, one among those with
/// it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Interval {
    /// Some, not all of them.
    Some(Pieces),
    /// All of them. The only value of floats and of widths above 64.
    Any,
}

/// Where widening stops on its way to the extremes, as signed numbers in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thresholds {
    numbers: Vec<i64>,
    /// Are they used? Otherwise widening goes to the extremes at once.
    pub enabled: bool,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds { numbers: Vec::new(), enabled: true }
    }
}

impl Thresholds {
    /// Thresholds from numbers in any order.
    pub fn new(mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Thresholds { numbers, enabled: true }
    }

    /// The largest threshold that is at most `n`, and the smallest that is at least `n`.
    fn around(&self, n: i64) -> (Option<i64>, Option<i64>) {
        if !self.enabled {
            return (None, None);
        }
        let above = self.numbers.partition_point(|t| *t < n);
        let below = self.numbers.partition_point(|t| *t <= n);
        (below.checked_sub(1).map(|i| self.numbers[i]), self.numbers.get(above).copied())
    }
}

impl Interval {
    /// The pieces of a value of this width.
    pub fn pieces(&self, width: u32) -> Pieces {
        match self {
            Interval::Some(pieces) => *pieces,
            Interval::Any => Pieces::full(width),
        }
    }

    /// The normal form of pieces of this width; `None` if there are none.
    pub fn from_pieces(pieces: Pieces, width: u32) -> Option<Interval> {
        if pieces.is_empty() {
            None
        } else if pieces == Pieces::full(width) {
            Some(Interval::Any)
        } else {
            Some(Interval::Some(pieces))
        }
    }

    /// The value of exactly these bits.
    pub fn of(bits: u64, width: u32) -> Interval {
        let bits = bits & mask(width);
        Interval::range(bits.into(), bits.into(), width)
    }

    /// The numbers from `low` to `high`, modulo the width.
    pub fn range(low: i128, high: i128, width: u32) -> Interval {
        let mut pieces = Pieces::EMPTY;
        pieces.add(low, high, width);
        Interval::from_pieces(pieces, width).unwrap_or(Interval::Any)
    }

    /// The truth value, as far as it is known.
    pub fn truth(can_be_false: bool, can_be_true: bool) -> Interval {
        match Tristate::from_possible(can_be_false, can_be_true) {
            Some(Tristate::False) => Interval::of(0, 1),
            Some(Tristate::True) => Interval::of(1, 1),
            _ => Interval::Any,
        }
    }

    /// Lowest and highest member, unsigned.
    pub fn unsigned_bounds(&self, width: u32) -> (u64, u64) {
        let pieces = self.pieces(width);
        let mut all = pieces.iter();
        let first = all.next().unwrap_or((0, 0));
        (first.0, all.next().unwrap_or(first).1)
    }

    /// Lowest and highest member, signed.
    pub fn signed_bounds(&self, width: u32) -> (i64, i64) {
        let pieces = self.pieces(width);
        let (first, last) = match (pieces.plain, pieces.high) {
            (Some(plain), Some(high)) => (high.0, plain.1),
            (Some(piece), None) | (None, Some(piece)) => piece,
            (None, None) => (0, 0),
        };
        (signed(first, width), signed(last, width))
    }

    /// The only member, if there is only one.
    pub fn single(&self, width: u32) -> Option<u64> {
        let (low, high) = self.unsigned_bounds(width);
        (low == high).then_some(low)
    }

    /// Is it all values?
    pub fn is_any(&self) -> bool {
        *self == Interval::Any
    }

    /// Is every member one of the other, of whatever width?
    pub fn is_within(&self, other: &Interval) -> bool {
        match (self, other) {
            (_, Interval::Any) => true,
            (Interval::Any, _) => false,
            (Interval::Some(a), Interval::Some(b)) => a.is_within(b),
        }
    }

    /// The least interval that covers both.
    pub fn joined(&self, other: &Interval, width: u32) -> Interval {
        match (self, other) {
            (Interval::Some(a), Interval::Some(b)) => Interval::from_pieces(a.hull(b), width).unwrap_or(Interval::Any),
            _ => Interval::Any,
        }
    }

    /// The members of both.
    pub fn met(&self, other: &Interval, width: u32) -> Option<Interval> {
        match (self, other) {
            (Interval::Any, x) | (x, Interval::Any) => Some(*x),
            (Interval::Some(a), Interval::Some(b)) => Interval::from_pieces(a.intersection(b), width),
        }
    }

    /// Widening: a bound that moved goes to the next threshold or to the end of its half.
    pub fn widened(&self, new: &Interval, thresholds: &Thresholds, width: u32) -> Interval {
        let (Interval::Some(a), Interval::Some(b)) = (self, new) else { return Interval::Any };
        let ends = Pieces::full(width);
        let half = |old: Option<Piece>, new: Option<Piece>, end: Option<Piece>| {
            let (Some(old), Some(new), Some(end)) = (old, new, end) else { return old.or(new) };
            let inside = |n: i64| {
                let bits = n as u64 & mask(width);
                (signed(bits, width) == n && (end.0..=end.1).contains(&bits)).then_some(bits)
            };
            let low = if new.0 < old.0 {
                thresholds.around(signed(new.0, width)).0.and_then(inside).unwrap_or(end.0)
            } else {
                old.0
            };
            let high = if new.1 > old.1 {
                thresholds.around(signed(new.1, width)).1.and_then(inside).unwrap_or(end.1)
            } else {
                old.1
            };
            Some((low, high))
        };
        let pieces = Pieces { plain: half(a.plain, b.plain, ends.plain), high: half(a.high, b.high, ends.high) };
        Interval::from_pieces(pieces, width).unwrap_or(Interval::Any)
    }
}

impl core::fmt::Debug for Interval {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Interval::Any => f.write_str("any"),
            Interval::Some(pieces) => pieces.fmt(f),
        }
    }
}

impl Domain for Interval {
    type Context = Thresholds;
    const NAME: &'static str = "interval";

    fn any(_: &mut Thresholds, _: Sort) -> Answer<Interval> {
        Ok(Interval::Any)
    }

    fn any_range(_: &mut Thresholds, sort: Sort, low: i128, high: i128) -> Answer<Interval> {
        Ok(sort.word().map_or(Interval::Any, |width| Interval::range(low, high, width)))
    }

    fn lift(_: &mut Thresholds, sort: Sort, words: &[u64]) -> Answer<Interval> {
        Ok(match (sort.word(), words.first()) {
            (Some(width), Some(bits)) => Interval::of(*bits, width),
            _ => Interval::Any,
        })
    }

    fn unary(_: &mut Thresholds, op: Unary, sort: Sort, a: &Interval) -> Answer<Interval> {
        Ok(sort.word().map_or(Interval::Any, |width| operate::unary(op, width, a)))
    }

    fn binary(_: &mut Thresholds, op: Binary, sort: Sort, a: &Interval, b: &Interval) -> Answer<Interval> {
        Ok(sort.word().map_or(Interval::Any, |width| operate::binary(op, width, a, b)))
    }

    fn cast(_: &mut Thresholds, op: Cast, from: Sort, to: Sort, a: &Interval) -> Answer<Interval> {
        Ok(match (from.word(), to.word()) {
            (Some(from), Some(to)) => operate::cast(op, from, to, a),
            _ => Interval::Any,
        })
    }

    fn to_tristate(_: &mut Thresholds, sort: Sort, value: &Interval) -> Answer<Tristate> {
        Ok(match sort.word() {
            Some(width) if value.single(width) == Some(0) => Tristate::False,
            Some(width) if value.unsigned_bounds(width).0 > 0 => Tristate::True,
            _ => Tristate::Maybe,
        })
    }

    fn assume(_: &mut Thresholds, sort: Sort, value: &Interval, nonzero: bool) -> Answer<Option<Interval>> {
        let Some(width) = sort.word() else { return Ok(Some(*value)) };
        let wanted = if nonzero { Interval::range(1, mask(width).into(), width) } else { Interval::of(0, width) };
        Ok(value.met(&wanted, width))
    }

    fn refine_unary(
        _: &mut Thresholds,
        op: Unary,
        sort: Sort,
        result: &Interval,
        a: &Interval,
    ) -> Answer<Option<Interval>> {
        Ok(match sort.word() {
            Some(width) => operate::unary(op, width, a).met(result, width).map(|_| *a),
            None => Some(*a),
        })
    }

    fn refine_binary(
        _: &mut Thresholds,
        op: Binary,
        sort: Sort,
        result: &Interval,
        a: &Interval,
        b: &Interval,
    ) -> Answer<Option<(Interval, Interval)>> {
        Ok(match sort.word() {
            Some(width) => refine::binary(op, width, result, a, b),
            None => Some((*a, *b)),
        })
    }

    fn refine_cast(
        _: &mut Thresholds,
        op: Cast,
        from: Sort,
        to: Sort,
        result: &Interval,
        a: &Interval,
    ) -> Answer<Option<Interval>> {
        Ok(match (from.word(), to.word()) {
            (Some(from), Some(to)) => refine::cast(op, from, to, result, a),
            _ => Some(*a),
        })
    }

    fn join(_: &mut Thresholds, sort: Sort, a: &Interval, b: &Interval) -> Answer<Interval> {
        Ok(sort.word().map_or(Interval::Any, |width| a.joined(b, width)))
    }

    fn meet(_: &mut Thresholds, sort: Sort, a: &Interval, b: &Interval) -> Answer<Option<Interval>> {
        Ok(sort.word().map_or(Some(Interval::Any), |width| a.met(b, width)))
    }

    fn widen(ctx: &mut Thresholds, sort: Sort, old: &Interval, new: &Interval) -> Answer<Interval> {
        Ok(sort.word().map_or(Interval::Any, |width| old.widened(new, ctx, width)))
    }

    fn is_below(_: &mut Thresholds, _: Sort, a: &Interval, b: &Interval) -> Answer<bool> {
        Ok(a.is_within(b))
    }

    fn admits(_: &mut Thresholds, sort: Sort, value: &Interval, bits: u64) -> bool {
        sort.word().is_none_or(|width| value.pieces(width).contains(bits))
    }

    fn constant(_: &mut Thresholds, sort: Sort, value: &Interval) -> Option<u64> {
        sort.word().and_then(|width| value.single(width))
    }
}
