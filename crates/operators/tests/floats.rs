//! Floats: native formats against native operations, software formats against native ones where
//! they must agree.

use crate::integers::layout;
use crate::random::{Random, double};
use adumbra_operators::*;
use num_bigint::BigUint;

const I16: Type = Type::Int(16);
const I32: Type = Type::Int(32);
const I64: Type = Type::Int(64);
const F64: Type = Type::Float(FloatKind::Double);

const SINGLE: Type = Type::Float(FloatKind::Single);
const KINDS: [FloatKind; 4] = [FloatKind::Half, FloatKind::BFloat, FloatKind::X87, FloatKind::Quad];

fn bin(op: BinaryOp, ty: Type, a: u128, b: u128) -> u128 {
    evaluate::binary(op, ty, &a.into(), &b.into(), &layout()).unwrap().low()
}

fn un(op: UnaryOp, ty: Type, a: u128) -> u128 {
    evaluate::unary(op, ty, &a.into(), &layout()).unwrap().low()
}

fn cast(op: CastOp, from: Type, to: Type, a: u128) -> u128 {
    evaluate::cast(op, from, to, &a.into(), &layout()).unwrap().low()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

fn same32(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn doubles_are_native() {
    let mut random = Random(3);
    for _ in 0..20_000 {
        let (x, y, z) = (double(&mut random), double(&mut random), double(&mut random));
        let (a, b) = (x.to_bits().into(), y.to_bits().into());
        let number = |op| f64::from_bits(bin(op, F64, a, b) as u64);
        assert!(same(number(BinaryOp::FAdd), x + y), "{x} {y}");
        assert!(same(number(BinaryOp::FSub), x - y));
        assert!(same(number(BinaryOp::FMul), x * y));
        assert!(same(number(BinaryOp::FDiv), x / y));
        assert!(same(number(BinaryOp::FRem), x % y));
        assert!(same(number(BinaryOp::FCopySign), x.copysign(y)));
        assert_eq!(bin(BinaryOp::FLt, F64, a, b), u128::from(x < y));
        assert_eq!(bin(BinaryOp::FLe, F64, a, b), u128::from(x <= y));
        assert_eq!(bin(BinaryOp::FEq, F64, a, b), u128::from(x == y));
        assert_eq!(bin(BinaryOp::FUnordered, F64, a, b), u128::from(x.is_nan() || y.is_nan()));
        let unary = |op| f64::from_bits(un(op, F64, a) as u64);
        assert!(same(unary(UnaryOp::FSqrt), x.sqrt()));
        assert!(same(unary(UnaryOp::FFloor), x.floor()));
        assert!(same(unary(UnaryOp::FRoundEven), x.round_ties_even()));
        assert_eq!(un(UnaryOp::FNeg, F64, a) as u64, x.to_bits() ^ 1 << 63);
        let fused = evaluate::multiply_add(F64, &a.into(), &b.into(), &u128::from(z.to_bits()).into()).unwrap();
        assert!(same(f64::from_bits(fused.low() as u64), x.mul_add(y, z)));
        assert!(same32(f32::from_bits(cast(CastOp::FloatToFloat, F64, SINGLE, a) as u32), x as f32));
        assert_eq!(cast(CastOp::FloatToSInt, F64, I32, a) as u32 as i32, x as i32, "{x}");
        assert_eq!(cast(CastOp::FloatToUInt, F64, I64, a) as u64, x as u64);
        assert_eq!(cast(CastOp::FloatToSInt, F64, Type::Int(128), a) as i128, x as i128);
        assert_eq!(cast(CastOp::FloatToSInt, F64, I16, a) as u16 as i16, x as i16);
        let n = random.next();
        assert!(same(f64::from_bits(cast(CastOp::SIntToFloat, I64, F64, n.into()) as u64), n as i64 as f64));
        assert!(same32(f32::from_bits(cast(CastOp::UIntToFloat, I64, SINGLE, n.into()) as u32), n as f32));
    }
}

#[test]
fn minimum_and_maximum() {
    let nan = f64::NAN;
    let cases = [
        (BinaryOp::FMinNum, 1.0, 2.0, 1.0),
        (BinaryOp::FMinNum, nan, 2.0, 2.0),
        (BinaryOp::FMinNum, 2.0, nan, 2.0),
        (BinaryOp::FMinNum, 0.0, -0.0, -0.0),
        (BinaryOp::FMinNum, -0.0, 0.0, -0.0),
        (BinaryOp::FMaxNum, 0.0, -0.0, 0.0),
        (BinaryOp::FMaxNum, -0.0, 0.0, 0.0),
        (BinaryOp::FMaxNum, nan, -2.0, -2.0),
        (BinaryOp::FMinimum, nan, 2.0, nan),
        (BinaryOp::FMinimum, 2.0, nan, nan),
        (BinaryOp::FMaximum, -0.0, 0.0, 0.0),
        (BinaryOp::FMaximum, 3.0, 2.0, 3.0),
        (BinaryOp::FMinimum, 0.0, -0.0, -0.0),
        (BinaryOp::FMaximum, nan, nan, nan),
        (BinaryOp::FMinNum, nan, nan, nan),
    ];
    for (op, x, y, want) in cases {
        let got = f64::from_bits(bin(op, F64, x.to_bits().into(), y.to_bits().into()) as u64);
        assert!(same(got, want), "{op:?} {x} {y}: {got}");
        for kind in KINDS {
            let ty = Type::Float(kind);
            let to = |v: f64| cast(CastOp::FloatToFloat, F64, ty, v.to_bits().into());
            let back = cast(CastOp::FloatToFloat, ty, F64, bin(op, ty, to(x), to(y)));
            assert!(same(f64::from_bits(back as u64), want), "{kind:?} {op:?} {x} {y}");
        }
    }
}

#[test]
fn singles_are_native() {
    let mut random = Random(7);
    for _ in 0..20_000 {
        let [x, y, z] = [(); 3].map(|()| double(&mut random) as f32);
        let (a, b) = (x.to_bits().into(), y.to_bits().into());
        let number = |op| f32::from_bits(bin(op, SINGLE, a, b) as u32);
        assert!(same32(number(BinaryOp::FAdd), x + y), "{x} {y}");
        assert!(same32(number(BinaryOp::FSub), x - y));
        assert!(same32(number(BinaryOp::FMul), x * y));
        assert!(same32(number(BinaryOp::FDiv), x / y));
        assert!(same32(number(BinaryOp::FRem), x % y));
        assert!(same32(number(BinaryOp::FCopySign), x.copysign(y)));
        assert_eq!(bin(BinaryOp::FLt, SINGLE, a, b), u128::from(x < y));
        assert_eq!(bin(BinaryOp::FLe, SINGLE, a, b), u128::from(x <= y));
        assert_eq!(bin(BinaryOp::FEq, SINGLE, a, b), u128::from(x == y));
        assert_eq!(bin(BinaryOp::FUnordered, SINGLE, a, b), u128::from(x.is_nan() || y.is_nan()));
        assert!(same32(f32::from_bits(un(UnaryOp::FSqrt, SINGLE, a) as u32), x.sqrt()));
        let fused = evaluate::multiply_add(SINGLE, &a.into(), &b.into(), &u128::from(z.to_bits()).into()).unwrap();
        assert!(same32(f32::from_bits(fused.low() as u32), x.mul_add(y, z)));
        let widened = f64::from_bits(cast(CastOp::FloatToFloat, SINGLE, F64, a) as u64);
        assert!(same(widened, f64::from(x)));
        assert_eq!(cast(CastOp::FloatToSInt, SINGLE, I32, a) as u32 as i32, x as i32, "{x}");
        assert_eq!(cast(CastOp::FloatToUInt, SINGLE, I64, a) as u64, x as u64);
    }
}

/// Numbers around halves of integers, where roundings differ, and others.
fn near_halves(random: &mut Random) -> f64 {
    let half = (random.next() % 41) as f64 / 2.0 - 10.0;
    match random.next() % 4 {
        0 => half,
        1 => f64::from_bits(half.to_bits() + 1),
        2 => f64::from_bits(half.to_bits().saturating_sub(1)),
        _ => double(random),
    }
}

/// Roundings to integers, and signs, are those of binary128, which has every number of the machine
/// and is computed by software. The machine's roundings go through no operation of that.
#[test]
fn machine_formats_round_like_software_ones() {
    let mut random = Random(8);
    let quad = Type::Float(FloatKind::Quad);
    use UnaryOp::*;
    for ty in [SINGLE, F64] {
        for _ in 0..5000 {
            let a = cast(CastOp::FloatToFloat, F64, quad, near_halves(&mut random).to_bits().into());
            let a = cast(CastOp::FloatToFloat, quad, ty, a);
            let wide = cast(CastOp::FloatToFloat, ty, quad, a);
            for op in [FFloor, FCeil, FTrunc, FRound, FRoundEven, FNeg, FAbs] {
                let want = cast(CastOp::FloatToFloat, quad, ty, un(op, quad, wide));
                let (got, nan) = (un(op, ty, a), un(FIsNan, ty, want) == 1);
                assert!(got == want || nan && un(FIsNan, ty, got) == 1, "{op:?} {ty} {a:#x}: {got:#x} {want:#x}");
            }
        }
    }
}

/// The classes of numbers by the fields of their bits, in every format that stores no leading bit.
#[test]
fn classes_are_those_of_the_fields() {
    let mut random = Random(9);
    for (kind, fraction_bits) in [
        (FloatKind::Half, 10),
        (FloatKind::BFloat, 7),
        (FloatKind::Single, 23),
        (FloatKind::Double, 52),
        (FloatKind::Quad, 112),
    ] {
        let (ty, width) = (Type::Float(kind), kind.bits());
        let (exponents, fractions) = (double_word::mask(width - 1 - fraction_bits), double_word::mask(fraction_bits));
        for _ in 0..2000 {
            let random_bits = u128::from(random.next()) << 64 | u128::from(random.next());
            let exponent = [0, exponents, 1, exponents - 1, random_bits >> 80 & exponents][random.below(5)];
            let fraction = [0, 1, fractions, random_bits & fractions][random.below(4)];
            let a = u128::from(random.one_in(2)) << (width - 1) | exponent << fraction_bits | fraction;
            let want = [
                exponent == exponents && fraction != 0,
                exponent == exponents && fraction == 0,
                exponent == 0 && fraction != 0,
            ];
            let got = [UnaryOp::FIsNan, UnaryOp::FIsInf, UnaryOp::FIsSubnormal].map(|op| un(op, ty, a) == 1);
            assert_eq!(got, want, "{kind:?} {a:#x}");
        }
    }
}

/// Sums, products, quotients and roots of single-precision numbers, done in binary128 or x87 and
/// rounded once to single, are the native results: both formats have more than 2p + 2 bits.
#[test]
fn software_formats_round_like_native_ones() {
    let mut random = Random(4);
    for kind in [FloatKind::X87, FloatKind::Quad] {
        let ty = Type::Float(kind);
        for _ in 0..3000 {
            let (x, y) = (double(&mut random) as f32, double(&mut random) as f32);
            let up = |v: f32| cast(CastOp::FloatToFloat, SINGLE, ty, v.to_bits().into());
            let down = |v: u128| f32::from_bits(cast(CastOp::FloatToFloat, ty, SINGLE, v) as u32);
            assert!(same32(down(up(x)), x));
            for (op, want) in [
                (BinaryOp::FAdd, x + y),
                (BinaryOp::FSub, x - y),
                (BinaryOp::FMul, x * y),
                (BinaryOp::FDiv, x / y),
                (BinaryOp::FRem, x % y),
            ] {
                let got = down(bin(op, ty, up(x), up(y)));
                // A subnormal single is rounded from fewer bits than the argument needs.
                if want.is_subnormal() && op != BinaryOp::FRem {
                    continue;
                }
                assert!(same32(got, want), "{kind:?} {op:?} {x} {y}: {got} {want}");
            }
            assert!(same32(down(un(UnaryOp::FSqrt, ty, up(x))), x.sqrt()), "{kind:?} sqrt {x}");
            assert!(same32(down(un(UnaryOp::FRound, ty, up(x))), x.round()));
            assert_eq!(bin(BinaryOp::FLt, ty, up(x), up(y)), u128::from(x < y));
            assert_eq!(cast(CastOp::FloatToSInt, ty, I32, up(x)) as u32 as i32, x as i32, "{kind:?} {x}");
            assert_eq!(cast(CastOp::FloatToUInt, ty, I64, up(x)) as u64, x as u64);
        }
    }
}

/// All half-precision and bfloat roots against the definition: the root of a number with 11 bits,
/// rounded to double and then to the format, is right since 53 is more than 2·11 + 2.
#[test]
fn roots_of_small_formats() {
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        let ty = Type::Float(kind);
        for a in 0..1u128 << 16 {
            let x = f64::from_bits(cast(CastOp::FloatToFloat, ty, F64, a) as u64);
            let want = cast(CastOp::FloatToFloat, F64, ty, x.sqrt().to_bits().into());
            let got = un(UnaryOp::FSqrt, ty, a);
            let nan = un(UnaryOp::FIsNan, ty, want) == 1;
            assert!(got == want || nan && un(UnaryOp::FIsNan, ty, got) == 1, "{kind:?} {a:#x} {got:#x} {want:#x}");
        }
    }
}

/// fmod on half precision: exact in double.
#[test]
fn remainders_of_small_formats() {
    let ty = Type::Float(FloatKind::Half);
    let mut random = Random(5);
    for _ in 0..30_000 {
        let (a, b) = (u128::from(random.next() as u16), u128::from(random.next() as u16));
        let up = |v| f64::from_bits(cast(CastOp::FloatToFloat, ty, F64, v) as u64);
        let got = up(bin(BinaryOp::FRem, ty, a, b));
        assert!(same(got, up(a) % up(b)), "{} % {} = {got}", up(a), up(b));
    }
}

#[test]
fn wide_integers() {
    let wide = Type::Int(300);
    let layout = layout();
    let int = |s: &str| Value::parse(s, 300).unwrap();
    let to = |v: &Value, kind| evaluate::cast(CastOp::SIntToFloat, wide, Type::Float(kind), v, &layout).unwrap().low();
    let big = 2f64.powi(200);
    let two_200 = evaluate::binary(BinaryOp::Shl, wide, &int("1"), &int("200"), &layout).unwrap();
    assert_eq!(to(&two_200, FloatKind::Double) as u64, big.to_bits());
    assert_eq!(to(&two_200, FloatKind::Single) as u32, f32::INFINITY.to_bits());
    assert_eq!(to(&two_200, FloatKind::Half), 0x7c00);
    assert_eq!(to(&int("-3"), FloatKind::Double) as u64, (-3f64).to_bits());
    assert_eq!(to(&int("0"), FloatKind::Quad), 0);
    // 2^200 + 2^147 is a tie at double precision, to even; one more bit breaks it.
    let half_ulp = evaluate::binary(BinaryOp::Shl, wide, &int("1"), &int("147"), &layout).unwrap();
    let tie = evaluate::binary(BinaryOp::Or, wide, &two_200, &half_ulp, &layout).unwrap();
    let above = evaluate::binary(BinaryOp::Or, wide, &tie, &int("1"), &layout).unwrap();
    assert_eq!(to(&tie, FloatKind::Double) as u64, big.to_bits());
    assert_eq!(to(&above, FloatKind::Double) as u64, big.to_bits() + 1);
    let back = |x: f64| {
        let bits = Value::Small(x.to_bits().into());
        evaluate::cast(CastOp::FloatToSInt, F64, wide, &bits, &layout).unwrap()
    };
    assert_eq!(back(big), two_200);
    assert_eq!(back(-2.9), int("-2"));
    assert_eq!(back(f64::NAN), int("0"));
    let highest = evaluate::binary(BinaryOp::LShr, wide, &int("-1"), &int("1"), &layout).unwrap();
    assert_eq!(back(f64::INFINITY), highest);
}

/// Roots of binary128 against integers: the root of n·2^240 holds 60 bits more than the format
/// does, and is rounded here by hand.
#[test]
fn roots_of_binary128() {
    let ty = Type::Float(FloatKind::Quad);
    let mut random = Random(10);
    for _ in 0..2000 {
        let n = (u128::from(random.next()) << 64 | u128::from(random.next())) >> (15 + random.next() % 100) | 1;
        let exact = BigUint::from(n) << 240u32;
        let root = exact.sqrt();
        let length = root.bits();
        let drop = length - 113;
        let (head, rest) = (&root >> drop, &root % (BigUint::from(1u8) << drop));
        let half = BigUint::from(1u8) << (drop - 1);
        // No root is a tie: it would have 114 bits, and its square more than n has.
        let up = rest > half || rest == half && &root * &root != exact;
        let head = u128::try_from(head).unwrap() + u128::from(up);
        // The exponent takes the leading bit, and a carry out of it.
        let want = (u128::from(16383 + length - 1 - 120 - 1) << 112) + head;
        let number = cast(CastOp::UIntToFloat, Type::Int(128), ty, n);
        assert_eq!(un(UnaryOp::FSqrt, ty, number), want, "{n:#x}");
    }
}
