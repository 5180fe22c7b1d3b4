//! What changed between two columns, and the exit code.

use crate::support::*;
use adumbra_bench::compare::{FailOn, compare};
use adumbra_bench::model::*;
use adumbra_bench::report::Noise;
use std::path::Path;
use std::process::{Command, Output};

const NOISE: Noise = Noise { factor: 1.5, seconds: 1.0 };

fn names(changes: &[adumbra_bench::compare::Change]) -> Vec<&str> {
    changes.iter().map(|change| change.task.as_str()).collect()
}

#[test]
fn every_change_is_in_its_list() {
    let both = |name: &str, expected, before: (Answer, f64), after: (Answer, f64)| {
        (task("c", name, expected), vec![Some(before), Some(after)])
    };
    let (t, f) = (Answer::True, Answer::False(None));
    let rows = vec![
        both("gained", Expected::True, (unknown("timeout"), 900.0), (t.clone(), 1.0)),
        both("lost", Expected::True, (t.clone(), 1.0), (unknown("timeout"), 900.0)),
        both("lost and wrong", Expected::True, (t.clone(), 1.0), (f.clone(), 1.0)),
        both("wrong", Expected::False(None), (unknown("x"), 1.0), (t.clone(), 1.0)),
        both("fixed", Expected::False(None), (t.clone(), 1.0), (unknown("x"), 1.0)),
        both("wrong as before", Expected::False(None), (t.clone(), 1.0), (t.clone(), 1.0)),
        both("slower", Expected::True, (t.clone(), 2.0), (t.clone(), 9.0)),
        both("faster", Expected::True, (t.clone(), 9.0), (t.clone(), 2.0)),
        both("noise", Expected::True, (t.clone(), 0.1), (t.clone(), 0.9)),
        both("same", Expected::True, (t.clone(), 5.0), (t.clone(), 5.1)),
        both("changed", Expected::Nothing, (t.clone(), 1.0), (f.clone(), 1.0)),
        both("reason", Expected::True, (unknown("timeout"), 900.0), (unknown("out of memory"), 9.0)),
        both("same reason", Expected::True, (unknown("timeout"), 900.0), (unknown("timeout"), 10.0)),
        (task("c", "only before", Expected::True), vec![Some((t.clone(), 1.0)), None]),
        (task("c", "only after", Expected::True), vec![None, Some((t, 1.0))]),
    ];
    let data = data(&["a", "b"], rows);
    let found = compare((&data, 0), (&data, 1), NOISE);
    assert_eq!(names(&found.gained), ["gained"]);
    assert_eq!(names(&found.lost), ["lost", "lost and wrong"]);
    assert_eq!(names(&found.new_wrong), ["lost and wrong", "wrong"]);
    assert_eq!(names(&found.fixed_wrong), ["fixed"]);
    assert_eq!(names(&found.slower), ["slower"]);
    assert_eq!(names(&found.faster), ["faster"]);
    assert_eq!(names(&found.changed), ["changed"]);
    assert_eq!(names(&found.reasons), ["reason"]);
    assert_eq!((found.missing_after.len(), found.missing_before.len(), found.tasks), (1, 1, 13));
    assert_eq!(found.lists()[0].0, "New wrong answers");
    for (on, fails) in [
        (FailOn::Lost, true),
        (FailOn::Wrong, true),
        (FailOn::Slower, true),
        (FailOn::Changed, true),
        (FailOn::Missing, true),
        (FailOn::None, false),
    ] {
        assert_eq!(found.fails(&[on]), fails, "{on:?}");
    }
    assert!(!compare((&data, 0), (&data, 0), NOISE).fails(&[FailOn::Lost, FailOn::Wrong, FailOn::Slower]));
}

#[test]
fn a_corrected_expectation_is_no_progress() {
    let before = data(&["a"], vec![(task("c", "t", Expected::True), vec![Some((Answer::False(None), 1.0))])]);
    let after = data(&["a"], vec![(task("c", "t", Expected::False(None)), vec![Some((Answer::False(None), 1.0))])]);
    let found = compare((&before, 0), (&after, 0), NOISE);
    assert!(found.gained.is_empty() && found.fixed_wrong.is_empty());
    assert_eq!(found.expectation_changed, ["c: t (unreach-call)"]);
}

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adumbra-bench")).arg("compare").args(arguments).output().unwrap()
}

#[test]
fn the_exit_code_tells_whether_something_was_lost() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let run = |name: &str, columns: &[&str], second: Answer| {
        let columns: Vec<Column> = columns.iter().map(|name| column(name)).collect();
        let row = |name: &str, answer: &Answer| {
            (task("c", name, Expected::True), vec![Some(outcome(answer.clone(), 1.0)); columns.len()])
        };
        store(Path::new(&at(name)), &columns, &[row("one", &Answer::True), row("two", &second)]);
    };
    run("good.db", &["tool"], Answer::True);
    run("bad.db", &["tool"], unknown("timeout"));
    run("wrong.db", &["other"], Answer::False(None));
    run("two.db", &["tool", "other"], Answer::True);
    let (good, bad, wrong, two) = (at("good.db"), at("bad.db"), at("wrong.db"), at("two.db"));
    let code = |arguments: &[&str]| bench(arguments).status.code();
    assert_eq!(code(&[&good, &good]), Some(0));
    assert_eq!(code(&[&good, &bad]), Some(1));
    assert_eq!(code(&[&bad, &good]), Some(0));
    assert_eq!(code(&[&bad, &wrong]), Some(1));
    assert_eq!(code(&[&good, &bad, "--fail-on", "wrong,slower"]), Some(0));
    assert_eq!(code(&[&good, &bad, "--fail-on", "none"]), Some(0));
    assert_eq!(code(&[&format!("{two}:other"), &bad]), Some(1));
    assert_eq!(code(&["tool", "other", "--store", &two]), Some(0));
    // Bad input.
    assert_eq!(code(&["tool", "nobody", "--store", &two]), Some(2));
    assert_eq!(code(&[&two, &wrong, "--fail-on", "luck"]), Some(2));
    assert_eq!(code(&[&format!("{two}:nobody"), &bad]), Some(2));
    assert_eq!(code(&[&at("none.db"), &bad]), Some(2));
    let out = bench(&[&good, &bad]);
    let printed = String::from_utf8(out.stdout).unwrap();
    assert!(printed.starts_with("tool → tool: 2 tasks compared; solved 2 → 1;"), "{printed}");
    assert!(printed.contains("Lost (1)") && printed.contains("unknown(timeout)"), "{printed}");

    // For machines and for people, into files; the exit code is the same.
    assert_eq!(code(&[&good, &wrong, "--json", &at("c.json"), "--markdown", &at("c.md")]), Some(1));
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(at("c.json")).unwrap()).unwrap();
    assert_eq!(json["failed"], true);
    assert_eq!(json["comparisons"][0]["new_wrong"][0]["task"], "two");
    assert_eq!(json["comparisons"][0]["new_wrong"][0]["after"]["class"], "wrong-false");
    let markdown = std::fs::read_to_string(at("c.md")).unwrap();
    assert!(markdown.contains("| c | two | unreach-call | true | true | **false** | 1.00 | 1.00 |"), "{markdown}");
    // Stores of several columns: those of the same name.
    let out = bench(&[&two, &two, "--json", "-"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["comparisons"].as_array().unwrap().len(), 2);
}
