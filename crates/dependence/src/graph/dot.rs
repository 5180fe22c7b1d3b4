//! A dependence graph for Graphviz.

use super::{DependenceGraph, NodeKind, Slice, Way};
use adumbra_program::text::Printer;
use adumbra_program::*;
use std::fmt::Write;

impl DependenceGraph {
    /// The graph, or the part of it whose edges are in a slice, in the language of Graphviz. Flow
    /// is drawn in full, control dashed, flow through memory in blue, calls in grey.
    pub fn dot(&self, program: &Program, slice: Option<&Slice>) -> String {
        let shown = |node: u32| match (slice, self.nodes.edge(node)) {
            (None, _) => true,
            (Some(slice), Some(edge)) => slice.contains(edge),
            (Some(slice), None) => match self.nodes.function(program, node).and_then(|f| program.body(f)) {
                Some(body) => body.edge_ids().any(|e| slice.contains(e)),
                None => true,
            },
        };
        let printer = Printer::new(program);
        let mut text = String::from("digraph dependence {\n  node [shape=box, fontname=monospace];\n");
        for node in (0..self.len() as u32).filter(|n| shown(*n)) {
            let label = adumbra_text::dot(&self.label(program, &printer, node));
            let _ = writeln!(text, "  n{node} [label=\"{label}\"];");
        }
        for node in (0..self.len() as u32).filter(|n| shown(*n)) {
            let flow = self.flow.get(node);
            let mut lines = Vec::new();
            self.for_each(program, node, |way, other| {
                if shown(other) {
                    lines.push((
                        other,
                        match way {
                            Way::Local if flow.contains(&other) => "",
                            Way::Local if self.summaries.get(node).contains(&other) => " [color=green]",
                            Way::Local => " [style=dashed]",
                            Way::Memory => " [color=blue]",
                            Way::Up | Way::Down => " [color=gray]",
                        },
                    ));
                }
            });
            lines.sort_unstable();
            lines.dedup();
            for (other, style) in lines {
                let _ = writeln!(text, "  n{other} -> n{node}{style};");
            }
        }
        text.push_str("}\n");
        text
    }

    fn label(&self, program: &Program, printer: &Printer<'_>, node: u32) -> String {
        let name = |f: Function| &program.functions[f].name;
        let edge = |e: Edge| {
            let data = &program.edges[e];
            format!("{} -> {}: {}", data.from, data.to, printer.op(&data.op))
        };
        match self.nodes.kind(program, node) {
            NodeKind::Operation(e) => edge(e),
            NodeKind::Pair(e, i) => format!("{} #{i}", edge(e)),
            NodeKind::ActualIn(e, i) => format!("argument {i} of {}", edge(e)),
            NodeKind::ActualOut(e, i) => format!("result {i} of {}", edge(e)),
            NodeKind::Returned(e, i) => format!("value {i} of {}", edge(e)),
            NodeKind::Entry(f) => format!("entry of {}", name(f)),
            NodeKind::Exit(f) => format!("exit of {}", name(f)),
            NodeKind::FormalIn(f, i) => format!("parameter {i} of {}", name(f)),
            NodeKind::FormalOut(f, i) => format!("result {i} of {}", name(f)),
            NodeKind::Hub(i) => format!("memory {i}"),
        }
    }
}
