//! Equations that all rows of a table satisfy.

use super::{Column, Sum, masked, signed};

/// A prime above all numbers that are of interest, so that what holds modulo it holds of small
/// numbers.
const PRIME: u64 = (1 << 61) - 1;

/// Factors that equations may have.
const MOST_FACTOR: u64 = 4096;

/// Numbers of more bits do not take part in the search, for they may have wrapped.
const SMALL: u64 = 1 << 24;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

fn inverse(a: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

fn modulo(a: i128) -> u64 {
    a.rem_euclid(i128::from(PRIME)) as u64
}

/// The fraction of small numbers that a residue is: numerator and denominator.
fn fraction(a: u64) -> Option<(i64, i64)> {
    // Euclid's algorithm, stopped where the remainder is small.
    let (mut r, mut s) = ((PRIME as i128, i128::from(a)), (0i128, 1i128));
    while r.1 > i128::from(MOST_FACTOR) {
        let q = r.0 / r.1;
        r = (r.1, r.0 - q * r.1);
        s = (s.1, s.0 - q * s.1);
    }
    let (numerator, denominator) = if s.1 < 0 { (-r.1, -s.1) } else { (r.1, s.1) };
    (denominator != 0 && denominator <= i128::from(MOST_FACTOR)).then_some((numerator as i64, denominator as i64))
}

/// The greatest number that divides two.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The equations between products of columns, all of one width, that hold in all rows.
pub fn equations(width: u32, products: &[Vec<Column>], rows: &[Vec<u64>]) -> Vec<Sum> {
    // The constant is the first column, so that it is eliminated last of all.
    let value = |row: &[u64], product: &[Column]| {
        product.iter().fold(1i128, |v, column| v * i128::from(signed(row[*column], width)))
    };
    let small = |row: &&Vec<u64>| products.iter().flatten().all(|c| signed(row[*c], width).unsigned_abs() < SMALL);
    // Each row in echelon form, with the column of its first entry; that is 1.
    let mut echelon: Vec<(usize, Vec<u64>)> = Vec::new();
    for row in rows.iter().filter(small) {
        let mut vector: Vec<u64> = std::iter::once(1).chain(products.iter().map(|p| modulo(value(row, p)))).collect();
        for (pivot, known) in &echelon {
            let factor = vector[*pivot];
            if factor != 0 {
                for (entry, other) in vector.iter_mut().zip(known) {
                    *entry = minus(*entry, times(factor, *other));
                }
            }
        }
        let Some(pivot) = vector.iter().position(|entry| *entry != 0) else { continue };
        let factor = inverse(vector[pivot]);
        vector.iter_mut().for_each(|entry| *entry = times(*entry, factor));
        for (_, known) in &mut echelon {
            let factor = known[pivot];
            if factor != 0 {
                for (entry, other) in known.iter_mut().zip(&vector) {
                    *entry = minus(*entry, times(factor, *other));
                }
            }
        }
        echelon.push((pivot, vector));
        if echelon.len() > products.len() {
            return Vec::new();
        }
    }
    // A column without a row of its own is a combination of those that have one.
    let free = (1..=products.len()).filter(|column| echelon.iter().all(|(pivot, _)| pivot != column));
    let mut found = Vec::new();
    'free: for column in free {
        let mut factors: Vec<(usize, i64, i64)> = vec![(column, 1, 1)];
        for (pivot, row) in &echelon {
            if row[column] != 0 {
                let Some((numerator, denominator)) = fraction(minus(0, row[column])) else { continue 'free };
                factors.push((*pivot, numerator, denominator));
            }
        }
        let mut common = 1i64;
        for (_, _, denominator) in &factors {
            common = common / gcd(common as u64, *denominator as u64) as i64 * denominator;
            if common > MOST_FACTOR as i64 {
                continue 'free;
            }
        }
        let mut sum = Sum::number(width, 0);
        for (place, numerator, denominator) in factors {
            let factor = numerator * (common / denominator);
            match place.checked_sub(1) {
                Some(product) => sum.parts.push((factor, products[product].clone())),
                None => sum.constant = factor,
            }
        }
        // The column that the others define comes last.
        sum.parts.reverse();
        // It must hold where numbers wrap, too.
        if rows.iter().all(|row| sum.value(row) == 0) {
            found.push(sum);
        }
    }
    found.retain(|sum| sum.parts.iter().any(|(factor, _)| masked(*factor as u64, width) != 0));
    found
}
