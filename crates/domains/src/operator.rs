//! The operators that a domain is asked to abstract.
//!
//! **They are total.** On bit-vectors they mean what they mean in SMT-LIB: arithmetic wraps,
//! `x / 0` is all ones (unsigned) and a shift by the width or more fills with zeros or sign bits.
//! Floats are IEEE, to nearest even. An address is a bit-vector. [`concrete`](crate::concrete)
//! evaluates them.

use crate::sort::Sort;

/// Operators on one operand. The result has the operand's sort unless noted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// Number of one bits.
    PopCount,
    /// Number of leading zeros; the width for zero.
    LeadingZeros,
    /// Number of trailing zeros; the width for zero.
    TrailingZeros,
    /// Bytes reversed; the width is a multiple of 8.
    ByteSwap,
    /// Bits reversed.
    BitReverse,
    /// Floating-point negation: flips the sign bit.
    FNeg,
    /// Floating-point absolute value: clears the sign bit.
    FAbs,
    /// Square root, correctly rounded.
    FSqrt,
    /// Round toward negative infinity to an integer.
    FFloor,
    /// Round toward positive infinity to an integer.
    FCeil,
    /// Round toward zero to an integer.
    FTrunc,
    /// Round to nearest integer, ties away from zero.
    FRound,
    /// Round to nearest integer, ties to even.
    FRoundEven,
    /// Is it a NaN? A truth value.
    FIsNan,
    /// Is it infinite? A truth value.
    FIsInf,
    /// Is it subnormal? A truth value.
    FIsSubnormal,
}

/// Operators on two operands of one sort. The result has that sort unless noted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// Wrapping addition.
    Add,
    /// Wrapping subtraction.
    Sub,
    /// Wrapping multiplication.
    Mul,
    /// Unsigned division; all ones if the divisor is zero.
    UDiv,
    /// Signed division toward zero; wraps on overflow; by zero: 1 if the dividend is negative, else
    /// all ones.
    SDiv,
    /// Unsigned remainder; the dividend if the divisor is zero.
    URem,
    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    SRem,
    /// Shift left; zero if the amount is the width or more.
    Shl,
    /// Logical shift right; zero if the amount is the width or more.
    LShr,
    /// Arithmetic shift right; sign bits if the amount is the width or more.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Equal. A truth value.
    Eq,
    /// Different. A truth value.
    Ne,
    /// Unsigned less than. A truth value.
    Ult,
    /// Unsigned at most. A truth value.
    Ule,
    /// Signed less than. A truth value.
    Slt,
    /// Signed at most. A truth value.
    Sle,
    /// Does unsigned addition overflow? A truth value.
    UAddOverflow,
    /// Does signed addition overflow? A truth value.
    SAddOverflow,
    /// Does unsigned subtraction overflow? A truth value.
    USubOverflow,
    /// Does signed subtraction overflow? A truth value.
    SSubOverflow,
    /// Does unsigned multiplication overflow? A truth value.
    UMulOverflow,
    /// Does signed multiplication overflow? A truth value.
    SMulOverflow,
    /// IEEE addition.
    FAdd,
    /// IEEE subtraction.
    FSub,
    /// IEEE multiplication.
    FMul,
    /// IEEE division.
    FDiv,
    /// Remainder as C's `fmod`.
    FRem,
    /// The smaller of two numbers; a NaN loses against a number.
    FMinNum,
    /// The larger of two numbers; a NaN loses against a number.
    FMaxNum,
    /// The smaller of two numbers; a NaN wins.
    FMinimum,
    /// The larger of two numbers; a NaN wins.
    FMaximum,
    /// Magnitude of the first, sign of the second operand.
    FCopySign,
    /// Ordered and equal. A truth value.
    FEq,
    /// Ordered and less. A truth value.
    FLt,
    /// Ordered and at most. A truth value.
    FLe,
    /// Is one of them a NaN? A truth value.
    FUnordered,
    /// Address plus a number of bytes of the same width; wraps. The operands' sort is that of the
    /// address.
    PtrAdd,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cast {
    /// Keep the low bits.
    Trunc,
    /// Extend with zeros.
    ZExt,
    /// Extend with the sign bit.
    SExt,
    /// Integer to the float with the same bits, or back.
    Bits,
    /// Between float formats.
    FloatToFloat,
    /// Signed integer to float.
    SIntToFloat,
    /// Unsigned integer to float.
    UIntToFloat,
    /// Float to signed integer toward zero, saturating; NaN gives 0.
    FloatToSInt,
    /// Float to unsigned integer toward zero, saturating; NaN gives 0.
    FloatToUInt,
    /// The address of a pointer.
    PtrToInt,
    /// The pointer with an address.
    IntToPtr,
}

impl Unary {
    /// All operators.
    pub const ALL: [Unary; 16] = {
        use Unary::*;
        [
            PopCount,
            LeadingZeros,
            TrailingZeros,
            ByteSwap,
            BitReverse,
            FNeg,
            FAbs,
            FSqrt,
            FFloor,
            FCeil,
            FTrunc,
            FRound,
            FRoundEven,
            FIsNan,
            FIsInf,
            FIsSubnormal,
        ]
    };

    /// Is it an operator on floats?
    pub fn is_float(self) -> bool {
        !matches!(
            self,
            Unary::PopCount | Unary::LeadingZeros | Unary::TrailingZeros | Unary::ByteSwap | Unary::BitReverse
        )
    }

    /// The sort of the result for an operand of this sort.
    pub fn result(self, operand: Sort) -> Sort {
        match self {
            Unary::FIsNan | Unary::FIsInf | Unary::FIsSubnormal => Sort::BOOL,
            _ => operand,
        }
    }
}

impl Binary {
    /// All operators.
    pub const ALL: [Binary; 40] = {
        use Binary::*;
        [
            Add,
            Sub,
            Mul,
            UDiv,
            SDiv,
            URem,
            SRem,
            Shl,
            LShr,
            AShr,
            And,
            Or,
            Xor,
            Eq,
            Ne,
            Ult,
            Ule,
            Slt,
            Sle,
            UAddOverflow,
            SAddOverflow,
            USubOverflow,
            SSubOverflow,
            UMulOverflow,
            SMulOverflow,
            FAdd,
            FSub,
            FMul,
            FDiv,
            FRem,
            FMinNum,
            FMaxNum,
            FMinimum,
            FMaximum,
            FCopySign,
            FEq,
            FLt,
            FLe,
            FUnordered,
            PtrAdd,
        ]
    };

    /// Is it an operator on floats?
    pub fn is_float(self) -> bool {
        use Binary::*;
        matches!(
            self,
            FAdd | FSub
                | FMul
                | FDiv
                | FRem
                | FMinNum
                | FMaxNum
                | FMinimum
                | FMaximum
                | FCopySign
                | FEq
                | FLt
                | FLe
                | FUnordered
        )
    }

    /// Is the result a truth value, whatever the operands are?
    pub fn is_predicate(self) -> bool {
        use Binary::*;
        matches!(
            self,
            Eq | Ne
                | Ult
                | Ule
                | Slt
                | Sle
                | UAddOverflow
                | SAddOverflow
                | USubOverflow
                | SSubOverflow
                | UMulOverflow
                | SMulOverflow
                | FEq
                | FLt
                | FLe
                | FUnordered
        )
    }

    /// The sort of the result for operands of this sort.
    pub fn result(self, operand: Sort) -> Sort {
        if self.is_predicate() { Sort::BOOL } else { operand }
    }
}

impl Cast {
    /// All conversions.
    pub const ALL: [Cast; 11] = {
        use Cast::*;
        [Trunc, ZExt, SExt, Bits, FloatToFloat, SIntToFloat, UIntToFloat, FloatToSInt, FloatToUInt, PtrToInt, IntToPtr]
    };
}
