//! The floating-point evaluator against IEEE 754's definitions, for all values of tiny formats.
//!
//! The reference shares nothing with the evaluator: values are fractions of integers, a result is
//! the exact fraction (or the square root of one), and its rounding is found by search among all
//! numbers of the format.

use adumbra_terms::RoundingMode::{NearestAway, NearestEven, TowardNegative, TowardPositive, TowardZero};
use adumbra_terms::{Bits, Float, Format, RoundingMode};
use std::cmp::Ordering;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn add(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn mul(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.0, self.1 * other.1)
    }

    fn div(self, other: Fraction) -> Fraction {
        let sign = other.0.signum();
        Fraction(self.0 * other.1 * sign, self.1 * other.0 * sign)
    }

    fn floor(self) -> i128 {
        self.0.div_euclid(self.1)
    }
}

/// What a pattern is.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Nan,
    Infinity(bool),
    /// The sign counts for zeros.
    Number(bool, Fraction),
}

struct Naive {
    format: Format,
    /// Numbers that are not negative, ascending, by their patterns.
    numbers: Vec<Fraction>,
}

fn power(exponent: i64) -> Fraction {
    if exponent >= 0 { Fraction(1 << exponent, 1) } else { Fraction(1, 1 << -exponent) }
}

impl Naive {
    fn new(exponent: u64, significand: u64) -> Naive {
        let format = Format::new(exponent, significand).unwrap();
        let fractions = 1i128 << (significand - 1);
        let mut numbers = Vec::new();
        for biased in 0..(1i64 << exponent) - 1 {
            for fraction in 0..fractions {
                let bias = (1 << (exponent - 1)) - 1;
                let digits = if biased == 0 { fraction } else { fractions + fraction };
                let scale = power(biased.max(1) - bias - (significand as i64 - 1));
                numbers.push(Fraction(digits, 1).mul(scale));
            }
        }
        Naive { format, numbers }
    }

    fn value(&self, pattern: u64) -> Float {
        Float::from_bits(self.format, Bits::from_u64(self.format.width(), pattern))
    }

    fn all(&self) -> impl Iterator<Item = Float> + use<'_> {
        (0..1 << self.format.width()).map(|pattern| self.value(pattern))
    }

    fn meaning(&self, value: &Float) -> Meaning {
        let pattern = value.bits().to_u64().unwrap();
        let sign = pattern >> (self.format.width() - 1) == 1;
        let magnitude = (pattern & ((1 << (self.format.width() - 1)) - 1)) as usize;
        match magnitude.cmp(&self.numbers.len()) {
            Ordering::Less => {
                let number = self.numbers[magnitude];
                Meaning::Number(sign, if sign { Fraction(-number.0, number.1) } else { number })
            }
            Ordering::Equal => Meaning::Infinity(sign),
            Ordering::Greater => Meaning::Nan,
        }
    }

    fn nan(&self) -> Float {
        self.value((1 << (self.format.width() - 1)) - 1)
    }

    fn with_sign(&self, sign: bool, magnitude: usize) -> Float {
        self.value((u64::from(sign) << (self.format.width() - 1)) | magnitude as u64)
    }

    fn infinity(&self, sign: bool) -> Float {
        self.with_sign(sign, self.numbers.len())
    }

    /// The rounding of a magnitude other than zero, which `compare` compares with fractions; the
    /// sign is put before it.
    fn round(&self, mode: RoundingMode, sign: bool, compare: impl Fn(Fraction) -> Ordering) -> Float {
        let infinity = self.numbers.len();
        // The magnitude lies at `below` or between it and the next.
        let below = self.numbers.partition_point(|number| compare(*number) != Ordering::Less) - 1;
        if compare(self.numbers[below]) == Ordering::Equal {
            return self.with_sign(sign, below);
        }
        let upward = match mode {
            TowardZero => false,
            TowardPositive => !sign,
            TowardNegative => sign,
            NearestEven | NearestAway => {
                // For the nearest modes, infinity stands where the next number would be.
                let low = self.numbers[below];
                let high = self.numbers.get(below + 1).copied().unwrap_or_else(|| {
                    let step = self.numbers[infinity - 1].add(Fraction(-1, 1).mul(self.numbers[infinity - 2]));
                    low.add(step)
                });
                match compare(low.add(high).mul(Fraction(1, 2))) {
                    Ordering::Greater => true,
                    Ordering::Less => false,
                    Ordering::Equal => mode == NearestAway || below % 2 == 1,
                }
            }
        };
        self.with_sign(sign, below + usize::from(upward))
    }

    /// The rounding of an exact result; the sign of an exact zero is given.
    fn exact(&self, mode: RoundingMode, result: Fraction, zero_sign: bool) -> Float {
        if result.0 == 0 {
            return self.with_sign(zero_sign, 0);
        }
        let magnitude = Fraction(result.0.abs(), result.1);
        self.round(mode, result.0 < 0, |other| magnitude.cmp(other))
    }

    fn add(&self, mode: RoundingMode, a: &Float, b: &Float) -> Float {
        match (self.meaning(a), self.meaning(b)) {
            (Meaning::Nan, _) | (_, Meaning::Nan) => self.nan(),
            (Meaning::Infinity(x), Meaning::Infinity(y)) => {
                if x == y {
                    self.infinity(x)
                } else {
                    self.nan()
                }
            }
            (Meaning::Infinity(x), _) | (_, Meaning::Infinity(x)) => self.infinity(x),
            (Meaning::Number(s, x), Meaning::Number(t, y)) => {
                let sign = if s == t && x.0 == 0 { s } else { mode == TowardNegative };
                self.exact(mode, x.add(y), sign)
            }
        }
    }

    fn mul(&self, mode: RoundingMode, a: &Float, b: &Float) -> Float {
        match (self.meaning(a), self.meaning(b)) {
            (Meaning::Nan, _) | (_, Meaning::Nan) => self.nan(),
            (Meaning::Infinity(x), Meaning::Infinity(y)) => self.infinity(x != y),
            (Meaning::Infinity(x), Meaning::Number(y, n)) | (Meaning::Number(y, n), Meaning::Infinity(x)) => {
                if n.0 == 0 { self.nan() } else { self.infinity(x != y) }
            }
            (Meaning::Number(s, x), Meaning::Number(t, y)) => self.exact(mode, x.mul(y), s != t),
        }
    }

    fn div(&self, mode: RoundingMode, a: &Float, b: &Float) -> Float {
        match (self.meaning(a), self.meaning(b)) {
            (Meaning::Nan, _) | (_, Meaning::Nan) | (Meaning::Infinity(_), Meaning::Infinity(_)) => self.nan(),
            (Meaning::Infinity(x), Meaning::Number(y, _)) => self.infinity(x != y),
            (Meaning::Number(x, _), Meaning::Infinity(y)) => self.with_sign(x != y, 0),
            (Meaning::Number(s, x), Meaning::Number(t, y)) => match (x.0, y.0) {
                (0, 0) => self.nan(),
                (_, 0) => self.infinity(s != t),
                _ => self.exact(mode, x.div(y), s != t),
            },
        }
    }

    fn fma(&self, mode: RoundingMode, a: &Float, b: &Float, c: &Float) -> Float {
        let (x, y, z) = (self.meaning(a), self.meaning(b), self.meaning(c));
        match (x, y, z) {
            (Meaning::Number(s, x), Meaning::Number(t, y), Meaning::Number(u, z)) => {
                let product = x.mul(y);
                let sign = if product.0 == 0 && z.0 == 0 && (s != t) == u { u } else { mode == TowardNegative };
                self.exact(mode, product.add(z), sign)
            }
            (Meaning::Number(..), Meaning::Number(..), _) => c.clone(),
            // An infinite or invalid product is exact.
            _ => self.add(mode, &self.mul(mode, a, b), c),
        }
    }

    fn sqrt(&self, mode: RoundingMode, a: &Float) -> Float {
        match self.meaning(a) {
            Meaning::Nan | Meaning::Infinity(true) => self.nan(),
            Meaning::Infinity(false) => self.infinity(false),
            Meaning::Number(sign, x) if x.0 == 0 => self.with_sign(sign, 0),
            Meaning::Number(true, _) => self.nan(),
            Meaning::Number(false, x) => self.round(mode, false, |other| x.cmp(other.mul(other))),
        }
    }

    /// The integer that a mode chooses.
    fn integer(&self, mode: RoundingMode, x: Fraction) -> i128 {
        let floor = x.floor();
        if x.cmp(Fraction(floor, 1)) == Ordering::Equal {
            return floor;
        }
        let half = x.cmp(Fraction(2 * floor + 1, 2));
        let up = match mode {
            TowardPositive => true,
            TowardNegative => false,
            TowardZero => x.0 < 0,
            NearestEven => half == Ordering::Greater || half == Ordering::Equal && floor % 2 != 0,
            NearestAway => half == Ordering::Greater || half == Ordering::Equal && x.0 > 0,
        };
        floor + i128::from(up)
    }

    fn round_to_integral(&self, mode: RoundingMode, a: &Float) -> Float {
        match self.meaning(a) {
            Meaning::Nan => self.nan(),
            Meaning::Infinity(sign) => self.infinity(sign),
            // Every integer between two numbers of the format is one, or the result lies above the
            // largest.
            Meaning::Number(sign, x) => self.exact(mode, Fraction(self.integer(mode, x), 1), sign),
        }
    }

    fn rem(&self, a: &Float, b: &Float) -> Float {
        match (self.meaning(a), self.meaning(b)) {
            (Meaning::Nan | Meaning::Infinity(_), _) | (_, Meaning::Nan) => self.nan(),
            (Meaning::Number(..), Meaning::Infinity(_)) => a.clone(),
            (Meaning::Number(_, _), Meaning::Number(_, y)) if y.0 == 0 => self.nan(),
            (Meaning::Number(sign, x), Meaning::Number(_, y)) => {
                let n = self.integer(NearestEven, x.div(y));
                self.exact(NearestEven, x.add(Fraction(-n, 1).mul(y)), sign)
            }
        }
    }
}

const FORMATS: [(u64, u64); 6] = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3)];

#[test]
fn the_reference_knows_single_values() {
    let naive = Naive::new(3, 3);
    assert_eq!(naive.numbers.len(), 28);
    assert_eq!(naive.exact(NearestEven, Fraction(9, 8), false), naive.value(0b00_1100));
    assert_eq!(naive.exact(TowardPositive, Fraction(9, 8), false), naive.value(0b00_1101));
    // The largest number is 14, the next step would be 16, half way is 15.
    assert_eq!(naive.exact(NearestEven, Fraction(15, 1), false), naive.infinity(false));
    assert_eq!(naive.exact(NearestEven, Fraction(149, 10), false), naive.value(0b01_1011));
    assert_eq!(naive.exact(TowardZero, Fraction(-1000, 1), false), naive.value(0b11_1011));
}

#[test]
fn two_operands() {
    for (exponent, significand) in FORMATS {
        let naive = Naive::new(exponent, significand);
        for a in naive.all() {
            for b in naive.all() {
                for mode in RoundingMode::ALL {
                    assert_eq!(a.add(mode, &b), naive.add(mode, &a, &b), "{a} + {b} {mode}");
                    assert_eq!(a.sub(mode, &b), naive.add(mode, &a, &negated(&naive, &b)), "{a} - {b} {mode}");
                    assert_eq!(a.mul(mode, &b), naive.mul(mode, &a, &b), "{a} * {b} {mode}");
                    assert_eq!(a.div(mode, &b), naive.div(mode, &a, &b), "{a} / {b} {mode}");
                }
                assert_eq!(a.rem(&b), naive.rem(&a, &b), "{a} rem {b}");
            }
        }
    }
}

/// The other sign bit, whatever the value; a NaN reads back as one.
fn negated(naive: &Naive, value: &Float) -> Float {
    naive.value(value.bits().to_u64().unwrap() ^ (1 << (naive.format.width() - 1)))
}

#[test]
fn one_operand() {
    for (exponent, significand) in FORMATS.into_iter().chain([(5, 5), (4, 8)]) {
        let naive = Naive::new(exponent, significand);
        for a in naive.all() {
            for mode in RoundingMode::ALL {
                assert_eq!(a.sqrt(mode), naive.sqrt(mode, &a), "sqrt {a} {mode}");
                assert_eq!(a.round_to_integral(mode), naive.round_to_integral(mode, &a), "integral {a} {mode}");
            }
            assert_eq!(a.neg(), negated(&naive, &a));
            let (nan, infinite, number) = match naive.meaning(&a) {
                Meaning::Nan => (true, false, None),
                Meaning::Infinity(_) => (false, true, None),
                Meaning::Number(_, x) => (false, false, Some(Fraction(x.0.abs(), x.1))),
            };
            let least = power(2 - (1 << (exponent - 1)));
            assert_eq!((a.is_nan(), a.is_infinite()), (nan, infinite));
            assert_eq!(a.is_zero(), number.is_some_and(|x| x.0 == 0));
            assert_eq!(a.is_normal(), number.is_some_and(|x| x.cmp(least) != Ordering::Less));
            assert_eq!(a.is_subnormal(), number.is_some_and(|x| x.0 != 0 && x.cmp(least) == Ordering::Less));
            assert_eq!((a.is_negative(), a.is_positive()), (a.sign() && !nan, !a.sign() && !nan));
            assert_eq!(a.abs(), if a.sign() { a.neg() } else { a.clone() });
        }
    }
}

#[test]
fn three_operands() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2)] {
        let naive = Naive::new(exponent, significand);
        for a in naive.all() {
            for b in naive.all() {
                for c in naive.all() {
                    for mode in RoundingMode::ALL {
                        assert_eq!(a.fma(mode, &b, &c), naive.fma(mode, &a, &b, &c), "{a} * {b} + {c} {mode}");
                    }
                }
            }
        }
    }
}

#[test]
fn order_and_choice() {
    for (exponent, significand) in FORMATS {
        let naive = Naive::new(exponent, significand);
        // Infinities lie beyond every number of these formats.
        let place = |value: &Float| match naive.meaning(value) {
            Meaning::Nan => None,
            Meaning::Infinity(sign) => Some(Fraction(if sign { -1_000_000 } else { 1_000_000 }, 1)),
            Meaning::Number(_, x) => Some(x),
        };
        for a in naive.all() {
            for b in naive.all() {
                let order = place(&a).and_then(|x| place(&b).map(|y| x.cmp(y)));
                assert_eq!(a.compare(&b), order, "{a} {b}");
                let (min, max) = match order {
                    None if a.is_nan() => (&b, &b),
                    None => (&a, &a),
                    Some(Ordering::Less) => (&a, &b),
                    Some(Ordering::Greater) => (&b, &a),
                    Some(Ordering::Equal) => (&b, &b),
                };
                assert_eq!((&a.lesser(&b), &a.greater(&b)), (min, max), "{a} {b}");
            }
        }
    }
}

#[test]
fn conversions_between_formats() {
    for (exponent, significand) in FORMATS {
        let from = Naive::new(exponent, significand);
        for (exponent, significand) in FORMATS.into_iter().chain([(5, 4)]) {
            let to = Naive::new(exponent, significand);
            for a in from.all() {
                for mode in RoundingMode::ALL {
                    let expected = match from.meaning(&a) {
                        Meaning::Nan => to.nan(),
                        Meaning::Infinity(sign) => to.infinity(sign),
                        Meaning::Number(sign, x) => to.exact(mode, x, sign),
                    };
                    assert_eq!(a.convert(to.format, mode), expected, "{a} {mode}");
                }
            }
        }
    }
}

#[test]
fn conversions_of_integers() {
    for (exponent, significand) in FORMATS {
        let naive = Naive::new(exponent, significand);
        for width in [1u32, 2, 3, 5, 8] {
            for n in 0..1i128 << width {
                let bits = Bits::from_u64(width, n as u64);
                let signed = if n >> (width - 1) == 1 { n - (1 << width) } else { n };
                for mode in RoundingMode::ALL {
                    let unsigned = naive.exact(mode, Fraction(n, 1), false);
                    assert_eq!(Float::from_unsigned(naive.format, mode, &bits), unsigned, "{n} {mode}");
                    let signed = naive.exact(mode, Fraction(signed, 1), false);
                    assert_eq!(Float::from_signed(naive.format, mode, &bits), signed, "{n} {mode}");
                }
            }
            for a in naive.all() {
                for mode in RoundingMode::ALL {
                    let integer = match naive.meaning(&a) {
                        Meaning::Number(_, x) => Some(naive.integer(mode, x)),
                        _ => None,
                    };
                    let limit = 1i128 << width;
                    let bits = |n: i128| Bits::from_u64(width, n as u64);
                    let unsigned = integer.filter(|n| (0..limit).contains(n)).map(bits);
                    assert_eq!(a.to_unsigned(width, mode), unsigned, "{a} to {width} bits {mode}");
                    let signed = integer.filter(|n| (-limit / 2..limit / 2).contains(n)).map(bits);
                    assert_eq!(a.to_signed(width, mode), signed, "{a} to {width} signed bits {mode}");
                }
            }
        }
    }
}

#[test]
fn rational_numbers() {
    use adumbra_terms::float::Rational;
    for (exponent, significand) in FORMATS {
        let naive = Naive::new(exponent, significand);
        for numerator in -70i128..70 {
            for denominator in 1..40 {
                let value = Rational {
                    negative: numerator < 0,
                    numerator: numerator.unsigned_abs().into(),
                    denominator: (denominator as u128).into(),
                };
                for mode in RoundingMode::ALL {
                    let expected = naive.exact(mode, Fraction(numerator, denominator), false);
                    let found = Float::from_rational(naive.format, mode, &value);
                    assert_eq!(found, expected, "{numerator} / {denominator} {mode}");
                }
            }
        }
    }
}
