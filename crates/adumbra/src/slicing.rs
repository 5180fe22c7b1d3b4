//! Slices for properties: what of a program decides whether it can violate one.
//!
//! A slice keeps a proof valid if every execution of the program that gets to a target has one in the slice that does. Targets are not only
//! violations that the property monitors, but everything that an analysis may not pass in silence: what is not modelled, calls through
//! pointers that may be anything, functions without a definition that are taken to do anything. Were they removed, the slice
//! would simply go on or end there, and a proof of it would say nothing about what lies behind them.
//!
//! Memory safety is about accesses and about the lives of objects, so that all of both are targets. Leaks are about every pointer that is
//! stored anywhere, termination about every loop: there is nothing to remove.

use adumbra_dependence::{
    Andersen, Criterion, DependenceGraph, DependenceOptions, Outside, PointsTo, Regions, Slice, Trivial,
};
use adumbra_interpreter::Externals;
use adumbra_program::{Callee, Edge, Op, Program, PropertyKind, Violation};
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

/// The edges that decide about a program's property; an error says why there is no slice for it.
pub fn targets(program: &Program, externals: Externals, points_to: &dyn PointsTo) -> Result<Vec<Edge>, String> {
    let property = &program.property;
    let whole = [
        (PropertyKind::Termination, "it is about every loop of the program"),
        (PropertyKind::ValidMemtrack, "it is about every pointer of the program"),
        (PropertyKind::ValidMemcleanup, "it is about every pointer of the program"),
        (PropertyKind::NoDataRace, "it is about every access of the program"),
        (PropertyKind::Specification, "the rules may look at any edge"),
    ];
    if let Some((kind, why)) = whole.into_iter().find(|(kind, _)| property.contains(*kind)) {
        return Err(format!("there is no slice for {}: {why}", kind.name()));
    }
    let memory = property.monitors(Violation::NullAccess) || property.monitors(Violation::InvalidFree);
    let is_target = |edge: Edge| match &program.edges[edge].op {
        Op::Violation(violation) => property.monitors(*violation),
        Op::Unsupported(_) => true,
        Op::Call { callee, .. } => {
            let unknown = points_to.callees(edge).unknown;
            let undefined = match callee {
                Callee::Direct(function) => program.body(*function).is_none(),
                Callee::Indirect(_) => true,
            };
            unknown || (undefined && externals == Externals::Unknown)
        }
        Op::Load { .. } | Op::Store { .. } | Op::Copy { .. } | Op::Fill { .. } | Op::Havoc { .. } => memory,
        Op::Allocate { .. } | Op::Free { .. } | Op::ScopeBegin { .. } | Op::ScopeEnd { .. } => memory,
        Op::StackSave { .. } | Op::StackRestore { .. } | Op::VaStart { .. } | Op::ObjectSize { .. } => memory,
        _ => false,
    };
    Ok(program.edges.keys().filter(|e| is_target(*e)).collect())
}

/// A backward slice in which calls of functions that are not the program's own are whole: whoever executes the slice calls the real ones, which
/// look at all their arguments.
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
