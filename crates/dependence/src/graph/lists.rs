//! Lists of numbers, one a key, stored one after the other.

/// For each key a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups pairs by their first component. Lists are in ascending order, without repetitions.
    pub(crate) fn group(len: usize, mut pairs: Vec<(u32, u32)>) -> Lists {
        pairs.sort_unstable();
        pairs.dedup();
        let mut start = vec![0u32; len + 1];
        for (key, _) in &pairs {
            start[*key as usize + 1] += 1;
        }
        for i in 0..len {
            start[i + 1] += start[i];
        }
        Lists { start, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    /// The list of a key; none has an empty one.
    pub(crate) fn get(&self, key: u32) -> &[u32] {
        let key = key as usize;
        match self.start.get(key + 1) {
            Some(end) => &self.items[self.start[key] as usize..*end as usize],
            None => &[],
        }
    }

    /// Number of items in all lists.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}
