//! Writing the expected output of commands whose whole output is expected.

use crate::Run;
use crate::test_file::{Test, TestFile};

/// The text with new `; output:` lines. They take the place of the first old one, or stand behind
/// the command.
pub(crate) fn updated(text: &str, run: Run<'_>) -> Result<String, (usize, String)> {
    let file = TestFile::read(text)?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the end, so that the lines of the tests before keep their numbers.
    for test in file.tests.iter().rev().filter(|test| test.is_whole()) {
        let output = test.command.execute(text, run).map_err(|message| (test.line, message))?;
        replace(&mut lines, test, &output);
    }
    Ok(lines.join("\n") + "\n")
}

fn replace(lines: &mut Vec<String>, test: &Test, output: &str) {
    let place = test.checks.first().map_or(test.line, |check| check.line - 1);
    for check in test.checks.iter().rev() {
        lines.remove(check.line - 1);
    }
    let written = output.lines().map(|line| format!("; output: {}", line.trim()).trim_end().to_owned());
    lines.splice(place..place, written);
}
