//! No file of tests is forgotten: the folders of a crate's `filetests/` are run by functions of its
//! tests, which name them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folders that a source text gives to `group`.
fn run(text: &str) -> BTreeSet<&str> {
    text.split("group(\"").skip(1).filter_map(|rest| rest.split_once("\")")).map(|(name, _)| name).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_folder_of_filetests_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for name in names(&crates) {
        let folder = crates.join(&name);
        let tests = names(&folder.join("tests")).into_iter().filter(|file| file.ends_with(".rs"));
        let sources: String = tests.map(|file| fs::read_to_string(folder.join("tests").join(file)).unwrap()).collect();
        let run = run(&sources);
        let groups = names(&folder.join("filetests"));
        seen += groups.len();
        let forgotten = groups.iter().filter(|group| !run.contains(group.as_str()));
        wrong.extend(forgotten.map(|group| format!("no test of {name} runs filetests/{group}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 10, "only {seen} folders");
}

#[test]
fn names_of_folders_are_found() {
    let text = "fn a() {\n    group(\"a\");\n}\nfn group(name: &str) {}\nfn b() { group(\"b_c\") }\n";
    assert_eq!(run(text), BTreeSet::from(["a", "b_c"]));
}
