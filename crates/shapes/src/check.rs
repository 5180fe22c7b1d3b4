//! Checks of a description: update formulas and rules against definitions, on heaps.
//!
//! All heaps with few cells are tried, and then heaps of up to six cells at random, with three
//! pointers. On each heap and for each operation, a derived predicate that was updated must be what
//! its definition says behind the operation; where the operation leaves something open, it must
//! allow for what the definition says in every case. And coerce must leave a heap as it is. A check
//! that finds nothing is no proof for larger heaps; the shipped descriptions are, besides, proved
//! by a solver for all heaps of up to six cells in the tests of this crate.

use crate::class::{Class, Given};
use crate::coerce::coerce;
use crate::description::{Library, StructureId};
use crate::evaluate::Predicate;
use crate::generator::{Binding, Generator, Tracking};
use crate::graph::{Graph, TooLarge};
use crate::names::{Field, Names, Pointer};
use crate::show::show;
use crate::truth::Mask;
use crate::update::{Plan, Step, derive};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// All heaps of a size are tried if they are at most this many.
    pub exhaustive: u64,
    /// So many heaps of up to six cells are chosen at random.
    pub random: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { exhaustive: 5_000, random: 2_000 }
    }
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// All heaps with up to so many cells.
    pub cells: usize,
    /// The number of heaps.
    pub heaps: u64,
}

/// A heap on which a description is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refuted {
    /// An update formula does not give what the definition says.
    #[error(
        "{predicate} is wrong after {operation} on this heap:\n{before}after the formula:\n{after}by the definition:\n{expected}"
    )]
    Update {
        /// The predicate.
        predicate: String,
        /// The line of its schema.
        line: u32,
        /// The operation.
        operation: String,
        /// The heap before.
        before: String,
        /// The heap behind it, by the formula.
        after: String,
        /// The heap behind it, by the definition.
        expected: String,
    },
    /// A rule says that there is no such heap, or that it is another.
    #[error("a rule does not hold on this heap:\n{heap}")]
    Rule {
        /// The line of the schema of a derived predicate, if one alone is told.
        line: u32,
        /// The heap.
        heap: String,
    },
    /// Too many predicates.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

const POINTERS: [&str; 3] = ["x", "y", "z"];

struct Told<'a>(&'a [String]);

impl Names for Told<'_> {
    fn pointer(&self, pointer: Pointer) -> String {
        POINTERS.get(pointer.0 as usize).map_or_else(|| pointer.to_string(), |name| (*name).to_owned())
    }
    fn field(&self, field: Field) -> String {
        self.0.get(field.0 as usize).cloned().unwrap_or_else(|| field.to_string())
    }
}

/// Checks the predicates of a structure.
pub fn check(library: &Library, structure: StructureId, effort: Effort) -> Result<Tried, Refuted> {
    let links = &library.structure(structure).links;
    let fields: Vec<Field> = (0..links.len() as u32).map(Field).collect();
    let generator = Generator::finest(library, Binding { structure, fields });
    let tracking = Tracking { pointers: (0..POINTERS.len() as u32).map(Pointer).collect(), ..Tracking::default() };
    let class = Class::new(library, generator.parts(library, &tracking))?;
    let plans: Vec<(Given, Plan)> = operations(links.len())
        .into_iter()
        .chain(open_operations(links.len()))
        .map(|given| (given, Plan::new(library, &class, Step::Known(given))))
        .collect();
    let names = Told(links);
    let mut tried = Tried::default();
    let mut cells = 0;
    // One more choice than cells for each pointer and each field of a cell: null.
    while let Some(total) = ((cells + 1) as u64).checked_pow((POINTERS.len() + cells * links.len()) as u32)
        && total <= effort.exhaustive
    {
        for code in 0..total {
            let mut rest = code;
            let mut digit = || {
                let digit = rest % (cells + 1) as u64;
                rest /= (cells + 1) as u64;
                digit as usize
            };
            try_heap(library, &class, &plans, &names, &heap(&class, cells, &mut digit)?)?;
        }
        (tried.cells, tried.heaps) = (cells, tried.heaps + total);
        cells += 1;
    }
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for round in 0..effort.random {
        let cells = cells.min(6) + round as usize % (7 - cells.min(6));
        let mut digit = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % (cells + 1)
        };
        try_heap(library, &class, &plans, &names, &heap(&class, cells, &mut digit)?)?;
        tried.heaps += 1;
    }
    Ok(tried)
}

/// A heap of this many cells; each pointer and field is chosen by a digit, the largest being null.
pub fn heap(class: &Class, cells: usize, digit: &mut impl FnMut() -> usize) -> Result<Graph, TooLarge> {
    let mut graph = Graph::new(class.layout, cells)?;
    let mut place = || Mask::exactly(Some(digit()).filter(|to| *to < cells).map_or(0, |to| 1 << to));
    for pointer in 0..class.pointers.len() {
        graph.set_unary(pointer, place());
    }
    for field in 0..class.fields.len() {
        for cell in 0..cells {
            graph.set_row(field, cell, place());
        }
    }
    derive(class, &mut graph);
    Ok(graph)
}

/// All ways in which operations may be about the same pointers, and each field. The third pointer
/// stands by.
pub fn operations(fields: usize) -> Vec<Given> {
    let [x, y] = [Pointer(0), Pointer(1)];
    let mut all = vec![Given::Null(x), Given::Copy(x, y), Given::Copy(x, x), Given::Malloc(x)];
    for field in (0..fields as u32).map(Field) {
        all.extend([Given::Load(x, y, field), Given::Load(x, x, field), Given::Clear(x, field)]);
        all.extend([Given::Link(x, field, y), Given::Link(x, field, x)]);
    }
    all
}

/// The operations that leave open what they do.
pub fn open_operations(fields: usize) -> Vec<Given> {
    let x = Pointer(0);
    let fields = (0..fields as u32).map(|field| Given::UnknownLink(x, Field(field)));
    std::iter::once(Given::Unknown(x)).chain(fields).collect()
}

/// The heaps that an operation may make of one, if it leaves something open; otherwise nothing.
fn outcomes(class: &Class, graph: &Graph, given: Given) -> Option<Vec<Graph>> {
    let places = (0..graph.count()).map(|cell| Mask::exactly(1 << cell)).chain([Mask::NONE]);
    let made = |change: &dyn Fn(&mut Graph, Mask)| -> Vec<Graph> {
        let made = places.clone().map(|place| {
            let mut after = graph.clone();
            change(&mut after, place);
            derive(class, &mut after);
            after
        });
        made.collect()
    };
    match given {
        Given::Unknown(x) => {
            let pointer = class.pointer(x)?;
            Some(made(&|after, place| after.set_unary(pointer, place)))
        }
        Given::UnknownLink(x, f) => {
            let (pointer, field) = (class.pointer(x)?, class.field(f)?);
            let node = graph.unary(pointer).must.trailing_zeros() as usize;
            Some(made(&|after, place| after.set_row(field, node, place)))
        }
        _ => None,
    }
}

/// The precondition of an operation: it goes through pointers that are not null, and a link is
/// written where there was none.
pub fn is_possible(class: &Class, graph: &Graph, given: Given) -> bool {
    let points = |pointer: Pointer| class.pointer(pointer).map_or(0, |p| graph.unary(p).must);
    match given {
        Given::Load(_, through, _) | Given::Clear(through, _) | Given::UnknownLink(through, _) => points(through) != 0,
        Given::Link(x, f, _) => {
            let node = points(x).trailing_zeros() as usize;
            points(x) != 0 && class.field(f).is_some_and(|field| graph.row(field, node).may == 0)
        }
        _ => true,
    }
}

fn try_heap(
    library: &Library,
    class: &Class,
    plans: &[(Given, Plan)],
    names: &dyn Names,
    graph: &Graph,
) -> Result<(), Refuted> {
    if coerce(class, graph.clone()).as_ref() != Some(graph) {
        let line = class.derived.first().map_or(0, |derived| library.schema(derived.instance.schema).line);
        return Err(Refuted::Rule { line, heap: show(library, class, graph, names) });
    }
    for (given, plan) in plans {
        if !is_possible(class, graph, *given) {
            continue;
        }
        let after = plan.apply(class, graph)?;
        let expected = outcomes(class, graph, *given).unwrap_or_else(|| {
            let mut expected = after.clone();
            derive(class, &mut expected);
            vec![expected]
        });
        // In a heap that is one of several, the formula need not be definite.
        let exact = expected.len() == 1;
        let wrong = expected.iter().find_map(|expected| {
            let wrong = class.derived.iter().find(|derived| !agrees(derived.predicate, &after, expected, exact));
            wrong.map(|derived| (derived, expected))
        });
        let Some((wrong, expected)) = wrong else { continue };
        let wrong = Some(wrong);
        let schema = wrong.map(|derived| library.schema(derived.instance.schema));
        return Err(Refuted::Update {
            predicate: schema.map(|schema| schema.name.clone()).unwrap_or_default(),
            line: schema.map_or(0, |schema| schema.line),
            operation: operation_text(*given, names),
            before: show(library, class, graph, names),
            after: show(library, class, &after, names),
            expected: show(library, class, expected, names),
        });
    }
    Ok(())
}

/// Is a predicate in the first graph what it is in the second, or unknown where that is allowed?
fn agrees(predicate: Predicate, graph: &Graph, expected: &Graph, exact: bool) -> bool {
    let agrees = |value: Mask, expected: Mask| if exact { value == expected } else { expected.within(value) };
    match predicate {
        Predicate::Unary(number) => agrees(graph.unary(usize::from(number)), expected.unary(usize::from(number))),
        Predicate::Binary(number) => {
            let number = usize::from(number);
            (0..graph.count()).all(|node| agrees(graph.row(number, node), expected.row(number, node)))
        }
        Predicate::Nullary(_) => true,
    }
}

/// An operation as text.
fn operation_text(given: Given, names: &dyn Names) -> String {
    let p = |pointer| names.pointer(pointer);
    let f = |field| names.field(field);
    match given {
        Given::Null(x) => format!("{} = null", p(x)),
        Given::Copy(x, y) => format!("{} = {}", p(x), p(y)),
        Given::Load(x, y, g) => format!("{} = {}->{}", p(x), p(y), f(g)),
        Given::Clear(x, g) => format!("{}->{} = null", p(x), f(g)),
        Given::Link(x, g, y) => format!("{}->{} = {}", p(x), f(g), p(y)),
        Given::Malloc(x) => format!("{} = malloc", p(x)),
        Given::Unknown(x) => format!("{} = ?", p(x)),
        Given::UnknownLink(x, g) => format!("{}->{} = ?", p(x), f(g)),
    }
}
