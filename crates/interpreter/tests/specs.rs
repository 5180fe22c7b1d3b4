//! Worked examples of the specifications, named after their ids.

use crate::common::*;
use crate::filetests::group;
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
    group("sli_2_fig_3d");
}

/// Slicing, Fig. 3a and 3b: one assignment, one branch.
#[test]
fn sli_2_fig_3ab_assignment_and_branch() {
    group("sli_2_fig_3ab");
}

/// Slicing, Fig. 5a: `i := 0; loop i := i + 1` visits exactly the states (l1, 0), (l1, 1), … and
/// never ends.
#[test]
fn sli_2_fig_5a_an_endless_loop_counts() {
    let p = main("", "reg %0: i64\n l0 -> l2: %0 = 0\n l2 -> l3: nop\n l3 -> l3: %0 = %0 + 1\n");
    let mut states = Vec::new();
    let outcome = watch(&p, &inputs(&[]), 500, |view, edge| {
        if p.edges[edge].op != Op::Nop {
            states.extend(view.register(Register::from_u32(0)));
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
    let body = "reg %0: i8\n l0 -> l2: %0 = input nondet \"any\"\n l2 -> l1: return sext(%0, i32)\n";
    let p = main("symbol sym0 \"any\"", body);
    for value in -128..128 {
        let outcome = watch(&p, &inputs(&[value]), u64::MAX, |_, _| {});
        assert_eq!(outcome, Outcome::Exited { status: value as i32 });
    }
}

/// Instrumentation, T01: `x = input(); while (x < y) x++; return 0;` with x in memory (the C form)
/// and in a register with a φ (the LLVM form): the same values of x in the same order.
#[test]
fn ins_1_t01_same_program_in_two_forms() {
    group("ins_1_t01");
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
    let p = main(
        "site s0 in @main",
        "reg %0: ptr
         l0 -> l2: %0 = allocate heap 4 align 1 site s0
         l2 -> l3: %0 = %0 + 2
         l3 -> l4: store 7:i8 to %0
         l4 -> l1: return 0:i32
        ",
    );
    let mut states = Vec::new();
    watch(&p, &Script::default(), u64::MAX, |view, _| {
        let object = heap(view, 0).unwrap();
        let pointer = view.register(Register::from_u32(0)).unwrap().low();
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
    let p = main(
        "site s0 in @main\nsite s1 in @main\nsite s2 in @main",
        "reg %0.x %1.y %2.z: ptr
         l0 -> l2: %0.x = allocate heap 4 align 8 site s0
         l2 -> l3: %1.y = allocate heap 8 align 8 site s1
         l3 -> l4: %2.z = allocate heap 24 align 8 site s2
         l4 -> l5: store 4:i32 to %0.x
         l5 -> l6: store %0.x to %1.y
         l6 -> l7: store %0.x to %2.z
         l7 -> l8: store %1.y to %2.z + 8
         l8 -> l1: return 0:i32
        ",
    );
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
    let p = main(
        "site s0 in @main",
        "reg %0.p: ptr
         reg %1.y: i16
         l0 -> l2: nop
         l2 -> l3: %0.p = allocate heap 2 align 8 site s0
         l3 -> l4: %1.y = 7
         l4 -> l5: store %1.y to %0.p
         l5 -> l6: free %0.p
         l6 -> l1: return 0:i32
        ",
    );
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
