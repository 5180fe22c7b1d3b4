//! Dependence through registers: which definitions may reach which uses.
//!
//! Programs that come from LLVM assign a register in one place, or on the edges that lead to one
//! location (φ). Then every definition reaches whatever any of them reaches, and nothing has to be
//! computed. For other registers, definitions are followed along the automaton until the register
//! is written again.

use super::nodes::Nodes;
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// After how many steps in one function all definitions are taken to reach all uses.
const STEPS: usize = 4_000_000;

/// Collects the registers of expressions.
pub(crate) struct Uses {
    seen: Vec<u32>,
    round: u32,
    stack: Vec<ExprId>,
}

impl Uses {
    pub(crate) fn new(program: &Program) -> Uses {
        Uses { seen: vec![0; program.exprs.len()], round: 0, stack: Vec::new() }
    }

    /// Calls `f` with each register of some expressions.
    pub(crate) fn collect(
        &mut self,
        program: &Program,
        exprs: impl IntoIterator<Item = ExprId>,
        mut f: impl FnMut(Register),
    ) {
        self.round += 1;
        self.stack.extend(exprs);
        while let Some(expr) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[expr.index()], self.round) == self.round {
                continue;
            }
            if let Expr::Register(register) = program.exprs.get(expr) {
                f(register);
            }
            self.stack.extend(program.exprs.operands(expr));
        }
    }
}

/// Calls `f` with each node of an edge and the expressions that it reads.
fn for_each_reader(program: &Program, nodes: &Nodes, edge: Edge, mut f: impl FnMut(u32, &[ExprId])) {
    let operation = nodes.operation(edge);
    match &program.edges[edge].op {
        Op::Assign(pairs) => pairs.iter().enumerate().for_each(|(i, (_, e))| f(nodes.pair(edge, i), &[*e])),
        Op::Call { callee, arguments, .. } => {
            if let Callee::Indirect(pointer) = callee {
                f(operation, &[*pointer]);
            }
            arguments.iter().enumerate().for_each(|(i, e)| f(nodes.passed(edge, i), &[*e]));
        }
        Op::Return { values } => values.iter().enumerate().for_each(|(i, e)| f(nodes.passed(edge, i), &[*e])),
        op => {
            let mut read = smallvec::SmallVec::<[ExprId; 4]>::new();
            op.for_each_use(|e| read.push(e));
            f(operation, &read);
        }
    }
}

/// Adds the dependences of a function: pairs of a node and one that it depends on.
pub(crate) fn flows(
    program: &Program,
    nodes: &Nodes,
    function: Function,
    body: &Body,
    uses: &mut Uses,
    out: &mut Vec<(u32, u32)>,
) {
    let first = body.registers.0.index();
    let mut definitions: Vec<Vec<(u32, Location)>> = vec![Vec::new(); body.register_ids().len()];
    for (i, register) in body.parameters.iter().enumerate() {
        definitions[register.index() - first].push((nodes.formal_in(function, i), body.entry));
    }
    for edge in body.edge_ids() {
        nodes.for_each_definition(program, edge, |r, node| {
            definitions[r.index() - first].push((node, program.edges[edge].to));
        });
    }
    let several = |list: &[(u32, Location)]| list.iter().any(|(_, to)| *to != list[0].1);
    let mut late: FxHashMap<Register, Vec<(u32, Location)>> = FxHashMap::default();
    for edge in body.edge_ids() {
        let from = program.edges[edge].from;
        for_each_reader(program, nodes, edge, |node, exprs| {
            uses.collect(program, exprs.iter().copied(), |r| {
                let list = &definitions[r.index() - first];
                if several(list) {
                    late.entry(r).or_default().push((node, from));
                } else {
                    out.extend(list.iter().map(|(definition, _)| (node, *definition)));
                }
            });
        });
    }
    let base = body.locations.0.index();
    let mut seen = vec![0u32; body.location_ids().len()];
    let (mut round, mut steps) = (0, 0);
    let mut late: Vec<_> = late.into_iter().collect();
    late.sort_unstable_by_key(|(r, _)| *r);
    for (register, readers) in late {
        for (definition, to) in &definitions[register.index() - first] {
            if steps > STEPS {
                out.extend(readers.iter().map(|(node, _)| (*node, *definition)));
                continue;
            }
            round += 1;
            let mut work = vec![*to];
            while let Some(location) = work.pop() {
                if std::mem::replace(&mut seen[location.index() - base], round) == round {
                    continue;
                }
                steps += 1;
                for edge in program.out_edges(location) {
                    let data = &program.edges[edge];
                    let mut killed = false;
                    data.op.for_each_definition(|r| killed |= r == register);
                    if !killed {
                        work.push(data.to);
                    }
                }
            }
            let reached = readers.iter().filter(|(_, from)| seen[from.index() - base] == round);
            out.extend(reached.map(|(node, _)| (*node, *definition)));
        }
    }
}

/// The definitions of a register that may reach a location.
pub(crate) fn reaching(program: &Program, nodes: &Nodes, register: Register, at: Location) -> Vec<u32> {
    let function = program.function_of(at);
    let Some(body) = program.body(function) else { return Vec::new() };
    let base = body.locations.0.index();
    let mut seen = vec![false; body.location_ids().len()];
    let mut found = Vec::new();
    let mut work = vec![at];
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut seen[location.index() - base], true) {
            continue;
        }
        if location == body.entry
            && let Some(i) = body.parameters.iter().position(|r| *r == register)
        {
            found.push(nodes.formal_in(function, i));
        }
        for edge in program.in_edges(location) {
            let before = found.len();
            nodes.for_each_definition(program, *edge, |r, node| {
                if r == register {
                    found.push(node);
                }
            });
            if found.len() == before {
                work.push(program.edges[*edge].from);
            }
        }
    }
    found
}
