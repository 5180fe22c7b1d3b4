//! Bounds on loops: how often each loop that is open has been passed, and where that is too often.
//!
//! The counts of a loop end with it, so that those who leave it after different numbers of
//! iterations meet again. [`VisitsAnalysis`] counts the heads of all loops together, for induction.

use crate::location::Places;
use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_engine::*;
use adumbra_options::{group, options};
use adumbra_program::graph::{FunctionGraph, LoopForest, LoopId};
use adumbra_program::*;
use adumbra_verdict::Reason;
use std::rc::Rc;
use std::sync::Arc;

/// How often the heads of open loops were reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Iterations {
    /// The number of open calls, the head, and how often it was reached; inner loops behind outer
    /// ones.
    counts: Rc<Vec<(u32, Location, u32)>>,
    calls: u32,
    beyond: bool,
}

/// The analysis of loop bounds.
pub struct BoundAnalysis {
    program: Arc<Program>,
    bound: u32,
    graphs: Vec<Option<(FunctionGraph, LoopForest)>>,
}

impl BoundAnalysis {
    /// Follows each loop for so many iterations.
    pub fn new(program: &Arc<Program>, bound: u32) -> Self {
        let graph = |(function, data): (Function, &FunctionData)| {
            let body = data.body.as_ref()?;
            let graph = FunctionGraph::of_body(program, function, body);
            let loops = graph.loops();
            Some((graph, loops))
        };
        BoundAnalysis { program: Arc::clone(program), bound, graphs: program.functions.iter().map(graph).collect() }
    }

    /// The loops that contain a location, by their heads.
    fn contains(&self, head: Location, location: Location) -> bool {
        let function = self.program.function_of(location);
        let Some((graph, loops)) = &self.graphs[function.index()] else { return false };
        match loops.headed_by(graph.node(head)) {
            Some(id) => loops.contains(id, graph.node(location)),
            None => false,
        }
    }

    fn headed_by(&self, location: Location) -> Option<LoopId> {
        let (graph, loops) = self.graphs[self.program.function_of(location).index()].as_ref()?;
        loops.headed_by(graph.node(location))
    }
}

impl Analysis for BoundAnalysis {
    type State = Iterations;
    type Precision = ();

    fn name(&self) -> &'static str {
        "bound"
    }

    fn abilities(&self) -> Abilities {
        Abilities { edges: true, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (Iterations, ()) {
        (Iterations::default(), ())
    }

    fn transfer(&mut self, state: &mut Iterations, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Iterations> {
        let Some(location) = step.to(&self.program) else { return Flow::Dead };
        match step {
            Move::Enter { .. } => state.calls += 1,
            Move::Leave { .. } => {
                state.calls = state.calls.saturating_sub(1);
                let calls = state.calls;
                if state.counts.iter().any(|(depth, _, _)| *depth > calls) {
                    Rc::make_mut(&mut state.counts).retain(|(depth, _, _)| *depth <= calls);
                }
            }
            Move::Edge(_) => {}
        }
        let calls = state.calls;
        let left = |(depth, head, _): &(u32, Location, u32)| *depth == calls && !self.contains(*head, location);
        if state.counts.iter().any(left) {
            Rc::make_mut(&mut state.counts).retain(|entry| !left(entry));
        }
        if self.headed_by(location).is_some() {
            let counts = Rc::make_mut(&mut state.counts);
            let place = counts.iter().position(|(depth, head, _)| *depth == calls && *head == location);
            let place = place.unwrap_or_else(|| {
                counts.push((calls, location, 0));
                counts.len() - 1
            });
            counts[place].2 += 1;
            state.beyond = counts[place].2 > self.bound;
        }
        Flow::On
    }

    fn strengthens(&self) -> bool {
        true
    }

    fn strengthen(&mut self, state: &mut Iterations, _: &(), _: Move, _: &Siblings<'_>) -> Flow<Iterations> {
        if state.beyond { Flow::Cut(Reason::Bounded { iterations: self.bound }) } else { Flow::On }
    }

    fn answer(&self, state: &Iterations, question: Question) -> Option<Fact> {
        (question == Question::BeyondBound).then_some(Fact::Truth(state.beyond))
    }

    fn show(&self, state: &Iterations) -> String {
        let counts: Vec<String> = state.counts.iter().map(|(_, head, count)| format!("{head}:{count}")).collect();
        counts.join(" ")
    }
}

/// Counts how often heads of loops were reached, whichever; the exploration ends where it was more
/// often than a bound. Before the bound is reached, violations are taken not to happen.
pub struct VisitsAnalysis {
    program: Arc<Program>,
    places: Arc<Places>,
    most: u32,
}

impl VisitsAnalysis {
    /// At most so many visits.
    pub fn new(program: &Arc<Program>, places: &Arc<Places>, most: u32) -> Self {
        VisitsAnalysis { program: Arc::clone(program), places: Arc::clone(places), most }
    }
}

impl Analysis for VisitsAnalysis {
    type State = u32;
    type Precision = ();

    fn name(&self) -> &'static str {
        "visits"
    }

    fn abilities(&self) -> Abilities {
        Abilities { edges: true, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (u32, ()) {
        (0, ())
    }

    fn transfer(&mut self, state: &mut u32, _: &(), step: Move, _: &Siblings<'_>) -> Flow<u32> {
        let Some(location) = step.to(&self.program) else { return Flow::Dead };
        if self.places.is_loop_head(location) {
            *state += 1;
        }
        if *state > self.most { Flow::Dead } else { Flow::On }
    }

    fn answer(&self, state: &u32, question: Question) -> Option<Fact> {
        (question == Question::Assumed).then_some(Fact::Truth(*state < self.most))
    }

    fn show(&self, state: &u32) -> String {
        format!("{state} visits")
    }
}

options! {
    /// Options of bounds on loops.
    pub struct BoundOptions {
        loop_bound: count = 8 in 1..=1_000_000, tunable, "Iterations for which the part `bound` follows each loop.";
        max_loop_bound: count = 1 in 1..=1_000_000, fixed, "As long as nothing but the bound on loops is in the way of a proof, it is doubled, up to this; not at all if this is not above loop-bound.";
    }
}

/// Bounds on loops in configurations.
pub const PART: PartEntry = PartEntry {
    name: "bound",
    can: Can { place: true, ..Can::NONE },
    beside: Beside::Calls,
    options: &[group::<BoundOptions>],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let bound = u32::try_from(setting.options.of::<BoundOptions>().loop_bound).unwrap_or(u32::MAX);
    Box::new(Component::new(BoundAnalysis::new(setting.program, bound)))
}
