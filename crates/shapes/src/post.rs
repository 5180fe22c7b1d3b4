//! The abstract post of an operation: focus, update, coerce.
//!
//! First what the operation goes through becomes definite ([`crate::focus`]), so that there is one
//! graph for each case: where a pointer points, where its field leads. Each case is coerced, which
//! drops impossible ones, updated, and coerced again. Whatever a heap becomes, one of the resulting
//! graphs stands for it. Canonical abstraction is left to the caller, who needs it where paths meet
//! only.
//!
//! A pointer that a class does not track may be anything: what is copied from it is unknown, and
//! what is stored through it may be stored into every node.

use crate::class::{Argument, Class, Given};
use crate::coerce::coerce;
use crate::description::Library;
use crate::focus::{Focus, focus};
use crate::graph::{Graph, TooLarge};
use crate::names::{Assertion, Field, Nullary, Pointer};
use crate::operation::{Condition, Data, Fresh, Operation};
use crate::truth::{Mask, Truth, nodes};
use crate::update::{Plan, Step, Stored};
use rustc_hash::FxHashMap;

/// Plans that were made for one class.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    known: FxHashMap<Step, Plan>,
}

/// What posts are computed with.
pub struct Poster<'a> {
    /// The schemas of derived predicates.
    pub library: &'a Library,
    /// The class of the graph.
    pub class: &'a Class,
    /// Plans of the class.
    pub plans: &'a mut Plans,
}

type Graphs = Result<Vec<Graph>, TooLarge>;

impl Poster<'_> {
    /// The graphs behind an operation, in any order.
    pub fn post(&mut self, graph: &Graph, operation: &Operation) -> Graphs {
        match operation {
            Operation::Nothing => Ok(vec![graph.clone()]),
            Operation::Null(x) if self.tracks(*x) => self.step(vec![graph.clone()], Given::Null(*x)),
            Operation::Copy(x, y) if self.tracks(*x) => {
                if self.tracks(*y) {
                    let focused = self.pointer(vec![graph.clone()], *y, false)?;
                    return self.step(focused, Given::Copy(*x, *y));
                }
                self.step(vec![graph.clone()], Given::Unknown(*x))
            }
            Operation::Load(x, y, f) => self.load(graph, *x, *y, *f),
            Operation::Forget(x) if self.tracks(*x) => self.step(vec![graph.clone()], Given::Unknown(*x)),
            Operation::StoreNull(x, f) if self.class.field(*f).is_some() => {
                if !self.tracks(*x) {
                    return self.apply(vec![graph.clone()], Step::Weak(*f, Stored::Null));
                }
                let focused = self.target(graph, *x, *f)?;
                self.step(focused, Given::Clear(*x, *f))
            }
            Operation::Store(x, f, y) if self.class.field(*f).is_some() => self.store(graph, *x, *f, *y),
            Operation::ForgetField(x, f) if self.class.field(*f).is_some() => {
                if !self.tracks(*x) {
                    return self.apply(vec![graph.clone()], Step::Weak(*f, Stored::Unknown));
                }
                let focused = self.target(graph, *x, *f)?;
                self.step(focused, Given::UnknownLink(*x, *f))
            }
            Operation::Malloc(x, fresh) => self.malloc(graph, *x, *fresh),
            Operation::Free(x) => self.free(graph, *x),
            Operation::SetData(x, changes) => self.set_data(graph, *x, changes),
            Operation::ForgetData(assertion) => Ok(self.forget_data(graph, *assertion)),
            Operation::SetNullary(nullary, data) => self.set_nullary(graph, *nullary, *data),
            Operation::LoadNullary(nullary, x, assertion) => self.load_nullary(graph, *nullary, *x, *assertion),
            Operation::Assume(condition, holds) => self.assume(graph, *condition, *holds),
            // What the class does not tell of changes nothing that it tells of.
            _ => Ok(vec![graph.clone()]),
        }
    }

    fn tracks(&self, pointer: Pointer) -> bool {
        self.class.pointer(pointer).is_some()
    }

    fn coerced(&self, graphs: Vec<Graph>) -> Vec<Graph> {
        graphs.into_iter().filter_map(|graph| coerce(self.class, graph)).collect()
    }

    fn apply(&mut self, graphs: Vec<Graph>, step: Step) -> Graphs {
        let make = || Plan::new(self.library, self.class, step);
        let plan = self.plans.known.entry(step).or_insert_with(make);
        let after = graphs.iter().map(|graph| plan.apply(self.class, graph)).collect::<Result<_, _>>()?;
        Ok(self.coerced(after))
    }

    fn step(&mut self, graphs: Vec<Graph>, given: Given) -> Graphs {
        self.apply(graphs, Step::Known(given))
    }

    fn focused(&self, graphs: Vec<Graph>, on: impl Fn(&Graph) -> Option<Focus>, single: bool) -> Graphs {
        let mut all = Vec::new();
        for graph in graphs {
            match on(&graph) {
                Some(on) => all.extend(self.coerced(focus(graph, on, single)?)),
                None => all.push(graph),
            }
        }
        Ok(all)
    }

    /// Where a pointer points becomes definite. `through` leaves out graphs in which it is null.
    fn pointer(&self, graphs: Vec<Graph>, pointer: Pointer, through: bool) -> Graphs {
        let Some(predicate) = self.class.pointer(pointer) else { return Ok(graphs) };
        let mut focused = self.focused(graphs, |_| Some(Focus::Unary(predicate)), true)?;
        if through {
            focused.retain(|graph| graph.unary(predicate).must != 0);
        }
        Ok(focused)
    }

    /// The node that a focused pointer points to.
    fn node(&self, graph: &Graph, pointer: Pointer) -> Option<usize> {
        nodes(graph.unary(self.class.pointer(pointer)?).must).next()
    }

    /// Where a field of what a focused pointer points to leads becomes definite.
    fn successor(&self, graphs: Vec<Graph>, pointer: Pointer, field: Field) -> Graphs {
        let Some(relation) = self.class.field(field) else { return Ok(graphs) };
        self.focused(graphs, |graph| Some(Focus::From(relation, self.node(graph, pointer)?)), true)
    }

    /// The graphs before a store: where the pointer points, and, if a predicate is about several
    /// fields, what the store overwrites.
    fn target(&self, graph: &Graph, pointer: Pointer, field: Field) -> Graphs {
        let graphs = self.pointer(vec![graph.clone()], pointer, true)?;
        let fields = |arguments: &[Argument]| arguments.iter().filter(|a| matches!(a, Argument::Field(_))).count();
        if self.class.derived.iter().any(|derived| fields(&derived.instance.arguments) > 1) {
            return self.successor(graphs, pointer, field);
        }
        Ok(graphs)
    }

    fn load(&mut self, graph: &Graph, x: Pointer, y: Pointer, f: Field) -> Graphs {
        let graphs = self.pointer(vec![graph.clone()], y, true)?;
        if !self.tracks(x) {
            return Ok(graphs);
        }
        if !self.tracks(y) || self.class.field(f).is_none() {
            return self.step(graphs, Given::Unknown(x));
        }
        let graphs = self.successor(graphs, y, f)?;
        self.step(graphs, Given::Load(x, y, f))
    }

    fn store(&mut self, graph: &Graph, x: Pointer, f: Field, y: Pointer) -> Graphs {
        let known = self.tracks(y).then_some(y);
        if !self.tracks(x) {
            let graphs = self.pointer(vec![graph.clone()], y, false)?;
            return self.apply(graphs, Step::Weak(f, known.map_or(Stored::Unknown, Stored::Pointer)));
        }
        let graphs = self.target(graph, x, f)?;
        if known.is_none() {
            return self.step(graphs, Given::UnknownLink(x, f));
        }
        let graphs = self.pointer(graphs, y, false)?;
        let cleared = self.step(graphs, Given::Clear(x, f))?;
        self.step(cleared, Given::Link(x, f, y))
    }

    fn malloc(&mut self, graph: &Graph, x: Pointer, fresh: Fresh) -> Graphs {
        let mut graphs = self.step(vec![graph.clone()], Given::Malloc(x))?;
        if fresh == Fresh::Unknown {
            for f in self.class.fields.clone() {
                if self.tracks(x) {
                    graphs = self.step(graphs, Given::UnknownLink(x, f))?;
                    continue;
                }
                graphs = self.apply(graphs, Step::Weak(f, Stored::Unknown))?;
            }
        }
        Ok(graphs)
    }

    /// Gives a unary predicate another value on what a pointer points to. Where it points is
    /// focused; graphs in which it is null are kept if `null` is.
    fn set_at(&self, graph: &Graph, x: Pointer, predicate: usize, value: Truth, null: bool) -> Graphs {
        if !self.tracks(x) {
            let mut graph = graph.clone();
            let all = Mask::constant(value, graph.all());
            graph.set_unary(predicate, graph.unary(predicate).join(all));
            return Ok(vec![graph]);
        }
        let mut graphs = self.pointer(vec![graph.clone()], x, !null)?;
        for graph in &mut graphs {
            if let Some(node) = self.node(graph, x) {
                graph.set_unary(predicate, graph.unary(predicate).with(node, value));
            }
        }
        Ok(graphs)
    }

    fn free(&mut self, graph: &Graph, x: Pointer) -> Graphs {
        match self.class.freed() {
            Some(freed) => self.set_at(graph, x, freed, Truth::True, true),
            None => Ok(vec![graph.clone()]),
        }
    }

    /// The value of data that is stored; a condition is focused.
    fn data(&self, graph: &Graph, data: Data) -> Result<Vec<(Graph, Truth)>, TooLarge> {
        let (nullary, positive) = match data {
            Data::Is(value) => return Ok(vec![(graph.clone(), value)]),
            Data::As(nullary) => (nullary, true),
            Data::Not(nullary) => (nullary, false),
        };
        let Some(number) = self.class.nullary(nullary) else { return Ok(vec![(graph.clone(), Truth::Unknown)]) };
        let graphs = focus(graph.clone(), Focus::Nullary(number), false)?;
        let value = |graph: &Graph| graph.nullary().at(number);
        Ok(graphs
            .into_iter()
            .map(|graph| (value(&graph), graph))
            .map(|(v, g)| (g, if positive { v } else { !v }))
            .collect())
    }

    fn set_data(&mut self, graph: &Graph, x: Pointer, changes: &[(Assertion, Data)]) -> Graphs {
        // All values are those before the operation; conditions do not change, so one after the
        // other.
        let mut graphs = self.pointer(vec![graph.clone()], x, true)?;
        for (assertion, data) in changes {
            let Some(predicate) = self.class.assertion(*assertion) else { continue };
            let mut after = Vec::new();
            for graph in &graphs {
                for (graph, value) in self.data(graph, *data)? {
                    after.extend(self.set_at(&graph, x, predicate, value, false)?);
                }
            }
            graphs = after;
        }
        Ok(self.coerced(graphs))
    }

    fn forget_data(&self, graph: &Graph, assertion: Assertion) -> Vec<Graph> {
        let mut graph = graph.clone();
        if let Some(predicate) = self.class.assertion(assertion) {
            graph.set_unary(predicate, Mask::unknown(graph.all()));
        }
        self.coerced(vec![graph])
    }

    fn set_nullary(&mut self, graph: &Graph, nullary: Nullary, data: Data) -> Graphs {
        let Some(number) = self.class.nullary(nullary) else { return Ok(vec![graph.clone()]) };
        let set = |(mut graph, value): (Graph, Truth)| {
            graph.set_nullary(graph.nullary().with(number, value));
            graph
        };
        Ok(self.data(graph, data)?.into_iter().map(set).collect())
    }

    fn load_nullary(&mut self, graph: &Graph, nullary: Nullary, x: Pointer, assertion: Assertion) -> Graphs {
        let graphs = self.pointer(vec![graph.clone()], x, true)?;
        let mut after = Vec::new();
        for graph in graphs {
            let predicate = self.class.assertion(assertion).zip(self.node(&graph, x));
            let value = predicate.map_or(Truth::Unknown, |(predicate, node)| graph.unary(predicate).at(node));
            after.extend(self.set_nullary(&graph, nullary, Data::Is(value))?);
        }
        Ok(after)
    }

    fn assume(&mut self, graph: &Graph, condition: Condition, holds: bool) -> Graphs {
        let all = vec![graph.clone()];
        let keep = |graphs: Vec<Graph>, test: &dyn Fn(&Graph) -> bool| {
            graphs.into_iter().filter(|graph| test(graph) == holds).collect::<Vec<_>>()
        };
        let points = |graph: &Graph, x: Pointer| self.class.pointer(x).map_or(0, |p| graph.unary(p).must);
        Ok(match condition {
            Condition::Null(x) if self.tracks(x) => keep(self.pointer(all, x, false)?, &|graph| points(graph, x) == 0),
            Condition::Equal(x, y) if x == y => keep(all, &|_| true),
            Condition::Equal(x, y) if self.tracks(x) && self.tracks(y) => {
                let graphs = self.pointer(self.pointer(all, x, false)?, y, false)?;
                keep(graphs, &|graph| points(graph, x) == points(graph, y))
            }
            Condition::FieldNull(x, f) if self.tracks(x) => {
                let graphs = self.pointer(all, x, true)?;
                let Some(field) = self.class.field(f) else { return Ok(graphs) };
                let row = |graph: &Graph| self.node(graph, x).map_or(0, |node| graph.row(field, node).must);
                keep(self.successor(graphs, x, f)?, &|graph| row(graph) == 0)
            }
            Condition::FieldEqual(x, f, y) if self.tracks(x) => {
                let graphs = self.pointer(all, x, true)?;
                let (Some(field), true) = (self.class.field(f), self.tracks(y)) else { return Ok(graphs) };
                let graphs = self.successor(self.pointer(graphs, y, false)?, x, f)?;
                let row = |graph: &Graph| self.node(graph, x).map_or(0, |node| graph.row(field, node).must);
                keep(graphs, &|graph| row(graph) == points(graph, y))
            }
            Condition::Asserted(x, assertion) if self.tracks(x) => {
                self.assume_at(all, x, self.class.assertion(assertion), holds)?
            }
            Condition::Freed(x) if self.tracks(x) => self.assume_at(all, x, self.class.freed(), holds)?,
            Condition::Holds(nullary) => {
                let Some(number) = self.class.nullary(nullary) else { return Ok(all) };
                let mut graph = graph.clone();
                if graph.nullary().at(number) == Truth::from(!holds) {
                    return Ok(Vec::new());
                }
                graph.set_nullary(graph.nullary().with(number, holds.into()));
                self.coerced(vec![graph])
            }
            _ => all,
        })
    }

    /// A unary predicate holds on what a pointer points to, or does not.
    fn assume_at(&self, graphs: Vec<Graph>, x: Pointer, predicate: Option<usize>, holds: bool) -> Graphs {
        let mut graphs = self.pointer(graphs, x, true)?;
        let Some(predicate) = predicate else { return Ok(graphs) };
        let mut kept = Vec::new();
        for mut graph in graphs.drain(..) {
            let Some(node) = self.node(&graph, x) else { continue };
            if graph.unary(predicate).at(node) != Truth::from(!holds) {
                graph.set_unary(predicate, graph.unary(predicate).with(node, holds.into()));
                kept.push(graph);
            }
        }
        Ok(self.coerced(kept))
    }
}
