//! Andersen's points-to analysis: flow- and context-insensitive, field-sensitive, by inclusion
//! constraints.
//!
//! **Domain.** A *node* stands for a pointer-typed register or expression, a result of a function,
//! or a *cell*: a place in an abstract object that pointers are loaded from or stored to. Its
//! solution is a [`PointerSet`]: for every object the offsets into it, and whether the pointer may
//! come from a number.
//!
//! **Constraints.** An edge `a → b` with a shift `k` says that whatever is in `a`, moved by `k`, is
//! in `b`. Loads, stores, copies and calls *watch* the node of their pointer: each new target gives
//! new edges. Cycles of edges without shift are collapsed. A cycle whose shifts sum to `g` makes
//! the solution closed under adding `g`, and is given that at once.
//!
//! **Sharing.** All loads through a node have the same cells, so these flow into one node, and from
//! there to where the loads put them; in the same way the values that stores put into cells come
//! together in one node first. Instead of `loads × cells` edges there are `loads + cells`, with the
//! same solution. Equal constraints on one node are one.
//!
//! **What goes without saying.** A set that may come from a number has all exposed objects, at any
//! offset. They are not listed in it, nor passed on from it, since whatever it flows to may come
//! from a number too. In large programs this is most of everything: all memory of one allocator is
//! one object, its pointers and numbers lie in the same cells, so nearly each pointer that is
//! loaded from it may be any of thousands. Then sets stay small, and constraints on such pointers
//! are constraints on the node of exposed objects, where sharing makes them few.
//!
//! **Memory.** Cells of an object are told apart by offset; once an object is accessed at a residue
//! class, by offset modulo the greatest common divisor of all such classes (`memory.rs`). Bytes
//! that are no whole pointer become pointers to *exposed* objects, as the interpreter has it:
//! reading a pointer's bytes as a number, or cutting a stored pointer, exposes what it points to.
//!
//! **Why it is right.** By induction over an execution: every step that puts a pointer into a
//! register or a cell has an edge from where it came from; the tests follow executions of the
//! interpreter and compare.
//!
//! Functions are analysed when a call may enter them, so functions that are never called add
//! nothing.

mod cells;
mod collapse;
mod copies;
mod generate;
mod memory;
mod solve;
#[cfg(test)]
mod tests;

use crate::contexts::Contexts;
use crate::numbers::Numbers;
use crate::object::{AbstractObject, ObjectId, Objects};
use crate::offsets::Offsets;
use crate::points_to::{Callees, Outside, PointsTo};
use crate::set::{Marks, Moving, PointerSet};
use adumbra_program::*;
use cells::{Cells, Kind, Length, Pending};
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node(u32);
cranelift_entity::entity_impl!(Node, "n");

/// The call that entered an allocating function, or none.
type Context = Option<Edge>;

/// A node of the constraint graph.
#[derive(Default)]
struct NodeData {
    set: PointerSet,
    /// What has not been passed on yet.
    fresh: PointerSet,
    /// Where it flows to, with the number of the shift.
    edges: Vec<(Node, u32)>,
    /// The numbers of the constraints that look at it, in ascending order.
    watches: Vec<u32>,
    /// The one of them that loads through it, and the one that stores.
    loads: Option<u32>,
    stores: Option<u32>,
    /// The set is closed under adding this.
    closure: u64,
    queued: bool,
}

/// A constraint that depends on what a node points to. Equal constraints are one, whatever nodes
/// they watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Watch {
    /// The pointers in the cells flow into the node.
    Load(Node),
    /// The node flows into the cells.
    Store(Node),
    /// Bytes are read as a number.
    Read(u64),
    /// Bytes get a number, or no value.
    Write { length: Length, unknown: bool, indeterminate: bool },
    /// The source of a copy, by its number.
    From(usize),
    /// The destination of a copy.
    To(usize),
    /// Exposed objects are the source of copies of a length.
    Gather(Length),
    /// Exposed objects are the destination of copies of a length.
    Scatter(Length),
    /// A list of variable arguments of a function is made.
    Arguments(Function),
    /// A call through the pointer.
    Call(Edge, Context),
    /// A function without a body writes the objects.
    Havoc,
    /// The objects are exposed.
    Expose,
}

/// A copy of memory: the ends of the pairs that it links.
struct CopyData {
    edge: Edge,
    length: Length,
    from: Vec<(ObjectId, u64)>,
    to: Vec<(ObjectId, u64)>,
    /// Both kinds of ends; sources are true.
    ends: FxHashSet<(bool, ObjectId, u64)>,
    /// What lies between them, once the pairs are too many to be linked one by one.
    between: Option<ObjectId>,
}

struct Solver<'p> {
    program: &'p Program,
    outside: Outside,
    /// May all memory have been written by functions without a body?
    all_havocked: bool,
    bits: u32,
    numbers: Numbers,
    contexts: Contexts,
    objects: Objects,
    nodes: PrimaryMap<Node, NodeData>,
    parent: SecondaryMap<Node, Option<Node>>,
    edge_set: FxHashSet<(Node, Node, u32)>,
    shifts: Vec<Offsets>,
    shift_index: FxHashMap<Offsets, u32>,
    /// The constraints, and whether they look at the exposed objects too.
    watches: Vec<(Watch, bool)>,
    watch_index: FxHashMap<Watch, u32>,
    copies: Vec<CopyData>,
    /// What lies between exposed objects and copies of a length: those from them are true.
    exchanges: FxHashMap<(Length, bool), ObjectId>,
    exprs: FxHashMap<(Context, ExprId), Node>,
    registers: FxHashMap<(Context, Register), Node>,
    results: FxHashMap<(Function, Context, usize), Node>,
    /// The set of this node are the exposed objects.
    exposed: Node,
    /// The same objects.
    is_exposed: Marks,
    memory: SecondaryMap<ObjectId, Cells>,
    pending: Vec<Pending>,
    queue: Vec<Node>,
    order: SecondaryMap<Node, u32>,
    instances: FxHashSet<(Function, Context)>,
    todo: Vec<(Function, Context)>,
    linked: FxHashSet<(Edge, Context, Function)>,
    /// Is nothing shared or collapsed, for comparison?
    plain: bool,
}

/// The result of the analysis.
#[derive(Debug)]
pub struct Andersen {
    outside: Outside,
    objects: Objects,
    sets: Vec<PointerSet>,
    /// For every expression the number of its set, the first of which is empty.
    exprs: Vec<u32>,
    exposed: Vec<ObjectId>,
    stored: Vec<Vec<ObjectId>>,
    calls: FxHashMap<Edge, Callees>,
    reachable: Vec<bool>,
    contexts: Contexts,
    /// The site and the function of every allocation.
    sites: FxHashMap<Edge, (Site, Function)>,
    /// The function of every call.
    callers: FxHashMap<Edge, Function>,
}

impl Andersen {
    /// Analyses a program in which functions without a body write what `outside` says.
    pub fn new(program: &Program, outside: Outside) -> Andersen {
        Andersen::solve(Solver::new(program, outside))
    }

    /// The same without anything that is only there to be quick.
    #[cfg(test)]
    fn plain(program: &Program, outside: Outside) -> Andersen {
        Andersen::solve(Solver { plain: true, ..Solver::new(program, outside) })
    }

    fn solve(mut solver: Solver<'_>) -> Andersen {
        let program = solver.program;
        solver.instantiate(program.entry, None);
        solver.run();
        solver.finish()
    }
}

impl<'p> Solver<'p> {
    fn new(program: &'p Program, outside: Outside) -> Solver<'p> {
        let mut nodes = PrimaryMap::new();
        let exposed = nodes.push(NodeData::default());
        let zero = Offsets::exactly(0);
        Solver {
            program,
            outside,
            all_havocked: false,
            bits: program.layout.pointer_bits,
            numbers: Numbers::new(program),
            contexts: Contexts::new(program),
            objects: Objects::default(),
            nodes,
            parent: SecondaryMap::new(),
            edge_set: FxHashSet::default(),
            shift_index: FxHashMap::from_iter([(zero.clone(), 0)]),
            shifts: vec![zero],
            watches: Vec::new(),
            watch_index: FxHashMap::default(),
            copies: Vec::new(),
            exchanges: FxHashMap::default(),
            exprs: FxHashMap::default(),
            registers: FxHashMap::default(),
            results: FxHashMap::default(),
            exposed,
            is_exposed: Marks::default(),
            memory: SecondaryMap::new(),
            pending: Vec::new(),
            queue: Vec::new(),
            order: SecondaryMap::new(),
            instances: FxHashSet::default(),
            todo: Vec::new(),
            linked: FxHashSet::default(),
            plain: false,
        }
    }

    fn finish(mut self) -> Andersen {
        let program = self.program;
        // Expressions of functions with contexts have the union of what they have in each.
        let mut of_expr: FxHashMap<ExprId, Vec<Node>> = FxHashMap::default();
        let mut pairs: Vec<(ExprId, Node)> = self.exprs.iter().map(|((_, e), n)| (*e, *n)).collect();
        let of_register: FxHashMap<Register, ExprId> = program
            .exprs
            .iter()
            .filter_map(|(id, expr, _)| if let Expr::Register(r) = expr { Some((r, id)) } else { None })
            .collect();
        pairs.extend(self.registers.iter().filter_map(|((_, r), n)| Some((*of_register.get(r)?, *n))));
        for (expr, node) in pairs {
            let node = self.find(node);
            of_expr.entry(expr).or_default().push(node);
        }
        let mut sets = vec![PointerSet::default()];
        let mut number: FxHashMap<Vec<Node>, u32> = FxHashMap::default();
        let mut exprs = vec![0; program.exprs.len()];
        let mut keys: Vec<ExprId> = of_expr.keys().copied().collect();
        keys.sort_unstable();
        for expr in keys {
            let Some(mut nodes) = of_expr.remove(&expr) else { continue };
            nodes.sort_unstable();
            nodes.dedup();
            exprs[expr.index()] = *number.entry(nodes).or_insert_with_key(|nodes| {
                let mut all = PointerSet::default();
                for node in nodes {
                    let moving = Moving::nowhere(self.bits);
                    all.absorb(&self.nodes[*node].set, &moving, &self.is_exposed, &mut PointerSet::default());
                }
                all.forget(&self.is_exposed);
                sets.push(all);
                sets.len() as u32 - 1
            });
        }
        let exposed: Vec<ObjectId> = self.nodes[self.exposed].set.entries().iter().map(|(o, _)| *o).collect();
        let mut stored = vec![Vec::new(); self.objects.len()];
        for (id, _) in self.objects.clone().iter() {
            let cells: Vec<Node> = self.memory[id].nodes().collect();
            let list: &mut Vec<ObjectId> = &mut stored[id.index()];
            for cell in cells {
                let cell = self.find(cell);
                list.extend(self.nodes[cell].set.entries().iter().map(|(o, _)| *o));
            }
            list.sort_unstable();
            list.dedup();
        }
        let mut reachable = vec![false; program.functions.len()];
        self.instances.iter().for_each(|(f, _)| reachable[f.index()] = true);
        let mut calls: FxHashMap<Edge, Callees> = FxHashMap::default();
        let mut linked: Vec<(Edge, Function)> = self.linked.iter().map(|(e, _, f)| (*e, *f)).collect();
        linked.sort_unstable();
        linked.dedup();
        for (edge, function) in linked {
            calls.entry(edge).or_default().functions.push(function);
        }
        let (mut sites, mut callers) = (FxHashMap::default(), FxHashMap::default());
        for (edge, data) in program.edges.iter() {
            match &data.op {
                Op::Call { callee, .. } => {
                    callers.insert(edge, program.function_of(data.from));
                    if let Callee::Indirect(pointer) = callee {
                        let unknown = sets[exprs[pointer.index()] as usize].unknown;
                        calls.entry(edge).or_default().unknown = unknown;
                    }
                }
                Op::Allocate { site, .. } => {
                    sites.insert(edge, (*site, program.function_of(data.from)));
                }
                _ => {}
            }
        }
        Andersen {
            outside: self.outside,
            objects: self.objects,
            sets,
            exprs,
            exposed,
            stored,
            calls,
            reachable,
            contexts: self.contexts,
            sites,
            callers,
        }
    }
}

impl PointsTo for Andersen {
    fn outside(&self) -> Outside {
        self.outside
    }

    fn objects(&self) -> &Objects {
        &self.objects
    }

    fn pointers(&self, expr: ExprId) -> Cow<'_, PointerSet> {
        Cow::Borrowed(&self.sets[self.exprs[expr.index()] as usize])
    }

    fn exposed(&self) -> &[ObjectId] {
        &self.exposed
    }

    fn stored(&self, object: ObjectId) -> &[ObjectId] {
        &self.stored[object.index()]
    }

    fn callees(&self, call: Edge) -> Callees {
        self.calls.get(&call).cloned().unwrap_or_default()
    }

    fn reachable(&self, function: Function) -> bool {
        self.reachable[function.index()]
    }

    fn by_call(&self, function: Function) -> bool {
        self.contexts.allocates(function)
    }

    fn allocated(&self, allocation: Edge, calls: &[Edge]) -> Option<AbstractObject> {
        let (site, function) = *self.sites.get(&allocation)?;
        let mut context = None;
        // The context is the last call from a function without contexts into one with.
        for (i, call) in calls.iter().enumerate() {
            let caller = *self.callers.get(call)?;
            let entered = match calls.get(i + 1) {
                Some(next) => self.callers.get(next).copied(),
                None => Some(function),
            };
            let inside = entered.is_some_and(|f| self.contexts.allocates(f));
            context = match (inside, self.contexts.allocates(caller)) {
                (false, _) => None,
                (true, false) => Some(*call),
                (true, true) => context,
            };
        }
        Some(match context {
            None => AbstractObject::Site(site),
            Some(call) => AbstractObject::Called(site, call),
        })
    }
}
