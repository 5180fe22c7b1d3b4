//! Which registers and cells are tracked, and where.

use super::scalar::mix;
use adumbra_analyses::mentions::Mentions;
use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The objects whose cells a key stands for: a global, or all objects of a site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A global.
    Global(Global),
    /// All objects of a site.
    Site(Site),
    /// All lists of variable arguments.
    Arguments,
}

/// Something that is tracked or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A register, in every activation.
    Register(Register),
    /// The eight bytes at 8 times this number.
    Cell(Base, u64),
    /// The conditions on unknowns that come from an edge.
    Condition(Edge),
}

/// How often lists are folded more carefully.
const MOST_CAREFUL: u32 = 3;

/// Where a key is tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Scope {
    /// Where it was asked for.
    #[default]
    Location,
    /// In the whole function where it was asked for.
    Function,
    /// Everywhere.
    Global,
}

/// The places where a key is an exception.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Places {
    Everywhere,
    Some { locations: BTreeSet<Location>, functions: BTreeSet<Function> },
}

impl Places {
    /// Those at locations and in functions of which this says yes; `None` if there are none.
    fn only(&self, at: impl Fn(Location) -> bool, within: impl Fn(Function) -> bool) -> Option<Places> {
        let Places::Some { locations, functions } = self else { return Some(Places::Everywhere) };
        let locations: BTreeSet<Location> = locations.iter().filter(|place| at(**place)).copied().collect();
        let functions: BTreeSet<Function> = functions.iter().filter(|f| within(**f)).copied().collect();
        let empty = locations.is_empty() && functions.is_empty();
        (!empty).then_some(Places::Some { locations, functions })
    }

    /// These and others.
    fn and(self, other: Places) -> Places {
        match (self, other) {
            (Places::Some { mut locations, mut functions }, Places::Some { locations: more, functions: others }) => {
                locations.extend(more);
                functions.extend(others);
                Places::Some { locations, functions }
            }
            _ => Places::Everywhere,
        }
    }

    /// As a number, for hashes.
    fn mix(&self) -> u64 {
        let Places::Some { locations, functions } = self else { return 1 };
        let sum = locations.iter().fold(3, |sum, at| mix(sum, at.as_u32().into()));
        functions.iter().fold(mix(sum, 5), |sum, function| mix(sum, function.as_u32().into()))
    }
}

/// A precision: everything with exceptions, or nothing with exceptions.
#[derive(Clone)]
pub struct Precision {
    inner: Rc<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    everything: bool,
    exceptions: FxHashMap<Key, Places>,
    /// How carefully lists are folded.
    lists: u32,
    /// The objects that exceptions speak of.
    bases: BTreeSet<Base>,
    /// A hash of the exceptions, once it was asked for.
    hash: Cell<Option<u64>>,
}

impl Inner {
    /// The same for equal exceptions, in whatever order they came about.
    fn hash(&self) -> u64 {
        if let Some(known) = self.hash.get() {
            return known;
        }
        let one = |(key, places): (&Key, &Places)| {
            let mut hasher = FxHasher::default();
            key.hash(&mut hasher);
            mix(hasher.finish(), places.mix())
        };
        let sum = self
            .exceptions
            .iter()
            .map(one)
            .fold(u64::from(self.everything) | u64::from(self.lists) << 1, u64::wrapping_add);
        self.hash.set(Some(sum));
        sum
    }
}

impl Precision {
    /// Everything is tracked.
    pub fn everything() -> Self {
        Precision::with(true, FxHashMap::default(), 0)
    }

    /// Nothing is tracked.
    pub fn nothing() -> Self {
        Precision::with(false, FxHashMap::default(), 0)
    }

    /// Is everything tracked, without exceptions?
    #[inline(always)]
    pub fn is_total(&self) -> bool {
        self.inner.everything && self.inner.exceptions.is_empty()
    }

    /// Is a key tracked at a location of a function?
    #[inline]
    pub fn tracks(&self, key: Key, location: Location, function: Function) -> bool {
        let exception = match self.inner.exceptions.get(&key) {
            None => false,
            Some(Places::Everywhere) => true,
            Some(Places::Some { locations, functions }) => {
                locations.contains(&location) || functions.contains(&function)
            }
        };
        exception != self.inner.everything
    }

    /// Tracks a key, or does not any more, in a scope around a location. `false` if that is so
    /// already.
    pub fn set(&mut self, key: Key, scope: Scope, location: Location, function: Function, track: bool) -> bool {
        if self.tracks(key, location, function) == track {
            return false;
        }
        let inner = Rc::make_mut(&mut self.inner);
        inner.hash.set(None);
        if track == inner.everything {
            // An exception ends. It does so everywhere: more is tracked than was asked for, or
            // less.
            inner.exceptions.remove(&key);
            return true;
        }
        if let Key::Cell(base, _) = key {
            inner.bases.insert(base);
        }
        let places = inner
            .exceptions
            .entry(key)
            .or_insert_with(|| Places::Some { locations: BTreeSet::new(), functions: BTreeSet::new() });
        match (places, scope) {
            (Places::Some { locations, .. }, Scope::Location) => {
                locations.insert(location);
            }
            (Places::Some { functions, .. }, Scope::Function) => {
                functions.insert(function);
            }
            (places, Scope::Global) => *places = Places::Everywhere,
            (Places::Everywhere, _) => {}
        }
        true
    }

    /// Are all cells of these objects tracked, or none? `None` if it depends.
    pub(super) fn of_base(&self, base: Base) -> Option<bool> {
        if self.inner.bases.contains(&base) { None } else { Some(self.inner.everything) }
    }

    /// What of it can be asked about in a block.
    pub(super) fn within(&self, program: &Program, block: &Mentions) -> Precision {
        if self.inner.exceptions.is_empty() {
            return self.clone();
        }
        let at = |location| block.runs_at(location, program.function_of(location));
        let only = |places: &Places| places.only(at, |function| block.functions.contains(function));
        let exceptions = self.inner.exceptions.iter().filter_map(|(key, places)| Some((*key, only(places)?)));
        Precision::with(self.inner.everything, exceptions.collect(), self.inner.lists)
    }

    /// The same with what another one says about a block.
    pub(super) fn around(&self, inside: &Precision, program: &Program, block: &Mentions) -> Precision {
        if *inside == self.within(program, block) {
            return self.clone();
        }
        let at = |location| !block.runs_at(location, program.function_of(location));
        let rest = |places: &Places| match places {
            Places::Everywhere => None,
            places => places.only(at, |function| !block.runs_whole(function)),
        };
        let outside = self.inner.exceptions.iter().filter_map(|(key, places)| Some((*key, rest(places)?)));
        let mut exceptions: FxHashMap<Key, Places> = outside.collect();
        for (key, places) in &inside.inner.exceptions {
            let all = match exceptions.remove(key) {
                Some(outside) => outside.and(places.clone()),
                None => places.clone(),
            };
            exceptions.insert(*key, all);
        }
        Precision::with(self.inner.everything, exceptions, self.inner.lists.max(inside.inner.lists))
    }

    fn with(everything: bool, exceptions: FxHashMap<Key, Places>, lists: u32) -> Precision {
        let base = |key: &Key| if let Key::Cell(base, _) = key { Some(*base) } else { None };
        let bases = exceptions.keys().filter_map(base).collect();
        Precision { inner: Rc::new(Inner { everything, exceptions, lists, bases, hash: Cell::new(None) }) }
    }

    /// How carefully lists are folded: 0 at first, and more the longer lists stay as they are.
    pub(super) fn lists(&self) -> u32 {
        self.inner.lists
    }

    /// The same with lists folded more carefully; `None` if that has an end.
    pub(super) fn with_finer_lists(&self) -> Option<Precision> {
        let mut finer = self.clone();
        let inner = Rc::make_mut(&mut finer.inner);
        inner.lists += 1;
        inner.hash.set(None);
        (inner.lists <= MOST_CAREFUL).then_some(finer)
    }

    /// How many keys are exceptions.
    pub fn len(&self) -> usize {
        self.inner.exceptions.len()
    }

    /// Are there no exceptions?
    pub fn is_empty(&self) -> bool {
        self.inner.exceptions.is_empty()
    }

    /// The keys that are exceptions, in order.
    pub fn exceptions(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.inner.exceptions.keys().copied().collect();
        keys.sort_unstable();
        keys
    }
}

impl PartialEq for Precision {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
            || self.inner.everything == other.inner.everything
                && self.inner.lists == other.inner.lists
                && self.inner.hash() == other.inner.hash()
                && self.inner.exceptions == other.inner.exceptions
    }
}

impl Eq for Precision {}

impl Hash for Precision {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.inner.hash());
    }
}

impl fmt::Debug for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = if self.inner.everything { "everything but" } else { "nothing but" };
        write!(f, "{base} {:?}", self.exceptions())
    }
}

/// Says what a step may keep.
pub(super) trait Tracks {
    /// Is everything kept?
    fn everything(&self) -> bool;
    /// Is a register of an activation kept behind the step?
    fn register(&self, depth: u32, register: Register) -> bool;
    /// Is a word of an object kept behind the step?
    fn word(&self, object: super::scalar::ObjectRef, base: Base, word: u64) -> bool;
    /// Is a condition that comes from an edge kept behind the step?
    fn condition(&self, origin: Edge) -> bool;
}

/// A precision at a location.
pub(super) struct At<'a> {
    pub(super) precision: &'a Precision,
    pub(super) location: Location,
    pub(super) function: Function,
}

impl Tracks for At<'_> {
    #[inline(always)]
    fn everything(&self) -> bool {
        self.precision.is_total()
    }

    fn register(&self, _depth: u32, register: Register) -> bool {
        self.precision.tracks(Key::Register(register), self.location, self.function)
    }

    fn word(&self, _object: super::scalar::ObjectRef, base: Base, word: u64) -> bool {
        self.precision.tracks(Key::Cell(base, word), self.location, self.function)
    }

    fn condition(&self, origin: Edge) -> bool {
        self.precision.tracks(Key::Condition(origin), self.location, self.function)
    }
}
