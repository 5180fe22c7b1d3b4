//! Recursion unrolled before verifying, which is what tools without recursion do: functions are
//! copied to a number of levels ([`adumbra_program::unroll`]), and what is deeper is not modelled,
//! or skipped.
//!
//! A proof says that no execution needs more levels, or that what is skipped does not matter; its
//! certificate speaks of copies and is not one of the program. A counterexample is replayed on the
//! program, as always.

use crate::property_slice::{outside, targets};
use crate::task::Request;
use adumbra_dependence::{
    AbstractObject, Access, Andersen, Blocks, Footprint, Footprints, Partition, PointsTo, Regions,
};
use adumbra_judges::{Answer, Verdict};
use adumbra_program::callgraph::CallGraph;
use adumbra_program::unroll::{Beyond, Unrolled, unroll};
use adumbra_program::{Function, Global, Program};
use adumbra_verdict::{Checked, Proof};
use rustc_hash::FxHashSet;

/// The program with recursion unrolled to so many levels, and calls beyond skipped if that is
/// wanted and possible. An error says why there is no such program.
pub fn unrolled(program: &Program, request: &Request, levels: u32, skip: bool) -> Result<Unrolled, String> {
    if request.specification.is_some() {
        return Err("rules are about functions by name, and copies have other names".to_owned());
    }
    if !skip {
        return unroll(program, levels, &Beyond::Stop);
    }
    let points_to = Andersen::new(program, outside(request.externals));
    let regions = Regions::new(program, &points_to);
    let blocks = Blocks::new(program, &points_to, Partition::Functions);
    let footprints = Footprints::new(program, &points_to, &regions, &blocks);
    let deciding: FxHashSet<Function> = targets(program, request.externals, &points_to)?
        .edges
        .into_iter()
        .map(|edge| program.function_of(program.edges[edge].from))
        .collect();
    let calls = CallGraph::new(program);
    let written = |function: Function| {
        if let Some(other) = called(&calls, function).into_iter().find(|f| deciding.contains(f)) {
            let name = &program.functions[other].name;
            return Err(format!("`{name}`, which it may enter, decides about the property"));
        }
        // As its block, it has what outer activations of the recursion have.
        let block = blocks.block_of(program, function).ok_or("it is not entered")?;
        changed(&points_to, &footprints.of_block(block))
    };
    unroll(program, levels, &Beyond::Skip(&written))
}

/// The functions that a call of one may enter, itself among them.
fn called(calls: &CallGraph, function: Function) -> FxHashSet<Function> {
    let (mut found, mut work) = (FxHashSet::default(), vec![function]);
    while let Some(next) = work.pop() {
        if found.insert(next) {
            work.extend(calls.callees(next));
        }
    }
    found
}

/// The globals that calls of a function may change, if it changes nothing else that its callers
/// see.
fn changed(points_to: &dyn PointsTo, footprint: &Footprint<'_>) -> Result<Vec<Global>, String> {
    if footprint.is_everything() {
        return Err("it may write anything".to_owned());
    }
    for (access, what) in [(Access::Allocate, "allocates"), (Access::Free, "frees")] {
        if !footprint.objects(access).is_empty() {
            return Err(format!("it {what} memory"));
        }
    }
    let name = |object| points_to.objects().object(object);
    footprint
        .objects(Access::Write)
        .into_iter()
        .map(|object| match name(object) {
            AbstractObject::Global(global) => Ok(global),
            _ => Err("it writes memory that is no global".to_owned()),
        })
        .collect()
}

/// What a verdict about an unrolled program says of the program itself.
pub fn of_the_program(verdict: &mut Verdict) {
    if let Answer::True(proof) = &mut verdict.answer {
        of_copies(proof);
    }
}

/// What a proof about copies says of the program itself.
pub(crate) fn of_copies(proof: &mut Proof) {
    proof.certificate = None;
    proof.passed = None;
    proof.checked = Checked::No("it is about a program whose recursion is unrolled".into());
}
