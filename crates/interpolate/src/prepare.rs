//! The parts of a query as conjuncts, made small: simplified, flattened, without variables that one
//! part defines for itself.
//!
//! **Invariant:** each part here follows from the part it stands for and has no other symbols, so
//! interpolants of these are interpolants of those.

use super::tree::{Scope, Tree};
use adumbra_terms::walk::{Substitution, free_symbols};
use adumbra_terms::{Kind, Op, Simplifier, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds of eliminating definitions; each takes a layer of them.
const ROUNDS: usize = 64;

/// Parts as lists of conjuncts, and where each symbol occurs. There is a cut above each part but
/// the root.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// The conjuncts of each part.
    pub parts: Vec<Vec<Term>>,
    /// How the parts hang together.
    pub tree: Tree,
    scopes: Scopes,
}

/// The parts in which symbols occur.
pub(super) type Scopes = FxHashMap<Symbol, Scope>;

impl Problem {
    /// The problem of parts as they are.
    pub fn new(terms: &Terms, parts: Vec<Vec<Term>>, tree: Tree) -> Problem {
        let scopes = scopes(terms, &parts, &tree);
        Problem { parts, tree, scopes }
    }

    /// Number of places between parts.
    pub fn cuts(&self) -> usize {
        self.parts.len().saturating_sub(1)
    }

    /// The parts with a symbol.
    pub fn scope(&self, symbol: Symbol) -> Option<&Scope> {
        self.scopes.get(&symbol)
    }

    /// Whether a symbol occurs on both sides of a cut.
    pub fn is_shared(&self, cut: usize, symbol: Symbol) -> bool {
        self.scope(symbol).is_some_and(|scope| scope.crosses(&self.tree.subtree(cut)))
    }

    /// Whether a symbol occurs only in parts that are not below a cut.
    pub fn is_above(&self, cut: usize, symbol: Symbol) -> bool {
        self.scope(symbol).is_some_and(|scope| !scope.meets(&self.tree.subtree(cut)))
    }

    /// The symbols that occur on both sides, in order of declaration.
    pub fn shared(&self, cut: usize) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> = self.scopes.keys().copied().filter(|s| self.is_shared(cut, *s)).collect();
        symbols.sort_unstable();
        symbols
    }

    /// Whether a term speaks only of what both sides know.
    pub fn fits(&self, terms: &Terms, cut: usize, term: Term) -> bool {
        free_symbols(terms, &[term]).into_iter().all(|symbol| self.is_shared(cut, symbol))
    }
}

/// The parts of each symbol.
pub(super) fn scopes(terms: &Terms, parts: &[Vec<Term>], tree: &Tree) -> Scopes {
    let mut scopes = Scopes::default();
    for (index, part) in parts.iter().enumerate() {
        for symbol in free_symbols(terms, part) {
            scopes.entry(symbol).or_insert_with(|| Scope::new(index)).add(tree, index);
        }
    }
    scopes
}

/// Simplifies and flattens all parts and eliminates what they define for themselves.
pub(super) fn prepare(
    terms: &mut Terms,
    simplifier: &mut Simplifier,
    parts: &[Vec<Term>],
    tree: &Tree,
) -> Vec<Vec<Term>> {
    let mut parts: Vec<Vec<Term>> = parts.iter().map(|part| flatten(terms, simplifier, part)).collect();
    let scopes = scopes(terms, &parts, tree);
    for part in &mut parts {
        // A symbol of this part that is local is local here.
        let local = |symbol: Symbol| scopes.get(&symbol).is_some_and(Scope::is_local);
        for _ in 0..ROUNDS {
            let definitions = definitions(terms, part, local);
            if definitions.is_empty() {
                break;
            }
            let mut substitution = Substitution::new(terms, definitions);
            let replaced: Vec<Term> = part.iter().map(|conjunct| substitution.apply(terms, *conjunct)).collect();
            *part = flatten(terms, simplifier, &replaced);
        }
    }
    parts
}

/// The conjuncts of some truth values, simplified; a part with `false` is only that.
pub fn flatten(terms: &mut Terms, simplifier: &mut Simplifier, roots: &[Term]) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = roots.iter().rev().map(|root| simplifier.simplify(terms, *root)).collect();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (terms.op(term), terms.operands(term)) {
            (Op::Bool(true), _) => {}
            (Op::Bool(false), _) => return vec![term],
            (Op::And, &[a, b]) => stack.extend([b, a]),
            (Op::Not, &[inner]) if terms.kind(inner) == Kind::Or => {
                if let [a, b] = *terms.operands(inner) {
                    let (not_a, not_b) = (terms.not(a), terms.not(b));
                    stack.extend([simplifier.simplify(terms, not_b), simplifier.simplify(terms, not_a)]);
                }
            }
            _ => conjuncts.push(term),
        }
    }
    conjuncts
}

/// Definitions `variable = term` among the conjuncts, of variables that `wanted` holds for, such
/// that no right side has a variable of a left side.
pub(super) fn definitions(terms: &mut Terms, conjuncts: &[Term], wanted: impl Fn(Symbol) -> bool) -> Vec<(Term, Term)> {
    let mut found: Vec<(Term, Term)> = Vec::new();
    let mut defined: FxHashSet<Symbol> = FxHashSet::default();
    let mut used: FxHashSet<Symbol> = FxHashSet::default();
    for conjunct in conjuncts {
        for (variable, value) in sides(terms, *conjunct) {
            let Op::Var(symbol) = terms.op(variable) else { continue };
            if !wanted(symbol) || defined.contains(&symbol) || used.contains(&symbol) {
                continue;
            }
            let inside = free_symbols(terms, &[value]);
            if inside.iter().any(|s| *s == symbol || defined.contains(s)) {
                continue;
            }
            defined.insert(symbol);
            used.extend(inside);
            found.push((variable, value));
            break;
        }
    }
    found
}

/// The ways to read a conjunct as a definition.
pub(super) fn sides(terms: &mut Terms, conjunct: Term) -> Vec<(Term, Term)> {
    let mut ways = Vec::new();
    match (terms.kind(conjunct), terms.operands(conjunct)) {
        (Kind::Var, _) => ways.push((conjunct, terms.bool(true))),
        (Kind::Not, &[inner]) if terms.kind(inner) == Kind::Var => ways.push((inner, terms.bool(false))),
        (Kind::Eq, &[a, b]) => {
            for (left, right) in [(a, b), (b, a)] {
                if terms.kind(left) == Kind::Var {
                    ways.push((left, right));
                }
            }
        }
        _ => {}
    }
    ways
}
