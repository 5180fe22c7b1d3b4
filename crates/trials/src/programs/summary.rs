//! What many trials came to, as tables: by property, by construct, by configuration, by reason.

use crate::run::Counts;
use std::collections::BTreeMap;

/// What an answer is counted under.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Row<'a> {
    /// The default's answers about a property.
    Property(&'a str),
    /// The default's answers about programs that have a construct.
    Construct(&'a str),
    /// The answers of another configuration.
    Configuration(&'a str),
}

const KINDS: [(&str, &str); 3] = [
    ("property", "by property, the default configuration"),
    ("construct", "by construct, the default configuration"),
    ("configuration", "by configuration"),
];

/// Counts an answer in a row.
pub fn note(counts: &mut Counts, row: Row<'_>, answer: &str) {
    let verdict = answer.split('(').next().unwrap_or(answer);
    match row {
        Row::Property(name) => {
            counts.add(&format!("property|{name}|{verdict}"));
            if let Some(reason) = answer.strip_prefix("UNKNOWN") {
                counts.add(&format!("unknown, the default, {name}: {}", reason.trim_matches(['(', ')'])));
            }
        }
        Row::Construct(name) => counts.add(&format!("construct|{name}|{verdict}")),
        Row::Configuration(name) => counts.add(&format!("configuration|{name}|{verdict}")),
    }
}

/// The tables, and what else was counted.
///
/// ```
/// use adumbra_trials::programs::summary::{Row, note, text};
/// let mut counts = adumbra_trials::run::Counts::default();
/// for answer in ["TRUE", "TRUE", "FALSE(no-overflow)", "UNKNOWN(work limit)"] {
///     note(&mut counts, Row::Property("no-overflow"), answer);
/// }
/// let text = text(&counts);
/// let row: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
/// assert_eq!(row, ["no-overflow", "2", "1", "1"]);
/// assert!(text.contains("1  unknown, the default, no-overflow: work limit"));
/// ```
pub fn text(counts: &Counts) -> String {
    let mut text = String::new();
    for (kind, title) in KINDS {
        let mut rows: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
        for (name, count) in counts.iter() {
            let mut words = name.split('|');
            if words.next() != Some(kind) {
                continue;
            }
            let (Some(row), Some(verdict)) = (words.next(), words.next()) else { continue };
            let column = ["TRUE", "FALSE", "UNKNOWN"].iter().position(|known| *known == verdict);
            if let Some(column) = column {
                rows.entry(row).or_default()[column] += count;
            }
        }
        if !rows.is_empty() {
            text += &format!("{title:<40}{:>8}{:>8}{:>9}\n", "TRUE", "FALSE", "UNKNOWN");
            for (row, [proved, refuted, open]) in rows {
                text += &format!("  {row:<38}{proved:>8}{refuted:>8}{open:>9}\n");
            }
        }
    }
    for (name, count) in counts.iter().filter(|(name, _)| !name.contains('|')) {
        text += &format!("{count:>9}  {name}\n");
    }
    text
}
