//! The operators of expressions: what there is, under which names, on which types.
//!
//! **They are total.** On bit-vectors they mean what they mean in SMT-LIB: arithmetic wraps,
//! `x / 0` is all ones (unsigned) and a shift by the width or more fills with zeros or sign bits.
//! Floats are IEEE, to nearest even. An address is a bit-vector. Where C leaves behaviour undefined
//! (division by zero, signed overflow, shifts by too much, floats that no integer of the type
//! holds), the front end guards the expression with a branch, for which there are the operators
//! that ask whether something overflows.

use crate::sort::Sort;
use crate::types::Type;
use serde::{Deserialize, Serialize};

/// An enum of operators with the name of each in the textual form. The stored form of programs
/// numbers them in this order.
macro_rules! named {
    ($(#[$about:meta])* $kind:ident { $($(#[$doc:meta])* $op:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $kind {
            $($(#[$doc])* $op,)*
        }

        impl $kind {
            /// All of them.
            pub const ALL: [$kind; [$($name),*].len()] = [$($kind::$op),*];

            /// All of them with their names in the textual form.
            pub const NAMES: &'static [($kind, &'static str)] = &[$(($kind::$op, $name)),*];

            /// The name in the textual form.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$op => $name,)*
                }
            }
        }
    };
}

named! {
    /// Operators on one operand. Result type = operand type unless noted.
    UnaryOp {
        /// Number of one bits.
        PopCount = "popcount",
        /// Number of leading zeros; the width for zero.
        LeadingZeros = "clz",
        /// Number of trailing zeros; the width for zero.
        TrailingZeros = "ctz",
        /// Bytes reversed; the width is a multiple of 8.
        ByteSwap = "bswap",
        /// Bits reversed.
        BitReverse = "bitreverse",
        /// Floating-point negation: flips the sign bit.
        FNeg = "fneg",
        /// Floating-point absolute value: clears the sign bit.
        FAbs = "fabs",
        /// Square root, correctly rounded to nearest even.
        FSqrt = "fsqrt",
        /// Round toward negative infinity to an integer.
        FFloor = "ffloor",
        /// Round toward positive infinity to an integer.
        FCeil = "fceil",
        /// Round toward zero to an integer.
        FTrunc = "ftrunc",
        /// Round to nearest integer, ties away from zero.
        FRound = "fround",
        /// Round to nearest integer, ties to even.
        FRoundEven = "froundeven",
        /// Is it a NaN? Yields `i1`.
        FIsNan = "fisnan",
        /// Is it infinite? Yields `i1`.
        FIsInf = "fisinf",
        /// Is it subnormal? Yields `i1`.
        FIsSubnormal = "fissubnormal",
    }
}

named! {
    /// Operators on two operands of the same type. Result type = operand type unless noted.
    BinaryOp {
        /// Wrapping addition.
        Add = "add",
        /// Wrapping subtraction.
        Sub = "sub",
        /// Wrapping multiplication.
        Mul = "mul",
        /// Unsigned division; all ones if the divisor is zero.
        UDiv = "udiv",
        /// Signed division toward zero; wraps on overflow; by zero: 1 if the dividend is negative,
        /// else all ones.
        SDiv = "sdiv",
        /// Unsigned remainder; the dividend if the divisor is zero.
        URem = "urem",
        /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
        SRem = "srem",
        /// Shift left; zero if the amount is the width or more.
        Shl = "shl",
        /// Logical shift right; zero if the amount is the width or more.
        LShr = "lshr",
        /// Arithmetic shift right; sign bits if the amount is the width or more.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Equal (integers or pointers' addresses). Yields `i1`.
        Eq = "eq",
        /// Different (integers or pointers' addresses). Yields `i1`.
        Ne = "ne",
        /// Unsigned less than (integers or pointers' addresses). Yields `i1`.
        Ult = "ult",
        /// Unsigned at most (integers or pointers' addresses). Yields `i1`.
        Ule = "ule",
        /// Signed less than. Yields `i1`.
        Slt = "slt",
        /// Signed at most. Yields `i1`.
        Sle = "sle",
        /// Does unsigned addition overflow? Yields `i1`.
        UAddOverflow = "uaddo",
        /// Does signed addition overflow? Yields `i1`.
        SAddOverflow = "saddo",
        /// Does unsigned subtraction overflow? Yields `i1`.
        USubOverflow = "usubo",
        /// Does signed subtraction overflow? Yields `i1`.
        SSubOverflow = "ssubo",
        /// Does unsigned multiplication overflow? Yields `i1`.
        UMulOverflow = "umulo",
        /// Does signed multiplication overflow? Yields `i1`.
        SMulOverflow = "smulo",
        /// IEEE addition, to nearest even.
        FAdd = "fadd",
        /// IEEE subtraction, to nearest even.
        FSub = "fsub",
        /// IEEE multiplication, to nearest even.
        FMul = "fmul",
        /// IEEE division, to nearest even.
        FDiv = "fdiv",
        /// Remainder as C's `fmod`: exact, with the sign of the dividend.
        FRem = "frem",
        /// The smaller of two numbers; a NaN loses against a number (C's `fmin`; -0 is below +0).
        FMinNum = "fmin",
        /// The larger of two numbers; a NaN loses against a number (C's `fmax`).
        FMaxNum = "fmax",
        /// IEEE 754-2019 minimum: a NaN wins, -0 is below +0.
        FMinimum = "fminimum",
        /// IEEE 754-2019 maximum: a NaN wins, -0 is below +0.
        FMaximum = "fmaximum",
        /// Magnitude of the first, sign of the second operand.
        FCopySign = "fcopysign",
        /// Ordered and equal. Yields `i1`.
        FEq = "feq",
        /// Ordered and less. Yields `i1`.
        FLt = "flt",
        /// Ordered and at most. Yields `i1`.
        FLe = "fle",
        /// Is one of them a NaN? Yields `i1`.
        FUnordered = "funo",
        /// Pointer plus a byte offset: `Ptr × Int(pointer width) → Ptr`. Keeps the object, wraps
        /// the address.
        PtrAdd = "ptradd",
    }
}

named! {
    /// Conversions.
    CastOp {
        /// Keep the low bits.
        Trunc = "trunc",
        /// Extend with zeros.
        ZExt = "zext",
        /// Extend with the sign bit.
        SExt = "sext",
        /// Integer to the float with the same bits, or back. Same width.
        Bits = "bits",
        /// Between float formats, to nearest even.
        FloatToFloat = "fptofp",
        /// Signed integer to float, to nearest even.
        SIntToFloat = "sitofp",
        /// Unsigned integer to float, to nearest even.
        UIntToFloat = "uitofp",
        /// Float to signed integer toward zero, saturating; NaN gives 0. The front end guards C's
        /// undefined cases.
        FloatToSInt = "fptosi",
        /// Float to unsigned integer toward zero, saturating; NaN gives 0. The front end guards C's
        /// undefined cases.
        FloatToUInt = "fptoui",
        /// The address of a pointer, as an integer of pointer width. Exposes the object.
        PtrToInt = "ptrtoint",
        /// The exposed object that holds the address (one past its end included), or a pointer
        /// without an object. The operand has pointer width.
        IntToPtr = "inttoptr",
    }
}

impl UnaryOp {
    /// Is it an operator on floats?
    pub fn is_float(self) -> bool {
        !matches!(
            self,
            UnaryOp::PopCount
                | UnaryOp::LeadingZeros
                | UnaryOp::TrailingZeros
                | UnaryOp::ByteSwap
                | UnaryOp::BitReverse
        )
    }

    /// The sort of the result for an operand of this sort, which fits.
    pub fn result_sort(self, operand: Sort) -> Sort {
        match self {
            UnaryOp::FIsNan | UnaryOp::FIsInf | UnaryOp::FIsSubnormal => Sort::BOOL,
            _ => operand,
        }
    }

    /// The type of the result, or `None` if the operand's type does not fit.
    pub fn result(self, operand: Type) -> Option<Type> {
        use UnaryOp::*;
        match (self, operand) {
            (ByteSwap, Type::Int(w)) if w % 8 != 0 => None,
            (PopCount | LeadingZeros | TrailingZeros | ByteSwap | BitReverse, Type::Int(_)) => Some(operand),
            (FNeg | FAbs | FSqrt | FFloor | FCeil | FTrunc | FRound | FRoundEven, Type::Float(_)) => Some(operand),
            (FIsNan | FIsInf | FIsSubnormal, Type::Float(_)) => Some(Type::BOOL),
            _ => None,
        }
    }
}

impl BinaryOp {
    /// Is it an operator on floats?
    pub fn is_float(self) -> bool {
        use BinaryOp::*;
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
        use BinaryOp::*;
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

    /// The sort of the result for operands of this sort, which fit.
    pub fn result_sort(self, operand: Sort) -> Sort {
        if self.is_predicate() { Sort::BOOL } else { operand }
    }

    /// The type of the result, or `None` if the operands' types do not fit. `pointer_bits` types
    /// `PtrAdd`.
    pub fn result(self, a: Type, b: Type, pointer_bits: u32) -> Option<Type> {
        use BinaryOp::*;
        if self == PtrAdd {
            return (a == Type::Ptr && b == Type::Int(pointer_bits)).then_some(Type::Ptr);
        }
        if a != b {
            return None;
        }
        match (self, a) {
            (Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor, Type::Int(_)) => Some(a),
            (Eq | Ne | Ult | Ule, Type::Int(_) | Type::Ptr) => Some(Type::BOOL),
            (Slt | Sle, Type::Int(_)) => Some(Type::BOOL),
            (UAddOverflow | SAddOverflow | USubOverflow | SSubOverflow | UMulOverflow | SMulOverflow, Type::Int(_)) => {
                Some(Type::BOOL)
            }
            (
                FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FCopySign,
                Type::Float(_),
            ) => Some(a),
            (FEq | FLt | FLe | FUnordered, Type::Float(_)) => Some(Type::BOOL),
            _ => None,
        }
    }
}

impl CastOp {
    /// May a value of type `from` be converted to `to`?
    pub fn fits(self, from: Type, to: Type, pointer_bits: u32) -> bool {
        match (self, from, to) {
            (CastOp::Trunc, Type::Int(a), Type::Int(b)) => b < a,
            (CastOp::ZExt | CastOp::SExt, Type::Int(a), Type::Int(b)) => b > a,
            (CastOp::Bits, Type::Int(a), Type::Float(k)) | (CastOp::Bits, Type::Float(k), Type::Int(a)) => {
                a == k.bits()
            }
            (CastOp::FloatToFloat, Type::Float(a), Type::Float(b)) => a != b,
            (CastOp::SIntToFloat | CastOp::UIntToFloat, Type::Int(_), Type::Float(_)) => true,
            (CastOp::FloatToSInt | CastOp::FloatToUInt, Type::Float(_), Type::Int(_)) => true,
            (CastOp::PtrToInt, Type::Ptr, Type::Int(w)) | (CastOp::IntToPtr, Type::Int(w), Type::Ptr) => {
                w == pointer_bits
            }
            _ => false,
        }
    }
}
