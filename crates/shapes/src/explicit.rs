//! Explicit heaps: from cells with values to graphs, and which structures a heap looks like.

use crate::canonical::order;
use crate::class::{Argument, Class, Instance, Parts};
use crate::description::{Library, Symbol};
use crate::evaluate::sentence;
use crate::generator::Binding;
use crate::graph::{Graph, TooLarge};
use crate::names::{Assertion, ClassId, Field, GraphId, Nullary, Pointer};
use crate::store::Shapes;
use crate::truth::{Mask, Truth};
use crate::update::derive;

/// Where a pointer or a field leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Nowhere.
    Null,
    /// To a cell, by its number.
    Cell(usize),
    /// It is null, or any cell.
    Unknown,
}

impl Place {
    fn mask(self, all: u64) -> Mask {
        match self {
            Place::Null => Mask::NONE,
            Place::Cell(cell) if cell < 64 => Mask::exactly(all & 1 << cell),
            Place::Cell(_) => Mask::NONE,
            Place::Unknown => Mask::unknown(all),
        }
    }
}

/// A heap. What it does not tell of is unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heap {
    /// The number of cells.
    pub count: usize,
    /// Pointers.
    pub pointers: Vec<(Pointer, Place)>,
    /// Fields: where each cell leads.
    pub fields: Vec<(Field, Vec<Place>)>,
    /// Assertions on each cell.
    pub assertions: Vec<(Assertion, Vec<Truth>)>,
    /// Conditions about no cell.
    pub nullaries: Vec<(Nullary, Truth)>,
    /// Cells that were freed.
    pub freed: Vec<usize>,
}

impl Heap {
    /// The graph of the heap in a class, not abstracted: two-valued, if nothing is unknown.
    pub fn graph(&self, class: &Class) -> Result<Graph, TooLarge> {
        let mut graph = Graph::new(class.layout, self.count)?;
        let all = graph.all();
        let place = |pointer| self.pointers.iter().find(|(own, _)| own == pointer).map_or(Place::Unknown, |(_, p)| *p);
        for pointer in &class.pointers {
            if let Some(predicate) = class.pointer(*pointer) {
                graph.set_unary(predicate, place(pointer).mask(all));
            }
        }
        for field in &class.fields {
            let Some(predicate) = class.field(*field) else { continue };
            let known = self.fields.iter().find(|(own, _)| own == field);
            for cell in 0..self.count {
                let place = known.and_then(|(_, places)| places.get(cell)).copied().unwrap_or(Place::Unknown);
                graph.set_row(predicate, cell, place.mask(all));
            }
        }
        for assertion in &class.assertions {
            let Some(predicate) = class.assertion(*assertion) else { continue };
            let known = self.assertions.iter().find(|(own, _)| own == assertion);
            let mut mask = Mask::NONE;
            for cell in 0..self.count {
                let value = known.and_then(|(_, values)| values.get(cell)).copied().unwrap_or(Truth::Unknown);
                mask = mask.with(cell, value);
            }
            graph.set_unary(predicate, mask);
        }
        if let Some(freed) = class.freed() {
            let cells = self.freed.iter().filter(|cell| **cell < self.count).fold(0, |all, cell| all | 1 << cell);
            graph.set_unary(freed, Mask::exactly(cells));
        }
        let mut nullary = Mask::NONE;
        for (at, condition) in class.nullaries.iter().enumerate() {
            let known = self.nullaries.iter().find(|(own, _)| own == condition);
            nullary = nullary.with(at, known.map_or(Truth::Unknown, |(_, value)| *value));
        }
        graph.set_nullary(nullary);
        derive(class, &mut graph);
        Ok(order(class, &graph))
    }

    /// The canonical abstraction of the heap in a class: the graph that stands for it.
    pub fn to_shape(&self, shapes: &mut Shapes, class: ClassId) -> Result<GraphId, TooLarge> {
        let graph = self.graph(shapes.class(class))?;
        let id = shapes.intern(class, &graph);
        Ok(shapes.abstracted(id))
    }

    /// Do the invariants of a structure hold, with these fields for its links? Unknown where the
    /// heap does not tell.
    pub fn obeys(&self, library: &Library, binding: &Binding) -> Result<Truth, TooLarge> {
        let arguments: Vec<Argument> = binding.fields.iter().map(|field| Argument::Field(*field)).collect();
        let structure = library.structure(binding.structure);
        let mut parts = Parts { fields: binding.fields.iter().copied().collect(), ..Parts::default() };
        for invariant in &structure.invariants {
            invariant.predicates(&mut |symbol| {
                if let Symbol::Derived(schema, names) = symbol {
                    let own = names.iter().filter_map(|name| arguments.get(usize::from(*name)).copied()).collect();
                    parts.derived.insert(Instance { schema: *schema, arguments: own });
                }
            });
        }
        let class = Class::new(library, parts)?;
        let graph = self.graph(&class)?;
        let values = structure.invariants.iter().map(|invariant| {
            let compiled = invariant.map(&mut |symbol| class.compile(symbol, &arguments));
            compiled.map_or(Truth::Unknown, |formula| sentence(&formula, &graph))
        });
        Ok(values.fold(Truth::True, |all, value| all.min(value)))
    }

    /// The structures that the heap looks like: those whose invariants it does not break.
    pub fn looks_like(&self, library: &Library, bindings: &[Binding]) -> Result<Vec<Binding>, TooLarge> {
        let mut found = Vec::new();
        for binding in bindings {
            if self.obeys(library, binding)?.may() {
                found.push(binding.clone());
            }
        }
        Ok(found)
    }
}
