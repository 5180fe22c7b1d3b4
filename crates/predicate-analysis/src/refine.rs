//! Refinement: why no execution takes the blocks to a target, in predicates at their ends.

use super::PredicateAnalysis;
use super::precision::PredicatePrecision;
use super::state::{PredicateState, Trace};
use adumbra_engine::{ErrorPath, Refinement};
use adumbra_formula::{Block, Chain, Stepped};
use adumbra_interpolate::{Interpolation, Query, Sequence};
use adumbra_predicates::{Interned, PredicateId, atoms};
use adumbra_program::Move;
use adumbra_sat::Limits;
use adumbra_solver::solver::Verdict;
use adumbra_terms::{Model, Plan, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More blocks than these in a row are not looked at: their formulas would take longer to write
/// than there is time.
const MOST_LEGS: usize = 1500;

/// An interpolant of more atoms than these is not tracked as a whole.
pub(super) const MOST_ATOMS: usize = 12;

/// One block on the way to a target.
pub(super) struct Leg {
    /// The abstraction at its end; none for the last one.
    pub(super) end: Option<u32>,
    block: Block,
    trace: u32,
    /// The variables' copies before and after it.
    before: Chain,
    pub(super) after: Chain,
}

/// What is refined.
pub(super) struct Refined<'a> {
    pub(super) path: &'a ErrorPath<'a>,
    /// What is tracked now.
    pub(super) precision: &'a PredicatePrecision,
    /// What was tracked when the states came about, from the second on.
    pub(super) used: &'a [&'a PredicatePrecision],
    /// The states of the path.
    pub(super) states: &'a [PredicateState],
}

impl Refined<'_> {
    /// The place of the state that an abstraction ends in.
    fn node(&self, end: u32) -> Option<usize> {
        self.states.iter().position(|s| s.length == 0 && s.abstraction == end)
    }

    /// What was tracked when the state of an abstraction came about.
    fn used_at(&self, end: u32) -> &PredicatePrecision {
        let used = self.node(end).and_then(|node| self.used.get(node.checked_sub(1)?));
        used.copied().unwrap_or(self.precision)
    }
}

impl PredicateAnalysis {
    /// The blocks that lead to a state, with their formulas.
    fn legs(&mut self, state: &PredicateState) -> (Vec<Leg>, Vec<Vec<Term>>) {
        let mut ends = Vec::new();
        let mut at = state.abstraction;
        while let Some(previous) = self.abstractions[at as usize].previous {
            ends.push(at);
            at = previous;
        }
        ends.reverse();
        let mut blocks: Vec<(Option<u32>, Block, u32)> = ends
            .into_iter()
            .map(|end| {
                let data = &self.abstractions[end as usize];
                (Some(end), data.block.clone(), data.trace)
            })
            .collect();
        if state.length > 0 {
            blocks.push((None, state.block.clone(), state.trace));
        }
        self.in_a_row(blocks)
    }

    /// How many blocks lead to a state.
    fn blocks_before(&self, state: &PredicateState) -> usize {
        let before = |at: &u32| self.abstractions[*at as usize].previous;
        std::iter::successors(Some(state.abstraction), before).count()
    }

    /// Puts blocks in a row.
    fn in_a_row(&mut self, blocks: Vec<(Option<u32>, Block, u32)>) -> (Vec<Leg>, Vec<Vec<Term>>) {
        let (mut chain, mut legs, mut parts) = (Chain::new(), Vec::new(), Vec::new());
        for (end, block, trace) in blocks {
            let before = chain.clone();
            parts.push(chain.add(&mut self.builder, &block));
            legs.push(Leg { end, block, trace, before, after: chain.clone() });
        }
        (legs, parts)
    }

    /// Looks for predicates that exclude the blocks to the last of some states, or for a path along
    /// them.
    ///
    /// First a single path is excluded that each block by itself admits, since its formula is
    /// small. If that gives no new predicates, all paths at once are.
    pub(super) fn exclude(&mut self, refined: &Refined<'_>) -> Refinement<PredicatePrecision> {
        let Some(end) = refined.states.last() else { return Refinement::Powerless };
        self.counted.refinements += 1;
        if self.blocks_before(end) > MOST_LEGS {
            return Refinement::Powerless;
        }
        let (legs, parts) = self.legs(end);
        let limits = Limits { conflicts: None, ..self.limits() };
        let all: Vec<Term> = parts.iter().flatten().copied().collect();
        if let Some(model) = self.model_of(&all, &limits) {
            return Refinement::Possible { moves: self.moves(&legs, &model) };
        }
        if parts.len() < 2 {
            // Nothing is between the start and the target.
            return Refinement::Powerless;
        }
        if let Some((single, parts)) = self.single_path(&legs, refined, &limits) {
            if let Some(sequence) = self.by_constants(&single, &parts, &limits)
                && let Some(refinement) = self.add_predicates(refined, &single, &sequence, atoms)
            {
                self.counted.by_constants += 1;
                return refinement;
            }
            if let Some(refinement) = self.interpolate(refined, &single, parts, &limits) {
                return refinement;
            }
        }
        self.interpolate(refined, &legs, parts, &limits).unwrap_or(Refinement::Powerless)
    }

    /// Interpolants of blocks as predicates; `None` if there are none, or no new ones.
    fn interpolate(
        &mut self,
        refined: &Refined<'_>,
        legs: &[Leg],
        parts: Vec<Vec<Term>>,
        limits: &Limits,
    ) -> Option<Refinement<PredicatePrecision>> {
        let query = Query { candidates: 2, check: cfg!(debug_assertions), ..Query::sequence(parts) };
        match self.solver.interpolate(&mut self.builder.build.terms, &query, limits).ok()? {
            Interpolation::Satisfiable(model) => Some(Refinement::Possible { moves: self.moves(legs, &model) }),
            Interpolation::Found(sequences) => {
                let of_atoms =
                    sequences.iter().find_map(|sequence| self.add_predicates(refined, legs, sequence, atoms));
                // Where all atoms are tracked, their combination was lost: it is tracked as a
                // whole.
                let whole = |terms: &Terms, formula: Term| match atoms(terms, formula).len() {
                    2..=MOST_ATOMS => vec![formula],
                    _ => Vec::new(),
                };
                of_atoms.or_else(|| {
                    sequences.iter().find_map(|sequence| self.add_predicates(refined, legs, sequence, whole))
                })
            }
            Interpolation::None(_) => None,
        }
    }

    /// The predicates that were tracked where a leg ends.
    fn tracked(&mut self, leg: &Leg, refined: &Refined<'_>) -> Vec<PredicateId> {
        let Some(end) = leg.end else { return Vec::new() };
        let (location, region) = (self.abstractions[end as usize].location, self.abstractions[end as usize].region);
        let calls = Rc::clone(leg.block.calls());
        let mut tracked = self.abstractor.regions.support(region);
        tracked.extend(refined.used_at(end).at(&self.program, location));
        tracked.extend(self.guessed_at(&calls, location).iter());
        tracked.sort_unstable();
        tracked.dedup();
        tracked.retain(|predicate| {
            let term = self.predicates.term(*predicate);
            let variables = self.builder.variables.occurring(&mut self.builder.build.terms, &[term]);
            variables.iter().all(|var| self.builder.is_live(*var, &calls, location))
        });
        tracked
    }

    /// The moves of a path that the abstraction admits: each block by itself, and between two of
    /// them all predicates have one truth.
    fn abstract_path(
        &mut self,
        legs: &[Leg],
        refined: &Refined<'_>,
        limits: &Limits,
    ) -> Option<Vec<Vec<(Move, bool)>>> {
        let mut formulas = Vec::new();
        let mut chains: Vec<Chain> = Vec::new();
        // The truth of predicates at the end of the leg before, by its copies.
        let mut ends: Vec<(PredicateId, Term)> = Vec::new();
        for (place, leg) in (0u32..).zip(legs) {
            let tracked = self.tracked(leg, refined);
            let starts: Vec<Term> = ends.iter().map(|(predicate, _)| self.predicates.term(*predicate)).collect();
            let mut after = Vec::with_capacity(tracked.len());
            for predicate in tracked {
                let term = self.predicates.term(predicate);
                after.push((predicate, self.builder.before(&leg.block, term)));
            }
            let mut all: Vec<Term> = leg.block.conditions().to_vec();
            all.extend(after.iter().map(|(_, term)| *term));
            all.extend(&starts);
            self.conditions_of(leg.trace, &mut all);
            let chain = Chain::apart(&mut self.builder, place, &all);
            formulas.extend(chain.during(&mut self.builder, leg.block.conditions()));
            let starts = chain.during(&mut self.builder, &starts);
            for ((_, end), start) in ends.iter().zip(starts) {
                formulas.push(self.builder.build.terms.eq(*end, start));
            }
            let (predicates, terms): (Vec<PredicateId>, Vec<Term>) = after.into_iter().unzip();
            ends = predicates.into_iter().zip(chain.during(&mut self.builder, &terms)).collect();
            chains.push(chain);
            if limits.stop.is_done() {
                return None;
            }
        }
        let model = self.model_of(&formulas, limits)?;
        let mut all = Vec::new();
        for (leg, chain) in legs.iter().zip(&chains) {
            all.push(self.moves_of(leg.trace, chain, &model));
        }
        Some(all)
    }

    /// The conditions by which the paths of a trace are told apart.
    pub(super) fn conditions_of(&self, trace: u32, conditions: &mut Vec<Term>) {
        let mut work = vec![trace];
        let mut seen = FxHashSet::default();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.traces[at as usize] {
                Trace::Start | Trace::Inside(_) => {}
                Trace::Step(previous, _) | Trace::Skip(previous, _) | Trace::Through(previous, _) => {
                    work.push(previous)
                }
                Trace::Either(condition, one, other) => {
                    conditions.push(condition);
                    work.extend([one, other]);
                }
            }
        }
    }

    /// A path along blocks that the abstraction admits, as blocks of its own.
    fn single_path(
        &mut self,
        legs: &[Leg],
        refined: &Refined<'_>,
        limits: &Limits,
    ) -> Option<(Vec<Leg>, Vec<Vec<Term>>)> {
        let mut blocks = Vec::new();
        let paths = self.abstract_path(legs, refined, limits)?;
        for (leg, moves) in legs.iter().zip(paths) {
            let location = leg.end.map(|end| self.abstractions[end as usize].location);
            let mut block = match blocks.last() {
                None => self.builder.initial(),
                Some((_, last, _)) => Block::empty(Rc::clone(Block::calls(last))),
            };
            for (step, skipped) in &moves {
                if !skipped && self.builder.step(&mut block, *step) != Stepped::On {
                    return None;
                }
            }
            match location {
                Some(location) => {
                    self.builder.settle(&mut block, location);
                    self.builder.forget_elsewhere(&mut block);
                }
                None if !self.builder.demand_watched(&mut block) => return None,
                None => {}
            }
            let mut trace = 0;
            for (step, skipped) in moves {
                self.traces.push(if skipped { Trace::Skip(trace, step) } else { Trace::Step(trace, step) });
                trace = self.traces.len() as u32 - 1;
            }
            blocks.push((leg.end, block, trace));
        }
        Some(self.in_a_row(blocks))
    }

    pub(super) fn model_of(&mut self, formulas: &[Term], limits: &Limits) -> Option<Model> {
        let terms = &mut self.builder.build.terms;
        self.solver.push().ok()?;
        let mut model = None;
        let asserted = formulas.iter().try_for_each(|f| self.solver.assert(terms, *f));
        if asserted.is_ok() && matches!(self.solver.check(terms, &[], limits), Ok(Verdict::Sat)) {
            model = self.solver.model().cloned();
        }
        self.solver.pop(1).ok()?;
        model
    }

    /// Tracks interpolants where they are, by what `split` makes of them; `None` if all of that was
    /// tracked already when the states came about.
    fn add_predicates(
        &mut self,
        refined: &Refined<'_>,
        legs: &[Leg],
        sequence: &Sequence,
        split: impl Fn(&Terms, Term) -> Vec<Term>,
    ) -> Option<Refinement<PredicatePrecision>> {
        let mut precision = refined.precision.clone();
        let mut first = None;
        for (leg, interpolant) in legs.iter().zip(&sequence.interpolants) {
            let Some(end) = leg.end else { continue };
            let Some(formula) = leg.after.state(&mut self.builder, *interpolant) else { continue };
            let location = self.abstractions[end as usize].location;
            for atom in split(&self.builder.build.terms, formula) {
                let Interned::Literal(literal) = self.predicates.intern(&mut self.builder.build.terms, atom) else {
                    continue;
                };
                precision.add(&self.program, self.options.scope, location, literal.predicate);
                if refined.used_at(end).is_free_of(&self.program, location, literal.predicate) {
                    first.get_or_insert(end);
                }
            }
        }
        let from = refined.node(first?).map_or(1, |node| refined.path.nodes[node]);
        Some(Refinement::Excluded { precision, from })
    }

    /// The moves that a model takes along blocks.
    fn moves(&mut self, legs: &[Leg], model: &Model) -> Vec<Move> {
        let mut all = Vec::new();
        for leg in legs {
            let moves = self.moves_of(leg.trace, &leg.before, model);
            all.extend(moves.into_iter().map(|(step, _)| step));
        }
        all
    }

    /// The moves that a model of the copies takes along a block; is nothing taken to happen there?
    fn moves_of(&mut self, trace: u32, chain: &Chain, model: &Model) -> Vec<(Move, bool)> {
        let mut conditions = Vec::new();
        self.conditions_of(trace, &mut conditions);
        let copies = chain.during(&mut self.builder, &conditions);
        let mut plan = Plan::new(&self.builder.build.terms, &copies);
        plan.run(model);
        let holds: FxHashMap<Term, bool> =
            (0..).zip(conditions).map(|(root, term)| (term, *plan.value(root) == Value::Bool(true))).collect();
        let mut backward = Vec::new();
        let mut at = trace;
        loop {
            match self.traces[at as usize] {
                Trace::Start | Trace::Inside(_) => break,
                Trace::Through(previous, _) => at = previous,
                Trace::Step(previous, step) => {
                    backward.push((step, false));
                    at = previous;
                }
                Trace::Skip(previous, step) => {
                    backward.push((step, true));
                    at = previous;
                }
                Trace::Either(condition, one, other) => {
                    at = if holds[&condition] { one } else { other };
                }
            }
        }
        backward.reverse();
        backward
    }

    /// A predicate as text.
    pub(super) fn text(&self, predicate: PredicateId) -> String {
        let terms = &self.builder.build.terms;
        let names = adumbra_terms::smtlib::Names::new(terms, self.predicates.symbols(predicate));
        let mut text = String::new();
        match adumbra_terms::smtlib::write_term(&mut text, terms, &names, self.predicates.term(predicate)) {
            Ok(()) => text,
            Err(_) => format!("p{}", predicate.0),
        }
    }
}
