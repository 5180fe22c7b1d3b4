//! A bounded table of answers: two generations, of which the older is dropped when the younger is
//! full.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Answers to questions; what was used of late stays.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
    /// Most entries of a generation.
    most: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// A table of at most so many answers.
    pub(crate) fn new(most: usize) -> Cache<K, V> {
        Cache { young: FxHashMap::default(), old: FxHashMap::default(), most: most / 2 }
    }

    pub(crate) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }

    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.insert(key, value.clone());
        Some(value)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.most == 0 {
            return;
        }
        if self.young.len() >= self.most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_size_is_bounded() {
        let mut cache = Cache::new(8);
        for n in 0..1000 {
            cache.insert(n, n * n);
            assert_eq!(cache.get(&0), Some(0));
            assert!(cache.len() <= 8);
        }
        assert_eq!(cache.get(&999), Some(999 * 999));
        assert_eq!(cache.get(&900), None);
        let mut none = Cache::new(0);
        none.insert(1, 1);
        assert_eq!(none.get(&1), None);
    }
}
