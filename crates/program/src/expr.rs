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

pub use adumbra_operators::{BinaryOp, CastOp, UnaryOp};

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
