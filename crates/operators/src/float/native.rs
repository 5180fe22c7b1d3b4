//! Operators on floats that the machine has, in two sizes: [`single`] and [`double`].
//!
//! A float is its bits. One text gives the functions of both sizes, so that they cannot differ.

macro_rules! operators_on {
    ($float:ident, $bits:ident) => {
        use super::super::{Inexact, NO_OPERATOR};
        use crate::operator::{BinaryOp, UnaryOp};

        /// Sum, to nearest even.
        #[inline(always)]
        pub fn add(a: $bits, b: $bits) -> $bits {
            ($float::from_bits(a) + $float::from_bits(b)).to_bits()
        }

        /// Difference, to nearest even.
        #[inline(always)]
        pub fn sub(a: $bits, b: $bits) -> $bits {
            ($float::from_bits(a) - $float::from_bits(b)).to_bits()
        }

        /// Product, to nearest even.
        #[inline(always)]
        pub fn mul(a: $bits, b: $bits) -> $bits {
            ($float::from_bits(a) * $float::from_bits(b)).to_bits()
        }

        /// Quotient, to nearest even.
        #[inline(always)]
        pub fn div(a: $bits, b: $bits) -> $bits {
            ($float::from_bits(a) / $float::from_bits(b)).to_bits()
        }

        /// Ordered and equal.
        #[inline(always)]
        pub fn eq(a: $bits, b: $bits) -> bool {
            $float::from_bits(a) == $float::from_bits(b)
        }

        /// Ordered and less.
        #[inline(always)]
        pub fn lt(a: $bits, b: $bits) -> bool {
            $float::from_bits(a) < $float::from_bits(b)
        }

        /// Ordered and at most.
        #[inline(always)]
        pub fn le(a: $bits, b: $bits) -> bool {
            $float::from_bits(a) <= $float::from_bits(b)
        }

        /// `op a`, but for the operators on the sign alone.
        pub(in super::super) fn unary(op: UnaryOp, a: $bits) -> Result<u128, Inexact> {
            let x = $float::from_bits(a);
            let number = match op {
                UnaryOp::FSqrt => x.sqrt(),
                UnaryOp::FFloor => x.floor(),
                UnaryOp::FCeil => x.ceil(),
                UnaryOp::FTrunc => x.trunc(),
                UnaryOp::FRound => x.round(),
                UnaryOp::FRoundEven => x.round_ties_even(),
                UnaryOp::FIsNan => return Ok(u128::from(x.is_nan())),
                UnaryOp::FIsInf => return Ok(u128::from(x.is_infinite())),
                UnaryOp::FIsSubnormal => return Ok(u128::from(x.is_subnormal())),
                _ => return Err(NO_OPERATOR),
            };
            Ok(number.to_bits().into())
        }

        /// `a op b`, but for the operators on the sign alone.
        pub(in super::super) fn binary(op: BinaryOp, a: $bits, b: $bits) -> Result<u128, Inexact> {
            let (x, y) = ($float::from_bits(a), $float::from_bits(b));
            let bits = match op {
                BinaryOp::FAdd => add(a, b),
                BinaryOp::FSub => sub(a, b),
                BinaryOp::FMul => mul(a, b),
                BinaryOp::FDiv => div(a, b),
                BinaryOp::FRem => (x % y).to_bits(),
                BinaryOp::FMinNum | BinaryOp::FMaxNum | BinaryOp::FMinimum | BinaryOp::FMaximum => {
                    extreme(op, x, y).to_bits()
                }
                BinaryOp::FEq => return Ok(u128::from(eq(a, b))),
                BinaryOp::FLt => return Ok(u128::from(lt(a, b))),
                BinaryOp::FLe => return Ok(u128::from(le(a, b))),
                BinaryOp::FUnordered => return Ok(u128::from(x.is_nan() || y.is_nan())),
                _ => return Err(NO_OPERATOR),
            };
            Ok(bits.into())
        }

        /// The lesser or greater of two numbers, with -0 below +0. A NaN wins or loses.
        fn extreme(op: BinaryOp, x: $float, y: $float) -> $float {
            let least = matches!(op, BinaryOp::FMinNum | BinaryOp::FMinimum);
            let nan_wins = matches!(op, BinaryOp::FMinimum | BinaryOp::FMaximum);
            let below = x < y || x == y && x.is_sign_negative();
            if x.is_nan() || y.is_nan() {
                if x.is_nan() == nan_wins { x } else { y }
            } else if below == least {
                x
            } else {
                y
            }
        }

        /// Fused multiply-add `a * b + c`, rounded once.
        pub(in super::super) fn multiply_add(a: $bits, b: $bits, c: $bits) -> $bits {
            $float::from_bits(a).mul_add($float::from_bits(b), $float::from_bits(c)).to_bits()
        }
    };
}

/// IEEE binary32.
pub mod single {
    operators_on!(f32, u32);
}

/// IEEE binary64.
pub mod double {
    operators_on!(f64, u64);
}
