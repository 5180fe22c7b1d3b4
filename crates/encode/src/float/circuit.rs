//! The builder of circuits: words and truth values that are simplified as they are made.
//!
//! A constant operand thus specialises everything above it at once: with a constant rounding mode,
//! nothing of the other modes is ever built.

use adumbra_terms::{Bits, Simplifier, Term, Terms};

/// Builds simplified terms over one arena.
pub struct Circuit<'a> {
    /// The arena.
    pub terms: &'a mut Terms,
    /// Simplifies what is built; its cache belongs to the arena.
    pub simplifier: &'a mut Simplifier,
}

impl<'a> Circuit<'a> {
    /// A builder over an arena.
    pub fn new(terms: &'a mut Terms, simplifier: &'a mut Simplifier) -> Circuit<'a> {
        Circuit { terms, simplifier }
    }

    pub(super) fn done(&mut self, term: Term) -> Term {
        self.simplifier.simplify(self.terms, term)
    }

    pub(super) fn yes(&mut self) -> Term {
        self.terms.bool(true)
    }

    pub(super) fn no(&mut self) -> Term {
        self.terms.bool(false)
    }

    pub(super) fn not(&mut self, a: Term) -> Term {
        let term = self.terms.not(a);
        self.done(term)
    }

    pub(super) fn and(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.and(a, b);
        self.done(term)
    }

    pub(super) fn or(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.or(a, b);
        self.done(term)
    }

    pub(super) fn all(&mut self, parts: &[Term]) -> Term {
        let yes = self.yes();
        parts.iter().fold(yes, |all, part| self.and(all, *part))
    }

    pub(super) fn any(&mut self, parts: &[Term]) -> Term {
        let no = self.no();
        parts.iter().fold(no, |any, part| self.or(any, *part))
    }

    /// Whether truth values or words are the same.
    pub(super) fn same(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.eq(a, b);
        self.done(term)
    }

    pub(super) fn differ(&mut self, a: Term, b: Term) -> Term {
        let same = self.same(a, b);
        self.not(same)
    }

    pub(super) fn choose(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let term = self.terms.ite(condition, then, otherwise);
        self.done(term)
    }

    // --- words ---

    pub(super) fn width(&self, word: Term) -> u32 {
        self.terms.width(word)
    }

    /// A constant, modulo 2^width.
    pub(super) fn number(&mut self, width: u32, value: i64) -> Term {
        let fill = if value < 0 { u64::MAX } else { 0 };
        let words = std::iter::once(value as u64).chain(std::iter::repeat(fill));
        self.terms.bv(&Bits::from_words(width, words))
    }

    pub(super) fn zero(&mut self, width: u32) -> Term {
        self.terms.bv(&Bits::zero(width))
    }

    pub(super) fn ones(&mut self, width: u32) -> Term {
        self.terms.bv(&Bits::ones(width))
    }

    /// One bit for a truth value.
    pub(super) fn bit_of(&mut self, truth: Term) -> Term {
        let term = self.terms.bool_to_bit(truth);
        self.done(term)
    }

    /// Bit `place` of a word as a truth value.
    pub(super) fn bit(&mut self, word: Term, place: u32) -> Term {
        let bit = self.part(word, place, place);
        let one = self.ones(1);
        self.same(bit, one)
    }

    pub(super) fn top_bit(&mut self, word: Term) -> Term {
        let width = self.width(word);
        self.bit(word, width - 1)
    }

    /// Bits `high` down to `low`.
    pub(super) fn part(&mut self, word: Term, high: u32, low: u32) -> Term {
        if low == 0 && high + 1 == self.width(word) {
            return word;
        }
        let term = self.terms.extract(high, low, word);
        self.done(term)
    }

    /// The uppermost `count` bits.
    pub(super) fn upper(&mut self, word: Term, count: u32) -> Term {
        let width = self.width(word);
        self.part(word, width - 1, width - count)
    }

    /// The lowest `count` bits.
    pub(super) fn lower(&mut self, word: Term, count: u32) -> Term {
        self.part(word, count - 1, 0)
    }

    pub(super) fn join(&mut self, high: Term, low: Term) -> Term {
        let term = self.terms.concat(high, low);
        self.done(term)
    }

    /// Zeros below.
    pub(super) fn pad(&mut self, word: Term, by: u32) -> Term {
        if by == 0 {
            return word;
        }
        let zero = self.zero(by);
        self.join(word, zero)
    }

    /// The same unsigned number in `width` bits, at least as many as it has.
    pub(super) fn widen(&mut self, word: Term, width: u32) -> Term {
        let by = width - self.width(word);
        let term = self.terms.zero_extend(by, word);
        self.done(term)
    }

    /// The same signed number in `width` bits: extended, or cut where the number fits.
    pub(super) fn resize_signed(&mut self, word: Term, width: u32) -> Term {
        let has = self.width(word);
        if width < has {
            return self.lower(word, width);
        }
        let term = self.terms.sign_extend(width - has, word);
        self.done(term)
    }

    pub(super) fn is_zero(&mut self, word: Term) -> Term {
        let width = self.width(word);
        let zero = self.zero(width);
        self.same(word, zero)
    }

    pub(super) fn is_ones(&mut self, word: Term) -> Term {
        let width = self.width(word);
        let ones = self.ones(width);
        self.same(word, ones)
    }

    pub(super) fn not_zero(&mut self, word: Term) -> Term {
        let zero = self.is_zero(word);
        self.not(zero)
    }

    pub(super) fn below(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_ult(a, b);
        self.done(term)
    }

    pub(super) fn signed_below(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_slt(a, b);
        self.done(term)
    }

    pub(super) fn plus(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_add(a, b);
        self.done(term)
    }

    pub(super) fn minus(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_sub(a, b);
        self.done(term)
    }

    pub(super) fn times(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_mul(a, b);
        self.done(term)
    }

    pub(super) fn both(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_and(a, b);
        self.done(term)
    }

    pub(super) fn either(&mut self, a: Term, b: Term) -> Term {
        let term = self.terms.bv_or(a, b);
        self.done(term)
    }

    pub(super) fn flip(&mut self, a: Term) -> Term {
        let term = self.terms.bv_not(a);
        self.done(term)
    }

    /// All bits flipped if a truth value holds.
    pub(super) fn flip_if(&mut self, condition: Term, a: Term) -> Term {
        let bit = self.bit_of(condition);
        let width = self.width(a);
        let mask = self.resize_signed(bit, width);
        let term = self.terms.bv_xor(a, mask);
        self.done(term)
    }

    /// The sum of two words, or with the second's complement, by one adder: the carry comes in
    /// through a bit below.
    pub(super) fn plus_or_minus(&mut self, subtract: Term, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let flipped = self.flip_if(subtract, b);
        let carry = self.bit_of(subtract);
        let one = self.ones(1);
        let (a, b) = (self.join(a, one), self.join(flipped, carry));
        let sum = self.plus(a, b);
        self.part(sum, width, 1)
    }

    /// The word, or its two's complement.
    pub(super) fn negate_if(&mut self, condition: Term, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.zero(width);
        self.plus_or_minus(condition, zero, a)
    }

    /// The word, plus one if a truth value holds.
    pub(super) fn increment_if(&mut self, condition: Term, a: Term) -> Term {
        let bit = self.bit_of(condition);
        let width = self.width(a);
        let one = self.widen(bit, width);
        self.plus(a, one)
    }

    /// `a - b` in one bit more than both, and whether `b` is at most `a`.
    pub(super) fn subtract_if_fits(&mut self, a: Term, b: Term) -> (Term, Term) {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.widen(a, width + 1), self.widen(b, width + 1));
        let difference = self.minus(wide_a, wide_b);
        let borrow = self.top_bit(difference);
        let fits = self.not(borrow);
        (self.lower(difference, width), fits)
    }

    /// The left shift by an unsigned amount.
    pub(super) fn shift_left(&mut self, word: Term, amount: Term) -> Term {
        let (width, has) = (self.width(word), self.width(amount));
        if has > width {
            // An amount of more bits than the word has bits: any of the upper ones shifts
            // everything out.
            let (high, low) = (self.part(amount, has - 1, width), self.lower(amount, width));
            let far = self.not_zero(high);
            let (near, zero) = (self.shift_left(word, low), self.zero(width));
            return self.choose(far, zero, near);
        }
        let amount = self.widen(amount, width);
        let term = self.terms.bv_shl(word, amount);
        self.done(term)
    }
}
