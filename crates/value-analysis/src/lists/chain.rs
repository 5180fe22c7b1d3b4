//! Objects in a row that can become a run.
//!
//! From the first on, each leads to the next by the link, and back if there is a link back. No
//! other pointer leads to those behind the first, but from what belongs to them alone; where there
//! is a link back, others may lead to the last one. Each is like the one before it.

use super::refs::{Ref, Refs, is_plain_heap};
use super::twins::{self, Common, Form, Manner, Side};
use super::{Link, Run};
use crate::scalar::Value;
use crate::state::Object;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Where chains are looked for.
pub(super) struct Chains<'a> {
    pub(super) manner: Manner<'a>,
    pub(super) refs: &'a Refs,
    /// May members have something of their own?
    pub(super) owning: bool,
}

/// Objects and runs in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    pub(super) list: Vec<u32>,
    pub(super) next: Link,
    pub(super) back: Option<Link>,
    /// The bytes in which members differ.
    pub(super) differences: Vec<(Form, BTreeSet<u64>)>,
}

impl<'a> Chains<'a> {
    /// A live object on the heap, or a run of them, that belongs to nobody.
    fn element(&self, index: u32) -> Option<(&'a Object, Option<Run>)> {
        let object = self.manner.state.object(index).filter(|o| is_plain_heap(o))?;
        match object.many.as_deref() {
            None => Some((object, None)),
            Some(many) if many.owner.is_none() => Some((object, Some(*many.run()?))),
            Some(_) => None,
        }
    }

    /// The chains that begin with an entry, where two links lead both ways by the one that is first
    /// in the members, as long as they can be, by all links that they can have.
    pub(super) fn from(&self, first: u32) -> Vec<Chain> {
        let Some((object, run)) = self.element(first) else { return Vec::new() };
        if let Some(run) = run {
            return vec![self.longest(first, run.next, run.back)];
        }
        let mut found = Vec::new();
        for (at, value) in self.refs.from(first) {
            let Some((index, to)) = exact(*value) else { continue };
            let Some((other, run)) = self.element(index).filter(|_| index != first) else { continue };
            if (other.origin, other.size) != (object.origin, object.size) {
                continue;
            }
            let next = Link { at: *at, to };
            match run {
                Some(run) if run.next == next => found.push(self.longest(first, next, run.back)),
                Some(_) => {}
                None => {
                    let returns = |(back, value): &(u64, Value)| match exact(*value) {
                        Some((target, to)) if target == first && *back > next.at => Some(Link { at: *back, to }),
                        _ => None,
                    };
                    let backs = self.refs.from(index).iter().filter_map(returns).map(Some).chain([None]);
                    found.extend(backs.map(|back| self.longest(first, next, back)));
                }
            }
        }
        found
    }

    /// The entry whose pointers the last member of an element has.
    fn last_name(&self, index: u32) -> u32 {
        self.manner.state.many(index).and_then(|many| many.run()?.last).unwrap_or(index)
    }

    /// What belongs to an element alone, if it is linked so.
    fn side(&self, member: u32, next: Link, back: Option<Link>) -> Side {
        if !self.owning {
            return Side { member, exclusive: FxHashSet::default() };
        }
        let but = places(next, back);
        Side { member, exclusive: self.refs.exclusive(self.manner.state, member, &but) }
    }

    /// What two elements of a chain in a row have in common.
    pub(super) fn common(&self, a: u32, b: u32, next: Link, back: Option<Link>) -> Option<Common> {
        let (left, right) = (self.side(a, next, back), self.side(b, next, back));
        // Where a pointer leads back that is no link of the chain, one member may seem to have the
        // other.
        let are_apart = !left.exclusive.contains(&b)
            && !right.exclusive.contains(&a)
            && left.exclusive.is_disjoint(&right.exclusive);
        if !are_apart {
            return None;
        }
        twins::common(self.manner, left, right, &places(next, back))
    }

    /// What belongs to an element alone, as a member of a chain.
    pub(super) fn exclusive(&self, member: u32, next: Link, back: Option<Link>) -> impl Iterator<Item = u32> {
        self.side(member, next, back).exclusive.into_iter()
    }

    /// The longest chain from an entry on by these links.
    fn longest(&self, first: u32, next: Link, back: Option<Link>) -> Chain {
        let mut chain = Chain { list: vec![first], next, back, differences: Vec::new() };
        let mut before = first;
        while let Some(index) = self.follows(&chain, before) {
            let Some(common) = self.common(before, index, next, back) else { break };
            chain.differences.extend(common.differences.into_values());
            chain.list.push(index);
            before = index;
        }
        chain
    }

    /// The element behind one, if nothing but their links keeps the two apart.
    fn follows(&self, chain: &Chain, before: u32) -> Option<u32> {
        let (next, back) = (chain.next, chain.back);
        let (object, _) = self.element(before)?;
        let (index, _) =
            exact(object.bytes.read_pointer(next.at, self.manner.pointer_size)).filter(|(_, to)| *to == next.to)?;
        let (other, run) = self.element(index).filter(|_| !chain.list.contains(&index))?;
        let fits = (other.origin, other.size) == (object.origin, object.size)
            && run.is_none_or(|run| run.next == next && run.back == back);
        if !fits {
            return None;
        }
        let last = self.last_name(before);
        if let Some(back) = back {
            let returns = other.bytes.read_pointer(back.at, self.manner.pointer_size);
            if exact(returns) != Some((last, back.to)) {
                return None;
            }
        }
        // What leads to the first of the next element, and to the last of this one, are the links.
        let link = Ref { from: before, at: next.at };
        let returns = back.map(|back| Ref { from: index, at: back.at });
        let is_last_elsewhere = back.is_some() && run.is_none();
        let own = self.side(index, next, back).exclusive;
        let arrives = |r: &Ref| *r == link || is_last_elsewhere || own.contains(&r.from);
        let own = self.side(before, next, back).exclusive;
        let leaves = |r: &Ref| Some(*r) == returns || own.contains(&r.from);
        let is_first = before == chain.list[0];
        let arrived = |r: &Ref| {
            let position = chain.list.len().checked_sub(2);
            position.is_some_and(|p| *r == Ref { from: chain.list[p], at: next.at })
        };
        let free_before = match (is_first, last == before) {
            // Pointers to the first member may come from anywhere.
            (true, true) => true,
            (false, true) => self.refs.to(before).iter().all(|r| arrived(r) || leaves(r)),
            (_, false) => self.refs.to(last).iter().all(leaves),
        };
        // A run that is first of a chain may be led to from anywhere; so may its first member.
        (self.refs.to(index).iter().all(arrives) && free_before).then_some(index)
    }
}

/// Where the links are.
fn places(next: Link, back: Option<Link>) -> Vec<u64> {
    [Some(next.at), back.map(|back| back.at)].into_iter().flatten().collect()
}

/// Entry and offset of a pointer whose offset is known.
fn exact(value: Value) -> Option<(u32, u64)> {
    Some((value.allocated()?, value.as_pointer()?.1))
}
