//! Every operator against the evaluator, and operations that C programs seldom use against the
//! interpreter.

use crate::feasibility_support;
use adumbra_interpreter::eval::{self, Value};
use adumbra_judges::feasibility::{self, Feasibility};
use adumbra_program::*;
use adumbra_testing::Random;
use adumbra_written::*;

type Make<'a> = &'a dyn Fn(&mut Fun<'_>, &[ExprId]) -> ExprId;

/// The path through a program whose branches are all assumptions that hold.
fn straight(program: &Program) -> Path {
    let mut moves = Vec::new();
    let mut at = program.body(program.entry).unwrap().entry;
    while let Some(edge) = program.out_edges(at).find(|e| {
        let op = &program.edges[*e].op;
        !matches!(op, Op::Assume { truth: false, .. } | Op::Return { .. })
    }) {
        moves.push(Move::Edge(edge));
        at = program.edges[edge].to;
    }
    Path { moves }
}

/// Goes on only where an expression has these bits.
fn assume_value(f: &mut Fun<'_>, mut expr: ExprId, value: u128) {
    let ty = f.body.program().exprs.ty(expr);
    let int = Type::Int(ty.bits(&layout()));
    if let Type::Float(_) = ty {
        expr = f.cast(CastOp::Bits, int, expr);
    }
    let words = [value as u64, (value >> 64) as u64];
    let constant = f.body.program().exprs.constant(&words, int, int.bits(&layout()));
    let same = f.bin(BinaryOp::Eq, expr, constant);
    f.at = f.branch(same).0;
}

/// Is it feasible that the operator gives the result for these operands?
fn gives(operands: &[(Type, u128)], result: u128, make: Make<'_>) -> bool {
    let program = program(|mut f| {
        let mut expressions = Vec::new();
        for (ty, value) in operands {
            let operand = f.nondet("any", *ty);
            assume_value(&mut f, operand, *value);
            expressions.push(operand);
        }
        let made = make(&mut f, &expressions);
        let made = f.let_(made);
        assume_value(&mut f, made, result);
        f.ret_int(0);
    });
    match feasibility::check(&program, &straight(&program), None, &feasibility::Options::default()) {
        Feasibility::Feasible(_) => true,
        Feasibility::Infeasible { .. } => false,
        Feasibility::Unknown(reason) => panic!("{reason}"),
    }
}

/// The result is feasible and another is not; a NaN may be another one.
fn exact(operands: &[(Type, u128)], to: Type, result: Result<Value, eval::Inexact>, make: Make<'_>, what: &str) {
    let Ok(result) = result else { return };
    assert!(gives(operands, result.low(), make), "{what} of {operands:x?} is {result}");
    let nan = match to {
        Type::Float(_) => !eval::unary(UnaryOp::FIsNan, to, &result, &layout()).unwrap().is_zero(),
        _ => false,
    };
    assert!(nan || !gives(operands, result.low() ^ 1, make), "{what} of {operands:x?} is only {result}");
}

fn bits_of(random: &mut Random, ty: Type) -> u128 {
    let width = ty.bits(&layout());
    let value = match (random.next() % 6, ty) {
        (0, _) => u128::from(random.next() % 4),
        (1, _) => u128::MAX - u128::from(random.next() % 3),
        (2, Type::Float(FloatKind::Double)) => u128::from((random.next() as i8 as f64).to_bits()),
        (2, Type::Float(FloatKind::Single)) => u128::from((random.next() as i8 as f32).to_bits()),
        (3, _) => 1 << (width - 1),
        _ => u128::from(random.next()) << 64 | u128::from(random.next()),
    };
    value & eval::mask(width)
}

/// Integer operators at several widths.
#[test]
fn integer_operators_are_exact() {
    let mut random = Random(7);
    for (op, name) in BinaryOp::NAMES {
        let heavy = matches!(op, BinaryOp::UMulOverflow | BinaryOp::SMulOverflow);
        for width in [1u32, 7, 8, 32, if heavy { 16 } else { 64 }] {
            let ty = Type::Int(width);
            let Some(to) = op.result(ty, ty, 64) else { continue };
            for _ in 0..3 {
                let (a, b) = (bits_of(&mut random, ty), bits_of(&mut random, ty));
                let result = eval::binary(*op, ty, &Value::Small(a), &Value::Small(b), &layout());
                exact(&[(ty, a), (ty, b)], to, result, &|f, e| f.bin(*op, e[0], e[1]), name);
            }
        }
    }
    for (op, name) in UnaryOp::NAMES {
        for width in [8u32, 32, 128] {
            let ty = Type::Int(width);
            let Some(to) = op.result(ty) else { continue };
            for _ in 0..3 {
                let a = bits_of(&mut random, ty);
                let result = eval::unary(*op, ty, &Value::Small(a), &layout());
                exact(&[(ty, a)], to, result, &|f, e| f.body.program().unary(*op, e[0]), name);
            }
        }
    }
}

/// Float operators: what is not exact by itself is corrected by the evaluator.
#[test]
fn float_operators_are_exact() {
    let mut random = Random(11);
    let kinds = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double, FloatKind::Quad];
    for kind in kinds {
        let ty = Type::Float(kind);
        for (op, name) in BinaryOp::NAMES {
            let Some(to) = op.result(ty, ty, 64) else { continue };
            for _ in 0..3 {
                let (a, b) = (bits_of(&mut random, ty), bits_of(&mut random, ty));
                let result = eval::binary(*op, ty, &Value::Small(a), &Value::Small(b), &layout());
                exact(&[(ty, a), (ty, b)], to, result, &|f, e| f.bin(*op, e[0], e[1]), name);
            }
        }
        for (op, name) in UnaryOp::NAMES {
            let Some(to) = op.result(ty) else { continue };
            for _ in 0..3 {
                let a = bits_of(&mut random, ty);
                let result = eval::unary(*op, ty, &Value::Small(a), &layout());
                exact(&[(ty, a)], to, result, &|f, e| f.body.program().unary(*op, e[0]), name);
            }
        }
        let (a, b, c) = (bits_of(&mut random, ty), bits_of(&mut random, ty), bits_of(&mut random, ty));
        let value = Value::Small;
        let result = eval::multiply_add(ty, &value(a), &value(b), &value(c));
        let make = |f: &mut Fun<'_>, e: &[ExprId]| f.body.program().exprs.intern(Expr::FMulAdd(e[0], e[1], e[2]), ty);
        exact(&[(ty, a), (ty, b), (ty, c)], ty, result, &make, "fmuladd");
    }
}

/// Conversions between integers and floats.
#[test]
fn conversions_are_exact() {
    let mut random = Random(13);
    let types = [I8, I16, I32, I64, Type::Int(100), Type::Float(FloatKind::Single), F64, Type::Float(FloatKind::Half)];
    for (op, name) in CastOp::NAMES {
        for from in types {
            for to in types {
                if !op.fits(from, to, 64) || matches!(op, CastOp::PtrToInt | CastOp::IntToPtr) {
                    continue;
                }
                for _ in 0..2 {
                    let a = bits_of(&mut random, from);
                    let result = eval::cast(*op, from, to, &Value::Small(a), &layout());
                    exact(&[(from, a)], to, result, &|f, e| f.cast(*op, to, e[0]), name);
                }
            }
        }
    }
}

/// Formats of the x87 are not followed: a model is a guess, but nothing is refuted wrongly.
#[test]
fn x87_is_never_refuted_wrongly() {
    let ty = Type::Float(FloatKind::X87);
    let mut random = Random(17);
    for (op, _) in BinaryOp::NAMES {
        if op.result(ty, ty, 64).is_none() {
            continue;
        }
        let (a, b) = (bits_of(&mut random, ty), bits_of(&mut random, ty));
        if let Ok(result) = eval::binary(*op, ty, &Value::Small(a), &Value::Small(b), &layout()) {
            assert!(gives(&[(ty, a), (ty, b)], result.low(), &|f, e| f.bin(*op, e[0], e[1])));
        }
    }
}

/// Judges all paths of a program that branches on a value.
fn on_value(build: impl FnOnce(&mut Fun<'_>) -> ExprId) -> feasibility_support::Counts {
    let mut program = program(|mut f| {
        let value = build(&mut f);
        let value = f.let_(value);
        for constant in [3, 7] {
            let constant = f.int(constant, I32);
            let same = f.bin(BinaryOp::Eq, value, constant);
            let (yes, no) = f.branch(same);
            let zero = f.int(0, I32);
            let exit = f.body.exit();
            f.body.edge(yes, exit, Op::Return { values: Box::new([zero]) }, None, None);
            f.at = no;
        }
        f.ret_int(1);
    });
    program.property = Property::unspecified();
    feasibility_support::examine(&program, 0..3, 50, true)
}

/// Memory that became arbitrary has any value, also where it had one.
#[test]
fn havoc() {
    let counts = on_value(|f| {
        let place = f.local("place", 8);
        let three = f.int(3, I32);
        f.store(place, three);
        let length = f.word(2);
        f.op(Op::Havoc { to: place, length });
        f.load(I32, place)
    });
    assert_eq!((counts.flipped_feasible, counts.flipped_infeasible), (4, 0), "{counts:?}");
}

/// The size of an object; memory that is zero at first; output; an allocation that may fail.
#[test]
fn sizes_and_zeros() {
    let counts = on_value(|f| {
        let site = f.site("");
        let zeros = f.allocate(AllocationKind::ZeroedHeap, 7, site);
        let size = f.reg(I64);
        let inside = f.add(zeros, 3);
        f.op(Op::ObjectSize { register: size, address: inside });
        let fails = f.reg(I1);
        f.op(Op::Input { register: fails, source: InputSource::AllocationFails });
        let (size, fails) = (f.get(size), f.get(fails));
        let fails = f.cast(CastOp::ZExt, I32, fails);
        f.op(Op::Output { descriptor: fails, byte: fails });
        let (size, four) = (f.cast(CastOp::Trunc, I32, size), f.int(4, I32));
        let factor = f.bin(BinaryOp::Mul, fails, four);
        let seven_or_three = f.bin(BinaryOp::Sub, size, factor);
        let zero = f.load(I32, inside);
        f.bin(BinaryOp::Add, seven_or_three, zero)
    });
    assert_eq!((counts.flipped_feasible, counts.flipped_infeasible), (2, 1), "{counts:?}");
}

/// Functions without a body write what the option says, and a replay with the same option agrees.
#[test]
fn externals() {
    use adumbra_interpreter::{Externals, Interpreter, Options, Outcome, Scripted};
    let mut b = builder(DataModel::Lp64);
    let elsewhere = b.declare_function("elsewhere", &[Type::Ptr], &[], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, main);
    let (given, kept) = (f.local("given", 4), f.local("kept", 4));
    let three = f.int(3, I32);
    f.store(given, three);
    f.store(kept, three);
    f.call(Callee::Direct(elsewhere), &[given], &[]);
    let (a, b_) = (f.load(I32, given), f.load(I32, kept));
    let same = f.bin(BinaryOp::Eq, a, three);
    f.at = f.branch(same).1;
    let kept_same = f.bin(BinaryOp::Eq, b_, three);
    let (yes, no) = f.branch(kept_same);
    f.body.edge_to_new(yes, Op::Violation(Violation::Assertion), None, None);
    f.at = no;
    f.body.edge_to_new(no, Op::Violation(Violation::ErrorCall), None, None);
    f.finish();
    let mut program = b.finish(main).unwrap();
    program.property = Property::unspecified();
    let to = |violation: Violation| {
        let mut path = straight(&program);
        // The straight path takes the branches that hold; the first condition must not.
        let first = path.moves.iter().position(|m| matches!(program.edges[m.edge()].op, Op::Assume { .. })).unwrap();
        path.moves.truncate(first);
        let mut at = path.end(&program).unwrap();
        let mut wanted = [false, violation == Violation::Assertion].into_iter();
        loop {
            let edge = program.out_edges(at).find(|e| match program.edges[*e].op {
                Op::Assume { truth, .. } => Some(truth) == wanted.clone().next(),
                _ => true,
            });
            let Some(edge) = edge else { return path };
            if matches!(program.edges[edge].op, Op::Assume { .. }) {
                wanted.next();
            }
            path.moves.push(Move::Edge(edge));
            at = program.edges[edge].to;
        }
    };
    let judged = |violation, externals| {
        let options = feasibility::Options { externals, ..feasibility::Options::default() };
        feasibility::check(&program, &to(violation), None, &options)
    };
    for (externals, given, kept) in
        [(Externals::Pure, false, false), (Externals::HavocArgs, true, false), (Externals::Unknown, false, false)]
    {
        for (violation, feasible) in [(Violation::Assertion, given), (Violation::ErrorCall, kept)] {
            match judged(violation, externals) {
                Feasibility::Feasible(script) => {
                    assert!(feasible, "{violation} with {externals:?}");
                    let options = Options { externals, ..Options::new(program.property.clone()) };
                    let mut environment = Scripted::new(&script, adumbra_interpreter::Captured::default());
                    let outcome = Interpreter::new(&program, options).run(&mut environment, None).outcome;
                    assert!(matches!(outcome, Outcome::Violation(report) if report.kind == violation));
                }
                Feasibility::Infeasible { .. } => assert!(!feasible && externals != Externals::Unknown),
                Feasibility::Unknown(_) => assert_eq!(externals, Externals::Unknown),
            }
        }
    }
    // What an external may reach is not computed: everything may change, and nothing is refuted.
    assert!(matches!(judged(Violation::ErrorCall, Externals::HavocAll), Feasibility::Feasible(_)));
}

/// A pointer that was cut into bytes and put together again, and one of two pointers.
#[test]
fn pointers_as_integers() {
    let counts = on_value(|f| {
        let (a, b) = (f.local("a", 4), f.local("b", 4));
        let (three, seven) = (f.int(3, I32), f.int(7, I32));
        f.store(a, three);
        f.store(b, seven);
        let any = f.nondet("any", I1);
        let one = f.body.program().select(any, a, b);
        let place = f.local("place", 8);
        f.store(place, one);
        let low = f.load(I32, place);
        let high_place = f.add(place, 4);
        let high = f.load(I32, high_place);
        let other = f.local("other", 8);
        f.store(other, low);
        let other_high = f.add(other, 4);
        f.store(other_high, high);
        let whole = f.load(I64, place);
        let direct = f.load(Type::Ptr, place);
        let back = f.cast(CastOp::PtrToInt, I64, direct);
        let same = f.bin(BinaryOp::Eq, whole, back);
        f.at = f.branch(same).0;
        f.load(I32, direct)
    });
    assert_eq!(counts.unknown, 0, "{counts:?}");
}

/// One of two pointers, the first of which can never be accessed: the second one is.
#[test]
fn a_pointer_that_is_never_valid() {
    let judged = |wanted: u128| {
        let program = program(|mut f| {
            let (a, b) = (f.local("a", 2), f.local("b", 4));
            let seven = f.int(7, I32);
            f.store(b, seven);
            let (x, any) = (f.nondet("any", I8), f.nondet("any", I1));
            let x = f.cast(CastOp::ZExt, I64, x);
            let (two, one) = (f.word(2), f.word(1));
            let even = f.bin(BinaryOp::Mul, x, two);
            let odd = f.bin(BinaryOp::Or, even, one);
            let outside = f.bin(BinaryOp::PtrAdd, a, odd);
            let place = f.body.program().select(any, outside, b);
            let loaded = f.load(I16, place);
            assume_value(&mut f, loaded, wanted);
            f.ret_int(0);
        });
        feasibility::check(&program, &straight(&program), None, &feasibility::Options::default())
    };
    assert!(matches!(judged(7), Feasibility::Feasible(_)));
    assert!(matches!(judged(8), Feasibility::Infeasible { .. }));
}
