//! No file of tests is forgotten: a crate has one test executable, `tests/main.rs`, and a file that
//! it does not declare, and that is no executable of its own, would never run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The modules that a text declares as files of their own. The path of one may be another than its
/// name says.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')).collect()
}

/// What is wrong with the tests of a crate: its manifest, the names of the files in `tests/`, and
/// `tests/main.rs` if there is one.
fn problems(manifest: &str, files: &[&str], main: Option<&str>) -> Vec<String> {
    let mut problems = Vec::new();
    let lines: Vec<&str> = manifest.lines().map(str::trim).collect();
    let target = ["[[test]]", "name = \"main\"", "path = \"tests/main.rs\""];
    let has_target = lines.windows(target.len()).any(|window| window == target);
    if main.is_some() && !has_target {
        problems.push("Cargo.toml has no [[test]] for tests/main.rs".into());
    }
    if !files.is_empty() && !lines.contains(&"autotests = false") {
        problems.push("Cargo.toml lets every file in tests/ be an executable".into());
    }
    let declared = main.map(declared).unwrap_or_default();
    for file in files {
        let module = file.strip_suffix(".rs").unwrap_or(file);
        let own = lines.contains(&format!("path = \"tests/{file}\"").as_str());
        if module != "main" && !own && !declared.contains(module) {
            problems.push(format!("tests/main.rs does not declare {file}"));
        }
    }
    problems
}

#[test]
fn every_file_of_tests_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let Ok(entries) = fs::read_dir(folder.join("tests")) else { continue };
        let mut files: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        files.retain(|file| file.ends_with(".rs"));
        files.sort();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let main = fs::read_to_string(folder.join("tests/main.rs")).ok();
        let found = problems(&manifest, &files, main.as_deref());
        wrong.extend(found.iter().map(|problem| format!("{}: {problem}", folder.display())));
        seen += files.len();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 100, "only {seen} files");
}

const MANIFEST: &str =
    "[package]\nname = \"a\"\nautotests = false\n\n[[test]]\nname = \"main\"\npath = \"tests/main.rs\"\n";

#[test]
fn complete_tests_pass() {
    let none: [&str; 0] = [];
    assert_eq!(problems("[package]\nname = \"a\"\n", &[], None), none);
    assert_eq!(problems(MANIFEST, &["main.rs"], Some("//! Tests.\n")), none);
    let main = "mod common;\n#[cfg(unix)]\nmod one;\nmod two;\n";
    assert_eq!(problems(MANIFEST, &["main.rs", "one.rs", "two.rs"], Some(main)), none);
    let more = format!("{MANIFEST}\n[[test]]\nname = \"own\"\npath = \"tests/own.rs\"\nharness = false\n");
    assert_eq!(problems(&more, &["main.rs", "own.rs"], Some("//! Tests.\n")), none);
}

#[test]
fn forgotten_files_are_found() {
    let main = "mod one;\n// mod two;\nmod three {}\n";
    let files = ["main.rs", "one.rs", "three.rs", "two.rs"];
    let expected = ["tests/main.rs does not declare three.rs", "tests/main.rs does not declare two.rs"];
    assert_eq!(problems(MANIFEST, &files, Some(main)), expected);
    assert_eq!(problems(MANIFEST, &["one.rs"], None), ["tests/main.rs does not declare one.rs"]);
}

#[test]
fn manifests_without_the_executable_are_found() {
    let files = ["main.rs", "one.rs"];
    let only = |manifest: &str| problems(manifest, &files, Some("mod one;\n"));
    let no_target = "Cargo.toml has no [[test]] for tests/main.rs";
    let all_targets = "Cargo.toml lets every file in tests/ be an executable";
    assert_eq!(only("[package]\nautotests = false\n"), [no_target]);
    assert_eq!(only(&MANIFEST.replace("autotests = false\n", "")), [all_targets]);
    assert_eq!(only("[[bench]]\nname = \"main\"\npath = \"tests/main.rs\"\n"), [no_target, all_targets]);
}
