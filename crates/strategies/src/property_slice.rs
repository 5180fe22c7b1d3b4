//! Slices for properties: what of a program decides whether it can violate one.
//!
//! A slice keeps a proof valid if every execution of the program that gets to a target has one in
//! the slice that does. Targets are not only violations that the property monitors, but everything
//! that an analysis may not pass in silence: what is not modelled, calls through pointers that may
//! be anything, functions without a definition that are taken to do anything. Were they removed,
//! the slice would simply go on or end there, and a proof of it would say nothing about what lies
//! behind them.
//!
//! Where an execution stops without a violation (`abort`, `exit`, an assumption that does not
//! hold), what lies behind depends on it. A slice that passes such a place keeps proofs valid too,
//! but it would find violations that are none, so these are kept. Only loops are taken to end.
//!
//! Memory safety is about accesses and about the lives of objects, so that all of both are targets.
//! Leaks are about every pointer that is stored anywhere, termination about every loop: there is
//! nothing to remove.

use adumbra_dependence::simplify::{Simplified, simplify};
use adumbra_dependence::{
    Andersen, Criterion, DependenceGraph, DependenceOptions, Outside, PointsTo, Regions, Slice, Trivial,
};
use adumbra_interpreter::{Externals, eval};
use adumbra_program::{Callee, Edge, Location, Op, Program, PropertyKind, Violation};
use std::time::{Duration, Instant};

/// What functions without a definition write.
pub fn outside(externals: Externals) -> Outside {
    match externals {
        Externals::Pure | Externals::Unknown => Outside::Pure,
        Externals::HavocArgs => Outside::Arguments,
        Externals::HavocAll => Outside::Everything,
    }
}

/// A dependence graph with what it was made from, and how long that took.
pub struct Dependences {
    /// Where pointers point to.
    pub points_to: Box<dyn PointsTo>,
    /// The parts of memory.
    pub regions: Regions,
    /// The graph.
    pub graph: DependenceGraph,
    /// Time for points-to sets and regions.
    pub pointing: Duration,
    /// Time for the graph.
    pub building: Duration,
}

impl Dependences {
    /// Of a program, with the precise points-to analysis or the one that takes no time.
    pub fn of(program: &Program, externals: Externals, precise: bool, options: &DependenceOptions) -> Self {
        let started = Instant::now();
        let points_to: Box<dyn PointsTo> = match precise {
            true => Box::new(Andersen::new(program, outside(externals))),
            false => Box::new(Trivial::new(program, outside(externals))),
        };
        let regions = Regions::new(program, points_to.as_ref());
        let pointing = started.elapsed();
        let started = Instant::now();
        let graph = DependenceGraph::new(program, points_to.as_ref(), &regions, options);
        Dependences { points_to, regions, graph, pointing, building: started.elapsed() }
    }
}

/// What a slice for a property is about.
pub struct Targets {
    /// The edges that decide about the property.
    pub edges: Vec<Edge>,
    /// Where executions stop.
    pub stops: Vec<Location>,
}

impl Targets {
    /// As criteria.
    pub fn criteria(&self) -> Vec<Criterion> {
        let edges = self.edges.iter().map(|e| Criterion::Edge(*e));
        edges.chain(self.stops.iter().map(|l| Criterion::Location(*l))).collect()
    }
}

/// What decides about a program's property; an error says why there is no slice for it.
pub fn targets(program: &Program, externals: Externals, points_to: &dyn PointsTo) -> Result<Targets, String> {
    let property = &program.property;
    for (kind, name) in PropertyKind::NAMES.iter().filter(|(kind, _)| property.contains(*kind)) {
        if let Some(why) = kind.about().unsliced {
            return Err(format!("there is no slice for {name}: {why}"));
        }
    }
    let memory = property.monitors(Violation::NullAccess) || property.monitors(Violation::InvalidFree);
    let is_target = |edge: Edge| match &program.edges[edge].op {
        Op::Violation(violation) => property.monitors(*violation),
        Op::Unsupported(_) => true,
        Op::Call { callee, .. } => {
            let callees = points_to.callees(edge);
            let undefined = callees.functions.iter().any(|f| program.body(*f).is_none());
            callees.unknown
                || (undefined && externals == Externals::Unknown)
                || matches!(callee, Callee::Indirect(_)) && callees.functions.is_empty()
        }
        Op::Load { .. } | Op::Store { .. } | Op::Copy { .. } | Op::Fill { .. } | Op::Havoc { .. } => memory,
        Op::Allocate { .. } | Op::Free { .. } | Op::ScopeBegin { .. } | Op::ScopeEnd { .. } => memory,
        Op::StackSave { .. } | Op::StackRestore { .. } | Op::VaStart { .. } | Op::ObjectSize { .. } => memory,
        _ => false,
    };
    let reached = |edge: &Edge| points_to.reachable(program.function_of(program.edges[*edge].from));
    let edges = program.edges.keys().filter(reached).filter(|e| is_target(*e)).collect();
    Ok(Targets { edges, stops: stops(program, points_to) })
}

/// The locations at which executions stop, unmonitored violations aside.
fn stops(program: &Program, points_to: &dyn PointsTo) -> Vec<Location> {
    let mut out = Vec::new();
    for (function, _, body) in program.defined_functions() {
        if !points_to.reachable(function) {
            continue;
        }
        for location in body.location_ids().filter(|l| *l != body.exit) {
            let mut edges = program.out_edges(location);
            let into = |edge: &Edge| matches!(program.edges[*edge].op, Op::Assume { .. } | Op::Call { .. });
            let stops = match edges.next() {
                Some(edge) => matches!(program.edges[edge].op, Op::End { .. }),
                None => program.in_edges(location).iter().any(into),
            };
            if stops {
                out.push(location);
            }
        }
    }
    out
}

/// Adds calls after which nothing comes, where a slice gets to: without them it would look as if
/// control went on.
pub fn add_stopping_calls(program: &Program, graph: &DependenceGraph, slice: &mut Slice) {
    let unreachable = |edge: &Edge| matches!(program.edges[*edge].op, Op::Violation(Violation::Unreachable));
    let ends = |location: Location| match program.out_edges(location).next() {
        Some(edge) => unreachable(&edge),
        None => true,
    };
    let calls: Vec<Edge> = program
        .edges
        .iter()
        .filter(|(_, data)| matches!(data.op, Op::Call { .. }) && ends(data.to))
        .filter(|(_, data)| {
            let mut controllers = graph.controllers(data.from).peekable();
            controllers.peek().is_some() && controllers.all(|l| program.out_edges(l).any(|e| slice.contains(e)))
        })
        .map(|(edge, _)| edge)
        .collect();
    calls.into_iter().for_each(|edge| _ = slice.insert(edge));
}

/// A backward slice in which calls of functions that are not the program's own are whole: whoever
/// executes the slice calls the real ones, which look at all their arguments.
pub fn with_whole_calls(program: &Program, graph: &DependenceGraph, criteria: &[Criterion]) -> Slice {
    let mut criteria = criteria.to_vec();
    let mut slice = graph.slice(program, &criteria);
    let foreign = |edge: &Edge| match program.edges[*edge].op {
        Op::Call { callee: Callee::Direct(function), .. } => {
            let data = &program.functions[function];
            (data.library || data.body.is_none())
                && !program.functions[program.function_of(program.edges[*edge].from)].library
        }
        _ => false,
    };
    let mut whole = Slice::default();
    loop {
        let calls: Vec<Edge> = slice.edges().filter(foreign).filter(|e| !whole.contains(*e)).collect();
        if calls.is_empty() {
            return slice;
        }
        for call in calls {
            whole.insert(call);
            criteria.push(Criterion::Edge(call));
        }
        slice = graph.slice(program, &criteria);
    }
}

/// The program without what does nothing. Constants are evaluated as the interpreter does it.
pub fn simplified(program: &Program) -> (Program, Simplified) {
    simplify(program, &|pool, expr, ty| eval::fold_words(pool, expr, ty, &program.layout))
}
