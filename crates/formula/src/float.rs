//! Floating-point operators as terms: what IEEE says, bit for bit, except that a NaN has any
//! payload.

use crate::build::Build;
use adumbra_program::{BinaryOp, CastOp, FloatKind, Type, UnaryOp};
use adumbra_terms::float::{Format, RoundingMode};
use adumbra_terms::{Term, Terms};

/// An operator whose result is a function of its operands.
#[derive(Clone, Copy, Debug)]
pub enum Operator {
    /// On one operand of a type.
    Unary(UnaryOp, Type),
    /// On two operands of a type.
    Binary(BinaryOp, Type),
    /// A conversion between two types.
    Cast(CastOp, Type, Type),
    /// A fused multiply-add.
    MultiplyAdd(Type),
}

/// The format of a kind of float; x87's has its leading bit written out in memory only.
fn format(kind: FloatKind) -> Option<Format> {
    let (exponent, significand) = match kind {
        FloatKind::Half => (5, 11),
        FloatKind::BFloat => (8, 8),
        FloatKind::Single => (8, 24),
        FloatKind::Double => (11, 53),
        FloatKind::X87 => (15, 64),
        FloatKind::Quad => (15, 113),
    };
    Format::new(exponent, significand).ok()
}

/// The number that a word is.
fn number(terms: &mut Terms, kind: FloatKind, word: Term) -> Option<Term> {
    Some(match kind {
        FloatKind::X87 => terms.x87_from_bits(word),
        _ => terms.fp_from_bits(format(kind)?, word),
    })
}

/// The word of a number.
fn word(terms: &mut Terms, kind: FloatKind, number: Term) -> Term {
    match kind {
        FloatKind::X87 => terms.x87_to_bits(number),
        _ => terms.fp_to_bits(number),
    }
}

/// An integer toward zero, the nearest one if there is none, zero for NaN.
fn saturating(terms: &mut Terms, signed: bool, format: Format, width: u32, a: Term) -> Term {
    let toward_zero = terms.rounding_mode(RoundingMode::TowardZero);
    let nearest = terms.rounding_mode(RoundingMode::NearestEven);
    let one = terms.bv_u64(width + 1, 1);
    // The first integer that is too large, and the last that is not too small; powers of two, or
    // infinite.
    let places = if signed { width - 1 } else { width };
    let shift = terms.bv_u64(width + 1, u64::from(places));
    let bound = terms.bv_shl(one, shift);
    let bound = terms.fp_from_unsigned(format, nearest, bound);
    let below = if signed { terms.fp_neg(bound) } else { terms.float_zero(format, false) };
    let (least, most) = if signed {
        let one = terms.bv_u64(width, 1);
        let shift = terms.bv_u64(width, u64::from(width - 1));
        let least = terms.bv_shl(one, shift);
        (least, terms.bv_not(least))
    } else {
        let zero = terms.bv_u64(width, 0);
        (zero, terms.bv_not(zero))
    };
    let within = match signed {
        true => terms.fp_to_signed(width, toward_zero, a),
        false => terms.fp_to_unsigned(width, toward_zero, a),
    };
    let large = terms.fp_ge(a, bound);
    let small = terms.fp_le(a, below);
    let is_nan = terms.fp_is_nan(a);
    let zero = terms.bv_u64(width, 0);
    let result = terms.ite(small, least, within);
    let result = terms.ite(large, most, result);
    terms.ite(is_nan, zero, result)
}

/// The lesser or greater of two numbers, with -0 below +0. A NaN wins or loses.
fn extreme(terms: &mut Terms, least: bool, nan_wins: bool, a: Term, b: Term) -> Term {
    let (nan_a, nan_b) = (terms.fp_is_nan(a), terms.fp_is_nan(b));
    let (less, equal) = (terms.fp_lt(a, b), terms.fp_eq(a, b));
    // Equal numbers differ only if they are zeros: the negative one is the lesser.
    let negative = terms.fp_is_negative(a);
    let of_equals = terms.and(equal, negative);
    let a_is_less = terms.or(less, of_equals);
    let (low, high) = if least { (a, b) } else { (b, a) };
    let chosen = terms.ite(a_is_less, low, high);
    let (if_a_nan, if_b_nan) = if nan_wins { (a, b) } else { (b, a) };
    let chosen = terms.ite(nan_b, if_b_nan, chosen);
    terms.ite(nan_a, if_a_nan, chosen)
}

/// The class of a number: whether it is one that a test asks for.
pub fn class(build: &mut Build, op: UnaryOp, kind: FloatKind, a: Term) -> Option<Term> {
    let a = number(&mut build.terms, kind, a)?;
    let terms = &mut build.terms;
    let test = match op {
        UnaryOp::FIsNan => terms.fp_is_nan(a),
        UnaryOp::FIsInf => terms.fp_is_infinite(a),
        UnaryOp::FIsSubnormal => terms.fp_is_subnormal(a),
        _ => return None,
    };
    Some(build.simple(test))
}

/// A comparison of numbers.
pub fn compare(build: &mut Build, op: BinaryOp, kind: FloatKind, a: Term, b: Term) -> Option<Term> {
    let terms = &mut build.terms;
    let (a, b) = (number(terms, kind, a)?, number(terms, kind, b)?);
    let holds = match op {
        BinaryOp::FEq => terms.fp_eq(a, b),
        BinaryOp::FLt => terms.fp_lt(a, b),
        BinaryOp::FLe => terms.fp_le(a, b),
        BinaryOp::FUnordered => {
            let (a, b) = (terms.fp_is_nan(a), terms.fp_is_nan(b));
            terms.or(a, b)
        }
        _ => return None,
    };
    Some(build.simple(holds))
}

/// The result of an operator, if it is one that terms have. Where it may be a NaN, `any` gives a
/// word of which nothing is known; what must hold of that word is added to the axioms.
pub fn exactly(
    build: &mut Build,
    operator: Operator,
    operands: &[Term],
    to: Type,
    any: &mut dyn FnMut(&mut Build, u32) -> Term,
    axioms: &mut Vec<Term>,
) -> Option<Term> {
    let terms = &mut build.terms;
    let nearest = terms.rounding_mode(RoundingMode::NearestEven);
    let result = match (operator, operands) {
        (Operator::Unary(op, Type::Float(kind)), [a]) => {
            let a = number(terms, kind, *a)?;
            let mode = match op {
                UnaryOp::FSqrt => None,
                UnaryOp::FFloor => Some(RoundingMode::TowardNegative),
                UnaryOp::FCeil => Some(RoundingMode::TowardPositive),
                UnaryOp::FTrunc => Some(RoundingMode::TowardZero),
                UnaryOp::FRound => Some(RoundingMode::NearestAway),
                UnaryOp::FRoundEven => Some(RoundingMode::NearestEven),
                _ => return None,
            };
            match mode {
                None => terms.fp_sqrt(nearest, a),
                Some(mode) => {
                    let mode = terms.rounding_mode(mode);
                    terms.fp_round_to_integral(mode, a)
                }
            }
        }
        (Operator::Binary(op, Type::Float(kind)), [a, b]) => {
            // The remainder of wide formats is a circuit as long as their exponents.
            if op == BinaryOp::FRem && kind != FloatKind::Half {
                return None;
            }
            let (a, b) = (number(terms, kind, *a)?, number(terms, kind, *b)?);
            match op {
                BinaryOp::FAdd => terms.fp_add(nearest, a, b),
                BinaryOp::FSub => terms.fp_sub(nearest, a, b),
                BinaryOp::FMul => terms.fp_mul(nearest, a, b),
                BinaryOp::FDiv => terms.fp_div(nearest, a, b),
                BinaryOp::FMinNum => extreme(terms, true, false, a, b),
                BinaryOp::FMaxNum => extreme(terms, false, false, a, b),
                BinaryOp::FMinimum => extreme(terms, true, true, a, b),
                BinaryOp::FMaximum => extreme(terms, false, true, a, b),
                BinaryOp::FRem => {
                    // The remainder of the nearest multiple, moved up if that lies above; the sign
                    // is the dividend's.
                    let (x, y) = (terms.fp_abs(a), terms.fp_abs(b));
                    let rest = terms.fp_rem(x, y);
                    let moved = terms.fp_add(nearest, rest, y);
                    let zero = terms.float_zero(format(kind)?, false);
                    let below = terms.fp_lt(rest, zero);
                    let rest = terms.ite(below, moved, rest);
                    let rest = terms.fp_abs(rest);
                    let negated = terms.fp_neg(rest);
                    let negative = terms.fp_is_negative(a);
                    terms.ite(negative, negated, rest)
                }
                _ => return None,
            }
        }
        (Operator::MultiplyAdd(Type::Float(kind)), [a, b, c]) => {
            let (a, b, c) = (number(terms, kind, *a)?, number(terms, kind, *b)?, number(terms, kind, *c)?);
            terms.fp_fma(nearest, a, b, c)
        }
        (Operator::Cast(CastOp::FloatToFloat, Type::Float(from), Type::Float(to)), [a]) => {
            let a = number(terms, from, *a)?;
            terms.fp_from_fp(format(to)?, nearest, a)
        }
        (Operator::Cast(CastOp::SIntToFloat, _, Type::Float(to)), [a]) => {
            terms.fp_from_signed(format(to)?, nearest, *a)
        }
        (Operator::Cast(CastOp::UIntToFloat, _, Type::Float(to)), [a]) => {
            terms.fp_from_unsigned(format(to)?, nearest, *a)
        }
        (
            Operator::Cast(op @ (CastOp::FloatToSInt | CastOp::FloatToUInt), Type::Float(from), Type::Int(width)),
            [a],
        ) => {
            let a = number(terms, from, *a)?;
            let result = saturating(terms, op == CastOp::FloatToSInt, format(from)?, width, a);
            return Some(build.simple(result));
        }
        _ => return None,
    };
    let Type::Float(kind) = to else { return None };
    let width = kind.bits();
    let is_nan = terms.fp_is_nan(result);
    let exact = word(terms, kind, result);
    let (is_nan, exact) = (build.simple(is_nan), build.simple(exact));
    if build.terms.truth(is_nan) == Some(false) {
        return Some(exact);
    }
    let nan = any(build, width);
    let some = number(&mut build.terms, kind, nan)?;
    let some = build.terms.fp_is_nan(some);
    let some = build.simple(some);
    axioms.push(some);
    Some(build.ite(is_nan, nan, exact))
}
