//! The sorts of floating-point operators.

use crate::arena::{Terms, TypeError};
use crate::float::Format;
use crate::sort::{Sort, SortKind};
use crate::term::{Kind, Op, Term};

/// What an operand of a floating-point operator is.
#[derive(Clone, Copy)]
enum Takes {
    Mode,
    Number,
    BitVec,
}

fn signature(kind: Kind) -> &'static [Takes] {
    use Kind::*;
    use Takes::*;
    match kind {
        FpAdd | FpMul | FpDiv => &[Mode, Number, Number],
        FpFma => &[Mode, Number, Number, Number],
        FpSqrt | FpRoundToIntegral | FpFromFp | FpToUnsigned | FpToSigned => &[Mode, Number],
        FpRem | FpMin | FpMax | FpLe | FpLt | FpEq => &[Number, Number],
        FpFromSigned | FpFromUnsigned => &[Mode, BitVec],
        FpFromBits => &[BitVec],
        _ => &[Number],
    }
}

impl Terms {
    /// The format of a floating-point term.
    pub fn float_format(&self, term: Term) -> Option<Format> {
        self.sort_format(self.sort(term))
    }

    /// The format of a floating-point sort.
    pub fn sort_format(&self, sort: Sort) -> Option<Format> {
        match self.sort_kind(sort) {
            // Checked when the sort was made.
            SortKind::Float { exponent, significand } => Format::new(u64::from(exponent), u64::from(significand)).ok(),
            _ => None,
        }
    }

    /// Checks the operands of a floating-point operator: their number, their sorts, and that those
    /// of the operand's format have one format.
    fn check_float_operands(&self, kind: Kind, operands: &[Term]) -> Result<(), TypeError> {
        let (name, takes) = (kind.name(), signature(kind));
        if operands.len() != takes.len() {
            return Err(self.arity_error(name, &takes.len().to_string(), operands));
        }
        let mut first_float = None;
        for (i, (operand, takes)) in operands.iter().zip(takes).enumerate() {
            let sort = self.sort_kind(self.sort(*operand));
            let (ok, expected) = match takes {
                Takes::Mode => (sort == SortKind::RoundingMode, "RoundingMode"),
                Takes::Number => (matches!(sort, SortKind::Float { .. }), "a floating-point number"),
                Takes::BitVec => (matches!(sort, SortKind::BitVec(_)), "a bit-vector"),
            };
            self.check(name, i + 1, ok, expected, *operand)?;
            if matches!(takes, Takes::Number) {
                self.check_same(name, i + 1, *first_float.get_or_insert(*operand), *operand)?;
            }
        }
        Ok(())
    }

    /// The sort of a floating-point operator over operands that decide it.
    pub(crate) fn float_result_sort(&mut self, kind: Kind, operands: &[Term]) -> Result<Sort, TypeError> {
        use Kind::*;
        self.check_float_operands(kind, operands)?;
        match kind {
            FpLe | FpLt | FpEq | FpIsNormal | FpIsSubnormal | FpIsZero | FpIsInfinite | FpIsNaN | FpIsNegative
            | FpIsPositive => Ok(self.bool_sort()),
            FpToBits => {
                let width = self.float_format(operands[0]).map_or(1, Format::width);
                Ok(self.try_bv_sort(u64::from(width))?)
            }
            FpAdd | FpMul | FpDiv | FpFma | FpSqrt | FpRoundToIntegral => Ok(self.sort(operands[1])),
            _ => Ok(self.sort(operands[0])),
        }
    }

    /// Checks the sort of a conversion, which its operands do not decide.
    pub(crate) fn check_conversion(&self, op: Op, sort: Sort, operands: &[Term]) -> Result<(), TypeError> {
        let kind = op.kind();
        self.check_float_operands(kind, operands)?;
        let error = |cause: String| Err(TypeError::Index { op: kind.name().into(), cause });
        match (kind, self.sort_kind(sort)) {
            (Kind::FpToUnsigned | Kind::FpToSigned, SortKind::BitVec(_)) => Ok(()),
            (Kind::FpToUnsigned | Kind::FpToSigned, _) => error("the result is a bit-vector".into()),
            (Kind::FpFromBits, SortKind::Float { exponent, significand }) => {
                let (wanted, found) = (exponent + significand, self.width(operands[0]));
                if wanted == found {
                    return Ok(());
                }
                error(format!("a number of {wanted} bits from a bit-vector of {found} bits"))
            }
            (_, SortKind::Float { .. }) => Ok(()),
            _ => error("the result is a floating-point number".into()),
        }
    }
}
