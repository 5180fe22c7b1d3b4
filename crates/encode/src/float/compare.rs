//! Comparisons on encodings: magnitudes are ordered as unsigned numbers are.

use super::Float;
use super::circuit::Circuit;
use adumbra_terms::Term;

/// The smaller or the larger of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The smaller.
    Min,
    /// The larger.
    Max,
}

impl Circuit<'_> {
    fn ordered(&mut self, a: &Float, b: &Float) -> Term {
        let unordered = self.or(a.nan, b.nan);
        self.not(unordered)
    }

    /// `a < b`.
    pub fn float_lt(&mut self, a: &Float, b: &Float) -> Term {
        let ordered = self.ordered(a, b);
        let zeros = self.and(a.zero, b.zero);
        let some = self.not(zeros);
        // With equal signs the order of magnitudes, turned around for negative numbers.
        let (less, more) = (self.below(a.magnitude, b.magnitude), self.below(b.magnitude, a.magnitude));
        let by_magnitude = self.choose(a.sign, more, less);
        let equal_signs = self.same(a.sign, b.sign);
        let by_sign = self.and(a.sign, some);
        let less = self.choose(equal_signs, by_magnitude, by_sign);
        self.and(ordered, less)
    }

    /// `a <= b`.
    pub fn float_le(&mut self, a: &Float, b: &Float) -> Term {
        let ordered = self.ordered(a, b);
        let above = self.float_lt(b, a);
        let at_most = self.not(above);
        self.and(ordered, at_most)
    }

    /// IEEE's equality: NaN is not equal to itself, and zeros are equal.
    pub fn float_eq(&mut self, a: &Float, b: &Float) -> Term {
        let ordered = self.ordered(a, b);
        let zeros = self.and(a.zero, b.zero);
        let same = self.same_bits(a, b);
        let equal = self.or(zeros, same);
        self.and(ordered, equal)
    }

    fn same_bits(&mut self, a: &Float, b: &Float) -> Term {
        let signs = self.same(a.sign, b.sign);
        let magnitudes = self.same(a.magnitude, b.magnitude);
        self.and(signs, magnitudes)
    }

    /// The same value: one NaN, two zeros.
    pub fn float_same(&mut self, a: &Float, b: &Float) -> Term {
        let same = self.same_bits(a, b);
        let ordered = self.ordered(a, b);
        let same = self.and(ordered, same);
        let nans = self.and(a.nan, b.nan);
        self.or(nans, same)
    }

    /// The smaller or larger; the number if one is NaN. Of two zeros it is the second, whatever
    /// their signs.
    pub fn float_extreme(&mut self, extreme: Extreme, a: &Float, b: &Float) -> Float {
        let first = match extreme {
            Extreme::Min => self.float_lt(a, b),
            Extreme::Max => self.float_lt(b, a),
        };
        let first = self.or(first, b.nan);
        self.choose_float(first, a, b)
    }
}
