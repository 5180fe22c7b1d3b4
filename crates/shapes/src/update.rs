//! The new values of predicates after an operation, by their update formulas.
//!
//! Core predicates change as the operation says. A derived predicate that does not rest on what
//! changed keeps its values; one with an update formula for the operation gets those of the formula
//! on the graph before it; any other gets those of its definition on the graph behind it, with
//! three-valued closure, which is always sound. Update formulas are checked against the definition
//! when a description is read ([`crate::check`]).

use crate::class::{Argument, Class, Derived, Given, own_variables};
use crate::description::Library;
use crate::evaluate::{Context, Predicate, Table, evaluate, widen};
use crate::formula::Formula;
use crate::graph::{Graph, TooLarge};
use crate::names::{Field, Pointer};
use crate::truth::{Mask, Truth, nodes};

/// One step of an operation on pointers and links.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// One for which schemas may have formulas. Its pointers and fields are told of by the class,
    /// but for the target of an allocation.
    Known(Given),
    /// A field of some node becomes something.
    Weak(Field, Stored),
}

/// What is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stored {
    /// Null.
    Null,
    /// What a pointer is.
    Pointer(Pointer),
    /// Anything.
    Unknown,
}

/// How a derived predicate changes.
#[derive(Clone, Debug)]
enum Change {
    Keep,
    Formula(Formula<Predicate>),
    Recompute,
}

/// How a step changes the derived predicates of a class.
#[derive(Clone, Debug)]
pub struct Plan {
    step: Step,
    changes: Vec<Change>,
}

impl Plan {
    /// Finds the formulas for a step.
    pub fn new(library: &Library, class: &Class, step: Step) -> Plan {
        let changed = changed(step);
        let change = |derived: &Derived| {
            if changed.is_some_and(|argument| !derived.rests_on.contains(&argument)) {
                return Change::Keep;
            }
            let given = match step {
                Step::Known(given) => Some(given),
                _ => None,
            };
            let formula = given.and_then(|given| class.update(library, derived, given));
            formula.map_or(Change::Recompute, Change::Formula)
        };
        Plan { step, changes: class.derived.iter().map(change).collect() }
    }

    /// The graph behind the step. The pointers through which it goes are definite and not null.
    pub fn apply(&self, class: &Class, graph: &Graph) -> Result<Graph, TooLarge> {
        let allocates = matches!(self.step, Step::Known(Given::Malloc(_)));
        let before = if allocates { graph.extended()? } else { graph.clone() };
        let new = allocates.then_some(graph.count());
        let mut after = before.clone();
        core(class, &mut after, self.step, new);
        for (derived, change) in class.derived.iter().zip(&self.changes) {
            let vars = own_variables(derived.predicate);
            let define = |after: &Graph| widen(evaluate(&derived.definition, &Context::of(after)), vars, after);
            let table = match change {
                Change::Keep => continue,
                Change::Recompute => define(&after),
                Change::Formula(formula) => {
                    let fresh = formula.recomputes().then(|| define(&after));
                    let context = Context { graph: &before, fresh: fresh.as_ref(), new };
                    widen(evaluate(formula, &context), vars, &before)
                }
            };
            set(&mut after, derived.predicate, &table);
        }
        Ok(after)
    }
}

/// Gives a predicate the values of a table.
pub fn set(graph: &mut Graph, predicate: Predicate, table: &Table) {
    match (predicate, table) {
        (Predicate::Unary(number), Table::Unary(_, mask)) => graph.set_unary(usize::from(number), *mask),
        (Predicate::Binary(number), Table::Binary(_, _, relation)) => {
            graph.set_relation(usize::from(number), relation);
        }
        _ => {}
    }
}

/// Gives every derived predicate the values of its definition.
pub fn derive(class: &Class, graph: &mut Graph) {
    for derived in &class.derived {
        let table = evaluate(&derived.definition, &Context::of(graph));
        let table = widen(table, own_variables(derived.predicate), graph);
        set(graph, derived.predicate, &table);
    }
}

/// The one pointer or field that a step changes; nothing if all may change.
fn changed(step: Step) -> Option<Argument> {
    Some(match step {
        Step::Known(
            Given::Null(pointer) | Given::Copy(pointer, _) | Given::Load(pointer, ..) | Given::Unknown(pointer),
        ) => Argument::Pointer(pointer),
        Step::Known(Given::Clear(_, field) | Given::Link(_, field, _) | Given::UnknownLink(_, field)) => {
            Argument::Field(field)
        }
        Step::Weak(field, _) => Argument::Field(field),
        Step::Known(Given::Malloc(_)) => return None,
    })
}

fn core(class: &Class, graph: &mut Graph, step: Step, new: Option<usize>) {
    let points = |graph: &Graph, pointer: Pointer| class.pointer(pointer).map_or(Mask::NONE, |p| graph.unary(p));
    let point = |graph: &mut Graph, pointer: Pointer, mask: Mask| {
        if let Some(predicate) = class.pointer(pointer) {
            graph.set_unary(predicate, mask);
        }
    };
    match step {
        Step::Known(Given::Null(x)) => point(graph, x, Mask::NONE),
        Step::Known(Given::Copy(x, y)) => point(graph, x, points(graph, y)),
        Step::Known(Given::Load(x, y, f)) => {
            let from = points(graph, y);
            let target = class.field(f).map_or(Mask::NONE, |field| graph.relation(field).image(from));
            point(graph, x, target);
        }
        Step::Known(Given::Unknown(x)) => point(graph, x, Mask::unknown(graph.all())),
        Step::Known(Given::Malloc(x)) => {
            allocate(class, graph, new);
            point(graph, x, Mask::exactly(new.map_or(0, |node| 1 << node)));
        }
        Step::Known(Given::Clear(x, f)) => {
            let Some(field) = class.field(f) else { return };
            let at = points(graph, x);
            for node in nodes(at.may) {
                let row = if at.must >> node & 1 == 1 { Mask::NONE } else { graph.row(field, node).join(Mask::NONE) };
                graph.set_row(field, node, row);
            }
        }
        Step::Known(Given::Link(x, f, y)) => {
            let Some(field) = class.field(f) else { return };
            let (at, target) = (points(graph, x), points(graph, y));
            for node in nodes(at.may) {
                let more = if at.must >> node & 1 == 1 { target } else { target.join(Mask::NONE) };
                graph.set_row(field, node, graph.row(field, node).or(more));
            }
        }
        Step::Known(Given::UnknownLink(x, f)) => {
            let Some(field) = class.field(f) else { return };
            let at = points(graph, x);
            for node in nodes(at.may) {
                graph.set_row(field, node, Mask::unknown(graph.all()));
            }
        }
        Step::Weak(f, target) => {
            let Some(field) = class.field(f) else { return };
            let target = match target {
                Stored::Null => Mask::NONE,
                Stored::Pointer(y) => points(graph, y),
                Stored::Unknown => Mask::unknown(graph.all()),
            };
            for node in 0..graph.count() {
                graph.set_row(field, node, graph.row(field, node).join(target));
            }
        }
    }
}

/// What is known of a new node: it is not freed, and nothing of its data.
fn allocate(class: &Class, graph: &mut Graph, new: Option<usize>) {
    let Some(node) = new else { return };
    for assertion in &class.assertions {
        if let Some(predicate) = class.assertion(*assertion) {
            let mask = graph.unary(predicate);
            graph.set_unary(predicate, mask.with(node, Truth::Unknown));
        }
    }
}
