//! Paths with calls that return, as trees, and interpolants along them.
//!
//! A path gives each position the formula that leads to it. A call that returns is a subtree: the
//! formulas of the callee hang below the formula of the call, beside those of the caller. So no
//! interpolant of the callee speaks of the caller's variables.
//!
//! Nested interpolation walks along the path. At the entry of a call it puts aside what is known of
//! the caller and starts from nothing; at the exit it interpolates once more with what was put
//! aside. The sides of each query are those of [`super::from_binary`], in the order of the path.
//!
//! M. Heizmann, J. Hoenicke and A. Podelski, "Nested Interpolants", POPL 2010.

use super::Fault;
use super::binary::{Binary, between};
use super::{Interpolation, Sequence, Tree};
use adumbra_terms::{Term, Terms};

/// What to call these answers.
const SOURCE: &str = "nested";

/// What a position of a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The entry of a function by a call that returns on the path; the formula passes the
    /// arguments.
    Entry,
    /// The exit of such a function.
    Exit,
    /// Anything else, calls that do not return too.
    Middle,
}

/// Why positions are not those of a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is no position.
    #[error("a path has at least one position")]
    Empty,
    /// An exit without an entry before it.
    #[error("position {0} is an exit, but no function was entered")]
    Exit(usize),
    /// An entry without an exit after it.
    #[error("position {0} is an entry, but the path never leaves the function")]
    Entry(usize),
}

/// A path as a tree: the tree, and which position each of its parts belongs to.
///
/// ```
/// use adumbra_interpolate::nested::{PathTree, Position::*};
/// // main calls f, f calls itself, both return.
/// let path = PathTree::new(&[Middle, Entry, Middle, Entry, Exit, Middle, Exit, Middle, Middle])?;
/// assert_eq!(path.tree.starts(), [0, 1, 2, 1, 1, 1, 0, 0, 0]);
/// assert_eq!(path.positions, [0, 2, 4, 3, 5, 6, 1, 7, 8]);
/// # Ok::<(), adumbra_interpolate::nested::PathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTree {
    /// The tree.
    pub tree: Tree,
    /// For each part of the tree its position on the path.
    pub positions: Vec<usize>,
    kinds: Vec<Position>,
}

impl PathTree {
    /// The tree of a path. The formula of an entry is above the callee and the caller.
    pub fn new(kinds: &[Position]) -> Result<PathTree, PathError> {
        let (mut positions, mut starts) = (Vec::with_capacity(kinds.len()), Vec::with_capacity(kinds.len()));
        // Entries of open calls, and where the parts of the callee begin.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let start = |open: &[(usize, usize)]| open.last().map_or(0, |(_, start)| *start);
        for (position, kind) in kinds.iter().enumerate() {
            if *kind == Position::Entry {
                open.push((position, positions.len()));
                continue;
            }
            positions.push(position);
            starts.push(start(&open));
            if *kind == Position::Exit {
                let Some((entry, _)) = open.pop() else { return Err(PathError::Exit(position)) };
                positions.push(entry);
                starts.push(start(&open));
            }
        }
        if let Some((entry, _)) = open.pop() {
            return Err(PathError::Entry(entry));
        }
        let tree = Tree::from_starts(starts).map_err(|_| PathError::Empty)?;
        Ok(PathTree { tree, positions, kinds: kinds.to_vec() })
    }

    /// The formulas of the path, given by position, as the parts of the tree.
    pub fn parts(&self, formulas: &[Vec<Term>]) -> Vec<Vec<Term>> {
        self.positions.iter().map(|position| formulas.get(*position).cloned().unwrap_or_default()).collect()
    }

    /// The interpolants of the tree by position: `true` at entries, one formula with the atoms of
    /// both at exits; `false` at the end.
    pub fn flatten(&self, terms: &mut Terms, interpolants: &[Term]) -> Vec<Term> {
        let mut flat = vec![terms.bool(true); self.kinds.len()];
        let bottom = terms.bool(false);
        let mut part = 0;
        for (position, kind) in self.kinds.iter().enumerate() {
            let mut next = || {
                part += 1;
                interpolants.get(part - 1).copied().unwrap_or(bottom)
            };
            flat[position] = match kind {
                Position::Entry => continue,
                Position::Middle => next(),
                Position::Exit => {
                    let (callee, caller) = (next(), next());
                    both(terms, callee, caller)
                }
            };
        }
        flat
    }
}

/// A formula with the atoms of two; only these matter where a function ends.
fn both(terms: &mut Terms, callee: Term, caller: Term) -> Term {
    match (terms.truth(callee), terms.truth(caller)) {
        (Some(_), _) => caller,
        (None, Some(_)) => callee,
        (None, None) => terms.or(callee, caller),
    }
}

/// A position of a path that was made from a tree: a part, or nothing where a tree has no position
/// for what a path needs.
type Step = (Position, Option<usize>);

/// A path whose tree is a given one. A part with several below it is the call of the last of them;
/// the calls of the others, and the exits of functions that end with a call, have no formula.
fn path_of(tree: &Tree) -> Vec<Step> {
    let mut fragments: Vec<Vec<Step>> = Vec::new();
    for part in 0..tree.len() {
        let below = tree.children(part).count();
        let mut callees = fragments.split_off(fragments.len() - below.saturating_sub(1));
        let mut path = if below == 0 { Vec::new() } else { fragments.pop().unwrap_or_default() };
        let last = callees.len();
        if last == 0 {
            path.push((Position::Middle, Some(part)));
        }
        for (number, callee) in callees.iter_mut().enumerate() {
            path.push((Position::Entry, (number + 1 == last).then_some(part)));
            match callee.last_mut() {
                Some((kind, _)) if *kind == Position::Middle => *kind = Position::Exit,
                _ => callee.push((Position::Exit, None)),
            }
            path.append(callee);
        }
        fragments.push(path);
    }
    fragments.pop().unwrap_or_default()
}

/// Interpolants of a tree of parts by a walk along the path it stands for; `ask` answers queries of
/// two parts.
pub fn nested<E: From<Fault>>(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    tree: &Tree,
    ask: &mut Binary<'_, E>,
) -> Result<Interpolation, E> {
    let path = path_of(tree);
    let label = |part: Option<usize>| part.map_or(&[][..], |part| &parts[part][..]);
    let mut interpolants = vec![terms.bool(false); parts.len().saturating_sub(1)];
    let mut last = terms.bool(true);
    // Calls that have not returned: what was known of the caller, and the part of the call.
    let mut open: Vec<(Term, Option<usize>)> = Vec::new();
    let mut is_first = true;
    for (position, (kind, part)) in path.iter().enumerate() {
        if *kind == Position::Entry {
            open.push((last, *part));
            last = terms.bool(true);
            continue;
        }
        let later: Vec<Term> = path[position + 1..].iter().flat_map(|(_, part)| label(*part)).copied().collect();
        let mut first = label(*part).to_vec();
        first.push(last);
        let mut part = *part;
        for exits in [false, true] {
            if exits {
                if *kind != Position::Exit {
                    break;
                }
                let Some((caller, call)) = open.pop() else { break };
                first = label(call).to_vec();
                first.extend([last, caller]);
                part = call;
            }
            if part == Some(parts.len() - 1) {
                break;
            }
            let mut second = later.clone();
            for (caller, call) in &open {
                second.push(*caller);
                second.extend(label(*call));
            }
            last = match between(terms, first.clone(), second, is_first, ask)? {
                Ok(interpolant) => interpolant,
                Err(other) => return Ok(other),
            };
            is_first = false;
            if let Some(part) = part {
                interpolants[part] = last;
            }
        }
    }
    Ok(Interpolation::Found(vec![Sequence { interpolants, source: SOURCE }]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Position::{Entry, Exit, Middle};

    #[test]
    fn paths_that_are_none_are_refused() {
        assert_eq!(PathTree::new(&[]), Err(PathError::Empty));
        assert_eq!(PathTree::new(&[Middle, Exit]), Err(PathError::Exit(1)));
        assert_eq!(PathTree::new(&[Middle, Entry, Middle]), Err(PathError::Entry(1)));
    }

    #[test]
    fn a_tree_is_the_tree_of_its_path() {
        let starts =
            [vec![0], vec![0, 0, 0], vec![0, 1, 2, 1, 1, 1, 0, 0, 0], vec![0, 1, 2, 3, 0], vec![0, 1, 0, 3, 4, 3, 0]];
        for starts in starts {
            let tree = Tree::from_starts(starts).expect("a tree");
            let path = path_of(&tree);
            let kinds: Vec<Position> = path.iter().map(|(kind, _)| *kind).collect();
            let again = PathTree::new(&kinds).expect("a path");
            // Without the positions that have no part it is the same tree.
            let parts: Vec<usize> = again.positions.iter().filter_map(|position| path[*position].1).collect();
            assert_eq!(parts, (0..tree.len()).collect::<Vec<_>>());
            for (part, position) in again.positions.iter().enumerate() {
                let Some(original) = path[*position].1 else { continue };
                let below: Vec<usize> =
                    again.tree.subtree(part).filter_map(|other| path[again.positions[other]].1).collect();
                assert_eq!(below, tree.subtree(original).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn formulas_of_exits_keep_the_atoms_of_both() {
        let mut terms = Terms::new();
        let sort = terms.bool_sort();
        let (a, b) = (terms.var("a", sort), terms.var("b", sort));
        let (top, bottom) = (terms.bool(true), terms.bool(false));
        let either = terms.or(a, b);
        let path = PathTree::new(&[Middle, Entry, Exit, Middle]).expect("a path");
        for (callee, caller, expected) in [(a, b, either), (top, b, b), (bottom, b, b), (a, top, a), (a, bottom, a)] {
            let flat = path.flatten(&mut terms, &[a, callee, caller]);
            assert_eq!(flat, [a, top, expected, bottom]);
        }
    }
}
