//! Contracts of what was explored by blocks.
//!
//! A function by itself was explored from some abstractions at its entry, each of which has its own
//! ends. So it demands that one of them holds, and promises for each that, if it held at the entry,
//! one of its ends holds. States inside are those of the exploration, with the abstraction that it
//! began with said of the entry.

use super::shape::{Bytes, Root, Shape};
use crate::certify::{Asked, Certified, checked, unchecked};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_engine::{Algorithm, Node, SetId, StateId, Status};
use adumbra_program::{Function, Location};
use adumbra_terms::{Copier, Simplifier, Substitution, Term};
use adumbra_verdict::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// No certificate is made of more states than this.
const MOST_STATES: usize = 20_000;

/// What is explored of a function from one abstraction.
struct Explored {
    entry: StateFacts,
    exits: Vec<StateFacts>,
    inside: Vec<StateFacts>,
}

/// The certificate of a proof by blocks whose states relate what they are to the entry.
pub(crate) fn certify_summaries(asked: &Asked<'_>, algorithm: &Algorithm) -> Certified {
    let method = "fixpoint of blocks";
    let why = match Maker::new(asked, algorithm).certificate() {
        Err(why) => why.to_owned(),
        Ok((certificate, said_all)) => match checked(asked, method, certificate, u64::MAX) {
            // What could not be said may be what is missing.
            Certified { result: Err(why), .. } if !said_all => why,
            certified => return certified,
        },
    };
    unchecked(method, None, &why)
}

/// What a certificate is made from.
struct Maker<'a> {
    asked: &'a Asked<'a>,
    algorithm: &'a Algorithm,
    standing: PointInvariants,
    said_all: bool,
}

impl<'a> Maker<'a> {
    fn new(asked: &'a Asked<'a>, algorithm: &'a Algorithm) -> Self {
        Maker { asked, algorithm, standing: PointInvariants::new(&asked.task.program), said_all: true }
    }

    /// The certificate; does it say all that is known?
    fn certificate(mut self) -> Result<(Certificate, bool), &'static str> {
        if self.algorithm.size().0 > MOST_STATES {
            return Err("the certificate would be too large");
        }
        let mut functions: BTreeMap<Function, Vec<Explored>> = BTreeMap::new();
        for set in self.used() {
            let (function, explored) = self.explored(set).ok_or("the certificate would need what loops do")?;
            functions.entry(function).or_default().push(explored);
        }
        let shape = Shape::of(&self.asked.task.program);
        let mut contracts = Vec::new();
        for (function, explored) in functions {
            let contract = self.contract(function, explored, &shape);
            let contract = contract.filter(Contract::is_well_formed);
            contracts.push(contract.ok_or("the certificate would speak of objects that only some states have")?);
        }
        let outside = self.listed(0);
        let states: Vec<StateFacts> = outside.into_iter().map(|node| self.state(node.state)).collect();
        let argument = match states.is_empty() {
            true => Argument::Unwinding,
            false => Argument::ClosedSet(ClosedSet { states }),
        };
        Ok((Certificate { contracts, ..Certificate::from(argument) }, self.said_all))
    }

    /// The sets of blocks that the outermost one rests on.
    fn used(&self) -> Vec<SetId> {
        let mut found = vec![0];
        let mut next = 0;
        while let Some(set) = found.get(next).copied() {
            next += 1;
            for (_, inner) in self.algorithm.uses(set) {
                if !found.contains(&inner) {
                    found.push(inner);
                }
            }
        }
        found.split_off(1)
    }

    /// The nodes of a set that a proof has to list.
    fn listed(&self, set: SetId) -> Vec<Node> {
        let reached = self.algorithm.sets()[set as usize].reached().reached();
        let part = self.algorithm.part();
        reached.map(|(_, node)| node).filter(|n| n.target.is_none() && !part.is_on_the_way(n.state)).cloned().collect()
    }

    /// What is known in a state, with where pointers may point.
    fn state(&mut self, state: StateId) -> StateFacts {
        let mut facts = self.facts(state);
        if let Some(pointers) = self.asked.pointers {
            self.standing.add_pointers(pointers, &mut facts);
        }
        facts
    }

    fn facts(&mut self, state: StateId) -> StateFacts {
        let program = &self.asked.task.program;
        let start = program.body(program.entry).map_or(Location::from_u32(0), |b| b.entry);
        let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
        self.algorithm.part().facts(state, &mut facts);
        self.said_all &= !facts.partial;
        facts
    }

    /// What is explored in a set, if it begins where a function does.
    fn explored(&mut self, set: SetId) -> Option<(Function, Explored)> {
        let root = self.algorithm.node(set, 0).state;
        let entry = self.facts(root);
        let program = &self.asked.task.program;
        let function = program.function_of(entry.point.location);
        if program.body(function)?.entry != entry.point.location || !entry.point.calls.is_empty() {
            return None;
        }
        let (mut exits, mut inside) = (Vec::new(), Vec::new());
        for node in self.listed(set) {
            match node.status {
                Status::Left => exits.push(self.facts(node.state)),
                _ if node.state == root => {}
                _ => inside.push(self.state(node.state)),
            }
        }
        Some((function, Explored { entry, exits, inside }))
    }

    fn contract(&self, function: Function, explored: Vec<Explored>, shape: &Shape) -> Option<Contract> {
        let mut contract = Contract::of(function);
        let mut entries = Vec::new();
        for Explored { entry, exits, inside } in explored {
            entries.push(conjunction(&entry, &mut contract.entry, false)?);
            let exit = &mut contract.exit;
            let began = conjunction(&entry, exit, true)?;
            let ends: Option<Vec<Term>> = exits.iter().map(|facts| conjunction(facts, exit, false)).collect();
            let one = exit.terms.or_all(ends?);
            let not = exit.terms.not(began);
            let promised = exit.terms.or(not, one);
            hold(exit, promised);
            for mut facts in inside {
                let mut formulas = Formulas::new();
                let known = conjunction(&facts, &mut formulas, false)?;
                hold(&mut formulas, known);
                let began = conjunction(&entry, &mut formulas, true)?;
                hold(&mut formulas, began);
                facts.formulas = Some(Box::new(formulas));
                contract.states.push(facts);
            }
        }
        let one = contract.entry.terms.or_all(entries);
        hold(&mut contract.entry, one);
        contract.writes = writes(&self.asked.task.program, shape.written(function), &mut contract.entry);
        Some(contract)
    }
}

/// Demands a formula, unless it says nothing.
fn hold(formulas: &mut Formulas, formula: Term) {
    let formula = Simplifier::default().simplify(&mut formulas.terms, formula);
    if formulas.terms.truth(formula) != Some(true) {
        formulas.hold(formula);
    }
}

/// What a function may write: parts of globals, or anything.
pub(crate) fn writes(
    program: &adumbra_program::Program,
    written: super::shape::Written,
    entry: &mut Formulas,
) -> Writes {
    let mut extents = Vec::new();
    for Bytes { root, at } in written.into_iter().flatten() {
        let Root::Global(global) = root else { return Writes::Anything };
        let (from, length) = at.map_or((0, program.globals[global].size), |(from, length)| (from, length.into()));
        let name = ObjectName::Global(global);
        let known = entry.numbers().iter().find(|(_, named)| *named == name).map(|(number, _)| *number);
        let number = known.unwrap_or_else(|| {
            let last = entry.numbers().iter().map(|(number, _)| *number).max().unwrap_or(0);
            entry.number(last + 1, name);
            last + 1
        });
        let width = program.layout.pointer_bits;
        let terms = &mut entry.terms;
        let (object, offset) = (terms.bv_u64(OBJECT_BITS, number), terms.bv_u64(width, from));
        extents.push(Extent { object, offset, bytes: terms.bv_u64(width, length) });
    }
    Writes::Only(extents)
}

/// What facts say as a term of other formulas: as it is, or of what was at the entry. `None` if it
/// cannot be said there.
fn conjunction(facts: &StateFacts, to: &mut Formulas, at_entry: bool) -> Option<Term> {
    let mut all = to.terms.bool(true);
    let Some(from) = facts.formulas.as_deref() else { return Some(all) };
    for (number, name) in from.numbers() {
        to.number(*number, *name);
    }
    let mut copier = Copier::new();
    // By their copies: what leaves are now, and what is meant.
    let (mut now, mut meant): (FxHashMap<Term, Term>, FxHashMap<Term, Term>) = Default::default();
    for (variable, leaf) in from.leaves() {
        let mut moved = |term: Term, now: &FxHashMap<Term, Term>, to: &mut Formulas| {
            let copied = copier.copy(&from.terms, &mut to.terms, term);
            Substitution::new(&to.terms, now.clone()).apply(&mut to.terms, copied)
        };
        let width = from.width(*variable)?;
        let leaf = match leaf {
            Leaf::Value(_) | Leaf::Object(_) | Leaf::Offset(_) => *leaf,
            Leaf::Read { object, offset, bytes } => {
                let (object, offset) = (moved(*object, &now, to), moved(*offset, &now, to));
                Leaf::Read { object, offset, bytes: *bytes }
            }
            Leaf::AtEntry(before) => Leaf::AtEntry(moved(*before, &now, to)),
        };
        let own = to.leaf(leaf, width);
        let copied = copier.copy(&from.terms, &mut to.terms, *variable);
        now.insert(copied, own);
        let is_of_entry = matches!(leaf, Leaf::AtEntry(_));
        meant.insert(copied, if at_entry && !is_of_entry { to.leaf(Leaf::AtEntry(own), width) } else { own });
    }
    let mut substitution = Substitution::new(&to.terms, meant);
    for formula in from.all() {
        let copied = copier.copy(&from.terms, &mut to.terms, *formula);
        let formula = substitution.apply(&mut to.terms, copied);
        all = to.terms.and(all, formula);
    }
    Some(all)
}
