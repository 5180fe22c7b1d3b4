//! Facts with their definitions worked in: what equals a variable takes its place, so that much of
//! what follows from the facts is seen without search.

use super::linear;
use super::prepare;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Model, Op, Simplifier, Term, Terms, evaluate};
use rustc_hash::FxHashSet;

/// Rounds of working definitions in; each takes a layer of them.
const ROUNDS: usize = 64;

/// Facts without the variables that they define.
pub(super) struct Local {
    /// The facts that are left.
    pub facts: Vec<Term>,
    known: FxHashSet<Term>,
    rounds: Vec<(Vec<(Term, Term)>, Substitution)>,
}

impl Local {
    /// Works the definitions among some facts in.
    pub fn new(terms: &mut Terms, simplifier: &mut Simplifier, facts: &[Term]) -> Local {
        let mut local = Local { facts: Vec::new(), known: FxHashSet::default(), rounds: Vec::new() };
        let mut facts = tidy_all(terms, simplifier, facts);
        for _ in 0..ROUNDS {
            let definitions = prepare::definitions(terms, &facts, |_| true);
            if definitions.is_empty() {
                break;
            }
            let mut substitution = Substitution::new(terms, definitions.iter().copied());
            let replaced: Vec<Term> = facts.iter().map(|fact| substitution.apply(terms, *fact)).collect();
            facts = tidy_all(terms, simplifier, &replaced);
            local.rounds.push((definitions, substitution));
        }
        local.known = facts.iter().copied().collect();
        local.facts = facts;
        local
    }

    /// A truth value with the definitions worked in; `true` if it is one of the facts.
    pub fn apply(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term) -> Term {
        let mut term = tidy(terms, simplifier, term);
        for (_, substitution) in &mut self.rounds {
            let replaced = substitution.apply(terms, term);
            if replaced != term {
                term = tidy(terms, simplifier, replaced);
            }
        }
        if self.known.contains(&term) { terms.bool(true) } else { term }
    }

    /// Adds the values of the variables that were defined to a model of the facts.
    pub fn complete(&self, terms: &Terms, model: &mut Model) {
        for (definitions, _) in self.rounds.iter().rev() {
            for (variable, value) in definitions {
                if let Op::Var(symbol) = terms.op(*variable) {
                    let value = evaluate(terms, model, *value);
                    model.set(symbol, value);
                }
            }
        }
    }
}

/// One form for equal truth values: simplified, with sums in one form.
pub(super) fn tidy(terms: &mut Terms, simplifier: &mut Simplifier, term: Term) -> Term {
    let simple = simplifier.simplify(terms, term);
    let normal = linear::normal(terms, simple);
    if normal == simple { simple } else { simplifier.simplify(terms, normal) }
}

fn tidy_all(terms: &mut Terms, simplifier: &mut Simplifier, facts: &[Term]) -> Vec<Term> {
    let flat = prepare::flatten(terms, simplifier, facts);
    let tidied: Vec<Term> = flat.into_iter().map(|fact| tidy(terms, simplifier, fact)).collect();
    prepare::flatten(terms, simplifier, &tidied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::Bits;
    use adumbra_terms::smtlib::{Command, Reader};

    fn facts(terms: &mut Terms, text: &str) -> Vec<Term> {
        let mut reader = Reader::new(text);
        let mut facts = Vec::new();
        while let Some(command) = reader.next(terms).expect("a valid script") {
            if let Command::Assert(term, _) = command {
                facts.push(term);
            }
        }
        facts
    }

    #[test]
    fn definitions_are_worked_in_and_found_again() {
        let mut terms = Terms::new();
        let declared = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 8))";
        let text = format!(
            "{declared} (assert (= y (bvadd x #x01))) (assert (= z (bvadd y #x02))) (assert (bvult x #x05))
            (assert (= z (bvadd x #x03))) (assert (bvult y z))"
        );
        let all = facts(&mut terms, &text);
        let mut simplifier = Simplifier::new();
        let mut local = Local::new(&mut terms, &mut simplifier, &all[..3]);
        // One fact about one variable is left.
        assert_eq!(local.facts.len(), 1);
        let follows = local.apply(&mut terms, &mut simplifier, all[3]);
        assert_eq!(terms.truth(follows), Some(true));
        let open = local.apply(&mut terms, &mut simplifier, all[4]);
        assert_eq!(terms.truth(open), None);
        // A model of what is left becomes one of all.
        let free = adumbra_terms::walk::free_symbols(&terms, &local.facts);
        let mut model = Model::new();
        model.set(free[0], adumbra_terms::Value::Bits(Bits::from_u64(8, 3)));
        local.complete(&terms, &mut model);
        let holds = |term: &Term| evaluate(&terms, &model, *term).as_bool() == Some(true);
        assert_eq!(local.facts.iter().all(holds), all[..3].iter().all(holds));
    }

    #[test]
    fn contradictions_in_plain_sight_are_false() {
        let mut terms = Terms::new();
        let text = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
            (assert (= y (bvadd x #x01))) (assert (= (bvsub y #x01) x)) (assert (not (= y (bvadd #x01 x))))";
        let all = facts(&mut terms, text);
        let local = Local::new(&mut terms, &mut Simplifier::new(), &all);
        assert_eq!(local.facts.len(), 1);
        assert_eq!(terms.truth(local.facts[0]), Some(false));
    }
}
