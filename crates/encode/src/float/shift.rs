//! Shifts that lose nothing: to the right with a sticky bit, to the left until the top bit is set,
//! and the count of zeros above it.

use super::circuit::Circuit;
use adumbra_terms::Term;

impl Circuit<'_> {
    /// The uppermost `count` bits, the lowest of them also set if any bit below is.
    pub(super) fn sticky_upper(&mut self, word: Term, count: u32) -> Term {
        let width = self.width(word);
        if width <= count {
            return self.pad(word, count - width);
        }
        let rest = self.lower(word, width - count + 1);
        let sticky = self.not_zero(rest);
        let sticky = self.bit_of(sticky);
        if count == 1 {
            return sticky;
        }
        let kept = self.upper(word, count - 1);
        self.join(kept, sticky)
    }

    /// The right shift by an unsigned amount, the lowest bit set if any bit at or below it was.
    pub(super) fn sticky_shift(&mut self, word: Term, amount: Term) -> Term {
        let width = self.width(word);
        let has = self.width(amount);
        let stages = (32 - (width - 1).leading_zeros()).min(has);
        let mut word = word;
        for stage in (0..stages).rev() {
            let distance = 1 << stage;
            let moved = self.sticky_upper(word, width - distance);
            let moved = self.widen(moved, width);
            let condition = self.bit(amount, stage);
            word = self.choose(condition, moved, word);
        }
        if has > stages {
            let rest = self.part(amount, has - 1, stages);
            let far = self.not_zero(rest);
            let some = self.not_zero(word);
            let some = self.bit_of(some);
            let some = self.widen(some, width);
            word = self.choose(far, some, word);
        }
        word
    }

    /// The word shifted until its top bit is set, and by how much. Zero stays, with an amount that
    /// means nothing.
    pub(super) fn normalise(&mut self, word: Term) -> (Term, Term) {
        let width = self.width(word);
        let mut word = word;
        let mut amount: Option<Term> = None;
        for stage in (0..32 - (width - 1).leading_zeros()).rev() {
            let distance = 1 << stage;
            let top = self.upper(word, distance);
            let empty = self.is_zero(top);
            let rest = self.lower(word, width - distance);
            let moved = self.pad(rest, distance);
            word = self.choose(empty, moved, word);
            let bit = self.bit_of(empty);
            amount = Some(amount.map_or(bit, |amount| self.join(amount, bit)));
        }
        let amount = amount.unwrap_or_else(|| self.zero(1));
        (word, amount)
    }

    /// The number of zeros above the uppermost set bit; means nothing for zero. By a tree, so that
    /// it is small where the shift itself is another.
    pub(super) fn leading_zeros(&mut self, word: Term) -> Term {
        let width = self.width(word);
        // Blocks of equal size, uppermost first: is it zero, and the count in it. Ones below fill
        // up to a power of two.
        let mut blocks: Vec<(Term, Option<Term>)> = Vec::new();
        for place in (0..width).rev() {
            let bit = self.bit(word, place);
            blocks.push((self.not(bit), None));
        }
        let no = self.no();
        blocks.resize(width.next_power_of_two() as usize, (no, None));
        let mut size = 0;
        while blocks.len() > 1 {
            let mut joined = Vec::with_capacity(blocks.len() / 2);
            for pair in blocks.chunks_exact(2) {
                let ((high_zero, high), (low_zero, low)) = (pair[0], pair[1]);
                let zero = self.and(high_zero, low_zero);
                let bit = self.bit_of(high_zero);
                let count = match (high, low) {
                    (Some(high), Some(low)) => {
                        let below = self.choose(high_zero, low, high);
                        self.join(bit, below)
                    }
                    _ => bit,
                };
                joined.push((zero, Some(count)));
            }
            blocks = joined;
            size += 1;
        }
        blocks.first().and_then(|(_, count)| *count).unwrap_or_else(|| self.zero(size.max(1)))
    }
}
