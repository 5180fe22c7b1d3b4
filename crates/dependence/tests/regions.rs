//! Regions of small programs.

mod common;

use common::Known;

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
