//! Functions by themselves.
//!
//! In a block its function is the outermost activation, so that predicates about it fit all of its
//! calls. Where a call enters it, the strongest combination of the predicates that are tracked at
//! its entry takes the place of all that the caller knows; that and the function decide which state
//! it is explored from, whatever led there. What is known where it ends speaks of its results and
//! of memory, and of what parameters and memory were where it was entered: *entered* variables,
//! which begin with what is there.
//!
//! Behind the call, the block of the caller goes on: what the function may write has any value, and
//! what is known of its end is demanded. So a block of the caller reaches over the calls in it, and
//! what the caller knows is lost only where that block ends.
//!
//! **What is known of the entry is known at the end, too.** Predicates of the entry are tracked in
//! all of the function, as such about entered variables. So whatever the abstraction takes to be
//! possible from an entry to an exit is possible along the blocks between, one by one, and
//! interpolants of that way make a difference (`along.rs`).

use super::precision::{PredicatePrecision, Tracked};
use super::state::{Abstracted, Inside, PredicateState, Through, Trace};
use super::{PredicateAnalysis, PredicateId, Region};
use adumbra_engine::{self as engine, Reducing};
use adumbra_formula::{Block, Place, Var};
use adumbra_predicates::Interned;
use adumbra_program::{Body, Function, Location};
use adumbra_terms::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What of a precision matters in a function, and the entered variables that it speaks of.
type Reduced = (PredicatePrecision, Rc<Vec<Var>>);

/// What is remembered of functions by themselves.
#[derive(Default)]
pub(super) struct Functions {
    /// The abstractions with which they begin.
    roots: FxHashMap<(Function, Region, Block), u32>,
    /// Predicates about entered variables, by those about what they were.
    entered: FxHashMap<(Function, PredicateId), Option<PredicateId>>,
    /// What of a precision matters in a function, and the entered variables that it speaks of.
    reduced: FxHashMap<(Function, PredicatePrecision), Reduced>,
    /// Calls that blocks go through.
    pub(super) throughs: Vec<Through>,
    /// Targets inside.
    pub(super) insides: Vec<Inside>,
    numbers: FxHashMap<Inside, u32>,
    /// How often paths were excluded, by their hashes.
    pub(super) excluded: FxHashMap<u64, u32>,
}

impl PredicateAnalysis {
    /// The function that a block is, if it is one.
    fn function_of_block(&self, block: &engine::Block) -> Option<(Function, &Body)> {
        let body = self.program.body(block.function)?;
        (block.entries == [body.entry] && block.exits == [body.exit]).then_some((block.function, body))
    }

    /// A predicate about the state where a function begins, as one about what that was.
    fn entered(&mut self, function: Function, predicate: PredicateId) -> Option<PredicateId> {
        if let Some(known) = self.functions.entered.get(&(function, predicate)) {
            return *known;
        }
        let term = self.predicates.term(predicate);
        let entered = self.builder.as_entered(function, term).and_then(|term| {
            match self.predicates.intern(&mut self.builder.build.terms, term) {
                Interned::Literal(literal) => Some(literal.predicate),
                _ => None,
            }
        });
        self.functions.entered.insert((function, predicate), entered);
        entered
    }

    /// The predicates of the entry of a location's function, about what was there.
    pub(super) fn wanted_of_entry(&mut self, precision: &PredicatePrecision, location: Location) -> Vec<PredicateId> {
        let function = self.program.function_of(location);
        let Some(entry) = self.program.body(function).map(|body| body.entry) else { return Vec::new() };
        let at_entry: Vec<PredicateId> = precision.at(&self.program, entry).collect();
        at_entry.into_iter().filter_map(|predicate| self.entered(function, predicate)).collect()
    }

    /// What is tracked where a function is entered, each with what it is in the block that has just
    /// entered it.
    pub(super) fn at_entry(
        &mut self,
        precision: &PredicatePrecision,
        block: &Block,
        callee: Function,
    ) -> Vec<(PredicateId, Term)> {
        let Some(entry) = self.program.body(callee).map(|body| body.entry) else { return Vec::new() };
        let tracked: Vec<PredicateId> = precision.at(&self.program, entry).collect();
        let mut instances = Vec::with_capacity(tracked.len());
        for predicate in tracked {
            let term = self.predicates.term(predicate);
            if self.is_known_at_entry(term, entry) {
                let called = self.builder.as_called(callee, block.calls().len(), term);
                instances.push((predicate, self.builder.before(block, called)));
            }
        }
        instances
    }

    /// Does a formula only speak of what is there where a function begins?
    fn is_known_at_entry(&mut self, term: Term, entry: Location) -> bool {
        let variables = self.builder.variables.occurring(&mut self.builder.build.terms, &[term]);
        variables.into_iter().all(|var| {
            let is_entered = matches!(
                self.builder.variables.data(var).place,
                Place::EnteredRegister(_) | Place::EnteredCell(_) | Place::EnteredArray(_)
            );
            !is_entered && self.builder.is_live(var, &[], entry)
        })
    }

    /// What of a precision matters in a function, and the entered variables that it speaks of.
    fn reduced(&mut self, function: Function, precision: &PredicatePrecision) -> Reduced {
        let key = (function, precision.clone());
        if let Some(known) = self.functions.reduced.get(&key) {
            return known.clone();
        }
        let (program, builder) = (&self.program, &mut self.builder);
        let inside = precision.within(program, |other| builder.leads_to(function, other));
        let own = |tracked: &Tracked| match tracked {
            Tracked::Everywhere => true,
            Tracked::In(other) => *other == function,
            Tracked::At(location) => self.program.function_of(*location) == function,
        };
        let mut predicates: Vec<PredicateId> = inside.iter().filter(|(at, _)| own(at)).map(|(_, p)| p).collect();
        if let Some(entry) = self.program.body(function).map(|body| body.entry) {
            predicates.extend(self.wanted_of_entry(&inside, entry));
        }
        let terms: Vec<Term> = predicates.iter().map(|p| self.predicates.term(*p)).collect();
        let mut variables = self.builder.variables.occurring(&mut self.builder.build.terms, &terms);
        variables.retain(|var| self.builder.before_entered(*var).is_some());
        variables.sort_unstable();
        variables.dedup();
        let found = (inside, Rc::new(variables));
        self.functions.reduced.insert(key, found.clone());
        found
    }

    /// The state with which a function by itself begins.
    fn begun(&mut self, function: Function, region: Region, remembered: &[Var]) -> PredicateState {
        let block = self.builder.begin_function(remembered);
        let location = self.program.body(function).map_or(Location::from_u32(0), |body| body.entry);
        let key = (function, region, block.clone());
        let abstraction = match self.functions.roots.get(&key) {
            Some(known) => *known,
            None => {
                let id = self.abstractions.len() as u32;
                self.abstractions.push(Abstracted {
                    region,
                    location,
                    calls: Rc::default(),
                    equal: Vec::new(),
                    previous: None,
                    block: Block::default(),
                    trace: 0,
                });
                self.functions.roots.insert(key, id);
                id
            }
        };
        PredicateState { abstraction, block, length: 0, heads: 0, trace: 0 }
    }

    /// The block behind a call, with what is known of the function's end.
    fn gone_through(&mut self, before: &PredicateState, callee: Function, exit: u32) -> PredicateState {
        let mut after = self.builder.behind_call(&before.block, callee, exit);
        let region = self.abstractions[exit as usize].region;
        let known = self.formula(region);
        if let Some(known) = self.builder.at_return(&before.block, &after, callee, known) {
            self.builder.demanded(&mut after, known);
        }
        let through = self.functions.throughs.len() as u32;
        self.functions.throughs.push(Through { callee, before: before.block.clone(), after: after.clone(), exit });
        self.traces.push(Trace::Through(before.trace, through));
        let trace = self.traces.len() as u32 - 1;
        PredicateState { block: after, length: before.length + 1, trace, ..*before }
    }

    /// A target inside a function as one of the caller.
    fn target_inside(&mut self, before: &PredicateState, callee: Function, inner: &PredicateState) -> PredicateState {
        let inside = Inside { callee, before: before.clone(), inner: inner.clone() };
        let number = match self.functions.numbers.get(&inside) {
            Some(known) => *known,
            None => {
                let number = self.functions.insides.len() as u32;
                self.functions.insides.push(inside.clone());
                self.functions.numbers.insert(inside, number);
                number
            }
        };
        let mut block = before.block.clone();
        self.builder.mark(&mut block, number);
        self.traces.push(Trace::Inside(number));
        let trace = self.traces.len() as u32 - 1;
        PredicateState { block, length: before.length + 1, trace, ..*before }
    }
}

impl Reducing for PredicateAnalysis {
    fn reduce(
        &mut self,
        (state, precision): (&PredicateState, &PredicatePrecision),
        block: &engine::Block,
    ) -> (PredicateState, PredicatePrecision) {
        let Some((function, _)) = self.function_of_block(block) else { return (state.clone(), precision.clone()) };
        let mut instances = self.at_entry(precision, &state.block, function);
        let formulas = self.formulas(state);
        self.leave_out_free(&state.block, &formulas, &mut instances);
        let region = self.strongest(&formulas, &instances);
        let (reduced, remembered) = self.reduced(function, precision);
        (self.begun(function, region, &remembered), reduced)
    }

    fn expand(
        &mut self,
        (before, precision): (&PredicateState, &PredicatePrecision),
        block: &engine::Block,
        (inner, inner_precision): (&PredicateState, &PredicatePrecision),
    ) -> (PredicateState, PredicatePrecision) {
        let Some((function, body)) = self.function_of_block(block) else {
            return (inner.clone(), inner_precision.clone());
        };
        let is_exit = inner.length == 0
            && inner.block.calls().is_empty()
            && self.abstractions[inner.abstraction as usize].location == body.exit;
        let state = match is_exit {
            true => self.gone_through(before, function, inner.abstraction),
            false => self.target_inside(before, function, inner),
        };
        (state, precision.clone())
    }
}
