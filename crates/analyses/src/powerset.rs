//! Any analysis as a join-based one: its states are sets of states of the other.
//!
//! A step of a set is the union of the steps of its members. Merging pairs every new member with
//! every old one, and keeps the new members that this does not cover, so the result covers both
//! sets: the reached set has a single element, which means what the reached set of the other
//! analysis means.

use crate::registry::WrapperEntry;
use adumbra_engine::*;
use adumbra_program::*;
use adumbra_verdict::{Reason, Target};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Sets of states of a part, in which the location must be included.
pub struct Powerset {
    part: Box<dyn Part>,
    precision: PrecisionId,
}

/// States of the part, in ascending order.
pub type States = BTreeSet<StateId>;

impl Powerset {
    /// Sets of the states of a part.
    pub fn new(part: Box<dyn Part>) -> Self {
        Powerset { part, precision: 0 }
    }

    /// The part.
    pub fn part(&self) -> &dyn Part {
        &*self.part
    }

    fn holds_target(&mut self, member: StateId) -> bool {
        self.part.load(member);
        self.part.target().is_some()
    }

    fn covered(&mut self, state: StateId, by: &States) -> bool {
        let key = self.part.partition(state);
        by.contains(&state)
            || by.iter().any(|other| self.part.partition(*other) == key && self.part.covers(*other, state))
    }
}

impl Analysis for Powerset {
    type State = States;
    type Precision = ();

    fn name(&self) -> &'static str {
        "powerset"
    }

    fn initial(&mut self) -> (States, ()) {
        let (state, precision) = self.part.initial();
        self.precision = precision;
        (States::from([state]), ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &States, special: &States) -> bool {
        special.iter().all(|state| self.covered(*state, general))
    }

    fn join(&mut self, a: &States, b: &States) -> Option<States> {
        Some(a | b)
    }

    fn joins_exactly(&self) -> bool {
        true
    }

    fn moves(&mut self, state: &States, siblings: &Siblings<'_>) -> Moves {
        let mut all: BTreeSet<Move> = BTreeSet::new();
        for member in state {
            self.part.load(*member);
            if let Some(moves) = self.part.moves(siblings).list() {
                all.extend(moves);
            }
        }
        Moves::Only(all.into_iter().collect::<SmallVec<_>>())
    }

    fn transfer(&mut self, state: &mut States, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<States> {
        let mut next = States::new();
        for member in std::mem::take(state) {
            self.part.load(member);
            if !self.part.moves(siblings).list().is_some_and(|moves| moves.contains(&step)) {
                continue;
            }
            match self.part.step(self.precision, step, siblings) {
                Flow::On => {
                    self.part.settle(self.precision, siblings);
                    next.insert(self.part.save());
                }
                Flow::Split(states) => {
                    for state in states {
                        self.part.load(state);
                        self.part.settle(self.precision, siblings);
                        next.insert(self.part.save());
                    }
                }
                Flow::Dead => {}
                Flow::Cut(reason) => return Flow::Cut(reason),
            }
        }
        if next.is_empty() {
            return Flow::Dead;
        }
        if next.iter().any(|member| self.holds_target(*member)) {
            let why = "a violation is in a set of states, which says no path to it";
            return Flow::Cut(Reason::Incomplete(why.to_owned()));
        }
        *state = next;
        Flow::On
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(&mut self, new: &States, old: &States, _: &()) -> Option<States> {
        let mut merged = States::new();
        for state in old {
            let key = self.part.partition(*state);
            let mut untouched = true;
            for other in new {
                if self.part.partition(*other) == key && self.part.profile().merges {
                    let result = self.part.merge(*other, *state, self.precision).unwrap_or(*state);
                    untouched &= result == *state;
                    merged.insert(result);
                }
            }
            // Members of other partitions leave it as it is.
            if untouched {
                merged.insert(*state);
            }
        }
        for state in new {
            if !self.covered(*state, &merged) {
                merged.insert(*state);
            }
        }
        Some(merged)
    }

    fn target(&self, _state: &States) -> Option<Target> {
        None
    }

    /// A set that holds a target is cut off, so that what ends without one holds none.
    fn checks(&self, violation: Violation) -> bool {
        self.part.checks(violation)
    }

    /// No fact can say that one of several states is reached.
    fn is_on_the_way(&self, _state: &States) -> bool {
        true
    }

    fn show(&self, state: &States) -> String {
        let mut shown: Vec<String> = state.iter().map(|s| self.part.show(*s).replace('\n', " ")).collect();
        shown.sort();
        shown.join("; ")
    }
}

/// Sets in configurations: `powerset(PART,PART…)`.
pub const WRAPPER: WrapperEntry = WrapperEntry {
    name: "powerset",
    several: true,
    takes: |can| can.in_sets,
    sets: true,
    reduces: false,
    options: &[],
    make: |setting, inner| setting.operated(Powerset::new(Box::new(Composite::new(inner)))),
};
