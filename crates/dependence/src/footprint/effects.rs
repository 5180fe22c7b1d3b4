//! What single operations touch.

use super::pieces::Pieces;
use super::sets::{Set, Sets};
use super::storage::{Storage, Storages};
use super::{Access, KINDS};
use crate::calling::{Calling, Entered};
use crate::object::{AbstractObject, ObjectId};
use crate::points_to::{Outside, PointsTo};
use crate::regions::{RegionId, Regions};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// What is found out about operations, all of a part of the program together.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    /// Pieces by kind of access.
    pub(super) pieces: [Vec<u32>; KINDS],
    /// The same where many operations have a set in common.
    pub(super) shared: [Vec<Set>; KINDS],
    /// Sites of objects that are named by the call that is still to come.
    pub(super) pending: Vec<Site>,
    /// The calls and what they enter, if it has a body.
    pub(super) calls: Vec<(Edge, u32)>,
    /// May it do anything to anything?
    pub(super) everything: bool,
}

impl Gathered {
    fn add(&mut self, access: Access, pieces: impl IntoIterator<Item = u32>) {
        self.pieces[access as usize].extend(pieces);
    }

    fn share(&mut self, access: Access, set: Set) {
        let sets = &mut self.shared[access as usize];
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
}

/// Sets of exposed objects, which all operations by pointers from numbers have in common.
struct Exposed {
    /// All pieces.
    all: Set,
    /// The wholes.
    wholes: Set,
    /// The wholes of those on the heap.
    heap: Set,
    /// By region, what it has of them.
    in_region: FxHashMap<RegionId, Set>,
}

/// What is known of a program when its operations are looked at.
pub(super) struct Effects<'a> {
    program: &'a Program,
    points_to: &'a dyn PointsTo,
    regions: &'a Regions,
    calling: &'a Calling,
    storages: &'a Storages,
    pieces: &'a Pieces,
    exposed: Exposed,
    /// By expression, does it make a pointer from a number?
    from_number: Vec<bool>,
}

impl<'a> Effects<'a> {
    pub(super) fn new(
        program: &'a Program,
        (points_to, regions): (&'a dyn PointsTo, &'a Regions),
        (calling, storages): (&'a Calling, &'a Storages),
        pieces: &'a Pieces,
        sets: &mut Sets,
    ) -> Effects<'a> {
        let exposed = points_to.exposed();
        let all: Vec<u32> = exposed.iter().flat_map(|object| pieces.all(*object)).collect();
        let wholes: Vec<u32> = exposed.iter().map(|object| pieces.whole(*object)).collect();
        let on_heap = |object: &&ObjectId| storages.of(**object) == Storage::Heap;
        let heap: Vec<u32> = exposed.iter().filter(on_heap).map(|object| pieces.whole(*object)).collect();
        let mut by_region: FxHashMap<RegionId, Vec<u32>> = FxHashMap::default();
        for piece in &all {
            if let (_, Some(region)) = pieces.get(*piece) {
                by_region.entry(region).or_default().push(*piece);
            }
        }
        let in_region = by_region.into_iter().map(|(region, list)| (region, sets.of(&list))).collect();
        let exposed = Exposed { all: sets.of(&all), wholes: sets.of(&wholes), heap: sets.of(&heap), in_region };
        let from_number = from_number(program);
        Effects { program, points_to, regions, calling, storages, pieces, exposed, from_number }
    }

    /// Adds what an edge touches.
    pub(super) fn gather(&self, edge: Edge, to: &mut Gathered) {
        let op = &self.program.edges[edge].op;
        op.for_each_use(|expr| {
            // Which object such a pointer has depends on which are there.
            if self.from_number[expr.index()] {
                to.share(Access::Read, self.exposed.wholes);
            }
        });
        match op {
            Op::Load { address, .. } => self.cells(Access::Read, edge, *address, to),
            Op::Store { address, .. } => self.cells(Access::Write, edge, *address, to),
            Op::Copy { to: target, from, .. } => {
                self.range(Access::Read, self.regions.read(edge), *from, to);
                self.range(Access::Write, self.regions.written(edge), *target, to);
            }
            Op::Fill { to: target, .. } | Op::Havoc { to: target, .. } => {
                self.range(Access::Write, self.regions.written(edge), *target, to);
            }
            Op::ObjectSize { address, .. } => self.wholes(Access::Read, *address, to),
            Op::ScopeBegin { address } => self.objects(Access::Write, *address, to),
            Op::ScopeEnd { address } => {
                self.objects(Access::Write, *address, to);
                self.wholes(Access::Free, *address, to);
            }
            Op::Free { address, .. } => self.freed(*address, to),
            Op::StackRestore { .. } => {
                let dynamic = self.storages.dynamic(self.function_of(edge));
                to.add(Access::Free, dynamic.iter().map(|object| self.pieces.whole(*object)));
            }
            Op::Allocate { site, .. } => self.allocated(edge, *site, to),
            Op::VaStart { list } => self.variable_arguments(edge, *list, to),
            Op::Call { arguments, .. } => self.called(edge, arguments, to),
            // An execution that gets there is followed no further, and nobody says what it does.
            Op::Unsupported(_) => to.everything = true,
            Op::Nop
            | Op::Assign(_)
            | Op::Assume { .. }
            | Op::StackSave { .. }
            | Op::Return { .. }
            | Op::Input { .. }
            | Op::Output { .. }
            | Op::Violation(_)
            | Op::End { .. } => {}
        }
    }

    fn function_of(&self, edge: Edge) -> Function {
        self.program.function_of(self.program.edges[edge].from)
    }

    /// A load or store, which stays in one region. Without a region it is never executed validly.
    fn cells(&self, access: Access, edge: Edge, address: ExprId, to: &mut Gathered) {
        let Some(region) = self.regions.access(edge) else { return };
        let set = self.points_to.pointers(address);
        to.add(access, set.entries().iter().filter_map(|(object, _)| self.pieces.piece(*object, region)));
        if set.reaches_exposed()
            && let Some(shared) = self.exposed.in_region.get(&region)
        {
            to.share(access, *shared);
        }
    }

    /// A range of bytes, which touches some regions, and bytes that are in none.
    fn range(&self, access: Access, regions: &[RegionId], address: ExprId, to: &mut Gathered) {
        let set = self.points_to.pointers(address);
        for (object, _) in set.entries() {
            to.add(access, self.pieces.among(*object, regions));
        }
        if set.reaches_exposed() {
            to.share(access, self.exposed.all);
        }
    }

    /// All bytes of the objects that a pointer may point into.
    fn objects(&self, access: Access, address: ExprId, to: &mut Gathered) {
        let set = self.points_to.pointers(address);
        to.add(access, set.entries().iter().flat_map(|(object, _)| self.pieces.all(*object)));
        if set.reaches_exposed() {
            to.share(access, self.exposed.all);
        }
    }

    /// Whether they live, and how large they are.
    fn wholes(&self, access: Access, address: ExprId, to: &mut Gathered) {
        let set = self.points_to.pointers(address);
        to.add(access, set.entries().iter().map(|(object, _)| self.pieces.whole(*object)));
        if set.reaches_exposed() {
            to.share(access, self.exposed.wholes);
        }
    }

    /// The end of a life on the heap; elsewhere, freeing is a violation.
    fn freed(&self, address: ExprId, to: &mut Gathered) {
        let set = self.points_to.pointers(address);
        let on_heap = set.entries().iter().filter(|(object, _)| self.storages.of(*object) == Storage::Heap);
        to.add(Access::Free, on_heap.map(|(object, _)| self.pieces.whole(*object)));
        if set.reaches_exposed() {
            to.share(Access::Free, self.exposed.heap);
        }
    }

    fn allocated(&self, edge: Edge, site: Site, to: &mut Gathered) {
        let objects = self.storages.made_at(site);
        let on_heap = objects.iter().any(|object| self.storages.of(*object) == Storage::Heap);
        if on_heap && self.points_to.by_call(self.function_of(edge)) {
            to.pending.push(site);
        } else {
            to.add(Access::Allocate, objects.iter().map(|object| self.pieces.whole(*object)));
        }
    }

    /// The list is written, and the object with the arguments is made and filled.
    fn variable_arguments(&self, edge: Edge, list: ExprId, to: &mut Gathered) {
        self.objects(Access::Write, list, to);
        if let Some(object) = self.points_to.objects().id(AbstractObject::Arguments(self.function_of(edge))) {
            to.add(Access::Allocate, [self.pieces.whole(object)]);
            to.add(Access::Write, self.pieces.all(object));
        }
    }

    fn called(&self, edge: Edge, arguments: &[ExprId], to: &mut Gathered) {
        let Entered { node, external, unknown } = self.calling.entered(edge);
        to.calls.extend(node.map(|node| (edge, node)));
        to.everything |= unknown;
        if !external {
            return;
        }
        match self.points_to.outside() {
            Outside::Pure => {}
            Outside::Arguments => {
                for argument in arguments.iter().filter(|a| self.program.exprs.ty(**a) == Type::Ptr) {
                    self.objects(Access::Write, *argument, to);
                }
            }
            Outside::Everything => to.everything = true,
        }
    }

    /// The objects that arise at a site when this call enters from outside.
    pub(super) fn made_by(&self, site: Site, call: Edge) -> Option<u32> {
        let object = self.points_to.objects().id(AbstractObject::Called(site, call))?;
        Some(self.pieces.whole(object))
    }
}

/// By expression, does it make a pointer from a number that may be one of an object?
fn from_number(program: &Program) -> Vec<bool> {
    let mut known = vec![false; program.exprs.len()];
    for (id, expr, _) in program.exprs.iter() {
        let made = match expr {
            Expr::Cast(CastOp::IntToPtr, number) => program.exprs.get(number) != Expr::Const(0),
            _ => false,
        };
        known[id.index()] = made || program.exprs.operands(id).any(|operand| known[operand.index()]);
    }
    known
}
