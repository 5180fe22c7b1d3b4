//! SMT-LIB's operators by name, with their sort rules: the checked way in for text from outside.

use crate::arena::{Terms, TypeError};
use crate::float::Format;
use crate::float_terms;
use crate::sort::{MAX_WIDTH, SortError};
use crate::term::{Op, Term};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How an operator takes more than two operands.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Unary(fn(&mut Terms, Term) -> Term),
    Binary(fn(&mut Terms, Term, Term) -> Term),
    /// `a op b op c` from the left.
    Left(fn(&mut Terms, Term, Term) -> Term),
    /// `a op (b op c)`.
    Right(fn(&mut Terms, Term, Term) -> Term),
    /// `a op b` and `b op c`.
    Chain(fn(&mut Terms, Term, Term) -> Term),
    Distinct,
    Ternary(Op),
    Indexed(IndexedOp),
    /// An operator of floating point, which checks its operands itself.
    Float,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum IndexedOp {
    Extract,
    ZeroExtend,
    SignExtend,
    RotateLeft,
    RotateRight,
    Repeat,
}

/// What the operands of an operator must be, beyond what the core constructors check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Bool,
    BitVec,
    /// Concatenation: bit-vectors of any widths.
    BitVecs,
    Any,
}

/// One of SMT-LIB's operators.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    name: &'static str,
    takes: Takes,
    shape: Shape,
}

/// At most this many operands of `distinct`, whose meaning is a conjunction over all pairs.
const MAX_DISTINCT: usize = 2048;

macro_rules! surface {
    ($($name:literal $takes:ident $shape:expr;)*) => {
        const TABLE: &[Surface] = &[$(Surface { name: $name, takes: Takes::$takes, shape: $shape }),*];
    };
}

static BY_NAME: LazyLock<FxHashMap<&'static str, Surface>> =
    LazyLock::new(|| TABLE.iter().map(|entry| (entry.name, *entry)).collect());

/// The operator of this name.
pub fn operator(name: &str) -> Option<Surface> {
    BY_NAME.get(name).copied()
}

use Shape::*;

surface! {
    "not" Bool Unary(Terms::not);
    "and" Bool Left(Terms::and);
    "or" Bool Left(Terms::or);
    "xor" Bool Left(Terms::xor);
    "=>" Bool Right(Terms::implies);
    "=" Any Chain(Terms::eq);
    "distinct" Any Distinct;
    "ite" Any Ternary(Op::Ite);
    "select" Any Binary(Terms::select);
    "store" Any Ternary(Op::Store);
    "bvnot" BitVec Unary(Terms::bv_not);
    "bvneg" BitVec Unary(Terms::bv_neg);
    "bvand" BitVec Left(Terms::bv_and);
    "bvor" BitVec Left(Terms::bv_or);
    "bvxor" BitVec Left(Terms::bv_xor);
    "bvnand" BitVec Binary(Terms::bv_nand);
    "bvnor" BitVec Binary(Terms::bv_nor);
    "bvxnor" BitVec Binary(Terms::bv_xnor);
    "bvadd" BitVec Left(Terms::bv_add);
    "bvsub" BitVec Left(Terms::bv_sub);
    "bvmul" BitVec Left(Terms::bv_mul);
    "bvudiv" BitVec Binary(Terms::bv_udiv);
    "bvurem" BitVec Binary(Terms::bv_urem);
    "bvsdiv" BitVec Binary(Terms::bv_sdiv);
    "bvsrem" BitVec Binary(Terms::bv_srem);
    "bvsmod" BitVec Binary(Terms::bv_smod);
    "bvshl" BitVec Binary(Terms::bv_shl);
    "bvlshr" BitVec Binary(Terms::bv_lshr);
    "bvashr" BitVec Binary(Terms::bv_ashr);
    "bvult" BitVec Binary(Terms::bv_ult);
    "bvule" BitVec Binary(Terms::bv_ule);
    "bvugt" BitVec Binary(|t, a, b| t.bv_ult(b, a));
    "bvuge" BitVec Binary(|t, a, b| t.bv_ule(b, a));
    "bvslt" BitVec Binary(Terms::bv_slt);
    "bvsle" BitVec Binary(Terms::bv_sle);
    "bvsgt" BitVec Binary(|t, a, b| t.bv_slt(b, a));
    "bvsge" BitVec Binary(|t, a, b| t.bv_sle(b, a));
    "bvcomp" BitVec Binary(Terms::bv_comp);
    "bvnego" BitVec Unary(Terms::bv_nego);
    "bvuaddo" BitVec Binary(Terms::bv_uaddo);
    "bvsaddo" BitVec Binary(Terms::bv_saddo);
    "bvumulo" BitVec Binary(Terms::bv_umulo);
    "bvsmulo" BitVec Binary(Terms::bv_smulo);
    "bvusubo" BitVec Binary(Terms::bv_usubo);
    "bvssubo" BitVec Binary(Terms::bv_ssubo);
    "bvsdivo" BitVec Binary(Terms::bv_sdivo);
    "concat" BitVecs Left(Terms::concat);
    "extract" BitVec Indexed(IndexedOp::Extract);
    "zero_extend" BitVec Indexed(IndexedOp::ZeroExtend);
    "sign_extend" BitVec Indexed(IndexedOp::SignExtend);
    "rotate_left" BitVec Indexed(IndexedOp::RotateLeft);
    "rotate_right" BitVec Indexed(IndexedOp::RotateRight);
    "repeat" BitVec Indexed(IndexedOp::Repeat);
    "fp" Any Float;
    "fp.abs" Any Float;
    "fp.neg" Any Float;
    "fp.add" Any Float;
    "fp.sub" Any Float;
    "fp.mul" Any Float;
    "fp.div" Any Float;
    "fp.fma" Any Float;
    "fp.sqrt" Any Float;
    "fp.rem" Any Float;
    "fp.roundToIntegral" Any Float;
    "fp.min" Any Float;
    "fp.max" Any Float;
    "fp.leq" Any Float;
    "fp.lt" Any Float;
    "fp.geq" Any Float;
    "fp.gt" Any Float;
    "fp.eq" Any Float;
    "fp.isNormal" Any Float;
    "fp.isSubnormal" Any Float;
    "fp.isZero" Any Float;
    "fp.isInfinite" Any Float;
    "fp.isNaN" Any Float;
    "fp.isNegative" Any Float;
    "fp.isPositive" Any Float;
    "to_fp" Any Float;
    "to_fp_unsigned" Any Float;
    "fp.to_ubv" Any Float;
    "fp.to_sbv" Any Float;
    "fp.to_ieee_bv" Any Float;
    "fp.to_real" Any Float;
}

impl Surface {
    /// The names of all operators.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|entry| entry.name)
    }

    /// Applies the operator with its numerals, if any, to operands.
    pub fn apply(self, terms: &mut Terms, indices: &[u64], operands: &[Term]) -> Result<Term, TypeError> {
        self.check_operands(terms, operands)?;
        let arity = |expected: &str| Err(terms.arity_error(self.name, expected, operands));
        let wanted = match self.shape {
            Indexed(IndexedOp::Extract) => 2,
            Indexed(_) => 1,
            Float => float_terms::surface::indices(self.name),
            _ => 0,
        };
        if indices.len() != wanted {
            return Err(self.index_error(format!("it takes {wanted} index(es), found {}", indices.len())));
        }
        match (self.shape, operands) {
            (Unary(f), [a]) => Ok(f(terms, *a)),
            (Unary(_), _) => arity("1"),
            (Binary(_), [array, index]) if self.name == "select" => {
                terms.try_mk(Op::Select, terms.bool_sort(), &[*array, *index])
            }
            (Binary(f), [a, b]) => {
                self.check_product_width(terms, *a)?;
                Ok(f(terms, *a, *b))
            }
            (Binary(_), _) => arity("2"),
            (Left(_), [a]) if matches!(self.name, "and" | "or") => Ok(*a),
            (Left(f), [first, rest @ ..]) if !rest.is_empty() => Ok(rest.iter().fold(*first, |a, b| f(terms, a, *b))),
            (Right(f), [rest @ .., last]) if !rest.is_empty() => {
                Ok(rest.iter().rev().fold(*last, |b, a| f(terms, *a, b)))
            }
            (Chain(f), [_, _, ..]) => {
                let links: Vec<_> = operands.windows(2).map(|pair| f(terms, pair[0], pair[1])).collect();
                Ok(terms.and_all(links))
            }
            (Distinct, [_, _, ..]) if operands.len() > MAX_DISTINCT => {
                Err(self.index_error(format!("more than {MAX_DISTINCT} operands")))
            }
            (Distinct, [_, _, ..]) => Ok(terms.distinct(operands)),
            (Left(_) | Right(_) | Chain(_) | Distinct, _) => arity("2 or more"),
            (Ternary(op), _) => terms.try_mk(op, terms.bool_sort(), operands),
            (Indexed(op), [a]) => self.apply_indexed(terms, op, indices, *a),
            (Indexed(_), _) => arity("1"),
            (Float, _) => float_terms::surface::apply(terms, self.name, indices, operands),
        }
    }

    /// Whether this is an operator of floating point, whose names scripts of other logics may use.
    pub fn is_float(self) -> bool {
        matches!(self.shape, Float)
    }

    /// The format to which the operator rounds a real number, if it does that.
    pub(crate) fn rounds_to(self, indices: &[u64]) -> Option<Result<Format, SortError>> {
        match (self.name, indices) {
            ("to_fp", [exponent, significand]) => Some(Format::new(*exponent, *significand)),
            _ => None,
        }
    }

    fn index_error(self, cause: String) -> TypeError {
        TypeError::Index { op: self.name.into(), cause }
    }

    fn check_operands(self, terms: &Terms, operands: &[Term]) -> Result<(), TypeError> {
        let mut total: u64 = 0;
        for (i, operand) in operands.iter().enumerate() {
            let (ok, expected) = match self.takes {
                Takes::Any if matches!(self.shape, Ternary(_) | Float) || self.name == "select" => return Ok(()),
                Takes::Any => (terms.sort(*operand) == terms.sort(operands[0]), None),
                Takes::Bool => (terms.is_bool(*operand), Some("Bool")),
                Takes::BitVec if terms.bv_width(operands[0]).is_some() => {
                    (terms.sort(*operand) == terms.sort(operands[0]), None)
                }
                Takes::BitVec | Takes::BitVecs => (terms.bv_width(*operand).is_some(), Some("a bit-vector")),
            };
            if !ok {
                return Err(TypeError::Operand {
                    op: self.name.into(),
                    position: i + 1,
                    expected: expected.map_or_else(|| terms.sort_name(terms.sort(operands[0])), str::to_owned),
                    found: terms.sort_name(terms.sort(*operand)),
                });
            }
            total += u64::from(terms.bv_width(*operand).unwrap_or(0));
        }
        if self.takes == Takes::BitVecs { self.check_width(total) } else { Ok(()) }
    }

    fn check_width(self, width: u64) -> Result<(), TypeError> {
        if width > u64::from(MAX_WIDTH) { Err(SortError::TooWide(width).into()) } else { Ok(()) }
    }

    fn check_product_width(self, terms: &Terms, a: Term) -> Result<(), TypeError> {
        match self.name {
            "bvumulo" | "bvsmulo" => self.check_width(2 * u64::from(terms.width(a))),
            _ => Ok(()),
        }
    }

    fn apply_indexed(self, terms: &mut Terms, op: IndexedOp, indices: &[u64], a: Term) -> Result<Term, TypeError> {
        let width = terms.width(a);
        let first = indices.first().copied().unwrap_or(0);
        match op {
            IndexedOp::Extract => {
                let low = indices.get(1).copied().unwrap_or(0);
                if low > first || first >= u64::from(width) {
                    let cause = format!("bits {first} down to {low} of a bit-vector of {width} bits");
                    return Err(self.index_error(cause));
                }
                Ok(terms.extract(first as u32, low as u32, a))
            }
            IndexedOp::ZeroExtend | IndexedOp::SignExtend => {
                self.check_width(first.saturating_add(u64::from(width)))?;
                let by = first as u32;
                Ok(if op == IndexedOp::ZeroExtend { terms.zero_extend(by, a) } else { terms.sign_extend(by, a) })
            }
            IndexedOp::RotateLeft => Ok(terms.rotate_left((first % u64::from(width)) as u32, a)),
            IndexedOp::RotateRight => Ok(terms.rotate_right((first % u64::from(width)) as u32, a)),
            IndexedOp::Repeat if first == 0 => Err(self.index_error("the count is positive".into())),
            IndexedOp::Repeat => {
                self.check_width(first.saturating_mul(u64::from(width)))?;
                Ok(terms.repeat(first as u32, a))
            }
        }
    }
}
