//! Arrays and uninterpreted functions brought to bit-vectors: elements and results become variables, and what arrays and functions are is said by
//! instances of their axioms.
//!
//! An instance is valid, so it may be added to any part. But a formula of a part may be resolved away on either side of a cut, so it must know only
//! symbols that are known there: an instance goes to a part between the first and the last occurrence of each of its symbols. Where there is no such part,
//! it is left out, and there may be no interpolant.

use super::Settings;
use super::local::Local;
use super::oracle::Oracle;
use super::prepare::ranges;
use super::proof::stopped;
use crate::sat::Limits;
use adumbra_terms::walk::{Substitution, free_symbols, reachable};
use adumbra_terms::{
    ArrayValue, FunctionValue, IndexSort, Kind, Model, Op, Plan, Simplifier, SortKind, Symbol, Term, Terms, Value,
    evaluate,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Most instances that are thought of.
const INSTANCES: usize = 50_000;
/// Instances added after one look at a model.
const BATCH: usize = 32;

/// The answer to a question about terms of all sorts.
pub(super) enum Decision {
    /// There is a model, checked by the evaluator.
    Satisfiable(Model),
    /// There is none.
    Unsatisfiable,
    /// It is not known, and why.
    Unknown(String),
}

/// Whether some conjuncts have a model.
pub(super) fn decide(terms: &mut Terms, conjuncts: &[Term], limits: &Limits, settings: &Settings) -> Decision {
    let local = Local::new(terms, &mut Simplifier::new(), conjuncts);
    match reduce(terms, std::slice::from_ref(&local.facts), limits, settings) {
        Reduction::Parts(..) => Decision::Unsatisfiable,
        Reduction::Satisfiable(mut model) => {
            local.complete(terms, &mut model);
            if conjuncts.iter().all(|term| evaluate(terms, &model, *term).as_bool() == Some(true)) {
                Decision::Satisfiable(model)
            } else {
                Decision::Unknown("the model found is none".into())
            }
        }
        Reduction::None(reason) => Decision::Unknown(reason),
    }
}

/// What came of bringing parts to bit-vectors.
pub(super) enum Reduction {
    /// Contradictory parts over bit-vectors, and the way back.
    Parts(Vec<Vec<Term>>, Abstraction),
    /// The parts have a model.
    Satisfiable(Model),
    /// Neither, and why.
    None(String),
}

/// Variables that stand for elements of arrays, results of functions, and equations of arrays.
#[derive(Debug, Default)]
pub(super) struct Abstraction {
    variables: FxHashMap<Term, Term>,
    cache: FxHashMap<Term, Term>,
}

impl Abstraction {
    /// The term with variables for what is no bit-vector operation.
    fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        for term in adumbra_terms::walk::reachable_until(terms, &[root], |t| self.cache.contains_key(&t)) {
            if self.cache.contains_key(&term) {
                continue;
            }
            let plain = terms.is_bool(term) || terms.bv_width(term).is_some();
            let result = if !plain {
                term
            } else if is_atom(terms, term) {
                let sort = terms.sort(term);
                let variable = terms.fresh_var("element", sort);
                self.variables.insert(term, variable);
                variable
            } else {
                let operands: Vec<Term> = terms.operands(term).iter().map(|o| self.cache[o]).collect();
                terms.rebuild(term, &operands)
            };
            self.cache.insert(term, result);
        }
        self.cache[&root]
    }

    /// The term with what the variables stand for.
    pub fn undo(&self, terms: &mut Terms, term: Term) -> Term {
        let pairs = self.variables.iter().map(|(atom, variable)| (*variable, *atom));
        Substitution::new(terms, pairs).apply(terms, term)
    }
}

fn is_array(terms: &Terms, term: Term) -> bool {
    matches!(terms.sort_kind(terms.sort(term)), SortKind::Array { .. })
}

/// Elements, results, and equations of arrays.
fn is_atom(terms: &Terms, term: Term) -> bool {
    match terms.kind(term) {
        Kind::Select | Kind::Apply => true,
        Kind::Eq => is_array(terms, terms.operands(term)[0]),
        _ => false,
    }
}

/// Whether there are only bit-vectors and truth values.
pub(super) fn is_plain(terms: &Terms, parts: &[Vec<Term>]) -> bool {
    let roots: Vec<Term> = parts.iter().flatten().copied().collect();
    reachable(terms, &roots).into_iter().all(|term| !is_array(terms, term) && terms.kind(term) != Kind::Apply)
}

/// An instance of an axiom.
struct Instance {
    /// Over variables for atoms.
    term: Term,
    /// Where it may stand.
    part: Option<usize>,
    added: bool,
}

/// The atoms and array terms seen, and the instances about them.
struct Axioms {
    ranges: FxHashMap<Symbol, (usize, usize)>,
    abstraction: Abstraction,
    instances: Vec<Instance>,
    known: FxHashSet<Term>,
    seen: FxHashSet<Term>,
    /// Selects with their index, by array.
    selects: FxHashMap<Term, Vec<Term>>,
    /// Stores and choices over an array.
    users: FxHashMap<Term, Vec<Term>>,
    /// Equations of an array.
    equations: FxHashMap<Term, Vec<Term>>,
    applications: FxHashMap<Symbol, Vec<Term>>,
    queue: Vec<Term>,
}

impl Axioms {
    fn new(ranges: FxHashMap<Symbol, (usize, usize)>) -> Axioms {
        Axioms {
            ranges,
            abstraction: Abstraction::default(),
            instances: Vec::new(),
            known: FxHashSet::default(),
            seen: FxHashSet::default(),
            selects: FxHashMap::default(),
            users: FxHashMap::default(),
            equations: FxHashMap::default(),
            applications: FxHashMap::default(),
            queue: Vec::new(),
        }
    }

    /// Takes note of the atoms and arrays of a term.
    fn note(&mut self, terms: &Terms, root: Term) {
        for term in adumbra_terms::walk::reachable_until(terms, &[root], |t| self.seen.contains(&t)) {
            if self.seen.insert(term) {
                self.queue.push(term);
            }
        }
    }

    fn add(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, lemma: Term) {
        self.note(terms, lemma);
        if !self.known.insert(lemma) {
            return;
        }
        let abstracted = self.abstraction.apply(terms, lemma);
        let term = simplifier.simplify(terms, abstracted);
        if terms.truth(term) == Some(true) {
            return;
        }
        let (mut low, mut high) = (0, usize::MAX);
        for symbol in free_symbols(terms, &[lemma]) {
            if let Some((first, last)) = self.ranges.get(&symbol) {
                (low, high) = (low.max(*first), high.min(*last));
            }
        }
        self.instances.push(Instance { term, part: (low <= high).then_some(low), added: false });
    }

    /// Thinks of all instances about what was noted.
    fn close(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, limits: &Limits) -> Result<(), String> {
        while let Some(term) = self.queue.pop() {
            if self.instances.len() > INSTANCES {
                return Err("too many array accesses".into());
            }
            if let Some(reason) = stopped(limits) {
                return Err(reason.to_string());
            }
            let operands = terms.operands(term).to_vec();
            match (terms.op(term), &operands[..]) {
                (Op::Select, &[array, _]) => self.select(terms, simplifier, term, array),
                (Op::Store, &[base, index, value]) => {
                    let own = terms.select(term, index);
                    let lemma = terms.eq(own, value);
                    self.add(terms, simplifier, lemma);
                    self.user(terms, simplifier, term, &[base]);
                }
                (Op::Ite, &[_, a, b]) if is_array(terms, term) => self.user(terms, simplifier, term, &[a, b]),
                (Op::Eq, &[a, b]) if is_array(terms, a) => self.equation(terms, simplifier, term, a, b),
                (Op::Apply(symbol), _) => {
                    let others = self.applications.entry(symbol).or_default();
                    let earlier = others.clone();
                    others.push(term);
                    for other in earlier {
                        self.congruence(terms, simplifier, term, other);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn congruence(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, a: Term, b: Term) {
        let pairs: Vec<(Term, Term)> =
            terms.operands(a).iter().copied().zip(terms.operands(b).iter().copied()).filter(|(x, y)| x != y).collect();
        let same: Vec<Term> = pairs.into_iter().map(|(x, y)| terms.eq(x, y)).collect();
        let (premise, conclusion) = (terms.and_all(same), terms.eq(a, b));
        let lemma = terms.implies(premise, conclusion);
        self.add(terms, simplifier, lemma);
    }

    /// A new element: equal indices have equal elements, and what it has to do with the other arrays.
    fn select(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term, array: Term) {
        let index = terms.operands(term)[1];
        let others = self.selects.entry(array).or_default();
        let earlier = others.clone();
        others.push(term);
        for other in earlier {
            self.congruence(terms, simplifier, term, other);
        }
        match (terms.op(array), terms.operands(array)) {
            (Op::ConstArray, &[value]) => {
                let lemma = terms.eq(term, value);
                self.add(terms, simplifier, lemma);
            }
            (Op::Store | Op::Ite, _) => self.pass(terms, simplifier, array, index),
            _ => {}
        }
        for user in self.users.get(&array).cloned().unwrap_or_default() {
            self.pass(terms, simplifier, user, index);
        }
        for equation in self.equations.get(&array).cloned().unwrap_or_default() {
            self.pass(terms, simplifier, equation, index);
        }
    }

    /// A new array over others.
    fn user(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term, bases: &[Term]) {
        for base in bases {
            self.users.entry(*base).or_default().push(term);
            for select in self.selects.get(base).cloned().unwrap_or_default() {
                let index = terms.operands(select)[1];
                self.pass(terms, simplifier, term, index);
            }
        }
    }

    /// A new equation: different arrays differ somewhere.
    fn equation(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term, a: Term, b: Term) {
        let SortKind::Array { index, .. } = terms.sort_kind(terms.sort(a)) else { return };
        let (mut low, mut high) = (0, usize::MAX);
        for symbol in free_symbols(terms, &[term]) {
            if let Some((first, last)) = self.ranges.get(&symbol) {
                (low, high) = (low.max(*first), high.min(*last));
            }
        }
        if low <= high {
            let witness = terms.fresh_var("difference", index);
            if let Op::Var(symbol) = terms.op(witness) {
                self.ranges.insert(symbol, (low, low));
            }
            let (left, right) = (terms.select(a, witness), terms.select(b, witness));
            let differ = terms.ne(left, right);
            let lemma = terms.or(term, differ);
            self.add(terms, simplifier, lemma);
        }
        for side in [a, b] {
            self.equations.entry(side).or_default().push(term);
            for select in self.selects.get(&side).cloned().unwrap_or_default() {
                let index = terms.operands(select)[1];
                self.pass(terms, simplifier, term, index);
            }
        }
    }

    /// What a store, a choice or an equation says about one index.
    fn pass(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term, index: Term) {
        let mut lemmas = Vec::new();
        match (terms.op(term), terms.operands(term).to_vec()[..].as_ref()) {
            (Op::Store, &[base, at, _]) => {
                let same = terms.eq(at, index);
                let (new, old) = (terms.select(term, index), terms.select(base, index));
                let kept = terms.eq(new, old);
                lemmas.push(terms.or(same, kept));
            }
            (Op::Ite, &[condition, a, b]) => {
                let whole = terms.select(term, index);
                let (first, second) = (terms.select(a, index), terms.select(b, index));
                let (is_first, is_second) = (terms.eq(whole, first), terms.eq(whole, second));
                lemmas.push(terms.implies(condition, is_first));
                lemmas.push(terms.or(condition, is_second));
            }
            (Op::Eq, &[a, b]) => {
                let (left, right) = (terms.select(a, index), terms.select(b, index));
                let equal = terms.eq(left, right);
                lemmas.push(terms.implies(term, equal));
            }
            _ => {}
        }
        for lemma in lemmas {
            self.add(terms, simplifier, lemma);
        }
    }

    /// Values for the arrays and functions from those of their elements and results.
    fn model(&self, terms: &Terms, flat: &Model) -> Model {
        let mut model = flat.clone();
        let value = |term: Term| self.abstraction.cache.get(&term).map(|t| evaluate(terms, flat, *t));
        let defaults = self.defaults(terms, flat);
        for (array, selects) in &self.selects {
            let Op::Var(symbol) = terms.op(*array) else { continue };
            let SortKind::Array { index, element } = terms.sort_kind(terms.sort(*array)) else { continue };
            let entries = selects.iter().filter_map(|s| Some((value(terms.operands(*s)[1])?, value(*s)?)));
            let default = defaults.get(array).cloned().unwrap_or_else(|| Value::zero(terms, element));
            let array = ArrayValue::new(IndexSort::of(terms, index), default, entries);
            model.set(symbol, Value::Array(array));
        }
        for array in self.users.keys().chain(self.equations.keys()).filter(|array| !self.selects.contains_key(array)) {
            let (Op::Var(symbol), Some(default)) = (terms.op(*array), defaults.get(array)) else { continue };
            let SortKind::Array { index, .. } = terms.sort_kind(terms.sort(*array)) else { continue };
            model.set(symbol, Value::Array(ArrayValue::new(IndexSort::of(terms, index), default.clone(), [])));
        }
        for (symbol, applications) in &self.applications {
            let mut table = BTreeMap::new();
            for application in applications {
                let arguments: Option<Vec<Value>> = terms.operands(*application).iter().map(|o| value(*o)).collect();
                if let (Some(arguments), Some(result)) = (arguments, value(*application)) {
                    table.insert(arguments, result);
                }
            }
            let default = Value::zero(terms, terms.symbol(*symbol).result);
            model.functions.insert(*symbol, FunctionValue { table, default });
        }
        model
    }

    /// What arrays hold where nothing is known: the value of a constant array they are connected with.
    fn defaults(&self, terms: &Terms, flat: &Model) -> FxHashMap<Term, Value> {
        let mut defaults: FxHashMap<Term, Value> = FxHashMap::default();
        let truth = |term: &Term| self.abstraction.cache.get(term).and_then(|t| evaluate(terms, flat, *t).as_bool());
        let mut links: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        let mut link = |a: Term, b: Term| {
            links.entry(a).or_default().push(b);
            links.entry(b).or_default().push(a);
        };
        for term in &self.seen {
            match (terms.op(*term), terms.operands(*term)) {
                (Op::Store, &[base, ..]) => link(*term, base),
                (Op::Ite, &[condition, a, b]) if is_array(terms, *term) => {
                    link(*term, if truth(&condition) == Some(true) { a } else { b });
                }
                (Op::Eq, &[a, b]) if is_array(terms, a) && truth(term) == Some(true) => link(a, b),
                _ => {}
            }
        }
        let mut constants: Vec<Term> =
            self.seen.iter().copied().filter(|term| terms.kind(*term) == Kind::ConstArray).collect();
        constants.sort_unstable();
        for constant in constants {
            let inner = terms.operands(constant)[0];
            let Some(abstracted) = self.abstraction.cache.get(&inner) else { continue };
            let value = evaluate(terms, flat, *abstracted);
            let mut stack = vec![constant];
            while let Some(array) = stack.pop() {
                if defaults.contains_key(&array) {
                    continue;
                }
                defaults.insert(array, value.clone());
                stack.extend(links.get(&array).into_iter().flatten());
            }
        }
        defaults
    }
}

/// Brings parts to bit-vectors, with the instances that make them contradictory.
pub(super) fn reduce(terms: &mut Terms, parts: &[Vec<Term>], limits: &Limits, settings: &Settings) -> Reduction {
    let mut simplifier = Simplifier::new();
    let mut axioms = Axioms::new(ranges(terms, parts));
    let mut flat: Vec<Vec<Term>> = Vec::with_capacity(parts.len());
    let mut oracle = Oracle::new(&settings.sat);
    for part in parts {
        let mut conjuncts = Vec::with_capacity(part.len());
        for conjunct in part {
            let simple = simplifier.simplify(terms, *conjunct);
            axioms.note(terms, simple);
            let conjunct = axioms.abstraction.apply(terms, simple);
            oracle.assert(terms, &mut simplifier, conjunct);
            conjuncts.push(conjunct);
        }
        flat.push(conjuncts);
    }
    if let Err(reason) = axioms.close(terms, &mut simplifier, limits) {
        return Reduction::None(reason);
    }
    let mut stuck = false;
    loop {
        match oracle.satisfiable(&[], limits) {
            Some(false) if stuck => {
                return Reduction::None("the contradiction needs array accesses that no part knows whole".into());
            }
            Some(false) => return Reduction::Parts(flat, axioms.abstraction),
            Some(true) => {}
            None => {
                let reason = stopped(limits).map_or("a limit is reached".into(), |reason| reason.to_string());
                return Reduction::None(reason);
            }
        }
        let model = oracle.model(terms);
        let open: Vec<usize> = (0..axioms.instances.len()).filter(|i| !axioms.instances[*i].added).collect();
        let roots: Vec<Term> = open.iter().map(|i| axioms.instances[*i].term).collect();
        let mut plan = Plan::new(terms, &roots);
        plan.run(&model);
        let violated: Vec<usize> =
            (0..open.len()).filter(|i| plan.value(*i).as_bool() == Some(false)).map(|i| open[i]).collect();
        let placed: Vec<usize> = violated.iter().copied().filter(|i| axioms.instances[*i].part.is_some()).collect();
        // Without a place for it, an instance only tells whether there is a model at all.
        stuck |= placed.is_empty() && !violated.is_empty();
        let chosen = if placed.is_empty() { violated } else { placed };
        if chosen.is_empty() {
            let model = axioms.model(terms, &model);
            let holds = |term: &Term| evaluate(terms, &model, *term).as_bool() == Some(true);
            return if parts.iter().flatten().all(holds) {
                Reduction::Satisfiable(model)
            } else {
                Reduction::None("no model of the arrays was found".into())
            };
        }
        for index in chosen.into_iter().take(BATCH) {
            let instance = &mut axioms.instances[index];
            instance.added = true;
            let term = instance.term;
            if let Some(part) = instance.part {
                flat[part.min(parts.len() - 1)].push(term);
            }
            oracle.assert(terms, &mut simplifier, term);
        }
    }
}
