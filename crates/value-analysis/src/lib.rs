//! The value analysis: explicit values of registers and memory.
//!
//! A state knows values of registers of all open activations and of memory, or does not: integers,
//! floats, pointers into known objects. With full precision a program without inputs is executed as
//! the interpreter does it; what comes from outside is not known, and what depends on it either;
//! or, with symbolic values, it is an unknown, and what depends on it a term. The precision says
//! which registers and cells are tracked where; refinement finds those that exclude a path.
//!
//! - `scalar.rs`: one value; `bytes.rs`, `trie.rs`: memory that copies share; `state.rs`: the
//!   state;
//! - `slots.rs`, `escape.rs`, `context.rs`, `code.rs`: what is known before the start;
//! - `evaluate.rs`, `assume.rs`, `memory.rs`, `transfer.rs`, `calls.rs`: what a step does;
//! - `symbolic.rs`, `conditions.rs`, `feasible.rs`, `access.rs`: symbolic execution: values that
//!   are terms, what must hold of the unknowns in them, the solver, memory;
//! - `settle.rs`, `shift.rs`, `linear.rs`, `order.rs`, `precision.rs`, `threshold.rs`, `depth.rs`:
//!   canonical states, covering, precision, thresholds;
//! - `lists/`: lists of any length;
//! - `reduce/`: blocks that are analysed apart from those who use them;
//! - `interpolate.rs`, `depend.rs`: refinement; `strengthen.rs`: what siblings know, and what they
//!   are told; `show.rs`, `relate.rs`, `analysis.rs`: the face to the engine.

mod access;
mod admit;
mod analysis;
mod bytes;
mod calls;
mod code;
#[doc(hidden)]
pub mod conditions;
mod context;
mod depend;
mod depth;
mod escape;
mod evaluate;
mod feasible;
mod giving_up;
#[doc(hidden)]
pub mod implied;
mod interpolate;
#[doc(hidden)]
pub mod linear;
mod lists;
mod many;
mod memory;
mod observed;
mod order;
mod outside;
mod precision;
mod reduce;
pub mod registered;
mod relate;
mod scalar;
mod scratch;
mod settle;
mod shift;
mod show;
mod slots;
mod state;
mod strengthen;
mod symbolic;
mod threshold;
mod tracked;
mod transfer;
mod trie;
mod unknowns;
mod wide;

pub use feasible::SymbolicOptions;
pub use interpolate::Excluded;
pub use lists::Folding;
pub use precision::{Base, Key, Precision, Scope};
pub use scalar::{Content, ObjectRef, Target, Value};
pub use show::Cell;
pub use state::{Life, ValueState};

use adumbra_analyses::mentions::AllMentions;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use context::Context;
use rustc_hash::FxHashSet;
use scratch::Scratch;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// How the analysis works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueOptions {
    /// Track nothing at first?
    pub refined: bool,
    /// Look for keys that exclude a path?
    pub refines: bool,
    /// With symbolic values: track the condition of the branch at which a path cannot go on?
    pub branches: bool,
    /// Take over values that siblings find out?
    pub strengthened: bool,
    /// Where a key that refinement asks for is tracked.
    pub scope: Scope,
    /// A key with more values than this at a location is not tracked any more.
    pub threshold: Option<u64>,
    /// Variables that point into a structure on the heap deeper than this are not tracked any more;
    /// 0: none is.
    pub heap_depth: Option<u64>,
    /// Is the exploration interrupted where a structure is too deep, so that all states that wait
    /// forget such structures?
    pub heap_interrupts: bool,
    /// Do objects in a row become runs, and when?
    pub lists: Option<Folding>,
    /// A number with more values than this at a location is forgotten there.
    pub numbers: Option<u64>,
    /// Do the thresholds count, and switch off, everywhere instead of at each location?
    pub threshold_is_global: bool,
    /// What functions without a body may do.
    pub externals: Externals,
    /// How many moves refinement may execute for one path, beyond a few times its length.
    pub refinement_work: u64,
}

impl Default for ValueOptions {
    fn default() -> Self {
        ValueOptions {
            refined: false,
            refines: true,
            branches: false,
            strengthened: false,
            scope: Scope::Location,
            threshold: None,
            heap_depth: None,
            heap_interrupts: false,
            lists: None,
            numbers: None,
            threshold_is_global: false,
            externals: Externals::Pure,
            refinement_work: 2_000_000,
        }
    }
}

/// The value analysis of a program.
pub struct ValueAnalysis {
    context: Context,
    scratch: RefCell<Scratch>,
    options: ValueOptions,
    externals: Externals,
    /// Violations that are not monitored and at which executions end.
    ends: BTreeMap<Violation, Edge>,
    /// How many objects there must be before unused ones are looked for within a step.
    collect_at: u32,
    counters: threshold::Counters,
    mentions: AllMentions,
    /// What was found out last about a state at the entry of a block.
    entered: Option<Rc<reduce::Entered>>,
    switched_off: depth::SwitchedOff,
    /// What the last adjustment, or the last interruption, made a state forget.
    given_up: Option<adumbra_engine::GivenUp>,
    refinements: u64,
    lists: Option<Box<lists::Lists>>,
    numbers: lists::Numbers,
    /// How the members of runs hang together of which facts were told.
    descriptions: RefCell<BTreeMap<String, adumbra_verdict::certificate::Description>>,
    /// How often a member of a run was made an object of its own.
    unfolds: u64,
    /// The precision of the last refinement.
    asked: Option<Precision>,
    /// Where the rules of a specification ask for values.
    observed: FxHashSet<Edge>,
    /// The solver, if values are symbolic.
    deciding: Option<Box<feasible::Deciding>>,
}

impl ValueAnalysis {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>, options: ValueOptions) -> Self {
        let mut scratch = Scratch::default();
        let context = Context::new(program, &mut scratch);
        ValueAnalysis {
            context,
            scratch: RefCell::new(scratch),
            options,
            externals: options.externals,
            ends: BTreeMap::new(),
            collect_at: 64,
            counters: threshold::Counters::default(),
            mentions: AllMentions::default(),
            entered: None,
            switched_off: depth::SwitchedOff::default(),
            given_up: None,
            refinements: 0,
            lists: options.lists.map(|folding| Box::new(lists::Lists::new(program, folding))),
            numbers: lists::Numbers::default(),
            descriptions: RefCell::default(),
            unfolds: 0,
            asked: None,
            observed: FxHashSet::default(),
            deciding: None,
        }
    }

    /// The same with symbolic values: inputs are unknowns, what is computed from them are terms,
    /// and branches are taken if a solver does not find that they cannot be.
    pub fn symbolic(mut self, options: &SymbolicOptions) -> Self {
        self.deciding = Some(Box::new(feasible::Deciding::new(options)));
        self.scratch.get_mut().symbols = Some(Box::default());
        self
    }

    /// The same beside rules of a specification that ask for values at some edges: refinement then
    /// finds what they ask about.
    pub fn observed_at(mut self, edges: impl IntoIterator<Item = Edge>) -> Self {
        self.observed = edges.into_iter().collect();
        self
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.context.program
    }

    /// The state at the start, where everything is known that the program determines.
    pub fn start(&self) -> ValueState {
        self.context.initial()
    }

    /// Drops what is of no use any more from a state, and makes it canonical.
    pub fn trim(&mut self, state: &mut ValueState, precision: &Precision) {
        self.context.trim(state, precision);
        self.prune(state, precision);
    }

    /// Does one state stand for everything that another stands for?
    pub fn is_covered(&self, special: &ValueState, general: &ValueState) -> bool {
        order::covers(general, special)
    }
}
