//! Executions by the interpreter: the cheapest way to a violation that many inputs reach. They
//! prove something only if the program has a single execution, and that one ends.

use crate::assumptions::assumed;
use crate::certify::{Asked, Proving, checked};
use crate::features::is_closed;
use crate::task::composition::StrategyEntry;
use crate::task::{Finished, Outcome, Strategy, Task};
use adumbra_engine::Judge;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{
    Captured, Environment, Interpreter, Limit, Options, Outcome as Ended, Question, Seeded, Undetermined, WORK_OF_STEP,
};
use adumbra_judges::Counterexample;
use adumbra_options::{group, options};
use adumbra_program::{Edge, Type, Violation};
use adumbra_stop::{MILLISECOND, Meter, Stop, spend};
use adumbra_verdict::{Argument, Assumption, Reason};
use rustc_hash::FxHashMap;

options! {
    /// Options of random executions.
    pub struct RandomOptions {
        random_executions: count = 300 in 1..=(u64::MAX), fixed, "Random executions: how many.";
        random_steps: count = 200_000 in 1..=(u64::MAX), fixed, "Random executions: how many steps each at most.";
    }
}

/// Random executions in configurations.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "random",
    options: &[group::<RandomOptions>],
    keeps: false,
    make: |task, single| Box::new(RandomExecutions::new(task, &single.options.of())),
};

/// Executions of a program with inputs chosen by numbers.
struct RandomExecutions<'a> {
    task: Task<'a>,
    executions: u64,
    steps: u64,
    next: u64,
    /// Executions that were cut off, and the seed of the first of them that did not end since.
    cut: u64,
    again: Option<Option<u64>>,
    /// Executions that came to their end.
    ended: u64,
    /// Does nothing but inputs make executions differ, and is all that is asked looked for in them?
    closed: bool,
    /// The first execution asked for nothing, so that there is no other.
    only: bool,
    proving: Proving,
    assumptions: Vec<Assumption>,
}

/// The work of beginning an execution.
const EXECUTION: u64 = 30_000;

/// The least work that a replay may take.
const LEAST_REPLAY: u64 = 100 * MILLISECOND;

/// The work of a replay at most, as a multiple of the execution's.
const REPLAY: u64 = 64;

/// Zeros or values from a seed, and whether there were questions at all.
struct Watched {
    inner: Seeded<Captured>,
    asked: bool,
    /// So many values are new, and all behind them are the last new one of their width. Loops that
    /// read their data are seldom left in the same way by values that are all different.
    fresh: Option<u32>,
    last: FxHashMap<u32, Value>,
}

impl Watched {
    fn new(seed: Option<u64>) -> Self {
        let inner = Seeded::new(seed, &["program"], Captured::default());
        let fresh = seed.filter(|seed| seed % 4 == 3).map(|seed| 1 + (seed / 4 % 3) as u32);
        Watched { inner, asked: false, fresh, last: FxHashMap::default() }
    }
}

impl Environment for Watched {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        self.asked = true;
        let is_number = ty != Type::Ptr && matches!(question, Question::Nondet(_) | Question::External(_));
        let Some(fresh) = self.fresh.as_mut().filter(|_| is_number) else {
            return self.inner.value(question, ty, width);
        };
        if *fresh == 0
            && let Some(known) = self.last.get(&width)
        {
            return Ok(known.clone());
        }
        *fresh = fresh.saturating_sub(1);
        let value = self.inner.value(question, ty, width)?;
        self.last.insert(width, value.clone());
        Ok(value)
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        self.asked = true;
        self.inner.memory_byte(object, epoch, offset)
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.asked = true;
        self.inner.read_byte()
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        self.asked = true;
        self.inner.arguments()
    }

    fn write_byte(&mut self, descriptor: i32, byte: u8) {
        self.inner.write_byte(descriptor, byte);
    }
}

impl<'a> RandomExecutions<'a> {
    /// So many executions of at first so many steps at most.
    fn new(task: Task<'a>, options: &RandomOptions) -> Self {
        // The interpreter knows no rules of specifications: an execution that ends says nothing
        // about them.
        let specified = task.request.specification.is_some();
        let checked = !specified && !task.program.property.monitors(Violation::Specification);
        RandomExecutions {
            executions: options.random_executions,
            steps: options.random_steps,
            next: 0,
            cut: 0,
            again: None,
            ended: 0,
            closed: checked && is_closed(&task.program),
            only: false,
            proving: Proving::default(),
            assumptions: Vec::new(),
            task,
        }
    }

    /// What was counted.
    fn counts(&self) -> Vec<(String, String)> {
        let rows = [("executions", self.next), ("executions that ended", self.ended), ("executions cut off", self.cut)];
        rows.iter().map(|(name, count)| ((*name).to_owned(), count.to_string())).collect()
    }

    /// Executes until a violation is found, all executions are made, or a limit is reached.
    fn execute(&mut self, stop: &Stop) -> Outcome {
        // All of the work for the only execution. If others were too long, half of it for the first
        // of those, which is that with zeros if it is one of them, and half for a new one. A
        // quarter for the rest.
        let share = stop.left().map_or(u64::MAX, |work| work / WORK_OF_STEP);
        let mut again = self.again.take();
        let mut most = if self.cut > 0 { share / 2 } else { share / 4 };
        while self.next < self.executions || self.cut > 0 {
            if stop.is_done() {
                return Outcome::Paused;
            }
            if stop.interrupted().is_some() {
                break;
            }
            // The first execution has zeros for inputs, and so has the only one.
            let whole = self.only || self.closed && self.next == 0;
            let steps = self.steps.max(if whole { share } else { most });
            let seed = match again.take() {
                Some(seed) => seed,
                None => {
                    most = share / 4;
                    self.next += 1;
                    if self.only { None } else { (self.next - 1).checked_sub(1) }
                }
            };
            let interpreter = Interpreter::new(&self.task.program, self.options(steps, stop));
            let mut environment = Watched::new(seed);
            let meter = Meter::start();
            let result = interpreter.run(&mut environment, None);
            let worth = meter.read();
            spend(EXECUTION);
            let single = self.closed && !environment.asked;
            match result.outcome {
                Ended::Violation(_) => {
                    // It takes some multiple of what the execution took, with locals in memory and
                    // all steps written down: that much was worth it, and is not to be lost at the
                    // end of a turn. On a program of which this is a slice it may have no end.
                    let limits = stop.at_any_cost().within(worth.saturating_mul(REPLAY).max(LEAST_REPLAY));
                    if let Ok(counterexample) = self.task.host.replay(&result.script, &limits) {
                        match &self.task.request.findings {
                            None => return Outcome::Refuted(Box::new(counterexample)),
                            Some(findings) => findings.add(counterexample),
                        };
                    }
                    if single {
                        break;
                    }
                }
                Ended::Exited { .. } => {
                    self.ended += 1;
                    if single {
                        return self.prove(stop, None);
                    }
                }
                Ended::Ended { cause } => {
                    self.ended += 1;
                    match cause.map(|report| (report.kind, report.edge)) {
                        // What is there is not known; and the limit of the stack is ours, not the
                        // program's.
                        Some((Violation::WildAccess | Violation::StackOverflow, _)) if single => break,
                        cause if single => return self.prove(stop, cause),
                        _ => {}
                    }
                }
                Ended::Limit(Limit::Steps) => {
                    self.cut += 1;
                    self.only = single;
                    if single {
                        return Outcome::Paused;
                    }
                    self.again.get_or_insert(seed);
                }
                _ if single => break,
                _ => {}
            }
        }
        Outcome::Unknown(vec![Reason::Incomplete("random executions prove nothing".into())])
    }

    fn options(&self, steps: u64, stop: &Stop) -> Options {
        let mut options = Options::new(self.task.program.property.clone());
        options.externals = self.task.request.externals;
        options.max_steps = steps;
        // Executions are to be cheap in every way.
        options.max_memory = 256 << 20;
        options.max_frames = 20_000;
        options.stop = stop.at_any_cost();
        options
    }

    /// The only execution came to its end.
    fn prove(&mut self, stop: &Stop, ends_at: Option<(Violation, Edge)>) -> Outcome {
        let ends: Vec<(Violation, Edge)> = ends_at.into_iter().collect();
        self.assumptions = assumed(&self.task.program, &self.task.request, &ends);
        let asked = Asked { task: &self.task, stop, pointers: None };
        let certified = checked(&asked, "the only execution", Argument::Unwinding.into(), u64::MAX);
        self.proving.prove(&self.task.name, certified)
    }
}

impl Strategy for RandomExecutions<'_> {
    fn run(&mut self, _: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        self.execute(stop)
    }

    fn finish(&mut self) -> Finished {
        Finished {
            proof: self.proving.proof.take(),
            assumptions: std::mem::take(&mut self.assumptions),
            counts: self.counts(),
            ..Finished::default()
        }
    }
}
