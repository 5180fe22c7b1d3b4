//! Checks the table of this repository, and the checker on small tables.

use adumbra_conformance::{GROUPS, Group, check};
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

/// Checks a table of the features AB-1 and AB-2 in a repository with one test, `t.rs::shows`.
fn problems(table: &str) -> Vec<String> {
    let groups = [Group { prefix: "AB", count: 2 }];
    let file = |path: &str| (path == "t.rs").then(|| "#[test]\nfn shows() {}\n".to_string());
    check(table, &groups, &file).iter().map(|p| p.to_string()).collect()
}

#[test]
fn good_tables_pass() {
    let none: [&str; 0] = [];
    assert_eq!(problems("| AB-1 | a | planned | |\n| AB-2 | b | optional, not planned | |"), none);
    assert_eq!(problems("| AB-2 | b | working | `t.rs::shows` |\n| AB-1 | a | partial | t.rs::shows |"), none);
}

#[test]
fn ids_are_complete_and_unique() {
    assert_eq!(problems("| AB-1 | a | planned | |"), ["AB-2: has no row"]);
    assert_eq!(
        problems(
            "| AB-1 | a | planned | |\n| AB-1 | a | planned | |\n| AB-2 | b | planned | |\n| AB-3 | c | planned | |"
        ),
        ["AB-1: has more than one row", "AB-3: no such feature"]
    );
}

#[test]
fn claims_need_tests_that_exist() {
    assert_eq!(
        problems("| AB-1 | a | working | |\n| AB-2 | b | partial | t.rs::hides, u.rs::shows |"),
        [
            "AB-1: working, but names no test",
            "AB-2: t.rs::hides: no such function in the file",
            "AB-2: u.rs::shows: no such file",
        ]
    );
    assert_eq!(
        problems("| AB-1 | a | planned | t.rs::hides |\n| AB-2 | b | planned | |"),
        ["AB-1: t.rs::hides: no such function in the file"]
    );
}

#[test]
fn states_are_legal() {
    assert_eq!(
        problems("| AB-1 | a | done | |\n| AB-2 | b | planned | |"),
        ["line 1: AB-1 has the unknown state `done`", "AB-1: has no row"]
    );
}
