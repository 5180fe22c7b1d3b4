//! Constructors: the vocabulary of SMT-LIB brought to the core language by definition, nothing
//! simplified.
//!
//! All of them panic when the sorts of the operands do not fit, which is a mistake of the caller;
//! text from outside goes through [`crate::surface`], which answers with an error.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::RoundingMode;
use crate::sort::{Sort, SortKind};
use crate::term::{Op, Symbol, Term};

macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident $op:ident ($($arg:ident),*);)*) => {
        $($(#[$doc])* pub fn $name(&mut self, $($arg: Term),*) -> Term { self.mk(Op::$op, &[$($arg),*]) })*
    };
}

impl Terms {
    /// Builds an operator without parameters.
    ///
    /// # Panics
    /// When the sorts do not fit.
    pub fn mk(&mut self, op: Op, operands: &[Term]) -> Term {
        let sort = self.bool_sort();
        self.try_mk(op, sort, operands).unwrap_or_else(|error| panic!("{error}"))
    }

    fn mk_sorted(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        self.try_mk(op, sort, operands).unwrap_or_else(|error| panic!("{error}"))
    }

    plain! {
        /// Negation.
        not Not(a);
        /// Conjunction.
        and And(a, b);
        /// Disjunction.
        or Or(a, b);
        /// Equality or equivalence.
        eq Eq(a, b);
        /// If-then-else.
        ite Ite(c, a, b);
        /// Bitwise complement.
        bv_not BvNot(a);
        /// Two's complement negation.
        bv_neg BvNeg(a);
        /// Bitwise and.
        bv_and BvAnd(a, b);
        /// Bitwise or.
        bv_or BvOr(a, b);
        /// Bitwise exclusive or.
        bv_xor BvXor(a, b);
        /// Sum.
        bv_add BvAdd(a, b);
        /// Product.
        bv_mul BvMul(a, b);
        /// Unsigned quotient.
        bv_udiv BvUdiv(a, b);
        /// Unsigned remainder.
        bv_urem BvUrem(a, b);
        /// Signed quotient.
        bv_sdiv BvSdiv(a, b);
        /// Signed remainder, sign of the dividend.
        bv_srem BvSrem(a, b);
        /// Left shift.
        bv_shl BvShl(a, b);
        /// Logical right shift.
        bv_lshr BvLshr(a, b);
        /// Arithmetic right shift.
        bv_ashr BvAshr(a, b);
        /// Unsigned `a < b`.
        bv_ult BvUlt(a, b);
        /// Signed `a < b`.
        bv_slt BvSlt(a, b);
        /// `a` above `b`.
        concat Concat(a, b);
        /// Element of array `a` at `i`.
        select Select(a, i);
        /// Array `a` with `v` at `i`.
        store Store(a, i, v);
    }

    /// The array of sort `sort` that holds `value` everywhere.
    pub fn const_array(&mut self, sort: Sort, value: Term) -> Term {
        self.mk_sorted(Op::ConstArray, sort, &[value])
    }

    /// Applies a declared symbol.
    pub fn apply(&mut self, symbol: Symbol, arguments: &[Term]) -> Term {
        self.try_apply(symbol, arguments).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        assert!(low <= high, "extract takes the high bit first");
        let sort = self.bv_sort(high - low + 1);
        self.mk_sorted(Op::Extract(low), sort, &[a])
    }

    /// Adds `by` zero bits above: a concatenation with zero.
    pub fn zero_extend(&mut self, by: u32, a: Term) -> Term {
        if by == 0 {
            return a;
        }
        let zero = self.bv(&Bits::zero(by));
        self.concat(zero, a)
    }

    /// Adds `by` copies of the sign bit above.
    pub fn sign_extend(&mut self, by: u32, a: Term) -> Term {
        if by == 0 {
            return a;
        }
        let sort = self.bv_sort(self.width(a) + by);
        self.mk_sorted(Op::SignExtend, sort, &[a])
    }

    /// Truth values that differ.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        assert!(self.is_bool(a), "xor takes truth values");
        let same = self.eq(a, b);
        self.not(same)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Terms that differ.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Conjunction of all, true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut terms = terms.into_iter();
        match terms.next() {
            None => self.bool(true),
            Some(first) => terms.fold(first, |all, term| self.and(all, term)),
        }
    }

    /// Disjunction of all, false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut terms = terms.into_iter();
        match terms.next() {
            None => self.bool(false),
            Some(first) => terms.fold(first, |all, term| self.or(all, term)),
        }
    }

    /// Pairwise different terms.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        let mut pairs = Vec::new();
        for (i, a) in terms.iter().enumerate() {
            for b in &terms[i + 1..] {
                pairs.push(self.ne(*a, *b));
            }
        }
        self.and_all(pairs)
    }

    /// Difference: the sum with the negation.
    pub fn bv_sub(&mut self, a: Term, b: Term) -> Term {
        let minus_b = self.bv_neg(b);
        self.bv_add(a, minus_b)
    }

    /// Complement of the bitwise and.
    pub fn bv_nand(&mut self, a: Term, b: Term) -> Term {
        let and = self.bv_and(a, b);
        self.bv_not(and)
    }

    /// Complement of the bitwise or.
    pub fn bv_nor(&mut self, a: Term, b: Term) -> Term {
        let or = self.bv_or(a, b);
        self.bv_not(or)
    }

    /// Complement of the exclusive or.
    pub fn bv_xnor(&mut self, a: Term, b: Term) -> Term {
        let xor = self.bv_xor(a, b);
        self.bv_not(xor)
    }

    /// Unsigned `a <= b`.
    pub fn bv_ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    /// Signed `a <= b`.
    pub fn bv_sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }

    /// One bit: whether the operands are equal.
    pub fn bv_comp(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.bool_to_bit(same)
    }

    /// One bit for a truth value.
    pub fn bool_to_bit(&mut self, a: Term) -> Term {
        let (one, zero) = (self.bv_u64(1, 1), self.bv_u64(1, 0));
        self.ite(a, one, zero)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&mut self, a: Term) -> Term {
        let zero = self.bv(&Bits::zero(self.width(a)));
        self.bv_slt(a, zero)
    }

    /// Signed remainder with the sign of the divisor.
    pub fn bv_smod(&mut self, a: Term, b: Term) -> Term {
        // The truncated remainder r has the sign of a; when r is not zero and b has the other sign,
        // r + b has b's.
        let zero = self.bv(&Bits::zero(self.width(a)));
        let rem = self.bv_srem(a, b);
        let (neg_rem, neg_b) = (self.bv_slt(rem, zero), self.bv_slt(b, zero));
        let signs_differ = self.xor(neg_rem, neg_b);
        let not_zero = self.ne(rem, zero);
        let b_not_zero = self.ne(b, zero);
        let correct = self.and_all([signs_differ, not_zero, b_not_zero]);
        let sum = self.bv_add(rem, b);
        self.ite(correct, sum, rem)
    }

    /// Rotation to the left by a constant.
    pub fn rotate_left(&mut self, by: u32, a: Term) -> Term {
        let width = self.width(a);
        let by = by % width;
        if by == 0 {
            return a;
        }
        let (high, low) = (self.extract(width - by - 1, 0, a), self.extract(width - 1, width - by, a));
        self.concat(high, low)
    }

    /// Rotation to the right by a constant.
    pub fn rotate_right(&mut self, by: u32, a: Term) -> Term {
        let width = self.width(a);
        self.rotate_left(width - by % width, a)
    }

    /// `times` copies side by side, at least one.
    pub fn repeat(&mut self, times: u32, a: Term) -> Term {
        assert!(times > 0, "repeat takes a positive count");
        // By doubling, so that the term stays small: copies are shared.
        let (mut result, mut block, mut rest) = (None, a, times);
        loop {
            if rest & 1 == 1 {
                result = Some(result.map_or(block, |r| self.concat(r, block)));
            }
            rest >>= 1;
            if rest == 0 {
                return result.unwrap_or(a);
            }
            block = self.concat(block, block);
        }
    }

    /// Whether `-a` overflows as a signed number.
    pub fn bv_nego(&mut self, a: Term) -> Term {
        let min = self.bv(&Bits::min_signed(self.width(a)));
        self.eq(a, min)
    }

    /// Whether `a + b` overflows as unsigned numbers.
    pub fn bv_uaddo(&mut self, a: Term, b: Term) -> Term {
        let sum = self.bv_add(a, b);
        self.bv_ult(sum, a)
    }

    /// Whether `a + b` overflows as signed numbers: the operands agree in sign and the sum does
    /// not.
    pub fn bv_saddo(&mut self, a: Term, b: Term) -> Term {
        let sum = self.bv_add(a, b);
        let (na, nb, ns) = (self.is_negative(a), self.is_negative(b), self.is_negative(sum));
        let (agree, flipped) = (self.eq(na, nb), self.xor(na, ns));
        self.and(agree, flipped)
    }

    /// Whether `a * b` overflows as unsigned numbers.
    pub fn bv_umulo(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.zero_extend(width, a), self.zero_extend(width, b));
        let product = self.bv_mul(wide_a, wide_b);
        let high = self.extract(2 * width - 1, width, product);
        let zero = self.bv(&Bits::zero(width));
        self.ne(high, zero)
    }

    /// Whether `a * b` overflows as signed numbers.
    pub fn bv_smulo(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.sign_extend(width, a), self.sign_extend(width, b));
        let product = self.bv_mul(wide_a, wide_b);
        let low = self.extract(width - 1, 0, product);
        let back = self.sign_extend(width, low);
        self.ne(product, back)
    }

    /// Whether `a - b` overflows as unsigned numbers.
    pub fn bv_usubo(&mut self, a: Term, b: Term) -> Term {
        self.bv_ult(a, b)
    }

    /// Whether `a - b` overflows as signed numbers: the operands differ in sign and the result is
    /// not like `a`.
    pub fn bv_ssubo(&mut self, a: Term, b: Term) -> Term {
        let difference = self.bv_sub(a, b);
        let (na, nb, nd) = (self.is_negative(a), self.is_negative(b), self.is_negative(difference));
        let (differ, flipped) = (self.xor(na, nb), self.xor(na, nd));
        self.and(differ, flipped)
    }

    /// Whether `a / b` overflows as signed numbers.
    pub fn bv_sdivo(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (min, minus_one) = (self.bv(&Bits::min_signed(width)), self.bv(&Bits::ones(width)));
        let (a_min, b_minus_one) = (self.eq(a, min), self.eq(b, minus_one));
        self.and(a_min, b_minus_one)
    }

    /// The term for "zero" of a sort: false, 0, positive zero, to nearest even, or the array of
    /// zeros.
    pub fn zero_of(&mut self, sort: Sort) -> Term {
        let mut arrays = Vec::new();
        let mut inner = sort;
        while let SortKind::Array { element, .. } = self.sort_kind(inner) {
            arrays.push(inner);
            inner = element;
        }
        let zero = match self.sort_kind(inner) {
            SortKind::BitVec(width) => self.bv(&Bits::zero(width)),
            SortKind::RoundingMode => self.rounding_mode(RoundingMode::NearestEven),
            _ => match self.sort_format(inner) {
                Some(format) => self.float_zero(format, false),
                None => self.bool(false),
            },
        };
        arrays.into_iter().rev().fold(zero, |value, sort| self.const_array(sort, value))
    }
}
