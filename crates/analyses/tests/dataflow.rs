//! Data-flow analyses as configurable ones: the equations hold, and Kildall's algorithm gives the
//! same.

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

fn parse(text: &str) -> Arc<Program> {
    let head = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\n";
    Arc::new(text::parse(&format!("{head}entry @main\n\n{text}")).unwrap_or_else(|e| panic!("{e}")))
}

/// Definitions are replaced by new ones, meet where branches meet, and calls define parameters and
/// results.
#[test]
fn reaching_definitions_of_an_example() {
    let program = parse(
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: %0 = 1
  l2 -> l3: [%0 == 1]
  l2 -> l4: [!(%0 == 1)]
  l3 -> l4: %0 = 2
  l4 -> l5: %1 = call @next(%0)
  l5 -> l1: return %1
}

function @next(%2: i32) -> i32 {
  entry l6 exit l7
  reg %2: i32
  l6 -> l8: %2 = %2 + 1
  l8 -> l7: return %2
}
",
    );
    let analysis = ReachingDefinitions::new(&program);
    let facts = kildall(&program, &analysis);
    let show = |l: u32| analysis.show(&facts[&Location::from_u32(l)]);
    let edge = |from: u32, to: u32| {
        let found = program.edges.iter().find(|(_, e)| e.from.as_u32() == from && e.to.as_u32() == to);
        found.unwrap().0
    };
    assert_eq!(show(3), format!("r0@{}", edge(0, 2)));
    assert_eq!(show(4), format!("r0@{} r0@{}", edge(0, 2), edge(3, 4)));
    let call = edge(4, 5);
    assert_eq!(show(6), format!("{} r2@{call}", show(4)));
    assert_eq!(show(8), format!("{} r2@{}", show(4), edge(6, 8)));
    // The return defines the result, and the parameter is gone.
    assert_eq!(show(5), format!("{} r1@{call}", show(4)));
    let reaching: Vec<Edge> = ReachingDefinitions::of(&facts[&Location::from_u32(5)], Register::from_u32(0)).collect();
    assert_eq!(reaching, [edge(0, 2), edge(3, 4)]);
}

/// `int x; if (…) x = 1; use(x);` reads what may be uninitialised, `x = 2` before it does not.
#[test]
fn uninitialised_variables_of_an_example() {
    let program = parse(
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0 %1 %2 %3: i32
  l0 -> l2: %0 = input indeterminate s0
  l2 -> l3: %1 = input nondet \"nondet\"
  l3 -> l4: [%1 == 0]
  l3 -> l5: [!(%1 == 0)]
  l4 -> l6: %2 = 1
  l5 -> l6: %2 = %0
  l6 -> l7: %3 = %2 + 1
  l7 -> l8: %2 = 2
  l8 -> l9: %3 = %2 + 1
  l9 -> l1: return %3
}

site s0 in @main
symbol sym0 \"nondet\"
",
    );
    let analysis = Uninitialised::new(&program);
    let facts = kildall(&program, &analysis);
    let reads: Vec<String> = program
        .edges
        .iter()
        .flat_map(|(edge, data)| {
            let reads = analysis.reads(&facts[&data.from], edge);
            reads.into_iter().map(move |r| format!("{r} at {}", data.from))
        })
        .collect();
    assert_eq!(reads, ["r2 at l6"]);
}
