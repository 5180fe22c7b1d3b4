//! Rules on floating point.
//!
//! Few of the laws of numbers hold: sums and products are not associative, `x - x` is NaN for
//! infinities, `x + 0` changes the sign of a zero in some modes. What is here holds for all values,
//! NaN and both zeros included, and in all modes.

use super::check::checked_format;
use super::fold::fold;
use super::table::Category::{Canonical, ConstantPropagation, Deduction, Redundancy, StrengthReduction};
use super::table::{Rule, code, rule};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::{Float, Format, RoundingMode};
use crate::term::{Kind, Op, Term};

/// Numbers at which rules in code are checked: all of a tiny format, else corners.
fn numbers(terms: &mut Terms, format: Format) -> Vec<Term> {
    let values: Vec<Float> = if format.width() <= 4 {
        (0..1 << format.width()).map(|n| Float::from_bits(format, Bits::from_u64(format.width(), n))).collect()
    } else {
        let integer = |n: u64| Float::from_unsigned(format, RoundingMode::TowardZero, &Bits::from_u64(64, n));
        let least = Float::from_bits(format, Bits::one(format.width()));
        let positive = [
            Float::zero(format, false),
            least,
            integer(1),
            integer(3),
            Float::largest(format, false),
            Float::infinity(format, false),
        ];
        positive.iter().cloned().chain(positive.iter().map(Float::neg)).chain([Float::nan(format)]).collect()
    };
    values.iter().map(|value| terms.float(value)).collect()
}

fn modes(terms: &mut Terms) -> Vec<Term> {
    RoundingMode::ALL.into_iter().map(|mode| terms.rounding_mode(mode)).collect()
}

/// An operator over constants.
fn constants(terms: &mut Terms, width: u32, kind: Kind) -> Vec<Term> {
    let format = checked_format(width);
    let (numbers, modes) = (numbers(terms, format), modes(terms));
    let Some(op) = kind.plain() else { return Vec::new() };
    // Fewer for three operands.
    let few: Vec<Term> = numbers.iter().copied().step_by(3).collect();
    let mut shapes = Vec::new();
    match kind {
        Kind::FpAdd | Kind::FpMul | Kind::FpDiv => {
            for mode in modes {
                for a in &numbers {
                    shapes.extend(numbers.iter().map(|b| terms.mk(op, &[mode, *a, *b])));
                }
            }
        }
        Kind::FpFma => {
            for mode in modes {
                for a in &few {
                    for b in &few {
                        shapes.extend(few.iter().map(|c| terms.mk(op, &[mode, *a, *b, *c])));
                    }
                }
            }
        }
        Kind::FpSqrt | Kind::FpRoundToIntegral => {
            for mode in modes {
                shapes.extend(numbers.iter().map(|a| terms.mk(op, &[mode, *a])));
            }
        }
        Kind::FpRem | Kind::FpMin | Kind::FpMax | Kind::FpLe | Kind::FpLt | Kind::FpEq => {
            for a in &numbers {
                shapes.extend(numbers.iter().map(|b| terms.mk(op, &[*a, *b])));
            }
        }
        Kind::FpFromFp => {
            for mode in modes {
                shapes.extend(numbers.iter().map(|a| terms.fp_from_fp(checked_format(width + 1), mode, *a)));
                shapes.extend(numbers.iter().map(|a| terms.fp_from_fp(checked_format(1), mode, *a)));
            }
        }
        Kind::FpToUnsigned | Kind::FpToSigned => {
            for mode in modes {
                for a in &numbers {
                    shapes.extend([terms.fp_to_unsigned(width, mode, *a), terms.fp_to_signed(width, mode, *a)]);
                }
            }
        }
        Kind::FpFromSigned | Kind::FpFromUnsigned => {
            let words = [Bits::zero(width), Bits::one(width), Bits::ones(width), Bits::min_signed(width)];
            for mode in modes {
                for word in &words {
                    let word = terms.bv(word);
                    let signed = terms.fp_from_signed(format, mode, word);
                    shapes.extend([signed, terms.fp_from_unsigned(format, mode, word)]);
                }
            }
        }
        Kind::FpFromBits => {
            for word in [Bits::zero(format.width()), Bits::ones(format.width()), Bits::min_signed(format.width())] {
                let word = terms.bv(&word);
                shapes.push(terms.fp_from_bits(format, word));
            }
        }
        _ => shapes.extend(numbers.iter().map(|a| terms.mk(op, &[*a]))),
    }
    shapes
}

macro_rules! folds {
    ($($kind:ident $name:literal;)*) => {
        &[$(code(
            $name,
            ConstantPropagation,
            ("constant operands", "the constant result"),
            Kind::$kind,
            fold,
            |terms, width| constants(terms, width, Kind::$kind),
        ),)*]
    };
}

pub(super) const FOLDS: &[Rule] = folds! {
    FpAbs "fold-fp-abs";
    FpNeg "fold-fp-neg";
    FpAdd "fold-fp-add";
    FpMul "fold-fp-mul";
    FpDiv "fold-fp-div";
    FpFma "fold-fp-fma";
    FpSqrt "fold-fp-sqrt";
    FpRem "fold-fp-rem";
    FpRoundToIntegral "fold-fp-round-to-integral";
    FpMin "fold-fp-min";
    FpMax "fold-fp-max";
    FpLe "fold-fp-leq";
    FpLt "fold-fp-lt";
    FpEq "fold-fp-eq";
    FpIsNormal "fold-fp-is-normal";
    FpIsSubnormal "fold-fp-is-subnormal";
    FpIsZero "fold-fp-is-zero";
    FpIsInfinite "fold-fp-is-infinite";
    FpIsNaN "fold-fp-is-nan";
    FpIsNegative "fold-fp-is-negative";
    FpIsPositive "fold-fp-is-positive";
    FpFromBits "fold-fp-from-bits";
    FpToBits "fold-fp-to-bits";
    FpFromFp "fold-fp-from-fp";
    FpFromSigned "fold-fp-from-signed";
    FpFromUnsigned "fold-fp-from-unsigned";
    FpToUnsigned "fold-fp-to-unsigned";
    FpToSigned "fold-fp-to-signed";
};

/// Sums and products: constants last, else older terms first.
fn order(terms: &mut Terms, term: Term) -> Option<Term> {
    let (op, [mode, a, b, rest @ ..]) = (terms.op(term), terms.operands(term)) else { return None };
    let (mode, a, b, rest) = (*mode, *a, *b, rest.first().copied());
    let rank = |t: Term| (terms.is_constant(t), t);
    if rank(a) <= rank(b) {
        return None;
    }
    let operands: smallvec::SmallVec<[Term; 4]> = [mode, b, a].into_iter().chain(rest).collect();
    Some(terms.mk(op, &operands))
}

fn exchanged(terms: &mut Terms, width: u32, op: Op) -> Vec<Term> {
    let (a, b, mode) = variables(terms, width);
    let constant = terms.float_zero(checked_format(width), true);
    let pairs = [[b, a], [constant, a]];
    pairs.map(|[x, y]| if op == Op::FpFma { terms.fp_fma(mode, x, y, a) } else { terms.mk(op, &[mode, x, y]) }).into()
}

fn variables(terms: &mut Terms, width: u32) -> (Term, Term, Term) {
    let (float, mode) = (terms.float_sort(checked_format(width)), terms.rounding_mode_sort());
    (terms.var("A", float), terms.var("B", float), terms.var("R", mode))
}

/// A quotient by a power of two whose inverse is a number is a product: the exact results are
/// equal.
fn divide_by_power(terms: &mut Terms, term: Term) -> Option<Term> {
    let [mode, a, b] = *terms.operands(term) else { return None };
    let value = terms.float_value(b)?;
    let format = value.format();
    if !value.is_normal() || value.bits().trailing_zeros() < format.fraction_bits() {
        return None;
    }
    let one = Float::from_unsigned(format, RoundingMode::TowardZero, &Bits::one(1));
    let inverse = one.div(RoundingMode::TowardZero, &value);
    // Downward and upward agree exactly when the inverse is exact.
    let exact = inverse == one.div(RoundingMode::TowardPositive, &value)
        && inverse == one.div(RoundingMode::TowardNegative, &value);
    if !exact || inverse.is_zero() {
        return None;
    }
    let inverse = terms.float(&inverse);
    Some(terms.fp_mul(mode, a, inverse))
}

fn quotients(terms: &mut Terms, width: u32) -> Vec<Term> {
    let (a, _, mode) = variables(terms, width);
    let format = checked_format(width);
    let mut shapes: Vec<Term> = numbers(terms, format).into_iter().map(|b| terms.fp_div(mode, a, b)).collect();
    let bias = format.bias();
    for exponent in [-bias + 1, -1, 0, 1, bias - 1, bias] {
        // The stored exponent alone is a power of two.
        let stored = Bits::from_u64(format.exponent_bits(), (exponent + bias).unsigned_abs());
        for sign in [Bits::zero(1), Bits::one(1)] {
            let bits = sign.concat(&stored).concat(&Bits::zero(format.fraction_bits()));
            let power = terms.float(&Float::from_bits(format, bits));
            shapes.push(terms.fp_div(mode, a, power));
        }
    }
    shapes
}

/// A number in its own format, or in a wider one and back.
fn same_format(terms: &mut Terms, term: Term) -> Option<Term> {
    let [_, a] = *terms.operands(term) else { return None };
    let format = terms.float_format(term)?;
    if terms.float_format(a)? == format {
        return Some(a);
    }
    let (Op::FpFromFp, [_, inner]) = (terms.op(a), terms.operands(a)) else { return None };
    let wide = terms.float_format(a)?;
    let holds = wide.exponent_bits() >= format.exponent_bits() && wide.significand_bits() >= format.significand_bits();
    (terms.float_format(*inner)? == format && holds).then_some(*inner)
}

fn there_and_back(terms: &mut Terms, width: u32) -> Vec<Term> {
    let (a, _, mode) = variables(terms, width);
    let format = checked_format(width);
    let (e, s) = (u64::from(format.exponent_bits()), u64::from(format.significand_bits()));
    let mut shapes = vec![terms.fp_from_fp(format, mode, a)];
    for (e, s) in [(e + 1, s), (e, s + 1), (e + 1, s + 2), (e + 1, s - 1), (e, s - 1)] {
        if let Ok(other) = Format::new(e, s) {
            let there = terms.fp_from_fp(other, mode, a);
            shapes.push(terms.fp_from_fp(format, mode, there));
        }
    }
    shapes
}

/// The number of the pattern of a number.
fn bits_of_number(terms: &mut Terms, term: Term) -> Option<Term> {
    let [bits] = *terms.operands(term) else { return None };
    let (Op::FpToBits, [a]) = (terms.op(bits), terms.operands(bits)) else { return None };
    (terms.sort(*a) == terms.sort(term)).then_some(*a)
}

fn bits_and_back(terms: &mut Terms, width: u32) -> Vec<Term> {
    let (a, ..) = variables(terms, width);
    let (format, bits) = (checked_format(width), terms.fp_to_bits(a));
    vec![terms.fp_from_bits(format, bits)]
}

pub(super) const RULES: &[Rule] = &[
    // Signs.
    rule("fp-neg-neg", Redundancy, "(fp.neg (fp.neg A))", "A"),
    rule("fp-abs-abs", Redundancy, "(fp.abs (fp.abs A))", "(fp.abs A)"),
    rule("fp-abs-neg", Redundancy, "(fp.abs (fp.neg A))", "(fp.abs A)"),
    rule("fp-mul-neg-neg", Redundancy, "(fp.mul R (fp.neg A) (fp.neg B))", "(fp.mul R A B)"),
    rule("fp-div-neg-neg", Redundancy, "(fp.div R (fp.neg A) (fp.neg B))", "(fp.div R A B)"),
    rule("fp-rem-neg", Redundancy, "(fp.rem A (fp.neg B))", "(fp.rem A B)"),
    // What a number is.
    rule("fp-is-nan-neg", Redundancy, "(fp.isNaN (fp.neg A))", "(fp.isNaN A)"),
    rule("fp-is-nan-abs", Redundancy, "(fp.isNaN (fp.abs A))", "(fp.isNaN A)"),
    rule("fp-is-zero-neg", Redundancy, "(fp.isZero (fp.neg A))", "(fp.isZero A)"),
    rule("fp-is-zero-abs", Redundancy, "(fp.isZero (fp.abs A))", "(fp.isZero A)"),
    rule("fp-is-infinite-neg", Redundancy, "(fp.isInfinite (fp.neg A))", "(fp.isInfinite A)"),
    rule("fp-is-infinite-abs", Redundancy, "(fp.isInfinite (fp.abs A))", "(fp.isInfinite A)"),
    rule("fp-is-normal-neg", Redundancy, "(fp.isNormal (fp.neg A))", "(fp.isNormal A)"),
    rule("fp-is-normal-abs", Redundancy, "(fp.isNormal (fp.abs A))", "(fp.isNormal A)"),
    rule("fp-is-subnormal-neg", Redundancy, "(fp.isSubnormal (fp.neg A))", "(fp.isSubnormal A)"),
    rule("fp-is-subnormal-abs", Redundancy, "(fp.isSubnormal (fp.abs A))", "(fp.isSubnormal A)"),
    rule("fp-is-negative-neg", Redundancy, "(fp.isNegative (fp.neg A))", "(fp.isPositive A)"),
    rule("fp-is-positive-neg", Redundancy, "(fp.isPositive (fp.neg A))", "(fp.isNegative A)"),
    rule("fp-is-negative-abs", Deduction, "(fp.isNegative (fp.abs A))", "false"),
    rule("fp-is-positive-abs", Deduction, "(fp.isPositive (fp.abs A))", "(not (fp.isNaN A))"),
    rule("fp-is-negative-or-positive", Deduction, "(or (fp.isNegative A) (fp.isPositive A))", "(not (fp.isNaN A))"),
    // Comparisons.
    rule("fp-lt-same", Deduction, "(fp.lt A A)", "false"),
    rule("fp-leq-same", Deduction, "(fp.leq A A)", "(not (fp.isNaN A))"),
    rule("fp-eq-same", Deduction, "(fp.eq A A)", "(not (fp.isNaN A))"),
    rule("fp-lt-nan", ConstantPropagation, "(fp.lt A nan)", "false"),
    rule("fp-nan-lt", ConstantPropagation, "(fp.lt nan A)", "false"),
    rule("fp-leq-nan", ConstantPropagation, "(fp.leq A nan)", "false"),
    rule("fp-nan-leq", ConstantPropagation, "(fp.leq nan A)", "false"),
    rule("fp-eq-nan", ConstantPropagation, "(fp.eq A nan)", "false"),
    rule("fp-eq-zero", StrengthReduction, "(fp.eq A +zero)", "(fp.isZero A)"),
    rule("fp-eq-minus-zero", StrengthReduction, "(fp.eq A -zero)", "(fp.isZero A)"),
    rule("fp-is-value-nan", StrengthReduction, "(= A nan)", "(fp.isNaN A)"),
    rule("fp-lt-neg-neg", Redundancy, "(fp.lt (fp.neg A) (fp.neg B))", "(fp.lt B A)"),
    rule("fp-leq-neg-neg", Redundancy, "(fp.leq (fp.neg A) (fp.neg B))", "(fp.leq B A)"),
    rule("fp-eq-neg-neg", Redundancy, "(fp.eq (fp.neg A) (fp.neg B))", "(fp.eq A B)"),
    rule("fp-same-neg-neg", Redundancy, "(= (fp.neg A) (fp.neg B))", "(= A B)"),
    rule("fp-lt-both-ways", Deduction, "(and (fp.lt A B) (fp.lt B A))", "false"),
    rule("fp-leq-and-lt", Deduction, "(and (fp.leq A B) (fp.lt B A))", "false"),
    rule("fp-leq-both-ways", StrengthReduction, "(and (fp.leq A B) (fp.leq B A))", "(fp.eq A B)"),
    rule("fp-lt-or-eq", StrengthReduction, "(or (fp.lt A B) (fp.eq A B))", "(fp.leq A B)"),
    rule("fp-min-same", Redundancy, "(fp.min A A)", "A"),
    rule("fp-max-same", Redundancy, "(fp.max A A)", "A"),
    rule("fp-min-nan", ConstantPropagation, "(fp.min A nan)", "A"),
    rule("fp-nan-min", ConstantPropagation, "(fp.min nan A)", "A"),
    rule("fp-max-nan", ConstantPropagation, "(fp.max A nan)", "A"),
    rule("fp-nan-max", ConstantPropagation, "(fp.max nan A)", "A"),
    // Arithmetic with NaN, zeros and one.
    rule("fp-add-nan", ConstantPropagation, "(fp.add R A nan)", "nan"),
    rule("fp-mul-nan", ConstantPropagation, "(fp.mul R A nan)", "nan"),
    rule("fp-div-nan", ConstantPropagation, "(fp.div R A nan)", "nan"),
    rule("fp-nan-div", ConstantPropagation, "(fp.div R nan A)", "nan"),
    rule("fp-rem-nan", ConstantPropagation, "(fp.rem A nan)", "nan"),
    rule("fp-nan-rem", ConstantPropagation, "(fp.rem nan A)", "nan"),
    rule("fp-fma-nan", ConstantPropagation, "(fp.fma R A B nan)", "nan"),
    rule("fp-fma-nan-factor", ConstantPropagation, "(fp.fma R A nan B)", "nan"),
    // Negative zero is neutral but downward, where positive zero is.
    rule("fp-add-zero-rne", ConstantPropagation, "(fp.add RNE A -zero)", "A"),
    rule("fp-add-zero-rna", ConstantPropagation, "(fp.add RNA A -zero)", "A"),
    rule("fp-add-zero-rtp", ConstantPropagation, "(fp.add RTP A -zero)", "A"),
    rule("fp-add-zero-rtz", ConstantPropagation, "(fp.add RTZ A -zero)", "A"),
    rule("fp-add-zero-rtn", ConstantPropagation, "(fp.add RTN A +zero)", "A"),
    rule("fp-mul-one", ConstantPropagation, "(fp.mul R A +one)", "A"),
    rule("fp-div-one", ConstantPropagation, "(fp.div R A +one)", "A"),
    rule("fp-fma-one", StrengthReduction, "(fp.fma R A +one B)", "(fp.add R A B)"),
    rule("fp-is-nan-round", Redundancy, "(fp.isNaN (fp.roundToIntegral R A))", "(fp.isNaN A)"),
    rule("fp-round-round", Redundancy, "(fp.roundToIntegral R (fp.roundToIntegral S A))", "(fp.roundToIntegral S A)"),
    rule("fp-same-bits", StrengthReduction, "(= (fp.to_ieee_bv A) (fp.to_ieee_bv B))", "(= A B)"),
    code(
        "order-fp-add",
        Canonical,
        ("operands in any order", "constants last, older terms first"),
        Kind::FpAdd,
        order,
        |terms, width| exchanged(terms, width, Op::FpAdd),
    ),
    code(
        "order-fp-mul",
        Canonical,
        ("operands in any order", "constants last, older terms first"),
        Kind::FpMul,
        order,
        |terms, width| exchanged(terms, width, Op::FpMul),
    ),
    code(
        "order-fp-fma",
        Canonical,
        ("factors in any order", "constants last, older terms first"),
        Kind::FpFma,
        order,
        |terms, width| exchanged(terms, width, Op::FpFma),
    ),
    code(
        "fp-div-power-of-two",
        StrengthReduction,
        ("a quotient by a power of two", "the product with its inverse, where that is a number"),
        Kind::FpDiv,
        divide_by_power,
        quotients,
    ),
    code(
        "fp-same-format",
        Redundancy,
        ("a number in its own format, or in a wider one and back", "the number"),
        Kind::FpFromFp,
        same_format,
        there_and_back,
    ),
    code(
        "fp-bits-and-back",
        Redundancy,
        ("the number of the bit pattern of a number", "the number"),
        Kind::FpFromBits,
        bits_of_number,
        bits_and_back,
    ),
];
