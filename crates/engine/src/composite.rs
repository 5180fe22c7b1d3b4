//! Parts put together: a product of analyses, assembled at run time.
//!
//! A composite state is a short array of the parts' state numbers. Parts take a step one after the
//! other; then those that want to are strengthened by what the others know. A composite is a part
//! itself, so composites nest.

use crate::abilities::{Abilities, Coverage, Order};
use crate::block::{Block, BlockId, Boundary};
use crate::part::Siblings;
use crate::part::*;
use crate::question::{Fact, Question};
use crate::refinement::{ErrorPath, Refinement};
use crate::store::Store;
use crate::transfer::{Adjusted, Flow, Moves, Pause};
use adumbra_program::{Edge, ExprId, Move, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::certificate::Description;
use adumbra_verdict::{StateFacts, Target};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;

type Tuple = SmallVec<[u32; 6]>;

/// A product of parts.
pub struct Composite {
    parts: Vec<Box<dyn Part>>,
    states: Store<Tuple>,
    precisions: Store<Tuple>,
    profile: Profile,
    /// Are there parts that siblings strengthen?
    strengthens: bool,
    able: Able,
    /// The precision with which steps are being taken, and those of the parts in it.
    current: (PrecisionId, Tuple),
    /// Was the last step one along an edge, which left some parts as they were?
    along_edge: bool,
}

/// The parts that answer each question of the engine.
struct Able {
    moves: Places,
    decide: Places,
    target: Places,
    pause: Places,
    /// Those that every edge changes, and those of them that `pause`.
    edges: Places,
    pause_at_edges: Places,
}

type Places = SmallVec<[usize; 4]>;

/// A product of lists.
fn product(lists: &[Vec<StateId>]) -> Vec<Tuple> {
    let mut tuples = vec![Tuple::new()];
    for list in lists {
        tuples = tuples
            .iter()
            .flat_map(|tuple| {
                list.iter().map(move |id| {
                    let mut longer = tuple.clone();
                    longer.push(*id);
                    longer
                })
            })
            .collect();
    }
    tuples
}

impl Composite {
    /// The product of some parts, in the order in which they take a step.
    pub fn new(parts: Vec<Box<dyn Part>>) -> Self {
        let places = |able: fn(&Abilities) -> bool| -> Places {
            parts.iter().enumerate().filter(|(_, p)| able(&p.profile().abilities)).map(|(i, _)| i).collect()
        };
        let able = Able {
            moves: places(|a| a.moves),
            decide: places(|a| a.decide),
            target: places(|a| a.target),
            pause: places(|a| a.pause || a.target),
            edges: places(|a| a.edges),
            pause_at_edges: places(|a| a.edges && (a.pause || a.target)),
        };
        let any = |is: fn(&Profile) -> bool| parts.iter().any(|p| is(p.profile()));
        let profile = Profile {
            abilities: Abilities {
                moves: !able.moves.is_empty(),
                decide: !able.decide.is_empty(),
                target: !able.target.is_empty(),
                pause: any(|p| p.abilities.pause),
                edges: !able.edges.is_empty(),
            },
            // Its parts are strengthened by their siblings within the step.
            strengthens: false,
            adjusts: any(|p| p.adjusts),
            merges: any(|p| p.merges),
            order: parts.iter().map(|p| p.profile().order).max().unwrap_or(Order::Flat),
            stop: if any(|p| p.stop == Coverage::Join) { Coverage::Join } else { Coverage::Sep },
        };
        Composite {
            strengthens: any(|p| p.strengthens),
            able,
            profile,
            parts,
            states: Store::default(),
            precisions: Store::default(),
            current: (PrecisionId::MAX, Tuple::new()),
            along_edge: false,
        }
    }

    /// The precision of a part within a precision.
    #[inline]
    fn own(&mut self, precision: PrecisionId, index: usize) -> PrecisionId {
        if self.current.0 != precision {
            self.current = (precision, self.precisions.get(precision).clone());
        }
        self.current.1[index]
    }

    /// The parts.
    pub fn parts(&self) -> &[Box<dyn Part>] {
        &self.parts
    }

    /// The states of the parts in a state.
    pub fn components(&self, state: StateId) -> &[StateId] {
        self.states.get(state)
    }

    /// Lets one part act while the others can be asked.
    fn with<R>(
        &mut self,
        index: usize,
        outer: &Siblings<'_>,
        act: impl FnOnce(&mut dyn Part, &Siblings<'_>) -> R,
    ) -> R {
        let (before, rest) = self.parts.split_at_mut(index);
        let (part, after) = rest.split_at_mut(1);
        act(&mut *part[0], &Siblings::around(before, after, outer))
    }

    /// After a part did not simply go on: the alternatives of the whole. `act` makes the remaining
    /// parts act.
    fn spread(
        &mut self,
        index: usize,
        first: Vec<StateId>,
        mut act: impl FnMut(&mut Self, usize) -> Flow<StateId>,
    ) -> Flow<StateId> {
        let mut lists: Vec<Vec<StateId>> = self.parts[..index].iter_mut().map(|p| vec![p.save()]).collect();
        lists.push(first);
        for i in index + 1..self.parts.len() {
            match act(self, i) {
                Flow::On => lists.push(vec![self.parts[i].save()]),
                Flow::Split(states) => lists.push(states),
                other => return other,
            }
        }
        Flow::Split(product(&lists).into_iter().map(|t| self.states.intern(t)).collect())
    }
}

impl States for Composite {
    fn initial(&mut self) -> (StateId, PrecisionId) {
        let (states, precisions): (Tuple, Tuple) = self.parts.iter_mut().map(|p| p.initial()).unzip();
        (self.states.intern(states), self.precisions.intern(precisions))
    }

    fn covers(&mut self, general: StateId, special: StateId) -> bool {
        let (a, b) = (self.states.get(general), self.states.get(special));
        self.parts.iter_mut().zip(a.iter().zip(b)).all(|(p, (a, b))| a == b || p.covers(*a, *b))
    }

    fn covered_by_join(&mut self, special: StateId, others: &[StateId]) -> bool {
        // Each part that checks its join does so among the states that agree in all other parts.
        let mine = self.states.get(special).clone();
        for i in 0..self.parts.len() {
            if self.parts[i].profile().stop != Coverage::Join {
                continue;
            }
            let mut these = Vec::new();
            for other in others {
                let tuple = self.states.get(*other);
                let agree = (0..tuple.len()).all(|j| j == i || self.parts[j].covers(tuple[j], mine[j]));
                if agree {
                    these.push(tuple[i]);
                }
            }
            if self.parts[i].covered_by_join(mine[i], &these) {
                return true;
            }
        }
        others.iter().any(|o| self.covers(*o, special))
    }

    fn shape(&self, state: StateId) -> u64 {
        let mut hasher = FxHasher::default();
        for (part, id) in self.parts.iter().zip(self.states.get(state)) {
            hasher.write_u64(if part.profile().order == Order::Flat { 0 } else { part.shape(*id) });
        }
        hasher.finish()
    }

    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId> {
        let (mine, other) = (self.states.get(state).clone(), self.states.get(example).clone());
        let mut tuple = Tuple::new();
        for (i, part) in self.parts.iter_mut().enumerate() {
            tuple.push(part.project(mine[i], other[i])?);
        }
        self.states.find(&tuple)
    }

    fn partition(&self, state: StateId) -> u64 {
        let mut hasher = FxHasher::default();
        for (part, id) in self.parts.iter().zip(self.states.get(state)) {
            // Where a part must be compared one by one, the others have to be equal: a partition of
            // thousands would be searched for every state, and their covering by projection helps
            // only where all parts have it.
            let equal = self.profile.order == Order::General && part.profile().order == Order::Shaped;
            hasher.write_u64(if equal { u64::from(*id) } else { part.partition(*id) });
        }
        hasher.finish()
    }

    /// Merges if every part's result covers both: states of parts that keep theirs apart must
    /// agree.
    fn merge(&mut self, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId> {
        let (new, old) = (self.states.get(new).clone(), self.states.get(old).clone());
        let precision = self.precisions.get(precision).clone();
        let mut merged = Tuple::new();
        for (i, part) in self.parts.iter_mut().enumerate() {
            let result =
                if new[i] == old[i] { old[i] } else { part.merge(new[i], old[i], precision[i]).unwrap_or(old[i]) };
            if result != new[i] && !part.covers(result, new[i]) {
                return None;
            }
            merged.push(result);
        }
        Some(self.states.intern(merged))
    }

    /// Widens if every part can whose states are different.
    fn widen(&mut self, old: StateId, new: StateId) -> Option<StateId> {
        let (old, new) = (self.states.get(old).clone(), self.states.get(new).clone());
        let mut widened = Tuple::new();
        for (i, part) in self.parts.iter_mut().enumerate() {
            widened.push(part.widen(old[i], new[i])?);
        }
        Some(self.states.intern(widened))
    }

    fn rank(&self, state: StateId, by: Rank) -> Option<u32> {
        self.parts.iter().zip(self.states.get(state)).find_map(|(p, id)| p.rank(*id, by))
    }

    fn facts(&self, state: StateId, facts: &mut StateFacts) {
        for (part, id) in self.parts.iter().zip(self.states.get(state)) {
            part.facts(*id, facts);
        }
    }

    fn descriptions(&self) -> Vec<Description> {
        self.parts.iter().flat_map(|part| part.descriptions()).collect()
    }

    fn is_on_the_way(&self, state: StateId) -> bool {
        self.parts.iter().zip(self.states.get(state)).any(|(part, id)| part.is_on_the_way(*id))
    }

    fn show(&self, state: StateId) -> String {
        let shown: Vec<String> = self
            .parts
            .iter()
            .zip(self.states.get(state))
            .map(|(p, id)| p.show(*id))
            .filter(|s| !s.is_empty())
            .collect();
        shown.join("\n")
    }
}

impl Steps for Composite {
    fn load(&mut self, state: StateId) {
        self.along_edge = false;
        for (part, id) in self.parts.iter_mut().zip(self.states.get(state)) {
            part.load(*id);
        }
    }

    fn save(&mut self) -> StateId {
        let tuple: Tuple = self.parts.iter_mut().map(|p| p.save()).collect();
        self.states.intern(tuple)
    }

    fn moves(&mut self, siblings: &Siblings<'_>) -> Moves {
        if let [only] = *self.able.moves {
            return self.with(only, siblings, |part, around| part.moves(around));
        }
        let mut result = Moves::Any;
        for i in self.able.moves.clone() {
            let these = self.with(i, siblings, |part, around| part.moves(around));
            result = match (result, these) {
                (one, Moves::Any) | (Moves::Any, one) => one,
                (one, other) if one == other => one,
                (one, other) => {
                    let (mut both, others) = (one.list().unwrap_or_default(), other.list().unwrap_or_default());
                    both.retain(|m| others.contains(m));
                    Moves::Only(both)
                }
            };
        }
        result
    }

    fn decide(&mut self, condition: ExprId) -> Option<bool> {
        self.able.decide.iter().find_map(|i| self.parts[*i].decide(condition))
    }

    fn step(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        self.along_edge = matches!(step, Move::Edge(_));
        let acting = if self.along_edge { self.able.edges.len() } else { self.parts.len() };
        for place in 0..acting {
            let i = if self.along_edge { self.able.edges[place] } else { place };
            let own = self.own(precision, i);
            match self.with(i, siblings, |part, around| part.step(own, step, around)) {
                Flow::On => {}
                Flow::Split(states) => {
                    return self.spread(i, states, |this, j| {
                        let own = this.own(precision, j);
                        this.with(j, siblings, |part, around| part.step(own, step, around))
                    });
                }
                other => return other,
            }
        }
        if self.strengthens { self.strengthen(precision, step, siblings) } else { Flow::On }
    }

    fn strengthen(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        for i in 0..self.parts.len() {
            if !self.parts[i].profile().strengthens {
                continue;
            }
            let own = self.own(precision, i);
            match self.with(i, siblings, |part, around| part.strengthen(own, step, around)) {
                Flow::On => {}
                Flow::Split(states) => return self.spread(i, states, |_, _| Flow::On),
                other => return other,
            }
        }
        Flow::On
    }

    fn settle(&mut self, precision: PrecisionId, siblings: &Siblings<'_>) {
        for i in 0..self.parts.len() {
            let own = self.own(precision, i);
            self.with(i, siblings, |part, around| part.settle(own, around));
        }
    }

    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>) -> (PrecisionId, Adjusted) {
        let mut tuple = self.precisions.get(precision).clone();
        let mut outcome = Adjusted::Done;
        let states = &self.states;
        for (i, part) in self.parts.iter_mut().enumerate().filter(|(_, p)| p.profile().adjusts) {
            let own = |visit: &mut dyn FnMut(StateId) -> bool| peers(&mut |id| visit(states.get(id)[i]));
            let (new, adjusted) = part.adjust(tuple[i], &own);
            tuple[i] = new;
            if adjusted != Adjusted::Done {
                outcome = adjusted;
            }
        }
        (self.precisions.intern(tuple), outcome)
    }

    fn resume(&mut self, precision: PrecisionId) -> PrecisionId {
        let mut tuple = self.precisions.get(precision).clone();
        for (part, own) in self.parts.iter_mut().zip(&mut tuple) {
            *own = part.resume(*own);
        }
        self.precisions.intern(tuple)
    }

    fn target(&self) -> Option<Target> {
        self.able.target.iter().find_map(|i| self.parts[*i].target())
    }

    fn pause(&self) -> Pause {
        let places = if self.along_edge { &self.able.pause_at_edges } else { &self.able.pause };
        places.iter().map(|i| self.parts[*i].pause()).max().unwrap_or(Pause::No)
    }

    fn boundary(&self, within: Option<BlockId>, siblings: &Siblings<'_>) -> Boundary {
        let said = self.parts.iter().enumerate().map(|(i, part)| {
            let around = Siblings::around(&self.parts[..i], &self.parts[i + 1..], siblings);
            part.boundary(within, &around)
        });
        said.into_iter().find(|boundary| *boundary != Boundary::Inside).unwrap_or(Boundary::Inside)
    }

    fn answer(&self, question: Question) -> Option<Fact> {
        self.parts.iter().find_map(|p| p.answer(question))
    }
}

impl Refines for Composite {
    fn checks(&self, violation: Violation) -> bool {
        self.parts.iter().any(|p| p.checks(violation)) && !self.precludes(violation)
    }

    fn precludes(&self, violation: Violation) -> bool {
        self.parts.iter().any(|p| p.precludes(violation))
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        let mut all: Vec<(Violation, Edge)> = self.parts.iter().flat_map(|p| p.ends_at()).collect();
        all.sort();
        all.dedup_by_key(|(violation, _)| *violation);
        all
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: PrecisionId,
        used: &[PrecisionId],
        states: &[StateId],
    ) -> Refinement<PrecisionId> {
        let mut tuple = self.precisions.get(precision).clone();
        let mut best = Refinement::Powerless;
        for (i, part) in self.parts.iter_mut().enumerate() {
            let own: Vec<PrecisionId> = used.iter().map(|id| self.precisions.get(*id)[i]).collect();
            let own_states: Vec<StateId> = states.iter().map(|id| self.states.get(*id)[i]).collect();
            match part.refine(path, tuple[i], &own, &own_states) {
                Refinement::Excluded { precision, from } => {
                    tuple[i] = precision;
                    return Refinement::Excluded { precision: self.precisions.intern(tuple), from };
                }
                Refinement::Finer { precision, from } => {
                    tuple[i] = precision;
                    return Refinement::Finer { precision: self.precisions.intern(tuple), from };
                }
                Refinement::Possible { moves } => best = Refinement::Possible { moves },
                Refinement::Powerless => {}
            }
        }
        best
    }

    fn limit(&mut self, stop: &Stop) {
        self.parts.iter_mut().for_each(|part| part.limit(stop));
    }

    fn statistics(&self) -> Statistics {
        let mut all = Statistics { counts: vec![("different states", self.states.len() as u64)], tracked: Vec::new() };
        for part in &self.parts {
            let mut own = part.statistics();
            own.counts.retain(|(name, _)| *name != "different states");
            all.extend(own);
        }
        all
    }
}

impl Part for Composite {
    fn name(&self) -> &'static str {
        "composite"
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    /// All of its parts must be able to.
    fn reducer(&mut self) -> Option<&mut dyn Reduces> {
        if self.parts.iter_mut().all(|part| part.reducer().is_some()) { Some(self) } else { None }
    }
}

impl Composite {
    /// The parts' states and precisions.
    fn tuples(&self, (state, precision): Point) -> (Tuple, Tuple) {
        (self.states.get(state).clone(), self.precisions.get(precision).clone())
    }

    /// What each part makes of what it has at a point. A part that reduces nothing keeps `kept`.
    fn reduced(&mut self, kept: Point, mut act: impl FnMut(&mut dyn Reduces, usize) -> Point) -> Point {
        let (mut states, mut precisions) = self.tuples(kept);
        for (i, part) in self.parts.iter_mut().enumerate() {
            if let Some(reducer) = part.reducer() {
                (states[i], precisions[i]) = act(reducer, i);
            }
        }
        (self.states.intern(states), self.precisions.intern(precisions))
    }
}

impl Reduces for Composite {
    fn reduce(&mut self, of: Point, block: &Block) -> Point {
        let (states, precisions) = self.tuples(of);
        self.reduced(of, |part, i| part.reduce((states[i], precisions[i]), block))
    }

    fn expand(&mut self, before: Point, block: &Block, inner: Point) -> Point {
        let (old, new) = (self.tuples(before), self.tuples(inner));
        self.reduced(inner, |part, i| part.expand((old.0[i], old.1[i]), block, (new.0[i], new.1[i])))
    }

    fn rebuild(&mut self, caller: Point, entry: Point, exit: Point) -> Point {
        let (caller, entry, new) = (self.tuples(caller), self.tuples(entry), self.tuples(exit));
        let at = |tuples: &(Tuple, Tuple), i: usize| (tuples.0[i], tuples.1[i]);
        self.reduced(exit, |part, i| part.rebuild(at(&caller, i), at(&entry, i), at(&new, i)))
    }
}
