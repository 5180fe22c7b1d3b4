//! Sets of valuations as formulas of a certificate.
//!
//! A node is a choice: its variable is in one of its pieces, and the rest is in the child of that
//! piece. Symbols cannot be said: a variable that has one may have any value there, and the facts
//! are partial.

use super::diagram::{EMPTY, FULL, Level, Node};
use super::explore::Explore;
use super::expression::{SYMBOL_BITS, SYMBOLS, numbers};
use super::transfer::Transfer;
use super::variables::Variable;
use crate::certify::Asked;
use adumbra_analyses::invariants::{PointInvariants, name_of};
use adumbra_program::Program;
use adumbra_terms::Term;
use adumbra_verdict::{ClosedSet, Formulas, Leaf, Place, StateFacts};
use rustc_hash::FxHashMap;

/// Nodes of all sets together, at most.
const MOST_NODES: usize = 20_000;

/// The sets at all points as facts; `None` if they are too large.
pub(super) fn closed_set(asked: &Asked<'_>, explore: &Explore) -> Option<ClosedSet> {
    if !explore.is_thorough() {
        return None;
    }
    let transfer = &explore.transfer;
    let mut left = MOST_NODES;
    let mut standing = PointInvariants::new(&asked.task.program);
    let mut states = Vec::new();
    for (mut facts, set) in explore.reached() {
        left = left.checked_sub(transfer.diagrams.size(set, left)?)?;
        standing.add_objects(&mut facts);
        if set != FULL {
            say(&asked.task.program, transfer, set, &mut facts);
        }
        if let Some(pointers) = asked.pointers {
            standing.add_pointers(pointers, &mut facts);
        }
        states.push(facts);
    }
    Some(ClosedSet { states })
}

/// Says that the variables of a point are in a set.
fn say(program: &Program, transfer: &Transfer, set: Node, facts: &mut StateFacts) {
    let mut formulas = Formulas::new();
    let mut terms: FxHashMap<Node, Term> = FxHashMap::default();
    let truths = [false, true].map(|truth| formulas.terms.bool(truth));
    terms.insert(EMPTY, truths[0]);
    terms.insert(FULL, truths[1]);
    let mut leaves: FxHashMap<Level, Option<Term>> = FxHashMap::default();
    let mut open = vec![set];
    while let Some(node) = open.last().copied() {
        if terms.contains_key(&node) {
            open.pop();
            continue;
        }
        let pieces: Vec<(i64, i64, Node)> =
            transfer.diagrams.pieces(node).filter(|(_, _, child)| *child != EMPTY).collect();
        let missing: Vec<Node> = pieces.iter().map(|p| p.2).filter(|child| !terms.contains_key(child)).collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        open.pop();
        let level = transfer.diagrams.level(node);
        let width = transfer.variables.width(level);
        let leaf = *leaves.entry(level).or_insert_with(|| {
            let place = place(program, transfer.variables.variable(level), facts, transfer)?;
            Some(formulas.leaf(Leaf::Value(place), width))
        });
        facts.partial |= leaf.is_none();
        let (least, most) = numbers(width);
        let mut choices = Vec::new();
        for (first, last, child) in pieces {
            let rest = terms[&child];
            let symbolic = width <= SYMBOL_BITS && last >= SYMBOLS.0 && first > most;
            facts.partial |= symbolic;
            let (first, last) = (first.max(least), last.min(most));
            let term = match leaf {
                Some(leaf) if !symbolic => {
                    let bound = |formulas: &mut Formulas, n: i64| {
                        formulas.terms.bv_u64(width, n as u64 & adumbra_domains::mask(width))
                    };
                    let mut all = vec![rest];
                    if first == last {
                        let n = bound(&mut formulas, first);
                        all.push(formulas.terms.eq(leaf, n));
                    } else {
                        if first > least {
                            let n = bound(&mut formulas, first);
                            all.push(formulas.terms.bv_sle(n, leaf));
                        }
                        if last < most {
                            let n = bound(&mut formulas, last);
                            all.push(formulas.terms.bv_sle(leaf, n));
                        }
                    }
                    all.into_iter().reduce(|a, b| formulas.terms.and(a, b)).unwrap_or(truths[1])
                }
                _ => rest,
            };
            choices.push(term);
        }
        let whole = choices.into_iter().reduce(|a, b| formulas.terms.or(a, b)).unwrap_or(truths[0]);
        terms.insert(node, whole);
    }
    formulas.hold(terms[&set]);
    facts.formulas = Some(Box::new(formulas));
}

/// Where a variable is at the point of facts.
fn place(program: &Program, variable: Variable, facts: &StateFacts, transfer: &Transfer) -> Option<Place> {
    match variable {
        Variable::Register(register) => {
            let locations = facts.point.calls.iter().map(|call| program.edges[*call].from);
            let mut frames = (0u32..).zip(locations.chain([facts.point.location]));
            let (depth, _) = frames.find(|(_, location)| {
                let body = program.body(program.function_of(*location));
                body.is_some_and(|b| b.registers.0 <= register && register < b.registers.1)
            })?;
            Some(Place::Register(depth, register))
        }
        Variable::Result(function, number) => {
            let here = program.function_of(facts.point.location) == function;
            here.then_some(Place::Result(number))
        }
        Variable::Cell(region) => {
            let region = transfer.regions().get(region);
            Some(Place::Cell(name_of(region.only?, facts)?, region.residue?, region.size))
        }
    }
}
