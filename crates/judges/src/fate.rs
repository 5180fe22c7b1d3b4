//! What became of the heap memory that a violation is about: where it was allocated and freed, and
//! which pointers to it were the last.
//!
//! The script is replayed once more and watched. A report names heap memory by its number among the
//! allocations of the run, which is the same each time. What is found is for the reader: no verdict
//! rests on it.

use crate::replay::{Counterexample, watch};
use adumbra_interpreter::memory::{Life, ObjectId, ObjectOrigin};
use adumbra_interpreter::{Options, Outcome, Tracer, View};
use adumbra_program::*;
use adumbra_verdict::place::{Place, is_own};
use serde::Serialize;
use std::collections::BTreeMap;

/// Of a copy, so many bytes are searched for pointers.
const MOST_COPIED: u64 = 1 << 12;

/// The life of heap memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fate {
    /// What it is called.
    pub object: String,
    /// Where the user's code asked for it.
    pub allocated: Option<Place>,
    /// Where the user's code freed it.
    pub freed: Option<Place>,
    /// If no pointer leads to it any more: which did until then.
    pub last: Vec<LastPointer>,
}

/// A pointer to memory that led there until the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LastPointer {
    /// The variable or the part of an object, as a C expression.
    pub what: String,
    /// Where it got its value.
    pub assigned: Place,
    /// Where it was overwritten; none if it was not.
    pub overwritten: Option<Place>,
    /// Is it gone, since what it was part of was freed or went out of scope?
    pub gone: bool,
}

/// The life of the heap memory that a counterexample is about, with the options of its replay; none
/// if it is about none, or the execution cannot be repeated before the deadline.
pub fn fate(program: &Program, counterexample: &Counterexample, options: &Options) -> Option<Fate> {
    let report = &counterexample.report;
    let number = heap_number(&report.message)?;
    let mut watcher = Watcher::new(program, number);
    let result = watch(program, &counterexample.script, options, &mut watcher);
    let same = matches!(result.outcome, Outcome::Violation(again) if *again == *report);
    let (_, object) = watcher.object.take().filter(|_| same)?;
    let lost = matches!(report.kind, Violation::LostMemory | Violation::UnfreedMemory);
    let (allocated, freed) = (watcher.allocated.take(), watcher.freed.take());
    let last = if lost { watcher.last_pointers() } else { Vec::new() };
    Some(Fate { object, allocated, freed, last })
}

/// The number of the heap memory that a message names.
fn heap_number(message: &str) -> Option<u64> {
    let (_, rest) = message.split_once("`heap#")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Where a pointer to the object is stored.
#[derive(Clone, Debug)]
struct Holder {
    what: String,
    assigned: Place,
}

/// Watches a run for one heap object.
struct Watcher<'a> {
    program: &'a Program,
    number: u64,
    /// The object, once it is there, with what it is called.
    object: Option<(ObjectId, String)>,
    /// Where the user's code is.
    place: Place,
    allocated: Option<Place>,
    freed: Option<Place>,
    /// Pointers to the object, by object and offset.
    holders: BTreeMap<(ObjectId, u64), Holder>,
    /// Those that led there no more when there were no others.
    last: Vec<LastPointer>,
}

impl<'a> Watcher<'a> {
    fn new(program: &'a Program, number: u64) -> Self {
        Watcher {
            program,
            number,
            object: None,
            place: Place::of(program, None),
            allocated: None,
            freed: None,
            holders: BTreeMap::new(),
            last: Vec::new(),
        }
    }

    /// What led to the object until the end.
    fn last_pointers(self) -> Vec<LastPointer> {
        if self.holders.is_empty() {
            return self.last;
        }
        let still = |holder: Holder| LastPointer {
            what: holder.what,
            assigned: holder.assigned,
            overwritten: None,
            gone: false,
        };
        self.holders.into_values().map(still).collect()
    }

    fn is_watched(&self, view: &View<'_>, id: ObjectId) -> bool {
        let origin = view.memory().object(id).map(|object| object.origin());
        matches!(origin, Some(ObjectOrigin::Heap { number, .. }) if number == self.number)
    }

    /// Notes a pointer to the object that is stored at a place.
    fn holds(&mut self, view: &View<'_>, (object, offset): (ObjectId, u64), what: Option<String>) {
        let Some((watched, _)) = &self.object else { return };
        let Some(held) = view.memory().object(object) else { return };
        if object != *watched && held.pointer_at(offset) == Some(*watched) {
            let named = || match offset {
                0 => held.describe(self.program),
                offset => format!("{}+{offset}", held.describe(self.program)),
            };
            let holder = Holder { what: what.unwrap_or_else(named), assigned: self.place.clone() };
            self.holders.insert((object, offset), holder);
        }
    }

    /// Forgets the pointers that lead there no more.
    fn look_again(&mut self, view: &View<'_>) {
        let Some((watched, _)) = &self.object else { return };
        let mut ended = Vec::new();
        self.holders.retain(|(object, offset), holder| {
            let held = view.memory().object(*object);
            let lives = held.is_some_and(|held| held.life() == Life::Live);
            let holds = lives && held.is_some_and(|held| held.pointer_at(*offset) == Some(*watched));
            if !holds {
                let overwritten = lives.then(|| self.place.clone());
                let (what, assigned) = (holder.what.clone(), holder.assigned.clone());
                ended.push(LastPointer { what, assigned, overwritten, gone: !lives });
            }
            holds
        });
        if !ended.is_empty() {
            self.last = ended;
        }
    }
}

/// The object of a pointer.
fn id_of(pointer: u128) -> ObjectId {
    (pointer >> 64) as ObjectId
}

impl Tracer for Watcher<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        let Some(function) = view.function() else { return };
        if is_own(self.program, function) && data.position.is_some() {
            self.place = Place::of(self.program, data.position);
        }
        match &data.op {
            Op::Allocate { register, kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. } => {
                let id = view.register(*register).map_or(0, |pointer| id_of(pointer.low()));
                if self.is_watched(view, id) {
                    let name = view.memory().object(id).map(|object| object.describe(self.program));
                    self.object = Some((id, name.unwrap_or_default()));
                    self.allocated = Some(self.place.clone());
                }
            }
            Op::Free { address, .. } => {
                let id = view.evaluate(*address).map_or(0, |pointer| id_of(pointer.low()));
                // A second free is the violation, not what happened before.
                if self.is_watched(view, id) && self.freed.is_none() {
                    self.freed = Some(self.place.clone());
                }
                self.look_again(view);
            }
            Op::Store { address, value } if self.object.is_some() => {
                self.look_again(view);
                if self.program.exprs.ty(*value) == Type::Ptr
                    && let Some(pointer) = view.evaluate(*address).map(|pointer| pointer.low())
                    && let Some(base) = view.memory().object(id_of(pointer)).map(|object| object.base())
                {
                    let said = view.describe(edge).into_iter().next();
                    let what = said.and_then(|text| text.split_once(" = ").map(|(what, _)| what.to_owned()));
                    self.holds(view, (id_of(pointer), (pointer as u64).wrapping_sub(base)), what);
                }
            }
            Op::Copy { to, length, .. } if self.object.is_some() => {
                self.look_again(view);
                let (to, length) = (view.evaluate(*to), view.evaluate(*length));
                if let (Some(to), Some(length)) = (to.map(|to| to.low()), length)
                    && let Some(base) = view.memory().object(id_of(to)).map(|object| object.base())
                {
                    let start = (to as u64).wrapping_sub(base);
                    let step = u64::from(self.program.layout.pointer_bits / 8).max(1);
                    let aligned = start.next_multiple_of(step);
                    let end = start.saturating_add((length.low() as u64).min(MOST_COPIED));
                    for offset in (aligned..end).step_by(step as usize) {
                        self.holds(view, (id_of(to), offset), None);
                    }
                }
            }
            Op::Fill { .. } | Op::ScopeBegin { .. } | Op::ScopeEnd { .. } | Op::StackRestore { .. } => {
                self.look_again(view);
            }
            _ => {}
        }
    }

    fn returned(&mut self, view: &View<'_>, _: Edge) {
        self.look_again(view);
    }
}

impl std::fmt::Display for LastPointer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |place: &Place| match (place.file.as_str(), place.line) {
            ("", _) | (_, 0) => String::new(),
            (file, line) => format!(" at {file}:{line}"),
        };
        write!(f, "`{}`, assigned{}", self.what, at(&self.assigned))?;
        match &self.overwritten {
            Some(place) => write!(f, ", overwritten{}", at(place)),
            None if self.gone => f.write_str(", which is gone"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::heap_number;

    #[test]
    fn a_message_names_heap_memory_by_its_number() {
        assert_eq!(heap_number("`heap#12(a.c:3)` (4 bytes) is lost: no pointer reaches it"), Some(12));
        assert_eq!(heap_number("access of 4 bytes outside the bounds of `heap` (4 bytes)"), None);
        assert_eq!(heap_number("heap#1 without quotes"), None);
    }
}
