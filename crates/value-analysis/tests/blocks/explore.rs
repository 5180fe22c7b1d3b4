//! A client that explores each function but the entry function in sets of its own, one for each
//! reduced state and precision at its entry, as far as no function is reached from itself with the
//! same state.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_engine::*;
use adumbra_laws::programs::location;
use adumbra_laws::sources::load_c;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_value_analysis::*;
use adumbra_verdict::TargetKind;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Announces where functions begin and end, and knows how many calls are open in the block.
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
    type State = (Border, u32);
    type Precision = ();

    fn name(&self) -> &'static str {
        "functions"
    }

    fn initial(&mut self) -> ((Border, u32), ()) {
        ((Border::No, 0), ())
    }

    fn transfer(&mut self, state: &mut (Border, u32), _: &(), step: Move, _: &Siblings<'_>) -> Flow<(Border, u32)> {
        *state = match step {
            Move::Enter { callee, .. } => (Border::Entry(callee), state.1 + 1),
            Move::Leave { .. } => (Border::No, state.1 - 1),
            Move::Edge(edge) => {
                let to = self.program.edges[edge].to;
                let function = self.program.function_of(to);
                match self.program.body(function) {
                    Some(body) if body.exit == to => (Border::Exit(function), state.1),
                    _ => (Border::No, state.1),
                }
            }
        };
        Flow::On
    }

    fn pause(&self, state: &(Border, u32)) -> Pause {
        if state.0 == Border::No { Pause::No } else { Pause::Boundary }
    }

    fn boundary(&self, state: &(Border, u32), within: Option<BlockId>, _: &Siblings<'_>) -> Boundary {
        match state {
            (Border::Entry(function), _) => Boundary::Enter(function.as_u32()),
            (Border::Exit(function), 0) if within == Some(function.as_u32()) => Boundary::Exit,
            _ => Boundary::Inside,
        }
    }

    fn show(&self, _: &(Border, u32)) -> String {
        String::new()
    }
}

impl Reducing for Functions {
    fn reduce(&mut self, (state, _): (&(Border, u32), &()), _: &Block) -> ((Border, u32), ()) {
        ((state.0, 0), ())
    }

    fn expand(
        &mut self,
        before: (&(Border, u32), &()),
        _: &Block,
        inner: (&(Border, u32), &()),
    ) -> ((Border, u32), ()) {
        ((inner.0.0, before.0.1 + inner.0.1), ())
    }
}

/// Who waits for a set: the set and the node that pauses, and the block that it is about to enter.
type User = (SetId, NodeId, BlockId);

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The violations that were reached, each once.
    pub targets: Vec<TargetKind>,
    /// How often each function was analysed.
    pub entries: BTreeMap<String, usize>,
    /// How often what was found before was used again.
    pub hits: usize,
    /// The different ways in which a function was left, over all its sets.
    pub exits: BTreeMap<String, usize>,
    /// Why something was not followed.
    pub cuts: Vec<String>,
}

struct Client {
    program: Arc<Program>,
    part: Composite,
    how: Exploration,
    sets: Vec<(Option<BlockId>, Set)>,
    known: HashMap<(BlockId, Point), SetId>,
    /// The sets that are being explored, each but the first with the node that waits for it.
    frames: Vec<(SetId, Option<User>)>,
    found: Found,
}

impl Client {
    fn new(program: &Arc<Program>, values: ValueAnalysis) -> Self {
        assert_eq!(values.refuses_blocks(), None);
        let mut part = Composite::new(vec![
            location_of(program),
            Box::new(Component::new(CallStackAnalysis::new(program, 50)).reducing()),
            Box::new(Component::new(Functions { program: Arc::clone(program) }).reducing()),
            Box::new(Component::new(values).reducing()),
        ]);
        let how = Exploration::default();
        let outermost = Set::outside_blocks(&mut part, &how.traversal);
        Client {
            program: Arc::clone(program),
            part,
            how,
            sets: vec![(None, outermost)],
            known: HashMap::new(),
            frames: vec![(0, None)],
            found: Found::default(),
        }
    }

    fn block(&self, block: BlockId) -> Block {
        let function = Function::from_u32(block);
        let body = self.program.body(function).unwrap();
        Block { function, entries: vec![body.entry], exits: vec![body.exit] }
    }

    /// Adds what is behind a block to the set that uses it.
    fn pass(&mut self, (user, node, block): User, inner: SetId) {
        let from = self.sets[user as usize].1.reached().node(node);
        let (before, of) = ((from.state, from.precision), self.block(block));
        let inside = &self.sets[inner as usize].1;
        let point = |id: NodeId| (inside.reached().node(id).state, inside.reached().node(id).precision);
        let found: Vec<(NodeId, Point)> = inside.exits().map(|exit| (exit, point(exit))).collect();
        let reducer = self.part.reducer().unwrap();
        let exits: Vec<(NodeId, Point)> =
            found.into_iter().map(|(exit, end)| (exit, reducer.expand(before, &of, end))).collect();
        through(&mut self.part, &mut self.sets[user as usize].1, &self.how, node, inner, &exits);
    }

    fn enter(&mut self, set: SetId, node: NodeId, block: BlockId) {
        let from = self.sets[set as usize].1.reached().node(node);
        let (point, of) = ((from.state, from.precision), self.block(block));
        let entry = self.part.reducer().unwrap().reduce(point, &of);
        if let Some(inner) = self.known.get(&(block, entry)).copied() {
            assert!(self.frames.iter().all(|(open, _)| *open != inner), "this client knows no recursion");
            self.found.hits += 1;
            return self.pass((set, node, block), inner);
        }
        let inner = self.sets.len() as SetId;
        let new = Set::of_block(&mut self.part, &self.how.traversal, block, entry);
        self.sets.push((Some(block), new));
        self.known.insert((block, entry), inner);
        self.frames.push((inner, Some((set, node, block))));
    }

    fn run(&mut self) {
        while let Some((set, user)) = self.frames.last().copied() {
            match explore(&mut self.part, &mut self.sets[set as usize].1, &self.how, &Stop::never()) {
                Explored::Enters(node, block) => self.enter(set, node, block),
                Explored::Ended(Ended::Target(node)) => {
                    let target = self.sets[set as usize].1.reached().node(node).target.unwrap();
                    if !self.found.targets.contains(&target.kind) {
                        self.found.targets.push(target.kind);
                    }
                }
                Explored::Ended(Ended::Fixpoint) => {
                    self.frames.pop();
                    if let Some(user) = user {
                        self.pass(user, set);
                    }
                }
                Explored::Ended(ended) => panic!("{ended:?}"),
            }
        }
        for (block, set) in &self.sets {
            self.found.cuts.extend(set.cuts().map(|reason| format!("{reason:?}")));
            if let Some(block) = block {
                let name = &self.program.functions[Function::from_u32(*block)].name;
                *self.found.entries.entry(name.clone()).or_default() += 1;
                *self.found.exits.entry(name.clone()).or_default() += set.exits().count();
            }
        }
    }
}

fn location_of(program: &Arc<Program>) -> Box<dyn Part> {
    let external = adumbra_analyses::location::ExternalCalls::Followed;
    let located = adumbra_analyses::location::LocationAnalysis::new(program, external);
    Box::new(Component::new(located).reducing())
}

/// Explores a program by blocks.
pub fn by_blocks(program: &Arc<Program>, values: ValueAnalysis) -> Found {
    let mut client = Client::new(program, values);
    client.run();
    client.found
}

/// Explores a program without blocks: the violations that are reached.
pub fn whole(program: &Arc<Program>, values: ValueAnalysis) -> Vec<TargetKind> {
    let mut part = Composite::new(vec![
        location(program),
        Box::new(Component::new(CallStackAnalysis::new(program, 50))),
        Box::new(Component::new(values)),
    ]);
    let how = Exploration::default();
    let mut set = Set::new(&mut part, &how.traversal);
    let mut targets = Vec::new();
    loop {
        match explore(&mut part, &mut set, &how, &Stop::never()) {
            Explored::Ended(Ended::Target(node)) => {
                let kind = set.reached().node(node).target.unwrap().kind;
                if !targets.contains(&kind) {
                    targets.push(kind);
                }
            }
            Explored::Ended(Ended::Fixpoint) => return targets,
            other => panic!("{other:?}"),
        }
    }
}

/// What is found of a program in C, which must be what is found without blocks.
pub fn check(source: &str, property: &str) -> Found {
    let program = load_c(source, property, true);
    let values = || ValueAnalysis::new(&program, ValueOptions::default());
    let mut expected = whole(&program, values());
    let mut found = by_blocks(&program, values());
    expected.sort_unstable_by_key(|kind| format!("{kind:?}"));
    found.targets.sort_unstable_by_key(|kind| format!("{kind:?}"));
    assert_eq!(found.targets, expected, "{source}");
    found
}
