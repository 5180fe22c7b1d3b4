//! Definitions used up: where a formula says what a variable is, everything else can say it without
//! the variable.
//!
//! What happens between two states is mostly a list of assignments, and in a formula each of them
//! is an equation `x = t` for a variable of its own. Such an equation is a *definition*. With `t`
//! in the place of `x` everywhere the definition itself says nothing any more: every model of the
//! rest is a model of the whole with the value of `t` for `x`. Predicates lose their variables in
//! the same way, and what constants say about them shows without any search.
//!
//! Definitions must not go in circles. A walk through them that comes back to a variable on its way
//! gives up the definition of that variable, which stays a conjunct like others.

use adumbra_solver::polynomial::{Equations, is_contradictory, isolate, normal_form};
use adumbra_terms::{Kind, Simplifier, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds at most: what is simplified may turn out to be a definition.
const ROUNDS: usize = 4;

/// Formulas without what they define.
pub(crate) struct Inlined {
    /// The conjuncts that are left, simplified; only `false` if it is one of them.
    pub(crate) rest: Vec<Term>,
    rounds: Vec<Definitions>,
    /// What the equations among the rest say.
    equations: Equations,
}

impl Inlined {
    /// Uses up the definitions in a conjunction.
    pub(crate) fn new(terms: &mut Terms, simplifier: &mut Simplifier, formulas: &[Term]) -> Inlined {
        let mut inlined =
            Inlined { rest: flatten(terms, simplifier, formulas), rounds: Vec::new(), equations: Equations::default() };
        for _ in 0..ROUNDS {
            let (mut definitions, others) = Definitions::find(terms, &inlined.rest);
            if definitions.of.is_empty() {
                break;
            }
            let mut rest: Vec<Term> = others.into_iter().map(|term| definitions.apply(terms, term)).collect();
            rest.extend(definitions.close(terms));
            inlined.rest = flatten(terms, simplifier, &rest);
            inlined.rounds.push(definitions);
        }
        inlined.equations = Equations::new(terms, &inlined.rest);
        if is_contradictory(terms, &inlined.rest) {
            inlined.rest = vec![terms.bool(false)];
        }
        inlined
    }

    /// What a term is where the formulas hold, without the variables that they define.
    pub(crate) fn apply(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term) -> Term {
        let term = self.rounds.iter_mut().fold(term, |term, definitions| definitions.apply(terms, term));
        let simple = simplifier.simplify(terms, term);
        let (equation, positive) = equation(terms, simple);
        match self.equations.decide(terms, equation) {
            Some(truth) => terms.bool(truth == positive),
            None => in_normal_form(terms, simple),
        }
    }

    /// Has the conjunction no model, for a reason that is seen without search?
    pub(crate) fn is_refuted(&self, terms: &Terms) -> bool {
        self.rest.iter().any(|term| terms.truth(*term) == Some(false))
    }
}

/// A term without its negation, and whether it had none.
fn equation(terms: &Terms, term: Term) -> (Term, bool) {
    match (terms.kind(term), terms.operands(term)) {
        (Kind::Not, &[inner]) => (inner, false),
        _ => (term, true),
    }
}

/// An equation of sums or its negation in the form that all equal ones have; anything else as it
/// is.
fn in_normal_form(terms: &mut Terms, term: Term) -> Term {
    let (equation, positive) = equation(terms, term);
    match normal_form(terms, equation) {
        Some(normal) if positive => normal,
        Some(normal) => terms.not(normal),
        None => term,
    }
}

/// Simplified conjuncts, each once; only `false` if it is one of them.
fn flatten(terms: &mut Terms, simplifier: &mut Simplifier, formulas: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(Term, bool)> = formulas.iter().rev().map(|term| (*term, true)).collect();
    while let Some((term, positive)) = stack.pop() {
        match (terms.kind(term), positive) {
            (Kind::Not, _) => stack.push((terms.operands(term)[0], !positive)),
            _ if !seen.insert((term, positive)) => {}
            _ if seen.contains(&(term, !positive)) => return vec![terms.bool(false)],
            (Kind::And, true) | (Kind::Or, false) => {
                stack.extend(terms.operands(term).iter().rev().map(|operand| (*operand, positive)));
            }
            _ => {
                let fact = if positive { term } else { terms.not(term) };
                let simple = simplifier.simplify(terms, fact);
                let simple = in_normal_form(terms, simple);
                match terms.truth(simple) {
                    Some(true) => {}
                    Some(false) => return vec![simple],
                    None if simple == fact => found.push(simple),
                    None => stack.push((simple, true)),
                }
            }
        }
    }
    found
}

/// Definitions of variables, and what terms become by them.
#[derive(Default)]
struct Definitions {
    of: FxHashMap<Term, Term>,
    /// The variables, in the order of the conjuncts.
    order: Vec<Term>,
    done: FxHashMap<Term, Term>,
    /// Variables whose definitions are being followed.
    open: FxHashSet<Term>,
    /// Definitions that were given up.
    given_up: Vec<(Term, Term)>,
}

impl Definitions {
    /// The definitions among conjuncts, and the other conjuncts.
    fn find(terms: &mut Terms, conjuncts: &[Term]) -> (Definitions, Vec<Term>) {
        let mut definitions = Definitions::default();
        let mut others = Vec::new();
        for conjunct in conjuncts {
            let sides = match (terms.kind(*conjunct), terms.operands(*conjunct)) {
                (Kind::Var, _) => [Some((*conjunct, terms.bool(true))), None],
                (Kind::Not, &[inner]) => [Some((inner, terms.bool(false))), None],
                (Kind::Eq, &[a, b]) => [Some((a, b)), Some((b, a))],
                _ => [None, None],
            };
            let is_new = |(variable, _): &(Term, Term)| {
                terms.kind(*variable) == Kind::Var && !definitions.of.contains_key(variable)
            };
            match sides.into_iter().flatten().find(is_new) {
                Some((variable, term)) => {
                    definitions.of.insert(variable, term);
                    definitions.order.push(variable);
                }
                None => {
                    match isolate(terms, *conjunct).filter(|(variable, _)| !definitions.of.contains_key(variable)) {
                        Some((variable, term)) => {
                            definitions.of.insert(variable, term);
                            definitions.order.push(variable);
                        }
                        None => others.push(*conjunct),
                    }
                }
            }
        }
        (definitions, others)
    }

    /// Follows all definitions, and gives those that were given up as conjuncts.
    fn close(&mut self, terms: &mut Terms) -> Vec<Term> {
        for variable in std::mem::take(&mut self.order) {
            self.apply(terms, variable);
        }
        let mut conjuncts = Vec::new();
        for (variable, definition) in std::mem::take(&mut self.given_up) {
            let definition = self.apply(terms, definition);
            conjuncts.push(terms.eq(variable, definition));
        }
        conjuncts
    }

    /// The term without the variables that are defined.
    fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = vec![root];
        let mut operands: Vec<Term> = Vec::new();
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            if let Some(&definition) = self.of.get(&term) {
                if let Some(&result) = self.done.get(&definition) {
                    self.open.remove(&term);
                    self.done.insert(term, result);
                } else if self.open.insert(term) {
                    stack.push(definition);
                } else {
                    // Back at a variable on the way. What was made on the way does not have it yet.
                    self.of.remove(&term);
                    self.open.remove(&term);
                    self.given_up.push((term, definition));
                    self.done.insert(term, term);
                }
                continue;
            }
            let height = stack.len();
            stack.extend(terms.operands(term).iter().filter(|operand| !self.done.contains_key(operand)));
            if stack.len() > height {
                continue;
            }
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|operand| self.done[operand]));
            let result = if operands == terms.operands(term) { term } else { terms.rebuild(term, &operands) };
            self.done.insert(term, result);
            stack.pop();
        }
        self.done[&root]
    }
}
