//! Programs with a single execution: it is a proof if it ends, and only then.

use crate::asking::Nobody;
use adumbra_analyses::automaton::parse;
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, configuration, verify};

/// An execution that ends says nothing about rules that the interpreter does not know.
#[test]
fn rules_are_not_proved_by_an_execution() {
    let text = "void take(void) {} int main(void) { take(); take(); return 0; }";
    let program = value_common::load_c(text, "unreach-call", true);
    let rules = "automaton a { state free { call take -> held; } state held { call take -> error \"twice\"; } }";
    let mut request = Request::new(configuration::find("random").unwrap());
    request.stop = Stop::never().within(3 * SECOND);
    assert!(matches!(verify(&program, &request, &Nobody).verdict.answer, Answer::True(_)));
    request.specification = Some(parse("rules.spec", rules).unwrap());
    assert!(!matches!(verify(&program, &request, &Nobody).verdict.answer, Answer::True(_)));
}

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern int elsewhere(void); extern void reach_error(void);
    extern void *malloc(unsigned long size);\n";

fn proves(text: &str) -> bool {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(configuration::find("random").unwrap());
    request.stop = Stop::never().within(3 * SECOND);
    matches!(verify(&program, &request, &Nobody).verdict.answer, Answer::True(_))
}

#[test]
fn an_execution_that_asks_for_nothing_is_the_only_one() {
    assert!(proves(
        "int main(void) { unsigned x = 0; while (x < 100000) x += 2; if (x % 2) reach_error(); return 0; }"
    ));
}

#[test]
fn what_could_be_otherwise_is_not_proved() {
    for text in [
        "int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }",
        "int main(void) { int x; if (x == 77) reach_error(); return 0; }",
        "int main(void) { int a[4]; if (a[2] == 77) reach_error(); return 0; }",
        "int main(void) { if (elsewhere() == 77) reach_error(); return 0; }",
        "int main(void) { int a, b; if (&a < &b) reach_error(); return 0; }",
        "int main(void) { int a; if (((unsigned long)&a & 0xfff0) == 0x770) reach_error(); return 0; }",
        "int main(void) { int a[2], b[2]; if (a + 2 == b) reach_error(); return 0; }",
        "int main(void) { int a, *p = &a; if (*(unsigned char *)&p == 0x70) reach_error(); return 0; }",
        "int main(void) { int *p = (int *)65536; *p = 1; return 0; }",
        "int main(void) { unsigned s = 33; if (1u << s == 2) reach_error(); return 0; }",
        "int main(void) { for (;;) {} return 0; }",
        // The interpreter's stack ends before the program does.
        "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); } int main(void) { f(30000); reach_error(); return 0; }",
        "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); } int main(void) { if (f(1000000) == 7) reach_error(); return 0; }",
    ] {
        assert!(!proves(text), "{text}");
    }
}
