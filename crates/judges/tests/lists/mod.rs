//! Proofs about many objects: those that hold are accepted, and what is no proof is rejected.
//!
//! - `proofs.rs`: proofs of small programs about lists of several forms;
//! - `mutants.rs`: what is left of them when facts or programs are changed;
//! - `claims.rs`: single claims about a heap that a program makes: exactly those that hold are
//!   accepted.

mod claims;
mod mutants;
mod proofs;

use crate::feasibility_support::program;
use adumbra_judges::certificate::{CheckLimits, Checks, Rejected, check};
use adumbra_program::*;
use adumbra_verdict::*;

/// What stands before the functions of a program about memory.
const HEAD: &str = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty assertions valid-deref valid-free valid-memtrack valid-memcleanup errors \"reach_error\"\nentry @main\n";

/// A program with its proof.
struct Example {
    text: String,
    descriptions: Vec<Description>,
    states: Vec<StateFacts>,
}

impl Example {
    fn check(&self) -> Result<Checks, Rejected> {
        checked(&self.text, &self.certificate())
    }

    fn certificate(&self) -> Certificate {
        let argument = Argument::ClosedSet(ClosedSet { states: self.states.clone() });
        Certificate { descriptions: self.descriptions.clone(), ..argument.into() }
    }
}

fn parsed(text: &str) -> Program {
    program(&format!("{HEAD}{text}"))
}

fn checked(text: &str, certificate: &Certificate) -> Result<Checks, Rejected> {
    let limits = CheckLimits { moves: 300, ..CheckLimits::default() };
    check(&parsed(text), certificate, &limits)
}

/// A state in the outermost function, of which all heap objects are known.
fn at(location: u32) -> StateFacts {
    let point = Point { location: Location::from_u32(location), calls: Vec::new() };
    StateFacts { all_heap: true, ..StateFacts::at(point) }
}

/// Known registers.
fn with(mut state: StateFacts, registers: &[(u32, Known)]) -> StateFacts {
    state.registers.extend(registers.iter().map(|(r, known)| (0, Register::from_u32(*r), known.clone())));
    state
}

/// Runs.
fn having(mut state: StateFacts, runs: &[Many]) -> StateFacts {
    state.many.extend(runs.iter().cloned());
    state
}

fn first(run: u32) -> Known {
    Known::Pointer(ObjectName::First(run), 0)
}

fn last(run: u32) -> Known {
    Known::Pointer(ObjectName::Last(run), 0)
}

fn object(index: u32) -> Known {
    Known::Pointer(ObjectName::Allocated(index), 0)
}

fn bits(number: u64) -> Known {
    Known::Bits(vec![number])
}

fn heap(site: u32) -> ObjectKind {
    ObjectKind::Allocated(Site::from_u32(site), AllocationKind::Heap)
}

/// An object of the heap that lives.
fn live(site: u32, size: u64) -> ObjectFacts {
    ObjectFacts { kind: heap(site), activation: None, size: Some(size), lives: Lives::Yes }
}

/// A run of at least one object of a site.
fn run(description: &str, site: u32, behind: Option<Known>, cells: &[(u64, u32, Known)]) -> Many {
    Many {
        description: description.into(),
        kind: heap(site),
        least: 1,
        most: None,
        owner: None,
        before: None,
        behind,
        cells: cells.to_vec(),
    }
}

fn description(name: &str, size: u64, next: (u64, u64), back: Option<(u64, u64)>) -> Description {
    let link = |(at, to)| Link { at, to };
    Description { name: name.into(), size, next: link(next), back: back.map(link) }
}
