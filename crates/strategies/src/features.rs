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
        found
    }
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
