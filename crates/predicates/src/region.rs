//! Regions: sets of states as Boolean combinations of predicates.
//!
//! A region is a function of the truth of predicates, kept as a binary decision diagram with one
//! variable a predicate, in the order of their numbers. Two regions are equal exactly when they are
//! the same function. What the predicates mean is not known here: `x < 3` and `x < 5` are two
//! variables, and that one implies the other is told by no diagram.

use crate::bdd::{self, Diagrams, Function, Node};
use crate::predicate::{Literal, PredicateId};
use adumbra_terms::{Term, Terms};
use rustc_hash::FxHashMap;

/// A region of one [`Regions`]: a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Region(Function);

impl Region {
    /// No state.
    pub const FALSE: Region = Region(bdd::FALSE);

    /// All states.
    pub const TRUE: Region = Region(bdd::TRUE);

    /// Is it no state?
    pub fn is_false(self) -> bool {
        self == Region::FALSE
    }

    /// Is it all states?
    pub fn is_true(self) -> bool {
        self == Region::TRUE
    }
}

/// The regions over one table of predicates.
///
/// ```
/// use adumbra_predicates::{PredicateId, Region, Regions};
///
/// let mut regions = Regions::new();
/// let [p, q] = [0, 1].map(|n| regions.literal(PredicateId(n), true));
/// let both = regions.and(p, q);
/// assert!(regions.implies(both, p) && !regions.implies(p, both));
/// assert_eq!(regions.exists(both, [PredicateId(1)]), p);
/// let not_p = regions.not(p);
/// assert_eq!(regions.or(p, not_p), Region::TRUE);
/// assert_eq!(regions.show(both, |id| format!("p{}", id.0)), "p0 & p1");
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    diagrams: Diagrams,
}

impl Default for Regions {
    fn default() -> Self {
        Regions::new()
    }
}

/// Cubes that are printed of a region.
const SHOWN: usize = 8;

impl Regions {
    /// A store without regions but the two constant ones.
    pub fn new() -> Regions {
        Regions { diagrams: Diagrams::new() }
    }

    /// The number of nodes that all regions so far take.
    pub fn nodes(&self) -> usize {
        self.diagrams.len()
    }

    /// The states in which a predicate is true, or false.
    pub fn literal(&mut self, predicate: PredicateId, positive: bool) -> Region {
        let (low, high) = if positive { (bdd::FALSE, bdd::TRUE) } else { (bdd::TRUE, bdd::FALSE) };
        Region(self.diagrams.make(predicate.0, low, high))
    }

    /// The states in both.
    pub fn and(&mut self, a: Region, b: Region) -> Region {
        Region(self.diagrams.and(a.0, b.0))
    }

    /// The states in one of them.
    pub fn or(&mut self, a: Region, b: Region) -> Region {
        Region(self.diagrams.or(a.0, b.0))
    }

    /// The states that are not in the region.
    pub fn not(&mut self, a: Region) -> Region {
        Region(self.diagrams.not(a.0))
    }

    /// The states of `a` within `c`, and those of `b` outside of it.
    pub fn ite(&mut self, c: Region, a: Region, b: Region) -> Region {
        Region(self.diagrams.choose(c.0, a.0, b.0))
    }

    /// Is every state of `a` in `b`?
    pub fn implies(&mut self, a: Region, b: Region) -> bool {
        self.diagrams.implies(a.0, b.0)
    }

    /// The states that are in the region for some truth of these predicates: what the region says
    /// without them.
    pub fn exists(&mut self, a: Region, predicates: impl IntoIterator<Item = PredicateId>) -> Region {
        let mut variables: Vec<u32> = predicates.into_iter().map(|predicate| predicate.0).collect();
        variables.sort_unstable();
        variables.dedup();
        let variables = self.diagrams.conjunction(&variables);
        Region(self.diagrams.exists(a.0, variables))
    }

    /// The conjunction of literals.
    pub fn cube(&mut self, literals: impl IntoIterator<Item = Literal>) -> Region {
        let mut literals: Vec<Literal> = literals.into_iter().collect();
        literals.sort_unstable_by(|a, b| b.cmp(a));
        literals.into_iter().fold(Region::TRUE, |rest, Literal { predicate, positive }| {
            let literal = self.literal(predicate, positive);
            self.and(literal, rest)
        })
    }

    /// The union of valuations: each says of every predicate whether it is true. Predicates and
    /// valuations are sorted and there once.
    pub(crate) fn valuations(&mut self, predicates: &[PredicateId], valuations: &[Box<[bool]>]) -> Region {
        debug_assert!(predicates.is_sorted() && valuations.is_sorted());
        Region(union(&mut self.diagrams, predicates, valuations, 0))
    }

    /// The predicates that the region depends on, in order.
    pub fn support(&self, a: Region) -> Vec<PredicateId> {
        let nodes = self.diagrams.reachable(a.0).into_iter();
        let mut support: Vec<PredicateId> = nodes.map(|node| PredicateId(self.diagrams.node(node).variable)).collect();
        support.sort_unstable();
        support.dedup();
        support
    }

    /// Is the state with this truth of predicates in the region?
    pub fn contains(&self, a: Region, mut truth: impl FnMut(PredicateId) -> bool) -> bool {
        let mut function = a.0;
        while function > bdd::TRUE {
            let Node { variable, low, high } = self.diagrams.node(function);
            function = if truth(PredicateId(variable)) { high } else { low };
        }
        function == bdd::TRUE
    }

    /// The region as a term, given the term of each predicate. Its size is that of the diagram:
    /// what occurs twice there is shared.
    pub fn to_term(
        &self,
        a: Region,
        terms: &mut Terms,
        instance: &mut dyn FnMut(&mut Terms, PredicateId) -> Term,
    ) -> Term {
        let (no, yes) = (terms.bool(false), terms.bool(true));
        let mut done: FxHashMap<Function, Term> = FxHashMap::from_iter([(bdd::FALSE, no), (bdd::TRUE, yes)]);
        for function in self.diagrams.reachable(a.0) {
            let Node { variable, low, high } = self.diagrams.node(function);
            let p = instance(terms, PredicateId(variable));
            let (l, h) = (done[&low], done[&high]);
            let term = match (low, high) {
                (bdd::FALSE, bdd::TRUE) => p,
                (bdd::TRUE, bdd::FALSE) => terms.not(p),
                (bdd::FALSE, _) => terms.and(p, h),
                (_, bdd::TRUE) => terms.or(p, l),
                (_, bdd::FALSE) => {
                    let not_p = terms.not(p);
                    terms.and(not_p, l)
                }
                (bdd::TRUE, _) => {
                    let not_p = terms.not(p);
                    terms.or(not_p, h)
                }
                _ => terms.ite(p, h, l),
            };
            done.insert(function, term);
        }
        done[&a.0]
    }

    /// Disjoint conjunctions of literals, at most `most`, whose union is the region if there are no
    /// more.
    pub fn cubes(&self, a: Region, most: usize) -> Vec<Vec<Literal>> {
        let mut found = Vec::new();
        let mut path: Vec<Literal> = Vec::new();
        // What to visit, and how long the path is there.
        let mut stack: Vec<(Function, usize, Option<Literal>)> = vec![(a.0, 0, None)];
        while let Some((function, depth, last)) = stack.pop() {
            path.truncate(depth);
            path.extend(last);
            match function {
                bdd::FALSE => {}
                bdd::TRUE if found.len() == most => break,
                bdd::TRUE => found.push(path.clone()),
                _ => {
                    let Node { variable, low, high } = self.diagrams.node(function);
                    let literal = |positive| Some(Literal { predicate: PredicateId(variable), positive });
                    stack.push((low, path.len(), literal(false)));
                    stack.push((high, path.len(), literal(true)));
                }
            }
        }
        found
    }

    /// The region in words: its first cubes, given a name for each predicate.
    pub fn show(&self, a: Region, mut name: impl FnMut(PredicateId) -> String) -> String {
        if a.is_true() {
            return "true".to_owned();
        }
        if a.is_false() {
            return "false".to_owned();
        }
        let mut cubes = self.cubes(a, SHOWN + 1);
        let more = cubes.len() > SHOWN;
        cubes.truncate(SHOWN);
        let mut literal = |literal: &Literal| {
            let sign = if literal.positive { "" } else { "!" };
            format!("{sign}{}", name(literal.predicate))
        };
        let shown: Vec<String> =
            cubes.iter().map(|cube| cube.iter().map(&mut literal).collect::<Vec<_>>().join(" & ")).collect();
        shown.join(" | ") + if more { " | …" } else { "" }
    }
}

/// The union of sorted valuations that agree on the predicates before `place`.
fn union(diagrams: &mut Diagrams, predicates: &[PredicateId], valuations: &[Box<[bool]>], place: usize) -> Function {
    if valuations.is_empty() {
        return bdd::FALSE;
    }
    let Some(predicate) = predicates.get(place) else { return bdd::TRUE };
    let (without, with) = valuations.split_at(valuations.partition_point(|valuation| !valuation[place]));
    let (low, high) = (union(diagrams, predicates, without, place + 1), union(diagrams, predicates, with, place + 1));
    diagrams.make(predicate.0, low, high)
}
