//! Which tasks are wanted: by property, by name, and how many.

use super::glob::Glob;
use super::{Cause, TaskError, property};
use crate::model::{DataModel, Task};

/// Which tasks are wanted. The default is all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Properties by name or by the name of their file; all that are known if there is none here.
    pub properties: Vec<String>,
    /// Only tasks whose name fits one of these patterns, in which `*` is also any number of
    /// directories. A pattern without any of `*?[` is a part of the name.
    pub include: Vec<String>,
    /// No task whose name fits one of these patterns.
    pub exclude: Vec<String>,
    /// At most this many, evenly spread.
    pub limit: Option<usize>,
    /// At most this many of each category, evenly spread.
    pub limit_per_category: Option<usize>,
    /// The data model of tasks that have none, also from no set.
    pub data_model: Option<DataModel>,
    /// Do bad tasks leave the others alone? Otherwise nothing is answered but errors.
    pub keep_going: bool,
}

/// A selection whose patterns and names were understood.
#[derive(Debug)]
pub(super) struct Wanted {
    properties: Vec<&'static str>,
    include: Vec<Glob>,
    exclude: Vec<Glob>,
    pub(super) data_model: Option<DataModel>,
}

impl Wanted {
    pub(super) fn new(selection: &Selection) -> Result<Wanted, Vec<TaskError>> {
        let mut errors = Vec::new();
        let mut properties = Vec::new();
        for name in &selection.properties {
            let file =
                std::path::Path::new(name).file_name().map_or_else(|| name.clone(), |n| n.to_string_lossy().into());
            match property::canonical(&file) {
                Some(known) => properties.push(known),
                None => errors.push(TaskError::of_selection(Cause::UnknownProperty(name.clone()))),
            }
        }
        let mut globs = |patterns: &[String]| -> Vec<Glob> {
            let mut globs = Vec::new();
            for pattern in patterns {
                match Glob::of_name(pattern) {
                    Ok(glob) => globs.push(glob),
                    Err(cause) => errors.push(TaskError::of_selection(Cause::Malformed(cause))),
                }
            }
            globs
        };
        let (include, exclude) = (globs(&selection.include), globs(&selection.exclude));
        let wanted = Wanted { properties, include, exclude, data_model: selection.data_model };
        if errors.is_empty() { Ok(wanted) } else { Err(errors) }
    }

    /// Is a property wanted?
    pub(super) fn property(&self, name: &str) -> bool {
        self.properties.is_empty() || self.properties.contains(&name)
    }

    /// Is one by the name of its file wanted, or is everything?
    pub(super) fn file(&self, stem: &str) -> bool {
        self.properties.is_empty() || property::canonical(stem).is_some_and(|name| self.properties.contains(&name))
    }

    /// Was a property of this file name asked for?
    pub(super) fn names(&self, stem: &str) -> bool {
        property::canonical(stem).is_some_and(|name| self.properties.contains(&name))
    }

    /// The properties that were asked for.
    pub(super) fn named(&self) -> &[&'static str] {
        &self.properties
    }

    /// Is a task of this name wanted?
    pub(super) fn name(&self, name: &str) -> bool {
        (self.include.is_empty() || self.include.iter().any(|glob| glob.matches(name)))
            && !self.exclude.iter().any(|glob| glob.matches(name))
    }
}

/// Leaves as many tasks as the selection has room for.
pub(super) fn limit(mut tasks: Vec<Task>, selection: &Selection) -> Vec<Task> {
    if let Some(limit) = selection.limit_per_category {
        let mut categories: Vec<String> = Vec::new();
        let mut members: Vec<Vec<Task>> = Vec::new();
        for task in tasks {
            match categories.iter().position(|c| *c == task.category) {
                Some(place) => members[place].push(task),
                None => {
                    categories.push(task.category.clone());
                    members.push(vec![task]);
                }
            }
        }
        tasks = members.into_iter().flat_map(|members| spread(members, limit)).collect();
    }
    match selection.limit {
        Some(limit) => spread(tasks, limit),
        None => tasks,
    }
}

/// At most so many of the items, in order and evenly spread.
pub fn spread<T>(items: Vec<T>, limit: usize) -> Vec<T> {
    let all = items.len();
    if all <= limit {
        return items;
    }
    let mut chosen = Vec::with_capacity(limit);
    for (index, item) in items.into_iter().enumerate() {
        if chosen.len() < limit && index == chosen.len() * all / limit {
            chosen.push(item);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_spread_is_even(all in 0usize..300, limit in 0usize..300) {
            let chosen = spread((0..all).collect(), limit);
            prop_assert_eq!(chosen.len(), all.min(limit));
            prop_assert!(chosen.is_sorted_by(|a, b| a < b));
            let gaps: Vec<usize> = chosen.windows(2).map(|pair| pair[1] - pair[0]).collect();
            if let (Some(least), Some(most)) = (gaps.iter().min(), gaps.iter().max()) {
                prop_assert!(most - least <= 1, "{:?}", chosen);
            }
        }
    }
}
