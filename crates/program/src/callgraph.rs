//! The call graph: which functions a call may enter.
//!
//! A direct call enters its function. An indirect call may enter every function whose address is
//! taken, that accepts the number of arguments and yields results of the types that the call
//! expects (a call that expects none ignores what it gets); argument types are not compared, since
//! C programs rely on calls through casts. Beyond these there is an *unsupported rest*: the pointer
//! may hold something else, and whoever cannot exclude that must not conclude TRUE. A points-to
//! analysis refines both.

use crate::expr::Expr;
use crate::graph::{Components, Graph};
use crate::ids::{Edge, Function, Register};
use crate::model::{FunctionData, Program};
use crate::op::{Callee, Op};
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::collections::HashMap;

/// What a call may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets<'a> {
    /// The functions, in ascending order.
    pub functions: &'a [Function],
    /// May it also enter something that is not known?
    pub unsupported_rest: bool,
}

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: Graph,
    components: Components,
    callees: Vec<Vec<Function>>,
    callers: Vec<Vec<Function>>,
    /// Sets of targets; calls alike share one.
    targets: Vec<(Vec<Function>, bool)>,
    /// For each call edge its set.
    calls: HashMap<Edge, u32>,
    rest: Vec<bool>,
}

/// Calls with the same key have the same targets.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Known(Function, bool),
    Pointer(usize, Vec<Type>),
}

impl CallGraph {
    /// Looks at all calls of a program.
    pub fn new(program: &Program) -> CallGraph {
        let n = program.functions.len();
        let taken: Vec<Function> =
            program.functions.iter().filter(|(_, f)| f.address_taken).map(|(id, _)| id).collect();
        let mut targets: Vec<(Vec<Function>, bool)> = Vec::new();
        let mut index: HashMap<Key, u32> = HashMap::new();
        let mut calls = HashMap::new();
        let mut rest = vec![false; n];
        // Pairs of a caller and a set of targets.
        let mut pairs = Vec::new();
        for (caller, _, body) in program.defined_functions() {
            for edge in body.edge_ids() {
                let Op::Call { callee, arguments, results } = &program.edges[edge].op else { continue };
                let key = key(program, *callee, arguments.len(), results);
                let set = *index.entry(key).or_insert_with_key(|key| {
                    targets.push(match key {
                        Key::Known(f, true) => (vec![*f], false),
                        Key::Known(_, false) => (Vec::new(), true),
                        Key::Pointer(arguments, results) => {
                            let fits = |f: &&Function| compatible(&program.functions[**f], *arguments, results);
                            (taken.iter().filter(fits).copied().collect(), true)
                        }
                    });
                    targets.len() as u32 - 1
                });
                calls.insert(edge, set);
                rest[caller.index()] |= targets[set as usize].1;
                pairs.push((caller, set));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut callees: Vec<Vec<Function>> = vec![Vec::new(); n];
        for (caller, set) in pairs {
            callees[caller.index()].extend(&targets[set as usize].0);
        }
        let mut callers = vec![Vec::new(); n];
        let mut edges = Vec::new();
        for (caller, list) in program.functions.keys().zip(&mut callees) {
            list.sort_unstable();
            list.dedup();
            for callee in list.iter() {
                callers[callee.index()].push(caller);
                edges.push((caller.as_u32(), callee.as_u32()));
            }
        }
        let graph = Graph::new(n, program.entry.as_u32(), &edges);
        let components = Components::new(&graph);
        CallGraph { graph, components, callees, callers, targets, calls, rest }
    }

    /// What a call edge may enter; nothing for other edges.
    pub fn targets(&self, call: Edge) -> Targets<'_> {
        match self.calls.get(&call) {
            None => Targets { functions: &[], unsupported_rest: false },
            Some(set) => {
                let (functions, unsupported_rest) = &self.targets[*set as usize];
                Targets { functions, unsupported_rest: *unsupported_rest }
            }
        }
    }

    /// The functions that a function may call, in ascending order.
    pub fn callees(&self, function: Function) -> &[Function] {
        &self.callees[function.index()]
    }

    /// The functions that may call a function, in ascending order.
    pub fn callers(&self, function: Function) -> &[Function] {
        &self.callers[function.index()]
    }

    /// Has the function a call that may enter something unknown?
    pub fn has_unsupported_rest(&self, function: Function) -> bool {
        self.rest[function.index()]
    }

    /// Can an activation of the function lead to another one of it?
    pub fn is_recursive(&self, function: Function) -> bool {
        self.components.is_cyclic(self.components.of(function.as_u32()))
    }

    /// Can each of the two functions lead to the other?
    pub fn are_mutually_recursive(&self, a: Function, b: Function) -> bool {
        self.components.of(a.as_u32()) == self.components.of(b.as_u32()) && self.is_recursive(a)
    }

    /// All functions in groups that call each other, callees before callers.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = Vec<Function>> + '_ {
        (0..self.components.len() as u32)
            .map(|c| self.components.members(c).iter().map(|f| Function::from_u32(*f)).collect())
    }

    /// The functions that an execution may enter, in ascending order, unknown targets aside.
    pub fn reachable(&self) -> Vec<Function> {
        let distances = crate::graph::distances_from(&self.graph, self.graph.root());
        self.graph.nodes().filter(|f| distances[*f as usize].is_some()).map(Function::from_u32).collect()
    }

    /// The graph of functions, rooted at the entry function.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

fn key(program: &Program, callee: Callee, arguments: usize, results: &[Register]) -> Key {
    let types = || results.iter().map(|r| program.registers[*r].ty).collect::<Vec<_>>();
    match callee {
        Callee::Direct(f) => Key::Known(f, true),
        Callee::Indirect(e) => match program.exprs.get(e) {
            Expr::FunctionAddr(f) => Key::Known(f, compatible(&program.functions[f], arguments, &types())),
            _ => Key::Pointer(arguments, types()),
        },
    }
}

fn compatible(function: &FunctionData, arguments: usize, results: &[Type]) -> bool {
    let fixed = function.parameter_types.len();
    (arguments == fixed || (function.variadic && arguments > fixed))
        && (results.is_empty() || results == function.result_types)
}
