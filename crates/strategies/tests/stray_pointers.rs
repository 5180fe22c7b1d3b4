//! Pointers that come from nowhere: what is behind them is not known, and nothing is proved from
//! that.

use crate::asking::Nobody;
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, configuration, verify};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    extern void *__VERIFIER_nondet_pointer(void); extern void *malloc(unsigned long size);
    struct cipher { unsigned algorithms; };
    struct session { int state; struct cipher *cipher; };\n";

const CONFIGURATIONS: [&str; 7] =
    ["predicate", "predicate-lbe", "k-induction", "value", "value-refined", "interval", "paths"];

fn proves(text: &str, configuration: &str) -> bool {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut configuration = configuration::find(configuration).unwrap();
    configuration.set("max-undecided", "2").unwrap();
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(20 * SECOND);
    matches!(verify(&program, &request, &Nobody).verdict.answer, Answer::True(_))
}

/// The error is behind a read through a pointer that was never set.
#[test]
fn executions_do_not_simply_end_at_a_pointer_that_was_never_set() {
    let in_memory = "int main(void) {
        struct session *s = malloc(sizeof *s);
        s->state = 0;
        for (int i = 0; __VERIFIER_nondet_int() && i < 4; i++) {
          if (s->state == 0) s->state = s->cipher->algorithms & 256 ? 1 : 2;
          else reach_error();
        } return 0; }";
    let given = "int main(void) { struct cipher *c = __VERIFIER_nondet_pointer();
        if (c && c->algorithms == 3) reach_error(); return 0; }";
    let written = "int main(void) { struct session *s = malloc(sizeof *s);
        s->cipher->algorithms = 1; reach_error(); return 0; }";
    let number = "int main(void) { int *device = (int *)65536; if (*device == 3) reach_error(); return 0; }";
    for text in [in_memory, given, written, number] {
        for configuration in CONFIGURATIONS {
            assert!(!proves(text, configuration), "{configuration}\n{text}");
        }
    }
}

/// Null is known to be no object, and what a stray pointer is used for does not change the
/// program's own objects.
#[test]
fn what_does_not_depend_on_stray_memory_is_proved() {
    let null = "int main(void) { struct cipher *c = 0; c->algorithms = 1; reach_error(); return 0; }";
    let apart = "int main(void) { struct session *s = malloc(sizeof *s); s->state = 5;
        unsigned a = s->cipher->algorithms; if (s->state != 5) reach_error(); return (int)a; }";
    assert!(proves(null, "predicate"));
    assert!(proves(null, "value"));
    assert!(proves(apart, "predicate"));
}
