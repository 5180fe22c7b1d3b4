//! Executions stay within footprints: whatever an activation of a function or a loop does to an
//! object that was there before it is in its footprint.

use crate::common::activations::{Seen, watch_all};
use crate::common::recursive::program;
use crate::common::tricky::TRICKY;
use crate::common::{Known, load_file, load_for};
use adumbra_dependence::*;
use adumbra_program::*;
use adumbra_testing::files;

const SEEDS: [Option<u64>; 3] = [None, Some(3), Some(7)];

/// Enough of each kind of access was compared.
fn assert_enough(seen: Seen, least: usize) {
    println!("{seen:?}");
    assert!(seen.accesses.iter().all(|count| *count >= least) && seen.activations >= least, "{seen:?}");
}

#[test]
fn tricky_programs_stay_within_footprints() {
    let mut total = Seen::default();
    for (i, (name, text)) in TRICKY.iter().enumerate() {
        for (k, model) in [DataModel::Ilp32, DataModel::Lp64].into_iter().enumerate() {
            let property = ["everything", "memsafety", "unreach-call"][(i + k) % 3];
            println!("{name} {property}");
            total.add(watch_all(&load_for(text, property, model, (i + k) % 2 == 0), &SEEDS, 10_000));
        }
    }
    assert_enough(total, 50);
    assert!(total.loops > 100 && total.outer > 10, "{total:?}");
}

#[test]
fn executed_tasks_stay_within_footprints() {
    let mut total = Seen::default();
    for (i, file) in files::below(&files::repository("tasks/run"), &["c"]).iter().enumerate() {
        let model = if i % 3 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let property = ["everything", "memsafety", "unreach-call"][i % 3];
        if let Some(program) = load_file(file, property, model, i % 2 == 0) {
            println!("{}", file.display());
            total.add(watch_all(&program, &SEEDS, 10_000));
        }
    }
    assert_enough(total, 50);
}

/// Functions that call each other and themselves, with pointers to locals of their callers.
#[test]
fn random_programs_stay_within_footprints() {
    let mut total = Seen::default();
    for seed in 0..300 {
        total.add(watch_all(&program(seed, 1 + seed as u32 % 4), &SEEDS, 2_000));
    }
    assert_enough(total, 300);
    assert!(total.loops > 1_000 && total.outer > 1_000, "{total:?}");
}

/// Ways on which an inner activation finds a local of an outer one of the same function, other than
/// by an argument.
const FOUND: [(&str, &str); 5] = [
    (
        "in a global",
        "int *keep; static int f(int n) { int x = n; int *up = keep; if (up) *up += 1; keep = &x;
           int r = n > 0 ? f(n - 1) : 0; keep = up; return r + x; }
         int main(void) { return f(4); }",
    ),
    (
        "in a local of a caller",
        "struct S { int *p; }; static int f(struct S *s, int n) { int x = n; int *up = s->p; if (up) *up += 1; s->p = &x;
           int r = n > 0 ? f(s, n - 1) : 0; s->p = up; return r + x; }
         int main(void) { struct S s = { 0 }; return f(&s, 4); }",
    ),
    (
        "by two steps from what is passed",
        "struct A { int *p; }; struct B { struct A *a; }; static int f(struct B *up, int n) { int x = n; struct A a = { &x }; struct B b = { &a };
           if (up) *up->a->p += 1; int r = n > 0 ? f(&b, n - 1) : 0; return r + x; }
         int main(void) { return f(0, 4); }",
    ),
    (
        "on the heap",
        "extern void *malloc(unsigned long); extern void free(void *); static int f(int **box, int n) { int x = n; if (*box) **box += 1; *box = &x;
           int r = n > 0 ? f(box, n - 1) : 0; *box = &x; return r + x; }
         int main(void) { int **box = malloc(sizeof *box); *box = 0; int r = f(box, 4); free(box); return r; }",
    ),
    (
        "as a number",
        "unsigned long keep; static int f(int n) { int x = n; unsigned long up = keep; if (up) *(int *)up += 1; keep = (unsigned long)&x;
           int r = n > 0 ? f(n - 1) : 0; keep = up; return r + x; }
         int main(void) { return f(4); }",
    ),
];

#[test]
fn locals_of_outer_activations_are_found() {
    for (name, text) in FOUND {
        for promote in [false, true] {
            let seen = watch_all(&load_for(text, "memsafety", DataModel::Lp64, promote), &SEEDS, 10_000);
            assert!(seen.outer > 0, "{name}: {seen:?}");
        }
    }
}

/// A row of functions, each of which has a variable and a loop and calls the next one.
fn row(functions: usize) -> Known {
    let mut text = String::from(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"error\"\nentry @f0\n",
    );
    (0..functions).for_each(|i| text += &format!("global @g{i} size 4 align 4 = b\"\"\n"));
    for i in 0..functions {
        let [l0, l1, l2, l3, l4, l5] = [0, 1, 2, 3, 4, 5].map(|k| 6 * i + k);
        let next = if i + 1 < functions { format!("call @f{}()", i + 1) } else { "nop".to_owned() };
        text += &format!(
            "function @f{i}() {{\n  entry l{l0} exit l{l1}\n  reg %{i}: i32\n  l{l0} -> l{l2}: %{i} = load @g{i}\n  \
             l{l2} -> l{l3}: [%{i} == 0]\n  l{l2} -> l{l5}: [!(%{i} == 0)]\n  l{l3} -> l{l4}: {next}\n  \
             l{l4} -> l{l2}: store 1:i32 to @g{i}\n  l{l5} -> l{l1}: return\n}}\n"
        );
    }
    Known::about(text::parse(&text).unwrap_or_else(|e| panic!("{e}")))
}

/// What the functions of a row write grows with the square of their number; what is stored of it
/// does not.
#[test]
fn footprints_share_what_they_have_in_common() {
    let mut sizes = Vec::new();
    for functions in [500, 1_000, 2_000] {
        let Known { program, points_to, regions } = row(functions);
        let blocks = Blocks::new(&program, &points_to, Partition::Both);
        let footprints = Footprints::new(&program, &points_to, &regions, &blocks);
        // All but the entry function, and all loops.
        assert_eq!(blocks.len(), 2 * functions - 1);
        for (i, (id, _)) in blocks.iter().enumerate().step_by(97) {
            let written = footprints.of_block(id).objects(Access::Write).len();
            // B0 is the loop of the first function; then come a function and its loop.
            assert_eq!(written, functions - i.div_ceil(2));
        }
        sizes.push(footprints.size());
    }
    assert!(sizes.windows(2).all(|pair| pair[1] < pair[0] * 5 / 2), "{sizes:?}");
}
