//! The programs in `filetests/`: the rules that they break, and what is computed about their
//! functions.
//!
//! * `validate` prints `valid` or the error.
//! * `calls` lists the targets of calls of the entry function, `call-graph` what is known of each
//!   function.
//! * `distances`, `shortest-path from=N to=N`, `post-dominators` and `loops` are about the
//!   automaton of the entry function, `uses` about the registers of all edges.

use adumbra_filetests::{Command, check_group};
use adumbra_program::callgraph::CallGraph;
use adumbra_program::graph::*;
use adumbra_program::*;
use std::fmt::{Display, Write};

/// Checks the files of a folder.
pub fn group(name: &str) {
    check_group(env!("CARGO_MANIFEST_DIR"), name, &execute);
}

fn execute(command: &Command, text: &str) -> Result<String, String> {
    let read = text::parse(text);
    if command.name() == "validate" {
        return Ok(read.map_or_else(|error| format!("{error}\n"), |_| "valid\n".into()));
    }
    let program = &read.map_err(|error| error.to_string())?;
    let cfg = FunctionGraph::new(program, program.entry).ok_or("the entry function has no body")?;
    Ok(match command.name() {
        "calls" => calls(program),
        "call-graph" => call_graph(program),
        "distances" => cfg.graph.nodes().map(|from| distances(&cfg, from)).collect(),
        "shortest-path" => {
            let end = |key| -> Result<u32, String> {
                let location: u32 = command.value(key).and_then(|n| n.parse().ok()).ok_or(format!("`{key}=N`"))?;
                Ok(cfg.node(Location::from_u32(location)))
            };
            let path = shortest_path(&cfg.graph, end("from")?, end("to")?);
            path.map_or("none\n".into(), |path| format!("{}\n", locations(&cfg, path)))
        }
        "post-dominators" => {
            let tree = cfg.post_dominators();
            let line = |node| format!("{}: {}\n", cfg.location(node), locations(&cfg, tree.strict_dominators(node)));
            cfg.graph.nodes().map(line).collect()
        }
        "loops" => loops(&cfg),
        "uses" => uses(program),
        _ => return command.unknown(),
    })
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn locations(cfg: &FunctionGraph, nodes: impl IntoIterator<Item = u32>) -> String {
    list(nodes.into_iter().map(|node| cfg.location(node)))
}

fn names(program: &Program, functions: &[Function]) -> String {
    if functions.is_empty() {
        return "none".into();
    }
    list(functions.iter().map(|f| format!("@{}", program.functions[*f].name)))
}

fn calls(program: &Program) -> String {
    let (graph, mut text) = (CallGraph::new(program), String::new());
    for (edge, data) in program.edges.iter().filter(|(_, d)| program.locations[d.from] == program.entry) {
        let targets = graph.targets(edge);
        let _ = write!(text, "{} -> {}: {}", data.from, data.to, names(program, targets.functions));
        text += if targets.unsupported_rest { " and others\n" } else { "\n" };
    }
    text
}

/// What each function calls and who calls it, the reachable functions, and the order from the
/// called to the callers.
fn call_graph(program: &Program) -> String {
    let (graph, mut text) = (CallGraph::new(program), String::new());
    for (f, data) in program.functions.iter() {
        let (callees, callers) = (names(program, graph.callees(f)), names(program, graph.callers(f)));
        let others = if graph.has_unsupported_rest(f) { " and others" } else { "" };
        let _ = write!(text, "@{}: calls {callees}{others}, is called by {callers}", data.name);
        if graph.is_recursive(f) {
            let with = program.functions.keys().filter(|g| graph.are_mutually_recursive(f, *g));
            let _ = write!(text, ", is recursive with {}", names(program, &with.collect::<Vec<_>>()));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "reachable: {}", names(program, &graph.reachable()));
    let groups: Vec<String> = graph.bottom_up().map(|group| format!("({})", names(program, &group))).collect();
    text + &format!("bottom up: {}\n", groups.join(" "))
}

fn distances(cfg: &FunctionGraph, from: u32) -> String {
    let reached = cfg.graph.nodes().filter_map(|to| Some((to, distance(&cfg.graph, from, to)?)));
    let shown: Vec<String> = reached.map(|(to, far)| format!("{} {far}", cfg.location(to))).collect();
    format!("{}: {}\n", cfg.location(from), shown.join(", "))
}

fn loops(cfg: &FunctionGraph) -> String {
    let forest = cfg.loops();
    let mut lines: Vec<(u32, String)> = Vec::new();
    for (id, found) in forest.iter() {
        let inside = cfg.graph.nodes().filter(|node| forest.contains(id, *node));
        lines.push((found.head, format!("{}: {}\n", cfg.location(found.head), locations(cfg, inside))));
    }
    lines.sort();
    let lines: String = lines.into_iter().map(|(_, line)| line).collect();
    format!("{lines}weak order {}\n", WeakTopologicalOrder::of_loops(&forest))
}

fn uses(program: &Program) -> String {
    let mut text = String::new();
    for (_, _, body) in program.defined_functions() {
        let table = UsesDefs::new(program, body);
        for edge in body.edge_ids() {
            let data = &program.edges[edge];
            let number = |r: Register| format!("%{}", r.index());
            let (uses, defs) = (list(table.uses(edge).map(number)), list(table.defs(edge).map(number)));
            let _ = writeln!(text, "{} -> {}: uses {uses}; defines {defs}", data.from, data.to);
        }
    }
    text
}

#[test]
fn call_graphs() {
    group("call_graphs");
}

#[test]
fn sli_1_rules_of_automata() {
    group("rules");
}
