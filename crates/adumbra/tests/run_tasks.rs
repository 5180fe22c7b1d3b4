//! Every program in `tasks/run`, `tasks/cpp` and `tasks/rust` does what its first line says: C in
//! both data models, C++ and Rust in the 64-bit one (a fresh machine has no 32-bit C++ and Rust
//! libraries), with locals in registers and in memory. The line reads
//! `// run [ARGUMENTS] => OUTCOME`, the outcome being `ended [STATUS]`, `violation KIND [LINE]` or
//! `unsupported REASON`, each optionally followed by `output "TEXT"`.

use crate::common::{adumbra, need_llvm};
use adumbra_testing::{files, labels};
use serde_json::Value;
use std::path::Path;

struct Expectation {
    arguments: Vec<String>,
    outcome: String,
    output: Option<String>,
}

fn expectation(path: &Path) -> Expectation {
    let text = std::fs::read_to_string(path).expect("a readable task");
    let lines = labels::read("run", &text).unwrap_or_else(|line| panic!("{}: no outcome in {line}", path.display()));
    let first = lines.first().unwrap_or_else(|| panic!("{}: no expectation", path.display()));
    let (outcome, output) = match first.expected.split_once(" output ") {
        Some((outcome, text)) => (outcome, Some(serde_json::from_str(text).expect("a quoted text"))),
        None => (first.expected, None),
    };
    Expectation {
        arguments: first.words.split_whitespace().map(String::from).collect(),
        outcome: outcome.trim().to_owned(),
        output,
    }
}

fn is_number(value: &Value, text: &str) -> bool {
    value.as_i64().is_some_and(|v| text.parse() == Ok(v))
}

/// Runs a task in one form; the answer says what went wrong.
fn check(path: &Path, expected: &Expectation, form: &[&str]) -> Result<(), String> {
    let result = adumbra().arg("run").arg("--json").args(form).args(&expected.arguments).arg(path).output();
    let result = result.map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&result.stdout);
    let answer: Value =
        serde_json::from_str(&text).map_err(|e| format!("{e}: {text}{}", String::from_utf8_lossy(&result.stderr)))?;
    let words: Vec<&str> = expected.outcome.split_whitespace().collect();
    let details = &answer["details"];
    let fits = match words[..] {
        ["ended"] => result.status.code() == Some(0),
        ["ended", status] => result.status.code() == Some(0) && is_number(&details["status"], status),
        ["violation", kind] => result.status.code() == Some(10) && details["kind"] == kind,
        ["violation", kind, line] => {
            result.status.code() == Some(10) && details["kind"] == kind && is_number(&details["position"]["line"], line)
        }
        ["unsupported", ..] => result.status.code() == Some(5) && details.to_string().contains(&words[1..].join(" ")),
        _ => return Err("the outcome cannot be read".into()),
    };
    let output_fits = expected.output.as_ref().is_none_or(|o| answer["stdout"] == o.as_str());
    if fits && output_fits { Ok(()) } else { Err(format!("expected {}, got {answer}", expected.outcome)) }
}

fn check_all(family: &str, extension: &str, at_least: usize, form: &[&str]) {
    need_llvm();
    let tasks = files::below(&files::repository("tasks").join(family), &[extension]);
    assert!(tasks.len() >= at_least, "tasks are missing");
    let failures: Vec<String> = tasks
        .iter()
        .filter_map(|path| {
            check(path, &expectation(path), form)
                .err()
                .map(|e| format!("{} {}: {e}", path.file_name().unwrap_or_default().display(), form.join(" ")))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), tasks.len(), failures.join("\n"));
}

fn check_c(form: &[&str]) {
    check_all("run", "c", 60, form);
}

#[test]
fn lp64_in_registers() {
    check_c(&["--64"]);
}

#[test]
fn lp64_in_memory() {
    check_c(&["--64", "--no-promote"]);
}

#[test]
fn ilp32_in_registers() {
    check_c(&["--32"]);
}

#[test]
fn ilp32_in_memory() {
    check_c(&["--32", "--no-promote"]);
}

#[test]
fn cpp_in_registers() {
    check_all("cpp", "cpp", 16, &["--64"]);
}

#[test]
fn cpp_in_memory() {
    check_all("cpp", "cpp", 16, &["--64", "--no-promote"]);
}

#[test]
fn rust_in_registers() {
    check_all("rust", "rs", 14, &["--64"]);
}

#[test]
fn rust_in_memory() {
    check_all("rust", "rs", 14, &["--64", "--no-promote"]);
}
