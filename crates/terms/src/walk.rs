//! Walks over DAGs without recursion: the order of ids is topological, so reachable terms sorted by
//! id come operands first.

use crate::arena::Terms;
use crate::term::{Kind, Op, Symbol, Term};
use adumbra_stop::spend;
use rustc_hash::{FxHashMap, FxHashSet};

/// The work of seeing a term on a walk.
const SEE: u64 = 50;

/// The terms reachable from `roots`, operands before their users, each once.
pub fn reachable(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    reachable_until(terms, roots, |_| false)
}

/// As [`reachable`], but without the operands of terms for which `stop` holds.
pub fn reachable_until(terms: &Terms, roots: &[Term], mut stop: impl FnMut(Term) -> bool) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
    let mut order: Vec<Term> = seen.iter().copied().collect();
    let mut next = 0;
    while let Some(&term) = order.get(next) {
        next += 1;
        if stop(term) {
            continue;
        }
        for operand in terms.operands(term) {
            if seen.insert(*operand) {
                order.push(*operand);
            }
        }
    }
    order.sort_unstable();
    spend(order.len() as u64 * SEE);
    order
}

/// The variables and functions that occur in `roots`, in order of declaration.
pub fn free_symbols(terms: &Terms, roots: &[Term]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = reachable(terms, roots)
        .into_iter()
        .filter_map(|term| match terms.op(term) {
            Op::Var(symbol) | Op::Apply(symbol) => Some(symbol),
            _ => None,
        })
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// The variables that occur in `roots`, as terms.
pub fn free_variables(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    reachable(terms, roots).into_iter().filter(|term| terms.kind(*term) == Kind::Var).collect()
}

/// The number of distinct terms in `roots`.
pub fn dag_size(terms: &Terms, roots: &[Term]) -> usize {
    reachable(terms, roots).len()
}

/// The number of nodes of `root` written out as a tree; saturates at the largest number.
pub fn tree_size(terms: &Terms, root: Term) -> u128 {
    let mut sizes: FxHashMap<Term, u128> = FxHashMap::default();
    let mut last = 1;
    for term in reachable(terms, &[root]) {
        last = terms.operands(term).iter().fold(1u128, |sum, operand| sum.saturating_add(sizes[operand]));
        sizes.insert(term, last);
    }
    last
}

/// Replaces terms by terms of the same sort, all at once: replacements are not searched again.
///
/// Results are kept between calls of [`Substitution::apply`], so that several roots share the work.
///
/// # Panics
/// [`Substitution::new`] panics when a replacement has another sort.
#[derive(Clone, Debug)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// The substitution of each first term by the second.
    pub fn new(terms: &Terms, pairs: impl IntoIterator<Item = (Term, Term)>) -> Substitution {
        let done: FxHashMap<Term, Term> = pairs.into_iter().collect();
        assert!(done.iter().all(|(a, b)| terms.sort(*a) == terms.sort(*b)), "a replacement has the same sort");
        Substitution { done }
    }

    /// The term after replacement.
    pub fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut operands = Vec::new();
        for term in reachable_until(terms, &[root], |term| self.done.contains_key(&term)) {
            if self.done.contains_key(&term) {
                continue;
            }
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|operand| self.done[operand]));
            let result = if operands == terms.operands(term) { term } else { terms.rebuild(term, &operands) };
            self.done.insert(term, result);
        }
        self.done[&root]
    }
}

/// Which of `assertions` share a symbol, directly or through others, with `seeds`: the cone of
/// influence, as indices in order. Satisfying the rest is a separate question.
pub fn cone_of_influence(terms: &Terms, assertions: &[Term], seeds: &[Symbol]) -> Vec<usize> {
    let symbols: Vec<Vec<Symbol>> = assertions.iter().map(|a| free_symbols(terms, &[*a])).collect();
    let mut users: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (i, set) in symbols.iter().enumerate() {
        for symbol in set {
            users.entry(*symbol).or_default().push(i);
        }
    }
    let mut in_cone = vec![false; assertions.len()];
    let mut known: FxHashSet<Symbol> = seeds.iter().copied().collect();
    let mut queue: Vec<Symbol> = known.iter().copied().collect();
    while let Some(symbol) = queue.pop() {
        for user in users.get(&symbol).into_iter().flatten() {
            if !std::mem::replace(&mut in_cone[*user], true) {
                queue.extend(symbols[*user].iter().filter(|s| known.insert(**s)));
            }
        }
    }
    (0..assertions.len()).filter(|i| in_cone[*i]).collect()
}
