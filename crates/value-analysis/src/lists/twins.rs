//! What two members have in common, with all that belongs to them.
//!
//! Two members of a run are alike if they hold the same, but for their links, for bytes that are
//! forgotten in runs of their kind, and for pointers to what belongs to each of them alone: those
//! must lead to things that are alike in turn, which may lead back to their member. What two such
//! things have in common is a *joint*, owned by the run. A joint of an object and of a run is a
//! run; one of something and of nothing is a run that may be empty, if the pointer that leads to
//! nothing is what is behind it. So a joint stands for what either member has.

use super::{Link, Many, Role, Run};
use crate::bytes::Bytes;
use crate::scalar::{ObjectRef, Value};
use crate::state::{Object, Origin, ValueState};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Objects of one kind: origin and size.
pub(super) type Form = (Origin, u64);

/// The links that members of a form have.
pub(super) type Links = FxHashMap<Form, (Link, Option<Link>)>;

/// The bytes of members that are forgotten, by level of precision and form.
pub(super) type Blurred = FxHashMap<(u32, Form), BTreeSet<u64>>;

/// Names of joints while they are made: above those of all entries.
pub(super) const JOINTS: u32 = 1 << 28;

/// The most joints of two members.
const MOST: usize = 64;

/// How members are compared.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) state: &'a ValueState,
    pub(super) pointer_size: u64,
    pub(super) level: u32,
    pub(super) links: &'a Links,
    pub(super) blurred: &'a Blurred,
    /// Are they alike, too, if they differ in bytes that can be forgotten?
    pub(super) loose: bool,
}

/// One of two members, with what belongs to it alone.
pub(super) struct Side {
    pub(super) member: u32,
    pub(super) exclusive: FxHashSet<u32>,
}

/// What two members have in common.
pub(super) struct Common {
    /// What they hold, but for links.
    pub(super) bytes: Bytes,
    /// What belongs to them, with names from [`JOINTS`] on; the owner is the left member.
    pub(super) joints: Vec<Object>,
    /// The bytes in which they differ.
    pub(super) differences: BTreeMap<u64, (Form, BTreeSet<u64>)>,
}

/// Where in what belongs to members two things are compared.
#[derive(Clone, Copy)]
struct Inside {
    /// Not the members themselves?
    below: bool,
    /// The joint of runs to whose members they belong.
    owner: Option<u32>,
}

/// Why something of one side alone becomes a joint.
#[derive(Clone, Copy)]
enum Partner {
    /// It has a counterpart.
    There,
    /// The counterpart of a pointer to it, with this offset, is this value.
    Empty(u64, Value),
    /// It belongs to members that the other side has not.
    Absent,
}

pub(super) struct Twins<'a> {
    manner: Manner<'a>,
    left: Side,
    right: Side,
    names: FxHashMap<(Option<u32>, Option<u32>), u32>,
    paired: [FxHashMap<u32, u32>; 2],
    joints: Vec<Option<Object>>,
    /// What must be in joints: joint, place, value.
    expected: Vec<(u32, u64, Value)>,
    differences: BTreeMap<u64, (Form, BTreeSet<u64>)>,
}

fn pointer(name: u32, offset: u64) -> Value {
    Value::pointer(ObjectRef::allocated(name), offset)
}

/// What is alike in two members that are linked this way; `None` if they are not alike.
pub(super) fn common(manner: Manner<'_>, left: Side, right: Side, but: &[u64]) -> Option<Common> {
    let mut twins = Twins {
        manner,
        left,
        right,
        names: FxHashMap::default(),
        paired: Default::default(),
        joints: Vec::new(),
        expected: Vec::new(),
        differences: BTreeMap::new(),
    };
    let object = |index: u32| manner.state.object(index);
    let (a, b) = (object(twins.left.member)?, object(twins.right.member)?);
    let size = manner.pointer_size;
    let content = |object: &Object| {
        let mut bytes = object.bytes.clone();
        but.iter().for_each(|at| bytes.forget(*at, size, size));
        bytes
    };
    let top = Inside { below: false, owner: None };
    let bytes = twins.same((a.origin, a.size?), (Some(content(a)), Some(content(b))), top)?;
    twins.finish(bytes)
}

impl Twins<'_> {
    fn finish(self, bytes: Bytes) -> Option<Common> {
        let state = self.manner.state;
        let joints: Vec<Object> = self.joints.into_iter().collect::<Option<_>>()?;
        let size = self.manner.pointer_size;
        let is_met = |(name, at, value): &(u32, u64, Value)| {
            joints.get((name - JOINTS) as usize).is_some_and(|joint| joint.bytes.read_pointer(*at, size) == *value)
        };
        // Nothing that belongs to one of them is left behind.
        let is_name = |index: &u32| matches!(state.many(*index), Some(Many { role: Role::Last(_), .. }));
        let whole = |side: &Side, paired: &FxHashMap<u32, u32>| {
            side.exclusive.iter().all(|index| is_name(index) || paired.contains_key(index))
        };
        let all = whole(&self.left, &self.paired[0]) && whole(&self.right, &self.paired[1]);
        let goes = all && self.expected.iter().all(is_met) && are_owned(self.left.member, &bytes, &joints);
        goes.then_some(Common { bytes, joints, differences: self.differences })
    }

    fn differ(&mut self, form: Form, at: impl IntoIterator<Item = u64>) {
        let key = self.differences.iter().find(|(_, (f, _))| *f == form).map(|(key, _)| *key);
        let key = key.unwrap_or(self.differences.len() as u64);
        self.differences.entry(key).or_insert_with(|| (form, BTreeSet::new())).1.extend(at);
    }

    /// What is known of bytes of two objects, if they are the same but for what belongs to members;
    /// one of them may not be there.
    fn same(&mut self, form: Form, sides: (Option<Bytes>, Option<Bytes>), inside: Inside) -> Option<Bytes> {
        let size = self.manner.pointer_size;
        let (mut x, mut y) = sides;
        if let Some(gone) = self.manner.blurred.get(&(self.manner.level, form)) {
            for bytes in x.iter_mut().chain(&mut y) {
                gone.iter().for_each(|at| bytes.forget(*at, 1, size));
            }
        }
        let mut places = BTreeSet::new();
        for bytes in x.iter().chain(&y) {
            bytes.for_each_pointer(|at, value| {
                if !value.is_symbolic() {
                    places.insert(at);
                }
            });
        }
        for at in places {
            let of = |bytes: &Option<Bytes>| bytes.as_ref().map(|bytes| bytes.read_pointer(at, size));
            let pair = (of(&x), of(&y));
            let value = match self.value(pair, inside) {
                Some(value) => value,
                None => {
                    let is_heap = |v: Option<Value>| {
                        let object = v.and_then(Value::allocated).and_then(|index| self.manner.state.object(index));
                        object.is_some_and(|o| o.origin.is_heap())
                    };
                    if !self.manner.loose || is_heap(pair.0) || is_heap(pair.1) {
                        return None;
                    }
                    self.differ(form, at..at + size);
                    Value::UNKNOWN
                }
            };
            for bytes in x.iter_mut().chain(&mut y) {
                bytes.write_pointer(at, size, value);
            }
        }
        x.iter_mut().chain(&mut y).for_each(Bytes::tidy);
        let (mut mine, other) = match (x, y) {
            (Some(mine), Some(other)) => (mine, other),
            (x, y) => return x.or(y),
        };
        if mine != other {
            if !self.manner.loose {
                return None;
            }
            let differ: Vec<u64> = (0..form.1).filter(|at| mine.read(*at, 1) != other.read(*at, 1)).collect();
            differ.iter().for_each(|at| mine.forget(*at, 1, size));
            self.differ(form, differ);
        }
        Some(mine)
    }

    /// The entry of a side's own that a pointer leads to, and whether to its last member.
    fn own(&self, side: &Side, value: Option<Value>) -> Option<(u32, bool)> {
        let index = value?.allocated()?;
        let found = match self.manner.state.many(index) {
            Some(Many { role: Role::Last(of), .. }) => (of, true),
            _ => (index, false),
        };
        side.exclusive.contains(&found.0).then_some(found)
    }

    /// What two pointers have in common; of something that is not there, there is none.
    fn value(&mut self, pair: (Option<Value>, Option<Value>), inside: Inside) -> Option<Value> {
        let (a, b) = (self.own(&self.left, pair.0), self.own(&self.right, pair.1));
        let is_last = a.or(b).is_some_and(|(_, last)| last);
        match (a, b) {
            (None, None) => self.elsewhere(pair, inside),
            (Some((left, last)), Some((right, other))) => {
                let (_, offset) = pair.0?.as_pointer()?;
                if pair.1?.as_pointer()?.1 != offset {
                    return None;
                }
                let name = self.joint((Some(left), Some(right)), Partner::There, inside)?;
                let is_run = |index: u32| self.manner.state.run_of(index).is_some();
                if last != other && is_run(if last { right } else { left }) {
                    return None;
                }
                self.lead(name, last || other, offset)
            }
            (Some((index, _)), None) | (None, Some((index, _))) => {
                let (_, offset) = if a.is_some() { pair.0 } else { pair.1 }?.as_pointer()?;
                let pairing = if a.is_some() { (Some(index), None) } else { (None, Some(index)) };
                let other = if a.is_some() { pair.1 } else { pair.0 };
                let partner = match other {
                    None => Partner::Absent,
                    Some(value) if value.is_known() => {
                        let side = if a.is_some() { &self.right } else { &self.left };
                        let is_self = value.allocated() == Some(side.member);
                        Partner::Empty(offset, if is_self { value.renamed(self.left.member) } else { value })
                    }
                    Some(_) => return None,
                };
                let name = self.joint(pairing, partner, inside)?;
                if let Partner::Empty(_, value) = partner {
                    let run = self.run_of_joint(name)?;
                    let link = if is_last { run.back? } else { run.next };
                    if run.least != 0 || link.to != offset {
                        return None;
                    }
                    self.expected.push((name, link.at, value));
                }
                self.lead(name, is_last, offset)
            }
        }
    }

    /// A pointer to a joint.
    fn lead(&self, name: u32, last: bool, offset: u64) -> Option<Value> {
        match self.run_of_joint(name) {
            Some(run) if last => Some(pointer(run.last?, offset)),
            _ => Some(pointer(name, offset)),
        }
    }

    fn run_of_joint(&self, name: u32) -> Option<Run> {
        self.roles(name).and_then(|many| many.run().copied())
    }

    fn roles(&self, name: u32) -> Option<Many> {
        self.joints.get((name - JOINTS) as usize)?.as_ref()?.many.as_deref().copied()
    }

    /// What two pointers have in common that lead to nothing that belongs to members.
    fn elsewhere(&self, pair: (Option<Value>, Option<Value>), inside: Inside) -> Option<Value> {
        let is_self = |side: &Side, value: Option<Value>| value.map(|v| v.allocated() == Some(side.member));
        let selves = (is_self(&self.left, pair.0), is_self(&self.right, pair.1));
        let back = |value: Value| value.renamed(self.left.member);
        match (pair, selves) {
            // What belongs to a member may lead back to it.
            ((Some(v), Some(w)), (Some(true), Some(true))) if inside.below => (back(v) == back(w)).then_some(back(v)),
            ((Some(v), None), (Some(true), _)) | ((None, Some(v)), (_, Some(true))) => Some(back(v)),
            ((Some(_), Some(_)), (Some(x), Some(y))) if inside.below && (x || y) => None,
            ((Some(v), Some(w)), _) => (v == w && v.is_known()).then_some(v),
            ((Some(v), None), _) | ((None, Some(v)), _) => Some(v),
            ((None, None), _) => None,
        }
    }

    /// The joint of two things, or of one and none.
    fn joint(&mut self, pair: (Option<u32>, Option<u32>), partner: Partner, inside: Inside) -> Option<u32> {
        if let Some(name) = self.names.get(&pair) {
            return Some(*name);
        }
        let is_taken =
            |index: Option<u32>, paired: &FxHashMap<u32, u32>| index.is_some_and(|i| paired.contains_key(&i));
        if is_taken(pair.0, &self.paired[0]) || is_taken(pair.1, &self.paired[1]) || self.joints.len() >= MOST {
            return None;
        }
        let state = self.manner.state;
        let (a, b) = (pair.0.and_then(|i| state.object(i)), pair.1.and_then(|i| state.object(i)));
        let any = a.or(b)?;
        let form: Form = (any.origin, any.size?);
        if b.is_some_and(|b| (b.origin, b.size) != (any.origin, any.size)) {
            return None;
        }
        let role = |object: &Object| object.many.as_ref().and_then(|many| many.run()).copied();
        let runs = (a.and_then(role), b.and_then(role));
        let links = match (runs, partner) {
            ((Some(x), Some(y)), _) if !x.has_links_of(&y) => return None,
            ((Some(x), _), _) | ((None, Some(x)), _) => Some((x.next, x.back)),
            (_, Partner::Empty(offset, value)) => Some(self.links_if_empty(any, form, offset, value)?),
            _ => None,
        };
        let count = |object: Option<&Object>, run: Option<Run>| match (object, run) {
            (_, Some(run)) => (run.least, run.most),
            (Some(_), None) => (1, Some(1)),
            (None, None) => (u32::MAX, Some(0)),
        };
        let (x, y) = (count(a, runs.0), count(b, runs.1));
        let least = if matches!(partner, Partner::Empty(..)) { 0 } else { x.0.min(y.0) };
        let most = x.1.zip(y.1).map(|(x, y)| x.max(y));
        let explicit = |object: Option<&Object>| object.and_then(|o| o.many.as_ref()?.owner);
        let owner = |side: usize, member: u32, of: Option<u32>| match of {
            Some(of) if of == member => Some(None),
            Some(of) => self.paired[side].get(&of).map(|name| Some(*name)),
            None => Some(inside.owner),
        };
        let owners = (owner(0, self.left.member, explicit(a))?, owner(1, self.right.member, explicit(b))?);
        let owner = if explicit(a).is_some() { owners.0 } else { owners.1 };
        if explicit(a).is_some() && explicit(b).is_some() && owners.0 != owners.1 {
            return None;
        }
        let name = JOINTS + self.joints.len() as u32;
        self.names.insert(pair, name);
        pair.0.map(|index| self.paired[0].insert(index, name));
        pair.1.map(|index| self.paired[1].insert(index, name));
        let back = links.and_then(|(_, back)| back);
        let last = back.map(|_| name + 1);
        let role = links.map_or(Role::One, |(next, back)| Role::Run(Run { next, back, least, most, last }));
        let owned = |role: Role| Some(Box::new(Many { owner: Some(owner.unwrap_or(self.left.member)), role }));
        let named = Object { many: owned(role), bytes: Bytes::default(), ..any.clone() };
        let last_named = Object { many: owned(Role::Last(name)), ..named.clone() };
        self.joints.push(Some(named));
        if last.is_some() {
            self.joints.push(Some(last_named));
        }
        let within = Inside { below: true, owner: if links.is_some() { Some(name) } else { owner } };
        let bytes = self.same(form, (a.map(|o| o.bytes.clone()), b.map(|o| o.bytes.clone())), within)?;
        self.joints.get_mut((name - JOINTS) as usize)?.as_mut()?.bytes = bytes;
        Some(name)
    }

    /// The links by which an object is one of a run that may be empty: what is behind it is what is
    /// there where it is empty.
    fn links_if_empty(&self, object: &Object, form: Form, offset: u64, value: Value) -> Option<(Link, Option<Link>)> {
        let size = self.manner.pointer_size;
        let holds = |at: u64| {
            let here = object.bytes.read_pointer(at, size);
            let is_self = |side: &Side| here.allocated() == Some(side.member);
            let here = if is_self(&self.left) || is_self(&self.right) { here.renamed(self.left.member) } else { here };
            here == value
        };
        if let Some((next, back)) = self.manner.links.get(&form)
            && (next.to == offset && holds(next.at) || back.is_some_and(|back| back.to == offset && holds(back.at)))
        {
            return Some((*next, *back));
        }
        let mut places = (0..=form.1.checked_sub(size)?).step_by(size as usize);
        places.find(|at| holds(*at)).map(|at| (Link { at, to: offset }, None))
    }
}

/// Does nothing lead to what belongs to the members of a run, but these members and what belongs to
/// them?
fn are_owned(member: u32, bytes: &Bytes, joints: &[Object]) -> bool {
    let owner = |name: u32| joints.get(name.checked_sub(JOINTS)? as usize)?.many.as_ref()?.owner;
    let is_within = |from: u32, of: u32| {
        std::iter::successors(Some(from), |name| owner(*name)).take(MOST + 1).any(|name| name == of)
    };
    let mut goes = true;
    let mut see = |from: u32, value: Value| {
        if let Some(of) = value.allocated().and_then(owner) {
            goes &= of == member || is_within(from, of);
        }
    };
    bytes.for_each_pointer(|_, value| see(member, value));
    for (name, joint) in (JOINTS..).zip(joints) {
        joint.bytes.for_each_pointer(|_, value| see(name, value));
    }
    goes
}
