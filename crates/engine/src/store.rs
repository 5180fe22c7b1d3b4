//! Numbers for values: equal values have equal numbers.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A store of distinct values, numbered from 0.
#[derive(Clone, Debug)]
pub struct Store<T> {
    values: Vec<T>,
    index: HashTable<Entry>,
}

/// A value's number with its hash, so that the index grows and tells values apart without a look at
/// them: a million values are far away from the processor.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    id: u32,
}

impl Entry {
    /// The hash by which the index places the entry: every bit depends on every bit of the hash
    /// that it keeps.
    fn place(self) -> u64 {
        place(self.hash)
    }
}

fn place(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

fn hash<T: Hash>(value: &T) -> u32 {
    let hash = FxBuildHasher.hash_one(value);
    (hash ^ (hash >> 32)) as u32
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Store { values: Vec::new(), index: HashTable::new() }
    }
}

impl<T: Eq + Hash> Store<T> {
    /// The number of a value; a new one if there was no equal value before.
    pub fn intern(&mut self, value: T) -> u32 {
        let hash = hash(&value);
        if let Some(id) = self.find_hashed(&value, hash) {
            return id;
        }
        let id = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.values.push(value);
        self.index.insert_unique(place(hash), Entry { hash, id }, |entry| entry.place());
        id
    }

    /// The number of a value that is in the store.
    pub fn find(&self, value: &T) -> Option<u32> {
        self.find_hashed(value, hash(value))
    }

    fn find_hashed(&self, value: &T, hash: u32) -> Option<u32> {
        let values = &self.values;
        let found = self.index.find(place(hash), |entry| entry.hash == hash && values[entry.id as usize] == *value);
        found.map(|entry| entry.id)
    }

    /// The value with a number.
    pub fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
