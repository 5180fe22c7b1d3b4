//! Violations that were found while the search for others goes on: one a place.
//!
//! A *place* is a line of the user's own code with what is violated there. Once a violation was
//! replayed, its place is no target any more: executions that violate the property there are taken
//! to end there, and whoever looks on, or checks a proof about the rest, passes it over. An
//! analysis may not tell apart which way an access goes wrong, so all ways that one operation can
//! go wrong are one place.

use crate::replay::Counterexample;
use adumbra_program::{Edge, Program, Violation};
use adumbra_verdict::place::{Place, own_place_in};
use std::sync::{Mutex, PoisonError};

/// What can go wrong at one operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Access,
    Free,
    Leak,
    Arithmetic,
    Other(Violation),
}

fn group(violation: Violation) -> Group {
    use Violation::*;
    match violation {
        NullAccess | WildAccess | OutOfBounds | UseAfterFree | UseAfterScope | WriteToConstant => Group::Access,
        DoubleFree | InvalidFree => Group::Free,
        LostMemory | UnfreedMemory => Group::Leak,
        SignedOverflow | BadShift => Group::Arithmetic,
        other => Group::Other(other),
    }
}

/// The violations found so far, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Findings(Mutex<Vec<Counterexample>>);

impl Findings {
    fn with<T>(&self, read: impl FnOnce(&mut Vec<Counterexample>) -> T) -> T {
        read(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a violation; `false` if its place is known.
    pub fn add(&self, counterexample: Counterexample) -> bool {
        self.with(|all| {
            let known = all.iter().any(|one| is_at(one, &counterexample.place, counterexample.report.kind));
            if !known {
                all.push(counterexample);
            }
            !known
        })
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.with(|all| all.is_empty())
    }

    /// All of them.
    pub fn all(&self) -> Vec<Counterexample> {
        self.with(|all| all.clone())
    }

    /// Is this the place of one: what is violated at an edge, with these calls open, the innermost
    /// first?
    pub fn passes(
        &self,
        program: &Program,
        calls: impl Iterator<Item = Edge>,
        edge: Edge,
        violation: Violation,
    ) -> bool {
        if self.is_empty() {
            return false;
        }
        let place = Place::of(program, own_place_in(program, calls, edge));
        self.with(|all| all.iter().any(|one| is_at(one, &place, violation)))
    }
}

/// Is the counterexample one at this line, where the same operation goes wrong? Without a line
/// nothing is known.
fn is_at(counterexample: &Counterexample, place: &Place, violation: Violation) -> bool {
    let known = &counterexample.place;
    place.line != 0
        && (known.line, &known.file) == (place.line, &place.file)
        && group(counterexample.report.kind) == group(violation)
}
