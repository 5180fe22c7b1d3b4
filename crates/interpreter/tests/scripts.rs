//! Scripts: recording, replaying, and what happens when they do not fit.

use crate::common::*;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::script::*;
use adumbra_interpreter::*;
use adumbra_program::*;

/// Mixes all kinds of inputs into the exit status.
fn everything_from_outside() -> Program {
    let mut b = builder(DataModel::Lp64);
    let external = b.declare_function("mystery", &[I32], &[I64], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, main);
    let x = f.nondet("__VERIFIER_nondet_int", I32);
    let site = f.site("u");
    let y = f.indeterminate(site, I32);
    let heap = f.malloc(8);
    let z = f.load(I32, heap);
    f.free(heap);
    let local = f.local("l", 8);
    let near = f.add(local, 4);
    let l = f.load(I32, near);
    let e = f.call(Callee::Direct(external), &[x], &[I64])[0];
    let e = f.cast(CastOp::Trunc, I32, e);
    let mut sum = f.int(0, I32);
    let reg = |f: &mut Fun<'_>, source| {
        let register = f.reg(I32);
        f.op(Op::Input { register, source });
        f.get(register)
    };
    let byte = reg(&mut f, InputSource::ReadByte);
    let count = reg(&mut f, InputSource::ArgumentCount);
    let argument = reg(&mut f, InputSource::ArgumentByte);
    let fails = f.reg(I1);
    f.op(Op::Input { register: fails, source: InputSource::AllocationFails });
    let fails = f.get(fails);
    let fails = f.cast(CastOp::ZExt, I32, fails);
    for part in [x, y, z, l, e, byte, count, argument, fails] {
        let factor = f.int(31, I32);
        let scaled = f.bin(BinaryOp::Mul, sum, factor);
        sum = f.bin(BinaryOp::Add, scaled, part);
    }
    let one = f.int(1, I32);
    f.op(Op::Output { descriptor: one, byte: sum });
    f.ret(&[sum]);
    b.finish(main).unwrap()
}

#[test]
fn a_recorded_run_is_replayed_exactly() {
    let p = everything_from_outside();
    let interpreter = Interpreter::new(&p, Options::new(Property::unspecified()));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut environment = Seeded::new(Some(seed), &["prog", "x"], Captured::new(b"hello \xff\n"));
        let first = interpreter.run(&mut environment, None);
        let script = Script::from_json(&first.script.to_json()).unwrap();
        assert_eq!(script, first.script, "the text form keeps everything");
        let mut replay = Scripted::new(&script, Captured::default());
        let second = interpreter.run(&mut replay, None);
        assert_eq!(first.outcome, second.outcome);
        assert_eq!(first.steps, second.steps);
        assert_eq!(first.script, second.script);
        assert_eq!(second.leftover, Vec::<String>::new());
        assert_eq!(environment.streams.stdout(), replay.streams.stdout());
        assert_eq!(first.externals, ["mystery"]);
        seen.insert(format!("{:?}", first.outcome));
    }
    assert!(seen.len() > 40, "seeds give different runs");
}

#[test]
fn a_script_decides_the_run() {
    let p = everything_from_outside();
    let json = r#"{
        "version": 1,
        "inputs": [{"name": "__VERIFIER_nondet_int", "value": "-1"}],
        "externals": [{"name": "mystery", "value": "0x100000002"}],
        "indeterminate": [{"site": 0, "occurrence": 0, "value": "3"}],
        "memory": [
            {"object": {"heap": 0}, "offset": 0, "byte": 4}, {"object": {"heap": 0}, "offset": 1, "byte": 0},
            {"object": {"heap": 0}, "offset": 2, "byte": 0}, {"object": {"heap": 0}, "offset": 3, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 4, "byte": 5},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 5, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 6, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 7, "byte": 0}
        ],
        "allocation-fails": [true],
        "stdin": "A",
        "arguments": ["p"]
    }"#;
    let want = [-1i32, 3, 4, 5, 2, 65, 1, 112, 1].iter().fold(0i32, |s, v| s.wrapping_mul(31).wrapping_add(*v));
    let script = Script::from_json(json).unwrap();
    let interpreter = Interpreter::new(&p, Options::new(Property::unspecified()));
    let result = interpreter.run(&mut Scripted::new(&script, Captured::default()), None);
    assert_eq!(result.outcome, Outcome::Exited { status: want });
    assert!(result.leftover.is_empty());
}

#[test]
fn scripts_that_do_not_fit_are_rejected() {
    let p = program(|mut f| {
        let x = f.nondet("a", I32);
        f.ret(&[x]);
    });
    let run = |script: &Script| {
        let interpreter = Interpreter::new(&p, Options::new(Property::unspecified()));
        interpreter.run(&mut Scripted::new(script, Captured::default()), None)
    };
    let named = |name: &str| NamedValue { name: name.into(), value: "1".into() };
    let reason = |script: &Script| match run(script).outcome {
        Outcome::Undetermined { reason } => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(&Script::default()), "the script does not determine call 1, of `a` (i32)");
    let wrong = Script { inputs: vec![named("b")], ..Script::default() };
    assert_eq!(reason(&wrong), "the run calls `a` where the script has value 1, of `b`");
    let bad = Script { inputs: vec![NamedValue { name: "a".into(), value: "x".into() }], ..Script::default() };
    assert_eq!(reason(&bad), "the script has `x` where a number should be");
    let long = Script { inputs: vec![named("a"), named("a")], ..Script::default() };
    assert_eq!(run(&long).leftover, ["a value of `a`"]);
    assert!(Script::from_json(r#"{"version": 2}"#).is_err());
    assert!(Script::from_json(r#"{"version": 1, "nonsense": 2}"#).is_err());
}

/// T37 (c) of the instrumentation spec: the address of freed memory may be used again, if the
/// script says so.
#[test]
fn bases_come_from_the_script() {
    let p = program(|mut f| {
        let x = f.malloc(1);
        let before = f.cast(CastOp::PtrToInt, I64, x);
        let before = f.let_(before);
        f.free(x);
        let y = f.malloc(1);
        let after = f.cast(CastOp::PtrToInt, I64, y);
        let after = f.let_(after);
        f.free(y);
        let same = f.bin(BinaryOp::Eq, before, after);
        let same = f.cast(CastOp::ZExt, I32, same);
        f.ret(&[same]);
    });
    let interpreter = Interpreter::new(&p, Options::new(Property::everything()));
    let script = |second: &str| Script {
        bases: [(0, "0x10000"), (1, second)]
            .map(|(n, base)| ObjectBase { object: ObjectKey::Heap(n), base: base.into() })
            .to_vec(),
        ..Script::default()
    };
    let run = |script: &Script| interpreter.run(&mut Scripted::new(script, Captured::default()), None);
    assert_eq!(run(&script("0x10000")).outcome, Outcome::Exited { status: 1 });
    assert_eq!(run(&script("0x20000")).outcome, Outcome::Exited { status: 0 });
    let Outcome::Undetermined { reason } = run(&script("0x10001")).outcome else { panic!() };
    assert_eq!(reason, "the base 0x10001 is not aligned");
    assert_eq!(status(&p), 0, "by default addresses are not used again at once");
}

/// An integer that is the end of one object and the start of another is a pointer to either, until
/// arithmetic decides; a pointer to the end stays one.
#[test]
fn objects_touch() {
    let p = program(|mut f| {
        let (a, b) = (f.malloc(16), f.malloc(16));
        let (last, end) = (f.add(a, 15), f.add(a, 16));
        let (seven, nine) = (f.int(7, I8), f.int(9, I8));
        f.store(last, seven);
        f.store(b, nine);
        for pointer in [a, b] {
            let number = f.cast(CastOp::PtrToInt, I64, pointer);
            f.let_(number);
        }
        let number = f.cast(CastOp::PtrToInt, I64, end);
        let either = f.cast(CastOp::IntToPtr, Type::Ptr, number);
        let either = f.let_(either);
        let back = f.add(either, -1);
        let (first, second) = (f.load(I8, back), f.load(I8, either));
        let sum = f.bin(BinaryOp::Add, first, second);
        let sum = f.cast(CastOp::ZExt, I32, sum);
        f.ret(&[sum]);
    });
    let script = |second: &str| Script {
        bases: [(0, "0x10000"), (1, second)]
            .map(|(n, base)| ObjectBase { object: ObjectKey::Heap(n), base: base.into() })
            .to_vec(),
        ..Script::default()
    };
    let run = |second: &str| {
        let interpreter = Interpreter::new(&p, Options::new(Property::by_name("valid-deref").unwrap()));
        interpreter.run(&mut Scripted::new(&script(second), Captured::default()), None).outcome
    };
    assert_eq!(run("0x10010"), Outcome::Exited { status: 16 });
    assert!(matches!(run("0x20000"), Outcome::Violation(report) if report.kind == Violation::OutOfBounds));
    for (second, why) in [
        ("0x10000", "overlaps another object"),
        ("0xfff0", "lies in the lowest 64 KiB, where no object is"),
        ("0xffffffffffff0000", "does not fit into the address space, of which the last part is empty"),
    ] {
        let Outcome::Undetermined { reason } = run(second) else { panic!("{second}") };
        assert_eq!(reason, format!("the base {second} {why}"));
    }
}

#[test]
fn recorded_bases_place_objects_again() {
    let p = program(|mut f| {
        let x = f.local("x", 4);
        let address = f.cast(CastOp::PtrToInt, I64, x);
        let low = f.cast(CastOp::Trunc, I32, address);
        f.ret(&[low]);
    });
    let options = Options { record_bases: true, ..Options::new(Property::unspecified()) };
    let first = Interpreter::new(&p, options).run(&mut zero(), None);
    let mut script = first.script.clone();
    let again = run_script(&p, &script);
    assert_eq!(first.outcome, again);
    for base in &mut script.bases {
        if matches!(base.object, ObjectKey::Stack { .. }) {
            base.base = "0x70000".into();
        }
    }
    assert_eq!(run_script(&p, &script), Outcome::Exited { status: 0x70000 });
}

fn run_script(p: &Program, script: &Script) -> Outcome {
    let interpreter = Interpreter::new(p, Options::new(Property::unspecified()));
    interpreter.run(&mut Scripted::new(script, Captured::default()), None).outcome
}
