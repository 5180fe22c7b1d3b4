//! What an abstraction says, as formulas of a certificate.
//!
//! A predicate is a term over variables of formulas (registers, regions of memory). Each of them
//! becomes a leaf of the certificate's language, and a read of a region becomes a read of the
//! object that it belongs to. A predicate that cannot be said is taken out of the region: what
//! remains holds whatever its truth is.

use super::PredicateAnalysis;
use adumbra_analyses::invariants::{PointInvariants, name_of};
use adumbra_dependence::{Content, Shape};
use adumbra_formula::variable::VarData;
use adumbra_formula::{Part, Place as Held};
use adumbra_predicates::{PredicateId, Region};
use adumbra_terms::walk::{free_variables, reachable};
use adumbra_terms::{Copier, Kind, Simplifier, SortKind, Substitution, Term};
use adumbra_verdict::{Formulas, Leaf, OBJECT_BITS, Place, StateFacts};
use rustc_hash::FxHashMap;

/// Predicates of a region that cannot be said, at most; with more nothing of it is.
const MOST_LEFT_OUT: usize = 8;

/// Stores and choices that are looked through for what a read gives.
const MOST_STORES: usize = 64;

impl PredicateAnalysis {
    /// Says what holds where an abstraction was made, at the point of the facts.
    pub(super) fn say(&self, region: Region, facts: &mut StateFacts) {
        let mut standing = self.standing.borrow_mut();
        standing.get_or_insert_with(|| PointInvariants::new(&self.program)).add_objects(facts);
        if region.is_true() {
            return;
        }
        let mut formulas = Formulas::new();
        for (number, object) in (1..).zip(self.memory.single()) {
            if let Some(name) = name_of(object, facts) {
                formulas.number(number, name);
            }
        }
        let regions = &self.abstractor.regions;
        let mut said: FxHashMap<PredicateId, Term> = FxHashMap::default();
        let mut left_out = Vec::new();
        for predicate in regions.support(region) {
            let term = match self.leaves(predicate, &mut formulas, facts) {
                Some(term) => term,
                None => {
                    let sort = formulas.terms.bool_sort();
                    let any = formulas.terms.fresh_var("left out", sort);
                    left_out.push(any);
                    any
                }
            };
            said.insert(predicate, term);
        }
        facts.partial |= !left_out.is_empty();
        if left_out.len() > MOST_LEFT_OUT {
            return;
        }
        let mut whole = regions.to_term(region, &mut formulas.terms, &mut |_, predicate| said[&predicate]);
        let mut simplifier = Simplifier::default();
        for any in left_out {
            let [yes, no] = [true, false].map(|truth| {
                let truth = formulas.terms.bool(truth);
                Substitution::new(&formulas.terms, [(any, truth)]).apply(&mut formulas.terms, whole)
            });
            let either = formulas.terms.or(yes, no);
            whole = simplifier.simplify(&mut formulas.terms, either);
        }
        whole = simplifier.simplify(&mut formulas.terms, whole);
        let mut open = vec![(whole, true)];
        while let Some((term, positive)) = open.pop() {
            match formulas.terms.kind(term) {
                Kind::And if positive => open.extend(formulas.terms.operands(term).iter().rev().map(|o| (*o, true))),
                Kind::Or if !positive => open.extend(formulas.terms.operands(term).iter().rev().map(|o| (*o, false))),
                Kind::Not => open.push((formulas.terms.operands(term)[0], !positive)),
                _ if formulas.terms.truth(term) == Some(positive) => {}
                _ => {
                    let term = if positive { term } else { formulas.terms.not(term) };
                    formulas.hold(term);
                }
            }
        }
        if !formulas.is_empty() {
            facts.formulas = Some(Box::new(formulas));
        }
    }

    /// A predicate over leaves; `None` if it cannot be said.
    fn leaves(&self, predicate: PredicateId, to: &mut Formulas, facts: &StateFacts) -> Option<Term> {
        let (from, term) = (&self.builder.build.terms, self.predicates.term(predicate));
        let mut copier = Copier::new();
        let mut variables: FxHashMap<Term, VarData> = FxHashMap::default();
        for variable in free_variables(from, &[term]) {
            let copied = copier.copy(from, &mut to.terms, variable);
            if let Some(var) = self.builder.variables.of_term(variable) {
                variables.insert(copied, *self.builder.variables.data(var));
            }
        }
        let root = copier.copy(from, &mut to.terms, term);
        let mut translation =
            Translation { analysis: self, to, facts, variables, done: FxHashMap::default(), left: MOST_STORES };
        for term in reachable(&translation.to.terms, &[root]) {
            translation.node(term)?;
        }
        translation.done.get(&root).copied()
    }

    /// The activation that a register belongs to at the point of facts.
    fn depth(&self, register: adumbra_program::Register, activation: u32, facts: &StateFacts) -> Option<u32> {
        let locations = facts.point.calls.iter().map(|call| self.program.edges[*call].from);
        let frames = (0u32..).zip(locations.chain([facts.point.location])).filter(|(_, location)| {
            let body = self.program.body(self.program.function_of(*location));
            body.is_some_and(|b| b.registers.0 <= register && register < b.registers.1)
        });
        let frames: Vec<u32> = frames.map(|(depth, _)| depth).collect();
        match *frames {
            [only] => Some(only),
            _ => frames.contains(&activation).then_some(activation),
        }
    }
}

/// One predicate on its way into a certificate.
struct Translation<'a> {
    analysis: &'a PredicateAnalysis,
    to: &'a mut Formulas,
    facts: &'a StateFacts,
    /// What the variables are.
    variables: FxHashMap<Term, VarData>,
    /// Terms over leaves, for all that are no arrays.
    done: FxHashMap<Term, Term>,
    /// How many stores and choices may still be looked through.
    left: usize,
}

impl Translation<'_> {
    /// Translates a term whose operands are translated.
    fn node(&mut self, term: Term) -> Option<()> {
        let sort = self.to.terms.sort(term);
        if let SortKind::Array { .. } = self.to.terms.sort_kind(sort) {
            return Some(());
        }
        let operands = self.to.terms.operands(term).to_vec();
        let result = match self.to.terms.kind(term) {
            Kind::Var => self.variable(term)?,
            Kind::Apply => return None,
            Kind::Select => {
                let [array, index] = *operands else { return None };
                let index = *self.done.get(&index)?;
                self.select(array, index)?
            }
            _ => {
                let translated: Option<Vec<Term>> = operands.iter().map(|o| self.done.get(o).copied()).collect();
                let translated = translated?;
                if translated == operands { term } else { self.to.terms.rebuild(term, &translated) }
            }
        };
        self.done.insert(term, result);
        Some(())
    }

    fn variable(&mut self, term: Term) -> Option<Term> {
        let data = self.variables.get(&term)?;
        let place = match data.place {
            Held::Register(register, activation) => {
                Place::Register(self.analysis.depth(register, activation, self.facts)?, register)
            }
            Held::Cell(region) => {
                let region = self.analysis.memory.get(region);
                Place::Cell(name_of(region.only?, self.facts)?, region.residue?, region.size)
            }
            Held::Result(number, _) => Place::Result(number),
            // What is watched may be any place, which no fact says.
            Held::Array(_) | Held::NextObject | Held::Watched(_) | Held::WatchedIndex(_) | Held::WatchedLast(_) => {
                return None;
            }
            Held::EnteredRegister(_) | Held::EnteredCell(_) | Held::EnteredArray(_) => return None,
        };
        let leaf = match data.part {
            Part::Bits => Leaf::Value(place),
            Part::Object => Leaf::Object(place),
            Part::Offset => Leaf::Offset(place),
        };
        let width = self.to.terms.bv_width(term)?;
        Some(self.to.leaf(leaf, width))
    }

    /// What an array holds at an index.
    fn select(&mut self, array: Term, index: Term) -> Option<Term> {
        self.left = self.left.checked_sub(1)?;
        let operands = self.to.terms.operands(array).to_vec();
        match (self.to.terms.kind(array), &operands[..]) {
            (Kind::Var, _) => self.read(array, index),
            (Kind::ConstArray, [value]) => self.done.get(value).copied(),
            (Kind::Store, [before, place, value]) => {
                let (place, value) = (*self.done.get(place)?, *self.done.get(value)?);
                let other = self.select(*before, index)?;
                let here = self.to.terms.eq(place, index);
                Some(self.to.terms.ite(here, value, other))
            }
            (Kind::Ite, [condition, yes, no]) => {
                let condition = *self.done.get(condition)?;
                let (yes, no) = (self.select(*yes, index)?, self.select(*no, index)?);
                Some(self.to.terms.ite(condition, yes, no))
            }
            _ => None,
        }
    }

    /// What a region of memory holds at an index.
    fn read(&mut self, array: Term, index: Term) -> Option<Term> {
        let data = *self.variables.get(&array)?;
        let Held::Array(region) = data.place else { return None };
        let region = self.analysis.memory.get(region);
        let bytes = match (region.shape, region.content) {
            (Shape::Elements, Content::Bits) => region.size,
            (Shape::Bytes, _) => 1,
            _ => return None,
        };
        let number = region.only.and_then(|only| {
            let number = self.analysis.memory.single().iter().position(|object| *object == only)?;
            Some((only, number as u64 + 1))
        });
        let (object, offset) = match number {
            Some((only, number)) => {
                name_of(only, self.facts)?;
                (self.to.terms.bv_u64(OBJECT_BITS, number), index)
            }
            None => {
                let width = self.to.terms.bv_width(index)?;
                let low = width.checked_sub(OBJECT_BITS).filter(|w| *w > 0)?;
                let (object, offset) =
                    (self.to.terms.extract(width - 1, low, index), self.to.terms.extract(low - 1, 0, index));
                let mut simplifier = Simplifier::default();
                (simplifier.simplify(&mut self.to.terms, object), simplifier.simplify(&mut self.to.terms, offset))
            }
        };
        Some(self.to.leaf(Leaf::Read { object, offset, bytes }, 8 * bytes))
    }
}
