//! From instances and a solver to the valuations that are possible, and from these to a region.

use crate::clauses::Clause;
use crate::enumerate::{Asker, Enumeration, GaveUp, Switch};
use crate::instances::{Class, Instances, groups};
use crate::predicate::{Literal, PredicateId};
use crate::region::{Region, Regions};
use crate::sample::Sampler;
use crate::sample::Values;
use adumbra_solver::solver::SolverError;
use adumbra_terms::{Term, Terms};
use std::collections::BTreeSet;

/// Nodes of diagrams that clauses may take.
const MOST_NODES: usize = 200_000;

/// Of more classes that depend on each other than this, valuations are not listed.
const MOST_LISTED: usize = 32;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// All valuations.
    Boolean,
    /// What they agree on.
    Cartesian,
}

/// What was found about instances.
pub(crate) struct Found {
    /// The truth of each class, if it has one only.
    fixed: Vec<Option<bool>>,
    /// Independent sets of the other classes, and the truth that they have together.
    groups: Vec<(Vec<usize>, BTreeSet<Values>)>,
    /// Of sets with too many values: which of some classes have which truth, at least one of each
    /// list.
    clauses: Vec<Vec<(usize, bool)>>,
    /// Is that all there is to find?
    pub(crate) exact: bool,
    /// Would a solver that answers more find the same?
    pub(crate) stable: bool,
}

/// What is to be found out.
pub(crate) struct Task<'a> {
    pub(crate) kind: Kind,
    /// What is asserted.
    pub(crate) conjuncts: &'a [Term],
    pub(crate) instances: &'a Instances,
    /// Models of the solver at most.
    pub(crate) models: usize,
}

/// Which of the instances that are open matter together, by their places: for all valuations those
/// that depend on each other, and for what they agree on each alone.
pub(crate) fn parts(terms: &Terms, task: &Task) -> Vec<Vec<usize>> {
    let Instances { classes, open, .. } = task.instances;
    match task.kind {
        Kind::Cartesian => (0..open.len()).map(|place| vec![place]).collect(),
        Kind::Boolean => groups(terms, task.conjuncts, classes, open).iter().map(|group| places(open, group)).collect(),
    }
}

/// Where some of the classes that are open are among them.
fn places(open: &[usize], group: &[usize]) -> Vec<usize> {
    group.iter().filter_map(|class| open.binary_search(class).ok()).collect()
}

/// Finds out about the instances that are open. The sampler knows their truth in some models; if in
/// none, it is not known whether there are any.
pub(crate) fn explore(
    terms: &mut Terms,
    asker: &mut Asker,
    switches: &[Switch],
    task: &Task,
    sampler: Sampler,
) -> Result<Found, SolverError> {
    let Instances { classes, open, .. } = task.instances;
    let known = !sampler.seen.is_empty();
    let fixed = classes.iter().map(|class| class.stated).collect();
    let mut found = Found { fixed, groups: Vec::new(), clauses: Vec::new(), exact: known, stable: known };
    if open.is_empty() || !known {
        return Ok(found);
    }
    asker.solver.push()?;
    for (switch, class) in switches.iter().zip(open) {
        let definition = terms.eq(switch.on, classes[*class].term);
        asker.solver.assert(terms, definition)?;
    }
    let mut enumeration = Enumeration::new(&switches[..open.len()], sampler);
    let decided = enumeration.find_fixed(terms, asker)?;
    for (place, class) in open.iter().enumerate() {
        found.fixed[*class] = enumeration.fixed[place];
    }
    if task.kind == Kind::Cartesian {
        (found.exact, found.stable) = (decided, decided);
    } else {
        let free: Vec<usize> = open.iter().copied().filter(|class| found.fixed[*class].is_none()).collect();
        for group in groups(terms, task.conjuncts, classes, &free) {
            let listed = match group.len() > MOST_LISTED {
                true => Err(GaveUp::Models),
                false => enumeration.values(terms, asker, &places(open, &group), task.models)?,
            };
            match listed {
                Ok(values) => found.groups.push((group, values)),
                Err(why) => {
                    found.exact = false;
                    found.stable &= why == GaveUp::Models;
                    let clauses = enumeration.clauses(terms, asker, &places(open, &group))?;
                    let classes =
                        |clause: Clause| clause.into_iter().map(|(place, value)| (open[place], value)).collect();
                    found.clauses.extend(clauses.into_iter().map(classes));
                }
            }
        }
    }
    asker.solver.pop(1)?;
    Ok(found)
}

/// What was found, as a region, and whether it is all of that: what would make the diagrams too
/// large is left out.
pub(crate) fn region(regions: &mut Regions, kind: Kind, instances: &Instances, found: &Found) -> (Region, bool) {
    let mut literals = instances.constants.clone();
    let mut links = Vec::new();
    for (class, fixed) in instances.classes.iter().zip(&found.fixed) {
        let members = std::iter::once(&class.first).chain(&class.others);
        match fixed {
            Some(value) => literals.extend(members.map(|literal| signed(*literal, *value))),
            None => links.extend(class.others.iter().map(|other| (class.first, *other))),
        }
    }
    let mut region = regions.cube(literals);
    let mut whole = true;
    if kind == Kind::Boolean {
        let most = regions.nodes() + MOST_NODES;
        for (group, values) in &found.groups {
            if regions.nodes() > most {
                whole = false;
                break;
            }
            let valuations = valuations(regions, &instances.classes, group, values);
            region = regions.and(region, valuations);
        }
        for clause in &found.clauses {
            if regions.nodes() > most {
                whole = false;
                break;
            }
            let mut either = Region::FALSE;
            for (class, value) in clause {
                let literal = signed(instances.classes[*class].first, *value);
                let literal = regions.literal(literal.predicate, literal.positive);
                either = regions.or(either, literal);
            }
            region = regions.and(region, either);
        }
        for (first, other) in links {
            if regions.nodes() > most {
                whole = false;
                break;
            }
            let same = same(regions, first, other);
            region = regions.and(region, same);
        }
    }
    (region, whole)
}

/// The region in which two literals have the same truth.
fn same(regions: &mut Regions, a: Literal, b: Literal) -> Region {
    let [a, b, not_b] =
        [(a, true), (b, true), (b, false)].map(|(l, value)| regions.literal(l.predicate, l.positive == value));
    regions.ite(a, b, not_b)
}

/// The region in which the instances of some classes have one of these values; classes are sorted
/// by their first predicate.
fn valuations(regions: &mut Regions, classes: &[Class], group: &[usize], values: &BTreeSet<Values>) -> Region {
    let predicates: Vec<PredicateId> = group.iter().map(|class| classes[*class].first.predicate).collect();
    let truth = |values: &Values| -> Values {
        group.iter().zip(values).map(|(class, value)| *value == classes[*class].first.positive).collect()
    };
    let mut valuations: Vec<Values> = values.iter().map(truth).collect();
    valuations.sort_unstable();
    regions.valuations(&predicates, &valuations)
}

/// The literal of a predicate whose instance has this truth.
fn signed(literal: Literal, value: bool) -> Literal {
    Literal { positive: literal.positive == value, ..literal }
}
