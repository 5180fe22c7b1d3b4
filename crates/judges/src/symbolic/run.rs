//! Runs: many objects of the heap in a row, of which nobody knows how many there are.
//!
//! What a run means is written where the facts about many objects are, in
//! `adumbra_verdict::certificate`. Here the first and the last member of a run have a place each in
//! the table of objects, so that pointers can lead to them; of a run with one member both stand for
//! the same object. Nobody looks into them: before an operation would, the machine stops with
//! [`Stop::Unfold`], and whoever drives it makes the move again in each of the states of
//! [`Machine::unfold`], where that member is an object like others.
//!
//! Runs have at least one member. A run that belongs to each member of another one is a part of the
//! [`Shape`] of that; when a member becomes an object, the runs that belong to it become runs like
//! others, or are empty: then what stands behind such a run takes the place of pointers to its
//! first member, and what stands before it that of pointers to its last.

use super::machine::State;
use super::object::Content;
use super::value::*;
use adumbra_program::Site;
use adumbra_terms::Term;
use adumbra_verdict::Link;
use std::rc::Rc;

/// What an object of the table is to a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The first or the last member of the run of this number, or what was one.
    End(u32),
    /// It stands for each member of a run, where something is shown of all of them.
    Each,
}

/// Many objects in a row.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) first: ObjectId,
    pub(crate) last: ObjectId,
    /// How many members there are: only of a run that belongs to what stands for each member of
    /// another may that be none.
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
    /// The link back of the first, and the link of the last.
    pub(crate) before: Content,
    pub(crate) behind: Content,
    pub(crate) shape: Rc<Shape>,
    /// The object to which it belongs, if that stands for each member of a run.
    pub(crate) of: Option<ObjectId>,
}

/// What all members of a run have in common.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) site: Site,
    pub(crate) size: u64,
    pub(crate) next: Link,
    pub(crate) back: Option<Link>,
    /// Bytes at an offset, besides links.
    pub(crate) cells: Vec<(u64, u32, Common)>,
    /// Runs that belong to each member.
    pub(crate) owned: Vec<Owned>,
}

/// A run that belongs to each member of another.
#[derive(Clone, Debug)]
pub(crate) struct Owned {
    /// What [`Target`]s call it.
    pub(crate) number: u32,
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
    pub(crate) before: Option<Common>,
    pub(crate) behind: Option<Common>,
    pub(crate) shape: Rc<Shape>,
}

/// Bytes of each member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Common {
    /// The same.
    Value(Term),
    /// A number between two others.
    Between { low: Term, high: Term, signed: bool },
    /// A pointer.
    Pointer(Target, u64),
    /// A pointer into one of some objects, or into none.
    Into(Vec<Option<Target>>),
}

/// Where a pointer of each member leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// An object that is the same for all.
    Object(ObjectId),
    /// The first member of a run that belongs to the member, or to an object that has the member.
    First(u32),
    /// The last one.
    Last(u32),
    /// The object to which the run belongs that the member is of.
    Owner,
}

/// What takes the place of targets where a member is an object: the runs that belong to it, or to
/// objects that have it, and what has the run that is spoken of.
#[derive(Clone, Default, Debug)]
pub(super) struct Instance {
    pub(super) owner: Option<ObjectId>,
    pub(super) runs: Vec<(u32, [Instead; 2])>,
}

/// What takes the place of a pointer to an end of a run.
#[derive(Clone, Debug)]
pub(super) enum Instead {
    Object(ObjectId),
    /// Other bytes, if they are known.
    Bytes(Option<Common>),
}

impl Instance {
    fn target(&self, target: Target) -> Option<&Instead> {
        let of = |number: u32, end: usize| self.runs.iter().find(|(n, _)| *n == number).map(|(_, ends)| &ends[end]);
        match target {
            Target::First(number) => of(number, 0),
            Target::Last(number) => of(number, 1),
            Target::Object(_) | Target::Owner => None,
        }
    }

    fn owner(&self, target: Target) -> Target {
        match (target, self.owner) {
            (Target::Owner, Some(owner)) => Target::Object(owner),
            _ => target,
        }
    }

    /// The bytes with what is known put in; none if nothing is known of them any more.
    pub(super) fn put_in(&self, bytes: &Common) -> Option<Common> {
        match bytes {
            Common::Value(_) | Common::Between { .. } => Some(bytes.clone()),
            Common::Pointer(target, offset) => match self.target(*target) {
                Some(Instead::Object(id)) => Some(Common::Pointer(Target::Object(*id), *offset)),
                Some(Instead::Bytes(bytes)) => bytes.clone(),
                None => Some(Common::Pointer(self.owner(*target), *offset)),
            },
            Common::Into(targets) => {
                let put_in = |target: &Option<Target>| {
                    let Some(target) = *target else { return Some(None) };
                    match self.target(target) {
                        Some(Instead::Object(id)) => Some(Some(Target::Object(*id))),
                        Some(Instead::Bytes(_)) => None,
                        None => Some(Some(self.owner(target))),
                    }
                };
                targets.iter().map(put_in).collect::<Option<Vec<_>>>().map(Common::Into)
            }
        }
    }

    pub(super) fn put_into(&self, shape: &Shape) -> Shape {
        let cells = shape.cells.iter().filter_map(|(at, length, bytes)| Some((*at, *length, self.put_in(bytes)?)));
        // What belongs to the members has them for owners.
        let inside = Instance { owner: None, runs: self.runs.clone() };
        let owned = shape.owned.iter().map(|owned| Owned {
            before: owned.before.as_ref().and_then(|bytes| inside.put_in(bytes)),
            behind: owned.behind.as_ref().and_then(|bytes| inside.put_in(bytes)),
            shape: Rc::new(inside.put_into(&owned.shape)),
            ..owned.clone()
        });
        Shape { cells: cells.collect(), owned: owned.collect(), ..shape.clone() }
    }
}

impl State {
    /// The run of a number, unless its members have all become objects.
    pub(crate) fn run(&self, number: u32) -> Option<&Rc<Run>> {
        self.runs.get(number as usize)?.as_ref()
    }

    /// Are there runs?
    pub(crate) fn has_runs(&self) -> bool {
        self.runs.iter().any(Option::is_some)
    }
}

impl Shape {
    /// An object has another name from now on.
    pub(super) fn rename(&mut self, from: ObjectId, to: ObjectId) {
        let change = |bytes: &mut Common| match bytes {
            Common::Pointer(target, _) if *target == Target::Object(from) => *target = Target::Object(to),
            Common::Into(targets) => {
                let found = targets.iter_mut().filter(|target| **target == Some(Target::Object(from)));
                found.for_each(|target| *target = Some(Target::Object(to)));
            }
            _ => {}
        };
        self.cells.iter_mut().for_each(|(.., bytes)| change(bytes));
        for owned in &mut self.owned {
            owned.before.iter_mut().chain(&mut owned.behind).for_each(change);
            Rc::make_mut(&mut owned.shape).rename(from, to);
        }
    }
}
