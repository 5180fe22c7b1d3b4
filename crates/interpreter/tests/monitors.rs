//! Monitors: indeterminate branches, leaks, explicit violations, limits.

use crate::common;
use crate::common::*;
use adumbra_interpreter::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A branch on `value == 0` and a return.
fn branch_on(mut f: Fun<'_>, value: ExprId, ty: Type) {
    let zero = f.int(0, ty);
    let condition = f.bin(BinaryOp::Eq, value, zero);
    let (yes, no) = f.branch(condition);
    f.at = yes;
    f.goto(no);
    f.at = no;
    f.ret_int(0);
}

#[test]
fn branches_on_indeterminate_values_are_found() {
    let uninitialised = program(|mut f| {
        let x = f.local("x", 4);
        let value = f.load(I32, x);
        branch_on(f, value, I32);
    });
    assert_eq!(violation(&uninitialised), Violation::IndeterminateBranch);
    assert_eq!(run_with(&uninitialised, Property::unspecified()).outcome, Outcome::Exited { status: 0 });

    let promoted = program(|mut f| {
        let site = f.site("x");
        let x = f.indeterminate(site, I32);
        let one = f.int(1, I32);
        let more = f.bin(BinaryOp::Add, x, one);
        let more = f.let_(more);
        branch_on(f, more, I32);
    });
    assert_eq!(violation(&promoted), Violation::IndeterminateBranch);

    let through_memory = program(|mut f| {
        let x = f.malloc(8);
        let y = f.local("y", 8);
        let length = f.word(8);
        f.op(Op::Copy { to: y, from: x, length });
        f.free(x);
        let half = f.load(I16, y);
        let wide = f.cast(CastOp::SExt, I64, half);
        f.store(y, wide);
        let value = f.load(I64, y);
        branch_on(f, value, I64);
    });
    assert_eq!(violation(&through_memory), Violation::IndeterminateBranch);

    let nondet = program(|mut f| {
        let x = f.nondet("n", I32);
        let y = f.local("y", 4);
        f.store(y, x);
        let value = f.load(I32, y);
        branch_on(f, value, I32);
    });
    assert_eq!(status(&nondet), 0, "inputs are determined");
}

#[test]
fn taint_crosses_calls_and_floats() {
    let mut b = builder(DataModel::Lp64);
    let id = b.declare_function("id", &[F64], &[F64], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, id);
    let x = f.parameter(0);
    f.ret(&[x]);
    let mut f = Fun::new(&mut b, main);
    let site = f.site("x");
    let x = f.indeterminate(site, F64);
    let y = f.call(Callee::Direct(id), &[x], &[F64])[0];
    let sum = f.bin(BinaryOp::FAdd, y, y);
    let sum = f.let_(sum);
    let zero = f.int(0, F64);
    let condition = f.bin(BinaryOp::FLt, sum, zero);
    let (yes, no) = f.branch(condition);
    f.at = yes;
    f.goto(no);
    f.at = no;
    f.ret_int(0);
    assert_eq!(violation(&b.finish(main).unwrap()), Violation::IndeterminateBranch);
}

/// `struct { unsigned a : 3, b : 5; } s; s.a = 5; if (s.a == 5) …` reads an uninitialised byte, and
/// is fine.
#[test]
fn bit_fields_of_uninitialised_structures() {
    let build = |mask: i64| {
        program(|mut f| {
            let s = f.local("s", 1);
            let old = f.load(I8, s);
            let keep = f.int(!7, I8);
            let cleared = f.bin(BinaryOp::And, old, keep);
            let five = f.int(5, I8);
            let new = f.bin(BinaryOp::Or, cleared, five);
            f.store(s, new);
            let word = f.load(I8, s);
            let mask = f.int(mask, I8);
            let field = f.bin(BinaryOp::And, word, mask);
            let field = f.let_(field);
            branch_on(f, field, I8);
        })
    };
    assert_eq!(status(&build(7)), 0);
    assert_eq!(violation(&build(8)), Violation::IndeterminateBranch);
}

#[test]
fn overwritten_taint_is_gone() {
    // The loop runs long enough for the frame to be seen clean; then a tainted value is read again.
    let build = |taint_at_end: bool| {
        program(|mut f| {
            let site = f.site("x");
            let x = f.reg(I32);
            f.op(Op::Input { register: x, source: InputSource::Indeterminate(site) });
            let zero = f.int(0, I32);
            f.op(Op::Assign(Box::new([(x, zero)])));
            let head = f.body.location();
            f.goto(head);
            f.at = head;
            let value = f.get(x);
            let limit = f.int(1000, I32);
            let more = f.bin(BinaryOp::Slt, value, limit);
            let (yes, no) = f.branch(more);
            f.at = yes;
            let one = f.int(1, I32);
            let next = f.bin(BinaryOp::Add, value, one);
            f.op(Op::Assign(Box::new([(x, next)])));
            f.goto(head);
            f.at = no;
            let last = if taint_at_end {
                let place = f.local("y", 4);
                f.load(I32, place)
            } else {
                value
            };
            branch_on(f, last, I32);
        })
    };
    assert_eq!(status(&build(false)), 0);
    assert_eq!(violation(&build(true)), Violation::IndeterminateBranch);
}

#[test]
fn a_select_is_as_determined_as_what_it_selects() {
    let build = |tainted_condition: bool| {
        program(|mut f| {
            let site = f.site("x");
            let x = f.indeterminate(site, I32);
            let clean = f.nondet("n", I1);
            let bit = f.cast(CastOp::Trunc, I1, x);
            let condition = if tainted_condition { bit } else { clean };
            let one = f.int(1, I32);
            let two = f.int(2, I32);
            let chosen = f.body.program().select(condition, if tainted_condition { two } else { x }, one);
            let chosen = f.let_(chosen);
            branch_on(f, chosen, I32);
        })
    };
    assert_eq!(status(&build(false)), 0, "n is 0: the determined side is chosen");
    // 1 and 2 differ from 0 in bits that depend on x.
    assert_eq!(violation(&build(true)), Violation::IndeterminateBranch);
}

#[test]
fn leaks() {
    let memtrack = || Property::of(&[PropertyKind::ValidMemtrack]);
    let cleanup = || Property::of(&[PropertyKind::ValidMemcleanup]);
    let kind = |p: &Program, property| match run_with(p, property).outcome {
        Outcome::Violation(report) => Some(report.kind),
        _ => None,
    };
    let build = |end: &str| {
        let mut b = builder(DataModel::Lp64);
        let main = b.declare_function("main", &[], &[I32], false);
        let init = Some(Initializer { bytes: vec![], relocations: vec![] });
        let (name, size) = ("g".to_owned(), 8);
        let g = b.global(GlobalData {
            name,
            size,
            align: 8,
            constant: false,
            literal: false,
            open: false,
            library: false,
            init,
            variable: None,
        });
        let mut f = Fun::new(&mut b, main);
        let g = f.body.program().exprs.intern(Expr::GlobalAddr(g), Type::Ptr);
        let x = f.malloc(16);
        let y = f.malloc(8);
        let inner = f.add(x, 8);
        f.store(inner, y);
        let reference = match end {
            "lost" => f.body.program().exprs.intern(Expr::Null, Type::Ptr),
            _ => x,
        };
        f.store(g, reference);
        match end {
            "freed" => {
                f.free(y);
                f.free(x);
            }
            "address" => {
                let address = f.cast(CastOp::PtrToInt, I64, x);
                let hidden = f.let_(address);
                f.store(g, hidden);
            }
            "inner" => f.free(x),
            _ => {}
        }
        f.ret_int(0);
        b.finish(main).unwrap()
    };
    for (end, lost, unfreed) in [
        ("freed", false, false),
        ("kept", false, true),
        ("lost", true, true),
        ("address", false, true),
        ("inner", true, true),
    ] {
        let p = build(end);
        assert_eq!(kind(&p, memtrack()), lost.then_some(Violation::LostMemory), "{end}");
        let unfreed = unfreed.then_some(if lost { Violation::LostMemory } else { Violation::UnfreedMemory });
        assert_eq!(kind(&p, cleanup()), unfreed, "{end}");
    }
}

/// Memory that only a local of `main` points to is lost when `main` returns, and is not when it
/// exits.
#[test]
fn locals_are_roots_until_they_die() {
    let build = |exits: bool| {
        program(|mut f| {
            let local = f.local("p", 8);
            let x = f.malloc(4);
            f.store(local, x);
            if exits {
                let status = f.int(0, I32);
                f.op(Op::End { status });
                f.finish();
            } else {
                f.ret_int(0);
            }
        })
    };
    let property = Property::of(&[PropertyKind::ValidMemtrack]);
    assert_eq!(run_with(&build(true), property.clone()).outcome, Outcome::Exited { status: 0 });
    assert!(matches!(run_with(&build(false), property).outcome, Outcome::Violation(_)));
}

#[test]
fn explicit_violations() {
    let build = |goes_on: bool| {
        program(|mut f| {
            f.op(Op::Violation(Violation::SignedOverflow));
            if goes_on {
                f.ret_int(3);
            } else {
                f.finish();
            }
        })
    };
    assert_eq!(violation(&build(true)), Violation::SignedOverflow);
    assert_eq!(run_with(&build(true), Property::unspecified()).outcome, Outcome::Exited { status: 3 });
    let Outcome::Ended { cause: Some(report) } = run_with(&build(false), Property::unspecified()).outcome else {
        panic!()
    };
    assert_eq!(report.kind, Violation::SignedOverflow);
    let assumption = program(|mut f| {
        f.op(Op::Nop);
        f.finish();
    });
    assert_eq!(run(&assumption).outcome, Outcome::Ended { cause: None });
    let unsupported = program(|mut f| {
        let reason = f.body.program().symbol("inline assembly");
        f.op(Op::Unsupported(reason));
        f.finish();
    });
    let Outcome::Unsupported { reason, .. } = run(&unsupported).outcome else { panic!() };
    assert_eq!(reason, "inline assembly");
}

fn endless() -> Program {
    program(|mut f| {
        let head = f.body.location();
        f.goto(head);
        f.at = head;
        f.op(Op::Nop);
        f.goto(head);
        f.finish();
    })
}

#[test]
fn limits_stop_a_run() {
    let p = endless();
    let run = |options: Options| Interpreter::new(&p, options).run(&mut zero(), None);
    let options = || Options::new(Property::unspecified());
    let result = run(Options { max_steps: 1001, ..options() });
    assert_eq!(result.outcome, Outcome::Limit(Limit::Steps));
    assert!((1001..1010).contains(&result.steps), "{}", result.steps);
    let stopping = |stop: Stop| run(Options { stop, ..options() }).outcome;
    assert_eq!(stopping(Stop::never().by(std::time::Instant::now())), Outcome::Limit(Limit::Time));
    assert_eq!(stopping(Stop::never().when(&Arc::new(AtomicBool::new(true)))), Outcome::Limit(Limit::Cancelled));
    assert_eq!(stopping(Stop::never().within(10_000)), Outcome::Limit(Limit::Work));
    let huge = program(|mut f| {
        f.malloc(i64::MAX);
        f.ret_int(0);
    });
    assert_eq!(common::run(&huge).outcome, Outcome::Limit(Limit::Memory));
}

#[test]
fn recursion_without_end_overflows_the_stack() {
    let mut b = builder(DataModel::Lp64);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, main);
    let result = f.call(Callee::Direct(main), &[], &[I32]);
    f.ret(&result);
    let p = b.finish(main).unwrap();
    assert_eq!(violation(&p), Violation::StackOverflow);
    let large = program(|mut f| {
        f.local("a", 2 << 30);
        f.ret_int(0);
    });
    assert_eq!(violation(&large), Violation::StackOverflow);
}

#[test]
fn steps_are_edges() {
    let p = program(|mut f| {
        for i in 0..5 {
            let value = f.int(i, I32);
            f.let_(value);
        }
        f.ret_int(0);
    });
    assert_eq!(run(&p).steps, 6);
    let failing = program(|mut f| {
        f.op(Op::Nop);
        let null = f.body.program().exprs.intern(Expr::Null, Type::Ptr);
        f.load(I32, null);
        f.ret_int(0);
    });
    assert_eq!(run(&failing).steps, 2, "the edge that fails counts");
}

/// An unpromoted local starts with an indeterminate value in memory: `int x; if (x) …` and
/// `int x; x = 1; if (x) …`.
#[test]
fn unpromoted_locals_start_indeterminate() {
    for ty in [I8, I32, I64, Type::Int(128), Type::Int(200)] {
        for (assigned, read_again) in [(false, false), (true, false), (true, true)] {
            let p = program(|mut f| {
                let site = f.site("x");
                let x = f.allocate(AllocationKind::Stack, 32, site);
                let start = f.indeterminate(site, ty);
                f.store(x, start);
                if assigned {
                    let one = f.int(1, ty);
                    f.store(x, one);
                }
                // Where the first value is read twice it stays in a register.
                let value = if read_again { start } else { f.load(ty, x) };
                branch_on(f, value, ty);
            });
            let expected = if assigned && !read_again { None } else { Some(Violation::IndeterminateBranch) };
            let found = match run(&p).outcome {
                Outcome::Violation(report) => Some(report.kind),
                _ => None,
            };
            assert_eq!(found, expected, "{ty} {assigned} {read_again}");
            let result = run_with(&p, Property::unspecified());
            assert_eq!(result.outcome, Outcome::Exited { status: 0 });
            assert_eq!(result.steps, run_traced(&p).steps, "fusing edges does not change the count");
        }
    }
}

fn run_traced(p: &Program) -> RunResult {
    struct Nothing;
    impl Tracer for Nothing {
        fn edge(&mut self, _: &View<'_>, _: Edge) {}
    }
    Interpreter::new(p, Options::new(Property::unspecified())).run(&mut zero(), Some(&mut Nothing))
}
