//! How states of several parts merge, and when one is covered: the operators of a product.
//!
//! By default each part merges as it does, and a state is covered by one that covers it in every
//! part. A configuration may choose other operators, which look at all parts at once; in `(l, r,
//! g)`, `l` is where the execution is, `g` the state of the *last* part, and `r` is what is
//! between. Merging `(l, r, g)` into `(l', r', g')` gives:
//!
//! | merge | if | result |
//! |---|---|---|
//! | [`Sep`](ProductMerge::Sep) | never | `(l', r', g')` |
//! | [`PredJoin`](ProductMerge::PredJoin) | `l = l'` and `r = r'` | `(l', r', merge(g, g'))` |
//! | [`JoinShape`](ProductMerge::JoinShape) | `l = l'` | `(l', r', merge(g, g'))` |
//! | [`Join`](ProductMerge::Join) | `l = l'` | `(l', merge(r, r'), merge(g, g'))` |
//!
//! Every result covers the old state, which is all that merging owes: whether the new one is
//! covered too is asked afterwards. Where an execution is, is told by the parts whose states cover
//! only themselves ([`Order::Flat`]).
//!
//! A part may say that its own merge means no more than both states ([`Profile::merges_exactly`]),
//! such as that of formulas within a block. Then two of its states that merge count as equal:
//! nothing is lost. The first operator merges such states too, if all else is equal.
//!
//! The join of several states may take the place of them all only where it means no more than they
//! do. The product of two joins means more than the states: `(r, g)` and `(r', g')` do not cover
//! `(r, g')`. So all but one part must agree: exactly with [`PredJoin`](ProductStop::PredJoin),
//! where that part is the last; by covering with [`Join`](ProductStop::Join), where it is any.

use crate::abilities::{Coverage, Order};
use crate::part::{Part, PrecisionId, Profile, StateId};

/// How states of a product merge. See the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProductMerge {
    /// Each part as it does, if the result covers both states.
    #[default]
    Parts,
    /// Never.
    Sep,
    /// The last part, where all others are equal.
    PredJoin,
    /// The last part, where the execution is at the same place.
    JoinShape,
    /// All parts, where the execution is at the same place.
    Join,
}

/// When a state of a product is covered. See the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProductStop {
    /// As the parts say: by the join in a part that asks for that, else by one state.
    #[default]
    Parts,
    /// By one state.
    Sep,
    /// By the join, in the last part, of the states that are equal in all others.
    PredJoin,
    /// By the join, in any part that joins exactly, of the states that cover it in all others.
    Join,
}

/// The operators of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProductOperators {
    /// How states merge.
    pub merge: ProductMerge,
    /// When they are covered.
    pub stop: ProductStop,
}

/// The parts of a product.
type Parts = [Box<dyn Part>];

impl ProductOperators {
    /// Can states ever merge?
    pub(crate) fn merges(self, parts: &Parts) -> bool {
        let merges = |part: Option<&Box<dyn Part>>| part.is_some_and(|part| part.profile().merges);
        let exactly = parts.iter().any(|part| part.profile().merges && part.profile().merges_exactly);
        match self.merge {
            ProductMerge::Parts | ProductMerge::Join => parts.iter().any(|part| part.profile().merges),
            ProductMerge::Sep => exactly,
            ProductMerge::PredJoin => exactly || merges(parts.last()),
            ProductMerge::JoinShape => merges(parts.last()),
        }
    }

    /// How coverage is checked.
    pub(crate) fn coverage(self, parts: &Parts) -> Coverage {
        let joins = match self.stop {
            ProductStop::Parts => parts.iter().any(|part| part.profile().stop == Coverage::Join),
            ProductStop::Sep => false,
            ProductStop::PredJoin => parts.last().is_some_and(|part| part.profile().joins_exactly),
            ProductStop::Join => parts.iter().any(|part| part.profile().joins_exactly),
        };
        if joins { Coverage::Join } else { Coverage::Sep }
    }

    /// May states be merged although they differ in this part, one of so many?
    pub(crate) fn may_differ(self, index: usize, count: usize) -> bool {
        match self.merge {
            ProductMerge::Parts | ProductMerge::Sep => false,
            ProductMerge::PredJoin => index + 1 == count,
            ProductMerge::JoinShape | ProductMerge::Join => true,
        }
    }

    /// Weakens the old states; `None` leaves them as they are.
    pub(crate) fn merge(
        self,
        parts: &mut Parts,
        new: &[StateId],
        old: &[StateId],
        precision: &[PrecisionId],
    ) -> Option<Vec<StateId>> {
        let own = |part: &mut Box<dyn Part>, i: usize| match new[i] == old[i] {
            true => old[i],
            false => part.merge(new[i], old[i], precision[i]).unwrap_or(old[i]),
        };
        let last = parts.len().checked_sub(1)?;
        match self.merge {
            ProductMerge::Parts => {
                let mut merged = Vec::with_capacity(parts.len());
                for (i, part) in parts.iter_mut().enumerate() {
                    let result = own(part, i);
                    if result != new[i] && !part.covers(result, new[i]) {
                        return None;
                    }
                    merged.push(result);
                }
                Some(merged)
            }
            ProductMerge::Sep => {
                let mut differing = (0..parts.len()).filter(|i| new[*i] != old[*i]);
                let (only, None) = (differing.next()?, differing.next()) else { return None };
                let mut merged = old.to_vec();
                merged[only] = merged_exactly(&mut parts[only], new[only], old[only], precision[only])?;
                Some(merged)
            }
            ProductMerge::PredJoin => {
                let mut merged = old.to_vec();
                for i in (0..last).filter(|i| new[*i] != old[*i]) {
                    merged[i] = merged_exactly(&mut parts[i], new[i], old[i], precision[i])?;
                }
                merged[last] = own(&mut parts[last], last);
                let covers = merged[last] == new[last] || parts[last].covers(merged[last], new[last]);
                covers.then_some(merged)
            }
            ProductMerge::JoinShape => {
                let mut merged = old.to_vec();
                merged[last] = own(&mut parts[last], last);
                is_at_same_place(parts, new, old).then_some(merged)
            }
            ProductMerge::Join if is_at_same_place(parts, new, old) => {
                Some(parts.iter_mut().enumerate().map(|(i, part)| own(part, i)).collect())
            }
            ProductMerge::Join => None,
        }
    }

    /// Is a state covered by the join of others?
    pub(crate) fn covered_by_join(self, parts: &mut Parts, mine: &[StateId], others: &[&[StateId]]) -> bool {
        let last = parts.len().saturating_sub(1);
        for i in 0..parts.len() {
            let profile: &Profile = parts[i].profile();
            let is_joined = match self.stop {
                ProductStop::Parts => profile.stop == Coverage::Join,
                ProductStop::Sep => false,
                ProductStop::PredJoin => profile.joins_exactly && i == last,
                ProductStop::Join => profile.joins_exactly,
            };
            if !is_joined {
                continue;
            }
            let equal = self.stop == ProductStop::PredJoin;
            let mut these = Vec::new();
            for other in others {
                let agrees = (0..parts.len())
                    .all(|j| j == i || other[j] == mine[j] || !equal && parts[j].covers(other[j], mine[j]));
                if agrees {
                    these.push(other[i]);
                }
            }
            if parts[i].covered_by_join(mine[i], &these) {
                return true;
            }
        }
        others.iter().any(|other| (0..parts.len()).all(|i| other[i] == mine[i] || parts[i].covers(other[i], mine[i])))
    }
}

/// What two states of a part become that merge without loss.
fn merged_exactly(part: &mut Box<dyn Part>, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId> {
    let exact = part.profile().merges && part.profile().merges_exactly;
    let merged = if exact { part.merge(new, old, precision)? } else { return None };
    (merged == new || part.covers(merged, new)).then_some(merged)
}

/// Do the states agree in all parts whose states cover only themselves?
fn is_at_same_place(parts: &Parts, new: &[StateId], old: &[StateId]) -> bool {
    parts.iter().zip(new.iter().zip(old)).all(|(part, (new, old))| new == old || part.profile().order != Order::Flat)
}
