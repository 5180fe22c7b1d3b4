//! Sets of constraints with their answers.
//!
//! A set that was refuted answers for all sets around it, a set with a model for all sets within
//! it. The cache is bounded: what was used longest ago goes first.

use adumbra_terms::{Model, Term, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Sets that are looked at for one constraint when a set within or around another is searched.
const LOOKS: usize = 64;

/// What is known of a set.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// It has this model.
    Model(Rc<Model>),
    /// It has none.
    Refuted,
}

/// How an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    /// Of the set itself.
    Exact,
    /// Of a set within it that was refuted.
    Subset,
    /// Of a set around it that has a model.
    Superset,
}

/// A found answer.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub hit: Hit,
    /// The set that it is about.
    pub set: Rc<[Term]>,
    pub answer: Answer,
    /// What it took to find it the first time.
    pub cost: Duration,
}

#[derive(Debug)]
struct Entry {
    set: Rc<[Term]>,
    answer: Answer,
    cost: Duration,
    used: u64,
    weight: usize,
}

/// Sets with their answers. Sets are sorted and have no constraint twice.
#[derive(Debug, Default)]
pub(super) struct Cache {
    entries: FxHashMap<u64, Entry>,
    exact: FxHashMap<Rc<[Term]>, u64>,
    /// Refuted sets by the last of their constraints.
    refuted: FxHashMap<Term, Vec<u64>>,
    /// Sets with models by each of their constraints, the newest last.
    satisfied: FxHashMap<Term, Vec<u64>>,
    /// By time of use.
    order: BTreeMap<u64, u64>,
    clock: u64,
    weight: usize,
    /// How many sets were dropped.
    pub dropped: u64,
}

impl Cache {
    /// The answer to a set, or one that it follows from.
    pub fn find(&mut self, set: &[Term]) -> Option<Found> {
        let (hit, id) = self.search(set)?;
        self.clock += 1;
        let entry = self.entries.get_mut(&id)?;
        self.order.remove(&entry.used);
        entry.used = self.clock;
        self.order.insert(self.clock, id);
        Some(Found { hit, set: Rc::clone(&entry.set), answer: entry.answer.clone(), cost: entry.cost })
    }

    fn search(&self, set: &[Term]) -> Option<(Hit, u64)> {
        if let Some(id) = self.exact.get(set) {
            return Some((Hit::Exact, *id));
        }
        let last = set.last()?;
        for constraint in set {
            let candidates = self.refuted.get(constraint).into_iter().flatten().rev().take(LOOKS);
            for id in candidates {
                if self.entries.get(id).is_some_and(|entry| is_within(&entry.set, set)) {
                    return Some((Hit::Subset, *id));
                }
            }
        }
        // The last constraint is the youngest, which few sets have.
        let candidates = self.satisfied.get(last).into_iter().flatten().rev().take(LOOKS);
        for id in candidates {
            if self.entries.get(id).is_some_and(|entry| is_within(set, &entry.set)) {
                return Some((Hit::Superset, *id));
            }
        }
        None
    }

    /// Notes an answer; what is then too much is dropped.
    pub fn insert(&mut self, set: &[Term], answer: Answer, cost: Duration, most: usize) {
        let weight = set.len()
            + match &answer {
                Answer::Model(model) => weight_of(model),
                Answer::Refuted => 0,
            };
        if weight > most || set.is_empty() || self.exact.contains_key(set) {
            return;
        }
        self.clock += 1;
        let (id, set): (u64, Rc<[Term]>) = (self.clock, set.into());
        match &answer {
            Answer::Refuted => set.last().into_iter().for_each(|last| self.refuted.entry(*last).or_default().push(id)),
            Answer::Model(_) => set.iter().for_each(|one| self.satisfied.entry(*one).or_default().push(id)),
        }
        self.exact.insert(Rc::clone(&set), id);
        self.order.insert(id, id);
        self.entries.insert(id, Entry { set, answer, cost, used: id, weight });
        self.weight += weight;
        while self.weight > most {
            let Some((_, oldest)) = self.order.pop_first() else { break };
            self.remove(oldest);
        }
    }

    fn remove(&mut self, id: u64) {
        let Some(entry) = self.entries.remove(&id) else { return };
        self.weight -= entry.weight;
        self.dropped += 1;
        self.exact.remove(&entry.set);
        let index = match entry.answer {
            Answer::Refuted => &mut self.refuted,
            Answer::Model(_) => &mut self.satisfied,
        };
        for constraint in entry.set.iter() {
            if let Some(ids) = index.get_mut(constraint) {
                ids.retain(|other| *other != id);
                if ids.is_empty() {
                    index.remove(constraint);
                }
            }
        }
    }
}

/// The number of values in a model, those in arrays and functions too.
fn weight_of(model: &Model) -> usize {
    let of = |value: &Value| match value {
        Value::Array(array) => 1 + array.entries().count(),
        _ => 1,
    };
    let functions = model.functions.values().map(|function| 1 + function.table.len());
    model.values.values().map(of).chain(functions).sum()
}

/// Whether each constraint of a sorted set is in another.
fn is_within(small: &[Term], large: &[Term]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large;
    small.iter().all(|one| {
        let place = rest.partition_point(|other| other < one);
        let found = rest.get(place) == Some(one);
        rest = &rest[place..];
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::Terms;

    fn constraints(count: usize) -> Vec<Term> {
        let mut terms = Terms::new();
        let sort = terms.bool_sort();
        (0..count).map(|i| terms.var(&format!("x{i}"), sort)).collect()
    }

    #[test]
    fn answers_reach_as_far_as_they_may() {
        let all = constraints(6);
        let pick = |places: &[usize]| places.iter().map(|place| all[*place]).collect::<Vec<_>>();
        let mut cache = Cache::default();
        cache.insert(&pick(&[1, 3]), Answer::Refuted, Duration::ZERO, 1000);
        cache.insert(&pick(&[0, 2, 4]), Answer::Model(Rc::default()), Duration::ZERO, 1000);
        let hit = |cache: &mut Cache, places: &[usize]| cache.find(&pick(places)).map(|found| found.hit);
        assert_eq!(hit(&mut cache, &[1, 3]), Some(Hit::Exact));
        assert_eq!(hit(&mut cache, &[0, 1, 2, 3, 5]), Some(Hit::Subset));
        // Less than what was refuted may have a model, and more than what has one may not.
        assert_eq!(hit(&mut cache, &[3]), None);
        assert_eq!(hit(&mut cache, &[1]), None);
        assert_eq!(hit(&mut cache, &[0, 2, 4, 5]), None);
        assert_eq!(hit(&mut cache, &[0, 4]), Some(Hit::Superset));
        assert_eq!(hit(&mut cache, &[2]), Some(Hit::Superset));
        assert_eq!(hit(&mut cache, &[0, 1, 2]), None);
    }

    #[test]
    fn what_was_used_last_stays() {
        let all = constraints(40);
        let mut cache = Cache::default();
        for one in &all[..10] {
            cache.insert(&[*one], Answer::Refuted, Duration::ZERO, 10);
        }
        assert!(cache.find(&all[..1]).is_some());
        for one in &all[10..19] {
            cache.insert(&[*one], Answer::Refuted, Duration::ZERO, 10);
        }
        assert!(cache.find(&all[..1]).is_some(), "used in between");
        assert!(cache.find(&all[1..2]).is_none(), "not used");
        assert_eq!((cache.entries.len(), cache.weight, cache.dropped), (10, 10, 9));
        assert_eq!((cache.order.len(), cache.exact.len(), cache.refuted.len()), (10, 10, 10));
        // What is larger than all that may be held is not held.
        cache.insert(&all[20..35], Answer::Refuted, Duration::ZERO, 10);
        assert_eq!(cache.entries.len(), 10);
    }
}
