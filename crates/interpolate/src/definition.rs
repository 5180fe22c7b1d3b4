//! What an interpolant is, as a check: used in tests always, and at run time when the query asks
//! for it.

use super::Settings;
use super::decide::{Decision, decide};
use super::prepare::scopes;
use super::tree::Tree;
use adumbra_sat::Limits;
use adumbra_terms::smtlib::term_to_string;
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Term, Terms};

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The formulas are interpolants.
    Holds,
    /// They are not.
    Fails(Flaw),
    /// A limit was reached first, or the solver does not do this.
    Unknown(String),
}

/// Why formulas are no interpolants. Places are counted from 0: place `k` is the one after part
/// `k`, or above it in a tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// There must be one formula for each place between two parts.
    #[error("{found} formulas for {expected} places")]
    Count {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The tree is one of another number of parts.
    #[error("a tree of {tree} parts for {parts} parts")]
    Shape {
        /// The parts of the tree.
        tree: usize,
        /// The parts there are.
        parts: usize,
    },
    /// A formula is no truth value.
    #[error("formula {0} is no truth value")]
    Sort(usize),
    /// The formula is not well scoped: a symbol does not occur on both sides, or in a tree not both
    /// in the subtree and outside.
    #[error("formula {place} is not well scoped: {symbol} does not occur on both sides")]
    Symbol {
        /// Where the formula stands.
        place: usize,
        /// The symbol.
        symbol: String,
    },
    /// A part and the formulas right below it (before it) do not imply its own formula; for the
    /// last part that is `false`.
    #[error("formula {0} does not follow")]
    Step(usize),
}

/// Checks a sequence: the first part implies the first formula, each formula and the next part
/// imply the next formula, the last formula contradicts the last part, and each formula has only
/// symbols that occur on both sides of it.
pub fn check(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    interpolants: &[Term],
    limits: &Limits,
    settings: &Settings,
) -> Finding {
    check_tree(terms, parts, &Tree::sequence(parts.len()), interpolants, limits, settings)
}

/// Checks the formulas of a tree: each part and the formulas of those right below it imply its
/// formula, which is `false` at the root, and each formula has only symbols that occur both in the
/// subtree of its part and outside.
pub fn check_tree(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    tree: &Tree,
    interpolants: &[Term],
    limits: &Limits,
    settings: &Settings,
) -> Finding {
    if tree.len() != parts.len() {
        return Finding::Fails(Flaw::Shape { tree: tree.len(), parts: parts.len() });
    }
    let places = parts.len().saturating_sub(1);
    if interpolants.len() != places {
        return Finding::Fails(Flaw::Count { expected: places, found: interpolants.len() });
    }
    let scopes = scopes(terms, parts, tree);
    for (place, interpolant) in interpolants.iter().enumerate() {
        if !terms.is_bool(*interpolant) {
            return Finding::Fails(Flaw::Sort(place));
        }
        for symbol in free_symbols(terms, &[*interpolant]) {
            if !scopes.get(&symbol).is_some_and(|scope| scope.crosses(&tree.subtree(place))) {
                let symbol = terms.symbol(symbol).name.to_string();
                return Finding::Fails(Flaw::Symbol { place, symbol });
            }
        }
    }
    for (place, part) in parts.iter().enumerate() {
        let mut conjuncts = part.clone();
        conjuncts.extend(tree.children(place).map(|child| interpolants[child]));
        if let Some(after) = interpolants.get(place) {
            let negated = terms.not(*after);
            conjuncts.push(negated);
        }
        match decide(terms, &conjuncts, limits, settings) {
            Ok(Decision::Unsatisfiable) => {}
            Ok(Decision::Satisfiable(_)) => return Finding::Fails(Flaw::Step(place)),
            Ok(Decision::Unknown(reason)) => return Finding::Unknown(reason),
            Err(fault) => return Finding::Unknown(fault.to_string()),
        }
    }
    Finding::Holds
}

/// The formulas of a sequence in SMT-LIB's notation, for messages.
pub fn describe(terms: &Terms, interpolants: &[Term]) -> String {
    interpolants.iter().map(|term| term_to_string(terms, *term)).collect::<Vec<_>>().join(" | ")
}
