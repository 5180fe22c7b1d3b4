//! Every program in `tasks/verify` gets the verdicts that its first lines say, or none, from every shipped configuration.
//!
//! The lines read `// verify [PROPERTY] [OPTIONS] => VERDICT [by INPUTS]`; in LLVM files they begin with `;`. The inputs of a
//! FALSE are what an execution needs to fail: `int=3 uchar=200` for the results of `__VERIFIER_nondet_int` and
//! `__VERIFIER_nondet_uchar` in the order of the calls, `seed N` for a seed of `adumbra run`; without them all inputs are zero.
//!
//! Expected unknowns are recorded in `tasks/verify/unknown/CONFIGURATION.txt`, one a line with its reason. `scripts/tasks` runs
//! everything, prints a table, and records them if asked to. The test here leaves out those that are recorded as running
//! into the time limit.

use crate::common::{adumbra, need_llvm};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

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

    /// What is said to be FALSE fails when it is run; of what is said to be TRUE, a few runs go well. A run knows no
    /// specifications.
    #[test]
    fn agree_with_the_interpreter() {
        let of_rules = |label: &Label| label.options.iter().any(|o| o.starts_with("--spec="));
        let labels: Vec<Label> = all_labels().into_iter().filter(|l| !of_rules(l)).collect();
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

mod verdicts {
    //! The labels against `adumbra verify`.

    use super::*;

    /// What a configuration answered.
    #[derive(Clone, Debug)]
    struct Answer {
        /// As in the last line: `TRUE`, `FALSE(property)`, `UNKNOWN(reason)`.
        verdict: String,
        time: Duration,
        /// Why the answer is none that `verify` may give.
        broken: Option<String>,
    }

    /// Why a verdict is unknown, if it is.
    fn unknown(verdict: &str) -> Option<&str> {
        verdict.strip_prefix("UNKNOWN(")?.strip_suffix(')')
    }

    /// Is it the limits of this run that made a verdict unknown, so that another machine may give one?
    fn is_limit(reason: &str) -> bool {
        ["timeout", "out of memory", "cancelled"].contains(&reason)
    }

    fn verify(label: &Label, configuration: &str, seconds: u64) -> Answer {
        let mut command = executable();
        command.args(["verify", "--config", configuration, "--timeout", &seconds.to_string()]);
        if let Some(property) = &label.property {
            command.args(["--property", property]);
        }
        let started = Instant::now();
        let output = command.args(&label.options).arg(&label.path).output();
        let time = started.elapsed();
        let broken = |why: String| Answer { verdict: "none".into(), time, broken: Some(why) };
        let output = match output {
            Ok(output) => output,
            Err(error) => return broken(error.to_string()),
        };
        let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let last = text.lines().next_back().unwrap_or_default();
        let Some(verdict) = last.strip_prefix("Verification result: ") else {
            return broken(format!("the last line is no verdict: {text}{errors}"));
        };
        let code = match verdict {
            "TRUE" => 0,
            _ if verdict.starts_with("FALSE(") => 10,
            _ if unknown(verdict).is_some() => 5,
            _ => return broken(format!("`{verdict}` is no verdict")),
        };
        match output.status.code() == Some(code) {
            true => Answer { verdict: verdict.to_owned(), time, broken: None },
            false => broken(format!("{verdict} with exit code {:?}: {errors}", output.status.code())),
        }
    }

    fn configurations() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("the configurations")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|e| e == "conf"))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names
    }

    fn recorded_file(configuration: &str) -> PathBuf {
        folder().join("unknown").join(format!("{configuration}.txt"))
    }

    /// The unknowns that are recorded for a configuration, with their reasons.
    fn recorded(configuration: &str) -> BTreeMap<String, String> {
        let text = std::fs::read_to_string(recorded_file(configuration)).unwrap_or_default();
        let lines = text.lines().filter(|l| !l.starts_with('#'));
        lines.filter_map(|l| l.split_once(": ")).map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect()
    }

    fn record(configuration: &str, results: &[(&Label, Answer)]) {
        let mut text = String::from("# Expected unknowns, written by scripts/tasks --record.\n");
        for (label, answer) in results {
            if let Some(reason) = unknown(&answer.verdict) {
                text += &format!("{}: {reason}\n", label.name);
            }
        }
        let file = recorded_file(configuration);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(file, text).expect("the record is written");
    }

    /// What is wrong with the answers of a configuration, and what is only worth knowing.
    #[derive(Default)]
    struct Findings {
        wrong: Vec<String>,
        notes: Vec<String>,
    }

    fn compare(configuration: &str, results: &[(&Label, Answer)], expected: &BTreeMap<String, String>) -> Findings {
        let mut findings = Findings::default();
        for (label, answer) in results {
            let what = format!("{configuration}: {} => {}", label.name, label.verdict);
            match (&answer.broken, unknown(&answer.verdict), expected.get(&label.name)) {
                (Some(why), ..) => findings.wrong.push(format!("{what}, but {why}")),
                (None, None, _) if answer.verdict != label.verdict => {
                    findings.wrong.push(format!("{what}, but the answer is {}", answer.verdict));
                }
                (None, None, Some(reason)) => findings.notes.push(format!("{what}: solved, was unknown ({reason})")),
                (None, Some(reason), None) if is_limit(reason) => {
                    findings.notes.push(format!("{what}: {reason} this time"));
                }
                (None, Some(reason), None) => findings.wrong.push(format!("{what}: newly unknown ({reason})")),
                _ => {}
            }
        }
        findings
    }

    /// Two configurations never contradict each other, whatever the label says.
    fn contradictions(all: &[(String, Vec<(&Label, Answer)>)]) -> Vec<String> {
        let mut first: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
        let mut found = Vec::new();
        for (configuration, results) in all {
            for (label, answer) in results.iter().filter(|(_, a)| unknown(&a.verdict).is_none() && a.broken.is_none()) {
                let (other, verdict) = *first.entry(&label.name).or_insert((configuration, &answer.verdict));
                if verdict != answer.verdict {
                    let now = &answer.verdict;
                    found.push(format!("{}: {other} says {verdict}, {configuration} says {now}", label.name));
                }
            }
        }
        found
    }

    /// Every shipped configuration on a quarter of the tasks, without those that are recorded as running into the time limit.
    fn check_quarter(quarter: usize) {
        let labels: Vec<Label> = all_labels().into_iter().skip(quarter).step_by(4).collect();
        let mut all = Vec::new();
        let mut findings = Findings::default();
        for configuration in configurations() {
            let expected = recorded(&configuration);
            let slow = |label: &Label| expected.get(&label.name).is_some_and(|reason| is_limit(reason));
            let chosen: Vec<&Label> = labels.iter().filter(|l| !slow(l)).collect();
            let answers = in_parallel(&chosen, processors(), |label| verify(label, &configuration, 2));
            let results: Vec<(&Label, Answer)> = chosen.into_iter().zip(answers).collect();
            let found = compare(&configuration, &results, &expected);
            findings.wrong.extend(found.wrong);
            findings.notes.extend(found.notes);
            all.push((configuration, results));
        }
        findings.wrong.extend(contradictions(&all));
        println!("{}", findings.notes.join("\n"));
        assert!(findings.wrong.is_empty(), "{}:\n{}", findings.wrong.len(), findings.wrong.join("\n"));
    }

    #[test]
    fn every_configuration_is_right_on_the_first_quarter() {
        check_quarter(0);
    }

    #[test]
    fn every_configuration_is_right_on_the_second_quarter() {
        check_quarter(1);
    }

    #[test]
    fn every_configuration_is_right_on_the_third_quarter() {
        check_quarter(2);
    }

    #[test]
    fn every_configuration_is_right_on_the_last_quarter() {
        check_quarter(3);
    }

    /// Every recorded unknown is a label that exists, of a configuration that is shipped.
    #[test]
    fn the_record_is_about_tasks_that_exist() {
        let labels = all_labels();
        let names: BTreeSet<&str> = labels.iter().map(|l| l.name.as_str()).collect();
        let configurations = configurations();
        for configuration in &configurations {
            for name in recorded(configuration).keys() {
                assert!(
                    names.contains(name.as_str()),
                    "{configuration} has a record of `{name}`, which does not exist"
                );
            }
        }
        for entry in std::fs::read_dir(folder().join("unknown")).expect("the records") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            assert!(configurations.contains(&name), "{} is about no configuration", path.display());
        }
    }

    /// One line of the table.
    fn row(configuration: &str, results: &[(&Label, Answer)]) -> String {
        let count = |fits: &dyn Fn(&Label, &Answer) -> bool| results.iter().filter(|(l, a)| fits(l, a)).count();
        let right = |l: &Label, a: &Answer| a.verdict == l.verdict;
        let proved = count(&|l, a| right(l, a) && l.verdict == "TRUE");
        let refuted = count(&|l, a| right(l, a) && l.verdict != "TRUE");
        let wrong = count(&|l, a| !right(l, a) && unknown(&a.verdict).is_none());
        let open = count(&|_, a| unknown(&a.verdict).is_some());
        let time: Duration = results.iter().map(|(_, a)| a.time).sum();
        let tasks = results.len();
        format!("{configuration:<20}{tasks:>7}{proved:>7}{refuted:>7}{wrong:>7}{open:>9}{:>9.1} s", time.as_secs_f64())
    }

    /// How often each reason made a verdict unknown.
    fn reasons(results: &[(&Label, Answer)]) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for reason in results.iter().filter_map(|(_, a)| unknown(&a.verdict)) {
            *counts.entry(reason).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        counts.into_iter().map(|(reason, n)| format!("{n} {reason}")).collect::<Vec<_>>().join(", ")
    }

    fn setting(name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|v| !v.is_empty())
    }

    /// Everything, for `scripts/tasks`, which sets the variables of the environment that are read here.
    #[test]
    #[ignore = "scripts/tasks runs it"]
    fn table_of_everything() {
        let seconds = setting("TASKS_TIMEOUT").and_then(|t| t.parse().ok()).unwrap_or(2);
        let jobs = setting("TASKS_JOBS").and_then(|j| j.parse().ok()).unwrap_or_else(processors);
        let wanted: Vec<String> =
            setting("TASKS_PATTERNS").unwrap_or_default().split_whitespace().map(String::from).collect();
        let labels: Vec<Label> = all_labels()
            .into_iter()
            .filter(|l| wanted.is_empty() || wanted.iter().any(|w| l.name.contains(w.as_str())))
            .collect();
        let configurations = match setting("TASKS_CONFIGURATIONS") {
            Some(names) => names.split_whitespace().map(String::from).collect(),
            None => configurations(),
        };
        let record_them = setting("TASKS_RECORD").is_some();
        let mut all = Vec::new();
        let mut findings = Findings::default();
        println!(
            "{:<20}{:>7}{:>7}{:>7}{:>7}{:>9}{:>11}",
            "configuration", "tasks", "true", "false", "wrong", "unknown", "time"
        );
        for configuration in configurations {
            let answers = in_parallel(&labels, jobs, |label| verify(label, &configuration, seconds));
            let results: Vec<(&Label, Answer)> = labels.iter().zip(answers).collect();
            println!("{}", row(&configuration, &results));
            if setting("TASKS_LIST").is_some() {
                for (label, answer) in &results {
                    println!("  {:<60} {:<26} {:>6.2} s", label.name, answer.verdict, answer.time.as_secs_f64());
                }
            }
            let reasons = reasons(&results);
            if !reasons.is_empty() {
                println!("  unknown: {reasons}");
            }
            let expected = recorded(&configuration);
            let mut found = compare(&configuration, &results, &expected);
            if record_them {
                record(&configuration, &results);
                found.wrong.retain(|w| !w.contains(": newly unknown ("));
            }
            findings.wrong.extend(found.wrong);
            findings.notes.extend(found.notes);
            all.push((configuration, results));
        }
        findings.wrong.extend(contradictions(&all));
        println!("{}", findings.notes.join("\n"));
        assert!(findings.wrong.is_empty(), "{}:\n{}", findings.wrong.len(), findings.wrong.join("\n"));
    }
}
