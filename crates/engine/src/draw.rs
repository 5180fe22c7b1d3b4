//! The abstract reachability graph as DOT.

use crate::algorithm::Algorithm;
use crate::node::{Status, Step};
use adumbra_program::text::Printer;
use adumbra_program::{Move, Program};
use std::fmt::Write;

/// How much to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawOptions {
    /// At most this many nodes, in the order in which they were found.
    pub max_nodes: usize,
    /// At most this many characters a line.
    pub max_line: usize,
}

impl Default for DrawOptions {
    fn default() -> Self {
        DrawOptions { max_nodes: 5000, max_line: 60 }
    }
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The attributes of an arrow whose step begins with a move: calls blue, returns purple.
fn colours(first: Move) -> &'static str {
    match first {
        Move::Edge(_) => "",
        Move::Enter { .. } => ", color=blue, fontcolor=blue",
        Move::Leave { .. } => ", color=purple, fontcolor=purple",
    }
}

/// Draws what was reached: targets red, covered nodes green with a dashed arrow to what covers
/// them, waiting ones yellow. Calls are blue, returns purple; a dotted orange arrow leads to a node
/// that was weakened by a merge, from the node that was merged into it. A node that was weakened
/// has a double border and says how often.
pub fn dot(program: &Program, algorithm: &Algorithm, options: DrawOptions) -> String {
    let mut out = String::from(
        "digraph reached {\n  node [shape=box, style=filled, fillcolor=white, fontname=monospace, fontsize=9];\n  edge [fontname=monospace, fontsize=8];\n",
    );
    let printer = Printer::new(program);
    let reached = algorithm.reached();
    let total = reached.nodes().count();
    for (id, node) in reached.nodes().take(options.max_nodes) {
        let shown = algorithm.part().show(node.state);
        let mut label: Vec<String> =
            shown.lines().map(|l| adumbra_text::dot(&shortened(l, options.max_line))).collect();
        let border = match node.replaced {
            0 => "",
            times => {
                label.push(format!("merged: {times}"));
                ", peripheries=2"
            }
        };
        let colour = match (node.target, node.status) {
            (Some(_), _) => "salmon",
            (_, Status::Covered(_)) => "palegreen",
            (_, Status::Waiting) => "khaki",
            _ => "white",
        };
        // Left-justified lines.
        let _ = writeln!(out, "  n{id} [fillcolor={colour}{border}, label=\"{id}  {}\\l\"];", label.join("\\l"));
        match node.step {
            Step::Start => {}
            Step::Moves { first, count, .. } => {
                let op = printer.op(&program.edges[first.edge()].op);
                let mut label = shortened(&op, options.max_line);
                if count > 1 {
                    let _ = write!(label, " (+{})", count - 1);
                }
                let _ = writeln!(
                    out,
                    "  n{} -> n{id} [label=\"{}\"{}];",
                    node.parent,
                    adumbra_text::dot(&label),
                    colours(first)
                );
            }
            Step::Through { set, exit } => {
                let arrow = format!("label=\"through {set}:{exit}\", style=bold");
                let _ = writeln!(out, "  n{} -> n{id} [{arrow}];", node.parent);
            }
        }
        if let Status::Covered(by) = node.status {
            let _ = writeln!(out, "  n{id} -> n{by} [style=dashed, color=green4, constraint=false];");
        }
        for old in reached.merged_into(id) {
            let _ = writeln!(out, "  n{id} -> n{old} [style=dotted, color=orange, constraint=false, label=merged];");
        }
    }
    if total > options.max_nodes {
        let _ = writeln!(out, "  more [shape=plaintext, label=\"{} more nodes\"];", total - options.max_nodes);
    }
    out.push_str("}\n");
    out
}
