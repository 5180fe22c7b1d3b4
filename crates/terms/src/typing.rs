//! Typed construction: the sort of an operator over operands, or what is wrong with them.

use crate::arena::{Terms, TypeError};
use crate::sort::{Sort, SortKind, SortTable};
use crate::term::{Kind, Op, Symbol, Term};

impl Terms {
    pub(crate) fn check(
        &self,
        op: &str,
        position: usize,
        ok: bool,
        expected: &str,
        found: Term,
    ) -> Result<(), TypeError> {
        if ok {
            return Ok(());
        }
        Err(TypeError::Operand {
            op: op.into(),
            position,
            expected: expected.into(),
            found: self.sort_name(self.sort(found)),
        })
    }

    pub(crate) fn check_same(&self, op: &str, position: usize, first: Term, second: Term) -> Result<(), TypeError> {
        let ok = self.sort(first) == self.sort(second);
        if ok { Ok(()) } else { self.check(op, position, false, &self.sort_name(self.sort(first)), second) }
    }

    /// The sort of an operator without parameters applied to operands, or what is wrong with them.
    /// For those whose sort the operands do not decide ([`Kind::SignExtend`], [`Kind::ConstArray`],
    /// conversions from and to floating point) see the constructors.
    pub fn result_sort(&mut self, kind: Kind, operands: &[Term]) -> Result<Sort, TypeError> {
        use Kind::*;
        let name = kind.name();
        let arity = kind.arity().unwrap_or(0);
        if operands.len() != arity {
            return Err(TypeError::Arity { op: name.into(), expected: arity.to_string(), found: operands.len() });
        }
        let all_bv = |terms: &Terms| -> Result<(), TypeError> {
            for (i, operand) in operands.iter().enumerate() {
                terms.check(name, i + 1, terms.bv_width(*operand).is_some(), "a bit-vector", *operand)?;
            }
            Ok(())
        };
        match kind {
            Not | And | Or => {
                for (i, operand) in operands.iter().enumerate() {
                    self.check(name, i + 1, self.is_bool(*operand), "Bool", *operand)?;
                }
                Ok(SortTable::BOOL)
            }
            Eq => {
                self.check_same(name, 2, operands[0], operands[1])?;
                Ok(SortTable::BOOL)
            }
            Ite => {
                self.check(name, 1, self.is_bool(operands[0]), "Bool", operands[0])?;
                self.check_same(name, 3, operands[1], operands[2])?;
                Ok(self.sort(operands[1]))
            }
            BvNot | BvNeg => {
                all_bv(self)?;
                Ok(self.sort(operands[0]))
            }
            BvUlt | BvSlt => {
                all_bv(self)?;
                self.check_same(name, 2, operands[0], operands[1])?;
                Ok(SortTable::BOOL)
            }
            Concat => {
                all_bv(self)?;
                let width = u64::from(self.width(operands[0])) + u64::from(self.width(operands[1]));
                Ok(self.try_bv_sort(width)?)
            }
            Select | Store => {
                let SortKind::Array { index, element } = self.sort_kind(self.sort(operands[0])) else {
                    self.check(name, 1, false, "an array", operands[0])?;
                    return Ok(SortTable::BOOL);
                };
                self.check(name, 2, self.sort(operands[1]) == index, &self.sort_name(index), operands[1])?;
                if kind == Select {
                    return Ok(element);
                }
                self.check(name, 3, self.sort(operands[2]) == element, &self.sort_name(element), operands[2])?;
                Ok(self.sort(operands[0]))
            }
            BvAnd | BvOr | BvXor | BvAdd | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvShl | BvLshr | BvAshr => {
                all_bv(self)?;
                self.check_same(name, 2, operands[0], operands[1])?;
                Ok(self.sort(operands[0]))
            }
            FpAbs | FpNeg | FpAdd | FpMul | FpDiv | FpFma | FpSqrt | FpRem | FpRoundToIntegral | FpMin | FpMax
            | FpLe | FpLt | FpEq | FpIsNormal | FpIsSubnormal | FpIsZero | FpIsInfinite | FpIsNaN | FpIsNegative
            | FpIsPositive | FpToBits => self.float_result_sort(kind, operands),
            Bool | Const | Float | RoundingMode | Var | Apply | Extract | SignExtend | ConstArray | FpFromBits
            | FpFromFp | FpFromSigned | FpFromUnsigned | FpToUnsigned | FpToSigned => {
                Err(TypeError::Index { op: name.into(), cause: "its sort is not decided by operands".into() })
            }
        }
    }

    /// Builds a term of the core language as it stands; the sort only counts for operators whose
    /// operands do not decide it ([`Op::Extract`], [`Op::SignExtend`], [`Op::ConstArray`],
    /// conversions from and to floating point).
    pub fn try_mk(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Result<Term, TypeError> {
        let sort = match op {
            Op::Bool(_) | Op::Const(_) | Op::Float(_) | Op::RoundingMode(_) | Op::Var(_) => {
                return Err(self.arity_error(op.kind().name(), "no", operands));
            }
            Op::Apply(symbol) => return self.try_apply(symbol, operands),
            Op::Extract(low) => {
                let [operand] = *operands else { return Err(self.arity_error("extract", "1", operands)) };
                self.check("extract", 1, self.bv_width(operand).is_some(), "a bit-vector", operand)?;
                let SortKind::BitVec(width) = self.sort_kind(sort) else {
                    return Err(TypeError::Index { op: "extract".into(), cause: "the result is a bit-vector".into() });
                };
                let (high, limit) = (u64::from(low) + u64::from(width), u64::from(self.width(operand)));
                if high > limit {
                    let cause = format!("bit {} of a bit-vector of {limit} bits", high - 1);
                    return Err(TypeError::Index { op: "extract".into(), cause });
                }
                sort
            }
            Op::SignExtend => {
                let [operand] = *operands else { return Err(self.arity_error("sign_extend", "1", operands)) };
                self.check("sign_extend", 1, self.bv_width(operand).is_some(), "a bit-vector", operand)?;
                match self.sort_kind(sort) {
                    SortKind::BitVec(width) if width >= self.width(operand) => sort,
                    _ => {
                        let cause = "the result is no narrower than the operand".into();
                        return Err(TypeError::Index { op: "sign_extend".into(), cause });
                    }
                }
            }
            Op::ConstArray => {
                let [operand] = *operands else { return Err(self.arity_error("const", "1", operands)) };
                match self.sort_kind(sort) {
                    SortKind::Array { element, .. } => {
                        let expected = self.sort_name(element);
                        self.check("const", 1, self.sort(operand) == element, &expected, operand)?;
                        sort
                    }
                    _ => return Err(TypeError::Index { op: "const".into(), cause: "its sort is an array".into() }),
                }
            }
            Op::FpFromBits
            | Op::FpFromFp
            | Op::FpFromSigned
            | Op::FpFromUnsigned
            | Op::FpToUnsigned
            | Op::FpToSigned => {
                self.check_conversion(op, sort, operands)?;
                sort
            }
            _ => self.result_sort(op.kind(), operands)?,
        };
        Ok(self.intern(op, sort, operands))
    }

    pub(crate) fn arity_error(&self, op: &str, expected: &str, operands: &[Term]) -> TypeError {
        TypeError::Arity { op: op.into(), expected: expected.into(), found: operands.len() }
    }

    /// Applies a declared symbol.
    pub fn try_apply(&mut self, symbol: Symbol, arguments: &[Term]) -> Result<Term, TypeError> {
        let data = self.symbol(symbol);
        if data.parameters.len() != arguments.len() {
            return Err(self.arity_error(&data.name, &data.parameters.len().to_string(), arguments));
        }
        for (i, (argument, expected)) in arguments.iter().zip(&data.parameters).enumerate() {
            if self.sort(*argument) != *expected {
                self.check(&data.name, i + 1, false, &self.sort_name(*expected), *argument)?;
            }
        }
        let (op, sort) =
            if arguments.is_empty() { (Op::Var(symbol), data.result) } else { (Op::Apply(symbol), data.result) };
        Ok(self.intern(op, sort, arguments))
    }

    /// The same operator, parameter and sort over other operands of the same sorts.
    pub fn rebuild(&mut self, term: Term, operands: &[Term]) -> Term {
        debug_assert!(self.operands(term).iter().zip(operands).all(|(a, b)| self.sort(*a) == self.sort(*b)));
        if operands.is_empty() {
            return term;
        }
        let (op, sort) = (self.op(term), self.sort(term));
        self.intern(op, sort, operands)
    }
}
