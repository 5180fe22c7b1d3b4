//! Tracking definitions and shape-class generators.
//!
//! A *tracking definition* says what of a program is told of: pointers, those of them that keep
//! nodes apart, assertions. A *generator* makes a class of it: a structure with fields for its
//! links, and the families of predicates that are told. More tracked, or more families, is a finer
//! class: both only add to sets, so generators are monotone. The generators of a structure are a
//! lattice, spanned by its families and closed under what definitions rest on.

use crate::class::{Argument, Instance, Parts, close, needs};
use crate::description::{Library, StructureId};
use crate::names::{Assertion, Field, Nullary, Pointer};
use crate::truth::{first, nodes};
use std::collections::BTreeSet;

/// What of a program is told of.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tracking {
    /// Tracked pointers.
    pub pointers: BTreeSet<Pointer>,
    /// Those that keep nodes apart.
    pub separating: BTreeSet<Pointer>,
    /// Assertions about the data of a node.
    pub assertions: BTreeSet<Assertion>,
    /// Pairs of assertions that exclude each other.
    pub exclusive: BTreeSet<(Assertion, Assertion)>,
    /// Conditions about no node.
    pub nullaries: BTreeSet<Nullary>,
    /// Is it told which nodes were freed?
    pub lives: bool,
}

impl Tracking {
    /// Does it track at least what the other does?
    pub fn refines(&self, other: &Tracking) -> bool {
        self.pointers.is_superset(&other.pointers)
            && self.separating.is_superset(&other.separating)
            && self.assertions.is_superset(&other.assertions)
            && self.nullaries.is_superset(&other.nullaries)
            && (self.lives || !other.lives)
    }
}

/// A structure with fields for its links.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Binding {
    /// The structure.
    pub structure: StructureId,
    /// A field for each link.
    pub fields: Vec<Field>,
}

/// A shape-class generator.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Generator {
    /// The structure; nothing for the coarsest generator, whose classes tell of nothing.
    pub binding: Option<Binding>,
    /// The families that are told, a bit for each.
    pub families: u64,
}

impl Generator {
    /// The coarsest generator.
    pub fn coarsest() -> Self {
        Generator { binding: None, families: 0 }
    }

    /// The finest generator of a structure.
    pub fn finest(library: &Library, binding: Binding) -> Self {
        let count = library.structure(binding.structure).families.len();
        Generator { binding: Some(binding), families: first(count) }
    }

    /// The parts of the class for a tracking definition, with all that definitions rest on.
    pub fn parts(&self, library: &Library, tracking: &Tracking) -> Parts {
        let Some(binding) = &self.binding else { return Parts::default() };
        let mut parts = Parts {
            pointers: tracking.pointers.clone(),
            separating: tracking.separating.clone(),
            fields: binding.fields.iter().copied().collect(),
            assertions: tracking.assertions.clone(),
            exclusive: tracking.exclusive.clone(),
            nullaries: tracking.nullaries.clone(),
            lives: tracking.lives,
            derived: BTreeSet::new(),
        };
        for family in 0..library.structure(binding.structure).families.len() {
            if self.families >> family & 1 == 1 {
                parts.derived.extend(instances(library, binding, family, &tracking.pointers));
            }
        }
        close(library, &mut parts);
        parts
    }

    /// Is its class at least as fine as the other's, for every tracking definition? Pointers are
    /// all alike to a generator, so one of them shows it.
    pub fn refines(&self, library: &Library, other: &Generator) -> bool {
        let tracking = any_tracking();
        self.parts(library, &tracking).refines(&other.parts(library, &tracking))
    }
}

fn any_tracking() -> Tracking {
    let pointers: BTreeSet<_> = [Pointer(0)].into();
    Tracking { separating: pointers.clone(), pointers, ..Tracking::default() }
}

/// The instances of a family for these pointers.
fn instances(library: &Library, binding: &Binding, family: usize, pointers: &BTreeSet<Pointer>) -> BTreeSet<Instance> {
    let mut all = BTreeSet::new();
    for (schema, arguments) in &library.structure(binding.structure).families[family].members {
        let mut choices = vec![Vec::new()];
        for argument in arguments {
            let values: Vec<Argument> = match argument {
                None => pointers.iter().map(|pointer| Argument::Pointer(*pointer)).collect(),
                Some(link) => {
                    binding.fields.get(usize::from(*link)).map(|field| Argument::Field(*field)).into_iter().collect()
                }
            };
            let extended = choices.iter().flat_map(|choice: &Vec<Argument>| {
                values.iter().map(move |value| choice.iter().chain([value]).copied().collect())
            });
            choices = extended.collect();
        }
        all.extend(choices.into_iter().map(|arguments| Instance { schema: *schema, arguments }));
    }
    all
}

/// For each family, the families that it rests on, with itself.
fn closures(library: &Library, binding: &Binding) -> Vec<u64> {
    let pointers = any_tracking().pointers;
    let count = library.structure(binding.structure).families.len();
    let of: Vec<BTreeSet<Instance>> = (0..count).map(|f| instances(library, binding, f, &pointers)).collect();
    let closure = |family: usize| {
        let (mut all, mut open) = (1_u64 << family, vec![family]);
        while let Some(family) = open.pop() {
            for needed in of[family].iter().flat_map(|instance| needs(library, instance)) {
                for (other, members) in of.iter().enumerate() {
                    if all >> other & 1 == 0 && members.contains(&needed) {
                        all |= 1 << other;
                        open.push(other);
                    }
                }
            }
        }
        all
    };
    (0..count).map(closure).collect()
}

/// All generators of a structure: every set of families that is closed under what they rest on.
pub fn generators(library: &Library, binding: &Binding) -> Vec<Generator> {
    let closures = closures(library, binding);
    let closed = |families: &u64| nodes(*families).all(|family| closures[family] & !families == 0);
    let sets = (0..1_u64 << closures.len()).filter(closed);
    sets.map(|families| Generator { binding: Some(binding.clone()), families }).collect()
}

/// All ways to take the given fields, each once at most, for the links of the structures.
pub fn bindings(library: &Library, fields: &[Field]) -> Vec<Binding> {
    let mut all = Vec::new();
    for structure in library.structures() {
        let links = library.structure(structure).links.len();
        let mut chosen: Vec<Vec<Field>> = vec![Vec::new()];
        for _ in 0..links.min(fields.len() + 1) {
            let more = chosen.iter().flat_map(|chosen| {
                let free = fields.iter().filter(|field| !chosen.contains(field));
                free.map(|field| chosen.iter().chain([field]).copied().collect())
            });
            chosen = more.collect();
        }
        let fitting = chosen.into_iter().filter(|fields| fields.len() == links);
        all.extend(fitting.map(|fields| Binding { structure, fields }));
    }
    all
}
