//! `adumbra slice`: what of a program bears on a line, a variable or a property.
//!
//! The program is loaded, its dependence graph is made, and what the criteria depend on is marked
//! in the source ([`text`], [`html`], [`json`]) or written as a program of its own.

mod criterion;
mod html;
mod json;
mod lines;
mod text;

use crate::arguments::{ExternalsArg, LoadArgs};
use crate::failure::{Exit, Failure};
use crate::pixels::PixelArgs;
use crate::{pixels, whole_file};
use adumbra_dependence::{Criterion, DependenceCounts, DependenceOptions, Slice};
use adumbra_frontend::{load, remainder};
use adumbra_program::{Callee, Edge, Function, Op, Program, Property};
use adumbra_strategies::property_slice;
use adumbra_strategies::property_slice::Dependences;
use clap::{Args, ValueEnum};
use lines::{Counts, Lines};
use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What `adumbra slice` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SliceArgs {
    #[command(flatten)]
    load: LoadArgs,
    /// What the slice is about: all that a line uses, or the value of a variable before it; several
    /// are taken together. Without one, the slice is about --property, which must then be given
    #[arg(long, short, value_name = "[FILE:]LINE[:VAR]")]
    criterion: Vec<String>,
    /// What the criterion has an effect on, instead of what has one on it
    #[arg(long)]
    forward: bool,
    /// Keep what decides whether loops and calls end, too
    #[arg(long)]
    termination_sensitive: bool,
    /// Keep the calls of a function apart: smaller, good to read, but not to execute
    #[arg(long, conflicts_with = "output")]
    context_sensitive: bool,
    /// How it is found out where pointers point to
    #[arg(long, value_enum, default_value_t = PointsToArg::Andersen)]
    points_to: PointsToArg,
    /// What functions without a definition do besides returning any value
    #[arg(long, value_enum, default_value_t = ExternalsArg::Pure)]
    externals: ExternalsArg,
    /// Write the slice as a program: bitcode, textual IR if the name ends in .ll, automata if it
    /// ends in .cfa
    #[arg(long, short, value_name = "FILE.bc|FILE.ll|FILE.cfa", conflicts_with = "forward", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write the marked source as a page
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Write the slice of the dependence graph for graphviz
    #[arg(long, value_name = "FILE.dot", help_heading = "Output")]
    dot: Option<PathBuf>,
    /// Write the dependence graph as pictures, a line a level: from the criterion, and from the
    /// entry of the program: see docs/pixel-trees.md
    #[arg(long, value_name = "FILE.svg|FILE.png", help_heading = "Output")]
    pixel_tree: Option<PathBuf>,
    /// Print the lines of the slice as FILE:LINE and nothing else
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    lines: bool,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto, value_name = "WHEN", help_heading = "Output")]
    color: ColorArg,
    #[command(flatten)]
    pixels: PixelArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PointsToArg {
    /// By inclusion: which pointers are assigned to which
    Andersen,
    /// To whatever has its address taken
    Trivial,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ColorArg {
    /// On a terminal
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
A line of the slice is marked with `|`, one that is removed with `-`, one of the criterion with `>`. Lines without a mark have no
code that could be removed. docs/slicing.md says what a slice promises.

Examples:
  adumbra slice task.c --criterion 12                     what bears on line 12
  adumbra slice task.c --criterion 12:sum                 what bears on the value of sum before line 12
  adumbra slice a.c b.c --criterion b.c:7 --forward       what line 7 of b.c has an effect on
  adumbra slice task.c --property unreach-call            what decides whether the error function is called
  adumbra slice task.c -c 12 --output slice.bc            the slice as a program, for clang or adumbra verify
  adumbra slice task.c -c 12 --output slice.cfa           … as automata in which the rest does nothing
  adumbra slice task.c -c 12 --html slice.html            the marked source as a page
  adumbra slice task.c -c 12 --pixel-tree deps.svg        how far dependence reaches, at a glance
  adumbra slice task.c -c 12 --lines                      for scripts";

/// A slice with all that is shown of it.
struct Sliced<'a> {
    program: &'a Program,
    /// What it is about, in words.
    about: Vec<String>,
    forward: bool,
    lines: Lines,
    counts: Counts,
    /// The size of the dependence graph.
    graph: DependenceCounts,
    /// How many variables there are, registers and parts of memory, and how many of them decide
    /// about branches.
    variables: usize,
    relevant: usize,
    times: [(&'static str, Duration); 4],
}

/// Runs the command.
pub fn run(arguments: &SliceArgs) -> Result<Exit, Failure> {
    let written = arguments.criterion.iter().map(|c| criterion::parse(c)).collect::<Result<Vec<_>, _>>()?;
    if written.is_empty() && arguments.load.property.is_empty() {
        return Err(Failure::new(Exit::Usage, "what is the slice about?")
            .hint("--criterion LINE, --criterion LINE:VARIABLE or --property NAME"));
    }
    if let Some(path) = &arguments.output {
        let known = path.extension().is_some_and(|e| e == "bc" || e == "ll" || e == "cfa");
        if !known {
            return Err(Failure::new(Exit::Usage, format!("--output {}: neither .bc, .ll nor .cfa", path.display())));
        }
    }
    arguments.pixel_tree.as_deref().map(pixels::format).transpose()?;
    whole_file::refuse([
        ("--output", arguments.output.as_deref()),
        ("--html", arguments.html.as_deref()),
        ("--dot", arguments.dot.as_deref()),
        ("--pixel-tree", arguments.pixel_tree.as_deref()),
    ])?;
    let loaded = load(&arguments.load.options(Property::unspecified())?)?;
    let (program, report) = (loaded.program(), loaded.report());
    let options = DependenceOptions {
        termination_sensitive: arguments.termination_sensitive,
        context_sensitive: arguments.context_sensitive,
        validity: program.property.monitors(adumbra_program::Violation::UseAfterFree),
        ..DependenceOptions::default()
    };
    let externals = arguments.externals.into();
    let precise = arguments.points_to == PointsToArg::Andersen;
    let dependences = Dependences::of(program, externals, precise, &options);
    let started = Instant::now();
    let (criteria, wanted) = match written.is_empty() {
        false => of_lines(program, &dependences, &written)?,
        true => {
            let targets = property_slice::targets(program, externals, dependences.points_to.as_ref())
                .map_err(|why| Failure::new(Exit::Usage, why).hint("--criterion LINE"))?;
            (targets.criteria(), shown(program, &targets.edges))
        }
    };
    let slice = match arguments.forward {
        true => dependences.graph.forward(program, &criteria),
        false => {
            let mut slice = property_slice::with_whole_calls(program, &dependences.graph, &criteria);
            property_slice::add_stopping_calls(program, &dependences.graph, &mut slice);
            slice
        }
    };
    let slicing = started.elapsed();
    let lines = lines::mark(program, &slice, &wanted);
    let counts = lines::count(program, &slice, &lines);
    let property = arguments.load.property.iter().map(|p| format!("property {p}"));
    let about = match written.is_empty() {
        true => property.collect(),
        false => arguments.criterion.iter().map(|c| format!("line {c}")).collect(),
    };
    let times = [
        ("load", report.compiling + report.translating),
        ("points-to", dependences.pointing),
        ("graph", dependences.building),
        ("slice", slicing),
    ];
    let relevant = dependences.graph.relevant_variables(program, &dependences.regions).len();
    let variables = program.registers.len() + dependences.regions.len();
    let graph = dependences.graph.counts();
    let sliced =
        Sliced { program, about, forward: arguments.forward, lines, counts, graph, variables, relevant, times };
    write_files(arguments, &sliced, &dependences, &slice)?;
    if let Some(file) = &arguments.pixel_tree {
        draw(arguments, file, &sliced, &dependences, &criteria, &slice)?;
    }
    if let Some(output) = arguments.output.as_ref().filter(|path| !is_automaton(path)) {
        loaded.write_remainder(remainder(program, |edge| slice.contains(edge)), output)?;
    }
    let rendered = match () {
        () if arguments.lines => text::lines(&sliced),
        () if arguments.json => json::render(&sliced),
        () => text::render(&sliced, colours(arguments.color)),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(rendered.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| Failure::output("standard output", &e))?;
    Ok(Exit::Success)
}

/// Is the slice to be written as automata?
fn is_automaton(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cfa")
}

fn colours(when: ColorArg) -> bool {
    match when {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}

/// What criteria that name lines mean, and the edges that they name.
fn of_lines(
    program: &Program,
    dependences: &Dependences,
    written: &[criterion::Written],
) -> Result<(Vec<Criterion>, Vec<Edge>), Failure> {
    let (mut criteria, mut edges) = (Vec::new(), Vec::new());
    for written in written {
        let wanted = criterion::find(program, written)?;
        if let Some(remark) = wanted.remark {
            eprintln!("remark: {remark}");
        }
        if wanted.whole {
            criteria.extend(wanted.edges.iter().map(|e| Criterion::Edge(*e)));
        }
        criteria.extend(wanted.loads.iter().map(|e| Criterion::Edge(*e)));
        let registers = wanted.registers.into_iter();
        criteria.extend(registers.map(|(at, registers)| Criterion::Values { at, registers }));
        let objects = wanted.objects.into_iter();
        criteria.extend(objects.map(|(at, object)| {
            let regions = dependences.regions.touched(object, 0, u64::MAX);
            Criterion::Memory { at, regions }
        }));
        edges.extend(wanted.edges);
    }
    Ok((criteria, edges))
}

/// The edges by which targets are shown: for the violation in an error function, the calls of the
/// function.
fn shown(program: &Program, targets: &[Edge]) -> Vec<Edge> {
    let names = program.property.error_functions();
    let function_of = |edge: Edge| program.function_of(program.edges[edge].from);
    let is_error = |function: Function| names.contains(&program.functions[function].name);
    let (errors, mut others): (Vec<Edge>, Vec<Edge>) = targets.iter().partition(|e| is_error(function_of(**e)));
    let functions: HashSet<Function> = errors.into_iter().map(function_of).collect();
    let calls = program.edges.iter().filter(|(_, data)| match data.op {
        Op::Call { callee: Callee::Direct(function), .. } => functions.contains(&function),
        _ => false,
    });
    others.extend(calls.map(|(edge, _)| edge));
    others
}

fn write_files(
    arguments: &SliceArgs,
    sliced: &Sliced<'_>,
    dependences: &Dependences,
    slice: &Slice,
) -> Result<(), Failure> {
    let write = |path: &Path, text: String| {
        whole_file::replace(path, text.as_bytes()).map_err(|e| Failure::output(&path.display().to_string(), &e))
    };
    if let Some(path) = &arguments.html {
        write(path, html::render(sliced))?;
    }
    if let Some(path) = arguments.output.as_ref().filter(|path| is_automaton(path)) {
        write(path, adumbra_program::text::print(&dependences.graph.sliced(sliced.program, slice)))?;
    }
    if let Some(path) = &arguments.dot {
        write(path, dependences.graph.dot(sliced.program, Some(slice)))?;
    }
    Ok(())
}

/// Draws the dependence graph as seen from the criteria, and as seen from the entry.
fn draw(
    arguments: &SliceArgs,
    file: &Path,
    sliced: &Sliced<'_>,
    dependences: &Dependences,
    criteria: &[Criterion],
    slice: &Slice,
) -> Result<(), Failure> {
    let (program, graph) = (sliced.program, &dependences.graph);
    let task = pixels::task(&arguments.load.files);
    let direction = if sliced.forward { "forward from" } else { "backward from" };
    let near = graph.levels_from_criteria(program, criteria, sliced.forward, slice);
    let far = graph.levels_from_entry(program, criteria, slice);
    let pictures = [
        pixels::dependences(&near, vec![task.clone(), format!("{direction} {}", sliced.about.join(", "))]),
        pixels::dependences(&far, vec![task, format!("from the entry {}", program.functions[program.entry].name)]),
    ];
    pixels::save(file, &pictures, &arguments.pixels.options())
}
