//! Finding the listed states that may describe a state, by the values that they know.
//!
//! States at one point are grouped by *what* they know (which registers and cells, not their
//! values). Within a group they are found by a hash of the values.

use super::*;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// States that know the same places.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The places, in order.
    pub(super) places: Vec<Place>,
    /// The states, by a hash of their values.
    pub(super) states: FxHashMap<u64, Vec<usize>>,
}

/// The states of a certificate by their points.
#[derive(Debug, Default)]
pub(super) struct Index {
    points: FxHashMap<Point, Vec<Group>>,
    /// The locations of the points.
    locations: FxHashSet<Location>,
}

/// The words of a value, without zeros at the end; null is zero.
pub(super) fn hash_words(hasher: &mut FxHasher, words: &[u64]) {
    let used = words.len() - words.iter().rev().take_while(|w| **w == 0).count();
    words[..used].hash(hasher);
}

/// The key of a value that is looked up by it.
fn key(known: &Known) -> Option<&[u64]> {
    match known {
        Known::Bits(words) => Some(words),
        Known::Null => Some(&[]),
        _ => None,
    }
}

impl Index {
    /// All states.
    pub(super) fn new(states: &[StateFacts]) -> Self {
        let mut points: FxHashMap<Point, FxHashMap<Vec<Place>, Group>> = FxHashMap::default();
        for (index, state) in states.iter().enumerate() {
            let mut keys: Vec<(Place, &[u64])> = Vec::new();
            for (depth, register, known) in &state.registers {
                keys.extend(key(known).map(|k| (Place::Register(*depth, *register), k)));
            }
            for (index, known) in &state.results {
                keys.extend(key(known).map(|k| (Place::Result(*index), k)));
            }
            for (depth, index, known) in &state.arguments {
                keys.extend(key(known).map(|k| (Place::Argument(*depth, *index), k)));
            }
            for (object, offset, length, known) in &state.cells {
                if !matches!(object, ObjectName::Allocated(_)) {
                    keys.extend(key(known).map(|k| (Place::Cell(*object, *offset, *length), k)));
                }
            }
            keys.sort();
            let mut hasher = FxHasher::default();
            keys.iter().for_each(|(_, words)| hash_words(&mut hasher, words));
            let places: Vec<Place> = keys.into_iter().map(|(place, _)| place).collect();
            let groups = points.entry(state.point.clone()).or_default();
            let group = groups.entry(places.clone()).or_insert_with(|| Group { places, ..Group::default() });
            group.states.entry(hasher.finish()).or_default().push(index);
        }
        let points = points
            .into_iter()
            .map(|(point, groups)| {
                let mut groups: Vec<Group> = groups.into_values().collect();
                // What knows least describes most.
                groups.sort_by(|a, b| (a.places.len(), &a.places).cmp(&(b.places.len(), &b.places)));
                (point, groups)
            })
            .collect();
        let locations = states.iter().map(|s| s.point.location).collect();
        Index { points, locations }
    }

    /// The groups of states at a point.
    pub(super) fn at(&self, point: &Point) -> Option<&[Group]> {
        if !self.locations.contains(&point.location) {
            return None;
        }
        self.points.get(point).map(Vec::as_slice)
    }
}
