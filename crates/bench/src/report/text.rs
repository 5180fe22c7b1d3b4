//! Tables as plain text and as Markdown; numbers as people read them.

use super::Analysis;
use super::ratios;
use super::summary::{self, Tone};
use super::tables::{self, Kind, Table};
use adumbra_text::plain;
use std::fmt::Write;

/// A number with separators: `12,345`.
pub fn number(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 task`, `2 tasks`.
pub fn count(value: usize, thing: &str) -> String {
    format!("{} {thing}{}", number(value), if value == 1 { "" } else { "s" })
}

/// A number with about three digits that mean something.
pub fn decimal(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        "–".into()
    } else if size >= 99.95 {
        let sign = if value < 0.0 { "-" } else { "" };
        // Sums of times are far below what this cannot hold.
        format!("{sign}{}", number(size.round() as usize))
    } else if size >= 9.995 {
        format!("{value:.1}")
    } else if size >= 0.0995 || size == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    }
}

/// A score: whole numbers as such, and large ones without a fraction.
pub fn score(value: f64) -> String {
    if value.fract().abs() < 1e-6 || value.abs() >= 1e4 { decimal_whole(value) } else { format!("{value:.1}") }
}

fn decimal_whole(value: f64) -> String {
    let sign = if value < -0.5 { "-" } else { "" };
    format!("{sign}{}", number(value.abs().round() as usize))
}

/// A time.
pub fn seconds(value: f64) -> String {
    format!("{} s", decimal(value))
}

/// A factor: `2.5 times`.
pub fn factor(value: f64) -> String {
    format!("{} times", decimal(value))
}

/// Memory in megabytes.
pub fn megabytes(bytes: f64) -> String {
    decimal(bytes / 1e6)
}

/// How many places a text takes: wide letters count as one, which is right for almost all names.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn padded(text: &str, to: usize, right: bool) -> String {
    let fill = " ".repeat(to.saturating_sub(width(text)));
    if right { format!("{fill}{text}") } else { format!("{text}{fill}") }
}

/// A table as text.
pub fn table(table: &Table) -> String {
    let mut text = format!("{}\n", plain(&table.title));
    let cells: Vec<Vec<String>> =
        table.lines.iter().map(|line| line.fields.iter().map(|field| plain(&field.text)).collect()).collect();
    // Headings of two words take two lines.
    let heads: Vec<(String, String)> = table
        .header
        .iter()
        .map(|head| match head.text.rsplit_once(' ') {
            Some((above, below)) if head.number => (above.to_owned(), below.to_owned()),
            _ => (String::new(), head.text.clone()),
        })
        .map(|(above, below)| (plain(&above), plain(&below)))
        .collect();
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(i, (above, below))| {
            let body = cells.iter().filter_map(|line| line.get(i)).map(|cell| width(cell));
            body.chain([width(above), width(below)]).max().unwrap_or(0)
        })
        .collect();
    let print = |text: &mut String, line: &[&str]| {
        let parts: Vec<String> = line
            .iter()
            .zip(&widths)
            .zip(&table.header)
            .map(|((cell, width), head)| padded(cell, *width, head.number))
            .collect();
        text.push_str(parts.join("  ").trim_end());
        text.push('\n');
    };
    if heads.iter().any(|(above, _)| !above.is_empty()) {
        print(&mut text, &heads.iter().map(|(above, _)| above.as_str()).collect::<Vec<_>>());
    }
    print(&mut text, &heads.iter().map(|(_, below)| below.as_str()).collect::<Vec<_>>());
    let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("──");
    let _ = writeln!(text, "{rule}");
    for (i, (line, source)) in cells.iter().zip(&table.lines).enumerate() {
        if i > 0 && source.kind == Kind::Group && table.groups() {
            text.push('\n');
        }
        print(&mut text, &line.iter().map(String::as_str).collect::<Vec<_>>());
    }
    if !table.note.is_empty() {
        let _ = writeln!(text, "{}", plain(&table.note));
    }
    text
}

/// A table as Markdown.
pub fn markdown_table(table: &Table) -> String {
    let mut text = format!("### {}\n\n", adumbra_text::markdown(&table.title));
    let heads: Vec<String> = table.header.iter().map(|head| adumbra_text::markdown(&head.text)).collect();
    let rules: Vec<&str> = table.header.iter().map(|head| if head.number { "---:" } else { "---" }).collect();
    let _ = writeln!(text, "| {} |\n|{}|", heads.join(" | "), rules.join("|"));
    for line in &table.lines {
        let cells: Vec<String> = line
            .fields
            .iter()
            .map(|field| match (adumbra_text::markdown(&field.text), field.strong) {
                (cell, true) if !cell.is_empty() => format!("**{cell}**"),
                (cell, _) => cell,
            })
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    if !table.note.is_empty() {
        let _ = writeln!(text, "\n{}", adumbra_text::markdown(&table.note));
    }
    text
}

/// Everything as text.
pub fn report(analysis: &Analysis<'_>, tables: &[Table]) -> String {
    let mut text = String::new();
    for statement in summary::statements(analysis) {
        let _ = writeln!(text, "{}: {}", plain(statement.topic), plain(&statement.text));
    }
    for shown in tables {
        text.push('\n');
        text.push_str(&table(shown));
    }
    text
}

/// Everything as Markdown.
pub fn markdown(analysis: &Analysis<'_>, tables: &[Table]) -> String {
    let mut text = String::new();
    for statement in summary::statements(analysis) {
        let said = adumbra_text::markdown(&statement.text);
        let _ = match statement.tone {
            Tone::Alarm => writeln!(text, "- **{}: {said}**", statement.topic),
            Tone::Caution => writeln!(text, "- *{}:* {said}", statement.topic),
            Tone::Plain => writeln!(text, "- {said}"),
        };
    }
    for table in tables {
        text.push('\n');
        text.push_str(&markdown_table(table));
    }
    text
}

/// The tables that are printed.
pub fn printed(analysis: &Analysis<'_>) -> Vec<Table> {
    let mut all = vec![tables::results(analysis)];
    all.extend(tables::reasons(analysis));
    all.extend(tables::unique(analysis));
    all.extend(tables::speed(analysis));
    all.extend(ratios::table(analysis));
    all.extend(tables::values(analysis));
    all.extend(tables::only(analysis, 30));
    all.extend(tables::wrong(analysis, 50));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([number(0), number(999), number(1000), number(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [decimal(0.0), decimal(0.0123), decimal(0.5), decimal(12.34), decimal(99.99), decimal(1234.5)],
            ["0.00", "0.012", "0.50", "12.3", "100", "1,235"]
        );
        assert_eq!(
            [score(-32.0), score(0.0), score(1234.0), score(2.5), score(-0.0)],
            ["-32", "0", "1,234", "2.5", "0"]
        );
    }
}
