//! What the graph algorithms know of a program: calls, loops, iteration order, dominators.

use adumbra_program::callgraph::CallGraph;
use adumbra_program::graph::{FunctionGraph, WeakTopologicalOrder, WtoItem};
use adumbra_program::{Function, Program};
use std::fmt::Write;

/// The functions of the program that a user wrote or that are reached, in the order of the program.
fn shown(program: &Program, only: Option<Function>) -> impl Iterator<Item = Function> + '_ {
    program.functions.keys().filter(move |f| only.is_none_or(|o| o == *f))
}

/// The call graph as text: a line a function, callees in order; marks for recursion and open
/// indirect calls.
pub fn calls(program: &Program, only: Option<Function>) -> String {
    let graph = CallGraph::new(program);
    let mut out = String::new();
    for function in shown(program, only) {
        let data = &program.functions[function];
        let mut marks = Vec::new();
        if data.body.is_none() {
            marks.push("undefined");
        }
        if graph.is_recursive(function) {
            marks.push("recursive");
        }
        if graph.has_unsupported_rest(function) {
            marks.push("indirect calls may go elsewhere");
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let callees: Vec<&str> = graph.callees(function).iter().map(|f| program.functions[*f].name.as_str()).collect();
        let arrow = if callees.is_empty() { String::new() } else { format!(" -> {}", callees.join(" ")) };
        let _ = writeln!(out, "{}{marks}{arrow}", data.name);
    }
    out
}

/// The call graph for graphviz.
pub fn calls_dot(program: &Program) -> String {
    let graph = CallGraph::new(program);
    let mut out = String::from("digraph calls {\n  node [shape=box, fontname=monospace];\n");
    let quote = |name: &str| format!("\"{}\"", adumbra_text::dot(name));
    for (function, data) in program.functions.iter() {
        let style = match (&data.body, graph.is_recursive(function)) {
            (None, _) => " [style=dashed]",
            (_, true) => " [style=bold]",
            _ => "",
        };
        let _ = writeln!(out, "  {}{style};", quote(&data.name));
        for callee in graph.callees(function) {
            let _ = writeln!(out, "  {} -> {};", quote(&data.name), quote(&program.functions[*callee].name));
        }
        if graph.has_unsupported_rest(function) {
            let _ = writeln!(out, "  {} -> \"?\" [style=dotted];", quote(&data.name));
        }
    }
    out.push_str("}\n");
    out
}

/// Loops, weak topological order and immediate dominators of functions.
pub fn structure(program: &Program, only: Option<Function>) -> String {
    let mut out = String::new();
    for function in shown(program, only) {
        let Some(graph) = FunctionGraph::new(program, function) else { continue };
        let name = |node: u32| graph.location(node).to_string();
        let _ = writeln!(out, "function {}", program.functions[function].name);
        let forest = graph.loops();
        for (_, each) in forest.iter() {
            let kind = if each.irreducible { " irreducible" } else { "" };
            let _ = writeln!(out, "  loop at {} depth {}{kind}", name(each.head), each.depth);
        }
        let order = WeakTopologicalOrder::of_loops(&forest);
        let items: Vec<String> = order
            .items()
            .iter()
            .map(|item| match item {
                WtoItem::Node(node) => name(*node),
                WtoItem::Open(head) => format!("({}", name(*head)),
                WtoItem::Close(_) => ")".to_owned(),
            })
            .collect();
        let _ = writeln!(out, "  order {}", items.join(" ").replace(" )", ")"));
        let (dominators, post) = (graph.dominators(), graph.post_dominators());
        for location in program.body(function).into_iter().flat_map(|b| b.location_ids()) {
            let node = graph.node(location);
            let show = |immediate: Option<u32>| immediate.map_or_else(|| "-".to_owned(), name);
            let _ = writeln!(
                out,
                "  {location} dominated by {} post-dominated by {}",
                show(dominators.immediate(node)),
                show(post.immediate(node))
            );
        }
    }
    out
}
