//! What is asked, of whom, and who works on it.
//!
//! A [`Request`] is what a user asks of a program. A [`Task`] is that for one configuration, with
//! all that is shared by those who work on the program. A [`Strategy`] works on a task until it has
//! an answer.

pub mod composition;
pub mod test;

use crate::heaps::Heaps;
use crate::summaries::Summaries;
use adumbra_analyses::automaton::Specification;
use adumbra_analyses::pointers::Pointers;
use adumbra_analyses::registry::{PartEntry, Setting};
use adumbra_engine::portfolio::Memory;
use adumbra_engine::{Judge, Progress, levels};
use adumbra_interpreter::{Externals, Script};
use adumbra_judges::{Counterexample, Findings, Oracle};
use adumbra_options::OptionSet;
use adumbra_predicate_analysis::{FoundPredicates, GivenPredicates};
use adumbra_program::Program;
use adumbra_stop::{Meter, Stop};
use adumbra_verdict::{Assumption, Contract, Proof, Reason};
use composition::Configuration;
use std::any::Any;
use std::sync::Arc;
use test::Test;

/// What a strategy comes to.
pub type Outcome = adumbra_engine::Outcome<Counterexample>;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The configuration.
    pub configuration: Configuration,
    /// Run the configurations of a portfolio at the same time?
    pub parallel: bool,
    /// Rules that the program is to keep, if the property asks for it.
    pub specification: Option<Specification>,
    /// What functions without a body do.
    pub externals: Externals,
    /// When to stop.
    pub stop: Stop,
    /// Who watches the memory of the process, if there is a limit.
    pub memory: Option<Memory>,
    /// Check the certificate of a proof whatever it takes, not only within a fifth of the limits or
    /// of the work so far?
    pub check_proofs: bool,
    /// The most work that a check may take whatever else is said, for proofs that are none of the
    /// program itself.
    pub most_checking: Option<u64>,
    /// The limit that was given, as work; none if none was.
    pub given: Option<u64>,
    /// Draw what was reached?
    pub draw: bool,
    /// Say what was reached, level by level?
    pub levels: bool,
    /// Say which heaps were reached, at most so many at each place?
    pub heaps: Option<usize>,
    /// Give the host tests for all ends of executions that are explored?
    pub tests: bool,
    /// The solver that decides whether paths are real and certificates hold.
    pub oracle: Oracle,
    /// Predicates that analyses begin with.
    pub initial_predicates: Option<Arc<GivenPredicates>>,
    /// Collects the predicates that analyses track in the end.
    pub found_predicates: Option<Arc<FoundPredicates>>,
    /// Contracts whose clauses are suspected besides what executions show.
    pub suspected: Option<Arc<Vec<Contract>>>,
    /// On how many functions strategies that take them apart work at the same time.
    pub jobs: Option<usize>,
    /// What is known from earlier runs, and is kept for later ones.
    pub summaries: Option<Arc<Summaries>>,
    /// Notes violations and goes on, if more than the first is looked for. The verdict is then
    /// about all other places.
    pub findings: Option<Arc<Findings>>,
}

impl Request {
    /// Asks a configuration, without limits.
    pub fn new(configuration: Configuration) -> Self {
        Request {
            configuration,
            parallel: false,
            specification: None,
            externals: Externals::Pure,
            stop: Stop::never(),
            memory: None,
            check_proofs: false,
            most_checking: None,
            given: None,
            draw: false,
            levels: false,
            heaps: None,
            tests: false,
            oracle: Oracle::default(),
            initial_predicates: None,
            found_predicates: None,
            suspected: None,
            jobs: None,
            summaries: None,
            findings: None,
        }
    }
}

/// Who asks.
pub trait Host: Sync {
    /// Replays a script on the program with its locals in memory.
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String>;

    /// Is given a test: an execution to its end. Says whether it could be kept. Only asked if tests
    /// were asked for.
    fn test(&self, _test: &Test) -> bool {
        false
    }

    /// Is told which configuration has its turn.
    fn begins(&self, _configuration: &str) {}

    /// Is told now and then how things are.
    fn progress(&self, _progress: &Progress) {}
}

/// What a configuration works on.
#[derive(Clone)]
pub struct Task<'a> {
    /// The program.
    pub program: Arc<Program>,
    /// Where its pointers point to: computed once, by the first configuration that needs it.
    pub pointers: Arc<Pointers>,
    /// The name of the configuration.
    pub name: String,
    /// What is asked.
    pub request: Request,
    /// When the work on the question began.
    pub started: Meter,
    /// Who asks.
    pub host: &'a dyn Host,
    /// What else parts are given.
    pub extras: Vec<Arc<dyn Any + Send + Sync>>,
}

impl<'a> Task<'a> {
    /// A request as it is, for the configuration that it names.
    pub fn new(program: &Arc<Program>, request: &Request, host: &'a dyn Host) -> Task<'a> {
        let mut extras: Vec<Arc<dyn Any + Send + Sync>> = Vec::new();
        extras.extend(request.initial_predicates.iter().map(|given| Arc::clone(given) as Arc<_>));
        extras.extend(request.found_predicates.iter().map(|found| Arc::clone(found) as Arc<_>));
        Task {
            program: Arc::clone(program),
            pointers: Pointers::new(program, request.externals),
            name: request.configuration.name.clone(),
            request: request.clone(),
            started: Meter::start(),
            host,
            extras,
        }
    }

    /// What parts are made from.
    pub fn setting<'s>(&'s self, options: &'s OptionSet, parts: &'s [&'static PartEntry]) -> Setting<'s> {
        Setting {
            program: &self.program,
            pointers: &self.pointers,
            options,
            parts,
            externals: self.request.externals,
            stop: &self.request.stop,
            oracle: &self.request.oracle,
            specification: self.request.specification.as_ref(),
            extras: &self.extras,
        }
    }
}

/// Who works on a task.
pub trait Strategy {
    /// Works until there is an answer, or until it is time to stop. Can be called again then.
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome;

    /// What is neither excluded nor confirmed.
    fn open(&mut self) -> Vec<Reason> {
        Vec::new()
    }

    /// Is it known that this will be no proof?
    fn cannot_prove(&self) -> bool {
        false
    }

    /// Gathers what remains.
    fn finish(&mut self) -> Finished;
}

/// What remains of a strategy that answered.
#[derive(Default)]
pub struct Finished {
    /// The proof, if there is one.
    pub proof: Option<Proof>,
    /// What it rests on.
    pub assumptions: Vec<Assumption>,
    /// What was counted.
    pub counts: Vec<(String, String)>,
    /// What was reached, as DOT.
    pub graph: Option<String>,
    /// What was reached, level by level.
    pub levels: Option<Vec<Vec<levels::Kind>>>,
    /// The heaps that were reached.
    pub heaps: Option<Heaps>,
}
