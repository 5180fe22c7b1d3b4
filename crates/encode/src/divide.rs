//! Quotients and remainders: arrays, and constants by a product.

use super::gates::Gates;
use super::words::Word;
use adumbra_sat::Lit;

impl Gates {
    /// Unsigned quotient and remainder. Division by zero gives all ones and the dividend, as
    /// SMT-LIB wants it.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        if self.options.divide_by_product
            && let Some(divisor) = self.constants(b)
            && divisor.iter().any(|bit| *bit)
        {
            return self.divide_by(a, b, &divisor);
        }
        self.divide_array(a, b)
    }

    /// By a restoring array; what it does with zero is what is wanted.
    fn divide_array(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let (zero, one) = (self.constant(false), self.constant(true));
        let mut rest = vec![zero; width];
        let mut quotient = vec![zero; width];
        let (mut shifted, mut difference) = (Vec::with_capacity(width + 1), Vec::with_capacity(width + 1));
        for bit in (0..width).rev() {
            if self.stopped().is_some() {
                break;
            }
            shifted.clear();
            shifted.push(a[bit]);
            shifted.extend_from_slice(&rest);
            difference.clear();
            // One bit wider than the divisor; no borrow means it fits.
            let fits = self.add_into(&shifted, b.iter().map(|l| !*l).chain([one]), one, &mut difference);
            quotient[bit] = fits;
            rest = self.choose(fits, &difference[..width], &shifted[..width]);
        }
        (quotient, rest)
    }

    /// By a constant that is not zero: the quotient and the remainder below the divisor whose sum
    /// of products is the dividend, without overflow.
    fn divide_by(&mut self, a: &[Lit], b: &[Lit], divisor: &[bool]) -> (Word, Word) {
        let width = a.len();
        let zero = self.constant(false);
        let top = divisor.iter().rposition(|bit| *bit).unwrap_or(0);
        if divisor.iter().filter(|bit| **bit).count() == 1 {
            let mut quotient = a[top..].to_vec();
            quotient.resize(width, zero);
            let mut rest = a[..top].to_vec();
            rest.resize(width, zero);
            return (quotient, rest);
        }
        // The quotient is below 2^(w - top), the remainder below 2^(top + 1), and q * b + r below
        // 2^(w + 2).
        let free: Word = (0..width - top + top + 1).map(|_| self.fresh()).collect();
        let (mut quotient, mut rest) = (free[..width - top].to_vec(), free[width - top..].to_vec());
        let wide = width + 2;
        let mut factor = quotient.clone();
        factor.resize(wide, zero);
        let mut constant = divisor.to_vec();
        constant.resize(wide, false);
        let product = self.multiply_by(&factor, &constant);
        rest.resize(wide, zero);
        let (sum, _) = self.add(&product, &rest, zero);
        let mut dividend = a.to_vec();
        dividend.resize(wide, zero);
        let same = self.equal(&sum, &dividend);
        rest.truncate(width);
        let small = self.less(&rest, b);
        let constraint = self.and(same, small);
        self.determined(&free, constraint);
        quotient.resize(width, zero);
        (quotient, rest)
    }

    /// Signed quotient and remainder, toward zero.
    pub fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (Some(&sign_a), Some(&sign_b)) = (a.last(), b.last()) else { return (Vec::new(), Vec::new()) };
        let (abs_a, abs_b) = (self.absolute(a, sign_a), self.absolute(b, sign_b));
        let (quotient, rest) = self.divide(&abs_a, &abs_b);
        let differ = self.xor(sign_a, sign_b);
        (self.negate_if(&quotient, differ), self.negate_if(&rest, sign_a))
    }

    fn absolute(&mut self, a: &[Lit], sign: Lit) -> Word {
        self.negate_if(a, sign)
    }

    /// Two's complement where a literal holds: flipped bits and a carry.
    fn negate_if(&mut self, a: &[Lit], condition: Lit) -> Word {
        let mut carry = condition;
        a.iter()
            .map(|bit| {
                let flipped = self.xor(*bit, condition);
                let sum = self.xor(flipped, carry);
                carry = self.and(flipped, carry);
                sum
            })
            .collect()
    }
}
