//! Subjects whose oracle is `rustc_apfloat`, which has every mode and formats that the processor
//! lacks.

use super::Operand::{Integer, Number};
use super::{Subject, float_sort, integer, number};
use adumbra_terms::{Format, Op, RoundingMode, SortKind, Value};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// A format of that library and ours.
trait Known: Float {
    const FORMAT: Format;

    fn load(pattern: u128) -> Self {
        Self::from_bits(pattern)
    }

    fn store(self) -> u128 {
        self.to_bits()
    }
}

impl Known for Half {
    const FORMAT: Format = Format::F16;
}

impl Known for BFloat {
    const FORMAT: Format = Format::BF16;
}

impl Known for Single {
    const FORMAT: Format = Format::F32;
}

impl Known for Double {
    const FORMAT: Format = Format::F64;
}

impl Known for Quad {
    const FORMAT: Format = Format::F128;
}

/// Its patterns have the integer bit, ours do not.
impl Known for X87DoubleExtended {
    const FORMAT: Format = Format::X87;

    fn load(pattern: u128) -> Self {
        let (high, fraction) = (pattern >> 63, pattern & (u128::MAX >> 65));
        let integer = u128::from(high & 0x7fff != 0) << 63;
        Self::from_bits(high << 64 | integer | fraction)
    }

    fn store(self) -> u128 {
        let bits = self.to_bits();
        bits >> 64 << 63 | bits & (u128::MAX >> 65)
    }
}

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn result<F: Known>(value: F) -> Option<Value> {
    number(F::FORMAT, value.store())
}

fn add<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).add_r(F::load(x[1]), round(mode)).value)
}

fn sub<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).sub_r(F::load(x[1]), round(mode)).value)
}

fn mul<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).mul_r(F::load(x[1]), round(mode)).value)
}

fn div<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).div_r(F::load(x[1]), round(mode)).value)
}

fn fma<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).mul_add_r(F::load(x[1]), F::load(x[2]), round(mode)).value)
}

fn integral<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::load(x[0]).round_to_integral(round(mode)).value)
}

fn convert<F: Known + FloatConvert<G>, G: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    let value: G = F::load(x[0]).convert_r(round(mode), &mut false).value;
    result(value)
}

fn of_signed<F: Known, const WIDTH: u32>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    let value = (x[0] << (128 - WIDTH)) as i128 >> (128 - WIDTH);
    result(F::from_i128_r(value, round(mode)).value)
}

fn of_unsigned<F: Known>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    result(F::from_u128_r(x[0], round(mode)).value)
}

/// Zero where the integer does not fit, as in the core.
fn to_signed<F: Known, const WIDTH: u32>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    let found = F::load(x[0]).to_i128_r(WIDTH as usize, round(mode), &mut false);
    integer(WIDTH, if found.status.contains(Status::INVALID_OP) { 0 } else { found.value as u128 })
}

fn to_unsigned<F: Known, const WIDTH: u32>(mode: RoundingMode, x: &[u128]) -> Option<Value> {
    let found = F::load(x[0]).to_u128_r(WIDTH as usize, round(mode), &mut false);
    integer(WIDTH, if found.status.contains(Status::INVALID_OP) { 0 } else { found.value })
}

macro_rules! all {
    ($($name:literal $float:ident;)*) => {
        &[$(
            Subject::new(concat!($name, " add, apfloat"), Op::FpAdd, two::<$float>(), sort::<$float>(), add::<$float>),
            Subject::new(concat!($name, " sub, apfloat"), Op::FpAdd, two::<$float>(), sort::<$float>(), sub::<$float>)
                .difference(),
            Subject::new(concat!($name, " mul, apfloat"), Op::FpMul, two::<$float>(), sort::<$float>(), mul::<$float>),
            Subject::new(concat!($name, " div, apfloat"), Op::FpDiv, two::<$float>(), sort::<$float>(), div::<$float>),
            Subject::new(concat!($name, " fma, apfloat"), Op::FpFma, three::<$float>(), sort::<$float>(), fma::<$float>),
            Subject::new(
                concat!($name, " round to integral, apfloat"),
                Op::FpRoundToIntegral,
                one::<$float>(),
                sort::<$float>(),
                integral::<$float>,
            ),
            Subject::new(
                concat!($name, " of 128 signed bits, apfloat"),
                Op::FpFromSigned,
                &[Integer(128)],
                sort::<$float>(),
                of_signed::<$float, 128>,
            ),
            Subject::new(
                concat!($name, " of 16 signed bits, apfloat"),
                Op::FpFromSigned,
                &[Integer(16)],
                sort::<$float>(),
                of_signed::<$float, 16>,
            ),
            Subject::new(
                concat!($name, " of 128 unsigned bits, apfloat"),
                Op::FpFromUnsigned,
                &[Integer(128)],
                sort::<$float>(),
                of_unsigned::<$float>,
            ),
            Subject::new(
                concat!($name, " to 128 signed bits, apfloat"),
                Op::FpToSigned,
                one::<$float>(),
                SortKind::BitVec(128),
                to_signed::<$float, 128>,
            ),
            Subject::new(
                concat!($name, " to 16 signed bits, apfloat"),
                Op::FpToSigned,
                one::<$float>(),
                SortKind::BitVec(16),
                to_signed::<$float, 16>,
            ),
            Subject::new(
                concat!($name, " to 64 unsigned bits, apfloat"),
                Op::FpToUnsigned,
                one::<$float>(),
                SortKind::BitVec(64),
                to_unsigned::<$float, 64>,
            ),
        )*]
    };
}

const fn one<F: Known>() -> &'static [super::Operand] {
    const { &[Number(F::FORMAT)] }
}

const fn two<F: Known>() -> &'static [super::Operand] {
    const { &[Number(F::FORMAT), Number(F::FORMAT)] }
}

const fn three<F: Known>() -> &'static [super::Operand] {
    const { &[Number(F::FORMAT), Number(F::FORMAT), Number(F::FORMAT)] }
}

const fn sort<F: Known>() -> SortKind {
    float_sort(F::FORMAT)
}

const ARITHMETIC: &[Subject] = all! {
    "half" Half;
    "bfloat" BFloat;
    "single" Single;
    "double" Double;
    "extended" X87DoubleExtended;
    "quad" Quad;
};

macro_rules! conversions {
    ($($name:literal $from:ident $to:ident;)*) => {
        &[$(Subject::new($name, Op::FpFromFp, one::<$from>(), sort::<$to>(), convert::<$from, $to>),)*]
    };
}

const CONVERSIONS: &[Subject] = conversions! {
    "half to single, apfloat" Half Single;
    "half to quad, apfloat" Half Quad;
    "half to bfloat, apfloat" Half BFloat;
    "single to half, apfloat" Single Half;
    "single to bfloat, apfloat" Single BFloat;
    "double to half, apfloat" Double Half;
    "double to single, apfloat" Double Single;
    "double to quad, apfloat" Double Quad;
    "extended to double, apfloat" X87DoubleExtended Double;
    "extended to quad, apfloat" X87DoubleExtended Quad;
    "quad to half, apfloat" Quad Half;
    "quad to single, apfloat" Quad Single;
    "quad to double, apfloat" Quad Double;
    "quad to extended, apfloat" Quad X87DoubleExtended;
};

pub(super) fn subjects() -> impl Iterator<Item = Subject> {
    ARITHMETIC.iter().chain(CONVERSIONS).copied()
}
