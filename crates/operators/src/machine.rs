//! Operators on integers that fit a machine word, in two sizes: [`word`] and [`double_word`].
//!
//! An integer of `width` bits is a word whose bits above the width are zero, and so is every
//! result. Each operator is a function of its own, for those who know it when they compile: it
//! takes the number of `unused` bits, the size of the word less the width. `binary` and `unary`
//! choose among them.
//!
//! One text gives the functions of both sizes, so that they cannot differ.

macro_rules! operators_on {
    ($word:ident, $signed:ident) => {
        use crate::operator::{BinaryOp, UnaryOp};

        /// The ones of a width. A width above the word's is taken for that.
        #[inline]
        pub fn mask(width: u32) -> $word {
            if width == 0 { 0 } else { $word::MAX >> ($word::BITS - width.min($word::BITS)) }
        }

        /// The number that the low `width` bits denote in two's complement. A width of zero is
        /// taken for one, a width above the word's for that.
        #[inline]
        pub fn signed(value: $word, width: u32) -> $signed {
            number(value, $word::BITS - width.clamp(1, $word::BITS))
        }

        /// The number that the bits but the unused ones denote in two's complement.
        #[inline(always)]
        fn number(value: $word, unused: u32) -> $signed {
            (value << unused) as $signed >> unused
        }

        /// Keeps the bits but the unused ones.
        #[inline(always)]
        pub fn truncate(a: $word, unused: u32) -> $word {
            a & $word::MAX >> unused
        }

        /// Extends with the sign bit: from an integer with `from` unused bits to one with `unused`.
        #[inline(always)]
        pub fn sign_extend(a: $word, from: u32, unused: u32) -> $word {
            truncate(number(a, from) as $word, unused)
        }

        /// Sum, wrapping.
        #[inline(always)]
        pub fn add(a: $word, b: $word, unused: u32) -> $word {
            truncate(a.wrapping_add(b), unused)
        }

        /// Difference, wrapping.
        #[inline(always)]
        pub fn sub(a: $word, b: $word, unused: u32) -> $word {
            truncate(a.wrapping_sub(b), unused)
        }

        /// Product, wrapping.
        #[inline(always)]
        pub fn mul(a: $word, b: $word, unused: u32) -> $word {
            truncate(a.wrapping_mul(b), unused)
        }

        /// Unsigned quotient; all ones if the divisor is zero.
        #[inline(always)]
        pub fn udiv(a: $word, b: $word, unused: u32) -> $word {
            a.checked_div(b).unwrap_or($word::MAX >> unused)
        }

        /// Unsigned remainder; the dividend if the divisor is zero.
        #[inline(always)]
        pub fn urem(a: $word, b: $word) -> $word {
            a.checked_rem(b).unwrap_or(a)
        }

        /// Signed quotient toward zero, wrapping; by zero: 1 if the dividend is negative, else all
        /// ones.
        #[inline(always)]
        pub fn sdiv(a: $word, b: $word, unused: u32) -> $word {
            let (x, y) = (number(a, unused), number(b, unused));
            let quotient = if y != 0 {
                x.wrapping_div(y)
            } else if x < 0 {
                1
            } else {
                -1
            };
            truncate(quotient as $word, unused)
        }

        /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
        #[inline(always)]
        pub fn srem(a: $word, b: $word, unused: u32) -> $word {
            let (x, y) = (number(a, unused), number(b, unused));
            let remainder = if y != 0 { x.wrapping_rem(y) } else { x };
            truncate(remainder as $word, unused)
        }

        /// Shift left; zero if the amount is the width or more.
        #[inline(always)]
        pub fn shl(a: $word, b: $word, unused: u32) -> $word {
            if b < $word::BITS as $word { truncate(a << b, unused) } else { 0 }
        }

        /// Logical shift right; zero if the amount is the width or more.
        #[inline(always)]
        pub fn lshr(a: $word, b: $word) -> $word {
            if b < $word::BITS as $word { a >> b } else { 0 }
        }

        /// Arithmetic shift right; sign bits if the amount is the width or more.
        #[inline(always)]
        pub fn ashr(a: $word, b: $word, unused: u32) -> $word {
            truncate((number(a, unused) >> b.min($word::BITS as $word - 1)) as $word, unused)
        }

        /// Signed less than.
        #[inline(always)]
        pub fn slt(a: $word, b: $word, unused: u32) -> bool {
            ((a << unused) as $signed) < (b << unused) as $signed
        }

        /// Signed at most.
        #[inline(always)]
        pub fn sle(a: $word, b: $word, unused: u32) -> bool {
            (a << unused) as $signed <= (b << unused) as $signed
        }

        /// Does unsigned addition overflow?
        #[inline(always)]
        pub fn uadd_overflows(a: $word, b: $word, unused: u32) -> bool {
            exceeds(a.checked_add(b), unused)
        }

        /// Does signed addition overflow?
        #[inline(always)]
        pub fn sadd_overflows(a: $word, b: $word, unused: u32) -> bool {
            leaves(number(a, unused).checked_add(number(b, unused)), unused)
        }

        /// Does unsigned subtraction overflow?
        #[inline(always)]
        pub fn usub_overflows(a: $word, b: $word) -> bool {
            a < b
        }

        /// Does signed subtraction overflow?
        #[inline(always)]
        pub fn ssub_overflows(a: $word, b: $word, unused: u32) -> bool {
            leaves(number(a, unused).checked_sub(number(b, unused)), unused)
        }

        /// Does unsigned multiplication overflow?
        #[inline(always)]
        pub fn umul_overflows(a: $word, b: $word, unused: u32) -> bool {
            exceeds(a.checked_mul(b), unused)
        }

        /// Does signed multiplication overflow?
        #[inline(always)]
        pub fn smul_overflows(a: $word, b: $word, unused: u32) -> bool {
            leaves(number(a, unused).checked_mul(number(b, unused)), unused)
        }

        /// Is the exact result no unsigned number of the width? `None` is one that no word holds.
        #[inline(always)]
        fn exceeds(exact: Option<$word>, unused: u32) -> bool {
            exact.is_none_or(|v| v > $word::MAX >> unused)
        }

        /// Is the exact result no signed number of the width?
        #[inline(always)]
        fn leaves(exact: Option<$signed>, unused: u32) -> bool {
            exact.is_none_or(|v| v << unused >> unused != v)
        }

        /// `op a` on integers of a width from 1 to the word's. Zero for operators on floats; the
        /// width for [`ByteSwap`](UnaryOp::ByteSwap) is a multiple of 8.
        pub fn unary(op: UnaryOp, width: u32, a: $word) -> $word {
            use UnaryOp::*;
            let unused = $word::BITS - width;
            match op {
                PopCount => truncate(a.count_ones().into(), unused),
                LeadingZeros => truncate((a.leading_zeros() - unused).into(), unused),
                TrailingZeros => truncate(a.trailing_zeros().min(width).into(), unused),
                ByteSwap => a.swap_bytes() >> unused,
                BitReverse => a.reverse_bits() >> unused,
                FNeg | FAbs | FSqrt | FFloor | FCeil | FTrunc | FRound | FRoundEven | FIsNan | FIsInf
                | FIsSubnormal => 0,
            }
        }

        /// `a op b` on integers of a width from 1 to the word's; a truth value is 0 or 1. Zero for
        /// operators on floats.
        #[inline(always)]
        pub fn binary(op: BinaryOp, width: u32, a: $word, b: $word) -> $word {
            use BinaryOp::*;
            let unused = $word::BITS - width;
            match op {
                Add | PtrAdd => add(a, b, unused),
                Sub => sub(a, b, unused),
                Mul => mul(a, b, unused),
                UDiv => udiv(a, b, unused),
                SDiv => sdiv(a, b, unused),
                URem => urem(a, b),
                SRem => srem(a, b, unused),
                Shl => shl(a, b, unused),
                LShr => lshr(a, b),
                AShr => ashr(a, b, unused),
                And => a & b,
                Or => a | b,
                Xor => a ^ b,
                Eq => (a == b).into(),
                Ne => (a != b).into(),
                Ult => (a < b).into(),
                Ule => (a <= b).into(),
                Slt => slt(a, b, unused).into(),
                Sle => sle(a, b, unused).into(),
                UAddOverflow | SAddOverflow | USubOverflow | SSubOverflow | UMulOverflow | SMulOverflow => {
                    overflow(op, unused, a, b).into()
                }
                FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FCopySign | FEq | FLt
                | FLe | FUnordered => 0,
            }
        }

        /// Out of line: these are rare, and where `binary` is inlined is not.
        #[inline(never)]
        fn overflow(op: BinaryOp, unused: u32, a: $word, b: $word) -> bool {
            match op {
                BinaryOp::UAddOverflow => uadd_overflows(a, b, unused),
                BinaryOp::SAddOverflow => sadd_overflows(a, b, unused),
                BinaryOp::USubOverflow => usub_overflows(a, b),
                BinaryOp::SSubOverflow => ssub_overflows(a, b, unused),
                BinaryOp::UMulOverflow => umul_overflows(a, b, unused),
                _ => smul_overflows(a, b, unused),
            }
        }
    };
}

/// Integers of at most 64 bits.
pub mod word {
    operators_on!(u64, i64);
}

/// Integers of at most 128 bits.
pub mod double_word {
    operators_on!(u128, i128);
}
