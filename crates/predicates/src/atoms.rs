//! Atoms: the parts of a formula that have no Boolean structure.

use adumbra_terms::{Op, Term, Terms};
use rustc_hash::FxHashSet;

/// The atoms of a formula, each once, in the order in which they are read. Conjunction,
/// disjunction, negation, and equality and choice of truth values are taken apart (implication and
/// exclusive or are made of these); constants are left out.
///
/// ```
/// use adumbra_predicates::atoms;
/// use adumbra_terms::Terms;
///
/// let mut terms = Terms::new();
/// let word = terms.bv_sort(32);
/// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, word));
/// let (three, four) = (terms.bv_u64(32, 3), terms.bv_u64(32, 4));
/// let (a_is_3, b_is_4, c_above_d) = (terms.eq(a, three), terms.eq(b, four), terms.bv_slt(d, c));
/// let either = terms.or(b_is_4, c_above_d);
/// let formula = terms.and(a_is_3, either);
/// assert_eq!(atoms(&terms, formula), [a_is_3, b_is_4, c_above_d]);
/// ```
pub fn atoms(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::Bool(_) => {}
            Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite if is_connective(terms, term) => {
                stack.extend(terms.operands(term).iter().rev());
            }
            _ => found.push(term),
        }
    }
    found
}

/// Are all operands truth values?
fn is_connective(terms: &Terms, term: Term) -> bool {
    terms.operands(term).iter().all(|operand| terms.is_bool(*operand))
}
