//! What the names in a description mean, and whether it makes sense.
//!
//! All names of a file are entered first, so that the order of definitions does not matter. A
//! definition that rests on itself is refused, and so is a formula that would need a table over
//! three nodes.

use super::lexer::{Cause, Problem};
use super::library::{Library, Rule, Schema, SchemaId, Structure};
use super::parser::{File, Line, Written, WrittenPattern, WrittenSchema, WrittenStructure};
use super::{Family, Kind, LinkBy, Name, Pattern, Symbol, Update};
use crate::formula::{Formula, Var, not};

/// The names that a formula may use besides those of schemas.
struct Names<'a> {
    file: &'a str,
    known: Vec<(String, Kind)>,
}

type Resolved<T> = Result<T, Problem>;

impl Names<'_> {
    fn problem(&self, line: u32, cause: Cause) -> Problem {
        Problem { file: self.file.to_owned(), line, cause }
    }

    fn find(&self, name: &str) -> Option<(Name, Kind)> {
        let at = self.known.iter().position(|(known, _)| known == name)?;
        Some((Name::try_from(at).ok()?, self.known[at].1))
    }

    fn find_as(&self, name: &str, kind: Kind, line: u32) -> Resolved<Name> {
        match self.find(name) {
            Some((found, is)) if is == kind => Ok(found),
            Some(_) => Err(self.problem(line, Cause::Arguments(name.to_owned()))),
            None if kind == Kind::Link => Err(self.problem(line, Cause::UnknownField(name.to_owned()))),
            None => Err(self.problem(line, Cause::UnknownPredicate(name.to_owned()))),
        }
    }

    /// A name of this kind, entered if it is new.
    fn bind(&mut self, name: &str, kind: Kind, line: u32) -> Resolved<Name> {
        if self.find(name).is_none() && kind == Kind::Pointer {
            self.known.push((name.to_owned(), kind));
        }
        self.find_as(name, kind, line)
    }

    fn symbol(&self, library: &Library, written: &Written, arity: usize) -> Resolved<Symbol> {
        let wrong = || self.problem(written.line, Cause::Arguments(written.name.clone()));
        if written.arguments.is_empty()
            && let Some((name, kind)) = self.find(&written.name)
        {
            return match (kind, arity) {
                (Kind::Pointer, 1) => Ok(Symbol::Points(name)),
                (Kind::Link, 2) => Ok(Symbol::Link(name)),
                _ => Err(wrong()),
            };
        }
        let Some(id) = library.schema_named(&written.name) else {
            let field = written.arguments.is_empty() && arity == 2;
            let cause = if field { Cause::UnknownField } else { Cause::UnknownPredicate };
            return Err(self.problem(written.line, cause(written.name.clone())));
        };
        let schema = library.schema(id);
        if schema.arity != arity || schema.parameters.len() != written.arguments.len() {
            return Err(wrong());
        }
        let pairs = written.arguments.iter().zip(&schema.parameters);
        let arguments =
            pairs.map(|(argument, kind)| self.find_as(argument, *kind, written.line)).collect::<Result<_, _>>()?;
        Ok(Symbol::Derived(id, arguments))
    }

    /// The formula over symbols, in normal form.
    fn formula(&self, library: &Library, formula: &Line<Formula<Written>>, own: &[Var]) -> Resolved<Formula<Symbol>> {
        let resolved = self.symbols(library, &formula.value)?.normal();
        if resolved.is_narrow(own) { Ok(resolved) } else { Err(self.problem(formula.line, Cause::TooWide)) }
    }

    fn symbols(&self, library: &Library, formula: &Formula<Written>) -> Resolved<Formula<Symbol>> {
        // The arity of a use is known at its atom only.
        let list = |parts: &[Formula<Written>]| {
            parts.iter().map(|part| self.symbols(library, part)).collect::<Resolved<Vec<_>>>()
        };
        let one = |part: &Formula<Written>| self.symbols(library, part).map(Box::new);
        Ok(match formula {
            Formula::Atom(written, vars) => Formula::Atom(self.symbol(library, written, vars.len())?, vars.clone()),
            Formula::Closure { steps, reflexive, from, to } => {
                let steps = steps.iter().map(|(step, back)| Ok((self.symbol(library, step, 2)?, *back)));
                let steps = steps.collect::<Resolved<_>>()?;
                Formula::Closure { steps, reflexive: *reflexive, from: *from, to: *to }
            }
            Formula::Not(inner) => Formula::Not(one(inner)?),
            Formula::And(parts) => Formula::And(list(parts)?),
            Formula::Or(parts) => Formula::Or(list(parts)?),
            Formula::Exists(var, body) => Formula::Exists(*var, one(body)?),
            Formula::If(condition, then, other) => Formula::If(one(condition)?, one(then)?, one(other)?),
            Formula::Constant(value) => Formula::Constant(*value),
            Formula::Equal(a, b) => Formula::Equal(*a, *b),
            Formula::New(var) => Formula::New(*var),
            Formula::Recompute => Formula::Recompute,
        })
    }
}

/// Enters what a file has into a library.
pub fn add(library: &mut Library, file: &str, parsed: File) -> Result<(), Problem> {
    let (schemas, structures) = (library.schemas.len(), library.structures.len());
    let doubled = |line, name: &str| Problem { file: file.to_owned(), line, cause: Cause::Doubled(name.to_owned()) };
    for schema in &parsed.schemas {
        if library.schema_named(&schema.name).is_some() {
            return Err(doubled(schema.line, &schema.name));
        }
        let kind = |link: bool| if link { Kind::Link } else { Kind::Pointer };
        library.schemas.push(Schema {
            name: schema.name.clone(),
            parameters: schema.parameters.iter().map(|(_, link)| kind(*link)).collect(),
            arity: schema.arity,
            definition: Formula::Constant(false),
            rules: Vec::new(),
            updates: Vec::new(),
            line: schema.line,
        });
    }
    for structure in &parsed.structures {
        if library.structure_named(&structure.name).is_some() {
            return Err(doubled(structure.line, &structure.name));
        }
        library.structures.push(Structure {
            name: structure.name.clone(),
            links: structure.links.clone(),
            found_by: vec![LinkBy::Any; structure.links.len()],
            refines: Vec::new(),
            families: Vec::new(),
            invariants: Vec::new(),
            line: structure.line,
        });
    }
    for (at, schema) in (schemas..).zip(&parsed.schemas) {
        library.schemas[at] = resolve_schema(library, file, at, schema)?;
    }
    for at in schemas..library.schemas.len() {
        refuse_cycles(library, file, SchemaId(at as u32))?;
    }
    for (at, structure) in (structures..).zip(&parsed.structures) {
        library.structures[at] = resolve_structure(library, file, at, structure)?;
    }
    Ok(())
}

fn resolve_schema(library: &Library, file: &str, at: usize, written: &WrittenSchema) -> Resolved<Schema> {
    let mut schema = library.schemas[at].clone();
    let kinds = written.parameters.iter().zip(&schema.parameters);
    let known: Vec<_> = kinds.map(|((name, _), kind)| (name.clone(), *kind)).collect();
    let names = Names { file, known };
    let own: Vec<Var> = (0..schema.arity as Var).collect();
    let refuse = |formula: &Line<Formula<Written>>| {
        let operational = formula.value.recomputes() || mentions_new(&formula.value);
        let cause = Cause::UnknownPredicate("new or recompute".into());
        if operational { Err(names.problem(formula.line, cause)) } else { Ok(()) }
    };
    refuse(&written.definition)?;
    schema.definition = names.formula(library, &written.definition, &own)?;
    for rule in &written.rules {
        refuse(rule)?;
        let found = rules(names.symbols(library, &rule.value)?.normal());
        if found.is_empty() {
            return Err(names.problem(rule.line, Cause::NoConclusion));
        }
        schema.rules.extend(found);
    }
    for (pattern, value) in &written.updates {
        let mut names = Names { file, known: names.known.clone() };
        let pattern = resolve_pattern(&mut names, pattern, value.line)?;
        schema.updates.push(Update { pattern, value: names.formula(library, value, &own)?, line: value.line });
    }
    Ok(schema)
}

fn mentions_new<P>(formula: &Formula<P>) -> bool {
    match formula {
        Formula::New(_) => true,
        Formula::Not(inner) | Formula::Exists(_, inner) => mentions_new(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(mentions_new),
        Formula::If(condition, then, other) => [condition, then, other].iter().any(|part| mentions_new(part)),
        _ => false,
    }
}

fn resolve_pattern(names: &mut Names<'_>, pattern: &WrittenPattern, line: u32) -> Resolved<Pattern> {
    let mut pointer = |name: &str| names.bind(name, Kind::Pointer, line);
    Ok(match pattern {
        WrittenPattern::Null(x) => Pattern::Null(pointer(x)?),
        WrittenPattern::Copy(x, y) => Pattern::Copy(pointer(x)?, pointer(y)?),
        WrittenPattern::Malloc(x) => Pattern::Malloc(pointer(x)?),
        WrittenPattern::Unknown(x) => Pattern::Unknown(pointer(x)?),
        WrittenPattern::Load(x, y, f) => Pattern::Load(pointer(x)?, pointer(y)?, names.bind(f, Kind::Link, line)?),
        WrittenPattern::Clear(x, f) => Pattern::Clear(pointer(x)?, names.bind(f, Kind::Link, line)?),
        WrittenPattern::UnknownLink(x, f) => Pattern::UnknownLink(pointer(x)?, names.bind(f, Kind::Link, line)?),
        WrittenPattern::Link(x, f, y) => {
            let (x, y) = (pointer(x)?, pointer(y)?);
            Pattern::Link(x, names.bind(f, Kind::Link, line)?, y)
        }
    })
}

/// How many literals a rule may have.
const MOST_LITERALS: usize = 16;

/// A rule is a clause. Each of its literals is a conclusion, if the others do not hold.
fn rules(clause: Formula<Symbol>) -> Vec<Rule<Symbol>> {
    let disjuncts = match clause {
        Formula::Or(parts) => parts,
        Formula::And(clauses) => return clauses.into_iter().flat_map(rules).collect(),
        single => vec![single],
    };
    let mut found = Vec::new();
    if disjuncts.len() > MOST_LITERALS {
        return found;
    }
    for (at, literal) in disjuncts.iter().enumerate() {
        let (atom, holds) = match literal {
            Formula::Not(inner) => (&**inner, false),
            atom => (atom, true),
        };
        let (head, vars) = match atom {
            Formula::Atom(symbol, vars) => (Some(symbol.clone()), vars.clone()),
            Formula::Equal(a, b) => (None, vec![*a, *b]),
            _ => continue,
        };
        if vars.len() == 2 && vars[0] == vars[1] {
            continue;
        }
        let others = disjuncts.iter().enumerate().filter(|(other, _)| *other != at);
        let mut body = Formula::And(others.map(|(_, other)| not(other.clone())).collect()).normal();
        for var in body.free(&[]).into_iter().rev().filter(|var| !vars.contains(var)) {
            body = Formula::Exists(var, Box::new(body));
        }
        if body.is_narrow(&[]) {
            found.push(Rule { body, head, vars, holds });
        }
    }
    found
}

/// The schemas in a definition.
fn uses(schema: &Schema) -> Vec<SchemaId> {
    let mut used = Vec::new();
    schema.definition.predicates(&mut |symbol| {
        if let Symbol::Derived(id, _) = symbol {
            used.push(*id);
        }
    });
    used
}

fn refuse_cycles(library: &Library, file: &str, start: SchemaId) -> Resolved<()> {
    // A path from the start, as a stack of what is still to be followed at each of its members.
    let mut path = vec![(start, uses(library.schema(start)))];
    let mut done = vec![false; library.schemas.len()];
    while let Some((_, rest)) = path.last_mut() {
        let Some(next) = rest.pop() else {
            path.pop();
            continue;
        };
        if next == start {
            let mut names: Vec<String> = path.iter().map(|(id, _)| library.schema(*id).name.clone()).collect();
            names.push(library.schema(start).name.clone());
            let line = library.schema(start).line;
            return Err(Problem { file: file.to_owned(), line, cause: Cause::CyclicDefinition(names) });
        }
        if !std::mem::replace(&mut done[next.0 as usize], true) {
            path.push((next, uses(library.schema(next))));
        }
    }
    Ok(())
}

fn resolve_structure(library: &Library, file: &str, at: usize, written: &WrittenStructure) -> Resolved<Structure> {
    let mut structure = library.structures[at].clone();
    let names = Names { file, known: written.links.iter().map(|link| (link.clone(), Kind::Link)).collect() };
    for (number, link) in written.links.iter().enumerate() {
        if written.links[..number].contains(link) {
            return Err(names.problem(written.line, Cause::Doubled(link.clone())));
        }
    }
    for (link, by, line) in &written.found_by {
        let link = names.find_as(link, Kind::Link, *line)?;
        structure.found_by[usize::from(link)] = by.clone();
    }
    for coarser in &written.refines {
        let unknown = || names.problem(coarser.line, Cause::UnknownStructure(coarser.name.clone()));
        let id = library.structure_named(&coarser.name).filter(|id| id.0 as usize != at).ok_or_else(unknown)?;
        if library.structure(id).links.len() != coarser.arguments.len() {
            return Err(names.problem(coarser.line, Cause::Arguments(coarser.name.clone())));
        }
        let links = coarser.arguments.iter().map(|link| names.find_as(link, Kind::Link, coarser.line));
        structure.refines.push((id, links.collect::<Result<_, _>>()?));
    }
    for (name, members, line) in &written.families {
        if structure.families.iter().any(|family| family.name == *name) {
            return Err(names.problem(*line, Cause::Doubled(name.clone())));
        }
        if structure.families.len() == 16 {
            return Err(names.problem(*line, Cause::TooMany));
        }
        let members = members.iter().map(|member| resolve_member(library, &names, member));
        structure.families.push(Family { name: name.clone(), members: members.collect::<Result<_, _>>()? });
    }
    for invariant in &written.invariants {
        if invariant.value.recomputes() || mentions_new(&invariant.value) {
            return Err(names.problem(invariant.line, Cause::UnknownPredicate("new or recompute".into())));
        }
        structure.invariants.push(names.formula(library, invariant, &[])?);
    }
    Ok(structure)
}

/// A member of a family: `*` for pointers, links for links.
fn resolve_member(library: &Library, names: &Names<'_>, member: &Written) -> Resolved<(SchemaId, Vec<Option<Name>>)> {
    let unknown = || names.problem(member.line, Cause::UnknownPredicate(member.name.clone()));
    let id = library.schema_named(&member.name).ok_or_else(unknown)?;
    let parameters = &library.schema(id).parameters;
    let wrong = || names.problem(member.line, Cause::Arguments(member.name.clone()));
    if parameters.len() != member.arguments.len() {
        return Err(wrong());
    }
    let pairs = parameters.iter().zip(&member.arguments);
    let arguments = pairs.map(|(kind, argument)| match (kind, argument.as_str()) {
        (Kind::Pointer, "*") => Ok(None),
        (Kind::Link, "*") | (Kind::Pointer, _) => Err(wrong()),
        (Kind::Link, link) => names.find_as(link, Kind::Link, member.line).map(Some),
    });
    Ok((id, arguments.collect::<Result<_, _>>()?))
}
