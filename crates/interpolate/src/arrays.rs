//! Arrays and uninterpreted functions brought to bit-vectors: elements and results become
//! variables, and what arrays and functions are is said by instances of their axioms.
//!
//! An instance is valid, so it may be added to any part. But a formula of a part may be resolved
//! away on either side of a cut, so it must know only symbols that are known there: an instance
//! goes to a part between the occurrences of each of its symbols. Where there is no such part, it
//! is left out, and there may be no interpolant.

use super::Settings;
use super::oracle::Oracle;
use super::prepare::{Scopes, scopes};
use super::tree::{Scope, Tree, meeting};
use adumbra_sat::Limits;
use adumbra_terms::walk::{Substitution, free_symbols, reachable};
use adumbra_terms::{Kind, Model, Op, Plan, Simplifier, SortKind, Symbol, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Most instances that are thought of.
const INSTANCES: usize = 50_000;
/// Instances added after one look at a model.
const BATCH: usize = 32;

/// What came of bringing parts to bit-vectors.
pub(super) enum Reduction {
    /// Contradictory parts over bit-vectors, and the way back.
    Parts(Vec<Vec<Term>>, Abstraction),
    /// The parts have a model, as far as the instances tell.
    Satisfiable,
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
struct Axioms<'a> {
    tree: &'a Tree,
    scopes: Scopes,
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

impl Axioms<'_> {
    fn new(tree: &Tree, scopes: Scopes) -> Axioms<'_> {
        Axioms {
            tree,
            scopes,
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
        let part = self.place(terms, lemma);
        self.instances.push(Instance { term, part, added: false });
    }

    /// The first part where a term may stand such that no cut is crossed by more symbols than
    /// before.
    fn place(&self, terms: &Terms, term: Term) -> Option<usize> {
        let symbols = free_symbols(terms, &[term]);
        let scopes: Vec<&Scope> = symbols.iter().filter_map(|symbol| self.scopes.get(symbol)).collect();
        meeting(self.tree, &scopes)
    }

    /// Thinks of all instances about what was noted.
    fn close(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, limits: &Limits) -> Result<(), String> {
        while let Some(term) = self.queue.pop() {
            if self.instances.len() > INSTANCES {
                return Err("too many array accesses".into());
            }
            if let Some(reason) = limits.reached() {
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
                (Op::Apply(symbol), _) => self.applications.entry(symbol).or_default().push(term),
                _ => {}
            }
        }
        Ok(())
    }

    /// Elements and results that differ in a model though their indices or arguments are the same,
    /// with some that they should be equal to.
    fn incongruent(&self, terms: &Terms, model: &Model) -> Vec<(Term, Term)> {
        let mut groups: Vec<&Vec<Term>> = self.selects.values().chain(self.applications.values()).collect();
        groups.retain(|group| group.len() > 1);
        groups.sort_unstable();
        let atoms: Vec<Term> = groups.iter().flat_map(|group| group.iter().copied()).collect();
        // What an atom is over, where that is no array, and the atom.
        let mut roots: Vec<Term> = Vec::new();
        let mut places: Vec<std::ops::Range<usize>> = Vec::new();
        for atom in &atoms {
            let start = roots.len();
            let inside = terms.operands(*atom).iter().filter(|operand| !is_array(terms, **operand));
            roots.extend(inside.chain([atom]).filter_map(|term| self.abstraction.cache.get(term)));
            places.push(start..roots.len());
        }
        let mut plan = Plan::new(terms, &roots);
        plan.run(model);
        let mut found = Vec::new();
        let mut next = 0;
        for group in groups {
            let mut seen: BTreeMap<Vec<&Value>, usize> = BTreeMap::new();
            for place in next..next + group.len() {
                let mut values: Vec<&Value> = places[place].clone().map(|root| plan.value(root)).collect();
                let value = values.pop();
                let first = *seen.entry(values).or_insert(place);
                if Some(plan.value(places[first].end - 1)) != value {
                    found.push((atoms[first], atoms[place]));
                }
            }
            next += group.len();
        }
        found
    }

    fn congruence(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, a: Term, b: Term) {
        let pairs: Vec<(Term, Term)> =
            terms.operands(a).iter().copied().zip(terms.operands(b).iter().copied()).filter(|(x, y)| x != y).collect();
        let same: Vec<Term> = pairs.into_iter().map(|(x, y)| terms.eq(x, y)).collect();
        let (premise, conclusion) = (terms.and_all(same), terms.eq(a, b));
        let lemma = terms.implies(premise, conclusion);
        self.add(terms, simplifier, lemma);
    }

    /// A new element: what it has to do with the other arrays.
    fn select(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term, array: Term) {
        let index = terms.operands(term)[1];
        self.selects.entry(array).or_default().push(term);
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
        if let Some(part) = self.place(terms, term) {
            let witness = terms.fresh_var("difference", index);
            if let Op::Var(symbol) = terms.op(witness) {
                self.scopes.insert(symbol, Scope::new(part));
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
}

/// Brings parts to bit-vectors, with the instances that make them contradictory.
pub(super) fn reduce(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    tree: &Tree,
    limits: &Limits,
    settings: &Settings,
) -> Reduction {
    let mut simplifier = Simplifier::new();
    let mut axioms = Axioms::new(tree, scopes(terms, parts, tree));
    let mut flat: Vec<Vec<Term>> = Vec::with_capacity(parts.len());
    let mut oracle = Oracle::new(&settings.sat, None);
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
                let reason = limits.reached().map_or("a limit is reached".into(), |reason| reason.to_string());
                return Reduction::None(reason);
            }
        }
        let model = oracle.model(terms);
        let open: Vec<usize> = (0..axioms.instances.len()).filter(|i| !axioms.instances[*i].added).collect();
        let roots: Vec<Term> = open.iter().map(|i| axioms.instances[*i].term).collect();
        let mut plan = Plan::new(terms, &roots);
        plan.run(&model);
        let mut violated: Vec<usize> =
            (0..open.len()).filter(|i| plan.value(*i).as_bool() == Some(false)).map(|i| open[i]).collect();
        let known = axioms.instances.len();
        for (a, b) in axioms.incongruent(terms, &model) {
            axioms.congruence(terms, &mut simplifier, a, b);
        }
        violated.extend(known..axioms.instances.len());
        if let Err(reason) = axioms.close(terms, &mut simplifier, limits) {
            return Reduction::None(reason);
        }
        let placed: Vec<usize> = violated.iter().copied().filter(|i| axioms.instances[*i].part.is_some()).collect();
        // Without a place for it, an instance only tells whether there is a model at all.
        stuck |= placed.is_empty() && !violated.is_empty();
        let chosen = if placed.is_empty() { violated } else { placed };
        if chosen.is_empty() {
            // All that is known of the arrays holds.
            return Reduction::Satisfiable;
        }
        for index in chosen.into_iter().take(BATCH) {
            let instance = &mut axioms.instances[index];
            instance.added = true;
            let term = instance.term;
            if let Some(part) = instance.part {
                flat[part].push(term);
            }
            oracle.assert(terms, &mut simplifier, term);
        }
    }
}
