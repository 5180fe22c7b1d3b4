//! Executions stay within footprints: whatever an activation of a function or a loop does to an
//! object that was there before it is in its footprint.

use crate::common::activations::{Seen, watch_all};
use crate::common::recursive::program;
use crate::common::tricky::TRICKY;
use crate::common::{load_file, load_for};
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
