//! Memory: provenance, lifetimes, bounds, uninitialised bytes.

use crate::common::*;
use adumbra_interpreter::*;
use adumbra_program::*;

const MODELS: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

#[test]
fn stored_values_are_loaded() {
    for model in MODELS {
        let p = program_for(model, |mut f| {
            let x = f.local("x", 16);
            let value = f.int(-2, I32);
            f.store(x, value);
            let high = f.add(x, 2);
            let half = f.load(I16, high);
            let wide = f.cast(CastOp::SExt, I32, half);
            f.ret(&[wide]);
        });
        assert_eq!(status(&p), -1);
    }
}

#[test]
fn accesses_are_checked() {
    type Case = (&'static str, fn(&mut Fun<'_>), Violation);
    let cases: [Case; 9] = [
        (
            "null",
            |f| {
                let null = f.body.program().exprs.intern(Expr::Null, Type::Ptr);
                let field = f.add(null, 8);
                f.load(I32, field);
            },
            Violation::NullAccess,
        ),
        (
            "wild",
            |f| {
                let address = f.int(0x1234_5678, I64);
                let pointer = f.cast(CastOp::IntToPtr, Type::Ptr, address);
                f.load(I32, pointer);
            },
            Violation::WildAccess,
        ),
        (
            "one past the end",
            |f| {
                let x = f.local("x", 4);
                let end = f.add(x, 4);
                f.load(I8, end);
            },
            Violation::OutOfBounds,
        ),
        (
            "across the end",
            |f| {
                let x = f.malloc(4);
                let near = f.add(x, 2);
                let value = f.int(0, I32);
                f.store(near, value);
            },
            Violation::OutOfBounds,
        ),
        (
            "before the start",
            |f| {
                let x = f.malloc(4);
                let before = f.add(x, -1);
                f.load(I8, before);
            },
            Violation::OutOfBounds,
        ),
        (
            "freed",
            |f| {
                let x = f.malloc(4);
                f.free(x);
                f.load(I8, x);
            },
            Violation::UseAfterFree,
        ),
        (
            "freed twice",
            |f| {
                let x = f.malloc(4);
                f.free(x);
                f.free(x);
            },
            Violation::DoubleFree,
        ),
        (
            "free of the middle",
            |f| {
                let x = f.malloc(4);
                let middle = f.add(x, 1);
                f.free(middle);
            },
            Violation::InvalidFree,
        ),
        (
            "free of a local",
            |f| {
                let x = f.local("x", 4);
                f.free(x);
            },
            Violation::InvalidFree,
        ),
    ];
    for (name, build, expected) in cases {
        let p = program(|mut f| {
            build(&mut f);
            f.ret_int(0);
        });
        assert_eq!(violation(&p), expected, "{name}");
        // Not monitored: the execution ends, with the same reason.
        match run_with(&p, Property::unspecified()).outcome {
            Outcome::Ended { cause: Some(report) } => assert_eq!(report.kind, expected, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn reports_name_the_object() {
    let p = program(|mut f| {
        let x = f.local("buffer", 10);
        let end = f.add(x, 12);
        f.load(I32, end);
        f.ret_int(0);
    });
    let Outcome::Violation(report) = run(&p).outcome else { panic!() };
    assert_eq!(report.message, "access of 4 bytes outside the bounds of `buffer` (10 bytes) at offset 12");
    assert_eq!(report.stack.len(), 1);
}

#[test]
fn free_accepts_null_and_zero_sized_objects() {
    let p = program(|mut f| {
        let null = f.body.program().exprs.intern(Expr::Null, Type::Ptr);
        f.free(null);
        let empty = f.malloc(0);
        f.free(empty);
        f.ret_int(0);
    });
    assert_eq!(status(&p), 0);
}

#[test]
fn scopes_end_and_begin_again() {
    let build = |again: bool| {
        program(|mut f| {
            let x = f.local("x", 4);
            f.op(Op::ScopeBegin { address: x });
            let one = f.int(1, I32);
            f.store(x, one);
            f.op(Op::ScopeEnd { address: x });
            if again {
                f.op(Op::ScopeBegin { address: x });
            }
            let value = f.load(I32, x);
            f.ret(&[value]);
        })
    };
    assert_eq!(violation(&build(false)), Violation::UseAfterScope);
    assert_eq!(status(&build(true)), 0, "the value of the first scope is gone");
}

#[test]
fn locals_die_at_return() {
    let mut b = builder(DataModel::Lp64);
    let g = b.declare_function("g", &[], &[Type::Ptr], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, g);
    let x = f.local("x", 4);
    f.ret(&[x]);
    let mut f = Fun::new(&mut b, main);
    let p = f.call(Callee::Direct(g), &[], &[Type::Ptr]);
    f.load(I32, p[0]);
    f.ret_int(0);
    assert_eq!(violation(&b.finish(main).unwrap()), Violation::UseAfterScope);
}

#[test]
fn recursion_keeps_locals_apart() {
    // f(n) { int x = n; if (n != 0) f(n - 1); return x; }
    let mut b = builder(DataModel::Ilp32);
    let g = b.declare_function("f", &[I32], &[I32], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, g);
    let n = f.parameter(0);
    let x = f.local("x", 4);
    f.store(x, n);
    let zero = f.int(0, I32);
    let more = f.bin(BinaryOp::Ne, n, zero);
    let (yes, no) = f.branch(more);
    f.at = yes;
    let one = f.int(1, I32);
    let less = f.bin(BinaryOp::Sub, n, one);
    f.call(Callee::Direct(g), &[less], &[I32]);
    f.goto(no);
    f.at = no;
    let value = f.load(I32, x);
    f.ret(&[value]);
    let mut f = Fun::new(&mut b, main);
    let n = f.int(1000, I32);
    let result = f.call(Callee::Direct(g), &[n], &[I32]);
    f.ret(&result);
    assert_eq!(status(&b.finish(main).unwrap()), 1000);
}

#[test]
fn pointers_survive_memory_and_byte_copies() {
    for model in MODELS {
        for bytewise in [false, true] {
            let size = DataLayout::of(model).pointer_bytes() as i64;
            let p = program_for(model, |mut f| {
                let x = f.local("x", 4);
                let seven = f.int(7, I32);
                f.store(x, seven);
                let a = f.local("a", size);
                let b = f.local("b", size);
                f.store(a, x);
                if bytewise {
                    for i in 0..size {
                        let from = f.add(a, i);
                        let to = f.add(b, i);
                        let byte = f.load(I8, from);
                        f.store(to, byte);
                    }
                } else {
                    let length = f.word(size);
                    f.op(Op::Copy { to: b, from: a, length });
                }
                let pointer = f.load(Type::Ptr, b);
                let value = f.load(I32, pointer);
                f.ret(&[value]);
            });
            assert_eq!(status(&p), 7, "{model:?} {bytewise}");
        }
    }
}

#[test]
fn unaligned_pointers_keep_their_object() {
    let p = program(|mut f| {
        let x = f.local("x", 4);
        let seven = f.int(7, I32);
        f.store(x, seven);
        let a = f.local("a", 24);
        let odd = f.add(a, 3);
        f.store(odd, x);
        let other = f.local("b", 24);
        let target = f.add(other, 5);
        let length = f.word(8);
        f.op(Op::Copy { to: target, from: odd, length });
        let pointer = f.load(Type::Ptr, target);
        let value = f.load(I32, pointer);
        f.ret(&[value]);
    });
    assert_eq!(status(&p), 7);
}

#[test]
fn integers_reach_exposed_objects_only() {
    let build = |expose: bool| {
        program(|mut f| {
            let x = f.local("x", 8);
            let y = f.local("y", 8);
            let seven = f.int(7, I32);
            f.store(x, seven);
            let exposed = if expose { x } else { y };
            let known = f.cast(CastOp::PtrToInt, I64, exposed);
            let known = f.let_(known);
            // y lies 16 bytes below x: from y's address the program computes x's.
            let distance = f.int(if expose { 0 } else { 16 }, I64);
            let address = f.bin(BinaryOp::Add, known, distance);
            let pointer = f.cast(CastOp::IntToPtr, Type::Ptr, address);
            let pointer = f.let_(pointer);
            let value = f.load(I32, pointer);
            f.ret(&[value]);
        })
    };
    assert_eq!(status(&build(true)), 7);
    assert_eq!(violation(&build(false)), Violation::WildAccess);
}

#[test]
fn one_past_the_end_stays_with_its_object() {
    let p = program(|mut f| {
        let x = f.local("x", 8);
        let end = f.add(x, 8);
        let address = f.cast(CastOp::PtrToInt, I64, end);
        let address = f.let_(address);
        let pointer = f.cast(CastOp::IntToPtr, Type::Ptr, address);
        let pointer = f.let_(pointer);
        let back = f.add(pointer, -8);
        let five = f.int(5, I64);
        f.store(back, five);
        let value = f.load(I32, x);
        f.ret(&[value]);
    });
    assert_eq!(status(&p), 5);
}

#[test]
fn overwriting_a_part_of_a_pointer_exposes_its_object() {
    let p = program(|mut f| {
        let x = f.local("x", 4);
        let seven = f.int(7, I32);
        f.store(x, seven);
        let a = f.local("a", 8);
        f.store(a, x);
        let byte = f.load(I8, a);
        f.store(a, byte);
        let pointer = f.load(Type::Ptr, a);
        let value = f.load(I32, pointer);
        f.ret(&[value]);
    });
    assert_eq!(status(&p), 7);
}

#[test]
fn uninitialised_bytes_keep_the_value_they_were_read_with() {
    let p = program(|mut f| {
        let x = f.malloc(64);
        let a = f.load(I64, x);
        let b = f.load(I64, x);
        let same = f.bin(BinaryOp::Eq, a, b);
        let wide = f.cast(CastOp::ZExt, I32, same);
        let byte = f.cast(CastOp::Trunc, I32, a);
        f.free(x);
        let mixed = f.bin(BinaryOp::Add, byte, wide);
        let difference = f.bin(BinaryOp::Sub, mixed, byte);
        f.ret(&[difference]);
    });
    for seed in 0..20 {
        let options = Options::new(Property::unspecified());
        let mut environment = Seeded::new(Some(seed), &["p"], Captured::default());
        let result = Interpreter::new(&p, options).run(&mut environment, None);
        assert_eq!(result.outcome, Outcome::Exited { status: 1 });
    }
}

#[test]
fn copies_take_initialisation_along_and_may_overlap() {
    let p = program(|mut f| {
        let x = f.local("x", 8);
        for i in 0..4 {
            let at = f.add(x, i);
            let value = f.int(i + 1, I8);
            f.store(at, value);
        }
        let to = f.add(x, 2);
        let length = f.word(4);
        f.op(Op::Copy { to, from: x, length });
        let value = f.load(I32, to);
        f.ret(&[value]);
    });
    assert_eq!(status(&p), 0x0403_0201);
}

#[test]
fn fill_and_object_size() {
    let p = program(|mut f| {
        let x = f.malloc(12);
        let byte = f.int(0x11, I8);
        let length = f.word(12);
        f.op(Op::Fill { to: x, byte, length });
        let value = f.load(I32, x);
        let middle = f.add(x, 5);
        let size = f.reg(I64);
        f.op(Op::ObjectSize { register: size, address: middle });
        let size = f.get(size);
        let size = f.cast(CastOp::Trunc, I32, size);
        f.free(x);
        let sum = f.bin(BinaryOp::Add, value, size);
        f.ret(&[sum]);
    });
    assert_eq!(status(&p), 0x1111_1111 + 12);
}

#[test]
fn globals_relocations_and_constants() {
    let build = |write: bool| {
        let mut b = builder(DataModel::Lp64);
        let main = b.declare_function("main", &[], &[I32], false);
        let data = |name: &str, size, init| GlobalData {
            name: name.into(),
            size,
            align: 8,
            constant: true,
            literal: false,
            open: false,
            library: false,
            init: Some(init),
            variable: None,
        };
        let x = b.global(data("x", 8, Initializer { bytes: vec![1, 2, 3, 4, 9], relocations: vec![] }));
        let relocation = Relocation { offset: 8, target: RelocationTarget::Global(x), addend: 4 };
        let y = b.global(data("y", 16, Initializer { bytes: vec![], relocations: vec![relocation] }));
        let mut f = Fun::new(&mut b, main);
        let base = f.body.program().exprs.intern(Expr::GlobalAddr(y), Type::Ptr);
        let field = f.add(base, 8);
        let pointer = f.load(Type::Ptr, field);
        if write {
            let zero = f.int(0, I8);
            f.store(pointer, zero);
        }
        let value = f.load(I32, pointer);
        f.ret(&[value]);
        b.finish(main).unwrap()
    };
    assert_eq!(status(&build(false)), 9);
    assert_eq!(violation(&build(true)), Violation::WriteToConstant);
}

#[test]
fn dynamic_objects_die_at_stack_restore() {
    let p = program(|mut f| {
        let keep = f.local("keep", 4);
        let token = f.reg(Type::Ptr);
        f.op(Op::StackSave { register: token });
        let site = f.site("vla");
        let vla = f.allocate(AllocationKind::Dynamic, 100, site);
        let one = f.int(1, I32);
        f.store(keep, one);
        f.store(vla, one);
        let token = f.get(token);
        f.op(Op::StackRestore { token });
        f.load(I32, keep);
        f.load(I32, vla);
        f.ret_int(0);
    });
    assert_eq!(violation(&p), Violation::UseAfterScope);
}

#[test]
fn long_loops_reuse_stack_addresses_and_table_places() {
    // for (i = 0; i != 300000; i++) { char vla[10000]; vla[0] = 1; }  within 32 bits
    let p = program_for(DataModel::Ilp32, |mut f| {
        let i = f.reg(I32);
        let zero = f.int(0, I32);
        f.op(Op::Assign(Box::new([(i, zero)])));
        let head = f.body.location();
        f.goto(head);
        f.at = head;
        let value = f.get(i);
        let limit = f.int(300_000, I32);
        let more = f.bin(BinaryOp::Ne, value, limit);
        let (yes, no) = f.branch(more);
        f.at = yes;
        let token = f.reg(Type::Ptr);
        f.op(Op::StackSave { register: token });
        let site = f.site("vla");
        let vla = f.allocate(AllocationKind::Dynamic, 10_000, site);
        let one = f.int(1, I32);
        f.store(vla, one);
        let heap = f.malloc(10_000);
        f.free(heap);
        let token = f.get(token);
        f.op(Op::StackRestore { token });
        let next = f.bin(BinaryOp::Add, value, one);
        f.op(Op::Assign(Box::new([(i, next)])));
        f.goto(head);
        f.at = no;
        f.ret_int(0);
    });
    let result = run_with(&p, Property::unspecified());
    assert_eq!(result.outcome, Outcome::Exited { status: 0 });
    assert_eq!(result.peak_memory, 20_000);
}
