//! Programs in LLVM's textual form, one per family of instructions: what they print and return in
//! the interpreter is what native code does (`lli-22` compiles and runs them), with locals in
//! registers and in memory.

use crate::common::{adumbra, need_llvm};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program printed, and its exit status.
type Behaviour = (String, i64);

fn tasks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/ll");
    let mut tasks: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the tasks")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    tasks.sort();
    assert!(tasks.len() >= 9, "tasks are missing");
    tasks
}

/// What native code does; `None` where LLVM's JIT is not installed.
fn native(path: &Path) -> Option<Behaviour> {
    let done = match Command::new("lli-22").arg(path).output() {
        Ok(done) => done,
        Err(error) => {
            eprintln!("skipped: lli-22 cannot be started ({error}); scripts/setup --tests installs it");
            return None;
        }
    };
    let status = done.status.code().unwrap_or_else(|| panic!("lli-22 {}: {done:?}", path.display()));
    assert!(done.stderr.is_empty(), "{}: {}", path.display(), String::from_utf8_lossy(&done.stderr));
    Some((String::from_utf8_lossy(&done.stdout).into_owned(), i64::from(status)))
}

fn interpreted(path: &Path, form: &[&str]) -> Result<Behaviour, String> {
    let done = adumbra().args(["run", "--json", "--property", "unreach-call"]).args(form).arg(path).output();
    let done = done.map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&done.stdout);
    let answer: Value =
        serde_json::from_str(&text).map_err(|e| format!("{e}: {text}{}", String::from_utf8_lossy(&done.stderr)))?;
    let status = answer["details"]["status"].as_i64();
    match (done.status.code(), status, answer["stdout"].as_str()) {
        (Some(0), Some(status), Some(printed)) => Ok((printed.to_owned(), status)),
        (code, ..) => Err(format!("ended with code {code:?}: {}", answer["details"])),
    }
}

/// Where two outputs differ first.
fn difference(native: &Behaviour, ours: &Behaviour) -> Option<String> {
    if native == ours {
        return None;
    }
    let (expected, found) = (native.0.lines(), ours.0.lines());
    let line = expected.zip(found).enumerate().find(|(_, (a, b))| a != b);
    Some(match line {
        Some((number, (a, b))) => format!("line {}: native code prints {a:?}, the interpreter {b:?}", number + 1),
        None => format!(
            "native code prints {} lines and returns {}, the interpreter {} and {}",
            native.0.lines().count(),
            native.1,
            ours.0.lines().count(),
            ours.1
        ),
    })
}

fn check_all(form: &[&str]) {
    need_llvm();
    let mut failures = Vec::new();
    for path in tasks() {
        let Some(expected) = native(&path) else { return };
        let name = path.file_name().unwrap_or_default().display();
        match interpreted(&path, form) {
            Ok(found) => failures.extend(difference(&expected, &found).map(|d| format!("{name}: {d}"))),
            Err(message) => failures.push(format!("{name}: {message}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn instructions_mean_what_native_code_does() {
    check_all(&[]);
}

#[test]
fn instructions_mean_what_native_code_does_in_memory() {
    check_all(&["--no-promote"]);
}

/// Bitcode that older compilers wrote does what its source, compiled today, does.
#[test]
fn bitcode_of_older_compilers_is_read() {
    need_llvm();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/bitcode");
    let expected = interpreted(&folder.join("digest.c"), &[]).expect("the source runs");
    assert_eq!(expected, ("3958791324 0\n".to_owned(), 248));
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "bc") {
            count += 1;
            for form in [&[][..], &["--no-promote"]] {
                assert_eq!(interpreted(&path, form).as_ref(), Ok(&expected), "{}", path.display());
            }
        }
    }
    assert!(count >= 4, "files are missing");
}
