//! Random executions: the cheapest way to a violation that many inputs reach. They prove nothing.

use crate::verify::Host;
use adumbra_engine::{Budget, Outcome};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome as Ended, Seeded};
use adumbra_program::Program;
use adumbra_verdict::Reason;
use std::sync::Arc;

/// Executions of a program with inputs chosen by numbers.
pub(crate) struct RandomExecutions<'a> {
    program: Arc<Program>,
    host: &'a dyn Host,
    externals: Externals,
    executions: u64,
    steps: u64,
    next: u64,
    /// Executions that came to their end.
    pub(crate) ended: u64,
}

impl<'a> RandomExecutions<'a> {
    /// So many executions of at most so many steps.
    pub(crate) fn new(
        program: &Arc<Program>,
        host: &'a dyn Host,
        externals: Externals,
        executions: u64,
        steps: u64,
    ) -> Self {
        RandomExecutions { program: Arc::clone(program), host, externals, executions, steps, next: 0, ended: 0 }
    }

    /// How many executions there were.
    pub(crate) fn count(&self) -> u64 {
        self.next
    }

    /// Executes until a violation is found, all executions are made, or a limit is reached.
    pub(crate) fn run(&mut self, budget: &Budget) -> Outcome {
        let mut work = 0;
        while self.next < self.executions {
            if budget.work.is_some_and(|most| work >= most) {
                return Outcome::Paused;
            }
            if budget.interrupted().is_some() {
                break;
            }
            let mut options = Options::new(self.program.property.clone());
            options.externals = self.externals;
            options.max_steps = self.steps;
            // Random executions are to be cheap in every way.
            options.max_memory = 256 << 20;
            options.max_frames = 20_000;
            options.deadline = budget.deadline;
            options.cancel = budget.cancel.first().cloned();
            let interpreter = Interpreter::new(&self.program, options);
            // The first execution has zeros for inputs.
            let seed = self.next.checked_sub(1);
            let mut environment = Seeded::new(seed, &["program"], Captured::default());
            let result = interpreter.run(&mut environment, None);
            self.next += 1;
            work += result.steps.max(1000);
            match result.outcome {
                Ended::Violation(_) => {
                    if let Ok(counterexample) = self.host.replay(&result.script, budget.deadline) {
                        return Outcome::Refuted(Box::new(counterexample));
                    }
                }
                Ended::Exited { .. } | Ended::Ended { .. } => self.ended += 1,
                _ => {}
            }
        }
        Outcome::Unknown(vec![Reason::Incomplete("random executions prove nothing".into())])
    }
}
