//! No two modules of a crate use each other: who reads one of them would have to read both.
//!
//! The graph has the top-level modules of a crate as nodes, and an edge where a file of one names
//! another, as `crate::other` or, in the file of the module itself, as `super::other`. A module and
//! what is in its folder are one node, since parents and children may use each other. Tests do not
//! count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The text of a file without comments and without the tests in it.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names that stand directly behind a prefix such as `crate::`, alone or in braces.
fn named(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(firsts(group)),
            None => found.extend(word(rest)),
        }
    }
    found
}

/// The first words of the members of a group in braces.
fn firsts(group: &str) -> BTreeSet<String> {
    let (mut depth, mut found, mut begins) = (0, BTreeSet::new(), true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if c.is_whitespace() => {}
            _ if begins => {
                found.extend(word(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    found
}

fn word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// Adds what the files in a folder name, for the module that they belong to.
fn read(folder: &Path, module: Option<&str>, graph: &mut Graph) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = module.unwrap_or(&stem);
        if path.is_dir() {
            // Executables are crates of their own.
            if name != "bin" {
                read(&path, Some(name), graph);
            }
        } else if path.extension().is_some_and(|e| e == "rs")
            && !["lib", "main"].contains(&name)
            && !stem.ends_with("tests")
        {
            let code = code(&fs::read_to_string(&path).unwrap_or_default());
            let mut used = named(&code, "crate::");
            let depth = path.components().rev().take_while(|c| c.as_os_str() != "src").count();
            if depth == 1 || depth == 2 && stem == "mod" {
                used.extend(named(&code, "super::"));
            }
            graph.entry(name.to_owned()).or_default().extend(used);
        }
    }
}

/// The groups of modules that use each other, directly or through others.
fn cycles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let mut reach: Graph = graph.clone();
    for (module, used) in &mut reach {
        used.retain(|other| other != module && graph.contains_key(other));
    }
    loop {
        let before: usize = reach.values().map(BTreeSet::len).sum();
        for module in graph.keys() {
            let further: BTreeSet<String> = reach[module].iter().flat_map(|used| reach[used].clone()).collect();
            reach.entry(module.clone()).or_default().extend(further);
        }
        if before == reach.values().map(BTreeSet::len).sum::<usize>() {
            break;
        }
    }
    let group = |module: &String| -> BTreeSet<String> {
        graph.keys().filter(|other| reach[module].contains(*other) && reach[*other].contains(module)).cloned().collect()
    };
    let groups: BTreeSet<BTreeSet<String>> = graph.keys().map(group).filter(|group| group.len() > 1).collect();
    groups.into_iter().collect()
}

fn graph_of(texts: &[(&str, &str)]) -> Graph {
    texts.iter().map(|(module, text)| ((*module).to_owned(), named(&code(text), "crate::"))).collect()
}

#[test]
fn cycles_are_found() {
    let two = graph_of(&[
        ("a", "use crate::b::B;"),
        ("b", "fn f() { crate::c::g() }"),
        ("c", "use crate::{d, a::{A, X}};"),
        ("d", ""),
    ]);
    assert_eq!(cycles(&two), [BTreeSet::from(["a".to_owned(), "b".to_owned(), "c".to_owned()])]);
    let none = graph_of(&[
        ("a", "use crate::b::B;"),
        ("b", "// crate::a\nuse other_crate::a;\n#[cfg(test)]\nmod tests { use crate::a; }"),
    ]);
    assert!(cycles(&none).is_empty());
}

#[test]
fn no_modules_use_each_other() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for path in fs::read_dir(crates).expect("crates").flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut graph = Graph::new();
        read(&path.join("src"), None, &mut graph);
        for cycle in cycles(&graph) {
            let cycle: Vec<&str> = cycle.iter().map(String::as_str).collect();
            wrong.push(format!("{name}: these modules use each other: {}", cycle.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
