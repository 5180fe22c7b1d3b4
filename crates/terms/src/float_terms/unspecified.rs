//! Where SMT-LIB leaves a result open: operators with any result there.
//!
//! `fp.min` and `fp.max` of zeros of different sign are one of the two, and `fp.to_ubv` and
//! `fp.to_sbv` of NaN, infinities and integers that do not fit are any bit-vector; which one is a
//! function of the operands. The operators of the core have one meaning everywhere. SMT-LIB's are
//! made of them and of a hidden uninterpreted function for the open cases, one for each operator
//! and signature, so that a formula is satisfiable exactly when it is for some choice. This is what
//! Z3 (unless `rewriter.hi_fp_unspecified` is set, which makes all of them zero) and cvc5 do.
//! Bitwuzla does too, but has one function for signed and unsigned conversions.
//!
//! A hidden function is told from declared ones by [`SymbolData::hidden`], whatever their names. It
//! is written as the operator that it is part of, and never in models.

use crate::arena::Terms;
use crate::float::Float;
use crate::float::{Format, RoundingMode};
use crate::float::{Rational, integer_range};
use crate::sort::Sort;
use crate::term::{Kind, Op, Symbol, SymbolData, Term};

impl Terms {
    /// The function that gives the unspecified results of an operator. For [`Kind::FpMin`] and
    /// [`Kind::FpMax`] it says whether the first operand is taken.
    pub fn unspecified(&mut self, kind: Kind, parameters: &[Sort], result: Sort) -> Symbol {
        let (name, parameters) = (kind.name().into(), parameters.into());
        self.declare_symbol(SymbolData { name, parameters, result, hidden: Some(kind) })
    }

    /// SMT-LIB's `fp.min`: either one of two zeros of different sign.
    pub fn smt_min(&mut self, a: Term, b: Term) -> Term {
        self.choice_of_zeros(Op::FpMin, a, b)
    }

    /// SMT-LIB's `fp.max`: either one of two zeros of different sign.
    pub fn smt_max(&mut self, a: Term, b: Term) -> Term {
        self.choice_of_zeros(Op::FpMax, a, b)
    }

    fn choice_of_zeros(&mut self, op: Op, a: Term, b: Term) -> Term {
        // The core takes the second.
        let core = self.mk(op, &[a, b]);
        let (sort, truth) = (self.sort(a), self.bool_sort());
        let chosen = self.unspecified(op.kind(), &[sort, sort], truth);
        let first = self.apply(chosen, &[a, b]);
        let (a_zero, b_zero, differ) = (self.fp_is_zero(a), self.fp_is_zero(b), self.ne(a, b));
        let open = self.and_all([a_zero, b_zero, differ, first]);
        let whole = self.ite(open, a, core);
        self.note_whole(whole, core);
        whole
    }

    /// SMT-LIB's `fp.to_ubv`: any bit-vector where there is no integer of this width.
    pub fn smt_to_unsigned(&mut self, width: u32, mode: Term, a: Term) -> Term {
        let core = self.fp_to_unsigned(width, mode, a);
        self.open_conversion(core, width, false)
    }

    /// SMT-LIB's `fp.to_sbv`: any bit-vector where there is no integer of this width.
    pub fn smt_to_signed(&mut self, width: u32, mode: Term, a: Term) -> Term {
        let core = self.fp_to_signed(width, mode, a);
        self.open_conversion(core, width, true)
    }

    fn open_conversion(&mut self, core: Term, width: u32, signed: bool) -> Term {
        let [mode, a] = *self.operands(core) else { return core };
        let fits = self.fits_integer(width, signed, mode, a);
        let sorts = [self.sort(mode), self.sort(a)];
        let any = self.unspecified(self.kind(core), &sorts, self.sort(core));
        let other = self.apply(any, &[mode, a]);
        let whole = self.ite(fits, core, other);
        self.note_whole(whole, core);
        whole
    }

    /// Whether the integer that `mode` chooses for `a` is one of `width` bits: two comparisons with
    /// constants.
    pub fn fits_integer(&mut self, width: u32, signed: bool, mode: Term, a: Term) -> Term {
        let format = self.float_format(a).unwrap_or_else(|| panic!("a floating-point number"));
        let low = self.of_mode(mode, |mode| integer_range(format, mode, width, signed).0);
        let high = self.of_mode(mode, |mode| integer_range(format, mode, width, signed).1);
        let (above, below) = (self.fp_le(low, a), self.fp_le(a, high));
        self.and(above, below)
    }

    /// The constant that a rounding mode decides.
    pub(crate) fn of_mode(&mut self, mode: Term, value: impl Fn(RoundingMode) -> Float) -> Term {
        if let Some(mode) = self.mode_value(mode) {
            return self.float(&value(mode));
        }
        let [first, rest @ ..] = RoundingMode::ALL;
        let otherwise = self.float(&value(first));
        rest.into_iter().rev().fold(otherwise, |otherwise, this| {
            let (constant, result) = (self.rounding_mode(this), self.float(&value(this)));
            let same = self.eq(mode, constant);
            self.ite(same, result, otherwise)
        })
    }

    /// A rational number in a format, rounded by `mode`.
    pub fn fp_from_rational(&mut self, format: Format, mode: Term, value: &Rational) -> Term {
        self.of_mode(mode, |mode| Float::from_rational(format, mode, value))
    }
}
