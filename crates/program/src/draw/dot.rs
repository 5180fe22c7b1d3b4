//! Automata in graphviz's language.

use super::{Drawing, Kind, Options, drawings};
use crate::ids::Function;
use crate::model::Program;
use std::fmt::Write;

/// One function, or all functions with a body as clusters, as a DOT graph.
pub fn dot(program: &Program, function: Option<Function>, options: &Options) -> String {
    let mut out = String::from("digraph program {\n");
    out.push_str("  graph [fontname=\"monospace\", labeljust=l];\n");
    out.push_str("  node [shape=box, fontname=\"monospace\", fontsize=10, style=filled, fillcolor=white];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
    for drawing in drawings(program, function, options) {
        write_function(&drawing, &mut out);
    }
    out.push_str("}\n");
    out
}

fn write_function(drawing: &Drawing, out: &mut String) {
    let _ = writeln!(out, "  subgraph \"cluster_{}\" {{", drawing.function);
    let _ = writeln!(out, "    label=\"{}\";", adumbra_text::dot(&drawing.title));
    for node in &drawing.nodes {
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
