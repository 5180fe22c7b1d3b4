//! Checks the table of this repository, and the checker on small tables.

use adumbra_conformance::{GROUPS, Group, check, summary};
use std::fs;
use std::path::Path;

#[test]
fn the_table_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = fs::read_to_string(root.join("docs/conformance.md")).expect("docs/conformance.md");
    let problems = check(&table, &GROUPS, &|path| fs::read_to_string(root.join(path)).ok());
    let list: Vec<String> = problems.iter().map(|p| p.to_string()).collect();
    assert!(problems.is_empty(), "docs/conformance.md:\n{}", list.join("\n"));
}

/// The count at the head of the table. With `RECORD_CONFORMANCE=1` it is written.
#[test]
fn the_count_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let text = fs::read_to_string(&path).expect("docs/conformance.md");
    let counted = summary(&text);
    let written = text.lines().find(|line| line.starts_with("**")).expect("a line with the count");
    if std::env::var_os("RECORD_CONFORMANCE").is_some() {
        fs::write(&path, text.replacen(written, &counted, 1)).expect("writable");
    } else {
        assert_eq!(written, counted, "RECORD_CONFORMANCE=1 writes it");
    }
}

/// Checks a table of the features AB-1 and AB-2 in a repository with one test, `t.rs::shows`, and
/// one transcript.
fn problems(table: &str) -> Vec<String> {
    let groups = [Group { prefix: "AB", count: 2 }];
    let file = |path: &str| match path {
        "t.rs" => Some("#[test]\nfn shows() {}\n".to_owned()),
        "s.txt" => Some("# AB-2, AB-7\nText.\n".to_owned()),
        _ => None,
    };
    check(table, &groups, &file).iter().map(|p| p.to_string()).collect()
}

#[test]
fn good_tables_pass() {
    let none: [&str; 0] = [];
    assert_eq!(problems("| AB-1 | a | planned | | |\n| AB-2 | b | optional, not planned | | |"), none);
    assert_eq!(
        problems("| AB-2 | b | working | `t.rs::shows` | `s.txt` |\n| AB-1 | a | partial | t.rs::shows | missing: b |"),
        none
    );
}

#[test]
fn ids_are_complete_and_unique() {
    assert_eq!(problems("| AB-1 | a | planned | | |"), ["AB-2: has no row"]);
    assert_eq!(
        problems(
            "| AB-1 | a | planned | | |\n| AB-1 | a | planned | | |\n| AB-2 | b | planned | | |\n| AB-3 | c | planned | | |"
        ),
        ["AB-1: has more than one row", "AB-3: no such feature"]
    );
}

#[test]
fn claims_need_tests_that_exist() {
    assert_eq!(
        problems("| AB-1 | a | working | | |\n| AB-2 | b | partial | t.rs::hides, u.rs::shows | missing: c |"),
        [
            "AB-1: working, but names no test",
            "AB-1: working, but no command shows it",
            "AB-2: t.rs::hides: no such function in the file",
            "AB-2: u.rs::shows: no such file",
        ]
    );
    assert_eq!(
        problems("| AB-1 | a | planned | t.rs::hides | |\n| AB-2 | b | planned | | |"),
        ["AB-1: t.rs::hides: no such function in the file"]
    );
}

#[test]
fn claims_need_commands_that_show_them() {
    let bad = "no such file, or its first line does not name the feature";
    assert_eq!(
        problems("| AB-1 | a | working | t.rs::shows | s.txt |\n| AB-2 | b | working | t.rs::shows | s.txt, u.txt |"),
        [format!("AB-1: s.txt: {bad}"), format!("AB-2: u.txt: {bad}")]
    );
    assert_eq!(
        problems("| AB-1 | a | partial | t.rs::shows | |\n| AB-2 | b | working | t.rs::shows | s.txt; missing: c |"),
        ["AB-1: partial, but it is not said what is missing", "AB-2: working, but something is missing"]
    );
}

#[test]
fn states_are_counted() {
    let table = "| AB-1 | a | planned | | |\n| AB-2 | b | working | t.rs::shows | s.txt |";
    let expected = "**1 of 2 features are `working`**, 0 `partial`, 1 `planned`, 0 `optional, not planned`.";
    assert_eq!(summary(table), expected);
}

#[test]
fn states_are_legal() {
    assert_eq!(
        problems("| AB-1 | a | done | | |\n| AB-2 | b | planned | | |"),
        ["line 1: AB-1 has the unknown state `done`", "AB-1: has no row"]
    );
}
