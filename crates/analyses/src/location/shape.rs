//! What the locations of a program are to the engine: loop heads, joins, places in an order.

use adumbra_engine::Pause;
use adumbra_program::graph::{FunctionGraph, WeakTopologicalOrder, WtoItem};
use adumbra_program::*;

/// A table of all locations.
#[derive(Clone, Debug)]
pub struct Places {
    pauses: Vec<Pause>,
    order: Vec<u32>,
    exit_of: Vec<Option<Function>>,
}

impl Places {
    /// The table of a program.
    pub fn new(program: &Program) -> Self {
        let count = program.locations.len();
        let mut places = Places { pauses: vec![Pause::No; count], order: vec![0; count], exit_of: vec![None; count] };
        for (location, _) in program.locations.iter() {
            if program.in_edges(location).len() > 1 {
                places.pauses[location.index()] = Pause::Join;
            }
        }
        for (function, _, body) in program.defined_functions() {
            places.exit_of[body.exit.index()] = Some(function);
            // Calls meet at the entry, returns at the exit.
            places.pauses[body.entry.index()] = Pause::Join;
            let graph = FunctionGraph::of_body(program, function, body);
            let order = WeakTopologicalOrder::of_loops(&graph.loops());
            for item in order.items() {
                if let WtoItem::Open(node) = item {
                    places.pauses[graph.location(*node).index()] = Pause::LoopHead;
                }
            }
            for (number, node) in (0u32..).zip(order.nodes()) {
                places.order[graph.location(node).index()] = number;
            }
        }
        places
    }

    /// What a location is to the engine.
    pub fn pause(&self, location: Location) -> Pause {
        self.pauses[location.index()]
    }

    /// Is it the head of a loop?
    pub fn is_loop_head(&self, location: Location) -> bool {
        self.pauses[location.index()] == Pause::LoopHead
    }

    /// The location's number in the weak topological order of its function, which refines reverse
    /// post-order.
    pub fn order(&self, location: Location) -> u32 {
        self.order[location.index()]
    }

    /// The function whose exit a location is.
    pub fn exit_of(&self, location: Location) -> Option<Function> {
        self.exit_of[location.index()]
    }

    /// The call edges that may enter a function.
    pub fn callers<'a>(&self, program: &'a Program, function: Function) -> impl Iterator<Item = Edge> + 'a {
        let taken = program.functions[function].address_taken;
        program.edges.iter().filter_map(move |(edge, data)| match data.op {
            Op::Call { callee: Callee::Direct(f), .. } => (f == function).then_some(edge),
            Op::Call { callee: Callee::Indirect(_), .. } => taken.then_some(edge),
            _ => None,
        })
    }
}
