//! Programs in, outcomes out: every kind of input through the whole chain.

use crate::common::{self, Place, Ran};

fn place(files: &[(&str, &str)]) -> Place {
    common::need_llvm();
    Place::new(&files.iter().map(|(n, t)| (*n, t.as_bytes())).collect::<Vec<_>>())
}

/// Runs one C program; checks the exit code and what is said.
#[track_caller]
fn check(source: &str, arguments: &[&str], code: i32, parts: &[&str]) -> Ran {
    let place = place(&[("a.c", source)]);
    let ran = place.run(&[&["run", "a.c"], arguments].concat());
    ran.fails(code, parts);
    assert!(place.is_tidy());
    ran
}

const NONDET: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

#[test]
fn an_uninitialised_variable_can_be_anything() {
    let source = format!(
        "{NONDET}int main(void) {{ int x; if (__VERIFIER_nondet_int()) x = 1;\n  if (x != 1) reach_error();\n  return 0; }}"
    );
    for promotion in [&[][..], &["--no-promote"]] {
        let arguments = [&["--property", "unreach-call"], promotion].concat();
        check(&source, &arguments, 10, &["a.c:3:15: violation: error-call"]);
    }
}

#[test]
fn violations_are_shown_with_place_stack_and_values() {
    let source = "#include <stdlib.h>\nstatic void fill(char *p, int n) {\n  for (int i = 0; i <= n; i++)\n    p[i] = 'x';\n}\n\
                  int main(void) {\n  char *p = malloc(3);\n  fill(p, 3);\n  free(p);\n  return 0;\n}\n";
    let said = [
        "a.c:4:10: violation: out-of-bounds",
        "  4 | p[i] = 'x';",
        "in fill at a.c:4:10",
        "called by main at a.c:8:3",
        "i = 3",
    ];
    check(source, &[], 10, &said);
    check(source, &["--property", "memsafety"], 10, &said[..1]);
    check(source, &["--property", "unreach-call"], 0, &["the run ends here (out-of-bounds"]);
}

#[test]
fn a_violation_in_a_library_function_belongs_to_its_call() {
    let source = "#include <string.h>\nint main(void) {\n  char b[4];\n  strcpy(b, \"too long\");\n  return b[0];\n}\n";
    let said = ["a.c:4:3: violation: out-of-bounds", "in the library function strcpy", "called by main at a.c:4:3"];
    check(source, &[], 10, &said);
    let source = "#include <assert.h>\nint main(void) {\n  assert(1 > 2);\n}\n";
    check(source, &[], 10, &["a.c:3:3: violation: assertion", "main at a.c:3:3"]);
}

#[test]
fn overflow_depends_on_the_property() {
    let source = "int main(void) { int x = 2147483647; x++; return x < 0; }";
    check(source, &["--property", "no-overflow"], 10, &["a.c:1:39: violation: signed-overflow"]);
    check(source, &["--property", "unreach-call", "--stats"], 0, &["exit status           1"]);
}

#[test]
fn limits_and_scripts_that_do_not_fit_are_no_answer() {
    check("int main(void) { for (;;); }", &["--steps", "500"], 5, &["stopped after 500 steps", "--steps"]);
    check("int main(void) { for (;;); }", &["--timeout", "1"], 5, &["the time limit is reached"]);
    let place = place(&[
        ("a.c", &format!("{NONDET}int main(void) {{ return __VERIFIER_nondet_int(); }}")),
        ("s.json", "{\"version\": 1}"),
    ]);
    place.run(&["run", "a.c", "--script", "s.json"]).fails(5, &["the script does not fit"]);
    place.run(&["run", "a.c", "--script", "gone.json"]).fails(2, &["gone.json: no such file"]);
    place.run(&["run", "a.c", "--script", "a.c"]).fails(2, &["a.c: not a script"]);
    place.run(&["run", "a.c", "--script", "s.json", "--seed", "1"]).fails(1, &["--seed"]);
}

#[test]
fn a_recorded_run_is_repeated_exactly() {
    let source = format!(
        "{NONDET}#include <stdio.h>\nint main(void) {{ for (int i = 0; i < 5; i++) printf(\"%d\\n\", __VERIFIER_nondet_int()); return getchar(); }}"
    );
    let place = place(&[("a.c", &source), ("input", "q")]);
    let input = || std::fs::File::open(place.path("input")).unwrap();
    let first = place.command(&["run", "a.c", "--seed", "11", "--record", "r.json", "--stats"]).stdin(input()).output();
    let first = common::ran(&first.unwrap());
    let again = place.run(&["run", "a.c", "--script", "r.json", "--stats"]);
    assert_eq!((first.code, first.stdout.lines().count()), (Some(0), 5), "{first:?}");
    assert_eq!((&again.stdout, &again.stderr), (&first.stdout, &first.stderr));
    assert!(first.stderr.contains("exit status           113"), "{first:?}");
    let other = place.run(&["run", "a.c", "--seed", "12"]);
    assert_ne!(other.stdout, first.stdout);
}

#[test]
fn the_program_has_its_own_streams_and_arguments() {
    let source = "#include <stdio.h>\n#include <string.h>\nint main(int c, char **v) { char b[9]; if (!fgets(b, 9, stdin)) return 1;\n\
                  printf(\"%d %s %s\", c, v[1], b); fputs(\"to stderr\\n\", stderr); return 0; }";
    let place = place(&[("a.c", source), ("input", "hi\nrest")]);
    let input = std::fs::File::open(place.path("input")).unwrap();
    let output = place.command(&["run", "a.c", "--arg=-x", "--arg", "y z"]).stdin(input).output().unwrap();
    let ran = common::ran(&output);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "3 -x hi\n", "to stderr\n"));
}

#[test]
fn json_is_for_machines() {
    let place = place(&[("a.c", "#include <stdio.h>\nint main(void) { puts(\"out\"); int z = 0; return 1 / z; }\n")]);
    let ran = place.run(&["run", "a.c", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(10), ""));
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["outcome"], "violation");
    assert_eq!(value["details"]["kind"], "division-by-zero");
    assert_eq!(value["details"]["position"]["line"], 2);
    assert_eq!(value["stdout"], "out\n");
    assert_eq!(value["script"]["version"], 1);
}

#[test]
fn a_trace_shows_lines_and_values() {
    let source =
        "int f(int n) {\n  return n * 2;\n}\nint main(void) {\n  int x = 20;\n  x = f(x) + 2;\n  return x;\n}\n";
    let ran = check(
        source,
        &["--trace", "--no-promote"],
        0,
        &["a.c:5:", "int x = 20;", "x = 20", "a.c:2:", "return n * 2;", "x = 42"],
    );
    assert_eq!(ran.stdout, "");
}

#[test]
fn task_files_bring_property_and_data_model() {
    let source = format!("{NONDET}int main(void) {{ if (sizeof(long) == 4) my_error(); return 0; }}");
    let place = place(&[
        ("a.i", &source),
        (
            "t.yml",
            "format_version: '2.0'\ninput_files: 'a.i'\nproperties:\n  - property_file: p.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n",
        ),
        ("p.prp", "CHECK( init(main()), LTL(G ! call(my_error())) )\n"),
    ]);
    place.run(&["run", "t.yml", "--property", "p.prp"]).fails(10, &["a.i:2:41: violation: error-call"]);
    assert_eq!(place.run(&["run", "t.yml", "--property", "p.prp", "--64"]).code, Some(0));
}

#[test]
fn several_files_and_a_database() {
    let place = place(&[
        ("main.c", "#include \"f.h\"\nint main(void) { return f(K) - 42; }\n"),
        ("f.c", "#include \"f.h\"\nint f(int x) { return x * FACTOR; }\n"),
        ("f.h", "int f(int);\n#define K 21\n"),
        ("other.c", "int main(void) { return 9; }\n"),
    ]);
    let status = |ran: Ran| {
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.stderr.lines().find_map(|l| l.strip_prefix("exit status")).map(|s| s.trim().to_owned())
    };
    assert_eq!(status(place.run(&["run", "main.c", "f.c", "--stats", "--", "-DFACTOR=2"])), Some("0".into()));
    place.run(&["run", "main.c", "f.c"]).fails(2, &["f.c:2:27: use of undeclared identifier 'FACTOR'"]);
    let base = place.path("").display().to_string();
    let entry = |file: &str, target: &str| {
        format!(
            r#"{{"directory": "{base}", "file": "{file}", "command": "gcc -O2 -Wall '-DFACTOR=(1 + 1)' -c {file} -o {target}.dir/{file}.o"}}"#
        )
    };
    let database = format!("[{}, {}, {}]", entry("main.c", "prog"), entry("f.c", "prog"), entry("other.c", "other"));
    std::fs::write(place.path("compile_commands.json"), database).unwrap();
    let run = |filter: &[&str]| place.run(&[&["run", "compile_commands.json", "--stats"], filter].concat());
    assert_eq!(status(run(&["--target-output", "prog"])), Some("0".into()));
    assert_eq!(status(run(&["--select", "other.c"])), Some("9".into()));
    run(&["--target-output", "none"]).fails(2, &["no entry of the database is selected"]);
}

#[test]
fn cxx_and_rust_run() {
    let place = place(&[
        (
            "a.cpp",
            "struct A { int x; A(int y) : x(y) {} virtual int f() { return x; } };\nstruct B : A { using A::A; int f() override { return 2 * x; } };\nint main() { B b(21); A &a = b; return a.f() - 42; }\n",
        ),
        (
            "a.rs",
            "fn main() { let mut v = Vec::new(); for i in 0..5 { v.push(i); } assert!(v.iter().sum::<i32>() == 10); }\n",
        ),
        (
            "b.rs",
            "fn main() { let v = [1, 2, 3]; let mut s = 0; for i in 0..=3 { s += v[i]; } std::process::exit(s); }\n",
        ),
        ("c.rs", "#![no_main]\n#[no_mangle]\npub extern \"C\" fn main() -> i32 { 7 }\n"),
    ]);
    place.run(&["run", "a.cpp", "--stats"]).fails(0, &["exit status           0"]);
    place.run(&["run", "a.rs"]).fails(0, &[]);
    place.run(&["run", "b.rs", "--property", "unreach-call"]).fails(10, &["violation: panic", "b::main"]);
    place.run(&["run", "c.rs", "--stats"]).fails(0, &["exit status           7"]);
}

#[test]
fn the_model_is_printed() {
    let place = place(&[("a.c", "int main(void) {\n  int i = 0;\n  while (i < 3) i++;\n  return i;\n}\n")]);
    let whole = place.run(&["cfa", "a.c"]);
    assert!(whole.code == Some(0) && whole.stdout.starts_with("program 1\n"), "{whole:?}");
    let parsed = adumbra_program::text::parse(&whole.stdout).unwrap();
    assert!(parsed.function_named("main").is_some());
    let one = place.run(&["cfa", "a.c", "--function", "main", "-o", "out.txt"]);
    assert_eq!((one.code, one.stdout.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(place.path("out.txt")).unwrap().contains("; a.c:3:"));
    place.run(&["cfa", "a.c", "--function", "none"]).fails(1, &["none: no such function", "try: one of main"]);
    place.run(&["cfa", "a.c", "-o", "no/such/dir"]).fails(2, &["no/such/dir: cannot be written"]);
    let dot = place.run(&["cfa", "a.c", "--format", "dot", "--function", "main"]);
    assert!(dot.code == Some(0) && dot.stdout.starts_with("digraph"), "{dot:?}");
    let single = place.run(&["cfa", "a.c", "--format", "dot", "--function", "main", "--edges", "single"]);
    assert!(single.stdout.matches("->").count() > dot.stdout.matches("->").count(), "{single:?}");
    let calls = place.run(&["cfa", "a.c", "--show", "calls"]);
    assert_eq!((calls.code, calls.stdout.as_str()), (Some(0), "main\n"));
    let drawn = place.run(&["cfa", "a.c", "--show", "calls", "--format", "dot"]);
    assert!(drawn.stdout.contains("\"main\";"), "{drawn:?}");
    let structure = place.run(&["cfa", "a.c", "--show", "structure"]);
    assert!(structure.stdout.contains("loop at") && structure.stdout.contains("order l0"), "{structure:?}");
    place.run(&["cfa", "a.c", "--show", "structure", "--format", "svg"]).fails(1, &["structure as text"]);
    let svg = place.run(&["cfa", "a.c", "--format", "svg"]);
    assert!(svg.code == Some(0) && svg.stdout.contains("<svg") && svg.stdout.contains("</svg>"), "{svg:?}");
}

#[test]
fn rounding_to_an_integer_that_does_not_fit_is_a_bad_conversion() {
    let source = "int main(void) {\n  volatile double d = 1e30;\n  return (int)__builtin_lround(d);\n}\n";
    let place = place(&[("a.c", source)]);
    place.run(&["run", "a.c", "--", "-fno-math-errno"]).fails(10, &["a.c:3:", "bad-conversion"]);
    let fits = place.run(&[
        "run",
        "a.c",
        "--",
        "-fno-math-errno",
        "-Dvolatile=",
        "-D__builtin_lround(x)=__builtin_lround(2.5)",
    ]);
    assert_eq!(fits.code, Some(0), "{fits:?}");
}
