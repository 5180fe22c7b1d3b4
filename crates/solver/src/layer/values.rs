//! The values that symbols have now, and which terms are known to be true under them.
//!
//! The values are put together from models of slices. Each change of a symbol has a time, and so
//! has each evaluation of a term; a term that was true after the last change of its symbols still
//! is. So after a query about one slice, only what has its symbols is evaluated again.

use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Model, Plan, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Values, changed slice by slice.
#[derive(Debug, Default)]
pub(super) struct Values {
    model: Model,
    now: u64,
    changed: FxHashMap<Symbol, u64>,
    held: FxHashMap<Term, u64>,
    symbols: FxHashMap<Term, Rc<[Symbol]>>,
}

impl Values {
    /// The values of some symbols.
    pub fn of(&self, symbols: impl Iterator<Item = Symbol>) -> Model {
        let mut model = Model::new();
        for symbol in symbols {
            if let Some(value) = self.model.values.get(&symbol) {
                model.values.entry(symbol).or_insert_with(|| value.clone());
            }
            if let Some(function) = self.model.functions.get(&symbol) {
                model.functions.entry(symbol).or_insert_with(|| function.clone());
            }
        }
        model
    }

    /// The symbols of a term.
    pub fn symbols_of(&mut self, terms: &Terms, term: Term) -> Rc<[Symbol]> {
        Rc::clone(self.symbols.entry(term).or_insert_with(|| free_symbols(terms, &[term]).into()))
    }

    /// Was the term true after the last change of its symbols?
    fn is_held(&mut self, terms: &Terms, term: Term) -> bool {
        let Some(held) = self.held.get(&term).copied() else { return false };
        let symbols = self.symbols_of(terms, term);
        symbols.iter().all(|symbol| self.changed.get(symbol).is_none_or(|changed| *changed <= held))
    }

    /// Are these truth values true under the values?
    pub fn satisfy(&mut self, terms: &Terms, given: impl Iterator<Item = Term>) -> bool {
        let mut open: Vec<Term> = Vec::new();
        for term in given {
            if !self.is_held(terms, term) {
                open.push(term);
            }
        }
        if open.is_empty() {
            return true;
        }
        let mut plan = Plan::new(terms, &open);
        plan.run(&self.model);
        let mut all = true;
        for (root, term) in open.into_iter().enumerate() {
            if plan.value(root).as_bool() == Some(true) {
                self.held.insert(term, self.now);
            } else {
                self.held.remove(&term);
                all = false;
            }
        }
        all
    }

    /// Takes the values of some symbols from a model.
    pub fn adopt(&mut self, symbols: impl Iterator<Item = Symbol>, model: &Model) {
        self.now += 1;
        for symbol in symbols {
            if self.model.values.get(&symbol) != model.values.get(&symbol) {
                match model.values.get(&symbol) {
                    Some(value) => self.model.values.insert(symbol, value.clone()),
                    None => self.model.values.remove(&symbol),
                };
                self.changed.insert(symbol, self.now);
            }
            if self.model.functions.get(&symbol) != model.functions.get(&symbol) {
                match model.functions.get(&symbol) {
                    Some(value) => self.model.functions.insert(symbol, value.clone()),
                    None => self.model.functions.remove(&symbol),
                };
                self.changed.insert(symbol, self.now);
            }
        }
    }
}
