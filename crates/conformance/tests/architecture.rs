//! `ARCHITECTURE.md` says which crates there are, which of them know which, and which packages of
//! others are used where. All of it is compared with the manifests.
//!
//! `RECORD_ARCHITECTURE=1` writes the list of what crates know.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a manifest depends on.
#[derive(Default)]
struct Manifest {
    /// Crates of ours, without those of tests.
    ours: BTreeSet<String>,
    /// Packages of others.
    others: BTreeSet<String>,
    /// Packages of others that only tests and benchmarks use.
    in_tests: BTreeSet<String>,
}

/// The name of the package that a line of a manifest depends on.
fn dependency(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(['.', ' ', '='])?;
    let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    named.then_some(name)
}

fn manifest(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut section = "";
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
            continue;
        }
        let Some(name) = dependency(line) else { continue };
        let (dev, normal) = (section.ends_with("dev-dependencies"), section.ends_with("dependencies"));
        match name.strip_prefix("adumbra-") {
            Some(own) if normal && !dev => drop(manifest.ours.insert(own.to_owned())),
            Some(_) => {}
            None if dev => drop(manifest.in_tests.insert(name.to_owned())),
            None if normal => drop(manifest.others.insert(name.to_owned())),
            None => {}
        }
    }
    manifest
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All crates with their manifests.
fn crates() -> BTreeMap<String, Manifest> {
    let entries = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let read = |folder: PathBuf| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        Some((folder.file_name()?.to_string_lossy().into_owned(), manifest(&text)))
    };
    entries.filter_map(read).collect()
}

const GRAPH: &str = "## What crates know";

/// The list of what each crate knows, in the order of their names.
fn graph(crates: &BTreeMap<String, Manifest>) -> String {
    let line = |(name, manifest): (&String, &Manifest)| {
        let known: Vec<String> = manifest.ours.iter().map(|own| format!("`{own}`")).collect();
        format!("- `{name}`: {}", if known.is_empty() { "nothing".to_owned() } else { known.join(", ") })
    };
    crates.iter().map(line).map(|line| fill(&line)).collect::<Vec<_>>().join("\n")
}

/// A list item in lines of at most 100 columns.
fn fill(item: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in item.split(' ') {
        if width + 1 + word.len() > 100 {
            text += "\n ";
            width = 1;
        }
        if !text.is_empty() {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += word.len();
    }
    text
}

/// The text of a section, without its heading.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let start = document.find(&format!("{heading}\n")).map(|at| at + heading.len() + 1);
    let rest = &document[start.unwrap_or_else(|| panic!("there is no section `{heading}`"))..];
    &rest[..rest.find("\n## ").map_or(rest.len(), |at| at + 1)]
}

/// The words in backquotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_crate_graph_is_that_of_the_manifests() {
    let path = root().join("ARCHITECTURE.md");
    let (document, crates) = (fs::read_to_string(&path).unwrap(), crates());
    let expected = graph(&crates);
    let written = section(&document, GRAPH);
    let list = &written[written.find("\n- ").map_or(0, |at| at + 1)..];
    if std::env::var_os("RECORD_ARCHITECTURE").is_some() {
        fs::write(&path, document.replace(list, &format!("{expected}\n\n"))).unwrap();
        return;
    }
    assert_eq!(list.trim(), expected, "RECORD_ARCHITECTURE=1 writes it");
}

#[test]
fn every_crate_has_its_section() {
    let document = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let headings: BTreeSet<&str> =
        document.lines().filter_map(|line| line.strip_prefix("### `crates/")?.strip_suffix('`')).collect();
    let crates = crates();
    let names: BTreeSet<&str> = crates.keys().map(String::as_str).collect();
    assert_eq!(headings, names);
}

/// What is wrong with a row of the table of dependencies.
fn row_problem(cells: [&str; 2], crates: &BTreeMap<String, Manifest>) -> Option<String> {
    let packages = quoted(cells[0]);
    let uses = |of: &BTreeSet<String>| packages.iter().any(|package| of.contains(*package));
    let by = |user: fn(&Manifest) -> &BTreeSet<String>| -> BTreeSet<&str> {
        crates.iter().filter(|(_, m)| uses(user(m))).map(|(name, _)| name.as_str()).collect()
    };
    let (users, testers) = (by(|m| &m.others), by(|m| &m.in_tests));
    let said = quoted(cells[1]);
    let right = match cells[1] {
        "most" => users.len() >= 5,
        where_ if where_.starts_with("tests") => users.is_empty() && !testers.is_empty(),
        _ => said == users,
    };
    (!right).then(|| format!("{}: the table says {}, the manifests {users:?}", cells[0], cells[1]))
}

#[test]
fn the_table_of_dependencies_is_that_of_the_manifests() {
    let document = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let crates = crates();
    let rows: Vec<[&str; 2]> = section(&document, "## Dependencies")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            [cells.next().unwrap_or_default(), cells.next().unwrap_or_default()]
        })
        .collect();
    let mut wrong: Vec<String> = rows.iter().filter_map(|cells| row_problem(*cells, &crates)).collect();
    let named: BTreeSet<&str> = rows.iter().flat_map(|cells| quoted(cells[0])).collect();
    for (name, manifest) in &crates {
        let missing = manifest.others.union(&manifest.in_tests).filter(|package| !named.contains(package.as_str()));
        wrong.extend(missing.map(|package| format!("{package}, which {name} uses, has no row")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn manifests_are_read() {
    let read = manifest(
        "[package]\nname = \"a\"\n[dependencies]\nadumbra-program.workspace = true\nclap = { version = \"4\" }\n\
         [dev-dependencies]\nadumbra-tasks.workspace = true\nproptest.workspace = true\n",
    );
    let set = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(read.ours, set(&["program"]));
    assert_eq!(read.others, set(&["clap"]));
    assert_eq!(read.in_tests, set(&["proptest"]));
}
