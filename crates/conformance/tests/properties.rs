//! `CONTRIBUTING.md` says which files a new property touches. Here the files that name a property
//! are read from the code, and must be those.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const TABLE: &str = "crates/program/src/property.rs";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Crates that are no part of the product.
const OTHERS: [&str; 6] = ["conformance", "filetests", "laws", "tasks", "testing", "trials"];

/// The properties of the table that files of properties have words for: their variants and, in
/// quotes, their names. The others are about functions that a property names, or about files of
/// rules, and so have code of their own in more places.
fn with_words(table: &str) -> BTreeSet<String> {
    let (mut kind, mut name) = (None, None);
    let mut found = BTreeSet::new();
    for line in table.lines().map(str::trim) {
        if let Some(word) = line.strip_suffix(" {").filter(|word| word.chars().all(char::is_alphanumeric)) {
            kind = Some(word.to_owned());
        } else if let Some(quoted) = line.strip_prefix("name: ").and_then(|rest| rest.strip_suffix(',')) {
            name = Some(quoted.to_owned());
        } else if line.starts_with("formula: Some(") {
            found.extend(kind.take().into_iter().chain(name.take()));
        }
    }
    found
}

/// Does a text name one of the properties, in what is no test and no comment?
fn names(text: &str, kinds: &BTreeSet<String>) -> bool {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let words = code.split(|c: char| !c.is_alphanumeric() && !"_-\"".contains(c));
    words.into_iter().any(|word| kinds.contains(word))
}

/// The files of crates, without tests, that name one of the properties.
fn naming(folder: &Path, kinds: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            naming(&path, kinds, found);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            if names(&text, kinds) {
                found.insert(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
}

/// The files in the row of a table that begins with a word.
fn files_of_row(document: &str, row: &str) -> BTreeSet<String> {
    let line = document.lines().find(|line| line.starts_with(&format!("| {row} |")));
    let line = line.unwrap_or_else(|| panic!("CONTRIBUTING.md has no row `{row}`"));
    line.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".rs")).map(String::from).collect()
}

#[test]
fn a_property_is_named_where_contributing_says() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let kinds = with_words(&read(TABLE));
    assert!(kinds.len() >= 14 && kinds.contains("ValidMemcleanup"), "{kinds:?}");
    let mut found = BTreeSet::new();
    for folder in fs::read_dir(root().join("crates")).unwrap().flatten() {
        if !OTHERS.contains(&&*folder.file_name().to_string_lossy()) {
            naming(&folder.path().join("src"), &kinds, &mut found);
        }
    }
    assert_eq!(files_of_row(&read("CONTRIBUTING.md"), "property"), found);
}

#[test]
fn properties_and_their_names_are_found() {
    let table = "    NoOverflow {\n        name: \"no-a\",\n        formula: Some(\"G ! a\"),\n    }\n    Rules {\n        \
                 name: \"rules\",\n        formula: None,\n    }\n";
    let kinds = with_words(table);
    assert_eq!(kinds, BTreeSet::from(["NoOverflow".to_owned(), "\"no-a\"".to_owned()]));
    assert!(names("match kind {\n    PropertyKind::NoOverflow => 1,\n}", &kinds));
    assert!(names("match name {\n    \"no-a\" => 1,\n}", &kinds));
    assert!(names("use PropertyKind::*;\nlet a = [NoOverflow];", &kinds));
    for text in [
        "// as NoOverflow\nPropertyKind::Rules",
        "fn f() {}\n#[cfg(test)]\nmod tests {\n    PropertyKind::NoOverflow\n}",
        "NoOverflows, no_NoOverflow, \"no-ab\", no-a, \"-no-a\"",
    ] {
        assert!(!names(text, &kinds), "{text}");
    }
    let document = "| new | files |\n|---|---|\n| part | `a.rs` |\n| property | `b.rs`, `Analysis::checks`, `c.rs` |\n";
    assert_eq!(files_of_row(document, "property"), BTreeSet::from(["b.rs".to_owned(), "c.rs".to_owned()]));
}
