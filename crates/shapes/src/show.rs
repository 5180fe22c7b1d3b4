//! Graphs as text, and what a two-valued graph means as a conjunction.

use crate::class::{Argument, Class};
use crate::description::Library;
use crate::evaluate::Predicate;
use crate::graph::Graph;
use crate::names::Names;
use crate::truth::{Truth, nodes};
use std::fmt::Write;

/// The names of the unary and of the binary predicates of a class.
fn predicates(library: &Library, class: &Class, names: &dyn Names) -> (Vec<String>, Vec<String>) {
    let mut unary: Vec<String> = class.pointers.iter().map(|pointer| names.pointer(*pointer)).collect();
    unary.extend(class.assertions.iter().map(|assertion| names.assertion(*assertion)));
    unary.extend(class.freed().map(|_| "freed".to_owned()));
    let mut binary: Vec<String> = class.fields.iter().map(|field| names.field(*field)).collect();
    for derived in &class.derived {
        let arguments = derived.instance.arguments.iter().map(|argument| match argument {
            Argument::Pointer(pointer) => names.pointer(*pointer),
            Argument::Field(field) => names.field(*field),
        });
        let arguments: Vec<String> = arguments.collect();
        let name = format!("{}[{}]", library.schema(derived.instance.schema).name, arguments.join(","));
        match derived.predicate {
            Predicate::Binary(_) => binary.push(name),
            _ => unary.push(name),
        }
    }
    (unary, binary)
}

/// A graph as text: a line for each node, with what holds on it, and where it leads. `?` marks ½,
/// `+` a node that may stand for several cells.
pub fn show(library: &Library, class: &Class, graph: &Graph, names: &dyn Names) -> String {
    let mut text = String::new();
    let (unary, binary) = predicates(library, class, names);
    let mark = |truth: Truth| if truth == Truth::Unknown { "?" } else { "" };
    for (at, nullary) in class.nullaries.iter().enumerate() {
        let value = graph.nullary().at(at);
        let sign = if value.may() { "" } else { "!" };
        let _ = writeln!(text, "{sign}{}{}", names.nullary(*nullary), mark(value));
    }
    for node in 0..graph.count() {
        let _ = write!(text, "{node}{}:", if graph.summary() >> node & 1 == 1 { "+" } else { "" });
        for (predicate, name) in unary.iter().enumerate() {
            let value = graph.unary(predicate).at(node);
            if value.may() {
                let _ = write!(text, " {name}{}", mark(value));
            }
        }
        for (predicate, name) in binary.iter().enumerate() {
            let row = graph.row(predicate, node);
            for to in nodes(row.may) {
                let _ = write!(text, " {name}->{to}{}", mark(row.at(to)));
            }
        }
        text.push('\n');
    }
    text
}

/// What a two-valued graph says of a heap, literal by literal: each node is allocated and different
/// from the others, pointers are or are not its address, assertions hold or not, fields lead to it
/// or not. Nothing if the graph is not two-valued.
pub fn meaning(library: &Library, class: &Class, graph: &Graph, names: &dyn Names) -> Option<Vec<String>> {
    if !graph.is_two_valued() {
        return None;
    }
    let mut literals = Vec::new();
    let (unary, binary) = predicates(library, class, names);
    let sign = |truth: Truth| if truth.may() { "" } else { "!" };
    for (at, nullary) in class.nullaries.iter().enumerate() {
        literals.push(format!("{}{}", sign(graph.nullary().at(at)), names.nullary(*nullary)));
    }
    for node in 0..graph.count() {
        literals.push(format!("alloc(v{node})"));
        literals.extend((0..node).map(|other| format!("v{other} != v{node}")));
        for (predicate, name) in unary.iter().enumerate() {
            let truth = graph.unary(predicate).at(node);
            if predicate < class.pointers.len() {
                literals.push(format!("{name} {} v{node}", if truth.may() { "==" } else { "!=" }));
            } else {
                literals.push(format!("{}{name}(v{node})", sign(truth)));
            }
        }
        for (predicate, name) in binary.iter().enumerate() {
            for to in 0..graph.count() {
                let truth = graph.edge(predicate, node, to);
                if predicate < class.fields.len() {
                    literals.push(format!("v{node}->{name} {} v{to}", if truth.may() { "==" } else { "!=" }));
                } else {
                    literals.push(format!("{}{name}(v{node}, v{to})", sign(truth)));
                }
            }
        }
    }
    Some(literals)
}
