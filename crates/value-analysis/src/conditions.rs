//! What must hold of the unknowns of a state: the conditions of the branches that were taken.

use super::implied;
use super::scalar::mix;
use super::state::ValueState;
use super::trie::Digest;
pub use super::unknowns::Condition;
use super::unknowns::{Conditions, origins, same};
use adumbra_program::Edge;
use adumbra_terms::{Term, Terms};
use std::rc::Rc;

impl ValueState {
    /// The conditions.
    #[inline]
    pub(super) fn conditions(&self) -> &[Condition] {
        self.unknowns.as_ref().map_or(&[], |u| &u.list)
    }

    /// The unknowns that it may speak of, in ascending order.
    #[inline]
    pub(super) fn used(&self) -> &[Term] {
        self.unknowns.as_ref().map_or(&[], |u| &u.used)
    }

    fn unknowns_mut(&mut self) -> &mut Conditions {
        Rc::make_mut(self.unknowns.get_or_insert_default())
    }

    /// Adds unknowns that it speaks of from now on.
    pub(super) fn use_unknowns(&mut self, terms: &[Term]) {
        let all = self.unknowns_mut();
        for term in terms {
            if let Err(place) = all.used.binary_search(term) {
                all.used.insert(place, *term);
            }
        }
    }

    /// Adds a condition, without what it makes superfluous.
    pub(super) fn demand(&mut self, terms: &Terms, origin: Edge, term: Term) {
        let mut list = self.conditions().to_vec();
        if implied::insert(terms, &mut list, Condition { origin, term }) {
            self.unknowns_mut().list = list;
        }
    }

    /// Takes what conditions and unknowns it has.
    pub(super) fn set_unknowns(&mut self, list: Vec<Condition>, used: Vec<Term>) {
        let empty = list.is_empty() && used.is_empty();
        self.unknowns = (!empty).then(|| Rc::new(Conditions { list, used }));
    }

    /// Hashes of the conditions, whatever their order; their shape is where they come from.
    pub(super) fn condition_digest(&self) -> Digest {
        let mut sum = Digest::default();
        for condition in self.conditions() {
            let origin = u64::from(condition.origin.as_u32());
            sum.hash = sum.hash.wrapping_add(mix(origin, condition.term.as_u32().into()));
        }
        for origin in origins(self.conditions()) {
            sum.shape = sum.shape.wrapping_add(mix(23, origin.as_u32().into()));
        }
        sum
    }
}

/// The conditions of a state that come from where those of an example come from, with its unknowns;
/// `None` if there are none from one of these edges.
pub(super) fn project(state: &ValueState, example: &ValueState) -> Option<Option<Rc<Conditions>>> {
    let wanted = origins(example.conditions());
    if state.conditions().len() < example.conditions().len() {
        return None;
    }
    if wanted.is_empty() && state.conditions().is_empty() {
        return Some(state.unknowns.clone());
    }
    let list: Vec<Condition> =
        state.conditions().iter().filter(|c| wanted.binary_search(&c.origin).is_ok()).copied().collect();
    if origins(&list) != wanted {
        return None;
    }
    let used = state.used().to_vec();
    Some(if list.is_empty() && used.is_empty() { None } else { Some(Rc::new(Conditions { list, used })) })
}

/// The conditions that two states have in common, and the unknowns of both: those from one edge all
/// or none, so that they are what is left of both states if no more is asked for.
pub(super) fn join(a: &ValueState, b: &ValueState) -> Option<Rc<Conditions>> {
    if a.unknowns.is_none() && b.unknowns.is_none() {
        return None;
    }
    let from = |list: &[Condition], edge: Edge| -> Vec<Condition> {
        list.iter().filter(|c| c.origin == edge).copied().collect()
    };
    let mut list = a.conditions().to_vec();
    for edge in origins(a.conditions()) {
        if !same(&from(a.conditions(), edge), &from(b.conditions(), edge)) {
            list.retain(|c| c.origin != edge);
        }
    }
    let mut used = [a.used(), b.used()].concat();
    used.sort_unstable();
    used.dedup();
    Some(Rc::new(Conditions { list, used }))
}
