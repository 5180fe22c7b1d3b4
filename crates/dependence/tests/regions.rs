//! Regions of small programs.

use crate::common::{Known, load_c};
use adumbra_dependence::*;
use adumbra_program::*;
use std::time::Instant;

/// The regions of a program in lines, without their numbers and those of the library, sorted.
fn check(text: &str, expected: &[&str]) {
    let known = Known::of(text);
    let mut lines: Vec<String> = known.show().lines().filter_map(|l| Some(l.split_once(": ")?.1.to_owned())).collect();
    lines.retain(|l| !l.contains("error_number"));
    lines.sort();
    // Sites without a name and the edges of calls depend on the front end.
    let plain = |line: &str| {
        let words = line.split(' ').map(|w| match w.split_once('@') {
            Some((_, rest)) => format!("heap{}", rest.trim_start_matches(|c: char| c.is_alphanumeric())),
            None => w.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = lines.iter().map(|l| plain(l)).collect();
    assert_eq!(lines, expected, "\n{}", known.show());
}

const MALLOC: &str = "extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);";

#[test]
fn fields_of_a_list_are_separate() {
    check(
        &format!(
            "{MALLOC} struct N {{ int d; struct N *n; }}; int main(void) {{ struct N *h = 0;
             for (int i = 0; i < 5; i++) {{ struct N *t = malloc(sizeof *t); t->d = i; t->n = h; h = t; }}
             int s = 0; while (h) {{ s += h->d; h = h->n; }} return s; }}"
        ),
        &["elements of 4 with bits at 0 in heap", "elements of 8 with pointers at 0 in heap"],
    );
}

#[test]
fn two_arrays_passed_to_one_function_share_a_region() {
    check(
        "int a[10], b[20], c[5]; int get(int *p, int i) { return p[i]; }
         int main(void) { for (int i = 0; i < 5; i++) c[i] = i; return get(a, 1) + get(b, 2) + c[3]; }",
        &["elements of 4 with bits at 0 in a, b", "elements of 4 with bits at 0 in c, which exists once"],
    );
}

#[test]
fn a_global_is_a_scalar() {
    check(
        "int x, y; int main(void) { int *p = &y; *p = 3; x = *p; return x; }",
        &["scalar of 4 with bits at 0 in x, which exists once", "scalar of 4 with bits at 0 in y, which exists once"],
    );
}

#[test]
fn a_union_in_two_widths_is_bytes() {
    check(
        "union { int i; char c; } u; struct { int a; short b[2]; } s; int main(void) { u.i = 3; s.b[1] = 2; s.a = 1; return u.c + s.b[1] + *(int *)s.b; }",
        &[
            "bytes of 1 with bits in s, which exists once",
            "bytes of 1 with bits in u, which exists once",
            "scalar of 4 with bits at 0 in s, which exists once",
        ],
    );
}

#[test]
fn memory_of_different_calls_is_apart() {
    check(
        &format!(
            "{MALLOC} static void *get(unsigned long n) {{ void *p = malloc(n); if (!p) __builtin_trap(); return p; }}
             int main(void) {{ int *a = get(40), *b = get(4); long *c = malloc(8); for (int i = 0; i < 10; i++) a[i] = i; *b = 3; *c = 4;
             return a[3] + *b + (int)*c; }}"
        ),
        &[
            "elements of 4 with bits at 0 in heap, which exists once",
            "scalar of 4 with bits at 0 in heap, which exists once",
            "scalar of 8 with bits at 0 in heap, which exists once",
        ],
    );
}

#[test]
fn links_inside_of_structures_keep_fields_apart() {
    // Addresses move forth to the member and back to the structure.
    check(
        &format!(
            "{MALLOC} struct L {{ struct L *next; }}; struct S {{ int d; struct L link; int e; }};
             int main(void) {{ struct L head = {{ 0 }}; for (int i = 0; i < 3; i++) {{ struct S *s = malloc(sizeof *s); s->d = i; s->e = 1; s->link.next = head.next; head.next = &s->link; }}
             int r = 0; for (struct L *l = head.next; l; l = l->next) {{ struct S *s = (struct S *)((char *)l - (unsigned long)&((struct S *)0)->link); r += s->d; }} return r; }}"
        ),
        &[
            "elements of 4 with bits at 0 in heap",
            "elements of 4 with bits at 0 in heap",
            "elements of 8 with pointers at 0 in heap",
            "scalar of 8 with pointers at 0 in head, which exists once",
        ],
    );
}

#[test]
fn a_pointer_through_an_integer_is_unknown() {
    check(
        "int a[2], b, c; int main(void) { unsigned long n = (unsigned long)&a; n ^= 5; n ^= 5; int *p = (int *)n; *p = 3; int *q = &b; *q = 4; c = 5; return a[0] + b + c; }",
        &[
            "bytes of 1 with bits in a, which exists once, also by numbers",
            "scalar of 4 with bits at 0 in b, which exists once",
            "scalar of 4 with bits at 0 in c, which exists once",
        ],
    );
    let known = Known::of("int *f(unsigned long n) { return (int *)n; } int main(void) { return *f(3); }");
    let load = known
        .program
        .edges
        .iter()
        .find_map(|(_, e)| if let Op::Load { address, .. } = e.op { Some(address) } else { None });
    assert!(known.points_to.pointers(load.unwrap()).unknown);
}

/// Which locals of a program exist once, by name.
fn check_once(text: &str, expected: &[(&str, bool)]) {
    let known = Known::about(load_c(text, DataModel::Lp64, false));
    for (name, once) in expected {
        let named = |s: &SiteData| s.variable.as_ref().is_some_and(|v| v.name == *name);
        let site = known.program.sites.iter().find(|(_, s)| named(s)).unwrap().0;
        assert_eq!(known.regions.once(AbstractObject::Site(site)), *once, "{name}\n{}", known.show());
    }
}

#[test]
fn locals_that_exist_once() {
    check_once(
        "int *keep; int *f(int n) { int x = n; int *p = &x; if (n) f(n - 1); return p; }
         int g(int n) { int y = n; int *q = &y; return *q; } void h(int **out) { int z = 1; *out = &z; }
         void k(void) { int w = 1; keep = &w; } void s(int *p) { int *inner = p; *inner = 1; } void t(void) { int v = 1; s(&v); }
         int main(void) { int *o; int m = 1; h(&o); h(&o); k(); k(); t(); t(); keep = &m; return *f(3) + g(1) + g(2); }",
        // Recursion; a local; kept by the caller; kept by a global; held by a callee; of main.
        &[("x", false), ("y", true), ("z", false), ("w", false), ("v", true), ("m", true), ("inner", true)],
    );
}

#[test]
fn a_loop_makes_memory_exist_more_than_once() {
    let text = |body: &str| format!("{MALLOC} int main(void) {{ int *p = 0; {body} return *p; }}");
    let once = |text: &str| {
        let known = Known::of(text);
        let heap = |r: &Region| r.objects.iter().any(|o| matches!(o, AbstractObject::Called(..)));
        known.regions.iter().filter(|(_, r)| heap(r)).all(|(_, r)| r.only.is_some())
    };
    assert!(once(&text("p = malloc(4);")));
    assert!(!once(&text("for (int i = 0; i < 3; i++) p = malloc(4);")));
    assert!(!once(&format!(
        "{MALLOC} static int *f(int n) {{ int *r = 0; while (n-- > 0) r = malloc(4); return r; }} int main(void) {{ return *f(2) + *f(3); }}"
    )));
}

/// What the copies of a program do: pieces by offset and size, or nothing.
fn copies(text: &str) -> Vec<Option<Vec<(u64, u32)>>> {
    let known = Known::of(text);
    let edges = known.program.edges.iter().filter(|(_, e)| matches!(e.op, Op::Copy { .. }));
    edges.map(|(id, _)| Some(known.regions.copy(id)?.iter().map(|p| (p.offset, p.size)).collect())).collect()
}

#[test]
fn copies_of_structures_line_up() {
    let pieces = vec![(0, 4), (8, 8), (16, 2)];
    assert_eq!(
        copies(
            "struct S { int a; int *p; short s; } x, y; int v; int main(void) { x.a = 1; x.p = &v; x.s = 2; y = x; return y.a + *y.p + y.s; }"
        ),
        [Some(pieces.clone())]
    );
    // By way of a structure that is only copied, and into an array.
    assert_eq!(
        copies(
            "extern int __VERIFIER_nondet_int(void); struct S { int a; int *p; short s; } x, y, z[10]; int v;
             int main(void) { x.a = 1; x.p = &v; x.s = 2; y = x; z[__VERIFIER_nondet_int()] = y; struct S *q = &z[__VERIFIER_nondet_int()]; return q->a + *q->p + q->s; }"
        ),
        [Some(pieces.clone()), Some(pieces)]
    );
    // Another way to look at the destination: the source is looked at in both ways, so it is bytes.
    assert_eq!(
        copies(
            "struct S { int a, b; } x; union { struct S s; long l; } y; int main(void) { x.a = 1; x.b = 2; y.s = x; return (int)y.l + x.a; }"
        ),
        [Some(vec![(0, 8)])]
    );
}

#[test]
fn initial_contents_by_region() {
    let known = Known::of(
        "extern int __VERIFIER_nondet_int(void); struct E { int a; short b; } t[1000] = { { 1, 2 }, { 3, 4 } }; int x = 7;
         int main(void) { int i = __VERIFIER_nondet_int(); return t[i].a + t[i].b + x; }",
    );
    let runs = |name: &str| {
        let global = known.program.global_named(name).unwrap();
        known.regions.initial(global).iter().map(|r| (r.offset, r.size, r.stride, r.count)).collect::<Vec<_>>()
    };
    assert_eq!(runs("t"), [(0, 4, 8, 1000), (4, 2, 8, 1000)]);
    assert_eq!(runs("x"), [(0, 4, 4, 1)]);
}

#[test]
fn a_stride_that_may_wrap_is_the_power_of_two_in_it() {
    let text = "extern int __VERIFIER_nondet_int(void); struct E { int a, b, c; } t[100]; int main(void) { int i = __VERIFIER_nondet_int(); t[i].a = 1; return t[i].b; }";
    let count = |model| Known::about(load_c(text, model, true)).regions.len();
    assert_eq!((count(DataModel::Lp64), count(DataModel::Ilp32)), (2, 1));
}

#[test]
fn a_large_array_is_cheap() {
    let known = Known::of(
        "extern int __VERIFIER_nondet_int(void); int a[10000000] = { 1 }; int *p[1000000] = { a }; 
         int main(void) { int i = __VERIFIER_nondet_int(); for (int k = 0; k < 10000000; k++) a[k] = k; p[i] = a + i; return *p[i + 1]; }",
    );
    assert_eq!(known.regions.len(), 2);
    let started = Instant::now();
    Regions::new(&known.program, &Andersen::new(&known.program, Outside::Pure));
    assert!(started.elapsed().as_millis() < 1000, "{:?}", started.elapsed());
}
