//! Structures on the heap that are too deep are not tracked any more.
//!
//! The *depth* of a pointer is the number of heap objects on the longest path of known pointers
//! from it that visits none twice. Where it exceeds the threshold, every variable that points into
//! the structure is switched off, and what is known of the structure is forgotten. A variable is a
//! register, or a word of a global or of an object of the stack.
//!
//! Either the state at hand forgets, and the exploration goes on; or it is interrupted, and all
//! states that wait forget.

use super::context::Context;
use super::giving_up::given_up;
use super::memory::Spot;
use super::precision::{Base, Key, Precision, Scope};
use super::scalar::{ObjectRef, Target, Value};
use super::state::ValueState;
use adumbra_engine::GivenUp;
use adumbra_program::Location;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many steps a search for a long path may take; beyond, a structure counts as too deep.
const MOST_STEPS: usize = 20_000;

/// Which heap objects point to which.
type Heap = FxHashMap<u32, Vec<u32>>;

/// Switches off what points into structures that are deeper than the threshold. Says what that is,
/// and what was known of them.
pub(super) fn adjust(
    context: &Context,
    state: &mut ValueState,
    precision: &mut Precision,
    threshold: u64,
    scope: Scope,
) -> (Vec<Key>, Option<GivenUp>) {
    let mut off = Vec::new();
    let mut heap: Heap =
        state.objects().into_iter().filter(|(_, o)| o.origin.is_heap()).map(|(index, _)| (index, Vec::new())).collect();
    if heap.is_empty() {
        return (off, None);
    }
    let is_heap = |value: Value, heap: &Heap| value.allocated().filter(|index| heap.contains_key(index));
    let mut cells: Vec<(ObjectRef, Base, u64, u32)> = Vec::new();
    context.for_each_cell(state, 0, |object, base, at, cell| {
        let Err(value) = cell else { return };
        let Some(to) = is_heap(value, &heap) else { return };
        match object.target() {
            Target::Allocated(from) if heap.contains_key(&from) => heap.entry(from).or_default().push(to),
            _ => cells.push((object, base, at, to)),
        }
    });
    let location = state.location;
    let function = context.program.function_of(location);
    let registers: Vec<_> = context
        .slots
        .live(&context.program, location)
        .iter()
        .filter_map(|(slot, register)| Some((*slot, *register, is_heap(state.top.slots[*slot as usize], &heap)?)))
        .collect();
    let mut gone: FxHashSet<u32> = FxHashSet::default();
    let starts: FxHashSet<u32> = registers.iter().map(|(.., to)| *to).chain(cells.iter().map(|(.., to)| *to)).collect();
    for start in starts {
        let reached = reachable(&heap, start);
        if reached.len() as u64 > threshold && is_deeper(&heap, start, threshold) {
            gone.extend(reached);
        }
    }
    if gone.is_empty() {
        return (off, None);
    }
    let keys = cells.iter().filter(|(.., to)| gone.contains(to)).map(|(_, base, at, _)| Key::Cell(*base, at / 8));
    let keys = keys.chain(registers.iter().filter(|(.., to)| gone.contains(to)).map(|(_, r, _)| Key::Register(*r)));
    let keys: FxHashSet<Key> = keys.collect();
    let given_up = given_up(context, state, |key| keys.contains(&key));
    for (slot, register, _) in registers.into_iter().filter(|(.., to)| gone.contains(to)) {
        precision.set(Key::Register(register), scope, location, function, false);
        off.push(Key::Register(register));
        state.set(slot, Value::UNKNOWN);
    }
    for (object, base, at, _) in cells.into_iter().filter(|(.., to)| gone.contains(to)) {
        for word in at / 8..=(at + context.pointer_size - 1) / 8 {
            precision.set(Key::Cell(base, word), scope, location, function, false);
            off.push(Key::Cell(base, word));
        }
        context.forget(state, Spot::Exact(object, at), 0, Some(context.pointer_size));
    }
    let mut gone: Vec<u32> = gone.into_iter().collect();
    gone.sort_unstable();
    for index in gone {
        context.forget(state, Spot::Object(ObjectRef::allocated(index)), 0, None);
    }
    (off, given_up)
}

/// What was switched off by interruptions: all states that wait then forget it too.
#[derive(Debug, Default)]
pub(super) struct SwitchedOff {
    keys: Vec<(Key, Location)>,
    known: FxHashSet<Key>,
}

impl SwitchedOff {
    /// Notes what is to be switched off, as seen at a location. Is any of it new?
    pub(super) fn note(&mut self, keys: Vec<Key>, location: Location) -> bool {
        let before = self.keys.len();
        let new = keys.into_iter().filter(|key| self.known.insert(*key));
        self.keys.extend(new.map(|key| (key, location)));
        self.keys.len() > before
    }

    /// What a state knows of structures that it is about to forget.
    pub(super) fn given_up(&self, context: &Context, state: &ValueState) -> Option<GivenUp> {
        if self.known.is_empty() { None } else { given_up(context, state, |key| self.known.contains(&key)) }
    }

    /// Switches it off everywhere.
    pub(super) fn apply(&self, context: &Context, precision: &mut Precision) {
        for (key, location) in &self.keys {
            let function = context.program.function_of(*location);
            precision.set(*key, Scope::Global, *location, function, false);
        }
    }
}

/// The objects that known pointers lead to from one, with itself.
fn reachable(heap: &Heap, start: u32) -> FxHashSet<u32> {
    let mut seen = FxHashSet::from_iter([start]);
    let mut work = vec![start];
    while let Some(index) = work.pop() {
        work.extend(heap[&index].iter().filter(|to| seen.insert(**to)));
    }
    seen
}

/// Is there a path of more objects than this that visits none twice?
fn is_deeper(heap: &Heap, start: u32, threshold: u64) -> bool {
    // The path, each object with the number of its pointers that were tried.
    let mut path: Vec<(u32, usize)> = vec![(start, 0)];
    let mut on_path = FxHashSet::from_iter([start]);
    for _ in 0..MOST_STEPS {
        if path.len() as u64 > threshold {
            return true;
        }
        let Some((index, tried)) = path.last_mut() else { return false };
        match heap[index].get(*tried) {
            Some(to) => {
                *tried += 1;
                if on_path.insert(*to) {
                    path.push((*to, 0));
                }
            }
            None => {
                on_path.remove(index);
                path.pop();
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(pointers: &[(u32, &[u32])]) -> Heap {
        pointers.iter().map(|(from, to)| (*from, to.to_vec())).collect()
    }

    /// Many objects are not deep if no path leads through many of them.
    #[test]
    fn the_longest_path_counts_and_not_how_many_there_are() {
        let wide = heap(&[(0, &[1, 2, 3]), (1, &[4]), (2, &[4]), (3, &[4]), (4, &[])]);
        assert_eq!(reachable(&wide, 0).len(), 5);
        assert!(is_deeper(&wide, 0, 2) && !is_deeper(&wide, 0, 3));
        let ring = heap(&[(0, &[1]), (1, &[0])]);
        assert!(is_deeper(&ring, 0, 1) && !is_deeper(&ring, 0, 2));
    }
}
