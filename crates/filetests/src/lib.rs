//! # Tests that are files
//!
//! A file of a test is a program in the textual form, with commands and with what these must print:
//!
//! ```text
//! // A load behind the end of a local.
//! ; test run
//! ; check: violation out-of-bounds
//! ; test run property=unreach-call
//! ; output: ended out-of-bounds
//! program 1
//! …
//! ```
//!
//! A line that starts with `;` is a comment of the textual form and a directive here:
//!
//! * `; test NAME OPTION… KEY=VALUE…`: a command. The directives up to the next one are about what
//!   it prints.
//! * `; check: TEXT`: the text is a line of the output, behind the lines that were matched before.
//! * `; nextln: TEXT`: the text is the line that follows.
//! * `; not: TEXT`: no line between the matches around this one contains the text.
//! * `; output: TEXT`: these directives together are the whole output, line by line. With
//!   `UPDATE=1` in the environment they are written, also where a command has no directives yet.
//!
//! A `check` and a `nextln` match whole lines, without blanks at their ends; `{{…}}` in them is a
//! regular expression. What could not fail is an error: a file without commands, a command without
//! checks, a check that matches an empty line, a word that is no directive, an option that the
//! command does not read.
//!
//! This crate reads the files and compares. What a command does is a function of the crate under
//! test, from a [`Command`] and the text of the file to the output; [`check_group`] runs it on all
//! files of a folder.
//!
//! **Invariant: it knows no other crate.**

mod group;
mod matching;
mod test_file;
mod update;

pub use group::check_group;
pub use test_file::Command;

use matching::compare;
use test_file::TestFile;

/// What the commands of a crate do: from a command and the text of its file to what it prints, or
/// to why it cannot be done.
pub type Run<'a> = &'a dyn Fn(&Command, &str) -> Result<String, String>;

/// What is wrong with a file, or with what its commands print: a line and a message each.
pub fn problems(text: &str, run: Run<'_>) -> Vec<(usize, String)> {
    let file = match TestFile::read(text) {
        Ok(file) => file,
        Err(problem) => return vec![problem],
    };
    let mut problems = Vec::new();
    for test in &file.tests {
        if test.checks.is_empty() {
            problems.push((test.line, "the command has no checks; `UPDATE=1` writes what it prints".into()));
            continue;
        }
        match test.command.execute(text, run) {
            Ok(output) => problems.extend(compare(test, &output)),
            Err(message) => problems.push((test.line, message)),
        }
    }
    problems
}

/// The text of a file in which all `; output:` lines are what the commands print now.
pub fn updated(text: &str, run: Run<'_>) -> Result<String, (usize, String)> {
    update::updated(text, run)
}
