//! The facts of one state, asked for by object.

use super::bytes::Bytes;
use adumbra_program::{AllocationKind, Edge, Function, Global, Program, Variable};
use adumbra_verdict::{Description, Known, Link, Lives, ObjectKind, ObjectName, StateFacts};
use std::collections::{BTreeMap, BTreeSet};

/// An object, or a run of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    Global(Global),
    Allocated(u32),
    Run(u32),
}

/// The facts of a state, by object.
pub(super) struct Source<'a> {
    pub(super) program: &'a Program,
    pub(super) facts: &'a StateFacts,
    descriptions: &'a [Description],
    bytes: BTreeMap<Key, Bytes<'a>>,
    none: Bytes<'a>,
}

impl<'a> Source<'a> {
    /// Takes facts apart. What they say of objects that they do not list is left out.
    pub(super) fn new(program: &'a Program, facts: &'a StateFacts, descriptions: &'a [Description]) -> Source<'a> {
        let mut source = Source { program, facts, descriptions, bytes: BTreeMap::new(), none: Bytes::default() };
        let mut bytes: BTreeMap<Key, Bytes<'a>> = BTreeMap::new();
        for (name, offset, size, known) in &facts.cells {
            if let Some(key) = source.key(*name, None) {
                bytes.entry(key).or_default().add(*offset, u64::from(*size), known);
            }
        }
        for (run, many) in (0..).zip(&facts.many) {
            for (offset, size, known) in &many.cells {
                bytes.entry(Key::Run(run)).or_default().add(*offset, u64::from(*size), known);
            }
        }
        source.bytes = bytes;
        source
    }

    /// The object of a name, as said in the facts of a state or of a run.
    pub(super) fn key(&self, name: ObjectName, within: Option<Key>) -> Option<Key> {
        match name {
            ObjectName::Global(global) => self.program.globals.is_valid(global).then_some(Key::Global(global)),
            ObjectName::Function(_) => None,
            ObjectName::Allocated(index) => self.facts.objects.get(index as usize).map(|_| Key::Allocated(index)),
            ObjectName::First(run) | ObjectName::Last(run) => self.facts.many.get(run as usize).map(|_| Key::Run(run)),
            ObjectName::Owner => match within? {
                Key::Run(run) => self.facts.many.get(run as usize)?.owner.map(Key::Run),
                Key::Global(_) | Key::Allocated(_) => None,
            },
        }
    }

    /// All objects that are listed or of which something is known.
    pub(super) fn keys(&self) -> Vec<Key> {
        let globals = self.bytes.keys().filter(|key| matches!(key, Key::Global(_))).copied();
        let mut keys: Vec<Key> = globals.collect();
        let named = self.pointers().filter_map(|(known, within)| match known {
            Known::Pointer(name @ ObjectName::Global(_), _) => self.key(*name, within),
            _ => None,
        });
        keys.extend(named);
        keys.sort();
        keys.dedup();
        keys.extend((0..self.facts.objects.len() as u32).map(Key::Allocated));
        keys.extend((0..self.facts.many.len() as u32).map(Key::Run));
        keys
    }

    /// The same, in the order in which one comes to them from variables, along pointers.
    pub(super) fn keys_by_reach(&self) -> Vec<Key> {
        let (heap, variables): (Vec<Key>, Vec<Key>) = self.keys().into_iter().partition(|key| self.is_heap(*key));
        let registers = self.facts.registers.iter().flat_map(|(.., known)| self.targets(known, None));
        let mut waiting: Vec<Key> = variables.iter().copied().chain(registers).chain(heap).collect();
        waiting.reverse();
        let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
        while let Some(key) = waiting.pop() {
            if !seen.insert(key) {
                continue;
            }
            order.push(key);
            let known = self.bytes(key).cells().flat_map(|(.., known)| known.iter().copied()).chain(self.around(key));
            let next: Vec<Key> = known.flat_map(|known| self.targets(known, Some(key))).collect();
            waiting.extend(next.into_iter().rev());
        }
        order
    }

    /// The objects that a value may point into.
    pub(super) fn targets(&self, known: &Known, within: Option<Key>) -> Vec<Key> {
        match known {
            Known::Pointer(name, _) => self.key(*name, within).into_iter().collect(),
            Known::Into(all) => all.iter().flatten().filter_map(|name| self.key(*name, within)).collect(),
            _ => Vec::new(),
        }
    }

    /// Every known value, with the run in whose facts it is.
    pub(super) fn pointers(&self) -> impl Iterator<Item = (&'a Known, Option<Key>)> {
        let facts = self.facts;
        let registers = facts.registers.iter().map(|(_, _, known)| (known, None));
        let cells = facts.cells.iter().map(|(.., known)| (known, None));
        let rest = facts.results.iter().map(|(_, known)| known).chain(facts.arguments.iter().map(|(.., known)| known));
        let many = (0..).zip(&facts.many).flat_map(|(run, many)| {
            let around = many.before.iter().chain(&many.behind);
            many.cells.iter().map(|(.., known)| known).chain(around).map(move |known| (known, Some(Key::Run(run))))
        });
        registers.chain(cells).chain(rest.map(|known| (known, None))).chain(many)
    }

    /// What is known of the bytes of an object.
    pub(super) fn bytes(&self, key: Key) -> &Bytes<'a> {
        self.bytes.get(&key).unwrap_or(&self.none)
    }

    /// What is at the ends of a run.
    pub(super) fn around(&self, key: Key) -> impl Iterator<Item = &'a Known> {
        let many = if let Key::Run(run) = key { self.facts.many.get(run as usize) } else { None };
        many.into_iter().flat_map(|many| many.before.iter().chain(&many.behind))
    }

    /// How the objects of a run hang together.
    pub(super) fn description(&self, key: Key) -> Option<&'a Description> {
        let Key::Run(run) = key else { return None };
        let name = &self.facts.many.get(run as usize)?.description;
        self.descriptions.iter().find(|description| description.name == *name)
    }

    /// The link from a member of a run to the next.
    pub(super) fn link(&self, key: Key) -> Option<Link> {
        self.description(key).map(|description| description.next)
    }

    pub(super) fn pointer_size(&self) -> u64 {
        u64::from(self.program.layout.pointer_bits / 8)
    }

    /// What an allocated object is, and how large an object is.
    pub(super) fn kind_and_size(&self, key: Key) -> (Option<ObjectKind>, Option<u64>) {
        match key {
            Key::Global(global) => (None, Some(self.program.globals[global].size)),
            Key::Allocated(index) => {
                let object = &self.facts.objects[index as usize];
                (Some(object.kind), object.size)
            }
            Key::Run(run) => {
                let size = self.description(key).map(|description| description.size);
                (Some(self.facts.many[run as usize].kind), size)
            }
        }
    }

    /// The variable that an object is.
    pub(super) fn variable(&self, key: Key) -> Option<&'a Variable> {
        match (key, self.kind_and_size(key).0) {
            (Key::Global(global), _) => self.program.globals[global].variable.as_ref(),
            (_, Some(ObjectKind::Allocated(site, AllocationKind::Stack))) => self.program.sites[site].variable.as_ref(),
            _ => None,
        }
    }

    /// Is it of the heap?
    pub(super) fn is_heap(&self, key: Key) -> bool {
        self.kind_and_size(key).0.is_some_and(ObjectKind::is_heap)
    }

    /// Does an object live?
    pub(super) fn lives(&self, key: Key) -> Lives {
        match key {
            Key::Allocated(index) => self.facts.objects[index as usize].lives,
            Key::Global(_) | Key::Run(_) => Lives::Yes,
        }
    }

    /// The function of an activation.
    pub(super) fn function(&self, activation: u32) -> Function {
        let point = &self.facts.point;
        let edge: Option<&Edge> = point.calls.get(activation as usize);
        let location = edge.map_or(point.location, |edge| self.program.edges[*edge].from);
        self.program.function_of(location)
    }
}
