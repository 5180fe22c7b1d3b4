//! Where pointers point to, and predicates that keep states apart in which they are joined.

use crate::asking::{HEAD, Nobody, count, proved};
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_strategies::{Request, Verified, verify};

const ALLOCATION: &str = "extern void *malloc(unsigned long); extern void free(void *);
  struct N { int v; struct N *next; };\n";

const POINTER: &str = include_str!("../../../docs/shown/programs/pointer.conf");
const LATTICE: &str = include_str!("../../../docs/shown/programs/predicated-lattice.conf");

/// A configuration with other values of some options.
fn with(text: &str, options: &[(&str, &str)]) -> Configuration {
    let mut configuration = configuration::read("given", text).unwrap();
    for (option, value) in options {
        configuration.set(option, value).unwrap();
    }
    configuration
}

fn run(text: &str, property: &str, configuration: Configuration) -> Verified {
    let program = value_common::load_c(&format!("{HEAD}{ALLOCATION}{text}"), property, true);
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(60 * SECOND);
    verify(&program, &request, &Nobody)
}

fn pointer(text: &str, property: &str) -> Verified {
    run(text, property, with(POINTER, &[]))
}

fn not_proved(verified: &Verified) {
    assert!(!matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
}

/// Two cells, an alias, and each of them is freed once.
const CELLS: &str = "int main(void) { struct N *a = malloc(sizeof *a), *b = malloc(sizeof *b), *p;
  a->next = b; b->next = 0; a->v = 1; b->v = 2;
  p = __VERIFIER_nondet_int() ? a : a->next;
  p->v = 3; if (b->v == 1) reach_error();
  while (a) { p = a->next; free(a); a = p; } return 0; }";

/// The states of different rounds are kept apart; joined, a cell may be one that was freed.
#[test]
fn cells_are_safe() {
    for property in ["unreach-call", "valid-deref", "valid-free", "valid-memtrack"] {
        proved(&run(CELLS, property, with(POINTER, &[("merge", "sep")])));
    }
    not_proved(&pointer(CELLS, "valid-free"));
}

/// Each fault is found where it is, and the repaired program is safe.
#[test]
fn faults_are_not_proved() {
    let head =
        "int main(void) { struct N *a = malloc(sizeof *a), *b = a; a->next = 0; int n = __VERIFIER_nondet_int();";
    let cases = [
        ("valid-deref", "free(b); a->v = 1; return 0; }", "a->v = 1; free(b); return 0; }"),
        ("valid-free", "free(b); if (n == 7) free(a); return 0; }", "if (n == 7) b = 0; free(b); return 0; }"),
        ("valid-deref", "if (n) a = 0; a->v = 1; return 0; }", "if (n) a = 0; if (a) a->v = 1; return 0; }"),
        ("valid-deref", "b = a->next; b->v = 1; return 0; }", "a->next = a; b = a->next; b->v = 1; return 0; }"),
        ("valid-deref", "int *q = &n; q[n] = 1; return 0; }", "int *q = &n; q[0] = 1; return 0; }"),
        ("valid-deref", "int *q; { int m = 1; q = &m; } return *q; }", "int *q, m = 1; q = &m; return *q; }"),
        ("valid-memtrack", "if (n) { a = b = 0; } free(a); return 0; }", "if (n) { a = 0; } free(b); return 0; }"),
        ("valid-memcleanup", "if (n) free(a); return 0; }", "if (n) b = a; free(b); return 0; }"),
    ];
    for (property, wrong, right) in cases {
        not_proved(&pointer(&format!("{head}{wrong}"), property));
        proved(&pointer(&format!("{head}{right}"), property));
    }
}

/// A test of what was loaded tells of the cell that it was loaded from.
#[test]
fn a_register_and_its_cell_are_equal() {
    let text =
        "struct N *g; int main(void) { struct N x, y; x.next = __VERIFIER_nondet_int() ? &y : 0; y.next = 0; g = &x;
      if (g->next) g->next->v = 1; return 0; }";
    proved(&pointer(text, "valid-deref"));
}

/// The last object of a name is one, the others are many: a store to one of them overwrites
/// nothing.
#[test]
fn older_objects_of_a_name_are_many() {
    let text = |asked: &str| {
        format!(
            "int main(void) {{ struct N *first = 0, *last = 0; int n = __VERIFIER_nondet_int();
               for (int i = 0; i < n; i++) {{ struct N *t = malloc(sizeof *t); t->v = 1; if (!first) first = t; last = t; }}
               if (last) {{ last->v = 2; if ({asked}) reach_error(); }} return 0; }}"
        )
    };
    proved(&pointer(&text("last->v != 2"), "unreach-call"));
    not_proved(&pointer(&text("first->v == 1"), "unreach-call"));
    not_proved(&pointer(&text("first->v == 2"), "unreach-call"));
}

/// Which object `p` points to depends on `flag`: joined where the predicates are equal, that is
/// still known; with all of them joined it is not.
const FLAGGED: &str = "int main(void) { int a = 1, b = 2, *p, flag = __VERIFIER_nondet_int();
  if (flag) p = &a; else p = &b;
  while (__VERIFIER_nondet_int()) { if (flag) { *p = 3; if (b != 2) reach_error(); } else { *p = 4; if (a != 1) reach_error(); } }
  return 0; }";

#[test]
fn predicates_keep_apart_what_pointers_join() {
    not_proved(&pointer(FLAGGED, "unreach-call"));
    for blocks in ["loops", "single"] {
        let lattice = |merge: &str| {
            let options = [("product-merge", merge), ("blocks", blocks)];
            run(FLAGGED, "unreach-call", with(LATTICE, &options))
        };
        let (joined, apart) = (lattice("pred-join"), lattice("sep"));
        proved(&joined);
        proved(&apart);
        assert!(count(&joined, "states") <= count(&apart, "states"), "{blocks}");
    }
}
