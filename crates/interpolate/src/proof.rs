//! Refutations to read interpolants from: each part encoded with gates of its own into one SAT
//! solver, whose proof is recorded, cut down to what derives the empty clause, and brought into the
//! form of resolutions on one variable each.

use adumbra_encode::Encoder;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, StopReason, Tracer, Var};
use adumbra_terms::{Op, Simplifier, Term, Terms};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::prepare::Problem;
use super::tree::{Scope, Tree};

/// A clause the solver told of.
#[derive(Debug, Clone)]
struct Step {
    lits: Range<usize>,
    antecedents: Range<usize>,
    /// The part of an original clause.
    part: u32,
}

/// Records every clause with the part it belongs to.
#[derive(Debug, Default)]
struct Recorder {
    /// The part that is being encoded.
    part: u32,
    /// By id.
    steps: Vec<Option<Step>>,
    lits: Vec<Lit>,
    antecedents: Vec<u64>,
    empty: Option<u64>,
}

impl Recorder {
    fn record(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        let (first_lit, first_antecedent) = (self.lits.len(), self.antecedents.len());
        self.lits.extend_from_slice(lits);
        self.antecedents.extend_from_slice(antecedents);
        let step = Step {
            lits: first_lit..self.lits.len(),
            antecedents: first_antecedent..self.antecedents.len(),
            part: self.part,
        };
        let index = id as usize;
        if self.steps.len() <= index {
            self.steps.resize(index + 1, None);
        }
        self.steps[index] = Some(step);
    }
}

impl Tracer for Recorder {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        self.record(id, lits, &[]);
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        self.record(id, lits, antecedents);
    }

    fn deleted(&mut self, _id: u64) {}

    fn concluded(&mut self, _core: &[Lit], clause: Option<u64>) {
        self.empty = clause;
    }
}

/// How a clause of the refutation comes about. Clauses are numbered such that antecedents come
/// first; the last is empty.
#[derive(Debug, Clone)]
pub(super) enum Inference {
    /// A clause of a part.
    Original {
        /// Its literals.
        lits: Vec<Lit>,
        /// The part.
        part: u32,
    },
    /// A linear resolution: the first clause, then each with the literal of it that is resolved
    /// away.
    Resolution(u32, Vec<(Lit, u32)>),
}

/// A refutation of all parts.
#[derive(Debug)]
pub(super) struct Refutation {
    /// Clauses in order; the last is the empty one.
    pub inferences: Vec<Inference>,
    /// The parts in whose clauses of the refutation a variable occurs.
    pub scopes: FxHashMap<Var, Scope>,
    /// The variables of shared terms: term and bit.
    pub bits: FxHashMap<Var, (Term, u32)>,
}

/// What came of refuting the parts.
pub(super) enum Outcome {
    /// They are contradictory.
    Refuted(Refutation),
    /// They have a model.
    Satisfiable,
    /// It is not known.
    Stopped(StopReason),
    /// The parts have what the encoder does not do, or the proof is not what it should be.
    Failed(String),
}

/// Encodes and refutes the parts.
pub(super) fn refute(
    terms: &mut Terms,
    simplifier: &mut Simplifier,
    problem: &Problem,
    options: &SatOptions,
    limits: &Limits,
) -> Outcome {
    let recorder = Arc::new(Mutex::new(Recorder::default()));
    let mut sat = Sat::with_tracer(options.clone(), Box::new(Arc::clone(&recorder)));
    let mut words: FxHashMap<Term, Vec<Lit>> = FxHashMap::default();
    let mut bits = FxHashMap::default();
    for (index, part) in problem.parts.iter().enumerate() {
        recorder.lock().unwrap_or_else(PoisonError::into_inner).part = index as u32;
        // The gates of a part are its own, its constant too: only the bits of variables are shared.
        let variables = adumbra_terms::walk::free_variables(terms, part);
        for variable in &variables {
            let width = terms.bv_width(*variable).unwrap_or(1);
            let Op::Var(symbol) = terms.op(*variable) else { continue };
            let local = problem.scope(symbol).is_none_or(Scope::is_local);
            words.entry(*variable).or_insert_with(|| {
                (0..width)
                    .map(|bit| {
                        let var = sat.new_var();
                        bits.insert(var, (*variable, bit));
                        if !local {
                            sat.freeze(var);
                        }
                        var.positive()
                    })
                    .collect()
            });
        }
        let mut encoder = Encoder::new(sat);
        for variable in variables {
            encoder.define(variable, &words[&variable]);
        }
        for conjunct in part {
            let simple = simplifier.simplify(terms, *conjunct);
            match encoder.literal(terms, simple) {
                Ok(lit) => encoder.gates.sat.add_clause(&[lit]),
                Err(what) => return Outcome::Failed(what.to_string()),
            }
        }
        sat = match encoder.gates.sat.into_own() {
            Some(own) => own,
            None => return Outcome::Failed("only our own core has proofs".into()),
        };
        if let Some(reason) = limits.reached() {
            return Outcome::Stopped(reason);
        }
    }
    match sat.solve(&[], limits) {
        Answer::Sat => Outcome::Satisfiable,
        Answer::Unknown(reason) => Outcome::Stopped(reason),
        Answer::Unsat => {
            drop(sat);
            let recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            match trim(&recorder, &problem.tree, bits, limits) {
                Ok(Some(refutation)) => Outcome::Refuted(refutation),
                Ok(None) => Outcome::Failed("the proof is not a resolution".into()),
                Err(reason) => Outcome::Stopped(reason),
            }
        }
    }
}

/// Steps between looks at the clock.
const POLL: usize = 4096;

/// Keeps what derives the empty clause and finds the pivots. Nothing if a step is no resolution.
fn trim(
    recorder: &Recorder,
    tree: &Tree,
    mut bits: FxHashMap<Var, (Term, u32)>,
    limits: &Limits,
) -> Result<Option<Refutation>, StopReason> {
    let Some(empty) = recorder.empty.map(|id| id as usize) else { return Ok(None) };
    let step = |id: usize| recorder.steps.get(id).and_then(Option::as_ref);
    let mut needed = vec![false; empty + 1];
    needed[empty] = true;
    for id in (0..=empty).rev() {
        if needed[id] {
            let Some(step) = step(id) else { return Ok(None) };
            for antecedent in &recorder.antecedents[step.antecedents.clone()] {
                match needed.get_mut(*antecedent as usize) {
                    Some(needed) if (*antecedent as usize) < id => *needed = true,
                    _ => return Ok(None),
                }
            }
        }
    }
    let mut numbers = vec![u32::MAX; empty + 1];
    let mut inferences = Vec::new();
    let mut occurrences: FxHashMap<Var, Vec<u32>> = FxHashMap::default();
    let mut resolver = Resolver::default();
    for id in (0..=empty).filter(|id| needed[*id]) {
        if inferences.len() % POLL == POLL - 1
            && let Some(reason) = limits.reached()
        {
            return Err(reason);
        }
        let Some(step) = step(id) else { return Ok(None) };
        let lits = &recorder.lits[step.lits.clone()];
        let inference = if step.antecedents.is_empty() {
            for lit in lits {
                let parts = occurrences.entry(lit.var()).or_default();
                if parts.last() != Some(&step.part) {
                    parts.push(step.part);
                }
            }
            Inference::Original { lits: lits.to_vec(), part: step.part }
        } else {
            match resolver.resolve(recorder, &recorder.antecedents[step.antecedents.clone()], lits) {
                Some((first, rest)) => Inference::Resolution(
                    numbers[first as usize],
                    rest.into_iter().map(|(lit, id)| (lit, numbers[id as usize])).collect(),
                ),
                None => return Ok(None),
            }
        };
        numbers[id] = inferences.len() as u32;
        inferences.push(inference);
    }
    let mut scopes: FxHashMap<Var, Scope> = FxHashMap::default();
    for (var, mut parts) in occurrences {
        parts.sort_unstable();
        for part in parts {
            scopes.entry(var).or_insert_with(|| Scope::new(part as usize)).add(tree, part as usize);
        }
    }
    bits.retain(|var, _| scopes.contains_key(var));
    Ok(Some(Refutation { inferences, scopes, bits }))
}

/// Replays linear resolutions.
#[derive(Default)]
struct Resolver {
    /// By literal: whether it is in the clause so far.
    marked: Vec<bool>,
    touched: Vec<Lit>,
}

impl Resolver {
    fn is_marked(&self, lit: Lit) -> bool {
        self.marked.get(lit.index()).copied().unwrap_or(false)
    }

    fn mark(&mut self, lit: Lit, value: bool) {
        let index = lit.index();
        if self.marked.len() <= index {
            self.marked.resize(index + 1, false);
        }
        self.marked[index] = value;
        self.touched.push(lit);
    }

    /// The antecedents from the last to the first, each with the literal of it on which it
    /// resolves. One that has no such literal is left out; one with two, or a result that is not
    /// within the stated clause, is no resolution.
    fn resolve(&mut self, recorder: &Recorder, antecedents: &[u64], stated: &[Lit]) -> Option<(u64, Vec<(Lit, u64)>)> {
        for lit in std::mem::take(&mut self.touched) {
            self.marked[lit.index()] = false;
        }
        let lits = |id: u64| {
            let step = recorder.steps.get(id as usize)?.as_ref()?;
            Some(&recorder.lits[step.lits.clone()])
        };
        let (last, earlier) = antecedents.split_last()?;
        for lit in lits(*last)? {
            self.mark(*lit, true);
        }
        let mut chain = Vec::with_capacity(earlier.len());
        for id in earlier.iter().rev() {
            let clause = lits(*id)?;
            let mut pivots = clause.iter().filter(|lit| self.is_marked(!**lit));
            let Some(&pivot) = pivots.next() else { continue };
            if pivots.next().is_some() {
                return None;
            }
            self.mark(!pivot, false);
            for lit in clause.iter().filter(|lit| **lit != pivot) {
                self.mark(*lit, true);
            }
            chain.push((pivot, *id));
        }
        let mut result: Vec<Lit> = self.touched.iter().copied().filter(|lit| self.is_marked(*lit)).collect();
        result.sort_unstable();
        result.dedup();
        result.iter().all(|lit| stated.contains(lit)).then_some((*last, chain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_testing::Random;

    /// What reading proofs rests on: from the last antecedent to the first, each resolves with the
    /// result so far on one variable, and the result is the clause.
    #[test]
    fn derivations_are_linear_resolutions() {
        let mut random = Random(0x0123_4567_89ab_cdef);
        let mut below = |bound: usize| random.below(bound);
        let mut derived = 0;
        for round in 0..60 {
            let recorder = Arc::new(Mutex::new(Recorder::default()));
            // Simplification from the first conflict on, so that all its techniques take part.
            let options = SatOptions { inprocess_interval: i64::from(round % 3 == 0), ..SatOptions::default() };
            let mut sat = Sat::with_tracer(options, Box::new(Arc::clone(&recorder)));
            let count = 10 + below(50);
            let vars: Vec<Var> = (0..count).map(|_| sat.new_var()).collect();
            for _ in 0..count * 5 {
                let clause: Vec<Lit> = (0..2 + below(2)).map(|_| vars[below(count)].literal(below(2) == 0)).collect();
                sat.add_clause(&clause);
            }
            if sat.solve(&[], &Limits::none()) != Answer::Unsat {
                continue;
            }
            drop(sat);
            let recorder = recorder.lock().unwrap();
            let mut resolver = Resolver::default();
            for step in recorder.steps.iter().flatten().filter(|step| !step.antecedents.is_empty()) {
                let antecedents = &recorder.antecedents[step.antecedents.clone()];
                let (_, chain) = resolver
                    .resolve(&recorder, antecedents, &recorder.lits[step.lits.clone()])
                    .expect("one variable a step, and a result within the clause");
                assert_eq!(chain.len() + 1, antecedents.len(), "every antecedent takes part");
                derived += 1;
            }
            let tree = Tree::sequence(1);
            assert!(matches!(trim(&recorder, &tree, FxHashMap::default(), &Limits::none()), Ok(Some(_))));
        }
        assert!(derived > 1000, "{derived} derivations");
    }
}
