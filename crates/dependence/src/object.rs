//! Abstract objects: finitely many names for the objects of all executions.
//!
//! Globals and functions stand for themselves. All objects that one site creates share a name, with
//! one exception: a function whose purpose is to allocate (`malloc` and its like, and small
//! functions around them) would give all memory of a program one name. Objects that such functions
//! create are named by the site and the call that entered them from outside.

use adumbra_program::*;
use rustc_hash::FxHashMap;

/// Names objects of executions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AbstractObject {
    /// A global.
    Global(Global),
    /// A function: it has an address and no bytes.
    Function(Function),
    /// What a site creates.
    Site(Site),
    /// What a site in an allocating function creates when this call enters from outside.
    Called(Site, Edge),
    /// The variable arguments of an activation of a function.
    Arguments(Function),
    /// Bytes that copies have read and not yet written, named by one of them: no object of an
    /// execution, and nothing points to it. Several may have the same name.
    Copied(Edge),
}

/// The number of an abstract object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(u32);
cranelift_entity::entity_impl!(ObjectId, "o");

/// What is known of the objects of a name.
#[derive(Clone, Debug)]
pub struct ObjectData {
    /// The name.
    pub object: AbstractObject,
    /// A bound on their sizes; `u64::MAX` if there is none.
    pub size: u64,
    /// May they have bytes without a value when they arise, or when their scope begins?
    pub indeterminate: bool,
}

/// The abstract objects of a program, numbered in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    table: PrimaryMap<ObjectId, ObjectData>,
    index: FxHashMap<AbstractObject, ObjectId>,
}

impl Objects {
    /// The number of an object, made if it has none. Its size and contents are joined with what is
    /// known.
    pub(crate) fn intern(&mut self, object: AbstractObject, size: u64, indeterminate: bool) -> ObjectId {
        let id =
            *self.index.entry(object).or_insert_with(|| self.table.push(ObjectData { object, size, indeterminate }));
        let data = &mut self.table[id];
        data.size = data.size.max(size);
        data.indeterminate |= indeterminate;
        id
    }

    /// A new object between the ends of copies, of which the given one is the first.
    pub(crate) fn buffer(&mut self, copy: Edge, size: u64) -> ObjectId {
        let object = AbstractObject::Copied(copy);
        let id = self.table.push(ObjectData { object, size, indeterminate: false });
        self.index.entry(object).or_insert(id);
        id
    }

    /// The number of a global.
    pub(crate) fn global(&mut self, program: &Program, global: Global) -> ObjectId {
        let data = &program.globals[global];
        self.intern(AbstractObject::Global(global), data.size, data.init.is_none())
    }

    /// The number of a function.
    pub(crate) fn function(&mut self, function: Function) -> ObjectId {
        self.intern(AbstractObject::Function(function), 0, false)
    }

    /// The number of an object, if it has one.
    pub fn id(&self, object: AbstractObject) -> Option<ObjectId> {
        self.index.get(&object).copied()
    }

    /// The name of a number.
    pub fn object(&self, id: ObjectId) -> AbstractObject {
        self.table[id].object
    }

    /// What is known of an object.
    pub fn data(&self, id: ObjectId) -> &ObjectData {
        &self.table[id]
    }

    /// All objects in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ObjectId, &ObjectData)> {
        self.table.iter()
    }

    /// Number of objects.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}

impl AbstractObject {
    /// A readable name.
    pub fn show(self, program: &Program) -> String {
        let site = |site: Site| match &program.sites[site].variable {
            Some(variable) => variable.name.clone(),
            None => site.to_string(),
        };
        match self {
            AbstractObject::Global(g) => program.globals[g].name.clone(),
            AbstractObject::Function(f) => program.functions[f].name.clone(),
            AbstractObject::Site(s) => site(s),
            AbstractObject::Called(s, edge) => format!("{}@{edge}", site(s)),
            AbstractObject::Arguments(f) => format!("arguments of {}", program.functions[f].name),
            AbstractObject::Copied(edge) => format!("copied by {edge}"),
        }
    }
}
