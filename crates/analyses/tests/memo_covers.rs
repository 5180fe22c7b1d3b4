//! What blocks come to stands for what executions do, and for what is reached without blocks.

use adumbra_analyses::numeric::{Numbers, Numeric};
use adumbra_domains::{Constant, Interval, Unit};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::*;
use adumbra_program::*;
use adumbra_verdict::StateFacts;
use std::sync::Arc;

/// An analysis that reduces its state at every call, and expands it at every return: what it says
/// at any point is what the state inside says, expanded for all open calls.
struct Detour<D: Numbers> {
    numbers: Numeric<D>,
    table: BlockTable,
}

/// The states at the entries of open calls, and the one inside the innermost.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Nested<S> {
    before: Vec<(Function, S)>,
    inner: S,
}

type Numbered<D> = <Numeric<D> as Analysis>::State;

impl<D: Numbers> Detour<D> {
    fn block(&self, function: Function) -> Block {
        let is_of = |id: &BlockId| self.table.block(*id).function == function;
        let id = (0..self.table.len() as BlockId).find(is_of).unwrap();
        self.table.block(id).clone()
    }

    /// The whole state.
    fn whole(&mut self, nested: &Nested<Numbered<D>>) -> Numbered<D> {
        let mut state = nested.inner.clone();
        for (function, before) in nested.before.iter().rev() {
            let block = self.block(*function);
            state = self.numbers.expand((before, &()), &block, (&state, &())).0;
        }
        state
    }
}

/// The whole state has to be asked for from behind a shared reference.
struct Seen<D: Numbers>(std::cell::RefCell<Detour<D>>);

impl<D: Numbers> Analysis for Seen<D> {
    type State = Nested<Numbered<D>>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "detour"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        (Nested { before: Vec::new(), inner: self.0.get_mut().numbers.initial().0 }, ())
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        let detour = self.0.get_mut();
        let whole = detour.whole(state);
        detour.numbers.decide(&whole, condition)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, around: &Siblings<'_>) -> Flow<Self::State> {
        let detour = self.0.get_mut();
        if matches!(step, Move::Leave { .. })
            && let Some((function, before)) = state.before.pop()
        {
            let block = detour.block(function);
            state.inner = detour.numbers.expand((&before, &()), &block, (&state.inner, &())).0;
        }
        match detour.numbers.transfer(&mut state.inner, &(), step, around) {
            Flow::On => {}
            Flow::Dead => return Flow::Dead,
            Flow::Cut(reason) => return Flow::Cut(reason),
            Flow::Split(states) => {
                let nested = |inner| Nested { before: state.before.clone(), inner };
                return Flow::Split(states.into_iter().map(nested).collect());
            }
        }
        if let Move::Enter { callee, .. } = step {
            let block = detour.block(callee);
            let entry = state.inner.clone();
            state.inner = detour.numbers.reduce((&entry, &()), &block).0;
            let again = detour.numbers.expand((&entry, &()), &block, (&state.inner, &())).0;
            let (shown, expanded) = (detour.numbers.show(&entry), detour.numbers.show(&again));
            assert!(detour.numbers.covers(&again, &entry), "{expanded} does not cover {shown}");
            // What was reduced is so already.
            assert!(detour.numbers.reduce((&state.inner, &()), &block).0 == state.inner);
            state.before.push((callee, entry));
        }
        Flow::On
    }

    fn settle(&mut self, state: &mut Self::State, _: &(), around: &Siblings<'_>) {
        self.0.get_mut().numbers.settle(&mut state.inner, &(), around);
    }

    fn answer(&self, state: &Self::State, question: Question) -> Option<Fact> {
        let mut detour = self.0.borrow_mut();
        let whole = detour.whole(state);
        detour.numbers.answer(&whole, question)
    }

    fn facts(&self, state: &Self::State, facts: &mut StateFacts) {
        let mut detour = self.0.borrow_mut();
        let whole = detour.whole(state);
        detour.numbers.facts(&whole, facts);
    }

    fn show(&self, state: &Self::State) -> String {
        let mut detour = self.0.borrow_mut();
        let whole = detour.whole(state);
        format!("{} (inside {})", detour.numbers.show(&whole), detour.numbers.show(&state.inner))
    }
}

fn detour<D: Numbers>(program: &Arc<Program>) -> Seen<D> {
    let numbers = Numeric::<D>::new(program, Externals::Pure, 1).by_blocks();
    Seen(std::cell::RefCell::new(Detour { numbers, table: BlockTable::of_functions(program) }))
}

fn follow_detours<D: Numbers>(count: u64) -> Followed {
    check_plain(count, |program| (detour::<D>(program), Facts::new(Naming::First)))
}

/// Follows runs of random programs without replacing states by weaker ones.
fn check_plain<A: Analysis, M: Meaning<A>>(count: u64, make: impl Fn(&Arc<Program>) -> (A, M)) -> Followed {
    let mut total = Followed::default();
    for number in 0..programs(count) {
        let program = Arc::new(random_program(&mut Random(number)));
        let (analysis, meaning) = make(&program);
        let mut subject = Subject::new(&program, analysis, meaning);
        (subject.weaken, subject.refining) = (false, false);
        for seed in 0..6 {
            subject.run(&Property::unspecified(), Some(number * 100 + seed), 400);
        }
        total.steps += subject.followed.steps;
        total.facts += subject.followed.facts;
    }
    total
}

#[test]
fn reduced_and_expanded_intervals_stand_for_executions() {
    let done = follow_detours::<Interval>(24);
    assert!(done.facts as u64 > 1000 * programs(24), "{done:?}");
}

#[test]
fn reduced_and_expanded_constants_stand_for_executions() {
    follow_detours::<Constant>(16);
}

#[test]
fn reduced_and_expanded_units_stand_for_executions() {
    follow_detours::<Unit>(12);
}
