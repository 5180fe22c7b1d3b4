//! Checks `docs/stubs.txt`, which names the functions that features rest on.

use adumbra_conformance::{State, read_table};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What is wrong with a list of functions. `rows` are the features that are said to work, wholly
/// or in part, `file` gives the text of a file.
fn problems(list: &str, rows: &BTreeSet<String>, file: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut named = BTreeSet::new();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [feature, path, function] = line.splitn(4, ' ').take(3).collect::<Vec<_>>()[..] else {
            wrong.push(format!("`{line}` is not a feature, a file and a function"));
            continue;
        };
        named.insert(feature.to_owned());
        match file(path) {
            None => wrong.push(format!("{feature}: {path}: no such file")),
            Some(text) if !text.lines().any(|line| defines(line, function)) => {
                wrong.push(format!("{feature}: {path}: no function {function}"));
            }
            Some(_) => {}
        }
    }
    wrong.extend(named.difference(rows).map(|feature| format!("{feature}: is neither `working` nor `partial`")));
    wrong
}

/// Does the line begin the definition of a function of this name?
fn defines(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let Some((before, after)) = line.split_once("fn ") else { return false };
    let qualifiers = before.split_whitespace().all(|word| word.starts_with("pub") || word == "const");
    let rest = after.strip_prefix(name);
    qualifiers && rest.is_some_and(|rest| rest.starts_with(['(', '<']))
}

fn features(table: &str) -> BTreeSet<String> {
    let rows = read_table(table).flatten().filter(|row| matches!(row.state, State::Working | State::Partial));
    rows.map(|row| row.feature.to_string()).collect()
}

#[test]
fn functions_that_features_rest_on_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let rows = features(&read("docs/conformance.md").expect("docs/conformance.md"));
    let wrong = problems(&read("docs/stubs.txt").expect("docs/stubs.txt"), &rows, &read);
    assert!(wrong.is_empty(), "docs/stubs.txt:\n{}", wrong.join("\n"));
}

#[test]
fn what_is_wrong_is_found() {
    let rows = BTreeSet::from(["AB-1".to_owned()]);
    let file = |path: &str| {
        let text = "impl A {\n    pub(super) const fn cut(&self) {}\n}\nfn keep<T>() {}\n// calls fn cuts()\n";
        (path == "a.rs").then(|| text.to_owned())
    };
    let of = |list: &str| problems(list, &rows, &file);
    let none: [&str; 0] = [];
    assert_eq!(of("# head\nAB-1 a.rs cut\n\nAB-1 a.rs keep Some(T::new())\n"), none);
    assert_eq!(
        of("AB-1 a.rs cuts\nAB-1 b.rs cut\nAB-1 a.rs\nAB-2 a.rs cut"),
        [
            "AB-1: a.rs: no function cuts",
            "AB-1: b.rs: no such file",
            "`AB-1 a.rs` is not a feature, a file and a function",
            "AB-2: is neither `working` nor `partial`",
        ]
    );
}
