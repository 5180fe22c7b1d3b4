//! Rules on arrays.
//!
//! Stores are left in the order in which they were made: sorting them one exchange at a time would
//! be quadratic.

use super::table::Category::{Deduction, Redundancy, StrengthReduction};
use super::table::{Rule, code, rule};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Kind, Op, Term};

/// So many stores are passed at once; longer chains take several rewritings.
const STEPS: usize = 1024;

/// An index as a term and a constant offset from it; constants are offsets from nothing.
fn base_and_offset(terms: &Terms, index: Term) -> (Option<Term>, Option<Bits>) {
    if let Some(constant) = terms.constant(index) {
        return (None, Some(constant));
    }
    if terms.op(index) == Op::BvAdd
        && let [a, b] = *terms.operands(index)
    {
        if let Some(offset) = terms.constant(b) {
            return (Some(a), Some(offset));
        }
        if let Some(offset) = terms.constant(a) {
            return (Some(b), Some(offset));
        }
    }
    (Some(index), terms.bv_width(index).map(Bits::zero))
}

fn surely_different(terms: &Terms, i: Term, j: Term) -> bool {
    if let (Some(a), Some(b)) = (terms.truth(i), terms.truth(j)) {
        return a != b;
    }
    match (base_and_offset(terms, i), base_and_offset(terms, j)) {
        ((base, Some(offset)), (other, Some(other_offset))) => base == other && offset != other_offset,
        _ => false,
    }
}

/// A select looks through stores at other indices.
fn select_store_other(terms: &mut Terms, term: Term) -> Option<Term> {
    let [array, index] = *terms.operands(term) else { return None };
    let mut below = array;
    for _ in 0..STEPS {
        if terms.op(below) != Op::Store || !surely_different(terms, terms.operands(below)[1], index) {
            break;
        }
        below = terms.operands(below)[0];
    }
    (below != array).then(|| terms.select(below, index))
}

fn select_const_array(terms: &mut Terms, term: Term) -> Option<Term> {
    let array = terms.operands(term)[0];
    (terms.op(array) == Op::ConstArray).then(|| terms.operands(array)[0])
}

fn store_const_array(terms: &mut Terms, term: Term) -> Option<Term> {
    let [array, _, value] = *terms.operands(term) else { return None };
    (terms.op(array) == Op::ConstArray && terms.operands(array)[0] == value).then_some(array)
}

fn array_sort(terms: &mut Terms, width: u32) -> Option<(Sort, Sort)> {
    let word = terms.bv_sort(width);
    Some((terms.array_sort(word, word).ok()?, word))
}

fn selects(terms: &mut Terms, width: u32) -> Vec<Term> {
    let Some((array, word)) = array_sort(terms, width) else { return Vec::new() };
    let (m, i, x) = (terms.var("m", array), terms.var("i", word), terms.var("x", word));
    let (zero, one) = (terms.bv(&Bits::zero(width)), terms.bv(&Bits::one(width)));
    let next = terms.bv_add(i, one);
    let everywhere = terms.const_array(array, x);
    let mut shapes = vec![terms.select(everywhere, i)];
    for (stored, read) in [(zero, one), (one, zero), (i, next), (next, i), (i, zero)] {
        let changed = terms.store(m, stored, x);
        shapes.push(terms.select(changed, read));
    }
    shapes
}

fn stores(terms: &mut Terms, width: u32) -> Vec<Term> {
    let Some((array, word)) = array_sort(terms, width) else { return Vec::new() };
    let (i, x) = (terms.var("i", word), terms.var("x", word));
    let everywhere = terms.const_array(array, x);
    vec![terms.store(everywhere, i, x)]
}

pub(super) const RULES: &[Rule] = &[
    rule("select-store-same", Redundancy, "(select (store m i x) i)", "x"),
    code(
        "select-store-other",
        Deduction,
        ("(select (store m i x) j), i and j surely different", "(select m j)"),
        Kind::Select,
        select_store_other,
        selects,
    ),
    code("select-const", Redundancy, ("(select (const x) i)", "x"), Kind::Select, select_const_array, selects),
    rule("store-store-same", Redundancy, "(store (store m i x) i y)", "(store m i y)"),
    rule("store-select", Redundancy, "(store m i (select m i))", "m"),
    code("store-const", Redundancy, ("(store (const x) i x)", "(const x)"), Kind::Store, store_const_array, stores),
    rule("eq-store-store", Redundancy, "(= (store m i x) (store m i y))", "(= x y)"),
    rule("eq-store-base", StrengthReduction, "(= (store m i x) m)", "(= (select m i) x)"),
];
