//! What is found of programs in C by blocks: the violations, how often each function is analysed,
//! and how often what was found before is used again.

use super::explore::{Found, by_blocks, check};
use adumbra_interpreter::Externals;
use adumbra_laws::sources::load_c;
use adumbra_program::Violation;
use adumbra_value_analysis::{SymbolicOptions, ValueAnalysis, ValueOptions};
use adumbra_verdict::TargetKind;

const LIBRARY: &str = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
    extern void *malloc(unsigned long); extern void free(void *); extern void exit(int);\n";

fn holds(source: &str) -> Found {
    let found = check(&format!("{LIBRARY}{source}"), "unreach-call");
    assert_eq!(found.targets, []);
    assert!(found.cuts.is_empty(), "{:?}", found.cuts);
    found
}

fn fails(source: &str, property: &str, kind: Violation) -> Found {
    let found = check(&format!("{LIBRARY}{source}"), property);
    assert_eq!(found.targets, [TargetKind::Violation(kind)]);
    found
}

fn is_safe(source: &str, property: &str) -> Found {
    let found = check(&format!("{LIBRARY}{source}"), property);
    assert_eq!(found.targets, []);
    found
}

#[test]
fn a_callee_writes_to_its_callers_local() {
    let found = holds(
        "void set(int *p, int v) { *p = v; }
         int main(void) { int a = 1, b = 2; set(&a, 5); set(&b, 6); if (a != 5 || b != 6) reach_error(); }",
    );
    assert_eq!(found.entries["set"], 2);
}

#[test]
fn calls_that_look_alike_inside_are_analysed_once() {
    let found = holds(
        "int unrelated; int *shown = &unrelated;
         int twice(int x) { int y = 2 * x; return y; }
         int main(void) { int a = 7; int *p = &a; unrelated = 1; int r = twice(4); *p = 8; unrelated = 2; r += twice(4);
           if (r != 16 || a != 8 || unrelated != 2) reach_error(); }",
    );
    assert_eq!((found.entries["twice"], found.hits), (1, 1));
}

#[test]
fn a_call_inside_another_is_a_hit_too() {
    let found = holds(
        "int g(int x) { return x + 1; } int h(int x) { int l = 3; return g(x) + l; }
         int main(void) { int a = g(1); int b = g(1); int c = h(1); if (a + b + c != 9) reach_error(); }",
    );
    assert_eq!((found.entries["g"], found.hits), (1, 2));
}

#[test]
fn two_objects_of_the_caller_change_places() {
    holds(
        "void swap(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
         int main(void) { int a = 1, b = 2; int *p = &a, *q = &b; swap(&p, &q); *p = 20; *q = 10;
           if (a != 10 || b != 20 || p != &b || q != &a) reach_error(); swap(&p, &q); if (p != &a || *q != 20) reach_error(); }",
    );
}

#[test]
fn a_node_of_the_callee_is_linked_to_the_callers_list() {
    let found = is_safe(
        "struct N { int d; struct N *n; };
         struct N *push(struct N *h, int d) { struct N *t = malloc(sizeof *t); t->d = d; t->n = h; return t; }
         int main(void) { struct N *h = 0; struct N *first = push(h, 1); h = push(first, 2); struct N **at = &first->n;
           *at = push(0, 3); int s = 0; for (struct N *t = h; t; t = t->n) s = 10 * s + t->d; if (s != 213) reach_error();
           free(h->n->n); free(h->n); free(h); }",
        "memsafety",
    );
    assert_eq!(found.entries["push"], 3);
}

#[test]
fn the_callee_frees_an_object_of_the_caller() {
    is_safe("void drop(int *p) { free(p); } int main(void) { int *p = malloc(4); *p = 1; drop(p); }", "memsafety");
    fails(
        "void drop(int *p) { free(p); } int main(void) { int *p = malloc(4); *p = 1; drop(p); return *p; }",
        "memsafety",
        Violation::UseAfterFree,
    );
    fails(
        "void drop(int *p) { free(p); } int main(void) { int *p = malloc(4); int *q = p; drop(p); drop(q); }",
        "memsafety",
        Violation::DoubleFree,
    );
}

#[test]
fn a_local_of_the_callee_is_gone_behind_it() {
    fails(
        "int *bad(void) { int x = 1; int *p = &x; return p; } int main(void) { int *p = bad(); return *p; }",
        "memsafety",
        Violation::UseAfterScope,
    );
}

#[test]
fn addresses_of_locals_are_passed_down_a_recursion() {
    let found = holds(
        "int f(int n, int *up) { int here = n; *up += n; if (n == 0) return 0; int r = f(n - 1, &here); *up += here; return r + here; }
         int main(void) { int x = 0; int r = f(3, &x); if (x != 3 + 3 + 2 + 2 + 1 + 1 + 0) reach_error(); }",
    );
    assert_eq!(found.entries["f"], 4);
}

/// A recursion of main: three activations, with 2, 1 and 0, are analysed.
#[test]
fn three_activations_end_with_three_results() {
    let found = holds(
        "int f(int x) { if (x <= 0) return x; int tmp = f(x - 1); return tmp + 1; }
         int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }",
    );
    assert_eq!((found.entries["f"], found.exits["f"], found.hits), (3, 3, 0));
}

#[test]
fn fibonacci_numbers_are_found_once_each() {
    let found = holds(
        "int fibo(int n) { if (n < 1) return 0; if (n == 1) return 1; return fibo(n - 1) + fibo(n - 2); }
         int main(void) { if (fibo(5) != 5) reach_error(); }",
    );
    assert_eq!((found.entries["fibo"], found.hits), (6, 3));
}

#[test]
fn a_function_that_returns_does_not_end_the_program() {
    is_safe(
        "int *make(void) { int *p = malloc(4); return p; } int main(void) { int *p = make(); free(p); }",
        "memcleanup",
    );
    let again = "int depth; int *kept; int main(void) { if (depth) { kept = malloc(4); return 0; } depth = 1; main();";
    is_safe(&format!("{again} free(kept); }}"), "memcleanup");
    fails(&format!("{again} }}"), "memcleanup", Violation::UnfreedMemory);
}

#[test]
fn memory_is_lost_in_a_callee_or_not() {
    let list = "struct N { struct N *n; }; static void cut(struct N *h) { h->n = 0; }";
    fails(
        &format!(
            "{list} int main(void) {{ struct N *h = malloc(8); h->n = malloc(8); h->n->n = 0; cut(h); free(h); }}"
        ),
        "memsafety",
        Violation::LostMemory,
    );
    // It is lost in the callee, also if that does not return.
    fails(
        &format!(
            "{list} static void end(struct N *h) {{ cut(h); exit(0); }}
             int main(void) {{ struct N *h = malloc(8); h->n = malloc(8); h->n->n = 0; end(h); }}"
        ),
        "memsafety",
        Violation::LostMemory,
    );
    // The caller still points to it.
    is_safe(
        &format!(
            "{list} int main(void) {{ struct N *h = malloc(8); struct N *t = malloc(8); h->n = t; t->n = 0; cut(h);
               free(t); free(h); }}"
        ),
        "memsafety",
    );
}

#[test]
fn the_end_of_the_program_in_a_callee_sees_what_the_caller_has() {
    let quit = "void quit(void) { exit(0); }";
    fails(
        &format!("{quit} int main(void) {{ void *p = malloc(4); quit(); free(p); }}"),
        "memcleanup",
        Violation::UnfreedMemory,
    );
    is_safe(&format!("{quit} int main(void) {{ void *p = malloc(4); free(p); quit(); }}"), "memcleanup");
    is_safe(&format!("{quit} int main(void) {{ void *p = malloc(4); quit(); free(p); }}"), "memsafety");
}

/// A pointer is taken from a table at a place that is not known, and is not known.
#[test]
fn unknown_pointers_reach_what_was_left_out() {
    let pick = "int *any; int *pick(int *a, int *b) { int *t[2] = {a, b}; return t[__VERIFIER_nondet_int() & 1]; }";
    let hit = format!("{pick} void hit(int v) {{ *any = v; }}");
    let main = |condition: &str| {
        format!(
            "{hit} int main(void) {{ int a = 1, b = 2, c = 3; int *p = &c; any = pick(&a, &b); hit(9);
               if ({condition}) reach_error(); return *p; }}"
        )
    };
    for reached in ["a == 9", "b == 9"] {
        fails(&main(reached), "unreach-call", Violation::ErrorCall);
    }
    // No pointer to it is kept anywhere.
    holds(&main("c == 9"));
    let drop = format!("{pick} void drop(void) {{ free(any); }}");
    for used in ["p", "q"] {
        let main = "int *p = malloc(4), *q = malloc(4); *p = *q = 1; any = pick(p, q); drop();";
        let found = check(&format!("{LIBRARY}{drop} int main(void) {{ {main} return *{used}; }}"), "valid-deref");
        assert!(found.targets.contains(&TargetKind::Violation(Violation::UseAfterFree)), "{found:?}");
    }
}

#[test]
fn memory_may_be_lost_through_unknown_pointers_in_a_call_that_does_not_return() {
    let pick =
        "void **any; void **pick(void **a, void **b) { void **t[2] = {a, b}; return t[__VERIFIER_nondet_int() & 1]; }";
    let found = check(
        &format!(
            "{LIBRARY}{pick} void hit(void) {{ *any = 0; exit(0); }}
             int main(void) {{ void *a = malloc(4), *b = malloc(4); any = pick(&a, &b); hit(); }}"
        ),
        "memsafety",
    );
    assert!(found.targets.contains(&TargetKind::Violation(Violation::LostMemory)), "{found:?}");
}

#[test]
fn functions_that_may_write_all_memory_reach_what_was_left_out() {
    let text = "extern void outside(void); int g; static void call(void) { outside(); }
        int main(void) { int a = 1; int *p = &a; g = 2; call(); if (*p == 7 && g == 7) reach_error(); }";
    let program = load_c(&format!("{LIBRARY}{text}"), "unreach-call", true);
    let options = ValueOptions { externals: Externals::HavocAll, ..ValueOptions::default() };
    let found = by_blocks(&program, ValueAnalysis::new(&program, options));
    assert_eq!(found.targets, [TargetKind::Violation(Violation::ErrorCall)]);
}

#[test]
fn globals_behind_pointers_are_seen() {
    holds(
        "int a = 1, b = 2; int *table[2] = {&a, &b}; static int *const fixed[1] = {&b};
         void through(int i) { *table[i] += 10; } void constant(void) { *fixed[0] += 100; }
         int main(void) { through(0); through(1); constant(); if (a != 11 || b != 112) reach_error(); }",
    );
}

#[test]
fn callbacks_and_variable_arguments() {
    holds(
        "#include <stdarg.h>\n
         static int one(int x) { return x + 1; } static int seen; static int two(int x) { seen = x; return x * 2; }
         static int apply(int (*f)(int), int x) { return f(x); }
         static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
         static int forward(va_list *l) { return va_arg(*l, int); }
         static int first(int n, ...) { va_list l; va_start(l, n); int r = forward(&l); r = 10 * r + forward(&l); va_end(l); return r; }
         int main(void) { int r = apply(one, 1) + apply(two, 3) + sum(3, 1, 2, 3) + sum(1, 5) + first(2, 4, 5);
           if (r != 2 + 6 + 6 + 5 + 45 || seen != 3) reach_error(); }",
    );
}

#[test]
fn stack_objects_of_variable_size() {
    holds(
        "static int f(int n) { int s = 0; for (int i = 1; i < n; i++) { int v[i]; v[i - 1] = i; s += v[i - 1]; } return s; }
         int main(void) { int k = 3; int w[k]; w[0] = f(4); w[1] = f(3); if (w[0] != 6 || w[1] != 3) reach_error(); }",
    );
}

fn symbolic(text: &str) -> Found {
    let program = load_c(&format!("{LIBRARY}{text}"), "unreach-call", true);
    let values = ValueAnalysis::new(&program, ValueOptions::default()).symbolic(&SymbolicOptions::default());
    by_blocks(&program, values)
}

#[test]
fn inputs_of_two_calls_are_two_unknowns() {
    let get = "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int same(int x) { return x; }";
    let found = symbolic(&format!("{get} int main(void) {{ int a = get(), b = get(); if (a != b) reach_error(); }}"));
    assert_eq!((found.targets.len(), found.entries["get"], found.hits), (1, 1, 1));
    // What goes through a function is what it was, whatever its name inside.
    let found = symbolic(&format!(
        "{get} int main(void) {{ int a = get(), b = get(); if (same(a) - same(b) != a - b) reach_error(); }}"
    ));
    assert_eq!((found.targets.len(), found.entries["same"], found.hits), (0, 1, 2));
}

/// Conditions that hold at the entry hold inside, and what is found out inside holds behind it.
#[test]
fn conditions_go_in_and_out() {
    let found = symbolic(
        "static int check(int x) { if (x > 3) return 1; return 0; }
         int main(void) { int a = __VERIFIER_nondet_int(); if (a > 5 && !check(a)) reach_error();
           int b = __VERIFIER_nondet_int(); if (check(b) && b < 2) reach_error(); if (!check(b + 1) && b == 3) reach_error(); }",
    );
    assert_eq!(found.targets, []);
}

/// A recursion over an unknown looks alike on all levels: `n - 1` is as good an unknown as `n`.
#[test]
fn an_unknown_that_is_counted_down_is_the_same_inside() {
    let found = symbolic(
        "static int leaf(int n) { return n + 1; }
         int main(void) { int n = __VERIFIER_nondet_int(); int a = leaf(n), b = leaf(n - 1), c = leaf(7 - n);
           if (a != n + 1 || b != n || c != 8 - n) reach_error(); }",
    );
    assert_eq!((found.targets.len(), found.entries["leaf"], found.hits), (0, 1, 2));
}
