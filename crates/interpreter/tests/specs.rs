//! Worked examples of the specifications, named after their ids.

use crate::common::*;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{Life, Object};
use adumbra_interpreter::script::NamedValue;
use adumbra_interpreter::*;
use adumbra_program::*;

/// Calls a closure after every edge.
struct Watch<F: FnMut(&View<'_>, Edge)>(F);

impl<F: FnMut(&View<'_>, Edge)> Tracer for Watch<F> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.0(view, edge);
    }
}

fn watch(p: &Program, script: &Script, max_steps: u64, f: impl FnMut(&View<'_>, Edge)) -> Outcome {
    let options = Options { max_steps, ..Options::new(Property::unspecified()) };
    let mut environment = Scripted::new(script, Captured::default());
    Interpreter::new(p, options).run(&mut environment, Some(&mut Watch(f))).outcome
}

fn inputs(values: &[i64]) -> Script {
    let inputs = values.iter().map(|v| NamedValue { name: "any".into(), value: v.to_string() }).collect();
    Script { inputs, ..Script::default() }
}

/// Slicing, Fig. 3d: `x := f(x, y)` with `int f(a, b) { a = 2*b; return a; }` gives x = 2y.
#[test]
fn sli_2_fig_3d_a_call_gives_x_2y() {
    let mut b = builder(DataModel::Lp64);
    let callee = b.declare_function("f", &[I32, I32], &[I32], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, callee);
    let a = f.body.parameters()[0];
    let b_value = f.parameter(1);
    let two = f.int(2, I32);
    let twice = f.bin(BinaryOp::Mul, two, b_value);
    f.op(Op::Assign(Box::new([(a, twice)])));
    let a = f.get(a);
    f.ret(&[a]);
    let mut f = Fun::new(&mut b, main);
    let (x, y) = (f.reg(I32), f.nondet("any", I32));
    let any = f.nondet("any", I32);
    f.op(Op::Assign(Box::new([(x, any)])));
    let before = f.get(x);
    f.op(Op::Call { callee: Callee::Direct(callee), arguments: Box::new([before, y]), results: Box::new([x]) });
    let after = f.get(x);
    f.ret(&[after]);
    let p = b.finish(main).unwrap();
    for (y, x) in [(0, 5), (3, 9), (-4, 0), (i64::from(i32::MAX), 1)] {
        let outcome = watch(&p, &inputs(&[y, x]), u64::MAX, |_, _| {});
        assert_eq!(outcome, Outcome::Exited { status: (y as i32).wrapping_mul(2) });
    }
}

/// Slicing, Fig. 3a and 3b: one assignment, one branch.
#[test]
fn sli_2_fig_3ab_assignment_and_branch() {
    for x in [-1, 0, 1] {
        let p = program(|mut f| {
            let x = f.nondet("any", I32);
            let one = f.int(1, I32);
            let two = f.bin(BinaryOp::Add, one, one);
            let two = f.let_(two);
            let zero = f.int(0, I32);
            let positive = f.bin(BinaryOp::Slt, zero, x);
            let (yes, no) = f.branch(positive);
            let exit = f.body.exit();
            f.body.edge(yes, exit, Op::Return { values: Box::new([two]) }, None, None);
            f.body.edge(no, exit, Op::Return { values: Box::new([zero]) }, None, None);
            f.finish();
        });
        let outcome = watch(&p, &inputs(&[x]), u64::MAX, |_, _| {});
        assert_eq!(outcome, Outcome::Exited { status: if x > 0 { 2 } else { 0 } });
    }
}

/// Slicing, Fig. 5a: `i := 0; loop i := i + 1` visits exactly the states (l1, 0), (l1, 1), … and
/// never ends.
#[test]
fn sli_2_fig_5a_an_endless_loop_counts() {
    let mut register = None;
    let p = program(|mut f| {
        let i = f.reg(I64);
        register = Some(i);
        let zero = f.int(0, I64);
        f.op(Op::Assign(Box::new([(i, zero)])));
        let head = f.body.location();
        f.goto(head);
        let value = f.get(i);
        let one = f.int(1, I64);
        let next = f.bin(BinaryOp::Add, value, one);
        f.body.edge(head, head, Op::Assign(Box::new([(i, next)])), None, None);
        f.finish();
    });
    let mut states = Vec::new();
    let outcome = watch(&p, &inputs(&[]), 500, |view, edge| {
        if p.edges[edge].op != Op::Nop {
            states.extend(view.register(register.unwrap()));
        }
    });
    assert_eq!(outcome, Outcome::Limit(Limit::Steps));
    let want: Vec<Value> = (0..states.len() as u128).map(Value::Small).collect();
    assert_eq!(states, want);
    assert!(states.len() > 400);
}

/// Slicing, Fig. 5b: `i := ?` reaches l1 with every value.
#[test]
fn sli_2_fig_5b_an_input_is_any_value() {
    let p = program(|mut f| {
        let i = f.nondet("any", I8);
        let i = f.cast(CastOp::SExt, I32, i);
        f.ret(&[i]);
    });
    for value in -128..128 {
        let outcome = watch(&p, &inputs(&[value]), u64::MAX, |_, _| {});
        assert_eq!(outcome, Outcome::Exited { status: value as i32 });
    }
}

/// Instrumentation, T01: `x = input(); while (x < y) x++; return 0;` with x in memory (the C form)
/// and in a register with a φ (the LLVM form): the same values of x in the same order.
#[test]
fn ins_1_t01_same_program_in_two_forms() {
    let build = |in_memory: bool, y: i64| {
        let mut b = builder(DataModel::Lp64);
        let function = b.declare_function("function", &[I32], &[I32], false);
        let main = b.declare_function("main", &[], &[I32], false);
        let mut f = Fun::new(&mut b, function);
        let y_value = f.parameter(0);
        let place = f.local("x", 4);
        let x = f.reg(I32);
        let input = f.nondet("any", I32);
        if in_memory {
            f.store(place, input);
        } else {
            f.op(Op::Assign(Box::new([(x, input)])));
        }
        let head = f.body.location();
        f.goto(head);
        f.at = head;
        if in_memory {
            f.op(Op::Load { register: x, address: place });
        }
        let value = f.get(x);
        let less = f.bin(BinaryOp::Slt, value, y_value);
        let (yes, no) = f.branch(less);
        f.at = yes;
        let one = f.int(1, I32);
        let next = f.bin(BinaryOp::Add, value, one);
        if in_memory {
            f.store(place, next);
        } else {
            f.op(Op::Assign(Box::new([(x, next)])));
        }
        f.goto(head);
        f.at = no;
        f.ret_int(0);
        let mut f = Fun::new(&mut b, main);
        let y = f.int(y, I32);
        let result = f.call(Callee::Direct(function), &[y], &[I32]);
        f.ret(&result);
        (b.finish(main).unwrap(), x)
    };
    for (input, y) in [(0, 10), (-3, 2), (7, 3), (5, 5)] {
        let seen = [true, false].map(|in_memory| {
            let (p, x) = build(in_memory, y);
            let mut values = Vec::new();
            let outcome = watch(&p, &inputs(&[input]), u64::MAX, |view, edge| {
                if matches!(p.edges[edge].op, Op::Assume { .. }) {
                    values.extend(view.register(x).map(|v| v.low() as u32 as i32));
                }
            });
            assert_eq!(outcome, Outcome::Exited { status: 0 });
            values
        });
        let want: Vec<i32> = (input as i32..=(input.max(y)) as i32).collect();
        assert_eq!(seen[0], want);
        assert_eq!(seen[1], want);
    }
}

/// The n-th heap object of a run.
fn heap<'v>(view: &View<'v>, n: u64) -> Option<&'v Object> {
    let p = view.program();
    view.memory().objects().find(|o| o.origin().key(p) == memory::ObjectKey::Heap(n))
}

/// Instrumentation, T03: `p <- malloc 4; p <- p + 2; store 7 -> p`: p is ⟨a,0⟩ then ⟨a,2⟩; byte 2
/// is 7, the rest ⊤.
#[test]
fn ins_1_t03_store_into_the_middle() {
    let mut register = None;
    let p = program(|mut f| {
        let p = f.reg(Type::Ptr);
        register = Some(p);
        let (size, site) = (f.word(4), f.site(""));
        f.op(Op::Allocate { register: p, size, align: 1, kind: AllocationKind::Heap, site });
        let pointer = f.get(p);
        let moved = f.add(pointer, 2);
        f.op(Op::Assign(Box::new([(p, moved)])));
        let seven = f.int(7, I8);
        f.store(pointer, seven);
        f.ret_int(0);
    });
    let mut states = Vec::new();
    watch(&p, &Script::default(), u64::MAX, |view, _| {
        let object = heap(view, 0).unwrap();
        let pointer = view.register(register.unwrap()).unwrap().low();
        assert_eq!((pointer >> 64) as u64, object.id());
        let offset = pointer as u64 - object.base();
        let bytes: Vec<Option<u8>> = (0..object.size()).map(|i| object.byte(i)).collect();
        states.push((offset, bytes));
    });
    let top = vec![None; 4];
    let stored = vec![None, None, Some(7), None];
    assert_eq!(states, [(0, top.clone()), (2, top), (2, stored.clone()), (2, stored)]);
}

/// Instrumentation, T04: the memory graph y -0-> x, z -0-> x, z -1-> y.
#[test]
fn ins_1_t04_memory_graph() {
    let p = program(|mut f| {
        let (x, y, z) = (f.malloc(4), f.malloc(8), f.malloc(24));
        let four = f.int(4, I32);
        f.store(x, four);
        f.store(y, x);
        f.store(z, x);
        let next = f.add(z, 8);
        f.store(next, y);
        f.ret_int(0);
    });
    let mut graph = Vec::new();
    watch(&p, &Script::default(), u64::MAX, |view, _| {
        let number = |id| (0..3).find(|n| heap(view, *n).is_some_and(|o| o.id() == id));
        graph = (0..3u64)
            .filter_map(|from| heap(view, from).map(|o| (from, o)))
            .flat_map(|(from, o)| {
                let labels = (0..o.size() / 8).filter_map(move |i| o.pointer_at(8 * i).map(|to| (i, to)));
                labels.map(|(i, to)| (from, i, number(to))).collect::<Vec<_>>()
            })
            .collect();
    });
    let (x, y, z) = (0, 1, 2);
    assert_eq!(graph, [(y, 0, Some(x)), (z, 0, Some(x)), (z, 1, Some(y))]);
}

/// Instrumentation, T05: `p <- malloc 2; store 7 -> p; free p`: undefined, ⟨2, ⊤⟩, ⟨2, 7⟩,
/// undefined.
#[test]
fn ins_1_t05_life_of_a_block() {
    let p = program(|mut f| {
        f.op(Op::Nop);
        let p = f.malloc(2);
        let seven = f.int(7, I16);
        let y = f.let_(seven);
        f.store(p, y);
        f.free(p);
        f.ret_int(0);
    });
    let mut states = Vec::new();
    watch(&p, &Script::default(), u64::MAX, |view, _| {
        let block = heap(view, 0).filter(|o| o.life() == Life::Live);
        let state = block.map(|o| (o.size(), o.byte(0), o.byte(1)));
        if states.last() != Some(&state) {
            states.push(state);
        }
    });
    assert_eq!(states, [None, Some((2, None, None)), Some((2, Some(7), Some(0))), None]);
}
