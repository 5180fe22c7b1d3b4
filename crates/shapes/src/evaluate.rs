//! The value of a formula on a graph, in Kleene's logic, as a table of masks.
//!
//! A formula with one free variable is a mask, one with two is a relation. Connectives are
//! pointwise; a quantifier over one of three variables is a composition of relations. No assignment
//! of nodes to variables is ever enumerated. By the embedding theorem of three-valued logic, what
//! is definite in the table is so in every heap for which the graph stands.

use crate::formula::{Formula, Var};
use crate::graph::Graph;
use crate::relation::Relation;
use crate::truth::{Mask, Truth};

/// A predicate of a class, by its number among those of its arity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Predicate {
    /// About no node.
    Nullary(u16),
    /// About one node.
    Unary(u16),
    /// About two nodes.
    Binary(u16),
}

/// The values of a formula, by its free variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Table {
    /// No free variable.
    Nullary(Truth),
    /// One.
    Unary(Var, Mask),
    /// Two, the smaller number first.
    Binary(Var, Var, Relation),
}

/// What a formula is evaluated on.
pub struct Context<'a> {
    /// The values of predicates.
    pub graph: &'a Graph,
    /// What [`Formula::Recompute`] stands for.
    pub fresh: Option<&'a Table>,
    /// The node that was just allocated.
    pub new: Option<usize>,
}

impl<'a> Context<'a> {
    /// A graph, and no operation.
    pub fn of(graph: &'a Graph) -> Self {
        Context { graph, fresh: None, new: None }
    }
}

/// The value of a sentence: a formula without free variables.
pub fn sentence(formula: &Formula<Predicate>, graph: &Graph) -> Truth {
    match evaluate(formula, &Context::of(graph)) {
        Table::Nullary(truth) => truth,
        Table::Unary(_, mask) => mask.any(),
        Table::Binary(_, _, relation) => relation.domain().any(),
    }
}

/// The value of a formula that is narrow ([`Formula::is_narrow`]) and in normal form.
pub fn evaluate(formula: &Formula<Predicate>, context: &Context<'_>) -> Table {
    let graph = context.graph;
    match formula {
        Formula::Constant(value) => Table::Nullary((*value).into()),
        Formula::Atom(predicate, vars) => atom(graph, *predicate, vars),
        Formula::Equal(a, b) => binary(*a, *b, graph.equality()),
        Formula::Closure { steps, reflexive, from, to } => {
            let mut step = Relation::constant(Mask::NONE, graph.count());
            for (predicate, backwards) in steps {
                let Predicate::Binary(number) = predicate else { continue };
                let relation = graph.relation(usize::from(*number));
                let relation = if *backwards { relation.converse() } else { relation };
                step = step.zip(&relation, Mask::or);
            }
            let closure = step.closure();
            let closure = if *reflexive { closure.zip(&graph.equality(), Mask::or) } else { closure };
            // A node that stands for several cells does not reach itself for sure by no step, but a
            // cell does reach itself.
            binary(*from, *to, closure)
        }
        Formula::New(var) => Table::Unary(*var, Mask::exactly(context.new.map_or(0, |node| 1 << node))),
        Formula::Recompute => context.fresh.cloned().unwrap_or(Table::Nullary(Truth::Unknown)),
        Formula::Not(inner) => negate(evaluate(inner, context), graph),
        Formula::And(parts) => combine(parts.iter().map(|part| evaluate(part, context)), true, graph),
        Formula::Or(parts) => combine(parts.iter().map(|part| evaluate(part, context)), false, graph),
        Formula::Exists(var, body) => exists(*var, body, context),
        Formula::If(condition, then, other) => {
            let parts = [condition, then, other].map(|part| evaluate(part, context));
            let vars = variables(&parts);
            let [condition, then, other] = parts.map(|part| widen(part, &vars, graph));
            choose(condition, then, other)
        }
    }
}

fn atom(graph: &Graph, predicate: Predicate, vars: &[Var]) -> Table {
    match (predicate, vars) {
        (Predicate::Nullary(number), _) => Table::Nullary(graph.nullary().at(usize::from(number))),
        (Predicate::Unary(number), [var, ..]) => Table::Unary(*var, graph.unary(usize::from(number))),
        (Predicate::Binary(number), [from, to, ..]) => binary(*from, *to, graph.relation(usize::from(number))),
        _ => Table::Nullary(Truth::Unknown),
    }
}

/// A relation between two variables that may be in any order, or the same.
fn binary(from: Var, to: Var, relation: Relation) -> Table {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => Table::Binary(from, to, relation),
        std::cmp::Ordering::Equal => Table::Unary(from, relation.diagonal()),
        std::cmp::Ordering::Greater => Table::Binary(to, from, relation.converse()),
    }
}

fn negate(table: Table, graph: &Graph) -> Table {
    let all = graph.all();
    match table {
        Table::Nullary(truth) => Table::Nullary(!truth),
        Table::Unary(var, mask) => Table::Unary(var, mask.not(all)),
        Table::Binary(a, b, relation) => Table::Binary(a, b, relation.map(|row| row.not(all))),
    }
}

fn add(vars: &mut Vec<Var>, table: &Table) {
    match table {
        Table::Nullary(_) => {}
        Table::Unary(var, _) => vars.push(*var),
        Table::Binary(a, b, _) => vars.extend([*a, *b]),
    }
}

fn variables(tables: &[Table]) -> Vec<Var> {
    let mut vars = Vec::new();
    tables.iter().for_each(|table| add(&mut vars, table));
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The same table over more variables.
pub(crate) fn widen(table: Table, vars: &[Var], graph: &Graph) -> Table {
    let all = graph.all();
    match (table, vars) {
        (Table::Nullary(truth), [var]) => Table::Unary(*var, Mask::constant(truth, all)),
        (Table::Nullary(truth), [a, b]) => {
            Table::Binary(*a, *b, Relation::constant(Mask::constant(truth, all), graph.count()))
        }
        (Table::Unary(var, mask), [a, b]) if var == *a => {
            let rows = (0..graph.count()).map(|node| Mask::constant(mask.at(node), all));
            Table::Binary(*a, *b, Relation { rows: rows.collect() })
        }
        (Table::Unary(_, mask), [a, b]) => Table::Binary(*a, *b, Relation::constant(mask, graph.count())),
        (table, _) => table,
    }
}

fn pair(left: Table, right: Table, f: impl Fn(Mask, Mask) -> Mask, graph: &Graph) -> Table {
    let parts = [left, right];
    let vars = variables(&parts);
    match parts.map(|part| widen(part, &vars, graph)) {
        [Table::Nullary(a), Table::Nullary(b)] => Table::Nullary(f(Mask::constant(a, 1), Mask::constant(b, 1)).at(0)),
        [Table::Unary(var, a), Table::Unary(_, b)] => Table::Unary(var, f(a, b)),
        [Table::Binary(x, y, a), Table::Binary(_, _, b)] => Table::Binary(x, y, a.zip(&b, f)),
        [left, _] => left,
    }
}

fn combine(tables: impl Iterator<Item = Table>, conjunction: bool, graph: &Graph) -> Table {
    let f = if conjunction { Mask::and } else { Mask::or };
    tables.reduce(|left, right| pair(left, right, f, graph)).unwrap_or(Table::Nullary(conjunction.into()))
}

fn choose(condition: Table, then: Table, other: Table) -> Table {
    match (condition, then, other) {
        (Table::Nullary(c), Table::Nullary(a), Table::Nullary(b)) => Table::Nullary(match c {
            Truth::True => a,
            Truth::False => b,
            Truth::Unknown => a.join(b),
        }),
        (Table::Unary(var, c), Table::Unary(_, a), Table::Unary(_, b)) => Table::Unary(var, Mask::choose(c, a, b)),
        (Table::Binary(x, y, c), Table::Binary(_, _, a), Table::Binary(_, _, b)) => {
            let rows = c.rows.iter().zip(a.rows.iter().zip(&b.rows));
            let rows = rows.map(|(c, (a, b))| Mask::choose(*c, *a, *b)).collect();
            Table::Binary(x, y, Relation { rows })
        }
        (condition, ..) => condition,
    }
}

fn exists(var: Var, body: &Formula<Predicate>, context: &Context<'_>) -> Table {
    let graph = context.graph;
    if let Formula::And(parts) = body {
        let tables: Vec<Table> = parts.iter().map(|part| evaluate(part, context)).collect();
        if variables(&tables).len() > 2 {
            return compose(var, tables, graph);
        }
        return match image(var, &tables) {
            Some(table) => table,
            None => project(var, combine(tables.into_iter(), true, graph), graph),
        };
    }
    project(var, evaluate(body, context), graph)
}

/// There is a node for the variable that is in a set and related to another: the image of the set.
fn image(var: Var, tables: &[Table]) -> Option<Table> {
    let (Table::Unary(own, set), Table::Binary(a, b, relation)) = (match tables {
        [set @ Table::Unary(..), relation] => (set, relation),
        [relation, set] => (set, relation),
        _ => return None,
    }) else {
        return None;
    };
    if *own != var {
        return None;
    }
    if *a == var {
        return Some(Table::Unary(*b, relation.image(*set)));
    }
    let mut from = Mask::NONE;
    for (node, row) in relation.rows.iter().enumerate() {
        from = from.with(node, row.and(*set).any());
    }
    (*b == var).then_some(Table::Unary(*a, from))
}

/// There is a node for the variable.
fn project(var: Var, table: Table, graph: &Graph) -> Table {
    match table {
        Table::Unary(own, mask) if own == var => Table::Nullary(mask.any()),
        Table::Binary(a, b, relation) if a == var => Table::Unary(b, relation.range()),
        Table::Binary(a, b, relation) if b == var => Table::Unary(a, relation.domain()),
        // The formula is not about the variable, but there must be a node.
        table if graph.count() > 0 => table,
        table => pair(table, Table::Nullary(Truth::False), Mask::and, graph),
    }
}

/// A conjunction over `var` and two more variables: what is about `var` and the first of them,
/// composed with what is about `var` and the second, and with what is not about `var`.
fn compose(var: Var, tables: Vec<Table>, graph: &Graph) -> Table {
    let others: Vec<Var> = variables(&tables).into_iter().filter(|other| *other != var).collect();
    let [first, second] = others[..] else { return Table::Nullary(Truth::Unknown) };
    let (mut left, mut right, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for table in tables {
        let vars = variables(std::slice::from_ref(&table));
        if !vars.contains(&var) {
            rest.push(table);
        } else if vars.contains(&second) {
            right.push(table);
        } else {
            left.push(table);
        }
    }
    let side = |tables: Vec<Table>, other: Var| {
        let table = combine(tables.into_iter(), true, graph);
        let mut vars = [var, other];
        vars.sort_unstable();
        match widen(table, &vars, graph) {
            Table::Binary(a, _, relation) if a == var => relation.converse(),
            Table::Binary(_, _, relation) => relation,
            _ => Relation::constant(Mask::unknown(graph.all()), graph.count()),
        }
    };
    // Both from the other variable to `var`.
    let (left, right) = (side(left, first), side(right, second));
    rest.push(Table::Binary(first, second, left.compose(&right.converse())));
    combine(rest.into_iter(), true, graph)
}
