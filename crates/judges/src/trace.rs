//! The source-level trace of a counterexample: what happened, line by line, with values.
//!
//! The script is replayed and watched. Only the user's code is shown: a call of a library function
//! is one step, what its model does inside is none. A long execution has far more steps than
//! anybody reads, so a first replay counts the steps and a second one describes those at the
//! beginning and at the end; time and memory for the trace do not grow with the middle.

mod condition;
mod render;
mod watcher;

use crate::replay::{Counterexample, Observer, watch};
pub use crate::replay::{own_position, own_stack};
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::print::input;
use adumbra_interpreter::{Options, Outcome, Report, Tracer, View};
use adumbra_program::{Edge, InputSource, Op, Program};
use adumbra_verdict::place::Place;
use serde::Serialize;
use watcher::Watcher;

/// How many steps are described at each end of the execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// From the beginning.
    pub first: usize,
    /// Up to the violation.
    pub last: usize,
    /// Also what library functions do? Else a call of one is one step.
    pub library: bool,
}

impl Default for Window {
    fn default() -> Self {
        Window { first: 60, last: 120, library: false }
    }
}

/// What an execution did, up to the violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Trace {
    /// The first steps.
    pub first: Vec<Step>,
    /// How many steps in the middle are left out.
    pub left_out: u64,
    /// The last steps; the very last one is the violation.
    pub last: Vec<Step>,
}

/// One step of the user's code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Step {
    /// The edge of the replayed program.
    #[serde(skip)]
    pub edge: Edge,
    /// Where it stands in the source.
    #[serde(flatten)]
    pub place: Place,
    /// The function.
    pub function: String,
    /// How many calls are open, those of the library included.
    pub depth: usize,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Event {
    /// A variable or a part of an object got a value.
    Assigned {
        /// What was assigned, as a C expression.
        what: String,
        /// The value.
        value: String,
    },
    /// A variable was read that has no value of its own: it has this one.
    Uninitialised {
        /// The variable.
        what: String,
        /// The value.
        value: String,
    },
    /// A value came from outside.
    Input {
        /// The function that gave it.
        source: String,
        /// The value.
        value: String,
    },
    /// A condition was decided.
    Branch {
        /// The condition as it was compiled, unless it is too large to be read.
        condition: Option<String>,
        /// Did it hold?
        holds: bool,
    },
    /// A function was called.
    Called {
        /// The function.
        callee: String,
        /// The values of the arguments.
        arguments: Vec<String>,
    },
    /// A function returned.
    Returned {
        /// The function.
        callee: String,
        /// The value that it returned.
        value: Option<String>,
    },
    /// The violation.
    Violated {
        /// Its kind.
        kind: String,
        /// What happened.
        message: String,
    },
}

impl Trace {
    /// The trace of a counterexample, with the options of its replay. There is none if the
    /// execution cannot be repeated before the deadline.
    pub fn of(program: &Program, counterexample: &Counterexample, options: &Options, window: Window) -> Option<Trace> {
        Trace::made(
            program,
            counterexample,
            window,
            |watcher| matches!(watch(program, &counterexample.script, options, watcher).outcome, Outcome::Violation(r) if *r == counterexample.report),
        )
    }

    /// The trace of a counterexample that an observer saw; `observer` makes one for each replay.
    pub fn observed<O: Observer>(
        program: &Program,
        counterexample: &Counterexample,
        options: &Options,
        window: Window,
        mut observer: impl FnMut() -> O,
    ) -> Option<Trace> {
        Trace::made(program, counterexample, window, |watcher| {
            let mut both = Both { watcher, observer: observer() };
            let options = Options { stop: options.stop.when(&both.observer.enough()), ..options.clone() };
            watch(program, &counterexample.script, &options, &mut both);
            both.observer.seen() == Some(&counterexample.report)
        })
    }

    /// Counts the steps, then describes those in the window. `run` repeats the execution and says
    /// whether it was the same.
    fn made(
        program: &Program,
        counterexample: &Counterexample,
        window: Window,
        mut run: impl FnMut(&mut Watcher<'_>) -> bool,
    ) -> Option<Trace> {
        let mut counter = Watcher::counter(program, window.library);
        if !run(&mut counter) {
            return None;
        }
        let mut watcher = Watcher::new(program, window, counter.seen());
        if !run(&mut watcher) {
            return None;
        }
        let mut trace = watcher.finish();
        trace.last.push(violation(program, &counterexample.report));
        Some(trace)
    }

    /// The same with the names of functions as somebody reads them.
    pub fn with_names(mut self, readable: impl Fn(&str) -> String) -> Trace {
        for step in self.first.iter_mut().chain(&mut self.last) {
            step.function = readable(&step.function);
            if let Event::Called { callee: name, .. }
            | Event::Returned { callee: name, .. }
            | Event::Input { source: name, .. } = &mut step.event
            {
                *name = readable(name);
            }
        }
        self
    }

    /// All steps that are described, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.last)
    }
}

/// A watcher of the steps up to what an observer sees.
struct Both<'w, 'p, O> {
    watcher: &'w mut Watcher<'p>,
    observer: O,
}

impl<O: Observer> Tracer for Both<'_, '_, O> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if self.observer.seen().is_none() {
            self.watcher.edge(view, edge);
            self.observer.edge(view, edge);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if self.observer.seen().is_none() {
            self.watcher.returned(view, edge);
            self.observer.returned(view, edge);
        }
    }
}

fn violation(program: &Program, report: &Report) -> Step {
    let stack = own_stack(program, report);
    let function = stack.first().map_or(program.entry, |e| e.function);
    Step {
        edge: report.edge,
        place: Place::of(program, own_position(program, report)),
        function: program.functions[function].name.clone(),
        depth: report.stack.len() - stack.first().map_or(0, |f| report.stack.iter().take_while(|e| *e != f).count()),
        event: Event::Violated { kind: report.kind.name().into(), message: report.message.clone() },
    }
}

/// The value of an input or of a function without a body, as a script lists it, in the words of the
/// trace.
pub fn input_text(program: &Program, name: &str, value: &str) -> String {
    let given = program.edges.values().find_map(|edge| match &edge.op {
        Op::Input { register, source: InputSource::Nondet(symbol) | InputSource::External(symbol) }
            if program.symbol(*symbol) == name =>
        {
            Some(program.registers[*register].ty)
        }
        _ => None,
    });
    let returned = || program.functions[program.function_named(name)?].result_types.first().copied();
    let digits = value.strip_prefix("0x").map(|digits| u128::from_str_radix(digits, 16));
    match (given.or_else(returned), digits) {
        (Some(ty), Some(Ok(number))) => input(name, ty, &Value::Small(number)).unwrap_or_else(|| value.to_owned()),
        _ => value.to_owned(),
    }
}
