//! Objects in a row that can become a run.
//!
//! From the first on, each leads to the next by the link, and back if there is a link back. No
//! other pointer leads to those behind the first; where there is a link back, others may lead to
//! the last one. All of them hold the same.

use super::refs::{Ref, Refs, is_plain_heap};
use super::twins::{self, Blurred};
use super::{Link, Run};
use crate::bytes::Bytes;
use crate::scalar::Value;
use crate::state::{Object, ValueState};
use std::collections::BTreeSet;

/// Where chains are looked for.
pub(super) struct Chains<'a> {
    pub(super) state: &'a ValueState,
    pub(super) refs: &'a Refs,
    pub(super) blurred: &'a Blurred,
    pub(super) pointer_size: u64,
    pub(super) level: u32,
    /// Is it enough that members hang together? Then the bytes in which they differ are noted.
    pub(super) loose: bool,
}

/// Objects and runs in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    pub(super) list: Vec<u32>,
    pub(super) next: Link,
    pub(super) back: Option<Link>,
    /// The bytes in which members differ.
    pub(super) differences: BTreeSet<u64>,
}

impl<'a> Chains<'a> {
    /// A live object on the heap, or a run of them, that belongs to nobody.
    fn element(&self, index: u32) -> Option<(&'a Object, Option<Run>)> {
        let object = self.state.object(index).filter(|o| is_plain_heap(o))?;
        match object.many.as_deref() {
            None => Some((object, None)),
            Some(many) if many.owner.is_none() => Some((object, Some(*many.run()?))),
            Some(_) => None,
        }
    }

    /// The chains that begin with an entry, as long as they can be, by all links that they can have.
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
                        Some((target, to)) if target == first && *back != next.at => Some(Link { at: *back, to }),
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
        self.state.many(index).and_then(|many| many.run()?.last).unwrap_or(index)
    }

    fn bytes(&self, object: &Object, next: Link, back: Option<Link>) -> Bytes {
        twins::content((self.pointer_size, self.level), self.blurred, object, (next, back))
    }

    /// The longest chain from an entry on by these links.
    fn longest(&self, first: u32, next: Link, back: Option<Link>) -> Chain {
        let mut chain = Chain { list: vec![first], next, back, differences: BTreeSet::new() };
        let Some((start, _)) = self.element(first) else { return chain };
        let mut content = self.bytes(start, next, back);
        let mut before = first;
        while let Some((index, object)) = self.follows(&chain, start, before) {
            let own = self.bytes(object, next, back);
            if own != content {
                let size = object.size.unwrap_or(0);
                let differ = match self.loose {
                    true => twins::differences(self.state, &content, &own, size, self.pointer_size),
                    false => None,
                };
                let Some(differ) = differ else { break };
                chain.differences.extend(differ);
                content = own;
            }
            chain.list.push(index);
            before = index;
        }
        chain
    }

    /// The element behind one, if nothing but their links keeps the two apart.
    fn follows(&self, chain: &Chain, start: &Object, before: u32) -> Option<(u32, &'a Object)> {
        let (next, back) = (chain.next, chain.back);
        let (object, _) = self.element(before)?;
        let (index, _) = exact(object.bytes.read_pointer(next.at, self.pointer_size)).filter(|(_, to)| *to == next.to)?;
        let (other, run) = self.element(index).filter(|_| !chain.list.contains(&index))?;
        let fits = (other.origin, other.size) == (start.origin, start.size)
            && run.is_none_or(|run| run.next == next && run.back == back);
        if !fits {
            return None;
        }
        let last = self.last_name(before);
        if let Some(back) = back {
            let returns = other.bytes.read_pointer(back.at, self.pointer_size);
            if exact(returns) != Some((last, back.to)) {
                return None;
            }
        }
        // What leads to the first of the next element, and to the last of this one, are the links.
        let link = Ref { from: before, at: next.at };
        let returns = back.map(|back| Ref { from: index, at: back.at });
        let is_last_elsewhere = back.is_some() && run.is_none();
        let arrives = |r: &Ref| *r == link || is_last_elsewhere;
        let leaves = |r: &Ref| Some(*r) == returns;
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
        (self.refs.to(index).iter().all(arrives) && free_before).then_some((index, other))
    }
}

/// Entry and offset of a pointer whose offset is known.
fn exact(value: Value) -> Option<(u32, u64)> {
    Some((value.allocated()?, value.as_pointer()?.1))
}
