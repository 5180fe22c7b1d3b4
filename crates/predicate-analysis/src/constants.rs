//! Interpolants that say which variables have which values, and by how much others differ: where a
//! path fails because of that, these are simpler than what a refutation gives.
//!
//! Forward along the path, the variables and differences are found that can have one value only.
//! Backward, from where the path fails, as few of them as possible are kept that exclude the rest.
//! What had too many values at one place is left to other interpolants: it counts.

use super::PredicateAnalysis;
use super::refine::Leg;
use adumbra_interpolate::Sequence;
use adumbra_program::Location;
use adumbra_sat::Limits;
use adumbra_solver::solver::Verdict;
use adumbra_terms::walk::free_variables;
use adumbra_terms::{Kind, Model, Term, Value, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of a variable at a location, beyond which it is taken for one that counts: of one that is
/// set to constants, and of one that is computed.
const MOST_VALUES: [usize; 2] = [32, 1];

/// Variables without a value whose differences are looked at.
const MOST_LOOSE: usize = 12;

/// Questions about the values at one place.
const MOST_QUESTIONS: usize = 12;

/// The values that refinement gave to variables at locations.
#[derive(Default)]
pub(super) struct ValuesGiven {
    given: FxHashMap<(Location, Term), FxHashSet<Term>>,
}

impl ValuesGiven {
    /// Does a variable have many values at a location?
    fn counts(&self, location: Location, variable: Term, computed: bool) -> bool {
        let values = self.given.get(&(location, variable));
        values.is_some_and(|values| values.len() > MOST_VALUES[usize::from(computed)])
    }

    fn note(&mut self, location: Location, variable: Term, value: Term) {
        self.given.entry((location, variable)).or_default().insert(value);
    }
}

/// A copy of a variable or a difference of two, and that it has its value.
#[derive(Clone, Copy)]
struct Known {
    what: Term,
    value: Term,
    equation: Term,
    /// The last part that all of it is used in.
    until: usize,
    /// Was it computed from something that is no constant?
    computed: bool,
}

impl PredicateAnalysis {
    /// Interpolants of blocks that are conjunctions of equations of variables and constants, if
    /// there are any.
    pub(super) fn by_constants(&mut self, legs: &[Leg], parts: &[Vec<Term>], limits: &Limits) -> Option<Sequence> {
        let levels = self.solver.levels();
        let found = self.constants_within(legs, parts, limits);
        let left = self.solver.levels().saturating_sub(levels);
        self.solver.pop(left).ok()?;
        found
    }

    fn constants_within(&mut self, legs: &[Leg], parts: &[Vec<Term>], limits: &Limits) -> Option<Sequence> {
        let by_cut = self.forward(legs, parts, limits)?;
        let never = self.builder.build.bool(false);
        let mut interpolants = vec![never; parts.len() - 1];
        // What the state after a part must be like, so that there is no way on; at first there is
        // none.
        let mut wanted: Vec<Known> = Vec::new();
        for cut in (0..by_cut.len()).rev() {
            self.solver.push().ok()?;
            let terms = &mut self.builder.build.terms;
            for formula in &parts[cut + 1] {
                self.solver.assert(terms, *formula).ok()?;
            }
            if cut + 1 < by_cut.len() {
                let all = terms.and_all(wanted.iter().map(|known| known.equation));
                let not = terms.not(all);
                self.solver.assert(terms, not).ok()?;
            }
            let location = legs[cut].end.map(|end| self.abstractions[end as usize].location)?;
            let mut usable = Vec::new();
            for known in &by_cut[cut] {
                if let Some(variable) = legs[cut].after.state(&mut self.builder, known.what)
                    && !self.values_given.counts(location, variable, known.computed)
                {
                    usable.push((*known, variable));
                }
            }
            let assumptions: Vec<Term> = usable.iter().map(|(known, _)| known.equation).collect();
            let terms = &mut self.builder.build.terms;
            if !matches!(self.solver.check(terms, &assumptions, limits), Ok(Verdict::Unsat)) {
                return None;
            }
            let core = match self.solver.minimize_core(terms, limits) {
                Ok(Some(core)) => core.assumptions.clone(),
                _ => self.solver.core()?.assumptions.clone(),
            };
            self.solver.pop(1).ok()?;
            let mut place = 0..;
            usable.retain(|_| place.next().is_some_and(|place| core.contains(&place)));
            for (known, variable) in &usable {
                self.values_given.note(location, *variable, known.value);
            }
            wanted = usable.into_iter().map(|(known, _)| known).collect();
            interpolants[cut] = self.builder.build.terms.and_all(wanted.iter().map(|known| known.equation));
        }
        Some(Sequence { interpolants, source: "constants" })
    }

    /// What has one value only between the parts, up to the first part that cannot follow those
    /// before.
    fn forward(&mut self, legs: &[Leg], parts: &[Vec<Term>], limits: &Limits) -> Option<Vec<Vec<Known>>> {
        // Behind which part a symbol is used last.
        let mut last_use: FxHashMap<Term, usize> = FxHashMap::default();
        for (number, part) in parts.iter().enumerate() {
            for symbol in free_variables(&self.builder.build.terms, part) {
                last_use.insert(symbol, number);
            }
        }
        let computed = self.computed(parts);
        let mut by_cut: Vec<Vec<Known>> = Vec::new();
        let mut known: Vec<Known> = Vec::new();
        let mut loose: Vec<Term> = Vec::new();
        let mut looked_at: FxHashSet<Term> = FxHashSet::default();
        self.solver.push().ok()?;
        for (number, part) in parts.iter().enumerate() {
            if limits.reached().is_some() {
                return None;
            }
            let terms = &mut self.builder.build.terms;
            for formula in part {
                self.solver.assert(terms, *formula).ok()?;
            }
            match self.solver.check(terms, &[], limits).ok()? {
                Verdict::Unsat => {
                    self.solver.pop(1).ok()?;
                    return (number > 0).then_some(by_cut);
                }
                Verdict::Unknown(_) => return None,
                Verdict::Sat => {}
            }
            if number + 1 == parts.len() || legs[number].end.is_none() {
                return None;
            }
            let fresh: Vec<Term> = free_variables(terms, part)
                .into_iter()
                .filter(|symbol| last_use[symbol] > number && looked_at.insert(*symbol))
                .collect();
            let model = self.solver.model()?.clone();
            let mut candidates = Vec::new();
            for symbol in &fresh {
                candidates.extend(self.candidate(&model, *symbol, None, last_use[symbol]));
            }
            let mut constant = self.holding(candidates, limits)?;
            constant.iter_mut().for_each(|known| known.computed = computed.contains(&known.what));
            loose.retain(|symbol| last_use[symbol] > number);
            let mut differences = Vec::new();
            for symbol in fresh {
                if constant.iter().any(|known| known.what == symbol) || loose.len() >= MOST_LOOSE {
                    continue;
                }
                for other in &loose {
                    let until = last_use[&symbol].min(last_use[other]);
                    differences.extend(self.candidate(&model, symbol, Some(*other), until));
                }
                loose.push(symbol);
            }
            known.extend(constant);
            known.extend(self.holding(differences, limits)?);
            known.retain(|known| known.until > number);
            by_cut.push(known.clone());
        }
        None
    }

    /// The symbols that parts define by more than a constant or another symbol.
    fn computed(&self, parts: &[Vec<Term>]) -> FxHashSet<Term> {
        let terms = &self.builder.build.terms;
        let plain = |term: Term| matches!(terms.kind(term), Kind::Var) || terms.constant(term).is_some();
        let mut computed = FxHashSet::default();
        for formula in parts.iter().flatten() {
            if terms.kind(*formula) != Kind::Eq {
                continue;
            }
            if let [symbol, value] = *terms.operands(*formula)
                && let (symbol, value) = if terms.kind(symbol) == Kind::Var { (symbol, value) } else { (value, symbol) }
                && terms.kind(symbol) == Kind::Var
                && !plain(value)
            {
                computed.insert(symbol);
            }
        }
        computed
    }

    /// That a symbol, or its difference from another, has the value that it has in a model.
    fn candidate(&mut self, model: &Model, symbol: Term, from: Option<Term>, until: usize) -> Option<(Known, Value)> {
        let terms = &mut self.builder.build.terms;
        let width = terms.bv_width(symbol)?;
        let what = match from {
            Some(other) if terms.bv_width(other) == Some(width) => terms.bv_sub(symbol, other),
            Some(_) => return None,
            None => symbol,
        };
        let value = evaluate(terms, model, what);
        let Value::Bits(bits) = &value else { return None };
        let constant = terms.bv(bits);
        let equation = match from {
            Some(other) => {
                let there = terms.bv_add(other, constant);
                terms.eq(symbol, there)
            }
            None => terms.eq(symbol, constant),
        };
        Some((Known { what, value: constant, equation, until, computed: false }, value))
    }

    /// Which candidates hold in all models of what is asserted.
    fn holding(&mut self, mut candidates: Vec<(Known, Value)>, limits: &Limits) -> Option<Vec<Known>> {
        for _ in 0..MOST_QUESTIONS {
            if candidates.is_empty() {
                return Some(Vec::new());
            }
            let terms = &mut self.builder.build.terms;
            let all = terms.and_all(candidates.iter().map(|(known, _)| known.equation));
            let other = terms.not(all);
            self.solver.push().ok()?;
            self.solver.assert(terms, other).ok()?;
            let verdict = self.solver.check(terms, &[], limits).ok()?;
            let model = self.solver.model().cloned();
            self.solver.pop(1).ok()?;
            match (verdict, model) {
                (Verdict::Unsat, _) => return Some(candidates.into_iter().map(|(known, _)| known).collect()),
                (Verdict::Sat, Some(model)) => {
                    candidates.retain(|(known, value)| evaluate(terms, &model, known.what) == *value);
                }
                _ => return None,
            }
        }
        Some(Vec::new())
    }
}
