//! Sums of multiples in one form.
//!
//! `2 * (n - 1) + 2` and `2 * n` are the same number, but not the same term, and the simplifier
//! does not multiply out: in formulas that would often cost more than it gains. Here a sum is taken
//! apart into its atoms, each with a factor, and put together again in their order; so two sums
//! that are equal by linear arithmetic alone are one term.

use adumbra_formula::build::Build;
use adumbra_terms::{Bits, Op, Term};

/// Parts of a sum that are looked at.
const MOST_PARTS: usize = 32;

/// A sum, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// The atoms with their factors, in ascending order.
    pub(super) atoms: Vec<(Term, Bits)>,
    constant: Bits,
}

impl Parts {
    /// The same with the other sign.
    pub(super) fn negated(&self) -> Parts {
        Parts {
            atoms: self.atoms.iter().map(|(atom, factor)| (*atom, factor.neg())).collect(),
            constant: self.constant.neg(),
        }
    }

    /// Put together again.
    pub(super) fn sum(&self, build: &mut Build) -> Term {
        let mut sum = build.terms.bv(&self.constant);
        for (atom, factor) in &self.atoms {
            let factor = build.terms.bv(factor);
            let product = build.terms.bv_mul(factor, *atom);
            sum = build.terms.bv_add(product, sum);
        }
        build.simple(sum)
    }
}

/// The parts of a sum of bit-vectors; `None` if it is none, or if there are too many.
pub(super) fn parts(build: &Build, term: Term) -> Option<Parts> {
    if !matches!(build.terms.op(term), Op::BvAdd | Op::BvNeg | Op::BvNot | Op::BvMul | Op::BvShl) {
        return None;
    }
    let width = build.width(term);
    let terms = &build.terms;
    let mut atoms: Vec<(Term, Bits)> = Vec::new();
    let mut constant = Bits::zero(width);
    let mut open = vec![(term, Bits::one(width))];
    let mut looked = 0;
    while let Some((term, factor)) = open.pop() {
        looked += 1;
        if looked > MOST_PARTS {
            return None;
        }
        if let Some(value) = terms.constant(term) {
            constant = constant.add(&factor.mul(&value));
            continue;
        }
        match (terms.op(term), terms.operands(term)) {
            (Op::BvAdd, operands) => open.extend(operands.iter().map(|o| (*o, factor.clone()))),
            (Op::BvNeg, &[a]) => open.push((a, factor.neg())),
            // ¬a is -a - 1.
            (Op::BvNot, &[a]) => {
                constant = constant.sub(&factor);
                open.push((a, factor.neg()));
            }
            (Op::BvMul, &[a, b]) if terms.constant(a).or(terms.constant(b)).is_some() => {
                let (other, value) = if terms.constant(a).is_some() { (b, a) } else { (a, b) };
                let value = terms.constant(value)?;
                open.push((other, factor.mul(&value)));
            }
            (Op::BvShl, &[a, by]) if terms.constant(by).is_some() => {
                let by = terms.constant(by)?;
                open.push((a, factor.shl(&by)));
            }
            _ => match atoms.iter_mut().find(|(atom, _)| *atom == term) {
                Some((_, known)) => *known = known.add(&factor),
                None => atoms.push((term, factor)),
            },
        }
    }
    atoms.retain(|(_, factor)| !factor.is_zero());
    atoms.sort_unstable_by_key(|(atom, _)| *atom);
    Some(Parts { atoms, constant })
}

/// The same number in the one form of its sum, if it is one.
pub fn normal(build: &mut Build, term: Term) -> Term {
    parts(build, term).map_or(term, |parts| parts.sum(build))
}
