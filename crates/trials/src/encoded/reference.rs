//! Floating-point operations of small formats in plain integers, by their definition: the exact
//! result is compared with every number of the format, and the rounding mode chooses between its
//! neighbours. Nothing here is fast or shared with the circuits.

use adumbra_encode::float::Format;
use std::cmp::Ordering;

/// The five rounding modes in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    TowardsZero,
}

/// All rounding modes, by number.
pub const MODES: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::TowardsZero];

/// What an encoding stands for; finite magnitudes as multiples of the smallest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Nan,
    Inf(bool),
    Finite(bool, i128),
}

use Number::{Finite, Inf, Nan};

/// A format with the table of its magnitudes.
pub struct Reference {
    format: Format,
    /// By encoding: finite magnitudes, and the number that comes after the last.
    magnitudes: Vec<i128>,
    /// The smallest magnitude is 2^-scale.
    scale: u32,
}

impl Reference {
    /// The reference of a format whose numbers are at least as fine as integers, of at most 16
    /// bits.
    pub fn new(format: Format) -> Reference {
        let fraction = format.significand_bits() - 1;
        let top = (1u64 << format.exponent_bits()) - 1;
        let magnitudes = (0..=top << fraction)
            .map(|encoding| {
                let (field, rest) = (encoding >> fraction, i128::from(encoding & ((1 << fraction) - 1)));
                if field == 0 { rest } else { (rest + (1 << fraction)) << (field - 1) }
            })
            .collect();
        let least = 2 - (1i64 << (format.exponent_bits() - 1)) - i64::from(fraction);
        Reference { format, magnitudes, scale: u32::try_from(-least).unwrap_or(0) }
    }

    fn sign_bit(&self) -> u64 {
        1 << (self.format.width() - 1)
    }

    fn infinity(&self) -> u64 {
        self.magnitudes.len() as u64 - 1
    }

    /// The encoding of NaN.
    pub fn nan(&self) -> u64 {
        self.infinity() | 1 << (self.format.significand_bits() - 2)
    }

    fn decode(&self, bits: u64) -> Number {
        let (sign, magnitude) = (bits & self.sign_bit() != 0, bits & (self.sign_bit() - 1));
        match magnitude.cmp(&self.infinity()) {
            Ordering::Less => Finite(sign, self.magnitudes[magnitude as usize]),
            Ordering::Equal => Inf(sign),
            Ordering::Greater => Nan,
        }
    }

    fn encode(&self, sign: bool, magnitude: u64) -> u64 {
        magnitude | if sign { self.sign_bit() } else { 0 }
    }

    /// Rounds a magnitude that is known by comparison with halves: `compare(h)` orders `h / 2` and
    /// the magnitude.
    fn round(&self, mode: Rounding, sign: bool, compare: impl Fn(i128) -> Ordering) -> u64 {
        let at_most = |encoding: usize| compare(2 * self.magnitudes[encoding]) != Ordering::Greater;
        let last = self.magnitudes.len() - 1;
        // The largest number that is not above.
        let (mut low, mut high) = (0, last + 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if at_most(middle) { low = middle } else { high = middle }
        }
        let exact = compare(2 * self.magnitudes[low]) == Ordering::Equal;
        let grows = if low == last {
            // Beyond what comes after the last number: infinite or, in the modes that do not grow,
            // the last.
            let grows = match mode {
                Rounding::NearestEven | Rounding::NearestAway => true,
                Rounding::Up => !sign,
                Rounding::Down => sign,
                Rounding::TowardsZero => false,
            };
            low = last - 1;
            grows
        } else {
            let tie = compare(self.magnitudes[low] + self.magnitudes[low + 1]);
            !exact
                && match mode {
                    Rounding::NearestEven => tie == Ordering::Less || tie == Ordering::Equal && low % 2 == 1,
                    Rounding::NearestAway => tie != Ordering::Greater,
                    Rounding::Up => !sign,
                    Rounding::Down => sign,
                    Rounding::TowardsZero => false,
                }
        };
        self.encode(sign, (low + usize::from(grows)) as u64)
    }

    /// Rounds `p / q` units, whose sign is that of `p` unless it is zero.
    fn round_ratio(&self, mode: Rounding, zero_sign: bool, p: i128, q: i128) -> u64 {
        let sign = if p == 0 { zero_sign } else { (p < 0) != (q < 0) };
        let (p, q) = (p.abs(), q.abs());
        self.round(mode, sign, |half| (half * q).cmp(&(2 * p)))
    }

    /// The value of an operation by name, of as many operands as it takes; none if there is no such
    /// operation.
    pub fn apply(&self, name: &str, mode: Rounding, x: &[u64]) -> Option<u64> {
        let number: Vec<Number> = x.iter().map(|bits| self.decode(*bits)).collect();
        let signed = |sign: bool, n: i128| if sign { -n } else { n };
        let unit = 1i128 << self.scale;
        let down = mode == Rounding::Down;
        Some(match (name, &number[..]) {
            ("lt" | "le" | "eq" | "same", [a, b]) => u64::from(match (*a, *b) {
                (Nan, Nan) => name == "same",
                (Nan, _) | (_, Nan) => false,
                (Finite(_, 0), Finite(_, 0)) if name != "same" => name != "lt",
                _ => {
                    // Encodings by sign and magnitude are ordered as numbers are.
                    let place = |bits: u64| {
                        let magnitude = (bits & (self.sign_bit() - 1)) as i64;
                        if bits & self.sign_bit() != 0 { -1 - magnitude } else { magnitude }
                    };
                    match name {
                        "lt" => place(x[0]) < place(x[1]),
                        "le" => place(x[0]) <= place(x[1]),
                        _ => x[0] == x[1],
                    }
                }
            }),
            (_, numbers) if numbers.contains(&Nan) => match (name, numbers) {
                ("min" | "max", [Nan, b]) if *b != Nan => x[1],
                ("min" | "max", [a, Nan]) if *a != Nan => x[0],
                _ => self.nan(),
            },
            ("min" | "max", [_, _]) => {
                let first = self.apply("lt", mode, &if name == "min" { [x[0], x[1]] } else { [x[1], x[0]] })?;
                if first == 1 { x[0] } else { x[1] }
            }
            ("neg", [_]) => x[0] ^ self.sign_bit(),
            ("abs", [_]) => x[0] & !self.sign_bit(),
            ("add", [Inf(a), Inf(b)]) if a != b => self.nan(),
            ("add", [Inf(_), _]) => x[0],
            ("add", [_, Inf(_)]) => x[1],
            ("add", [Finite(s, a), Finite(t, b)]) => {
                let zero_sign = if s == t { *s } else { down };
                self.round_ratio(mode, zero_sign, signed(*s, *a) + signed(*t, *b), 1)
            }
            ("mul", [Inf(_), Finite(_, 0)] | [Finite(_, 0), Inf(_)]) => self.nan(),
            ("mul", [Inf(s), Inf(t) | Finite(t, _)] | [Finite(s, _), Inf(t)]) => self.encode(s != t, self.infinity()),
            ("mul", [Finite(s, a), Finite(t, b)]) => {
                self.round_ratio(mode, s != t, signed(*s, *a) * signed(*t, *b), unit)
            }
            ("div", [Inf(_), Inf(_)] | [Finite(_, 0), Finite(_, 0)]) => self.nan(),
            ("div", [Inf(s), Finite(t, _)] | [Finite(s, _), Finite(t, 0)]) => self.encode(s != t, self.infinity()),
            ("div", [Finite(s, _), Inf(t)]) => self.encode(s != t, 0),
            ("div", [Finite(s, a), Finite(t, b)]) => {
                self.round_ratio(mode, s != t, signed(*s, *a) * unit, signed(*t, *b))
            }
            ("fma", [a, b, Inf(u)]) => match (*a, *b) {
                (Inf(_), Finite(_, 0)) | (Finite(_, 0), Inf(_)) => self.nan(),
                (Inf(s), Inf(t) | Finite(t, _)) | (Finite(s, _), Inf(t)) if (s != t) != *u => self.nan(),
                _ => x[2],
            },
            ("fma", [Finite(s, a), Finite(t, b), Finite(u, c)]) => {
                let zero_sign = if (s != t) == *u { *u } else { down };
                let sum = signed(*s, *a) * signed(*t, *b) + signed(*u, *c) * unit;
                self.round_ratio(mode, zero_sign, sum, unit)
            }
            ("fma", [_, _, Finite(..)]) => self.apply("mul", mode, &x[..2])?,
            ("sqrt", [Finite(_, 0) | Inf(false)]) => x[0],
            ("sqrt", [Finite(false, a)]) => self.round(mode, false, |half| (half * half).cmp(&(4 * a * unit))),
            ("sqrt", [_]) => self.nan(),
            ("rem", [Inf(_), _] | [_, Finite(_, 0)]) => self.nan(),
            ("rem", [_, Inf(_)]) => x[0],
            ("rem", [Finite(s, a), Finite(_, b)]) => {
                let (mut quotient, rest) = (a / b, a % b);
                if 2 * rest > *b || 2 * rest == *b && quotient % 2 == 1 {
                    quotient += 1;
                }
                self.round_ratio(mode, *s, signed(*s, a - quotient * b), 1)
            }
            ("rti", [Finite(s, a)]) => self.round_ratio(mode, *s, signed(*s, integer(mode, *s, *a, unit) * unit), 1),
            ("rti", [_]) => x[0],
            _ => return None,
        })
    }

    /// The number in another format.
    pub fn convert(&self, mode: Rounding, bits: u64, to: &Reference) -> u64 {
        match self.decode(bits) {
            Nan => to.nan(),
            Inf(sign) => to.encode(sign, to.infinity()),
            Finite(sign, a) => to.round_ratio(mode, sign, (if sign { -a } else { a }) << to.scale, 1 << self.scale),
        }
    }

    /// The number of an integer.
    pub fn from_integer(&self, mode: Rounding, integer: i128) -> u64 {
        self.round_ratio(mode, false, integer << self.scale, 1)
    }

    /// The integer that a mode chooses, if the number is finite.
    pub fn to_integer(&self, mode: Rounding, bits: u64) -> Option<i128> {
        match self.decode(bits) {
            Finite(sign, a) => {
                let magnitude = integer(mode, sign, a, 1 << self.scale);
                Some(if sign { -magnitude } else { magnitude })
            }
            _ => None,
        }
    }
}

/// `a / unit` rounded to an integer.
fn integer(mode: Rounding, sign: bool, a: i128, unit: i128) -> i128 {
    let (whole, rest) = (a / unit, a % unit);
    let grows = match mode {
        Rounding::NearestEven => 2 * rest > unit || 2 * rest == unit && whole % 2 == 1,
        Rounding::NearestAway => 2 * rest >= unit,
        Rounding::Up => rest > 0 && !sign,
        Rounding::Down => rest > 0 && sign,
        Rounding::TowardsZero => false,
    };
    whole + i128::from(grows)
}
