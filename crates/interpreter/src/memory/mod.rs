//! Byte-precise memory.
//!
//! A pointer in a register is an address in the low 64 bits and an [`ObjectId`] in the high ones.
//! Every access names its object by the id, an index into a table; addresses matter only for
//! comparisons and for integers turned into pointers, which reach exposed objects.
//!
//! **Invariant:** live objects are disjoint with gaps, so one past the end of an object is not in
//! another one.

mod access;
mod layout;
mod mask;
mod object;
mod provenance;
mod reach;

pub use layout::end_of_addresses;
pub use object::{Life, Object, ObjectId, ObjectKey, ObjectOrigin};

use adumbra_program::{DataModel, Global, Position, Site, Violation};
use adumbra_stop::spend;
use layout::AddressSpace;
use mask::Mask;
use object::Definedness;
use provenance::Provenance;
use std::collections::{BTreeMap, VecDeque};

/// The work of making an object, and how many of its bytes are one more.
const ALLOCATE: u64 = 400;
const BYTES: u64 = 16;

/// Why an access is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which rule it breaks.
    pub kind: Violation,
    /// The pointer.
    pub pointer: u128,
    /// Number of bytes.
    pub length: u64,
}

/// Why memory could not do what was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The access is not valid.
    Fault(Fault),
    /// The script does not say what an uninitialised byte is.
    Undetermined(String),
    /// The memory limit is reached.
    Exhausted,
    /// The script asks for an impossible base.
    BadBase(String),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

/// Supplies the values of uninitialised bytes when they are first read.
pub(crate) trait Chooser {
    /// The value of the byte.
    fn byte(&mut self, object: &Object, offset: u64) -> Result<u8, String>;
}

/// No object lies below this address.
pub const LOWEST_ADDRESS: u64 = 0x1_0000;

/// Dead heap objects whose description is kept before their places in the table are used again.
const REMEMBERED_HEAP: usize = 1 << 16;

/// The same for stack objects. Fewer, so that calls in a loop stay within the cache.
const REMEMBERED_STACK: usize = 1 << 6;

/// Size up to which the buffer of a dead object is kept for the next object in its place.
const KEPT_BUFFER: usize = 256;

/// Marks the object of a pointer that an integer became where one exposed object ends and another
/// begins: it belongs to the second, or to the first, until arithmetic decides.
pub(crate) const EITHER: ObjectId = 1 << 63;

/// The object id in a pointer; if it may be one of two, that of the object which begins there.
#[inline(always)]
pub(crate) fn id_of(pointer: u128) -> ObjectId {
    (pointer >> 64) as u64 & !EITHER
}

/// The object id in a pointer as it is kept in memory.
#[inline(always)]
pub(crate) fn origin_of(pointer: u128) -> ObjectId {
    (pointer >> 64) as u64
}

/// The pointer to an address in an object.
pub(crate) fn pointer_to(id: ObjectId, address: u64) -> u128 {
    u128::from(id) << 64 | u128::from(address)
}

/// The memory of a run.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
    exposed: BTreeMap<u64, ObjectId>,
    dead_stack: VecDeque<u32>,
    dead_heap: VecDeque<u32>,
    space: AddressSpace,
    /// Objects at bases that a script chose.
    placed: Vec<ObjectId>,
    live_bytes: u64,
    limit: u64,
    pointer_size: usize,
    track_defined: bool,
    /// The constants, and whether they are literals, which may share bytes with any.
    constants: BTreeMap<Global, bool>,
    /// Was a byte read that an external function may have written?
    pub(crate) havocked_read: bool,
}

/// What a new object is to be.
pub(crate) struct Request {
    pub(crate) origin: ObjectOrigin,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) base: Option<u64>,
    pub(crate) contents: Contents,
}

/// What a new object contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// It cannot be accessed.
    Nothing,
    /// Zeros.
    Zero,
    /// Anything.
    Indeterminate,
}

impl Memory {
    /// An empty memory for a data model, with a limit in bytes.
    pub(crate) fn new(model: DataModel, limit: u64, track_defined: bool) -> Self {
        let none = Object {
            live: ObjectId::MAX,
            base: 0,
            bytes: Vec::new(),
            plain: false,
            writable: false,
            life: Life::Returned,
            exposed: false,
            havocked: false,
            epoch: 0,
            id: 0,
            size: 0,
            origin: ObjectOrigin::Heap { site: Site::from_u32(0), number: 0 },
            made_at: None,
            initialised: None,
            provenance: None,
            defined: Definedness::All,
        };
        Memory {
            objects: vec![none],
            exposed: BTreeMap::new(),
            dead_stack: VecDeque::new(),
            dead_heap: VecDeque::new(),
            space: AddressSpace::new(model),
            placed: Vec::new(),
            live_bytes: 0,
            limit,
            pointer_size: if model == DataModel::Ilp32 { 4 } else { 8 },
            track_defined,
            constants: BTreeMap::new(),
            havocked_read: false,
        }
    }

    /// Number of bytes in live objects.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// The object with this id, dead or alive, as long as its place in the table was not used
    /// again.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id as u32 as usize).filter(|o| o.id == id & !EITHER && id != 0)
    }

    /// All objects that are still described, in no particular order.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().skip(1)
    }

    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id as u32 as usize).filter(|o| o.id == id && id != 0)
    }

    /// The stack's address, to be given back to [`Memory::unwind`].
    pub(crate) fn stack_top(&self) -> u64 {
        self.space.stack_top()
    }

    /// Frees the addresses of stack objects that have died.
    pub(crate) fn unwind(&mut self, top: u64) {
        self.space.unwind(top);
    }

    /// Creates an object.
    pub(crate) fn allocate(&mut self, request: Request) -> Result<ObjectId, Trouble> {
        spend(ALLOCATE + request.size / BYTES);
        let Request { origin, size, align, base, contents } = request;
        let accessible = contents != Contents::Nothing;
        let total = self.live_bytes.checked_add(size).filter(|t| *t <= self.limit);
        let (Some(total), Ok(length)) = (total, usize::try_from(size)) else {
            return Err(Trouble::Exhausted);
        };
        let chosen = base.is_some();
        let base = match base {
            Some(base) => self.check_base(origin, base, size, align)?,
            None => self.find_base(origin, size, align)?,
        };
        let zeroed = contents == Contents::Zero;
        let unset = contents == Contents::Indeterminate && size > 0;
        let (queue, remembered) = if origin.is_heap() {
            (&mut self.dead_heap, REMEMBERED_HEAP)
        } else {
            (&mut self.dead_stack, REMEMBERED_STACK)
        };
        let reused = if queue.len() > remembered { queue.pop_front() } else { None };
        let index = match reused {
            Some(index) => index as usize,
            None => self.objects.len(),
        };
        let defined = if unset && self.track_defined { Definedness::Nothing } else { Definedness::All };
        let initialised = unset.then(|| Mask::unset(length));
        let id = match self.objects.get_mut(index) {
            Some(object) => {
                if object.exposed && self.exposed.get(&object.base) == Some(&object.id) {
                    self.exposed.remove(&object.base);
                }
                object.id += 1 << 32;
                object.live = if accessible { object.id } else { 0 };
                object.base = base;
                if length <= object.bytes.capacity() {
                    object.bytes.clear();
                    object.bytes.resize(length, 0);
                } else {
                    // Zeros that cost nothing until they are touched.
                    object.bytes = vec![0; length];
                }
                object.plain = zeroed || size == 0;
                object.writable = accessible;
                object.life = Life::Live;
                object.exposed = false;
                object.havocked = false;
                object.epoch = 0;
                object.size = size;
                object.origin = origin;
                object.made_at = None;
                object.initialised = initialised;
                object.defined = defined;
                object.id
            }
            None => {
                let id = index as u64 | 1 << 32;
                self.objects.push(Object {
                    live: if accessible { id } else { 0 },
                    base,
                    bytes: if accessible { vec![0; length] } else { Vec::new() },
                    plain: zeroed || size == 0,
                    writable: accessible,
                    life: Life::Live,
                    exposed: false,
                    havocked: false,
                    epoch: 0,
                    id,
                    size,
                    origin,
                    made_at: None,
                    initialised,
                    provenance: None,
                    defined,
                });
                id
            }
        };
        self.live_bytes = total;
        if chosen {
            self.placed.push(id);
        }
        Ok(id)
    }

    fn find_base(&mut self, origin: ObjectOrigin, size: u64, align: u64) -> Result<u64, Trouble> {
        loop {
            let base = match origin {
                ObjectOrigin::Function(_) | ObjectOrigin::Global(_) => self.space.fixed(size, align),
                ObjectOrigin::Heap { .. } => self.space.heap(size, align),
                ObjectOrigin::Stack { .. } | ObjectOrigin::Arguments(_) => self.space.stack(size, align),
            }
            .ok_or(Trouble::Exhausted)?;
            if self.placed.is_empty() || !self.placed.iter().any(|id| self.meets(*id, origin, base, size)) {
                return Ok(base);
            }
        }
    }

    /// The constants, and whether they are literals: whoever says where they are looks after what
    /// they have where they share bytes.
    pub(crate) fn set_constants(&mut self, constants: BTreeMap<Global, bool>) {
        self.constants = constants;
    }

    /// May two objects share bytes, if these are equal?
    fn may_share(&self, a: ObjectOrigin, b: ObjectOrigin) -> bool {
        let literal = |origin| match origin {
            ObjectOrigin::Global(global) => self.constants.get(&global).copied(),
            _ => None,
        };
        matches!((literal(a), literal(b)), (Some(one), Some(other)) if one || other)
    }

    /// Would an object there share a byte with another? Each takes one at least; where one ends
    /// another may begin.
    fn meets(&self, id: ObjectId, origin: ObjectOrigin, base: u64, size: u64) -> bool {
        self.object(id).is_some_and(|o| {
            matches!(o.life, Life::Live | Life::OutOfScope)
                && !self.may_share(origin, o.origin)
                && base < o.base + o.size.max(1)
                && o.base < base + size.max(1)
        })
    }

    fn check_base(&self, origin: ObjectOrigin, base: u64, size: u64, align: u64) -> Result<u64, Trouble> {
        let reason = if base < LOWEST_ADDRESS {
            "lies in the lowest 64 KiB, where no object is"
        } else if !base.is_multiple_of(align) {
            "is not aligned"
        } else if base.checked_add(size.max(1)).is_none_or(|end| end > self.space.end()) {
            "does not fit into the address space, of which the last part is empty"
        } else if self.objects.iter().skip(1).any(|o| self.meets(o.id, origin, base, size)) {
            "overlaps another object"
        } else {
            return Ok(base);
        };
        Err(Trouble::BadBase(format!("the base {base:#x} {reason}")))
    }

    /// Notes where the user's code asked for an object.
    pub(crate) fn made_at(&mut self, id: ObjectId, position: Option<Position>) {
        if let Some(object) = self.object_mut(id) {
            object.made_at = position;
        }
    }

    /// Ends the life of an object for good and drops its bytes. Returns its size if it was alive.
    pub(crate) fn kill(&mut self, id: ObjectId, life: Life) -> u64 {
        let Some(object) = self.object_mut(id) else { return 0 };
        if matches!(object.life, Life::Freed | Life::Returned) {
            return 0;
        }
        object.live = 0;
        object.life = life;
        if object.bytes.capacity() > KEPT_BUFFER {
            object.bytes = Vec::new();
        } else {
            object.bytes.clear();
        }
        object.initialised = None;
        object.provenance = None;
        object.defined = Definedness::All;
        let (size, base, heap) = (object.size, object.base, object.origin.is_heap());
        self.live_bytes -= size;
        if heap {
            self.space.release(base);
            self.dead_heap.push_back(id as u32);
        } else {
            self.dead_stack.push_back(id as u32);
        }
        if !self.placed.is_empty() {
            self.placed.retain(|p| *p != id);
        }
        size
    }

    /// Marks an object as constant.
    pub(crate) fn make_constant(&mut self, id: ObjectId) {
        if let Some(object) = self.object_mut(id) {
            object.writable = false;
        }
    }

    /// Integers may from now on be turned into pointers to the object.
    pub(crate) fn expose(&mut self, id: ObjectId) {
        let Some(object) = self.objects.get_mut(id as u32 as usize) else { return };
        if object.id != id & !EITHER || object.exposed || id == 0 {
            return;
        }
        object.exposed = true;
        let (base, size) = (object.base, object.size.max(1));
        let stale: Vec<u64> = self.exposed.range(base..base.saturating_add(size)).map(|(b, _)| *b).collect();
        for b in stale {
            self.exposed.remove(&b);
        }
        self.exposed.insert(base, id & !EITHER);
    }

    /// The pointer that an address becomes: into the exposed object that holds it, or into none.
    pub(crate) fn pointer_from_address(&self, address: u64) -> u128 {
        let found = self.exposed.range(..=address).next_back().and_then(|(_, id)| self.object(*id));
        match found {
            Some(o) if address == o.base && self.ends_at(address).is_some() => pointer_to(o.id | EITHER, address),
            Some(o) if address - o.base <= o.size => pointer_to(o.id, address),
            _ => pointer_to(0, address),
        }
    }

    /// The exposed object of which an address is the end.
    fn ends_at(&self, address: u64) -> Option<&Object> {
        let below = self.exposed.range(..address).next_back().and_then(|(_, id)| self.object(*id));
        below.filter(|o| o.size > 0 && o.base + o.size == address)
    }

    /// The object of a pointer that has moved to another address. If it could be one of two, the
    /// one in whose direction it moved.
    pub(crate) fn decided(&self, pointer: u128, address: u64) -> ObjectId {
        let origin = origin_of(pointer);
        if origin & EITHER == 0 || address == pointer as u64 {
            return origin;
        }
        let second = origin & !EITHER;
        let back = address.wrapping_sub(pointer as u64) as i64;
        let back = if self.pointer_size == 4 { i64::from(back as i32) } else { back };
        if back > 0 { second } else { self.ends_at(pointer as u64).map_or(second, |o| o.id) }
    }

    /// The exposed objects.
    pub(crate) fn exposed_objects(&self) -> impl Iterator<Item = &Object> {
        self.exposed.values().filter_map(|id| self.object(*id))
    }

    /// The scope of a stack object begins: its contents become indeterminate.
    pub(crate) fn begin_scope(&mut self, id: ObjectId) {
        let track = self.track_defined;
        let Some(object) = self.object_mut(id) else { return };
        if matches!(object.life, Life::Freed | Life::Returned) {
            return;
        }
        object.life = Life::Live;
        object.live = id;
        let size = object.bytes.len();
        object.epoch += 1;
        object.provenance = None;
        object.initialised = (size > 0).then(|| Mask::unset(size));
        object.defined = if track && size > 0 { Definedness::Nothing } else { Definedness::All };
        object.refresh();
    }

    /// The scope of a stack object ends.
    pub(crate) fn end_scope(&mut self, id: ObjectId) {
        if let Some(object) = self.object_mut(id)
            && object.life == Life::Live
        {
            object.life = Life::OutOfScope;
            object.live = 0;
        }
    }

    /// Makes bytes arbitrary, as an external function might.
    pub(crate) fn havoc(&mut self, id: ObjectId, offset: usize, length: usize) {
        let Some(index) = self.object(id).map(|_| id as u32 as usize) else { return };
        self.clear_pointers(index, offset, length);
        let object = &mut self.objects[index];
        let size = object.bytes.len();
        object.defined.set(size, offset, length, None);
        object.initialised.get_or_insert_with(|| Mask::full(size)).clear(offset, length);
        object.epoch += 1;
        object.havocked = true;
        object.refresh();
    }

    /// Forgets the pointers in a range; what they pointed to is exposed if only a part of the
    /// pointer goes.
    fn clear_pointers(&mut self, index: usize, offset: usize, length: usize) {
        let Some(provenance) = &mut self.objects[index].provenance else { return };
        let mut cut = Vec::new();
        provenance.clear(offset, length, |id| cut.push(id));
        for id in cut {
            self.expose(id);
        }
    }

    fn add_pointer(&mut self, index: usize, offset: usize, id: ObjectId) {
        let size = self.pointer_size;
        let object = &mut self.objects[index];
        let length = object.bytes.len();
        object.provenance.get_or_insert_with(|| Box::new(Provenance::new(length, size))).set(offset, id);
        object.plain = false;
    }
}
