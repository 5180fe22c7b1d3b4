//! Data-flow analyses as configurable ones: the equations hold, and Kildall's algorithm gives the
//! same.

use crate::filetests::group;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::textbook::dataflow::*;
use adumbra_analyses::textbook::reaching::ReachingDefinitions;
use adumbra_analyses::textbook::uninitialised::Uninitialised;
use adumbra_engine::*;
use adumbra_laws::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The reached states as text, with their locations.
fn reached<D: Dataflow + 'static>(program: &Arc<Program>, analysis: D, traversal: Traversal) -> Vec<String> {
    let location = LocationAnalysis::new(program, ExternalCalls::Followed);
    let parts: Vec<Box<dyn Part>> =
        vec![Box::new(Component::new(location)), Box::new(Component::new(DataflowAnalysis(analysis)))];
    let exploration = Exploration { granularity: Granularity::Edge, traversal, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
    let mut states: Vec<String> =
        algorithm.reached().reached().map(|(_, n)| algorithm.part().show(n.state).replace('\n', " ")).collect();
    states.sort();
    states
}

fn as_text<D: Dataflow>(program: &Program, analysis: &D, facts: &BTreeMap<Location, D::Fact>) -> Vec<String> {
    let mut texts: Vec<String> = facts
        .iter()
        .map(|(location, fact)| {
            let function = &program.functions[program.function_of(*location)].name;
            format!("{location} in {function} {}", analysis.show(fact)).trim_end().to_owned()
        })
        .collect();
    texts.sort();
    texts
}

/// One state a location, the initial fact is covered, and each fact is the join of what comes in.
fn check<D: Dataflow + 'static>(make: impl Fn(&Arc<Program>) -> D) {
    for number in 0..60 {
        let program = Arc::new(random_program(&mut Random(1000 + number)));
        let analysis = make(&program);
        let facts = kildall(&program, &analysis);
        let entry = program.body(program.entry).unwrap().entry;
        assert!(analysis.covers(&facts[&entry], &analysis.start()));
        let moves = MoveTable::new(&program);
        let mut incoming: BTreeMap<Location, D::Fact> = BTreeMap::from([(entry, analysis.start())]);
        for (location, fact) in &facts {
            for step in moves.at(*location) {
                if let (Some(to), Some(new)) = (step.to(&program), analysis.post(fact, *step)) {
                    let joined = incoming.get(&to).map_or(new.clone(), |old| analysis.join(old, &new));
                    incoming.insert(to, joined);
                }
            }
        }
        assert_eq!(as_text(&program, &analysis, &incoming), as_text(&program, &analysis, &facts), "the equations hold");
        for traversal in [Traversal::DepthFirst, Traversal::BreadthFirst, Traversal::ReversePostorder] {
            let states = reached(&program, make(&program), traversal);
            assert_eq!(states, as_text(&program, &analysis, &facts));
            let mut places: Vec<&str> = states.iter().map(|s| s.split(' ').next().unwrap()).collect();
            places.dedup();
            assert_eq!(places.len(), states.len(), "one state a location");
        }
    }
}

#[test]
fn reaching_definitions_are_kildalls() {
    check(ReachingDefinitions::new);
}

#[test]
fn uninitialised_variables_are_kildalls() {
    check(Uninitialised::new);
}

/// Definitions are replaced by new ones, meet where branches meet, and calls define parameters and
/// results.
#[test]
fn reaching_definitions_of_an_example() {
    group("reaching_definitions");
}

#[test]
fn uninitialised_variables_of_an_example() {
    group("uninitialised");
}
