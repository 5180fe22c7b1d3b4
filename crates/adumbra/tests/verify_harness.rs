//! A harness makes a task fail natively: it is compiled with the task by the C compiler of the
//! machine, and run.

use crate::common;
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::script::{NamedValue, Unlisted};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Counterexample, NoHarness, harness, replay};
use adumbra_program::{DataModel, Property};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

fn named(list: &[(&str, &str)]) -> Vec<NamedValue> {
    list.iter().map(|(name, value)| NamedValue { name: (*name).into(), value: (*value).into() }).collect()
}

fn script(inputs: &[(&str, &str)]) -> Script {
    Script { inputs: named(inputs), unlisted: Unlisted::Zero, ..Script::default() }
}

/// A task in C.
const C: &str = "task.c";

/// Loads a task, replays the script, and answers the harness.
fn harness_of(
    directory: &Path,
    file: &str,
    source: &str,
    property: &str,
    script: &Script,
) -> Result<String, NoHarness> {
    common::need_llvm();
    std::fs::write(directory.join(file), source).unwrap();
    let property = Property::by_name(property).unwrap();
    let load_options = LoadOptions::new([directory.join(file)]).property(property.clone()).promote(false);
    let program = load(&load_options).unwrap().into_program();
    let options = Options::new(property);
    let counterexample: Counterexample = replay(&program, script, &options).unwrap();
    harness(&program, &counterexample, &options)
}

/// Compiles the task with its harness and runs it.
fn fails(source: &str, property: &str, script: &Script, flags: &[&str]) -> Output {
    let place = tempfile::tempdir().unwrap();
    let text = harness_of(place.path(), C, source, property, script).unwrap();
    let binary = build("cc", place.path(), C, &text, flags).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut run = Command::new(binary);
    run.args(script.arguments.iter().skip(1)).env("ASAN_OPTIONS", "detect_leaks=0");
    let output = run.output().unwrap();
    assert!(!matches!(output.status.code(), Some(0 | 98 | 99)), "{output:?}\n{text}");
    output
}

fn build(
    compiler: &str,
    directory: &Path,
    file: &str,
    harness: &str,
    flags: &[&str],
) -> Result<std::path::PathBuf, String> {
    std::fs::write(directory.join("harness.c"), harness).unwrap();
    let mut compile = Command::new(compiler);
    compile.args(["-g", "-w", file, "harness.c", "-o", "failing", "-lm"]).args(flags).current_dir(directory);
    let output = compile.output().map_err(|e| e.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(directory.join("failing")) } else { Err(errors) }
}

/// Can the compiler of this machine link with a sanitizer?
fn has(flag: &str) -> bool {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("task.c"), "int main(void) { return 0; }\n").unwrap();
    build("cc", place.path(), C, "", &[flag]).is_ok()
}

const INT: &str = "__VERIFIER_nondet_int";

#[test]
fn an_error_function_that_is_only_declared() {
    let source = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a == 41 && b == -7) reach_error();
  return 0;
}";
    let output = fails(source, "unreach-call", &script(&[(INT, "41"), (INT, "0xfffffff9")]), &["-fwrapv"]);
    assert_eq!(output.status.signal(), Some(6));
    assert!(String::from_utf8_lossy(&output.stdout).contains("reach_error is called"), "{output:?}");
}

#[test]
fn an_error_function_of_the_task_and_assumptions() {
    let source = "extern unsigned char __VERIFIER_nondet_uchar(void); extern void __VERIFIER_assume(int);
extern void abort(void); void reach_error(void) { abort(); }
static void __VERIFIER_assert(int c) { if (!c) { ERROR: reach_error(); } }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n > 200);
  __VERIFIER_assert(n != 255);
  return 0;
}";
    let output = fails(source, "unreach-call", &script(&[("__VERIFIER_nondet_uchar", "255")]), &[]);
    assert_eq!(output.status.signal(), Some(6));
}

#[test]
fn every_type_of_input() {
    let mut source = String::from("extern void __VERIFIER_error(void);\n");
    let mut inputs: Vec<(String, String)> = Vec::new();
    let mut conditions = Vec::new();
    let types = [
        ("bool", "_Bool", "1", "1"),
        ("char", "char", "0x80", "(char)-128"),
        ("uchar", "unsigned char", "0xfe", "254"),
        ("short", "short", "0x8000", "-32768"),
        ("ushort", "unsigned short", "0xffff", "65535"),
        ("int", "int", "0x80000000", "(-2147483647 - 1)"),
        ("uint", "unsigned int", "0xffffffff", "4294967295u"),
        ("long", "long", "0x8000000000000000", "(-9223372036854775807L - 1)"),
        ("ulong", "unsigned long", "0xffffffffffffffff", "18446744073709551615ul"),
        ("longlong", "long long", "0x7fffffffffffffff", "9223372036854775807ll"),
        ("ulonglong", "unsigned long long", "0x8000000000000001", "9223372036854775809ull"),
        ("size_t", "unsigned long", "3", "3"),
        ("u32", "unsigned int", "7", "7"),
        ("loff_t", "long long", "0xffffffffffffffff", "-1"),
        ("pointer", "void *", "0", "0"),
        ("pchar", "char *", "0x1234", "(char *)0x1234"),
        ("float", "float", "0x40490fdb", "3.14159274f"),
        ("double", "double", "0xc004000000000000", "-2.5"),
        ("int128", "__int128", "0x80000000000000000000000000000001", "((__int128)1 << 127 | 1)"),
    ];
    for (name, ty, bits, value) in types {
        source.push_str(&format!("extern {ty} __VERIFIER_nondet_{name}(void);\n"));
        inputs.push((format!("__VERIFIER_nondet_{name}"), bits.into()));
        conditions.push(format!("  if (__VERIFIER_nondet_{name}() != {value}) return 0;\n"));
    }
    source.push_str(&format!("int main(void) {{\n{}  __VERIFIER_error();\n  return 0;\n}}\n", conditions.join("")));
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let output = fails(&source, "unreach-call", &script(&inputs), &["-fwrapv"]);
    assert_eq!(output.status.signal(), Some(6));
}

#[test]
fn external_functions_and_library_functions_with_open_results() {
    let source =
        "extern int sensor(int channel, ...); extern void notify(int); extern int unused(void); extern int shared;
extern int rand(void); extern void reach_error(void);
int main(int argc, char **argv) {
  notify(argc);
  int a = sensor(1), b = sensor(2, 3.5), c = rand();
  if (argc == 77) return unused() + shared;
  if (a == 10 && b == -10 && c == 5 && argc == 3 && argv[2][0] == 'x') reach_error();
  return 0;
}";
    let mut script = script(&[]);
    script.arguments = vec!["program".into(), "it's".into(), "xyz".into()];
    script.externals = named(&[("sensor", "10"), ("sensor", "-10"), ("rand", "5")]);
    fails(source, "unreach-call", &script, &["-fwrapv"]);
}

#[test]
fn failed_assertions() {
    let source = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); return 0; }";
    assert_eq!(fails(source, "assertions", &script(&[(INT, "9")]), &[]).status.signal(), Some(6));
}

#[test]
fn overflow_with_a_sanitizer() {
    let flags = ["-fsanitize=signed-integer-overflow,shift", "-fno-sanitize-recover=all"];
    if !has(flags[0]) {
        return;
    }
    let source = "extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; return y == 3; }";
    let output = fails(source, "no-overflow", &script(&[(INT, "2147483647")]), &flags);
    assert!(String::from_utf8_lossy(&output.stderr).contains("overflow"), "{output:?}");
}

#[test]
fn memory_errors_with_a_sanitizer() {
    if !has("-fsanitize=address") {
        return;
    }
    let head = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
    for body in [
        "int *p = malloc(16); p[__VERIFIER_nondet_int()] = 1; free(p);",
        "char a[4] = {0}; a[__VERIFIER_nondet_int()] = 1;",
        "int *p = malloc(4); free(p); if (__VERIFIER_nondet_int() == 4) free(p);",
        "int *p = malloc(4); free(p); if (__VERIFIER_nondet_int() == 4) *p = 1;",
        "int *p = __VERIFIER_nondet_int() == 4 ? 0 : malloc(4); *p = 1;",
    ] {
        let source = format!("{head}int main(void) {{ {body} return 0; }}\n");
        fails(&source, "memsafety", &script(&[(INT, "4")]), &["-fsanitize=address", "-fno-omit-frame-pointer"]);
    }
}

#[test]
fn what_inputs_do_not_decide_is_refused() {
    let check = |source: &str, script: &Script, part: &str| {
        let place = tempfile::tempdir().unwrap();
        let refused = harness_of(place.path(), C, source, "unreach-call", script).unwrap_err().to_string();
        assert!(refused.contains(part), "{refused}");
    };
    let head = "#include <stdlib.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";
    check(
        &format!("{head}int main(void) {{ int x; if (x == 0) reach_error(); return 0; }}"),
        &script(&[]),
        "never initialised",
    );
    check(
        &format!("{head}int main(void) {{ char *p = malloc(3); if (p[1] == 0) reach_error(); return 0; }}"),
        &script(&[]),
        "never initialised",
    );
    // No value that is tried leads elsewhere, but natively `x` is likely to be 5 again.
    check(
        &format!(
            "{head}int main(void) {{ int last = 0; for (int i = 0; i < 2; i++) {{ int x; if (i && x != last) reach_error(); x = 5; last = x; }} return 0; }}"
        ),
        &script(&[]),
        "never initialised",
    );
    check(
        &format!("{head}int a, b;\nint main(void) {{ if (&a < &b) reach_error(); return 0; }}"),
        &script(&[]),
        "where these objects are: `a` (at 0x",
    );
    check(
        &format!(
            "{head}struct p {{ long a, b; }}; extern struct p pair(void);\nint main(void) {{ if (pair().b == 7) reach_error(); return 0; }}"
        ),
        &Script { externals: named(&[("pair", "0"), ("pair", "7")]), ..script(&[]) },
        "`pair` decides, and returns a structure",
    );
    check(
        &format!("{head}int main(void) {{ if (getenv(\"HOME\")) reach_error(); return 0; }}"),
        &Script { externals: named(&[("getenv", "0x1000")]), ..script(&[]) },
        "`getenv` decides",
    );
}

/// The file can be compiled as C++ too, and functions of C++ keep their names.
#[test]
fn a_task_in_cxx() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("empty.cpp"), "int main() { return 0; }\n").unwrap();
    if build("c++", place.path(), "empty.cpp", "", &[]).is_err() {
        return;
    }
    let source = "extern \"C\" { int __VERIFIER_nondet_int(); float __VERIFIER_nondet_float(); bool __VERIFIER_nondet_bool(); void reach_error(); }
int sensor(int channel);
struct counter { int n; counter() : n(__VERIFIER_nondet_int()) {} };
int main() {
  counter c;
  if (c.n == 12 && __VERIFIER_nondet_float() == 0.5f && __VERIFIER_nondet_bool() && sensor(3) == 4) reach_error();
  return 0;
}";
    let values =
        [("__VERIFIER_nondet_int", "12"), ("__VERIFIER_nondet_float", "0x3f000000"), ("__VERIFIER_nondet_bool", "1")];
    let script = Script { externals: named(&[("_Z6sensori", "4")]), ..script(&values) };
    let text = harness_of(place.path(), "task.cpp", source, "unreach-call", &script).unwrap();
    let binary = build("c++", place.path(), "task.cpp", &text, &["-fwrapv"]).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(Command::new(binary).output().unwrap().status.signal(), Some(6));
}

/// The data model of 32 bits, where the machine can link it.
#[test]
fn a_task_of_32_bits() {
    if !has("-m32") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let source = "extern long __VERIFIER_nondet_long(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void *__VERIFIER_nondet_pointer(void); extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_long() == -5 && __VERIFIER_nondet_ulonglong() == 1ull << 63 && !__VERIFIER_nondet_pointer() && sizeof(long) == 4)
    reach_error();
  return 0;
}";
    let path = place.path().join(C);
    std::fs::write(&path, source).unwrap();
    common::need_llvm();
    let property = Property::by_name("unreach-call").unwrap();
    let program = load(&LoadOptions::new([path]).data_model(DataModel::Ilp32).promote(false)).unwrap().into_program();
    let options = Options::new(property);
    let values = [
        ("__VERIFIER_nondet_long", "-5"),
        ("__VERIFIER_nondet_ulonglong", "0x8000000000000000"),
        ("__VERIFIER_nondet_pointer", "0"),
    ];
    let counterexample = replay(&program, &script(&values), &options).unwrap();
    let text = harness(&program, &counterexample, &options).unwrap();
    assert!(text.contains("cc -m32 "), "{text}");
    let binary = build("cc", place.path(), C, &text, &["-m32"]).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(Command::new(binary).output().unwrap().status.signal(), Some(6));
}
