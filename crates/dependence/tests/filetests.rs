//! The programs in `filetests/`: what they depend on, their slices, and what is left of them.
//!
//! * `simplify` prints the edges of the entry function that the simplified program reaches.
//! * `blocks` lists the blocks of the program, `footprints` what they touch; `partition=NAME` says
//!   which parts are blocks.
//! * `flows` lists for each edge the edges whose definitions it uses.
//! * `slice` lists the edges of a slice, `sliced` the edges of the program that it is. Criteria are
//!   `edges=FROM-TO,…`, or the values of `register=N at=LOCATION`; `termination-sensitive` means
//!   that loops need not end.

use crate::common::Known;
use crate::simplify::simplified;
use adumbra_dependence::simplify::acting;
use adumbra_dependence::*;
use adumbra_filetests::{Command, check_group};
use adumbra_program::*;

fn group(name: &str) {
    check_group(env!("CARGO_MANIFEST_DIR"), name, &execute);
}

fn execute(command: &Command, text: &str) -> Result<String, String> {
    let program = text::parse(text).map_err(|error| error.to_string())?;
    if command.name() == "simplify" {
        return simplify(&program);
    }
    if let "blocks" | "footprints" = command.name() {
        return apart(command, program);
    }
    let options = DependenceOptions {
        termination_sensitive: command.flag("termination-sensitive"),
        ..DependenceOptions::default()
    };
    let known = Known::about(program);
    let program = &known.program;
    let graph = DependenceGraph::new(program, &known.points_to, &known.regions, &options);
    let slice = || Ok::<_, String>(graph.slice(program, &criteria(command, program)?));
    Ok(match command.name() {
        "flows" => {
            let line = |edge| format!("{}: {}\n", ends(program, edge), list(program, graph.definitions(edge)));
            program.edges.keys().map(line).collect()
        }
        "slice" => slice()?.edges().map(|edge| format!("{}\n", ends(program, edge))).collect(),
        "sliced" => {
            let sliced = graph.sliced(program, &slice()?);
            validate(&sliced).map_err(|error| error.to_string())?;
            sliced.edges.keys().map(|edge| written(&sliced, edge)).collect()
        }
        _ => return command.unknown(),
    })
}

/// The blocks of a program, and what they touch.
fn apart(command: &Command, program: Program) -> Result<String, String> {
    let name = command.value("partition").ok_or("which partition?")?;
    let known = Partition::NAMES.iter().find(|(_, known)| *known == name);
    let (partition, _) = known.ok_or(format!("`{name}` is no partition"))?;
    let Known { program, points_to, regions } = Known::about(program);
    let blocks = Blocks::new(&program, &points_to, *partition);
    if command.name() == "blocks" {
        return Ok(blocks.show(&program, None));
    }
    let footprints = Footprints::new(&program, &points_to, &regions, &blocks);
    Ok(footprints.show(&program, &points_to, &regions, &blocks, None))
}

fn ends(program: &Program, edge: Edge) -> String {
    let data = &program.edges[edge];
    format!("{} -> {}", data.from, data.to)
}

fn list(program: &Program, edges: impl IntoIterator<Item = Edge>) -> String {
    let edges: Vec<String> = edges.into_iter().map(|edge| ends(program, edge)).collect();
    if edges.is_empty() { "none".into() } else { edges.join(", ") }
}

/// An edge as the textual form has it.
fn written(program: &Program, edge: Edge) -> String {
    format!("{}: {}\n", ends(program, edge), text::Printer::new(program).op(&program.edges[edge].op))
}

fn criteria(command: &Command, program: &Program) -> Result<Vec<Criterion>, String> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no number"));
    let edge = |text: &str| {
        let (from, to) = text.split_once('-').ok_or(format!("`{text}` should be FROM-TO"))?;
        let (from, to) = (Location::from_u32(number(from)?), Location::from_u32(number(to)?));
        let found = program.out_edges(from).find(|edge| program.edges[*edge].to == to);
        found.map(Criterion::Edge).ok_or(format!("there is no edge {text}"))
    };
    if let (Some(register), Some(at)) = (command.value("register"), command.value("at")) {
        let registers = vec![Register::from_u32(number(register)?)];
        return Ok(vec![Criterion::Values { at: Location::from_u32(number(at)?), registers }]);
    }
    command.value("edges").ok_or("a slice needs a criterion")?.split(',').map(edge).collect()
}

/// The edges that are left, from the entry. The counts that the simplification gives are right.
fn simplify(program: &Program) -> Result<String, String> {
    let (result, counts) = simplified(program);
    validate(&result).map_err(|error| error.to_string())?;
    let removed = acting(program) - acting(&result);
    if removed != counts.edges {
        return Err(format!("{removed} edges are gone: {counts:?}"));
    }
    let entry = result.body(result.entry).ok_or("the entry function has no body")?.entry;
    let mut seen = vec![false; result.locations.len()];
    let (mut work, mut left) = (vec![entry], Vec::new());
    while let Some(location) = work.pop() {
        if !std::mem::replace(&mut seen[location.index()], true) {
            left.extend(result.out_edges(location));
            work.extend(result.out_edges(location).map(|edge| result.edges[edge].to));
        }
    }
    left.sort();
    Ok(left.into_iter().map(|edge| written(&result, edge)).collect())
}

#[test]
fn programs_are_simplified() {
    group("simplify");
}

#[test]
fn sli_12_18_19_the_running_example() {
    group("running_example");
}

#[test]
fn functions_and_loops_are_blocks() {
    group("blocks");
}

#[test]
fn footprints_of_programs() {
    group("footprints");
}
