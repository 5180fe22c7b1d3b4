//! All block encodings and both abstractions on all tasks of `tasks/verify`, each for a moment: whoever answers, answers what the label says, so
//! that no two contradict each other.

use crate::value_common;
use adumbra_analyses::configuration::{self, Configuration};
use adumbra_analyses::{Host, Request, verify};
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::{Options, Script};
use adumbra_program::{Program, Property};
use adumbra_verdict::{Answer, Counterexample, replay};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long an encoding may take for a task.
const MOMENT: Duration = Duration::from_millis(250);

/// Tasks on whose long paths small blocks do not look at the clock for minutes.
const SLOW: &[&str] = &["collatz.c"];

/// Replays on the program with its locals in memory, as the command does.
struct Replays {
    load: LoadOptions,
    program: OnceLock<Result<Program, String>>,
}

impl Host for Replays {
    fn replay(&self, script: &Script, deadline: Option<Instant>) -> Result<Counterexample, String> {
        let program = self.program.get_or_init(|| load(&self.load).map_err(|e| e.to_string())).as_ref()?;
        let options = Options { deadline, ..Options::new(program.property.clone()) };
        replay(program, script, &options).map_err(|e| e.to_string())
    }
}

fn encodings() -> Vec<(String, Configuration)> {
    let mut all = Vec::new();
    for blocks in ["single", "loops", "functions", "length"] {
        for abstraction in ["boolean", "cartesian"] {
            let mut configuration = configuration::find("predicate").unwrap();
            configuration.set("blocks", blocks).unwrap();
            configuration.set("abstraction", abstraction).unwrap();
            all.push((format!("{blocks} {abstraction}"), configuration));
        }
    }
    all
}

/// The C programs below a folder.
fn programs(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, into);
        } else if path.extension().is_some_and(|e| e == "c") && !SLOW.iter().any(|slow| path.ends_with(slow)) {
            into.push(path);
        }
    }
}

/// The first question of a task that predicates are for, with the label: `TRUE` or `FALSE(property)`.
fn question(path: &Path) -> Option<(Property, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let labels = text.lines().map_while(|line| line.strip_prefix("// verify "));
    labels.filter_map(|label| label.split_once("=> ")).find_map(|(asked, label)| {
        let property = match asked.trim() {
            "" => Property::unspecified(),
            name @ ("unreach-call" | "no-overflow") => Property::by_name(name).unwrap(),
            _ => return None,
        };
        let verdict = label.split_once(" by ").map_or(label, |(verdict, _)| verdict);
        Some((property, verdict.trim().to_owned()))
    })
}

/// The answers to the question of a task; `None` if it has none.
fn answers(path: &Path, encodings: &[(String, Configuration)]) -> Option<(String, Vec<String>)> {
    let (property, label) = question(path)?;
    let options = LoadOptions::new([path]).property(property);
    let program = Arc::new(load(&options.clone().promote(true)).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    let host = Replays { load: options.promote(false), program: OnceLock::new() };
    let answer = |(_, configuration): &(String, Configuration)| {
        let mut request = Request::new(configuration.clone());
        request.deadline = Instant::now().checked_add(MOMENT);
        let answer = verify(&program, &request, &host).verdict.answer;
        if matches!(answer, Answer::Unknown(_)) { "UNKNOWN".to_owned() } else { answer.to_string() }
    };
    Some((label, encodings.iter().map(answer).collect()))
}

/// A quarter of the tasks.
fn check_quarter(quarter: usize) {
    value_common::need_llvm();
    let mut paths = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify"), &mut paths);
    let paths: Vec<PathBuf> = paths.into_iter().skip(quarter).step_by(4).collect();
    let encodings = encodings();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let solved: Vec<AtomicUsize> = encodings.iter().map(|_| AtomicUsize::new(0)).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some((label, answers)) = answers(path, &encodings) else { continue };
                    for (place, answer) in answers.iter().enumerate().filter(|(_, answer)| *answer != "UNKNOWN") {
                        solved[place].fetch_add(1, Ordering::Relaxed);
                        if *answer != label {
                            let name = &encodings[place].0;
                            wrong.lock().unwrap().push(format!("{}: {label}, but {name}: {answer}", path.display()));
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for ((name, _), solved) in encodings.iter().zip(solved) {
        let solved = solved.into_inner();
        println!("{name}: {solved} of {}", paths.len());
        // Otherwise nothing is compared.
        assert!(solved >= 5, "{name} solves {solved} tasks only");
    }
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_first_quarter() {
    check_quarter(0);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_second_quarter() {
    check_quarter(1);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_third_quarter() {
    check_quarter(2);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_last_quarter() {
    check_quarter(3);
}
