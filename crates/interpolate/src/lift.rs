//! From bits back to words: a graph over the bits of variables becomes a term.
//!
//! A conjunction is taken apart as far as it goes. Bits that are fixed, side by side, become an
//! equation with a constant, and bits that are equal, side by side, an equation between words.

use super::aig::{Aig, Edge, Node};
use adumbra_sat::Var;
use adumbra_terms::{Bits, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Most conjuncts that are looked at together.
const WIDEST: usize = 512;

/// The term of an edge; `bits` tells which bit an input is.
pub(super) fn lift(terms: &mut Terms, aig: &Aig, bits: &FxHashMap<Var, (Term, u32)>, root: Edge) -> Term {
    let mut needed: FxHashMap<usize, Vec<Edge>> = FxHashMap::default();
    let mut stack = vec![root.node()];
    while let Some(index) = stack.pop() {
        if needed.contains_key(&index) {
            continue;
        }
        let leaves = leaves(aig, index);
        stack.extend(leaves.iter().map(|leaf| leaf.node()));
        needed.insert(index, leaves);
    }
    let mut order: Vec<usize> = needed.keys().copied().collect();
    order.sort_unstable();
    let mut done: FxHashMap<usize, Term> = FxHashMap::default();
    for index in order {
        let term = match aig.node(index) {
            Node::True => terms.bool(true),
            Node::Input(number) => match bits.get(&Var::new(number as usize)) {
                Some((word, bit)) => range(terms, *word, *bit, *bit, &Bits::one(1)),
                None => terms.bool(true),
            },
            Node::And(..) => Conjunction::new(aig, bits, &needed[&index]).term(terms, &done),
        };
        done.insert(index, term);
    }
    let term = done[&root.node()];
    if root.is_negative() { terms.not(term) } else { term }
}

/// The conjuncts of a conjunction, through conjunctions in it.
fn leaves(aig: &Aig, index: usize) -> Vec<Edge> {
    let Node::And(a, b) = aig.node(index) else { return Vec::new() };
    let mut seen = FxHashSet::from_iter([a, b]);
    let (mut open, mut leaves) = (vec![b, a], Vec::new());
    while let Some(edge) = open.pop() {
        match aig.node(edge.node()) {
            Node::And(a, b) if !edge.is_negative() && seen.len() < WIDEST => {
                open.extend([b, a].into_iter().filter(|part| seen.insert(*part)));
            }
            _ => leaves.push(edge),
        }
    }
    leaves.sort_unstable();
    leaves
}

/// `word[high..low] = value`; for truth values the literal.
fn range(terms: &mut Terms, word: Term, high: u32, low: u32, value: &Bits) -> Term {
    if terms.is_bool(word) {
        return if value.is_zero() { terms.not(word) } else { word };
    }
    let part = part(terms, word, high, low);
    let constant = terms.bv(value);
    terms.eq(part, constant)
}

fn part(terms: &mut Terms, word: Term, high: u32, low: u32) -> Term {
    if low == 0 && Some(high + 1) == terms.bv_width(word) { word } else { terms.extract(high, low, word) }
}

/// Words whose bits are compared: the first, the second, how far the second is shifted, whether
/// they differ.
type Pair = (Term, Term, i64, bool);

/// The conjuncts by what they say.
struct Conjunction {
    /// By word: bits with their values.
    fixed: BTreeMap<Term, BTreeMap<u32, bool>>,
    /// By pair of words: bits of the first.
    compared: BTreeMap<Pair, Vec<u32>>,
    rest: Vec<Edge>,
}

impl Conjunction {
    fn new(aig: &Aig, bits: &FxHashMap<Var, (Term, u32)>, leaves: &[Edge]) -> Conjunction {
        let bit = |edge: Edge| match aig.node(edge.node()) {
            Node::Input(number) => bits.get(&Var::new(number as usize)).copied(),
            _ => None,
        };
        let all: FxHashSet<Edge> = leaves.iter().copied().collect();
        // Clauses of two bits, by their negated literals.
        let clauses: FxHashMap<(Edge, Edge), Edge> = leaves
            .iter()
            .filter(|leaf| leaf.is_negative())
            .filter_map(|leaf| match aig.node(leaf.node()) {
                Node::And(a, b) if bit(a).is_some() && bit(b).is_some() => Some(((a.min(b), a.max(b)), *leaf)),
                _ => None,
            })
            .collect();
        let mut conjunction = Conjunction { fixed: BTreeMap::new(), compared: BTreeMap::new(), rest: Vec::new() };
        let mut used: FxHashSet<Edge> = FxHashSet::default();
        for leaf in leaves {
            if let Some((word, position)) = bit(*leaf) {
                conjunction.fixed.entry(word).or_default().insert(position, !leaf.is_negative());
                continue;
            }
            if used.contains(leaf) {
                continue;
            }
            if let (true, Node::And(a, b)) = (leaf.is_negative(), aig.node(leaf.node()))
                && let (Some(first), Some(second)) = (bit(a), bit(b))
                && let Some(other) = clauses.get(&((!a).min(!b), (!a).max(!b)))
                && all.contains(other)
            {
                // Not both and not neither: the edges differ.
                used.extend([*leaf, *other]);
                let differ = a.is_negative() == b.is_negative();
                let (first, second) = if first.0 <= second.0 { (first, second) } else { (second, first) };
                let shift = i64::from(second.1) - i64::from(first.1);
                conjunction.compared.entry((first.0, second.0, shift, differ)).or_default().push(first.1);
                continue;
            }
            conjunction.rest.push(*leaf);
        }
        conjunction
    }

    fn term(self, terms: &mut Terms, done: &FxHashMap<usize, Term>) -> Term {
        let mut conjuncts = Vec::new();
        for (word, bits) in self.fixed {
            let positions: Vec<u32> = bits.keys().copied().collect();
            for (low, high) in runs(positions) {
                let mut value = Bits::zero(high - low + 1);
                (low..=high).filter(|bit| bits[bit]).for_each(|bit| value.set_bit(bit - low));
                conjuncts.push(range(terms, word, high, low, &value));
            }
        }
        for ((first, second, shift, differ), positions) in self.compared {
            for (low, high) in runs(positions) {
                let moved = |bit: u32| (i64::from(bit) + shift) as u32;
                if terms.is_bool(first) && terms.is_bool(second) {
                    conjuncts.push(if differ { terms.xor(first, second) } else { terms.eq(first, second) });
                    continue;
                }
                // A truth value beside a word is compared as one bit.
                let mut side = |word: Term, high: u32, low: u32| {
                    if terms.is_bool(word) { terms.bool_to_bit(word) } else { part(terms, word, high, low) }
                };
                let (left, right) = (side(first, high, low), side(second, moved(high), moved(low)));
                let right = if differ { terms.bv_not(right) } else { right };
                conjuncts.push(terms.eq(left, right));
            }
        }
        for edge in self.rest {
            let term = done[&edge.node()];
            conjuncts.push(if edge.is_negative() { terms.not(term) } else { term });
        }
        terms.and_all(conjuncts)
    }
}

/// Maximal runs of numbers, each as its first and last.
fn runs(mut numbers: Vec<u32>) -> Vec<(u32, u32)> {
    numbers.sort_unstable();
    numbers.dedup();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}
