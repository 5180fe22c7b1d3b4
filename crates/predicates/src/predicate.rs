//! The table of predicates.
//!
//! A predicate is a truth value over the symbols of a state, usually an atom. It is kept in
//! simplified form, and with its negation: `x < 5`, `x >= 5` and `x > 4` are one predicate with
//! signs. So a set of predicates splits the states into as many classes as it looks like, and no
//! variable of a diagram is spent on what another one says.

use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Bits, Op, Simplifier, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// A predicate of one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateId(pub u32);

/// A predicate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal {
    /// The predicate.
    pub predicate: PredicateId,
    /// Not negated?
    pub positive: bool,
}

/// What a truth value is for the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interned {
    /// True everywhere or false everywhere.
    Constant(bool),
    /// A predicate or its negation.
    Literal(Literal),
}

#[derive(Clone, Debug)]
struct Predicate {
    term: Term,
    symbols: Box<[Symbol]>,
}

/// Predicates over the symbols of one arena, each once up to negation.
///
/// ```
/// use adumbra_predicates::{Interned, Predicates};
/// use adumbra_terms::Terms;
///
/// let mut terms = Terms::new();
/// let word = terms.bv_sort(32);
/// let (x, y) = (terms.var("x", word), terms.var("y", word));
/// let (less, at_least) = (terms.bv_slt(x, y), terms.bv_sle(y, x));
/// let mut predicates = Predicates::new();
/// let Interned::Literal(first) = predicates.intern(&mut terms, less) else { unreachable!() };
/// let Interned::Literal(second) = predicates.intern(&mut terms, at_least) else { unreachable!() };
/// assert_eq!(first.predicate, second.predicate);
/// assert_ne!(first.positive, second.positive);
/// assert_eq!(predicates.symbols(first.predicate).len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    simplifier: Simplifier,
    /// By canonical terms.
    known: FxHashMap<Term, PredicateId>,
    list: Vec<Predicate>,
}

impl Predicates {
    /// An empty table.
    pub fn new() -> Predicates {
        Predicates::default()
    }

    /// The number of predicates.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All predicates, in the order they came.
    pub fn ids(&self) -> impl Iterator<Item = PredicateId> + use<> {
        (0..self.list.len() as u32).map(PredicateId)
    }

    /// The predicate of a truth value; a new one if there is none.
    ///
    /// # Panics
    /// When the term is no truth value.
    pub fn intern(&mut self, terms: &mut Terms, term: Term) -> Interned {
        assert!(terms.is_bool(term), "a predicate is a truth value");
        let simple = self.simplifier.simplify(terms, term);
        if let Some(value) = terms.truth(simple) {
            return Interned::Constant(value);
        }
        let (term, positive) = self.canonical(terms, simple);
        let predicate = match self.known.get(&term) {
            Some(known) => *known,
            None => self.add(terms, term),
        };
        Interned::Literal(Literal { predicate, positive })
    }

    /// A simplified term without the negation in front, and whether it is not negated. A variable
    /// comes before the constant it is compared with: that 4 is less than `x` is that `x` is not
    /// less than 5.
    fn canonical(&mut self, terms: &mut Terms, simple: Term) -> (Term, bool) {
        let (term, positive) = unsigned(terms, simple);
        let op = terms.op(term);
        if let (Op::BvUlt | Op::BvSlt, &[a, b]) = (op, terms.operands(term))
            && let Some(constant) = terms.constant(a)
        {
            let next = constant.add(&Bits::one(constant.width()));
            // What is less than nothing was constant.
            let less = if op == Op::BvUlt { constant.ult(&next) } else { constant.slt(&next) };
            if less {
                let next = terms.bv(&next);
                let turned = terms.mk(op, &[b, next]);
                let turned = self.simplifier.simplify(terms, turned);
                let (term, not_negated) = unsigned(terms, turned);
                return (term, positive != not_negated);
            }
        }
        (term, positive)
    }

    fn add(&mut self, terms: &Terms, term: Term) -> PredicateId {
        let id = PredicateId(self.list.len() as u32);
        self.list.push(Predicate { term, symbols: free_symbols(terms, &[term]).into() });
        self.known.insert(term, id);
        id
    }

    /// The predicate as a term.
    pub fn term(&self, predicate: PredicateId) -> Term {
        self.list[predicate.0 as usize].term
    }

    /// The symbols in a predicate, in order.
    pub fn symbols(&self, predicate: PredicateId) -> &[Symbol] {
        &self.list[predicate.0 as usize].symbols
    }
}

/// A term without the negation in front, and whether there was none.
pub(crate) fn unsigned(terms: &Terms, mut term: Term) -> (Term, bool) {
    let mut positive = true;
    while terms.op(term) == Op::Not {
        term = terms.operands(term)[0];
        positive = !positive;
    }
    (term, positive)
}
