//! The programs in `filetests/`: what data-flow analyses know at locations, by Kildall's algorithm.
//!
//! * `reaching-definitions` shows the definitions that reach each location;
//!   `reaching-definitions register=N at=LOCATION` lists those of one register there.
//! * `uninitialised` lists reads of registers that may have no value.

use adumbra_analyses::textbook::dataflow::*;
use adumbra_analyses::textbook::reaching::ReachingDefinitions;
use adumbra_analyses::textbook::uninitialised::Uninitialised;
use adumbra_filetests::{Command, check_group};
use adumbra_program::*;
use std::sync::Arc;

/// Checks the files of a folder.
pub fn group(name: &str) {
    check_group(env!("CARGO_MANIFEST_DIR"), name, &execute);
}

fn execute(command: &Command, text: &str) -> Result<String, String> {
    let program = Arc::new(text::parse(text).map_err(|error| error.to_string())?);
    match command.name() {
        "reaching-definitions" => reaching_definitions(command, &program),
        "uninitialised" => Ok(uninitialised(&program)),
        _ => command.unknown(),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn reaching_definitions(command: &Command, program: &Arc<Program>) -> Result<String, String> {
    let analysis = ReachingDefinitions::new(program);
    let facts = kildall(program, &analysis);
    let (Some(register), Some(at)) = (command.value("register"), command.value("at")) else {
        let line = |(location, fact)| format!("{location}: {}\n", analysis.show(fact));
        return Ok(facts.iter().map(line).collect());
    };
    let fact = facts.get(&Location::from_u32(number(at)?)).ok_or("the location is not reached")?;
    let edges = ReachingDefinitions::of(fact, Register::from_u32(number(register)?));
    let shown = edges.map(|edge| format!("{} -> {}\n", program.edges[edge].from, program.edges[edge].to));
    Ok(shown.collect())
}

fn uninitialised(program: &Arc<Program>) -> String {
    let analysis = Uninitialised::new(program);
    let facts = kildall(program, &analysis);
    let reads = program.edges.iter().flat_map(|(edge, data)| {
        let reads = analysis.reads(&facts[&data.from], edge);
        reads.into_iter().map(|register| format!("{register} at {}\n", data.from))
    });
    reads.collect()
}
