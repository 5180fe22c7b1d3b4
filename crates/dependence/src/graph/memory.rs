//! Dependence through memory: which writes may be seen by which reads.
//!
//! A load sees what was written to its region; the source of a copy is looked up by region for what
//! stores wrote, and by object for what other operations on ranges wrote, since nobody need load or
//! store there. Where few operations meet, each pair is looked at: do the offsets overlap, and for
//! plain variables, may the value survive until it is read ([`scalar`](super::scalar))? Where many
//! do, a hub stands between them, so that the graph stays linear in the program.
//!
//! An access depends on the allocation of its object through its pointer. That an object begins its
//! life, or its scope, changes what it holds; that it ends makes accesses invalid, which counts
//! only if validity does.

use super::DependenceOptions;
use super::nodes::Nodes;
use super::places::Places;
use super::scalar::Scalars;
use crate::object::{AbstractObject, ObjectId};
use crate::points_to::{Outside, PointsTo};
use crate::regions::{RegionId, Regions, Shape};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// Up to how many pairs an operation are looked at one by one.
const PAIRS: usize = 48;
/// The objects whose lives an access depends on are listed up to this number.
const LIVES: usize = 64;

/// What was found.
pub(crate) struct Flows {
    /// Pairs of a node and one that it depends on; numbers from that of the first hub on are hubs.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Number of hubs.
    pub(crate) hubs: u32,
    /// By region, what writes it.
    pub(crate) writers: Vec<Vec<Edge>>,
}

struct Memory<'a> {
    program: &'a Program,
    points_to: &'a dyn PointsTo,
    regions: &'a Regions,
    nodes: &'a Nodes,
    sites: FxHashMap<Site, Vec<ObjectId>>,
    places: FxHashMap<(Edge, bool), Places>,
    flows: Flows,
}

pub(crate) fn flows(
    program: &Program,
    points_to: &dyn PointsTo,
    regions: &Regions,
    nodes: &Nodes,
    options: &DependenceOptions,
) -> Flows {
    let mut sites: FxHashMap<Site, Vec<ObjectId>> = FxHashMap::default();
    for (id, data) in points_to.objects().iter() {
        if let AbstractObject::Site(site) | AbstractObject::Called(site, _) = data.object {
            sites.entry(site).or_default().push(id);
        }
    }
    let flows = Flows { pairs: Vec::new(), hubs: 0, writers: vec![Vec::new(); regions.len()] };
    let mut memory = Memory { program, points_to, regions, nodes, sites, places: FxHashMap::default(), flows };
    let mut readers: Vec<Vec<Edge>> = vec![Vec::new(); regions.len()];
    let (mut ranges, mut copies) = (Vec::new(), Vec::new());
    for (edge, data) in program.edges.iter() {
        if !points_to.reachable(program.function_of(data.from)) {
            continue;
        }
        match data.op {
            Op::Load { .. } => {
                if let Some(region) = regions.access(edge) {
                    readers[region.index()].push(edge);
                }
            }
            Op::Copy { .. } => {
                copies.push(edge);
                regions.read(edge).iter().for_each(|region| readers[region.index()].push(edge));
            }
            _ => {}
        }
        if matches!(data.op, Op::Free { .. }) {
            continue;
        }
        for region in regions.written(edge) {
            memory.flows.writers[region.index()].push(edge);
        }
        if memory.is_range(edge) {
            ranges.push(edge);
        }
    }
    let mut scalars = Scalars::new(program, points_to, regions, &memory.flows.writers);
    for (region, readers) in readers.iter().enumerate() {
        memory.region(RegionId::new(region), readers, &mut scalars);
    }
    memory.ranges(&ranges, &copies);
    if options.validity {
        memory.lives();
    }
    memory.flows
}

impl Memory<'_> {
    /// Does an operation write what need not be a cell that is loaded or stored?
    fn is_range(&self, edge: Edge) -> bool {
        match &self.program.edges[edge].op {
            Op::Copy { .. }
            | Op::Fill { .. }
            | Op::Havoc { .. }
            | Op::Allocate { .. }
            | Op::ScopeBegin { .. }
            | Op::VaStart { .. } => true,
            Op::Call { .. } => {
                self.points_to.outside() != Outside::Pure
                    && self.points_to.callees(edge).functions.iter().any(|f| self.program.body(*f).is_none())
            }
            _ => false,
        }
    }

    fn constant(&self, expr: ExprId) -> Option<u64> {
        match self.program.exprs.get(expr) {
            Expr::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Where an operation reads, or where it writes.
    fn find(&self, edge: Edge, reads: bool) -> Places {
        let (program, points_to) = (self.program, self.points_to);
        match &program.edges[edge].op {
            Op::Load { register, address } => {
                Places::of(points_to, *address, Some(program.registers[*register].ty.store_size(&program.layout)))
            }
            Op::Store { address, value } => {
                Places::of(points_to, *address, Some(program.exprs.ty(*value).store_size(&program.layout)))
            }
            Op::Copy { from, length, .. } if reads => Places::of(points_to, *from, self.constant(*length)),
            Op::Copy { to, length, .. } | Op::Fill { to, length, .. } | Op::Havoc { to, length } => {
                Places::of(points_to, *to, self.constant(*length))
            }
            Op::Allocate { site, .. } => Places::whole(self.sites.get(site).into_iter().flatten().copied()),
            Op::ScopeBegin { address } | Op::ScopeEnd { address } | Op::Free { address, .. } => {
                Places::objects_of(points_to, *address)
            }
            Op::VaStart { list } => {
                let function = program.function_of(program.edges[edge].from);
                let own = points_to.objects().id(AbstractObject::Arguments(function));
                Places::objects_of(points_to, *list).and(Places::whole(own))
            }
            Op::Call { arguments, .. } => match points_to.outside() {
                Outside::Pure => Places::default(),
                Outside::Everything => Places::anywhere(),
                Outside::Arguments => {
                    let pointers = arguments.iter().filter(|a| program.exprs.ty(**a) == Type::Ptr);
                    pointers.fold(Places::default(), |all, a| all.and(Places::objects_of(points_to, *a)))
                }
            },
            _ => Places::anywhere(),
        }
    }

    /// The same, found once.
    fn at(&mut self, edge: Edge, reads: bool) -> &Places {
        let reads = reads && matches!(self.program.edges[edge].op, Op::Copy { .. });
        if !self.places.contains_key(&(edge, reads)) {
            let found = self.find(edge, reads);
            self.places.insert((edge, reads), found);
        }
        &self.places[&(edge, reads)]
    }

    fn meet(&mut self, reader: Edge, writer: Edge) -> bool {
        self.at(reader, true);
        self.at(writer, false);
        let reads = matches!(self.program.edges[reader].op, Op::Copy { .. });
        self.places[&(reader, reads)].meet(&self.places[&(writer, false)])
    }

    fn hub(&mut self) -> u32 {
        self.flows.hubs += 1;
        (self.nodes.len() as u32) + self.flows.hubs - 1
    }

    fn add(&mut self, reader: Edge, on: u32) {
        self.flows.pairs.push((self.nodes.operation(reader), on));
    }

    /// All readers depend on all writers, except those that never meet.
    fn connect(&mut self, readers: &[Edge], writers: &[Edge]) {
        if readers.is_empty() || writers.is_empty() {
            return;
        }
        if readers.len() * writers.len() <= PAIRS * (readers.len() + writers.len()) {
            for reader in readers {
                for writer in writers {
                    if self.meet(*reader, *writer) {
                        self.add(*reader, self.nodes.operation(*writer));
                    }
                }
            }
            self.places.clear();
            return;
        }
        let hub = self.hub();
        for writer in writers {
            self.flows.pairs.push((hub, self.nodes.operation(*writer)));
        }
        readers.iter().for_each(|reader| self.add(*reader, hub));
    }

    /// The flow through a region.
    fn region(&mut self, region: RegionId, readers: &[Edge], scalars: &mut Scalars<'_>) {
        let writers = std::mem::take(&mut self.flows.writers[region.index()]);
        let mut rest = Vec::new();
        for reader in readers {
            let is_load = matches!(self.program.edges[*reader].op, Op::Load { .. });
            let near = if is_load && self.regions.get(region).shape == Shape::Scalar {
                scalars.reaching(region, *reader)
            } else {
                None
            };
            match near {
                Some(near) => near.into_iter().for_each(|writer| self.add(*reader, self.nodes.operation(writer))),
                None => rest.push(*reader),
            }
        }
        self.connect(&rest, &writers);
        self.flows.writers[region.index()] = writers;
    }

    /// The flow from operations on ranges to copies, by object.
    fn ranges(&mut self, writers: &[Edge], copies: &[Edge]) {
        let mut by_object: FxHashMap<ObjectId, (Vec<Edge>, Vec<Edge>)> = FxHashMap::default();
        let (mut anywhere, mut everywhere) = (Vec::new(), Vec::new());
        for copy in copies {
            let places = self.find(*copy, true);
            if places.is_exposed() {
                everywhere.push(*copy);
            }
            places.objects().for_each(|o| by_object.entry(o).or_default().1.push(*copy));
        }
        for writer in writers {
            let places = self.find(*writer, false);
            if places.is_exposed() {
                anywhere.push(*writer);
            }
            for object in places.objects() {
                if let Some((writers, _)) = by_object.get_mut(&object) {
                    writers.push(*writer);
                }
            }
        }
        let mut by_object: Vec<_> = by_object.into_iter().collect();
        by_object.sort_unstable_by_key(|(o, _)| *o);
        for (_, (mut writers, mut copies)) in by_object {
            writers.dedup();
            copies.dedup();
            self.connect(&copies, &writers);
        }
        self.connect(copies, &anywhere);
        self.connect(&everywhere, writers);
    }

    /// The life of an object ends, or its scope begins.
    fn ends(&mut self, hubs: &mut FxHashMap<ObjectId, u32>, object: ObjectId, node: u32) {
        let hub = *hubs.entry(object).or_insert_with(|| self.hub());
        self.flows.pairs.push((hub, node));
    }

    /// Accesses depend on what ends the lives of their objects, or begins their scopes.
    fn lives(&mut self) {
        let program = self.program;
        let mut hubs: FxHashMap<ObjectId, u32> = FxHashMap::default();
        let all = self.hub();
        let mut dynamic: FxHashMap<Function, Vec<ObjectId>> = FxHashMap::default();
        for data in program.edges.values() {
            if let Op::Allocate { site, kind: AllocationKind::Dynamic, .. } = data.op {
                let function = program.function_of(data.from);
                dynamic.entry(function).or_default().extend(self.sites.get(&site).into_iter().flatten());
            }
        }
        for (edge, data) in program.edges.iter() {
            let function = program.function_of(data.from);
            if !self.points_to.reachable(function) {
                continue;
            }
            let ended = match data.op {
                Op::Free { .. } | Op::ScopeEnd { .. } | Op::ScopeBegin { .. } => self.find(edge, false),
                Op::StackRestore { .. } => Places::whole(dynamic.get(&function).into_iter().flatten().copied()),
                _ => continue,
            };
            let node = self.nodes.operation(edge);
            self.flows.pairs.push((all, node));
            if ended.is_exposed() {
                // It may be any of them.
                let exposed: Vec<ObjectId> = self.points_to.exposed().to_vec();
                exposed.into_iter().for_each(|object| self.ends(&mut hubs, object, node));
            }
            ended.objects().for_each(|object| self.ends(&mut hubs, object, node));
        }
        for (edge, data) in program.edges.iter() {
            let sides: &[bool] = match data.op {
                Op::Load { .. } => &[true],
                Op::Store { .. } | Op::Fill { .. } | Op::Havoc { .. } | Op::Free { .. } => &[false],
                Op::Copy { .. } => &[true, false],
                _ => continue,
            };
            if !self.points_to.reachable(program.function_of(data.from)) {
                continue;
            }
            for reads in sides {
                let places = self.find(edge, *reads);
                if places.is_exposed() || places.objects().count() > LIVES {
                    self.add(edge, all);
                    continue;
                }
                places.objects().filter_map(|o| hubs.get(&o)).for_each(|hub| {
                    self.flows.pairs.push((self.nodes.operation(edge), *hub));
                });
            }
        }
    }
}
