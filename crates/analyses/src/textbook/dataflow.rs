//! Data-flow analyses as configurable ones.
//!
//! A classic analysis is a lattice of facts and a function that says what an edge makes of a fact
//! ([`Dataflow`]). Next to the location analysis, joined wherever locations agree, it is a
//! configurable analysis ([`DataflowAnalysis`]), and the algorithm computes what [`kildall`]'s
//! does: one fact a location, the least solution of the data-flow equations. The other way round,
//! every configurable analysis is one of sets that are only ever joined
//! ([`Powerset`](crate::powerset::Powerset)).

use adumbra_engine::*;
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::Arc;

/// A join-based data-flow analysis.
pub trait Dataflow {
    /// What is known at a location.
    type Fact: Clone + Eq + Hash;

    /// The name.
    fn name(&self) -> &'static str;
    /// The fact at the start of the program.
    fn start(&self) -> Self::Fact;
    /// The fact behind a move; `None` if no execution takes it.
    fn post(&self, fact: &Self::Fact, step: Move) -> Option<Self::Fact>;
    /// The least upper bound.
    fn join(&self, a: &Self::Fact, b: &Self::Fact) -> Self::Fact;
    /// The fact as text.
    fn show(&self, fact: &Self::Fact) -> String;

    /// Is one fact at least as general as another?
    fn covers(&self, general: &Self::Fact, special: &Self::Fact) -> bool {
        self.join(general, special) == *general
    }
}

/// A data-flow analysis as a part of a composite with locations.
pub struct DataflowAnalysis<D>(pub D);

impl<D: Dataflow> Analysis for DataflowAnalysis<D> {
    type State = D::Fact;
    type Precision = ();

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn abilities(&self) -> Abilities {
        Abilities::NONE
    }

    fn initial(&mut self) -> (D::Fact, ()) {
        (self.0.start(), ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &D::Fact, special: &D::Fact) -> bool {
        self.0.covers(general, special)
    }

    fn join(&mut self, a: &D::Fact, b: &D::Fact) -> Option<D::Fact> {
        Some(self.0.join(a, b))
    }

    fn transfer(&mut self, state: &mut D::Fact, _: &(), step: Move, _: &Siblings<'_>) -> Flow<D::Fact> {
        match self.0.post(state, step) {
            Some(fact) => {
                *state = fact;
                Flow::On
            }
            None => Flow::Dead,
        }
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(&mut self, new: &D::Fact, old: &D::Fact, _: &()) -> Option<D::Fact> {
        Some(self.0.join(new, old))
    }

    fn show(&self, state: &D::Fact) -> String {
        self.0.show(state)
    }
}

/// The moves of a program by the location where they start. Without a call stack a function returns
/// to all of its callers.
pub struct MoveTable {
    from: BTreeMap<Location, Vec<Move>>,
}

impl MoveTable {
    /// The table of a program.
    pub fn new(program: &Program) -> Self {
        let mut from: BTreeMap<Location, Vec<Move>> = BTreeMap::new();
        for (edge, data) in program.edges.iter() {
            match data.op {
                Op::Call { callee: Callee::Direct(callee), .. } if program.body(callee).is_some() => {
                    from.entry(data.from).or_default().push(Move::Enter { call: edge, callee });
                    if let Some(body) = program.body(callee) {
                        from.entry(body.exit).or_default().push(Move::Leave { call: edge, callee });
                    }
                }
                _ => from.entry(data.from).or_default().push(Move::Edge(edge)),
            }
        }
        MoveTable { from }
    }

    /// The moves that start at a location.
    pub fn at(&self, location: Location) -> &[Move] {
        self.from.get(&location).map_or(&[], Vec::as_slice)
    }
}

/// Kildall's algorithm: the least solution of the data-flow equations, by location. Locations that
/// are not reached are absent.
pub fn kildall<D: Dataflow>(program: &Arc<Program>, analysis: &D) -> BTreeMap<Location, D::Fact> {
    let moves = MoveTable::new(program);
    let mut facts = BTreeMap::new();
    let Some(body) = program.body(program.entry) else { return facts };
    facts.insert(body.entry, analysis.start());
    let mut waiting = BTreeSet::from([body.entry]);
    while let Some(location) = waiting.pop_first() {
        let Some(fact) = facts.get(&location).cloned() else { continue };
        for step in moves.at(location) {
            let (Some(to), Some(new)) = (step.to(program), analysis.post(&fact, *step)) else { continue };
            let joined = facts.get(&to).map_or_else(|| new.clone(), |old| analysis.join(old, &new));
            if facts.get(&to) != Some(&joined) {
                facts.insert(to, joined);
                waiting.insert(to);
            }
        }
    }
    facts
}
