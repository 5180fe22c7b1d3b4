//! The precision: which predicates are tracked where.

use super::PredicateScope;
use adumbra_predicates::PredicateId;
use adumbra_program::{Function, Location, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Which predicates are tracked where.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PredicatePrecision {
    everywhere: Rc<BTreeSet<PredicateId>>,
    functions: Rc<BTreeMap<Function, BTreeSet<PredicateId>>>,
    locations: Rc<BTreeMap<Location, BTreeSet<PredicateId>>>,
}

/// Where a predicate is tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tracked {
    /// Everywhere.
    Everywhere,
    /// In a function.
    In(Function),
    /// At a location.
    At(Location),
}

impl PredicatePrecision {
    /// All predicates with the places where they are tracked.
    pub fn iter(&self) -> impl Iterator<Item = (Tracked, PredicateId)> {
        let everywhere = self.everywhere.iter().map(|p| (Tracked::Everywhere, *p));
        let functions = self.functions.iter().flat_map(|(f, all)| all.iter().map(|p| (Tracked::In(*f), *p)));
        let locations = self.locations.iter().flat_map(|(l, all)| all.iter().map(|p| (Tracked::At(*l), *p)));
        everywhere.chain(functions).chain(locations)
    }

    /// The predicates of a location, each once.
    pub fn at(&self, program: &Program, location: Location) -> impl Iterator<Item = PredicateId> + use<> {
        let mut all: BTreeSet<PredicateId> = (*self.everywhere).clone();
        all.extend(self.functions.get(&program.function_of(location)).into_iter().flatten());
        all.extend(self.locations.get(&location).into_iter().flatten());
        all.into_iter()
    }

    /// Is a predicate not tracked at a location?
    pub fn is_free_of(&self, program: &Program, location: Location, predicate: PredicateId) -> bool {
        !(self.everywhere.contains(&predicate)
            || self.functions.get(&program.function_of(location)).is_some_and(|p| p.contains(&predicate))
            || self.locations.get(&location).is_some_and(|p| p.contains(&predicate)))
    }

    /// Tracks a predicate at a location, or around it; `false` if it is tracked there already.
    pub fn add(
        &mut self,
        program: &Program,
        scope: PredicateScope,
        location: Location,
        predicate: PredicateId,
    ) -> bool {
        let function = program.function_of(location);
        if !self.is_free_of(program, location, predicate) {
            return false;
        }
        match scope {
            PredicateScope::Location => {
                Rc::make_mut(&mut self.locations).entry(location).or_default().insert(predicate)
            }
            PredicateScope::Function => {
                Rc::make_mut(&mut self.functions).entry(function).or_default().insert(predicate)
            }
            PredicateScope::Global => Rc::make_mut(&mut self.everywhere).insert(predicate),
        }
    }

    /// What of it matters in some functions.
    pub(crate) fn within(&self, program: &Program, mut is_inside: impl FnMut(Function) -> bool) -> PredicatePrecision {
        let functions = self.functions.iter().filter(|(function, _)| is_inside(**function));
        let functions = functions.map(|(function, all)| (*function, all.clone())).collect();
        let locations = self.locations.iter().filter(|(location, _)| is_inside(program.function_of(**location)));
        let locations = locations.map(|(location, all)| (*location, all.clone())).collect();
        PredicatePrecision {
            everywhere: Rc::clone(&self.everywhere),
            functions: Rc::new(functions),
            locations: Rc::new(locations),
        }
    }

    /// How many pairs of a place and a predicate there are.
    pub fn len(&self) -> usize {
        self.everywhere.len()
            + self.functions.values().map(BTreeSet::len).sum::<usize>()
            + self.locations.values().map(BTreeSet::len).sum::<usize>()
    }

    /// Is nothing tracked?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
