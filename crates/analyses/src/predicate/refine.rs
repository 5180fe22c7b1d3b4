//! Refinement: why no execution takes the blocks to a target, in predicates at their ends.

use super::precision::PredicatePrecision;
use super::state::{PredicateState, Trace};
use super::PredicateAnalysis;
use adumbra_engine::{ErrorPath, Refinement};
use adumbra_formula::{Block, Chain};
use adumbra_predicates::{Interned, PredicateId, atoms};
use adumbra_program::Move;
use adumbra_solver::interpolate::{Interpolation, Query, Sequence};
use adumbra_solver::sat::Limits;
use adumbra_terms::{Model, Value, evaluate};

/// One block on the way to a target.
struct Leg {
    /// The abstraction at its end; none for the last one.
    end: Option<u32>,
    trace: u32,
    /// The variables' copies before and after it.
    before: Chain,
    after: Chain,
}

impl PredicateAnalysis {
    /// The blocks that lead to a state.
    fn legs(&mut self, state: &PredicateState) -> (Vec<Leg>, Vec<Vec<adumbra_terms::Term>>) {
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
        let (mut chain, mut legs, mut parts) = (Chain::new(), Vec::new(), Vec::new());
        for (end, block, trace) in blocks {
            let before = chain.clone();
            parts.push(chain.add(&mut self.builder, &block));
            legs.push(Leg { end, trace, before, after: chain.clone() });
        }
        (legs, parts)
    }

    /// Looks for predicates that exclude the blocks to the last of some states, or for a path along them.
    pub(super) fn exclude(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &PredicatePrecision,
        states: &[PredicateState],
    ) -> Refinement<PredicatePrecision> {
        let Some(end) = states.last() else { return Refinement::Powerless };
        let (legs, parts) = self.legs(end);
        self.counted.refinements += 1;
        let limits = Limits { conflicts: None, ..self.limits() };
        let answer = if parts.len() < 2 {
            // Nothing is between the start and the target: only a path can be found.
            let all: Vec<adumbra_terms::Term> = parts.into_iter().flatten().collect();
            self.model_of(&all, &limits).map(Interpolation::Satisfiable)
        } else {
            let query = Query { candidates: 2, check: cfg!(debug_assertions), ..Query::sequence(parts) };
            self.solver.interpolate(&mut self.builder.build.terms, &query, &limits).ok()
        };
        match answer {
            Some(Interpolation::Satisfiable(model)) => Refinement::Possible { moves: self.moves(&legs, &model) },
            Some(Interpolation::Found(sequences)) => {
                for sequence in sequences {
                    if let Some(refined) = self.add_predicates(path, precision, states, &legs, &sequence) {
                        return refined;
                    }
                }
                Refinement::Powerless
            }
            Some(Interpolation::None(_)) | None => Refinement::Powerless,
        }
    }

    fn model_of(&mut self, formulas: &[adumbra_terms::Term], limits: &Limits) -> Option<Model> {
        use adumbra_solver::solver::Verdict;
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

    /// Tracks the atoms of interpolants where they are; `None` if all of them are tracked already.
    fn add_predicates(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &PredicatePrecision,
        states: &[PredicateState],
        legs: &[Leg],
        sequence: &Sequence,
    ) -> Option<Refinement<PredicatePrecision>> {
        let mut refined = precision.clone();
        let mut first = None;
        for (leg, interpolant) in legs.iter().zip(&sequence.interpolants) {
            let Some(end) = leg.end else { continue };
            let Some(formula) = leg.after.state(&mut self.builder, *interpolant) else { continue };
            let location = self.abstractions[end as usize].location;
            for atom in atoms(&self.builder.build.terms, formula) {
                let Interned::Literal(literal) = self.predicates.intern(&mut self.builder.build.terms, atom) else {
                    continue;
                };
                if refined.add(&self.program, self.options.scope, location, literal.predicate) && first.is_none() {
                    first = Some(end);
                }
            }
        }
        let first = first?;
        let node = states.iter().position(|s| s.length == 0 && s.abstraction == first);
        let from = node.map_or(1, |node| path.nodes[node]);
        Some(Refinement::Excluded { precision: refined, from })
    }

    /// The moves that a model takes along blocks.
    fn moves(&mut self, legs: &[Leg], model: &Model) -> Vec<Move> {
        let mut all = Vec::new();
        for leg in legs {
            let mut backward = Vec::new();
            let mut at = leg.trace;
            loop {
                match self.traces[at as usize] {
                    Trace::Start => break,
                    Trace::Step(previous, step) => {
                        backward.push(step);
                        at = previous;
                    }
                    Trace::Either(condition, one, other) => {
                        let condition = leg.before.during(&mut self.builder, condition);
                        let holds = evaluate(&self.builder.build.terms, model, condition) == Value::Bool(true);
                        at = if holds { one } else { other };
                    }
                }
            }
            all.extend(backward.into_iter().rev());
        }
        all
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
