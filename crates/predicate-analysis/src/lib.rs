//! The predicate analysis: what a state knows are truth values of predicates about the program's
//! variables.
//!
//! A state is an *abstraction*, a Boolean combination of predicates that holds where the current
//! block began, and the [`Block`]: what happened since. Where a block ends (`blocks.rs`), the
//! strongest combination of the predicates that the precision has there takes the place of both. In
//! between, states that began with the same abstraction are merged where their paths meet, exactly.
//!
//! A path to a target gives a formula for each block on it. If their conjunction is satisfiable,
//! the model gives moves to be judged. If not, interpolants at the ends of the blocks say what must
//! be known there, and their atoms become predicates (`refine.rs`).
//!
//! Functions can be explored by themselves, for all calls that look alike inside (`reduce.rs`);
//! then paths go through functions (`admitted.rs`), and interpolants are those of trees
//! (`along.rs`).
//!
//! Predicate abstraction is Graf and Saïdi's (CAV 1997); with blocks of any size it is
//! adjustable-block encoding (Beyer, Keremoglu, Wendler: FMCAD 2010); interpolants as a source of
//! predicates are from Henzinger, Jhala, Majumdar and McMillan (POPL 2004).

mod admitted;
mod along;
mod analysis;
mod blocks;
mod certificate;
mod constants;
mod exchange;
mod facts;
pub mod guess;
mod inferred;
mod precision;
mod reduce;
mod refine;
pub mod registered;
mod state;
mod strengthen;

pub use blocks::Blocks;
pub use exchange::{FoundPredicates, GivenPredicate, GivenPredicates, GivenPredicatesError, PredicatePlace, Spot};
pub use inferred::{KnownAtPoints, Survivors};
pub use precision::{PredicatePrecision, Tracked};
pub use state::PredicateState;

use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::location::Places;
use adumbra_dependence::Regions as MemoryRegions;
use adumbra_engine::Siblings;
use adumbra_formula::{Block, Builder, Var};
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_predicates::{Abstractor, Interned, PredicateId, Predicates, Region};
use adumbra_program::*;
use adumbra_sat::Limits;
use adumbra_solver::solver::Solver;
use adumbra_stop::{Stop, spend};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Kind, Symbol, Term};
use adumbra_verdict::StateFacts;
use rustc_hash::{FxHashMap, FxHashSet};
use state::{Abstracted, Trace};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a predicate that refinement finds is tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PredicateScope {
    /// At the location of its interpolant.
    #[default]
    Location,
    /// In the function.
    Function,
    /// Everywhere.
    Global,
}

/// Where the interpolants of a path through functions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathInterpolants {
    /// One query about the tree in which functions that return hang below their callers.
    #[default]
    Tree,
    /// One query of two sides for each part of the tree.
    FromBinary,
    /// Queries of two sides along the path, which put the caller aside in a function.
    Nested,
    /// One query about the path as if functions were not entered and left.
    Sequence,
}

/// How the analysis works.
#[derive(Clone, Debug)]
pub struct PredicateOptions {
    /// Where blocks end.
    pub blocks: Blocks,
    /// Only conjunctions of predicates and their negations?
    pub cartesian: bool,
    /// Follow one place of each array only, with predicates guessed about it?
    pub watched: bool,
    /// Where predicates are tracked.
    pub scope: PredicateScope,
    /// Are functions explored by themselves, for all calls that look alike inside?
    pub by_blocks: bool,
    /// With functions by themselves: where interpolants come from.
    pub interpolants: PathInterpolants,
    /// Conflicts that one question to the solver may take.
    pub conflicts: u64,
    /// What functions without a body do.
    pub externals: Externals,
    /// When to stop.
    pub stop: Stop,
    /// The solver.
    pub oracle: Oracle,
    /// Ask siblings what they know, and tell them?
    pub strengthened: bool,
    /// Predicates to begin with.
    pub given: Option<Arc<GivenPredicates>>,
    /// Who collects the predicates that are tracked.
    pub found: Option<Arc<FoundPredicates>>,
}

/// What the analysis counted.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counted {
    pub(crate) refinements: u64,
    pub(crate) by_constants: u64,
    pub(crate) checks: u64,
    pub(crate) merges: u64,
    /// Queries for interpolants of paths through functions, and formulas of them that were about
    /// several activations.
    pub(crate) asked: u64,
    /// Of these, those that another solver than ours answered.
    pub(crate) by_others: u64,
    pub(crate) mixed: u64,
    /// Paths that were found again although they were excluded.
    pub(crate) back: u64,
    pub(crate) building: Duration,
    pub(crate) abstracting: Duration,
    pub(crate) interpolating: Duration,
}

/// Predicates by open calls and function.
type Guessed = FxHashMap<(Rc<Vec<Edge>>, Function), Rc<Vec<PredicateId>>>;

/// The predicate analysis.
pub struct PredicateAnalysis {
    program: Arc<Program>,
    memory: Arc<MemoryRegions>,
    places: Arc<Places>,
    options: PredicateOptions,
    builder: Builder,
    predicates: Predicates,
    abstractor: Abstractor,
    /// Finds interpolants.
    solver: Box<dyn Solver>,
    abstractions: Vec<Abstracted>,
    index: FxHashMap<(u32, Region, Location, Block), u32>,
    traces: Vec<Trace>,
    /// Of blocks that were merged, the two that they were made of.
    merged: FxHashMap<Block, (Block, Block)>,
    /// The instances of predicates before blocks.
    instances: FxHashMap<(Block, PredicateId), Term>,
    /// Which values refinement gave to which variables.
    values_given: constants::ValuesGiven,
    /// Predicates that were guessed, by open calls and function.
    guessed: Guessed,
    /// Guesses of which those that hold are looked for.
    inferred: Option<inferred::Inferring>,
    /// The open calls with which it starts elsewhere than the program, and what is known there: one
    /// of these.
    start: Option<(Vec<Edge>, Vec<StateFacts>)>,
    /// What is known of the state in which it starts that speaks of products: enough for algebra,
    /// too much for a solver.
    products: Vec<Term>,
    /// What certificates say besides; made when first needed.
    standing: RefCell<Option<PointInvariants>>,
    counted: Counted,
    /// Functions by themselves.
    functions: reduce::Functions,
    /// Names for files, once they are needed.
    names: Option<exchange::Names>,
    /// What was told to whoever collects predicates.
    told: FxHashSet<(Tracked, PredicateId)>,
}

impl PredicateAnalysis {
    /// Starts elsewhere than the program, with open calls, in any state of which one of some facts
    /// hold.
    pub fn starting_with(mut self, calls: &[Edge], known: &[StateFacts]) -> Self {
        self.start = Some((calls.to_vec(), known.to_vec()));
        self
    }

    /// The analysis of a program, whose memory is split into regions.
    pub fn new(program: &Arc<Program>, memory: &Arc<MemoryRegions>, options: PredicateOptions) -> Self {
        let oracle = &options.oracle;
        let abstractor = Abstractor::new(oracle.plain_solver("abstraction"), Default::default());
        PredicateAnalysis {
            program: Arc::clone(program),
            memory: Arc::clone(memory),
            places: Arc::new(Places::new(program)),
            builder: match (options.watched, options.by_blocks) {
                (true, _) => Builder::new(program, memory, options.externals).watching(),
                (false, true) => Builder::new(program, memory, options.externals).with_any_calls(),
                (false, false) => Builder::new(program, memory, options.externals),
            },
            guessed: FxHashMap::default(),
            inferred: None,
            values_given: Default::default(),
            predicates: Predicates::new(),
            abstractor,
            solver: oracle.plain_solver("interpolation"),
            abstractions: Vec::new(),
            index: FxHashMap::default(),
            traces: vec![Trace::Start],
            merged: FxHashMap::default(),
            instances: FxHashMap::default(),
            start: None,
            products: Vec::new(),
            standing: RefCell::default(),
            counted: Counted::default(),
            functions: reduce::Functions::default(),
            names: None,
            told: FxHashSet::default(),
            options,
        }
    }

    /// The names of variables in files.
    fn names(&mut self) -> &mut exchange::Names {
        self.names.get_or_insert_with(|| exchange::Names::new(&self.program, &self.memory))
    }

    /// The limits of one question.
    fn limits(&self) -> Limits {
        Limits { conflicts: Some(self.options.conflicts), stop: self.options.stop.clone(), ..Limits::none() }
    }

    /// What holds where an abstraction was made, as a formula about the state.
    fn formula(&mut self, region: Region) -> Term {
        let predicates = &self.predicates;
        let term =
            self.abstractor.regions.to_term(region, &mut self.builder.build.terms, &mut |_, p| predicates.term(p));
        self.builder.build.simple(term)
    }

    /// What is known of a state: the abstraction, and the conditions since.
    fn formulas(&mut self, state: &PredicateState) -> Vec<Term> {
        let region = self.abstractions[state.abstraction as usize].region;
        let mut formulas = vec![self.formula(region)];
        formulas.extend(self.known_at(state.abstraction));
        formulas.extend(state.block.conditions());
        formulas
    }

    /// Can an execution be in the state? Yes, if that is not known.
    fn possible(&mut self, state: &PredicateState, location: Location, siblings: &Siblings<'_>) -> bool {
        self.counted.checks += 1;
        let mut formulas = self.formulas(state);
        formulas.extend(self.known_besides(state, location, &[], &formulas, siblings));
        let limits = self.limits();
        let clock = Instant::now();
        let terms = &mut self.builder.build.terms;
        let mut impossible = matches!(self.abstractor.satisfiable(terms, &formulas, &limits), Ok(Some(false)));
        if !impossible && !self.products.is_empty() {
            formulas.extend(&self.products);
            impossible = self.abstractor.refuted(terms, &formulas);
        }
        self.counted.abstracting += clock.elapsed();
        !impossible
    }

    /// Leaves out predicates about which a block and formulas say nothing: those whose symbols have
    /// to do with none of the formulas', not even by other predicates, and are not tied.
    fn leave_out_free(&mut self, block: &Block, formulas: &[Term], instances: &mut Vec<(PredicateId, Term)>) {
        let tied = self.tied(block, instances);
        let terms = &self.builder.build.terms;
        let mut known: FxHashSet<Symbol> = free_symbols(terms, formulas).into_iter().collect();
        known.extend(free_symbols(terms, &tied));
        let mut open: Vec<(PredicateId, Vec<Symbol>)> =
            instances.iter().map(|(predicate, term)| (*predicate, free_symbols(terms, &[*term]))).collect();
        loop {
            let before = open.len();
            open.retain(|(_, symbols)| {
                let related = symbols.is_empty() || symbols.iter().any(|symbol| known.contains(symbol));
                if related {
                    known.extend(symbols);
                }
                !related
            });
            if open.len() == before {
                break;
            }
        }
        instances.retain(|(predicate, _)| !open.iter().any(|(free, _)| free == predicate));
    }

    /// What a block makes of variables of predicates so that these depend on each other, even where
    /// nothing is known of the state before: a value that is computed, such as one that a branch
    /// decides about, and one that several variables have.
    fn tied(&mut self, block: &Block, instances: &[(PredicateId, Term)]) -> Vec<Term> {
        let predicates: Vec<Term> = instances.iter().map(|(predicate, _)| self.predicates.term(*predicate)).collect();
        let variables = self.builder.variables.occurring(&mut self.builder.build.terms, &predicates);
        let written: FxHashMap<Var, Term> = block.values().collect();
        let (mut tied, mut seen) = (Vec::new(), FxHashSet::default());
        for variable in variables {
            let value = written.get(&variable).copied().unwrap_or(self.builder.variables.term(variable));
            let is_symbol = self.builder.build.terms.kind(value) == Kind::Var;
            if !is_symbol || !seen.insert(value) {
                tied.push(value);
            }
        }
        tied
    }

    /// What is guessed to matter at a location.
    fn guessed_at(&mut self, calls: &Rc<Vec<Edge>>, location: Location) -> Rc<Vec<PredicateId>> {
        if !self.options.watched {
            return Rc::default();
        }
        let key = (Rc::clone(calls), self.program.function_of(location));
        if let Some(known) = self.guessed.get(&key) {
            return Rc::clone(known);
        }
        let mut found: Vec<PredicateId> = Vec::new();
        for guess in self.builder.guesses(calls, key.1) {
            if let Interned::Literal(literal) = self.predicates.intern(&mut self.builder.build.terms, guess)
                && !found.contains(&literal.predicate)
            {
                found.push(literal.predicate);
            }
        }
        let found = Rc::new(found);
        self.guessed.insert(key, Rc::clone(&found));
        found
    }

    /// The predicates that are to be known at a location.
    fn wanted(
        &mut self,
        precision: &PredicatePrecision,
        calls: &Rc<Vec<Edge>>,
        location: Location,
    ) -> Vec<PredicateId> {
        let mut wanted: Vec<PredicateId> = precision.at(&self.program, location).collect();
        let guessed = self.guessed_at(calls, location);
        wanted.extend(guessed.iter().filter(|predicate| precision.is_free_of(&self.program, location, **predicate)));
        if self.options.by_blocks {
            let more = self.wanted_of_entry(precision, location);
            wanted.extend(more.into_iter().filter(|p| precision.is_free_of(&self.program, location, *p)));
        }
        wanted
    }

    /// The strongest combination of predicates, given as instances, that formulas imply.
    fn strongest(&mut self, formulas: &[Term], instances: &[(PredicateId, Term)]) -> Region {
        let limits = self.limits();
        let clock = Instant::now();
        let terms = &mut self.builder.build.terms;
        let result = if self.options.cartesian || self.inferred.is_some() {
            self.abstractor.cartesian(terms, formulas, instances, &limits)
        } else {
            self.abstractor.boolean(terms, formulas, instances, &limits)
        };
        self.counted.abstracting += clock.elapsed();
        match result {
            Ok(abstraction) => abstraction.region,
            // A solver that broke knows nothing.
            Err(_) => self.abstractor.regions.cube([]),
        }
    }

    /// Ends the block of a state at a location: `false` if no execution comes there.
    fn abstract_at(
        &mut self,
        state: &mut PredicateState,
        precision: &PredicatePrecision,
        location: Location,
        siblings: &Siblings<'_>,
    ) -> bool {
        self.builder.settle(&mut state.block, location);
        self.builder.forget_elsewhere(&mut state.block);
        let calls = Rc::clone(state.block.calls());
        let clock = Instant::now();
        let mut wanted = self.wanted(precision, &calls, location);
        let left = self.left_at(&calls, location);
        wanted.extend(left.iter().map(|(_, literal)| literal.predicate));
        let mut instances = Vec::with_capacity(wanted.len());
        for predicate in wanted {
            let term = self.predicates.term(predicate);
            let variables = self.builder.variables.occurring(&mut self.builder.build.terms, &[term]);
            if variables.iter().all(|var| self.builder.is_live(*var, &calls, location)) {
                let key = (state.block.clone(), predicate);
                spend(analysis::work_of(&key.0));
                let instance = match self.instances.get(&key) {
                    Some(known) => *known,
                    None => {
                        let instance = self.builder.before(&state.block, term);
                        self.instances.insert(key, instance);
                        instance
                    }
                };
                instances.push((predicate, instance));
            }
        }
        let mut formulas = self.formulas(state);
        let wanted: Vec<PredicateId> = instances.iter().map(|(predicate, _)| *predicate).collect();
        formulas.extend(self.known_besides(state, location, &wanted, &formulas, siblings));
        self.leave_out_free(&state.block, &formulas, &mut instances);
        let products = self.settle_products(&mut formulas, &mut instances);
        self.counted.building += clock.elapsed();
        let region = self.strongest(&formulas, &instances);
        if region.is_false() {
            return false;
        }
        let region =
            if self.inferred.is_some() { self.keep(&calls, location, left, &products, region) } else { region };
        let key = (state.abstraction, region, location, state.block.clone());
        let id = match self.index.get(&key) {
            Some(id) => *id,
            None => {
                let id = self.abstractions.len() as u32;
                let constants = self.constants(region);
                let equal = self.equalities(state, location, &constants);
                self.abstractions.push(Abstracted {
                    region,
                    location,
                    calls: Rc::clone(&calls),
                    equal,
                    previous: Some(state.abstraction),
                    block: state.block.clone(),
                    trace: state.trace,
                });
                self.index.insert(key, id);
                id
            }
        };
        *state = PredicateState { abstraction: id, block: Block::empty(calls), length: 0, heads: 0, trace: 0 };
        true
    }
}
