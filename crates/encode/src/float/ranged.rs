//! Signed numbers with static bounds: as narrow as the bounds allow, and never out of range.

use super::circuit::Circuit;
use adumbra_terms::Term;

/// A signed word that is between two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged {
    pub(super) term: Term,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// The bits of a signed word that holds all numbers between two.
fn signed_width(low: i64, high: i64) -> u32 {
    let bits = |number: i64| 65 - (if number < 0 { !number } else { number }).leading_zeros();
    bits(low).max(bits(high))
}

impl Circuit<'_> {
    /// An unsigned word as a number of `0..=high`.
    pub(super) fn ranged(&mut self, word: Term, high: i64) -> Ranged {
        let width = signed_width(0, high).max(self.width(word) + 1);
        let term = self.widen(word, width);
        self.cut(Ranged { term, low: 0, high })
    }

    fn cut(&mut self, number: Ranged) -> Ranged {
        let width = signed_width(number.low, number.high);
        Ranged { term: self.resize_signed(number.term, width), ..number }
    }

    pub(super) fn ranged_constant(&mut self, value: i64) -> Ranged {
        let term = self.number(signed_width(value, value), value);
        Ranged { term, low: value, high: value }
    }

    fn combine(&mut self, low: i64, high: i64, a: Ranged, b: Ranged, f: fn(&mut Self, Term, Term) -> Term) -> Ranged {
        let width = signed_width(low, high);
        let (x, y) = (self.resize_signed(a.term, width), self.resize_signed(b.term, width));
        Ranged { term: f(self, x, y), low, high }
    }

    pub(super) fn ranged_plus(&mut self, a: Ranged, b: Ranged) -> Ranged {
        self.combine(a.low + b.low, a.high + b.high, a, b, Self::plus)
    }

    pub(super) fn ranged_minus(&mut self, a: Ranged, b: Ranged) -> Ranged {
        self.combine(a.low - b.high, a.high - b.low, a, b, Self::minus)
    }

    pub(super) fn ranged_offset(&mut self, a: Ranged, by: i64) -> Ranged {
        let by = self.ranged_constant(by);
        self.ranged_plus(a, by)
    }

    pub(super) fn ranged_choose(&mut self, condition: Term, a: Ranged, b: Ranged) -> Ranged {
        let (low, high) = (a.low.min(b.low), a.high.max(b.high));
        let width = signed_width(low, high);
        let (x, y) = (self.resize_signed(a.term, width), self.resize_signed(b.term, width));
        Ranged { term: self.choose(condition, x, y), low, high }
    }

    /// Both in one width.
    pub(super) fn ranged_align(&mut self, a: Ranged, b: Ranged) -> (Term, Term) {
        let width = signed_width(a.low.min(b.low), a.high.max(b.high));
        (self.resize_signed(a.term, width), self.resize_signed(b.term, width))
    }

    pub(super) fn ranged_below(&mut self, a: Ranged, b: Ranged) -> Term {
        let (x, y) = self.ranged_align(a, b);
        self.signed_below(x, y)
    }

    /// Whether it is below a number.
    pub(super) fn ranged_below_constant(&mut self, a: Ranged, bound: i64) -> Term {
        if a.high < bound {
            return self.yes();
        }
        if a.low >= bound {
            return self.no();
        }
        let bound = self.ranged_constant(bound);
        self.ranged_below(a, bound)
    }

    /// `bound - a` where that is positive, else zero, as an unsigned word.
    pub(super) fn shortfall(&mut self, a: Ranged, bound: i64) -> Term {
        let bound_term = self.ranged_constant(bound);
        let missing = self.ranged_minus(bound_term, a);
        let width = self.width(missing.term);
        let zero = self.zero(width);
        let short = self.ranged_below_constant(a, bound);
        let amount = self.choose(short, missing.term, zero);
        // The sign bit is gone.
        let bits = (64 - missing.high.max(1).leading_zeros()).min(width);
        self.lower(amount, bits)
    }

    /// Half, towards minus infinity.
    pub(super) fn ranged_half(&mut self, a: Ranged) -> Ranged {
        let width = self.width(a.term);
        let (low, high) = (a.low >> 1, a.high >> 1);
        if width == 1 {
            return Ranged { low, high, ..a };
        }
        let term = self.part(a.term, width - 1, 1);
        self.cut(Ranged { term, low, high })
    }
}
