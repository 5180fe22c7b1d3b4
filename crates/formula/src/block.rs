//! Blocks: what happens between two places of a program.
//!
//! A block has conditions, all of which must hold, and the values of the variables that it changes.
//! Both are terms over the state before the block and over *inputs*, numbered in the order in which
//! a path meets them.
//!
//! # Where paths meet
//!
//! Two blocks that begin in the same state and come to the same place become one. Their paths took
//! different sides of some branch, so that no execution satisfies the conditions of both: `C, A`
//! and `C, B` become `C, A ∨ B`, and a value is `ite(A, a, b)`. If the first conditions in which
//! they differ are `c` and `¬c`, then `c` alone tells them apart. For the same reason both may use
//! the same inputs.

use crate::build::Build;
use crate::variable::{Var, Variables};
use adumbra_program::Edge;
use adumbra_terms::Term;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What happens between two places of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Block {
    pub(crate) conditions: Rc<Vec<Term>>,
    pub(crate) values: Rc<BTreeMap<Var, Term>>,
    /// The open calls, the outermost first.
    pub(crate) calls: Rc<Vec<Edge>>,
    /// How many inputs were met.
    pub(crate) inputs: u32,
}

impl Block {
    /// Nothing happens, with these calls open.
    pub fn empty(calls: Rc<Vec<Edge>>) -> Block {
        Block { calls, ..Block::default() }
    }

    /// Is it one in which nothing happens?
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.values.is_empty()
    }

    /// What must hold.
    pub fn conditions(&self) -> &[Term] {
        &self.conditions
    }

    /// The variables that change, with their values.
    pub fn values(&self) -> impl Iterator<Item = (Var, Term)> {
        self.values.iter().map(|(var, term)| (*var, *term))
    }

    /// The numbers of conditions and of variables that change.
    pub fn sizes(&self) -> (usize, usize) {
        (self.conditions.len(), self.values.len())
    }

    /// The open calls, the outermost first.
    pub fn calls(&self) -> &Rc<Vec<Edge>> {
        &self.calls
    }

    /// The value of a variable.
    pub(crate) fn value(&self, variables: &Variables, var: Var) -> Term {
        self.values.get(&var).copied().unwrap_or_else(|| variables.term(var))
    }

    /// Changes a variable.
    pub(crate) fn set(&mut self, variables: &Variables, var: Var, value: Term) {
        if value == variables.term(var) {
            if self.values.contains_key(&var) {
                Rc::make_mut(&mut self.values).remove(&var);
            }
        } else if self.values.get(&var) != Some(&value) {
            Rc::make_mut(&mut self.values).insert(var, value);
        }
    }

    /// Demands a condition; `false` if it cannot hold.
    pub(crate) fn demand(&mut self, build: &mut Build, condition: Term) -> bool {
        match build.terms.truth(condition) {
            Some(truth) => truth,
            None => {
                if !self.conditions.contains(&condition) {
                    Rc::make_mut(&mut self.conditions).push(condition);
                }
                true
            }
        }
    }

    /// Forgets variables that will not be read before they are written.
    pub(crate) fn forget(&mut self, dead: impl Fn(Var) -> bool) {
        if self.values.keys().any(|var| dead(*var)) {
            Rc::make_mut(&mut self.values).retain(|var, _| !dead(*var));
        }
    }

    /// The block of those who take the one or the other, from the same state to the same place by
    /// different sides of a branch.
    pub(crate) fn merge(build: &mut Build, variables: &Variables, a: &Block, b: &Block) -> Block {
        let common = a.conditions.iter().zip(b.conditions.iter()).take_while(|(x, y)| x == y).count();
        let (rest_a, rest_b) = (&a.conditions[common..], &b.conditions[common..]);
        let mut conditions: Vec<Term> = a.conditions[..common].to_vec();
        let all_a = conjunction(build, rest_a);
        let all_b = conjunction(build, rest_b);
        let opposite = match (rest_a.first(), rest_b.first()) {
            (Some(x), Some(y)) => build.not(*x) == *y,
            _ => false,
        };
        let tell_apart = if opposite { rest_a[0] } else { all_a };
        if !(opposite && rest_a.len() == 1 && rest_b.len() == 1) {
            let either = build.or(all_a, all_b);
            if build.terms.truth(either) != Some(true) {
                conditions.push(either);
            }
        }
        let mut values = BTreeMap::new();
        for var in a.values.keys().chain(b.values.keys().filter(|var| !a.values.contains_key(*var))) {
            let (x, y) = (a.value(variables, *var), b.value(variables, *var));
            let value = build.ite(tell_apart, x, y);
            if value != variables.term(*var) {
                values.insert(*var, value);
            }
        }
        Block {
            conditions: Rc::new(conditions),
            values: Rc::new(values),
            calls: Rc::clone(&a.calls),
            inputs: a.inputs.max(b.inputs),
        }
    }
}

/// All of the conditions.
pub(crate) fn conjunction(build: &mut Build, conditions: &[Term]) -> Term {
    let mut all = build.bool(true);
    for condition in conditions {
        all = build.and(all, *condition);
    }
    all
}
