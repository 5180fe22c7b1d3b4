//! Runs as facts for a certificate.
//!
//! A certificate tells runs by two links and the cells of each member. What belongs to members is a
//! run there, too: one object for each member is a run of one, whose link to the next is a place
//! that nothing is known of, or a pointer. A thing that others that belong to the same member lead
//! to belongs to one of them there, if that is the only one. What cannot be said is left out, and
//! the facts say that they are not all.

use super::{Many, Role, Run};
use crate::scalar::{Content, ObjectRef, Target, Value};
use crate::state::{Object, Origin, ValueState};
use adumbra_verdict::certificate::{self as certificate, Description, Known, ObjectKind, ObjectName};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The runs of a state as facts name them.
pub(crate) struct Named {
    /// The entries that are runs there, each behind its owner.
    order: Vec<(u32, Option<u32>)>,
    /// The place in that order.
    places: FxHashMap<u32, u32>,
    /// Are all of them there?
    pub(crate) all: bool,
}

/// A run, or one object for each member as a run of one.
fn form(object: &Object, pointer_size: u64) -> Option<(u64, Run)> {
    let size = object.size?;
    let many = object.many.as_ref()?;
    match many.role {
        Role::Run(run) => Some((size, run)),
        Role::Last(_) => None,
        Role::One => {
            // Where a pointer is, or where nothing is known.
            let last = size.checked_sub(pointer_size)?;
            let mut places = (0..=last).step_by(pointer_size as usize);
            let is_free = |at: &u64| {
                object.bytes.read_pointer(*at, pointer_size).is_known()
                    || (*at..at + pointer_size).all(|byte| object.bytes.read(byte, 1).is_none())
            };
            let at = places.find(is_free).unwrap_or(0);
            let next = super::Link { at, to: 0 };
            Some((size, Run { next, back: None, least: 1, most: Some(1), last: None }))
        }
    }
}

impl Named {
    pub(crate) fn of(state: &ValueState, pointer_size: u64) -> Self {
        let mut named = Named { order: Vec::new(), places: FxHashMap::default(), all: true };
        if !state.has_runs {
            return named;
        }
        let is_run = |o: &Object| o.many.as_ref().is_some_and(|many| !matches!(many.role, Role::Last(_)));
        let objects: Vec<(u32, &Object)> = state.objects().into_iter().filter(|(_, o)| is_run(o)).collect();
        let mut owners: BTreeMap<u32, Option<u32>> = BTreeMap::new();
        for (index, object) in &objects {
            let owner = object.many.as_ref().and_then(|many| many.owner);
            let sole = || {
                let leads = |o: &Object| {
                    let mut any = false;
                    o.bytes.for_each_pointer(|_, v| any |= v.allocated().and_then(|i| entry(state, i)) == Some(*index));
                    any
                };
                let mut from = objects.iter().filter(|(i, o)| i != index && leads(o)).map(|(i, _)| *i);
                let first = from.next()?;
                let is_sibling = state.many(first).is_some_and(|many| many.owner == owner);
                (from.next().is_none() && is_sibling).then_some(first)
            };
            owners.insert(*index, if owner.is_some() { sole().or(owner) } else { None });
        }
        // Each behind its owner.
        let mut grows = true;
        while grows {
            grows = false;
            for (index, object) in &objects {
                let owner = owners[index];
                let is_next = !named.places.contains_key(index)
                    && owner.is_none_or(|of| named.places.contains_key(&of))
                    && form(object, pointer_size).is_some();
                if is_next {
                    named.places.insert(*index, named.order.len() as u32);
                    named.order.push((*index, owner));
                    grows = true;
                }
            }
        }
        named.all = named.order.len() == objects.len();
        named
    }

    /// The name of an entry, seen from the inside of a run or from outside of all.
    pub(crate) fn name(&self, state: &ValueState, index: u32, inside: Option<u32>) -> Option<ObjectName> {
        let of = entry(state, index)?;
        let place = *self.places.get(&of)?;
        let owner = self.order.get(place as usize)?.1;
        let inner = inside.and_then(|run| self.order.get(*self.places.get(&run)? as usize));
        if let Some((_, Some(owner))) = inner
            && *owner == of
        {
            return (index == of).then_some(ObjectName::Owner);
        }
        if owner.is_some() && owner != inside {
            return None;
        }
        // A pointer to a run from what belongs to it in some other way is none to its first.
        let mut above = inner.and_then(|(_, owner)| *owner);
        while let Some(run) = above {
            if run == of {
                return None;
            }
            above = self.order.get(*self.places.get(&run)? as usize)?.1;
        }
        Some(if index == of { ObjectName::First(place) } else { ObjectName::Last(place) })
    }

    /// The runs, with what they are called and how they hang together. `known` says what a value is
    /// that is no pointer to an entry of the table. Is everything said?
    pub(crate) fn facts(
        &self,
        state: &ValueState,
        pointer_size: u64,
        descriptions: &mut BTreeMap<String, Description>,
        outside: &dyn Fn(ObjectRef) -> Option<ObjectName>,
        plain: &dyn Fn(Value) -> Option<Known>,
    ) -> (Vec<certificate::Many>, bool) {
        let mut all = self.all;
        let mut list = Vec::new();
        for (index, owner) in &self.order {
            let Some(object) = state.object(*index) else { continue };
            let (Some((size, run)), Origin::Site(site, kind)) = (form(object, pointer_size), object.origin) else {
                continue;
            };
            let mut known = |value: Value| {
                let found = match value.content() {
                    Content::Pointer(ObjectRef::NONE, 0) => Some(Known::Null),
                    Content::Pointer(object, offset) => {
                        let name = match object.target() {
                            Target::Allocated(i) if state.many(i).is_some() => self.name(state, i, Some(*index)),
                            _ => outside(object),
                        };
                        name.map(|name| Known::Pointer(name, offset))
                    }
                    _ => plain(value),
                };
                all &= found.is_some() || !value.is_known();
                found
            };
            let mut bytes = object.bytes.clone();
            let behind = known(bytes.read_pointer(run.next.at, pointer_size));
            let before = run.back.and_then(|back| known(bytes.read_pointer(back.at, pointer_size)));
            for at in [Some(run.next.at), run.back.map(|back| back.at)].into_iter().flatten() {
                bytes.forget(at, pointer_size, pointer_size);
            }
            let mut cells = Vec::new();
            let listed = bytes.for_each_cell(u64::from(u16::MAX), |at, cell| match cell {
                Ok((length, bits)) => cells.push((at, length, Known::Bits(vec![bits]))),
                Err(value) => cells.extend(known(value).map(|k| (at, value.extent(pointer_size) as u32, k))),
            });
            all &= listed;
            let link = |link: super::Link| certificate::Link { at: link.at, to: link.to };
            let back = run.back.map_or(String::new(), |back| format!(", back by +{} to +{}", back.at, back.to));
            let name = format!("{size} bytes, next by +{} to +{}{back}", run.next.at, run.next.to);
            descriptions.entry(name.clone()).or_insert_with(|| Description {
                name: name.clone(),
                size,
                next: link(run.next),
                back: run.back.map(link),
            });
            list.push(certificate::Many {
                description: name,
                kind: ObjectKind::Allocated(site, kind),
                least: run.least.into(),
                most: run.most.map(u64::from),
                owner: owner.and_then(|of| self.places.get(&of).copied()),
                before,
                behind,
                cells,
            });
        }
        (list, all)
    }
}

/// The run that an entry is, or the last of; or the entry itself.
fn entry(state: &ValueState, index: u32) -> Option<u32> {
    Some(match state.many(index)? {
        Many { role: Role::Last(of), .. } => of,
        _ => index,
    })
}
