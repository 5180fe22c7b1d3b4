//! Tests from an exploration: inputs for every path to an end that it finds.
//!
//! Where no move is possible, an execution ends. The path there is judged as a counterexample would
//! be: the solver says which inputs lead along it. A run of the interpreter with them must make the
//! same moves to the same end, or there is no test. So an abstraction may be as coarse as it likes:
//! a path that no execution takes is left out, and what is written was executed.

pub use crate::task::test::{Test, TestInput};

use crate::task::Host;
use adumbra_interpreter::{Externals, Options, Script};
use adumbra_judges::feasibility::{self, Feasibility};
use adumbra_judges::{Counterexample, NoTest, Oracle, TestEnd, repeat};
use adumbra_program::{InputSource, Op, Path, Program, Type};
use adumbra_stop::{SECOND, Stop};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

/// What became of the paths to ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TestCounts {
    /// Tests that were written.
    pub written: u64,
    /// Paths whose test would have equal inputs.
    pub repeated: u64,
    /// Paths that no execution takes, because of inputs or because an assumption does not hold.
    pub infeasible: u64,
    /// Paths of which this is not known, or whose inputs do not repeat them.
    pub unconfirmed: u64,
}

impl TestCounts {
    /// As statistics have it.
    pub(crate) fn rows(self) -> impl Iterator<Item = (String, String)> {
        let rows = [
            ("tests written", self.written),
            ("tests with equal inputs", self.repeated),
            ("tests infeasible", self.infeasible),
            ("tests unconfirmed", self.unconfirmed),
        ];
        rows.into_iter().map(|(name, count)| (name.to_owned(), count.to_string()))
    }
}

/// The tests of a question, of all configurations that work on it.
pub struct Tests {
    program: Arc<Program>,
    externals: Externals,
    oracle: Oracle,
    types: FxHashMap<String, Type>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// Hashes of paths that were tried.
    paths: FxHashSet<u64>,
    /// Hashes of all that decides executions from outside.
    inputs: FxHashSet<u64>,
    counts: TestCounts,
}

/// Most time for one path.
const PATIENCE: u64 = 10 * SECOND;

/// Most steps of a run that repeats a path, besides those of the path.
const MORE_STEPS: u64 = 1000;

impl Tests {
    /// None yet.
    pub(crate) fn new(program: &Arc<Program>, externals: Externals, oracle: &Oracle) -> Self {
        let mut types: FxHashMap<String, Type> = FxHashMap::default();
        for edge in program.edges.values() {
            if let Op::Input { register, source: InputSource::Nondet(symbol) } = edge.op {
                types.insert(program.symbol(symbol).to_owned(), program.registers[register].ty);
            }
        }
        let seen = Mutex::default();
        Tests { program: Arc::clone(program), externals, oracle: oracle.clone(), types, seen }
    }

    fn seen<R>(&self, look: impl FnOnce(&mut Seen) -> R) -> R {
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What became of the paths so far.
    pub(crate) fn counts(&self) -> TestCounts {
        self.seen(|seen| seen.counts)
    }

    /// An exploration came to an end of executions; without a path, there was no time to find it.
    pub(crate) fn end(&self, path: Option<&Path>, stop: &Stop, host: &dyn Host) {
        let Some(path) = path else { return self.seen(|seen| seen.counts.unconfirmed += 1) };
        let hash = FxBuildHasher.hash_one(&path.moves);
        if !self.seen(|seen| seen.paths.insert(hash)) {
            return;
        }
        let stop = stop.at_any_cost().within(PATIENCE);
        let options = feasibility::Options {
            stop: stop.clone(),
            externals: self.externals,
            oracle: self.oracle.clone(),
            ..feasibility::Options::default()
        };
        let script = match feasibility::check(&self.program, path, None, &options) {
            Feasibility::Feasible(script) => script,
            Feasibility::Infeasible { .. } => return self.seen(|seen| seen.counts.infeasible += 1),
            Feasibility::Unknown(_) => return self.seen(|seen| seen.counts.unconfirmed += 1),
        };
        let mut run = Options::new(self.program.property.clone());
        run.externals = self.externals;
        run.max_steps = path.moves.len() as u64 + MORE_STEPS;
        run.stop = stop;
        match repeat(&self.program, path, &script, &run) {
            Ok(repeated) => self.write(repeated.script, repeated.end, None, host),
            Err(NoTest::Assumption) => self.seen(|seen| seen.counts.infeasible += 1),
            Err(NoTest::Strays | NoTest::Open) => self.seen(|seen| seen.counts.unconfirmed += 1),
        }
    }

    /// A violation was found, and replayed.
    pub(crate) fn violation(&self, counterexample: &Counterexample, host: &dyn Host) {
        let end = TestEnd::Violation(counterexample.report.kind);
        self.write(counterexample.script.clone(), end, Some(Box::new(counterexample.clone())), host);
    }

    fn write(&self, script: Script, end: TestEnd, counterexample: Option<Box<Counterexample>>, host: &dyn Host) {
        let named = |list: &[adumbra_interpreter::script::NamedValue]| -> Vec<(String, String)> {
            list.iter().map(|v| (v.name.clone(), v.value.clone())).collect()
        };
        let outside = (named(&script.inputs), named(&script.externals), &script.stdin, &script.arguments);
        let hash = FxBuildHasher.hash_one(outside);
        if !self.seen(|seen| seen.inputs.insert(hash)) {
            return self.seen(|seen| seen.counts.repeated += 1);
        }
        let input = |value: &adumbra_interpreter::script::NamedValue| TestInput {
            function: value.name.clone(),
            ty: self.types.get(&value.name).copied().unwrap_or(Type::Int(32)),
            value: value.value.clone(),
        };
        let inputs = script.inputs.iter().map(input).collect();
        let test = Test { inputs, script, end, counterexample };
        let written = host.test(&test);
        self.seen(|seen| {
            let count = if written { &mut seen.counts.written } else { &mut seen.counts.unconfirmed };
            *count += 1;
        });
    }
}
