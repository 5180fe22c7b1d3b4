//! What a slice is about, as the user says it: `[FILE:]LINE[:VARIABLE]`, and as the program has it.
//!
//! Without a variable, all that the edges of the line use counts, and that they are reached. With
//! one, its value before the line: that of the registers that hold it there, found by walking back
//! from the line to the nearest assignments, or of the object that it is. If the line loads from
//! the object, what it loads counts; otherwise all that was ever written to the object may. A
//! variable that shares its register with another, or is a known constant, has no place of its own;
//! if the line mentions it, all that the line uses is taken instead, which is more.

use super::lines::{acts, is_own, own_edges};
use crate::failure::{Exit, Failure};
use crate::source_view::SourceView;
use adumbra_dependence::AbstractObject;
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A criterion as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Written {
    file: Option<String>,
    line: u32,
    variable: Option<String>,
}

/// A criterion in the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// The edges of the line.
    pub(super) edges: Vec<Edge>,
    /// The loads from the variable that is asked for.
    pub(super) loads: Vec<Edge>,
    /// If a variable is asked for: the registers that may hold it before each of the edges.
    pub(super) registers: Vec<(Location, Vec<Register>)>,
    /// The objects whose contents before the edges are asked for.
    pub(super) objects: Vec<(Location, AbstractObject)>,
    /// Does all count that the edges use?
    pub(super) whole: bool,
    /// What the user should know.
    pub(super) remark: Option<String>,
}

/// Reads `[FILE:]LINE[:VARIABLE]`.
pub(super) fn parse(text: &str) -> Result<Written, Failure> {
    let wrong = || {
        Failure::new(Exit::Usage, format!("--criterion {text}: not a line"))
            .hint("LINE, LINE:VARIABLE, FILE:LINE or FILE:LINE:VARIABLE")
    };
    let mut parts: Vec<&str> = text.split(':').collect();
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0);
    let last = parts.pop().ok_or_else(wrong)?;
    let (line, variable) = match number(last) {
        Some(line) => (line, None),
        None => (parts.pop().and_then(number).ok_or_else(wrong)?, Some(last.to_owned())),
    };
    if variable.as_ref().is_some_and(String::is_empty) {
        return Err(wrong());
    }
    let file = (!parts.is_empty()).then(|| parts.join(":"));
    Ok(Written { file, line, variable })
}

/// Finds what a criterion means in a program.
pub(super) fn find(program: &Program, written: &Written) -> Result<Wanted, Failure> {
    let file = file_of(program, written)?;
    let mut by_line: BTreeMap<u32, Vec<Edge>> = BTreeMap::new();
    for edge in own_edges(program).filter(|e| acts(program, *e)) {
        if let Some(position) = program.edges[edge].position.filter(|p| p.file == file) {
            by_line.entry(position.line).or_default().push(edge);
        }
    }
    let Some(edges) = by_line.get(&written.line) else {
        let before = by_line.range(..written.line).next_back().map(|(line, _)| line);
        let after = by_line.range(written.line..).next().map(|(line, _)| line);
        let near: Vec<String> = before.into_iter().chain(after).map(u32::to_string).collect();
        let path = &program.files[file].path;
        let failure = Failure::new(Exit::Usage, format!("{path}:{}: no code on this line", written.line));
        return Err(match near.is_empty() {
            true => failure.hint("a file of the program that has code"),
            false => failure.hint(format!("the nearest lines with code: {}", near.join(" and "))),
        });
    };
    match &written.variable {
        None => Ok(Wanted { edges: edges.clone(), whole: true, ..Wanted::default() }),
        Some(name) => variable(program, edges, name, Position { file, line: written.line, column: 0 }),
    }
}

/// The file that a criterion names, or the only one with code.
fn file_of(program: &Program, written: &Written) -> Result<SourceFile, Failure> {
    let with_code: BTreeSet<SourceFile> = own_edges(program)
        .filter(|e| acts(program, *e))
        .filter_map(|e| program.edges[e].position.map(|p| p.file))
        .collect();
    let path = |file: &SourceFile| program.files[*file].path.as_str();
    let fits = |file: &&SourceFile| match &written.file {
        None => true,
        Some(name) => path(file) == name || path(file).ends_with(&format!("/{name}")),
    };
    let found: Vec<&SourceFile> = with_code.iter().filter(fits).collect();
    let list = |files: &mut dyn Iterator<Item = &SourceFile>| {
        files.take(6).map(|f| program.files[*f].path.clone()).collect::<Vec<_>>().join(", ")
    };
    match (&found[..], &written.file) {
        ([only], _) => Ok(**only),
        ([], None) => {
            Err(Failure::new(Exit::Usage, "nothing in the program has a line: there is no debug information")
                .hint("compile with -g"))
        }
        ([], Some(name)) => Err(Failure::new(Exit::Usage, format!("{name}: no such file with code in the program"))
            .hint(format!("one of {}", list(&mut with_code.iter())))),
        (several, _) => {
            let exact = several.iter().find(|f| written.file.as_deref() == Some(path(f)));
            exact.map(|f| **f).ok_or_else(|| {
                let line = written.line;
                Failure::new(Exit::Usage, format!("line {line}: several files have code"))
                    .hint(format!("FILE:{line} with one of {}", list(&mut several.iter().copied())))
            })
        }
    }
}

/// A variable before the edges of a line.
fn variable(program: &Program, edges: &[Edge], name: &str, line: Position) -> Result<Wanted, Failure> {
    let mut wanted = Wanted { edges: edges.to_vec(), ..Wanted::default() };
    let functions: BTreeSet<Function> = edges.iter().map(|e| program.function_of(program.edges[*e].from)).collect();
    for at in first_locations(program, edges) {
        let registers = holding(program, at, name);
        if !registers.is_empty() {
            wanted.registers.push((at, registers));
        }
        let objects = objects(program, program.function_of(at), name);
        let loads = loads(program, edges, &objects);
        if loads.is_empty() {
            wanted.objects.extend(objects.into_iter().map(|object| (at, object)));
        }
        wanted.loads.extend(loads);
    }
    if !wanted.registers.is_empty() || !wanted.objects.is_empty() || !wanted.loads.is_empty() {
        return Ok(wanted);
    }
    let mentioned = SourceView::new(program).line(line).is_some_and(|text| words(&text).any(|word| word == name));
    if mentioned {
        let remark = format!("`{name}` has no place of its own here; all that the line uses is taken");
        return Ok(Wanted { whole: true, remark: Some(remark), ..wanted });
    }
    let place = program.show_position(line);
    let failure = Failure::new(Exit::Usage, format!("{place}: no variable `{name}` here"));
    let near = near(&names(program, &functions), name);
    Err(if near.is_empty() { failure } else { failure.hint(format!("one of {}", near.join(", "))) })
}

/// The locations where the line begins: those that are not entered from the line itself.
fn first_locations(program: &Program, edges: &[Edge]) -> Vec<Location> {
    let on_line: HashSet<Edge> = edges.iter().copied().collect();
    let mut out: Vec<Location> = edges.iter().map(|e| program.edges[*e].from).collect();
    out.sort_unstable();
    out.dedup();
    let all = out.clone();
    out.retain(|l| program.in_edges(*l).iter().any(|e| !on_line.contains(e)) || program.in_edges(*l).is_empty());
    if out.is_empty() { all } else { out }
}

/// The registers that may hold a variable at a location: those that are assigned last on the ways
/// to it.
fn holding(program: &Program, at: Location, name: &str) -> Vec<Register> {
    let is_it = |r: Register| program.registers[r].variable.as_ref().is_some_and(|v| v.name == name);
    let function = program.function_of(at);
    let Some(body) = program.body(function) else { return Vec::new() };
    let mut found = BTreeSet::new();
    let mut seen = HashSet::from([at]);
    let mut work = vec![at];
    while let Some(location) = work.pop() {
        if location == body.entry {
            found.extend(body.parameters.iter().copied().filter(|r| is_it(*r)));
        }
        for &edge in program.in_edges(location) {
            let data = &program.edges[edge];
            let mut assigned = false;
            data.op.for_each_definition(|r| {
                if is_it(r) {
                    assigned = true;
                    found.insert(r);
                }
            });
            if !assigned && seen.insert(data.from) {
                work.push(data.from);
            }
        }
    }
    found.into_iter().collect()
}

/// The objects that a variable of a function, or else a global, is.
fn objects(program: &Program, function: Function, name: &str) -> Vec<AbstractObject> {
    let is_it = |variable: &Option<Variable>| variable.as_ref().is_some_and(|v| v.name == name);
    let local =
        program.body(function).into_iter().flat_map(|b| b.edge_ids()).filter_map(|edge| match program.edges[edge].op {
            Op::Allocate { site, .. } if is_it(&program.sites[site].variable) => Some(AbstractObject::Site(site)),
            _ => None,
        });
    let local: Vec<AbstractObject> = local.collect();
    if !local.is_empty() {
        return local;
    }
    let globals = program.globals.iter().filter(|(_, g)| !g.library && is_it(&g.variable));
    globals.map(|(global, _)| AbstractObject::Global(global)).collect()
}

/// The edges that load from objects by their own addresses.
fn loads(program: &Program, edges: &[Edge], objects: &[AbstractObject]) -> Vec<Edge> {
    let created = |register: Register| {
        let body = program.body(program.function_of(program.edges[edges[0]].from))?;
        body.edge_ids().find_map(|edge| match program.edges[edge].op {
            Op::Allocate { register: new, site, .. } if new == register => Some(AbstractObject::Site(site)),
            _ => None,
        })
    };
    let object = |address: ExprId| match program.exprs.get(address) {
        Expr::GlobalAddr(global) => Some(AbstractObject::Global(global)),
        Expr::Register(register) => created(register),
        _ => None,
    };
    let is_load = |edge: &Edge| match program.edges[*edge].op {
        Op::Load { address, .. } => object(address).is_some_and(|o| objects.contains(&o)),
        _ => false,
    };
    edges.iter().copied().filter(is_load).collect()
}

/// The names of variables that these functions can see.
fn names(program: &Program, functions: &BTreeSet<Function>) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for &function in functions.iter().filter(|f| is_own(program, **f)) {
        let Some(body) = program.body(function) else { continue };
        out.extend(body.register_ids().filter_map(|r| program.registers[r].variable.as_ref()).map(|v| v.name.clone()));
    }
    let sites = program.sites.values().filter(|s| functions.contains(&s.function));
    out.extend(sites.filter_map(|s| s.variable.as_ref()).map(|v| v.name.clone()));
    let globals = program.globals.values().filter(|g| !g.library);
    out.extend(globals.filter_map(|g| g.variable.as_ref()).map(|v| v.name.clone()));
    out
}

/// The names that are most like one.
fn near(names: &BTreeSet<String>, name: &str) -> Vec<String> {
    let mut rated: Vec<(usize, &String)> = names.iter().map(|n| (distance(n, name), n)).collect();
    rated.sort();
    rated.into_iter().take(4).map(|(_, n)| n.clone()).collect()
}

/// How many letters have to change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The identifiers of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_are_read() {
        let check = |text: &str, expected: Option<(Option<&str>, u32, Option<&str>)>| {
            let found = parse(text).ok().map(|w| (w.file, w.line, w.variable));
            let expected = expected.map(|(f, l, v)| (f.map(String::from), l, v.map(String::from)));
            assert_eq!(found, expected, "{text}");
        };
        check("12", Some((None, 12, None)));
        check("12:x", Some((None, 12, Some("x"))));
        check("a.c:12", Some((Some("a.c"), 12, None)));
        check("a.c:12:x", Some((Some("a.c"), 12, Some("x"))));
        check("x", None);
        check("0", None);
        check("12:", None);
        check("a.c:x", None);
        check("", None);
        check("99999999999", None);
    }

    #[test]
    fn names_are_compared() {
        assert_eq!(distance("count", "count"), 0);
        assert_eq!(distance("count", "coumt"), 1);
        assert_eq!(distance("", "abc"), 3);
        let names = ["sum", "summe", "other"].map(String::from).into();
        assert_eq!(near(&names, "sun")[0], "sum");
    }
}
