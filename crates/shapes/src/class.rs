//! A shape class: which predicates a graph has, how each follows from others, and which of them
//! keep nodes apart.
//!
//! Core predicates are where pointers point, the links, assertions about data, whether a node was
//! freed, and conditions about no node. Derived ones have definitions. A class is given by its
//! [`Parts`], which are sets; a class is finer than another if its sets are larger. It is compiled
//! once: symbols become numbers, and predicates that a definition rests on come before it.

use crate::description::{Library, Pattern, Rule, SchemaId, Symbol};
use crate::evaluate::Predicate;
use crate::formula::{Formula, Var};
use crate::graph::{Layout, MOST_NODES, TooLarge};
use crate::names::{Assertion, Field, Nullary, Pointer};
use std::collections::{BTreeMap, BTreeSet};

/// What an instance of a schema is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Argument {
    /// A pointer.
    Pointer(Pointer),
    /// A field.
    Field(Field),
}

/// A schema with arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instance {
    /// The schema.
    pub schema: SchemaId,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// What a class tells of.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parts {
    /// Tracked pointers.
    pub pointers: BTreeSet<Pointer>,
    /// Those whose predicates keep nodes apart.
    pub separating: BTreeSet<Pointer>,
    /// Links.
    pub fields: BTreeSet<Field>,
    /// Assertions about the data of a node.
    pub assertions: BTreeSet<Assertion>,
    /// Pairs of assertions that exclude each other.
    pub exclusive: BTreeSet<(Assertion, Assertion)>,
    /// Conditions about no node.
    pub nullaries: BTreeSet<Nullary>,
    /// Is it told which nodes were freed? That keeps nodes apart.
    pub lives: bool,
    /// Derived predicates.
    pub derived: BTreeSet<Instance>,
}

impl Parts {
    /// Does it tell at least what the other tells, and keep apart what the other does?
    pub fn refines(&self, other: &Parts) -> bool {
        self.pointers.is_superset(&other.pointers)
            && self.separating.is_superset(&other.separating)
            && self.fields.is_superset(&other.fields)
            && self.assertions.is_superset(&other.assertions)
            && self.nullaries.is_superset(&other.nullaries)
            && (self.lives || !other.lives)
            && self.derived.is_superset(&other.derived)
    }

    /// The number of predicates.
    pub fn size(&self) -> usize {
        let core = self.pointers.len() + self.fields.len() + self.assertions.len() + self.nullaries.len();
        core + usize::from(self.lives) + self.derived.len()
    }
}

/// A derived predicate of a class.
#[derive(Clone, Debug)]
pub struct Derived {
    /// What it is an instance of.
    pub instance: Instance,
    /// Its number.
    pub predicate: Predicate,
    /// When it holds, over its own variables 0 and 1.
    pub definition: Formula<Predicate>,
    /// The pointers and fields that it rests on.
    pub rests_on: BTreeSet<Argument>,
}

/// A compiled class.
#[derive(Clone, Debug)]
pub struct Class {
    /// What it tells of.
    pub parts: Parts,
    /// The numbers of predicates.
    pub layout: Layout,
    /// Pointers, assertions, fields and conditions in the order of their numbers.
    pub pointers: Vec<Pointer>,
    /// See `pointers`.
    pub fields: Vec<Field>,
    /// See `pointers`.
    pub assertions: Vec<Assertion>,
    /// See `pointers`.
    pub nullaries: Vec<Nullary>,
    /// Derived predicates, each behind those that it rests on.
    pub derived: Vec<Derived>,
    /// What follows from definitions.
    pub rules: Vec<Rule<Predicate>>,
    /// The unary predicates that keep nodes apart, in order.
    pub abstraction: Vec<usize>,
}

impl Class {
    /// Compiles the parts. Predicates that definitions rest on, and the pointers and fields of
    /// instances, are added.
    pub fn new(library: &Library, mut parts: Parts) -> Result<Class, TooLarge> {
        close(library, &mut parts);
        let mut class = Class {
            layout: Layout::default(),
            pointers: parts.pointers.iter().copied().collect(),
            fields: parts.fields.iter().copied().collect(),
            assertions: parts.assertions.iter().copied().collect(),
            nullaries: parts.nullaries.iter().copied().collect(),
            derived: Vec::new(),
            rules: Vec::new(),
            abstraction: Vec::new(),
            parts,
        };
        let core = class.pointers.len() + class.assertions.len() + usize::from(class.parts.lives);
        class.layout = Layout { nullary: class.nullaries.len(), unary: core, binary: class.fields.len() };
        if class.layout.nullary > MOST_NODES || class.parts.derived.len() + core > usize::from(u16::MAX) {
            return Err(TooLarge);
        }
        class.number(library);
        class.define(library);
        class.abstraction = class.separating();
        Ok(class)
    }

    /// Numbers the derived predicates, those that others rest on first.
    fn number(&mut self, library: &Library) {
        let mut depths = BTreeMap::new();
        for instance in &self.parts.derived {
            depth(library, instance, &mut depths);
        }
        let mut order: Vec<&Instance> = self.parts.derived.iter().collect();
        order.sort_by_key(|instance| (depths.get(*instance).copied(), *instance));
        for instance in order {
            let next = match library.schema(instance.schema).arity {
                1 => &mut self.layout.unary,
                _ => &mut self.layout.binary,
            };
            let number = *next as u16;
            *next += 1;
            let predicate = match library.schema(instance.schema).arity {
                1 => Predicate::Unary(number),
                _ => Predicate::Binary(number),
            };
            let definition = Formula::Constant(false);
            let rests_on = BTreeSet::new();
            self.derived.push(Derived { instance: instance.clone(), predicate, definition, rests_on });
        }
    }

    fn define(&mut self, library: &Library) {
        for at in 0..self.derived.len() {
            let instance = self.derived[at].instance.clone();
            let schema = library.schema(instance.schema);
            let compile = |symbol: &Symbol| self.compile(symbol, &instance.arguments);
            let Some(definition) = schema.definition.map(&mut { compile }) else { continue };
            let mut rests_on = BTreeSet::new();
            definition.predicates(&mut |predicate| rests_on.extend(self.core_of(*predicate)));
            let rules = schema.rules.iter().filter_map(|rule| {
                Some(Rule {
                    body: rule.body.map(&mut { compile })?,
                    head: match &rule.head {
                        Some(head) => Some(compile(head)?),
                        None => None,
                    },
                    vars: rule.vars.clone(),
                    holds: rule.holds,
                })
            });
            let rules: Vec<_> = rules.collect();
            self.rules.extend(rules);
            self.derived[at].definition = definition;
            self.derived[at].rests_on = rests_on;
        }
    }

    /// The pointers and fields that a predicate rests on; derived ones are done before.
    fn core_of(&self, predicate: Predicate) -> BTreeSet<Argument> {
        match predicate {
            Predicate::Unary(number) if usize::from(number) < self.pointers.len() => {
                [Argument::Pointer(self.pointers[usize::from(number)])].into()
            }
            Predicate::Binary(number) if usize::from(number) < self.fields.len() => {
                [Argument::Field(self.fields[usize::from(number)])].into()
            }
            other => {
                let found = self.derived.iter().find(|derived| derived.predicate == other);
                found.map(|derived| derived.rests_on.clone()).unwrap_or_default()
            }
        }
    }

    /// The predicate of a symbol whose names stand for these arguments; nothing if it is not told
    /// of.
    pub fn compile(&self, symbol: &Symbol, arguments: &[Argument]) -> Option<Predicate> {
        match symbol {
            Symbol::Points(name) => match arguments.get(usize::from(*name))? {
                Argument::Pointer(pointer) => self.pointer(*pointer).map(|number| Predicate::Unary(number as u16)),
                Argument::Field(_) => None,
            },
            Symbol::Link(name) => match arguments.get(usize::from(*name))? {
                Argument::Field(field) => self.field(*field).map(|number| Predicate::Binary(number as u16)),
                Argument::Pointer(_) => None,
            },
            Symbol::Derived(schema, names) => {
                let arguments = names.iter().map(|name| arguments.get(usize::from(*name)).copied());
                let instance = Instance { schema: *schema, arguments: arguments.collect::<Option<_>>()? };
                self.instance(&instance)
            }
        }
    }

    /// The number of a derived predicate.
    pub fn instance(&self, instance: &Instance) -> Option<Predicate> {
        self.derived.iter().find(|derived| derived.instance == *instance).map(|derived| derived.predicate)
    }

    /// The unary predicate of a pointer.
    pub fn pointer(&self, pointer: Pointer) -> Option<usize> {
        self.pointers.binary_search(&pointer).ok()
    }

    /// The binary predicate of a field.
    pub fn field(&self, field: Field) -> Option<usize> {
        self.fields.binary_search(&field).ok()
    }

    /// The unary predicate of an assertion.
    pub fn assertion(&self, assertion: Assertion) -> Option<usize> {
        self.assertions.binary_search(&assertion).ok().map(|at| self.pointers.len() + at)
    }

    /// The unary predicate that a node was freed.
    pub fn freed(&self) -> Option<usize> {
        self.parts.lives.then_some(self.pointers.len() + self.assertions.len())
    }

    /// The nullary predicate of a condition.
    pub fn nullary(&self, nullary: Nullary) -> Option<usize> {
        self.nullaries.binary_search(&nullary).ok()
    }

    /// The unary predicates about separating pointers, and the lives of nodes.
    fn separating(&self) -> Vec<usize> {
        let pointers = self.parts.separating.iter().filter_map(|pointer| self.pointer(*pointer));
        let mut chosen: Vec<usize> = pointers.chain(self.freed()).collect();
        for derived in &self.derived {
            let about = |argument: &Argument| match argument {
                Argument::Pointer(pointer) => self.parts.separating.contains(pointer),
                Argument::Field(_) => false,
            };
            if let Predicate::Unary(number) = derived.predicate
                && derived.instance.arguments.iter().any(about)
            {
                chosen.push(usize::from(number));
            }
        }
        chosen
    }

    /// The formula for how an operation, given with its arguments, changes a predicate. Patterns
    /// are tried in order; of those that fit, only equal ones are alternatives, since a later
    /// pattern may rest on that the first did not fit.
    pub fn update(&self, library: &Library, derived: &Derived, given: Given) -> Option<Formula<Predicate>> {
        let own = &derived.instance.arguments;
        let schema = library.schema(derived.instance.schema);
        let mut fields: Vec<_> = own.iter().filter(|argument| matches!(argument, Argument::Field(_))).collect();
        let count = fields.len();
        fields.sort();
        fields.dedup();
        if fields.len() < count {
            return None;
        }
        let mut first: Option<Pattern> = None;
        for update in &schema.updates {
            if first.is_some_and(|pattern| pattern != update.pattern) {
                continue;
            }
            let Some(arguments) = fits(own, update.pattern, given) else { continue };
            first = Some(update.pattern);
            if let Some(formula) = update.value.map(&mut |symbol| self.compile(symbol, &arguments)) {
                return Some(formula);
            }
        }
        None
    }
}

/// An operation with what it is about, as patterns are matched with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Given {
    /// `x = null`
    Null(Pointer),
    /// `x = y`
    Copy(Pointer, Pointer),
    /// `x = y->f`
    Load(Pointer, Pointer, Field),
    /// `x->f = null`
    Clear(Pointer, Field),
    /// `x->f = y`, where `x->f` is null
    Link(Pointer, Field, Pointer),
    /// `x = malloc`, with links that are null
    Malloc(Pointer),
    /// `x = ?`
    Unknown(Pointer),
    /// `x->f = ?`
    UnknownLink(Pointer, Field),
}

/// What the names of a pattern stand for, if it fits.
fn fits(own: &[Argument], pattern: Pattern, given: Given) -> Option<Vec<Argument>> {
    let p = Argument::Pointer;
    let f = Argument::Field;
    let pairs: Vec<(u8, Argument)> = match (pattern, given) {
        (Pattern::Null(x), Given::Null(a)) => vec![(x, p(a))],
        (Pattern::Copy(x, y), Given::Copy(a, b)) => vec![(x, p(a)), (y, p(b))],
        (Pattern::Load(x, y, g), Given::Load(a, b, c)) => vec![(x, p(a)), (y, p(b)), (g, f(c))],
        (Pattern::Clear(x, g), Given::Clear(a, c)) => vec![(x, p(a)), (g, f(c))],
        (Pattern::Link(x, g, y), Given::Link(a, c, b)) => vec![(x, p(a)), (g, f(c)), (y, p(b))],
        (Pattern::Malloc(x), Given::Malloc(a)) => vec![(x, p(a))],
        (Pattern::Unknown(x), Given::Unknown(a)) => vec![(x, p(a))],
        (Pattern::UnknownLink(x, g), Given::UnknownLink(a, c)) => vec![(x, p(a)), (g, f(c))],
        _ => return None,
    };
    let mut names: Vec<Option<Argument>> = own.iter().copied().map(Some).collect();
    for (name, argument) in pairs {
        let at = usize::from(name);
        if names.len() <= at {
            names.resize(at + 1, None);
        }
        if *names[at].get_or_insert(argument) != argument {
            return None;
        }
    }
    names.into_iter().collect()
}

/// Adds what instances rest on.
pub fn close(library: &Library, parts: &mut Parts) {
    let mut open: Vec<Instance> = parts.derived.iter().cloned().collect();
    while let Some(instance) = open.pop() {
        for argument in &instance.arguments {
            match argument {
                Argument::Pointer(pointer) => drop(parts.pointers.insert(*pointer)),
                Argument::Field(field) => drop(parts.fields.insert(*field)),
            }
        }
        for needed in needs(library, &instance) {
            if parts.derived.insert(needed.clone()) {
                open.push(needed);
            }
        }
    }
    let tracked = parts.separating.iter().filter(|pointer| parts.pointers.contains(pointer)).copied();
    parts.separating = tracked.collect();
}

/// The instances in the definition of another.
pub fn needs(library: &Library, instance: &Instance) -> Vec<Instance> {
    let mut needed = Vec::new();
    library.schema(instance.schema).definition.predicates(&mut |symbol| {
        if let Symbol::Derived(schema, names) = symbol {
            let arguments = names.iter().filter_map(|name| instance.arguments.get(usize::from(*name)).copied());
            needed.push(Instance { schema: *schema, arguments: arguments.collect() });
        }
    });
    needed
}

/// The length of the longest chain of definitions below an instance. Definitions are not cyclic.
fn depth(library: &Library, instance: &Instance, known: &mut BTreeMap<Instance, usize>) -> usize {
    if let Some(depth) = known.get(instance) {
        return *depth;
    }
    let deepest = needs(library, instance).iter().map(|needed| depth(library, needed, known) + 1).max();
    let depth = deepest.unwrap_or(0);
    known.insert(instance.clone(), depth);
    depth
}

/// The variables of a derived predicate.
pub fn own_variables(predicate: Predicate) -> &'static [Var] {
    match predicate {
        Predicate::Nullary(_) => &[],
        Predicate::Unary(_) => &[0],
        Predicate::Binary(_) => &[0, 1],
    }
}
