//! The marked source for terminals, and the list of lines for scripts.

use super::Sliced;
use super::lines::Mark;
use adumbra_program::SourceFile;
use std::collections::BTreeMap;
use std::fmt::Write;

const DIM: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

/// The source with a mark before each line, then what was counted.
pub(super) fn render(sliced: &Sliced<'_>, colours: bool) -> String {
    let mut out = String::new();
    for (file, lines) in &sliced.lines {
        let path = &sliced.program.files[*file].path;
        let (on, off) = if colours { (BOLD, PLAIN) } else { ("", "") };
        let _ = writeln!(out, "{on}{path}{off}");
        match source(sliced, *file) {
            Some(text) => listing(&mut out, &text, lines, colours),
            None => {
                let kept = lines.iter().filter(|(_, m)| **m != Mark::Removed).map(|(line, _)| line.to_string());
                let _ =
                    writeln!(out, "  cannot be read; its lines in the slice: {}", kept.collect::<Vec<_>>().join(" "));
            }
        }
        out.push('\n');
    }
    out.push_str(&summary(sliced));
    out
}

/// The text of a source file.
pub(super) fn source(sliced: &Sliced<'_>, file: SourceFile) -> Option<String> {
    let bytes = std::fs::read(&sliced.program.files[file].path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn listing(out: &mut String, text: &str, lines: &BTreeMap<u32, Mark>, colours: bool) {
    let width = text.lines().count().to_string().len();
    for (number, line) in (1..).zip(text.lines()) {
        let (mark, colour) = match lines.get(&number) {
            Some(Mark::Criterion) => ('>', YELLOW),
            Some(Mark::Kept) => ('|', BOLD),
            Some(Mark::Removed) => ('-', DIM),
            None => (' ', DIM),
        };
        let (on, off) = if colours { (colour, PLAIN) } else { ("", "") };
        let row = format!("{number:>width$} {mark} {line}");
        let _ = writeln!(out, "{on}{}{off}", row.trim_end());
    }
}

/// What was counted, in two lines.
pub(super) fn summary(sliced: &Sliced<'_>) -> String {
    let shares = sliced.counts.rows().map(|(name, share)| format!("{} of {} {name}", share.kept, share.all));
    let times = sliced.times.map(|(name, time)| format!("{name} {:.2} s", time.as_secs_f64()));
    format!("kept: {}\ntime: {}\n", shares.join(", "), times.join(", "))
}

/// The lines of the slice.
pub(super) fn lines(sliced: &Sliced<'_>) -> String {
    let mut out = String::new();
    for (file, lines) in &sliced.lines {
        for (line, _) in lines.iter().filter(|(_, mark)| **mark != Mark::Removed) {
            let _ = writeln!(out, "{}:{line}", sliced.program.files[*file].path);
        }
    }
    out
}
