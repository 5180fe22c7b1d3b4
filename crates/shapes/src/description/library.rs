//! All schemas and structures that are known, and those that are shipped.

use super::{Family, Kind, LinkBy, Name, Problem, Symbol, Update, parser, resolve};
use crate::formula::{Formula, Var};

/// The number of a schema in its library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SchemaId(pub u32);

/// The number of a structure in its library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StructureId(pub u32);

/// A predicate with parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    /// Its name.
    pub name: String,
    /// What it takes in brackets.
    pub parameters: Vec<Kind>,
    /// On how many nodes it is, one or two. They are the variables 0 and 1 of its formulas.
    pub arity: usize,
    /// When it holds.
    pub definition: Formula<Symbol>,
    /// What follows from the definition, ready to sharpen.
    pub rules: Vec<Rule<Symbol>>,
    /// How operations change it; the first that fits counts.
    pub updates: Vec<Update>,
    /// The line of its definition.
    pub line: u32,
}

/// `body ⇒ head`, where the head is a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule<P> {
    /// A formula over the variables of the head.
    pub body: Formula<P>,
    /// The predicate of the head; nothing for equality.
    pub head: Option<P>,
    /// The variables of the head, in its order, each once.
    pub vars: Vec<Var>,
    /// Does the predicate hold where the body does, or does it not?
    pub holds: bool,
}

/// A linked data structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Its name.
    pub name: String,
    /// The names of its links.
    pub links: Vec<String>,
    /// How each link is found.
    pub found_by: Vec<LinkBy>,
    /// Coarser views of it: a structure, with links of this one for the links of that.
    pub refines: Vec<(StructureId, Vec<Name>)>,
    /// Predicates that may be told of it.
    pub families: Vec<Family>,
    /// By what an explicit heap is recognised.
    pub invariants: Vec<Formula<Symbol>>,
    /// The line where it begins.
    pub line: u32,
}

/// Schemas and structures by number and by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Library {
    pub(super) schemas: Vec<Schema>,
    pub(super) structures: Vec<Structure>,
}

/// The descriptions that are shipped: their files with their texts.
pub const SHIPPED: [(&str, &str); 6] = [
    ("structures/links.shape", include_str!("../../../../structures/links.shape")),
    ("structures/sll.shape", include_str!("../../../../structures/sll.shape")),
    ("structures/circular.shape", include_str!("../../../../structures/circular.shape")),
    ("structures/dll.shape", include_str!("../../../../structures/dll.shape")),
    ("structures/tree.shape", include_str!("../../../../structures/tree.shape")),
    ("structures/tree_parent.shape", include_str!("../../../../structures/tree_parent.shape")),
];

impl Library {
    /// The descriptions that are shipped.
    pub fn shipped() -> Result<Library, Problem> {
        let mut library = Library::default();
        for (file, text) in SHIPPED {
            library.read(file, text)?;
        }
        Ok(library)
    }

    /// Adds what a file describes; nothing if something is wrong with it. Gives the numbers of its
    /// schemas and structures. Formulas are not checked here ([`crate::check`]): whoever rests an
    /// answer on them must.
    pub fn read(&mut self, file: &str, text: &str) -> Result<(Vec<SchemaId>, Vec<StructureId>), Problem> {
        let (schemas, structures) = (self.schemas.len(), self.structures.len());
        let parsed = parser::parse(file, text)?;
        if let Err(problem) = resolve::add(self, file, parsed) {
            self.schemas.truncate(schemas);
            self.structures.truncate(structures);
            return Err(problem);
        }
        let schemas = (schemas..self.schemas.len()).map(|number| SchemaId(number as u32)).collect();
        let structures = (structures..self.structures.len()).map(|number| StructureId(number as u32)).collect();
        Ok((schemas, structures))
    }

    /// A schema.
    pub fn schema(&self, id: SchemaId) -> &Schema {
        &self.schemas[id.0 as usize]
    }

    /// A structure.
    pub fn structure(&self, id: StructureId) -> &Structure {
        &self.structures[id.0 as usize]
    }

    /// All structures.
    pub fn structures(&self) -> impl Iterator<Item = StructureId> + use<> {
        (0..self.structures.len() as u32).map(StructureId)
    }

    /// The schema of this name.
    pub fn schema_named(&self, name: &str) -> Option<SchemaId> {
        self.schemas.iter().position(|schema| schema.name == name).map(|at| SchemaId(at as u32))
    }

    /// The structure of this name.
    pub fn structure_named(&self, name: &str) -> Option<StructureId> {
        self.structures.iter().position(|structure| structure.name == name).map(|at| StructureId(at as u32))
    }
}
