//! Formulas of first order with transitive closure, over any kind of predicate symbol.
//!
//! Definitions, update formulas, rules and invariants of descriptions are such formulas, first over
//! symbols with parameters, then over the predicates of one class. They are kept in a form in which
//! negation stands at atoms and at quantifiers only ([`Formula::normal`]), so that a conjunction
//! below a quantifier is a list of conjuncts.

use std::collections::BTreeSet;

/// A variable for nodes, by its number in one formula.
pub type Var = u8;

/// A formula over predicates of type `P`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula<P> {
    /// True or false.
    Constant(bool),
    /// A predicate on at most two variables.
    Atom(P, Vec<Var>),
    /// The two are the same node.
    Equal(Var, Var),
    /// A path of steps between two nodes.
    Closure {
        /// A step is one of these; one that is `true` goes backwards.
        steps: Vec<(P, bool)>,
        /// Is no step a path?
        reflexive: bool,
        /// Where the path begins.
        from: Var,
        /// Where it ends.
        to: Var,
    },
    /// The node that was just allocated.
    New(Var),
    /// The value of the definition behind the operation.
    Recompute,
    /// Negation.
    Not(Box<Formula<P>>),
    /// Conjunction.
    And(Vec<Formula<P>>),
    /// Disjunction.
    Or(Vec<Formula<P>>),
    /// There is a node.
    Exists(Var, Box<Formula<P>>),
    /// The second where the first holds, the third where it does not. Where it is not known whether
    /// it does, what second and third agree on.
    If(Box<Formula<P>>, Box<Formula<P>>, Box<Formula<P>>),
}

/// The negation.
pub fn not<P>(formula: Formula<P>) -> Formula<P> {
    match formula {
        Formula::Constant(value) => Formula::Constant(!value),
        Formula::Not(inner) => *inner,
        other => Formula::Not(Box::new(other)),
    }
}

impl<P: Clone> Formula<P> {
    /// There is no node for which it does not hold.
    pub fn forall(var: Var, body: Formula<P>) -> Self {
        not(Formula::Exists(var, Box::new(not(body))))
    }

    /// The same over other predicates; nothing if one of them is not there.
    pub fn map<Q>(&self, f: &mut impl FnMut(&P) -> Option<Q>) -> Option<Formula<Q>> {
        let mut list = |parts: &[Formula<P>]| parts.iter().map(|part| part.map(f)).collect::<Option<Vec<_>>>();
        Some(match self {
            Formula::Constant(value) => Formula::Constant(*value),
            Formula::Atom(predicate, vars) => Formula::Atom(f(predicate)?, vars.clone()),
            Formula::Equal(a, b) => Formula::Equal(*a, *b),
            Formula::Closure { steps, reflexive, from, to } => {
                let steps = steps.iter().map(|(step, back)| Some((f(step)?, *back))).collect::<Option<_>>()?;
                Formula::Closure { steps, reflexive: *reflexive, from: *from, to: *to }
            }
            Formula::New(var) => Formula::New(*var),
            Formula::Recompute => Formula::Recompute,
            Formula::Not(inner) => Formula::Not(Box::new(inner.map(f)?)),
            Formula::And(parts) => Formula::And(list(parts)?),
            Formula::Or(parts) => Formula::Or(list(parts)?),
            Formula::Exists(var, body) => Formula::Exists(*var, Box::new(body.map(f)?)),
            Formula::If(condition, then, other) => {
                Formula::If(Box::new(condition.map(f)?), Box::new(then.map(f)?), Box::new(other.map(f)?))
            }
        })
    }

    /// Visits every predicate.
    pub fn predicates(&self, f: &mut impl FnMut(&P)) {
        drop(self.map(&mut |predicate: &P| {
            f(predicate);
            Some(())
        }));
    }

    /// The equivalent formula with negation at atoms and quantifiers only, and conjunctions and
    /// disjunctions flat.
    pub fn normal(self) -> Self {
        self.push(true)
    }

    fn push(self, positive: bool) -> Self {
        match self {
            Formula::Constant(value) => Formula::Constant(value == positive),
            Formula::Not(inner) => inner.push(!positive),
            Formula::And(parts) => gather(parts, positive, positive),
            Formula::Or(parts) => gather(parts, positive, !positive),
            Formula::Exists(var, body) => {
                let body = Formula::Exists(var, Box::new(body.push(true)));
                if positive { body } else { Formula::Not(Box::new(body)) }
            }
            Formula::If(condition, then, other) => Formula::If(
                Box::new(condition.push(true)),
                Box::new(then.push(positive)),
                Box::new(other.push(positive)),
            ),
            atom if positive => atom,
            atom => Formula::Not(Box::new(atom)),
        }
    }

    /// The variables that are bound nowhere. `own` are those of [`Formula::Recompute`].
    pub fn free(&self, own: &[Var]) -> BTreeSet<Var> {
        match self {
            Formula::Constant(_) => BTreeSet::new(),
            Formula::Atom(_, vars) => vars.iter().copied().collect(),
            Formula::Equal(a, b) | Formula::Closure { from: a, to: b, .. } => [*a, *b].into(),
            Formula::New(var) => [*var].into(),
            Formula::Recompute => own.iter().copied().collect(),
            Formula::Not(inner) => inner.free(own),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(|part| part.free(own)).collect(),
            Formula::Exists(var, body) => body.free(own).into_iter().filter(|free| free != var).collect(),
            Formula::If(condition, then, other) => {
                [condition, then, other].into_iter().flat_map(|part| part.free(own)).collect()
            }
        }
    }

    /// Can it be computed with tables over two variables? A conjunction below a quantifier may have
    /// three, if each of its members has two: that is a composition.
    pub fn is_narrow(&self, own: &[Var]) -> bool {
        let narrow = |parts: &[Formula<P>]| parts.iter().all(|part| part.is_narrow(own));
        match self {
            Formula::Exists(_, body) => match &**body {
                Formula::And(parts) => self.free(own).len() <= 2 && narrow(parts),
                body => body.is_narrow(own),
            },
            Formula::Not(inner) => inner.is_narrow(own),
            Formula::And(parts) | Formula::Or(parts) => self.free(own).len() <= 2 && narrow(parts),
            Formula::If(condition, then, other) => {
                self.free(own).len() <= 2 && [condition, then, other].iter().all(|part| part.is_narrow(own))
            }
            _ => true,
        }
    }

    /// The number of its connectives and atoms.
    pub fn size(&self) -> usize {
        match self {
            Formula::Not(inner) | Formula::Exists(_, inner) => 1 + inner.size(),
            Formula::And(parts) | Formula::Or(parts) => 1 + parts.iter().map(Formula::size).sum::<usize>(),
            Formula::If(condition, then, other) => 1 + condition.size() + then.size() + other.size(),
            _ => 1,
        }
    }

    /// Does it ask for the definition behind the operation?
    pub fn recomputes(&self) -> bool {
        match self {
            Formula::Recompute => true,
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.recomputes(),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(Formula::recomputes),
            Formula::If(condition, then, other) => [condition, then, other].iter().any(|part| part.recomputes()),
            _ => false,
        }
    }
}

/// Flat conjunction or disjunction of the parts, each pushed.
fn gather<P: Clone>(parts: Vec<Formula<P>>, positive: bool, conjunction: bool) -> Formula<P> {
    let mut flat = Vec::new();
    for part in parts {
        match (part.push(positive), conjunction) {
            (Formula::And(inner), true) | (Formula::Or(inner), false) => flat.extend(inner),
            (Formula::Constant(value), _) if value == conjunction => {}
            (part, _) => flat.push(part),
        }
    }
    match (flat.len(), conjunction) {
        (0, _) => Formula::Constant(conjunction),
        (1, _) => flat.swap_remove(0),
        (_, true) => Formula::And(flat),
        (_, false) => Formula::Or(flat),
    }
}
