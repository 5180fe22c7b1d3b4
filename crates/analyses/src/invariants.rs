//! What holds at a point whatever was computed before: which stack objects exist, and where
//! pointers may point to.
//!
//! Formulas about data rest on it without saying so. A certificate must say it, since who checks it
//! starts from what it says. Nothing here is believed by the checker: it follows from what
//! points-to analysis and dominators say, and is checked with the rest.

use crate::pointers::Pointers;
use adumbra_dependence::{AbstractObject, Content, Outside, PointsTo, Shape};
use adumbra_program::graph::{DominatorTree, FunctionGraph, Liveness};
use adumbra_program::*;
use adumbra_verdict::{Known, Lives, ObjectFacts, ObjectKind, ObjectName, StateFacts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// More objects than this are not listed as what a pointer may point into.
const MOST_TARGETS: usize = 16;

/// An allocation on the stack that is made once in an activation.
struct Local {
    /// Where it has been made.
    to: Location,
    register: Register,
    site: Site,
    size: Option<u64>,
}

/// What is asked about functions.
struct Looked {
    graph: FunctionGraph,
    dominators: DominatorTree,
    liveness: Liveness,
    locals: Vec<Local>,
}

/// What holds at the points of a program.
pub struct PointInvariants {
    program: Arc<Program>,
    functions: FxHashMap<Function, Looked>,
    /// The expression that is a register.
    expressions: FxHashMap<Register, ExprId>,
    /// Does memory hold pointers?
    stored_pointers: bool,
}

impl PointInvariants {
    /// For a program.
    pub fn new(program: &Arc<Program>) -> PointInvariants {
        let mut expressions = FxHashMap::default();
        for (id, expr, _) in program.exprs.iter() {
            if let Expr::Register(register) = expr {
                expressions.insert(register, id);
            }
        }
        let stored_pointers = program.edges.values().any(|e| match e.op {
            Op::Load { register, .. } => program.registers[register].ty == Type::Ptr,
            _ => false,
        });
        PointInvariants { program: Arc::clone(program), functions: FxHashMap::default(), expressions, stored_pointers }
    }

    fn shape(&mut self, function: Function) -> Option<&Looked> {
        if !self.functions.contains_key(&function) {
            let program = &self.program;
            let body = program.body(function)?;
            let graph = FunctionGraph::of_body(program, function, body);
            let shape = Looked {
                dominators: graph.dominators(),
                liveness: Liveness::new(program, body),
                locals: locals(program, body),
                graph,
            };
            self.functions.insert(function, shape);
        }
        self.functions.get(&function)
    }

    /// Adds the objects of the stack, and the registers that point to them, to the facts of a
    /// point.
    pub fn add_objects(&mut self, facts: &mut StateFacts) {
        for (depth, function, location, _) in self.frames(facts) {
            let Some(shape) = self.shape(function) else { continue };
            for local in &shape.locals {
                if !shape.dominators.dominates(shape.graph.node(local.to), shape.graph.node(location)) {
                    continue;
                }
                let object = ObjectFacts {
                    kind: ObjectKind::Allocated(local.site, AllocationKind::Stack),
                    activation: Some(depth),
                    size: local.size,
                    lives: Lives::Yes,
                };
                // Another analysis may have named it: an activation has one such object.
                let same = |o: &ObjectFacts| o.kind == object.kind && o.activation == object.activation;
                let index = facts.objects.iter().position(same).unwrap_or_else(|| {
                    facts.objects.push(object);
                    facts.objects.len() - 1
                });
                let known = Known::Pointer(ObjectName::Allocated(index as u32), 0);
                if !facts.registers.iter().any(|(d, r, k)| *d == depth && *r == local.register && *k == known) {
                    facts.registers.push((depth, local.register, known));
                }
            }
        }
    }

    /// Adds where other pointers may point to. What cannot be said makes the facts partial.
    pub fn add_pointers(&mut self, pointers: &Pointers, facts: &mut StateFacts) {
        let known: FxHashSet<(u32, Register)> = facts.registers.iter().map(|(d, r, _)| (*d, *r)).collect();
        let program = Arc::clone(&self.program);
        let sets = pointers.get();
        for (depth, function, location, call) in self.frames(facts) {
            let Some(shape) = self.shape(function) else { continue };
            let live = match call {
                Some(call) => shape.liveness.live_across(&program, call),
                None => shape.liveness.live(&program, location),
            };
            for register in live {
                if program.registers[register].ty != Type::Ptr || known.contains(&(depth, register)) {
                    continue;
                }
                match self.expressions.get(&register).and_then(|expr| targets(sets, *expr, facts)) {
                    Some(targets) => facts.registers.push((depth, register, Known::Into(targets))),
                    None => facts.partial = true,
                }
            }
        }
        self.add_results(pointers, facts);
        facts.partial |= self.stored_pointers;
        if sets.outside() != Outside::Pure || !sets.exposed().is_empty() {
            return;
        }
        let bytes = program.layout.pointer_bytes() as u32;
        for (_, region) in pointers.regions().iter() {
            let (Shape::Scalar, Content::Pointer, Some(AbstractObject::Global(global)), Some(offset)) =
                (region.shape, region.content, region.only, region.residue)
            else {
                continue;
            };
            let name = ObjectName::Global(global);
            let said = facts.cells.iter().any(|(object, at, ..)| *object == name && *at == offset);
            let Some(object) = sets.objects().id(AbstractObject::Global(global)) else { continue };
            let targets: Option<Vec<ObjectName>> =
                sets.stored(object).iter().map(|o| name_of(sets.objects().object(*o), facts)).collect();
            if let (Some(targets), false) = (bounded(targets), said || program.globals[global].constant) {
                facts.cells.push((name, offset, bytes, Known::Into(targets)));
            }
        }
    }

    /// Adds where the results of a function may point to at its exit.
    fn add_results(&self, pointers: &Pointers, facts: &mut StateFacts) {
        let program = &self.program;
        let location = facts.point.location;
        let function = program.function_of(location);
        if program.body(function).is_none_or(|body| body.exit != location) {
            return;
        }
        for (index, ty) in (0..).zip(&program.functions[function].result_types) {
            if *ty != Type::Ptr || facts.results.iter().any(|(i, _)| *i == index) {
                continue;
            }
            let mut all = Some(BTreeSet::new());
            for edge in program.in_edges(location) {
                let Op::Return { values } = &program.edges[*edge].op else { continue };
                let targets = values.get(index as usize).and_then(|value| targets(pointers.get(), *value, facts));
                all = all.zip(targets).map(|(mut all, targets)| {
                    all.extend(targets);
                    all
                });
            }
            match all.filter(|all| all.len() <= MOST_TARGETS) {
                Some(all) => facts.results.push((index, Known::Into(all.into_iter().collect()))),
                None => facts.partial = true,
            }
        }
    }

    /// The activations at a point: number, function, location, and the open call unless it is the
    /// innermost.
    fn frames(&self, facts: &StateFacts) -> Vec<(u32, Function, Location, Option<Edge>)> {
        let calls = facts.point.calls.iter().map(|call| (self.program.edges[*call].from, Some(*call)));
        let all = calls.chain([(facts.point.location, None)]);
        let frame = |(depth, (location, call)): (u32, (Location, Option<Edge>))| {
            (depth, self.program.function_of(location), location, call)
        };
        (0u32..).zip(all).map(frame).collect()
    }
}

/// The stack allocations of a function that are made once: outside of scopes that end before it
/// does, into a register of their own.
fn locals(program: &Program, body: &Body) -> Vec<Local> {
    let edges = || body.location_ids().flat_map(|l| program.out_edges(l));
    if edges().any(|e| matches!(program.edges[e].op, Op::ScopeEnd { .. } | Op::StackRestore { .. })) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for edge in edges() {
        let data = &program.edges[edge];
        let Op::Allocate { register, size, kind: AllocationKind::Stack, site, .. } = &data.op else { continue };
        let size = match program.exprs.get(*size) {
            Expr::Const(size) => Some(size),
            _ => None,
        };
        if program.in_edges(data.to).len() == 1 {
            found.push(Local { to: data.to, register: *register, site: *site, size });
        }
    }
    found
}

/// The name of an object in facts.
pub fn name_of(object: AbstractObject, facts: &StateFacts) -> Option<ObjectName> {
    match object {
        AbstractObject::Global(global) => Some(ObjectName::Global(global)),
        AbstractObject::Function(function) => Some(ObjectName::Function(function)),
        AbstractObject::Site(site) => {
            let is_it = |o: &ObjectFacts| matches!(o.kind, ObjectKind::Allocated(s, _) if s == site);
            let mut found = (0u32..).zip(&facts.objects).filter(|(_, o)| is_it(o));
            match (found.next(), found.next()) {
                (Some((index, _)), None) => Some(ObjectName::Allocated(index)),
                _ => None,
            }
        }
        AbstractObject::Called(..) | AbstractObject::Arguments(_) | AbstractObject::Copied(_) => None,
    }
}

/// What a pointer may point into, if all of it has a name.
fn targets(sets: &dyn PointsTo, expr: ExprId, facts: &StateFacts) -> Option<Vec<Option<ObjectName>>> {
    let set = sets.pointers(expr);
    if set.reaches_exposed() {
        return None;
    }
    bounded(set.entries().iter().map(|(object, _)| name_of(sets.objects().object(*object), facts)).collect())
}

fn bounded(targets: Option<Vec<ObjectName>>) -> Option<Vec<Option<ObjectName>>> {
    let targets = targets.filter(|t| t.len() < MOST_TARGETS)?;
    Some(targets.into_iter().map(Some).chain([None]).collect())
}
