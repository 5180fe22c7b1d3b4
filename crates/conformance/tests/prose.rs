//! Comments and documents fit into 100 columns, so that two files are read side by side.
//!
//! Tables, code in documents, and words that cannot be broken (addresses, links) are left out; code
//! itself is rustfmt's affair.

use std::fs;
use std::path::{Path, PathBuf};

const MOST: usize = 100;

/// The lines of a text that are prose, without what is in fences, tables or indented code.
fn prose<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> impl Iterator<Item = (usize, &'a str)> {
    let mut fenced = false;
    lines.filter(move |(_, line)| {
        let text = line.trim_start_matches([' ', '/', '!']);
        fenced ^= text.starts_with("```");
        !fenced && !text.starts_with("```") && !text.starts_with('|')
    })
}

/// Could the line be broken at all?
fn breaks(line: &str) -> bool {
    let longest = line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    longest < 60
}

fn too_long(line: &str) -> bool {
    line.chars().count() > MOST && breaks(line)
}

/// The numbers of lines with comments that are too long.
fn in_source(text: &str) -> Vec<usize> {
    let comments = (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("//"));
    prose(comments).filter(|(_, line)| too_long(line)).map(|(number, _)| number).collect()
}

/// The numbers of lines of a document that are too long.
fn in_document(text: &str) -> Vec<usize> {
    let written = (1..).zip(text.lines());
    prose(written).filter(|(_, line)| !line.starts_with("    ") && too_long(line)).map(|(n, _)| n).collect()
}

/// All files below a folder, without what is built and what programs are expected to write.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(&*name, "target" | "golden") && !name.starts_with('.') {
                files(&path, found);
            }
        } else if name.ends_with(".rs") || name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn comments_and_documents_fit_into_100_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut wrong = Vec::new();
    for path in &all {
        let text = fs::read_to_string(path).unwrap();
        // What a program writes is not for this test.
        if text.lines().take(4).any(|line| line.starts_with("Written by")) {
            continue;
        }
        let lines = if path.extension().is_some_and(|e| e == "rs") { in_source(&text) } else { in_document(&text) };
        let shown = path.strip_prefix(&root).unwrap().display();
        wrong.extend(lines.iter().map(|line| format!("{shown}:{line}")));
    }
    assert!(all.len() > 300, "only {} files", all.len());
    assert!(wrong.is_empty(), "{} lines are too long:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn long_lines_are_found() {
    let words = "word ".repeat(30);
    let source =
        format!("/// {words}\nlet x = 1; // {words}\n//! | {words}\n//! ```\n//! {words}\n//! ```\n    // {words}\n");
    assert_eq!(in_source(&source), [1, 7]);
    let document = format!("{words}\n    {words}\n| {words} |\n- {words}\n```\n{words}\n```\n");
    assert_eq!(in_document(&document), [1, 4]);
    let address = format!("see {}", "x".repeat(120));
    assert_eq!(in_document(&address), Vec::<usize>::new());
}
