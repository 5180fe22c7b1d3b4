//! `adumbra cfa`: the program model as text or as a drawing.

mod blocks;
mod structure;

use super::Context;
use super::verify::settings;
use crate::arguments::LoadArgs;
use crate::failure::{Exit, Failure};
use crate::pixels::PixelArgs;
use crate::{pixels, whole_file};
use adumbra_frontend::{LoadReport, load};
use adumbra_program::{Function, Program, Property, draw, text};
use adumbra_report::pixel;
use adumbra_stop::Stop;
use adumbra_strategies::facts;
use adumbra_strategies::facts::NoFacts;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// What `adumbra cfa` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CfaArgs {
    #[command(flatten)]
    load: LoadArgs,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// What to show of it
    #[arg(long, value_enum, default_value_t = Show::Automata)]
    show: Show,
    /// What an analysis knows at each location: an analysis such as `constant`, `sign`, `interval`,
    /// `reaching`, `uninitialised`, `flow`, `dominators` or `post-dominators`, or a configuration;
    /// or, for the program as a whole, `blocks` and their `footprint`, of which `blocks(auto)` and
    /// the like name the partition
    #[arg(long, value_name = "ANALYSIS", conflicts_with_all = ["format", "show", "edges"])]
    facts: Option<String>,
    /// In drawings, a box for every location, or one for every straight line of them
    #[arg(long, value_enum, default_value_t = Edges::Merged)]
    edges: Edges,
    /// In drawings, a frame around each block (DOT) or its name where it is entered (SVG)
    #[arg(long, value_name = "PARTITION", conflicts_with_all = ["facts", "show"])]
    blocks: Option<PartitionArg>,
    /// Show only this function
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the size of the model and what loading cost to standard error
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    pixels: PixelArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// The textual form, which can be read back
    Text,
    /// For graphviz
    Dot,
    /// A drawing that browsers show
    Svg,
    /// Its shape, a line of pixels for each distance from the entry, as SVG
    PixelSvg,
    /// The same as PNG
    PixelPng,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Show {
    /// The control-flow automata
    Automata,
    /// Who calls whom, as text or DOT
    Calls,
    /// Loops, weak topological order and dominators of each function, as text
    Structure,
}

/// Which parts of a program are blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PartitionArg {
    /// All functions but the one where the program starts
    Functions,
    /// All loops
    Loops,
    /// Functions and loops
    Both,
    /// Functions and loops that are not too small to pay
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Edges {
    /// Every location and every edge
    Single,
    /// Straight lines as one box
    Merged,
}

const EXAMPLES: &str = "\
Examples:
  adumbra cfa task.c                               the whole program as text
  adumbra cfa task.c --function main               one function
  adumbra cfa task.c --format svg -o task.svg      a drawing
  adumbra cfa task.c --format dot --edges single   every location and edge, for graphviz
  adumbra cfa task.c --format pixel-svg -o p.svg   its shape at a glance
  adumbra cfa task.c --show calls --format dot      who calls whom
  adumbra cfa task.c --show structure              loops, iteration order, dominators
  adumbra cfa task.c --facts reaching              which definitions reach each location
  adumbra cfa task.c --facts blocks                its functions and loops, where they are entered and left
  adumbra cfa task.c --facts footprint             what each of them may read, write, allocate and free
  adumbra cfa task.c --facts structures            lists and trees: which heap objects point to which, at which offsets
  adumbra cfa task.c --format dot --blocks both    a frame around each of them, for graphviz
  adumbra cfa a.c b.c -- -Iinclude -DNDEBUG        two files, with flags for clang
  adumbra cfa task.yml --property no-overflow      with the overflow checks that the property needs
  adumbra cfa build/compile_commands.json --target-output sed";

/// Runs the command.
pub fn run(arguments: &CfaArgs, context: &Context) -> Result<Exit, Failure> {
    let loaded = load(&arguments.load.options(Property::unspecified())?)?;
    if arguments.stats {
        print_stats(loaded.program(), loaded.report());
    }
    let program = loaded.into_program();
    let function = match &arguments.function {
        Some(name) => Some(function_named(&program, name)?),
        None => None,
    };
    let drawing = draw::Options {
        single_edges: arguments.edges == Edges::Single,
        clusters: arguments.blocks.map_or_else(Vec::new, |partition| blocks::clusters(&program, partition.into())),
        ..draw::Options::default()
    };
    if let Some(name) = &arguments.facts {
        let text = match blocks::facts(name, &program, function)? {
            Some(text) => text,
            None => known(name, program, function, &Stop::never().by(context.deadline))?,
        };
        return write(arguments, text.as_bytes());
    }
    let bytes = match (arguments.format, function) {
        (Format::Text, _) if arguments.show == Show::Calls => structure::calls(&program, function).into_bytes(),
        (Format::Dot, _) if arguments.show == Show::Calls => structure::calls_dot(&program).into_bytes(),
        (Format::Text, _) if arguments.show == Show::Structure => structure::structure(&program, function).into_bytes(),
        _ if arguments.show != Show::Automata => {
            let message = "calls are shown as text or dot, structure as text";
            return Err(Failure::new(Exit::Usage, message.to_owned()));
        }
        (Format::Text, Some(function)) => text::print_function(&program, function).into_bytes(),
        (Format::Text, None) => text::print(&program).into_bytes(),
        (Format::Dot, _) => draw::dot(&program, function, &drawing).into_bytes(),
        (Format::Svg, _) => draw::svg(&program, function, &drawing).into_bytes(),
        (Format::PixelSvg, _) => pixel_tree(arguments, &program, function, pixel::Format::Svg)?,
        (Format::PixelPng, _) => pixel_tree(arguments, &program, function, pixel::Format::Png)?,
    };
    write(arguments, &bytes)
}

/// What an analysis or a configuration knows, a line for each state.
fn known(name: &str, program: Arc<Program>, function: Option<Function>, stop: &Stop) -> Result<String, Failure> {
    let is_file = name.contains(['.', '/']) && !name.contains('(');
    let configuration = match is_file {
        true => settings::configuration(name, &[])?,
        false => facts::configuration_for(name).map_err(|e| {
            let known = facts::analyses().chain(blocks::NAMES).collect::<Vec<_>>().join(", ");
            let hint = format!("a configuration of `adumbra verify --list-configs`, or one of {known}");
            Failure::new(Exit::Usage, format!("--facts: {e}")).hint(hint)
        })?,
    };
    let states = facts::facts(&program, &configuration, function, stop).map_err(|e| match e {
        NoFacts::Portfolio(_) | NoFacts::Alone(..) => Failure::new(Exit::Usage, format!("--facts: {e}")),
        NoFacts::Limit => Failure::new(Exit::Unknown, e.to_string()),
    })?;
    Ok(states.into_iter().map(|state| state + "\n").collect())
}

fn write(arguments: &CfaArgs, bytes: &[u8]) -> Result<Exit, Failure> {
    match &arguments.output {
        Some(path) => {
            whole_file::replace(path, bytes).map_err(|e| Failure::output(&path.display().to_string(), &e))?;
        }
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes).and_then(|()| out.flush()).map_err(|e| Failure::output("standard output", &e))?;
        }
    }
    Ok(Exit::Success)
}

/// The shape of the automata.
fn pixel_tree(
    arguments: &CfaArgs,
    program: &Program,
    function: Option<Function>,
    format: pixel::Format,
) -> Result<Vec<u8>, Failure> {
    let picture = pixels::automaton(program, function, &pixels::task(&arguments.load.files));
    pixel::draw(&[picture], &arguments.pixels.options(), format)
        .map_err(|e| Failure::new(Exit::Internal, e.to_string()))
}

fn print_stats(program: &Program, report: &LoadReport) {
    let rows = [
        ("functions defined", program.defined_functions().count()),
        ("locations", program.locations.len()),
        ("edges", program.edges.len()),
        ("registers", program.registers.len()),
        ("expressions", program.exprs.len()),
        ("globals", program.globals.len()),
        ("model (bytes)", program.memory()),
        ("bitcode (bytes)", report.bitcode_bytes as usize),
        ("compiling (ms)", report.compiling.as_millis() as usize),
        ("translating (ms)", report.translating.as_millis() as usize),
    ];
    for (name, value) in rows {
        eprintln!("{name:<21} {value}");
    }
}

/// A function of the program by its name.
fn function_named(program: &Program, name: &str) -> Result<Function, Failure> {
    // A Rust function is also found by its last name, if that is unique: its symbol ends with
    // length and name.
    let end = format!("{}{name}", name.len());
    let mut by_end = program.functions.iter().filter(|(_, f)| f.name.starts_with("_R") && f.name.ends_with(&end));
    let rust = by_end.next().filter(|_| by_end.next().is_none()).map(|(id, _)| id);
    program.function_named(name).or(rust).ok_or_else(|| {
        let own = program.defined_functions().filter(|(_, f, _)| !f.library);
        let mut names: Vec<&str> = own.map(|(_, f, _)| f.name.as_str()).filter(|n| n.len() < 60).collect();
        names.sort_unstable();
        let more = if names.len() > 12 { ", …" } else { "" };
        names.truncate(12);
        Failure::new(Exit::Usage, format!("{name}: no such function in the program"))
            .hint(format!("one of {}{more}", names.join(", ")))
    })
}
