//! A run that was recorded is repeated exactly by its script, also when the program has its locals
//! in the other place: sites are numbered before promotion, so a script fits both forms.

use crate::common::adumbra;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What must be the same: outcome, kind of violation, line, exit status and output.
fn run(task: &Path, arguments: &[&str]) -> (String, Value) {
    let output = adumbra()
        .args(["run", "--json", "--property", "everything", "--steps", "3000000"])
        .args(arguments)
        .arg(task)
        .output()
        .expect("adumbra starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{}: {e}: {}", task.display(), String::from_utf8_lossy(&output.stderr)));
    let details = &answer["details"];
    let summary = format!(
        "{} {} {} {} {}",
        answer["outcome"], details["kind"], details["position"]["line"], details["status"], answer["stdout"]
    );
    (summary, answer)
}

fn tasks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/run");
    let mut tasks: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the tasks").map(|entry| entry.expect("an entry").path()).collect();
    tasks.sort();
    tasks
}

fn check(recorded: &[&str], replayed: &[&str]) {
    let place = tempfile::tempdir().expect("a directory");
    let script = place.path().join("script.json");
    let script = script.to_str().expect("a path in UTF-8");
    let mut failures = Vec::new();
    for (number, task) in tasks().iter().enumerate() {
        // Deep recursion meets the limit on steps at different depths.
        if task.ends_with("stack_overflow.c") {
            continue;
        }
        let seed = (number + 5).to_string();
        let (first, _) = run(task, &[&["--seed", &seed, "--record", script], recorded].concat());
        let (again, _) = run(task, &[&["--script", script], recorded].concat());
        let (other, _) = run(task, &[&["--script", script], replayed].concat());
        if first != again || first != other {
            failures.push(format!("{}:\n  {first}\n  {again}\n  {other}", task.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_script_recorded_in_registers_replays_in_memory() {
    check(&[], &["--no-promote"]);
}

#[test]
fn a_script_recorded_in_memory_replays_in_registers() {
    check(&["--no-promote"], &[]);
}
