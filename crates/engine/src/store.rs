//! Numbers for values: equal values have equal numbers.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A store of distinct values, numbered from 0.
#[derive(Clone, Debug)]
pub struct Store<T> {
    values: Vec<T>,
    index: HashTable<u32>,
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Store { values: Vec::new(), index: HashTable::new() }
    }
}

impl<T: Eq + Hash> Store<T> {
    /// The number of a value; a new one if there was no equal value before.
    pub fn intern(&mut self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        let values = &self.values;
        if let Some(id) = self.index.find(hash, |id| values[*id as usize] == value) {
            return *id;
        }
        let id = u32::try_from(values.len()).unwrap_or(u32::MAX);
        self.values.push(value);
        let values = &self.values;
        self.index.insert_unique(hash, id, |id| FxBuildHasher.hash_one(&values[*id as usize]));
        id
    }

    /// The number of a value that is in the store.
    pub fn find(&self, value: &T) -> Option<u32> {
        let values = &self.values;
        self.index.find(FxBuildHasher.hash_one(value), |id| values[*id as usize] == *value).copied()
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
