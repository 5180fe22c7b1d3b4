//! `adumbra verify --initial-predicates` and `--export-predicates`: a file of what was found is
//! enough the next time, and one that makes no sense is an error of the input.

use crate::common::{Place, need_llvm};

const TASK: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    x += 2;
  if (x % 2)
    reach_error();
}
";

const FIRST: &[&str] = &["verify", "a.c", "--config", "predicate", "--stats", "--export-predicates", "p.smt2"];

fn refinements(stderr: &str) -> Option<&str> {
    stderr.lines().map(str::trim).find_map(|line| line.strip_prefix("refinements")).map(str::trim)
}

#[test]
fn a_file_of_what_was_found_is_enough_the_next_time() {
    need_llvm();
    let place = Place::new(&[("a.c", TASK), ("p.smt2", b"something else")]);
    let first = place.run(FIRST);
    assert_eq!(first.code, Some(0), "{first:#?}");
    assert_ne!(refinements(&first.stderr), Some("0"), "{first:#?}");
    let file = std::fs::read_to_string(place.path("p.smt2")).unwrap();
    assert!(file.contains("(set-info :place \"main loop 1\") ; line 6\n(assert "), "{file}");
    let again = ["--initial-predicates", "p.smt2", "--export-predicates", "q.smt2"];
    let second = place.run(&[&FIRST[..5], &again].concat());
    assert_eq!((second.code, refinements(&second.stderr)), (Some(0), Some("0")), "{second:#?}");
    assert_eq!(std::fs::read_to_string(place.path("q.smt2")).unwrap(), file);
    assert!(!second.stderr.contains("warning"), "{second:#?}");
    // A draft of the file would be left here.
    let left: Vec<_> = std::fs::read_dir(place.path("")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn what_does_not_fit_is_a_warning_with_its_line() {
    need_llvm();
    let stale = b"(declare-const |main::gone| (_ BitVec 32))\n\n(assert (= |main::gone| #x00000001))\n";
    let place = Place::new(&[("a.c", TASK), ("stale.smt2", stale)]);
    let ran = place.run(&["verify", "a.c", "--config", "predicate", "--initial-predicates", "stale.smt2"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stderr.contains("warning: stale.smt2:3: there is no variable `main::gone`"), "{ran:#?}");
    let ran = place.run(&["verify", "a.c", "--config", "interval", "--initial-predicates", "stale.smt2"]);
    assert!(ran.stderr.contains("no analysis of the configuration interval tracks predicates"), "{ran:#?}");
}

#[test]
fn a_file_that_makes_no_sense_is_an_error_of_the_input() {
    let place = Place::new(&[("a.c", TASK), ("bad.smt2", b"(declare-const x Bool)\n(assert (and x y))\n")]);
    for (file, message) in [("bad.smt2", "bad.smt2:2:16: unknown symbol y"), ("none.smt2", "none.smt2: no such file")] {
        let ran = place.run(&["verify", "a.c", "--initial-predicates", file]);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(message), "{ran:#?}");
        assert_eq!(ran.stdout.lines().last(), Some("Verification result: UNKNOWN(input could not be read)"));
    }
}
