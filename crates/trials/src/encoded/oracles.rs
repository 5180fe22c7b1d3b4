//! What operations should give: the machine's arithmetic, a software library's, and the
//! definition's.

use super::circuits::Operation;
use super::reference::{Reference, Rounding};
use adumbra_encode::float::Format;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// Says what an operation gives: `None` where it has nothing to say, `Some(None)` for an integer
/// that does not fit.
pub type Answer = Option<Option<u128>>;

fn nan(format: Format) -> u128 {
    ((1 << (format.exponent_bits() + 1)) - 1) << (format.significand_bits() - 2)
}

macro_rules! native {
    ($name:ident, $float:ident, $bits:ident, $format:expr, $other:ident, $other_format:expr) => {
        /// The machine's own arithmetic.
        pub fn $name(operation: Operation, mode: Rounding, x: &[u128]) -> Answer {
            let encode = |f: $float| if f.is_nan() { nan($format) } else { u128::from(f.to_bits()) };
            let y: Vec<$float> = x.iter().map(|bits| $float::from_bits(*bits as $bits)).collect();
            let truth = |truth: bool| Some(Some(u128::from(truth)));
            let number = |f: $float| Some(Some(encode(f)));
            match operation {
                Operation::Plain("lt") => return truth(y[0] < y[1]),
                Operation::Plain("le") => return truth(y[0] <= y[1]),
                Operation::Plain("eq") => return truth(y[0] == y[1]),
                Operation::Plain("same") => return truth(encode(y[0]) == encode(y[1])),
                Operation::Plain("neg") => return number(-y[0]),
                Operation::Plain("abs") => return number(y[0].abs()),
                Operation::Plain("min" | "max") if y[0].is_nan() => return number(y[1]),
                Operation::Plain("min" | "max") if y[1].is_nan() => return number(y[0]),
                Operation::Plain("min") => return number(if y[0] < y[1] { y[0] } else { y[1] }),
                Operation::Plain("max") => return number(if y[0] > y[1] { y[0] } else { y[1] }),
                Operation::Plain("rti") => {
                    return number(match mode {
                        Rounding::NearestEven => y[0].round_ties_even(),
                        Rounding::NearestAway => y[0].round(),
                        Rounding::Up => y[0].ceil(),
                        Rounding::Down => y[0].floor(),
                        Rounding::TowardsZero => y[0].trunc(),
                    });
                }
                Operation::ToWord { signed, width } => {
                    let Some(Some(bits)) = $name(Operation::Plain("rti"), mode, x) else { return None };
                    let f = $float::from_bits(bits as $bits);
                    let power = (2 as $float).powi(width as i32 - i32::from(signed));
                    let least = if signed { -power } else { 0.0 };
                    if !(f >= least && f < power) {
                        return Some(None);
                    }
                    let integer = if signed { f as i128 as u128 } else { f as u128 };
                    return Some(Some(integer & (u128::MAX >> (128 - width))));
                }
                _ => {}
            }
            if mode != Rounding::NearestEven {
                return None;
            }
            match operation {
                Operation::Plain("add") => number(y[0] + y[1]),
                Operation::Plain("mul") => number(y[0] * y[1]),
                Operation::Plain("div") => number(y[0] / y[1]),
                Operation::Plain("fma") => number(y[0].mul_add(y[1], y[2])),
                Operation::Plain("sqrt") => number(y[0].sqrt()),
                Operation::Convert(to) if to == $other_format => {
                    let f = y[0] as $other;
                    Some(Some(if f.is_nan() { nan(to) } else { u128::from(f.to_bits()) }))
                }
                Operation::FromWord { signed: true, width } => {
                    number(((x[0] << (128 - width)) as i128 >> (128 - width)) as $float)
                }
                Operation::FromWord { signed: false, .. } => number(x[0] as $float),
                _ => None,
            }
        }
    };
}

native!(native_single, f32, u32, Format::F32, f64, Format::F64);
native!(native_double, f64, u64, Format::F64, f32, Format::F32);

/// A format of the software library.
trait Soft: Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<Quad> {
    const FORMAT: Format;

    fn decode(bits: u128) -> Self {
        Self::from_bits(bits)
    }

    fn encode(self) -> u128 {
        if self.is_nan() { nan(Self::FORMAT) } else { self.to_bits() }
    }
}

impl Soft for Half {
    const FORMAT: Format = Format::F16;
}

impl Soft for Single {
    const FORMAT: Format = Format::F32;
}

impl Soft for Double {
    const FORMAT: Format = Format::F64;
}

impl Soft for Quad {
    const FORMAT: Format = Format::F128;
}

/// Its leading bit is explicit, and set unless the exponent is zero.
impl Soft for X87DoubleExtended {
    const FORMAT: Format = Format::X87;

    fn decode(bits: u128) -> Self {
        let (high, low) = (bits >> 63, bits & ((1 << 63) - 1));
        let leading = u128::from(high & 0x7fff != 0);
        Self::from_bits((high << 1 | leading) << 63 | low)
    }

    fn encode(self) -> u128 {
        let bits = self.to_bits();
        if self.is_nan() { nan(Self::FORMAT) } else { (bits >> 64) << 63 | bits & ((1 << 63) - 1) }
    }
}

fn soft<F: Soft>(operation: Operation, mode: Rounding, x: &[u128]) -> Answer {
    let round = match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::TowardsZero => Round::TowardZero,
    };
    if let Operation::FromWord { signed, width } = operation {
        let number = if signed {
            F::from_i128_r((x[0] << (128 - width)) as i128 >> (128 - width), round)
        } else {
            F::from_u128_r(x[0], round)
        };
        return Some(Some(number.value.encode()));
    }
    let y: Vec<F> = x.iter().map(|bits| F::decode(*bits)).collect();
    let mut lost = false;
    let number = match operation {
        Operation::Plain("add") => y[0].add_r(y[1], round).value,
        Operation::Plain("mul") => y[0].mul_r(y[1], round).value,
        Operation::Plain("div") => y[0].div_r(y[1], round).value,
        Operation::Plain("fma") => y[0].mul_add_r(y[1], y[2], round).value,
        Operation::Plain("rti") => y[0].round_to_integral(round).value,
        Operation::Plain("rem") => y[0].ieee_rem(y[1]).value,
        Operation::Plain("lt") => return Some(Some(u128::from(y[0] < y[1]))),
        Operation::Plain("le") => return Some(Some(u128::from(y[0] <= y[1]))),
        Operation::Plain("eq") => return Some(Some(u128::from(y[0] == y[1]))),
        Operation::Convert(Format::F16) => return Some(Some(convert::<F, Half>(y[0], round))),
        Operation::Convert(Format::F32) => return Some(Some(convert::<F, Single>(y[0], round))),
        Operation::Convert(Format::F64) => return Some(Some(convert::<F, Double>(y[0], round))),
        Operation::Convert(Format::F128) => return Some(Some(convert::<F, Quad>(y[0], round))),
        Operation::ToWord { signed, width } => {
            let mask = u128::MAX >> (128 - width);
            let (value, status) = if signed {
                let integer = y[0].to_i128_r(width as usize, round, &mut lost);
                (integer.value as u128 & mask, integer.status)
            } else {
                let integer = y[0].to_u128_r(width as usize, round, &mut lost);
                (integer.value & mask, integer.status)
            };
            return Some((!status.contains(Status::INVALID_OP)).then_some(value));
        }
        _ => return None,
    };
    Some(Some(number.encode()))
}

fn convert<F: Soft + FloatConvert<T>, T: Soft>(number: F, round: Round) -> u128 {
    let mut lost = false;
    let converted: T = number.convert_r(round, &mut lost).value;
    converted.encode()
}

/// The software library, for the formats it has.
pub fn software(operation: Operation, format: Format, mode: Rounding, x: &[u128]) -> Answer {
    match format {
        Format::F16 => soft::<Half>(operation, mode, x),
        Format::F32 => soft::<Single>(operation, mode, x),
        Format::F64 => soft::<Double>(operation, mode, x),
        Format::X87 => soft::<X87DoubleExtended>(operation, mode, x),
        Format::F128 => soft::<Quad>(operation, mode, x),
        _ => None,
    }
}

/// The definition, for small formats; `other` is the format a conversion leads to.
pub fn definition(
    from: &Reference,
    other: Option<&Reference>,
    operation: Operation,
    mode: Rounding,
    x: &[u128],
) -> Answer {
    let narrow: Vec<u64> = x.iter().map(|bits| *bits as u64).collect();
    match operation {
        Operation::Plain(name) => from.apply(name, mode, &narrow).map(|bits| Some(u128::from(bits))),
        Operation::Convert(_) => other.map(|to| Some(u128::from(from.convert(mode, narrow[0], to)))),
        Operation::FromWord { signed, width } => {
            let integer = if signed { (x[0] << (128 - width)) as i128 >> (128 - width) } else { x[0] as i128 };
            Some(Some(u128::from(from.from_integer(mode, integer))))
        }
        Operation::ToWord { signed, width } => {
            let (low, high) =
                if signed { (-1i128 << (width - 1), (1i128 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
            let integer = from.to_integer(mode, narrow[0]).filter(|n| (low..=high).contains(n));
            Some(integer.map(|n| n as u128 & (u128::MAX >> (128 - width))))
        }
    }
}
