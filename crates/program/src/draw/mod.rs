//! Pictures of automata: as DOT for graphviz, and as SVG with a layout of our own, so that no other
//! program is needed.

mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;

use crate::graph::{FunctionGraph, WeakTopologicalOrder};
use crate::ids::{Edge, Function, Location};
use crate::model::Program;
use crate::op::Op;
use crate::text::Printer;
use std::collections::HashMap;

/// Locations of one function that are drawn together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// What stands at it.
    pub label: String,
    /// Where it is entered.
    pub entry: Location,
    /// The locations, those of clusters inside it included.
    pub locations: Vec<Location>,
    /// The cluster around it, by its place in the list. It comes earlier, and all between the two
    /// are inside it, too.
    pub within: Option<usize>,
}

/// How to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Draw every location and every edge; otherwise locations along a straight line share one box.
    pub single_edges: bool,
    /// Longer lines are cut to this number of characters.
    pub max_line: usize,
    /// What is drawn together: a frame in DOT, a name in the first box in SVG.
    pub clusters: Vec<Cluster>,
}

impl Default for Options {
    fn default() -> Self {
        Options { single_edges: false, max_line: 72, clusters: Vec::new() }
    }
}

/// One line in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    /// The line in the source, if it differs from that of the line above.
    number: Option<u32>,
    text: String,
}

/// What a box stands for; the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Violation,
    Unsupported,
    Entry,
    Exit,
    LoopHead,
    /// An execution ends here without returning.
    DeadEnd,
    Plain,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    location: Location,
    kind: Kind,
    /// What stands beside the location: ` entry`, ` exit`, ` loop`, ` stop` or nothing.
    mark: &'static str,
    lines: Vec<Line>,
    /// Place in a weak topological order, for the layout; edges to earlier places are back edges.
    place: u32,
    /// The smallest cluster that it is in, by its place in the list.
    cluster: Option<usize>,
    /// The clusters that are entered here.
    entered: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrow {
    from: u32,
    to: u32,
    /// A condition; with single edges, any operation.
    label: Option<String>,
    back: bool,
}

/// A function as boxes and arrows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawing {
    function: Function,
    title: String,
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
}

/// The drawings of one function, or of all that have a body.
fn drawings(program: &Program, function: Option<Function>, options: &Options) -> Vec<Drawing> {
    let printer = Printer::new(program);
    let clusters = Clusters::new(&options.clusters);
    program
        .defined_functions()
        .filter(|(id, ..)| function.is_none_or(|f| f == *id))
        .map(|(id, ..)| drawing(program, (&printer, &clusters), id, options))
        .collect()
}

/// Clusters by location.
struct Clusters<'a> {
    smallest: HashMap<Location, usize>,
    entered: HashMap<Location, Vec<&'a str>>,
}

impl<'a> Clusters<'a> {
    fn new(clusters: &'a [Cluster]) -> Clusters<'a> {
        let (mut smallest, mut entered) = (HashMap::new(), HashMap::<Location, Vec<&str>>::new());
        for (i, cluster) in clusters.iter().enumerate() {
            // Those inside come later.
            smallest.extend(cluster.locations.iter().map(|location| (*location, i)));
            entered.entry(cluster.entry).or_default().push(&cluster.label);
        }
        Clusters { smallest, entered }
    }

    fn entered(&self, location: Location) -> String {
        self.entered.get(&location).map_or_else(String::new, |labels| format!(" {}", labels.join(" ")))
    }
}

const NONE: u32 = u32::MAX;

fn drawing(
    program: &Program,
    (printer, clusters): (&Printer, &Clusters<'_>),
    function: Function,
    options: &Options,
) -> Drawing {
    let data = &program.functions[function];
    let mut drawing = Drawing { function, title: signature(program, function), nodes: vec![], arrows: vec![] };
    let (Some(cfg), Some(body)) = (FunctionGraph::new(program, function), &data.body) else { return drawing };
    let loops = cfg.loops();
    let order = WeakTopologicalOrder::of_loops(&loops);
    let mut node_of = vec![NONE; cfg.graph.len()];
    let straight = |l: Location| {
        // The edge along which the line goes on, if it does.
        let mut out = program.out_edges(l);
        match (out.len(), out.next()) {
            (1, Some(e)) if !options.single_edges => {
                let to = program.edges[e].to;
                Some((e, to, program.in_edges(to).len() == 1 && to != body.exit))
            }
            _ => None,
        }
    };
    let is_start = |l: Location| match program.in_edges(l) {
        _ if l == body.entry || l == body.exit => true,
        [only] => !straight(program.edges[*only].from).is_some_and(|(_, _, goes_on)| goes_on),
        _ => true,
    };
    // Locations in the order of their boxes; at last those on a circle that nothing leads to.
    let ordered = order.nodes().map(|n| cfg.location(n)).filter(|l| is_start(*l));
    let starts: Vec<Location> =
        ordered.chain(body.location_ids().filter(|l| is_start(*l))).chain(body.location_ids()).collect();
    let mut ends: Vec<(u32, Edge)> = Vec::new();
    for start in starts {
        if node_of[cfg.node(start) as usize] != NONE || is_unused(program, start, body.entry, body.exit) {
            continue;
        }
        let id = drawing.nodes.len() as u32;
        let mut lines = Vec::new();
        let mut kind = if start == body.entry {
            Kind::Entry
        } else if start == body.exit {
            Kind::Exit
        } else if loops.headed_by(cfg.node(start)).is_some() {
            Kind::LoopHead
        } else {
            Kind::Plain
        };
        let mut mark = match kind {
            Kind::Entry => " entry",
            Kind::Exit => " exit",
            Kind::LoopHead => " loop",
            _ => "",
        };
        let mut last_line = None;
        let mut location = start;
        loop {
            node_of[cfg.node(location) as usize] = id;
            let out = program.out_edges(location);
            if out.len() == 0 && kind == Kind::Plain {
                (kind, mark) = (Kind::DeadEnd, " stop");
            }
            for edge in program.out_edges(location) {
                match program.edges[edge].op {
                    Op::Violation(_) => kind = Kind::Violation,
                    Op::Unsupported(_) if kind != Kind::Violation => kind = Kind::Unsupported,
                    _ => {}
                }
            }
            let Some((edge, to, goes_on)) = straight(location) else {
                ends.extend(out.map(|e| (id, e)));
                break;
            };
            let data = &program.edges[edge];
            if data.op != Op::Nop {
                let number = data.position.map(|p| p.line);
                lines.push(Line { number: number.filter(|n| last_line != Some(*n)), text: printer.op(&data.op) });
                last_line = number.or(last_line);
            }
            if !goes_on || node_of[cfg.node(to) as usize] != NONE {
                ends.push((id, edge));
                break;
            }
            location = to;
        }
        lines.iter_mut().for_each(|l| cut(&mut l.text, options.max_line));
        let place = order.place(cfg.node(start)).unwrap_or(cfg.graph.len() as u32 + id);
        let (cluster, entered) = (clusters.smallest.get(&start).copied(), clusters.entered(start));
        drawing.nodes.push(Node { location: start, kind, mark, lines, place, cluster, entered });
    }
    for (from, edge) in ends {
        let data = &program.edges[edge];
        let to = node_of[cfg.node(data.to) as usize];
        let branch = program.out_edges(data.from).len() > 1;
        let mut label = (branch || options.single_edges).then(|| printer.op(&data.op));
        label.iter_mut().for_each(|l| cut(l, options.max_line));
        let back = drawing.nodes[to as usize].place <= drawing.nodes[from as usize].place;
        drawing.arrows.push(Arrow { from, to, label, back });
    }
    drawing
}

/// A location that no edge touches says nothing.
fn is_unused(program: &Program, location: Location, entry: Location, exit: Location) -> bool {
    let touched = program.out_edges(location).len() > 0 || !program.in_edges(location).is_empty();
    !touched && location != entry && location != exit
}

fn cut(text: &mut String, max: usize) {
    if let Some((at, _)) = text.char_indices().nth(max) {
        text.truncate(at);
        text.push('…');
    }
}

fn signature(program: &Program, function: Function) -> String {
    let data = &program.functions[function];
    let mut parameters: Vec<String> = data.parameter_types.iter().map(|t| t.to_string()).collect();
    if data.variadic {
        parameters.push("...".into());
    }
    let results: Vec<String> = data.result_types.iter().map(|t| t.to_string()).collect();
    let arrow = if results.is_empty() { "" } else { " -> " };
    format!("{}({}){arrow}{}", data.name, parameters.join(", "), results.join(", "))
}
