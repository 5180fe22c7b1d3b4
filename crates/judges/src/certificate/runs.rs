//! Facts about many objects: are they well formed, and what are they in the symbolic machine?

use super::load::{MOST_BYTES, MOST_TARGETS, Names, constant, limits, object_id};
use super::*;
use crate::symbolic::{Common, Content, Machine, ObjectId, Owned, Run, Shape, Stop, Target};
use adumbra_program::Program;
use adumbra_terms::Bits;
use std::rc::Rc;

/// Most runs of a state.
const MOST_RUNS: usize = 64;

/// Listed states, with how the objects hang together of which they speak as many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<'p> {
    pub(super) states: &'p [StateFacts],
    pub(super) descriptions: &'p [Description],
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'p> {
    pub(super) facts: &'p StateFacts,
    descriptions: &'p [Description],
}

impl<'p> Listed<'p> {
    pub(super) fn claim(&self, index: usize) -> Claim<'p> {
        Claim { facts: &self.states[index], descriptions: self.descriptions }
    }

    /// The first state whose runs are not well formed, and what is wrong.
    pub(super) fn malformed(&self, program: &Program) -> Option<(usize, &'static str)> {
        let wrong = |index: usize| Some((index, self.claim(index).malformed(program)?));
        (0..self.states.len()).find_map(wrong)
    }
}

impl<'p> Claim<'p> {
    /// How the members of a run hang together. Only of well-formed facts.
    pub(super) fn description(&self, run: usize) -> Option<&'p Description> {
        let name = &self.facts.many.get(run)?.description;
        self.descriptions.iter().find(|description| description.name == *name)
    }

    /// What is wrong with what is said of many objects.
    fn malformed(&self, program: &Program) -> Option<&'static str> {
        let facts = self.facts;
        let outside = |name: ObjectName| self.is_in_scope(name, None);
        let registers = facts.registers.iter().map(|(.., known)| known);
        let values = registers.chain(facts.results.iter().map(|(_, k)| k)).chain(facts.arguments.iter().map(|a| &a.2));
        if !values.chain(facts.cells.iter().map(|cell| &cell.3)).all(|known| names(known).all(outside)) {
            return Some("a run that is not there");
        }
        if facts.cells.iter().any(|cell| is_of_run(cell.0)) {
            return Some("bytes of one member of a run");
        }
        if facts.many.len() > MOST_RUNS {
            return Some("too many runs");
        }
        (0..facts.many.len()).find_map(|run| self.malformed_run(program, run))
    }

    fn malformed_run(&self, program: &Program, run: usize) -> Option<&'static str> {
        let many = &self.facts.many[run];
        let pointer = program.layout.pointer_bytes();
        let Some(Description { size, next, back, .. }) = self.description(run) else {
            return Some("a run without a description");
        };
        if !matches!(many.kind, ObjectKind::Allocated(site, _) if many.kind.is_heap() && program.sites.is_valid(site)) {
            return Some("a run of other objects than of the heap");
        }
        let mut taken: Vec<(u64, u64)> = Vec::new();
        let links = std::iter::once(next).chain(back).map(|link| (link.at, pointer));
        for (at, length) in links.chain(many.cells.iter().map(|cell| (cell.0, cell.1.into()))) {
            let Some(end) = at.checked_add(length).filter(|end| length > 0 && end <= size) else {
                return Some("bytes beyond the members of a run");
            };
            if length > MOST_BYTES.into() || taken.iter().any(|(from, to)| at < *to && *from < end) {
                return Some("bytes of members that are said twice, or too many");
            }
            taken.push((at, end));
        }
        if std::iter::once(next).chain(back).any(|link| link.to >= *size) {
            return Some("a link that leads past the members of a run");
        }
        if many.least == 0 && many.owner.is_none() || many.most.is_some_and(|most| most == 0 || most < many.least) {
            return Some("a run with an impossible number of members");
        }
        if many.owner.is_some_and(|owner| owner as usize >= run) {
            return Some("a run that belongs to none before it");
        }
        if back.is_none() && many.before.is_some() {
            return Some("what is before a run without links back");
        }
        let ends = [&many.before, &many.behind].into_iter().flatten();
        let owner = many.owner;
        if !ends.clone().all(|known| names(known).all(|name| self.is_in_scope(name, owner)))
            || !many.cells.iter().all(|cell| names(&cell.2).all(|name| self.is_in_scope(name, Some(run as u32))))
        {
            return Some("a name in a run that means nothing there");
        }
        let speaks_of_owner = |known: &Known| names(known).any(|name| name == ObjectName::Owner);
        let all = ends.clone().chain(many.cells.iter().map(|cell| &cell.2));
        if owner.is_none() && all.clone().any(speaks_of_owner) {
            return Some("the owner of a run that has none");
        }
        // What stands for an empty run is no run that may be empty itself.
        let is_optional = |name: ObjectName| self.run_of(name).is_some_and(|many| many.least == 0);
        if many.least == 0 && ends.clone().flat_map(names).any(is_optional)
            || all.clone().any(|known| matches!(known, Known::Into(_)) && names(known).any(is_optional))
        {
            return Some("a run that may be empty where that cannot be told");
        }
        let lengths = ends.map(|known| (known, pointer)).chain(many.cells.iter().map(|cell| (&cell.2, cell.1.into())));
        lengths.into_iter().find_map(|(known, length)| malformed_value(known, length, pointer))
    }

    fn run_of(&self, name: ObjectName) -> Option<&'p Many> {
        match name {
            ObjectName::First(run) | ObjectName::Last(run) => self.facts.many.get(run as usize),
            _ => None,
        }
    }

    /// Does a name mean something for what belongs to members of a run, or for none?
    fn is_in_scope(&self, name: ObjectName, mut inside: Option<u32>) -> bool {
        let many = match name {
            ObjectName::First(_) | ObjectName::Last(_) => self.run_of(name),
            ObjectName::Owner => return inside.is_some(),
            _ => return true,
        };
        let Some(many) = many else { return false };
        let Some(owner) = many.owner else { return true };
        // Owners are before what they own.
        while let Some(run) = inside {
            if run == owner {
                return true;
            }
            inside = self.facts.many.get(run as usize).and_then(|many| many.owner).filter(|next| *next < run);
        }
        false
    }
}

fn is_of_run(name: ObjectName) -> bool {
    matches!(name, ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner)
}

/// The objects that a value names.
fn names(known: &Known) -> impl Iterator<Item = ObjectName> {
    let (one, several) = match known {
        Known::Pointer(name, _) => (Some(*name), &[][..]),
        Known::Into(names) => (None, &names[..]),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(several.iter().copied().flatten())
}

/// What is wrong with a value of so many bytes.
fn malformed_value(known: &Known, length: u64, pointer: u64) -> Option<&'static str> {
    let is_wrong = match known {
        Known::Pointer(..) | Known::Into(_) => length != pointer,
        // Whatever else is known, there is such a value.
        Known::Unsigned(low, high) => low > high,
        Known::Signed(low, high) => low > high,
        Known::Bits(_) | Known::Null => false,
    };
    is_wrong.then_some("a value of members that there cannot be")
}

fn malformed<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::Unsupported(format!("the facts are not well formed: {what}")))
}

/// Where the ends of runs are in the table of the machine; none for those that belong to members.
pub(super) type Ends = Vec<Option<(u32, [ObjectId; 2])>>;

/// Makes place for the runs of a state.
pub(super) fn reserve(machine: &mut Machine<'_>, claim: &Claim<'_>) -> Result<Ends, Stop> {
    let born = machine.state.clock;
    let mut ends = Vec::with_capacity(claim.facts.many.len());
    for (run, many) in claim.facts.many.iter().enumerate() {
        let shape = bare(claim, run)?;
        ends.push(many.owner.is_none().then(|| {
            let (number, first, last) = machine.reserve_run(&shape, born);
            (number, [first, last])
        }));
    }
    Ok(ends)
}

/// Puts the runs of a state where there is a place for them.
pub(super) fn load_runs(machine: &mut Machine<'_>, claim: &Claim<'_>, names: Names<'_>) -> Result<(), Stop> {
    for (run, place) in names.ends.iter().enumerate() {
        let Some((number, [first, last])) = *place else { continue };
        let many = &claim.facts.many[run];
        let shape = Rc::new(shape(machine, claim, run, names)?);
        let length = machine.program.layout.pointer_bytes() as u32;
        let mut ends = [Content::Unset, Content::Unset];
        for (end, known) in ends.iter_mut().zip([&many.before, &many.behind]) {
            if let Some(known) = known {
                let bytes = common(machine, claim, known, length, names)?;
                *end = machine.content_of(length, &bytes)?;
            }
        }
        let [before, behind] = ends;
        let (least, most) = (many.least, many.most);
        let run = Run { first, last, least, most, before, behind, shape, of: None };
        machine.state.runs[number as usize] = Some(Rc::new(run));
    }
    Ok(())
}

/// A shape without what is known of members.
fn bare(claim: &Claim<'_>, run: usize) -> Result<Shape, Stop> {
    let (many, description) = (&claim.facts.many[run], claim.description(run));
    match (many.kind, description) {
        (ObjectKind::Allocated(site, _), Some(Description { size, next, back, .. })) => {
            Ok(Shape { site, size: *size, next: *next, back: *back, cells: Vec::new(), owned: Vec::new() })
        }
        _ => malformed("a run without a description"),
    }
}

fn shape(machine: &mut Machine<'_>, claim: &Claim<'_>, run: usize, names: Names<'_>) -> Result<Shape, Stop> {
    let mut made = bare(claim, run)?;
    for (at, length, known) in &claim.facts.many[run].cells {
        made.cells.push((*at, *length, common(machine, claim, known, *length, names)?));
    }
    let length = machine.program.layout.pointer_bytes() as u32;
    for (number, many) in claim.facts.many.iter().enumerate().skip(run + 1) {
        if many.owner != Some(run as u32) {
            continue;
        }
        let mut end = |known: &Option<Known>| match known {
            Some(known) => common(machine, claim, known, length, names).map(Some),
            None => Ok(None),
        };
        let (before, behind) = (end(&many.before)?, end(&many.behind)?);
        let shape = Rc::new(shape(machine, claim, number, names)?);
        let (least, most) = (many.least, many.most);
        made.owned.push(Owned { number: number as u32, least, most, before, behind, shape });
    }
    Ok(made)
}

/// Bytes of each member.
fn common(
    machine: &mut Machine<'_>,
    claim: &Claim<'_>,
    known: &Known,
    length: u32,
    names: Names<'_>,
) -> Result<Common, Stop> {
    let width = 8 * length;
    let target = |machine: &Machine<'_>, name: ObjectName| match name {
        ObjectName::First(run) if claim.facts.many[run as usize].owner.is_some() => Ok(Target::First(run)),
        ObjectName::Last(run) if claim.facts.many[run as usize].owner.is_some() => Ok(Target::Last(run)),
        ObjectName::Owner => Ok(Target::Owner),
        name => match object_id(machine, name, names) {
            Some(id) => Ok(Target::Object(id)),
            None => malformed("an object that does not exist"),
        },
    };
    Ok(match known {
        Known::Null => Common::Value(machine.build.terms.bv(&Bits::zero(width))),
        Known::Bits(words) => match constant(machine, words, width) {
            Some(term) => Common::Value(term),
            None => return malformed("a value that does not fit its cell"),
        },
        Known::Pointer(name, offset) => Common::Pointer(target(machine, *name)?, *offset),
        Known::Into(objects) => {
            let targets = objects.iter().map(|name| name.map(|name| target(machine, name)).transpose());
            let targets = targets.collect::<Result<Vec<_>, Stop>>()?;
            if targets.is_empty() || targets.len() > MOST_TARGETS {
                return malformed("a pointer into no or too many objects");
            }
            Common::Into(targets)
        }
        Known::Unsigned(..) | Known::Signed(..) => match limits(machine, width, known) {
            Some((low, high, signed)) => Common::Between { low, high, signed },
            None => return malformed("bounds that do not fit"),
        },
    })
}
