//! The program's types and operators in the terms of domains.

use adumbra_domains::{Binary, Cast, FloatFormat, Sort, Unary};
use adumbra_program::{BinaryOp, CastOp, FloatKind, Type, UnaryOp};

/// The sort of a type; pointers have this many bits.
pub fn sort(ty: Type, pointer_bits: u32) -> Sort {
    match ty {
        Type::Int(width) => Sort::Int(width),
        Type::Ptr => Sort::Pointer(pointer_bits),
        Type::Float(kind) => Sort::Float(match kind {
            FloatKind::Half => FloatFormat::Half,
            FloatKind::BFloat => FloatFormat::BFloat,
            FloatKind::Single => FloatFormat::Single,
            FloatKind::Double => FloatFormat::Double,
            FloatKind::X87 => FloatFormat::X87,
            FloatKind::Quad => FloatFormat::Quad,
        }),
    }
}

macro_rules! same_names {
    ($(#[$doc:meta])* $name:ident: $from:ident => $to:ident { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        pub fn $name(op: $from) -> $to {
            match op {
                $($from::$variant => $to::$variant,)*
            }
        }
    };
}

same_names! {
    /// A unary operator.
    unary: UnaryOp => Unary {
        PopCount, LeadingZeros, TrailingZeros, ByteSwap, BitReverse, FNeg, FAbs, FSqrt, FFloor, FCeil, FTrunc, FRound,
        FRoundEven, FIsNan, FIsInf, FIsSubnormal,
    }
}

same_names! {
    /// A binary operator.
    binary: BinaryOp => Binary {
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ne, Ult, Ule, Slt, Sle, UAddOverflow,
        SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow, FAdd, FSub, FMul, FDiv, FRem, FMinNum,
        FMaxNum, FMinimum, FMaximum, FCopySign, FEq, FLt, FLe, FUnordered, PtrAdd,
    }
}

same_names! {
    /// A conversion.
    cast: CastOp => Cast {
        Trunc, ZExt, SExt, Bits, FloatToFloat, SIntToFloat, UIntToFloat, FloatToSInt, FloatToUInt, PtrToInt, IntToPtr,
    }
}
