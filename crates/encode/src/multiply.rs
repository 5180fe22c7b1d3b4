//! Products: arrays of shifted rows, and constants by signed digits.

use super::gates::Gates;
use super::words::Word;
use adumbra_sat::Lit;

/// A digit of a constant factor: a power of two, added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    pub(super) shift: usize,
    pub(super) negative: bool,
}

/// The digits of a number modulo 2^w, no two of them neighbours: the fewest there can be.
pub(super) fn signed_digits(bits: &[bool]) -> Vec<Digit> {
    let mut digits = Vec::new();
    let mut carry = false;
    for (shift, &bit) in bits.iter().enumerate() {
        let next = bits.get(shift + 1).copied().unwrap_or(false);
        if bit == carry {
            // 0 without carry, or 1 with carry, which passes on.
            continue;
        }
        // An odd rest: -1 if the bit above is set, which then carries.
        let negative = next;
        digits.push(Digit { shift, negative });
        carry = negative;
    }
    digits
}

impl Gates {
    /// The bits of a word of constants.
    pub(super) fn constants(&self, word: &[Lit]) -> Option<Vec<bool>> {
        word.iter().map(|lit| self.known(*lit)).collect()
    }

    /// Product modulo 2^w.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        if self.options.signed_digits {
            for (constant, other) in [(a, b), (b, a)] {
                if let Some(bits) = self.constants(constant) {
                    return self.multiply_by(other, &bits);
                }
            }
        }
        // A factor with more constant zeros drives the rows.
        let zeros = |word: &[Lit], gates: &Gates| word.iter().filter(|l| gates.known(**l) == Some(false)).count();
        let (rows, columns) = if zeros(a, self) > zeros(b, self) { (a, b) } else { (b, a) };
        let width = rows.len();
        let zero = self.constant(false);
        let mut sum = vec![zero; width];
        for (shift, row) in rows.iter().enumerate() {
            if self.known(*row) == Some(false) || self.stopped().is_some() {
                continue;
            }
            let partial: Word = columns[..width - shift].iter().map(|c| self.and(*c, *row)).collect();
            let (upper, _) = self.add(&sum[shift..], &partial, zero);
            sum.truncate(shift);
            sum.extend(upper);
        }
        sum
    }

    /// Product with a constant modulo 2^w by shifts, additions and subtractions.
    pub(super) fn multiply_by(&mut self, a: &[Lit], constant: &[bool]) -> Word {
        let (zero, one) = (self.constant(false), self.constant(true));
        let mut sum = vec![zero; a.len()];
        let mut digits = signed_digits(constant);
        // An added digit first costs nothing.
        if let Some(first) = digits.iter().position(|digit| !digit.negative) {
            digits.swap(0, first);
        }
        for Digit { shift, negative } in digits {
            if self.stopped().is_some() {
                break;
            }
            let mut upper = Vec::with_capacity(a.len() - shift);
            let row = a[..a.len() - shift].iter().map(|l| if negative { !*l } else { *l });
            let carry = if negative { one } else { zero };
            self.add_into(&sum[shift..], row, carry, &mut upper);
            sum.truncate(shift);
            sum.extend(upper);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_digits_are_the_number_and_sparse() {
        for width in 1..=10usize {
            for number in 0..1i64 << width {
                let bits: Vec<bool> = (0..width).map(|i| number >> i & 1 == 1).collect();
                let digits = signed_digits(&bits);
                let value: i64 = digits.iter().map(|d| if d.negative { -(1 << d.shift) } else { 1 << d.shift }).sum();
                assert_eq!((value - number) % (1 << width), 0, "{number} at {width} bits");
                assert!(digits.windows(2).all(|pair| pair[1].shift > pair[0].shift + 1));
                assert!(digits.len() <= number.count_ones() as usize);
            }
        }
    }
}
