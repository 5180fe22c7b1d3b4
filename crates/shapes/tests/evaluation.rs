//! Formulas evaluated as tables of masks, against their definition: every assignment of nodes to
//! variables, in Kleene's logic, truth value by truth value.

use crate::common::{generator, library, tracking};
use adumbra_shapes::check::{open_operations, operations};
use adumbra_shapes::class::Class;
use adumbra_shapes::evaluate::{Context, Predicate, Table, evaluate};
use adumbra_shapes::formula::Formula;
use adumbra_shapes::truth::Mask;
use adumbra_shapes::{Graph, Truth};
use adumbra_testing::{Random, rounds};

/// The value for one assignment.
fn value(graph: &Graph, formula: &Formula<Predicate>, cells: &mut Vec<usize>, new: usize) -> Truth {
    let at = |var: &u8| usize::from(*var);
    match formula {
        Formula::Constant(value) => (*value).into(),
        Formula::Atom(Predicate::Unary(p), vars) => graph.unary(usize::from(*p)).at(cells[at(&vars[0])]),
        Formula::Atom(Predicate::Binary(p), vars) => {
            graph.edge(usize::from(*p), cells[at(&vars[0])], cells[at(&vars[1])])
        }
        Formula::Atom(..) | Formula::Recompute => Truth::Unknown,
        Formula::Equal(a, b) => same(graph, cells[at(a)], cells[at(b)]),
        Formula::New(var) => Truth::from(cells[at(var)] == new),
        Formula::Not(inner) => !value(graph, inner, cells, new),
        Formula::And(parts) => parts.iter().fold(Truth::True, |all, part| all.min(value(graph, part, cells, new))),
        Formula::Or(parts) => parts.iter().fold(Truth::False, |all, part| all.max(value(graph, part, cells, new))),
        Formula::Exists(var, body) => {
            let before = cells[at(var)];
            let mut best = Truth::False;
            for node in 0..graph.count() {
                cells[at(var)] = node;
                best = best.max(value(graph, body, cells, new));
            }
            cells[at(var)] = before;
            best
        }
        Formula::If(condition, then, other) => match value(graph, condition, cells, new) {
            Truth::True => value(graph, then, cells, new),
            Truth::False => value(graph, other, cells, new),
            Truth::Unknown => value(graph, then, cells, new).join(value(graph, other, cells, new)),
        },
        Formula::Closure { steps, reflexive, from, to } => {
            let (from, to) = (cells[at(from)], cells[at(to)]);
            let none = if *reflexive { same(graph, from, to) } else { Truth::False };
            none.max(path(graph, steps, from, to))
        }
    }
}

fn same(graph: &Graph, a: usize, b: usize) -> Truth {
    let summary = graph.summary() >> a & 1 == 1;
    if a != b {
        Truth::False
    } else if summary {
        Truth::Unknown
    } else {
        Truth::True
    }
}

/// The best path of one step or more: a path is as true as its least true step.
fn path(graph: &Graph, steps: &[(Predicate, bool)], from: usize, to: usize) -> Truth {
    let step = |u: usize, v: usize| {
        let values = steps.iter().map(|(predicate, back)| {
            let Predicate::Binary(p) = predicate else { panic!("a path has steps between nodes") };
            if *back { graph.edge(usize::from(*p), v, u) } else { graph.edge(usize::from(*p), u, v) }
        });
        values.max().unwrap_or(Truth::False)
    };
    let mut best: Vec<Truth> = (0..graph.count()).map(|v| step(from, v)).collect();
    for _ in 0..graph.count() {
        for u in 0..graph.count() {
            for v in 0..graph.count() {
                best[v] = best[v].max(best[u].min(step(u, v)));
            }
        }
    }
    best[to]
}

fn random_graph(random: &mut Random, class: &Class, count: usize) -> Graph {
    let mut graph = Graph::new(class.layout, count).unwrap();
    let all = graph.all();
    let mask = |random: &mut Random| {
        let may = random.next() & all;
        Mask { must: may & random.next(), may }
    };
    graph.set_summary(random.next() & random.next() & all);
    (0..class.layout.unary).for_each(|p| graph.set_unary(p, mask(random)));
    for p in 0..class.layout.binary {
        (0..count).for_each(|node| graph.set_row(p, node, mask(random)));
    }
    graph
}

/// Every formula of a structure: definitions, updates and bodies of rules.
fn formulas(name: &str) -> (Class, Vec<Formula<Predicate>>) {
    let library = library();
    let all = &library.structure(library.structure_named(name).unwrap()).families;
    let families: Vec<&str> = all.iter().map(|family| family.name.as_str()).collect();
    let parts = generator(&library, name, &families).parts(&library, &tracking(&[0, 1, 2], &[]));
    let class = Class::new(&library, parts).unwrap();
    let fields = class.fields.len();
    let mut found: Vec<_> = class.derived.iter().map(|derived| derived.definition.clone()).collect();
    found.extend(class.rules.iter().map(|rule| rule.body.clone()));
    for given in operations(fields).into_iter().chain(open_operations(fields)) {
        found.extend(class.derived.iter().filter_map(|derived| class.update(&library, derived, given)));
    }
    // What an operation recomputes is compared as the definition that it is.
    found.retain(|formula| !formula.recomputes());
    (class, found)
}

#[test]
fn cpa_12_formulas_are_evaluated_as_kleene_says() {
    for name in ["sll", "circular", "dll", "tree", "tree_parent"] {
        let (class, formulas) = formulas(name);
        assert!(formulas.len() > 30);
        for seed in 0..rounds(20) {
            let mut random = Random(seed as u64);
            let count = 1 + random.below(5);
            let (graph, new) = (random_graph(&mut random, &class, count), random.below(count));
            for formula in &formulas {
                let table = evaluate(formula, &Context { graph: &graph, fresh: None, new: Some(new) });
                let check = |vars: [u8; 2], nodes: [usize; 2], found: Truth| {
                    let mut cells = vec![0; 256];
                    (0..2).for_each(|at| cells[usize::from(vars[at])] = nodes[at]);
                    let expected = value(&graph, formula, &mut cells, new);
                    assert_eq!(found, expected, "{name}, seed {seed}: {formula:?} at {nodes:?} of {graph:?}");
                };
                match &table {
                    Table::Nullary(truth) => check([0, 1], [0, 0], *truth),
                    Table::Unary(var, mask) => (0..count).for_each(|v| check([*var, *var], [v, v], mask.at(v))),
                    Table::Binary(a, b, relation) => {
                        for u in 0..count {
                            (0..count).for_each(|v| check([*a, *b], [u, v], relation.rows[u].at(v)));
                        }
                    }
                }
            }
        }
    }
}
