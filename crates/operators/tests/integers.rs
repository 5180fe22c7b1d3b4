//! Operators on integers against their definitions: all values of small widths, random ones of
//! others, in every size of word that holds them.

use crate::definitions;
use crate::random::{Random, integer};
use adumbra_operators::evaluate;
use adumbra_operators::*;
use num_bigint::{BigInt, BigUint};

pub fn layout() -> DataLayout {
    DataLayout::of(DataModel::Lp64)
}

fn on_integers() -> impl Iterator<Item = BinaryOp> {
    BinaryOp::ALL.into_iter().filter(|op| !op.is_float())
}

fn counting(width: u32) -> impl Iterator<Item = UnaryOp> {
    UnaryOp::ALL.into_iter().filter(move |op| op.result(Type::Int(width)).is_some())
}

/// The number of a value.
fn number(value: &Value) -> BigInt {
    BigInt::from(value.to_big())
}

fn value(width: u32, number: &BigUint) -> Value {
    Value::from_bytes(&number.to_bytes_le(), width)
}

/// What each home of an operator gives that has room for the width.
struct Given {
    by: &'static str,
    result: BigInt,
}

fn given(by: &'static str, result: impl Into<BigInt>) -> Given {
    Given { by, result: result.into() }
}

fn check_binary(op: BinaryOp, width: u32, a: &BigUint, b: &BigUint) {
    let want = definitions::binary(op, width, &a.clone().into(), &b.clone().into());
    let (x, y) = (value(width, a), value(width, b));
    let mut results = vec![given("wide", wide::binary(op, width, a, b).to_big())];
    if width <= 128 {
        results.push(given("double_word", double_word::binary(op, width, x.low(), y.low())));
    }
    if width <= 64 {
        results.push(given("word", word::binary(op, width, x.low() as u64, y.low() as u64)));
    }
    let ty = if op == BinaryOp::PtrAdd { Type::Ptr } else { Type::Int(width) };
    if ty.bits(&layout()) == width {
        results.push(given("evaluate", number(&evaluate::binary(op, ty, &x, &y, &layout()).unwrap())));
    }
    for Given { by, result } in results {
        assert_eq!(result, want, "{by}: {op:?} i{width} {a} {b}");
    }
}

fn check_unary(op: UnaryOp, width: u32, a: &BigUint) {
    let want = definitions::unary(op, width, &a.clone().into());
    let x = value(width, a);
    let evaluated = evaluate::unary(op, Type::Int(width), &x, &layout()).unwrap();
    let mut results = vec![given("wide", wide::unary(op, width, a).to_big()), given("evaluate", number(&evaluated))];
    if width <= 128 {
        results.push(given("double_word", double_word::unary(op, width, x.low())));
    }
    if width <= 64 {
        results.push(given("word", word::unary(op, width, x.low() as u64)));
    }
    for Given { by, result } in results {
        assert_eq!(result, want, "{by}: {op:?} i{width} {a}");
    }
}

fn check_cast(op: CastOp, from: u32, to: u32, a: &BigUint) {
    let want = definitions::cast(op, from, to, &a.clone().into());
    let x = value(from, a);
    let evaluated = evaluate::cast(op, Type::Int(from), Type::Int(to), &x, &layout()).unwrap();
    let mut results = vec![given("evaluate", number(&evaluated))];
    if from.max(to) <= 64 {
        let (a, unused) = (x.low() as u64, 64 - to);
        results.push(given(
            "word",
            match op {
                CastOp::SExt => word::sign_extend(a, 64 - from, unused),
                _ => word::truncate(a, unused),
            },
        ));
    }
    for Given { by, result } in results {
        assert_eq!(result, want, "{by}: {op:?} i{from} to i{to} {a}");
    }
}

#[test]
fn binary_operators_at_small_widths() {
    for width in 1..=6u32 {
        for op in on_integers() {
            for a in 0..1u32 << width {
                for b in 0..1u32 << width {
                    check_binary(op, width, &a.into(), &b.into());
                }
            }
        }
    }
}

#[test]
fn unary_operators_at_small_widths() {
    for width in 1..=9u32 {
        for op in counting(width) {
            for a in 0..1u32 << width {
                check_unary(op, width, &a.into());
            }
        }
    }
}

#[test]
fn conversions_at_small_widths() {
    for from in 1..=6u32 {
        for a in 0..1u32 << from {
            for to in 1..=8 {
                let ops: &[CastOp] = if to < from { &[CastOp::Trunc] } else { &[CastOp::ZExt, CastOp::SExt] };
                ops.iter().filter(|_| to != from).for_each(|op| check_cast(*op, from, to, &a.into()));
            }
        }
    }
}

const WIDTHS: [u32; 20] = [1, 6, 7, 8, 15, 16, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129, 256, 300];

#[test]
fn binary_operators_on_random_values() {
    let mut random = Random(1);
    for width in WIDTHS {
        for _ in 0..120 {
            let (a, b) = (integer(&mut random, width), integer(&mut random, width));
            on_integers().for_each(|op| check_binary(op, width, &a, &b));
        }
    }
}

#[test]
fn unary_operators_on_random_values() {
    let mut random = Random(2);
    for width in WIDTHS {
        for _ in 0..100 {
            let a = integer(&mut random, width);
            counting(width).for_each(|op| check_unary(op, width, &a));
        }
    }
}

#[test]
fn conversions_of_random_values() {
    let mut random = Random(3);
    for from in WIDTHS {
        for to in WIDTHS.into_iter().chain([500]).filter(|to| *to != from) {
            let a = integer(&mut random, from);
            let ops: &[CastOp] = if to < from { &[CastOp::Trunc] } else { &[CastOp::ZExt, CastOp::SExt] };
            ops.iter().for_each(|op| check_cast(*op, from, to, &a));
        }
    }
}

/// What the bytecode calls with the number of unused bits is what `binary` gives.
#[test]
fn functions_of_single_operators_are_the_operators() {
    let mut random = Random(4);
    let width_of = |random: &mut Random| 1 + (random.next() % 64) as u32;
    for _ in 0..2000 {
        let width = width_of(&mut random);
        let (a, b) = (integer(&mut random, width), integer(&mut random, width));
        let [a, b] = [a, b].map(|v| u64::try_from(v).unwrap());
        let unused = 64 - width;
        let want = |op| word::binary(op, width, a, b);
        use BinaryOp::*;
        assert_eq!(word::add(a, b, unused), want(Add));
        assert_eq!(word::sub(a, b, unused), want(Sub));
        assert_eq!(word::mul(a, b, unused), want(Mul));
        assert_eq!(word::udiv(a, b, unused), want(UDiv));
        assert_eq!(word::sdiv(a, b, unused), want(SDiv));
        assert_eq!(word::urem(a, b), want(URem));
        assert_eq!(word::srem(a, b, unused), want(SRem));
        assert_eq!(word::shl(a, b, unused), want(Shl));
        assert_eq!(word::lshr(a, b), want(LShr));
        assert_eq!(word::ashr(a, b, unused), want(AShr));
        assert_eq!(u64::from(word::slt(a, b, unused)), want(Slt));
        assert_eq!(u64::from(word::sle(a, b, unused)), want(Sle));
        assert_eq!(u64::from(word::uadd_overflows(a, b, unused)), want(UAddOverflow));
        assert_eq!(u64::from(word::sadd_overflows(a, b, unused)), want(SAddOverflow));
        assert_eq!(u64::from(word::usub_overflows(a, b)), want(USubOverflow));
        assert_eq!(u64::from(word::ssub_overflows(a, b, unused)), want(SSubOverflow));
        assert_eq!(u64::from(word::umul_overflows(a, b, unused)), want(UMulOverflow));
        assert_eq!(u64::from(word::smul_overflows(a, b, unused)), want(SMulOverflow));
    }
}

#[test]
fn masks_and_signed_readings() {
    assert_eq!([0, 1, 8, 63, 64, 65].map(word::mask), [0, 1, 0xff, u64::MAX >> 1, u64::MAX, u64::MAX]);
    assert_eq!([0, 1, 65, 128, 200].map(double_word::mask), [0, 1, u128::MAX >> 63, u128::MAX, u128::MAX]);
    for width in 1..=64u32 {
        for a in [0, 1, word::mask(width), word::mask(width) >> 1, 1 << (width - 1)] {
            let want = definitions::signed(width, &a.into());
            assert_eq!(BigInt::from(word::signed(a, width)), want, "i{width} {a}");
            assert_eq!(BigInt::from(double_word::signed(a.into(), width)), want, "i{width} {a}");
        }
    }
    // Bits above the width do not count; no width is taken for one bit.
    assert_eq!((word::signed(0x1ff, 8), word::signed(1, 0), double_word::signed(0x17f, 8)), (-1, -1, 127));
}

/// An operator on floats has no meaning on integers: the answer is zero everywhere.
#[test]
fn operators_on_floats_give_nothing_on_integers() {
    for op in BinaryOp::ALL.into_iter().filter(|op| op.is_float()) {
        assert_eq!((word::binary(op, 32, 7, 9), double_word::binary(op, 99, 7, 9)), (0, 0), "{op:?}");
        assert!(wide::binary(op, 200, &7u8.into(), &9u8.into()).is_zero(), "{op:?}");
    }
    for op in UnaryOp::ALL.into_iter().filter(|op| op.is_float()) {
        assert_eq!((word::unary(op, 32, 7), double_word::unary(op, 99, 7)), (0, 0), "{op:?}");
        assert!(wide::unary(op, 200, &7u8.into()).is_zero(), "{op:?}");
    }
}

/// Wide operators agree with the small ones: an operation on w bits, done on w + 256 bits with
/// operands extended, has the same low bits; comparisons have the same result.
#[test]
fn wide_operators_agree_with_narrow_ones() {
    use BinaryOp::*;
    let mut random = Random(5);
    let layout = layout();
    for w in [7, 32, 64, 65, 127, 128] {
        let (narrow, wide) = (Type::Int(w), Type::Int(w + 256));
        for _ in 0..300 {
            let [a, b] = [(); 2].map(|()| value(w, &integer(&mut random, w)));
            for (op, extend) in [
                (Add, CastOp::ZExt),
                (Sub, CastOp::ZExt),
                (Mul, CastOp::ZExt),
                (And, CastOp::SExt),
                (Or, CastOp::SExt),
                (Xor, CastOp::ZExt),
                (LShr, CastOp::ZExt),
                (Eq, CastOp::SExt),
                (Ne, CastOp::ZExt),
                (Ult, CastOp::ZExt),
                (Ule, CastOp::SExt),
                (Slt, CastOp::SExt),
                (Sle, CastOp::SExt),
                (UDiv, CastOp::ZExt),
                (SDiv, CastOp::SExt),
                (URem, CastOp::ZExt),
                (SRem, CastOp::SExt),
            ] {
                if b.is_zero() && matches!(op, UDiv | SDiv) {
                    continue;
                }
                let got = evaluate::binary(op, narrow, &a, &b, &layout).unwrap();
                let up = |v: &Value| evaluate::cast(extend, narrow, wide, v, &layout).unwrap();
                let big = evaluate::binary(op, wide, &up(&a), &up(&b), &layout).unwrap();
                let result = op.result(wide, wide, 64).unwrap();
                let cut = if result == wide {
                    evaluate::cast(CastOp::Trunc, wide, narrow, &big, &layout).unwrap()
                } else {
                    big
                };
                assert_eq!(got, cut, "{op:?} i{w} {a} {b}");
            }
        }
    }
}

#[test]
fn wide_operators_i129_and_i256() {
    let layout = layout();
    for w in [129, 256] {
        let ty = Type::Int(w);
        let parse = |s: &str| Value::parse(s, w).unwrap();
        let bin = |op, a: &str, b: &str| evaluate::binary(op, ty, &parse(a), &parse(b), &layout).unwrap();
        assert_eq!(bin(BinaryOp::Add, "-1", "1"), parse("0"));
        assert_eq!(bin(BinaryOp::SDiv, "-7", "2"), parse("-3"));
        assert_eq!(bin(BinaryOp::SRem, "-7", "2"), parse("-1"));
        assert_eq!(bin(BinaryOp::SDiv, "-7", "0"), parse("1"));
        assert_eq!(bin(BinaryOp::UDiv, "7", "0"), parse("-1"));
        assert_eq!(bin(BinaryOp::AShr, "-8", "1"), parse("-4"));
        assert_eq!(bin(BinaryOp::AShr, "-8", "500"), parse("-1"));
        assert_eq!(bin(BinaryOp::Shl, "1", "128"), parse("0x100000000000000000000000000000000"));
        let least = evaluate::binary(BinaryOp::Shl, ty, &parse("1"), &parse(&(w - 1).to_string()), &layout).unwrap();
        let overflow = |op, a: &Value, b: &str| evaluate::binary(op, ty, a, &parse(b), &layout).unwrap();
        assert_eq!(overflow(BinaryOp::SSubOverflow, &least, "1"), Value::Small(1));
        assert_eq!(overflow(BinaryOp::SAddOverflow, &least, "1"), Value::Small(0));
        assert_eq!(overflow(BinaryOp::SMulOverflow, &least, "-1"), Value::Small(1));
        assert_eq!(overflow(BinaryOp::SDiv, &least, "-1"), least);
        assert_eq!(overflow(BinaryOp::UAddOverflow, &parse("-1"), "1"), Value::Small(1));
        for op in counting(w) {
            let got = evaluate::unary(op, ty, &least, &layout).unwrap();
            let want = match op {
                UnaryOp::PopCount | UnaryOp::BitReverse => parse("1"),
                UnaryOp::LeadingZeros => parse("0"),
                UnaryOp::TrailingZeros => parse(&(w - 1).to_string()),
                _ => parse("0x80"),
            };
            assert_eq!(got, want, "{op:?}");
        }
    }
}
