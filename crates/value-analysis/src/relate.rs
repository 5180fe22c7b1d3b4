//! Terms over unknowns as formulas of a certificate.
//!
//! A certificate has no unknowns: it speaks of registers and memory. But where a register is `n`,
//! or `n` plus a constant, it can stand for `n` in everything else that is known. So of `x = n`,
//! `y = 2 * n` and the condition `n < 9` remains `y == 2 * x` and `x < 9`, which says as much. The
//! first place that is an unknown plus a constant stands for it. A term with an unknown for which
//! nothing stands is, if it is at several places, the same at all of them; more cannot be said of
//! it.

use super::symbolic::Symbols;
use super::unknowns::Condition;
use adumbra_terms::walk::{free_variables, reachable};
use adumbra_terms::{Bits, Copier, Kind, Op, Simplifier, Substitution, Term, Terms};
use adumbra_verdict::{Formulas, Leaf, Place, StateFacts};
use rustc_hash::FxHashSet;

/// Terms of one state that are said at most, their parts included.
const MOST_TERMS: usize = 4000;

/// The unknown and the constant of which a term is the sum; no constant if it is the unknown.
fn sum(terms: &Terms, term: Term) -> Option<(Term, Option<Bits>)> {
    if terms.kind(term) == Kind::Var {
        return Some((term, None));
    }
    let (Op::BvAdd, &[a, b]) = (terms.op(term), terms.operands(term)) else { return None };
    let is_unknown = |term: Term| terms.kind(term) == Kind::Var;
    match (terms.constant(a), terms.constant(b)) {
        (Some(constant), None) if is_unknown(b) => Some((b, Some(constant))),
        (None, Some(constant)) if is_unknown(a) => Some((a, Some(constant))),
        _ => None,
    }
}

/// Where a state has terms: the place, its bits, the term; at the entry of the block, if so marked.
#[derive(Default)]
pub(super) struct Relations(Vec<(Place, u32, Term, bool)>);

impl Relations {
    pub(super) fn add(&mut self, place: Place, width: u32, term: Term) {
        self.0.push((place, width, term, false));
    }

    /// A place was what a term is now, when the block was entered.
    pub(super) fn add_at_entry(&mut self, place: Place, width: u32, term: Term) {
        self.0.push((place, width, term, true));
    }

    /// Adds what terms and conditions say to facts. Is it all that they say?
    pub(super) fn say(&self, symbols: &mut Symbols, conditions: &[Condition], facts: &mut StateFacts) -> bool {
        if self.0.is_empty() && conditions.is_empty() {
            return true;
        }
        let held = self.0.iter().map(|(_, _, term, _)| *term);
        let roots: Vec<Term> = held.chain(conditions.iter().map(|c| c.term)).collect();
        if facts.formulas.is_some() || reachable(&symbols.build.terms, &roots).len() > MOST_TERMS {
            return false;
        }
        let mut said_all = symbols.axioms(&roots).is_empty();
        let from = &symbols.build.terms;
        let mut formulas = Formulas::new();
        let mut copier = Copier::new();
        let mut simplifier = Simplifier::default();
        // What each place holds, as a term of as many bits as the term has that it is.
        let mut places = Vec::new();
        for (place, width, term, entered) in &self.0 {
            let has = symbols.build.width(*term);
            if has > *width {
                said_all = false;
                continue;
            }
            let mut leaf = formulas.leaf(Leaf::Value(*place), *width);
            if *entered {
                leaf = formulas.leaf(Leaf::AtEntry(leaf), *width);
            }
            let low = if has < *width { formulas.terms.extract(has - 1, 0, leaf) } else { leaf };
            places.push((leaf, *width - has, low, *term));
        }
        let mut stand: Vec<(Term, Term)> = Vec::new();
        let mut stood: FxHashSet<Term> = FxHashSet::default();
        for (_, _, low, term) in &places {
            if let Some((unknown, constant)) = sum(from, *term)
                && stood.insert(unknown)
            {
                let value = match constant {
                    Some(constant) => {
                        let back = formulas.terms.bv(&constant.neg());
                        formulas.terms.bv_add(*low, back)
                    }
                    None => *low,
                };
                stand.push((copier.copy(from, &mut formulas.terms, unknown), value));
            }
        }
        for (_, _, low, term) in &places {
            if !free_variables(from, &[*term]).iter().all(|unknown| stood.contains(unknown)) {
                said_all = false;
                if stood.insert(*term) {
                    stand.push((copier.copy(from, &mut formulas.terms, *term), *low));
                }
            }
        }
        let leaves: FxHashSet<Term> = formulas.leaves().iter().map(|(term, _)| *term).collect();
        let mut substitution = Substitution::new(&formulas.terms, stand);
        let mut hold = |formulas: &mut Formulas, formula: Term| {
            let formula = simplifier.simplify(&mut formulas.terms, formula);
            let can_be_said = free_variables(&formulas.terms, &[formula]).iter().all(|v| leaves.contains(v));
            if can_be_said && formulas.terms.truth(formula) != Some(true) {
                formulas.hold(formula);
            }
            can_be_said
        };
        for (leaf, more, _, term) in places {
            let copied = copier.copy(from, &mut formulas.terms, term);
            let value = substitution.apply(&mut formulas.terms, copied);
            let value = if more > 0 { formulas.terms.zero_extend(more, value) } else { value };
            let equal = formulas.terms.eq(leaf, value);
            said_all &= hold(&mut formulas, equal);
        }
        for condition in conditions {
            let copied = copier.copy(from, &mut formulas.terms, condition.term);
            let condition = substitution.apply(&mut formulas.terms, copied);
            said_all &= hold(&mut formulas, condition);
        }
        if !formulas.is_empty() {
            facts.formulas = Some(Box::new(formulas));
        }
        said_all
    }
}
