//! What a verdict rests on beyond the semantics, with the places in the program where it is used.

use crate::task::Request;
use adumbra_interpreter::Externals;
use adumbra_judges::Counterexample;
use adumbra_program::{AllocationKind, Callee, Edge, InputSource, Op, Position, Program, Violation};
use adumbra_verdict::Assumption;
use adumbra_verdict::place::place_of_use;
use std::collections::BTreeMap;

/// What a proof rests on, or what was assumed so far: executions end at these violations.
pub(crate) fn assumed(program: &Program, request: &Request, ends: &[(Violation, Edge)]) -> Vec<Assumption> {
    let at = |(violation, edge): &(Violation, Edge)| Assumption::EndsAt(*violation, place_of_use(program, *edge));
    let mut all: Vec<Assumption> = ends.iter().map(at).collect();
    all.extend(assumed_of_externals(program, request.externals));
    all.extend(allocates(program));
    all
}

/// What a proof assumes of functions without a body.
pub fn assumed_of_externals(program: &Program, externals: Externals) -> Vec<Assumption> {
    let called = called_externals(program);
    if called.is_empty() || externals == Externals::Unknown {
        return Vec::new();
    }
    let callable = program.functions.values().filter(|f| f.address_taken && f.body.is_some() && !f.library);
    let mut functions: Vec<String> = callable.map(|f| f.name.clone()).collect();
    functions.sort();
    let mut assumed = Vec::new();
    if externals == Externals::Pure {
        assumed.push(Assumption::ExternalsArePure(called.clone()));
    }
    if !functions.is_empty() {
        assumed.push(Assumption::ExternalsCallNone { externals: called, functions });
    }
    assumed
}

/// What a counterexample rests on: the functions without a body that it called do nothing else.
pub fn assumed_in(program: &Program, request: &Request, counterexample: &Counterexample) -> Vec<Assumption> {
    let mut called = called_externals(program);
    called.retain(|(name, _)| counterexample.externals.contains(name));
    let some = !called.is_empty() && request.externals == Externals::Pure;
    some.then_some(Assumption::ExternalsArePure(called)).into_iter().collect()
}

/// Functions without a body that the program may call, directly or through a pointer, sorted by
/// name, each with where that is.
pub fn called_externals(program: &Program) -> Vec<(String, Option<Position>)> {
    let mut called = BTreeMap::new();
    let mut indirect = None;
    for (edge, data) in program.edges.iter() {
        match data.op {
            Op::Call { callee: Callee::Direct(f), .. } => {
                called.entry(f).or_insert(edge);
            }
            Op::Call { callee: Callee::Indirect(_), .. } => indirect = indirect.or(Some(edge)),
            _ => {}
        }
    }
    let functions = program.functions.iter().filter(|(_, data)| data.body.is_none());
    let used = functions.filter_map(|(f, data)| {
        let through = indirect.filter(|_| data.address_taken);
        let edge = called.get(&f).copied().or(through)?;
        Some((data.name.clone(), place_of_use(program, edge)))
    });
    let mut used: Vec<_> = used.collect();
    used.sort();
    used
}

/// That allocations succeed, if there are some and nobody asks whether they fail.
fn allocates(program: &Program) -> Option<Assumption> {
    let ops = || program.edges.iter().map(|(edge, data)| (edge, &data.op));
    if ops().any(|(_, op)| matches!(op, Op::Input { source: InputSource::AllocationFails, .. })) {
        return None;
    }
    let heap = |op: &Op| matches!(op, Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. });
    let (edge, _) = ops().find(|(_, op)| heap(op))?;
    Some(Assumption::AllocationsSucceed(place_of_use(program, edge)))
}
