//! The operators of the analysis.

use super::precision::PredicatePrecision;
use super::refine::Refined;
use super::state::{Abstracted, PredicateState, Trace};
use super::{Blocks, PredicateAnalysis};
use adumbra_engine::*;
use adumbra_formula::{Block, Stepped};
use adumbra_program::*;
use adumbra_stop::{Stop, spend};
use adumbra_verdict::{Reason, StateFacts};
use std::rc::Rc;
use std::time::Instant;

/// How many merges are looked at to see whether a block is part of another.
const MOST_PARTS: usize = 256;

impl PredicateAnalysis {
    /// Does a block contain another because it was merged of it and others?
    fn contains(&self, whole: &Block, part: &Block) -> bool {
        let mut work = vec![whole];
        let mut seen = 0;
        while let Some(block) = work.pop() {
            if block == part {
                return true;
            }
            seen += 1;
            if seen > MOST_PARTS {
                return false;
            }
            spend(work_of(block));
            if let Some((a, b)) = self.merged.get(block) {
                work.extend([a, b]);
            }
        }
        false
    }

    /// A move was taken: is this the end of the block?
    fn arrive(
        &mut self,
        state: &mut PredicateState,
        precision: &PredicatePrecision,
        step: Move,
        location: Location,
        siblings: &Siblings<'_>,
    ) -> Flow<PredicateState> {
        state.trace = self.traces.len() as u32 - 1;
        state.length += 1;
        let counted = |question| siblings.ask(question).is_some();
        if self.places.is_loop_head(location) && !counted(Question::BeyondBound) && !counted(Question::Assumed) {
            state.heads += 1;
        }
        let target = self.is_target(step);
        if target && siblings.ask(Question::Assumed) == Some(Fact::Truth(true)) {
            return Flow::Dead;
        }
        // Nothing comes behind a target, and what is looked for is at heads.
        if target && self.inferred.is_some() {
            return Flow::Dead;
        }
        let beyond = siblings.ask(Question::BeyondBound) == Some(Fact::Truth(true));
        if target && !self.builder.demand_watched(&mut state.block) {
            return Flow::Dead;
        }
        // A rule is broken by a step that need not end a block.
        let broken = siblings.ask(Question::RuleBroken) == Some(Fact::Truth(true));
        if beyond || target || broken {
            if !self.possible(state, location, siblings) {
                return Flow::Dead;
            }
        } else if self.ends(state, step, location) && !self.abstract_at(state, precision, location, siblings) {
            return Flow::Dead;
        }
        Flow::On
    }

    /// Does the block of a state end where a move led?
    fn ends(&self, state: &PredicateState, step: Move, location: Location) -> bool {
        let by_options = || self.options.blocks.end(&self.places, step, location, state.length);
        if !self.options.by_blocks {
            return by_options();
        }
        // Where a function begins and ends, what is known is known of the function by itself: where
        // it is called, the block goes through it.
        let is_exit = self.places.exit_of(location).is_some();
        let is_entry = matches!(step, Move::Enter { .. });
        match (state.block.calls().is_empty(), is_exit || is_entry) {
            (true, _) => is_exit || by_options(),
            (false, true) => false,
            (false, false) => by_options(),
        }
    }

    fn is_target(&self, step: Move) -> bool {
        match step {
            Move::Edge(edge) => match self.program.edges[edge].op {
                Op::Violation(violation) => self.program.property.monitors(violation),
                Op::Unsupported(_) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

/// The work of a move for each condition and each value of its block.
const CONDITION: u64 = 8;
const VALUE: u64 = 60;

/// The work of copying, hashing or comparing a block.
pub(super) fn work_of(block: &Block) -> u64 {
    let (conditions, values) = block.sizes();
    CONDITION * conditions as u64 + VALUE * values as u64
}

impl Analysis for PredicateAnalysis {
    type State = PredicateState;
    type Precision = PredicatePrecision;

    fn name(&self) -> &'static str {
        "predicate"
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: false, decide: false, target: false, pause: true, edges: true }
    }

    fn initial(&mut self) -> (PredicateState, PredicatePrecision) {
        let location = self.program.body(self.program.entry).map_or(Location::from_u32(0), |b| b.entry);
        if self.abstractions.is_empty() {
            let region = self.abstractor.regions.cube([]);
            let block = Block::default();
            let (calls, equal) = (Rc::default(), Vec::new());
            self.abstractions.push(Abstracted { region, location, calls, equal, previous: None, block, trace: 0 });
        }
        let block = match &self.start {
            None => self.builder.initial(),
            Some((calls, known)) => {
                let (calls, known) = (calls.clone(), known.clone());
                let condition = self.one_of(&known);
                self.products = self.products_of(&known);
                self.builder.anywhere(calls, &[condition])
            }
        };
        let precision = match self.options.given.clone() {
            Some(given) => self.take(&given),
            None => PredicatePrecision::default(),
        };
        self.tell(&precision);
        (PredicateState { abstraction: 0, block, length: 1, heads: 0, trace: 0 }, precision)
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &PredicateState, special: &PredicateState) -> bool {
        if general.length == 0 && special.length == 0 {
            // Where a function begins, what it remembers of that is what is there.
            if !general.block.is_empty() && general.block != special.block {
                return false;
            }
            let region = |state: &PredicateState| self.abstractions[state.abstraction as usize].region;
            let (general, special) = (region(general), region(special));
            return self.abstractor.regions.implies(special, general);
        }
        (general.abstraction, general.heads) == (special.abstraction, special.heads)
            && self.contains(&general.block, &special.block)
    }

    fn partition(&self, state: &PredicateState) -> u64 {
        if state.length == 0 { 0 } else { 1 + (u64::from(state.heads) << 32 | u64::from(state.abstraction)) }
    }

    fn transfer(
        &mut self,
        state: &mut PredicateState,
        precision: &PredicatePrecision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<PredicateState> {
        let Some(location) = step.to(&self.program) else { return Flow::Dead };
        // A state is copied, hashed and compared with all that its block says.
        spend(work_of(&state.block));
        let clock = Instant::now();
        let stepped = self.builder.step(&mut state.block, step);
        self.counted.building += clock.elapsed();
        match stepped {
            Stepped::On => {}
            Stepped::Dead => return Flow::Dead,
            Stepped::Unsupported(what) => {
                let position = self.program.edges[step.edge()].position;
                return Flow::Cut(Reason::Unsupported { what, position });
            }
        }
        self.traces.push(Trace::Step(state.trace, step));
        self.arrive(state, precision, step, location, siblings)
    }

    fn skip(
        &mut self,
        state: &mut PredicateState,
        precision: &PredicatePrecision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<PredicateState> {
        let Some(location) = step.to(&self.program) else { return Flow::Dead };
        self.traces.push(Trace::Skip(state.trace, step));
        self.arrive(state, precision, step, location, siblings)
    }

    fn settle(&mut self, state: &mut PredicateState, _: &PredicatePrecision, siblings: &Siblings<'_>) {
        if let Some(location) = siblings.location() {
            self.builder.settle(&mut state.block, location);
        }
    }

    fn merges(&self) -> bool {
        self.options.blocks != Blocks::Single
    }

    /// Within a block the formulas of both are joined; summaries grow to more.
    fn merges_exactly(&self) -> bool {
        self.inferred.is_none()
    }

    fn merge(&mut self, new: &PredicateState, old: &PredicateState, _: &PredicatePrecision) -> Option<PredicateState> {
        if self.inferred.is_some() && new.length == 0 && old.length == 0 {
            let region = |state: &PredicateState| self.abstractions[state.abstraction as usize].region;
            let (now, before) = (region(new), region(old));
            let weaker = now != before && self.abstractor.regions.implies(before, now);
            return weaker.then(|| new.clone());
        }
        if (new.abstraction, new.heads) != (old.abstraction, old.heads) || new.length == 0 || old.length == 0 {
            return None;
        }
        // Where a block ends behind the call, each end of the function has an abstraction of its
        // own: when there is one more, the others need not be looked at again.
        let is_behind = |state: &PredicateState| matches!(self.traces[state.trace as usize], Trace::Through(..));
        if self.options.blocks == Blocks::Functions && (is_behind(new) || is_behind(old)) {
            return None;
        }
        if new.block.calls() != old.block.calls() {
            return None;
        }
        if self.contains(&old.block, &new.block) {
            return Some(old.clone());
        }
        self.counted.merges += 1;
        spend(4 * work_of(&new.block));
        let clock = Instant::now();
        let block = self.builder.merge(&new.block, &old.block);
        let condition = self.builder.condition(&new.block);
        self.counted.building += clock.elapsed();
        self.merged.insert(block.clone(), (new.block.clone(), old.block.clone()));
        self.traces.push(Trace::Either(condition, new.trace, old.trace));
        let trace = self.traces.len() as u32 - 1;
        let (abstraction, heads, length) = (old.abstraction, old.heads, new.length.max(old.length));
        Some(PredicateState { abstraction, block, length, heads, trace })
    }

    fn pause(&self, state: &PredicateState) -> Pause {
        if state.length == 0 { Pause::Must } else { Pause::No }
    }

    fn answer(&self, state: &PredicateState, question: Question) -> Option<Fact> {
        if question != Question::Equalities || state.length != 0 {
            return None;
        }
        let equal = &self.abstractions[state.abstraction as usize].equal;
        (!equal.is_empty()).then(|| Fact::Equal(equal.clone()))
    }

    /// A block goes on only where an access can be valid: whoever looks for those that are not
    /// would not see them.
    fn precludes(&self, violation: Violation) -> bool {
        violation.is_of_memory()
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.builder.ends_at().iter().map(|(violation, edge)| (*violation, *edge)).collect()
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &PredicatePrecision,
        used: &[&PredicatePrecision],
        states: &[&PredicateState],
    ) -> Refinement<PredicatePrecision> {
        let clock = Instant::now();
        let states: Vec<PredicateState> = states.iter().map(|state| (*state).clone()).collect();
        let refined = Refined { path, precision, used, states: &states };
        let refinement = if self.options.by_blocks { self.exclude_by_blocks(&refined) } else { self.exclude(&refined) };
        self.counted.interpolating += clock.elapsed();
        if let Refinement::Excluded { precision, .. } = &refinement {
            self.tell(precision);
        }
        refinement
    }

    fn limit(&mut self, stop: &Stop) {
        self.options.stop = stop.clone();
    }

    fn facts(&self, state: &PredicateState, facts: &mut StateFacts) {
        self.say(self.abstractions[state.abstraction as usize].region, facts);
    }

    fn is_on_the_way(&self, state: &PredicateState) -> bool {
        state.length > 0
    }

    fn show(&self, state: &PredicateState) -> String {
        let region = self.abstractions[state.abstraction as usize].region;
        let name = |p| self.text(p);
        let known = self.abstractor.regions.show(region, name);
        if state.length == 0 { known } else { format!("{known}, {} moves on", state.length) }
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let counts = self.abstractor.counts();
        vec![
            ("predicates", self.predicates.len() as u64),
            ("abstractions", counts.abstractions),
            ("abstractions from cache", counts.cached),
            ("abstraction queries", counts.queries),
            ("abstraction models", counts.models),
            ("predicate refinements", self.counted.refinements),
            ("refinements by constants", self.counted.by_constants),
            ("blocks merged", self.counted.merges),
            ("path interpolation queries", self.counted.asked),
            ("interpolants of another solver", self.counted.by_others),
            ("formulas about several activations", self.counted.mixed),
            ("excluded paths that came back", self.counted.back),
            ("formula building ms", self.counted.building.as_millis() as u64),
            ("abstraction ms", self.counted.abstracting.as_millis() as u64),
            ("abstraction solver ms", counts.solving.as_millis() as u64),
            ("interpolation ms", self.counted.interpolating.as_millis() as u64),
        ]
    }
}
