//! Which globals the functions that can run in a block mention.
//!
//! A function can only come to a global by naming it, or by a pointer: one that it finds in memory
//! or is given, or one of which nothing is known.

use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What can run in a block of a function.
#[derive(Debug)]
pub(super) struct Mentions {
    /// The function and those that are called from it, directly or not.
    pub(super) functions: EntitySet<Function>,
    /// The globals that they name, in ascending order.
    pub(super) globals: Vec<Global>,
    /// Does one of them look at, or change, how many stack objects there are?
    pub(super) counts_stack: bool,
}

/// What each function does by itself.
#[derive(Debug)]
struct Own {
    callees: Vec<Function>,
    globals: Vec<Global>,
    counts_stack: bool,
}

/// The mentions of all functions, found when they are asked for.
#[derive(Debug, Default)]
pub(crate) struct AllMentions {
    own: SecondaryMap<Function, Option<Rc<Own>>>,
    known: FxHashMap<Function, Rc<Mentions>>,
    /// The functions whose address is taken.
    taken: Option<Rc<[Function]>>,
}

impl AllMentions {
    /// What can run in a block of a function.
    pub(super) fn of(&mut self, program: &Program, function: Function) -> Rc<Mentions> {
        if let Some(known) = self.known.get(&function) {
            return Rc::clone(known);
        }
        let mut functions = EntitySet::new();
        let mut globals: FxHashSet<Global> = FxHashSet::default();
        let mut counts_stack = false;
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            if functions.insert(next) {
                let own = self.own(program, next);
                work.extend(&own.callees);
                globals.extend(&own.globals);
                counts_stack |= own.counts_stack;
            }
        }
        let mut globals: Vec<Global> = globals.into_iter().collect();
        globals.sort_unstable();
        let mentions = Rc::new(Mentions { functions, globals, counts_stack });
        self.known.insert(function, Rc::clone(&mentions));
        mentions
    }

    fn own(&mut self, program: &Program, function: Function) -> Rc<Own> {
        if let Some(own) = &self.own[function] {
            return Rc::clone(own);
        }
        let own = Rc::new(self.look_at(program, function));
        self.own[function] = Some(Rc::clone(&own));
        own
    }

    fn look_at(&mut self, program: &Program, function: Function) -> Own {
        let mut own = Own { callees: Vec::new(), globals: Vec::new(), counts_stack: false };
        let Some(body) = program.body(function) else { return own };
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut work = Vec::new();
        for edge in body.edge_ids() {
            let op = &program.edges[edge].op;
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
