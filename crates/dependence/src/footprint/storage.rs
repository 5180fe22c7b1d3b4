//! Where objects are: in an activation, on the heap, or there from the start; and which objects of
//! an activation no other activation of its group can get at.

use crate::calling::Calling;
use crate::object::{AbstractObject, ObjectId};
use crate::points_to::PointsTo;
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// In an activation of a function, with which it ends at the latest.
    Activation(Function),
    /// On the heap.
    Heap,
    /// It is there from the start, or it is no object of executions.
    Fixed,
}

/// Where all objects are.
pub(super) struct Storages {
    of: Vec<Storage>,
    /// The objects of each site.
    sites: FxHashMap<Site, Vec<ObjectId>>,
    /// By function, the objects of its activations.
    own: FxHashMap<Function, Vec<ObjectId>>,
    /// By function, those of them that a stack restore may end.
    dynamic: FxHashMap<Function, Vec<ObjectId>>,
}

impl Storages {
    pub(super) fn new(program: &Program, points_to: &dyn PointsTo) -> Storages {
        let made = made_at(program);
        let mut all = Storages {
            of: Vec::new(),
            sites: FxHashMap::default(),
            own: FxHashMap::default(),
            dynamic: FxHashMap::default(),
        };
        for (id, data) in points_to.objects().iter() {
            let storage = match data.object {
                AbstractObject::Site(site) | AbstractObject::Called(site, _) => {
                    all.sites.entry(site).or_default().push(id);
                    made.get(&site).map_or(Storage::Heap, |made| made.storage)
                }
                AbstractObject::Arguments(function) => Storage::Activation(function),
                AbstractObject::Global(_) | AbstractObject::Function(_) | AbstractObject::Copied(_) => Storage::Fixed,
            };
            all.of.push(storage);
            if let Storage::Activation(function) = storage {
                all.own.entry(function).or_default().push(id);
                if let AbstractObject::Site(site) | AbstractObject::Called(site, _) = data.object
                    && made.get(&site).is_some_and(|made| made.dynamic)
                {
                    all.dynamic.entry(function).or_default().push(id);
                }
            }
        }
        all
    }

    /// Where an object is.
    pub(super) fn of(&self, object: ObjectId) -> Storage {
        self.of[object.index()]
    }

    /// The objects of a site.
    pub(super) fn made_at(&self, site: Site) -> &[ObjectId] {
        self.sites.get(&site).map_or(&[], Vec::as_slice)
    }

    /// The objects of activations of a function.
    pub(super) fn own(&self, function: Function) -> &[ObjectId] {
        self.own.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Those of them that a stack restore may end.
    pub(super) fn dynamic(&self, function: Function) -> &[ObjectId] {
        self.dynamic.get(&function).map_or(&[], Vec::as_slice)
    }
}

/// What a site makes.
struct Made {
    storage: Storage,
    dynamic: bool,
}

/// What the allocations of each site make. Where they disagree it is taken for memory of the heap,
/// which nobody leaves out.
fn made_at(program: &Program) -> FxHashMap<Site, Made> {
    let mut made: FxHashMap<Site, Made> = FxHashMap::default();
    for data in program.edges.values() {
        let Op::Allocate { site, kind, .. } = data.op else { continue };
        let storage = match kind {
            AllocationKind::Stack | AllocationKind::Dynamic => Storage::Activation(program.function_of(data.from)),
            AllocationKind::Heap | AllocationKind::ZeroedHeap => Storage::Heap,
        };
        let known = made.entry(site).or_insert(Made { storage, dynamic: false });
        known.dynamic |= kind == AllocationKind::Dynamic;
        if known.storage != storage {
            known.storage = Storage::Heap;
        }
    }
    made
}

/// The objects of activations of recursive functions that no other activation of the same group of
/// functions can get at, as long as they live.
///
/// Say an activation *a* of a function of the group makes the object, and *b* is another one of the
/// group that is open at the same time, further in. All calls on the way from *a* to *b* are calls
/// within the group. So *b* has a pointer to the object of *a* only if such a call passes one, if
/// it is found in memory, or if it is made from a number. The object is private if none is: its
/// address has not become a number, no call within the group is handed it, and it is stored only
/// where *b* cannot look:
///
/// - in private objects of the group;
/// - in objects of activations of functions that do not lead to the group. While the object lives,
///   such an activation is further in than *a*, and it ends before *a* calls anyone else.
///
/// Objects that are stored in each other stay private together, so this is a greatest fixpoint.
pub(super) fn private(
    program: &Program,
    points_to: &dyn PointsTo,
    calling: &Calling,
    storages: &Storages,
) -> FxHashSet<ObjectId> {
    let exposed: FxHashSet<ObjectId> = points_to.exposed().iter().copied().collect();
    let mut private: FxHashSet<ObjectId> = program
        .functions
        .keys()
        .filter(|function| calling.is_recursive(*function))
        .flat_map(|function| storages.own(function).iter().copied())
        .filter(|object| !exposed.contains(object))
        .collect();
    if private.is_empty() {
        return private;
    }
    let group = |function: Function| calling.components().of(function.as_u32());
    for (function, _, body) in program.defined_functions().filter(|(f, ..)| calling.is_recursive(*f)) {
        for call in body.edge_ids().filter(|call| calling.leads_back(function, *call)) {
            let Op::Call { arguments, .. } = &program.edges[call].op else { continue };
            for argument in arguments.iter().filter(|a| program.exprs.ty(**a) == Type::Ptr) {
                for (object, _) in points_to.pointers(*argument).entries() {
                    private.remove(object);
                }
            }
        }
    }
    let mut inside: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
    let mut work: Vec<ObjectId> = Vec::new();
    for (holder, data) in points_to.objects().iter() {
        let of_activation = match storages.of(holder) {
            Storage::Activation(function) => Some(group(function)),
            Storage::Fixed if matches!(data.object, AbstractObject::Copied(_)) => continue,
            Storage::Fixed | Storage::Heap => None,
        };
        for object in points_to.stored(holder).iter().filter(|object| private.contains(object)) {
            let Storage::Activation(function) = storages.of(*object) else { continue };
            match of_activation {
                Some(holding) if holding < group(function) => {}
                Some(holding) if holding == group(function) => inside.entry(holder).or_default().push(*object),
                _ => work.push(*object),
            }
        }
    }
    work.extend(inside.keys().filter(|holder| !private.contains(holder)).flat_map(|holder| &inside[holder]).copied());
    while let Some(object) = work.pop() {
        if private.remove(&object) {
            work.extend(inside.get(&object).into_iter().flatten().copied());
        }
    }
    private
}
