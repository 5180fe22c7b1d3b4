//! Circuits for words: literals from the lowest bit up.

use super::gates::Gates;
use adumbra_sat::Lit;

/// A word.
pub type Word = Vec<Lit>;

impl Gates {
    /// Sum of two words and a carry; the carry out as well.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut sum = Vec::with_capacity(a.len());
        let carry = self.add_into(a, b.iter().copied(), carry, &mut sum);
        (sum, carry)
    }

    /// Pushes the sum of two words and a carry; returns the carry out.
    pub(super) fn add_into(
        &mut self,
        a: &[Lit],
        b: impl Iterator<Item = Lit>,
        mut carry: Lit,
        out: &mut Vec<Lit>,
    ) -> Lit {
        for (&a, b) in a.iter().zip(b) {
            out.push(self.xor3(a, b, carry));
            carry = self.majority(a, b, carry);
        }
        carry
    }

    /// Two's complement.
    pub fn negate(&mut self, a: &[Lit]) -> Word {
        let mut out = Vec::with_capacity(a.len());
        self.negate_into(a, &mut out);
        out
    }

    pub(super) fn negate_into(&mut self, a: &[Lit], out: &mut Vec<Lit>) {
        let mut carry = self.constant(true);
        for &bit in a {
            out.push(self.xor(!bit, carry));
            carry = self.and(!bit, carry);
        }
    }

    /// Unsigned less-than: no carry out of `a + ¬b + 1`.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let carry = self.constant(true);
        !self.not_less_from(a, b, carry)
    }

    fn not_less_from(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Lit {
        for (&a, &b) in a.iter().zip(b) {
            carry = self.majority(a, !b, carry);
        }
        carry
    }

    /// Signed less-than: the same with the signs exchanged.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (Some((&sign_a, a)), Some((&sign_b, b))) = (a.split_last(), b.split_last()) else {
            return self.constant(false);
        };
        let carry = self.constant(true);
        let carry = self.not_less_from(a, b, carry);
        !self.majority(sign_b, !sign_a, carry)
    }

    /// Equality.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(a, b)| !self.xor(*a, *b)).collect();
        self.all(&same)
    }

    /// Choice between words.
    pub fn choose(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        then.iter().zip(otherwise).map(|(t, o)| self.mux(condition, *t, *o)).collect()
    }

    /// Shift by a variable amount in logarithmically many stages; `left` or right, `fill` comes in.
    pub fn shift(&mut self, a: &[Lit], amount: &[Lit], left: bool, fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        // From the largest distance down: a stage then looks at what is left of the word, and fills
        // are shared.
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        for stage in (0..stages.min(amount.len())).rev() {
            let (bit, distance) = (amount[stage], 1usize << stage);
            word = (0..width)
                .map(|i| {
                    let from =
                        if left { i.checked_sub(distance) } else { i.checked_add(distance).filter(|j| *j < width) };
                    let moved = from.map_or(fill, |j| word[j]);
                    self.mux(bit, moved, word[i])
                })
                .collect();
        }
        let rest = &amount[stages.min(amount.len())..];
        let too_far = self.any(rest);
        word.into_iter().map(|l| self.mux(too_far, fill, l)).collect()
    }
}
