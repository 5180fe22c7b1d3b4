//! k-induction: no violation within k visits of loop heads, and none after any k visits without
//! one.
//!
//! An execution is cut where it reaches the head of a loop: into *segments*, the first of which
//! begins with the program and all others at a head. The *base case* for k is bounded model
//! checking: no execution violates the property in the first k + 1 segments (each loop is followed
//! for k iterations, which is more). The *step* begins at each head, with the calls that may be
//! open there, in any state, and follows k + 1 segments, of which the first k are taken to be
//! without a violation: then the last has none. If both hold, no segment has one, by induction on
//! its number (Sheeran, Singh, Stålmarck: FMCAD 2000; with invariants from elsewhere: Beyer, Dangl,
//! Wendler: CAV 2015).
//!
//! What intervals know at a head is assumed of the state in which the step begins, and what was
//! guessed of it and turned out to hold. Both are computed first, and used only if they are
//! complete.
//!
//! Recursion has no heads, so that programs with it are left to others.

use adumbra_analyses::bound::VisitsAnalysis;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis, Places};
use adumbra_analyses::pointers::Pointers;
use adumbra_engine::*;
use adumbra_predicate_analysis::KnownAtPoints;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::*;
use adumbra_stop::{Limit, MILLISECOND, Stop};
use adumbra_verdict::{Point, Reason, StateFacts};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The numbers of segments that are tried.
const DEPTHS: [u32; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

/// More places than this are not looked at.
const MOST_PLACES: usize = 300;

/// Work for finding the places.
const FINDING: u64 = 250 * MILLISECOND;

/// Makes the part that builds formulas, starting with open calls in one of some known states.
pub(crate) type MakeFormulas<'a> = dyn Fn(&[Edge], &[StateFacts]) -> Box<dyn Part> + 'a;

/// What a step came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stepped {
    /// It holds at all heads.
    Holds,
    /// It does not, or that is not known.
    Fails,
    /// A limit was reached.
    Stopped(Limit),
}

/// Induction over a program.
pub(crate) struct Induction {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    places: Arc<Places>,
    externals: ExternalCalls,
    /// The most calls that may be open.
    call_depth: u32,
    /// The heads of loops with the calls that may be open there, when they were looked for; or why
    /// there can be no proof by induction.
    heads: Option<Result<Vec<Point>, &'static str>>,
    /// What is known at heads; one that is not listed is never reached. Nothing, if nothing is
    /// known.
    known: KnownAtPoints,
    /// What intervals alone know there.
    intervals: KnownAtPoints,
    /// The place among the depths.
    at: usize,
}

impl Induction {
    /// Nothing is looked at yet.
    pub(crate) fn new(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        externals: ExternalCalls,
        call_depth: u32,
    ) -> Self {
        Induction {
            program: Arc::clone(program),
            pointers: Arc::clone(pointers),
            places: Arc::new(Places::new(program)),
            externals,
            call_depth,
            heads: None,
            known: None,
            intervals: None,
            at: 0,
        }
    }

    /// Looks for the heads of the program's loops, unless that was done; or says why there can be
    /// no proof by induction.
    pub(crate) fn prepare(&mut self, stop: &Stop) -> Result<(), Reason> {
        let heads = match self.heads.take() {
            Some(heads) => heads,
            None => self.find_heads(stop)?,
        };
        self.heads.insert(heads).as_ref().map(|_| ()).map_err(|why| Reason::Incomplete((*why).into()))
    }

    /// The locations of an exploration, with the settings of all that are part of the proof.
    pub(crate) fn location(&self) -> LocationAnalysis {
        LocationAnalysis::new(&self.program, self.externals).with_pointers(&self.pointers)
    }

    /// The heads that can be reached if nothing is known of values; an error outside is a limit
    /// that was reached.
    fn find_heads(&self, stop: &Stop) -> Result<Result<Vec<Point>, &'static str>, Reason> {
        let calls = CallGraph::new(&self.program);
        if calls.reachable().into_iter().any(|function| calls.is_recursive(function)) {
            return Ok(Err("induction is for loops, not for recursion"));
        }
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(self.location())),
            Box::new(Component::new(CallStackAnalysis::new(&self.program, self.call_depth))),
        ];
        let exploration = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        // What is behind a target does not matter: it is shown not to be reached.
        match algorithm.run_past_targets(&stop.at_any_cost().within(FINDING)) {
            Ended::Fixpoint => {}
            Ended::Limit(Limit::Time) => return Err(Reason::Timeout),
            Ended::Limit(Limit::Cancelled) => return Err(Reason::Cancelled),
            _ => return Ok(Err("loops are reached by too many ways of calling for induction")),
        }
        let mut heads = Vec::new();
        for (_, node) in algorithm.reached().reached() {
            let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
            algorithm.part().facts(node.state, &mut facts);
            if self.places.is_loop_head(facts.point.location) && !heads.contains(&facts.point) {
                heads.push(facts.point);
                if heads.len() > MOST_PLACES {
                    return Ok(Err("there are too many loops, or ways of calling them, for induction"));
                }
            }
        }
        Ok(Ok(heads))
    }

    /// Uses what a complete exploration knows at the heads.
    pub(crate) fn use_invariants(&mut self, algorithm: &Algorithm) {
        if algorithm.cuts().next().is_some() {
            return;
        }
        let mut known: FxHashMap<Point, Vec<StateFacts>> = FxHashMap::default();
        for (_, node) in algorithm.reached().reached() {
            let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
            algorithm.part().facts(node.state, &mut facts);
            if self.places.is_loop_head(facts.point.location) {
                known.entry(facts.point.clone()).or_default().push(facts);
            }
        }
        self.intervals = Some(Arc::new(known));
        self.known = self.intervals.clone();
    }

    /// What is known at heads.
    pub(crate) fn known(&self) -> KnownAtPoints {
        self.known.clone()
    }

    /// What intervals know at heads.
    pub(crate) fn intervals(&self) -> KnownAtPoints {
        self.intervals.clone()
    }

    /// Takes what was known before.
    pub(crate) fn restore(&mut self, known: KnownAtPoints) {
        self.known = known;
    }

    /// What a complete exploration knows by formulas at heads, beside what intervals know there;
    /// nothing if it is not complete.
    pub(crate) fn formulas(&self, algorithm: &Algorithm) -> Option<Vec<StateFacts>> {
        if algorithm.cuts().next().is_some() {
            return None;
        }
        let mut found = Vec::new();
        for (_, node) in algorithm.reached().reached() {
            if algorithm.part().is_on_the_way(node.state) {
                continue;
            }
            let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
            algorithm.part().facts(node.state, &mut facts);
            if !self.places.is_loop_head(facts.point.location) {
                continue;
            }
            match &self.intervals {
                None => found.push(facts),
                Some(before) => found.extend(before.get(&facts.point).into_iter().flatten().map(|before| {
                    let mut both = before.clone();
                    algorithm.part().facts(node.state, &mut both);
                    both
                })),
            }
        }
        Some(found)
    }

    /// Uses formulas at heads. A head that they do not speak of is never reached.
    pub(crate) fn add_formulas(&mut self, formulas: Vec<StateFacts>) {
        let mut known: FxHashMap<Point, Vec<StateFacts>> = FxHashMap::default();
        for facts in formulas {
            known.entry(facts.point.clone()).or_default().push(facts);
        }
        self.known = Some(Arc::new(known));
    }

    /// What is known at the heads that can be reached, for a certificate.
    pub(crate) fn heads(&self) -> Vec<StateFacts> {
        let heads = self.heads.iter().flatten().flatten();
        match &self.known {
            None => heads.map(|head| StateFacts::at(head.clone())).collect(),
            Some(known) => heads.filter_map(|head| known.get(head)).flatten().cloned().collect(),
        }
    }

    /// The number of segments that is tried now; none if there are no more.
    pub(crate) fn depth(&self) -> Option<u32> {
        DEPTHS.get(self.at).copied()
    }

    /// Goes on to more segments.
    pub(crate) fn deepen(&mut self) {
        self.at += 1;
    }

    /// The step for the current depth. A head at which it fails is looked at first the next time.
    pub(crate) fn step(&mut self, make: &MakeFormulas<'_>, stop: &Stop) -> Stepped {
        let (Some(Ok(heads)), Some(depth)) = (self.heads.clone(), self.depth()) else { return Stepped::Fails };
        for (place, head) in heads.iter().enumerate() {
            let known: &[StateFacts] = match &self.known {
                None => &[],
                Some(known) => match known.get(head) {
                    Some(facts) => facts,
                    None => continue,
                },
            };
            match self.step_from(head, depth, make(&head.calls, known), stop) {
                Stepped::Holds => {}
                Stepped::Fails => {
                    if let Some(Ok(heads)) = &mut self.heads {
                        heads.swap(0, place);
                    }
                    return Stepped::Fails;
                }
                stopped => return stopped,
            }
        }
        Stepped::Holds
    }

    fn step_from(&mut self, head: &Point, depth: u32, formulas: Box<dyn Part>, stop: &Stop) -> Stepped {
        let location = self.location().starting_at(head.location);
        let stack = CallStackAnalysis::new(&self.program, u32::MAX).starting_with(&head.calls);
        let visits = VisitsAnalysis::new(&self.program, &self.places, depth);
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(location)),
            Box::new(Component::new(stack)),
            Box::new(Component::new(visits)),
            formulas,
        ];
        let exploration = Exploration { traversal: Traversal::ReversePostorder, ..Exploration::default() };
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        algorithm.part_mut().limit(stop);
        if algorithm.run(stop) == Ended::Fixpoint && algorithm.cuts().next().is_none() {
            return Stepped::Holds;
        }
        // A question that was broken off is no answer.
        stop.reached().map_or(Stepped::Fails, Stepped::Stopped)
    }
}
