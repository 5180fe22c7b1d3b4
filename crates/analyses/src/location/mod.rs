//! The location analysis: where the execution is, and which moves are possible.
//!
//! Which functions a call through a pointer enters, the other parts may know. If none of them does,
//! it is those in the points-to set of the pointer; only where that may hold something else, too, a
//! call is a target.
//!
//! It also knows the targets that are written in the program: violations that the property
//! monitors, and operations that are not modelled.

mod coverage;
mod shape;

pub use coverage::Search;
pub use shape::Places;

use crate::pointers::Pointers;
use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_dependence::{Callees, PointsTo};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_verdict::{Reason, StateFacts, Target, TargetKind};
use coverage::Coverage;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where an execution is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// The location.
    pub location: Location,
    /// What was just reached.
    pub target: Option<Target>,
    /// Has the program ended?
    pub ended: bool,
}

/// What calls of functions without a body mean to the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExternalCalls {
    /// They are followed: the other parts say what they do.
    #[default]
    Followed,
    /// They are not: the result is not complete.
    Refused,
}

impl From<Externals> for ExternalCalls {
    fn from(externals: Externals) -> ExternalCalls {
        match externals {
            Externals::Unknown => ExternalCalls::Refused,
            Externals::Pure | Externals::HavocArgs | Externals::HavocAll => ExternalCalls::Followed,
        }
    }
}

/// The location analysis.
pub struct LocationAnalysis {
    program: Arc<Program>,
    places: Arc<Places>,
    externals: ExternalCalls,
    start: Option<Location>,
    /// For every location the moves that are the same in all states.
    ways: Vec<Moves>,
    /// Violations that are not monitored, at which executions end.
    ends: BTreeMap<Violation, Edge>,
    pointers: Option<Arc<Pointers>>,
    coverage: Coverage,
    /// The blocks of the program, if it is explored by blocks.
    blocks: Option<Arc<BlockTable>>,
}

/// What a call through a pointer does if the pointer is of no function.
const NO_FUNCTION: [Violation; 2] = [Violation::NullAccess, Violation::WildAccess];

/// The moves from a location, if they are the same in all states.
fn way(program: &Program, location: Location) -> Moves {
    let mut out = program.out_edges(location);
    match (out.next(), out.next(), out.next()) {
        (Some(only), None, _) => match program.edges[only].op {
            Op::Call { callee: Callee::Direct(callee), .. } if program.body(callee).is_some() => {
                Moves::One(Move::Enter { call: only, callee })
            }
            Op::Call { callee: Callee::Indirect(_), .. } => Moves::Any,
            _ => Moves::One(Move::Edge(only)),
        },
        (Some(one), Some(other), None) => match (&program.edges[one].op, &program.edges[other].op) {
            (Op::Assume { condition, truth }, Op::Assume { condition: same, truth: opposite })
                if condition == same && truth != opposite =>
            {
                let (yes, no) = if *truth { (one, other) } else { (other, one) };
                Moves::Branch { condition: *condition, yes, no }
            }
            _ => Moves::Any,
        },
        _ => Moves::Any,
    }
}

impl LocationAnalysis {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>, externals: ExternalCalls) -> Self {
        LocationAnalysis {
            program: Arc::clone(program),
            places: Arc::new(Places::new(program)),
            externals,
            start: None,
            ways: program.locations.iter().map(|(location, _)| way(program, location)).collect(),
            ends: BTreeMap::new(),
            pointers: None,
            coverage: Coverage::new(program),
            blocks: None,
        }
    }

    /// The same for an exploration by blocks: it says where they begin and end. Which calls are
    /// open, another part must know.
    pub fn with_blocks(mut self, blocks: &Arc<BlockTable>) -> Self {
        self.blocks = Some(Arc::clone(blocks));
        self
    }

    /// Starts elsewhere than at the entry of the program.
    pub fn starting_at(mut self, location: Location) -> Self {
        self.start = Some(location);
        self
    }

    /// The same with points-to sets for calls through pointers that the other parts know nothing
    /// of.
    pub fn with_pointers(mut self, pointers: &Arc<Pointers>) -> Self {
        self.pointers = Some(Arc::clone(pointers));
        self
    }

    /// What a call through a pointer may enter by the points-to sets; without them, anything.
    fn callees(&self, call: Edge) -> Callees {
        let Some(pointers) = &self.pointers else { return Callees { functions: Vec::new(), unknown: true } };
        let mut callees = pointers.get().callees(call);
        // The sets do not say that a pointer is one of a function; where that is asked, it is left
        // open.
        callees.unknown |= NO_FUNCTION.iter().any(|v| self.program.property.monitors(*v));
        callees
    }

    /// Does a call pass what the function takes, and take what it returns?
    fn fits(&self, call: Edge, callee: Function) -> bool {
        let Op::Call { arguments, results, .. } = &self.program.edges[call].op else { return false };
        let data = &self.program.functions[callee];
        let fixed = data.parameter_types.len();
        (arguments.len() == fixed || data.variadic && arguments.len() > fixed)
            && arguments.iter().zip(&data.parameter_types).all(|(a, p)| self.program.exprs.ty(*a) == *p)
            && results.iter().map(|r| self.program.registers[*r].ty).eq(data.result_types.iter().copied())
    }

    /// A call of functions without a body is not followed.
    fn refused(&self, edge: Edge) -> Flow<At> {
        let what = "a call through a pointer to a function that has no definition".to_owned();
        Flow::Cut(Reason::Unsupported { what, position: self.program.edges[edge].position })
    }

    /// The moves along a call edge.
    fn calls(&self, edge: Edge, callee: Callee, siblings: &Siblings<'_>) -> SmallVec<[Move; 2]> {
        let one = |callee: Function| match self.program.body(callee) {
            Some(_) => Move::Enter { call: edge, callee },
            None => Move::Edge(edge),
        };
        match callee {
            Callee::Direct(function) => smallvec![one(function)],
            Callee::Indirect(pointer) => match siblings.ask(Question::Callees(pointer)) {
                Some(Fact::Functions(functions)) if !functions.is_empty() => functions.into_iter().map(one).collect(),
                Some(_) => smallvec![Move::Edge(edge)],
                None => {
                    let Callees { functions, unknown } = self.callees(edge);
                    let mut moves: SmallVec<[Move; 2]> = functions.into_iter().map(one).collect();
                    if unknown || moves.is_empty() {
                        moves.push(Move::Edge(edge));
                    }
                    moves.sort_unstable();
                    moves.dedup();
                    moves
                }
            },
        }
    }
}

impl LocationAnalysis {
    /// Executions end at a call through a pointer to no function.
    fn ends_without_function(&mut self, call: Edge) {
        for violation in NO_FUNCTION {
            self.ends.entry(violation).or_insert(call);
        }
    }
}

/// A location is what matters of it everywhere.
impl Reducing for LocationAnalysis {}

impl Analysis for LocationAnalysis {
    type State = At;
    type Precision = ();

    fn name(&self) -> &'static str {
        "location"
    }

    fn abilities(&self) -> Abilities {
        Abilities { decide: false, ..Abilities::ALL }
    }

    fn initial(&mut self) -> (At, ()) {
        let entry = self.program.body(self.program.entry).map_or(Location::from_u32(0), |b| b.entry);
        let location = self.start.unwrap_or(entry);
        (At { location, target: None, ended: false }, ())
    }

    fn moves(&mut self, state: &At, siblings: &Siblings<'_>) -> Moves {
        self.coverage.cover(state.location);
        if state.target.is_some() || state.ended {
            return Moves::Only(SmallVec::new());
        }
        let mut moves = match &self.ways[state.location.index()] {
            Moves::Any => SmallVec::new(),
            way => return way.clone(),
        };
        for edge in self.program.out_edges(state.location) {
            match self.program.edges[edge].op {
                Op::Call { callee, .. } => moves.extend(self.calls(edge, callee, siblings)),
                _ => moves.push(Move::Edge(edge)),
            }
        }
        if moves.is_empty()
            && let Some(callee) = self.places.exit_of(state.location)
        {
            match siblings.ask(Question::OpenCall) {
                Some(Fact::OpenCall(Some(call))) => moves.push(Move::Leave { call, callee }),
                Some(_) => {}
                None => {
                    moves.extend(self.places.callers(&self.program, callee).map(|call| Move::Leave { call, callee }));
                }
            }
        }
        Moves::Only(moves)
    }

    fn transfer(&mut self, state: &mut At, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<At> {
        let Some(to) = step.to(&self.program) else { return Flow::Dead };
        state.location = to;
        match step {
            Move::Edge(edge) => match &self.program.edges[edge].op {
                Op::Violation(violation) => {
                    if self.program.property.monitors(*violation) {
                        state.target = Some(Target { kind: TargetKind::Violation(*violation), edge });
                    } else if self.program.out_edges(to).len() == 0 {
                        self.ends.entry(*violation).or_insert(edge);
                    }
                }
                Op::Unsupported(what) => {
                    state.target = Some(Target { kind: TargetKind::Unsupported(*what), edge });
                }
                Op::End { .. } => state.ended = true,
                Op::Call { callee: Callee::Direct(function), .. } if self.externals == ExternalCalls::Refused => {
                    let what =
                        format!("a call of `{}`, which has no definition", self.program.functions[*function].name);
                    return Flow::Cut(Reason::Unsupported { what, position: self.program.edges[edge].position });
                }
                Op::Call { callee: Callee::Indirect(pointer), .. } => match siblings.ask(Question::Callees(*pointer)) {
                    None => {
                        let callees = self.callees(edge);
                        self.ends_without_function(edge);
                        if callees.unknown {
                            state.target = Some(Target { kind: TargetKind::UnknownCallee, edge });
                        } else if callees.functions.is_empty() {
                            return Flow::Dead;
                        } else if self.externals == ExternalCalls::Refused {
                            return self.refused(edge);
                        }
                    }
                    Some(Fact::Functions(functions))
                        if self.externals == ExternalCalls::Refused && !functions.is_empty() =>
                    {
                        return self.refused(edge);
                    }
                    Some(_) => {}
                },
                _ => {}
            },
            Move::Enter { call, callee } => {
                if let Op::Call { callee: Callee::Indirect(pointer), .. } = self.program.edges[call].op {
                    if !self.fits(call, callee) {
                        let name = &self.program.functions[callee].name;
                        let what = format!("an indirect call of `{name}` with other types than it has");
                        return Flow::Cut(Reason::Unsupported { what, position: self.program.edges[call].position });
                    }
                    if siblings.ask(Question::Callees(pointer)).is_none() {
                        self.ends_without_function(call);
                    }
                }
            }
            Move::Leave { .. } => {}
        }
        Flow::On
    }

    fn target(&self, state: &At) -> Option<Target> {
        state.target
    }

    fn pause(&self, state: &At) -> Pause {
        match &self.blocks {
            Some(blocks) if blocks.is_boundary(state.location) => Pause::Boundary,
            _ => self.places.pause(state.location),
        }
    }

    /// A state that is a target, or where the program has ended, is at no boundary: nothing goes on
    /// from it.
    fn boundary(&self, state: &At, within: Option<BlockId>, siblings: &Siblings<'_>) -> Boundary {
        let Some(blocks) = self.blocks.as_ref().filter(|_| state.target.is_none() && !state.ended) else {
            return Boundary::Inside;
        };
        let is_called = matches!(siblings.ask(Question::OpenCall), Some(Fact::OpenCall(Some(_))));
        blocks.boundary(state.location, within, is_called)
    }

    fn rank(&self, state: &At, by: Rank) -> Option<u32> {
        match by {
            Rank::ReversePostorder => Some(self.places.order(state.location)),
            Rank::Uncovered => Some(self.coverage.distance(&self.program, state.location)),
            Rank::CallDepth => None,
        }
    }

    fn answer(&self, state: &At, question: Question) -> Option<Fact> {
        (question == Question::Location).then_some(Fact::At(state.location))
    }

    fn checks(&self, violation: Violation) -> bool {
        use Violation::*;
        // What depends on memory is no edge of the program.
        !(violation.is_of_memory() || matches!(violation, IndeterminateBranch | StackOverflow | Specification))
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.ends.iter().map(|(violation, edge)| (*violation, *edge)).collect()
    }

    fn facts(&self, state: &At, facts: &mut StateFacts) {
        facts.point.location = state.location;
    }

    fn show(&self, state: &At) -> String {
        let function = &self.program.functions[self.program.function_of(state.location)].name;
        format!("{} in {function}", state.location)
    }
}

/// Locations in configurations.
pub const PART: PartEntry = PartEntry {
    name: "location",
    can: Can { in_sets: true, place: true, activations: true, reduces: true, ..Can::NONE },
    beside: Beside::Nothing,
    options: &[],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let location = LocationAnalysis::new(setting.program, setting.externals.into()).with_pointers(setting.pointers);
    let location = match setting.extra::<BlockTable>() {
        Some(blocks) => location.with_blocks(&blocks),
        None => location,
    };
    Box::new(Component::new(location).reducing())
}
