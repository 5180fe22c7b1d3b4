//! The heaps that were reached, as facts: at the heads of loops of the user's code, and last before
//! a violation.
//!
//! States are asked for what certificates say of them ([`StateFacts`]), so that whoever looks at
//! the heaps knows no analysis. That is done once, at the end, for a few states at each place; the
//! others are counted.

use adumbra_engine::{Algorithm, Fact, Node, Question, Set, StateId, Status};
use adumbra_program::graph::FunctionGraph;
use adumbra_program::{Location, Program, Violation};
use adumbra_verdict::place::is_own;
use adumbra_verdict::{Description, Point, StateFacts, TargetKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was reached, with the program that the facts speak of, which may be a slice.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// The program.
    pub program: Arc<Program>,
    /// How objects hang together of which facts speak as many.
    pub descriptions: Vec<Description>,
    /// Heads of loops and violations, in the order of their locations.
    pub places: Vec<HeapsAt>,
}

/// The states at one place.
#[derive(Clone, Debug)]
pub struct HeapsAt {
    /// The location.
    pub location: Location,
    /// What is violated there; none at the head of a loop.
    pub violation: Option<Violation>,
    /// The states that were reached first, each another.
    pub states: Vec<StateFacts>,
    /// How many more there are, some of which may say the same.
    pub more: usize,
}

/// The heads of the loops in the user's code.
pub(crate) fn own_loop_heads(program: &Program) -> Vec<bool> {
    let mut heads = vec![false; program.locations.len()];
    for (function, _, body) in program.defined_functions().filter(|(function, ..)| is_own(program, *function)) {
        let graph = FunctionGraph::of_body(program, function, body);
        graph.loops().iter().for_each(|(_, l)| heads[graph.location(l.head).as_u32() as usize] = true);
    }
    heads
}

/// Of which places states were reached: the location, and what is violated there.
type Place = (Location, Option<Violation>);

/// The states at heads of loops and before violations, in the order in which they were found.
pub(crate) fn places(program: &Program, algorithm: &mut Algorithm) -> BTreeMap<Place, Vec<StateId>> {
    let heads = own_loop_heads(program);
    let wanted = |node: &Node| !matches!(node.status, Status::Covered(_) | Status::Removed);
    let nodes = algorithm.sets().iter().map(Set::reached).flat_map(|reached| reached.nodes());
    let nodes = nodes.filter(|(_, node)| wanted(node)).map(|(_, node)| (node.state, node.target));
    let nodes: Vec<_> = nodes.collect();
    let mut places: BTreeMap<Place, Vec<StateId>> = BTreeMap::new();
    for (state, target) in nodes {
        let place = match target.map(|target| (target.edge, target.kind)) {
            Some((edge, TargetKind::Violation(violation))) => Some((program.edges[edge].from, Some(violation))),
            Some(_) => None,
            None => {
                algorithm.part_mut().load(state);
                match algorithm.part().answer(Question::Location) {
                    Some(Fact::At(at)) if heads[at.as_u32() as usize] => Some((at, None)),
                    _ => None,
                }
            }
        };
        if let Some(place) = place.filter(|_| !algorithm.part().is_on_the_way(state)) {
            places.entry(place).or_default().push(state);
        }
    }
    places
}

/// What is known in a state.
pub(crate) fn facts_of(program: &Program, algorithm: &Algorithm, state: StateId) -> StateFacts {
    let start = program.body(program.entry).map_or(Location::from_u32(0), |body| body.entry);
    let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
    algorithm.part().facts(state, &mut facts);
    facts
}

/// The heaps that were reached, at most so many at each place.
pub(crate) fn heaps(program: &Arc<Program>, algorithm: &mut Algorithm, most: usize) -> Heaps {
    let at = |((location, violation), all): (Place, Vec<StateId>), algorithm: &Algorithm| {
        let mut states: Vec<StateFacts> = Vec::new();
        let mut more = 0;
        for state in all {
            if states.len() >= most {
                more += 1;
                continue;
            }
            let facts = facts_of(program, algorithm, state);
            if !states.contains(&facts) {
                states.push(facts);
            }
        }
        HeapsAt { location, violation, states, more }
    };
    let places = places(program, algorithm);
    let places = places.into_iter().map(|place| at(place, algorithm)).collect();
    Heaps { program: Arc::clone(program), descriptions: algorithm.part().descriptions(), places }
}
