//! Pictures of heaps on the command line, and the reason that names a structure without end.

use crate::common::{Place, Ran, need_llvm};

/// A list of any length.
const LIST: &[u8] = b"extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
struct node *make(int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  return n;
}
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = make(5);
    n->next = list;
    list = n;
  }
  while (list) {
    if (list->data != 5) reach_error();
    list = list->next;
  }
  return 0;
}
";

/// A violation with one object.
const FAILING: &[u8] = b"extern void *malloc(unsigned long);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->data = 3;
  n->next = n;
  if (n->next->data == 3) reach_error();
  return n->data;
}
";

fn place() -> Place {
    need_llvm();
    Place::new(&[("list.c", LIST), ("failing.c", FAILING)])
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn endless(place: &Place, more: &[&str]) -> Ran {
    place.run(&[&["verify", "list.c", "--config", "value", "--work", "100ms"], more].concat())
}

/// The first states of a loop that builds a list: one object more in each.
#[test]
fn states_of_a_loop_are_beside_each_other() {
    let place = place();
    let ran = endless(&place, &["--heap-graph", "h.txt", "--heap-states", "3"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    let text = read(&place, "h.txt");
    let expected = "\nlist.c:12: loop in main
  state 1
    main(): list = NULL
  state 2
    main(): list -> struct node #1
    struct node #1 (16 bytes): data = 5, next = NULL
  state 3
    main(): list -> struct node #1
    struct node #1 (16 bytes): data = 5, next -> struct node #2
    struct node #2 (16 bytes): data = 5, next = NULL
  … and ";
    assert!(text.contains(expected), "{text}");
    assert!(text.starts_with("list.c, value, UNKNOWN(work limit)\n"), "{text}");
    assert!(text.contains("\nlist.c:17: loop in main\n"), "{text}");
    endless(&place, &["--heap-graph", "again.txt", "--heap-states", "3"]);
    assert_eq!(text, read(&place, "again.txt"), "the same each time");
}

#[test]
fn the_last_heap_before_a_violation_is_drawn() {
    let place = place();
    let ran = place.run(&["verify", "failing.c", "--config", "value", "--heap-graph", "h.txt"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    let text = read(&place, "h.txt");
    assert!(text.contains(": before a call of the error function\n"), "{text}");
    assert!(text.contains("struct node #1 (16 bytes): data = 3, next -> struct node #1\n"), "{text}");
}

/// The formats for pictures, where a limit ends the work: the file is whole.
#[test]
fn drawings_are_whole() {
    let place = place();
    endless(&place, &["--heap-graph", "h.dot"]);
    let dot = read(&place, "h.dot");
    assert!(dot.starts_with("digraph heaps {") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    endless(&place, &["--heap-graph", "h.svg"]);
    let svg = read(&place, "h.svg");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains("list.c:12: loop in main") && svg.contains("url(#arrow)"), "{svg}");
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let place = place();
    let message = ["h.png: heaps are written as .svg, .dot or .txt"];
    place.run(&["verify", "list.c", "--heap-graph", "h.png"]).fails(1, &message);
    place.run(&["verify", "list.c", "--heap-graph", "no/such/h.svg"]).fails(1, &["--heap-graph", "cannot be written"]);
    place.run(&["verify", "list.c", "--heap-states", "3"]).fails(1, &["--heap-graph"]);
    let ran = place.run(&["verify", "failing.c", "--config", "random", "--heap-graph", "h.svg"]);
    assert!(ran.stderr.contains("the configuration `random` explores no states"), "{ran:#?}");
    assert!(!place.path("h.svg").exists());
}

/// Where a limit ends an analysis that tells lists apart by their length, the loop is named, also
/// if a function allocates; a loop that allocates nothing is not.
#[test]
fn a_structure_without_end_is_named() {
    let place = place();
    let ran = endless(&place, &[]);
    let named = "list.c:12:10: unknown: this loop builds a structure of `struct node` that grows with each round; ";
    assert!(ran.stdout.contains(named), "{ran:#?}");
    assert_eq!(ran.stdout.matches("builds a structure").count(), 1, "{ran:#?}");
    assert!(ran.stdout.contains("--heap-graph F.svg"), "{ran:#?}");
    assert!(ran.stdout.ends_with("Verification result: UNKNOWN(work limit)\n"), "{ran:#?}");
    let ran = endless(&place, &["--json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let names: Vec<&str> = object["reasons"].as_array().unwrap().iter().filter_map(|r| r["name"].as_str()).collect();
    assert_eq!(names[..2], ["work limit", "growing structure"], "{object}");
    let proved = place.run(&["verify", "list.c", "--config", "value", "--set", "heap-depth=3", "--work", "100ms"]);
    assert!(!proved.stdout.contains("grows with each round"), "{proved:#?}");
}
