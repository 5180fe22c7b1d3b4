//! Objects: what an allocation creates.

use super::mask::Mask;
use super::provenance::Provenance;
use adumbra_program::{Function, Global, Position, Program, Site};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Names an object of a run; 0 names none. Ids are never used again. The low half is the object's
/// place in the table.
pub type ObjectId = u64;

/// What an object is, by a name that is the same in the promoted and the unpromoted form of a
/// program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectKey {
    /// A global, by its linker name.
    Global(String),
    /// A function, by its linker name.
    Function(String),
    /// A local variable or dynamic stack memory: the n-th object of a site.
    Stack {
        /// The site.
        site: u32,
        /// How many objects of this site were created before.
        occurrence: u64,
    },
    /// The n-th heap allocation of the run.
    Heap(u64),
    /// The variable arguments of an activation: the n-th such object of the run.
    Arguments(u64),
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectKey::Global(name) | ObjectKey::Function(name) => f.write_str(name),
            ObjectKey::Stack { site, occurrence } => write!(f, "s{site}#{occurrence}"),
            ObjectKey::Heap(n) => write!(f, "heap#{n}"),
            ObjectKey::Arguments(n) => write!(f, "arguments#{n}"),
        }
    }
}

/// What an object is, in compact form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectOrigin {
    /// A global.
    Global(Global),
    /// A function: it has an address and no bytes.
    Function(Function),
    /// A local variable or dynamic stack memory.
    Stack {
        /// The site.
        site: Site,
        /// How many objects of this site were created before.
        occurrence: u64,
        /// Does it die at a stack restore?
        dynamic: bool,
    },
    /// Heap memory.
    Heap {
        /// The site.
        site: Site,
        /// How many heap objects were created before.
        number: u64,
    },
    /// The variable arguments of an activation.
    Arguments(u64),
}

impl ObjectOrigin {
    /// The name of the object in scripts.
    pub fn key(self, program: &Program) -> ObjectKey {
        match self {
            ObjectOrigin::Global(g) => ObjectKey::Global(program.globals[g].name.clone()),
            ObjectOrigin::Function(f) => ObjectKey::Function(program.functions[f].name.clone()),
            ObjectOrigin::Stack { site, occurrence, .. } => ObjectKey::Stack { site: site.as_u32(), occurrence },
            ObjectOrigin::Heap { number, .. } => ObjectKey::Heap(number),
            ObjectOrigin::Arguments(n) => ObjectKey::Arguments(n),
        }
    }

    /// What a user calls the object: its C name if it has one.
    pub fn describe(self, program: &Program) -> String {
        let site_name = |site: Site| program.sites[site].variable.as_ref().map(|v| v.name.clone());
        match self {
            ObjectOrigin::Global(g) => {
                let data = &program.globals[g];
                data.variable.as_ref().map_or_else(|| data.name.clone(), |v| v.name.clone())
            }
            ObjectOrigin::Function(f) => program.functions[f].name.clone(),
            ObjectOrigin::Stack { site, occurrence, .. } => {
                site_name(site).unwrap_or_else(|| format!("local#{}.{occurrence}", site.as_u32()))
            }
            ObjectOrigin::Heap { number, .. } => format!("heap#{number}"),
            ObjectOrigin::Arguments(n) => format!("arguments#{n}"),
        }
    }

    /// Was it made by `malloc` or its kin?
    pub fn is_heap(self) -> bool {
        matches!(self, ObjectOrigin::Heap { .. })
    }
}

/// May an object be accessed, and if not, why?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may be accessed.
    Live,
    /// It was freed.
    Freed,
    /// Its scope has ended and may begin again.
    OutOfScope,
    /// Its activation has returned, or the stack was restored.
    Returned,
}

/// An object. Bytes are machine bytes; where they are a pointer, the provenance says to what.
#[derive(Clone, Debug)]
pub struct Object {
    /// The id while the object may be accessed, else 0.
    pub(crate) live: ObjectId,
    pub(crate) base: u64,
    pub(crate) bytes: Vec<u8>,
    /// No byte lacks a value, is tainted or part of a pointer.
    pub(crate) plain: bool,
    pub(crate) writable: bool,
    pub(crate) life: Life,
    pub(crate) exposed: bool,
    pub(crate) havocked: bool,
    pub(crate) epoch: u32,
    pub(crate) id: ObjectId,
    pub(crate) size: u64,
    pub(crate) origin: ObjectOrigin,
    /// Of heap memory, where the user's code asked for it.
    pub(crate) made_at: Option<Position>,
    /// Absent if every byte has a value.
    pub(crate) initialised: Option<Mask>,
    /// Absent if no pointers are stored in it.
    pub(crate) provenance: Option<Box<Provenance>>,
    /// Which bits are determined. Only kept for the branch monitor.
    pub(crate) defined: Definedness,
}

/// Which bits of an object do not depend on indeterminate values.
#[derive(Clone, Debug)]
pub(crate) enum Definedness {
    /// All.
    All,
    /// None: a new object.
    Nothing,
    /// Some.
    Some(Box<Defined>),
}

/// One bit a bit, 1 where the value is determined.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub(crate) bits: Vec<u8>,
    /// Bytes with a bit that is not determined.
    pub(crate) incomplete: usize,
}

impl Definedness {
    /// Are all bits of the range determined?
    pub(crate) fn covers(&self, offset: usize, length: usize) -> bool {
        match self {
            Definedness::All => true,
            Definedness::Nothing => length == 0,
            Definedness::Some(map) => map.bits[offset..offset + length].iter().all(|b| *b == 0xff),
        }
    }

    /// The bits of the range; `None` if all are determined.
    pub(crate) fn get(&self, offset: usize, length: usize) -> Option<Vec<u8>> {
        match self {
            Definedness::All => None,
            Definedness::Nothing => Some(vec![0; length]),
            Definedness::Some(map) => Some(map.bits.get(offset..offset + length)?.to_vec()),
        }
    }

    /// The bits of the range of an object of the given size become these; all determined if absent.
    /// `true` if the whole object is determined now.
    pub(crate) fn set(&mut self, size: usize, offset: usize, length: usize, bits: Option<&[u8]>) -> bool {
        match (&*self, bits) {
            (Definedness::All, None) => return true,
            (Definedness::Nothing, None) if length == size => {
                *self = Definedness::All;
                return true;
            }
            (Definedness::Nothing, Some(bits)) if bits.iter().all(|b| *b == 0) => return false,
            (Definedness::All, Some(_)) => {
                *self = Definedness::Some(Box::new(Defined { bits: vec![0xff; size], incomplete: 0 }));
            }
            (Definedness::Nothing, _) => {
                *self = Definedness::Some(Box::new(Defined { bits: vec![0; size], incomplete: size }));
            }
            (Definedness::Some(_), _) => {}
        }
        let Definedness::Some(map) = self else { return true };
        for (i, old) in map.bits[offset..offset + length].iter_mut().enumerate() {
            let new = bits.map_or(0xff, |b| b[i]);
            map.incomplete = map.incomplete + usize::from(new != 0xff) - usize::from(*old != 0xff);
            *old = new;
        }
        let complete = map.incomplete == 0;
        if complete {
            *self = Definedness::All;
        }
        complete
    }
}

impl Object {
    /// What a user calls it: its C name if it has one, and of heap memory the line that allocated
    /// it.
    pub fn describe(&self, program: &Program) -> String {
        let name = self.origin.describe(program);
        match self.made_at {
            Some(at) => format!("{name}({}:{})", program.files[at.file].path, at.line),
            None => name,
        }
    }

    /// Its id.
    pub fn id(&self) -> ObjectId {
        self.id
    }

    /// The address of its first byte.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How often it has lost values: scopes that began, memory that became arbitrary.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// May the program write it?
    pub fn writable(&self) -> bool {
        self.writable && self.life == Life::Live
    }

    /// What it is.
    pub fn origin(&self) -> ObjectOrigin {
        self.origin
    }

    /// May it be accessed?
    pub fn life(&self) -> Life {
        self.life
    }

    /// The byte at an offset; `None` if it has no value, or the object has none.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        let offset = usize::try_from(offset).ok()?;
        let byte = *self.bytes.get(offset)?;
        self.initialised.as_ref().is_none_or(|m| m.get(offset)).then_some(byte)
    }

    /// The object of the pointer that is stored at an offset, if one is.
    pub fn pointer_at(&self, offset: u64) -> Option<ObjectId> {
        let offset = usize::try_from(offset).ok()?;
        self.provenance.as_ref().map(|p| p.get(offset)).filter(|id| *id != 0)
    }

    pub(crate) fn refresh(&mut self) {
        if self.initialised.as_ref().is_some_and(Mask::is_full) {
            self.initialised = None;
        }
        if self.provenance.as_ref().is_some_and(|p| p.is_empty()) && self.size <= 64 {
            self.provenance = None;
        }
        self.plain = self.initialised.is_none()
            && matches!(self.defined, Definedness::All)
            && self.provenance.as_ref().is_none_or(|p| p.is_empty());
    }
}
