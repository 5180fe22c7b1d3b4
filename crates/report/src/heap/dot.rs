//! Heaps for Graphviz: a cluster for each place, and in it one for each state.

use super::Cluster;
use super::model::{Heap, Look, Node};
use adumbra_text::{dot, markup};
use std::fmt::Write;

/// All states as one graph.
pub(super) fn write(caption: &[String], clusters: &[Cluster]) -> String {
    let mut out = String::from(
        "digraph heaps {\n  graph [rankdir=LR, fontname=\"monospace\", labeljust=l, compound=true];\n  \
         node [shape=plain, fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n",
    );
    if !caption.is_empty() {
        let _ = writeln!(out, "  label=\"{}\\l\"; labelloc=t;", dot(&caption.join("\n")));
    }
    for (place, cluster) in clusters.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_p{place} {{\n    label=\"{}\";", dot(&cluster.title));
        for (state, heap) in cluster.heaps.iter().enumerate() {
            write_heap(heap, &format!("p{place}s{state}"), &mut out);
        }
        if let Some(more) = &cluster.more {
            let _ = writeln!(out, "    p{place}more [shape=plaintext, label=\"{}\"];", dot(more));
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn write_heap(heap: &Heap, prefix: &str, out: &mut String) {
    let notes: String = heap.notes.iter().map(|note| format!("\n{note}")).collect();
    let _ = writeln!(out, "    subgraph cluster_{prefix} {{");
    let _ = writeln!(out, "      label=\"{}\\l\"; color=grey60;", dot(&format!("{}{notes}", heap.title)));
    if heap.nodes.is_empty() {
        let _ = writeln!(out, "      {prefix}empty [shape=plaintext, label=\"nothing is known\"];");
    }
    (0..heap.nodes.len()).filter(|n| heap.nodes[*n].inside.is_none()).for_each(|n| write_node(heap, n, prefix, out));
    for (index, node) in heap.nodes.iter().enumerate() {
        for (at, _) in node.rows.iter().enumerate().filter(|(_, row)| row.unknown) {
            let unknown = format!("{prefix}n{index}u{at}");
            let _ = writeln!(out, "      {unknown} [shape=plaintext, label=\"?\"];");
            let _ = writeln!(out, "      {prefix}n{index}:r{at}:e -> {unknown} [style=dashed];");
        }
    }
    for arrow in &heap.arrows {
        let mut attributes = Vec::new();
        if !arrow.label.is_empty() {
            attributes.push(format!("label=\"{}\"", dot(&arrow.label)));
        }
        if arrow.dashed {
            attributes.push("style=dashed".into());
        }
        let to = arrow.to_row.map_or_else(|| ":h".to_owned(), |row| format!(":r{row}"));
        let _ = writeln!(
            out,
            "      {prefix}n{}:r{}:e -> {prefix}n{}{to} [{}];",
            arrow.from,
            arrow.row,
            arrow.to,
            attributes.join(", ")
        );
    }
    out.push_str("    }\n");
}

/// A box, with a frame around it and those that are inside.
fn write_node(heap: &Heap, index: usize, prefix: &str, out: &mut String) {
    let inside: Vec<usize> = (0..heap.nodes.len()).filter(|n| heap.nodes[*n].inside == Some(index)).collect();
    if !inside.is_empty() {
        let _ = writeln!(out, "      subgraph cluster_{prefix}n{index} {{ label=\"\"; color=black;");
    }
    let _ = writeln!(out, "      {prefix}n{index} [label=<{}>];", table(&heap.nodes[index]));
    for inner in &inside {
        write_node(heap, *inner, prefix, out);
    }
    if !inside.is_empty() {
        out.push_str("      }\n");
    }
}

/// A box as a table of Graphviz' HTML.
fn table(node: &Node) -> String {
    let style = match node.look {
        Look::Frame => "BORDER=\"1\" STYLE=\"ROUNDED\" BGCOLOR=\"#eff6ff\"",
        Look::Lives => "BORDER=\"1\" BGCOLOR=\"white\"",
        Look::Perhaps => "BORDER=\"1\" STYLE=\"DOTTED\" BGCOLOR=\"white\"",
        Look::Dead => "BORDER=\"1\" COLOR=\"grey50\" BGCOLOR=\"grey85\"",
        Look::Run => "BORDER=\"3\" BGCOLOR=\"#fefce8\"",
    };
    let mut rows = format!("<TR><TD PORT=\"h\" COLSPAN=\"2\" BORDER=\"1\" SIDES=\"B\"><B>{}</B>", markup(&node.title));
    if !node.subtitle.is_empty() {
        let _ = write!(rows, "<BR/>{}", markup(&node.subtitle));
    }
    rows.push_str("</TD></TR>");
    for (at, row) in node.rows.iter().enumerate() {
        let _ = write!(
            rows,
            "<TR><TD ALIGN=\"LEFT\">{}</TD><TD ALIGN=\"LEFT\" PORT=\"r{at}\">{}</TD></TR>",
            text(&row.label),
            text(&row.text)
        );
    }
    format!("<TABLE {style} CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"3\">{rows}</TABLE>")
}

/// A text of a cell, which must not be empty.
fn text(text: &str) -> String {
    if text.is_empty() { " ".into() } else { markup(text) }
}
