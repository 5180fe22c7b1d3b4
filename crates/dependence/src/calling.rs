//! Who may enter whom, through pointers too.
//!
//! A graph has a node for every function, and one for every set of functions that calls through
//! pointers enter: calls alike share it, so that the graph is about as large as the program. Its
//! strongly connected components are the groups of functions that may lead to each other; their
//! numbers lead from callees to callers.

use crate::points_to::PointsTo;
use adumbra_program::graph::{Components, Graph};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// What a call may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entered {
    /// The node of the functions that have a body, if there are any.
    pub(crate) node: Option<u32>,
    /// May it also be a function without a body?
    pub(crate) external: bool,
    /// May it also be something that is not known?
    pub(crate) unknown: bool,
}

/// The calls of a program.
pub(crate) struct Calling {
    entered: FxHashMap<Edge, Entered>,
    graph: Graph,
    components: Components,
}

impl Calling {
    /// Looks at all calls of functions that an execution may enter.
    pub(crate) fn new(program: &Program, points_to: &dyn PointsTo) -> Calling {
        let functions = program.functions.len() as u32;
        let mut sets: FxHashMap<Vec<Function>, u32> = FxHashMap::default();
        let mut entered = FxHashMap::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (function, _, body) in program.defined_functions().filter(|(f, ..)| points_to.reachable(*f)) {
            for call in body.edge_ids().filter(|edge| matches!(program.edges[*edge].op, Op::Call { .. })) {
                let callees = points_to.callees(call);
                let has_body = |f: &Function| program.body(*f).is_some();
                let external = !callees.functions.iter().all(has_body);
                let defined: Vec<Function> = callees.functions.into_iter().filter(has_body).collect();
                let next = functions + sets.len() as u32;
                let node = match defined[..] {
                    [] => None,
                    [only] => Some(only.as_u32()),
                    _ => Some(*sets.entry(defined).or_insert(next)),
                };
                pairs.extend(node.map(|node| (function.as_u32(), node)));
                entered.insert(call, Entered { node, external, unknown: callees.unknown });
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let nodes = functions as usize + sets.len();
        for (targets, node) in sets {
            pairs.extend(targets.into_iter().map(|target| (node, target.as_u32())));
        }
        pairs.sort_unstable();
        let graph = Graph::new(nodes, program.entry.as_u32(), &pairs);
        let components = Components::new(&graph);
        Calling { entered, graph, components }
    }

    /// What a call may enter; nothing for other edges and for calls that are never reached.
    pub(crate) fn entered(&self, call: Edge) -> Entered {
        self.entered.get(&call).copied().unwrap_or(Entered { node: None, external: false, unknown: false })
    }

    /// Functions and sets of functions with what they lead to.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The groups of nodes that lead to each other; what they enter has smaller numbers.
    pub(crate) fn components(&self) -> &Components {
        &self.components
    }

    /// Can an activation of the function lead to another one of it?
    pub(crate) fn is_recursive(&self, function: Function) -> bool {
        self.components.is_cyclic(self.components.of(function.as_u32()))
    }

    /// May a call in a function lead to another activation of this function?
    pub(crate) fn leads_back(&self, function: Function, call: Edge) -> bool {
        let own = self.components.of(function.as_u32());
        self.components.is_cyclic(own) && self.entered(call).node.is_some_and(|node| self.components.of(node) == own)
    }

    /// Is the function entered by a call of another function or its own?
    pub(crate) fn is_called(&self, function: Function) -> bool {
        !self.graph.predecessors(function.as_u32()).is_empty()
    }

    /// Is the node a function, not a set of them?
    pub(crate) fn function(&self, program: &Program, node: u32) -> Option<Function> {
        Some(Function::from_u32(node)).filter(|f| f.index() < program.functions.len())
    }
}
