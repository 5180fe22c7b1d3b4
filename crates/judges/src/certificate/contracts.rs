//! The contracts of a certificate, as the checker uses them.
//!
//! Hoare's rule of recursion: every contract is assumed at calls and proved of the body. A proof by
//! induction on the number of calls that an execution makes stands behind it; so nothing is said of
//! executions that do not end, and what a contract cannot carry is refused: leaks, which are about
//! all of an execution, and certificates by k-induction.

use super::spot::{FIRST_NUMBER, Spot};
use super::*;
use adumbra_program::{Op, Program, PropertyKind, Register, Violation};
use adumbra_terms::Term;
use rustc_hash::FxHashMap;

/// The contracts of a certificate.
#[derive(Debug, Default)]
pub(super) struct Contracts<'c> {
    all: Vec<Known<'c>>,
    of: FxHashMap<Function, usize>,
}

/// A contract that is well formed.
#[derive(Debug)]
pub(super) struct Known<'c> {
    pub(super) contract: &'c Contract,
    /// What is to be remembered of the entry, and how wide it is.
    pub(super) before: Vec<(Spot, u32)>,
    /// Parameters whose registers nobody writes.
    pub(super) kept: Vec<Register>,
}

impl<'c> Contracts<'c> {
    /// Those of a certificate, if the checker can judge them; else the function and what is wrong.
    pub(super) fn of(program: &Program, certificate: &'c Certificate) -> Result<Contracts<'c>, (Function, Why)> {
        let mut contracts = Contracts::default();
        for contract in &certificate.contracts {
            let function = contract.function;
            if let Some(why) = refused(program, certificate) {
                return Err((function, Why::GaveUp(why.into())));
            }
            let known = prepared(program, contract).map_err(|why| (function, why))?;
            if contracts.of.insert(function, contracts.all.len()).is_some() {
                return Err((function, malformed("a function with two contracts")));
            }
            contracts.all.push(known);
        }
        Ok(contracts)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The contract of a number.
    pub(super) fn known(&self, index: usize) -> Option<&Known<'c>> {
        self.all.get(index)
    }

    /// The number of the contract of a function.
    pub(super) fn number(&self, function: Function) -> Option<usize> {
        self.of.get(&function).copied()
    }
}

fn malformed(what: &str) -> Why {
    Why::Unsupported(format!("the contract is not well formed: {what}"))
}

/// Why contracts do not help to prove what is asked.
fn refused(program: &Program, certificate: &Certificate) -> Option<&'static str> {
    let property = &program.property;
    if property.contains(PropertyKind::Termination) {
        return Some("contracts say nothing of executions that do not end");
    }
    let is_heap = |op: &Op| matches!(op, Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. });
    let leaks = [Violation::LostMemory, Violation::UnfreedMemory].into_iter().any(|leak| property.monitors(leak));
    if leaks && program.edges.values().any(|edge| is_heap(&edge.op)) {
        return Some("contracts say nothing of memory that is lost");
    }
    matches!(certificate.argument, Argument::Induction(_)).then_some("contracts are not used in an induction")
}

fn prepared<'c>(program: &Program, contract: &'c Contract) -> Result<Known<'c>, Why> {
    let Some(data) = program.functions.get(contract.function) else { return Err(malformed("no function")) };
    let Some(body) = &data.body else { return Err(malformed("a function without a body")) };
    if !contract.is_well_formed() {
        return Err(malformed("its formulas"));
    }
    let starts = |edge: Edge| matches!(program.edges[edge].op, Op::VaStart { .. });
    // One that never reads the arguments beyond its parameters is like any other: a function that C
    // declares without a prototype is of this kind.
    if body.edge_ids().any(starts) {
        return Err(Why::GaveUp("contracts of functions with a variable number of arguments are not known".into()));
    }
    let formulas = [&contract.entry, &contract.exit];
    if formulas.iter().flat_map(|f| f.numbers()).any(|(number, _)| *number >= FIRST_NUMBER) {
        return Err(malformed("a number of an object"));
    }
    let mut before = Vec::new();
    for formulas in formulas.into_iter().chain(contract.states.iter().filter_map(|s| s.formulas.as_deref())) {
        remember(formulas, &mut before)?;
    }
    let defined = |register: &Register| {
        body.edge_ids().any(|edge| {
            let mut found = false;
            program.edges[edge].op.for_each_definition(|r| found |= r == *register);
            found || matches!(&program.edges[edge].op, Op::Call { results, .. } if results.contains(register))
        })
    };
    let kept = body.parameters.iter().copied().filter(|r| !defined(r)).collect();
    Ok(Known { contract, before, kept })
}

/// Notes what formulas speak of at the entry.
fn remember(formulas: &Formulas, before: &mut Vec<(Spot, u32)>) -> Result<(), Why> {
    for (variable, leaf) in formulas.leaves() {
        let spot_of = |term: Term| Spot::of(formulas, term);
        let spot = match leaf {
            Leaf::AtEntry(now) => spot_of(*now),
            _ => spot_of(*variable),
        };
        let (Some(spot), Some(width)) = (spot, formulas.width(*variable)) else {
            return Err(Why::GaveUp("the checker does not follow what a contract reads".into()));
        };
        if matches!(leaf, Leaf::AtEntry(_)) && !before.contains(&(spot, width)) {
            before.push((spot, width));
        }
    }
    Ok(())
}
