//! The abstract reachability graph as DOT.

use crate::algorithm::Algorithm;
use crate::node::{NodeId, SetId, Status, Step};
use crate::reached::{Node, Reached};
use crate::set::Set;
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

/// What is drawn, and into what.
struct Drawing<'a> {
    program: &'a Program,
    printer: Printer<'a>,
    algorithm: &'a Algorithm,
    options: DrawOptions,
    /// How many nodes may still be drawn.
    left: usize,
    out: String,
}

/// Draws what was reached: targets red, covered nodes green with a dashed arrow to what covers
/// them, waiting ones yellow. Calls are blue, returns purple; a dotted orange arrow leads to a node
/// that was weakened by a merge, from the node that was merged into it. A node that was weakened
/// has a double border and says how often.
///
/// What was reached in a block has a frame around it. A grey arrow leads from each node that enters
/// with what the block begins with to its root, and from each exit to what users have of it. From a
/// recursive call, which what is being explored covers, the arrow is green.
pub fn dot(program: &Program, algorithm: &Algorithm, options: DrawOptions) -> String {
    let head = "digraph reached {\n  node [shape=box, style=filled, fillcolor=white, fontname=monospace, fontsize=9];\n  edge [fontname=monospace, fontsize=8];\n";
    let printer = Printer::new(program);
    let mut drawing =
        Drawing { program, printer, algorithm, options, left: options.max_nodes, out: String::from(head) };
    let mut total = 0;
    for (set, reached) in (0..).zip(algorithm.sets().iter().map(Set::reached)) {
        total += reached.nodes().count();
        match algorithm.key(set).and_then(|(block, _)| algorithm.describe(block)) {
            None => drawing.set(set, reached, "  "),
            Some(name) => drawing.framed(set, reached, &name),
        }
    }
    drawing.links();
    let mut out = drawing.out;
    if total > options.max_nodes {
        let _ = writeln!(out, "  more [shape=plaintext, label=\"{} more nodes\"];", total - options.max_nodes);
    }
    out.push_str("}\n");
    out
}

/// The name of a node in the picture.
fn name(set: SetId, node: NodeId) -> String {
    if set == 0 { format!("n{node}") } else { format!("b{set}n{node}") }
}

impl Drawing<'_> {
    fn framed(&mut self, set: SetId, reached: &Reached, block: &str) {
        let label = adumbra_text::dot(block);
        let _ = writeln!(self.out, "  subgraph cluster_{set} {{");
        let _ = writeln!(self.out, "    label=\"{label}\"; color=grey50; fontname=monospace;");
        self.set(set, reached, "    ");
        let _ = writeln!(self.out, "  }}");
    }

    fn set(&mut self, set: SetId, reached: &Reached, indent: &str) {
        for (id, node) in reached.nodes() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.node(set, id, node, indent);
            if let Status::Covered(by) = node.status {
                let (from, to) = (name(set, id), name(set, by));
                let _ = writeln!(self.out, "{indent}{from} -> {to} [style=dashed, color=green4, constraint=false];");
            }
            for old in reached.merged_into(id) {
                let (from, to) = (name(set, id), name(set, old));
                let _ = writeln!(
                    self.out,
                    "{indent}{from} -> {to} [style=dotted, color=orange, constraint=false, label=merged];"
                );
            }
        }
    }

    fn node(&mut self, set: SetId, id: NodeId, node: &Node, indent: &str) {
        let most = self.options.max_line;
        let shown = self.algorithm.part().show(node.state);
        let mut label: Vec<String> = shown.lines().map(|l| adumbra_text::dot(&shortened(l, most))).collect();
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
        let (own, text) = (name(set, id), label.join("\\l"));
        // Left-justified lines.
        let _ = writeln!(self.out, "{indent}{own} [fillcolor={colour}{border}, label=\"{id}  {text}\\l\"];");
        let parent = name(set, node.parent);
        match node.step {
            Step::Start => {}
            Step::Moves { first, count, .. } => {
                let op = self.printer.op(&self.program.edges[first.edge()].op);
                let mut label = shortened(&op, most);
                if count > 1 {
                    let _ = write!(label, " (+{})", count - 1);
                }
                let (label, colours) = (adumbra_text::dot(&label), colours(first));
                let _ = writeln!(self.out, "{indent}{parent} -> {own} [label=\"{label}\"{colours}];");
            }
            Step::Through { set: inner, exit } => {
                let arrow = format!("label=\"through {inner}:{exit}\", style=bold");
                let _ = writeln!(self.out, "{indent}{parent} -> {own} [{arrow}];");
            }
        }
    }

    /// Between the sets.
    fn links(&mut self) {
        if self.left == 0 {
            return;
        }
        let arrow = "color=grey50, constraint=false, style=dashed";
        for (set, reached) in (0..).zip(self.algorithm.sets().iter().map(Set::reached)) {
            for (node, inner) in self.algorithm.uses(set) {
                let (from, to) = (name(set, node), name(inner, 0));
                if self.algorithm.is_covered_call(set, node) {
                    let covered = "color=green4, constraint=false, style=dashed, label=covered";
                    let _ = writeln!(self.out, "  {from} -> {to} [{covered}];");
                } else {
                    let _ = writeln!(self.out, "  {from} -> {to} [{arrow}, label=reduce];");
                }
            }
            for (id, node) in reached.nodes() {
                if let Step::Through { set: inner, exit } = node.step {
                    let (from, to) = (name(inner, exit), name(set, id));
                    let _ = writeln!(self.out, "  {from} -> {to} [{arrow}, label=expand];");
                }
            }
        }
    }
}
