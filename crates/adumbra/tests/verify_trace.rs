//! The trace of a counterexample: source lines, values, inputs, branches, calls.

use crate::common;
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::script::{NamedValue, SiteValue, Unlisted};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::trace::{Event, Window};
use adumbra_judges::{Trace, replay};
use adumbra_program::{Program, Property};
use std::sync::Arc;

fn program(source: &str, property: &str) -> (Arc<Program>, Options) {
    common::need_llvm();
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("task.c");
    std::fs::write(&path, source).unwrap();
    let property = Property::by_name(property).unwrap();
    let program = load(&LoadOptions::new([path]).property(property.clone()).promote(false)).unwrap().into_program();
    (program, Options::new(property))
}

fn script(inputs: &[(&str, &str)]) -> Script {
    let inputs = inputs.iter().map(|(n, v)| NamedValue { name: (*n).into(), value: (*v).into() }).collect();
    Script { inputs, unlisted: Unlisted::Zero, ..Script::default() }
}

/// The steps as `line: what`.
fn steps(trace: &Trace) -> Vec<String> {
    trace.steps().map(|s| format!("{}:{}: {}", s.place.line, s.function, s.event)).collect()
}

#[test]
fn values_branches_calls_and_inputs() {
    let source = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct pair { int a; char b[3]; } g;
int twice(int x) {
  return x * 2;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), late;
  unsigned char c = __VERIFIER_nondet_uchar();
  late = c;
  for (int i = 0; i < 1; i++)
    g.b[1] = 'x';
  int k = twice(n);
  if (k == 14 && late == 200)
    reach_error();
  return 0;
}";
    let (program, options) = program(source, "unreach-call");
    let inputs = script(&[("__VERIFIER_nondet_int", "7"), ("__VERIFIER_nondet_uchar", "200")]);
    let counterexample = replay(&program, &inputs, &options).unwrap();
    let trace = Trace::of(&program, &counterexample, &options, Window::default()).unwrap();
    let want = [
        "8:main: __VERIFIER_nondet_int() = 7",
        "8:main: n = 7",
        "9:main: __VERIFIER_nondet_uchar() = 200",
        "9:main: c = 200",
        "10:main: late = 200",
        "11:main: i = 0",
        "11:main: i < 1 is true",
        "12:main: g.b[1] = 120 'x'",
        "11:main: i = 1",
        "11:main: i < 1 is false",
        "13:main: call twice(7)",
        "4:twice: x = 7",
        "5:twice: twice returns 14",
        "13:main: k = 14",
        "14:main: k == 14 is true",
        "14:main: late == 200 is true",
        "15:main: call reach_error()",
        "15:main: violation: error-call: the error function was called",
    ];
    assert_eq!(steps(&trace), want);
    assert_eq!(trace.left_out, 0);

    let text = trace.text(|place| Some(format!("<line {}>", place.line)));
    assert!(text.contains("task.c:5:   <line 5>\n      twice returns 14\n"), "{text}");
    assert_eq!(text.matches("<line 14>").count(), 1, "{text}");

    let json = serde_json::to_value(&trace).unwrap();
    assert_eq!(json["left-out"], 0);
    let first = &json["first"][1];
    assert_eq!((&first["step"], &first["what"], &first["value"]), (&"assigned".into(), &"n".into(), &"7".into()));
    assert_eq!((&first["line"], &first["function"]), (&8.into(), &"main".into()));
}

#[test]
fn an_indeterminate_value_is_shown_where_it_is_first_read() {
    let source = "extern void reach_error(void);
int main(void) {
  int quiet, x;
  quiet = 1;
  if (x == 5 && x != quiet)
    reach_error();
  return 0;
}";
    let (program, options) = program(source, "unreach-call");
    let site = program.sites.iter().find(|(_, s)| s.variable.as_ref().is_some_and(|v| v.name == "x")).unwrap().0;
    // The first value is that of the declaration's scope; which occurrence is read does not matter
    // here.
    let values = (0..3).map(|occurrence| SiteValue { site: site.as_u32(), occurrence, value: "5".into() });
    let inputs = Script { indeterminate: values.collect(), ..script(&[]) };
    let counterexample = replay(&program, &inputs, &options).unwrap();
    let trace = Trace::of(&program, &counterexample, &options, Window::default()).unwrap();
    assert_eq!(steps(&trace)[..2], ["4:main: quiet = 1", "5:main: x = 5 (not initialised)"]);
}

#[test]
fn long_executions_are_shortened_in_the_middle() {
    let source = "#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 100000; i++)
    s += i;
  assert(s == 0);
  return 0;
}";
    let (program, options) = program(source, "assertions");
    let counterexample = replay(&program, &script(&[]), &options).unwrap();
    let trace = Trace::of(&program, &counterexample, &options, Window { first: 3, last: 4, library: false }).unwrap();
    assert_eq!((trace.first.len(), trace.last.len()), (3, 5));
    assert_eq!(trace.left_out, 2 + 3 * 100_000 + 1 + 1 + 1 - 7);
    assert_eq!(steps(&trace)[..3], ["3:main: s = 0", "4:main: i = 0", "4:main: i < 100000 is true"]);
    let last = trace.last.last().unwrap();
    assert!(matches!(&last.event, Event::Violated { kind, .. } if kind == "assertion"), "{last:?}");
    assert_eq!((last.place.line, last.function.as_str()), (6, "main"));
    assert!(trace.text(|_| None).contains(&format!("\n… {} steps\n", trace.left_out)));
}

#[test]
fn violations_in_the_library_belong_to_the_call() {
    let source = "#include <string.h>
int main(void) {
  char small[2];
  strcpy(small, \"too long\");
  return 0;
}";
    let (program, options) = program(source, "memsafety");
    let counterexample = replay(&program, &script(&[]), &options).unwrap();
    assert_eq!(counterexample.kind.name(), "valid-deref");
    let trace = Trace::of(&program, &counterexample, &options, Window::default()).unwrap();
    let steps = steps(&trace);
    assert!(steps[0].starts_with("4:main: call strcpy(&small, "), "{steps:?}");
    assert!(steps[1].starts_with("4:main: violation: out-of-bounds"), "{steps:?}");
}

/// The compiler says `x != 0` for `!(x)` and goes the other way: what is shown must be true as it
/// stands.
#[test]
fn conditions_are_written_out() {
    let source = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
struct s { unsigned n; struct s *next; } list = {3, 0};
int main(void) {
  int cond = __VERIFIER_nondet_int();
  unsigned big = 4000000000u;
  double d = 0.5;
  struct s *p = &list;
  if (!cond)
    if (big > 3999999999u && !(d >= 1.0))
      if (p && p->next == 0)
        while (cond < 2)
          if (cond++ - 1 == 0 || !!(big & 1))
            reach_error();
  return 0;
}";
    let (program, options) = program(source, "unreach-call");
    let counterexample = replay(&program, &script(&[("__VERIFIER_nondet_int", "0")]), &options).unwrap();
    let trace = Trace::of(&program, &counterexample, &options, Window::default()).unwrap();
    let branches: Vec<String> = steps(&trace).into_iter().filter(|s| s.contains(" is ")).collect();
    assert_eq!(
        branches,
        [
            "8:main: cond != 0 is false",
            "9:main: 3999999999 < big is true",
            "9:main: 1.0 <= d is false",
            "10:main: p != NULL is true",
            "10:main: NULL == NULL is true",
            "11:main: cond < 2 is true",
            "12:main: (0 - 1) == 0 is false",
            "12:main: (big & 1) != 0 is false",
            "11:main: cond < 2 is true",
            "12:main: (1 - 1) == 0 is true",
        ]
    );
}
