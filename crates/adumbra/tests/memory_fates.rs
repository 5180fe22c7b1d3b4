//! A violation of memory safety says where the memory was allocated and freed, and which pointers
//! to it were the last.

use crate::common::{Place, need_llvm};

/// Verifies a program for memory safety, and expects lines of the answer.
fn check(source: &str, lines: &[&str]) {
    need_llvm();
    let place = Place::new(&[("a.c", source.as_bytes())]);
    let ran = place.run(&["verify", "a.c", "--property", "memsafety", "--config", "value", "--timeout", "60"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    for line in lines {
        assert!(ran.stdout.lines().any(|said| said == *line), "{line}\n{ran:#?}");
    }
    let about = |said: &str| said.contains(" was allocated at ") || said.contains("the last pointer");
    let said = ran.stdout.lines().filter(|said| about(said)).count();
    assert_eq!(said, lines.len(), "{ran:#?}");
}

const HEAD: &str = "#include <stdlib.h>\n";

#[test]
fn memory_that_is_used_after_its_end_was_freed_somewhere() {
    let source = format!("{HEAD}int main(void) {{\n  int *p = malloc(4);\n  *p = 1;\n  free(p);\n  return *p;\n}}\n");
    check(&source, &["`heap#0(a.c:3)` was allocated at a.c:3:12 and was freed at a.c:5:3"]);
}

/// The first free counts, also in a function that is called, and where memory moves.
#[test]
fn the_first_free_is_the_one_that_counts() {
    let source = format!(
        "{HEAD}static void drop(int *p) {{\n  free(p);\n}}\nint main(void) {{\n  int *p = malloc(4);\n  drop(p);\n  drop(p);\n  return 0;\n}}\n"
    );
    check(&source, &["`heap#0(a.c:6)` was allocated at a.c:6:12 and was freed at a.c:3:3"]);
}

#[test]
fn the_last_pointer_was_overwritten() {
    let source = format!(
        "{HEAD}int main(void) {{\n  int *p = malloc(4), *q = p;\n  q = malloc(4);\n  p = q;\n  free(p);\n  return 0;\n}}\n"
    );
    check(
        &source,
        &[
            "`heap#0(a.c:3)` was allocated at a.c:3:12",
            "the last pointer to it was `p`, assigned at a.c:3, overwritten at a.c:5",
        ],
    );
}

/// What an array has no memory of is said of no heap memory.
#[test]
fn other_violations_say_nothing_of_it() {
    check("int main(void) {\n  int a[2] = {0, 0}, *p = 0;\n  return a[1] + *p;\n}\n", &[]);
}
