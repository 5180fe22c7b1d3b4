//! Counterexamples as people read them.

use crate::common::{Place, Ran, need_llvm};
use serde_json::Value;

#[track_caller]
fn fails_with(ran: &Ran, parts: &[&str]) {
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    for part in parts {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
}

#[test]
fn texts_and_characters_are_shown_as_such() {
    need_llvm();
    let place = Place::new(&[(
        "text.c",
        b"#include <string.h>
extern char __VERIFIER_nondet_char(void); extern void reach_error(void);
int main(void) {
  const char *name = \"ab\\n\";
  char copy[8] = \"xyz\", *p = copy;
  char c = __VERIFIER_nondet_char();
  if (c == 'q' && strlen(name) == 3 && p[0] == 'x')
    reach_error();
  return 0;
}
",
    )]);
    let ran = place.run(&["verify", "text.c"]);
    fails_with(
        &ran,
        &[
            "name = \"ab\\n\"\n",
            "p = &copy \"xyz\"\n",
            "c = 113 'q'\n",
            "__VERIFIER_nondet_char() = 113 'q'\n",
            "inputs: __VERIFIER_nondet_char() = 113 'q'\n",
            "call strlen(\"ab\\n\")\n",
        ],
    );
}

#[test]
fn numbers_are_the_same_everywhere() {
    need_llvm();
    let place = Place::new(&[(
        "numbers.c",
        b"extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern int sensor(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned b = __VERIFIER_nondet_uint();
  int c = sensor();
  if (a == -7 && b == 4000000000u && c == -2)
    reach_error();
}
",
    )]);
    let ran = place.run(&["verify", "numbers.c"]);
    let inputs = "inputs: __VERIFIER_nondet_int() = -7, __VERIFIER_nondet_uint() = 4000000000, sensor() = -2\n";
    fails_with(
        &ran,
        &[inputs, "__VERIFIER_nondet_uint() = 4000000000\n", "a = -7\n", "sensor returned -2 at numbers.c:6"],
    );
    assert!(!ran.stdout.contains("0x"), "{ran:#?}");
    // A run says the same.
    place.run(&["verify", "numbers.c", "--script", "s.json"]);
    let ran = place.run(&["run", "numbers.c", "--no-promote", "--property", "unreach-call", "--script", "s.json"]);
    assert!(ran.code == Some(10) && ran.stderr.contains(inputs), "{ran:#?}");
}

#[test]
fn heap_memory_has_the_line_that_allocated_it() {
    need_llvm();
    let place = Place::new(&[(
        "heap.c",
        b"#include <stdlib.h>
static int *make(int n) {
  return malloc(n * sizeof(int));
}
int main(void) {
  int *a = make(2);
  char *b = calloc(4, 1);
  a[1] = 5;
  b[4] = 1;
  free(a); free(b);
}
",
    )]);
    let ran = place.run(&["verify", "heap.c", "-p", "memsafety"]);
    let fault = "outside the bounds of `heap#1(heap.c:7)` (4 bytes) at offset 4\n";
    fails_with(&ran, &[fault, "heap#0(heap.c:3)+4 = 5\n"]);
    let lost = Place::new(&[("lost.c", b"#include <stdlib.h>\nint main(void) {\n  malloc(3);\n  return 0;\n}\n")]);
    let ran = lost.run(&["verify", "lost.c", "-p", "memsafety"]);
    fails_with(&ran, &["`heap#0(lost.c:3)` (3 bytes) is lost"]);
}

#[test]
fn names_are_as_people_write_them() {
    need_llvm();
    let place = Place::new(&[(
        "names.cpp",
        b"extern \"C\" int __VERIFIER_nondet_int(); extern \"C\" void reach_error();
namespace box { struct Lid { int open(int by) { return by + 1; } }; }
int main() {
  box::Lid lid;
  if (lid.open(__VERIFIER_nondet_int()) == 8)
    reach_error();
}
",
    )]);
    let ran = place.run(&["verify", "names.cpp"]);
    fails_with(&ran, &["call box::Lid::open(int)(", "box::Lid::open(int) returns 8\n"]);
    assert!(!ran.stdout.contains("_ZN"), "{ran:#?}");
    let json: Value = serde_json::from_str(&place.run(&["verify", "names.cpp", "--json"]).stdout).unwrap();
    let steps = [json["trace"]["first"].as_array().unwrap().clone(), json["trace"]["last"].as_array().unwrap().clone()];
    assert!(steps.concat().iter().any(|step| step["function"] == "box::Lid::open(int)"), "{json}");
}

#[test]
fn library_calls_are_one_step_unless_asked_for() {
    need_llvm();
    let place = Place::new(&[(
        "library.c",
        b"#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[3] = \"xy\";
  if (strlen(a) == 2)
    reach_error();
}
",
    )]);
    let short = place.run(&["verify", "library.c"]);
    fails_with(&short, &["call strlen(&a)\n", "strlen returns 2\n"]);
    let long = place.run(&["verify", "library.c", "--trace-library"]);
    fails_with(&long, &["call strlen(&a)\n", "strlen returns 2\n"]);
    assert!(long.stdout.lines().count() > short.stdout.lines().count() + 3, "{long:#?}");
}

#[test]
fn where_an_object_is_stands_in_the_answer_if_it_decides() {
    need_llvm();
    let place = Place::new(&[(
        "base.c",
        b"#include <stdint.h>
extern void reach_error(void);
int here, there;
int main(void) {
  there = 1;
  if ((uintptr_t)&here == 0x200000)
    reach_error();
  return there;
}
",
    )]);
    let ran = place.run(&["verify", "base.c", "--harness", "h.c"]);
    fails_with(&ran, &["it depends on where these objects are: `here` (at 0x200000)\n"]);
    let refused = "--harness: h.c is not written: inputs alone do not decide: the violation depends on where these objects are: `here` (at 0x200000)";
    assert!(ran.stderr.contains(refused), "{ran:#?}");
    let json: Value = serde_json::from_str(&place.run(&["verify", "base.c", "--json"]).stdout).unwrap();
    assert_eq!(json["bases"][0]["object"], "here", "{json}");
}
