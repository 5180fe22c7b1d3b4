//! Contracts of what was explored by blocks.
//!
//! A function by itself was explored from some abstractions at its entry, each of which has its own
//! ends. So it demands that one of them holds, and promises for each that, if it held at the entry,
//! one of its ends holds. States inside are those of the exploration, with the abstraction that it
//! began with said of the entry. A function without loops needs none: the checker follows its
//! paths.

use super::of_facts::{End, Numbers, as_formulas};
use super::shape::{Bytes, Root, Shape, Written};
use crate::certify::{Asked, Certified, MOST_STATES, checked, facts_of, is_listed, unchecked};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::location::Places;
use adumbra_engine::{Algorithm, Node, NodeId, SetId, StateId, Status};
use adumbra_program::{Body, Function, Location};
use adumbra_terms::{Copier, Simplifier, Substitution, Term};
use adumbra_verdict::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// No certificate is made of more states than this.
const MOST_LISTED: usize = 20_000;

/// What is explored of a function from one abstraction.
struct Explored {
    entry: StateFacts,
    exits: Vec<StateFacts>,
    inside: Vec<StateFacts>,
}

/// The certificate of a proof by blocks: what was reached in them, for every way into them. Where
/// there is no end of ways, or that cannot be checked, it is what functions demand and promise.
pub(crate) fn certify_blocks(asked: &Asked<'_>, algorithm: &mut Algorithm) -> Certified {
    let method = "fixpoint of blocks";
    let Some(nodes) = algorithm.flattened(MOST_STATES) else { return certify_summaries(asked, algorithm) };
    let listed = |(set, node, _): &(SetId, NodeId, StateId)| is_listed(algorithm, algorithm.node(*set, *node));
    let states = nodes.iter().filter(|at| listed(at)).map(|(_, _, state)| *state);
    let closed = facts_of(asked, algorithm, states);
    let listed = checked(asked, method, Argument::ClosedSet(closed).into(), u64::MAX);
    if !matches!(listed.result, Ok(Proof { checked: Checked::No(_), .. })) {
        return listed;
    }
    match certify_summaries(asked, algorithm) {
        summarized @ Certified { result: Ok(Proof { checked: Checked::Yes, .. }), .. } => summarized,
        _ => listed,
    }
}

/// The certificate of a proof by blocks: what each function demands and promises.
pub(crate) fn certify_summaries(asked: &Asked<'_>, algorithm: &Algorithm) -> Certified {
    let method = "fixpoint of blocks";
    let mut first: Option<Certified> = None;
    for how in [How::BRIEFLY, How::POINTERS, How::ALL_STATES, How::ALL_WRITTEN] {
        if how.pointers && asked.pointers.is_none() {
            continue;
        }
        let Made { certificate, said_all, left_out, writes } = match Maker::new(asked, algorithm, how).certificate() {
            Err(why) => return unchecked(method, None, why),
            Ok(made) => made,
        };
        if first.is_some() && (how == How::ALL_STATES && !left_out || how == How::ALL_WRITTEN && !writes) {
            continue;
        }
        let this = match checked(asked, method, certificate, u64::MAX) {
            // What could not be said may be what is missing.
            Certified { result: Err(why), writes_more: false, .. } if !said_all => unchecked(method, None, &why),
            certified => certified,
        };
        if matches!(this.result, Ok(Proof { checked: Checked::Yes, .. })) {
            return this;
        }
        // What functions write is a guess, and no part of what was explored.
        first = first.filter(|first| !first.writes_more).or(Some(this));
    }
    first.unwrap_or_else(|| unchecked(method, None, "there is nothing to check"))
}

/// How a certificate is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct How {
    /// Is it demanded that pointers lead where the points-to sets say?
    pointers: bool,
    /// Are states listed inside functions without loops, too?
    all_states: bool,
    /// May functions write anything, whatever seems to be written?
    all_written: bool,
}

impl How {
    const BRIEFLY: How = How { pointers: false, all_states: false, all_written: false };
    const POINTERS: How = How { pointers: true, ..How::BRIEFLY };
    const ALL_STATES: How = How { all_states: true, ..How::BRIEFLY };
    const ALL_WRITTEN: How = How { all_written: true, ..How::BRIEFLY };
}

/// A certificate.
struct Made {
    certificate: Certificate,
    /// Does it say all that is known?
    said_all: bool,
    /// Are there states inside functions without loops?
    left_out: bool,
    /// Does it say of a function what it writes?
    writes: bool,
}

/// What a certificate is made from.
struct Maker<'a> {
    asked: &'a Asked<'a>,
    algorithm: &'a Algorithm,
    standing: PointInvariants,
    places: Places,
    numbers: Numbers,
    how: How,
    said_all: bool,
    left_out: bool,
}

impl<'a> Maker<'a> {
    fn new(asked: &'a Asked<'a>, algorithm: &'a Algorithm, how: How) -> Self {
        let program = &asked.task.program;
        let (standing, places) = (PointInvariants::new(program), Places::new(program));
        let numbers = Numbers::default();
        Maker { asked, algorithm, standing, places, numbers, how, said_all: true, left_out: false }
    }

    /// The certificate.
    fn certificate(mut self) -> Result<Made, &'static str> {
        if self.algorithm.size().0 > MOST_LISTED {
            return Err("the certificate would be too large");
        }
        let mut functions: BTreeMap<Function, Vec<Explored>> = BTreeMap::new();
        for set in self.used() {
            let (function, explored) = self.explored(set).ok_or("the certificate would need what loops do")?;
            functions.entry(function).or_default().push(explored);
        }
        for explored in functions.values().flatten() {
            let all = [&explored.entry].into_iter().chain(&explored.exits).chain(&explored.inside);
            all.filter_map(|facts| facts.formulas.as_deref()).for_each(|formulas| self.numbers.learn(formulas));
        }
        let shape = Shape::of(&self.asked.task.program);
        let mut contracts = Vec::new();
        for (function, explored) in functions {
            let contract = self.contract(function, explored, &shape);
            let contract = contract.filter(Contract::is_well_formed);
            contracts.push(contract.ok_or("the certificate would speak of objects that only some states have")?);
        }
        let outside = self.listed(0);
        let states: Vec<StateFacts> = outside.into_iter().map(|node| self.state(None, node.state)).collect();
        let argument = match states.is_empty() {
            true => Argument::Unwinding,
            false => Argument::ClosedSet(ClosedSet { states }),
        };
        let certificate = Certificate { contracts, ..Certificate::from(argument) };
        let writes = certificate.contracts.iter().any(|contract| contract.writes != Writes::Anything);
        Ok(Made { certificate, said_all: self.said_all, left_out: self.left_out, writes })
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
    fn state(&mut self, entry: Option<StateId>, state: StateId) -> StateFacts {
        let mut facts = self.facts(entry, state);
        if let Some(pointers) = self.asked.pointers {
            self.standing.add_pointers(pointers, &mut facts);
        }
        facts
    }

    /// What is known in a state, and in a block how it relates to that at the entry.
    fn facts(&mut self, entry: Option<StateId>, state: StateId) -> StateFacts {
        let program = &self.asked.task.program;
        let start = program.body(program.entry).map_or(Location::from_u32(0), |b| b.entry);
        let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
        match entry {
            Some(entry) => self.algorithm.part().facts_since(entry, state, &mut facts),
            None => self.algorithm.part().facts(state, &mut facts),
        }
        self.said_all &= !facts.partial;
        facts
    }

    /// What is explored in a set, if it begins where a function does.
    fn explored(&mut self, set: SetId) -> Option<(Function, Explored)> {
        let root = self.algorithm.node(set, 0).state;
        let entry = match self.how.pointers {
            true => self.state(None, root),
            false => self.facts(None, root),
        };
        let program = &self.asked.task.program;
        let function = program.function_of(entry.point.location);
        let body = program.body(function)?;
        if body.entry != entry.point.location || !entry.point.calls.is_empty() {
            return None;
        }
        let loops = body.location_ids().any(|at| self.places.is_loop_head(at));
        let (mut exits, mut inside) = (Vec::new(), Vec::new());
        for node in self.listed(set) {
            match node.status {
                Status::Left => exits.push(self.facts(Some(root), node.state)),
                _ if node.state == root => {}
                _ if loops => inside.push(self.state(Some(root), node.state)),
                _ => {
                    self.left_out = true;
                    if self.how.all_states {
                        inside.push(self.state(Some(root), node.state));
                    }
                }
            }
        }
        Some((function, Explored { entry, exits, inside }))
    }

    /// What facts say as formulas of a contract.
    fn end(&mut self, body: &Body, facts: StateFacts, end: End) -> StateFacts {
        let facts = as_formulas(&self.asked.task.program, body, &mut self.numbers, facts, end);
        self.said_all &= !facts.partial;
        facts
    }

    fn contract(&mut self, function: Function, explored: Vec<Explored>, shape: &Shape) -> Option<Contract> {
        let program = &self.asked.task.program;
        let body = program.body(function)?;
        let mut contract = Contract::of(function);
        let mut entries = Vec::new();
        for Explored { entry, exits, inside } in explored {
            let entry = self.end(body, entry, End::Entry);
            let exits: Vec<StateFacts> = exits.into_iter().map(|exit| self.end(body, exit, End::Exit)).collect();
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
        contract.writes = self.writes(body, &contract.states, shape.written(function), &mut contract.entry);
        Some(contract)
    }

    /// What a function may write: parts of globals, what parameters lead to, or anything.
    fn writes(&mut self, body: &Body, inside: &[StateFacts], written: Written, entry: &mut Formulas) -> Writes {
        let Some(written) = written.filter(|_| !self.how.all_written) else {
            self.said_all = false;
            return Writes::Anything;
        };
        let program = &self.asked.task.program;
        let width = program.layout.pointer_bits;
        let mut extents = Vec::new();
        for Bytes { root, at } in written {
            let extent = match (root, at) {
                (Root::Own, _) => continue,
                (Root::Global(global), _) => {
                    let (from, length) =
                        at.map_or((0, program.globals[global].size), |(from, bytes)| (from, bytes.into()));
                    let name = ObjectName::Global(global);
                    self.numbers.of(name).map(|number| {
                        entry.number(number, name);
                        let object = entry.terms.bv_u64(OBJECT_BITS, number);
                        (object, entry.terms.bv_u64(width, from), length)
                    })
                }
                // Where a state inside begins, nobody knows where parameters led to.
                (Root::Parameter(index), Some((from, length))) if inside.is_empty() => {
                    body.parameters.get(index as usize).map(|parameter| {
                        let place = Place::Register(0, *parameter);
                        let object = entry.leaf(Leaf::Object(place), OBJECT_BITS);
                        let offset = entry.leaf(Leaf::Offset(place), width);
                        let from = entry.terms.bv_u64(width, from);
                        (object, entry.terms.bv_add(offset, from), length.into())
                    })
                }
                (Root::Parameter(_), _) => None,
            };
            let Some((object, offset, length)) = extent else {
                self.said_all = false;
                return Writes::Anything;
            };
            extents.push(Extent { object, offset, bytes: entry.terms.bv_u64(width, length) });
        }
        Writes::Only(extents)
    }
}

/// Demands a formula, unless it says nothing.
fn hold(formulas: &mut Formulas, formula: Term) {
    let formula = Simplifier::default().simplify(&mut formulas.terms, formula);
    if formulas.terms.truth(formula) != Some(true) {
        formulas.hold(formula);
    }
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
