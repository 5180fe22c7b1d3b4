//! Pixel trees on the command line: options, and pictures of what was reached, of automata and of
//! dependence graphs.

use crate::failure::{Exit, Failure};
use crate::whole_file;
use adumbra_dependence::Standing;
use adumbra_engine::levels;
use adumbra_program::graph::{FunctionGraph, Graph};
use adumbra_program::{Callee, Function, Op, Program};
use adumbra_report::pixel::{Format, Kind, Options, Picture, Tree, draw};
use clap::Args;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// How pixel trees are drawn.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Pixel trees")]
pub struct PixelArgs {
    /// Pixels of a state, in both directions
    #[arg(long, value_name = "PIXELS", default_value_t = Options::default().unit, value_parser = clap::value_parser!(u32).range(1..=64))]
    pixel_size: u32,
    /// Cut the picture off below this row
    #[arg(long, value_name = "ROW", value_parser = clap::value_parser!(u64).range(1..))]
    pixel_rows: Option<u64>,
    /// Trim rows at both sides to this many states
    #[arg(long, value_name = "STATES", value_parser = clap::value_parser!(u64).range(1..))]
    pixel_trim: Option<u64>,
}

impl PixelArgs {
    /// The same for the crate that draws.
    pub fn options(&self) -> Options {
        Options { unit: self.pixel_size, rows: self.pixel_rows, trim: self.pixel_trim, ..Options::default() }
    }
}

/// The format of a picture by the name of its file.
pub fn format(file: &Path) -> Result<Format, Failure> {
    Format::of(file).map_err(|e| Failure::new(Exit::Usage, e.to_string()))
}

/// The picture of what was reached.
pub fn reached(levels: &[Vec<levels::Kind>], caption: Vec<String>) -> Picture {
    let kind = |kind: &levels::Kind| match kind {
        levels::Kind::Plain => Kind::Plain,
        levels::Kind::Covered => Kind::Covered,
        levels::Kind::Replaced => Kind::Replaced,
        levels::Kind::Waiting => Kind::Waiting,
        levels::Kind::Target => Kind::Target,
    };
    let legend = vec![
        (Kind::Plain, "explored"),
        (Kind::Covered, "covered"),
        (Kind::Replaced, "replaced by a merge"),
        (Kind::Waiting, "not yet expanded"),
        (Kind::Target, "target"),
    ];
    Picture { tree: Tree::new(levels.iter().map(|row| row.iter().map(kind))), caption, nodes: "states", legend }
}

/// The picture of an automaton: of one function, or of all that the program's entry reaches, where
/// a call leads both into the function and behind the call.
pub fn automaton(program: &Program, only: Option<Function>, name: &str) -> Picture {
    let root = program.body(only.unwrap_or(program.entry)).map_or(0, |body| body.entry.as_u32());
    let mut edges = Vec::new();
    for edge in program.edges.values() {
        edges.push((edge.from.as_u32(), edge.to.as_u32()));
        if let (Op::Call { callee: Callee::Direct(callee), .. }, None) = (&edge.op, only)
            && let Some(body) = program.body(*callee)
        {
            edges.push((edge.from.as_u32(), body.entry.as_u32()));
        }
    }
    let violated = program.edges.values().filter(|e| matches!(e.op, Op::Violation(v) if program.property.monitors(v)));
    let targets: HashSet<u32> = violated.map(|e| e.to.as_u32()).collect();
    let mut heads = HashSet::new();
    for (function, _, body) in program.defined_functions().filter(|(f, _, _)| only.is_none_or(|o| o == *f)) {
        let graph = FunctionGraph::of_body(program, function, body);
        heads.extend(graph.loops().iter().map(|(_, l)| graph.location(l.head).as_u32()));
    }
    let kind = |node: u32| match (targets.contains(&node), heads.contains(&node)) {
        (true, _) => Kind::Target,
        (_, true) => Kind::Highlighted,
        _ => Kind::Plain,
    };
    let tree = Tree::of_graph(&Graph::new(program.locations.len().max(1), root, &edges), kind);
    let of = only.map_or("all functions", |f| program.functions[f].name.as_str());
    let legend =
        vec![(Kind::Plain, "location"), (Kind::Highlighted, "head of a loop"), (Kind::Target, "behind a violation")];
    Picture { tree, caption: vec![format!("{name}: {of}")], nodes: "locations", legend }
}

/// A picture of a dependence graph.
pub fn dependences(levels: &[Vec<Standing>], caption: Vec<String>) -> Picture {
    let kind = |standing: &Standing| match standing {
        Standing::Criterion => Kind::Target,
        Standing::Inside => Kind::Highlighted,
        Standing::Outside => Kind::Plain,
        Standing::Memory => Kind::Covered,
    };
    let legend = vec![
        (Kind::Plain, "not in the slice"),
        (Kind::Highlighted, "in the slice"),
        (Kind::Covered, "part of memory"),
        (Kind::Target, "criterion"),
    ];
    Picture { tree: Tree::new(levels.iter().map(|row| row.iter().map(kind))), caption, nodes: "nodes", legend }
}

/// The name of a task in captions.
pub fn task(files: &[PathBuf]) -> String {
    files.first().and_then(|f| f.file_name()).map_or_else(String::new, |n| n.to_string_lossy().into_owned())
}

/// Draws pictures side by side into a file.
pub fn save(file: &Path, pictures: &[Picture], options: &Options) -> Result<(), Failure> {
    let bytes = draw(pictures, options, format(file)?).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
    whole_file::replace(file, &bytes).map_err(|e| Failure::output(&file.display().to_string(), &e))
}
