//! More models for nothing: what happens when one variable of a model gets another value.
//!
//! Predicates compare, and what makes a comparison tip over is a constant of the predicates, the
//! value of another variable, one more or less, or an extreme. So such values are tried, one
//! variable at a time, and the evaluator tells whether the formulas still hold. If they do, the
//! truth that the predicates have now is possible, and the solver need not find it. This proves
//! nothing impossible; it only asks less.

use adumbra_terms::walk::reachable;
use adumbra_terms::{Bits, Model, Op, Plan, Symbol, Term, Terms, Value};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Trials without anything new before it is left at that; fewer after models from which nothing
/// came.
const PATIENCE: usize = 64;

/// Steps of the evaluator for one model at most.
const STEPS: usize = 20_000;

/// Constants of one width at most.
const CONSTANTS: usize = 12;

/// Values of switches, in their order.
pub(crate) type Values = Box<[bool]>;

/// A variable whose value is changed, with the values that the predicates suggest.
struct Knob {
    symbol: Symbol,
    zero: Value,
    values: Vec<Value>,
}

/// The truth that some terms have together in models of some conjuncts.
pub(crate) struct Sampler {
    /// Conjuncts, then terms.
    plan: Plan,
    conjuncts: usize,
    terms: usize,
    knobs: Vec<Knob>,
    /// Trials for one model at most.
    trials: usize,
    patience: usize,
    /// Which terms matter together.
    parts: Vec<Vec<usize>>,
    /// By part: the truth that its terms had.
    known: Vec<FxHashSet<Values>>,
    /// What was found, in order: each brings something new to a part.
    pub(crate) seen: Vec<Values>,
}

impl Sampler {
    /// Nothing found yet. What is looked for is the truth that the terms of each part have
    /// together.
    pub(crate) fn new(terms: &Terms, conjuncts: &[Term], of: &[Term], parts: &[Vec<usize>]) -> Sampler {
        let roots: Vec<Term> = conjuncts.iter().chain(of).copied().collect();
        let inside = reachable(terms, of);
        Sampler {
            plan: Plan::new(terms, &roots),
            conjuncts: conjuncts.len(),
            terms: of.len(),
            trials: STEPS / reachable(terms, &roots).len().max(1),
            knobs: knobs(terms, &inside),
            patience: PATIENCE,
            known: vec![FxHashSet::default(); parts.len()],
            parts: parts.to_vec(),
            seen: Vec::new(),
        }
    }

    /// Notes the truth of the terms in a model, if it is one of the conjuncts and the truth is new.
    fn note(&mut self, model: &Model) -> bool {
        self.plan.run(model);
        let holds = |root: usize| *self.plan.value(root) == Value::Bool(true);
        if !(0..self.conjuncts).all(holds) {
            return false;
        }
        let values: Values = (self.conjuncts..self.conjuncts + self.terms).map(holds).collect();
        // The first is new even if there are no terms.
        let mut is_new = self.seen.is_empty();
        for (part, known) in self.parts.iter().zip(&mut self.known) {
            is_new |= known.insert(part.iter().map(|place| values[*place]).collect());
        }
        if is_new {
            self.seen.push(values);
        }
        is_new
    }

    /// Notes the truth in a model and in others near it; false if that in the model itself is
    /// nothing new.
    pub(crate) fn add(&mut self, model: &Model) -> bool {
        if !self.note(model) {
            return false;
        }
        let before = self.seen.len();
        self.vary(model);
        self.patience = if self.seen.len() > before { PATIENCE } else { self.patience / 2 };
        true
    }

    fn vary(&mut self, model: &Model) {
        let (mut trials, mut misses) = (0, 0);
        let mut queue = VecDeque::from([model.clone()]);
        while let Some(mut model) = queue.pop_front() {
            let changes = changes(&self.knobs, &model);
            // One value of each variable after the other.
            for round in 0..changes.iter().map(Vec::len).max().unwrap_or(0) {
                for (place, values) in changes.iter().enumerate() {
                    let Some(value) = values.get(round) else { continue };
                    if trials >= self.trials || misses >= self.patience {
                        return;
                    }
                    trials += 1;
                    misses += 1;
                    let symbol = self.knobs[place].symbol;
                    let before = model.values.insert(symbol, value.clone());
                    if self.note(&model) {
                        queue.push_back(model.clone());
                        misses = 0;
                    }
                    match before {
                        Some(before) => model.set(symbol, before),
                        None => drop(model.values.remove(&symbol)),
                    }
                }
            }
        }
    }
}

/// What to try for each variable of a model.
fn changes(knobs: &[Knob], model: &Model) -> Vec<Vec<Value>> {
    let now = |knob: &Knob| model.values.get(&knob.symbol).unwrap_or(&knob.zero).clone();
    let mut all = Vec::new();
    for (place, knob) in knobs.iter().enumerate() {
        let others = knobs.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| now(other));
        let near = others.filter(|value| same_width(value, &knob.zero)).flat_map(|value| around(&value));
        let mut values: Vec<Value> = near.chain(knob.values.iter().cloned()).collect();
        values.sort_unstable();
        values.dedup();
        values.retain(|value| *value != now(knob));
        all.push(values);
    }
    all
}

/// The truth values and words among some terms, in order.
fn knobs(terms: &Terms, inside: &[Term]) -> Vec<Knob> {
    let mut constants: BTreeMap<u32, BTreeSet<Value>> = BTreeMap::new();
    for value in inside.iter().filter_map(|term| terms.constant(*term)) {
        let known = constants.entry(value.width()).or_default();
        if known.len() < 3 * CONSTANTS {
            known.extend(around(&Value::Bits(value)));
        }
    }
    for (width, values) in &mut constants {
        let extremes = [Bits::zero(*width), Bits::ones(*width), Bits::min_signed(*width), Bits::max_signed(*width)];
        values.extend(extremes.map(Value::Bits));
    }
    let mut knobs = Vec::new();
    for term in inside {
        let Op::Var(symbol) = terms.op(*term) else { continue };
        let zero = Value::zero(terms, terms.sort(*term));
        let values = match &zero {
            Value::Bool(_) => vec![Value::Bool(false), Value::Bool(true)],
            Value::Bits(bits) => constants.get(&bits.width()).into_iter().flatten().cloned().collect(),
            _ => continue,
        };
        knobs.push(Knob { symbol, zero, values });
    }
    knobs.sort_unstable_by_key(|knob| knob.symbol);
    knobs
}

/// A word, the next and the one before.
fn around(value: &Value) -> Vec<Value> {
    let Value::Bits(bits) = value else { return Vec::new() };
    let one = Bits::one(bits.width());
    vec![Value::Bits(bits.clone()), Value::Bits(bits.add(&one)), Value::Bits(bits.sub(&one))]
}

fn same_width(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Bits(a), Value::Bits(b)) if a.width() == b.width())
}
