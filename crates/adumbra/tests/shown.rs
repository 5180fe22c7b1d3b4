//! The transcripts of `docs/shown`: what a user types to see a feature, and what is printed then.
//!
//! A transcript begins with a line `# CPA-6, CPA-10` that names the features it shows, and a
//! sentence or two. Then come commands, `$ adumbra …`, run by a shell in the root of the
//! repository, each followed by the lines that it prints on standard output. `…` on a line of its
//! own stands for any lines, within a line for any text. `[10]` as the last line of a command is
//! its exit code, if that is not 0. `$OUT` is an empty folder for what commands write.

use crate::common::need_llvm;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a transcript, with the lines that are expected.
struct Step<'a> {
    command: &'a str,
    expected: Vec<&'a str>,
    code: i32,
}

fn steps(text: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command, expected: Vec::new(), code: 0 });
        } else if let Some(step) = steps.last_mut() {
            match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).and_then(|code| code.parse().ok()) {
                Some(code) => step.code = code,
                None => step.expected.push(line.trim_end()),
            }
        }
    }
    for step in &mut steps {
        while step.expected.last() == Some(&"") {
            step.expected.pop();
        }
    }
    steps
}

/// Does a line fit a pattern, in which `…` is any text?
fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('…') else { return pattern == line };
    let Some(mut left) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

/// Do lines fit patterns, in which `…` alone is any lines?
fn fits(patterns: &[&str], lines: &[&str]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"…", rest)), _) => (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..])),
        (Some((pattern, patterns)), Some((line, lines))) => line_fits(pattern, line) && fits(patterns, lines),
        _ => false,
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the commands of a transcript, and says what is not as it says.
fn wrong(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let beside = Path::new(env!("CARGO_BIN_EXE_adumbra")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::join_paths([beside.to_owned()].into_iter().chain(std::env::split_paths(&paths))).unwrap();
    let out = tempfile::tempdir().unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    let mut wrong = Vec::new();
    let steps = steps(&text);
    if steps.is_empty() {
        wrong.push(format!("{name}: no command"));
    }
    for step in steps {
        let ran = Command::new("bash")
            .args(["-o", "pipefail", "-c", step.command])
            .current_dir(root())
            .env("PATH", &all)
            .env("OUT", out.path())
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&ran.stdout);
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        if !fits(&step.expected, &lines) || ran.status.code() != Some(step.code) {
            let said = String::from_utf8_lossy(&ran.stderr);
            wrong.push(format!("{name}: $ {}\n{printed}{said}[{}]", step.command, ran.status.code().unwrap_or(-1)));
        }
    }
    wrong
}

/// Runs a quarter of all transcripts, or those whose names contain what `SHOWN` says.
fn check(part: usize) {
    need_llvm();
    let wanted = std::env::var("SHOWN").unwrap_or_default();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join("docs/shown")).unwrap().map(|entry| entry.unwrap().path()).collect();
    // The programs and configurations that they use are in folders beside them.
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let mine = files.iter().enumerate().filter(|(index, path)| {
        index % 4 == part && path.file_name().is_some_and(|name| name.to_string_lossy().contains(&wanted))
    });
    let wrong: Vec<String> = mine.flat_map(|(_, path)| wrong(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn commands_print_what_the_first_quarter_of_docs_shown_says() {
    check(0);
}

#[test]
fn commands_print_what_the_second_quarter_of_docs_shown_says() {
    check(1);
}

#[test]
fn commands_print_what_the_third_quarter_of_docs_shown_says() {
    check(2);
}

#[test]
fn commands_print_what_the_last_quarter_of_docs_shown_says() {
    check(3);
}

#[test]
fn patterns_stand_for_text_and_lines() {
    assert!(fits(&["a", "…", "b … c"], &["a", "x", "y", "b 12 c"]));
    assert!(fits(&["…"], &[]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(!fits(&["…", "b"], &["b", "c"]));
    assert!(line_fits("…1…2", "0102") && !line_fits("a…", "ba"));
}
