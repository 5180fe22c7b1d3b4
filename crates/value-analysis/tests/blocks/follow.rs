//! An analysis that reduces its state whenever a function is entered, and expands it when it is
//! left. What it knows at any time is what the state in hand says after all the blocks that are
//! open. It follows runs of the interpreter as any analysis does; and where the same state without
//! blocks is carried along, that one must be covered.

use crate::precision::random_precision;
use crate::symbolic::Terms;
use adumbra_dependence::{Andersen, Blocks, Outside, Partition};
use adumbra_engine::*;
use adumbra_laws::sources::{load_c, programs};
use adumbra_laws::{Concrete, Facts, Meaning, Naming, Random, Subject, random_program};
use adumbra_program::*;
use adumbra_value_analysis::*;
use adumbra_verdict::TargetKind;
use std::cell::RefCell;
use std::sync::Arc;

const LOST: TargetKind = TargetKind::Violation(Violation::LostMemory);

/// A state in blocks.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Nested {
    /// The states before the blocks that are open, the outermost first.
    around: Vec<Open>,
    inner: ValueState,
    /// The same without blocks, as long as it is followed.
    whole: Option<ValueState>,
}

/// A block that is open.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Open {
    before: ValueState,
    block: Block,
    /// Is it a part of a function, as a loop is, and not all of it?
    part: bool,
}

/// The value analysis by blocks.
struct ByBlocks {
    values: RefCell<ValueAnalysis>,
    program: Arc<Program>,
    /// Is the state without blocks carried along?
    compared: bool,
    /// Are parts of functions blocks, too?
    parts: bool,
    loops: Blocks,
}

impl ByBlocks {
    fn new(program: &Arc<Program>, compared: bool) -> Self {
        Self::around(program, ValueAnalysis::new(program, ValueOptions::default()), compared)
    }

    fn symbolic(program: &Arc<Program>) -> Self {
        let values = ValueAnalysis::new(program, ValueOptions::default()).symbolic(&SymbolicOptions::default());
        Self::around(program, values, false)
    }

    fn around(program: &Arc<Program>, values: ValueAnalysis, compared: bool) -> Self {
        let points_to = Andersen::new(program, Outside::Everything);
        let loops = Blocks::new(program, &points_to, Partition::Loops);
        ByBlocks { values: RefCell::new(values), program: Arc::clone(program), compared, parts: false, loops }
    }

    fn block(&self, function: Function) -> Block {
        let body = self.program.body(function).unwrap();
        Block { function, entries: vec![body.entry], exits: vec![body.exit] }
    }

    /// What is known of the whole program.
    fn expanded(&self, state: &Nested) -> ValueState {
        let total = Precision::everything();
        let mut values = self.values.borrow_mut();
        let mut inner = state.inner.clone();
        for open in state.around.iter().rev() {
            inner = values.expand((&open.before, &total), &open.block, (&inner, &total)).0;
        }
        inner
    }

    /// Leaves the innermost block.
    fn leave(&self, state: &mut Nested, precision: &Precision) {
        let Some(open) = state.around.pop() else { return };
        let mut values = self.values.borrow_mut();
        values.trim(&mut state.inner, precision);
        state.inner = values.expand((&open.before, precision), &open.block, (&state.inner, precision)).0;
    }

    /// Loops are blocks; and now and then another part of a function is one, from wherever an
    /// execution is to wherever it gets in the same activation.
    fn wander(&self, state: &mut Nested, precision: &Precision, edge: Edge) {
        let chance = (u64::from(edge.as_u32()) * 31 + state.around.len() as u64 * 7) % 5;
        if state.inner.violated().is_some() {
            return;
        }
        let location = state.inner.location();
        let innermost = |state: &Nested| {
            let open = state.around.last().filter(|open| open.part && state.inner.depth() == 0);
            open.map(|open| open.block.clone())
        };
        while let Some(block) = innermost(state)
            && (block.exits.contains(&location) || block.exits.is_empty() && chance == 0)
        {
            self.leave(state, precision);
        }
        let head = self.loops.block_entered_at(location).map(|id| &self.loops.get(id).block);
        let within = innermost(state);
        if let Some(block) = head
            && within.as_ref() != Some(block)
        {
            self.enter(state, precision, block.clone(), true);
        } else if within.is_none() && chance == 1 {
            let function = self.program.function_of(location);
            self.enter(state, precision, Block { function, entries: vec![location], exits: Vec::new() }, true);
        }
    }

    /// A state is covered by what is left of it after reducing and expanding.
    fn enter(&self, state: &mut Nested, precision: &Precision, block: Block, part: bool) {
        let mut values = self.values.borrow_mut();
        values.trim(&mut state.inner, precision);
        let before = state.inner.clone();
        let (inner, reduced) = values.reduce((&before, precision), &block);
        let again = values.expand((&before, precision), &block, (&inner, &reduced));
        assert!(again.1 == *precision, "{precision:?} became {:?} by way of {reduced:?}", again.1);
        let covered = values.is_covered(&before, &again.0);
        assert!(covered, "{} does not cover {}", values.show(&again.0), values.show(&before));
        assert!(again.0 == before, "{} is not {}", values.show(&again.0), values.show(&before));
        let locations: Vec<Location> = block.locations(&self.program).into_iter().collect();
        for (key, location) in precision.exceptions().iter().zip(locations.iter().cycle().copied()) {
            let tracked = precision.tracks(*key, location, block.function);
            assert_eq!(reduced.tracks(*key, location, block.function), tracked);
        }
        state.around.push(Open { before, block, part });
        state.inner = inner;
    }

    /// Each state without blocks is covered by one that was found by blocks.
    fn compare(&self, wholes: Vec<ValueState>, found: &mut [Nested], precision: &Precision) {
        let expanded: Vec<ValueState> = found.iter().map(|state| self.expanded(state)).collect();
        let mut values = self.values.borrow_mut();
        for whole in wholes {
            let mut trimmed = whole.clone();
            values.trim(&mut trimmed, precision);
            let mut any = false;
            for (state, expanded) in found.iter_mut().zip(&expanded) {
                let mut expanded = expanded.clone();
                values.trim(&mut expanded, precision);
                // What is lost is noticed when a state is settled, and the step behind is not
                // taken.
                let violated = whole.violated().filter(|target| target.kind == LOST);
                if violated.is_some_and(|lost| expanded.violated() == Some(lost))
                    || values.is_covered(&trimmed, &expanded)
                {
                    state.whole.get_or_insert_with(|| whole.clone());
                    any = true;
                }
            }
            let shown: Vec<String> = expanded.iter().map(|state| values.show(state)).collect();
            let (text, whole) = (text::print(&self.program), values.show(&whole));
            assert!(any, "{whole}\nis not covered by any of\n{}\nin {text}", shown.join("\n"));
        }
    }
}

fn states(flow: Flow<ValueState>, state: ValueState) -> Vec<ValueState> {
    match flow {
        Flow::On => vec![state],
        Flow::Split(states) => states,
        Flow::Dead => Vec::new(),
        Flow::Cut(reason) => panic!("{reason:?}"),
    }
}

impl Analysis for ByBlocks {
    type State = Nested;
    type Precision = Precision;

    fn name(&self) -> &'static str {
        "values by blocks"
    }

    fn initial(&mut self) -> (Nested, Precision) {
        let inner = self.values.borrow().start();
        let whole = self.compared.then(|| inner.clone());
        (Nested { around: Vec::new(), inner, whole }, Precision::everything())
    }

    fn decide(&mut self, state: &Nested, condition: ExprId) -> Option<bool> {
        self.values.borrow_mut().decide_in(&state.inner, condition)
    }

    fn transfer(&mut self, state: &mut Nested, precision: &Precision, step: Move, _: &Siblings<'_>) -> Flow<Nested> {
        let wholes = state.whole.take().map(|mut whole| {
            let flow = self.values.borrow_mut().apply(&mut whole, precision, step);
            states(flow, whole)
        });
        if matches!(step, Move::Leave { .. }) {
            while state.around.last().is_some_and(|open| open.part) {
                self.leave(state, precision);
            }
            self.leave(state, precision);
        }
        let flow = self.values.borrow_mut().apply(&mut state.inner, precision, step);
        let mut found: Vec<Nested> = states(flow, state.inner.clone())
            .into_iter()
            .map(|inner| Nested { around: state.around.clone(), inner, whole: None })
            .collect();
        match step {
            Move::Enter { callee, .. } => {
                found.iter_mut().for_each(|state| self.enter(state, precision, self.block(callee), false));
            }
            Move::Edge(edge) if self.parts => {
                found.iter_mut().for_each(|state| self.wander(state, precision, edge));
            }
            Move::Edge(_) | Move::Leave { .. } => {}
        }
        if let Some(wholes) = wholes {
            self.compare(wholes, &mut found, precision);
        }
        match found.len() {
            0 => Flow::Dead,
            _ => Flow::Split(found),
        }
    }

    fn settle(&mut self, state: &mut Nested, precision: &Precision, _: &Siblings<'_>) {
        self.values.borrow_mut().trim(&mut state.inner, precision);
    }

    fn target(&self, state: &Nested) -> Option<adumbra_verdict::Target> {
        state.inner.violated()
    }

    fn checks(&self, violation: Violation) -> bool {
        self.values.borrow().checks(violation)
    }

    fn facts(&self, state: &Nested, facts: &mut adumbra_verdict::StateFacts) {
        let expanded = self.expanded(state);
        self.values.borrow().facts(&expanded, facts);
    }

    fn show(&self, state: &Nested) -> String {
        let expanded = self.expanded(state);
        let values = self.values.borrow();
        format!("{} around {}", values.show(&expanded), values.show(&state.inner))
    }
}

impl Meaning<ByBlocks> for Terms {
    fn disagreement(
        &self,
        analysis: &ByBlocks,
        state: &Nested,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let expanded = analysis.expanded(state);
        self.wrong(&analysis.values.borrow(), &expanded, concrete, checked)
    }
}

fn subject(program: &Arc<Program>, compared: bool) -> Subject<'_, ByBlocks, Facts<ByBlocks>> {
    let mut subject = Subject::new(program, ByBlocks::new(program, compared), Facts::new(Naming::ByPointers));
    subject.refining = false;
    subject.weaken = false;
    subject
}

#[test]
fn random_programs_are_covered() {
    let (mut steps, mut facts) = (0, 0);
    for number in 0..adumbra_laws::programs(24) {
        let mut random = Random(number);
        let program = Arc::new(random_program(&mut random));
        for seed in 0..4 {
            let mut subject = subject(&program, true);
            subject.analysis.parts = seed > 1;
            subject.run(&Property::unspecified(), Some(number * 100 + seed), 300);
            steps += subject.followed.steps;
            facts += subject.followed.facts;
        }
        let mut subject = subject(&program, false);
        subject.precisions = vec![random_precision(&program, &mut random), Precision::nothing()];
        subject.run(&Property::unspecified(), Some(number), 300);
    }
    assert!(steps as u64 > 200 * adumbra_laws::programs(24), "{steps} {facts}");
    assert!(facts > steps, "{steps} {facts}");
}

#[test]
fn programs_in_c_are_covered() {
    let (mut steps, mut facts) = (0, 0);
    for (name, program) in programs() {
        println!("{name}");
        for seed in [None, Some(7)] {
            let mut whole = subject(&program, true);
            whole.analysis.parts = seed.is_some();
            whole.run(&program.property, seed, 600);
            let mut random = Random(seed.unwrap_or(5));
            let mut tracked = subject(&program, false);
            tracked.precisions = vec![Precision::nothing(), random_precision(&program, &mut random)];
            tracked.run(&program.property, seed, 600);
            steps += whole.followed.steps + tracked.followed.steps;
            facts += whole.followed.facts + tracked.followed.facts;
        }
    }
    assert!(steps > 10_000 && facts > 100_000, "{steps} {facts}");
}

/// Programs in which unknowns go through calls: the same function takes inputs several times, gives
/// back what it was given, and decides by it.
const SYMBOLIC: &[&str] = &[
    "extern int __VERIFIER_nondet_int(void); int get(void) { int x = __VERIFIER_nondet_int(); return x; }
     int same(int x) { if (x > 5) return x; return x + 1; } int g;
     int main(void) { int a = get(), b = get(), c = get(); g = a - b; int d = same(a), e = same(b); g += same(g); return a + b + c + d + e; }",
    "extern int __VERIFIER_nondet_int(void); int g, h; void keep(int *p, int v) { *p = v; if (v == 3) h = v; g = *p + __VERIFIER_nondet_int(); }
     int main(void) { int a = 0, b = 0; for (int i = 0; i < 4; i++) { int v = __VERIFIER_nondet_int(); keep(&a, v); keep(&b, a + v); g -= b; } return a + b + g; }",
    "extern int __VERIFIER_nondet_int(void); extern float __VERIFIER_nondet_float(void); float f(float x, float y) { return x / y; } int g;
     int down(int n, int x) { if (n == 0) return x; int y = __VERIFIER_nondet_int(); int r = down(n - 1, x + y); g += y; return r - y; }
     int main(void) { int x = __VERIFIER_nondet_int(); int r = down(3, x); float a = f(__VERIFIER_nondet_float(), 2.0f), b = f(a, a); g += b > 1.0f; return r == x; }",
];

#[test]
fn terms_are_covered() {
    let own = SYMBOLIC.iter().map(|text| (text.to_string(), load_c(text, "unreach-call", true)));
    let (mut steps, mut compared) = (0, 0);
    for (name, program) in own.chain(programs()) {
        println!("{name}");
        let mut subject = Subject::new(&program, ByBlocks::symbolic(&program), Terms::default());
        (subject.refining, subject.weaken) = (false, false);
        for seed in [1, 7] {
            subject.analysis.parts = seed == 7;
            subject.run(&program.property, Some(seed), 200);
        }
        steps += subject.followed.steps;
        compared += subject.meaning.compared.get();
    }
    assert!(steps > 5_000 && compared > 3_000, "{steps} {compared}");
}
