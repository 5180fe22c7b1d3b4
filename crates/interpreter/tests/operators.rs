//! The bytecode's integer operators and floats against the evaluator, whose own tests are in
//! `operators`.

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

/// A float, often a special one.
fn random_f64(random: &mut Random) -> f64 {
    let r = random.next();
    match r % 8 {
        0 => {
            [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE][(r >> 8) as usize % 8]
        }
        1 => (random.next() as i64 >> ((r >> 8) % 64)) as f64,
        2 => f64::from_bits(random.next() & 0x800f_ffff_ffff_ffff),
        3 => f64::from(f32::from_bits(random.next() as u32)),
        4 => (random.next() % 1000) as f64 / 8.0 - 60.0,
        _ => f64::from_bits(random.next()),
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

/// The bytecode's float instructions against native results.
#[test]
fn bytecode_floats() {
    let mut random = Random(6);
    for _ in 0..50 {
        let (x, y) = (random_f64(&mut random), random_f64(&mut random));
        let p = program(|mut f| {
            let (a, b) = (f.int(x.to_bits() as i64, F64), f.int(y.to_bits() as i64, F64));
            let (a, b) = (f.let_(a), f.let_(b));
            for (op, want) in
                [(BinaryOp::FAdd, x + y), (BinaryOp::FSub, x - y), (BinaryOp::FMul, x * y), (BinaryOp::FDiv, x / y)]
            {
                let got = f.bin(op, a, b);
                let bits = f.cast(CastOp::Bits, I64, got);
                let bits = f.let_(bits);
                let want = f.int(want.to_bits() as i64, I64);
                let equal = f.bin(BinaryOp::Eq, bits, want);
                let nan = f.body.program().unary(UnaryOp::FIsNan, got);
                let either = f.bin(BinaryOp::Or, equal, nan);
                f.assert(either);
            }
            for (op, want) in [(BinaryOp::FLt, x < y), (BinaryOp::FLe, x <= y), (BinaryOp::FEq, x == y)] {
                let got = f.bin(op, a, b);
                let want = f.int(want.into(), I1);
                let equal = f.bin(BinaryOp::Eq, got, want);
                f.assert(equal);
            }
            f.ret_int(0);
        });
        assert_eq!(status(&p), 0, "{x} {y}");
    }
}
