//! Calls: results, function pointers, external functions, variable arguments.

use crate::common::*;
use adumbra_interpreter::*;
use adumbra_program::*;

#[test]
fn indirect_calls() {
    let build = |what: &str| {
        let mut b = builder(DataModel::Lp64);
        let double = b.declare_function("double", &[I32], &[I32], false);
        let main = b.declare_function("main", &[], &[I32], false);
        let mut f = Fun::new(&mut b, double);
        let x = f.parameter(0);
        let twice = f.bin(BinaryOp::Add, x, x);
        f.ret(&[twice]);
        let mut f = Fun::new(&mut b, main);
        let mut pointer = f.body.program().exprs.intern(Expr::FunctionAddr(double), Type::Ptr);
        match what {
            "offset" => pointer = f.add(pointer, 1),
            "null" => pointer = f.body.program().exprs.intern(Expr::Null, Type::Ptr),
            "data" => pointer = f.local("x", 8),
            "integer" => {
                let address = f.cast(CastOp::PtrToInt, I64, pointer);
                let address = f.let_(address);
                let back = f.cast(CastOp::IntToPtr, Type::Ptr, address);
                pointer = f.let_(back);
            }
            "memory" => {
                let place = f.local("p", 8);
                f.store(place, pointer);
                pointer = f.load(Type::Ptr, place);
            }
            _ => {}
        }
        if what == "load" {
            f.load(I32, pointer);
        }
        let argument = if what == "types" { f.int(21, I64) } else { f.int(21, I32) };
        let result = f.call(Callee::Indirect(pointer), &[argument], &[I32]);
        f.ret(&result);
        b.finish(main).unwrap()
    };
    for what in ["direct", "memory", "integer"] {
        assert_eq!(status(&build(what)), 42, "{what}");
    }
    assert_eq!(violation(&build("null")), Violation::NullAccess);
    assert_eq!(violation(&build("offset")), Violation::WildAccess);
    assert_eq!(violation(&build("data")), Violation::WildAccess);
    assert_eq!(violation(&build("load")), Violation::WildAccess);
    let Outcome::Unsupported { reason, .. } = run(&build("types")).outcome else { panic!() };
    assert_eq!(reason, "an indirect call of `double` with other types than it has");
}

#[test]
fn wide_values_are_passed() {
    let wide = Type::Int(300);
    let mut b = builder(DataModel::Lp64);
    let negate = b.declare_function("negate", &[I8, wide], &[wide, I8], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, negate);
    let (a, x) = (f.parameter(0), f.parameter(1));
    let zero = f.int(0, wide);
    let minus = f.bin(BinaryOp::Sub, zero, x);
    f.ret(&[minus, a]);
    let mut f = Fun::new(&mut b, main);
    let (a, x) = (f.int(9, I8), f.int(5, wide));
    let r = f.call(Callee::Direct(negate), &[a, x], &[wide, I8]);
    let sum = f.bin(BinaryOp::Add, r[0], x);
    let zero = f.int(0, wide);
    let same = f.bin(BinaryOp::Eq, sum, zero);
    f.assert(same);
    let nine = f.cast(CastOp::ZExt, I32, r[1]);
    f.ret(&[nine]);
    assert_eq!(status(&b.finish(main).unwrap()), 9);
}

#[test]
fn external_functions() {
    // int x = 1; external(&x); return x;   and a global that another global points to
    let mut b = builder(DataModel::Lp64);
    let external = b.declare_function("external", &[Type::Ptr], &[I32], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let global = GlobalData {
        name: "g".into(),
        size: 4,
        align: 4,
        constant: false,
        literal: false,
        open: false,
        library: false,
        init: Some(Initializer { bytes: vec![4], relocations: vec![] }),
        variable: None,
    };
    let g = b.global(global);
    let mut f = Fun::new(&mut b, main);
    let x = f.local("x", 4);
    let one = f.int(1, I32);
    f.store(x, one);
    f.call(Callee::Direct(external), &[x], &[I32]);
    let x = f.load(I32, x);
    let g = f.body.program().exprs.intern(Expr::GlobalAddr(g), Type::Ptr);
    let g = f.load(I32, g);
    let sum = f.bin(BinaryOp::Add, x, g);
    f.ret(&[sum]);
    let p = b.finish(main).unwrap();
    let run = |externals| {
        let options = Options { externals, ..Options::new(Property::everything()) };
        Interpreter::new(&p, options).run(&mut zero(), None)
    };
    let pure = run(Externals::Pure);
    assert_eq!((pure.outcome, pure.havocked_read), (Outcome::Exited { status: 5 }, false));
    let arguments = run(Externals::HavocArgs);
    assert_eq!((arguments.outcome, arguments.havocked_read), (Outcome::Exited { status: 4 }, true));
    let all = run(Externals::HavocAll);
    assert_eq!((all.outcome, all.havocked_read), (Outcome::Exited { status: 0 }, true));
    assert!(matches!(run(Externals::Unknown).outcome, Outcome::Unsupported { .. }));
}

/// f(...) reads what the ABI prescribes from the overflow area.
#[test]
fn variable_arguments_lp64() {
    let quad = Type::Float(FloatKind::X87);
    let mut b = builder(DataModel::Lp64);
    let callee = b.declare_function("f", &[I32], &[I32], true);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, callee);
    let list = f.local("ap", 24);
    f.op(Op::VaStart { list });
    for (offset, want) in [(0, 48), (4, 176)] {
        let at = f.add(list, offset);
        let value = f.load(I32, at);
        let want = f.int(want, I32);
        let same = f.bin(BinaryOp::Eq, value, want);
        f.assert(same);
    }
    let at = f.add(list, 8);
    let area = f.load(Type::Ptr, at);
    // i32 at 0, pointer at 8, x87 at 16 (16 bytes), i8-sized at 32, i128 aligned to 48
    let first = f.load(I32, area);
    let at = f.add(area, 8);
    let pointer = f.load(Type::Ptr, at);
    let through = f.load(I32, pointer);
    let at = f.add(area, 16);
    let long_double = f.load(quad, at);
    let number = f.cast(CastOp::FloatToSInt, I32, long_double);
    let at = f.add(area, 32);
    let last = f.load(I32, at);
    let at = f.add(area, 48);
    let wide = f.load(Type::Int(128), at);
    let wide = f.cast(CastOp::Trunc, I32, wide);
    let mut sum = f.parameter(0);
    for part in [first, through, number, last, wide] {
        let ten = f.int(10, I32);
        let scaled = f.bin(BinaryOp::Mul, sum, ten);
        sum = f.bin(BinaryOp::Add, scaled, part);
    }
    let end = f.add(area, 64);
    let size = f.reg(I64);
    f.op(Op::ObjectSize { register: size, address: end });
    let size = f.get(size);
    let want = f.int(64, I64);
    let same = f.bin(BinaryOp::Eq, size, want);
    f.assert(same);
    f.ret(&[sum]);
    let mut f = Fun::new(&mut b, main);
    let x = f.local("x", 4);
    let three = f.int(3, I32);
    f.store(x, three);
    let (one, two, five, six) = (f.int(1, I32), f.int(2, I32), f.int(5, I32), f.int(6, Type::Int(128)));
    let four = f.int(4, I32);
    let four = f.cast(CastOp::SIntToFloat, quad, four);
    let result = f.call(Callee::Direct(callee), &[one, two, x, four, five, six], &[I32]);
    f.ret(&result);
    assert_eq!(status(&b.finish(main).unwrap()), 123_456);
}

#[test]
fn variable_arguments_ilp32() {
    let long_double = Type::Float(FloatKind::X87);
    let mut b = builder(DataModel::Ilp32);
    let callee = b.declare_function("f", &[], &[I32], true);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, callee);
    let list = f.local("ap", 4);
    f.op(Op::VaStart { list });
    let area = f.load(Type::Ptr, list);
    // i32 at 0, i64 at 4, x87 at 12 (12 bytes), pointer at 24
    let first = f.load(I32, area);
    let at = f.add(area, 4);
    let second = f.load(I64, at);
    let second = f.cast(CastOp::Trunc, I32, second);
    let at = f.add(area, 12);
    let third = f.load(long_double, at);
    let third = f.cast(CastOp::FloatToSInt, I32, third);
    let at = f.add(area, 24);
    let pointer = f.load(Type::Ptr, at);
    let fourth = f.load(I32, pointer);
    let mut sum = f.int(0, I32);
    for part in [first, second, third, fourth] {
        let ten = f.int(10, I32);
        let scaled = f.bin(BinaryOp::Mul, sum, ten);
        sum = f.bin(BinaryOp::Add, scaled, part);
    }
    f.ret(&[sum]);
    let mut f = Fun::new(&mut b, main);
    let x = f.local("x", 4);
    let four = f.int(4, I32);
    f.store(x, four);
    let (one, two, three) = (f.int(1, I32), f.int(2, I64), f.int(3, I32));
    let three = f.cast(CastOp::SIntToFloat, long_double, three);
    let result = f.call(Callee::Direct(callee), &[one, two, three, x], &[I32]);
    f.ret(&result);
    assert_eq!(status(&b.finish(main).unwrap()), 1234);
}
