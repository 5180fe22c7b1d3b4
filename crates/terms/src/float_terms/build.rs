//! Constructors of floating-point terms: the operators, and what is made of them.
//!
//! As all constructors they panic when sorts do not fit; [`crate::surface`] checks text from
//! outside.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::Float;
use crate::float::{Format, RoundingMode};
use crate::sort::Sort;
use crate::term::{Op, Term};

macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident $op:ident ($($arg:ident),*);)*) => {
        $($(#[$doc])* pub fn $name(&mut self, $($arg: Term),*) -> Term { self.mk(Op::$op, &[$($arg),*]) })*
    };
}

impl Terms {
    plain! {
        /// Without the sign.
        fp_abs FpAbs(a);
        /// With the other sign.
        fp_neg FpNeg(a);
        /// Sum, rounded by `mode`.
        fp_add FpAdd(mode, a, b);
        /// Product, rounded by `mode`.
        fp_mul FpMul(mode, a, b);
        /// Quotient, rounded by `mode`.
        fp_div FpDiv(mode, a, b);
        /// `a * b + c`, rounded once by `mode`.
        fp_fma FpFma(mode, a, b, c);
        /// Square root, rounded by `mode`.
        fp_sqrt FpSqrt(mode, a);
        /// IEEE remainder: `a - b * n` for the integer `n` nearest to `a / b`.
        fp_rem FpRem(a, b);
        /// The integer that `mode` chooses.
        fp_round_to_integral FpRoundToIntegral(mode, a);
        /// The lesser one; the second of two zeros.
        fp_min FpMin(a, b);
        /// The greater one; the second of two zeros.
        fp_max FpMax(a, b);
        /// `a <= b`; false for NaN.
        fp_le FpLe(a, b);
        /// `a < b`; false for NaN.
        fp_lt FpLt(a, b);
        /// Equal numbers: the zeros are, NaN is not.
        fp_eq FpEq(a, b);
        /// Whether the number is normal.
        fp_is_normal FpIsNormal(a);
        /// Whether the number is subnormal.
        fp_is_subnormal FpIsSubnormal(a);
        /// Whether it is a zero.
        fp_is_zero FpIsZero(a);
        /// Whether it is an infinity.
        fp_is_infinite FpIsInfinite(a);
        /// Whether it is NaN.
        fp_is_nan FpIsNaN(a);
        /// Whether it is no NaN and has the sign set.
        fp_is_negative FpIsNegative(a);
        /// Whether it is no NaN and has the sign not set.
        fp_is_positive FpIsPositive(a);
        /// The bit pattern; that of the one NaN for NaN.
        fp_to_bits FpToBits(a);
    }

    /// The sort of a format.
    pub fn float_sort(&mut self, format: Format) -> Sort {
        self.intern_float_sort(format)
    }

    /// The constant of a value.
    pub fn float(&mut self, value: &Float) -> Term {
        self.float_constant(value)
    }

    /// NaN of a format.
    pub fn float_nan(&mut self, format: Format) -> Term {
        self.float(&Float::nan(format))
    }

    /// A zero of a format.
    pub fn float_zero(&mut self, format: Format, negative: bool) -> Term {
        self.float(&Float::zero(format, negative))
    }

    /// The constant of a rounding mode.
    pub fn rounding_mode(&mut self, mode: RoundingMode) -> Term {
        self.rounding_constant(mode)
    }

    fn mk_float(&mut self, op: Op, format: Format, operands: &[Term]) -> Term {
        let sort = self.float_sort(format);
        self.try_mk(op, sort, operands).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The number of a bit pattern, which has the format's width.
    pub fn fp_from_bits(&mut self, format: Format, bits: Term) -> Term {
        self.mk_float(Op::FpFromBits, format, &[bits])
    }

    /// The number of its three parts, as `fp` takes them.
    pub fn fp_from_parts(&mut self, sign: Term, exponent: Term, fraction: Term) -> Term {
        let format = Format::new(u64::from(self.width(exponent)), u64::from(self.width(fraction)) + 1);
        let format = format.unwrap_or_else(|error| panic!("{error}"));
        let high = self.concat(sign, exponent);
        let bits = self.concat(high, fraction);
        self.fp_from_bits(format, bits)
    }

    /// The number in another format, rounded by `mode`.
    pub fn fp_from_fp(&mut self, format: Format, mode: Term, a: Term) -> Term {
        self.mk_float(Op::FpFromFp, format, &[mode, a])
    }

    /// A signed number, rounded by `mode`.
    pub fn fp_from_signed(&mut self, format: Format, mode: Term, a: Term) -> Term {
        self.mk_float(Op::FpFromSigned, format, &[mode, a])
    }

    /// An unsigned number, rounded by `mode`.
    pub fn fp_from_unsigned(&mut self, format: Format, mode: Term, a: Term) -> Term {
        self.mk_float(Op::FpFromUnsigned, format, &[mode, a])
    }

    /// The integer that `mode` chooses as an unsigned number of `width` bits; zero when there is
    /// none.
    pub fn fp_to_unsigned(&mut self, width: u32, mode: Term, a: Term) -> Term {
        let sort = self.bv_sort(width);
        self.try_mk(Op::FpToUnsigned, sort, &[mode, a]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The integer that `mode` chooses as a signed number of `width` bits; zero when there is none.
    pub fn fp_to_signed(&mut self, width: u32, mode: Term, a: Term) -> Term {
        let sort = self.bv_sort(width);
        self.try_mk(Op::FpToSigned, sort, &[mode, a]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Difference: the sum with the negation, which has the same value for zeros, infinities and
    /// NaN too.
    pub fn fp_sub(&mut self, mode: Term, a: Term, b: Term) -> Term {
        let minus_b = self.fp_neg(b);
        self.fp_add(mode, a, minus_b)
    }

    /// `a > b`; false for NaN.
    pub fn fp_gt(&mut self, a: Term, b: Term) -> Term {
        self.fp_lt(b, a)
    }

    /// `a >= b`; false for NaN.
    pub fn fp_ge(&mut self, a: Term, b: Term) -> Term {
        self.fp_le(b, a)
    }

    /// The number of 80 bits of the x87, which store the integer bit. A pseudo-denormal (exponent
    /// zero, integer bit one) is the number it denotes; what has an exponent but no integer bit
    /// (unnormals, pseudo-infinities, pseudo-NaNs) the hardware refuses as an invalid operand, and
    /// it is NaN here.
    pub fn x87_from_bits(&mut self, bits: Term) -> Term {
        assert_eq!(self.bv_width(bits), Some(80), "the x87's format has 80 bits");
        let sign = self.extract(79, 79, bits);
        let exponent = self.extract(78, 64, bits);
        let integer = self.extract(63, 63, bits);
        let fraction = self.extract(62, 0, bits);
        let (zero, one) = (self.bv(&Bits::zero(15)), self.bv(&Bits::one(15)));
        let bit = self.bv(&Bits::one(1));
        let no_exponent = self.eq(exponent, zero);
        let has_integer = self.eq(integer, bit);
        let pseudo_denormal = self.and(no_exponent, has_integer);
        let meant = self.ite(pseudo_denormal, one, exponent);
        let number = self.fp_from_parts(sign, meant, fraction);
        let valid = self.or(no_exponent, has_integer);
        let nan = self.float_nan(Format::X87);
        self.ite(valid, number, nan)
    }

    /// The 80 bits of a number of [`Format::X87`], with the integer bit as the hardware stores it.
    pub fn x87_to_bits(&mut self, a: Term) -> Term {
        assert_eq!(self.float_format(a), Some(Format::X87), "a number of the x87's format");
        let bits = self.fp_to_bits(a);
        let high = self.extract(78, 63, bits);
        let exponent = self.extract(77, 63, bits);
        let fraction = self.extract(62, 0, bits);
        let zero = self.bv(&Bits::zero(15));
        let has_integer = self.ne(exponent, zero);
        let integer = self.bool_to_bit(has_integer);
        let high = self.concat(high, integer);
        self.concat(high, fraction)
    }
}
