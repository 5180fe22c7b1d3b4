//! Features of a program: what a portfolio chooses configurations by.

use adumbra_analyses::location::Places;
use adumbra_options::choices;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::*;

choices! {
    /// What a program can have, by the words of configurations.
    pub enum Feature {
        /// There are loops.
        Loops = "loops",
        /// Functions call themselves, directly or by others, perhaps through pointers.
        Recursion = "recursion",
        /// Memory is accessed at places that depend on a variable.
        Arrays = "arrays",
        /// There are numbers with a floating point.
        Floats = "floats",
        /// Pointers are kept in memory.
        Pointers = "pointers",
        /// Objects are made on the heap.
        Heap = "heap",
        /// Lists and the like on the heap: what a pointer leads to is gone along in a loop.
        Lists = "lists",
        /// Values come from outside or are indeterminate.
        Inputs = "inputs",
    }
}

/// What a program has. Only what an execution may reach by direct calls, and functions whose
/// address is taken, counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Loops.
    pub loops: bool,
    /// Functions that call themselves, directly or by others, perhaps through pointers.
    pub recursion: bool,
    /// Accesses at places that depend on a variable.
    pub arrays: bool,
    /// Numbers with a floating point.
    pub floats: bool,
    /// Pointers that are kept in memory.
    pub pointers: bool,
    /// Objects on the heap.
    pub heap: bool,
    /// Lists and the like on the heap.
    pub lists: bool,
    /// Values that come from outside, or are indeterminate.
    pub inputs: bool,
}

impl Features {
    /// Has the program a feature?
    pub fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Loops => self.loops,
            Feature::Recursion => self.recursion,
            Feature::Arrays => self.arrays,
            Feature::Floats => self.floats,
            Feature::Pointers => self.pointers,
            Feature::Heap => self.heap,
            Feature::Lists => self.lists,
            Feature::Inputs => self.inputs,
        }
    }

    /// The names of those that a program has.
    pub fn present(&self) -> Vec<&'static str> {
        Feature::ALL.iter().filter(|feature| self.has(**feature)).map(|feature| feature.word()).collect()
    }

    /// The features of a program.
    pub fn of(program: &Program) -> Self {
        let mut found = Features::default();
        let reached = reachable(program);
        let places = Places::new(program);
        let calls = CallGraph::new(program);
        for (function, _, body) in program.defined_functions() {
            if !reached[function.as_u32() as usize] {
                continue;
            }
            for edge in body.edge_ids() {
                let data = &program.edges[edge];
                found.loops |= places.is_loop_head(data.to);
                match &data.op {
                    Op::Load { register, address } => {
                        found.arrays |= varies(program, *address);
                        found.pointers |= program.registers[*register].ty == Type::Ptr;
                    }
                    Op::Store { address, value } => {
                        found.arrays |= varies(program, *address);
                        found.pointers |= program.exprs.ty(*value) == Type::Ptr;
                    }
                    Op::Allocate { kind, .. } => {
                        found.heap |= matches!(kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
                    }
                    Op::Input { .. } => found.inputs = true,
                    Op::Call { callee: Callee::Direct(callee), .. } => found.inputs |= program.body(*callee).is_none(),
                    _ => {}
                }
            }
            let mut registers = body.register_ids();
            found.recursion |= calls.is_recursive(function);
            found.floats |= registers.any(|register| matches!(program.registers[register].ty, Type::Float(_)));
        }
        found.lists = found.heap && (found.loops || found.recursion) && goes_along(program, &reached);
        found
    }
}

/// May a pointer be loaded from where a pointer leads that was loaded at the same place before? A
/// pointer goes from what it is loaded through to what is loaded, along copies, into functions and
/// out of them; and where it is stored, to wherever one is loaded.
fn goes_along(program: &Program, reached: &[bool]) -> bool {
    let memory = program.registers.len();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut through = Vec::new();
    let registers = |expr: ExprId| {
        let mut set = std::collections::BTreeSet::new();
        program.exprs.registers(expr, &mut set);
        set.into_iter().filter(|r| program.registers[*r].ty == Type::Ptr).map(|r| r.index())
    };
    let bodies = || program.defined_functions().filter(|(function, _, _)| reached[function.as_u32() as usize]);
    for (_, _, body) in bodies() {
        for edge in body.edge_ids() {
            match &program.edges[edge].op {
                Op::Load { register, address } if program.registers[*register].ty == Type::Ptr => {
                    edges.push((memory, register.index()));
                    for base in registers(*address) {
                        edges.push((base, register.index()));
                        through.push((base, register.index()));
                    }
                }
                Op::Store { value, .. } if program.exprs.ty(*value) == Type::Ptr => {
                    edges.extend(registers(*value).map(|register| (register, memory)));
                }
                Op::Assign(pairs) => {
                    for (register, expr) in pairs.iter() {
                        edges.extend(registers(*expr).map(|from| (from, register.index())));
                    }
                }
                Op::Call { callee: Callee::Direct(callee), arguments, results } => {
                    let Some(called) = program.body(*callee) else { continue };
                    for (parameter, argument) in called.parameters.iter().zip(arguments.iter()) {
                        edges.extend(registers(*argument).map(|from| (from, parameter.index())));
                    }
                    for edge in called.edge_ids() {
                        let Op::Return { values } = &program.edges[edge].op else { continue };
                        for (result, value) in results.iter().zip(values.iter()) {
                            edges.extend(registers(*value).map(|from| (from, result.index())));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); memory + 1];
    edges.into_iter().for_each(|(from, to)| next[from].push(to));
    let parts = strongly_connected(&next);
    through.iter().any(|(from, to)| parts[*from] == parts[*to])
}

/// The number of the strongly connected part of each node.
fn strongly_connected(next: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut order = Vec::with_capacity(next.len());
    let mut seen = vec![false; next.len()];
    for root in 0..next.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((node, at)) = stack.last_mut() {
            match next[*node].get(*at) {
                Some(to) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[*to], true) {
                        stack.push((*to, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, list) in next.iter().enumerate() {
        list.iter().for_each(|to| before[*to].push(from));
    }
    let mut parts = vec![NONE; next.len()];
    for root in order.into_iter().rev() {
        let mut work = vec![root];
        while let Some(node) = work.pop() {
            if parts[node] == NONE {
                parts[node] = root;
                work.extend(&before[node]);
            }
        }
    }
    parts
}

/// The functions that direct calls reach from the entry, and those whose address is taken with what
/// they reach.
fn reachable(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.functions.len()];
    let taken = program.functions.iter().filter(|(_, data)| data.address_taken).map(|(function, _)| function);
    let mut work: Vec<Function> = taken.chain([program.entry]).collect();
    while let Some(function) = work.pop() {
        if std::mem::replace(&mut reached[function.as_u32() as usize], true) {
            continue;
        }
        let Some(body) = program.body(function) else { continue };
        for edge in body.edge_ids() {
            if let Op::Call { callee: Callee::Direct(callee), .. } = program.edges[edge].op {
                work.push(callee);
            }
        }
    }
    reached
}

/// Does a place depend on more than a base?
fn varies(program: &Program, address: ExprId) -> bool {
    match program.exprs.get(address) {
        Expr::Binary(_, base, offset) => {
            !matches!(program.exprs.get(offset), Expr::Const(_) | Expr::Wide(_)) || varies(program, base)
        }
        Expr::Select(_, a, b) => varies(program, a) || varies(program, b),
        _ => false,
    }
}

/// Have all executions the same effect, if none asks for an input? Not if what happens may depend
/// on where objects lie, on the bits of a NaN, or on a function that is not there. Pointers in
/// memory could be read as numbers.
pub(crate) fn is_closed(program: &Program) -> bool {
    let harmless = |expr: Expr| match expr {
        Expr::Cast(CastOp::PtrToInt | CastOp::IntToPtr, _) => false,
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Ult | BinaryOp::Ule, a, b)
            if program.exprs.ty(a) == Type::Ptr =>
        {
            [a, b].iter().any(|e| matches!(program.exprs.get(*e), Expr::Null))
        }
        _ => true,
    };
    let whole = |op: &Op| match op {
        Op::Call { callee: Callee::Direct(callee), .. } => program.body(*callee).is_some(),
        Op::Load { register, .. } => program.registers[*register].ty != Type::Ptr,
        Op::Store { value, .. } => program.exprs.ty(*value) != Type::Ptr,
        Op::Havoc { .. } | Op::ObjectSize { .. } => false,
        _ => true,
    };
    program.exprs.iter().all(|(_, expr, _)| harmless(expr))
        && program.edges.values().all(|edge| whole(&edge.op))
        && !program.registers.values().any(|data| matches!(data.ty, Type::Float(_)))
}
