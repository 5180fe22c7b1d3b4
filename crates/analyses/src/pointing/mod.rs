//! Where pointers point to, state by state.
//!
//! For each register and each cell of memory of pointer type a set of objects with offsets, null
//! among them; of integers, constants. An object is named by the call that asked for its memory, as
//! points-to sets name it (`adumbra-dependence`); the last one of a name is told apart from the
//! older ones, so that its cells are overwritten and it is known whether it lives (`state.rs`).
//! What is the same by a load or a store (a register and the cell it came from) is known to be
//! equal, so that a test of one tells of the other.
//!
//! Where nothing is known of a pointer, the points-to set of the whole program says what may be
//! written through it. What is read through it may be anything, and whether the access is valid is
//! not known.
//!
//! States are joined, or kept apart as the configuration says. All chains end: there are finitely
//! many names, sets that get long are given up, and cells only go where states are joined. A list
//! of any length is one name with older objects that point to each other; so nothing is said about
//! what happens inside of it. That is for shapes.

mod access;
mod evaluate;
mod facts;
mod reach;
mod state;
mod transfer;
mod value;

pub use state::PointerState;

use crate::numeric::{Live, direct_accesses};
use crate::pointers::Pointers;
use crate::registry::{Beside, Can, PartEntry};
use adumbra_dependence::{AbstractObject, Andersen};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_verdict::{StateFacts, Target as Goal};
use rustc_hash::FxHashMap;
use state::{Frame, frame_covers, join_frames};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use value::{Name, Object, Target, Val};

/// The analysis of pointers.
pub struct Pointing {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    externals: Externals,
    live: Live,
    /// The places of globals that the program accesses directly.
    accessed: Vec<(Global, u64, Type)>,
    /// Is there an edge from a location?
    goes_on: Vec<bool>,
    address_mask: u64,
    /// Does the property ask for memory that nobody frees?
    leaks: bool,
    names: RefCell<FxHashMap<AbstractObject, Name>>,
    /// Violations that are not monitored and at which executions end.
    ends: RefCell<BTreeMap<Violation, Edge>>,
    joins: u64,
}

impl Pointing {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>, pointers: &Arc<Pointers>, externals: Externals) -> Self {
        let mut goes_on = vec![false; program.locations.len()];
        for edge in program.edges.values() {
            goes_on[edge.from.index()] = true;
        }
        let asks = |kind| program.property.monitors(kind);
        Pointing {
            program: Arc::clone(program),
            pointers: Arc::clone(pointers),
            externals,
            live: Live::new(program),
            accessed: direct_accesses(program),
            goes_on,
            address_mask: u64::MAX >> (64 - program.layout.pointer_bits.clamp(1, 64)),
            leaks: asks(Violation::LostMemory) || asks(Violation::UnfreedMemory),
            names: RefCell::default(),
            ends: RefCell::default(),
            joins: 0,
        }
    }

    fn points_to(&self) -> &Andersen {
        self.pointers.get()
    }

    /// The number of a name.
    fn name(&self, named: AbstractObject) -> Name {
        let mut names = self.names.borrow_mut();
        let next = names.len() as Name;
        *names.entry(named).or_insert(next)
    }

    /// Forgets registers of the innermost activation that are not read after a location, and those
    /// given.
    fn drop_dead(&self, state: &mut PointerState, location: Location, written: &[Register]) {
        let live = self.live.at(location);
        let dead = |register: &Register| live.binary_search(register).is_err() || written.contains(register);
        if state.top.registers.keys().chain(state.top.equal.keys()).any(dead) {
            let top = state.top();
            top.registers.retain(|register, _| !dead(register));
            top.equal.retain(|register, _| !dead(register));
        }
    }

    fn join_states(&self, a: &PointerState, b: &PointerState) -> Option<PointerState> {
        if a.violated != b.violated {
            return None;
        }
        let mut memory = a.memory.clone();
        for (object, contents) in &b.memory {
            match (memory.get(object), object) {
                (Some(own), _) if Rc::ptr_eq(own, contents) => {}
                (Some(own), _) => {
                    let joined = self.join_contents(own, contents);
                    memory.insert(*object, Rc::new(joined));
                }
                (None, Object::Global(global)) => {
                    let joined = self.join_contents(&self.first_contents(*global), contents);
                    memory.insert(*object, Rc::new(joined));
                }
                (None, _) => drop(memory.insert(*object, Rc::clone(contents))),
            }
        }
        for (object, contents) in &a.memory {
            if let (Object::Global(global), None) = (object, b.memory.get(object)) {
                let joined = self.join_contents(contents, &self.first_contents(*global));
                memory.insert(*object, Rc::new(joined));
            }
        }
        Some(PointerState { top: join_frames(&a.top, &b.top)?, memory, violated: a.violated, lost: a.lost || b.lost })
    }

    fn state_covers(&self, general: &PointerState, special: &PointerState) -> bool {
        (general.violated == special.violated && (general.lost || !special.lost))
            && frame_covers(&general.top, &special.top)
            && special.memory.iter().all(|(object, contents)| match self.contents(general, *object) {
                Some(own) => Rc::ptr_eq(&own, contents) || self.contents_cover(&own, contents),
                None => false,
            })
            && general.memory.iter().all(|(object, contents)| match (object, special.memory.get(object)) {
                (Object::Global(global), None) => self.contents_cover(contents, &self.first_contents(*global)),
                _ => true,
            })
    }
}

impl Analysis for Pointing {
    type State = PointerState;
    type Precision = ();

    fn name(&self) -> &'static str {
        "pointers"
    }

    fn abilities(&self) -> Abilities {
        Abilities { decide: true, target: true, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (PointerState, ()) {
        let top = Rc::new(Frame::new(self.program.entry, None, None));
        (PointerState { top, memory: BTreeMap::new(), violated: None, lost: false }, ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &PointerState, special: &PointerState) -> bool {
        self.state_covers(general, special)
    }

    fn join(&mut self, a: &PointerState, b: &PointerState) -> Option<PointerState> {
        self.joins += 1;
        self.join_states(a, b)
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(&mut self, new: &PointerState, old: &PointerState, _: &()) -> Option<PointerState> {
        if self.state_covers(old, new) { None } else { self.join(new, old) }
    }

    fn decide(&mut self, state: &PointerState, condition: ExprId) -> Option<bool> {
        self.evaluate(state, condition)?.bits().map(|bits| bits != 0)
    }

    fn transfer(&mut self, state: &mut PointerState, _: &(), step: Move, _: &Siblings<'_>) -> Flow<PointerState> {
        self.take(state, step)
    }

    fn settle(&mut self, state: &mut PointerState, _: &(), siblings: &Siblings<'_>) {
        if state.violated.is_some() {
            return;
        }
        if let Some(location) = siblings.location()
            && self.program.function_of(location) == state.top.function
        {
            self.drop_dead(state, location, &[]);
        }
        self.sweep(state);
    }

    fn target(&self, state: &PointerState) -> Option<Goal> {
        state.violated
    }

    fn answer(&self, state: &PointerState, question: Question) -> Option<Fact> {
        let bits = |expr: ExprId| self.evaluate(state, expr)?.bits();
        match question {
            Question::Callees(pointer) => self.functions(state, pointer).map(Fact::Functions),
            Question::IsNull(pointer) => {
                let (value, null) = (self.evaluate(state, pointer)?, Val::pointer(Target::NULL));
                self.compare(state, BinaryOp::Eq, &value, &null).map(Fact::Truth)
            }
            Question::Constant(expr) => bits(expr).map(|bits| Fact::Constant(bits.into())),
            Question::Bounds { expr, signed } => {
                let width = self.program.exprs.ty(expr).fixed_bits().filter(|width| (1..=64).contains(width))?;
                let bits = bits(expr)?;
                Some(if signed {
                    let value = i128::from((bits << (64 - width)) as i64 >> (64 - width));
                    Fact::Signed(value, value)
                } else {
                    Fact::Unsigned(bits.into(), bits.into())
                })
            }
            Question::Register { depth, register } => {
                let frame = state.top.chain().find(|frame| frame.depth == depth)?;
                frame.registers.get(&register)?.bits().map(|bits| Fact::Constant(bits.into()))
            }
            Question::Cell { global, offset, length } => {
                let contents = self.contents(state, Object::Global(global))?;
                let ty = Type::Int(8 * length);
                let value = if length <= 8 { self.read(&contents, offset, ty) } else { None };
                value?.bits().map(|bits| Fact::Constant(bits.into()))
            }
            _ => None,
        }
    }

    fn checks(&self, violation: Violation) -> bool {
        !matches!(violation, Violation::IndeterminateBranch | Violation::StackOverflow | Violation::Specification)
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.ends.borrow().iter().map(|(violation, edge)| (*violation, *edge)).collect()
    }

    fn facts(&self, state: &PointerState, facts: &mut StateFacts) {
        self.add_facts(state, facts);
    }

    fn show(&self, state: &PointerState) -> String {
        self.text(state)
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        vec![("pointer states joined", self.joins), ("names of objects", self.names.borrow().len() as u64)]
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "pointers",
    can: Can { joins: true, in_sets: true, tells_values: true, rests_on_pointers: true, ..Can::NONE },
    beside: Beside::Calls,
    options: &[],
    make: |setting| setting.operated(Pointing::new(setting.program, setting.pointers, setting.externals)),
};
