//! Functions whose purpose is to allocate, and the calls that enter them.
//!
//! All memory of `malloc` arises at one site. To tell its objects apart, functions that return
//! memory they allocate are looked at once for every call that enters them from another function:
//! the *context*. Within them, calls of each other keep the context. These functions are the models
//! of the library that allocate and return a pointer, and small functions of the program without
//! loops and recursion that call them and return a pointer.

use adumbra_program::callgraph::CallGraph;
use adumbra_program::graph::{Components, FunctionGraph};
use adumbra_program::*;
use cranelift_entity::EntityRef;

/// Up to how many edges a function of the program is small.
const SMALL: usize = 40;

/// Through how many calls the size of an allocation is followed.
const DEPTH: usize = 6;

/// The functions that are looked at once a context.
#[derive(Debug)]
pub(crate) struct Contexts {
    allocating: Vec<bool>,
    /// For every allocating function the direct calls of it in other allocating functions.
    inner: Vec<Vec<(Function, Edge)>>,
}

impl Contexts {
    /// Finds the functions that allocate.
    pub(crate) fn new(program: &Program) -> Contexts {
        let n = program.functions.len();
        let mut allocating = vec![false; n];
        let mut calls: Vec<Vec<Function>> = vec![Vec::new(); n];
        let mut candidates = Vec::new();
        let calling = CallGraph::new(program);
        for (function, data, body) in program.defined_functions() {
            if data.result_types[..] != [Type::Ptr] || function == program.entry {
                continue;
            }
            if !data.library
                && (body.edge_ids().len() > SMALL || calling.is_recursive(function) || loops(program, function))
            {
                continue;
            }
            candidates.push(function);
            for edge in body.edge_ids() {
                match &program.edges[edge].op {
                    Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. } => {
                        allocating[function.index()] = true;
                    }
                    Op::Call { callee: Callee::Direct(f), .. } => calls[function.index()].push(*f),
                    _ => {}
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for function in &candidates {
                let i = function.index();
                if !allocating[i] && calls[i].iter().any(|f| allocating[f.index()]) {
                    (allocating[i], changed) = (true, true);
                }
            }
        }
        let mut inner = vec![Vec::new(); n];
        for function in candidates.iter().filter(|f| allocating[f.index()]) {
            let Some(body) = program.body(*function) else { continue };
            for edge in body.edge_ids() {
                if let Op::Call { callee: Callee::Direct(f), .. } = &program.edges[edge].op
                    && allocating[f.index()]
                {
                    inner[f.index()].push((*function, edge));
                }
            }
        }
        Contexts { allocating, inner }
    }

    /// Is the function looked at once a context?
    pub(crate) fn allocates(&self, function: Function) -> bool {
        self.allocating[function.index()]
    }

    /// The size of an allocation in a function when `call` enters from outside, if it is a
    /// constant.
    pub(crate) fn size(&self, program: &Program, function: Function, size: ExprId, call: Option<Edge>) -> Option<u64> {
        self.constant(program, function, size, call?, DEPTH)
    }

    fn constant(&self, program: &Program, function: Function, expr: ExprId, call: Edge, depth: usize) -> Option<u64> {
        let register = match program.exprs.get(expr) {
            Expr::Const(value) => return Some(value),
            Expr::Register(register) => register,
            _ => return None,
        };
        let at = program.body(function)?.parameters.iter().position(|p| *p == register)?;
        if depth == 0 {
            return None;
        }
        let mut found = None;
        let mut agree = |value: Option<u64>| match (found, value) {
            (None, Some(_)) => {
                found = value;
                true
            }
            (Some(a), Some(b)) => a == b,
            (_, None) => false,
        };
        if let Op::Call { callee, arguments, .. } = &program.edges[call].op {
            match callee {
                Callee::Direct(f) if *f == function => {
                    let argument = arguments.get(at).map(|a| program.exprs.get(*a));
                    let value = if let Some(Expr::Const(value)) = argument { Some(value) } else { None };
                    if !agree(value) {
                        return None;
                    }
                }
                Callee::Direct(_) => {}
                Callee::Indirect(_) => return None,
            }
        }
        let entered = match &program.edges[call].op {
            Op::Call { callee: Callee::Direct(f), .. } => *f,
            _ => return None,
        };
        for (caller, edge) in &self.inner[function.index()] {
            if !self.leads(entered, *caller) {
                continue;
            }
            let Op::Call { arguments, .. } = &program.edges[*edge].op else { return None };
            let value = self.constant(program, *caller, *arguments.get(at)?, call, depth - 1);
            if !agree(value) {
                return None;
            }
        }
        found
    }

    /// Does a function call another one, by allocating functions only?
    fn leads(&self, from: Function, to: Function) -> bool {
        let mut seen = vec![to];
        let mut next = 0;
        while next < seen.len() {
            if seen[next] == from {
                return true;
            }
            for (caller, _) in &self.inner[seen[next].index()] {
                if !seen.contains(caller) {
                    seen.push(*caller);
                }
            }
            next += 1;
        }
        false
    }
}

fn loops(program: &Program, function: Function) -> bool {
    let Some(graph) = FunctionGraph::new(program, function) else { return false };
    let components = Components::new(&graph.graph);
    (0..components.len() as u32).any(|c| components.is_cyclic(c))
}
