//! Refinement of paths through functions.
//!
//! A path that the abstraction admits is written down anew, every activation with variables of its
//! own ([`Frames`]): what was explored in a function was explored for many calls. Each abstraction
//! on it is a position, and so is each place where a function is entered or left. A function that
//! returns on the path hangs below its caller, as a subtree of its own, so that no interpolant of
//! it speaks of variables of the caller: only of what its parameters, its results and memory are
//! where it begins and where it ends. A function that is not left is part of the way, like any
//! other code. So interpolants become predicates about functions by themselves.
//!
//! Trees of paths are from M. Heizmann, J. Hoenicke and A. Podelski, "Nested Interpolants" (POPL
//! 2010); their use with blocks is from Friedberger's "Block-Abstraction Memoization as an Approach
//! to Verify Recursive Procedures" (2015).

use super::admitted::Item;
use super::refine::{MOST_ATOMS, Refined};
use super::{PathInterpolants, PredicateAnalysis};
use adumbra_engine::Refinement;
use adumbra_formula::{Block, Frames, Stepped, View};
use adumbra_interpolate::nested::{PathTree, Position, nested};
use adumbra_interpolate::{Interpolation, Query, Sequence, from_binary};
use adumbra_predicates::{Interned, PredicateId, atoms};
use adumbra_program::{Location, Move};
use adumbra_sat::Limits;
use adumbra_solver::solver::SolverError;
use adumbra_terms::{Term, Terms};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Paths of more positions are not looked at: their formulas would take longer to write than there
/// is time.
const MOST_POSITIONS: usize = 4_000;

/// A path that comes back as often, although predicates were found each time, is given up.
const MOST_TIMES: u32 = 3;

/// A path as formulas by position.
#[derive(Default)]
pub(super) struct Along {
    kinds: Vec<Position>,
    formulas: Vec<Vec<Term>>,
    /// By position, where interpolants are tracked, and the copies there.
    tracked: Vec<Option<(Location, View)>>,
    moves: Vec<Move>,
}

impl Along {
    fn push(&mut self, kind: Position, formula: Vec<Term>, tracked: Option<(Location, View)>) {
        self.kinds.push(kind);
        self.formulas.push(formula);
        self.tracked.push(tracked);
    }
}

/// What of an interpolant is tracked.
type Split = fn(&Terms, Term) -> Vec<Term>;

impl PredicateAnalysis {
    /// Looks for predicates that exclude a path to the last of some states through functions, or
    /// for moves that may be possible.
    pub(super) fn exclude_by_blocks(
        &mut self,
        refined: &Refined<'_>,
    ) -> Refinement<super::precision::PredicatePrecision> {
        let Some(target) = refined.states.last() else { return Refinement::Powerless };
        self.counted.refinements += 1;
        let limits = Limits { conflicts: None, ..self.limits() };
        let Some(items) = self.admitted(target, refined.precision, &limits) else { return Refinement::Powerless };
        let Some(along) = self.along(&items) else { return Refinement::Powerless };
        if along.kinds.len() > MOST_POSITIONS {
            return Refinement::Powerless;
        }
        let all: Vec<Term> = along.formulas.iter().flatten().copied().collect();
        if self.model_of(&all, &limits).is_some() {
            return Refinement::Possible { moves: along.moves };
        }
        let times = self.functions.excluded.entry(FxBuildHasher.hash_one(&along.moves)).or_default();
        *times += 1;
        self.counted.back += u64::from(*times > 1);
        if *times > MOST_TIMES {
            return Refinement::Powerless;
        }
        self.interpolated(refined, &along, &limits).unwrap_or(Refinement::Powerless)
    }

    /// Writes a path down.
    fn along(&mut self, items: &[Item]) -> Option<Along> {
        let returns = returning(items);
        let mut along = Along::default();
        let mut frames = Frames::new();
        let mut block = self.builder.initial();
        // What belongs to the next position.
        let mut waiting: Vec<Term> = Vec::new();
        // What belongs to the one behind the entry of a function that is not left.
        let mut opened: Vec<Term> = Vec::new();
        for (place, item) in items.iter().enumerate() {
            match *item {
                Item::Step(step, skipped) => {
                    along.moves.push(step);
                    match step {
                        Move::Enter { call, callee } => {
                            waiting.extend(frames.add(&mut self.builder, &block));
                            block = Block::default();
                            if returns[place] {
                                along.push(Position::Middle, std::mem::take(&mut waiting), None);
                                let (formula, begins) = frames.enter(&mut self.builder, call, callee)?;
                                along.push(Position::Entry, formula, None);
                                waiting = begins;
                            } else {
                                let (formula, begins) = frames.enter(&mut self.builder, call, callee)?;
                                waiting.extend(formula);
                                opened = begins;
                            }
                        }
                        Move::Leave { call, callee } => {
                            // The last position is the exit, where the function was abstracted.
                            waiting.extend(frames.add(&mut self.builder, &block));
                            block = Block::default();
                            match along.kinds.last_mut() {
                                Some(kind) if *kind == Position::Middle && waiting.is_empty() => *kind = Position::Exit,
                                _ => along.push(Position::Exit, std::mem::take(&mut waiting), None),
                            }
                            waiting = frames.leave(&mut self.builder, call, callee)?;
                        }
                        Move::Edge(_) if skipped => {}
                        Move::Edge(_) => {
                            if self.builder.step(&mut block, step) != Stepped::On {
                                return None;
                            }
                        }
                    }
                }
                Item::Abstracted(location) => {
                    self.builder.settle(&mut block, location);
                    waiting.extend(frames.add(&mut self.builder, &block));
                    block = Block::default();
                    let formula = std::mem::replace(&mut waiting, std::mem::take(&mut opened));
                    along.push(Position::Middle, formula, Some((location, frames.view())));
                }
                Item::Through(_) => return None,
            }
        }
        waiting.extend(frames.add(&mut self.builder, &block));
        along.push(Position::Middle, waiting, None);
        Some(along)
    }

    /// Interpolants of a path as predicates; `None` if there are none, or no new ones.
    fn interpolated(
        &mut self,
        refined: &Refined<'_>,
        along: &Along,
        limits: &Limits,
    ) -> Option<Refinement<super::precision::PredicatePrecision>> {
        for interpolants in self.by_position(along, limits)? {
            for split in [atoms as Split, whole as Split] {
                if let Some(found) = self.tracked_along(refined, along, &interpolants, split) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Interpolants by position, of each answer.
    fn by_position(&mut self, along: &Along, limits: &Limits) -> Option<Vec<Vec<Term>>> {
        let PredicateAnalysis { builder, solver, options, counted, .. } = self;
        let terms = &mut builder.build.terms;
        let tree = PathTree::new(&along.kinds).ok()?;
        let check = cfg!(debug_assertions);
        let parts = match options.interpolants {
            PathInterpolants::Sequence => along.formulas.clone(),
            _ => tree.parts(&along.formulas),
        };
        if parts.len() < 2 {
            return None;
        }
        let mut ask = |terms: &mut Terms, query: &Query| -> Result<Interpolation, SolverError> {
            if limits.stop.is_done() {
                return Ok(Interpolation::None("there is no time left".into()));
            }
            counted.asked += 1;
            let query = Query { check, ..query.clone() };
            let answer = solver.interpolate(terms, &query, limits)?;
            let others = |answer: &Sequence| answer.source == adumbra_solver::process::SOURCE;
            counted.by_others += u64::from(matches!(&answer, Interpolation::Found(all) if all.iter().any(others)));
            Ok(answer)
        };
        let found = match options.interpolants {
            PathInterpolants::Tree => {
                let query = Query { candidates: 2, ..Query::tree(parts, tree.tree.clone()) };
                ask(terms, &query)
            }
            PathInterpolants::Sequence => ask(terms, &Query { candidates: 2, ..Query::sequence(parts) }),
            PathInterpolants::FromBinary => from_binary(terms, &parts, &tree.tree, &mut ask),
            PathInterpolants::Nested => nested(terms, &parts, &tree.tree, &mut ask),
        };
        let Ok(Interpolation::Found(answers)) = found else { return None };
        let terms = &mut builder.build.terms;
        let by_position = |answer: Sequence| match options.interpolants {
            PathInterpolants::Sequence => {
                let last = terms.bool(false);
                answer.interpolants.into_iter().chain([last]).collect()
            }
            _ => tree.flatten(terms, &answer.interpolants),
        };
        Some(answers.into_iter().map(by_position).collect())
    }

    /// Tracks interpolants where they are, by what `split` makes of them; `None` if all of that was
    /// tracked already.
    fn tracked_along(
        &mut self,
        refined: &Refined<'_>,
        along: &Along,
        interpolants: &[Term],
        split: Split,
    ) -> Option<Refinement<super::precision::PredicatePrecision>> {
        let mut precision = refined.precision.clone();
        let mut is_new = false;
        for (tracked, interpolant) in along.tracked.iter().zip(interpolants) {
            let Some((location, view)) = tracked else { continue };
            let known = self.wanted(refined.precision, &Rc::default(), *location);
            for atom in split(&self.builder.build.terms, *interpolant) {
                let Some(predicate) = self.about(atom, view, *location) else { continue };
                precision.add(&self.program, self.options.scope, *location, predicate);
                is_new |= !known.contains(&predicate);
            }
        }
        is_new.then_some(Refinement::Excluded { precision, from: 1 })
    }

    /// A formula about copies at a location as a predicate about the function by itself; `None` if
    /// it is about several activations, or is no predicate.
    fn about(&mut self, formula: Term, view: &View, location: Location) -> Option<PredicateId> {
        let mut live = |builder: &mut adumbra_formula::Builder, var| builder.is_live(var, &[], location);
        let Some(formula) = view.state(&mut self.builder, formula, &mut live) else {
            self.counted.mixed += 1;
            return None;
        };
        let is_entry = self.program.body(self.program.function_of(location)).is_some_and(|b| b.entry == location);
        let formula = if is_entry { self.builder.where_entered(formula) } else { formula };
        match self.predicates.intern(&mut self.builder.build.terms, formula) {
            Interned::Literal(literal) => Some(literal.predicate),
            _ => None,
        }
    }
}

/// Where all atoms are tracked, their combination was lost: it is tracked as a whole.
fn whole(terms: &Terms, formula: Term) -> Vec<Term> {
    match atoms(terms, formula).len() {
        2..=MOST_ATOMS => vec![formula],
        _ => Vec::new(),
    }
}

/// By place, is it where a function is entered that the path leaves again?
fn returning(items: &[Item]) -> Vec<bool> {
    let mut returns = vec![false; items.len()];
    let mut open = Vec::new();
    for (place, item) in items.iter().enumerate() {
        match item {
            Item::Step(Move::Enter { .. }, _) => open.push(place),
            Item::Step(Move::Leave { .. }, _) => {
                if let Some(entry) = open.pop() {
                    returns[entry] = true;
                }
            }
            _ => {}
        }
    }
    returns
}

#[cfg(test)]
mod tests;
