//! Which loop builds a structure that grows with each round, where an analysis came to no end.
//!
//! An analysis that tells heaps apart by their objects has one state more at the head of a loop for
//! each object that the loop adds. When a limit ends it, that is the most useful thing to say. So a
//! few states at the heads of loops that allocate are asked for what certificates say of them, and
//! where the numbers of their heap objects differ, the loop and the structure are named. What is
//! said is what was seen; nobody rests on it.

use crate::heaps::{facts_of, places};
use adumbra_engine::{Algorithm, StateId};
use adumbra_program::graph::FunctionGraph;
use adumbra_program::*;
use adumbra_verdict::place::{is_own, place_of_loop};
use adumbra_verdict::{Lives, Reason, StateFacts};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer different numbers of objects are no growth.
const LEAST: usize = 5;

/// At most so many states of a loop are looked at, until they have so many objects together, and so
/// many loops: it must not take longer than a user waits for an answer whose time is up.
const MOST_STATES: usize = 128;
const MOST_OBJECTS: u64 = 10_000;
const MOST_LOOPS: usize = 8;

/// Deeper functions are not searched for the name of a structure.
const DEEPEST: usize = 6;

/// The loops that build a growing structure.
pub(crate) fn growing(program: &Program, algorithm: &mut Algorithm) -> Vec<Reason> {
    let allocating = allocating(program);
    let heads = heads(program, &allocating);
    if heads.is_empty() {
        return Vec::new();
    }
    let places = places(program, algorithm);
    let at_heads = places.into_iter().filter_map(|((location, violation), states)| {
        let edges = heads.get(&location).filter(|_| violation.is_none())?;
        Some((location, edges, states))
    });
    let grown = at_heads.take(MOST_LOOPS).filter_map(|(location, edges, states)| {
        let numbers = numbers(&states, |state| objects(&facts_of(program, algorithm, state)));
        let most = numbers.last().copied().filter(|_| numbers.len() >= LEAST)?;
        let structure = edges.iter().find_map(|edge| structure(program, &allocating, *edge, 0));
        let position = place_of_loop(program, location);
        Some(Reason::Growing { position, structure, lengths: numbers.len(), most })
    });
    grown.collect()
}

/// The different numbers of objects in states: in the last one, and in the first ones, which are
/// small.
fn numbers(states: &[StateId], objects: impl Fn(StateId) -> u64) -> BTreeSet<u64> {
    let (mut numbers, mut all) = (BTreeSet::new(), 0);
    for state in states.last().into_iter().chain(states.iter().take(MOST_STATES)) {
        let number = objects(*state);
        numbers.insert(number);
        all += number;
        if all > MOST_OBJECTS && numbers.len() >= LEAST {
            break;
        }
    }
    numbers
}

/// How many heap objects live in a state, a run counted as the least that it stands for.
fn objects(facts: &StateFacts) -> u64 {
    let listed = facts.objects.iter().filter(|object| object.kind.is_heap() && object.lives != Lives::No).count();
    facts.many.iter().map(|many| many.least).fold(listed as u64, u64::saturating_add)
}

/// The functions that allocate memory of the heap, or call one that does.
fn allocating(program: &Program) -> BTreeSet<Function> {
    let mut callers: BTreeMap<Function, Vec<Function>> = BTreeMap::new();
    let mut waiting = Vec::new();
    for edge in program.edges.values() {
        let function = program.function_of(edge.from);
        match edge.op {
            Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. } => waiting.push(function),
            Op::Call { callee: Callee::Direct(callee), .. } => callers.entry(callee).or_default().push(function),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    while let Some(function) = waiting.pop() {
        if found.insert(function) {
            waiting.extend(callers.get(&function).into_iter().flatten());
        }
    }
    found
}

/// Does an edge allocate?
fn allocates(program: &Program, allocating: &BTreeSet<Function>, edge: Edge) -> bool {
    match program.edges[edge].op {
        Op::Allocate { kind, .. } => matches!(kind, AllocationKind::Heap | AllocationKind::ZeroedHeap),
        Op::Call { callee: Callee::Direct(callee), .. } => allocating.contains(&callee),
        _ => false,
    }
}

/// The heads of the loops of the user that allocate in no loop inside, with the edges that do.
fn heads(program: &Program, allocating: &BTreeSet<Function>) -> BTreeMap<Location, Vec<Edge>> {
    let mut heads: BTreeMap<Location, Vec<Edge>> = BTreeMap::new();
    for (function, _, body) in program.defined_functions() {
        if !is_own(program, function) || !allocating.contains(&function) {
            continue;
        }
        let graph = FunctionGraph::of_body(program, function, body);
        let loops = graph.loops();
        for edge in (body.edges.0.as_u32()..body.edges.1.as_u32()).map(Edge::from_u32) {
            if allocates(program, allocating, edge)
                && let Some(innermost) = loops.innermost(graph.node(program.edges[edge].from))
            {
                heads.entry(graph.location(loops.get(innermost).head)).or_default().push(edge);
            }
        }
    }
    heads
}

/// The structure that an edge allocates: what the variable that gets the pointer is declared to
/// point to, or one in the function that is called.
fn structure(program: &Program, allocating: &BTreeSet<Function>, edge: Edge, depth: usize) -> Option<String> {
    let mut named = None;
    program.edges[edge].op.for_each_definition(|register| {
        let ctype = program.registers[register].variable.as_ref().and_then(|variable| variable.ctype);
        if let Some(CType::Pointer(Some(to))) = ctype.map(|ctype| &program.ctypes[ctype])
            && let CType::Record { name, .. } = &program.ctypes[*to]
        {
            named = Some(name.clone());
        }
    });
    let Op::Call { callee: Callee::Direct(callee), .. } = program.edges[edge].op else { return named };
    let body = program.body(callee).filter(|_| named.is_none() && depth < DEEPEST && is_own(program, callee));
    let inside = body.into_iter().flat_map(|body| body.edges.0.as_u32()..body.edges.1.as_u32()).map(Edge::from_u32);
    let mut allocated = inside.filter(|edge| allocates(program, allocating, *edge));
    named.or_else(|| allocated.find_map(|edge| structure(program, allocating, edge, depth + 1)))
}
