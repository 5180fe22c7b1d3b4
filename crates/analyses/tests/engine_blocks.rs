//! Several reached sets over one part, one inside the other: what an analysis by blocks stands on.
//!
//! The client here explores each function but `main` in a set of its own, once for each reduced
//! state at its entry, on a stack of frames. It knows no recursion.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_laws::programs::*;
use adumbra_program::*;
use adumbra_stop::{Limit, Stop};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// `main` calls `f` with 1, 2 and 1, the last time through `g`. With 2, `f` fails on one of two
/// ways.
const NESTED: &str = "program 1
layout LP64 64 \"x86_64-pc-linux-gnu\"
property unreach-call errors \"reach_error\"
entry @main

function @main() -> i32 {
  entry l0 exit l1
  reg %0.i %1.r: i32
  l0 -> l2: %0.i = 0
  l2 -> l3: call @f(1:i32)
  l3 -> l4: call @g()
  l4 -> l5: call @f(2:i32)
  l5 -> l1: return 0:i32
}

function @f(%2.x: i32) {
  entry l6 exit l7
  reg %2.x %3.n %4.in: i32
  l6 -> l8: %3.n = 0
  l8 -> l9: [%3.n <u 3]
  l8 -> l10: [!(%3.n <u 3)]
  l9 -> l11: %4.in = input nondet \"nondet\"
  l11 -> l12: [%4.in == 7]
  l11 -> l12: [!(%4.in == 7)]
  l12 -> l8: %3.n = %3.n + 1
  l10 -> l13: [%2.x == 2]
  l10 -> l14: [!(%2.x == 2)]
  l13 -> l15: [%4.in == 7]
  l13 -> l14: [!(%4.in == 7)]
  l15 -> l16: violation error-call
  l14 -> l7: return
  l16 stop
}

function @g() {
  entry l17 exit l18
  l17 -> l19: call @f(1:i32)
  l19 -> l18: return
}

symbol sym0 \"nondet\"
";

fn nested() -> Arc<Program> {
    Arc::new(text::parse(NESTED).unwrap_or_else(|e| panic!("{e}")))
}

/// Constants that are passed to functions; in a block, only those of its function.
struct Passed(Constants);

impl Analysis for Passed {
    type State = BTreeMap<Register, u64>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "passed"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        self.0.initial()
    }

    fn order(&self) -> Order {
        self.0.order()
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        self.0.covers(general, special)
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        self.0.decide(state, condition)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, around: &Siblings<'_>) -> Flow<Self::State> {
        let program = Arc::clone(&self.0.program);
        match (step, &program.edges[step.edge()].op) {
            (Move::Enter { callee, .. }, Op::Call { arguments, .. }) => {
                let parameters = program.body(callee).map_or(&[][..], |body| &body.parameters);
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    if let Some(value) = self.0.of(state, *argument) {
                        state.insert(*parameter, value);
                    }
                }
                Flow::On
            }
            (Move::Leave { callee, .. }, _) => {
                let body = program.body(callee).unwrap();
                state.retain(|register, _| !body.register_ids().any(|r| r == *register));
                Flow::On
            }
            _ => self.0.transfer(state, &(), step, around),
        }
    }

    fn show(&self, state: &Self::State) -> String {
        self.0.show(state)
    }
}

impl Passed {
    fn is_of(&self, block: &Block, register: Register) -> bool {
        self.0.program.body(block.function).unwrap().register_ids().any(|r| r == register)
    }
}

impl Reducing for Passed {
    fn reduce(&mut self, (state, _): (&Self::State, &()), block: &Block) -> (Self::State, ()) {
        (state.iter().filter(|(r, _)| self.is_of(block, **r)).map(|(r, v)| (*r, *v)).collect(), ())
    }

    fn expand(&mut self, before: (&Self::State, &()), block: &Block, inner: (&Self::State, &())) -> (Self::State, ()) {
        let kept = before.0.iter().filter(|(r, _)| !self.is_of(block, **r));
        (kept.chain(inner.0).map(|(r, v)| (*r, *v)).collect(), ())
    }
}

/// Announces where functions begin and end.
struct Functions {
    program: Arc<Program>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Border {
    No,
    Entry(Function),
    Exit(Function),
}

impl Analysis for Functions {
    type State = Border;
    type Precision = ();

    fn name(&self) -> &'static str {
        "functions"
    }

    fn initial(&mut self) -> (Border, ()) {
        (Border::No, ())
    }

    fn transfer(&mut self, state: &mut Border, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Border> {
        *state = match step {
            Move::Enter { callee, .. } => Border::Entry(callee),
            Move::Leave { .. } => Border::No,
            Move::Edge(edge) => {
                let to = self.program.edges[edge].to;
                let function = self.program.function_of(to);
                match self.program.body(function) {
                    Some(body) if body.exit == to && function != self.program.entry => Border::Exit(function),
                    _ => Border::No,
                }
            }
        };
        Flow::On
    }

    fn pause(&self, state: &Border) -> Pause {
        if *state == Border::No { Pause::No } else { Pause::Boundary }
    }

    fn boundary(&self, state: &Border, within: Option<BlockId>, _: &Siblings<'_>) -> Boundary {
        match state {
            Border::Entry(function) => Boundary::Enter(function.as_u32()),
            Border::Exit(function) if within == Some(function.as_u32()) => Boundary::Exit,
            _ => Boundary::Inside,
        }
    }

    fn show(&self, _: &Border) -> String {
        String::new()
    }
}

impl Reducing for Functions {}

/// Who waits for a set: the set and the node that pauses, and the block that it is about to enter.
type User = (SetId, NodeId, BlockId);

/// Sets over one part, and which of them waits for which.
struct Client {
    program: Arc<Program>,
    part: Composite,
    how: Exploration,
    sets: Vec<Set>,
    /// Sets by block and what they began with.
    known: HashMap<(BlockId, Point), SetId>,
    /// The sets that are being explored, each but the first with the node that waits for it.
    frames: Vec<(SetId, Option<User>)>,
    hits: u32,
}

impl Client {
    fn new(granularity: Granularity) -> Self {
        let program = nested();
        let located = LocationAnalysis::new(&program, ExternalCalls::Followed);
        let mut part = Composite::new(vec![
            Box::new(Component::new(located).reducing()),
            Box::new(Component::new(CallStackAnalysis::new(&program, 10)).reducing()),
            Box::new(Component::new(Functions { program: Arc::clone(&program) }).reducing()),
            Box::new(Component::new(Passed(Constants { program: Arc::clone(&program) })).reducing()),
        ]);
        let how = Exploration { granularity, ..Exploration::default() };
        let outermost = Set::outside_blocks(&mut part, &how.traversal);
        let (sets, frames) = (vec![outermost], vec![(0, None)]);
        Client { program, part, how, sets, known: HashMap::new(), frames, hits: 0 }
    }

    fn block(&self, block: BlockId) -> Block {
        let function = Function::from_u32(block);
        let body = self.program.body(function).unwrap();
        Block { function, entries: vec![body.entry], exits: vec![body.exit] }
    }

    /// Adds what is behind a block to the set that uses it.
    fn pass(&mut self, (user, node, block): User, inner: SetId) {
        let from = self.sets[user as usize].reached().node(node);
        let (before, of) = ((from.state, from.precision), self.block(block));
        let inside = &self.sets[inner as usize];
        let found: Vec<(NodeId, Point)> = inside
            .exits()
            .map(|exit| (exit, (inside.reached().node(exit).state, inside.reached().node(exit).precision)))
            .collect();
        let reducer = self.part.reducer().unwrap();
        let exits: Vec<(NodeId, Point)> =
            found.into_iter().map(|(exit, end)| (exit, reducer.expand(before, &of, end))).collect();
        through(&mut self.part, &mut self.sets[user as usize], &self.how, node, inner, &exits);
    }

    /// Explores until all is known, or it is time to stop. Targets are noted.
    fn run(&mut self, targets: &mut Vec<(SetId, NodeId)>, stop: &Stop) -> Ended {
        while let Some((set, user)) = self.frames.last().copied() {
            match explore(&mut self.part, &mut self.sets[set as usize], &self.how, stop) {
                Explored::Enters(node, block) => {
                    let from = self.sets[set as usize].reached().node(node);
                    let (point, of) = ((from.state, from.precision), self.block(block));
                    let entry = self.part.reducer().unwrap().reduce(point, &of);
                    match self.known.get(&(block, entry)) {
                        Some(inner) => {
                            self.hits += 1;
                            self.pass((set, node, block), *inner);
                        }
                        None => {
                            let inner = self.sets.len() as SetId;
                            self.sets.push(Set::of_block(&mut self.part, &self.how.traversal, block, entry));
                            self.known.insert((block, entry), inner);
                            self.frames.push((inner, Some((set, node, block))));
                        }
                    }
                }
                Explored::Ended(Ended::Target(node)) => targets.push((set, node)),
                Explored::Ended(Ended::Fixpoint) => {
                    self.frames.pop();
                    if let Some(user) = user {
                        self.pass(user, set);
                    }
                }
                Explored::Ended(ended) => return ended,
            }
        }
        Ended::Fixpoint
    }

    fn counts(&self) -> Vec<(Counts, usize)> {
        self.sets.iter().map(|set| (set.counts(), set.reached().len())).collect()
    }

    fn shown(&self) -> Vec<Vec<String>> {
        let of = |set: &Set| set.reached().nodes().map(|(_, node)| self.part.show(node.state)).collect();
        self.sets.iter().map(of).collect()
    }
}

#[test]
fn two_ways_into_a_function_share_a_set() {
    let mut client = Client::new(Granularity::Decided);
    let mut targets = Vec::new();
    assert_eq!(client.run(&mut targets, &Stop::never()), Ended::Fixpoint);
    // `main`; `f` with 1, which `g` uses again; `g`; `f` with 2.
    assert_eq!((client.sets.len(), client.hits), (4, 1));
    assert_eq!(client.known.keys().filter(|(block, _)| *block == 1).count(), 2);
    // With the last input 7, and with one of which nothing is known.
    assert_eq!(targets.iter().map(|(set, _)| *set).collect::<Vec<_>>(), [3, 3], "only with 2");
    let at_end = |set: &Set| set.reached().nodes().any(|(_, n)| client.part.show(n.state).contains("l1 in main"));
    assert!(at_end(&client.sets[0]));
}

/// The same states as in one set, and a path through both calls of `f` that come before.
#[test]
fn paths_go_through_sets() {
    for granularity in [Granularity::Edge, Granularity::Decided] {
        let mut client = Client::new(granularity);
        let mut targets = Vec::new();
        client.run(&mut targets, &Stop::never());
        let (set, target) = targets[0];
        // The path in `main` to the node at whose entry the set of the target was asked for.
        let inside = path_to(&mut client.part, &mut client.sets, &client.how, (set, target), &Stop::never()).unwrap();
        let entry = client.sets[0].reached().nodes().filter(|(_, n)| client.part.show(n.state).contains("l6 in f"));
        let last = entry.map(|(id, _)| id).max().unwrap();
        let outside = path_to(&mut client.part, &mut client.sets, &client.how, (0, last), &Stop::never()).unwrap();
        // `f` is gone through from `main`, and again inside `g`.
        let sets: Vec<SetId> = outside.places.iter().map(|place| place.set).collect();
        let mut runs = sets.clone();
        runs.dedup();
        assert_eq!(runs, [0, 1, 0, 2, 1, 2, 0]);
        assert!(outside.places.windows(2).all(|pair| pair[0].moves <= pair[1].moves));
        let moves = [outside.moves, inside.moves].concat();
        Path { moves: moves.clone() }.check(&client.program).unwrap();
        assert_eq!(moves.iter().filter(|m| matches!(m, Move::Enter { .. })).count(), 4);
        assert_eq!(moves.iter().filter(|m| matches!(m, Move::Leave { .. })).count(), 3);
    }
}

#[test]
fn interrupted_and_resumed_with_equal_counts() {
    for granularity in [Granularity::Edge, Granularity::Decided] {
        let mut whole = Client::new(granularity);
        let mut targets = Vec::new();
        assert_eq!(whole.run(&mut targets, &Stop::never()), Ended::Fixpoint);
        for work in [1, 5_000, 20_000] {
            let mut parts = Client::new(granularity);
            let (mut found, mut times) = (Vec::new(), 0);
            let ended = loop {
                match parts.run(&mut found, &Stop::never().within(work)) {
                    Ended::Limit(Limit::Work) => times += 1,
                    ended => break ended,
                }
            };
            assert_eq!(ended, Ended::Fixpoint);
            assert!(times > 0, "{work} is too much to be interrupted");
            assert_eq!(parts.counts(), whole.counts());
            assert_eq!((parts.shown(), found, parts.hits), (whole.shown(), targets.clone(), whole.hits));
        }
    }
}

/// A block that is found to have fewer exits takes back what was reached from the others.
#[test]
fn exits_that_are_gone_take_their_successors_along() {
    let mut client = Client::new(Granularity::Decided);
    client.run(&mut Vec::new(), &Stop::never());
    let before = client.sets[0].reached().len();
    let children = |client: &Client, id: NodeId| client.sets[0].reached().node(id).children.len();
    let through_f = |n: &Node| matches!(n.step, Step::Through { set: 1, .. });
    let first = client.sets[0].reached().nodes().find(|(_, n)| through_f(n)).map(|(_, n)| n.parent).unwrap();
    assert!(children(&client, first) > 0);
    through(&mut client.part, &mut client.sets[0], &client.how, first, 1, &[]);
    assert_eq!(children(&client, first), 0);
    assert!(client.sets[0].reached().len() < before);
    // Given again, everything is as before.
    client.pass((0, first, 1), 1);
    client.frames = vec![(0, None)];
    assert_eq!(client.run(&mut Vec::new(), &Stop::never()), Ended::Fixpoint);
    assert_eq!(client.sets[0].reached().len(), before);
}
