//! Declarations for a reader of SMT-LIB: each symbol once, before it is used, and again after its
//! level was closed.

use adumbra_terms::smtlib::Names;
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The symbols that a reader knows, and what they are called.
pub(crate) struct Declarations {
    pub(crate) names: Names,
    declared: FxHashSet<Symbol>,
}

impl Declarations {
    pub(crate) fn new() -> Declarations {
        Declarations { names: Names::new(&Terms::new(), &[]), declared: FxHashSet::default() }
    }

    /// Writes the commands that declare what a term needs, and adds the symbols to those of a
    /// level.
    pub(crate) fn declare(&mut self, terms: &Terms, term: Term, level: &mut Vec<Symbol>, out: &mut String) {
        for symbol in free_symbols(terms, &[term]) {
            // Hidden functions are part of operators that the reader knows.
            if terms.symbol(symbol).hidden.is_none() && self.declared.insert(symbol) {
                self.names.add(terms, symbol);
                level.push(symbol);
                let data = terms.symbol(symbol);
                let parameters: Vec<String> = data.parameters.iter().map(|sort| terms.sort_name(*sort)).collect();
                let (name, result) = (self.names.get(symbol), terms.sort_name(data.result));
                // Writing to a string cannot fail.
                let _ = writeln!(out, "(declare-fun {name} ({}) {result})", parameters.join(" "));
            }
        }
    }

    /// A level with these symbols was closed.
    pub(crate) fn close(&mut self, level: &[Symbol]) {
        for symbol in level {
            self.declared.remove(symbol);
        }
    }

    /// The reader starts over; names stay.
    pub(crate) fn clear(&mut self) {
        self.declared.clear();
    }
}
