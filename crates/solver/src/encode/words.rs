//! Circuits for words: literals from the lowest bit up.

use super::gates::Gates;
use crate::sat::Lit;

/// A word.
pub type Word = Vec<Lit>;

impl Gates {
    /// Sum of two words and a carry; the carry out as well.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let sum = a
            .iter()
            .zip(b)
            .map(|(a, b)| {
                let half = self.xor(*a, *b);
                let sum = self.xor(half, carry);
                carry = self.majority(*a, *b, carry);
                sum
            })
            .collect();
        (sum, carry)
    }

    /// Two's complement.
    pub fn negate(&mut self, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|l| !*l).collect();
        let zero = vec![self.constant(false); a.len()];
        let one = self.constant(true);
        self.add(&flipped, &zero, one).0
    }

    /// Unsigned less-than: no carry out of `a + ¬b + 1`.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut carry = self.constant(true);
        for (a, b) in a.iter().zip(b) {
            carry = self.majority(*a, !*b, carry);
        }
        !carry
    }

    /// Signed less-than: the same with the signs exchanged.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if let (Some(a), Some(b)) = (a.last_mut(), b.last_mut()) {
            std::mem::swap(a, b);
        }
        self.less(&a, &b)
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

    /// Product modulo 2^w by shift and add; a factor with more constant zeros drives the rows.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let zeros = |word: &[Lit], gates: &Gates| word.iter().filter(|l| gates.known(**l) == Some(false)).count();
        let (rows, columns) = if zeros(a, self) > zeros(b, self) { (a, b) } else { (b, a) };
        let width = rows.len();
        let zero = self.constant(false);
        let mut sum = vec![zero; width];
        for (shift, row) in rows.iter().enumerate() {
            if self.known(*row) == Some(false) {
                continue;
            }
            let partial: Word = columns[..width - shift].iter().map(|c| self.and(*c, *row)).collect();
            let (upper, _) = self.add(&sum[shift..], &partial, zero);
            sum.truncate(shift);
            sum.extend(upper);
        }
        sum
    }

    /// Unsigned quotient and remainder by a restoring array. Division by zero gives all ones and the dividend, as
    /// SMT-LIB wants it, without being told.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let (zero, one) = (self.constant(false), self.constant(true));
        let flipped: Word = b.iter().map(|l| !*l).chain([one]).collect();
        let mut rest = vec![zero; width];
        let mut quotient = vec![zero; width];
        for bit in (0..width).rev() {
            let mut shifted: Word = Vec::with_capacity(width + 1);
            shifted.push(a[bit]);
            shifted.extend_from_slice(&rest);
            // One bit wider than the divisor; no borrow means it fits.
            let (difference, fits) = self.add(&shifted, &flipped, one);
            quotient[bit] = fits;
            rest = self.choose(fits, &difference[..width], &shifted[..width]);
        }
        (quotient, rest)
    }

    /// Signed quotient and remainder, toward zero.
    pub fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (Some(&sign_a), Some(&sign_b)) = (a.last(), b.last()) else { return (Vec::new(), Vec::new()) };
        let (minus_a, minus_b) = (self.negate(a), self.negate(b));
        let (abs_a, abs_b) = (self.choose(sign_a, &minus_a, a), self.choose(sign_b, &minus_b, b));
        let (quotient, rest) = self.divide(&abs_a, &abs_b);
        let differ = self.xor(sign_a, sign_b);
        let (minus_q, minus_r) = (self.negate(&quotient), self.negate(&rest));
        (self.choose(differ, &minus_q, &quotient), self.choose(sign_a, &minus_r, &rest))
    }

    /// Shift by a variable amount in logarithmically many stages; `left` or right, `fill` comes in.
    pub fn shift(&mut self, a: &[Lit], amount: &[Lit], left: bool, fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut too_far = self.constant(false);
        for (stage, bit) in amount.iter().enumerate() {
            let distance = if stage < 32 { 1usize << stage } else { usize::MAX };
            if distance >= width {
                too_far = self.or(too_far, *bit);
                continue;
            }
            word = (0..width)
                .map(|i| {
                    let from =
                        if left { i.checked_sub(distance) } else { i.checked_add(distance).filter(|j| *j < width) };
                    let moved = from.map_or(fill, |j| word[j]);
                    self.mux(*bit, moved, word[i])
                })
                .collect();
        }
        word.into_iter().map(|l| self.mux(too_far, fill, l)).collect()
    }
}
