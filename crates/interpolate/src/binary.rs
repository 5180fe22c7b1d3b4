//! Interpolants of trees from interpolants of two sides, one query a part.
//!
//! In post-order, the interpolant of a part is one of the part and what the parts below it said,
//! against what the finished subtrees beside it said and the parts to come. Each answer takes the
//! place of the subtree it is about, so the answers fit together whatever the solver did: always
//! interpolants of the tree, for one query a part.
//!
//! R. Blanc, A. Gupta, L. Kovács and B. Kragl, "Tree Interpolation in Vampire", LPAR 2013.

use super::{Fault, Interpolation, Query, Sequence, Tree};
use adumbra_terms::{Term, Terms};

/// What to call these answers.
const SOURCE: &str = "tree from two sides";

/// A solver of queries with two parts, and what can break in it.
pub type Binary<'a, E> = dyn FnMut(&mut Terms, &Query) -> Result<Interpolation, E> + 'a;

/// Interpolants of a tree of parts, of which there are as many as the tree has; `ask` answers
/// queries of two parts.
pub fn from_binary<E: From<Fault>>(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    tree: &Tree,
    ask: &mut Binary<'_, E>,
) -> Result<Interpolation, E> {
    let mut interpolants: Vec<Term> = Vec::with_capacity(parts.len());
    // Parts whose interpolants stand for finished subtrees.
    let mut finished: Vec<usize> = Vec::new();
    for (part, label) in parts.iter().enumerate().take(parts.len().saturating_sub(1)) {
        let mut first = label.clone();
        while let Some(child) = finished.pop_if(|other| tree.subtree(part).contains(other)) {
            first.push(interpolants[child]);
        }
        let mut second: Vec<Term> = finished.iter().map(|other| interpolants[*other]).collect();
        second.extend(parts[part + 1..].iter().flatten());
        match between(terms, first, second, part == 0, ask)? {
            Ok(interpolant) => interpolants.push(interpolant),
            Err(other) => return Ok(other),
        }
        finished.push(part);
    }
    Ok(Interpolation::Found(vec![Sequence { interpolants, source: SOURCE }]))
}

/// The interpolant between two sides, or why there is none. Only the first query of several may
/// have a model.
pub(super) fn between<E: From<Fault>>(
    terms: &mut Terms,
    first: Vec<Term>,
    second: Vec<Term>,
    is_first: bool,
    ask: &mut Binary<'_, E>,
) -> Result<Result<Term, Interpolation>, E> {
    // What follows from a side that is absurd needs no question.
    if first.iter().any(|term| terms.truth(*term) == Some(false)) {
        return Ok(Ok(terms.bool(false)));
    }
    if second.iter().any(|term| terms.truth(*term) == Some(false)) {
        return Ok(Ok(terms.bool(true)));
    }
    match ask(terms, &Query::sequence(vec![first, second]))? {
        Interpolation::Found(found) => match found.first().map(|sequence| &sequence.interpolants[..]) {
            Some([interpolant]) => Ok(Ok(*interpolant)),
            _ => Ok(Err(Interpolation::None("the solver gave no formula".into()))),
        },
        Interpolation::Satisfiable(_) if !is_first => {
            let reason = "with an interpolant in its place, the contradiction is gone";
            Err(Fault::WrongInterpolant(reason.into()).into())
        }
        other => Ok(Err(other)),
    }
}
