//! What the analyses need of the command: replays, and somebody to tell how things are.

use super::suite::Suite;
use crate::{answer, progress};
use adumbra_analyses::automaton::{Observer as OnProgram, Rules, Specification};
use adumbra_engine::Progress;
use adumbra_frontend::{LoadOptions, Loaded};
use adumbra_interpreter::{Externals, Options, Script};
use adumbra_judges::trace::Window;
use adumbra_judges::{Counterexample, Trace, harness, harness_of_test, replay, replay_observed};
use adumbra_program::{Program, PropertyKind};
use adumbra_stop::Stop;
use adumbra_strategies::Host;
use adumbra_strategies::test_generation::Test;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often progress is shown and left for the supervisor.
const INTERVAL: Duration = Duration::from_millis(200);

/// Says on a terminal that the program is being loaded, as long as it lives.
pub(super) struct Loading;

impl Loading {
    /// Loading begins.
    pub(super) fn begins() -> Self {
        progress::show("loading");
        Loading
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        progress::clear();
    }
}

/// The command, as the analyses see it.
pub(super) struct VerifyHost {
    loaded: Loaded,
    rules: Option<Specification>,
    externals: Externals,
    stop: Stop,
    shown: Mutex<Shown>,
    suite: Option<Suite>,
}

/// What was shown of the progress.
struct Shown {
    started: Instant,
    last: Option<Instant>,
    configuration: String,
}

impl VerifyHost {
    /// For a program that was loaded.
    pub(super) fn new(loaded: Loaded, rules: Option<Specification>, externals: Externals, stop: Stop) -> Self {
        let shown = Shown { started: Instant::now(), last: None, configuration: String::new() };
        VerifyHost { loaded, rules, externals, stop, shown: Mutex::new(shown), suite: None }
    }

    /// … that writes tests.
    pub(super) fn with_suite(mut self, suite: Option<Suite>) -> Self {
        self.suite = suite;
        self
    }

    /// The C file of a test, if inputs alone decide.
    fn harness(&self, test: &Test) -> Option<String> {
        let program = self.program().ok()?;
        let options = self.options(&program, &Stop::never());
        let harness = match &test.counterexample {
            Some(counterexample) => harness(&program, counterexample, &options),
            None => harness_of_test(&program, &test.script, &options),
        };
        harness.ok()
    }

    /// How the program was loaded.
    pub(super) fn load_options(&self) -> &LoadOptions {
        self.loaded.options()
    }

    /// The function where executions start.
    pub(super) fn entry(&self) -> &str {
        &self.loaded.options().entry
    }

    /// What functions without a definition do.
    pub(super) fn externals(&self) -> Externals {
        self.externals
    }

    /// The program with its locals in memory; it is made of the kept bitcode when it is first asked
    /// for.
    pub(super) fn program(&self) -> Result<Arc<Program>, String> {
        self.loaded.unpromoted().cloned().map_err(ToString::to_string)
    }

    /// How the interpreter runs a replay: not longer than the command, nor than somebody else says.
    pub(super) fn options(&self, program: &Program, stop: &Stop) -> Options {
        let mut options = Options::new(program.property.clone());
        options.externals = self.externals;
        options.stop = self.stop.and(stop);
        options.exact_losses = true;
        options
    }

    /// The rules, put on the program with its locals in memory.
    fn rules_on(&self, program: &Arc<Program>) -> Option<OnProgram> {
        self.rules.as_ref().map(|rules| OnProgram::new(Arc::clone(program), rules.clone()))
    }

    /// What a counterexample does.
    pub(super) fn trace(
        &self,
        program: &Arc<Program>,
        counterexample: &Counterexample,
        stop: &Stop,
        window: Window,
    ) -> Option<Trace> {
        let options = self.options(program, stop);
        match self.rules_on(program) {
            Some(rules) if counterexample.kind == PropertyKind::Specification => {
                Trace::observed(program, counterexample, &options, window, || Rules::new(&rules))
            }
            _ => Trace::of(program, counterexample, &options, window),
        }
    }

    /// Removes the line of progress.
    pub(super) fn finish(&self) {
        progress::clear();
    }
}

impl Host for VerifyHost {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let program = self.program()?;
        let options = self.options(&program, stop);
        let judged = match self.rules_on(&program) {
            Some(rules) => replay_observed(&program, script, &options, &mut Rules::new(&rules)),
            None => replay(&program, script, &options),
        };
        judged.map_err(|e| e.to_string())
    }

    fn test(&self, test: &Test) -> bool {
        let Some(suite) = &self.suite else { return false };
        match suite.add(test, self.harness(test).as_deref()) {
            Ok(()) => true,
            Err(error) => {
                progress::say(&format!("--export-tests: a test cannot be written: {error}"));
                false
            }
        }
    }

    fn begins(&self, configuration: &str) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.configuration = configuration.to_owned();
        shown.show(configuration);
    }

    fn progress(&self, progress: &Progress) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        let Progress { reached, waiting, refinements } = progress;
        let line = format!("{}: {reached} states, {waiting} waiting, {refinements} refinements", shown.configuration);
        shown.show(&line);
    }
}

impl Shown {
    /// Shows a line on a terminal, and leaves it for the supervisor.
    fn show(&mut self, line: &str) {
        self.last = Some(Instant::now());
        answer::leave_so_far(&format!("{line}, {:.0} s", self.started.elapsed().as_secs_f64()));
        progress::show(line);
    }
}
