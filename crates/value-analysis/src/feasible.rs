//! Which conditions can hold together: questions to the solver.
//!
//! The solver has the conditions of one state as assertions, each on a level of its own; for
//! another state those that it does not share are taken back. What a state may do is asked with
//! assumptions. An answer that is missing counts as *can hold*: then more is explored than need be,
//! and nothing is left out.

use super::ValueAnalysis;
use super::scalar::Value;
use super::state::ValueState;
use super::unknowns::Conditions;
use adumbra_judges::{Oracle, PathSolver};
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Term, evaluate};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How symbolic values are decided.
#[derive(Clone, Debug)]
pub struct SymbolicOptions {
    /// The solver.
    pub oracle: Oracle,
    /// Conflicts that one question may take.
    pub conflicts: u64,
    /// Most places that an access at an unknown offset is followed to.
    pub places: u64,
    /// Make states the same that differ by what an unknown is shifted by?
    pub shift: bool,
}

impl Default for SymbolicOptions {
    fn default() -> Self {
        SymbolicOptions { oracle: Oracle::default(), conflicts: 20_000, places: 64, shift: true }
    }
}

/// The answers that were given last are remembered.
const REMEMBERED: usize = 4;

/// Who is asked.
pub(super) struct Deciding {
    solver: PathSolver,
    oracle: Oracle,
    /// What is asserted, from the first on.
    asserted: Vec<Term>,
    pub(super) limits: Limits,
    pub(super) places: u64,
    pub(super) shift: bool,
    last: Vec<(Option<Rc<Conditions>>, Term, bool)>,
    pub(super) queries: u64,
    pub(super) open: u64,
    pub(super) time: Duration,
}

impl Deciding {
    pub(super) fn new(options: &SymbolicOptions) -> Self {
        Deciding {
            solver: options.oracle.path_solver(),
            oracle: options.oracle.clone(),
            asserted: Vec::new(),
            limits: Limits::conflicts(options.conflicts),
            places: options.places,
            shift: options.shift,
            last: Vec::new(),
            queries: 0,
            open: 0,
            time: Duration::ZERO,
        }
    }

    fn same(a: &Option<Rc<Conditions>>, b: &Option<Rc<Conditions>>) -> bool {
        match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl std::fmt::Debug for Deciding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} queries", self.queries)
    }
}

impl ValueAnalysis {
    /// Are values symbolic?
    #[inline]
    pub(super) fn is_symbolic(&self) -> bool {
        self.deciding.is_some()
    }

    /// Can a condition hold in a state?
    pub(super) fn can_hold(&mut self, state: &ValueState, condition: Term) -> bool {
        let scratch = self.scratch.get_mut();
        let (Some(symbols), Some(deciding)) = (&mut scratch.symbols, &mut self.deciding) else { return true };
        if let Some(truth) = symbols.build.terms.truth(condition) {
            return truth;
        }
        let known = deciding.last.iter().find(|(c, t, _)| *t == condition && Deciding::same(c, &state.unknowns));
        if let Some((_, _, answer)) = known {
            return *answer;
        }
        let answer = self.ask(state, &[condition], |_, _| ()) != Some(false);
        if let Some(deciding) = &mut self.deciding {
            deciding.last.truncate(REMEMBERED - 1);
            deciding.last.insert(0, (state.unknowns.clone(), condition, answer));
        }
        answer
    }

    /// Asks whether conditions can hold in a state; `None` if there is no answer. If they can, `f`
    /// sees a model.
    fn ask(
        &mut self,
        state: &ValueState,
        extra: &[Term],
        f: impl FnOnce(&adumbra_terms::Terms, &adumbra_terms::Model),
    ) -> Option<bool> {
        let scratch = self.scratch.get_mut();
        let (Some(symbols), Some(deciding)) = (&mut scratch.symbols, &mut self.deciding) else { return None };
        let clock = Instant::now();
        deciding.queries += 1;
        let mut wanted: Vec<Term> = state.conditions().iter().map(|c| c.term).collect();
        let all: Vec<Term> = wanted.iter().chain(extra).copied().collect();
        let axioms = symbols.axioms(&all);
        let terms = &mut symbols.build.terms;
        let shared = deciding.asserted.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        let mut check = || {
            deciding.solver.pop(deciding.asserted.len() - shared)?;
            deciding.asserted.truncate(shared);
            for term in wanted.drain(shared..) {
                deciding.solver.push()?;
                deciding.asserted.push(term);
                deciding.solver.assert(terms, term)?;
            }
            deciding.solver.check(terms, &[extra, &axioms].concat(), &deciding.limits)
        };
        let answer = match check() {
            Ok(Verdict::Sat) => Some(true),
            Ok(Verdict::Unsat) => Some(false),
            Ok(Verdict::Unknown(_)) => {
                deciding.open += 1;
                None
            }
            Err(_) => {
                deciding.open += 1;
                // Whatever broke, the next question starts over.
                deciding.asserted.clear();
                deciding.solver = deciding.oracle.path_solver();
                None
            }
        };
        if answer == Some(true)
            && let Some(model) = deciding.solver.model()
        {
            f(terms, model);
        }
        deciding.time += clock.elapsed();
        answer
    }

    /// All values that a term of at most 64 bits can have in a state where a condition holds;
    /// `None` if there are more than so many, or if that is not known.
    pub(super) fn values_of(
        &mut self,
        state: &ValueState,
        term: Term,
        condition: Term,
        most: usize,
    ) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        let mut extra = vec![condition];
        loop {
            let mut value = None;
            let answer = self.ask(state, &extra, |terms, model| {
                if let adumbra_terms::Value::Bits(bits) = evaluate(terms, model, term) {
                    value = bits.words().first().copied();
                }
            })?;
            if !answer {
                return Some(found);
            }
            let value = value?;
            if found.len() == most {
                return None;
            }
            found.push(value);
            let symbols = self.scratch.get_mut().symbols.as_mut()?;
            let width = symbols.build.width(term);
            let constant = symbols.build.word(width, value);
            let equal = symbols.build.eq(term, constant);
            extra.push(symbols.build.not(equal));
        }
    }

    /// Which of the conditions of a state contradict another one; by their places, or all of them
    /// if the solver does not say.
    pub(super) fn blame(&mut self, state: &ValueState, condition: Term) -> Vec<usize> {
        let scratch = self.scratch.get_mut();
        let all: Vec<usize> = (0..state.conditions().len()).collect();
        let (Some(symbols), Some(deciding)) = (&mut scratch.symbols, &mut self.deciding) else { return all };
        let mut wanted: Vec<Term> = state.conditions().iter().map(|c| c.term).collect();
        wanted.push(condition);
        let axioms = symbols.axioms(&wanted);
        let terms = &mut symbols.build.terms;
        let mut solver = deciding.oracle.plain_solver("core");
        let assumptions = [&wanted[..], &axioms].concat();
        deciding.queries += 1;
        if !matches!(solver.check(terms, &assumptions, &deciding.limits), Ok(Verdict::Unsat)) {
            return all;
        }
        let core = match solver.minimize_core(terms, &Limits { conflicts: Some(1000), ..deciding.limits.clone() }) {
            Ok(Some(core)) => Some(core.clone()),
            _ => solver.core().cloned(),
        };
        match core {
            Some(core) => core.assumptions.into_iter().filter(|i| *i + 1 < wanted.len()).collect(),
            None => all,
        }
    }

    /// The truth value of a condition that is a term.
    pub(super) fn decide_symbolic(&mut self, state: &ValueState, value: Value) -> Option<bool> {
        let scratch = self.scratch.get_mut();
        let symbols = scratch.symbols.as_mut()?;
        let holds = symbols.is_set(&scratch.wides, value)?;
        let fails = symbols.build.not(holds);
        if !self.can_hold(state, holds) {
            Some(false)
        } else if !self.can_hold(state, fails) {
            Some(true)
        } else {
            None
        }
    }
}
