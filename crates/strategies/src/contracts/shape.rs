//! Which functions get contracts, what they may write, and what of the memory they look at.

use super::table::What;
use adumbra_analyses::location::Places;
use adumbra_program::graph::{Components, Graph};
use adumbra_program::*;
use adumbra_verdict::{Extent, Formulas, OBJECT_BITS, ObjectName, Writes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Cells of memory that are observed for one function.
const MOST_CELLS: usize = 10;

/// Places that a function is said to write, at most.
const MOST_WRITTEN: usize = 24;

/// Where a pointer leads to, as far as the code of a function says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Root {
    /// Into a global.
    Global(Global),
    /// Behind the pointer of this parameter.
    Parameter(u32),
    /// Into memory of the activation.
    Own,
}

/// Bytes that are accessed: all of the object, if it is not known where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Bytes {
    pub(super) root: Root,
    pub(super) at: Option<(u64, u32)>,
}

/// What a function writes of what existed before; none if it is not known.
pub(crate) type Written = Option<BTreeSet<Bytes>>;

/// What a function may write, as a contract says it: parts of globals, or anything.
pub(crate) fn writes(program: &Program, written: Written, entry: &mut Formulas) -> Writes {
    let Some(written) = written else { return Writes::Anything };
    let width = program.layout.pointer_bits;
    let mut extents = Vec::new();
    for Bytes { root, at } in written {
        let global = match root {
            Root::Own => continue,
            Root::Global(global) => global,
            Root::Parameter(_) => return Writes::Anything,
        };
        let (from, length) = at.map_or((0, program.globals[global].size), |(from, length)| (from, length.into()));
        let name = ObjectName::Global(global);
        let known = entry.numbers().iter().find(|(_, named)| *named == name).map(|(number, _)| *number);
        let number = known.unwrap_or_else(|| {
            let last = entry.numbers().iter().map(|(number, _)| *number).max().unwrap_or(0);
            entry.number(last + 1, name);
            last + 1
        });
        let terms = &mut entry.terms;
        let (object, offset) = (terms.bv_u64(OBJECT_BITS, number), terms.bv_u64(width, from));
        extents.push(Extent { object, offset, bytes: terms.bv_u64(width, length) });
    }
    Writes::Only(extents)
}

/// What is known of a program's functions.
pub(crate) struct Shape {
    /// Functions with contracts, those that are called by others first.
    pub(super) functions: Vec<Function>,
    written: FxHashMap<Function, Written>,
    read: FxHashMap<Function, BTreeSet<Bytes>>,
    callees: FxHashMap<Function, Vec<Function>>,
}

impl Shape {
    /// Looks at a program.
    pub(crate) fn of(program: &Program) -> Shape {
        let callees: FxHashMap<Function, Vec<Function>> =
            program.defined_functions().map(|(function, _, body)| (function, callees(program, body))).collect();
        let reached = reached(program, &callees);
        let functions = contracted(program, &callees, &reached);
        let mut shape = Shape { functions, written: FxHashMap::default(), read: FxHashMap::default(), callees };
        shape.look(program, &reached);
        shape
    }

    /// Adds functions that get contracts, too, if they are ever called.
    pub(super) fn also(&mut self, functions: impl IntoIterator<Item = Function>) {
        for function in functions {
            if self.written.contains_key(&function) && !self.functions.contains(&function) {
                self.functions.push(function);
            }
        }
        self.functions.sort();
    }

    /// What a function writes, with all that it calls.
    pub(crate) fn written(&self, function: Function) -> Written {
        self.written.get(&function).cloned().flatten()
    }

    /// The functions with contracts whose calls are passed over when the body of a function is
    /// followed.
    pub(super) fn uses(&self, function: Function) -> BTreeSet<Function> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut work = vec![function];
        while let Some(function) = work.pop() {
            for callee in self.callees.get(&function).into_iter().flatten() {
                if self.functions.contains(callee) {
                    found.insert(*callee);
                } else if seen.insert(*callee) {
                    work.push(*callee);
                }
            }
        }
        found
    }

    /// The functions that a function calls, directly or not, itself included.
    pub(super) fn below(&self, function: Function) -> BTreeSet<Function> {
        let mut found = BTreeSet::new();
        let mut work = vec![function];
        while let Some(function) = work.pop() {
            if found.insert(function) {
                work.extend(self.callees.get(&function).into_iter().flatten());
            }
        }
        found
    }

    /// Small cells of globals, and behind parameters, that a function accesses with all it calls.
    pub(super) fn cells(&self, program: &Program, function: Function) -> Vec<What> {
        let mut found = Vec::new();
        let body = program.body(function);
        let own = |bytes: &Bytes| match (bytes.root, bytes.at) {
            (Root::Global(global), Some((at, length))) if !program.globals[global].constant => {
                Some(What::Cell(global, at, length))
            }
            (Root::Parameter(index), Some((at, length))) => {
                let register = body?.parameters.get(index as usize)?;
                Some(What::Behind(*register, at, length))
            }
            _ => None,
        };
        let accessed = |function: &Function| {
            let written = self.written.get(function).into_iter().flatten().flatten();
            written.chain(self.read.get(function).into_iter().flatten()).copied().collect::<BTreeSet<Bytes>>()
        };
        let here: Vec<What> = accessed(&function).iter().filter_map(own).collect();
        let below = self.below(function);
        let others = below.iter().flat_map(accessed);
        let others = others.filter(|bytes| matches!(bytes.root, Root::Global(_)));
        let others: Vec<What> = others.filter_map(|bytes| own(&bytes)).collect();
        for what in here.into_iter().chain(others) {
            if !found.contains(&what) && found.len() < MOST_CELLS {
                found.push(what);
            }
        }
        found
    }

    fn look(&mut self, program: &Program, reached: &FxHashSet<Function>) {
        for (function, _, body) in program.defined_functions().filter(|(f, ..)| reached.contains(f)) {
            let pointers = Pointers::of(program, body);
            self.read.insert(function, pointers.read());
            self.written.insert(function, pointers.written());
        }
        // What callees write, until nothing is new.
        loop {
            let mut changed = false;
            for (function, _, body) in program.defined_functions().filter(|(f, ..)| reached.contains(f)) {
                let pointers = Pointers::of(program, body);
                let mut all = self.written.get(&function).cloned().flatten();
                for edge in body.edge_ids() {
                    let Op::Call { arguments, .. } = &program.edges[edge].op else { continue };
                    for callee in called(program, edge) {
                        let below = match self.written.get(&callee) {
                            Some(below) => below.clone(),
                            None => Some(BTreeSet::new()),
                        };
                        all = joined(all, below, |bytes| pointers.passed(bytes, arguments));
                    }
                }
                if self.written.get(&function) != Some(&all) {
                    self.written.insert(function, all);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
}

/// Writes of a function with those of one that it calls.
fn joined(all: Written, below: Written, passed: impl Fn(Bytes) -> Option<Vec<Bytes>>) -> Written {
    let (mut all, below) = (all?, below?);
    for bytes in below {
        all.extend(passed(bytes)?.into_iter().filter(|bytes| bytes.root != Root::Own));
    }
    (all.len() <= MOST_WRITTEN).then_some(all)
}

/// The functions that a call may enter.
fn called(program: &Program, edge: Edge) -> Vec<Function> {
    let Op::Call { callee, arguments, .. } = &program.edges[edge].op else { return Vec::new() };
    match callee {
        Callee::Direct(function) => vec![*function],
        Callee::Indirect(_) => {
            let types: Vec<Type> = arguments.iter().map(|a| program.exprs.ty(*a)).collect();
            let fits = |data: &FunctionData| data.address_taken && data.parameter_types == types;
            program.functions.iter().filter(|(_, data)| fits(data)).map(|(function, _)| function).collect()
        }
    }
}

fn callees(program: &Program, body: &Body) -> Vec<Function> {
    let mut found = Vec::new();
    for edge in body.edge_ids() {
        for function in called(program, edge) {
            if program.body(function).is_some() && !found.contains(&function) {
                found.push(function);
            }
        }
    }
    found
}

fn reached(program: &Program, callees: &FxHashMap<Function, Vec<Function>>) -> FxHashSet<Function> {
    let mut found = FxHashSet::default();
    let mut work = vec![program.entry];
    while let Some(function) = work.pop() {
        if found.insert(function) {
            work.extend(callees.get(&function).into_iter().flatten());
        }
    }
    found
}

/// Functions that call themselves, directly or not, and those of the program with loops.
fn contracted(
    program: &Program,
    callees: &FxHashMap<Function, Vec<Function>>,
    reached: &FxHashSet<Function>,
) -> Vec<Function> {
    let number = |function: &Function| function.as_u32();
    let edges: Vec<(u32, u32)> =
        callees.iter().flat_map(|(from, to)| to.iter().map(move |to| (number(from), number(to)))).collect();
    let graph = Graph::new(program.functions.len(), program.entry.as_u32(), &edges);
    let components = Components::new(&graph);
    let places = Places::new(program);
    let chosen = |function: &Function| {
        let Some(body) = program.body(*function) else { return false };
        let data = &program.functions[*function];
        let alone = components.members(components.of(number(function))).len() == 1;
        let recursive = !alone || callees.get(function).is_some_and(|to| to.contains(function));
        let loops = body.location_ids().any(|l| places.is_loop_head(l));
        !data.variadic && (recursive || loops && !data.library && *function != program.entry)
    };
    let mut found: Vec<Function> = reached.iter().copied().filter(chosen).collect();
    found.sort();
    found
}

/// Where pointers of a function lead to.
struct Pointers<'p> {
    program: &'p Program,
    body: &'p Body,
    definitions: FxHashMap<Register, Vec<Definition>>,
}

/// What a register is given.
#[derive(Clone, Copy)]
enum Definition {
    Expression(ExprId),
    Own,
    Unknown,
}

impl<'p> Pointers<'p> {
    fn of(program: &'p Program, body: &'p Body) -> Self {
        let mut definitions: FxHashMap<Register, Vec<Definition>> = FxHashMap::default();
        for edge in body.edge_ids() {
            match &program.edges[edge].op {
                Op::Assign(pairs) => {
                    for (register, expr) in pairs {
                        definitions.entry(*register).or_default().push(Definition::Expression(*expr));
                    }
                }
                Op::Allocate { register, .. } => definitions.entry(*register).or_default().push(Definition::Own),
                op => op.for_each_definition(|register| {
                    definitions.entry(register).or_default().push(Definition::Unknown);
                }),
            }
        }
        Pointers { program, body, definitions }
    }

    /// Where a pointer may lead to, each with the offset if it is known; none if it is not known.
    fn roots(&self, expr: ExprId, seen: &mut FxHashSet<Register>) -> Option<BTreeSet<(Root, Option<u64>)>> {
        let pool = &self.program.exprs;
        Some(match pool.get(expr) {
            Expr::Null | Expr::FunctionAddr(_) => BTreeSet::new(),
            Expr::GlobalAddr(global) => BTreeSet::from([(Root::Global(global), Some(0))]),
            Expr::Register(register) => {
                if let Some(index) = self.body.parameters.iter().position(|p| *p == register) {
                    return Some(BTreeSet::from([(Root::Parameter(index as u32), Some(0))]));
                }
                let mut found = BTreeSet::new();
                if !seen.insert(register) {
                    return Some(found);
                }
                for definition in self.definitions.get(&register)? {
                    match definition {
                        Definition::Own => drop(found.insert((Root::Own, None))),
                        Definition::Expression(expr) => found.extend(self.roots(*expr, seen)?),
                        Definition::Unknown => return None,
                    }
                }
                found
            }
            Expr::Select(_, a, b) => {
                let mut found = self.roots(a, seen)?;
                found.extend(self.roots(b, seen)?);
                found
            }
            Expr::Binary(BinaryOp::PtrAdd, base, by) => {
                let by = match pool.get(by) {
                    Expr::Const(by) => Some(by),
                    _ => None,
                };
                let moved = |(root, at): (Root, Option<u64>)| {
                    let at = at.zip(by).map(|(at, by)| at.wrapping_add(by));
                    (root, at)
                };
                self.roots(base, seen)?.into_iter().map(moved).collect()
            }
            _ => return None,
        })
    }

    fn accessed(&self, address: ExprId, bytes: Option<u32>) -> Option<Vec<Bytes>> {
        let roots = self.roots(address, &mut FxHashSet::default())?;
        let at = |(root, at): (Root, Option<u64>)| Bytes { root, at: at.zip(bytes) };
        Some(roots.into_iter().map(at).filter(|bytes| bytes.root != Root::Own).collect())
    }

    /// What is read at places that are known.
    fn read(&self) -> BTreeSet<Bytes> {
        let mut found = BTreeSet::new();
        for edge in self.body.edge_ids() {
            if let Op::Load { register, address } = &self.program.edges[edge].op {
                let ty = self.program.registers[*register].ty;
                if matches!(ty, Type::Int(8..=64)) {
                    let bytes = ty.store_size(&self.program.layout) as u32;
                    found.extend(self.accessed(*address, Some(bytes)).into_iter().flatten());
                }
            }
        }
        found
    }

    fn written(&self) -> Written {
        let mut found = BTreeSet::new();
        let length = |expr: &ExprId| match self.program.exprs.get(*expr) {
            Expr::Const(length) => u32::try_from(length).ok(),
            _ => None,
        };
        for edge in self.body.edge_ids() {
            let (address, bytes) = match &self.program.edges[edge].op {
                Op::Store { address, value } => {
                    let bytes = self.program.exprs.ty(*value).store_size(&self.program.layout);
                    (address, u32::try_from(bytes).ok())
                }
                Op::Copy { to, length: bytes, .. }
                | Op::Fill { to, length: bytes, .. }
                | Op::Havoc { to, length: bytes } => (to, length(bytes)),
                Op::VaStart { .. } => return None,
                _ => continue,
            };
            for bytes in self.accessed(*address, bytes)? {
                // Where behind a pointer is to be known, or it may be anywhere.
                if matches!(bytes.root, Root::Parameter(_)) && bytes.at.is_none() {
                    return None;
                }
                found.insert(bytes);
            }
        }
        Some(found)
    }

    /// What a callee writes, as the caller sees it.
    fn passed(&self, bytes: Bytes, arguments: &[ExprId]) -> Option<Vec<Bytes>> {
        let Root::Parameter(index) = bytes.root else { return Some(vec![bytes]) };
        let argument = arguments.get(index as usize)?;
        let roots = self.roots(*argument, &mut FxHashSet::default())?;
        let mut found = Vec::new();
        for (root, at) in roots {
            let at = at.zip(bytes.at).map(|(base, (by, length))| (base.wrapping_add(by), length));
            if matches!(root, Root::Parameter(_)) && at.is_none() {
                return None;
            }
            found.push(Bytes { root, at });
        }
        Some(found)
    }
}
