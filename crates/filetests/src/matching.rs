//! Comparing an output with the checks of a test.

use crate::test_file::{Check, Kind, Test};

/// The checks that the output does not fulfil; of checks in an order only the first, since it
/// decides where the others look.
pub(crate) fn compare(test: &Test, output: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = output.lines().map(str::trim).collect();
    let result = if test.is_whole() { whole(test, &lines) } else { ordered(&test.checks, &lines) };
    result.err().into_iter().collect()
}

/// The error for a check, with the output and a mark at the lines where it looked.
fn unfulfilled(check: &Check, why: &str, lines: &[&str], looked: std::ops::Range<usize>) -> (usize, String) {
    let mut message = format!("{why}: {}\nthe output:", check.text);
    for (i, line) in lines.iter().enumerate() {
        let mark = if looked.contains(&i) { '>' } else { ' ' };
        message += &format!("\n  {mark} {line}");
    }
    if lines.is_empty() {
        message += " nothing";
    }
    (check.line, message)
}

fn whole(test: &Test, lines: &[&str]) -> Result<(), (usize, String)> {
    for (i, check) in test.checks.iter().enumerate() {
        if lines.get(i) != Some(&check.text.as_str()) {
            return Err(unfulfilled(check, "another line of output was expected", lines, i..i + 1));
        }
    }
    let count = test.checks.len();
    match test.checks.last() {
        Some(last) if lines.len() > count => {
            Err(unfulfilled(last, "the output goes on behind", lines, count..lines.len()))
        }
        _ => Ok(()),
    }
}

fn ordered(checks: &[Check], lines: &[&str]) -> Result<(), (usize, String)> {
    let (mut at, mut absent) = (0, Vec::new());
    for check in checks {
        let found = match &check.kind {
            Kind::Absent | Kind::Output => {
                absent.push(check);
                continue;
            }
            Kind::Next(regex) => lines
                .get(at)
                .filter(|line| regex.is_match(line))
                .map(|_| at)
                .ok_or_else(|| unfulfilled(check, "is not the next line", lines, at..at + 1))?,
            Kind::Later(regex) => (at..lines.len())
                .find(|i| regex.is_match(lines[*i]))
                .ok_or_else(|| unfulfilled(check, "is no line from here", lines, at..lines.len()))?,
        };
        none_contains(&mut absent, lines, at..found)?;
        at = found + 1;
    }
    none_contains(&mut absent, lines, at..lines.len())
}

/// No line of a range contains what the checks say, which are done with.
fn none_contains(
    absent: &mut Vec<&Check>,
    lines: &[&str],
    range: std::ops::Range<usize>,
) -> Result<(), (usize, String)> {
    for check in absent.drain(..) {
        if let Some(i) = range.clone().find(|i| lines[*i].contains(&check.text)) {
            return Err(unfulfilled(check, "should not be printed here", lines, i..i + 1));
        }
    }
    Ok(())
}
