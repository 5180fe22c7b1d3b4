//! SMT-LIB's floating-point operators by name, with their sort rules.

use crate::arena::{Terms, TypeError};
use crate::float::Float;
use crate::float::{Format, RoundingMode};
use crate::sort::SortKind;
use crate::term::{Kind, Op, Term};

/// How many numerals an operator takes.
pub(crate) fn indices(name: &str) -> usize {
    match name {
        "to_fp" | "to_fp_unsigned" => 2,
        "fp.to_ubv" | "fp.to_sbv" => 1,
        _ => 0,
    }
}

/// Operators that are one of the core, in the same order of operands.
fn plain(name: &str) -> Option<Op> {
    let kinds = Kind::PLAIN.iter().copied().filter(|kind| kind.is_float());
    kinds.filter(|kind| kind.name() == name).find_map(Kind::plain)
}

/// Applies an operator. The number of indices is right.
pub(crate) fn apply(terms: &mut Terms, name: &str, indices: &[u64], operands: &[Term]) -> Result<Term, TypeError> {
    let error = |cause: &str| Err(TypeError::Index { op: name.into(), cause: cause.into() });
    match (name, operands) {
        ("fp", _) => from_parts(terms, operands),
        ("fp.leq" | "fp.lt" | "fp.geq" | "fp.gt" | "fp.eq", _) => chain(terms, name, operands),
        ("fp.sub", _) => {
            typed(terms, name, Kind::FpAdd, operands)?;
            Ok(terms.fp_sub(operands[0], operands[1], operands[2]))
        }
        ("fp.min", _) => {
            typed(terms, name, Kind::FpMin, operands)?;
            Ok(terms.smt_min(operands[0], operands[1]))
        }
        ("fp.max", _) => {
            typed(terms, name, Kind::FpMax, operands)?;
            Ok(terms.smt_max(operands[0], operands[1]))
        }
        ("fp.to_ubv" | "fp.to_sbv", _) => {
            let sort = terms.try_bv_sort(indices[0])?;
            let SortKind::BitVec(width) = terms.sort_kind(sort) else { return error("the result is a bit-vector") };
            let signed = name == "fp.to_sbv";
            terms.check_conversion(if signed { Op::FpToSigned } else { Op::FpToUnsigned }, sort, operands)?;
            let [mode, a] = [operands[0], operands[1]];
            Ok(if signed { terms.smt_to_signed(width, mode, a) } else { terms.smt_to_unsigned(width, mode, a) })
        }
        ("to_fp", [_]) => convert(terms, Op::FpFromBits, indices, operands),
        ("to_fp", [_, a]) if terms.float_format(*a).is_some() => convert(terms, Op::FpFromFp, indices, operands),
        ("to_fp", [_, _]) => convert(terms, Op::FpFromSigned, indices, operands),
        ("to_fp", _) => Err(terms.arity_error(name, "1 or 2", operands)),
        ("to_fp_unsigned", _) => convert(terms, Op::FpFromUnsigned, indices, operands),
        ("fp.to_real", _) => error("real numbers are not supported"),
        _ => match plain(name) {
            Some(op) => terms.try_mk(op, terms.bool_sort(), operands),
            None => error("no such operator"),
        },
    }
}

fn typed(terms: &mut Terms, name: &str, kind: Kind, operands: &[Term]) -> Result<(), TypeError> {
    terms.result_sort(kind, operands).map(|_| ()).map_err(|error| match error {
        TypeError::Arity { expected, found, .. } => TypeError::Arity { op: name.into(), expected, found },
        TypeError::Operand { position, expected, found, .. } => {
            TypeError::Operand { op: name.into(), position, expected, found }
        }
        other => other,
    })
}

fn convert(terms: &mut Terms, op: Op, indices: &[u64], operands: &[Term]) -> Result<Term, TypeError> {
    let format = Format::new(indices[0], indices[1])?;
    let sort = terms.float_sort(format);
    terms.try_mk(op, sort, operands)
}

/// `(fp sign exponent fraction)`; a literal when the parts are.
fn from_parts(terms: &mut Terms, operands: &[Term]) -> Result<Term, TypeError> {
    let [sign, exponent, fraction] = *operands else { return Err(terms.arity_error("fp", "3", operands)) };
    for (i, operand) in operands.iter().enumerate() {
        terms.check("fp", i + 1, terms.bv_width(*operand).is_some(), "a bit-vector", *operand)?;
    }
    terms.check("fp", 1, terms.width(sign) == 1, "(_ BitVec 1)", sign)?;
    let format = Format::new(terms.width(exponent).into(), u64::from(terms.width(fraction)) + 1)?;
    match (terms.constant(sign), terms.constant(exponent), terms.constant(fraction)) {
        (Some(sign), Some(exponent), Some(fraction)) => {
            Ok(terms.float(&Float::from_bits(format, sign.concat(&exponent).concat(&fraction))))
        }
        _ => Ok(terms.fp_from_parts(sign, exponent, fraction)),
    }
}

/// A comparison of neighbours.
fn chain(terms: &mut Terms, name: &str, operands: &[Term]) -> Result<Term, TypeError> {
    if operands.len() < 2 {
        return Err(terms.arity_error(name, "2 or more", operands));
    }
    for (i, operand) in operands.iter().enumerate() {
        let number = terms.float_format(*operand).is_some();
        terms.check(name, i + 1, number, "a floating-point number", *operand)?;
        terms.check_same(name, i + 1, operands[0], *operand)?;
    }
    let compare = match name {
        "fp.leq" => Terms::fp_le,
        "fp.lt" => Terms::fp_lt,
        "fp.geq" => Terms::fp_ge,
        "fp.gt" => Terms::fp_gt,
        _ => Terms::fp_eq,
    };
    let links: Vec<Term> = operands.windows(2).map(|pair| compare(terms, pair[0], pair[1])).collect();
    Ok(terms.and_all(links))
}

/// The constants that are names.
pub(crate) fn constant(terms: &mut Terms, name: &str) -> Option<Term> {
    RoundingMode::named(name).map(|mode| terms.rounding_mode(mode))
}

/// The constants that are names with the bits of exponent and significand.
pub(crate) fn indexed_constant(name: &str) -> Option<fn(Format) -> Float> {
    Some(match name {
        "NaN" => Float::nan,
        "+oo" => |format| Float::infinity(format, false),
        "-oo" => |format| Float::infinity(format, true),
        "+zero" => |format| Float::zero(format, false),
        "-zero" => |format| Float::zero(format, true),
        _ => return None,
    })
}
