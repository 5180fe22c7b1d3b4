//! Integer operators: brute force at small widths against definitions over the integers, and the
//! bytecode against the evaluator at all widths.

use crate::common::*;
use adumbra_interpreter::eval::{self, Value};
use adumbra_interpreter::*;
use adumbra_program::*;

const ARITHMETIC: &[BinaryOp] = {
    use BinaryOp::*;
    &[
        Add,
        Sub,
        Mul,
        UDiv,
        SDiv,
        URem,
        SRem,
        Shl,
        LShr,
        AShr,
        And,
        Or,
        Xor,
        Eq,
        Ne,
        Ult,
        Ule,
        Slt,
        Sle,
        UAddOverflow,
        SAddOverflow,
        USubOverflow,
        SSubOverflow,
        UMulOverflow,
        SMulOverflow,
    ]
};

const COUNTING: &[UnaryOp] =
    &[UnaryOp::PopCount, UnaryOp::LeadingZeros, UnaryOp::TrailingZeros, UnaryOp::BitReverse, UnaryOp::ByteSwap];

/// The definitions over unbounded integers and lists of bits.
fn expected(op: BinaryOp, w: u32, a: i64, b: i64) -> i64 {
    use BinaryOp::*;
    let n = 1i64 << w;
    let s = |v: i64| if v >= n / 2 { v - n } else { v };
    let (sa, sb) = (s(a), s(b));
    let bit = |v: i64, i: u32| v >> i & 1;
    let bits = |f: &dyn Fn(u32) -> i64| (0..w).map(|i| f(i) << i).sum::<i64>();
    let outside = |v: i64| i64::from(v < -n / 2 || v >= n / 2);
    let truth = i64::from;
    let value = match op {
        Add => a + b,
        Sub => a - b,
        Mul => a * b,
        UDiv => {
            if b == 0 {
                n - 1
            } else {
                a / b
            }
        }
        URem => {
            if b == 0 {
                a
            } else {
                a - a / b * b
            }
        }
        SDiv => match (sb, sa < 0) {
            (0, true) => 1,
            (0, false) => n - 1,
            _ => sa.abs() / sb.abs() * sa.signum() * sb.signum(),
        },
        SRem => {
            if sb == 0 {
                a
            } else {
                sa.abs() % sb.abs() * sa.signum()
            }
        }
        Shl => bits(&|i| if i64::from(i) >= b { bit(a, i - b as u32) } else { 0 }),
        LShr => bits(&|i| if b < n && i64::from(i) + b < i64::from(w) { bit(a, i + b as u32) } else { 0 }),
        AShr => bits(&|i| if i64::from(i) + b < i64::from(w) { bit(a, i + b as u32) } else { bit(a, w - 1) }),
        And => bits(&|i| bit(a, i) * bit(b, i)),
        Or => bits(&|i| bit(a, i).max(bit(b, i))),
        Xor => bits(&|i| (bit(a, i) + bit(b, i)) % 2),
        Eq => truth(a == b),
        Ne => truth(a != b),
        Ult => truth(a < b),
        Ule => truth(a <= b),
        Slt => truth(sa < sb),
        Sle => truth(sa <= sb),
        UAddOverflow => truth(a + b >= n),
        USubOverflow => truth(a - b < 0),
        UMulOverflow => truth(a * b >= n),
        SAddOverflow => outside(sa + sb),
        SSubOverflow => outside(sa - sb),
        SMulOverflow => outside(sa * sb),
        _ => unreachable!(),
    };
    value.rem_euclid(n)
}

#[test]
fn binary_operators_at_small_widths() {
    for w in 1..=5u32 {
        for op in ARITHMETIC {
            for a in 0..1i64 << w {
                for b in 0..1i64 << w {
                    let (x, y) = (Value::Small(a as u128), Value::Small(b as u128));
                    let got = eval::binary(*op, Type::Int(w), &x, &y, &layout()).unwrap();
                    let n = if matches!(op.result(Type::Int(w), Type::Int(w), 64), Some(Type::BOOL)) { 1 } else { w };
                    let want = expected(*op, w, a, b) & ((1 << n) - 1);
                    assert_eq!(got, Value::Small(want as u128), "{op:?} i{w} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn unary_operators_at_small_widths() {
    for w in 1..=9u32 {
        for a in 0..1u128 << w {
            let digits: Vec<bool> = (0..w).map(|i| a >> i & 1 == 1).collect();
            for op in COUNTING.iter().filter(|op| op.result(Type::Int(w)).is_some()) {
                let want = match op {
                    UnaryOp::PopCount => digits.iter().filter(|d| **d).count() as u128,
                    UnaryOp::LeadingZeros => digits.iter().rev().take_while(|d| !**d).count() as u128,
                    UnaryOp::TrailingZeros => digits.iter().take_while(|d| !**d).count() as u128,
                    UnaryOp::BitReverse => digits.iter().rev().enumerate().map(|(i, d)| u128::from(*d) << i).sum(),
                    _ => a,
                };
                let got = eval::unary(*op, Type::Int(w), &Value::Small(a), &layout()).unwrap();
                assert_eq!(got, Value::Small(want & eval::mask(w)), "{op:?} i{w} {a}");
            }
        }
    }
}

/// A wide value made of a pattern that exercises carries.
fn random_value(random: &mut Random, w: u32) -> Value {
    let mut words: Vec<u64> = (0..w.div_ceil(64)).map(|_| random.next()).collect();
    match random.next() % 6 {
        0 => words.iter_mut().for_each(|x| *x = 0),
        1 => words.iter_mut().for_each(|x| *x = u64::MAX),
        2 => words.iter_mut().skip(1).for_each(|x| *x = 0),
        3 => {
            words.iter_mut().for_each(|x| *x = 0);
            words[0] = random.next() % (2 * u64::from(w));
        }
        _ => {}
    }
    Value::from_words(&words, w)
}

/// Wide operators agree with the small ones: an operation on w bits, done on w + 256 bits with
/// operands extended, has the same low bits; comparisons have the same result.
#[test]
fn wide_operators_agree_with_narrow_ones() {
    use BinaryOp::*;
    let mut random = Random(1);
    let layout = layout();
    for w in [7, 32, 64, 65, 127, 128] {
        let (narrow, wide) = (Type::Int(w), Type::Int(w + 256));
        for _ in 0..300 {
            let (a, b) = (random_value(&mut random, w), random_value(&mut random, w));
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
                let got = eval::binary(op, narrow, &a, &b, &layout).unwrap();
                let up = |v: &Value| eval::cast(extend, narrow, wide, v, &layout).unwrap();
                let big = eval::binary(op, wide, &up(&a), &up(&b), &layout).unwrap();
                let result = op.result(wide, wide, 64).unwrap();
                let cut =
                    if result == wide { eval::cast(CastOp::Trunc, wide, narrow, &big, &layout).unwrap() } else { big };
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
        let bin = |op, a: &str, b: &str| eval::binary(op, ty, &parse(a), &parse(b), &layout).unwrap();
        assert_eq!(bin(BinaryOp::Add, "-1", "1"), parse("0"));
        assert_eq!(bin(BinaryOp::SDiv, "-7", "2"), parse("-3"));
        assert_eq!(bin(BinaryOp::SRem, "-7", "2"), parse("-1"));
        assert_eq!(bin(BinaryOp::SDiv, "-7", "0"), parse("1"));
        assert_eq!(bin(BinaryOp::UDiv, "7", "0"), parse("-1"));
        assert_eq!(bin(BinaryOp::AShr, "-8", "1"), parse("-4"));
        assert_eq!(bin(BinaryOp::AShr, "-8", "500"), parse("-1"));
        assert_eq!(bin(BinaryOp::Shl, "1", "128"), parse("0x100000000000000000000000000000000"));
        let least = eval::binary(BinaryOp::Shl, ty, &parse("1"), &parse(&(w - 1).to_string()), &layout).unwrap();
        let overflow = |op, a: &Value, b: &str| eval::binary(op, ty, a, &parse(b), &layout).unwrap();
        assert_eq!(overflow(BinaryOp::SSubOverflow, &least, "1"), Value::Small(1));
        assert_eq!(overflow(BinaryOp::SAddOverflow, &least, "1"), Value::Small(0));
        assert_eq!(overflow(BinaryOp::SMulOverflow, &least, "-1"), Value::Small(1));
        assert_eq!(overflow(BinaryOp::SDiv, &least, "-1"), least);
        assert_eq!(overflow(BinaryOp::UAddOverflow, &parse("-1"), "1"), Value::Small(1));
        for op in COUNTING.iter().filter(|op| op.result(ty).is_some()) {
            let got = eval::unary(*op, ty, &least, &layout).unwrap();
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

/// The bytecode computes what the evaluator says, at every width, for every operator; results go
/// through memory too.
#[test]
fn bytecode_agrees_with_the_evaluator() {
    let mut random = Random(2);
    let layout = layout();
    for w in [1, 3, 8, 16, 31, 32, 33, 63, 64, 65, 100, 128, 129, 256, 300] {
        let ty = Type::Int(w);
        for round in 0..4 {
            let (a, b) = (random_value(&mut random, w), random_value(&mut random, w));
            let mut wants = Vec::new();
            let p = program(|mut f| {
                // Through memory, so that nothing is folded and wide values are stored and loaded.
                let mut operands = Vec::new();
                for v in [&a, &b] {
                    let place = f.local("", 64);
                    let constant = constant(&mut f, v, ty, w);
                    f.store(place, constant);
                    operands.push(f.load(ty, place));
                }
                let check = |f: &mut Fun<'_>, got: ExprId, want: Value, result: Type| {
                    let want = constant(f, &want, result, result.bits(&DataLayout::of(DataModel::Lp64)));
                    let got = f.let_(got);
                    let same = f.bin(BinaryOp::Eq, got, want);
                    f.assert(same);
                };
                for op in ARITHMETIC {
                    let result = op.result(ty, ty, 64).unwrap();
                    let want = eval::binary(*op, ty, &a, &b, &layout).unwrap();
                    wants.push(want.clone());
                    let got = f.bin(*op, operands[0], operands[1]);
                    check(&mut f, got, want, result);
                }
                for op in COUNTING.iter().filter(|op| op.result(ty).is_some()) {
                    let want = eval::unary(*op, ty, &a, &layout).unwrap();
                    let got = f.body.program().unary(*op, operands[0]);
                    check(&mut f, got, want, ty);
                }
                for (op, to) in [
                    (CastOp::Trunc, w - 1),
                    (CastOp::Trunc, w / 2),
                    (CastOp::ZExt, w + 1),
                    (CastOp::SExt, w + 1),
                    (CastOp::ZExt, 2 * w),
                    (CastOp::SExt, 2 * w),
                    (CastOp::SExt, 500),
                ] {
                    if to == 0 || op == CastOp::Trunc && to >= w {
                        continue;
                    }
                    let to = Type::Int(to);
                    let want = eval::cast(op, ty, to, &a, &layout).unwrap();
                    let got = f.cast(op, to, operands[0]);
                    check(&mut f, got, want, to);
                }
                for truth in [0, 1] {
                    let c = f.int(truth, I1);
                    let got = f.body.program().select(c, operands[0], operands[1]);
                    check(&mut f, got, if truth == 1 { a.clone() } else { b.clone() }, ty);
                }
                f.ret_int(0);
            });
            let result = run(&p);
            assert_eq!(result.outcome, Outcome::Exited { status: 0 }, "i{w} round {round}: {a} {b}");
        }
    }
}

fn constant(f: &mut Fun<'_>, value: &Value, ty: Type, width: u32) -> ExprId {
    let bytes = value.to_bytes(width.next_multiple_of(64));
    let words: Vec<u64> = bytes.chunks(8).map(|c| c.iter().rev().fold(0, |acc, b| acc << 8 | u64::from(*b))).collect();
    f.body.program().exprs.constant(&words, ty, width)
}

/// Every comparison fused with its branch, both ways round.
#[test]
fn branches_agree_with_comparisons() {
    use BinaryOp::*;
    for w in [3u32, 32, 64] {
        let samples: Vec<i64> = vec![0, 1, 3, 1 << (w - 1), (1i64 << (w - 1)).wrapping_sub(1), -1];
        for op in [Eq, Ne, Ult, Ule, Slt, Sle] {
            for a in &samples {
                for b in &samples {
                    for negate in [false, true] {
                        let ty = Type::Int(w);
                        let cut = |v: i64| Value::from_words(&[v as u64], w);
                        let want = eval::binary(op, ty, &cut(*a), &cut(*b), &layout()).unwrap() == Value::Small(1);
                        let p = program(|mut f| {
                            let (x, y) = (f.int(*a, ty), f.int(*b, ty));
                            let (x, y) = (f.let_(x), f.let_(y));
                            let mut condition = f.bin(op, x, y);
                            if negate {
                                condition = f.body.program().not(condition);
                            }
                            let (yes, no) = f.branch(condition);
                            let exit = f.body.exit();
                            let one = f.int(1, I32);
                            let zero = f.int(0, I32);
                            f.body.edge(yes, exit, Op::Return { values: Box::new([one]) }, None, None);
                            f.body.edge(no, exit, Op::Return { values: Box::new([zero]) }, None, None);
                            f.finish();
                        });
                        assert_eq!(status(&p) == 1, want != negate, "{op:?} i{w} {a} {b} {negate}");
                    }
                }
            }
        }
    }
}
