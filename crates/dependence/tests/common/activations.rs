//! Follows the activations of an execution: what each does to objects that were there before it.

use adumbra_dependence::*;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_program::block::BlockId;
use adumbra_program::*;
use std::collections::{BTreeSet, HashMap};

/// What was compared.
#[derive(Default, Debug, Clone, Copy)]
pub struct Seen {
    pub activations: usize,
    pub loops: usize,
    /// Accesses to objects that were there before, by kind.
    pub accesses: [usize; 4],
    /// Those of them that were of an outer activation of a function that is open again.
    pub outer: usize,
}

impl Seen {
    pub fn add(&mut self, other: Seen) {
        self.activations += other.activations;
        self.loops += other.loops;
        self.outer += other.outer;
        self.accesses.iter_mut().zip(other.accesses).for_each(|(all, one)| *all += one);
    }
}

/// An object of the run.
#[derive(Clone, Copy, Debug)]
struct Known {
    name: AbstractObject,
    /// How many objects there were before it.
    born: u64,
    storage: Storage,
    ended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Storage {
    Fixed,
    Heap,
    Stack { depth: usize, dynamic: bool },
}

/// Some bytes of an object.
#[derive(Clone, Copy, Debug)]
struct Place {
    known: Known,
    offset: u64,
}

/// An open activation of a function with its open loops.
struct Frame {
    function: Function,
    /// How many objects there were when it was entered.
    born: u64,
    loops: Vec<(BlockId, u64)>,
}

/// Compares the accesses of a run with footprints.
pub struct Watcher<'a> {
    program: &'a Program,
    points_to: &'a dyn PointsTo,
    regions: &'a Regions,
    blocks: &'a Blocks,
    footprints: &'a Footprints,
    externals: Externals,
    calls: Vec<Edge>,
    frames: Vec<Frame>,
    objects: HashMap<u64, Known>,
    born: u64,
    /// The address of the load that comes next, which may overwrite what it is computed from.
    ahead: Option<(Edge, Option<Place>)>,
    pub seen: Seen,
}

impl<'a> Watcher<'a> {
    pub fn new(
        program: &'a Program,
        (points_to, regions): (&'a dyn PointsTo, &'a Regions),
        (blocks, footprints): (&'a Blocks, &'a Footprints),
        externals: Externals,
    ) -> Self {
        let frames = vec![Frame { function: program.entry, born: 1, loops: Vec::new() }];
        let (calls, objects) = (Vec::new(), HashMap::new());
        let (ahead, seen) = (None, Seen::default());
        Watcher {
            program,
            points_to,
            regions,
            blocks,
            footprints,
            externals,
            calls,
            frames,
            objects,
            born: 0,
            ahead,
            seen,
        }
    }

    fn place(&self, view: &View<'_>, address: ExprId) -> Option<Place> {
        let value = view.evaluate(address)?;
        let id = (value.low() >> 64) as u64;
        let object = view.memory().object(id)?;
        let fixed = |name| Known { name, born: 0, storage: Storage::Fixed, ended: false };
        let known = match object.origin() {
            ObjectOrigin::Global(g) => fixed(AbstractObject::Global(g)),
            ObjectOrigin::Function(_) => return None,
            _ => *self.objects.get(&id)?,
        };
        if let Storage::Stack { depth, .. } = known.storage
            && self.frames.get(depth).is_none_or(|frame| known.born < frame.born)
        {
            // Its activation has ended.
            return None;
        }
        let bits = self.program.layout.pointer_bits;
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        Some(Place { known, offset: (value.low() as u64).wrapping_sub(object.base()) & mask })
    }

    /// The footprints that have to have an access to an object, with what they are of.
    fn check(&mut self, edge: Edge, access: Access, known: Known, offset: u64, length: Option<u64>) {
        let Some(object) = self.points_to.objects().id(known.name) else { panic!("{known:?} has no number") };
        let regions = match length {
            Some(length) => self.regions.touched(known.name, offset, length),
            None => Vec::new(),
        };
        let covers = |footprint: Footprint<'_>| {
            footprint.may(access, object) && regions.iter().all(|region| footprint.may_in(access, object, *region))
        };
        let fails = |what: String| {
            let op = &self.program.edges[edge].op;
            let (name, depth) = (known.name.show(self.program), self.frames.len());
            panic!("{what}: {access:?} of {name}+{offset} by {edge} {op:?} at depth {depth} is not in its footprint")
        };
        let owner = match known.storage {
            Storage::Stack { depth, .. } => Some(self.frames[depth].function),
            Storage::Heap | Storage::Fixed => None,
        };
        for (depth, frame) in self.frames.iter().enumerate() {
            let name = &self.program.functions[frame.function].name;
            if known.born < frame.born || known.storage == Storage::Heap {
                self.seen.accesses[access as usize] += 1;
                self.seen.outer += usize::from(owner == Some(frame.function));
                if !covers(self.footprints.of_function(frame.function)) {
                    fails(format!("function {name} at depth {depth}"));
                }
                let block = self.blocks.block_of(self.program, frame.function);
                if block.is_some_and(|block| !covers(self.footprints.of_block(block))) {
                    fails(format!("block of {name} at depth {depth}"));
                }
            }
            for (block, born) in &frame.loops {
                let around = matches!(known.storage, Storage::Stack { depth: own, .. } if own <= depth);
                if known.born < *born || known.storage == Storage::Heap || around {
                    self.seen.accesses[access as usize] += 1;
                    if !covers(self.footprints.of_block(*block)) {
                        fails(format!("B{block} in {name} at depth {depth}"));
                    }
                }
            }
        }
    }

    fn check_at(&mut self, edge: Edge, access: Access, place: Option<Place>, length: u64) {
        if let Some(Place { known, offset }) = place.filter(|_| length > 0) {
            self.check(edge, access, known, offset, Some(length));
        }
    }

    fn check_whole(&mut self, edge: Edge, access: Access, place: Option<Place>) {
        if let Some(Place { known, .. }) = place {
            self.check(edge, access, known, 0, None);
        }
    }

    /// Something touches everything.
    fn check_everything(&mut self, edge: Edge) {
        for frame in &self.frames {
            let blocks = frame.loops.iter().map(|(block, _)| self.footprints.of_block(*block));
            let mut all = blocks.chain([self.footprints.of_function(frame.function)]);
            assert!(all.all(|footprint| footprint.is_everything()), "{edge} touches everything");
        }
    }

    /// Loops that are left are closed, one that is entered is opened.
    fn arrive(&mut self, at: Location) {
        let (blocks, born) = (self.blocks, self.born + 1);
        let Some(frame) = self.frames.last_mut() else { return };
        while let Some((block, _)) = frame.loops.last()
            && !blocks.contains(*block, at)
        {
            assert!(blocks.is_exit(*block, at), "B{block} is left at {at}, which is no exit");
            frame.loops.pop();
        }
        if let Some(block) = blocks.block_entered_at(at)
            && blocks.get(block).kind != BlockKind::Function
            && frame.loops.iter().all(|(open, _)| *open != block)
        {
            frame.loops.push((block, born));
            self.seen.loops += 1;
        }
        let expected = frame.loops.last().map(|(block, _)| *block);
        let innermost = blocks.innermost(at).filter(|id| blocks.get(*id).kind != BlockKind::Function);
        assert_eq!(innermost, expected, "at {at}");
    }

    fn name(&mut self, id: u64, name: AbstractObject, storage: Storage) -> Known {
        self.born += 1;
        let known = Known { name, born: self.born, storage, ended: false };
        self.objects.insert(id, known);
        known
    }

    fn allocated(&mut self, view: &View<'_>, edge: Edge, register: Register, kind: AllocationKind) {
        let Some(name) = self.points_to.allocated(edge, &self.calls) else { panic!("{edge} allocates nothing") };
        let Some(value) = view.register(register) else { return };
        let storage = match kind {
            AllocationKind::Heap | AllocationKind::ZeroedHeap => Storage::Heap,
            AllocationKind::Stack | AllocationKind::Dynamic => {
                Storage::Stack { depth: self.frames.len() - 1, dynamic: kind == AllocationKind::Dynamic }
            }
        };
        let known = self.name((value.low() >> 64) as u64, name, storage);
        self.check(edge, Access::Allocate, known, 0, None);
    }

    /// The object of variable arguments is made at the first list.
    fn arguments(&mut self, view: &View<'_>, edge: Edge, list: ExprId) {
        let function = self.program.function_of(self.program.edges[edge].from);
        let made: Vec<u64> = view
            .memory()
            .objects()
            .filter(|object| matches!(object.origin(), ObjectOrigin::Arguments(_)))
            .map(|object| object.id())
            .filter(|id| !self.objects.contains_key(id))
            .collect();
        for id in made {
            let storage = Storage::Stack { depth: self.frames.len() - 1, dynamic: false };
            let known = self.name(id, AbstractObject::Arguments(function), storage);
            self.check(edge, Access::Allocate, known, 0, None);
            self.check(edge, Access::Write, known, 0, None);
        }
        let place = self.place(view, list);
        self.check_whole(edge, Access::Write, place);
    }

    /// Dynamic objects that are not there any more have ended.
    fn restored(&mut self, view: &View<'_>, edge: Edge) {
        let gone = |id: u64| view.memory().object(id).is_none_or(|object| object.life() != Life::Live);
        let is_dynamic = |known: &Known| matches!(known.storage, Storage::Stack { dynamic: true, .. });
        let mut ended: Vec<Known> = Vec::new();
        for (id, known) in self.objects.iter_mut().filter(|(_, known)| is_dynamic(known) && !known.ended) {
            known.ended = gone(*id);
            ended.extend(Some(*known).filter(|known| known.ended));
        }
        for known in ended {
            self.check(edge, Access::Free, known, 0, None);
        }
    }

    fn called(&mut self, view: &View<'_>, edge: Edge, callee: Callee, arguments: &[ExprId]) {
        let function = match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(expr) => view.evaluate(expr).and_then(|value| {
                let object = view.memory().object((value.low() >> 64) as u64)?;
                match object.origin() {
                    ObjectOrigin::Function(f) if value.low() as u64 == object.base() => Some(f),
                    _ => None,
                }
            }),
        };
        let Some(function) = function else { return };
        if self.program.body(function).is_some() {
            self.calls.push(edge);
            self.frames.push(Frame { function, born: self.born + 1, loops: Vec::new() });
            self.seen.activations += 1;
            return;
        }
        match self.externals {
            Externals::Pure | Externals::Unknown => {}
            Externals::HavocAll => self.check_everything(edge),
            Externals::HavocArgs => {
                for argument in arguments.iter().filter(|a| self.program.exprs.ty(**a) == Type::Ptr) {
                    let place = self.place(view, *argument);
                    self.check_whole(edge, Access::Write, place);
                }
            }
        }
    }

    /// Evaluates the address of a load before it is executed.
    fn look_ahead(&mut self, view: &View<'_>, at: Location) {
        let mut out = self.program.out_edges(at);
        self.ahead = match (out.next(), out.next()) {
            (Some(edge), None) => match self.program.edges[edge].op {
                Op::Load { address, .. } => Some((edge, self.place(view, address))),
                _ => None,
            },
            _ => None,
        };
    }

    fn read_place(&mut self, view: &View<'_>, edge: Edge, register: Register, address: ExprId) -> Option<Place> {
        match self.ahead.take() {
            Some((ahead, place)) if ahead == edge => place,
            _ => {
                let mut used = BTreeSet::new();
                self.program.exprs.registers(address, &mut used);
                self.place(view, address).filter(|_| !used.contains(&register))
            }
        }
    }
}

impl Tracer for Watcher<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let data = &program.edges[edge];
        self.arrive(data.from);
        let length = |e: ExprId| view.evaluate(e).map_or(0, |v| v.low() as u64);
        match &data.op {
            Op::Load { register, address } => {
                let place = self.read_place(view, edge, *register, *address);
                self.check_at(edge, Access::Read, place, program.registers[*register].ty.store_size(&program.layout));
            }
            Op::Store { address, value } => {
                let size = program.exprs.ty(*value).store_size(&program.layout);
                self.check_at(edge, Access::Write, self.place(view, *address), size);
            }
            Op::Copy { to, from, length: n } => {
                self.check_at(edge, Access::Read, self.place(view, *from), length(*n));
                self.check_at(edge, Access::Write, self.place(view, *to), length(*n));
            }
            Op::Fill { to, length: n, .. } | Op::Havoc { to, length: n } => {
                self.check_at(edge, Access::Write, self.place(view, *to), length(*n));
            }
            Op::ObjectSize { address, .. } => self.check_whole(edge, Access::Read, self.place(view, *address)),
            Op::ScopeBegin { address } => self.check_whole(edge, Access::Write, self.place(view, *address)),
            Op::ScopeEnd { address } => self.check_whole(edge, Access::Free, self.place(view, *address)),
            Op::Free { address, .. } => self.check_whole(edge, Access::Free, self.place(view, *address)),
            Op::Allocate { register, kind, .. } => self.allocated(view, edge, *register, *kind),
            Op::VaStart { list } => self.arguments(view, edge, *list),
            Op::StackRestore { .. } => self.restored(view, edge),
            Op::Call { callee, arguments, .. } => self.called(view, edge, *callee, arguments),
            Op::Return { .. } => {
                self.arrive(data.to);
                self.frames.pop();
                self.calls.pop();
            }
            _ => {}
        }
        if !matches!(data.op, Op::Call { .. } | Op::Return { .. }) {
            self.look_ahead(view, data.to);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.look_ahead(view, self.program.edges[edge].to);
    }
}

/// Follows one run of a program under an analysis and a partition.
pub fn watch(
    program: &Program,
    points_to: &dyn PointsTo,
    partition: Partition,
    (seed, externals, steps): (Option<u64>, Externals, u64),
) -> Seen {
    let regions = Regions::new(program, points_to);
    let blocks = Blocks::new(program, points_to, partition);
    let footprints = Footprints::new(program, points_to, &regions, &blocks);
    let options = Options { max_steps: steps, max_frames: 300, externals, ..Options::new(program.property.clone()) };
    let mut watcher = Watcher::new(program, (points_to, &regions), (&blocks, &footprints), externals);
    let mut environment = Seeded::new(seed, &["program", "one"], Captured::default());
    Interpreter::new(program, options).run(&mut environment, Some(&mut watcher));
    watcher.seen
}

/// Follows runs of a program: what functions without a body do, analysis and partition change from
/// run to run.
pub fn watch_all(program: &Program, seeds: &[Option<u64>], steps: u64) -> Seen {
    let mut total = Seen::default();
    for (i, seed) in seeds.iter().enumerate() {
        let (outside, externals) = match i % 3 {
            0 => (Outside::Pure, Externals::Pure),
            1 => (Outside::Everything, Externals::HavocAll),
            _ => (Outside::Arguments, Externals::HavocArgs),
        };
        let (andersen, trivial) = (Andersen::new(program, outside), Trivial::new(program, outside));
        let analyses: [&dyn PointsTo; 2] = [&andersen, &trivial];
        for (k, points_to) in analyses.into_iter().enumerate() {
            let partition = Partition::NAMES[(i + k + 2) % 4].0;
            total.add(watch(program, points_to, partition, (*seed, externals, steps)));
        }
    }
    total
}
