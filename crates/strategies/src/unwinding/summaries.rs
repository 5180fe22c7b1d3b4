//! From what a proof says of copies to what is suspected of functions.
//!
//! A copy with a contract says what it demands and promises; a function demands what one of its
//! copies demands, and what its copies promise is suspected, clause by clause, with the conditions
//! that the clauses are made of, so that something is left if a clause says too much. States inside
//! become one for each location in the same way. Nothing here is believed.

use crate::contracts::{Shape, writes};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::pointers::Pointers;
use adumbra_program::unroll::Unrolled;
use adumbra_program::{Function, Location, Program};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Simplifier, Term};
use adumbra_verdict::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Conditions that are suspected of one state or function, at most.
const MOST_CONDITIONS: usize = 60;

/// A certificate that says too much; none if the proof has no contracts of copies.
pub(super) fn suspected(
    program: &Arc<Program>,
    unrolled: &Unrolled,
    certificate: &Certificate,
    pointers: &Pointers,
) -> Option<Certificate> {
    let mut by_function: BTreeMap<Function, Vec<&Contract>> = BTreeMap::new();
    for contract in &certificate.contracts {
        if let Some(function) = unrolled.function(program, contract.function)
            && program.body(function).is_some()
        {
            by_function.entry(function).or_default().push(contract);
        }
    }
    let mut maker = Maker { program, unrolled, standing: PointInvariants::new(program) };
    let shape = Shape::of(program);
    let contracts: Vec<Contract> =
        by_function.into_iter().map(|(function, copies)| maker.contract(function, &copies, &shape)).collect();
    if contracts.is_empty() || !contracts.iter().all(Contract::is_well_formed) {
        return None;
    }
    let mut states = maker.states(program.entry, certificate.states().iter());
    states.iter_mut().for_each(|facts| maker.standing.add_pointers(pointers, facts));
    let argument = match states.is_empty() {
        true => Argument::Unwinding,
        false => Argument::ClosedSet(ClosedSet { states }),
    };
    Some(Certificate { contracts, ..Certificate::from(argument) })
}

struct Maker<'a> {
    program: &'a Arc<Program>,
    unrolled: &'a Unrolled,
    standing: PointInvariants,
}

impl Maker<'_> {
    fn contract(&mut self, function: Function, copies: &[&Contract], shape: &Shape) -> Contract {
        let mut contract = Contract::of(function);
        let mut demands = Vec::new();
        for copy in copies {
            let entry = self.original(copy.function, &copy.entry);
            let clauses = take(&mut contract.entry, entry);
            demands.push(contract.entry.terms.and_all(clauses));
            let exit = self.original(copy.function, &copy.exit);
            let clauses = take(&mut contract.exit, exit);
            suspect(&mut contract.exit, clauses);
        }
        let one = contract.entry.terms.or_all(demands);
        suspect(&mut contract.entry, vec![one]);
        contract.writes = writes(self.program, shape.written(function), &mut contract.entry);
        contract.states = self.states(function, copies.iter().flat_map(|copy| &copy.states));
        contract
    }

    /// One state for each location of a function, of those that are about it or its copies.
    fn states<'s>(&mut self, function: Function, states: impl Iterator<Item = &'s StateFacts>) -> Vec<StateFacts> {
        let mut by_location: BTreeMap<Location, (Formulas, Vec<Term>)> = BTreeMap::new();
        for state in states.filter(|state| state.point.calls.is_empty()) {
            let at = state.point.location;
            let Some(location) = self.unrolled.location(self.program, at) else { continue };
            if self.program.function_of(location) != function {
                continue;
            }
            let copy = self.unrolled.program.function_of(at);
            let said = state.formulas.as_deref().map(|formulas| self.original(copy, formulas));
            let (formulas, cases) = by_location.entry(location).or_default();
            let clauses = said.map(|said| take(formulas, said)).unwrap_or_default();
            cases.push(formulas.terms.and_all(clauses));
        }
        let mut found = Vec::new();
        for (location, (mut formulas, cases)) in by_location {
            let one = formulas.terms.or_all(cases);
            suspect(&mut formulas, vec![one]);
            let mut facts = StateFacts::at(Point { location, calls: Vec::new() });
            self.standing.add_objects(&mut facts);
            facts.formulas = Some(Box::new(formulas));
            found.push(facts);
        }
        found
    }

    /// Formulas about a copy as formulas about its original. What is said of objects that only some
    /// states have is left out.
    fn original(&self, copy: Function, formulas: &Formulas) -> Formulas {
        let place = |place: Place| match place {
            Place::Register(0, register) => {
                Some(Place::Register(0, self.unrolled.register(self.program, copy, register)?))
            }
            Place::Result(_) | Place::Argument(0, _) => Some(place),
            Place::Cell(name, ..) => self.object(name).map(|_| place),
            Place::Register(..) | Place::Argument(..) => None,
        };
        formulas.renamed(&place, &|name| self.object(name))
    }

    fn object(&self, name: ObjectName) -> Option<ObjectName> {
        match name {
            ObjectName::Global(_) => Some(name),
            ObjectName::Function(function) => (function.as_u32() < self.program.functions.len() as u32).then_some(name),
            ObjectName::Allocated(_) | ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => None,
        }
    }
}

/// The clauses of formulas as terms of others, which do not demand them.
fn take(to: &mut Formulas, from: Formulas) -> Vec<Term> {
    let before = to.all().len();
    let clauses = to.absorb(&from);
    *to = to.only(|number| number < before);
    clauses
}

/// Demands clauses, and the conditions that they are made of, if they may hold or not.
fn suspect(formulas: &mut Formulas, clauses: Vec<Term>) {
    let mut known: FxHashSet<Term> = formulas.all().iter().copied().collect();
    let mut conditions = Vec::new();
    for clause in clauses {
        let terms = &mut formulas.terms;
        let clause = Simplifier::default().simplify(terms, clause);
        let parts = reachable(terms, &[clause]);
        let is_atom = |term: &Term| terms.is_bool(*term) && terms.operands(*term).iter().all(|o| !terms.is_bool(*o));
        conditions.extend(parts.into_iter().filter(is_atom));
        if formulas.terms.truth(clause) != Some(true) && known.insert(clause) {
            formulas.hold(clause);
        }
    }
    conditions.truncate(MOST_CONDITIONS);
    for atom in conditions {
        let not = formulas.terms.not(atom);
        for condition in [atom, not] {
            if formulas.terms.truth(condition).is_none() && known.insert(condition) {
                formulas.hold(condition);
            }
        }
    }
}
