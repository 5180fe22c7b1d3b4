//! Slicing as a wrapper around any analysis that knows data.
//!
//! The precision has a set of *relevant* edges besides that of the wrapped analysis. Along other
//! edges the wrapped analysis goes as if nothing happened there; calls and returns it always takes,
//! and the analyses of locations, stacks and specifications are not wrapped. At first nothing is
//! relevant: the exploration is that of the automaton. A path that is not real says what is
//! missing: the *criterion* is all its assumptions and its last edge, or the last edge alone, and
//! all that these depend on becomes relevant
//! ([`DependenceGraph`](adumbra_dependence::DependenceGraph)).
//!
//! **Why proofs are right.** The set is closed under flow: whatever a relevant edge reads was
//! written by relevant edges, in every context. So relevant edges are taken with the values that an
//! execution has there, and what they exclude no execution does. What irrelevant edges leave behind
//! is old, so it may not get out: conditions are decided, and facts of certificates told, only of
//! what is complete. A state is old, too, if the set grows; so the exploration begins anew then. A
//! call through a pointer is taken with the pointer, so all of them are relevant as soon as
//! anything is.
//!
//! Slices pass endless loops and executions that end early, so a path in them need not be real.
//! That it is, is for the judge to say, on the whole program.

mod facts;

use crate::pointers::Pointers;
use crate::registry::{CheckPath, ExplorationOptions, WrapperEntry, single};
use adumbra_dependence::{Criterion, Slice};
use adumbra_engine::{Control, ErrorPath, Flow, Part, PrecisionId, Refinement, Siblings, StateId, Wrapper};
use adumbra_options::{OptionSet, choices, group, options};
use adumbra_program::*;
use adumbra_verdict::StateFacts;
use facts::Complete;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

choices! {
    /// What a path makes relevant.
    #[derive(Default)]
    pub enum PathCriterion {
        /// All its assumptions and its last edge.
        #[default]
        TargetPath = "target-path",
        /// Its last edge.
        TargetLocation = "target-location",
    }
}

choices! {
    /// In which order slice and wrapped analysis are refined.
    #[derive(Default)]
    pub enum RefinementOrder {
        /// Both by the same path.
        #[default]
        SliceThenInner = "slice-then-inner",
        /// The slice; the wrapped analysis only if that is large enough.
        SliceFirst = "slice-first",
    }
}

options! {
    /// Options of slicing.
    pub struct SlicingTable {
        slicing_criterion: choice(PathCriterion) = TargetPath, fixed, "Slicing: what a path that is not real makes relevant: its assumptions and its last edge, or the last edge alone.";
        slicing_order: choice(RefinementOrder) = SliceThenInner, fixed, "Slicing: refine the slice and the wrapped analysis by the same path, or the wrapped analysis only if the slice is large enough.";
    }
}

/// How slices are refined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SlicingOptions {
    /// What a path makes relevant.
    pub criterion: PathCriterion,
    /// In which order.
    pub order: RefinementOrder,
    /// Has the judge been asked about a path already? Then it is refined although the slice admits
    /// it.
    pub judged: bool,
}

impl SlicingOptions {
    /// Those of a configuration.
    pub fn of(options: &OptionSet) -> SlicingOptions {
        let table: SlicingTable = options.of();
        let general: ExplorationOptions = options.of();
        SlicingOptions {
            criterion: table.slicing_criterion,
            order: table.slicing_order,
            judged: general.check_path == CheckPath::Program,
        }
    }
}

/// Slicing in configurations: `slicing(PART)`.
pub const WRAPPER: WrapperEntry = WrapperEntry {
    name: "slicing",
    several: false,
    takes: |can| can.sliceable,
    sets: false,
    reduces: true,
    options: &[group::<SlicingTable>],
    make: |setting, inner| {
        let slicing = Slicing::new(setting.program, setting.pointers, SlicingOptions::of(setting.options));
        Box::new(Wrapper::new(slicing, single(inner)))
    },
};

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    computed: u64,
    skipped: u64,
    slicing: Duration,
    longest: Duration,
    variables: u64,
}

/// The control of the wrapper.
pub struct Slicing {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    options: SlicingOptions,
    /// The slices so far. A precision is the number of one.
    slices: Vec<Rc<Slice>>,
    /// The slice with which is explored.
    current: u32,
    /// The edges that assume a condition or its negation.
    assuming: FxHashMap<ExprId, Vec<Edge>>,
    /// What can be told in certificates with the current slice.
    complete: RefCell<Option<(u32, Complete)>>,
    counts: Counts,
}

impl Slicing {
    /// Nothing is relevant at first.
    pub fn new(program: &Arc<Program>, pointers: &Arc<Pointers>, options: SlicingOptions) -> Slicing {
        let mut assuming: FxHashMap<ExprId, Vec<Edge>> = FxHashMap::default();
        for (edge, data) in program.edges.iter() {
            if let Op::Assume { condition, .. } = data.op {
                assuming.entry(condition).or_default().push(edge);
            }
        }
        Slicing {
            program: Arc::clone(program),
            pointers: Arc::clone(pointers),
            options,
            slices: vec![Rc::default()],
            current: 0,
            assuming,
            complete: RefCell::new(None),
            counts: Counts::default(),
        }
    }

    /// The relevant edges.
    pub fn slice(&self) -> &Slice {
        &self.slices[self.current as usize]
    }

    /// The edges that a path makes relevant.
    fn criterion(&self, moves: &[Move]) -> Vec<Edge> {
        let last = moves.last().map(|step| step.edge());
        let mut edges: Vec<Edge> = last.into_iter().collect();
        if self.options.criterion == PathCriterion::TargetPath {
            let taken = moves.iter().filter_map(|step| match step {
                Move::Edge(edge) => Some(*edge),
                _ => None,
            });
            edges.extend(taken.filter(|edge| matches!(self.program.edges[*edge].op, Op::Assume { .. })));
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// A slice that has what a path makes relevant; `None` if the given one has.
    fn grow(&mut self, slice: u32, moves: &[Move]) -> Option<u32> {
        let old = Rc::clone(&self.slices[slice as usize]);
        let mut criteria: Vec<Criterion> =
            self.criterion(moves).into_iter().filter(|e| !old.contains(*e)).map(Criterion::Edge).collect();
        if criteria.is_empty() {
            self.counts.skipped += 1;
            return None;
        }
        if old.is_empty() {
            let indirect = self
                .program
                .edges
                .iter()
                .filter(|(_, data)| matches!(data.op, Op::Call { callee: Callee::Indirect(_), .. }));
            criteria.extend(indirect.map(|(edge, _)| Criterion::Edge(edge)));
        }
        let graph = self.pointers.dependence();
        if self.counts.computed == 0 {
            self.counts.variables = graph.relevant_variables(&self.program, self.pointers.regions()).len() as u64;
        }
        let clock = Instant::now();
        let mut new = graph.slice(&self.program, &criteria);
        new.union(&old);
        let took = clock.elapsed();
        self.counts.computed += 1;
        self.counts.slicing += took;
        self.counts.longest = self.counts.longest.max(took);
        self.slices.push(Rc::new(new));
        Some(self.slices.len() as u32 - 1)
    }

    fn takes(&self, slice: u32, step: Move) -> bool {
        match step {
            Move::Edge(edge) => self.slices[slice as usize].contains(edge),
            Move::Enter { .. } | Move::Leave { .. } => true,
        }
    }

    /// Takes a path again with another slice.
    fn replay(
        &self,
        slice: u32,
        path: &ErrorPath<'_>,
        inner: &mut dyn Part,
        precision: PrecisionId,
        start: Option<&StateId>,
    ) -> Replayed {
        let Some(start) = start else { return Replayed::Unknown };
        inner.load(*start);
        let mut states = vec![*start];
        let mut nodes = path.nodes.iter().skip(1).peekable();
        for (taken, step) in (1..).zip(path.moves) {
            let flow = match self.takes(slice, *step) {
                true => inner.step(precision, *step, &Siblings::NONE),
                false => inner.skip(precision, *step, &Siblings::NONE),
            };
            match flow {
                Flow::On => {}
                Flow::Dead => return Replayed::Dead,
                Flow::Split(_) | Flow::Cut(_) => return Replayed::Unknown,
            }
            while nodes.next_if(|n| **n == taken).is_some() {
                // As in the exploration, which keeps what the precision has at the place.
                inner.settle(precision, &Siblings::NONE);
                let state = inner.save();
                states.push(state);
                inner.load(state);
            }
        }
        if states.len() == path.nodes.len() { Replayed::To(states) } else { Replayed::Unknown }
    }

    /// The slice with which is explored from now on.
    fn choose(&mut self, slice: u32) {
        self.current = slice;
    }
}

/// What became of a path.
enum Replayed {
    /// It cannot be taken.
    Dead,
    /// These are the states of its nodes.
    To(Vec<StateId>),
    /// It could not be followed.
    Unknown,
}

impl Control for Slicing {
    type State = ();
    type Precision = u32;

    fn name(&self) -> &'static str {
        "slicing"
    }

    fn initial(&mut self) -> ((), u32) {
        ((), 0)
    }

    fn passes(&mut self, (): &mut (), precision: &u32, step: Move) -> bool {
        self.takes(*precision, step)
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &u32,
        inner: &mut dyn Part,
        inner_precision: PrecisionId,
        inner_used: &[PrecisionId],
        inner_states: &[StateId],
    ) -> Refinement<(u32, PrecisionId)> {
        let grown = self.grow(*precision, path.moves);
        if self.options.order == RefinementOrder::SliceFirst
            && let Some(slice) = grown
        {
            self.choose(slice);
            return Refinement::Finer { precision: (slice, inner_precision), from: 0 };
        }
        let slice = grown.unwrap_or(*precision);
        // What was reached with another slice is old.
        let begin = |from: usize| if grown.is_some() { 0 } else { from };
        let mut replayed = None;
        if grown.is_some() {
            match self.replay(slice, path, inner, inner_precision, inner_states.first()) {
                Replayed::Dead => {
                    self.choose(slice);
                    return Refinement::Excluded { precision: (slice, inner_precision), from: 0 };
                }
                Replayed::To(states) => replayed = Some(states),
                Replayed::Unknown => {}
            }
        }
        let states = replayed.as_deref().unwrap_or(inner_states);
        // The wrapped analysis sees the path as it goes with this slice: what it needs to know then
        // may be needed in other places.
        let skipped: Vec<bool> =
            (0..).zip(path.moves).map(|(place, step)| path.skips(place) || !self.takes(slice, *step)).collect();
        let path = &ErrorPath { skipped: &skipped, ..*path };
        let refinement = inner.refine(path, inner_precision, inner_used, states);
        let other = match refinement {
            Refinement::Excluded { precision, from } => {
                self.choose(slice);
                return Refinement::Excluded { precision: (slice, precision), from: begin(from) };
            }
            Refinement::Finer { precision, from } => {
                self.choose(slice);
                return Refinement::Finer { precision: (slice, precision), from: begin(from) };
            }
            Refinement::Possible { moves } => Some(moves),
            Refinement::Powerless => None,
        };
        // Another way to the target that the slice admits may need more.
        let further = other.as_ref().and_then(|moves| self.grow(slice, moves));
        if let Some(slice) = further.or(grown.filter(|_| self.options.judged)) {
            self.choose(slice);
            return Refinement::Finer { precision: (slice, inner_precision), from: 0 };
        }
        match other {
            Some(moves) => Refinement::Possible { moves },
            None => Refinement::Powerless,
        }
    }

    fn decides(&self, condition: ExprId) -> bool {
        self.assuming.get(&condition).is_some_and(|edges| edges.iter().all(|e| self.slice().contains(*e)))
    }

    fn answers(&self) -> bool {
        false
    }

    fn checks(&self) -> bool {
        false
    }

    fn facts(&self, inner: &dyn Part, state: StateId, facts: &mut StateFacts) {
        let mut complete = self.complete.borrow_mut();
        if complete.as_ref().is_none_or(|(slice, _)| *slice != self.current) {
            *complete = Some((self.current, Complete::of(&self.program, &self.pointers, self.slice())));
        }
        if let Some((_, complete)) = &*complete {
            complete.add(inner, state, facts);
        }
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = vec![
            ("slices computed", self.counts.computed),
            ("slices not needed", self.counts.skipped),
            ("relevant edges", self.slice().len() as u64),
        ];
        if self.counts.computed > 0 {
            let graph = self.pointers.dependence().counts();
            counts.extend([
                ("relevant variables", self.counts.variables),
                ("dependence graph nodes", graph.nodes as u64),
                ("dependence graph edges", graph.edges() as u64),
                ("points-to ms", self.pointers.pointing_time().as_millis() as u64),
                ("dependence graph ms", self.pointers.dependence_time().as_millis() as u64),
                ("slicing ms", self.counts.slicing.as_millis() as u64),
                ("longest slicing ms", self.counts.longest.as_millis() as u64),
            ]);
        }
        counts
    }

    fn show(&self, (): &()) -> String {
        format!("{} relevant edges", self.slice().len())
    }
}
