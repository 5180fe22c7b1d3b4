//! Places in the source: where a user should look for what happens at an edge.
//!
//! What a user looks at is his own code: what happens in a model of a library function belongs to
//! the call of it.

use adumbra_program::{Callee, Edge, Function, Location, Move, Op, Position, Program};
use serde::Serialize;
use std::collections::{HashMap, HashSet, VecDeque};

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, starting at 1.
    pub line: u32,
    /// The column, starting at 1; 0 if it is not known.
    pub column: u32,
}

impl Place {
    /// The place of a position; one without a line if there is none.
    pub fn of(program: &Program, position: Option<Position>) -> Place {
        match position {
            Some(p) => Place { file: program.files[p.file].path.clone(), line: p.line, column: p.column },
            None => Place { file: String::new(), line: 0, column: 0 },
        }
    }
}

/// The edges of the user's function that executions begin in, if code of ours goes before it.
pub fn entry_edges(program: &Program) -> Option<(Edge, Edge)> {
    let mut function = program.entry;
    // Start code may call start code; the entry function is what it calls last.
    for _ in 0..4 {
        if !program.functions[function].library {
            return (function != program.entry)
                .then(|| program.functions[function].body.as_ref().map(|b| b.edges))
                .flatten();
        }
        let (first, end) = program.functions[function].body.as_ref()?.edges;
        let called = (first.as_u32()..end.as_u32()).filter_map(|i| match &program.edges[Edge::from_u32(i)].op {
            Op::Call { callee: Callee::Direct(called), .. } => Some(*called),
            _ => None,
        });
        let called: Vec<Function> = called.collect();
        let own = called.iter().rfind(|f| !program.functions[**f].library).or(called.last());
        function = *own?;
    }
    None
}

/// Where the user's function ends that executions begin in, if code of ours goes before it.
pub fn end_of_entry(program: &Program) -> Option<Position> {
    let (first, end) = entry_edges(program)?;
    let edges = (first.as_u32()..end.as_u32()).map(|i| &program.edges[Edge::from_u32(i)]);
    edges.filter(|e| matches!(e.op, Op::Return { .. })).filter_map(|e| e.position).max_by_key(|p| (p.line, p.column))
}

/// Is it the user's code, and not the body given to an error function?
pub fn is_own(program: &Program, function: Function) -> bool {
    let function = &program.functions[function];
    !function.library && !program.property.error_functions().contains(&function.name)
}

/// Where the user should look for what happens at an edge at the end of a path: at the innermost
/// call in the user's own code if the edge is not part of that; else at what was executed last of
/// it, or where it would begin.
pub fn own_place(program: &Program, moves: &[Move], edge: Edge) -> Option<Position> {
    let own = |e: &Edge| is_own(program, program.function_of(program.edges[*e].from));
    let found = std::iter::once(edge).chain(open_calls(moves)).find(own);
    let last = || {
        let executed = moves.iter().rev().filter_map(|m| if let Move::Edge(e) = m { Some(e) } else { None });
        executed.filter(|e| own(e)).find_map(|e| program.edges[*e].position)
    };
    let begin = || {
        let (first, end) = entry_edges(program)?;
        (first.as_u32()..end.as_u32()).find_map(|i| program.edges[Edge::from_u32(i)].position)
    };
    match found {
        Some(edge) => program.edges[edge].position,
        None => last().or_else(begin).or(program.edges[edge].position),
    }
}

/// The same, but for what was executed last, with these calls open, the innermost first.
pub fn own_place_in(program: &Program, mut calls: impl Iterator<Item = Edge>, edge: Edge) -> Option<Position> {
    let own = |e: &Edge| is_own(program, program.function_of(program.edges[*e].from));
    let found = if own(&edge) { Some(edge) } else { calls.find(own) };
    program.edges[found.unwrap_or(edge)].position
}

/// Where the user should look for what an edge does, whoever calls it: at the edge, or at the
/// nearest call in the user's own code that leads there.
pub fn place_of_use(program: &Program, edge: Edge) -> Option<Position> {
    let own = |e: Edge| is_own(program, program.function_of(program.edges[e].from));
    if own(edge) {
        return program.edges[edge].position;
    }
    let mut callers: HashMap<Function, Vec<Edge>> = HashMap::new();
    for (call, data) in program.edges.iter() {
        if let Op::Call { callee: Callee::Direct(callee), .. } = data.op {
            callers.entry(callee).or_default().push(call);
        }
    }
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::from([program.function_of(program.edges[edge].from)]);
    while let Some(function) = waiting.pop_front() {
        if !seen.insert(function) {
            continue;
        }
        for call in callers.get(&function).into_iter().flatten() {
            if own(*call) && program.edges[*call].position.is_some() {
                return program.edges[*call].position;
            }
            waiting.push_back(program.function_of(program.edges[*call].from));
        }
    }
    None
}

/// Where a loop stands, by its head: there, or at what comes first behind it.
pub fn place_of_loop(program: &Program, head: Location) -> Option<Position> {
    let mut at = head;
    for _ in 0..16 {
        let edge = program.out_edges(at).next()?;
        if let Some(position) = program.edges[edge].position {
            return Some(position);
        }
        at = program.edges[edge].to;
    }
    None
}

/// The calls that are open at the end of a path, the innermost first.
pub fn open_calls(moves: &[Move]) -> Vec<Edge> {
    let mut calls = Vec::new();
    for step in moves {
        match step {
            // The edge itself may be a call that is entered last, or passed over.
            Move::Enter { call, .. } => calls.push(*call),
            Move::Leave { .. } => {
                calls.pop();
            }
            Move::Edge(_) => {}
        }
    }
    calls.reverse();
    calls
}
