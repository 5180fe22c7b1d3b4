//! The exploration: which valuations are possible at which points.
//!
//! A *point* is a location with its open calls. Points where ways meet keep the set of valuations
//! that were found there. What is new at a point is carried to the next points, through everything
//! between, and only what is new there is carried on; when sets are large, only heads of loops know
//! what is new. That is enough because a move does with a union of sets what it does with each of
//! them. The point that comes first in the order of the program has its turn first, so that all
//! ways through the body of a loop meet before the next round.
//!
//! **A path to a target** is found backward. Each set that was new at a point remembers the point
//! and the set that it came from. From a set of valuations at the target, the valuations before
//! each move that lead into it are computed, back to the start: whatever is left over at the start
//! leads to the target, as far as moves are exact.

use super::diagram::{EMPTY, Node};
use super::transfer::Transfer;
use adumbra_analyses::location::Places;
use adumbra_engine::{Composite, Flow, PrecisionId, Siblings, StateId, States, Steps};
use adumbra_program::*;
use adumbra_stop::{Stop, spend};
use adumbra_verdict::{Point, Reason, StateFacts, Target};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

/// The number of a point.
pub(super) type PointId = u32;

/// Something new at a point.
#[derive(Clone, Copy, Debug)]
struct Event {
    new: Node,
    /// The point it came from and what was carried on there; none at the start.
    from: Option<(PointId, Node)>,
}

/// A point.
struct PointData {
    state: StateId,
    location: Location,
    /// Its place in the order of exploration: those of the open calls, then its own.
    order: Rc<[u32]>,
    target: Option<Target>,
    /// Are sets kept here?
    kept: bool,
    /// Is it the head of a loop, so that what was found here must be known?
    head: bool,
    /// Where moves lead from here, once they were asked for.
    next: Option<Rc<[(Move, PointId)]>>,
    reached: Node,
    waiting: Node,
    events: Vec<Event>,
}

/// What came of a stretch of exploration.
pub(super) enum Explored {
    /// Nothing waits any more.
    All,
    /// Valuations are possible at a target.
    Target(PointId, Node),
    /// There was no more time, memory or work.
    Stopped,
}

/// An exploration.
pub(super) struct Explore {
    program: Arc<Program>,
    places: Places,
    /// Location and open calls.
    pub(super) part: Composite,
    precision: PrecisionId,
    pub(super) transfer: Transfer,
    points: Vec<PointData>,
    index: FxHashMap<StateId, PointId>,
    queue: BinaryHeap<Reverse<(Rc<[u32]>, PointId)>>,
    /// A point and a set whose turn was broken off.
    again: Option<(PointId, Node)>,
    /// Why the result is not complete.
    pub(super) cuts: Vec<Reason>,
    pub(super) moves: u64,
    /// Is what was found known at all points where ways meet, or only at heads of loops?
    thorough: bool,
}

/// Nodes of diagrams up to which all points know what was found. With more the comparison takes
/// longer than it saves: what is new at the head of a loop seldom is not so behind it.
const MOST_THOROUGH: usize = 100_000;

/// The work of a move, besides that of operations on diagrams.
const MOVE: u64 = 500;

/// A set on its way: the point, what is there, and how it got there.
struct Carried {
    at: PointId,
    set: Node,
    /// The move and the place in the list before; none at the start.
    from: Option<(Move, usize)>,
}

impl Explore {
    pub(super) fn new(program: &Arc<Program>, mut part: Composite, transfer: Transfer) -> Self {
        let (state, precision) = part.initial();
        let mut explore = Explore {
            program: Arc::clone(program),
            places: Places::new(program),
            part,
            precision,
            transfer,
            points: Vec::new(),
            index: FxHashMap::default(),
            queue: BinaryHeap::new(),
            again: None,
            cuts: Vec::new(),
            moves: 0,
            thorough: true,
        };
        explore.part.load(state);
        let start = explore.point(state);
        explore.points[start as usize].kept = true;
        let set = explore.transfer.initial();
        explore.arrive(start, set, None);
        explore
    }

    /// The points at which sets are kept, with the sets.
    pub(super) fn reached(&self) -> impl Iterator<Item = (StateFacts, Node)> + '_ {
        self.points.iter().filter(|p| p.kept && p.target.is_none() && p.reached != EMPTY).map(|point| {
            let mut facts = StateFacts::at(Point { location: point.location, calls: Vec::new() });
            self.part.facts(point.state, &mut facts);
            (facts, point.reached)
        })
    }

    /// Is all that was found known at the points of [`Explore::reached`]?
    pub(super) fn is_thorough(&self) -> bool {
        self.thorough
    }

    /// The target of a point.
    pub(super) fn target(&self, point: PointId) -> Option<Target> {
        self.points[point as usize].target
    }

    /// The number of points that were reached.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The point of the state that the parts have in hand.
    fn point(&mut self, state: StateId) -> PointId {
        if let Some(known) = self.index.get(&state) {
            return *known;
        }
        let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
        self.part.facts(state, &mut facts);
        let target = self.part.target();
        let Point { location, calls } = facts.point;
        let locations = calls.iter().map(|call| self.program.edges[*call].from).chain([location]);
        let order = locations.map(|location| self.places.order(location)).collect();
        let head = self.places.is_loop_head(location);
        let meets = self.program.in_edges(location).len() > 1;
        let id = self.points.len() as PointId;
        self.points.push(PointData {
            state,
            location,
            order,
            target,
            kept: head || meets || target.is_some(),
            head: head || target.is_some(),
            next: None,
            reached: EMPTY,
            waiting: EMPTY,
            events: Vec::new(),
        });
        self.index.insert(state, id);
        id
    }

    /// Where moves lead from a point.
    fn next(&mut self, point: PointId) -> Rc<[(Move, PointId)]> {
        if let Some(next) = &self.points[point as usize].next {
            return Rc::clone(next);
        }
        let state = self.points[point as usize].state;
        let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
        self.part.facts(state, &mut facts);
        let open = facts.point.calls.iter().map(|call| self.program.edges[*call].from).chain([facts.point.location]);
        let open: Vec<Function> = open.map(|location| self.program.function_of(location)).collect();
        self.part.load(state);
        let moves = self.part.moves(&Siblings::NONE).list().unwrap_or_default();
        let mut next = Vec::new();
        for step in moves {
            // A register is one variable only as long as its function is open once.
            if matches!(step, Move::Enter { callee, .. } if open.contains(&callee)) {
                self.cut(Reason::Incomplete("valuations are for programs without recursion".into()));
                continue;
            }
            self.part.load(state);
            match self.part.step(self.precision, step, &Siblings::NONE) {
                Flow::On => {
                    let to = self.part.save();
                    next.push((step, self.point(to)));
                }
                Flow::Dead => {}
                Flow::Split(states) => {
                    for to in states {
                        self.part.load(to);
                        next.push((step, self.point(to)));
                    }
                }
                Flow::Cut(reason) => self.cut(reason),
            }
        }
        let next: Rc<[(Move, PointId)]> = next.into();
        self.points[point as usize].next = Some(Rc::clone(&next));
        next
    }

    fn cut(&mut self, reason: Reason) {
        if !self.cuts.contains(&reason) {
            self.cuts.push(reason);
        }
    }

    /// Adds what is new of a set at a point.
    fn arrive(&mut self, at: PointId, set: Node, from: Option<(PointId, Node)>) {
        let point = &mut self.points[at as usize];
        let diagrams = &mut self.transfer.diagrams;
        let knows = point.head || self.thorough;
        let new = if knows { diagrams.minus(set, point.reached) } else { set };
        if new == EMPTY || diagrams.is_over() {
            return;
        }
        let reached = if knows { diagrams.union(point.reached, new) } else { EMPTY };
        let waiting = diagrams.union(point.waiting, new);
        self.thorough &= diagrams.len() < MOST_THOROUGH;
        if diagrams.is_over() {
            return;
        }
        if point.waiting == EMPTY {
            self.queue.push(Reverse((Rc::clone(&point.order), at)));
        }
        (point.reached, point.waiting) = (reached, waiting);
        point.events.push(Event { new, from });
    }

    /// Explores until it is time to stop.
    pub(super) fn run(&mut self, stop: &Stop) -> Explored {
        loop {
            if stop.is_done() || self.transfer.diagrams.is_over() {
                return Explored::Stopped;
            }
            let (at, set) = match self.again.take() {
                Some(again) => again,
                None => {
                    let Some(Reverse((_, at))) = self.queue.pop() else { return Explored::All };
                    (at, std::mem::replace(&mut self.points[at as usize].waiting, EMPTY))
                }
            };
            if self.points[at as usize].target.is_some() {
                return Explored::Target(at, set);
            }
            let carried = self.carry(at, set);
            if !self.transfer.diagrams.is_over() {
                for Carried { at: to, set: found, .. } in carried {
                    if self.points[to as usize].kept {
                        self.arrive(to, found, Some((at, set)));
                    }
                }
            }
            if self.transfer.diagrams.is_over() {
                // What was computed last is worthless. What arrived before is not new a second
                // time.
                self.again = Some((at, set));
                return Explored::Stopped;
            }
        }
    }

    /// Carries a set from a point to the next ones at which sets are kept. The list has what was on
    /// the way, too.
    fn carry(&mut self, at: PointId, set: Node) -> Vec<Carried> {
        let mut all = vec![Carried { at, set, from: None }];
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            let (at, set) = (all[place].at, all[place].set);
            for (step, to) in self.next(at).iter() {
                self.moves += 1;
                spend(MOVE);
                let mut found = self.transfer.image(set, *step);
                if found == EMPTY {
                    continue;
                }
                let point = &self.points[*to as usize];
                let kept = point.kept;
                if kept {
                    found = self.transfer.settle(found, point.location);
                }
                all.push(Carried { at: *to, set: found, from: Some((*step, place)) });
                if !kept {
                    open.push(all.len() - 1);
                }
            }
            if self.transfer.diagrams.is_over() {
                break;
            }
        }
        all.drain(..1);
        // Places count from the first that was carried.
        for carried in &mut all {
            carried.from = carried.from.map(|(step, place)| (step, place.wrapping_sub(1)));
        }
        all
    }

    /// Moves from the start into a set at a point, as far as sets can tell; `None` if none are
    /// found. With `narrow` one box of each set is followed: choices that were made do not mix, but
    /// one that was made too early may be wrong.
    pub(super) fn path(&mut self, at: PointId, set: Node, narrow: bool) -> Option<Vec<Move>> {
        let (mut at, mut set) = (at, set);
        let mut moves = Vec::new();
        loop {
            let events = std::mem::take(&mut self.points[at as usize].events);
            let mut found = None;
            for event in &events {
                let common = self.transfer.diagrams.meet(event.new, set);
                if common != EMPTY {
                    found = Some((*event, common));
                    break;
                }
            }
            self.points[at as usize].events = events;
            let (event, common) = found?;
            set = if narrow { self.transfer.diagrams.one_box(common) } else { common };
            let Some((source, carried)) = event.from else { break };
            let (before, mut taken) = self.back(source, carried, at, set)?;
            taken.reverse();
            moves.append(&mut taken);
            (at, set) = (source, before);
            if self.transfer.diagrams.is_over() {
                return None;
            }
        }
        moves.reverse();
        Some(moves)
    }

    /// The moves between two points at which sets are kept, and the valuations of the first that
    /// they lead into a set at the second.
    fn back(&mut self, source: PointId, carried: Node, at: PointId, set: Node) -> Option<(Node, Vec<Move>)> {
        let all = self.carry(source, carried);
        for (place, last) in all.iter().enumerate() {
            if last.at != at {
                continue;
            }
            let mut after = self.transfer.diagrams.meet(last.set, set);
            if after == EMPTY {
                continue;
            }
            let mut moves = Vec::new();
            let mut here = place;
            while let Some((step, from)) = all[here].from {
                let before = all.get(from).map_or(carried, |c| c.set);
                after = self.transfer.before(before, step, after);
                moves.push(step);
                if from == usize::MAX {
                    break;
                }
                here = from;
            }
            if after != EMPTY {
                moves.reverse();
                return Some((after, moves));
            }
        }
        None
    }
}
