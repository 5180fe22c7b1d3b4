//! Side-effect-free expressions over registers.
//!
//! **Every expression is total.** Operators on bit-vectors mean what they mean in SMT-LIB's theory
//! of bit-vectors: arithmetic wraps, `x / 0` is all ones (unsigned) and a shift by the width or
//! more fills with zeros or sign bits. Where C leaves behaviour undefined, the front end guards the
//! expression with an explicit branch (see [`Op::Violation`](crate::Op::Violation)), so no analysis
//! needs to know the rules of C.
//!
//! Expressions are hash-consed in an [`ExprPool`]; equal ids mean equal expressions.

use crate::ids::{ExprId, Function, Global, Register, WideConst};
use crate::types::{FloatKind, Type};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap as HashMap;
use serde::{Deserialize, Serialize};

/// Operators on one operand. Result type = operand type unless noted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOp {
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
    /// Square root, correctly rounded to nearest even.
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
    /// Is it a NaN? Yields `i1`.
    FIsNan,
    /// Is it infinite? Yields `i1`.
    FIsInf,
    /// Is it subnormal? Yields `i1`.
    FIsSubnormal,
}

/// Operators on two operands of the same type. Result type = operand type unless noted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
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
    /// Equal (integers or pointers' addresses). Yields `i1`.
    Eq,
    /// Different (integers or pointers' addresses). Yields `i1`.
    Ne,
    /// Unsigned less than (integers or pointers' addresses). Yields `i1`.
    Ult,
    /// Unsigned at most (integers or pointers' addresses). Yields `i1`.
    Ule,
    /// Signed less than. Yields `i1`.
    Slt,
    /// Signed at most. Yields `i1`.
    Sle,
    /// Does unsigned addition overflow? Yields `i1`.
    UAddOverflow,
    /// Does signed addition overflow? Yields `i1`.
    SAddOverflow,
    /// Does unsigned subtraction overflow? Yields `i1`.
    USubOverflow,
    /// Does signed subtraction overflow? Yields `i1`.
    SSubOverflow,
    /// Does unsigned multiplication overflow? Yields `i1`.
    UMulOverflow,
    /// Does signed multiplication overflow? Yields `i1`.
    SMulOverflow,
    /// IEEE addition, to nearest even.
    FAdd,
    /// IEEE subtraction, to nearest even.
    FSub,
    /// IEEE multiplication, to nearest even.
    FMul,
    /// IEEE division, to nearest even.
    FDiv,
    /// Remainder as C's `fmod`: exact, with the sign of the dividend.
    FRem,
    /// The smaller of two numbers; a NaN loses against a number (C's `fmin`; -0 is below +0).
    FMinNum,
    /// The larger of two numbers; a NaN loses against a number (C's `fmax`).
    FMaxNum,
    /// IEEE 754-2019 minimum: a NaN wins, -0 is below +0.
    FMinimum,
    /// IEEE 754-2019 maximum: a NaN wins, -0 is below +0.
    FMaximum,
    /// Magnitude of the first, sign of the second operand.
    FCopySign,
    /// Ordered and equal. Yields `i1`.
    FEq,
    /// Ordered and less. Yields `i1`.
    FLt,
    /// Ordered and at most. Yields `i1`.
    FLe,
    /// Is one of them a NaN? Yields `i1`.
    FUnordered,
    /// Pointer plus a byte offset: `Ptr × Int(pointer width) → Ptr`. Keeps the object, wraps the
    /// address.
    PtrAdd,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastOp {
    /// Keep the low bits.
    Trunc,
    /// Extend with zeros.
    ZExt,
    /// Extend with the sign bit.
    SExt,
    /// Integer to the float with the same bits, or back. Same width.
    Bits,
    /// Between float formats, to nearest even.
    FloatToFloat,
    /// Signed integer to float, to nearest even.
    SIntToFloat,
    /// Unsigned integer to float, to nearest even.
    UIntToFloat,
    /// Float to signed integer toward zero, saturating; NaN gives 0. The front end guards C's
    /// undefined cases.
    FloatToSInt,
    /// Float to unsigned integer toward zero, saturating; NaN gives 0. The front end guards C's
    /// undefined cases.
    FloatToUInt,
    /// The address of a pointer, as an integer of pointer width. Exposes the object.
    PtrToInt,
    /// The exposed object that holds the address (one past its end included), or a pointer without
    /// an object. The operand has pointer width.
    IntToPtr,
}

/// A node of an expression. See the module's documentation for the semantics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expr {
    /// The value of a register of the current activation.
    Register(Register),
    /// A constant of at most 64 bits, integer or the bits of a float; bits above the width are
    /// zero.
    Const(u64),
    /// A constant of more than 64 bits, integer or the bits of a float.
    Wide(WideConst),
    /// The null pointer.
    Null,
    /// The address of a global object.
    GlobalAddr(Global),
    /// The address of a function.
    FunctionAddr(Function),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// A conversion to the type of the expression.
    Cast(CastOp, ExprId),
    /// `Select(c, a, b)`: `a` if the `i1` `c` is 1, else `b`.
    Select(ExprId, ExprId, ExprId),
    /// Fused multiply-add `a * b + c`, rounded once.
    FMulAdd(ExprId, ExprId, ExprId),
}

impl UnaryOp {
    /// All operators with their names in the textual form.
    pub const NAMES: &'static [(UnaryOp, &'static str)] = &[
        (UnaryOp::PopCount, "popcount"),
        (UnaryOp::LeadingZeros, "clz"),
        (UnaryOp::TrailingZeros, "ctz"),
        (UnaryOp::ByteSwap, "bswap"),
        (UnaryOp::BitReverse, "bitreverse"),
        (UnaryOp::FNeg, "fneg"),
        (UnaryOp::FAbs, "fabs"),
        (UnaryOp::FSqrt, "fsqrt"),
        (UnaryOp::FFloor, "ffloor"),
        (UnaryOp::FCeil, "fceil"),
        (UnaryOp::FTrunc, "ftrunc"),
        (UnaryOp::FRound, "fround"),
        (UnaryOp::FRoundEven, "froundeven"),
        (UnaryOp::FIsNan, "fisnan"),
        (UnaryOp::FIsInf, "fisinf"),
        (UnaryOp::FIsSubnormal, "fissubnormal"),
    ];

    /// The operator's name in the textual form.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).map_or("?", |(_, n)| n)
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
    /// All operators with their names in the textual form.
    pub const NAMES: &'static [(BinaryOp, &'static str)] = &[
        (BinaryOp::Add, "add"),
        (BinaryOp::Sub, "sub"),
        (BinaryOp::Mul, "mul"),
        (BinaryOp::UDiv, "udiv"),
        (BinaryOp::SDiv, "sdiv"),
        (BinaryOp::URem, "urem"),
        (BinaryOp::SRem, "srem"),
        (BinaryOp::Shl, "shl"),
        (BinaryOp::LShr, "lshr"),
        (BinaryOp::AShr, "ashr"),
        (BinaryOp::And, "and"),
        (BinaryOp::Or, "or"),
        (BinaryOp::Xor, "xor"),
        (BinaryOp::Eq, "eq"),
        (BinaryOp::Ne, "ne"),
        (BinaryOp::Ult, "ult"),
        (BinaryOp::Ule, "ule"),
        (BinaryOp::Slt, "slt"),
        (BinaryOp::Sle, "sle"),
        (BinaryOp::UAddOverflow, "uaddo"),
        (BinaryOp::SAddOverflow, "saddo"),
        (BinaryOp::USubOverflow, "usubo"),
        (BinaryOp::SSubOverflow, "ssubo"),
        (BinaryOp::UMulOverflow, "umulo"),
        (BinaryOp::SMulOverflow, "smulo"),
        (BinaryOp::FAdd, "fadd"),
        (BinaryOp::FSub, "fsub"),
        (BinaryOp::FMul, "fmul"),
        (BinaryOp::FDiv, "fdiv"),
        (BinaryOp::FRem, "frem"),
        (BinaryOp::FMinNum, "fmin"),
        (BinaryOp::FMaxNum, "fmax"),
        (BinaryOp::FMinimum, "fminimum"),
        (BinaryOp::FMaximum, "fmaximum"),
        (BinaryOp::FCopySign, "fcopysign"),
        (BinaryOp::FEq, "feq"),
        (BinaryOp::FLt, "flt"),
        (BinaryOp::FLe, "fle"),
        (BinaryOp::FUnordered, "funo"),
        (BinaryOp::PtrAdd, "ptradd"),
    ];

    /// The operator's name in the textual form.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).map_or("?", |(_, n)| n)
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
    /// All conversions with their names in the textual form.
    pub const NAMES: &'static [(CastOp, &'static str)] = &[
        (CastOp::Trunc, "trunc"),
        (CastOp::ZExt, "zext"),
        (CastOp::SExt, "sext"),
        (CastOp::Bits, "bits"),
        (CastOp::FloatToFloat, "fptofp"),
        (CastOp::SIntToFloat, "sitofp"),
        (CastOp::UIntToFloat, "uitofp"),
        (CastOp::FloatToSInt, "fptosi"),
        (CastOp::FloatToUInt, "fptoui"),
        (CastOp::PtrToInt, "ptrtoint"),
        (CastOp::IntToPtr, "inttoptr"),
    ];

    /// The conversion's name in the textual form.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).map_or("?", |(_, n)| n)
    }

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

/// The hash-consed expressions of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ExprPool {
    nodes: PrimaryMap<ExprId, (Expr, Type)>,
    wide: PrimaryMap<WideConst, Box<[u64]>>,
    #[serde(skip)]
    index: HashMap<(Expr, Type), ExprId>,
    #[serde(skip)]
    wide_index: HashMap<Box<[u64]>, WideConst>,
}

impl ExprPool {
    /// The id of an expression node of the given type. The caller vouches that the type fits; see
    /// [`validate`](crate::validate()) for the check of a whole program.
    pub fn intern(&mut self, expr: Expr, ty: Type) -> ExprId {
        if self.index.len() != self.nodes.len() {
            self.index = self.nodes.iter().map(|(id, key)| (*key, id)).collect();
        }
        *self.index.entry((expr, ty)).or_insert_with(|| self.nodes.push((expr, ty)))
    }

    /// The constant with the given little-endian 64-bit words, cut to the width of the type.
    pub fn constant(&mut self, words: &[u64], ty: Type, bits: u32) -> ExprId {
        let mut cut: Vec<u64> = words.to_vec();
        cut.resize(bits.div_ceil(64) as usize, 0);
        if !bits.is_multiple_of(64)
            && let Some(top) = cut.last_mut()
        {
            *top &= (1u64 << (bits % 64)) - 1;
        }
        if bits <= 64 {
            return self.intern(Expr::Const(cut[0]), ty);
        }
        if self.wide_index.len() != self.wide.len() {
            self.wide_index = self.wide.iter().map(|(id, key)| (key.clone(), id)).collect();
        }
        let key = cut.into_boxed_slice();
        let id = match self.wide_index.get(&key) {
            Some(id) => *id,
            None => {
                let id = self.wide.push(key.clone());
                self.wide_index.insert(key, id);
                id
            }
        };
        self.intern(Expr::Wide(id), ty)
    }

    /// An integer constant of at most 64 bits.
    pub fn int(&mut self, value: u64, width: u32) -> ExprId {
        self.constant(&[value], Type::Int(width), width)
    }

    /// The node of an expression.
    pub fn get(&self, id: ExprId) -> Expr {
        self.nodes[id].0
    }

    /// The type of an expression.
    pub fn ty(&self, id: ExprId) -> Type {
        self.nodes[id].1
    }

    /// The little-endian words of a wide constant.
    pub fn wide(&self, id: WideConst) -> &[u64] {
        &self.wide[id]
    }

    /// Does the wide constant exist, with the words and no more bits than the width asks for?
    pub(crate) fn wide_fits(&self, id: WideConst, bits: u32) -> bool {
        let rest = bits % 64;
        self.wide.get(id).is_some_and(|words| {
            words.len() == bits.div_ceil(64) as usize
                && words.last().is_some_and(|top| rest == 0 || top.checked_shr(rest).unwrap_or(0) == 0)
        })
    }

    /// Number of expressions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// About how many bytes the expressions occupy, the index for interning included once it
    /// exists.
    pub fn memory(&self) -> usize {
        let node = size_of::<(Expr, Type)>();
        let wide: usize = self.wide.values().map(|w| w.len() * 8 + 16).sum();
        self.nodes.len() * node + self.index.capacity() * (node + 4) + wide
    }

    /// Are there no expressions?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All expressions, operands before the nodes that use them.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, Expr, Type)> + '_ {
        self.nodes.iter().map(|(id, (e, t))| (id, *e, *t))
    }

    /// The operands of a node, in order.
    pub fn operands(&self, id: ExprId) -> impl Iterator<Item = ExprId> + use<> {
        let (a, b, c) = match self.get(id) {
            Expr::Unary(_, a) | Expr::Cast(_, a) => (Some(a), None, None),
            Expr::Binary(_, a, b) => (Some(a), Some(b), None),
            Expr::Select(a, b, c) | Expr::FMulAdd(a, b, c) => (Some(a), Some(b), Some(c)),
            _ => (None, None, None),
        };
        [a, b, c].into_iter().flatten()
    }

    /// Adds the registers that an expression reads to `out` (each once for every path to it is
    /// avoided by `out`'s own set semantics).
    pub fn registers(&self, id: ExprId, out: &mut std::collections::BTreeSet<Register>) {
        let mut stack = vec![id];
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Expr::Register(r) = self.get(id) {
                out.insert(r);
            }
            stack.extend(self.operands(id));
        }
    }

    /// The float format of an expression.
    pub fn float_kind(&self, id: ExprId) -> Option<FloatKind> {
        match self.ty(id) {
            Type::Float(k) => Some(k),
            _ => None,
        }
    }
}

impl PartialEq for ExprPool {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.wide == other.wide
    }
}
impl Eq for ExprPool {}
