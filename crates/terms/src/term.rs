//! Term ids, symbols and the operators of the core language.

use crate::sort::Sort;
use cranelift_entity::entity_impl;

/// A term of one arena. Operands always have smaller ids than the terms built from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);
entity_impl!(Term, "t");

/// A declared name of one arena: a variable when it takes no arguments, else an uninterpreted function.
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
}

/// Where the words of a constant start in the arena's pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantId(pub(crate) u32);

macro_rules! core_operators {
    ($($(#[$doc:meta])* $name:ident $arity:literal $smt:literal;)*) => {
        /// An operator of the core language, to which the constructors bring the whole of SMT-LIB's vocabulary.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Op {
            /// A truth value.
            Bool(bool),
            /// A bit-vector constant.
            Const(ConstantId),
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
            pub const COUNT: usize = 5 + Kind::PLAIN.len();

            /// The operator, for those without parameters.
            pub fn plain(self) -> Option<Op> {
                match self {
                    Kind::Bool | Kind::Const | Kind::Var | Kind::Apply | Kind::Extract => None,
                    $(Kind::$name => Some(Op::$name),)*
                }
            }

            /// The number of operands; `None` for function applications.
            pub fn arity(self) -> Option<usize> {
                match self {
                    Kind::Bool | Kind::Const | Kind::Var => Some(0),
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
}

impl Kind {
    /// Whether the two operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        use Kind::*;
        matches!(self, And | Or | Eq | BvAnd | BvOr | BvXor | BvAdd | BvMul)
    }
}
