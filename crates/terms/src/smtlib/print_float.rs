//! How floating-point operators are written.
//!
//! SMT-LIB leaves some results of `fp.min`, `fp.max`, `fp.to_ubv` and `fp.to_sbv` open where the
//! operators of the core do not, so those are written with the open case decided. What the reader
//! makes of one of these names (see [`crate::Terms::unspecified`]) is written as that name. A
//! hidden function alone, as the simplifier may leave it, is written as the operator: where it
//! counts, the operator's result is the function's.

use super::print::Names;
use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::{RoundingMode, integer_range};
use crate::sort::SortKind;
use crate::term::{Kind, Op, Symbol, Term};
use std::fmt::Write;

/// How a term is written.
pub(super) enum Form {
    /// As its operator over its operands.
    Plain,
    /// As SMT-LIB's operator over the operands of this operator of the core.
    Whole(Term),
    /// As this text, in which the two operands have the names that [`parameter`] gives.
    Named(String),
}

/// The name of an operand in a text.
pub(super) fn parameter(names: &Names, index: usize) -> String {
    format!("{}{}", names.local_prefix(), ["a", "b"][index])
}

pub(super) fn form(terms: &Terms, names: &Names, term: Term) -> Form {
    if let Some(core) = terms.whole(term) {
        return Form::Whole(core);
    }
    let decided = match terms.op(term) {
        Op::FpMin | Op::FpMax | Op::FpToUnsigned | Op::FpToSigned => true,
        Op::Apply(symbol) => terms.symbol(symbol).hidden.is_some(),
        _ => false,
    };
    if !decided {
        return Form::Plain;
    }
    let (a, b) = (parameter(names, 0), parameter(names, 1));
    match terms.op(term) {
        op @ (Op::FpMin | Op::FpMax) => {
            Form::Named(format!("(ite (and (fp.isZero {a}) (fp.isZero {b})) {b} ({} {a} {b}))", op.kind().name()))
        }
        op @ (Op::FpToUnsigned | Op::FpToSigned) => {
            let [mode, number] = *terms.operands(term) else { return Form::Plain };
            let Some(format) = terms.float_format(number) else { return Form::Plain };
            let width = terms.width(term);
            let range = |mode: RoundingMode| integer_range(format, mode, width, op == Op::FpToSigned);
            let bounds = match terms.mode_value(mode) {
                Some(mode) => {
                    let (low, high) = range(mode);
                    format!("(and (fp.leq {low} {b}) (fp.leq {b} {high}))")
                }
                None => {
                    let mut text = "(or".to_owned();
                    for mode in RoundingMode::ALL {
                        let (low, high) = range(mode);
                        let _ = write!(text, " (and (= {a} {mode}) (fp.leq {low} {b}) (fp.leq {b} {high}))");
                    }
                    text + ")"
                }
            };
            let (head, zero) = (surface_head(terms, term), Bits::zero(width));
            Form::Named(format!("(ite {bounds} ({head} {a} {b}) {zero})"))
        }
        Op::Apply(symbol) => Form::Named(application(terms, symbol, &a, &b)),
        _ => Form::Plain,
    }
}

/// A hidden function at two arguments, which occur in the text more than once.
fn application(terms: &Terms, symbol: Symbol, a: &str, b: &str) -> String {
    let data = terms.symbol(symbol);
    match (data.hidden, terms.sort_kind(data.result)) {
        (Some(kind @ (Kind::FpToUnsigned | Kind::FpToSigned)), SortKind::BitVec(width)) => {
            format!("((_ {} {width}) {a} {b})", kind.name())
        }
        _ => format!("(= ({} {a} {b}) {a})", data.name),
    }
}

/// A function at arguments that are written already; a hidden one as the operator that it is part
/// of.
pub fn application_to_string(terms: &Terms, names: &Names, symbol: Symbol, arguments: &[String]) -> String {
    match (terms.symbol(symbol).hidden, arguments) {
        (Some(_), [a, b]) => application(terms, symbol, a, b),
        _ => format!("({} {})", names.get(symbol), arguments.join(" ")),
    }
}

/// The operator as SMT-LIB names it, with its indices.
pub(super) fn surface_head(terms: &Terms, term: Term) -> String {
    let name = terms.kind(term).name();
    match (terms.op(term), terms.sort_kind(terms.sort(term))) {
        (Op::FpToUnsigned | Op::FpToSigned, SortKind::BitVec(width)) => format!("(_ {name} {width})"),
        (
            Op::FpFromBits | Op::FpFromFp | Op::FpFromSigned | Op::FpFromUnsigned,
            SortKind::Float { exponent, significand },
        ) => format!("(_ {name} {exponent} {significand})"),
        _ => name.to_owned(),
    }
}
