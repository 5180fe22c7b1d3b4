//! The embedded solver: terms are simplified and encoded, the SAT core searches, and what arrays
//! and functions mean is added by need.
//!
//! Floating point becomes bit-vectors first ([`adumbra_encode::float`]), and models come back with
//! numbers; what is checked are the assertions with floating point, by arithmetic that knows
//! nothing of circuits.
//!
//! Levels are activation literals, so that closing one keeps what was learned. A tracked assertion
//! is assumed rather than added, so that it can appear in a core. The core's answer `Sat` is a
//! proposal: `arrays` and `functions` either refute it by lemmas, which are valid and stay for
//! good, or complete it to a model, which the evaluator then checks on the assertions as they were
//! given.
//!
//! Assertions are encoded when a query needs them: what is closed before costs nothing. A first
//! query without levels is taken to be the only one and goes through preprocessing (`once`); when
//! much of what the core holds is of closed levels, it starts over (`renew`).

mod active;
mod arrays;
mod boxed;
mod decide;
mod functions;
mod once;
mod renew;
mod valuation;

use crate::options::Options;
use crate::solver::{Core, Solver, SolverError, Tracked, Unknown, Verdict};
use adumbra_encode::float::Lowering;
use adumbra_encode::{Encoder, Polarity, Unencoded};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_sat::cores::AnyCore;
use adumbra_sat::{Answer, Limits, Lit, Sat, Stats, StopReason, Tracer};
pub use decide::decide;

use active::{Active, Mark};
use adumbra_terms::{Model, Plan, Simplifier, Term, Terms, Value};
use arrays::{Arrays, Finding};
use renew::History;
use valuation::{Open, Valuation};

struct Level {
    /// True while the level is there; `None` for the ground level.
    active: Option<Lit>,
    assertions: Vec<Assertion>,
    /// How many of them are encoded.
    encoded: usize,
    /// What of the assertions could not be encoded.
    unencoded: Option<Unencoded>,
    /// Where the active terms of the level begin, once some are encoded.
    mark: Option<Mark>,
}

impl Level {
    fn new(active: Option<Lit>) -> Level {
        Level { active, assertions: Vec::new(), encoded: 0, unencoded: None, mark: None }
    }
}

struct Assertion {
    /// As it was given.
    term: Term,
    /// Its name and the literal that is assumed for it, if it is tracked.
    tracked: Option<(Tracked, Lit)>,
}

enum Known {
    Nothing,
    Sat(Model),
    Unsat(Core),
}

/// The last query: its tracked assertions, its assumptions, and those of both that it took to be
/// unsatisfiable.
#[derive(Default)]
struct LastQuery {
    tracked: Vec<(Tracked, Lit)>,
    assumed: Vec<(Term, Lit)>,
    core: Vec<Lit>,
}

/// The embedded solver.
///
/// ```
/// use adumbra_solver::engine::Embedded;
/// use adumbra_sat::{Limits, SatOptions};
/// use adumbra_solver::solver::{Solver, Verdict};
/// use adumbra_terms::Terms;
///
/// let mut terms = Terms::new();
/// let byte = terms.bv_sort(8);
/// let memory = terms.array_sort(byte, byte)?;
/// let (m, i, j) = (terms.var("m", memory), terms.var("i", byte), terms.var("j", byte));
/// let (seven, changed) = (terms.bv_u64(8, 7), terms.bv_u64(8, 1));
/// let after = terms.store(m, i, seven);
/// let read = terms.select(after, j);
/// let is_changed = terms.eq(read, changed);
///
/// let mut solver = Embedded::new(SatOptions::default());
/// solver.assert(&mut terms, is_changed)?;
/// assert_eq!(solver.check(&mut terms, &[], &Limits::none())?, Verdict::Sat);
/// let same = terms.eq(i, j);
/// assert_eq!(solver.check(&mut terms, &[same], &Limits::none())?, Verdict::Unsat);
/// assert_eq!(solver.core().unwrap().assumptions, [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Embedded {
    options: Options,
    simplifier: Simplifier,
    lowering: Lowering,
    encoder: Encoder,
    levels: Vec<Level>,
    tracked: u32,
    active: Active,
    valuation: Valuation,
    known: Known,
    lemmas: u64,
    last: LastQuery,
    history: History,
    /// Looks that a search by boxes may take: fewer after each that came to nothing.
    looks: u64,
    /// Was the last query answered by boxes?
    by_boxes: bool,
}

/// What the embedded solver holds and did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EngineStats {
    /// Variables of the SAT core, and of that of a preprocessed query.
    pub variables: usize,
    /// Clauses of the SAT core, and of that of a preprocessed query.
    pub clauses: usize,
    /// Gates that were encoded, those that a new start left behind included.
    pub gates: usize,
    /// Lemmas about arrays and functions.
    pub lemmas: u64,
    /// How often the core started over without what belonged to closed levels.
    pub renewals: u64,
    /// What the SAT core counted.
    pub sat: Stats,
}

impl Embedded {
    /// A solver without assertions.
    pub fn new(options: impl Into<Options>) -> Embedded {
        let options = options.into();
        let sat = Sat::new(options.sat.clone());
        Embedded::over(options, sat)
    }

    /// A solver whose SAT core tells a tracer of every clause.
    pub fn with_tracer(options: impl Into<Options>, tracer: Box<dyn Tracer>) -> Embedded {
        let options = options.into();
        let sat = Sat::with_tracer(options.sat.clone(), tracer);
        let mut solver = Embedded::over(options, sat);
        solver.history.traced = true;
        solver
    }

    /// A solver over a SAT core without clauses.
    pub fn over(options: impl Into<Options>, sat: impl Into<AnyCore>) -> Embedded {
        let options = options.into();
        Embedded {
            simplifier: Simplifier::new(),
            lowering: Lowering::new(),
            encoder: Encoder::with_options(sat, options.encode.clone()),
            options,
            levels: vec![Level::new(None)],
            tracked: 0,
            active: Active::default(),
            valuation: Valuation::default(),
            known: Known::Nothing,
            lemmas: 0,
            last: LastQuery::default(),
            history: History::default(),
            looks: boxed::MOST_LOOKS,
            by_boxes: false,
        }
    }

    /// What the solver holds and did.
    pub fn stats(&self) -> EngineStats {
        let gates = &self.encoder.gates;
        EngineStats {
            variables: self.history.once.variables + gates.sat.num_vars(),
            clauses: self.history.once.clauses + gates.sat.num_clauses(),
            gates: self.history.gates + gates.count(),
            lemmas: self.lemmas,
            renewals: self.history.renewals,
            sat: self.history.stats.plus(&gates.sat.stats()),
        }
    }

    /// The SAT core.
    pub fn sat(&mut self) -> &mut AnyCore {
        &mut self.encoder.gates.sat
    }

    fn top(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// Encodes the assertions that are not yet.
    fn settle(&mut self, terms: &mut Terms) -> Result<(), StopReason> {
        for place in 0..self.levels.len() {
            let level = &mut self.levels[place];
            level.mark.get_or_insert(self.active.mark());
            let active = level.active;
            for next in level.encoded..level.assertions.len() {
                let Assertion { term, tracked } = &self.levels[place].assertions[next];
                let guard = tracked.map(|(_, lit)| lit).or(active);
                match self.add(terms, guard, *term) {
                    Err(Unencoded::Stopped(reason)) => return Err(reason),
                    Err(what) => self.levels[place].unencoded = Some(what),
                    Ok(()) => {}
                }
                self.levels[place].encoded = next + 1;
            }
        }
        Ok(())
    }

    /// Adds an assertion that holds if a literal does.
    fn add(&mut self, terms: &mut Terms, guard: Option<Lit>, term: Term) -> Result<(), Unencoded> {
        let simple = self.simple(terms, term)?;
        self.add_clauses(terms, guard, simple)
    }

    /// The term without floating point, simplified.
    fn simple(&mut self, terms: &mut Terms, term: Term) -> Result<Term, Unencoded> {
        let lowered = self.lowering.lower(terms, &mut self.simplifier, term)?;
        Ok(self.simplifier.simplify(terms, lowered))
    }

    /// Adds a clause for every conjunct.
    fn add_clauses(&mut self, terms: &mut Terms, guard: Option<Lit>, term: Term) -> Result<(), Unencoded> {
        self.active.add(terms, term);
        self.encoder.assert(terms, term, guard)?;
        self.add_witnesses(terms)
    }

    /// Arrays that are not equal differ somewhere.
    fn add_witnesses(&mut self, terms: &mut Terms) -> Result<(), Unencoded> {
        while let Some(&(equality, witness)) = self.active.fresh_witnesses.last() {
            let same = terms.eq(witness.elements[0], witness.elements[1]);
            let differ = terms.not(same);
            let lemma = terms.or(equality, differ);
            self.encoder.assert(terms, lemma, None)?;
            self.active.fresh_witnesses.pop();
        }
        Ok(())
    }

    /// Adds a valid formula for good. It is not simplified: that would take away the very terms it
    /// speaks of.
    fn add_lemma(&mut self, terms: &mut Terms, lemma: Term) -> Result<(), Unencoded> {
        self.lemmas += 1;
        self.add_clauses(terms, None, lemma)
    }

    /// Completes the core's model, or refutes it. `None` means that lemmas were added and the core
    /// is to be asked again.
    fn complete(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<Model>, Unencoded> {
        self.valuation.start();
        let mut model = Model::new();
        if self.active.has_theories() {
            let from = Open { encoder: &self.encoder, active: &self.active };
            let lemmas = functions::check(terms, from, &mut self.valuation, &mut model);
            let finding = Arrays::check(terms, from, &mut self.valuation, &mut model, limits);
            let (mut lemmas, elements) = match finding {
                Finding::Lemmas(more) => ([lemmas, more].concat(), Vec::new()),
                Finding::Elements(elements) => (lemmas, elements),
                Finding::Consistent => (lemmas, Vec::new()),
                // Whoever asks again looks at the limits first.
                Finding::Stopped => return Ok(None),
            };
            lemmas.sort_unstable();
            lemmas.dedup();
            let refuted = !lemmas.is_empty() || !elements.is_empty();
            for lemma in lemmas {
                self.add_lemma(terms, lemma)?;
            }
            for element in elements {
                self.active.add(terms, element);
                self.encoder.word(terms, element)?;
            }
            if refuted {
                return Ok(None);
            }
        }
        let from = Open { encoder: &self.encoder, active: &self.active };
        for (symbol, term) in &self.active.variables {
            model.set(*symbol, self.valuation.value(terms, from, *term).clone());
        }
        self.lowering.raise_model(terms, &mut model);
        Ok(Some(model))
    }

    /// Does the evaluator find everything true?
    fn satisfies(&mut self, terms: &Terms, assumptions: &[Term], model: &Model) -> bool {
        let asserted = || self.levels.iter().flat_map(|level| level.assertions.iter().map(|assertion| assertion.term));
        let given = || asserted().chain(assumptions.iter().copied());
        let valuation = &mut self.valuation;
        let from = Open { encoder: &self.encoder, active: &self.active };
        // Numbers have values only in the model.
        if !self.active.has_theories()
            && !terms.has_floats()
            && given().all(|term| valuation.truth(terms, from, term))
            && valuation.is_evaluation()
        {
            return true;
        }
        let all: Vec<Term> = given().collect();
        let mut plan = Plan::new(terms, &all);
        plan.run(model);
        (0..all.len()).all(|root| *plan.value(root) == Value::Bool(true))
    }

    fn unencoded(&self) -> Option<&Unencoded> {
        self.levels.iter().find_map(|level| level.unencoded.as_ref())
    }

    /// Looks for a model in which the literals hold. A model is completed, but not checked.
    fn search(&mut self, terms: &mut Terms, literals: &[Lit], limits: &Limits) -> Result<Model, Verdict> {
        loop {
            if let Some(reason) = self.encoder.gates.stopped() {
                return Err(Verdict::Unknown(Unknown::Stopped(reason)));
            }
            if let Some(reason) = limits.reached() {
                return Err(Verdict::Unknown(Unknown::Stopped(reason)));
            }
            match self.encoder.gates.sat.solve(literals, limits) {
                Answer::Unsat => return Err(Verdict::Unsat),
                Answer::Unknown(reason) => return Err(Verdict::Unknown(Unknown::Stopped(reason))),
                Answer::Sat => {}
            }
            match self.complete(terms, limits) {
                Err(what) => return Err(unknown(what)),
                Ok(None) => {}
                Ok(Some(model)) => return Ok(model),
            }
        }
    }

    fn note_core(&mut self) {
        let LastQuery { tracked, assumed, core } = &self.last;
        self.known = Known::Unsat(Core {
            assertions: tracked.iter().filter(|(_, lit)| core.contains(lit)).map(|(name, _)| *name).collect(),
            // Of equal assumptions one is enough.
            assumptions: (0..assumed.len())
                .filter(|i| core.contains(&assumed[*i].1) && assumed[..*i].iter().all(|(_, lit)| *lit != assumed[*i].1))
                .collect(),
        });
    }

    fn level_literals(&self) -> Vec<Lit> {
        self.levels.iter().filter_map(|level| level.active).collect()
    }
}

fn unknown(what: Unencoded) -> Verdict {
    Verdict::Unknown(match what {
        Unencoded::Stopped(reason) => Unknown::Stopped(reason),
        what => Unknown::Unsupported(what.to_string()),
    })
}

impl Solver for Embedded {
    fn name(&self) -> &str {
        "adumbra"
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        *self = Embedded::over(self.options.clone(), self.encoder.gates.sat.fresh());
        Ok(())
    }

    fn push(&mut self) -> Result<(), SolverError> {
        let active = self.encoder.gates.fresh();
        self.levels.push(Level::new(Some(active)));
        self.known = Known::Nothing;
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        for _ in 0..levels.min(self.levels()) {
            if let Some(level) = self.levels.pop() {
                if let Some(mark) = level.mark {
                    self.active.undo(mark);
                }
                if let Some(active) = level.active.filter(|_| level.encoded > 0) {
                    self.encoder.gates.sat.retire(!active);
                    self.history.closed = true;
                }
            }
        }
        self.known = Known::Nothing;
        Ok(())
    }

    fn levels(&self) -> usize {
        self.levels.len() - 1
    }

    fn assert(&mut self, _: &mut Terms, term: Term) -> Result<(), SolverError> {
        self.known = Known::Nothing;
        self.top().assertions.push(Assertion { term, tracked: None });
        Ok(())
    }

    fn assert_tracked(&mut self, _: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        self.known = Known::Nothing;
        // A literal of its own, since equal assertions share theirs.
        let lit = self.encoder.gates.fresh();
        let name = Tracked(self.tracked);
        self.tracked += 1;
        self.top().assertions.push(Assertion { term, tracked: Some((name, lit)) });
        Ok(name)
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        self.known = Known::Nothing;
        if let Some(verdict) = self.check_by_boxes(terms, assumptions, limits) {
            return Ok(verdict);
        }
        if self.is_asked_once(assumptions) {
            return self.check_once(terms, limits);
        }
        self.history.queries += 1;
        self.encoder.gates.keep_within(limits);
        if let Err(reason) = self.renew_if_due(terms, limits).and_then(|()| self.settle(terms)) {
            return Ok(Verdict::Unknown(Unknown::Stopped(reason)));
        }
        let mark = self.active.mark();
        let mut assumed = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            let literal = self.simple(terms, *assumption).and_then(|simple| {
                self.active.add(terms, simple);
                let lit = self.encoder.literal_in(terms, simple, Polarity::Positive)?;
                self.add_witnesses(terms)?;
                Ok((simple, lit))
            });
            match literal {
                Ok(literal) => assumed.push(literal),
                Err(what) => {
                    self.active.undo(mark);
                    return Ok(unknown(what));
                }
            }
        }
        if let Some(what) = self.unencoded().cloned() {
            self.active.undo(mark);
            return Ok(unknown(what));
        }
        let tracked: Vec<(Tracked, Lit)> =
            self.levels.iter().flat_map(|l| l.assertions.iter().filter_map(|a| a.tracked)).collect();
        let mut literals = self.level_literals();
        literals.extend(tracked.iter().map(|(_, lit)| *lit));
        literals.extend(assumed.iter().map(|(_, lit)| *lit));
        self.last = LastQuery { tracked, assumed, core: Vec::new() };
        let found = self.search(terms, &literals, limits);
        let verdict = match found {
            Ok(model) if self.satisfies(terms, assumptions, &model) => {
                self.known = Known::Sat(model);
                Ok(Verdict::Sat)
            }
            Ok(_) => Err(SolverError::WrongModel { solver: self.name().to_owned() }),
            Err(Verdict::Unsat) => {
                self.last.core = self.encoder.gates.sat.failed_assumptions().to_vec();
                self.note_core();
                Ok(Verdict::Unsat)
            }
            Err(verdict) => Ok(verdict),
        };
        self.active.undo(mark);
        verdict
    }

    fn model(&self) -> Option<&Model> {
        match &self.known {
            Known::Sat(model) => Some(model),
            _ => None,
        }
    }

    fn core(&self) -> Option<&Core> {
        match &self.known {
            Known::Unsat(core) => Some(core),
            _ => None,
        }
    }

    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        if !matches!(self.known, Known::Unsat(_)) {
            return Ok(None);
        }
        if self.by_boxes {
            return Ok(self.core());
        }
        self.encoder.gates.keep_within(limits);
        let mark = self.active.mark();
        for place in 0..self.last.assumed.len() {
            self.active.add(terms, self.last.assumed[place].0);
        }
        let levels = self.level_literals();
        let mut core: Vec<Lit> = self.last.core.iter().copied().filter(|lit| !levels.contains(lit)).collect();
        let mut place = core.len();
        while place > 0 {
            place -= 1;
            let rest = core[..place].iter().chain(&core[place + 1..]);
            let literals: Vec<Lit> = levels.iter().chain(rest).copied().collect();
            if let Err(Verdict::Unsat) = self.search(terms, &literals, limits) {
                // Keep the order, so that what was found to be needed stays behind `place`.
                let failed = self.encoder.gates.sat.failed_assumptions();
                let kept = |lit: &Lit| failed.contains(lit);
                place = core[..place].iter().filter(|lit| kept(lit)).count();
                core.retain(kept);
            }
        }
        self.active.undo(mark);
        self.last.core = core;
        self.note_core();
        Ok(self.core())
    }

    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        Ok(adumbra_interpolate::run(terms, query, limits, &self.options.settings())?)
    }
}
