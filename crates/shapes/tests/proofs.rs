//! Update formulas and rules of the shipped descriptions, proved by the solver for all heaps of up
//! to six cells, structure by structure.
//!
//! A heap is a table of Booleans: where pointers point and fields lead, at most one place each.
//! What an operation does to it, closures, and the value of a formula for every choice of cells are
//! written here anew, over terms: nothing but the formulas is shared with the crate. A formula is
//! right if there is no heap on which it differs from the definition behind the operation.

use crate::common::{generator, library, tracking};
use adumbra_sat::Limits;
use adumbra_shapes::check::{open_operations, operations};
use adumbra_shapes::class::{Argument, Class, Given};
use adumbra_shapes::evaluate::Predicate;
use adumbra_shapes::formula::Formula;
use adumbra_shapes::{Field, Pointer};
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Term, Terms};

const CELLS: usize = 6;

/// Values of predicates as terms, for the cells below `count`.
#[derive(Clone)]
struct Table {
    count: usize,
    unary: Vec<Vec<Term>>,
    binary: Vec<Vec<Vec<Term>>>,
}

impl Table {
    /// A heap: any values of the core predicates, and what makes them a heap.
    fn heap(terms: &mut Terms, class: &Class, count: usize) -> (Table, Vec<Term>) {
        let sort = terms.bool_sort();
        let mut constraints = Vec::new();
        let row = |terms: &mut Terms, name: String, constraints: &mut Vec<Term>| {
            let row: Vec<Term> = (0..count).map(|cell| terms.var(&format!("{name}.{cell}"), sort)).collect();
            for (at, one) in row.iter().enumerate() {
                for other in &row[..at] {
                    let both = terms.and(*one, *other);
                    constraints.push(terms.not(both));
                }
            }
            row
        };
        let unary: Vec<Vec<Term>> =
            (0..class.pointers.len()).map(|p| row(terms, format!("x{p}"), &mut constraints)).collect();
        // Cells may be numbered as the pointers point to them: the first to the first cell, the
        // next to that or the second, and so on.
        for (pointer, row) in unary.iter().enumerate() {
            let later = row.iter().skip(pointer + 1).map(|cell| terms.not(*cell)).collect::<Vec<_>>();
            constraints.extend(later);
        }
        let fields = 0..class.fields.len();
        let binary = fields
            .map(|f| (0..count).map(|cell| row(terms, format!("f{f}.{cell}"), &mut constraints)).collect())
            .collect();
        (Table { count, unary, binary }, constraints)
    }

    /// With one more cell, on which nothing holds.
    fn extended(&self, terms: &mut Terms) -> Table {
        let mut result = self.clone();
        let none = terms.bool(false);
        result.count += 1;
        result.unary.iter_mut().for_each(|row| row.push(none));
        for relation in &mut result.binary {
            relation.iter_mut().for_each(|row| row.push(none));
            relation.push(vec![none; self.count + 1]);
        }
        result
    }

    /// Adds the values of derived predicates.
    fn derive(&mut self, terms: &mut Terms, class: &Class) {
        for derived in &class.derived {
            let value = self.define(terms, class, &derived.definition, derived.predicate);
            match derived.predicate {
                Predicate::Binary(_) => self.binary.push(value),
                _ => self.unary.push(value.into_iter().map(|row| row[0]).collect()),
            }
        }
    }

    /// The value of a formula on each cell, or each pair of cells.
    fn define(
        &self,
        terms: &mut Terms,
        _: &Class,
        formula: &Formula<Predicate>,
        predicate: Predicate,
    ) -> Vec<Vec<Term>> {
        let context = Context { new: None, fresh: None };
        self.values(terms, formula, predicate, &context)
    }

    fn values(
        &self,
        terms: &mut Terms,
        formula: &Formula<Predicate>,
        of: Predicate,
        context: &Context<'_>,
    ) -> Vec<Vec<Term>> {
        let binary = matches!(of, Predicate::Binary(_));
        let seconds = if binary { self.count } else { 1 };
        let mut value = |u: usize, v: usize| {
            let mut cells = vec![0; 256];
            (cells[0], cells[1]) = (u, v);
            self.value(terms, formula, &mut cells, context)
        };
        (0..self.count).map(|u| (0..seconds).map(|v| value(u, v)).collect()).collect()
    }

    fn value(
        &self,
        terms: &mut Terms,
        formula: &Formula<Predicate>,
        cells: &mut Vec<usize>,
        context: &Context<'_>,
    ) -> Term {
        let at = |var: &u8| usize::from(*var);
        match formula {
            Formula::Constant(value) => terms.bool(*value),
            Formula::Atom(Predicate::Unary(number), vars) => self.unary[usize::from(*number)][cells[at(&vars[0])]],
            Formula::Atom(Predicate::Binary(number), vars) => {
                self.binary[usize::from(*number)][cells[at(&vars[0])]][cells[at(&vars[1])]]
            }
            Formula::Atom(..) => panic!("no conditions in descriptions"),
            Formula::Equal(a, b) => terms.bool(cells[at(a)] == cells[at(b)]),
            Formula::New(var) => terms.bool(context.new == Some(cells[at(var)])),
            Formula::Recompute => {
                let fresh = context.fresh.expect("only in updates");
                *fresh[cells[0]].get(cells[1]).unwrap_or(&fresh[cells[0]][0])
            }
            Formula::Closure { steps, reflexive, from, to } => {
                let closed = self.closure(terms, steps, *reflexive);
                closed[cells[at(from)]][cells[at(to)]]
            }
            Formula::Not(inner) => {
                let inner = self.value(terms, inner, cells, context);
                terms.not(inner)
            }
            Formula::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.value(terms, part, cells, context)).collect();
                terms.and_all(parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.value(terms, part, cells, context)).collect();
                terms.or_all(parts)
            }
            Formula::Exists(var, body) => {
                let before = cells[at(var)];
                let mut parts = Vec::new();
                for cell in 0..self.count {
                    cells[at(var)] = cell;
                    parts.push(self.value(terms, body, cells, context));
                }
                cells[at(var)] = before;
                terms.or_all(parts)
            }
            Formula::If(condition, then, other) => {
                let [c, a, b] = [condition, then, other].map(|part| self.value(terms, part, cells, context));
                terms.ite(c, a, b)
            }
        }
    }

    /// Paths, one cell after the other allowed in their middle.
    fn closure(&self, terms: &mut Terms, steps: &[(Predicate, bool)], reflexive: bool) -> Vec<Vec<Term>> {
        let none = terms.bool(false);
        let mut paths = vec![vec![none; self.count]; self.count];
        for (predicate, backwards) in steps {
            let Predicate::Binary(number) = predicate else { continue };
            for u in 0..self.count {
                for v in 0..self.count {
                    let relation = &self.binary[usize::from(*number)];
                    let step = if *backwards { relation[v][u] } else { relation[u][v] };
                    paths[u][v] = terms.or(paths[u][v], step);
                }
            }
        }
        for middle in 0..self.count {
            for u in 0..self.count {
                for v in 0..self.count {
                    let through = terms.and(paths[u][middle], paths[middle][v]);
                    paths[u][v] = terms.or(paths[u][v], through);
                }
            }
        }
        if reflexive {
            let all = terms.bool(true);
            (0..self.count).for_each(|cell| paths[cell][cell] = all);
        }
        paths
    }

    /// What an operation does, and when it is possible.
    fn step(&mut self, terms: &mut Terms, given: Given) -> Term {
        let index = |pointer: Pointer| pointer.0 as usize;
        let none = terms.bool(false);
        let count = self.count;
        match given {
            Given::Null(x) => self.unary[index(x)] = vec![none; count],
            Given::Copy(x, y) => self.unary[index(x)] = self.unary[index(y)].clone(),
            Given::Malloc(x) => {
                self.unary[index(x)] = vec![none; count];
                self.unary[index(x)][count - 1] = terms.bool(true);
            }
            Given::Load(x, y, f) => {
                let from = self.unary[index(y)].clone();
                let field = &self.binary[f.0 as usize];
                let target = (0..count).map(|v| {
                    let ways: Vec<Term> = (0..count).map(|u| terms.and(from[u], field[u][v])).collect();
                    terms.or_all(ways)
                });
                self.unary[index(x)] = target.collect();
                return terms.or_all(from);
            }
            Given::Clear(x, f) => {
                let at = self.unary[index(x)].clone();
                for (cell, row) in self.binary[f.0 as usize].iter_mut().enumerate() {
                    let other = terms.not(at[cell]);
                    row.iter_mut().for_each(|edge| *edge = terms.and(*edge, other));
                }
                return terms.or_all(at);
            }
            Given::Link(x, f, y) => {
                let (at, to) = (self.unary[index(x)].clone(), self.unary[index(y)].clone());
                let mut possible = vec![terms.or_all(at.clone())];
                for (cell, row) in self.binary[f.0 as usize].iter_mut().enumerate() {
                    for (target, edge) in row.iter_mut().enumerate() {
                        let both = terms.and(at[cell], *edge);
                        possible.push(terms.not(both));
                        let link = terms.and(at[cell], to[target]);
                        *edge = terms.or(*edge, link);
                    }
                }
                return terms.and_all(possible);
            }
            // Any place, one at most, is what the pointer or the field becomes.
            Given::Unknown(x) => {
                let (place, is_one) = any_place(terms, count);
                self.unary[index(x)] = place;
                return is_one;
            }
            Given::UnknownLink(x, f) => {
                let at = self.unary[index(x)].clone();
                let (place, is_one) = any_place(terms, count);
                for (cell, row) in self.binary[f.0 as usize].iter_mut().enumerate() {
                    for (edge, place) in row.iter_mut().zip(&place) {
                        *edge = terms.ite(at[cell], *place, *edge);
                    }
                }
                let possible = terms.or_all(at);
                return terms.and(possible, is_one);
            }
        }
        terms.bool(true)
    }
}

/// Any cell or none, and that it is one at most.
fn any_place(terms: &mut Terms, count: usize) -> (Vec<Term>, Term) {
    let sort = terms.bool_sort();
    let place: Vec<Term> = (0..count).map(|cell| terms.var(&format!("any.{cell}"), sort)).collect();
    let mut constraints = Vec::new();
    for (at, one) in place.iter().enumerate() {
        for other in &place[..at] {
            let both = terms.and(*one, *other);
            constraints.push(terms.not(both));
        }
    }
    let is_one = terms.and_all(constraints);
    (place, is_one)
}

struct Context<'a> {
    new: Option<usize>,
    fresh: Option<&'a Vec<Vec<Term>>>,
}

fn class(name: &str, tracked: &[u32]) -> Class {
    let library = library();
    let all = &library.structure(library.structure_named(name).unwrap()).families;
    let families: Vec<&str> = all.iter().map(|family| family.name.as_str()).collect();
    Class::new(&library, generator(&library, name, &families).parts(&library, &tracking(tracked, &[]))).unwrap()
}

/// Can all of these hold at once?
fn satisfiable(terms: &mut Terms, assertions: &[Term]) -> bool {
    let mut solver = Embedded::new(Options::default());
    for assertion in assertions {
        solver.assert(terms, *assertion).unwrap();
    }
    match solver.check(terms, &[], &Limits::none()).unwrap() {
        Verdict::Sat => true,
        Verdict::Unsat => false,
        Verdict::Unknown(why) => panic!("{why}"),
    }
}

/// Proves the formulas of a structure for heaps of so many cells; gives the number of proofs.
fn prove(name: &str, cells: usize) -> usize {
    let library = library();
    let class = class(name, &[0, 1, 2]);
    let mut proofs = 0;
    let open = open_operations(class.fields.len()).into_iter();
    for given in operations(class.fields.len()).into_iter().chain(open) {
        let allocates = matches!(given, Given::Malloc(_));
        let mut terms = Terms::new();
        let (mut before, mut assertions) = Table::heap(&mut terms, &class, cells - usize::from(allocates));
        let core = before.clone();
        before.derive(&mut terms, &class);
        let (mut after, new) = match allocates {
            true => {
                before = before.extended(&mut terms);
                (core.extended(&mut terms), Some(cells - 1))
            }
            false => (core, None),
        };
        assertions.push(after.step(&mut terms, given));
        let mut wrong = Vec::new();
        for derived in &class.derived {
            let expected = after.define(&mut terms, &class, &derived.definition, derived.predicate);
            let changed = match given {
                Given::Null(x) | Given::Copy(x, _) | Given::Load(x, ..) | Given::Unknown(x) => {
                    Some(Argument::Pointer(x))
                }
                Given::Clear(_, f) | Given::Link(_, f, _) | Given::UnknownLink(_, f) => Some(Argument::Field(f)),
                _ => None,
            };
            let untouched = changed.is_some_and(|argument| !derived.rests_on.contains(&argument));
            if !untouched && let Some(formula) = class.update(&library, derived, given) {
                let context = Context { new, fresh: Some(&expected) };
                let given = before.values(&mut terms, &formula, derived.predicate, &context);
                for (given, expected) in given.iter().flatten().zip(expected.iter().flatten()) {
                    wrong.push(terms.xor(*given, *expected));
                }
                proofs += 1;
            }
            match derived.predicate {
                Predicate::Binary(_) => after.binary.push(expected),
                _ => after.unary.push(expected.into_iter().map(|row| row[0]).collect()),
            }
        }
        assertions.push(terms.or_all(wrong));
        assert!(!satisfiable(&mut terms, &assertions), "{name}: an update of {given:?} with {cells} cells");
    }
    let mut terms = Terms::new();
    let (mut heap, mut assertions) = Table::heap(&mut terms, &class, cells);
    heap.derive(&mut terms, &class);
    let mut wrong = Vec::new();
    for rule in &class.rules {
        let mut cells = vec![0; 256];
        for u in 0..heap.count {
            for v in 0..heap.count {
                cells[usize::from(rule.vars[0])] = u;
                if let Some(second) = rule.vars.get(1) {
                    cells[usize::from(*second)] = v;
                } else if v > 0 {
                    continue;
                }
                let context = Context { new: None, fresh: None };
                let head = match rule.head {
                    Some(head) => Formula::Atom(head, rule.vars.clone()),
                    None => Formula::Equal(rule.vars[0], rule.vars[1]),
                };
                let body = heap.value(&mut terms, &rule.body, &mut cells, &context);
                let head = heap.value(&mut terms, &head, &mut cells, &context);
                let head = if rule.holds { terms.not(head) } else { head };
                wrong.push(terms.and(body, head));
            }
        }
        proofs += 1;
    }
    assertions.push(terms.or_all(wrong));
    assert!(!satisfiable(&mut terms, &assertions), "{name}: a rule with {cells} cells");
    proofs
}

#[test]
fn cpa_31_formulas_of_lists_are_proved() {
    for cells in 1..=CELLS {
        assert!(prove("sll", cells) > 20);
        assert!(prove("circular", cells) > 20);
    }
}

#[test]
fn cpa_31_formulas_of_doubly_linked_lists_are_proved() {
    (1..=CELLS).for_each(|cells| assert!(prove("dll", cells) > 50));
}

#[test]
fn cpa_31_formulas_of_trees_are_proved() {
    (1..=CELLS).for_each(|cells| assert!(prove("tree", cells) > 50));
}

#[test]
fn cpa_31_formulas_of_trees_with_parents_are_proved() {
    (1..=CELLS).for_each(|cells| assert!(prove("tree_parent", cells) > 50));
}

/// The tables are right where the answer is known: a cell with a link to itself is on a cycle.
#[test]
fn tables_tell_heaps_apart() {
    let class = class("sll", &[0]);
    let mut terms = Terms::new();
    let (mut heap, mut assertions) = Table::heap(&mut terms, &class, 3);
    heap.derive(&mut terms, &class);
    let field = class.field(Field(0)).unwrap();
    let cyclic = class.derived.iter().position(|d| matches!(d.instance.arguments[..], [Argument::Field(_)])).unwrap();
    let Predicate::Unary(cyclic) = class.derived[cyclic].predicate else { panic!() };
    assertions.push(heap.binary[field][0][1]);
    assertions.push(heap.unary[usize::from(cyclic)][0]);
    assert!(satisfiable(&mut terms, &assertions));
    assertions.push(heap.binary[field][1][2]);
    let back = heap.binary[field][2][0];
    assertions.push(terms.not(back));
    assert!(!satisfiable(&mut terms, &assertions));
}
