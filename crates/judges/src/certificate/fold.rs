//! Objects of the machine become members of runs.
//!
//! From a pointer to the first member the links are followed from object to object, and from run to
//! run: as long as each has what the facts say of a member, and nothing else is bound to it, it may
//! be one. The last is that whose link has what is behind the run. Where that does not decide, as
//! it does if it is null or something that is bound already, all places are tried, the longest runs
//! first; there is a limit to how much is tried.
//!
//! What is shown of a run of the machine is shown of an object that stands for each member. What
//! belongs to that, no other member has; so it is bound to what belongs to members alone.

use super::binding::{Binding, Context, Walked};
use super::cover::{Arrival, Match, content};
use super::load::{Names, object_id};
use super::*;
use crate::symbolic::{Base, Content, Machine, ObjectId, Pointer, Run, Stop, Sym};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::Type;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most members, and runs as members, that are looked at until a state is given up.
const MOST_STEPS: u32 = 4_096;

/// The search for a binding.
pub(super) struct Folding<'a> {
    arrival: &'a mut Arrival,
    /// What stands for each member of a run of the machine.
    each: FxHashMap<u32, ObjectId>,
    left: u32,
    /// Was there more than one way?
    branched: bool,
}

/// An object or a run of the machine that is to be part of a run.
struct Link {
    first: ObjectId,
    last: ObjectId,
    /// The object, or what stands for each member.
    member: ObjectId,
    run: Option<Rc<Run>>,
    least: u64,
    most: Option<u64>,
}

impl<'a> Folding<'a> {
    pub(super) fn new(arrival: &'a mut Arrival) -> Folding<'a> {
        Folding { arrival, each: FxHashMap::default(), left: MOST_STEPS, branched: false }
    }

    /// Binds all that is not bound yet; none if that is not possible.
    pub(super) fn settle<'f>(
        &mut self,
        machine: &mut Machine<'_>,
        mut b: Binding<'f>,
    ) -> Result<Option<Binding<'f>>, Stop> {
        loop {
            let before = b.open.len();
            if !self.look_at_cells(machine, &mut b)? {
                return Ok(None);
            }
            if b.open.len() < before {
                continue;
            }
            if let Some(chain) = next_chain(&b) {
                let mut ways = match b.chains[chain].first {
                    Some(_) => self.walk(machine, &b, chain)?,
                    None => self.beginnings(machine, &b, chain)?,
                };
                if ways.len() > 1 {
                    self.branched = true;
                    for way in ways {
                        if let Some(found) = self.settle(machine, way)? {
                            return Ok(Some(found));
                        }
                    }
                    return Ok(None);
                }
                let Some(way) = ways.pop() else { return Ok(None) };
                b = way;
                continue;
            }
            // No pointer leads to the next object: the first one that is like it is taken.
            if b.objects.iter().any(Option::is_none) {
                if !b.bind_next(machine) {
                    return Ok(None);
                }
                continue;
            }
            // No pointer leads to the run.
            let Some(chain) = b.chains.iter().position(|chain| chain.state == Walked::Not) else { break };
            if b.claim.facts.many[b.chains[chain].run as usize].least > 0 {
                return Ok(None);
            }
            b.chains[chain].state = Walked::Empty;
        }
        if !b.open.is_empty() || !b.is_complete(machine) || !b.require_targets(machine) {
            return Ok(None);
        }
        // Another way may do where this one does not.
        Ok((!self.branched || machine.implied(b.condition)?).then_some(b))
    }

    /// Looks at the cells of objects that are bound; `false` if one is not what it should be.
    fn look_at_cells(&mut self, machine: &mut Machine<'_>, b: &mut Binding<'_>) -> Result<bool, Stop> {
        let facts = b.claim.facts;
        for cell in std::mem::take(&mut b.open) {
            let (object, offset, length, known) = &facts.cells[cell];
            let id = match object {
                ObjectName::Allocated(index) => match b.objects.get(*index as usize).copied().flatten() {
                    Some(id) => Some(id),
                    None => {
                        b.open.push(cell);
                        continue;
                    }
                },
                name => object_id(machine, *name, Names::FIXED),
            };
            let Some(id) = id else { return Ok(false) };
            let value = bytes(machine, id, (*offset, *length), known)?;
            if !self.expect(machine, b, value, known, Context::default()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A value has to be what is known of it; `false` if it is not.
    pub(super) fn expect<'f>(
        &mut self,
        machine: &mut Machine<'_>,
        b: &mut Binding<'f>,
        value: Option<Sym>,
        known: &'f Known,
        context: Context,
    ) -> bool {
        let Some(value) = value else {
            // Of the ends of an empty run nothing may be known.
            return matches!(known, Known::Pointer(ObjectName::First(_) | ObjectName::Last(_), _))
                && self.expect_end(machine, b, None, known, context);
        };
        if let Known::Into(objects) = known {
            b.targets.push((value, objects, context));
            return true;
        }
        if let Known::Pointer(ObjectName::First(_) | ObjectName::Last(_), _) = known {
            return self.expect_end(machine, b, Some(value), known, context);
        }
        match self.arrival.matches(machine, &value, known) {
            Match::Never => false,
            Match::When(holds) => b.require(machine, holds),
            Match::Object(name, id, holds) => {
                let is_it = match name {
                    ObjectName::Allocated(index) => b.bind(machine, index as usize, id),
                    name => b.object(machine, name, context) == Some(id),
                };
                is_it && b.require(machine, holds)
            }
        }
    }

    /// A value has to be a pointer to an end of a run, or what takes its place if that is empty.
    fn expect_end<'f>(
        &mut self,
        machine: &mut Machine<'_>,
        b: &mut Binding<'f>,
        value: Option<Sym>,
        known: &'f Known,
        context: Context,
    ) -> bool {
        let (run, is_last) = match known {
            Known::Pointer(ObjectName::First(run), _) => (*run, false),
            Known::Pointer(ObjectName::Last(run), _) => (*run, true),
            _ => return false,
        };
        let Some(index) = b.chain(run, context) else { return false };
        let chain = b.chains[index];
        if chain.state != Walked::Empty {
            let found = value.as_ref().map_or(Match::Never, |value| self.arrival.matches(machine, value, known));
            let bound = if is_last { chain.last } else { chain.first };
            if let Match::Object(_, id, holds) = found
                && (bound == Some(id) || bound.is_none() && self.may_be_end(machine, b, index, id, is_last))
            {
                let chain = &mut b.chains[index];
                *(if is_last { &mut chain.last } else { &mut chain.first }) = Some(id);
                return b.require(machine, holds);
            }
            let is_open = chain.first.is_none() && chain.last.is_none() && chain.state == Walked::Not;
            if b.claim.facts.many[run as usize].least > 0 || !is_open {
                return false;
            }
            b.chains[index].state = Walked::Empty;
        }
        let many = &b.claim.facts.many[run as usize];
        match if is_last { &many.before } else { &many.behind } {
            Some(known) => {
                let context = b.context_of(index);
                self.expect(machine, b, value, known, context)
            }
            None => true,
        }
    }

    /// May an object be the first or last of a run?
    fn may_be_end(&self, machine: &Machine<'_>, b: &Binding<'_>, chain: usize, id: ObjectId, is_last: bool) -> bool {
        let kind = b.claim.facts.many[b.chains[chain].run as usize].kind;
        let object = machine.object(id);
        let home = b.home(machine, chain);
        let is_here = match machine.run_of(id).map(|number| machine.state.run(number)) {
            Some(Some(run)) => {
                run.of == home && !b.is_taken(run.first) && id == if is_last { run.last } else { run.first }
            }
            Some(None) => false,
            None => object.part.is_none() && home.is_none() && !b.is_taken(id),
        };
        is_here && is_of_kind(object.origin, kind) && object.life == Life::Live && !object.doubtful
    }

    /// What may be the next part of a run.
    fn part(
        &mut self,
        machine: &mut Machine<'_>,
        b: &Binding<'_>,
        chain: usize,
        at: ObjectId,
    ) -> Result<Option<Link>, Stop> {
        if !self.may_be_end(machine, b, chain, at, false) {
            return Ok(None);
        }
        let Some(number) = machine.run_of(at) else {
            return Ok(Some(Link { first: at, last: at, member: at, run: None, least: 1, most: Some(1) }));
        };
        let Some(run) = machine.state.run(number).cloned() else { return Ok(None) };
        let Some(description) = b.claim.description(b.chains[chain].run as usize) else { return Ok(None) };
        let is_linked =
            run.shape.next == description.next && (description.back.is_none() || run.shape.back == description.back);
        if !is_linked {
            return Ok(None);
        }
        let member = match self.each.get(&number) {
            Some(member) => *member,
            None => {
                let member = machine.each_member(number)?;
                self.each.insert(number, member);
                member
            }
        };
        let (least, most) = (run.least, run.most);
        Ok(Some(Link { first: at, last: run.last, member, run: Some(run), least, most }))
    }

    /// Follows the links from the first member: the ways in which a run may end, the longest first.
    fn walk<'f>(&mut self, machine: &mut Machine<'_>, b: &Binding<'f>, chain: usize) -> Result<Vec<Binding<'f>>, Stop> {
        let run = b.chains[chain].run as usize;
        let (claim, many) = (b.claim, &b.claim.facts.many[run]);
        let (Some(description), Some(mut at)) = (claim.description(run), b.chains[chain].first) else {
            return Ok(Vec::new());
        };
        let mut b = b.clone();
        let context = b.context_of(chain);
        let (mut least, mut most) = (0u64, Some(0u64));
        let mut last: Option<ObjectId> = None;
        let mut ways = Vec::new();
        while self.left > 0 {
            self.left -= 1;
            let Some(part) = self.part(machine, &b, chain, at)? else { break };
            // Of a run that may be empty, nothing is before or behind.
            if part.least == 0 && last.is_some() {
                break;
            }
            b.take(part.first);
            b.take(part.member);
            let is_linked = match (last, description.back) {
                (Some(last), Some(back)) => {
                    let value = end(machine, &part, back.at, true);
                    match value.as_ref().and_then(only_object) {
                        Some((id, offset)) if id == last => {
                            let to = machine.offset(back.to);
                            let offset = self.arrival.resolve(machine, offset);
                            let same = machine.build.eq(offset, to);
                            b.require(machine, same)
                        }
                        _ => false,
                    }
                }
                (None, Some(back)) => match &many.before {
                    Some(known) => {
                        let value = end_for(machine, &part, back.at, true, known)?;
                        self.expect(machine, &mut b, value, known, context)
                    }
                    None => true,
                },
                (_, None) => true,
            };
            if !is_linked || !self.is_member(machine, &mut b, chain, part.member)? {
                break;
            }
            (least, most) = (least.saturating_add(part.least), most.zip(part.most).and_then(|(a, b)| a.checked_add(b)));
            if many.most.is_some_and(|limit| least > limit) {
                break;
            }
            let is_enough = least >= many.least && many.most.is_none_or(|limit| most.is_some_and(|most| most <= limit));
            if is_enough && b.chains[chain].last.is_none_or(|last| last == part.last) {
                let mut way = b.clone();
                way.chains[chain].last = Some(part.last);
                way.chains[chain].state = Walked::All;
                let ends = match &many.behind {
                    Some(known) => {
                        let value = end_for(machine, &part, description.next.at, false, known)?;
                        self.expect(machine, &mut way, value, known, context)
                    }
                    None => true,
                };
                if ends {
                    ways.push(way);
                }
            }
            if part.least == 0 {
                break;
            }
            last = Some(part.last);
            let next = end(machine, &part, description.next.at, false);
            let Some((id, offset)) = next.as_ref().and_then(only_object) else { break };
            let to = machine.offset(description.next.to);
            let offset = self.arrival.resolve(machine, offset);
            let same = machine.build.eq(offset, to);
            if !b.require(machine, same) {
                break;
            }
            at = id;
        }
        ways.reverse();
        Ok(ways)
    }

    /// An object has to be what is known of each member.
    fn is_member(
        &mut self,
        machine: &mut Machine<'_>,
        b: &mut Binding<'_>,
        chain: usize,
        member: ObjectId,
    ) -> Result<bool, Stop> {
        let run = b.chains[chain].run as usize;
        let (claim, many) = (b.claim, &b.claim.facts.many[run]);
        let Some(description) = claim.description(run) else { return Ok(false) };
        if !b.require_size(machine, member, description.size) {
            return Ok(false);
        }
        let context = b.enter(chain, member);
        for (offset, length, known) in &many.cells {
            let value = bytes(machine, member, (*offset, *length), known)?;
            if !self.expect(machine, b, value, known, context) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Follows the links back from the last member: the ways in which a run may begin.
    fn beginnings<'f>(
        &mut self,
        machine: &mut Machine<'_>,
        b: &Binding<'f>,
        chain: usize,
    ) -> Result<Vec<Binding<'f>>, Stop> {
        let Some(back) = b.claim.description(b.chains[chain].run as usize).and_then(|d| d.back) else {
            return Ok(Vec::new());
        };
        let mut ways: Vec<Binding<'f>> = Vec::new();
        let mut at = b.chains[chain].last;
        while let Some(last) = at.filter(|_| self.left > 0) {
            self.left -= 1;
            let run = machine.run_of(last).and_then(|number| machine.state.run(number)).cloned();
            let first = run.as_ref().map_or(last, |run| run.first);
            let is_seen = ways.iter().any(|way| way.chains[chain].first == Some(first));
            let Some(part) = self.part(machine, b, chain, first)?.filter(|part| part.last == last && !is_seen) else {
                break;
            };
            let mut way = b.clone();
            way.chains[chain].first = Some(first);
            ways.push(way);
            at = end(machine, &part, back.at, true).as_ref().and_then(only_object).map(|(id, _)| id);
        }
        ways.reverse();
        Ok(ways)
    }
}

/// The run that is looked at next: one to which a pointer leads, if there is one whose end is clear
/// that.
fn next_chain(b: &Binding<'_>) -> Option<usize> {
    let many = |chain: usize| &b.claim.facts.many[b.chains[chain].run as usize];
    let is_clear = |chain: &usize| {
        let is_bound = |name: &ObjectName| match name {
            ObjectName::Allocated(index) => b.objects.get(*index as usize).is_some_and(Option::is_some),
            _ => true,
        };
        b.chains[*chain].last.is_some()
            || match &many(*chain).behind {
                Some(Known::Pointer(name, _)) => is_bound(name),
                Some(Known::Into(_)) | None => false,
                Some(_) => true,
            }
    };
    let open = || (0..b.chains.len()).filter(|chain| b.chains[*chain].state == Walked::Not);
    let begun = || open().filter(|chain| b.chains[*chain].first.is_some());
    begun().find(is_clear).or_else(|| begun().next()).or_else(|| open().find(|chain| b.chains[*chain].last.is_some()))
}

/// Is it an object of the heap that was allocated where the facts say?
fn is_of_kind(origin: ObjectOrigin, kind: ObjectKind) -> bool {
    matches!((origin, kind), (ObjectOrigin::Heap { site, .. }, ObjectKind::Allocated(s, _)) if kind.is_heap() && site == s)
}

/// Where a pointer leads that leads to one object.
fn only_object(value: &Sym) -> Option<(ObjectId, adumbra_terms::Term)> {
    match value {
        Sym::Pointer(pointer) => match pointer.only().map(|case| (case.base, case.offset)) {
            Some((Base::Object(id), offset)) => Some((id, offset)),
            _ => None,
        },
        Sym::Bits(_) => None,
    }
}

/// Bytes of an object that something is known of.
fn bytes(
    machine: &mut Machine<'_>,
    id: ObjectId,
    (offset, length): (u64, u32),
    known: &Known,
) -> Result<Option<Sym>, Stop> {
    if let Known::Into(_) = known {
        return machine.read(id, offset, Type::Ptr, false).map(Some);
    }
    // Where a run is empty, a pointer to its end may be a number.
    let is_end = matches!(known, Known::Pointer(ObjectName::First(_) | ObjectName::Last(_), _));
    Ok(content(machine, id, offset, length, !is_end && matches!(known, Known::Pointer(..))))
}

/// The link back of the first, or the link of the last, that a part of a run has.
fn end(machine: &mut Machine<'_>, part: &Link, at: u64, is_back: bool) -> Option<Sym> {
    let Some(run) = &part.run else {
        let length = machine.program.layout.pointer_bytes() as u32;
        return content(machine, part.member, at, length, false);
    };
    match if is_back { &run.before } else { &run.behind } {
        Content::Value(term) => Some(Sym::Bits(*term)),
        Content::Pointer(pointer) => Some(Sym::Pointer(pointer.clone())),
        _ => None,
    }
}

/// The same, if it has to be something that is known.
fn end_for(machine: &mut Machine<'_>, part: &Link, at: u64, is_back: bool, known: &Known) -> Result<Option<Sym>, Stop> {
    let value = end(machine, part, at, is_back);
    match (known, value) {
        (Known::Into(_), Some(Sym::Bits(term))) => {
            let pointer = Pointer::one(machine.always, Base::Nothing, term);
            Ok(Some(Sym::Pointer(machine.resolve_integers(pointer)?)))
        }
        (_, value) => Ok(value),
    }
}
