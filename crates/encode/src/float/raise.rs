//! The way back for formulas over the symbols of bits, such as interpolants: each is said of the
//! bits of the number that it stands for.
//!
//! What holds for any bits holds for those of a number, so a formula that follows from lowered
//! parts, or contradicts them, does so as well when it is brought back. Arrays with floating point
//! have no such term and are refused.

use super::lower::{Lowering, Unlowered};
use super::sorts::{self, MODE_BITS};
use adumbra_terms::float::RoundingMode;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Op, Sort, SortKind, Term, Terms};
use rustc_hash::FxHashMap;

impl Lowering {
    /// The term over the symbols that were lowered.
    pub fn raise(&self, terms: &mut Terms, root: Term) -> Result<Term, Unlowered> {
        if self.origins.is_empty() {
            return Ok(root);
        }
        if !self.equalities.is_empty() {
            // Their truth values have no name outside.
            return Err(ARRAYS);
        }
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut operands = Vec::new();
        for term in reachable(terms, &[root]) {
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|operand| done[operand]));
            let origin = match terms.op(term) {
                Op::Var(symbol) | Op::Apply(symbol) => self.origins.get(&symbol).copied(),
                _ => None,
            };
            let raised = match origin {
                Some(symbol) => {
                    let data = terms.symbol(symbol).clone();
                    let mut arguments = Vec::with_capacity(operands.len());
                    for (sort, bits) in data.parameters.iter().zip(&operands) {
                        arguments.push(from_bits(terms, *sort, *bits)?);
                    }
                    let value = terms.apply(symbol, &arguments);
                    to_bits(terms, value)?
                }
                None if operands == terms.operands(term) => term,
                None => terms.rebuild(term, &operands),
            };
            done.insert(term, raised);
        }
        Ok(done[&root])
    }
}

const ARRAYS: Unlowered = Unlowered("arrays of floating-point numbers in interpolants");

fn from_bits(terms: &mut Terms, sort: Sort, bits: Term) -> Result<Term, Unlowered> {
    match (terms.sort_kind(sort), terms.sort_format(sort)) {
        (_, Some(format)) => Ok(terms.fp_from_bits(format, bits)),
        (SortKind::RoundingMode, _) => {
            let mut mode = terms.rounding_mode(RoundingMode::TowardZero);
            for other in RoundingMode::ALL {
                let number = terms.bv_u64(MODE_BITS, u64::from(other.number()));
                let (same, other) = (terms.eq(bits, number), terms.rounding_mode(other));
                mode = terms.ite(same, other, mode);
            }
            Ok(mode)
        }
        _ if sorts::has_floats(terms, sort) => Err(ARRAYS),
        _ => Ok(bits),
    }
}

fn to_bits(terms: &mut Terms, value: Term) -> Result<Term, Unlowered> {
    let sort = terms.sort(value);
    match terms.sort_kind(sort) {
        SortKind::Float { .. } => Ok(terms.fp_to_bits(value)),
        SortKind::RoundingMode => {
            let mut bits = terms.bv_u64(MODE_BITS, u64::from(RoundingMode::TowardZero.number()));
            for mode in RoundingMode::ALL {
                let number = terms.bv_u64(MODE_BITS, u64::from(mode.number()));
                let mode = terms.rounding_mode(mode);
                let same = terms.eq(value, mode);
                bits = terms.ite(same, number, bits);
            }
            Ok(bits)
        }
        _ if sorts::has_floats(terms, sort) => Err(ARRAYS),
        _ => Ok(value),
    }
}
