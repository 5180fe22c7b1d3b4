//! Coerce: values that the meaning of predicates decides become definite, and a graph without any
//! meaning is dropped.
//!
//! The constraints are: a pointer points to one cell at most, a field leads to one cell at most,
//! exclusive assertions do not hold together, a derived predicate is what its definition says, and
//! the rules of its schema. All of them hold on every heap. A constraint whose body surely holds
//! makes its head hold: if the head is false there is no such heap, if it is ½ it becomes definite.
//! So no heap is lost. The words for "surely" only grow and those for "perhaps" only shrink, so it
//! ends.

use crate::class::{Class, own_variables};
use crate::evaluate::{Context, Predicate, Table, evaluate, widen};
use crate::graph::Graph;
use crate::relation::Relation;
use crate::truth::{Mask, first, nodes};

/// There is no heap that a graph stands for.
struct Contradiction;

type Sharpened = Result<(), Contradiction>;

/// The graph with all that the constraints decide; nothing if they contradict it.
pub fn coerce(class: &Class, mut graph: Graph) -> Option<Graph> {
    loop {
        let before = graph.clone();
        if functional(class, &mut graph).and_then(|()| exclusive(class, &mut graph)).is_err() {
            return None;
        }
        if definitions(class, &mut graph).and_then(|()| rules(class, &mut graph)).is_err() {
            return None;
        }
        if graph == before {
            return Some(graph);
        }
    }
}

/// A set with one cell at most: a node that is surely in it is one cell, and no other is in it.
fn single(graph: &mut Graph, mask: Mask) -> Result<Mask, Contradiction> {
    match mask.must.count_ones() {
        0 => Ok(mask),
        1 => {
            graph.set_summary(graph.summary() & !mask.must);
            Ok(Mask::exactly(mask.must))
        }
        _ => Err(Contradiction),
    }
}

/// Pointers point to one cell, and fields lead to one.
fn functional(class: &Class, graph: &mut Graph) -> Sharpened {
    for pointer in 0..class.pointers.len() {
        let mask = single(graph, graph.unary(pointer))?;
        graph.set_unary(pointer, mask);
    }
    for field in 0..class.fields.len() {
        for node in 0..graph.count() {
            let row = single(graph, graph.row(field, node))?;
            graph.set_row(field, node, row);
        }
    }
    Ok(())
}

fn exclusive(class: &Class, graph: &mut Graph) -> Sharpened {
    for (a, b) in &class.parts.exclusive {
        let (Some(a), Some(b)) = (class.assertion(*a), class.assertion(*b)) else { continue };
        for (one, other) in [(a, b), (b, a)] {
            let excluded = graph.unary(one).must;
            let mask = narrow(graph.unary(other), Mask { must: 0, may: !excluded })?;
            graph.set_unary(other, mask);
        }
    }
    Ok(())
}

/// What is known from two sides.
fn narrow(value: Mask, bound: Mask) -> Result<Mask, Contradiction> {
    let both = Mask { must: value.must | bound.must, may: value.may & bound.may };
    if both.must & !both.may == 0 { Ok(both) } else { Err(Contradiction) }
}

/// Derived predicates are what their definitions say.
fn definitions(class: &Class, graph: &mut Graph) -> Sharpened {
    for derived in &class.derived {
        let table = evaluate(&derived.definition, &Context::of(graph));
        match (derived.predicate, widen(table, own_variables(derived.predicate), graph)) {
            (Predicate::Unary(number), Table::Unary(_, bound)) => sharpen_unary(graph, number, bound)?,
            (Predicate::Binary(number), Table::Binary(_, _, bound)) => sharpen_binary(graph, number, &bound)?,
            _ => {}
        }
    }
    Ok(())
}

fn sharpen_unary(graph: &mut Graph, number: u16, bound: Mask) -> Sharpened {
    let mask = narrow(graph.unary(usize::from(number)), bound)?;
    graph.set_unary(usize::from(number), mask);
    Ok(())
}

fn sharpen_binary(graph: &mut Graph, number: u16, bound: &Relation) -> Sharpened {
    for (node, bound) in bound.rows.iter().enumerate() {
        let row = narrow(graph.row(usize::from(number), node), *bound)?;
        graph.set_row(usize::from(number), node, row);
    }
    Ok(())
}

/// A bound that says of the nodes in the set that something holds, or does not, and of others
/// nothing.
fn bound(set: Mask, holds: bool) -> Mask {
    if holds { Mask { must: set.must, may: u64::MAX } } else { Mask { must: 0, may: !set.must } }
}

fn rules(class: &Class, graph: &mut Graph) -> Sharpened {
    for rule in &class.rules {
        let mut vars = rule.vars.clone();
        vars.sort_unstable();
        let table = widen(evaluate(&rule.body, &Context::of(graph)), &vars, graph);
        match (rule.head, table) {
            (Some(Predicate::Unary(number)), Table::Unary(_, set)) => {
                sharpen_unary(graph, number, bound(set, rule.holds))?;
            }
            (Some(Predicate::Binary(number)), Table::Binary(_, _, set)) => {
                let set = if rule.vars == vars { set } else { set.converse() };
                sharpen_binary(graph, number, &set.map(|row| bound(row, rule.holds)))?;
            }
            (Some(Predicate::Nullary(number)), Table::Nullary(truth)) if truth.must() => {
                let set = Mask::exactly(1 << number);
                let mask = narrow(graph.nullary(), bound(set, rule.holds))?;
                graph.set_nullary(Mask { must: mask.must, may: mask.may & first(graph.layout().nullary) });
            }
            (None, Table::Binary(_, _, set)) => equal(graph, &set, rule.holds)?,
            _ => {}
        }
    }
    Ok(())
}

/// Nodes that are surely the same cell, or surely are not.
fn equal(graph: &mut Graph, set: &Relation, holds: bool) -> Sharpened {
    for (node, row) in set.rows.iter().enumerate() {
        for other in nodes(row.must) {
            match (holds, node == other) {
                (true, true) => graph.set_summary(graph.summary() & !(1 << node)),
                (true, false) | (false, true) => return Err(Contradiction),
                (false, false) => {}
            }
        }
    }
    Ok(())
}
