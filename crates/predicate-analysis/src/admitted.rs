//! Paths through functions that the abstraction admits.
//!
//! A target state says which blocks lead to it, and blocks go through functions by themselves, each
//! to one of its exits, to which blocks lead in turn. A path is chosen from the outside to the
//! inside: first blocks of the caller such that all predicates between two of them have one truth;
//! then, for each function on the way, blocks from its entry to the exit with the truth that the
//! predicates of its entry and of its exit have at this call.

use super::PredicateAnalysis;
use super::precision::PredicatePrecision;
use super::state::{PredicateState, ThroughId, Trace};
use adumbra_formula::{Block, Chain};
use adumbra_predicates::PredicateId;
use adumbra_program::{Function, Location, Move};
use adumbra_sat::Limits;
use adumbra_terms::{Model, Plan, Term, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Paths of more blocks than these are not looked at.
const MOST_STRETCHES: usize = 20_000;

/// What a path is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// A move; is nothing taken to happen there?
    Step(Move, bool),
    /// The end of a block: an abstraction.
    Abstracted(Location),
    /// What a function does, by the number of its list.
    Through(usize),
}

/// Predicates with their truth.
type Truths = Vec<(PredicateId, bool)>;

/// A block on the way, and where it ends.
struct Stretch {
    block: Block,
    trace: u32,
    end: End,
}

#[derive(Clone, Copy)]
enum End {
    /// In an abstraction.
    Abstracted(u32),
    /// Where a function was just entered that is not left.
    Entered(Function),
    /// In the target.
    Target,
}

/// Predicates with what they are in a block.
type Instances = Vec<(PredicateId, Term)>;

/// Where blocks begin and end: in the start of the program, or in the abstraction with which a
/// function begins; with what truth of predicates there and at the end.
#[derive(Clone, Copy, Default)]
struct Ends<'a> {
    root: Option<u32>,
    entry: &'a [(PredicateId, bool)],
    exit: &'a [(PredicateId, bool)],
}

/// A function on the way that is still to be gone through.
struct Pending {
    list: usize,
    through: ThroughId,
    entry: Truths,
    exit: Truths,
}

impl PredicateAnalysis {
    /// A path to a target that the abstraction admits, as lists of which the first is the
    /// outermost.
    pub(super) fn admitted(
        &mut self,
        target: &PredicateState,
        precision: &PredicatePrecision,
        limits: &Limits,
    ) -> Option<Vec<Item>> {
        let mut opened = Vec::new();
        let mut state = target.clone();
        while let Trace::Inside(number) = self.traces[state.trace as usize] {
            let inside = self.functions.insides[number as usize].clone();
            opened.push((inside.before, End::Entered(inside.callee)));
            state = inside.inner;
        }
        opened.push((state, End::Target));
        let mut stretches = Vec::new();
        for (state, end) in opened {
            stretches.extend(self.stretches(&state, end));
        }
        let mut lists: Vec<Vec<Item>> = vec![Vec::new()];
        let mut pending: Vec<Pending> = Vec::new();
        let mut count = stretches.len();
        lists[0] = self.choose(&stretches, Ends::default(), precision, limits, (1, &mut pending))?;
        let mut next = 0;
        while next < pending.len() {
            let Pending { list, through, ref entry, ref exit } = pending[next];
            let (entry, exit) = (entry.clone(), exit.clone());
            next += 1;
            let exit_id = self.functions.throughs[through as usize].exit;
            let end = PredicateState { abstraction: exit_id, block: Block::default(), length: 0, heads: 0, trace: 0 };
            let stretches = self.stretches(&end, End::Target);
            count += stretches.len();
            if count > MOST_STRETCHES || limits.stop.is_done() {
                return None;
            }
            let root = Some(self.root_of(exit_id));
            let first = pending.len() + 1;
            let mut more = Vec::new();
            let mut found = None;
            for (entry, exit) in [(&entry[..], &exit[..]), (&[][..], &exit[..]), (&[][..], &[][..])] {
                more.clear();
                found = self.choose(&stretches, Ends { root, entry, exit }, precision, limits, (first, &mut more));
                if found.is_some() {
                    break;
                }
            }
            pending.append(&mut more);
            if lists.len() <= list {
                lists.resize(list + 1, Vec::new());
            }
            lists[list] = found?;
        }
        Some(spliced(&lists))
    }

    /// The abstraction with which the blocks to another one begin.
    fn root_of(&self, mut at: u32) -> u32 {
        while let Some(previous) = self.abstractions[at as usize].previous {
            at = previous;
        }
        at
    }

    /// The blocks that lead to a state.
    fn stretches(&self, state: &PredicateState, end: End) -> Vec<Stretch> {
        let mut found = Vec::new();
        let mut at = state.abstraction;
        while let Some(previous) = self.abstractions[at as usize].previous {
            let data = &self.abstractions[at as usize];
            found.push(Stretch { block: data.block.clone(), trace: data.trace, end: End::Abstracted(at) });
            at = previous;
        }
        found.reverse();
        if state.length > 0 {
            found.push(Stretch { block: state.block.clone(), trace: state.trace, end });
        }
        found
    }

    /// What is tracked where a block ends, each with what it is in the block.
    fn tracked_at_end(&mut self, stretch: &Stretch, precision: &PredicatePrecision) -> Instances {
        match stretch.end {
            End::Target => Vec::new(),
            End::Entered(callee) => self.at_entry(precision, &stretch.block, callee),
            End::Abstracted(end) => {
                let tracked = self.tracked_in(end, precision);
                let instance = |p: PredicateId| {
                    let term = self.predicates.term(p);
                    (p, self.builder.before(&stretch.block, term))
                };
                tracked.into_iter().map(instance).collect()
            }
        }
    }

    /// What is tracked in an abstraction.
    fn tracked_in(&mut self, abstraction: u32, precision: &PredicatePrecision) -> Vec<PredicateId> {
        let data = &self.abstractions[abstraction as usize];
        let (location, region, calls) = (data.location, data.region, Rc::clone(&data.calls));
        let mut tracked = self.abstractor.regions.support(region);
        tracked.extend(self.wanted(precision, &calls, location));
        tracked.sort_unstable();
        tracked.dedup();
        tracked.retain(|predicate| {
            let term = self.predicates.term(*predicate);
            let variables = self.builder.variables.occurring(&mut self.builder.build.terms, &[term]);
            variables.iter().all(|var| self.builder.is_live(*var, &calls, location))
        });
        tracked
    }

    /// A path along blocks that begin in the start of the program, or where a function begins with
    /// predicates of this truth, and end with others of that truth. Functions on it get numbers.
    fn choose(
        &mut self,
        stretches: &[Stretch],
        Ends { root, entry, exit }: Ends<'_>,
        precision: &PredicatePrecision,
        limits: &Limits,
        (first, pending): (usize, &mut Vec<Pending>),
    ) -> Option<Vec<Item>> {
        let mut formulas = Vec::new();
        let mut chains: Vec<Chain> = Vec::new();
        let mut ends: Instances = Vec::new();
        for (place, stretch) in (0u32..).zip(stretches) {
            let after = self.tracked_at_end(stretch, precision);
            let is_last = place as usize + 1 == stretches.len();
            let begins = place == 0;
            let mut starts: Vec<Term> = ends.iter().map(|(predicate, _)| self.predicates.term(*predicate)).collect();
            if begins && let Some(root) = root {
                let region = self.abstractions[root as usize].region;
                starts.push(self.formula(region));
                starts.extend(entry.iter().map(|(predicate, _)| self.predicates.term(*predicate)));
            }
            let mut all: Vec<Term> = stretch.block.conditions().to_vec();
            all.extend(after.iter().map(|(_, term)| *term));
            all.extend(&starts);
            self.conditions_of(stretch.trace, &mut all);
            for through in self.throughs_of(stretch.trace) {
                let terms = self.truths_of(through, precision);
                all.extend(terms.0.into_iter().chain(terms.1).map(|(_, term)| term));
            }
            let chain = Chain::apart(&mut self.builder, place, &all);
            formulas.extend(chain.during(&mut self.builder, stretch.block.conditions()));
            let starts = chain.during(&mut self.builder, &starts);
            if begins && root.is_some() {
                let mut starts = starts.into_iter();
                formulas.extend(starts.next());
                for (start, (_, truth)) in starts.zip(entry) {
                    formulas.push(if *truth { start } else { self.builder.build.not(start) });
                }
            } else {
                for ((_, end), start) in ends.iter().zip(starts) {
                    formulas.push(self.builder.build.terms.eq(*end, start));
                }
            }
            let (predicates, terms): (Vec<PredicateId>, Vec<Term>) = after.into_iter().unzip();
            ends = predicates.into_iter().zip(chain.during(&mut self.builder, &terms)).collect();
            if is_last {
                for (predicate, end) in &ends {
                    if let Some((_, truth)) = exit.iter().find(|(p, _)| p == predicate) {
                        formulas.push(if *truth { *end } else { self.builder.build.not(*end) });
                    }
                }
            }
            chains.push(chain);
            if limits.stop.is_done() {
                return None;
            }
        }
        let model = self.model_of(&formulas, limits)?;
        let mut items = Vec::new();
        for (stretch, chain) in stretches.iter().zip(&chains) {
            self.taken(stretch.trace, chain, &model, precision, (first, &mut *pending), &mut items);
            match stretch.end {
                End::Abstracted(end) => items.push(Item::Abstracted(self.abstractions[end as usize].location)),
                End::Entered(callee) => {
                    items.extend(self.program.body(callee).map(|body| Item::Abstracted(body.entry)));
                }
                End::Target => {}
            }
        }
        Some(items)
    }

    /// The calls that the paths of a trace go through.
    fn throughs_of(&self, trace: u32) -> Vec<ThroughId> {
        let mut work = vec![trace];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.traces[at as usize] {
                Trace::Start | Trace::Inside(_) => {}
                Trace::Step(previous, _) | Trace::Skip(previous, _) => work.push(previous),
                Trace::Either(_, one, other) => work.extend([one, other]),
                Trace::Through(previous, through) => {
                    found.push(through);
                    work.push(previous);
                }
            }
        }
        found
    }

    /// What is tracked at the entry and at the exit of a function that a block goes through, each
    /// with what it is in the block.
    fn truths_of(&mut self, through: ThroughId, precision: &PredicatePrecision) -> (Instances, Instances) {
        let through = self.functions.throughs[through as usize].clone();
        let entry = self.at_entry(precision, &through.before, through.callee);
        let tracked = self.tracked_in(through.exit, precision);
        let exit = tracked.into_iter().filter_map(|predicate| {
            let term = self.predicates.term(predicate);
            let term = self.builder.at_return(&through.before, &through.after, through.callee, term)?;
            Some((predicate, term))
        });
        (entry, exit.collect())
    }

    /// What a model takes along a block.
    fn taken(
        &mut self,
        trace: u32,
        chain: &Chain,
        model: &Model,
        precision: &PredicatePrecision,
        (first, pending): (usize, &mut Vec<Pending>),
        items: &mut Vec<Item>,
    ) {
        let mut conditions = Vec::new();
        self.conditions_of(trace, &mut conditions);
        let truths = self.truths(&conditions, chain, model);
        let holds: FxHashMap<Term, bool> = conditions.into_iter().zip(truths).collect();
        let mut backward = Vec::new();
        let mut gone = Vec::new();
        let mut at = trace;
        loop {
            match self.traces[at as usize] {
                Trace::Start | Trace::Inside(_) => break,
                Trace::Step(previous, step) => {
                    backward.push(Item::Step(step, false));
                    at = previous;
                }
                Trace::Skip(previous, step) => {
                    backward.push(Item::Step(step, true));
                    at = previous;
                }
                Trace::Either(condition, one, other) => at = if holds[&condition] { one } else { other },
                Trace::Through(previous, through) => {
                    backward.push(Item::Through(gone.len()));
                    gone.push(through);
                    at = previous;
                }
            }
        }
        for item in &mut backward {
            if let Item::Through(place) = item {
                let through = gone[*place];
                let (entry, exit) = self.truths_of(through, precision);
                let list = first + pending.len();
                let of = |this: &mut Self, instances: Instances| -> Truths {
                    let (predicates, terms): (Vec<PredicateId>, Vec<Term>) = instances.into_iter().unzip();
                    let truths = this.truths(&terms, chain, model);
                    predicates.into_iter().zip(truths).collect()
                };
                let (entry, exit) = (of(self, entry), of(self, exit));
                pending.push(Pending { list, through, entry, exit });
                *item = Item::Through(list);
            }
        }
        items.extend(backward.into_iter().rev());
    }

    /// The truth of conditions in a model.
    fn truths(&mut self, conditions: &[Term], chain: &Chain, model: &Model) -> Vec<bool> {
        let copies = chain.during(&mut self.builder, conditions);
        let mut plan = Plan::new(&self.builder.build.terms, &copies);
        plan.run(model);
        (0..copies.len()).map(|root| *plan.value(root) == Value::Bool(true)).collect()
    }
}

/// The lists as one: what a function does takes the place of its number.
fn spliced(lists: &[Vec<Item>]) -> Vec<Item> {
    let mut all = Vec::new();
    let mut open = vec![(0, 0)];
    while let Some((list, at)) = open.last_mut() {
        let item = lists.get(*list).and_then(|items| items.get(*at)).copied();
        *at += 1;
        match item {
            None => {
                open.pop();
            }
            Some(Item::Through(inner)) => open.push((inner, 0)),
            Some(item) => all.push(item),
        }
    }
    all
}
