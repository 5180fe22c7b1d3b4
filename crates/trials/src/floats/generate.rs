//! Operands: corners, and random patterns in which rounding has something to decide.

use super::Operand;
use crate::random::Rng;
use adumbra_terms::Format;

fn parts(format: Format, sign: bool, exponent: u128, fraction: u128) -> u128 {
    let exponent = exponent & ((1 << format.exponent_bits()) - 1);
    let fraction = fraction & ((1 << format.fraction_bits()) - 1);
    (u128::from(sign) << (format.width() - 1)) | (exponent << format.fraction_bits()) | fraction
}

/// Zeros, infinities, NaN, the ends of the subnormal and normal numbers, one and its neighbours,
/// small integers and halves, powers of two.
pub(super) fn corners(operand: Operand) -> Vec<u128> {
    let format = match operand {
        Operand::Number(format) => format,
        Operand::Integer(width) => {
            let ones = u128::MAX >> (128 - width);
            let top = 1 << (width - 1);
            return vec![
                0,
                1,
                2,
                3,
                5,
                ones,
                ones - 1,
                ones - 2,
                top,
                top - 1,
                top + 1,
                top | top >> 1,
                ones >> 2,
                ones / 3,
            ];
        }
    };
    let (bias, top) = (format.bias() as u128, (1u128 << format.exponent_bits()) - 1);
    let (ones, fraction) = ((1u128 << format.fraction_bits()) - 1, u128::from(format.fraction_bits()));
    let half = 1u128 << (format.fraction_bits() - 1);
    let magnitudes = [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, half),
        (0, ones),
        (1, 0),
        (1, 1),
        (1, ones),
        (top - 1, ones),
        (top - 1, ones - 1),
        (top - 1, 0),
        (top - 2, ones),
        (top, 0),
        (top, half),
        (bias, 0),
        (bias, 1),
        (bias, half),
        (bias, half + 1),
        (bias, ones),
        (bias - 1, ones),
        (bias - 1, 0),
        (bias - 1, 1),
        (bias + 1, 0),
        (bias + 1, half),
        (bias + 1, half | half >> 1),
        ((bias + fraction).min(top - 1), 1),
        ((bias + fraction - 1).min(top - 1), 1),
        ((bias + fraction - 1).min(top - 1), 2),
        ((bias + fraction + 1).min(top - 1), ones),
        (bias.saturating_sub(fraction).max(1), 0),
        (bias.saturating_sub(fraction + 1).max(1), 1),
        ((bias + 63).min(top - 1), 0),
        ((bias + 62).min(top - 1), ones),
        ((bias + 31).min(top - 1), 0),
        ((bias + 7).min(top - 1), half),
    ];
    let signed = |sign: bool| magnitudes.into_iter().map(move |(e, f)| parts(format, sign, e, f));
    signed(false).chain(signed(true)).collect()
}

/// A fraction: random, with few ones, with a run of equal bits at the end, or a corner.
fn fraction(rng: &mut Rng, format: Format) -> u128 {
    let (random, width) = (u128::from(rng.bits()) << 64 | u128::from(rng.bits()), format.fraction_bits() as usize);
    match rng.below(8) {
        0 => 1 << rng.below(width),
        1 => (1 << rng.below(width)) | (1 << rng.below(width)),
        2 => random & (u128::MAX << rng.below(width)),
        3 => random | !(u128::MAX << rng.below(width)),
        4 => rng.below(4) as u128,
        5 => (rng.below(4) as u128).wrapping_neg(),
        _ => random,
    }
}

fn number(rng: &mut Rng, format: Format, near: Option<u128>) -> u128 {
    let top = (1u128 << format.exponent_bits()) - 1;
    let sign = rng.one_in(2);
    let exponent = match (rng.below(16), near) {
        (0, _) => 0,
        (1, _) => top,
        (2, _) => top - 1 - (rng.below(3) as u128).min(top - 1),
        (3, _) => rng.below(3) as u128,
        // Around one, up to where integers end.
        (4..=6, _) => (format.bias() as u128 + rng.below(70) as u128).saturating_sub(4).min(top),
        (7..=12, Some(near)) => {
            let span = 2 * format.significand_bits() as usize + 6;
            let shift = rng.below(span) as u128;
            ((near >> format.fraction_bits() & top) + shift).saturating_sub(span as u128 / 2).min(top)
        }
        _ => u128::from(rng.bits()) & top,
    };
    parts(format, sign, exponent, fraction(rng, format))
}

/// Random operands.
pub(super) fn fill(rng: &mut Rng, operands: &[Operand], patterns: &mut [u128]) {
    let mut near = None;
    for (operand, pattern) in operands.iter().zip(patterns) {
        *pattern = match *operand {
            Operand::Number(format) => number(rng, format, near),
            Operand::Integer(width) => {
                let random = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
                let random = random & (u128::MAX >> (128 - width));
                // Short ones, and such with a run of equal bits at the end.
                match rng.below(4) {
                    0 => random >> rng.below(width as usize),
                    1 => random & (u128::MAX << rng.below(width as usize)),
                    2 => (random | !(u128::MAX << rng.below(width as usize))) & (u128::MAX >> (128 - width)),
                    _ => random,
                }
            }
        };
        near = Some(*pattern);
    }
}
