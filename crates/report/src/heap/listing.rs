//! Heaps as lines of text.

use super::Cluster;
use super::model::{Arrow, Heap, Look, Row};
use adumbra_text::plain;
use std::fmt::Write;

/// The states as text: a line for each box.
pub(super) fn write(caption: &[String], clusters: &[Cluster]) -> String {
    let mut out = String::new();
    for line in caption {
        let _ = writeln!(out, "{}", plain(line));
    }
    for cluster in clusters {
        let _ = writeln!(out, "\n{}", plain(&cluster.title));
        for heap in &cluster.heaps {
            write_heap(heap, &mut out);
        }
        if let Some(more) = &cluster.more {
            let _ = writeln!(out, "  {more}");
        }
    }
    out
}

fn write_heap(heap: &Heap, out: &mut String) {
    let _ = writeln!(out, "  {}", plain(&heap.title));
    for (index, node) in heap.nodes.iter().enumerate() {
        let mut title = node.title.clone();
        if !node.subtitle.is_empty() {
            let _ = write!(title, " ({})", node.subtitle);
        }
        if let Some(around) = node.inside {
            let _ = write!(title, " in each of {}", heap.nodes[around].title);
        }
        let arrows = |row: usize| heap.arrows.iter().filter(move |arrow| arrow.from == index && arrow.row == row);
        let rows = node.rows.iter().enumerate().map(|(at, row)| said(heap, row, arrows(at)));
        let rows: Vec<String> = rows.collect();
        let colon = if rows.is_empty() { "" } else { ": " };
        let run = if node.look == Look::Run { "run of " } else { "" };
        let _ = writeln!(out, "    {}", plain(&format!("{run}{title}{colon}{}", rows.join(", "))));
    }
    for note in &heap.notes {
        let _ = writeln!(out, "    {}", plain(note));
    }
}

/// A row with where it leads.
fn said<'a>(heap: &Heap, row: &Row, arrows: impl Iterator<Item = &'a Arrow>) -> String {
    let target = |arrow: &Arrow| {
        let end = if arrow.label.is_empty() { String::new() } else { format!(" ({})", arrow.label) };
        format!("{}{end}", heap.nodes[arrow.to].title)
    };
    let mut values: Vec<String> = Vec::new();
    if !row.text.is_empty() {
        values.push(row.text.clone());
    }
    let targets: Vec<String> = arrows.map(target).collect();
    if !targets.is_empty() {
        values.push(format!("-> {}", targets.join(" or ")));
    }
    if row.unknown {
        values.push(if values.is_empty() { "?".into() } else { "or ?".into() });
    }
    match values.is_empty() {
        true => row.label.clone(),
        false => format!("{} = {}", row.label, values.join(" ")).replace("= ->", "->"),
    }
}
