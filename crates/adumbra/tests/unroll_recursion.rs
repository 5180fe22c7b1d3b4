//! `adumbra verify --unroll-recursion`.

use crate::common::{Place, need_llvm};

/// Counts down to zero and up again.
const COUNTS: &str = "void reach_error(void);\n\
    static int f(int x) { if (x <= 0) return x; int below = f(x - 1); return below + 1; }\n\
    int main(void) { int a = 2; if (f(a) != 2) reach_error(); return 0; }\n";

/// Verifies a program with further arguments; the last line and all of the output.
fn verify(text: &str, more: &[&str]) -> (String, String) {
    need_llvm();
    let place = Place::new(&[("a.c", text.as_bytes())]);
    let ran = place.run(&[&["verify", "a.c"], more].concat());
    assert!(ran.code.is_some_and(|code| code != 2), "{ran:#?}");
    (ran.stdout.lines().last().unwrap_or_default().to_owned(), ran.stdout)
}

#[test]
fn bam_47_copies_are_enough_for_bounded_recursion() {
    let (result, text) = verify(COUNTS, &["--config", "value", "--unroll-recursion", "3"]);
    assert_eq!(result, "Verification result: TRUE", "{text}");
    assert!(text.contains("it is about a program whose recursion is unrolled"), "{text}");
    let (result, text) = verify(COUNTS, &["--config", "value", "--unroll-recursion", "2"]);
    assert_eq!(result, "Verification result: UNKNOWN(unsupported)", "{text}");
    assert!(text.contains("a call deeper than 2 levels of recursion of `f`"), "{text}");
}

/// With more and more levels: a proof where no execution needs more, a violation that needs two,
/// and a summary that holds for any depth.
#[test]
fn bam_49_levels_grow_until_there_is_an_answer() {
    let second = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        static int f(int x) { if (x <= 0) return 0; int below = f(x - 1); return below + 1; }\n\
        int main(void) { int a = __VERIFIER_nondet_int(); if (f(a) == 1) reach_error(); return 0; }\n";
    let unwound = |text: &str, configuration: &str, levels: &str| {
        need_llvm();
        let place = Place::new(&[("a.c", text.as_bytes())]);
        let option = format!("unwind-recursion={levels}");
        let ran = place.run(&["verify", "a.c", "--config", configuration, "--set", &option, "--stats"]);
        let count = |name: &str| {
            let line = ran.stderr.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_whitespace().last()?.parse::<u32>().ok())
                .unwrap_or_else(|| panic!("{ran:#?}"))
        };
        (ran.stdout.lines().last().unwrap_or_default().to_owned(), count("unwindings"), count("summaries kept"))
    };
    let (holds, fails) =
        ("Verification result: TRUE".to_owned(), "Verification result: FALSE(unreach-call)".to_owned());
    for configuration in ["value", "predicate", "predicate-blocks"] {
        let (result, unwindings, _) = unwound(COUNTS, configuration, "9");
        assert_eq!((&result, unwindings), (&holds, 3), "{configuration}");
        let (result, unwindings, _) = unwound(second, configuration, "9");
        assert_eq!((&result, unwindings), (&fails, 2), "{configuration}");
        let (result, unwindings, _) = unwound(second, configuration, "1");
        assert_eq!((result.as_str(), unwindings), ("Verification result: UNKNOWN(incomplete)", 1), "{configuration}");
    }
    let ticks = "unsigned int __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\nunsigned int ticks;\n\
        void tick(unsigned int n) { if (n == 0) return; ticks++; tick(n - 1); }\n\
        int main(void) { unsigned int n = __VERIFIER_nondet_uint(); tick(n); if (ticks != n) reach_error(); }\n";
    let (result, unwindings, kept) = unwound(ticks, "predicate-blocks", "9");
    assert_eq!(result, holds);
    assert!(unwindings < 4 && kept > 0, "{unwindings} unwindings, {kept} clauses");
    let (result, ..) = unwound(&ticks.replace("ticks != n", "ticks != n || n == 3"), "predicate-blocks", "9");
    assert_eq!(result, fails);
}

/// Copies have other names than what rules speak of.
#[test]
fn rules_are_not_asked_of_copies() {
    need_llvm();
    let text = "void lock(int n) { if (n > 0) lock(n - 1); }\nint main(void) { lock(2); return 0; }\n";
    let rules =
        "automaton lock { state free { call lock -> held; } state held { call lock -> error \"taken twice\"; } }\n";
    let place = Place::new(&[("a.c", text.as_bytes()), ("twice.spec", rules.as_bytes())]);
    let verify = ["verify", "a.c", "--config", "value", "--spec", "twice.spec"];
    let result = |more: &[&str]| place.run(&[&verify, more].concat());
    assert!(result(&[]).stdout.contains("FALSE(specification)"));
    result(&["--unroll-recursion", "4"]).fails(1, &["copies have other names"]);
    let unwound = result(&["--set", "unwind-recursion=4"]);
    assert!(unwound.stdout.contains("UNKNOWN(property not supported)"), "{unwound:#?}");
}

/// Mutual recursion, with a bug that takes six calls.
#[test]
fn violations_within_the_levels_are_found() {
    let text = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        int odd(int n);\nint even(int n) { return n == 0 ? 1 : odd(n - 1); }\n\
        int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n\
        int main(void) { int n = __VERIFIER_nondet_int(); if (n > 3 && n < 6 && odd(n)) reach_error(); }\n";
    let (result, output) = verify(text, &["--unroll-recursion", "6"]);
    assert_eq!(result, "Verification result: FALSE(unreach-call)", "{output}");
    let (result, output) = verify(text, &["--unroll-recursion", "2"]);
    assert_eq!(result, "Verification result: UNKNOWN(unsupported)", "{output}");
}

/// What is skipped may have written what it may write, and nothing else.
#[test]
fn bam_47_skipped_calls_may_do_what_the_function_may_do() {
    let program = |wrong: &str| {
        format!(
            "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint written, kept = 3;\n\
             void f(int n) {{ written = n; if (n > 0) f(n - 1); }}\n\
             int main(void) {{ f(__VERIFIER_nondet_int()); if ({wrong}) reach_error(); }}\n"
        )
    };
    let skipping = ["--config", "predicate", "--unroll-recursion", "1", "--skip-recursion"];
    let (result, text) = verify(&program("kept != 3"), &skipping);
    assert_eq!(result, "Verification result: TRUE", "{text}");
    // The call that is skipped ends with zero: the replay shows that it is not five.
    let (result, text) = verify(&program("written == 5"), &skipping);
    assert!(result.starts_with("Verification result: UNKNOWN"), "{text}");
    let (result, text) = verify(&program("written == -5"), &skipping);
    assert_eq!(result, "Verification result: FALSE(unreach-call)", "{text}");
}

/// An error inside, and writes through pointers, are not skipped over.
#[test]
fn what_cannot_be_skipped_is_said() {
    let inside = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        void f(int n) { if (n == -7) reach_error(); if (n > 0) f(n - 2); }\n\
        int main(void) { f(__VERIFIER_nondet_int() & 255); }\n";
    let skipping = ["--config", "predicate", "--unroll-recursion", "1", "--skip-recursion"];
    let (result, text) = verify(inside, &skipping);
    assert_eq!(result, "Verification result: UNKNOWN(unsupported)", "{text}");
    assert!(text.contains("`reach_error`, which it may enter, decides about the property"), "{text}");
    let through = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        void f(int *p, int n) { *p = 0; if (n > 0) f(p, n - 1); }\n\
        int main(void) { int x = 1; f(&x, __VERIFIER_nondet_int()); if (x) reach_error(); }\n";
    let (result, text) = verify(through, &skipping);
    assert_eq!(result, "Verification result: UNKNOWN(unsupported)", "{text}");
    assert!(text.contains("it writes memory that is no global"), "{text}");
}

#[test]
fn recursion_through_pointers_is_refused() {
    need_llvm();
    let text = "int f(int n);\nint (*volatile g)(int) = f;\n\
        int f(int n) { return n > 0 ? g(n - 1) : 0; }\nint main(void) { return f(3); }\n";
    let place = Place::new(&[("a.c", text.as_bytes())]);
    let ran = place.run(&["verify", "a.c", "--unroll-recursion", "2"]);
    ran.fails(1, &["a.c:3", "`f` may call `f` recursively through a pointer"]);
    place.run(&["verify", "a.c", "--skip-recursion"]).fails(1, &["--unroll-recursion"]);
}
