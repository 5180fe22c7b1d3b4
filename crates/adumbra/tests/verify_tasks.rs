//! The verdicts that the first lines of every program in `tasks/verify` say, against the interpreter.
//!
//! The lines read `// verify [PROPERTY] [OPTIONS] => VERDICT [by INPUTS]`; in LLVM files they begin with `;`. The inputs of a
//! FALSE are what an execution needs to fail: `int=3 uchar=200` for the results of `__VERIFIER_nondet_int` and
//! `__VERIFIER_nondet_uchar` in the order of the calls, `seed N` for a seed of `adumbra run`; without them all inputs are zero.

mod common;

use common::{adumbra, need_llvm};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One line of expectation.
#[derive(Clone, Debug)]
struct Label {
    /// The task, relative to the folder of all tasks, with what comes before the arrow; names the label.
    name: String,
    path: PathBuf,
    property: Option<String>,
    options: Vec<String>,
    /// `TRUE` or `FALSE(property)`.
    verdict: String,
    by: Option<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify")
}

/// The files below a folder that are programs, in order.
fn programs(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder of tasks").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, into);
        } else if path.extension().is_some_and(|e| ["c", "cpp", "ll", "rs"].iter().any(|known| e == *known)) {
            into.push(path);
        }
    }
}

/// The labels of a task: its first lines.
fn labels_of(path: &Path) -> Vec<Label> {
    let text = std::fs::read_to_string(path).expect("a readable task");
    let task = path.strip_prefix(folder()).expect("a task of the folder").display().to_string();
    let mut labels = Vec::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("// verify ").or_else(|| line.strip_prefix("; verify ")) else { break };
        let (before, after) = rest.split_once("=> ").unwrap_or_else(|| panic!("{task}: no verdict in `{line}`"));
        let (verdict, by) = match after.split_once(" by ") {
            Some((verdict, by)) => (verdict, Some(by.trim().to_owned())),
            None => (after, None),
        };
        let (options, properties): (Vec<&str>, Vec<&str>) =
            before.split_whitespace().partition(|word| word.starts_with('-'));
        assert!(properties.len() <= 1, "{task}: more than one property in `{line}`");
        labels.push(Label {
            name: format!("{task} {}", before.trim()).trim().to_owned(),
            path: path.to_owned(),
            property: properties.first().map(|p| (*p).to_owned()),
            options: options.iter().map(|o| (*o).to_owned()).collect(),
            verdict: verdict.trim().to_owned(),
            by,
        });
    }
    assert!(!labels.is_empty(), "{task}: the first line says no verdict");
    labels
}

fn all_labels() -> Vec<Label> {
    let mut paths = Vec::new();
    programs(&folder(), &mut paths);
    paths.iter().flat_map(|path| labels_of(path)).collect()
}

/// Works on all items with as many threads as are wanted; the results are in the order of the items.
fn in_parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let result = work(item);
                    results.lock().expect("no thread panics here").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics here");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The executable: the one that the environment names, else the one that was built for the tests.
fn executable() -> Command {
    match std::env::var_os("ADUMBRA") {
        Some(path) => {
            let mut command = Command::new(path);
            command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
            command
        }
        None => {
            need_llvm();
            adumbra()
        }
    }
}

mod labels {
    //! The labels against the interpreter.

    use super::*;

    /// The atomic property that a violation found by a run belongs to.
    fn property_of(kind: &str) -> Option<&'static str> {
        Some(match kind {
            "error-call" | "panic" => "unreach-call",
            "assertion" => "assertions",
            "signed-overflow" | "bad-shift" => "no-overflow",
            "null-access" | "wild-access" | "out-of-bounds" | "use-after-free" | "use-after-scope"
            | "write-to-constant" => "valid-deref",
            "double-free" | "invalid-free" => "valid-free",
            "lost-memory" => "valid-memtrack",
            "unfreed-memory" => "valid-memcleanup",
            _ => return None,
        })
    }

    /// One run; the answer is the atomic property that it violates.
    fn run(label: &Label, property: &str, arguments: &[&str]) -> Result<Option<&'static str>, String> {
        let mut command = executable();
        command.args(["run", "--json", "--steps", "100000", "--call-depth", "2000", "--property", property]);
        let output =
            command.args(&label.options).args(arguments).arg(&label.path).output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let answer: Value = serde_json::from_str(&text)
            .map_err(|e| format!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)))?;
        match answer["outcome"].as_str() {
            Some("violation") => Ok(answer["details"]["kind"].as_str().and_then(property_of)),
            Some("exited" | "ended" | "limit") => Ok(None),
            _ => Err(answer.to_string()),
        }
    }

    fn script(by: &str) -> String {
        let inputs: Vec<Value> = by
            .split_whitespace()
            .map(|word| {
                let (kind, value) = word.split_once('=').unwrap_or_else(|| panic!("`{word}` is no input"));
                json!({ "name": format!("__VERIFIER_nondet_{kind}"), "value": value })
            })
            .collect();
        json!({ "version": 1, "unlisted": "zero", "inputs": inputs }).to_string()
    }

    /// Does the execution that the label names violate what it says?
    fn fails(label: &Label, violated: &str) -> Result<(), String> {
        let property = label.property.as_deref().unwrap_or(violated);
        let found = match label.by.as_deref() {
            None => run(label, property, &[])?,
            Some(by) => match by.strip_prefix("seed ") {
                Some(seed) => run(label, property, &["--seed", seed])?,
                None => {
                    let file = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
                    std::fs::write(file.path(), script(by)).map_err(|e| e.to_string())?;
                    run(label, property, &["--script", &file.path().display().to_string()])?
                }
            },
        };
        if found == Some(violated) { Ok(()) } else { Err(format!("the run violates {found:?}")) }
    }

    /// Do a few executions violate nothing?
    fn holds(label: &Label) -> Result<(), String> {
        let properties = label.property.as_deref().map_or(vec!["unreach-call", "assertions"], |p| vec![p]);
        for property in properties {
            for seed in ["1", "2"] {
                if let Some(violated) = run(label, property, &["--seed", seed])? {
                    return Err(format!("seed {seed} violates {violated}"));
                }
            }
        }
        Ok(())
    }

    /// What is said to be FALSE fails when it is run; of what is said to be TRUE, a few runs go well.
    #[test]
    fn agree_with_the_interpreter() {
        let labels = all_labels();
        let problems = in_parallel(&labels, processors(), |label| {
            let checked = match label.verdict.strip_prefix("FALSE(").and_then(|v| v.strip_suffix(')')) {
                Some(violated) => fails(label, violated),
                None if label.verdict == "TRUE" => holds(label),
                None => Err(format!("`{}` is no verdict", label.verdict)),
            };
            checked.err().map(|e| format!("{} => {}: {e}", label.name, label.verdict))
        });
        let problems: Vec<String> = problems.into_iter().flatten().collect();
        assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), labels.len(), problems.join("\n"));
    }

    #[test]
    fn there_are_enough_of_both_kinds_for_every_property() {
        let mut paths = Vec::new();
        programs(&folder(), &mut paths);
        assert!(paths.len() >= 160, "{} tasks", paths.len());
        let labels = all_labels();
        let names: BTreeSet<&str> = labels.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names.len(), labels.len(), "a label stands twice in a task");
        for property in ["unreach-call", "no-overflow", "memsafety", "memcleanup"] {
            let of_it = || labels.iter().filter(|l| l.property.as_deref() == Some(property));
            let true_ones = of_it().filter(|l| l.verdict == "TRUE").count();
            assert!(true_ones >= 4 && of_it().count() - true_ones >= 4, "{property} has too few tasks");
        }
        for part in ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup", "no-overflow", "assertions"] {
            assert!(labels.iter().any(|l| l.verdict == format!("FALSE({part})")), "{part} is never violated");
        }
    }
}
