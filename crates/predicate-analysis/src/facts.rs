//! What other analyses know of a state, as a formula.

use super::PredicateAnalysis;
use super::inferred::has_product;
use adumbra_dependence::AbstractObject;
use adumbra_formula::Value;
use adumbra_terms::{Bits, Term};
use adumbra_verdict::{Known, ObjectName, StateFacts};

impl PredicateAnalysis {
    /// One of some facts holds. What has no formula is left out.
    pub(super) fn one_of(&mut self, known: &[StateFacts]) -> Term {
        let mut any = self.builder.build.bool(known.is_empty());
        for facts in known {
            let all = self.all_of(facts);
            any = self.builder.build.or(any, all);
        }
        any
    }

    /// What facts say of products.
    pub(super) fn products_of(&mut self, known: &[StateFacts]) -> Vec<Term> {
        let [facts] = known else { return Vec::new() };
        let mut said = self.said(facts);
        said.retain(|formula| has_product(&self.builder.build.terms, *formula));
        said
    }

    /// Facts hold. Formulas about products are left out.
    fn all_of(&mut self, facts: &StateFacts) -> Term {
        let mut all = self.builder.build.bool(true);
        for (depth, register, known) in &facts.registers {
            let value = self.builder.register_value(*depth, *register);
            let holds = self.is(value, known);
            all = self.builder.build.and(all, holds);
        }
        for (object, offset, length, known) in &facts.cells {
            let ObjectName::Global(global) = object else { continue };
            if let Some(value) = self.builder.global_value(*global, *offset, u64::from(*length)) {
                let holds = self.is(value, known);
                all = self.builder.build.and(all, holds);
            }
        }
        for formula in self.said(facts) {
            if !has_product(&self.builder.build.terms, formula) {
                all = self.builder.build.and(all, formula);
            }
        }
        all
    }

    /// What is known of a value, as far as it can be said.
    pub(super) fn is(&mut self, value: Value, known: &Known) -> Term {
        let yes = self.builder.build.bool(true);
        match (value, known) {
            (Value::Bits(term), Known::Bits(words)) => {
                let width = self.builder.build.width(term);
                let bits = Bits::from_words(width, words.iter().copied());
                let constant = self.builder.build.terms.bv(&bits);
                self.builder.build.eq(term, constant)
            }
            (Value::Bits(term), Known::Unsigned(low, high)) => {
                let (low, high) = (self.constant(term, *low), self.constant(term, *high));
                let (above, below) = (self.builder.build.ule(low, term), self.builder.build.ule(term, high));
                self.builder.build.and(above, below)
            }
            (Value::Bits(term), Known::Signed(low, high)) => {
                let (low, high) = (self.constant(term, *low as u128), self.constant(term, *high as u128));
                let (above, below) = (self.builder.build.sle(low, term), self.builder.build.sle(term, high));
                self.builder.build.and(above, below)
            }
            (Value::Pointer { .. }, Known::Null) => {
                let null = self.builder.null_pointer();
                self.same(value, null)
            }
            (Value::Pointer { .. }, Known::Pointer(name, offset)) => {
                let object = match name {
                    ObjectName::Global(global) => AbstractObject::Global(*global),
                    ObjectName::Function(function) => AbstractObject::Function(*function),
                    ObjectName::Allocated(_) | ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => {
                        return yes;
                    }
                };
                match self.builder.fixed_pointer(object, *offset) {
                    Some(pointer) => self.same(value, pointer),
                    None => yes,
                }
            }
            _ => yes,
        }
    }

    fn constant(&mut self, like: Term, value: u128) -> Term {
        let width = self.builder.build.width(like);
        let bits = Bits::from_words(width, [value as u64, (value >> 64) as u64]);
        self.builder.build.terms.bv(&bits)
    }

    fn same(&mut self, a: Value, b: Value) -> Term {
        match (a, b) {
            (Value::Pointer { object: x, offset: i }, Value::Pointer { object: y, offset: j }) => {
                let (objects, offsets) = (self.builder.build.eq(x, y), self.builder.build.eq(i, j));
                self.builder.build.and(objects, offsets)
            }
            (Value::Bits(x), Value::Bits(y)) => self.builder.build.eq(x, y),
            _ => self.builder.build.bool(true),
        }
    }
}
