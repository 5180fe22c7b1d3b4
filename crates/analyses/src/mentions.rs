//! What runs in a block, and what that names: globals, and of the block's own activation registers
//! and sites.
//!
//! A function can only come to a global by naming it, or by a pointer: one that it finds in memory
//! or is given, or one of which nothing is known. Registers are nobody else's. So what a block does
//! not name, and what no known pointer leads to from there, it neither reads nor writes, but
//! through pointers of which nothing is known.

use adumbra_program::block::Block;
use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What can run in a block.
#[derive(Debug)]
pub struct Mentions {
    /// The function of the block, and those that are called from the block, directly or not.
    pub functions: EntitySet<Function>,
    /// The globals that they name, in ascending order.
    pub globals: Vec<Global>,
    /// Does one of them look at, or change, how many stack objects there are?
    pub counts_stack: bool,
    /// Which part of its function the block is; nothing if it is all of it.
    pub part: Option<PartOfFunction>,
}

/// A block that is a part of its function, such as a loop.
#[derive(Debug)]
pub struct PartOfFunction {
    function: Function,
    /// Its locations, and those at which it is left.
    locations: BTreeSet<Location>,
    /// Can all of the function run in it, because it calls what leads there?
    calls_itself: bool,
    used: BTreeSet<Register>,
    defined: BTreeSet<Register>,
    /// Where it allocates objects in its own activation.
    pub sites: BTreeSet<Site>,
}

impl PartOfFunction {
    /// Does it read a register of its own activation?
    pub fn uses(&self, register: Register) -> bool {
        self.used.contains(&register)
    }

    /// Is a register of its own activation nothing to it?
    pub fn leaves_alone(&self, register: Register) -> bool {
        !self.used.contains(&register) && !self.defined.contains(&register)
    }
}

impl Mentions {
    /// May something of a block run at a location?
    pub fn runs_at(&self, location: Location, function: Function) -> bool {
        let is_own = |part: &&PartOfFunction| part.function == function && !part.calls_itself;
        match self.part.as_ref().filter(is_own) {
            Some(part) => part.locations.contains(&location),
            None => self.functions.contains(function),
        }
    }

    /// Does a function run in no other block's place: all of it in this one?
    pub fn runs_whole(&self, function: Function) -> bool {
        let is_own = |part: &PartOfFunction| part.function == function && !part.calls_itself;
        self.functions.contains(function) && !self.part.as_ref().is_some_and(is_own)
    }
}

/// What each function does by itself.
#[derive(Debug)]
struct Own {
    callees: Vec<Function>,
    globals: Vec<Global>,
    counts_stack: bool,
}

/// The mentions of all blocks, found when they are asked for.
#[derive(Debug, Default)]
pub struct AllMentions {
    own: SecondaryMap<Function, Option<Rc<Own>>>,
    known: FxHashMap<Block, Rc<Mentions>>,
    /// The functions whose address is taken.
    taken: Option<Rc<[Function]>>,
}

impl AllMentions {
    /// What can run in a block.
    pub fn of(&mut self, program: &Program, block: &Block) -> Rc<Mentions> {
        if let Some(known) = self.known.get(block) {
            return Rc::clone(known);
        }
        let mentions = Rc::new(self.find(program, block));
        self.known.insert(block.clone(), Rc::clone(&mentions));
        mentions
    }

    fn find(&mut self, program: &Program, block: &Block) -> Mentions {
        let edges = (!block.is_whole(program)).then(|| block.edges(program));
        let first = match &edges {
            Some(edges) => Rc::new(self.look_at(program, edges)),
            None => self.own(program, block.function),
        };
        let mut functions = EntitySet::new();
        let mut globals: FxHashSet<Global> = first.globals.iter().copied().collect();
        let mut counts_stack = first.counts_stack;
        let mut work = first.callees.clone();
        while let Some(next) = work.pop() {
            if functions.insert(next) {
                let own = self.own(program, next);
                work.extend(&own.callees);
                globals.extend(&own.globals);
                counts_stack |= own.counts_stack;
            }
        }
        let calls_itself = functions.contains(block.function);
        functions.insert(block.function);
        let mut globals: Vec<Global> = globals.into_iter().collect();
        globals.sort_unstable();
        let part = edges.map(|edges| PartOfFunction::new(program, block, &edges, calls_itself));
        Mentions { functions, globals, counts_stack, part }
    }

    fn own(&mut self, program: &Program, function: Function) -> Rc<Own> {
        if let Some(own) = &self.own[function] {
            return Rc::clone(own);
        }
        let edges: Vec<Edge> = program.body(function).into_iter().flat_map(|body| body.edge_ids()).collect();
        let own = Rc::new(self.look_at(program, &edges));
        self.own[function] = Some(Rc::clone(&own));
        own
    }

    fn look_at(&mut self, program: &Program, edges: &[Edge]) -> Own {
        let mut own = Own { callees: Vec::new(), globals: Vec::new(), counts_stack: false };
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut work = Vec::new();
        for edge in edges {
            let op = &program.edges[*edge].op;
            match op {
                Op::Call { callee: Callee::Direct(callee), .. } => own.callees.push(*callee),
                // It can be any whose address is taken.
                Op::Call { .. } => own.callees.extend(self.taken(program).iter()),
                Op::StackSave { .. } | Op::StackRestore { .. } => own.counts_stack = true,
                _ => {}
            }
            op.for_each_use(|expr| work.push(expr));
        }
        while let Some(expr) = work.pop() {
            if seen.insert(expr) {
                match program.exprs.get(expr) {
                    Expr::GlobalAddr(global) => own.globals.push(global),
                    Expr::FunctionAddr(function) => own.callees.push(function),
                    _ => {}
                }
                work.extend(program.exprs.operands(expr));
            }
        }
        own.callees.sort_unstable();
        own.callees.dedup();
        own
    }

    fn taken(&mut self, program: &Program) -> Rc<[Function]> {
        let list = || program.functions.iter().filter(|(_, f)| f.address_taken).map(|(id, _)| id).collect();
        Rc::clone(self.taken.get_or_insert_with(list))
    }
}

impl PartOfFunction {
    fn new(program: &Program, block: &Block, edges: &[Edge], calls_itself: bool) -> Self {
        let mut locations = block.locations(program);
        locations.extend(&block.exits);
        let (mut used, mut defined, mut sites) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for edge in edges {
            let op = &program.edges[*edge].op;
            op.for_each_use(|expr| program.exprs.registers(expr, &mut used));
            op.for_each_definition(|register| {
                defined.insert(register);
            });
            if let Op::Allocate { site, .. } = op {
                sites.insert(*site);
            }
        }
        PartOfFunction { function: block.function, locations, calls_itself, used, defined, sites }
    }
}
