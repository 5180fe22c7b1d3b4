//! Linear terms modulo 2^w: sums of multiples of other terms, in one form for each sum.

use adumbra_terms::walk::reachable_until;
use adumbra_terms::{Bits, Kind, Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Steps of taking a sum apart; what is left after that counts as one summand.
const STEPS: usize = 256;

/// A sum of multiples and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Linear {
    /// Factors that are not zero, by term.
    pub factors: BTreeMap<Term, Bits>,
    /// The constant.
    pub constant: Bits,
}

impl Linear {
    /// The sum that a bit-vector term is.
    pub fn of(terms: &Terms, term: Term) -> Linear {
        let width = terms.width(term);
        let mut sum = Linear { factors: BTreeMap::new(), constant: Bits::zero(width) };
        sum.add(terms, term, Bits::one(width));
        sum
    }

    /// The difference of two terms.
    pub fn difference(terms: &Terms, a: Term, b: Term) -> Linear {
        let mut sum = Linear::of(terms, a);
        sum.add(terms, b, Bits::ones(terms.width(b)));
        sum
    }

    fn add(&mut self, terms: &Terms, term: Term, factor: Bits) {
        let mut open = vec![(term, factor)];
        let mut steps = 0;
        while let Some((term, factor)) = open.pop() {
            steps += 1;
            if let Some(value) = terms.constant(term) {
                self.constant = self.constant.add(&value.mul(&factor));
                continue;
            }
            if steps < STEPS {
                let operands = terms.operands(term);
                match (terms.kind(term), operands) {
                    (Kind::BvAdd, &[a, b]) => {
                        open.extend([(a, factor.clone()), (b, factor)]);
                        continue;
                    }
                    (Kind::BvNeg, &[a]) => {
                        open.push((a, factor.neg()));
                        continue;
                    }
                    (Kind::BvNot, &[a]) => {
                        // The complement is one less than the negation.
                        self.constant = self.constant.sub(&factor);
                        open.push((a, factor.neg()));
                        continue;
                    }
                    (Kind::BvMul, &[a, b]) => {
                        let product = match (terms.constant(a), terms.constant(b)) {
                            (Some(value), _) => Some((b, value)),
                            (_, Some(value)) => Some((a, value)),
                            _ => None,
                        };
                        if let Some((other, value)) = product {
                            open.push((other, factor.mul(&value)));
                            continue;
                        }
                    }
                    (Kind::BvShl, &[a, b]) => {
                        if let Some(amount) = terms.constant(b) {
                            open.push((a, factor.shl(&amount)));
                            continue;
                        }
                    }
                    _ => {}
                }
            }
            let zero = Bits::zero(factor.width());
            let sum = self.factors.get(&term).unwrap_or(&zero).add(&factor);
            if sum.is_zero() {
                self.factors.remove(&term);
            } else {
                self.factors.insert(term, sum);
            }
        }
    }

    /// Sum of multiples of terms and a constant, without parts that are zero.
    fn sum(terms: &mut Terms, factors: &[(Term, Bits)], constant: &Bits) -> Term {
        let mut sum = None;
        for (term, factor) in factors {
            let product = if factor.is_one() {
                *term
            } else if factor.is_ones() {
                terms.bv_neg(*term)
            } else {
                let factor = terms.bv(factor);
                terms.bv_mul(*term, factor)
            };
            sum = Some(sum.map_or(product, |sum| terms.bv_add(sum, product)));
        }
        match sum {
            Some(sum) if constant.is_zero() => sum,
            Some(sum) => {
                let constant = terms.bv(constant);
                terms.bv_add(sum, constant)
            }
            None => terms.bv(constant),
        }
    }

    /// The sum as a term.
    fn term(&self, terms: &mut Terms) -> Term {
        let factors: Vec<(Term, Bits)> = self.factors.iter().map(|(t, f)| (*t, f.clone())).collect();
        Linear::sum(terms, &factors, &self.constant)
    }

    /// The equation that the sum is zero: what has a negative factor on the other side, the
    /// constant where it is small.
    pub fn is_zero(&self, terms: &mut Terms) -> Term {
        let zero = Bits::zero(self.constant.width());
        // Half of 2^w is its own negation.
        let is_negative = |factor: &Bits| factor.msb() && !factor.is_power_of_two();
        let part = |wanted: bool| -> Vec<(Term, Bits)> {
            let some = self.factors.iter().filter(|(_, factor)| is_negative(factor) == wanted);
            some.map(|(term, factor)| (*term, if wanted { factor.neg() } else { factor.clone() })).collect()
        };
        let (negative, positive) = (part(true), part(false));
        let (left, right) = if positive.is_empty() { (negative, positive) } else { (positive, negative) };
        let flipped = left.first().is_some_and(|(term, _)| is_negative(&self.factors[term]));
        let constant = if flipped { self.constant.neg() } else { self.constant.clone() };
        // left + constant = right.
        let (of_left, of_right) =
            if right.is_empty() || constant.msb() { (zero, constant.neg()) } else { (constant, zero) };
        let (left, right) = (Linear::sum(terms, &left, &of_left), Linear::sum(terms, &right, &of_right));
        terms.eq(left, right)
    }

    /// What a term is when the sum is zero, if it has an odd factor.
    pub fn solve(&self, terms: &mut Terms, wanted: Term) -> Option<Term> {
        let inverse = self.factors.get(&wanted)?.inverse()?.neg();
        let factors: Vec<(Term, Bits)> = self
            .factors
            .iter()
            .filter(|(term, _)| **term != wanted)
            .map(|(term, factor)| (*term, factor.mul(&inverse)))
            .collect();
        Some(Linear::sum(terms, &factors, &self.constant.mul(&inverse)))
    }
}

/// A truth value with the equations and orders of sums in it in one form.
pub(super) fn normal(terms: &mut Terms, root: Term) -> Term {
    // Only what makes up the truth value is looked at, not what is inside of words.
    let inside = |terms: &Terms, term: Term| {
        matches!(terms.kind(term), Kind::Not | Kind::And | Kind::Or)
            || (terms.kind(term) == Kind::Eq && terms.is_bool(terms.operands(term)[0]))
    };
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for term in reachable_until(terms, &[root], |term| !inside(terms, term)) {
        let result = if inside(terms, term) {
            let operands: Vec<Term> = terms.operands(term).iter().map(|o| done[o]).collect();
            terms.rebuild(term, &operands)
        } else {
            normal_atom(terms, term)
        };
        done.insert(term, result);
    }
    done[&root]
}

fn normal_atom(terms: &mut Terms, term: Term) -> Term {
    match (terms.op(term), terms.operands(term)) {
        (Op::Eq, &[a, b]) if terms.bv_width(a).is_some() => Linear::difference(terms, a, b).is_zero(terms),
        (Op::BvUlt | Op::BvSlt, &[a, b]) => {
            let (left, right) = (Linear::of(terms, a).term(terms), Linear::of(terms, b).term(terms));
            terms.rebuild(term, &[left, right])
        }
        _ => term,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::{Model, Plan, Value};
    use adumbra_testing::Random;

    /// Random sums, compared, in all assignments: the one form has the same value, and solving for
    /// a variable keeps the solutions.
    #[test]
    fn the_form_has_the_same_value() {
        let mut random = Random(0x0dd_ba11);
        let mut below = |bound: usize| random.below(bound);
        for round in 0..400 {
            let width = 1 + round % 4;
            let mut terms = Terms::new();
            let sort = terms.bv_sort(width);
            let (x, y) = (terms.var("x", sort), terms.var("y", sort));
            let mut pool = vec![x, y, terms.bv_u64(width, below(16) as u64), terms.bv_u64(width, below(16) as u64)];
            for _ in 0..6 {
                let (a, b) = (pool[below(pool.len())], pool[below(pool.len())]);
                let ops = [Op::BvAdd, Op::BvAdd, Op::BvMul, Op::BvShl, Op::BvXor];
                pool.push(match below(7) {
                    0 => terms.bv_neg(a),
                    1 => terms.bv_not(a),
                    other => terms.mk(ops[other - 2], &[a, b]),
                });
            }
            let (a, b) = (pool[pool.len() - 1], pool[pool.len() - 2]);
            let atom = terms.mk([Op::Eq, Op::BvUlt, Op::BvSlt][below(3)], &[a, b]);
            let root = if below(2) == 0 { atom } else { terms.not(atom) };
            let form = normal(&mut terms, root);
            let again = normal(&mut terms, form);
            assert_eq!(form, again, "one form");
            let equation = terms.eq(a, b);
            let solved = Linear::difference(&terms, a, b).solve(&mut terms, x).map(|value| terms.eq(x, value));
            let mut plan = Plan::new(&terms, &[root, form, equation, solved.unwrap_or(equation)]);
            for all in 0..1u64 << (2 * width) {
                let mut model = Model::new();
                for (i, variable) in [x, y].into_iter().enumerate() {
                    let Op::Var(symbol) = terms.op(variable) else { continue };
                    model.set(symbol, Value::Bits(Bits::from_u64(width, all >> (i as u32 * width))));
                }
                plan.run(&model);
                assert_eq!(plan.value(0), plan.value(1));
                assert_eq!(plan.value(2), plan.value(3));
            }
        }
    }
}
