//! Automata in graphviz's language.

use super::{Cluster, Drawing, Kind, Node, Options, drawings};
use crate::ids::Function;
use crate::model::Program;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One function, or all functions with a body as clusters, as a DOT graph.
pub fn dot(program: &Program, function: Option<Function>, options: &Options) -> String {
    let mut out = String::from("digraph program {\n");
    out.push_str("  graph [fontname=\"monospace\", labeljust=l];\n");
    out.push_str("  node [shape=box, fontname=\"monospace\", fontsize=10, style=filled, fillcolor=white];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
    for drawing in drawings(program, function, options) {
        write_function(&drawing, &options.clusters, &mut out);
    }
    out.push_str("}\n");
    out
}

fn write_function(drawing: &Drawing, clusters: &[Cluster], out: &mut String) {
    let _ = writeln!(out, "  subgraph \"cluster_{}\" {{", drawing.function);
    let _ = writeln!(out, "    label=\"{}\";", adumbra_text::dot(&drawing.title));
    drawing.nodes.iter().filter(|node| node.cluster.is_none()).for_each(|node| write_node(node, out));
    write_clusters(drawing, clusters, out);
    for arrow in &drawing.arrows {
        let (from, to) = (&drawing.nodes[arrow.from as usize], &drawing.nodes[arrow.to as usize]);
        let mut attributes = Vec::new();
        if let Some(label) = &arrow.label {
            attributes.push(format!("label=\"{}\"", adumbra_text::dot(label)));
        }
        if arrow.back {
            attributes.push("color=\"#1d4ed8\"".into());
        } else if to.kind == Kind::Violation {
            attributes.push("color=\"#b91c1c\"".into());
        }
        let _ = writeln!(out, "    \"{}\" -> \"{}\" [{}];", from.location, to.location, attributes.join(", "));
    }
    out.push_str("  }\n");
}

/// The clusters of the function as frames, each with those inside it.
fn write_clusters(drawing: &Drawing, clusters: &[Cluster], out: &mut String) {
    let mut members: BTreeMap<usize, Vec<&Node>> = BTreeMap::new();
    for node in &drawing.nodes {
        let mut at = node.cluster;
        if let Some(own) = at {
            members.entry(own).or_default().push(node);
        }
        // What is around it has a frame, too, even without boxes of its own.
        while let Some(cluster) = at {
            members.entry(cluster).or_default();
            at = clusters[cluster].within;
        }
    }
    let mut open: Vec<usize> = Vec::new();
    for (cluster, nodes) in members {
        while open.last().is_some_and(|last| clusters[cluster].within != Some(*last)) {
            out.push_str("    }\n");
            open.pop();
        }
        let label = adumbra_text::dot(&clusters[cluster].label);
        let _ = writeln!(out, "    subgraph \"cluster_block_{cluster}\" {{\n    label=\"{label}\"; style=dashed;");
        nodes.into_iter().for_each(|node| write_node(node, out));
        open.push(cluster);
    }
    open.iter().for_each(|_| out.push_str("    }\n"));
}

fn write_node(node: &Node, out: &mut String) {
    let mut label = format!("{}{}", node.location, node.mark);
    for line in &node.lines {
        label.push('\n');
        if let Some(number) = line.number {
            let _ = write!(label, "{number}: ");
        }
        label.push_str(&line.text);
    }
    let mut label = adumbra_text::dot(&label);
    if !node.lines.is_empty() {
        label.push_str("\\l");
    }
    let style = match node.kind {
        Kind::Entry => ", style=\"rounded,filled\", fillcolor=\"#dcfce7\"",
        Kind::Exit => ", style=\"rounded,filled\", fillcolor=\"#e5e7eb\", peripheries=2",
        Kind::Violation => ", shape=octagon, fillcolor=\"#fecaca\", color=\"#b91c1c\", fontcolor=\"#7f1d1d\"",
        Kind::Unsupported => ", shape=octagon, fillcolor=\"#ffedd5\", color=\"#c2410c\"",
        Kind::LoopHead => ", shape=hexagon, fillcolor=\"#dbeafe\", color=\"#1d4ed8\"",
        Kind::DeadEnd => ", style=\"filled,dashed\"",
        Kind::Plain => "",
    };
    let _ = writeln!(out, "    \"{}\" [label=\"{label}\"{style}];", node.location);
}
