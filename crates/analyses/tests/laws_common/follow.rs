//! An analysis follows an execution: some of its states must always stand for the concrete one.

use super::Random;
use adumbra_engine::*;
use adumbra_interpreter::memory::{Object, ObjectOrigin};
use adumbra_interpreter::*;
use adumbra_program::*;
use adumbra_verdict::{Known, ObjectKind, ObjectName, Point, StateFacts};
use std::collections::HashMap;

/// What happens to states between steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Weaken {
    /// Nothing.
    Never,
    /// Now and then they are joined with, or widened by, those that were seen before at the same place.
    Sometimes,
}

/// Follows an execution.
pub struct Follower<'a, A: Analysis> {
    analysis: &'a mut A,
    program: &'a Program,
    precision: A::Precision,
    states: Vec<A::State>,
    seen: HashMap<(Location, Vec<Edge>), Vec<A::State>>,
    weaken: Weaken,
    random: Random,
    calls: Vec<(Edge, Function)>,
    /// The first object of each site and activation.
    objects: HashMap<(usize, Site), u64>,
    steps: usize,
    /// How many facts were compared.
    pub checked: usize,
}

/// Runs a program and lets the analysis follow. Answers how many steps were followed and how many facts compared.
pub fn follow<A: Analysis>(analysis: &mut A, program: &Program, seed: u64, weaken: Weaken) -> (usize, usize) {
    let (state, precision) = analysis.initial();
    let mut follower = Follower {
        analysis,
        program,
        precision,
        states: vec![state],
        seen: HashMap::new(),
        weaken,
        random: Random(seed),
        calls: Vec::new(),
        objects: HashMap::new(),
        steps: 0,
        checked: 0,
    };
    let options = Options { max_steps: 400, ..Options::new(Property::unspecified()) };
    let interpreter = Interpreter::new(program, options);
    interpreter.run(&mut Seeded::new(Some(seed), &["program"], Captured::default()), Some(&mut follower));
    (follower.steps, follower.checked)
}

/// What a state says, as facts.
pub fn facts_of<A: Analysis>(analysis: &A, state: &A::State) -> StateFacts {
    let point = Point { location: Location::from_u32(0), calls: Vec::new() };
    let mut facts = StateFacts::at(point);
    analysis.facts(state, &mut facts);
    facts
}

impl<A: Analysis> Follower<'_, A> {
    fn step(&mut self, step: Move) {
        self.steps += 1;
        let mut next = Vec::new();
        let before = self.states.clone();
        for mut state in std::mem::take(&mut self.states) {
            match self.analysis.transfer(&mut state, &self.precision, step, &Siblings::NONE) {
                Flow::On => next.push(state),
                Flow::Split(states) => next.extend(states),
                Flow::Dead => {}
                Flow::Cut(reason) => panic!("cut off: {reason:?}"),
            }
        }
        if next.is_empty() {
            let before: Vec<String> = before.iter().map(|s| self.analysis.show(s)).collect();
            panic!("{step} in {} is dead from {before:?}", text::print(self.program));
        }
        self.states = next;
    }

    /// Some state stands for the concrete one; the others are dropped.
    fn check(&mut self, step: Move, view: &View<'_>) {
        let mut why = Vec::new();
        let mut kept = Vec::new();
        for state in std::mem::take(&mut self.states) {
            match self.disagreement(&state, view) {
                None => kept.push(state),
                Some(what) => why.push(format!("{what} in {}", self.analysis.show(&state))),
            }
        }
        assert!(!kept.is_empty(), "after {step} of {}\n{}", text::print(self.program), why.join("\n"));
        self.states = kept;
        if self.weaken == Weaken::Sometimes {
            self.weaken(step, view);
        }
    }

    /// Merges with what was seen here before, as the algorithm would.
    fn weaken(&mut self, step: Move, view: &View<'_>) {
        let Some(to) = step.to(self.program) else { return };
        let key = (to, self.calls.iter().map(|(call, _)| *call).collect());
        let seen = self.seen.entry(key).or_default();
        let mut state = self.states.swap_remove(0);
        self.analysis.settle(&mut state, &self.precision, &Siblings::NONE);
        let original = state.clone();
        if self.random.below(3) > 0 {
            let mut precision = self.precision.clone();
            self.analysis.adjust(&mut state, &mut precision, &mut seen.iter());
            assert!(state == original || self.analysis.covers(&state, &original), "adjustment loses states");
        }
        if let Some(old) = seen.last()
            && self.random.below(2) == 0
            && self.analysis.partition(old) == self.analysis.partition(&state)
            && let Some(merged) = self.analysis.merge(&state, old, &self.precision)
        {
            let (old_in, new_in) = (self.analysis.covers(&merged, old), self.analysis.covers(&merged, &state));
            assert!(old_in, "{} is not in the merge {}", self.analysis.show(old), self.analysis.show(&merged));
            assert!(new_in, "{} is not in the merge {}", self.analysis.show(&state), self.analysis.show(&merged));
            state = merged;
        }
        assert_eq!(self.disagreement(&state, view), None);
        let seen = self.seen.entry((to, self.calls.iter().map(|(call, _)| *call).collect())).or_default();
        seen.push(state.clone());
        if seen.len() > 4 {
            seen.remove(0);
        }
        self.states = vec![state];
    }

    /// The first fact that is not so.
    fn disagreement(&mut self, state: &A::State, view: &View<'_>) -> Option<String> {
        let facts = facts_of(self.analysis, state);
        let activation = view.depth() - 1;
        let name = |object: ObjectName| match object {
            ObjectName::Global(g) => find(view, ObjectOrigin::Global(g)),
            ObjectName::Function(f) => find(view, ObjectOrigin::Function(f)),
            ObjectName::Allocated(i) => {
                let object = &facts.objects[i as usize];
                let ObjectKind::Allocated(site, _) = object.kind else { return None };
                let id = self.objects.get(&(object.activation? as usize, site))?;
                view.memory().objects().find(|o| o.id() == *id)
            }
        };
        for (at, register, known) in &facts.registers {
            if *at as usize == activation {
                let value = view.register(*register)?.low();
                self.checked += 1;
                let ty = self.program.registers[*register].ty;
                if !agrees(known, value, ty.bits(&self.program.layout), &name) {
                    return Some(format!("{register} is {value:#x}, not {known:?}"));
                }
            }
        }
        for (object, offset, length, known) in &facts.cells {
            let Some(found) = name(*object) else { return Some(format!("{object:?} does not exist")) };
            let bytes = (*offset..offset + u64::from(*length)).map(|i| found.byte(i));
            let bits = bytes.enumerate().fold(0u128, |sum, (i, b)| sum | u128::from(b.unwrap_or(0)) << (8 * i));
            let target = found.pointer_at(*offset).map_or(0, u128::from);
            self.checked += 1;
            // The bits above the width are no part of a value; none of the stored ones has any.
            if !agrees(known, bits | target << 64, 8 * length, &name) {
                return Some(format!("{object:?}+{offset} is {bits:#x}, not {known:?}"));
            }
        }
        None
    }
}

fn find<'a>(view: &View<'a>, origin: ObjectOrigin) -> Option<&'a Object> {
    view.memory().objects().find(|o| o.origin() == origin)
}

fn agrees<'a>(known: &Known, value: u128, width: u32, name: &dyn Fn(ObjectName) -> Option<&'a Object>) -> bool {
    let bits = value & (u128::MAX >> (128 - width.min(64)));
    match known {
        Known::Bits(words) => bits as u64 == words[0],
        Known::Unsigned(low, high) => (*low..=*high).contains(&bits),
        Known::Signed(low, high) => {
            let unused = 128 - width;
            (*low..=*high).contains(&(((bits << unused) as i128) >> unused))
        }
        Known::Pointer(object, offset) => name(*object)
            .is_some_and(|o| value as u64 == o.base().wrapping_add(*offset) && (value >> 64) as u64 == o.id()),
        Known::Null => bits == 0,
    }
}

impl<A: Analysis> Tracer for Follower<'_, A> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        match &data.op {
            Op::Call { callee: Callee::Direct(callee), .. } => {
                if self.program.body(*callee).is_some() {
                    self.step(Move::Enter { call: edge, callee: *callee });
                    self.calls.push((edge, *callee));
                }
            }
            Op::Return { .. } => self.step(Move::Edge(edge)),
            _ => {
                if let Op::Allocate { register, site, .. } = data.op
                    && let Some(value) = view.register(register)
                {
                    self.objects.entry((view.depth() - 1, site)).or_insert((value.low() >> 64) as u64);
                }
                self.step(Move::Edge(edge));
                self.check(Move::Edge(edge), view);
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let step = match self.calls.pop() {
            Some((call, callee)) if call == edge => Move::Leave { call, callee },
            other => {
                self.calls.extend(other);
                Move::Edge(edge)
            }
        };
        let depth = view.depth();
        self.objects.retain(|(activation, _), _| *activation < depth);
        self.step(step);
        self.check(step, view);
    }
}
