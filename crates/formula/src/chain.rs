//! Blocks in a row: every variable has a copy for each block that changes it.
//!
//! The formula of a block relates the copies before it to those after it. At the place between two
//! blocks a variable has one copy, so that a formula there about copies, such as an interpolant, is
//! one about the state.

use crate::block::Block;
use crate::builder::Builder;
use crate::variable::Var;
use adumbra_terms::walk::{Substitution, free_variables};
use adumbra_terms::{Term, Terms};
use rustc_hash::FxHashMap;

/// The number of the first place apart: rows have fewer blocks.
const APART: u32 = 1 << 24;

/// The copies of variables at the end of a row of blocks.
#[derive(Clone, Default)]
pub struct Chain {
    copies: FxHashMap<Var, Term>,
    blocks: u32,
}

impl Chain {
    /// An empty row.
    pub fn new() -> Chain {
        Chain::default()
    }

    /// The copies of the variables in some formulas at a place that has nothing to do with any
    /// other.
    pub fn apart(builder: &mut Builder, place: u32, formulas: &[Term]) -> Chain {
        let blocks = APART + place;
        let mut copies = FxHashMap::default();
        for var in builder.variables.occurring(&mut builder.build.terms, formulas) {
            let term = builder.variables.term(var);
            copies.insert(var, version(&mut builder.build.terms, term, blocks));
        }
        Chain { copies, blocks }
    }

    fn copy(&self, builder: &Builder, var: Var) -> Term {
        self.copies.get(&var).copied().unwrap_or_else(|| builder.variables.term(var))
    }

    /// Adds a block; its formula is a conjunction over copies.
    pub fn add(&mut self, builder: &mut Builder, block: &Block) -> Vec<Term> {
        self.blocks += 1;
        let roots: Vec<Term> = block.conditions().iter().copied().chain(block.values().map(|(_, t)| t)).collect();
        let pairs = self.pairs(builder, &roots, self.blocks);
        let mut substitution = Substitution::new(&builder.build.terms, pairs);
        let mut formula: Vec<Term> = Vec::new();
        for condition in block.conditions() {
            formula.push(substitution.apply(&mut builder.build.terms, *condition));
        }
        for (var, value) in block.values() {
            let value = substitution.apply(&mut builder.build.terms, value);
            let term = builder.variables.term(var);
            let new = version(&mut builder.build.terms, term, self.blocks);
            self.copies.insert(var, new);
            let equal = builder.build.terms.eq(new, value);
            formula.push(equal);
        }
        formula
    }

    /// Formulas about the state before the next block and its inputs, as ones about copies. What
    /// they have in common is copied once.
    pub fn during(&self, builder: &mut Builder, formulas: &[Term]) -> Vec<Term> {
        let pairs = self.pairs(builder, formulas, self.blocks + 1);
        let mut substitution = Substitution::new(&builder.build.terms, pairs);
        formulas.iter().map(|formula| substitution.apply(&mut builder.build.terms, *formula)).collect()
    }

    /// What variables and inputs in formulas are, in a block.
    fn pairs(&self, builder: &mut Builder, formulas: &[Term], block: u32) -> Vec<(Term, Term)> {
        let mut pairs = Vec::new();
        for term in free_variables(&builder.build.terms, formulas) {
            if let Some(var) = builder.variables.of_term(term) {
                pairs.push((term, self.copy(builder, var)));
            } else if builder.is_input(term) {
                pairs.push((term, version(&mut builder.build.terms, term, block)));
            }
        }
        pairs
    }

    /// A formula about the state, as one about the copies at the end.
    pub fn now(&self, builder: &mut Builder, formula: Term) -> Term {
        let pairs: Vec<(Term, Term)> = self.copies.iter().map(|(v, t)| (builder.variables.term(*v), *t)).collect();
        Substitution::new(&builder.build.terms, pairs).apply(&mut builder.build.terms, formula)
    }

    /// A formula about the copies at the end, as one about the state; `None` if it is about others.
    pub fn state(&self, builder: &mut Builder, formula: Term) -> Option<Term> {
        let back: FxHashMap<Term, Var> = self.copies.iter().map(|(v, t)| (*t, *v)).collect();
        let mut pairs = Vec::new();
        for term in free_variables(&builder.build.terms, &[formula]) {
            let var = match back.get(&term) {
                Some(var) => *var,
                // A variable that no block changed is its own copy.
                None => builder.variables.of_term(term).filter(|var| !self.copies.contains_key(var))?,
            };
            pairs.push((term, builder.variables.term(var)));
        }
        let replaced = Substitution::new(&builder.build.terms, pairs).apply(&mut builder.build.terms, formula);
        Some(builder.build.simple(replaced))
    }
}

/// The copy of a symbol for a block.
pub(crate) fn version(terms: &mut Terms, term: Term, block: u32) -> Term {
    let sort = terms.sort(term);
    let adumbra_terms::Op::Var(symbol) = terms.op(term) else { return term };
    let name = format!("{}@{block}", terms.symbol(symbol).name);
    terms.var(&name, sort)
}
