//! Term ids, symbols and the operators of the core language.

use crate::float::RoundingMode;
use crate::sort::Sort;
use cranelift_entity::entity_impl;

/// A term of one arena. Operands always have smaller ids than the terms built from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);
entity_impl!(Term, "t");

/// A declared name of one arena: a variable when it takes no arguments, else an uninterpreted
/// function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);
entity_impl!(Symbol, "f");

/// Name and signature of a [`Symbol`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymbolData {
    /// The name as given, without quotes.
    pub name: Box<str>,
    /// Sorts of the arguments.
    pub parameters: Box<[Sort]>,
    /// Sort of the result.
    pub result: Sort,
    /// The operator whose unspecified results this function gives, for functions that no one
    /// declared; see [`crate::Terms::unspecified`].
    pub hidden: Option<Kind>,
}

/// Where the words of a constant start in the arena's pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantId(pub(crate) u32);

macro_rules! core_operators {
    ($($(#[$doc:meta])* $name:ident $arity:literal $smt:literal;)*) => {
        /// An operator of the core language, to which the constructors bring the whole of SMT-LIB's
        /// vocabulary.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Op {
            /// A truth value.
            Bool(bool),
            /// A bit-vector constant.
            Const(ConstantId),
            /// A floating-point constant.
            Float(ConstantId),
            /// A rounding mode.
            RoundingMode(RoundingMode),
            /// A variable.
            Var(Symbol),
            /// An uninterpreted function applied to its arguments.
            Apply(Symbol),
            /// Bits from `low` upward, as many as the sort is wide.
            Extract(u32),
            $($(#[$doc])* $name,)*
        }

        /// An operator without its parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Kind {
            /// See [`Op::Bool`].
            Bool,
            /// See [`Op::Const`].
            Const,
            /// See [`Op::Float`].
            Float,
            /// See [`Op::RoundingMode`].
            RoundingMode,
            /// See [`Op::Var`].
            Var,
            /// See [`Op::Apply`].
            Apply,
            /// See [`Op::Extract`].
            Extract,
            $(#[doc = concat!("See [`Op::", stringify!($name), "`].")] $name,)*
        }

        impl Op {
            /// The operator without its parameters.
            pub fn kind(self) -> Kind {
                match self {
                    Op::Bool(_) => Kind::Bool,
                    Op::Const(_) => Kind::Const,
                    Op::Float(_) => Kind::Float,
                    Op::RoundingMode(_) => Kind::RoundingMode,
                    Op::Var(_) => Kind::Var,
                    Op::Apply(_) => Kind::Apply,
                    Op::Extract(_) => Kind::Extract,
                    $(Op::$name => Kind::$name,)*
                }
            }
        }

        impl Kind {
            /// Every operator that has operands but no parameters.
            pub const PLAIN: &'static [Kind] = &[$(Kind::$name),*];

            /// The number of operators.
            pub const COUNT: usize = 7 + Kind::PLAIN.len();

            /// The operator, for those without parameters.
            pub fn plain(self) -> Option<Op> {
                match self {
                    Kind::Bool | Kind::Const | Kind::Float | Kind::RoundingMode => None,
                    Kind::Var | Kind::Apply | Kind::Extract => None,
                    $(Kind::$name => Some(Op::$name),)*
                }
            }

            /// The number of operands; `None` for function applications.
            pub fn arity(self) -> Option<usize> {
                match self {
                    Kind::Bool | Kind::Const | Kind::Float | Kind::RoundingMode | Kind::Var => Some(0),
                    Kind::Apply => None,
                    Kind::Extract => Some(1),
                    $(Kind::$name => Some($arity),)*
                }
            }

            /// SMT-LIB's name; for an operator with an index the part after the underscore.
            pub fn name(self) -> &'static str {
                match self {
                    Kind::Bool => "bool",
                    Kind::Const => "const",
                    Kind::Float => "float",
                    Kind::RoundingMode => "rounding-mode",
                    Kind::Var => "var",
                    Kind::Apply => "apply",
                    Kind::Extract => "extract",
                    $(Kind::$name => $smt,)*
                }
            }
        }
    };
}

core_operators! {
    /// Negation.
    Not 1 "not";
    /// Conjunction of two.
    And 2 "and";
    /// Disjunction of two.
    Or 2 "or";
    /// Equality of two terms of any one sort; on truth values, equivalence.
    Eq 2 "=";
    /// Choice between two terms of any one sort.
    Ite 3 "ite";
    /// Bitwise complement.
    BvNot 1 "bvnot";
    /// Two's complement negation.
    BvNeg 1 "bvneg";
    /// Bitwise and.
    BvAnd 2 "bvand";
    /// Bitwise or.
    BvOr 2 "bvor";
    /// Bitwise exclusive or.
    BvXor 2 "bvxor";
    /// Sum modulo 2^w.
    BvAdd 2 "bvadd";
    /// Product modulo 2^w.
    BvMul 2 "bvmul";
    /// Unsigned quotient; all ones for divisor zero.
    BvUdiv 2 "bvudiv";
    /// Unsigned remainder; the dividend for divisor zero.
    BvUrem 2 "bvurem";
    /// Signed quotient towards zero.
    BvSdiv 2 "bvsdiv";
    /// Signed remainder, sign of the dividend.
    BvSrem 2 "bvsrem";
    /// Left shift.
    BvShl 2 "bvshl";
    /// Right shift, filled with zeros.
    BvLshr 2 "bvlshr";
    /// Right shift, filled with the sign.
    BvAshr 2 "bvashr";
    /// Unsigned less-than.
    BvUlt 2 "bvult";
    /// Signed less-than.
    BvSlt 2 "bvslt";
    /// The first operand above the second.
    Concat 2 "concat";
    /// The same signed number in the wider sort of the term.
    SignExtend 1 "sign_extend";
    /// Element of an array at an index.
    Select 2 "select";
    /// An array with one element replaced.
    Store 3 "store";
    /// The array that holds its operand everywhere.
    ConstArray 1 "const";
    // Floating point. Operators that round take the mode first. NaN stands for all NaNs.
    /// Without the sign.
    FpAbs 1 "fp.abs";
    /// With the other sign; NaN stays.
    FpNeg 1 "fp.neg";
    /// Sum.
    FpAdd 3 "fp.add";
    /// Product.
    FpMul 3 "fp.mul";
    /// Quotient.
    FpDiv 3 "fp.div";
    /// The product of two plus the third, rounded once.
    FpFma 4 "fp.fma";
    /// Square root.
    FpSqrt 2 "fp.sqrt";
    /// IEEE remainder: `a - b * n` for the integer `n` nearest to `a / b`, the even one of two;
    /// exact.
    FpRem 2 "fp.rem";
    /// The integer that the mode chooses, in the same format; a zero has the sign of the operand.
    FpRoundToIntegral 2 "fp.roundToIntegral";
    /// The lesser of two; the other when one is NaN. Of two zeros, whatever their signs, the
    /// second. SMT-LIB leaves open which of two zeros of different sign: [`crate::Terms::smt_min`].
    FpMin 2 "fp.min";
    /// The greater of two; otherwise as [`Op::FpMin`].
    FpMax 2 "fp.max";
    /// Less or equal; false for NaN.
    FpLe 2 "fp.leq";
    /// Less; false for NaN.
    FpLt 2 "fp.lt";
    /// Equality of numbers: the zeros are equal, NaN is not equal to itself.
    FpEq 2 "fp.eq";
    /// Whether the hidden bit is one.
    FpIsNormal 1 "fp.isNormal";
    /// Whether it is a number other than zero below the normal ones.
    FpIsSubnormal 1 "fp.isSubnormal";
    /// Whether it is a zero.
    FpIsZero 1 "fp.isZero";
    /// Whether it is an infinity.
    FpIsInfinite 1 "fp.isInfinite";
    /// Whether it is NaN.
    FpIsNaN 1 "fp.isNaN";
    /// Whether it is no NaN and its sign is set; so negative zero is negative.
    FpIsNegative 1 "fp.isNegative";
    /// Whether it is no NaN and its sign is not set.
    FpIsPositive 1 "fp.isPositive";
    /// The number of a bit pattern in IEEE 754's layout: sign, exponent, fraction. All NaN patterns
    /// are NaN.
    FpFromBits 1 "to_fp";
    /// The bit pattern of a number. That of NaN has sign 0, all bits of the exponent and the
    /// highest one of the fraction.
    FpToBits 1 "fp.to_ieee_bv";
    /// The number in the format of the sort.
    FpFromFp 2 "to_fp";
    /// A signed integer in the format of the sort.
    FpFromSigned 2 "to_fp";
    /// An unsigned integer in the format of the sort.
    FpFromUnsigned 2 "to_fp_unsigned";
    /// The integer that the mode chooses, as an unsigned bit-vector of the sort's width; zero for
    /// NaN, infinities and integers that do not fit, for which SMT-LIB specifies nothing:
    /// [`crate::Terms::smt_to_unsigned`].
    FpToUnsigned 2 "fp.to_ubv";
    /// The integer that the mode chooses, as a signed bit-vector of the sort's width; zero where
    /// none fits.
    FpToSigned 2 "fp.to_sbv";
}

impl Kind {
    /// Whether this is an operator of floating point: it takes or gives floating-point numbers.
    pub fn is_float(self) -> bool {
        self >= Kind::FpAbs
    }

    /// Whether the two operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        use Kind::*;
        matches!(self, And | Or | Eq | BvAnd | BvOr | BvXor | BvAdd | BvMul | FpEq)
    }
}
