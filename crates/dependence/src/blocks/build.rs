//! The blocks of each function: which of its parts pay, and where their locations are.

use super::*;
use crate::calling::Calling;
use crate::points_to::PointsTo;
use adumbra_program::graph::{FunctionGraph, LoopForest, LoopId};

/// A function that calls none pays from so many operations on.
const LEAST_FUNCTION: usize = 24;

/// A loop without calls and loops inside pays from so many operations on.
const LEAST_LOOP: usize = 12;

/// How large a part of a function is.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    /// Operations that do something.
    operations: usize,
    /// Does it call functions that have a body?
    calls: bool,
    /// Does it have loops inside?
    loops: bool,
    recursive: bool,
    /// Is it entered at most once each time that what is around it is run through?
    once: bool,
}

/// Does a block pay? Whoever comes to its entry has to stop there, reduce a state, look it up, and
/// expand what is found; a hit saves what is inside. Inside a loop, or behind a call, that may be
/// any amount, and a recursive function comes to an end as a block only. A straight line is cheaper
/// walked once more, so without these a part must have a number of operations. And what is entered
/// once only, where what is around it is a block or the whole execution, is never found again: a
/// function that is called from one place in no loop, and a loop in no other one.
fn does_not_pay(measure: Measure, kind: BlockKind) -> Option<Omission> {
    let least = match kind {
        BlockKind::Function => LEAST_FUNCTION,
        BlockKind::Loop(_) => LEAST_LOOP,
    };
    let is_large = measure.calls || measure.loops || measure.operations >= least;
    match measure {
        Measure { recursive: true, .. } => None,
        _ if !is_large => Some(Omission::Small),
        Measure { once: true, .. } => Some(Omission::Once),
        _ => None,
    }
}

impl Blocks {
    /// The blocks of a program.
    pub fn new(program: &Program, points_to: &dyn PointsTo, partition: Partition) -> Blocks {
        let calling = Calling::new(program, points_to);
        let locations = program.locations.len();
        let mut blocks = Blocks {
            partition,
            blocks: Vec::new(),
            left_out: Vec::new(),
            entered: vec![NONE; locations],
            innermost: vec![NONE; locations],
            exits: FxHashSet::default(),
            order: program.locations.keys().collect(),
            place: (0..locations as u32).collect(),
            calls: Vec::new(),
            calls_before: Vec::new(),
        };
        let reachable = program.defined_functions().filter(|(f, ..)| points_to.reachable(*f));
        let graphs = reachable.filter_map(|(function, ..)| FunctionGraph::new(program, function));
        let all: Vec<Parts<'_>> = graphs.map(|graph| Parts::new(program, &calling, graph)).collect();
        let called = called_once(program, &calling, &all);
        all.iter().for_each(|parts| blocks.add(parts, called[parts.graph.function]));
        blocks.count_calls(program);
        blocks
    }

    /// Adds the blocks of a function; is that called from one place, in no loop?
    fn add(&mut self, parts: &Parts<'_>, once: bool) {
        self.arrange(parts);
        let whole = self.add_function(parts, once);
        let of_loop = self.add_loops(parts, whole);
        for node in parts.graph.graph.nodes() {
            let around = parts.forest.innermost(node).map_or(whole, |id| of_loop[id as usize]);
            self.innermost[parts.graph.location(node).index()] = around.unwrap_or(NONE);
        }
        self.add_exits(parts, &of_loop);
    }

    /// Puts the locations of a function into the order: first those in no loop, then those of each
    /// loop, its inner loops behind its own.
    fn arrange(&mut self, parts: &Parts<'_>) {
        let first = parts.first_place();
        let mut next = parts.start.clone();
        for node in parts.graph.graph.nodes() {
            let slot = &mut next[group(&parts.forest, node)];
            let (place, location) = (first + *slot, parts.graph.location(node));
            *slot += 1;
            self.order[place as usize] = location;
            self.place[location.index()] = place;
        }
    }

    fn wants(&self, kind: BlockKind) -> bool {
        match self.partition {
            Partition::Functions => kind == BlockKind::Function,
            Partition::Loops => kind != BlockKind::Function,
            Partition::Both | Partition::Auto => true,
        }
    }

    fn omission(&self, measure: Measure, kind: BlockKind) -> Option<Omission> {
        does_not_pay(measure, kind).filter(|_| self.partition == Partition::Auto)
    }

    /// Adds the block of the whole function, if it is one.
    fn add_function(&mut self, parts: &Parts<'_>, once: bool) -> Option<BlockId> {
        let (program, function, kind) = (parts.program, parts.graph.function, BlockKind::Function);
        let is_whole_execution = function == program.entry && !parts.calling.is_called(function);
        if is_whole_execution || !self.wants(kind) {
            return None;
        }
        let measure = Measure { once, ..parts.of_function() };
        if let Some(why) = self.omission(measure, kind) {
            self.left_out.push(LeftOut { function, kind, why });
            return None;
        }
        let exit = parts.graph.exit();
        let returns = parts.forest.order().place(exit).is_some();
        let exits = if returns { vec![parts.graph.location(exit)] } else { Vec::new() };
        let entry = parts.graph.location(parts.graph.graph.root());
        let first = parts.first_place();
        let places = first..first + parts.graph.graph.len() as u32;
        let block = Block { function, entries: vec![entry], exits };
        Some(self.push(BlockData { block, kind, recursive: measure.recursive, within: None, places }))
    }

    /// Adds the blocks of the loops; for every loop the smallest block that contains it.
    fn add_loops(&mut self, parts: &Parts<'_>, whole: Option<BlockId>) -> Vec<Option<BlockId>> {
        let mut of_loop: Vec<Option<BlockId>> = Vec::new();
        let measures = parts.of_loops();
        for (id, each) in parts.forest.iter() {
            let within = each.parent.map_or(whole, |parent| of_loop[parent as usize]);
            let (function, head) = (parts.graph.function, parts.graph.location(each.head));
            let kind = BlockKind::Loop(head);
            let measure = Measure { once: each.parent.is_none(), ..measures[id as usize] };
            let why = match each.irreducible {
                true => Some(Omission::Irreducible),
                false => self.omission(measure, kind),
            };
            let wanted = self.wants(kind);
            self.left_out.extend(why.filter(|_| wanted).map(|why| LeftOut { function, kind, why }));
            let own = (wanted && why.is_none()).then(|| {
                let first = parts.first_place();
                let (start, end) = parts.places(id);
                let block = Block { function, entries: vec![head], exits: Vec::new() };
                let places = first + start..first + end;
                self.push(BlockData { block, kind, recursive: measure.recursive, within, places })
            });
            of_loop.push(own.or(within));
        }
        of_loop
    }

    fn push(&mut self, data: BlockData) -> BlockId {
        let id = self.blocks.len() as BlockId;
        for entry in &data.block.entries {
            self.entered[entry.index()] = id;
        }
        for exit in &data.block.exits {
            self.exits.insert((id, *exit));
        }
        self.blocks.push(data);
        id
    }

    /// Adds the exits of loops: for every edge, where it leads from each block that it leaves.
    fn add_exits(&mut self, parts: &Parts<'_>, of_loop: &[Option<BlockId>]) {
        let order = parts.forest.order();
        for (from, to) in parts.graph.graph.edges().filter(|(from, _)| order.place(*from).is_some()) {
            let to = parts.graph.location(to);
            let mut left = parts.forest.innermost(from).and_then(|id| of_loop[id as usize]);
            while let Some(id) = left
                && self.blocks[id as usize].kind != BlockKind::Function
                && !self.contains(id, to)
            {
                let data = &mut self.blocks[id as usize];
                left = data.within;
                if self.exits.insert((id, to)) {
                    data.block.exits.push(to);
                }
            }
        }
    }

    /// Lists the calls in the order of locations.
    fn count_calls(&mut self, program: &Program) {
        for location in &self.order {
            self.calls_before.push(self.calls.len() as u32);
            let is_call = |edge: &Edge| matches!(program.edges[*edge].op, Op::Call { .. });
            self.calls.extend(program.out_edges(*location).filter(is_call));
        }
        self.calls_before.push(self.calls.len() as u32);
        for data in &mut self.blocks {
            data.block.exits.sort_unstable();
        }
    }
}

/// By function, is it called from one place only, and that in no loop?
fn called_once(program: &Program, calling: &Calling, all: &[Parts<'_>]) -> SecondaryMap<Function, bool> {
    let mut times: SecondaryMap<Function, u32> = SecondaryMap::new();
    for parts in all {
        for (from, edge) in parts.edges() {
            let Some(node) = calling.entered(edge).node else { continue };
            let in_loop = parts.forest.innermost(from).is_some();
            match calling.function(program, node) {
                Some(function) => times[function] += if in_loop { 2 } else { 1 },
                None => {
                    for target in calling.graph().successors(node) {
                        times[Function::from_u32(*target)] += 2;
                    }
                }
            }
        }
    }
    let mut once = SecondaryMap::new();
    for (function, count) in times.iter() {
        once[function] = *count == 1;
    }
    once
}

/// A function with its loops.
struct Parts<'a> {
    program: &'a Program,
    calling: &'a Calling,
    graph: FunctionGraph,
    forest: LoopForest,
    /// By group of locations, where they start in the order of the function, and the end: first
    /// those in no loop, then those of each loop without its inner ones.
    start: Vec<u32>,
    /// By loop, the first loop behind it that is not inside it.
    behind: Vec<LoopId>,
}

/// The group of a node.
fn group(forest: &LoopForest, node: u32) -> usize {
    forest.innermost(node).map_or(0, |id| id as usize + 1)
}

impl<'a> Parts<'a> {
    fn new(program: &'a Program, calling: &'a Calling, graph: FunctionGraph) -> Parts<'a> {
        let forest = graph.loops();
        let mut start = vec![0; forest.len() + 2];
        for node in graph.graph.nodes() {
            start[group(&forest, node) + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        // Loops inside a loop follow it directly.
        let mut behind: Vec<LoopId> = (1..=forest.len() as LoopId).collect();
        for id in (0..forest.len()).rev() {
            if let Some(parent) = forest.get(id as LoopId).parent {
                behind[parent as usize] = behind[parent as usize].max(behind[id]);
            }
        }
        Parts { program, calling, graph, forest, start, behind }
    }

    /// The first place of the function in the order.
    fn first_place(&self) -> u32 {
        self.graph.location(0).as_u32()
    }

    /// The places of a loop in the order of the function.
    fn places(&self, id: LoopId) -> (u32, u32) {
        (self.start[id as usize + 1], self.start[self.behind[id as usize] as usize + 1])
    }

    /// What an edge adds to the measure of what contains it.
    fn measure(&self, edge: Edge) -> Measure {
        let op = &self.program.edges[edge].op;
        Measure {
            operations: usize::from(*op != Op::Nop),
            calls: self.calling.entered(edge).node.is_some(),
            loops: false,
            once: false,
            recursive: self.calling.leads_back(self.graph.function, edge),
        }
    }

    fn edges(&self) -> impl Iterator<Item = (u32, Edge)> + '_ {
        let edges = self.program.body(self.graph.function).into_iter().flat_map(|body| body.edge_ids());
        edges.map(|edge| (self.graph.node(self.program.edges[edge].from), edge))
    }

    fn of_function(&self) -> Measure {
        let all = self.edges().fold(Measure::default(), |all, (_, edge)| all.with(self.measure(edge)));
        let recursive = self.calling.is_recursive(self.graph.function);
        Measure { loops: !self.forest.is_empty(), recursive, ..all }
    }

    fn of_loops(&self) -> Vec<Measure> {
        let mut measures = vec![Measure::default(); self.forest.len()];
        for (node, edge) in self.edges() {
            if let Some(id) = self.forest.innermost(node) {
                measures[id as usize] = measures[id as usize].with(self.measure(edge));
            }
        }
        for id in (0..self.forest.len()).rev() {
            if let Some(parent) = self.forest.get(id as LoopId).parent {
                let inner = Measure { loops: true, ..measures[id] };
                measures[parent as usize] = measures[parent as usize].with(inner);
            }
        }
        measures
    }
}

impl Measure {
    /// Both together.
    fn with(self, other: Measure) -> Measure {
        Measure {
            operations: self.operations + other.operations,
            calls: self.calls | other.calls,
            loops: self.loops | other.loops,
            recursive: self.recursive | other.recursive,
            once: false,
        }
    }
}
