//! The simplifier: local rewriting, bottom-up, by a table of named rules.
//!
//! A rule looks at an operator and its operands, rarely deeper, and never recurses. The simplifier
//! takes a DAG operands first, rebuilds each term over its simplified operands and tries the rules
//! of its operator in the order of the table. What a rule returns is simplified in turn; its parts
//! mostly are already. Results are cached for the life of the simplifier, so simplifying while
//! building costs one look at the new operator.
//!
//! Every rule preserves the value of the term under every assignment; [`check`] holds each against
//! the evaluator.

mod arith;
mod arrays;
mod bitwise;
pub mod check;
mod choice;
mod compare;
mod equality;
mod float;
mod fold;
mod logic;
mod parts;
mod pattern;
mod shapes;
mod shift;
mod table;

pub use table::{Category, Rule, rules};

use crate::arena::Terms;
use crate::term::Term;
use adumbra_stop::spend;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use table::{operand_kinds, table};

/// The work of looking at a term.
const VISIT: u64 = 220;

/// After so many rewritings in a row a term is left as it is. No known term comes near; the tests
/// watch the count.
const FUEL: u32 = 10_000;

/// There is no rule of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no simplification rule named {0}")]
pub struct UnknownRule(pub String);

#[derive(Clone, Copy, Debug)]
enum Task {
    Visit(Term, u32),
    /// The first two terms become what the third becomes.
    Follow(Term, Term, Term),
}

/// Rewrites terms of one arena and counts what it did.
#[derive(Clone, Debug)]
pub struct Simplifier {
    enabled: Vec<bool>,
    counts: Vec<u64>,
    cache: SecondaryMap<Term, PackedOption<Term>>,
    stack: Vec<Task>,
    exhausted: u64,
}

impl Default for Simplifier {
    fn default() -> Self {
        Simplifier::new()
    }
}

impl Simplifier {
    /// A simplifier with all rules.
    pub fn new() -> Simplifier {
        let count = table().rules.len();
        Simplifier {
            enabled: vec![true; count],
            counts: vec![0; count],
            cache: SecondaryMap::new(),
            stack: Vec::new(),
            exhausted: 0,
        }
    }

    /// Switches a rule on or off and forgets earlier results.
    pub fn set_enabled(&mut self, name: &str, enabled: bool) -> Result<(), UnknownRule> {
        let index = *table().names.get(name).ok_or_else(|| UnknownRule(name.into()))?;
        self.enabled[index] = enabled;
        self.cache.clear();
        Ok(())
    }

    /// How often each rule rewrote a term, for those that did.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        rules().zip(self.counts.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// How many terms were left because their rewriting went on for too long.
    pub fn exhausted(&self) -> u64 {
        self.exhausted
    }

    /// An equivalent term, usually smaller.
    pub fn simplify(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(Task::Visit(root, 0));
        while let Some(task) = stack.pop() {
            match task {
                Task::Visit(term, rewrites) => self.visit(terms, term, rewrites, &mut stack),
                Task::Follow(term, rebuilt, target) => {
                    let result = self.cache[target];
                    self.cache[term] = result;
                    self.cache[rebuilt] = result;
                }
            }
        }
        self.stack = stack;
        self.cache[root].expand().unwrap_or(root)
    }

    fn visit(&mut self, terms: &mut Terms, term: Term, rewrites: u32, stack: &mut Vec<Task>) {
        if self.cache[term].is_some() {
            return;
        }
        if terms.operands(term).is_empty() {
            self.cache[term] = term.into();
            return;
        }
        let height = stack.len();
        stack.push(Task::Visit(term, rewrites));
        for operand in terms.operands(term) {
            if self.cache[*operand].is_none() {
                stack.push(Task::Visit(*operand, rewrites));
            }
        }
        if stack.len() > height + 1 {
            return;
        }
        stack.truncate(height);
        spend(VISIT);
        let operands: smallvec::SmallVec<[Term; 4]> =
            terms.operands(term).iter().map(|operand| self.cache[*operand].expand().unwrap_or(*operand)).collect();
        let rebuilt = if operands[..] == *terms.operands(term) { term } else { terms.rebuild(term, &operands) };
        if rebuilt != term && self.cache[rebuilt].is_some() {
            self.cache[term] = self.cache[rebuilt];
            return;
        }
        if rewrites >= FUEL {
            self.exhausted += 1;
        } else if let Some(result) = self.rewrite(terms, rebuilt) {
            stack.push(Task::Follow(term, rebuilt, result));
            stack.push(Task::Visit(result, rewrites + 1));
            return;
        }
        self.cache[rebuilt] = rebuilt.into();
        self.cache[term] = rebuilt.into();
    }

    fn rewrite(&mut self, terms: &mut Terms, term: Term) -> Option<Term> {
        let table = table();
        let kinds = operand_kinds(terms, term);
        for index in &table.by_root[terms.kind(term) as usize] {
            let index = usize::from(*index);
            if self.enabled[index]
                && let Some(result) = table.rules[index].apply(terms, term, kinds)
            {
                self.counts[index] += 1;
                return Some(result);
            }
        }
        None
    }
}
