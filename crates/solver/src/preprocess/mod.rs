//! Preprocessing of a set of assertions that is asked about once: what equations say about
//! variables is used up at the level of words.
//!
//! Rounds of steps, until nothing changes: conjunctions fall apart and are simplified; what is
//! asserted is true wherever else it occurs (`facts`); equations of equal polynomials hold, and so
//! do those that follow from others by adding multiples (`polynomial`); an equation that defines a
//! variable takes the variable out of everything (`define`). A model of what is left gives the
//! variables that are gone the values of their definitions ([`Reconstruction`]).
//!
//! **Invariant:** the result has a model exactly when the assertions have one, and
//! [`Reconstruction::extend`] makes the one from the other.

mod define;
mod facts;

use crate::polynomial;
use adumbra_terms::{Kind, Model, Op, Plan, Simplifier, Substitution, Symbol, Term, Terms};
use rustc_hash::FxHashSet;

/// Rounds at most; each takes variables away, and most formulas need few.
const ROUNDS: usize = 20;

/// What preprocessing makes of assertions.
pub struct Preprocessed {
    /// To be satisfied instead.
    pub assertions: Vec<Term>,
    /// Leads back.
    pub reconstruction: Reconstruction,
}

/// How variables that are gone get their values.
#[derive(Default)]
pub struct Reconstruction {
    /// By round: variables and what they are.
    rounds: Vec<Vec<(Symbol, Term)>>,
}

impl Reconstruction {
    /// The number of variables that are gone.
    pub fn len(&self) -> usize {
        self.rounds.iter().map(Vec::len).sum()
    }

    /// Is everything as it was?
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// Gives the variables that are gone their values.
    pub fn extend(&self, terms: &Terms, model: &mut Model) {
        for round in self.rounds.iter().rev() {
            let roots: Vec<Term> = round.iter().map(|(_, term)| *term).collect();
            let mut plan = Plan::new(terms, &roots);
            plan.run(model);
            for (place, (symbol, _)) in round.iter().enumerate() {
                model.set(*symbol, plan.value(place).clone());
            }
        }
    }
}

/// Preprocesses assertions over one arena.
#[derive(Default)]
pub struct Preprocessor {
    simplifier: Simplifier,
}

impl Preprocessor {
    /// One without history.
    pub fn new() -> Preprocessor {
        Preprocessor::default()
    }

    /// Preprocesses assertions.
    pub fn run(&mut self, terms: &mut Terms, assertions: &[Term]) -> Preprocessed {
        let mut reconstruction = Reconstruction::default();
        let mut current = self.flatten(terms, assertions);
        for _ in 0..ROUNDS {
            let before = current.clone();
            current = facts::propagate(terms, &current);
            current = self.flatten(terms, &current);
            let definitions = define::find(terms, &current);
            if !definitions.is_empty() {
                let mut substitution = define::Closure::new(&definitions);
                current = current.iter().map(|term| substitution.apply(terms, *term)).collect();
                let round = definitions.iter().filter_map(|(variable, term)| match terms.op(*variable) {
                    Op::Var(symbol) => Some((symbol, substitution.apply(terms, *term))),
                    _ => None,
                });
                let mut round: Vec<(Symbol, Term)> = round.collect();
                round.sort_unstable();
                reconstruction.rounds.push(round);
                current = self.flatten(terms, &current);
            }
            if let Some(decided) = polynomial::decide(terms, &current) {
                let mut substitution = Substitution::new(terms, decided);
                current = current.iter().map(|term| substitution.apply(terms, *term)).collect();
                current = self.flatten(terms, &current);
            }
            if current == before {
                break;
            }
        }
        if polynomial::is_contradictory(terms, &current) {
            current = vec![terms.bool(false)];
        }
        Preprocessed { assertions: current, reconstruction }
    }

    /// Simplified conjuncts, each once; only `false` if it is one of them.
    fn flatten(&mut self, terms: &mut Terms, assertions: &[Term]) -> Vec<Term> {
        let mut result = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<(Term, bool)> = assertions.iter().rev().map(|term| (*term, true)).collect();
        while let Some((term, positive)) = work.pop() {
            match (terms.kind(term), positive) {
                (Kind::Not, _) => work.push((terms.operands(term)[0], !positive)),
                (Kind::And, true) | (Kind::Or, false) => {
                    if seen.insert((term, positive)) {
                        work.extend(terms.operands(term).iter().rev().map(|operand| (*operand, positive)));
                    }
                }
                _ if !seen.insert((term, positive)) => {}
                _ if seen.contains(&(term, !positive)) => return vec![terms.bool(false)],
                _ => {
                    let fact = if positive { term } else { terms.not(term) };
                    let simple = self.simplifier.simplify(terms, fact);
                    match terms.truth(simple) {
                        Some(true) => {}
                        Some(false) => return vec![simple],
                        None if simple == fact => result.push(simple),
                        None => work.push((simple, true)),
                    }
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::smtlib::{Command, Reader, term_to_string};
    use adumbra_terms::{Value, evaluate};

    fn read(terms: &mut Terms, text: &str) -> Vec<Term> {
        let mut reader = Reader::new(text);
        let mut result = Vec::new();
        while let Some(command) = reader.next(terms).expect("a valid script") {
            if let Command::Assert(term, _) = command {
                result.push(term);
            }
        }
        result
    }

    fn check(text: &str, left: &[&str], gone: usize) {
        let mut terms = Terms::new();
        let given = read(&mut terms, text);
        let Preprocessed { assertions, reconstruction } = Preprocessor::new().run(&mut terms, &given);
        let texts: Vec<String> = assertions.iter().map(|t| term_to_string(&terms, *t)).collect();
        assert_eq!(texts, left);
        assert_eq!(reconstruction.len(), gone);
        if left.is_empty() {
            let mut model = Model::new();
            reconstruction.extend(&terms, &mut model);
            for term in given {
                assert_eq!(evaluate(&terms, &model, term), Value::Bool(true), "{}", term_to_string(&terms, term));
            }
        }
    }

    const WORDS: &str = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 8))
        (declare-const b Bool) (declare-const c Bool)";

    #[test]
    fn definitions_are_used_up() {
        check(&format!("{WORDS} (assert (= x (bvadd y z))) (assert (= y #x05)) (assert (= z (bvmul y #x02)))"), &[], 3);
        check(&format!("{WORDS} (assert (and b (= c (not b)) (= x (ite c y z))))"), &[], 3);
        check(&format!("{WORDS} (assert (= #x07 (bvadd x #x03)))"), &[], 1);
    }

    #[test]
    fn equal_polynomials_are_equal() {
        for (a, b, truth) in [
            ("(bvmul (bvadd x y) (bvadd x y))", "(bvadd (bvmul x x) (bvmul y (bvadd y (bvadd x x))))", "false"),
            ("(bvmul x (bvmul y z))", "(bvmul (bvmul z x) y)", "false"),
            ("(bvsub (bvshl x #x03) x)", "(bvmul #x07 x)", "false"),
            ("(bvadd (ite b (bvadd x #x02) x) (ite b (bvsub y #x02) y))", "(bvadd y x)", "false"),
            ("(bvnot (bvadd (bvnot x) y))", "(bvsub x y)", "false"),
            ("(bvmul (bvmul x y) #x10)", "(bvadd #x01 (bvmul #x04 (bvmul y (bvmul #x04 x))))", "true"),
        ] {
            let text = format!("{WORDS} (assert (not (= {a} {b})))");
            let left: &[&str] = if truth == "false" { &["false"] } else { &[] };
            check(&text, left, 0);
        }
    }

    #[test]
    fn circles_stay() {
        // One of the two goes, the other is left with what they say together.
        let mut terms = Terms::new();
        let given = read(
            &mut terms,
            &format!("{WORDS} (assert (= x (bvmul y y))) (assert (= y (bvmul x z))) (assert (= z (bvor x y)))"),
        );
        let Preprocessed { assertions, reconstruction } = Preprocessor::new().run(&mut terms, &given);
        assert!(!assertions.is_empty());
        assert!((1..3).contains(&reconstruction.len()));
    }

    #[test]
    fn what_is_asserted_is_true_elsewhere() {
        check(
            &format!("{WORDS} (assert (bvult x y)) (assert (or (not (bvult x y)) (bvult y z)))"),
            &["(bvult x y)", "(bvult y z)"],
            0,
        );
        check(&format!("{WORDS} (assert (bvult x y)) (assert (not (bvult x y)))"), &["false"], 0);
        check(
            &format!(
                "{WORDS} (assert (or b (bvult x y))) (assert (not b)) (assert (=> (bvult x y) c)) (assert (not c))"
            ),
            &["false"],
            2,
        );
    }
}
