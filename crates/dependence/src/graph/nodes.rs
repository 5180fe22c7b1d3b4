//! The nodes of a dependence graph and their numbers.
//!
//! Nodes of one edge are contiguous, and so are those of one function. An assignment has a node a
//! pair, since what one register gets does not depend on what another gets. A call has one for
//! itself, one an argument and one a result; a return one for itself and one a value. A function
//! has an entry, an exit, one node a parameter, one for the rest of its arguments, and one a
//! result. *Hubs* stand for parts of memory: what reads there depends on the hub, the hub on what
//! writes there.

use adumbra_program::*;
use cranelift_entity::EntityRef;

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeKind {
    /// An operation, or the call or return itself.
    Operation(Edge),
    /// A pair of an assignment.
    Pair(Edge, u32),
    /// An argument at a call.
    ActualIn(Edge, u32),
    /// A result at a call.
    ActualOut(Edge, u32),
    /// A value of a return.
    Returned(Edge, u32),
    /// A function is entered.
    Entry(Function),
    /// A function is left.
    Exit(Function),
    /// A parameter; the one behind the last stands for variable arguments.
    FormalIn(Function, u32),
    /// A result of a function.
    FormalOut(Function, u32),
    /// A part of memory.
    Hub(u32),
}

/// The numbers of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    /// For each edge its first node, and one more.
    edges: Vec<u32>,
    /// For each function its first node, and one more: the first hub.
    functions: Vec<u32>,
    /// For each node of an edge its edge.
    owner: Vec<u32>,
}

/// Offsets of the nodes of a function.
const EXIT: u32 = 1;
const PARAMETERS: u32 = 2;

impl Nodes {
    pub(crate) fn new(program: &Program) -> Nodes {
        let mut edges = Vec::with_capacity(program.edges.len() + 1);
        let mut owner = Vec::new();
        for (edge, data) in program.edges.iter() {
            edges.push(owner.len() as u32);
            let count = match &data.op {
                Op::Assign(pairs) => pairs.len().max(1),
                Op::Call { arguments, results, .. } => 1 + arguments.len() + results.len(),
                Op::Return { values } => 1 + values.len(),
                _ => 1,
            };
            owner.resize(owner.len() + count, edge.as_u32());
        }
        let mut next = owner.len() as u32;
        edges.push(next);
        let mut functions = Vec::with_capacity(program.functions.len() + 1);
        for data in program.functions.values() {
            functions.push(next);
            if data.body.is_some() {
                next += PARAMETERS + (data.parameter_types.len() + 1 + data.result_types.len()) as u32;
            }
        }
        functions.push(next);
        Nodes { edges, functions, owner }
    }

    /// Number of nodes, hubs aside.
    pub(crate) fn len(&self) -> usize {
        self.functions.last().map_or(0, |n| *n as usize)
    }

    pub(crate) fn operation(&self, edge: Edge) -> u32 {
        self.edges[edge.index()]
    }

    /// All nodes of an edge.
    pub(crate) fn of(&self, edge: Edge) -> std::ops::Range<u32> {
        self.edges[edge.index()]..self.edges[edge.index() + 1]
    }

    /// The node of a pair of an assignment.
    pub(crate) fn pair(&self, edge: Edge, i: usize) -> u32 {
        self.edges[edge.index()] + i as u32
    }

    /// The node of an argument of a call or a value of a return.
    pub(crate) fn passed(&self, edge: Edge, i: usize) -> u32 {
        self.edges[edge.index()] + 1 + i as u32
    }

    /// The node of a result of a call that has so many arguments.
    pub(crate) fn result(&self, edge: Edge, arguments: usize, i: usize) -> u32 {
        self.edges[edge.index()] + 1 + (arguments + i) as u32
    }

    pub(crate) fn entry(&self, function: Function) -> u32 {
        self.functions[function.index()]
    }

    pub(crate) fn exit(&self, function: Function) -> u32 {
        self.functions[function.index()] + EXIT
    }

    /// The node of a parameter; the one behind the last stands for variable arguments.
    pub(crate) fn formal_in(&self, function: Function, i: usize) -> u32 {
        self.functions[function.index()] + PARAMETERS + i as u32
    }

    pub(crate) fn formal_out(&self, program: &Program, function: Function, i: usize) -> u32 {
        let parameters = program.functions[function].parameter_types.len();
        self.formal_in(function, parameters + 1 + i)
    }

    /// The edge of a node, if it has one.
    pub(crate) fn edge(&self, node: u32) -> Option<Edge> {
        self.owner.get(node as usize).map(|e| Edge::from_u32(*e))
    }

    /// The function of a node, if it has one.
    pub(crate) fn function(&self, program: &Program, node: u32) -> Option<Function> {
        match self.edge(node) {
            Some(edge) => Some(program.function_of(program.edges[edge].from)),
            None if (node as usize) < self.len() => {
                Some(Function::new(self.functions.partition_point(|first| *first <= node) - 1))
            }
            None => None,
        }
    }

    /// The node that defines a register on an edge, for all registers it defines.
    pub(crate) fn for_each_definition(&self, program: &Program, edge: Edge, mut f: impl FnMut(Register, u32)) {
        match &program.edges[edge].op {
            Op::Assign(pairs) => pairs.iter().enumerate().for_each(|(i, (r, _))| f(*r, self.pair(edge, i))),
            Op::Call { arguments, results, .. } => {
                results.iter().enumerate().for_each(|(i, r)| f(*r, self.result(edge, arguments.len(), i)));
            }
            op => op.for_each_definition(|r| f(r, self.operation(edge))),
        }
    }

    /// What a node stands for.
    pub(crate) fn kind(&self, program: &Program, node: u32) -> NodeKind {
        if let Some(edge) = self.edge(node) {
            let i = node - self.operation(edge);
            return match &program.edges[edge].op {
                Op::Assign(pairs) if pairs.len() > 1 => NodeKind::Pair(edge, i),
                Op::Call { arguments, .. } if i > arguments.len() as u32 => {
                    NodeKind::ActualOut(edge, i - 1 - arguments.len() as u32)
                }
                Op::Call { .. } if i > 0 => NodeKind::ActualIn(edge, i - 1),
                Op::Return { .. } if i > 0 => NodeKind::Returned(edge, i - 1),
                _ => NodeKind::Operation(edge),
            };
        }
        let Some(function) = self.function(program, node) else { return NodeKind::Hub(node - self.len() as u32) };
        let parameters = program.functions[function].parameter_types.len() as u32;
        match node - self.entry(function) {
            0 => NodeKind::Entry(function),
            EXIT => NodeKind::Exit(function),
            i if i - PARAMETERS <= parameters => NodeKind::FormalIn(function, i - PARAMETERS),
            i => NodeKind::FormalOut(function, i - PARAMETERS - parameters - 1),
        }
    }
}
