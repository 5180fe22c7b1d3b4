//! Callees of indirect calls.

use crate::common::load_c;
use adumbra_dependence::*;
use adumbra_program::*;

/// The callees of the indirect calls of `main` by name, with `?` where they are not all that is
/// possible.
fn check(text: &str, expected: &[&str]) {
    let program = load_c(text, DataModel::Lp64, true);
    let (andersen, trivial) = (Andersen::new(&program, Outside::Pure), Trivial::new(&program, Outside::Pure));
    let body = program.body(program.function_named("main").unwrap()).unwrap();
    let mut found = Vec::new();
    for edge in body.edge_ids() {
        if let Op::Call { callee: Callee::Indirect(_), .. } = program.edges[edge].op {
            let (exact, all) = (andersen.callees(edge), trivial.callees(edge));
            assert!(exact.functions.iter().all(|f| all.functions.contains(f)), "{exact:?} {all:?}");
            let mut names: Vec<&str> = exact.functions.iter().map(|f| program.functions[*f].name.as_str()).collect();
            names.sort_unstable();
            found.push(names.join(" ") + if exact.unknown { " ?" } else { "" });
        }
    }
    assert_eq!(found, expected);
}

const FUNCTIONS: &str = "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long);
    static int one(int x) { return x; } static int two(int x) { return x + 1; } static int three(int x) { return x + 2; }";

#[test]
fn a_table_of_functions() {
    check(
        &format!(
            "{FUNCTIONS} int (*table[])(int) = {{ one, two }}; int (*other)(int) = three;
             int main(void) {{ return table[__VERIFIER_nondet_int()](1) + other(2); }}"
        ),
        &["one two", "three"],
    );
}

#[test]
fn members_of_a_structure() {
    check(
        &format!(
            "{FUNCTIONS} struct Ops {{ int (*open)(int); int (*close)(int); }}; struct Ops a = {{ one, two }};
             int main(void) {{ struct Ops *p = malloc(sizeof *p); *p = a; p->open = three; struct Ops q = *p; return q.open(1) + q.close(2) + a.open(3); }}"
        ),
        &["one three", "two", "one"],
    );
}

#[test]
fn callbacks_and_results() {
    check(
        &format!(
            "{FUNCTIONS} typedef int (*F)(int); F pick(F f, F g) {{ return __VERIFIER_nondet_int() ? f : g; }}
             int main(void) {{ F f = pick(one, two); void *p = (void *)f; F g = (F)p; return g(3); }}"
        ),
        &["one two"],
    );
}

#[test]
fn what_comes_from_outside_is_not_known() {
    check(
        &format!(
            "{FUNCTIONS} extern int (*get(void))(int); int main(void) {{ int (*f)(int) = get(); return f(one(1)); }}"
        ),
        &[" ?"],
    );
    check(
        &format!(
            "{FUNCTIONS} int main(void) {{ unsigned long n = (unsigned long)one; int (*f)(int) = (int (*)(int))(n + __VERIFIER_nondet_int()); return f(two(1)); }}"
        ),
        &["one ?"],
    );
}

#[test]
fn arguments_of_any_number() {
    check(
        &format!(
            "#include <stdarg.h>\n{FUNCTIONS} typedef int (*F)(int); static F last(int n, ...) {{ va_list l; va_start(l, n); F f = 0; while (n-- > 0) f = va_arg(l, F); va_end(l); return f; }}
             int main(void) {{ F f = last(2, one, two); return f(1) + three(2); }}"
        ),
        &["one two"],
    );
}
