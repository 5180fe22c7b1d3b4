//! An analysis follows runs: some of its states must always stand for the concrete one, and the
//! laws of its operators must hold on the way.
//!
//! With `c` for the concrete state, `s` for a state that stands for it, and `p` for one that was
//! seen before:
//! - the steps of `s` include one that stands for the successor of `c`, and no state says that the
//!   step is impossible;
//! - if `p` covers `s`, it stands for `c`; so does the join of `s` and `p`, which covers both;
//! - merging `s` into `p` covers `p`; settling, adjusting and projecting `s` give states that stand
//!   for `c`;
//! - what `s` answers and decides is so in `c`.
//!
//! The run is then followed from any of these states, so a transfer is tried from states that stand
//! for more than one run reaches, and with changing precisions.

use super::meaning::{Meaning, wrong_answer};
use super::{Concrete, Random, Record};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Interpreter, Options, Outcome, Report, Seeded, Tracer, View};
use adumbra_program::*;
use adumbra_verdict::{Target, TargetKind};
use std::collections::HashMap;
use std::sync::Arc;

/// What was done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Followed {
    /// Steps of runs.
    pub steps: usize,
    /// Facts that were compared.
    pub facts: usize,
    /// Laws that were checked, without those that hold trivially.
    pub laws: usize,
    /// Paths that refinement excluded.
    pub refined: usize,
}

/// An analysis of a program whose laws are to be checked.
pub struct Subject<'a, A: Analysis, M> {
    pub program: &'a Arc<Program>,
    pub analysis: A,
    pub meaning: M,
    /// The precisions to follow runs with.
    pub precisions: Vec<A::Precision>,
    /// May states be replaced by others that stand for more?
    pub weaken: bool,
    /// Are paths that leave a run to be excluded by refinement?
    pub refining: bool,
    pub random: Random,
    /// States by the place where they were.
    seen: HashMap<(Location, Vec<Edge>), Vec<A::State>>,
    /// Some of all states.
    pub pool: Vec<A::State>,
    pub followed: Followed,
}

impl<'a, A: Analysis, M: Meaning<A>> Subject<'a, A, M> {
    pub fn new(program: &'a Arc<Program>, mut analysis: A, meaning: M) -> Self {
        let precisions = vec![analysis.initial().1];
        Subject {
            program,
            analysis,
            meaning,
            precisions,
            weaken: true,
            refining: true,
            random: Random(program.edges.len() as u64),
            seen: HashMap::new(),
            pool: Vec::new(),
            followed: Followed::default(),
        }
    }

    /// Follows the run of a seed.
    pub fn run(&mut self, property: &Property, seed: Option<u64>, max_steps: u64) {
        let (mut state, _) = self.analysis.initial();
        let precision = self.random.below(self.precisions.len());
        self.analysis.settle(&mut state, &self.precisions[precision], &Siblings::NONE);
        let options = Options { max_steps, ..Options::new(property.clone()) };
        let program = Arc::clone(self.program);
        let mut follower = Follower {
            subject: self,
            states: vec![state],
            precision,
            record: Record::new(),
            pending: None,
            over: false,
        };
        let mut environment = Seeded::new(seed, &["program", "one"], Captured::default());
        let result = Interpreter::new(&program, options).run(&mut environment, Some(&mut follower));
        if let Outcome::Violation(report) = &result.outcome {
            follower.expect_violation(report);
        }
        let record = std::mem::take(&mut follower.record);
        if self.refining {
            self.refine(&record.moves);
        }
    }

    /// Does a state cover another?
    pub fn covers(&mut self, general: &A::State, special: &A::State) -> bool {
        general == special || self.analysis.order() != Order::Flat && self.analysis.covers(general, special)
    }

    /// Asks to exclude paths that leave the run where a condition did not hold. A path that is
    /// excluded is; the precision is used from then on.
    fn refine(&mut self, moves: &[Move]) {
        let leaves = |at: &usize| {
            let edge = moves[*at].edge();
            let from = self.program.edges[edge].from;
            let other = self.program.out_edges(from).find(|e| *e != edge)?;
            matches!(self.program.edges[edge].op, Op::Assume { .. }).then_some((*at, other))
        };
        let branches: Vec<(usize, Edge)> = (0..moves.len()).filter_map(|at| leaves(&at)).collect();
        let most = if branches.is_empty() || self.precisions.len() > 12 { 0 } else { 8 };
        for _ in 0..most {
            let (at, other) = self.random.pick(&branches);
            let mut path = moves[..at].to_vec();
            path.push(Move::Edge(other));
            self.exclude(&path);
        }
    }

    fn exclude(&mut self, path: &[Move]) {
        let target = Target { kind: TargetKind::UnknownCallee, edge: path[path.len() - 1].edge() };
        let before = self.precisions[self.random.below(self.precisions.len())].clone();
        let error = ErrorPath { moves: path, nodes: &[0, path.len()], skipped: &[], target };
        let Refinement::Excluded { precision, .. } = self.analysis.refine(&error, &before, &[&before], &[]) else {
            return;
        };
        let (mut state, _) = self.analysis.initial();
        self.analysis.settle(&mut state, &precision, &Siblings::NONE);
        let mut states = vec![state];
        for step in path {
            // A path does not go on behind a target.
            states.retain(|s| self.analysis.target(s).is_none());
            states = states.into_iter().flat_map(|s| self.successors(s, &precision, *step)).collect();
        }
        assert!(states.is_empty(), "the path {path:?} of {} was not excluded", text::print(self.program));
        self.followed.refined += 1;
        if !self.precisions.contains(&precision) {
            self.precisions.push(precision);
        }
    }

    /// The states that follow a state.
    fn successors(&mut self, mut state: A::State, precision: &A::Precision, step: Move) -> Vec<A::State> {
        let op = &self.program.edges[step.edge()].op;
        let indirect = matches!(op, Op::Call { callee: Callee::Indirect(_), .. });
        if !indirect
            && let Some(moves) = self.analysis.moves(&state, &Siblings::NONE).list()
            && !moves.contains(&step)
        {
            return Vec::new();
        }
        match self.analysis.transfer(&mut state, precision, step, &Siblings::NONE) {
            Flow::On => vec![state],
            Flow::Split(states) => states,
            Flow::Dead => Vec::new(),
            Flow::Cut(reason) => panic!("{step} was cut off: {reason:?}"),
        }
    }
}

struct Follower<'s, 'a, A: Analysis, M> {
    subject: &'s mut Subject<'a, A, M>,
    /// States of which at least one stands for the concrete state.
    states: Vec<A::State>,
    precision: usize,
    record: Record,
    /// A call that was begun.
    pending: Option<Edge>,
    /// Is the rest of the run not to be followed?
    over: bool,
}

impl<A: Analysis, M: Meaning<A>> Follower<'_, '_, A, M> {
    fn precision(&self) -> A::Precision {
        self.subject.precisions[self.precision].clone()
    }

    fn shown(&self, states: &[A::State]) -> String {
        states.iter().map(|s| self.subject.analysis.show(s)).collect::<Vec<_>>().join("\n")
    }

    fn step(&mut self, view: &View<'_>, step: Move) {
        if self.over {
            return;
        }
        let before = std::mem::take(&mut self.states);
        let precision = self.precision();
        for state in &before {
            self.states.extend(self.subject.successors(state.clone(), &precision, step));
        }
        let op = &self.subject.program.edges[step.edge()].op;
        if self.states.is_empty() {
            let ends = matches!(op, Op::Violation(_) | Op::End { .. } | Op::Unsupported(_));
            let (shown, text) = (self.shown(&before), text::print(self.subject.program));
            assert!(ends, "{step} ({op:?}) of\n{text}\nis impossible from\n{shown}");
            self.over = true;
            return;
        }
        // The interpreter notices only now and then what is lost, and a state that knows little of
        // pointers takes much for lost.
        let lost = TargetKind::Violation(Violation::LostMemory);
        if self.states.iter().all(|s| self.subject.analysis.target(s).is_some_and(|t| t.kind == lost)) {
            self.over = true;
            return;
        }
        self.record.note(self.subject.program, view, step);
        self.subject.followed.steps += 1;
        if self.subject.random.one_in(12) {
            self.precision = self.subject.random.below(self.subject.precisions.len());
        }
    }

    /// Some state stands for the concrete one; the others are dropped. Then the laws are checked.
    fn check(&mut self, view: &View<'_>, step: Move) {
        let Some(location) = step.to(self.subject.program).filter(|_| !self.over) else { return };
        if self.subject.meaning.ended() {
            self.over = true;
            return;
        }
        // Later in a run a look now and then will do.
        if self.states.len() == 1 && self.record.moves.len() > 200 && !self.subject.random.one_in(9) {
            return;
        }
        let record = std::mem::take(&mut self.record);
        let concrete = Concrete { program: self.subject.program, view, location, record: &record };
        let mut why = Vec::new();
        let mut kept: Vec<A::State> = Vec::new();
        for state in std::mem::take(&mut self.states) {
            match self.disagreement(&state, &concrete) {
                None if !kept.contains(&state) => kept.push(state),
                None => {}
                Some(what) => why.push(format!("{what} in {}", self.subject.analysis.show(&state))),
            }
        }
        assert!(!kept.is_empty(), "after {step} of {}\n{}", text::print(self.subject.program), why.join("\n"));
        kept.truncate(6);
        self.states = kept;
        if self.subject.random.one_in(3) {
            self.laws(&concrete);
        }
        self.record = record;
    }

    fn disagreement(&mut self, state: &A::State, concrete: &Concrete<'_>) -> Option<String> {
        let subject = &mut *self.subject;
        if let Some(target) = subject.analysis.target(state) {
            return Some(format!("the run is not at {target:?}"));
        }
        let facts = &mut subject.followed.facts;
        let said = subject.meaning.disagreement(&subject.analysis, state, concrete, facts);
        said.or_else(|| wrong_answer(&mut subject.analysis, state, concrete))
    }

    /// The state must stand for the concrete one.
    fn must_agree(&mut self, state: &A::State, concrete: &Concrete<'_>, law: &str, from: &[&A::State]) {
        self.subject.followed.laws += 1;
        if let Some(what) = self.disagreement(state, concrete) {
            let shown = self.shown(&from.iter().map(|s| (*s).clone()).collect::<Vec<_>>());
            let (text, state) = (text::print(self.subject.program), self.subject.analysis.show(state));
            panic!("{law}: {what}\nin {state}\nfrom {shown}\nat {} of {text}", concrete.location);
        }
    }

    /// A state must cover another.
    fn must_cover(&mut self, general: &A::State, special: &A::State, law: &str) {
        self.subject.followed.laws += 1;
        if !self.subject.covers(general, special) {
            let (general, special) = (self.subject.analysis.show(general), self.subject.analysis.show(special));
            panic!("{law}: not covered by\n{general}\nis\n{special}\nin {}", text::print(self.subject.program));
        }
    }

    fn laws(&mut self, concrete: &Concrete<'_>) {
        let before = self.subject.random.pick(&(0..self.states.len()).collect::<Vec<_>>());
        let before = self.states[before].clone();
        let mut state = before.clone();
        let precision = self.precision();
        self.subject.analysis.settle(&mut state, &precision, &Siblings::NONE);
        self.must_agree(&state, concrete, "settling", &[&before]);
        let mut weaker = vec![state.clone()];
        let place = (concrete.location, concrete.record.calls.iter().map(|(call, _)| *call).collect::<Vec<_>>());
        let here: Vec<A::State> = self.subject.seen.get(&place).cloned().unwrap_or_default();
        let mut others = here.clone();
        for _ in 0..self.subject.pool.len().min(3) {
            let index = self.subject.random.below(self.subject.pool.len());
            others.push(self.subject.pool[index].clone());
        }
        for other in others.iter().filter(|o| **o != state) {
            self.pair(&state, other, concrete, &precision, &mut weaker);
        }
        self.adjust(&state, &here, concrete, &mut weaker);
        self.stop(&state, &here, concrete);
        if self.subject.weaken && self.subject.random.one_in(2) {
            let chosen = self.subject.random.below(weaker.len());
            self.states = vec![weaker.swap_remove(chosen)];
        }
        let subject = &mut *self.subject;
        let here = subject.seen.entry(place).or_default();
        keep(&mut subject.random, here, &state, 4);
        keep(&mut subject.random, &mut subject.pool, &state, 60);
    }

    /// The laws of the state in hand and another one. Those that stand for the concrete state are
    /// added to the list.
    fn pair(
        &mut self,
        state: &A::State,
        other: &A::State,
        concrete: &Concrete<'_>,
        precision: &A::Precision,
        weaker: &mut Vec<A::State>,
    ) {
        let covered = self.subject.covers(other, state);
        if covered {
            self.must_agree(other, concrete, "covering", &[state]);
            weaker.push(other.clone());
        }
        let joined = self.subject.analysis.join(state, other);
        let reverse = self.subject.analysis.join(other, state);
        assert_eq!(joined.is_some(), reverse.is_some(), "joining is not symmetric");
        for join in joined.into_iter().chain(reverse) {
            self.must_agree(&join, concrete, "joining", &[state, other]);
            self.must_cover(&join, state, "a join covers the first");
            self.must_cover(&join, other, "a join covers the second");
            if covered {
                self.must_cover(other, &join, "what covers is its own join");
            }
            weaker.push(join);
        }
        let analysis = &mut self.subject.analysis;
        if analysis.merges()
            && (analysis.order() == Order::Flat || analysis.partition(state) == analysis.partition(other))
            && let Some(merged) = analysis.merge(state, other, precision)
        {
            self.must_cover(&merged, other, "a merge covers the old state");
            if self.subject.covers(&merged, state) {
                self.must_agree(&merged, concrete, "merging", &[state, other]);
                weaker.push(merged);
            }
        }
        if self.subject.analysis.order() == Order::Shaped {
            let projected = self.subject.analysis.project(state, other);
            assert!(!covered || projected.as_ref() == Some(other), "what covers is the projection");
            if let Some(projected) = projected {
                assert_eq!(self.subject.analysis.shape(&projected), self.subject.analysis.shape(other));
                self.must_cover(&projected, state, "a projection covers");
                self.must_agree(&projected, concrete, "projecting", &[state, other]);
                weaker.push(projected);
            }
        }
    }

    fn adjust(&mut self, state: &A::State, here: &[A::State], concrete: &Concrete<'_>, weaker: &mut Vec<A::State>) {
        if !self.subject.analysis.adjusts() {
            return;
        }
        let (mut adjusted, mut precision) = (state.clone(), self.precision());
        self.subject.analysis.adjust(&mut adjusted, &mut precision, &mut here.iter(), &Siblings::NONE);
        self.must_cover(&adjusted, state, "adjusting");
        self.must_agree(&adjusted, concrete, "adjusting", &[state]);
        weaker.push(adjusted);
        let subject = &mut *self.subject;
        if !subject.precisions.contains(&precision) && subject.precisions.len() < 12 {
            subject.precisions.push(precision);
        }
    }

    /// Where joins mean no more than the union: what the join of several covers, one of them stands
    /// for.
    fn stop(&mut self, state: &A::State, here: &[A::State], concrete: &Concrete<'_>) {
        let Some((first, rest)) = here.split_first().filter(|_| self.subject.analysis.joins_exactly()) else { return };
        let mut all = first.clone();
        for other in rest {
            let Some(joined) = self.subject.analysis.join(&all, other) else { return };
            all = joined;
        }
        if self.subject.covers(&all, state) {
            self.subject.followed.laws += 1;
            let stands = here.iter().any(|s| self.disagreement(s, concrete).is_none());
            assert!(stands, "no state stands for what their join covers");
        }
    }

    /// A run that ended with a violation: who looks for it must have a target there.
    fn expect_violation(&mut self, report: &Report) {
        let analysis = &self.subject.analysis;
        let unseen = matches!(report.kind, Violation::IndeterminateBranch | Violation::StackOverflow);
        let op = &self.subject.program.edges[report.edge].op;
        let written = matches!(op, Op::Violation(_));
        if self.over || unseen || written || !analysis.checks(report.kind) {
            return;
        }
        let mut states = std::mem::take(&mut self.states);
        if !states.iter().any(|s| self.subject.analysis.target(s).is_some()) {
            // An access that failed was not traced.
            let (step, precision) = (Move::Edge(report.edge), self.precision());
            states = states.into_iter().flat_map(|s| self.subject.successors(s, &precision, step)).collect();
        }
        let found = states.iter().any(|s| self.subject.analysis.target(s).is_some());
        assert!(found, "{report:?} is not reported in {}", text::print(self.subject.program));
    }
}

/// Keeps a state in a list of limited length.
fn keep<S: Clone + Eq>(random: &mut Random, list: &mut Vec<S>, state: &S, most: usize) {
    if list.contains(state) {
        return;
    }
    if list.len() < most {
        list.push(state.clone());
    } else {
        let at = random.below(most);
        list[at] = state.clone();
    }
}

impl<A: Analysis, M: Meaning<A>> Tracer for Follower<'_, '_, A, M> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let Some(call) = self.pending.take()
            && let Some(callee) = view.function()
        {
            self.step(view, Move::Enter { call, callee });
        }
        self.subject.meaning.edge(view, edge);
        match self.subject.program.edges[edge].op {
            Op::Call { .. } => self.pending = Some(edge),
            Op::Return { .. } | Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => {
                self.step(view, Move::Edge(edge));
            }
            _ => {
                self.step(view, Move::Edge(edge));
                self.check(view, Move::Edge(edge));
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.subject.meaning.returned(view, edge);
        let step = match (self.pending.take(), self.record.calls.last()) {
            (None, Some((call, callee))) => Move::Leave { call: *call, callee: *callee },
            _ => Move::Edge(edge),
        };
        self.step(view, step);
        self.check(view, step);
    }
}
