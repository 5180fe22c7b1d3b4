//! The floating-point evaluator against this machine's arithmetic, to nearest even: corners and
//! random operands. `scripts/trials floats` compares in all modes and with more formats.

use adumbra_terms::RoundingMode::{NearestEven, TowardZero};
use adumbra_terms::simplify::check::Random;
use adumbra_terms::{Bits, Float, Format};

fn single(value: f32) -> Float {
    Float::from_bits(Format::F32, Bits::from_u64(32, u64::from(value.to_bits())))
}

fn double(value: f64) -> Float {
    Float::from_bits(Format::F64, Bits::from_u64(64, value.to_bits()))
}

fn singles(random: &mut Random) -> f32 {
    f32::from_bits(random.float(Format::F32).bits().to_u64().unwrap() as u32)
}

fn doubles(random: &mut Random) -> f64 {
    f64::from_bits(random.float(Format::F64).bits().to_u64().unwrap())
}

macro_rules! agree {
    ($count:expr, $draw:ident, $wrap:ident) => {
        let mut random = Random(11);
        for _ in 0..$count {
            let (x, y, z) = ($draw(&mut random), $draw(&mut random), $draw(&mut random));
            let (a, b, c) = ($wrap(x), $wrap(y), $wrap(z));
            let text = format!("{x:e} {y:e} {z:e}");
            assert_eq!(a.add(NearestEven, &b), $wrap(x + y), "{text}");
            assert_eq!(a.sub(NearestEven, &b), $wrap(x - y), "{text}");
            assert_eq!(a.mul(NearestEven, &b), $wrap(x * y), "{text}");
            assert_eq!(a.div(NearestEven, &b), $wrap(x / y), "{text}");
            assert_eq!(a.fma(NearestEven, &b, &c), $wrap(x.mul_add(y, z)), "{text}");
            assert_eq!(a.sqrt(NearestEven), $wrap(x.sqrt()), "{text}");
            assert_eq!(a.round_to_integral(NearestEven), $wrap(x.round_ties_even()), "{text}");
            assert_eq!(a.round_to_integral(TowardZero), $wrap(x.trunc()), "{text}");
            assert_eq!(a.compare(&b), x.partial_cmp(&y), "{text}");
            if !(x == 0.0 && y == 0.0) {
                assert_eq!(a.lesser(&b), $wrap(x.min(y)), "{text}");
                assert_eq!(a.greater(&b), $wrap(x.max(y)), "{text}");
            }
            if x.trunc() >= -9.0e18 && x.trunc() <= 9.0e18 {
                assert_eq!(a.to_signed(64, TowardZero), Some(Bits::from_u64(64, x as i64 as u64)), "{text}");
            }
            let integer = random.next_u64() >> (random.next_u64() % 64);
            let bits = Bits::from_u64(64, integer);
            assert_eq!(Float::from_unsigned(a.format(), NearestEven, &bits), $wrap(integer as _), "{integer}");
            assert_eq!(Float::from_signed(a.format(), NearestEven, &bits), $wrap(integer as i64 as _), "{integer}");
        }
    };
}

#[test]
fn single_precision() {
    agree!(3000, singles, single);
}

#[test]
fn double_precision() {
    agree!(3000, doubles, double);
}

#[test]
fn between_single_and_double() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let (x, y) = (singles(&mut random), doubles(&mut random));
        assert_eq!(single(x).convert(Format::F64, NearestEven), double(f64::from(x)), "{x:e}");
        assert_eq!(double(y).convert(Format::F32, NearestEven), single(y as f32), "{y:e}");
    }
}

/// Formats at the bounds: exponents so far apart that no aligned sum would fit in memory.
#[test]
fn the_largest_formats() {
    let format = Format::new(30, 65536).unwrap();
    let (least, largest) = (Float::from_bits(format, Bits::one(format.width())), Float::largest(format, false));
    for mode in adumbra_terms::RoundingMode::ALL {
        let sum = largest.add(mode, &least);
        let upward = mode == adumbra_terms::RoundingMode::TowardPositive;
        assert_eq!(sum, if upward { Float::infinity(format, false) } else { largest.clone() });
        assert!(!largest.fma(mode, &least, &least.neg()).is_zero());
    }
    assert!(largest.rem(&least).is_zero());
    assert_eq!(least.rem(&largest), least);
    assert!(largest.mul(NearestEven, &largest).is_infinite());
    assert!(least.mul(NearestEven, &least).is_zero());
    assert_eq!(largest.to_unsigned(64, NearestEven), None);
    assert_eq!(least.to_unsigned(64, NearestEven), Some(Bits::zero(64)));
    assert!(largest.sqrt(NearestEven).is_normal());
}
