//! The dependence graph of a program, and slices of it.
//!
//! Nodes are operations of edges, finer where an edge does several things ([`NodeKind`]). A node
//! depends on
//!
//! - **flow**: the definitions of the registers that it reads, as far as they reach it, and the
//!   writes to memory that it may see;
//! - **control**: both edges of each branch that decides whether it is executed
//!   ([`ControlDependence`](adumbra_program::graph::ControlDependence)), and the entry of its
//!   function;
//! - **calls**: a parameter on the arguments, an entry on the calls, a result on what is returned.
//!
//! Memory is not a parameter: what one function writes and another reads is one dependence.
//!
//! A *backward slice* is all that the criteria depend on, directly or not. Replacing the rest by
//! nothing changes no value at the criteria in executions that end
//! ([`sliced`](DependenceGraph::sliced)). Unless `termination_sensitive` is set, endless loops that
//! were removed are passed, so more may be reachable in a slice than in the program.
//!
//! With `context_sensitive` slices do not go down into a function by one call and up by another
//! (Horwitz, Reps and Binkley): going up comes first, then going down, with summary edges across
//! calls. Memory is not a parameter, so a dependence through it begins anew. Such a slice explains
//! values best, but a function in it may be called where its arguments are not in the slice.
//! Whoever executes slices, or follows all paths in them, needs the other kind: there each
//! operation has all that it uses, in every context. That is the default.

mod build;
mod control;
mod dot;
mod levels;
mod lists;
mod memory;
mod nodes;
mod places;
mod registers;
mod relevant;
mod scalar;
mod slice;
mod sliced;
mod summary;

use crate::points_to::PointsTo;
use crate::regions::{RegionId, Regions};
use adumbra_program::*;
pub use levels::Standing;
use lists::Lists;
pub use nodes::NodeKind;
use nodes::Nodes;
pub use relevant::RelevantVariables;
pub use slice::Slice;

/// Which dependences count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DependenceOptions {
    /// Control dependences.
    pub control: bool,
    /// Flow through registers, parameters and results.
    pub flow: bool,
    /// Flow through memory.
    pub memory: bool,
    /// May loops and calls not end, so that all behind them depends on what decides whether they
    /// do?
    pub termination_sensitive: bool,
    /// Do accesses depend on what makes them invalid: the ends of lives and scopes?
    pub validity: bool,
    /// Are slices of calls kept apart?
    pub context_sensitive: bool,
}

impl Default for DependenceOptions {
    fn default() -> Self {
        DependenceOptions {
            control: true,
            flow: true,
            memory: true,
            termination_sensitive: false,
            validity: false,
            context_sensitive: false,
        }
    }
}

/// What a slice is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// An edge, with all that it uses.
    Edge(Edge),
    /// The values that registers have at a location, and whether it is reached.
    Values {
        /// The location.
        at: Location,
        /// The registers.
        registers: Vec<Register>,
    },
    /// What parts of memory hold at a location, and whether it is reached. What wrote them may have
    /// done so anywhere.
    Memory {
        /// The location.
        at: Location,
        /// The parts.
        regions: Vec<RegionId>,
    },
    /// Whether a location is reached.
    Location(Location),
}

/// Numbers about a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DependenceCounts {
    /// Nodes, hubs included.
    pub nodes: usize,
    /// Nodes that stand for parts of memory.
    pub hubs: usize,
    /// Dependences through registers.
    pub flow: usize,
    /// Dependences through memory.
    pub memory: usize,
    /// Dependences of locations on locations that branch.
    pub control: usize,
    /// Dependences between functions.
    pub calls: usize,
    /// Summaries of calls.
    pub summaries: usize,
}

impl DependenceCounts {
    /// The counts with their names.
    pub fn rows(&self) -> [(&'static str, usize); 7] {
        let DependenceCounts { nodes, hubs, flow, memory, control, calls, summaries } = *self;
        [
            ("nodes", nodes),
            ("hubs", hubs),
            ("flow", flow),
            ("memory", memory),
            ("control", control),
            ("calls", calls),
            ("summaries", summaries),
        ]
    }

    /// All dependences together.
    pub fn edges(&self) -> usize {
        self.flow + self.memory + self.control + self.calls + self.summaries
    }
}

/// By which way a node depends on another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Within a function.
    Local,
    /// Through memory.
    Memory,
    /// From a function to its callers.
    Up,
    /// From a call into the function.
    Down,
}

/// The dependence graph of a program.
#[derive(Debug)]
pub struct DependenceGraph {
    nodes: Nodes,
    hubs: u32,
    options: DependenceOptions,
    flow: Lists,
    memory: Lists,
    up: Lists,
    down: Lists,
    summaries: Lists,
    /// By location, the locations that branch and decide whether it is passed.
    control: Lists,
    /// By region, the nodes that write it.
    writers: Lists,
}

impl DependenceGraph {
    /// Makes the graph of a program.
    pub fn new(
        program: &Program,
        points_to: &dyn PointsTo,
        regions: &Regions,
        options: &DependenceOptions,
    ) -> DependenceGraph {
        build::build(program, points_to, regions, options)
    }

    /// Numbers about the graph.
    pub fn counts(&self) -> DependenceCounts {
        DependenceCounts {
            nodes: self.len(),
            hubs: self.hubs as usize,
            flow: self.flow.len(),
            memory: self.memory.len(),
            control: self.control.len(),
            calls: self.up.len() + self.down.len(),
            summaries: self.summaries.len(),
        }
    }

    /// Number of nodes, hubs included.
    fn len(&self) -> usize {
        self.nodes.len() + self.hubs as usize
    }

    /// Is an edge among those that another depends on directly, be it for control or for values?
    pub fn depends(&self, program: &Program, edge: Edge, on: Edge) -> bool {
        let mut found = false;
        for node in self.nodes.of(edge) {
            self.for_each(program, node, |_, other| found |= self.leads(other, on));
        }
        found
    }

    /// May what one edge writes to memory be read by another?
    pub fn flows_through_memory(&self, writer: Edge, reader: Edge) -> bool {
        let mut found = false;
        for node in self.nodes.of(reader) {
            found |= self.memory.get(node).iter().any(|other| self.leads(*other, writer));
        }
        found
    }

    /// Is a node one of an edge, or a hub that depends on one?
    fn leads(&self, node: u32, edge: Edge) -> bool {
        match self.nodes.edge(node) {
            Some(other) => other == edge,
            None => {
                node as usize >= self.nodes.len()
                    && self.memory.get(node).iter().any(|n| self.nodes.edge(*n) == Some(edge))
            }
        }
    }

    /// The locations that branch and decide whether a location is passed.
    pub fn controllers(&self, location: Location) -> impl Iterator<Item = Location> + '_ {
        self.control.get(location.as_u32()).iter().map(|l| Location::from_u32(*l))
    }

    /// The edges whose definitions of registers an edge reads, in ascending order.
    pub fn definitions(&self, edge: Edge) -> Vec<Edge> {
        let all = self.nodes.of(edge).flat_map(|node| self.flow.get(node));
        let mut found: Vec<Edge> = all.filter_map(|n| self.nodes.edge(*n)).filter(|e| *e != edge).collect();
        found.extend(self.nodes.of(edge).filter(|n| self.flow.get(*n).contains(n)).map(|_| edge));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Calls `f` with all nodes that a node depends on.
    fn for_each(&self, program: &Program, node: u32, mut f: impl FnMut(Way, u32)) {
        self.flow.get(node).iter().for_each(|n| f(Way::Local, *n));
        self.summaries.get(node).iter().for_each(|n| f(Way::Local, *n));
        self.memory.get(node).iter().for_each(|n| f(Way::Memory, *n));
        self.up.get(node).iter().for_each(|n| f(Way::Up, *n));
        self.down.get(node).iter().for_each(|n| f(Way::Down, *n));
        if let Some(edge) = self.nodes.edge(node) {
            self.for_each_controller(program, program.edges[edge].from, |n| f(Way::Local, n));
        } else if let Some(function) = self.nodes.function(program, node)
            && self.options.control
            && node != self.nodes.entry(function)
        {
            f(Way::Local, self.nodes.entry(function));
        }
    }

    /// Calls `f` with the nodes on which it depends whether a location is passed.
    fn for_each_controller(&self, program: &Program, location: Location, mut f: impl FnMut(u32)) {
        if !self.options.control {
            return;
        }
        for branch in self.controllers(location) {
            for edge in program.out_edges(branch) {
                f(self.nodes.operation(edge));
            }
        }
        f(self.nodes.entry(program.function_of(location)));
    }
}
