//! Groups of options: tables that are put together, each known to its owner alone.
//!
//! Who reads options by name (command line, configuration files, tuner) sees one long table. Who
//! uses them asks for the group that is his by its type.

use crate::names::nearest;
use crate::{OptionError, OptionSpec, OptionTable, Value};
use std::any::Any;
use std::fmt::Debug;

/// A table of options in a set. Every [`OptionTable`] is one.
pub trait OptionGroup: Any + Send + Sync + Debug {
    /// Its rows.
    fn table(&self) -> &'static [OptionSpec];

    /// The value at a place in the table.
    fn value(&self, index: usize) -> Option<Value>;

    /// Sets the value at a place in the table, if it is in its range.
    fn put(&mut self, index: usize, value: Value) -> Result<(), OptionError>;

    /// The same again.
    fn copy(&self) -> Box<dyn OptionGroup>;

    /// As what it is.
    fn as_any(&self) -> &dyn Any;

    /// As what it is, to be changed.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: OptionTable + Clone + Debug + Send + Sync + 'static> OptionGroup for T {
    fn table(&self) -> &'static [OptionSpec] {
        T::TABLE
    }

    fn value(&self, index: usize) -> Option<Value> {
        self.value_at(index)
    }

    fn put(&mut self, index: usize, value: Value) -> Result<(), OptionError> {
        self.set_value(T::TABLE[index].name, value)
    }

    fn copy(&self) -> Box<dyn OptionGroup> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Makes a group with its defaults.
pub type MakeGroup = fn() -> Box<dyn OptionGroup>;

/// A group with its defaults.
pub fn group<T: OptionTable + Clone + Debug + Send + Sync + 'static>() -> Box<dyn OptionGroup> {
    Box::new(T::default())
}

/// Groups of options, as one table.
#[derive(Debug, Default)]
pub struct OptionSet {
    groups: Vec<Box<dyn OptionGroup>>,
}

impl OptionSet {
    /// Groups, each once whoever names it, in the order in which they are first named.
    pub fn new(groups: impl IntoIterator<Item = MakeGroup>) -> OptionSet {
        let mut set = OptionSet::default();
        for made in groups.into_iter().map(|make| make()) {
            if set.groups.iter().all(|known| known.as_any().type_id() != made.as_any().type_id()) {
                set.groups.push(made);
            }
        }
        set
    }

    /// All rows.
    pub fn table(&self) -> impl Iterator<Item = &'static OptionSpec> {
        self.groups.iter().flat_map(|group| group.table())
    }

    /// A group by its type; its defaults if it is not in the set.
    pub fn of<T: OptionTable + Clone + 'static>(&self) -> T {
        let found = self.groups.iter().find_map(|group| group.as_any().downcast_ref::<T>());
        found.cloned().unwrap_or_default()
    }

    /// Changes a group, if it is in the set.
    pub fn change<T: OptionTable + 'static>(&mut self, change: impl FnOnce(&mut T)) {
        if let Some(group) = self.groups.iter_mut().find_map(|group| group.as_any_mut().downcast_mut::<T>()) {
            change(group);
        }
    }

    /// The group and the place in it of an option.
    fn find(&self, name: &str) -> Result<(usize, usize), OptionError> {
        let spelt = name.replace('_', "-");
        let place = |group: &dyn OptionGroup| group.table().iter().position(|spec| spec.name == spelt);
        let mut groups = self.groups.iter().enumerate();
        let found = groups.find_map(|(number, group)| Some((number, place(group.as_ref())?)));
        found.ok_or_else(|| {
            let near = nearest(name, self.table().map(|spec| spec.name));
            OptionError::Unknown { name: name.to_owned(), nearest: near.into_iter().map(str::to_owned).collect() }
        })
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Result<Value, OptionError> {
        let (group, index) = self.find(name)?;
        Ok(self.groups[group].value(index).unwrap_or(self.groups[group].table()[index].default))
    }

    /// Sets an option; the value must have its kind and lie in its range.
    pub fn set_value(&mut self, name: &str, value: Value) -> Result<(), OptionError> {
        let (group, index) = self.find(name)?;
        self.groups[group].put(index, value)
    }

    /// Sets an option from text.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let (group, index) = self.find(name)?;
        let value = self.groups[group].table()[index].parse(text)?;
        self.groups[group].put(index, value)
    }

    /// The options that differ from their defaults, as a configuration file.
    pub fn changes(&self) -> String {
        self.values()
            .filter(|(spec, value)| *value != spec.default)
            .fold(String::new(), |text, (spec, value)| text + &format!("{} = {value}\n", spec.name))
    }

    fn values(&self) -> impl Iterator<Item = (&'static OptionSpec, Value)> {
        let of = |group: &dyn OptionGroup| -> Vec<(&'static OptionSpec, Value)> {
            group.table().iter().enumerate().filter_map(|(index, spec)| Some((spec, group.value(index)?))).collect()
        };
        self.groups.iter().flat_map(move |group| of(group.as_ref()))
    }
}

impl Clone for OptionSet {
    fn clone(&self) -> Self {
        OptionSet { groups: self.groups.iter().map(|group| group.copy()).collect() }
    }
}

impl PartialEq for OptionSet {
    fn eq(&self, other: &Self) -> bool {
        self.values().map(|(spec, value)| (spec.name, value)).eq(other.values().map(|(spec, value)| (spec.name, value)))
    }
}
