//! Asserting a truth value: conjunctions fall apart, disjunctions are clauses.

use super::{Encoder, Unencoded};
use adumbra_sat::Lit;
use adumbra_terms::{Kind, Term, Terms};
use rustc_hash::FxHashSet;

impl Encoder {
    /// Adds clauses that make a term true, as long as the guard holds if there is one.
    ///
    /// Nothing is added when something cannot be encoded.
    pub fn assert(&mut self, terms: &Terms, term: Term, guard: Option<Lit>) -> Result<(), Unencoded> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut conjuncts = vec![(term, true)];
        while let Some((part, positive)) = conjuncts.pop() {
            match (terms.kind(part), positive) {
                (Kind::Not, _) => conjuncts.push((terms.operands(part)[0], !positive)),
                (Kind::And, true) | (Kind::Or, false) => {
                    if seen.insert((part, positive)) {
                        conjuncts.extend(terms.operands(part).iter().rev().map(|o| (*o, positive)));
                    }
                }
                _ => clauses.push(self.disjuncts(terms, part, positive, guard)?),
            }
        }
        for clause in clauses {
            self.gates.add_clause(&clause);
        }
        Ok(())
    }

    /// The literals of which one must hold.
    fn disjuncts(
        &mut self,
        terms: &Terms,
        term: Term,
        positive: bool,
        guard: Option<Lit>,
    ) -> Result<Vec<Lit>, Unencoded> {
        let mut clause: Vec<Lit> = guard.iter().map(|lit| !*lit).collect();
        let mut seen = FxHashSet::default();
        let mut work = vec![(term, positive)];
        while let Some((part, positive)) = work.pop() {
            match (terms.kind(part), positive) {
                (Kind::Not, _) => work.push((terms.operands(part)[0], !positive)),
                (Kind::Or, true) | (Kind::And, false) => {
                    if seen.insert((part, positive)) {
                        work.extend(terms.operands(part).iter().rev().map(|o| (*o, positive)));
                    }
                }
                _ => {
                    let place = self.place(terms, part)?;
                    let lit = self.lits[place.start as usize];
                    clause.push(if positive { lit } else { !lit });
                }
            }
        }
        Ok(clause)
    }
}
