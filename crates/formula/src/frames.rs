//! Blocks in a row through functions: every activation has copies of its own.
//!
//! The blocks of an activation are those of its function by itself. Where a call enters it, its
//! parameters become equal to the arguments; memory goes in and out. So what happens in an
//! activation shares with the rest nothing but the values of parameters and memory where it is
//! entered, and of results and memory where it is left.

use crate::block::Block;
use crate::builder::{Builder, Stepped};
use crate::chain::version;
use crate::variable::{Place, Var};
use adumbra_program::{Edge, Function, Move};
use adumbra_terms::Term;
use adumbra_terms::walk::{Substitution, free_variables};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The copies of variables in an activation.
#[derive(Clone, Default)]
pub struct View {
    copies: FxHashMap<Var, Term>,
    /// The number of blocks when it began: what was not written since is a copy of this number.
    base: u32,
    /// What variables were where it was entered, by their copies there.
    entered: Rc<FxHashMap<Term, Var>>,
}

/// A row of blocks through functions.
#[derive(Default)]
pub struct Frames {
    /// The open activations, the outermost first.
    frames: Vec<View>,
    /// The one that the row ends in.
    last: View,
    blocks: u32,
}

/// Is it memory, or another thing that all activations share?
fn is_shared(builder: &Builder, var: Var) -> bool {
    matches!(builder.variables.data(var).place, Place::Cell(_) | Place::Array(_) | Place::NextObject)
}

impl Frames {
    /// An empty row.
    pub fn new() -> Frames {
        Frames::default()
    }

    /// The copies at the end.
    pub fn view(&self) -> View {
        self.last.clone()
    }

    fn copy(&self, builder: &mut Builder, var: Var) -> Term {
        if let Some(copy) = self.last.copies.get(&var) {
            return *copy;
        }
        let term = builder.variables.term(var);
        match builder.variables.data(var).place {
            Place::Result(..) => version(&mut builder.build.terms, term, self.blocks),
            Place::Register(..) if self.last.base > 0 => version(&mut builder.build.terms, term, self.last.base),
            _ => term,
        }
    }

    fn pairs(&self, builder: &mut Builder, formulas: &[Term]) -> Vec<(Term, Term)> {
        let mut pairs = Vec::new();
        for term in free_variables(&builder.build.terms, formulas) {
            if let Some(var) = builder.variables.of_term(term) {
                pairs.push((term, self.copy(builder, var)));
            } else if builder.is_input(term) {
                pairs.push((term, version(&mut builder.build.terms, term, self.blocks)));
            }
        }
        pairs
    }

    /// Adds a block of the activation; its formula is a conjunction over copies.
    pub fn add(&mut self, builder: &mut Builder, block: &Block) -> Vec<Term> {
        self.blocks += 1;
        let roots: Vec<Term> = block.conditions().iter().copied().chain(block.values().map(|(_, t)| t)).collect();
        let pairs = self.pairs(builder, &roots);
        let mut substitution = Substitution::new(&builder.build.terms, pairs);
        let mut formula: Vec<Term> = Vec::new();
        for condition in block.conditions() {
            formula.push(substitution.apply(&mut builder.build.terms, *condition));
        }
        for (var, value) in block.values() {
            let value = substitution.apply(&mut builder.build.terms, value);
            let term = builder.variables.term(var);
            let new = version(&mut builder.build.terms, term, self.blocks);
            self.last.copies.insert(var, new);
            formula.push(builder.build.terms.eq(new, value));
        }
        formula
    }

    /// Enters a function. The first formula says what the parameters are, the second belongs to the
    /// function and says that what it may write begins with what was there. `None` if that cannot
    /// be said.
    pub fn enter(&mut self, builder: &mut Builder, call: Edge, callee: Function) -> Option<(Vec<Term>, Vec<Term>)> {
        self.blocks += 1;
        let mut block = Block::default();
        if builder.step(&mut block, Move::Enter { call, callee }) != Stepped::On {
            return None;
        }
        let roots: Vec<Term> = block.conditions().iter().copied().chain(block.values().map(|(_, t)| t)).collect();
        let pairs = self.pairs(builder, &roots);
        let mut substitution = Substitution::new(&builder.build.terms, pairs);
        let mut formula: Vec<Term> = Vec::new();
        for condition in block.conditions() {
            formula.push(substitution.apply(&mut builder.build.terms, *condition));
        }
        let (mut copies, mut entered, mut begins) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        for (var, value) in block.values() {
            let Some(own) = builder.register_of(var, 0) else { continue };
            let value = substitution.apply(&mut builder.build.terms, value);
            let before = builder.entered(callee, own)?;
            let at_entry = self.fresh(builder, before);
            formula.push(builder.build.terms.eq(at_entry, value));
            copies.insert(own, at_entry);
            if before != own {
                entered.insert(at_entry, before);
                let first = self.fresh(builder, own);
                begins.push(builder.build.terms.eq(first, at_entry));
                copies.insert(own, first);
            }
        }
        let shared = self.last.copies.iter().filter(|(var, _)| is_shared(builder, **var));
        copies.extend(shared.map(|(var, copy)| (*var, *copy)));
        for var in builder.written_by(callee) {
            let at_entry = self.copy(builder, var);
            entered.extend(builder.entered_of(var).map(|before| (at_entry, before)));
            let first = self.fresh(builder, var);
            begins.push(builder.build.terms.eq(first, at_entry));
            copies.insert(var, first);
        }
        let inner = View { copies, base: self.blocks, entered: Rc::new(entered) };
        self.frames.push(std::mem::replace(&mut self.last, inner));
        Some((formula, begins))
    }

    /// A new copy of a variable.
    fn fresh(&self, builder: &mut Builder, var: Var) -> Term {
        let term = builder.variables.term(var);
        version(&mut builder.build.terms, term, self.blocks)
    }

    /// Goes back to the caller; the formula says what its registers are. `None` if that cannot be
    /// said.
    pub fn leave(&mut self, builder: &mut Builder, call: Edge, callee: Function) -> Option<Vec<Term>> {
        let caller = self.frames.pop()?;
        let inner = std::mem::replace(&mut self.last, caller);
        self.last.copies.retain(|var, _| !matches!(builder.variables.data(*var).place, Place::Result(..)));
        for (var, copy) in inner.copies {
            if is_shared(builder, var) || matches!(builder.variables.data(var).place, Place::Result(..)) {
                self.last.copies.insert(var, copy);
            }
        }
        let mut block = Block::empty(Rc::new(vec![call]));
        if builder.step(&mut block, Move::Leave { call, callee }) != Stepped::On {
            return None;
        }
        Some(self.add(builder, &block))
    }
}

impl View {
    /// A formula about the copies of an activation, as one about the state of its function by
    /// itself; `None` if it is about others.
    pub fn state(
        &self,
        builder: &mut Builder,
        formula: Term,
        live: &mut dyn FnMut(&mut Builder, Var) -> bool,
    ) -> Option<Term> {
        let back: FxHashMap<Term, Var> = self.copies.iter().map(|(v, t)| (*t, *v)).collect();
        let mut pairs = Vec::new();
        for term in free_variables(&builder.build.terms, &[formula]) {
            let now = back.get(&term).copied().filter(|var| live(builder, *var));
            let var = match now.or_else(|| self.entered.get(&term).copied()) {
                Some(var) => var,
                // What nobody has written is its own copy.
                None => builder
                    .variables
                    .of_term(term)
                    .filter(|var| is_shared(builder, *var) && !self.copies.contains_key(var))?,
            };
            pairs.push((term, builder.variables.term(var)));
        }
        let replaced = Substitution::new(&builder.build.terms, pairs).apply(&mut builder.build.terms, formula);
        Some(builder.build.simple(replaced))
    }
}
