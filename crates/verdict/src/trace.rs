//! The source-level trace of a counterexample: what happened, line by line, with values.
//!
//! The script is replayed and watched. Only the user's code is shown: a call of a library function is one step, what its
//! model does inside is none. A long execution has far more steps than anybody reads, so a first replay counts the steps and a
//! second one describes those at the beginning and at the end; time and memory for the trace do not grow with the middle.

mod condition;
mod render;
mod watcher;

use crate::replay::{Observer, watch};
use crate::verdict::Counterexample;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::print::input;
use adumbra_interpreter::{Options, Outcome, Report, StackEntry, Tracer, View};
use adumbra_program::{Callee, Edge, Function, InputSource, Move, Op, Position, Program};
use serde::Serialize;
use std::collections::{HashMap, HashSet, VecDeque};
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

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, starting at 1.
    pub line: u32,
    /// The column, starting at 1; 0 if it is not known.
    pub column: u32,
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
    /// The trace of a counterexample, with the options of its replay. There is none if the execution cannot be repeated before
    /// the deadline.
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

    /// Counts the steps, then describes those in the window. `run` repeats the execution and says whether it was the same.
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
        place: place(program, own_position(program, report)),
        function: program.functions[function].name.clone(),
        depth: report.stack.len() - stack.first().map_or(0, |f| report.stack.iter().take_while(|e| *e != f).count()),
        event: Event::Violated { kind: report.kind.name().into(), message: report.message.clone() },
    }
}

pub(crate) fn place(program: &Program, position: Option<Position>) -> Place {
    match position {
        Some(p) => Place { file: program.files[p.file].path.clone(), line: p.line, column: p.column },
        None => Place { file: String::new(), line: 0, column: 0 },
    }
}

/// The part of the call stack of a violation that begins in the user's code: a violation in a model of a library function, or in
/// the body given to an error function, belongs to the call of it. What prepares the entry function is left out; what is found
/// when that has returned, such as lost memory, has no stack.
pub fn own_stack<'r>(program: &Program, report: &'r Report) -> &'r [StackEntry] {
    let own = |e: &StackEntry| is_own(program, e.function);
    match (report.stack.iter().position(own), report.stack.iter().rposition(own)) {
        (Some(first), Some(last)) => &report.stack[first..=last],
        _ if entry_edges(program).is_some() => &[],
        _ => &report.stack,
    }
}

/// Where the user should look for a violation: at the end of the entry function if it is found behind that.
pub fn own_position(program: &Program, report: &Report) -> Option<Position> {
    let end = || entry_edges(program).and_then(|edges| last_return(program, edges));
    own_stack(program, report).first().map_or_else(|| end().or(report.position), |e| e.position)
}

/// The edges of the user's function that executions begin in, if code of ours goes before it.
fn entry_edges(program: &Program) -> Option<(Edge, Edge)> {
    let mut function = program.entry;
    // Start code may call start code; the entry function is what it calls last.
    for _ in 0..4 {
        if !program.functions[function].library {
            return (function != program.entry)
                .then(|| program.functions[function].body.as_ref().map(|b| b.edges))
                .flatten();
        }
        let (first, end) = program.functions[function].body.as_ref()?.edges;
        let called = (first.as_u32()..end.as_u32()).filter_map(|i| match &program.edges[Edge::from_u32(i)].op {
            Op::Call { callee: Callee::Direct(called), .. } => Some(*called),
            _ => None,
        });
        let called: Vec<Function> = called.collect();
        let own = called.iter().rfind(|f| !program.functions[**f].library).or(called.last());
        function = *own?;
    }
    None
}

fn last_return(program: &Program, (first, end): (Edge, Edge)) -> Option<Position> {
    let edges = (first.as_u32()..end.as_u32()).map(|i| &program.edges[Edge::from_u32(i)]);
    edges.filter(|e| matches!(e.op, Op::Return { .. })).filter_map(|e| e.position).max_by_key(|p| (p.line, p.column))
}

/// Is it the user's code, and not the body given to an error function?
pub fn is_own(program: &Program, function: Function) -> bool {
    let function = &program.functions[function];
    !function.library && !program.property.error_functions().contains(&function.name)
}

/// Where the user should look for what happens at an edge at the end of a path: at the innermost call in the user's own code if
/// the edge is not part of that; else at what was executed last of it, or where it would begin.
pub fn own_place(program: &Program, moves: &[Move], edge: Edge) -> Option<Position> {
    let own = |e: &Edge| is_own(program, program.function_of(program.edges[*e].from));
    let found = std::iter::once(edge).chain(open_calls(moves)).find(own);
    let last = || {
        let executed = moves.iter().rev().filter_map(|m| if let Move::Edge(e) = m { Some(e) } else { None });
        executed.filter(|e| own(e)).find_map(|e| program.edges[*e].position)
    };
    let begin = || {
        let (first, end) = entry_edges(program)?;
        (first.as_u32()..end.as_u32()).find_map(|i| program.edges[Edge::from_u32(i)].position)
    };
    match found {
        Some(edge) => program.edges[edge].position,
        None => last().or_else(begin).or(program.edges[edge].position),
    }
}

/// The same, but for what was executed last, with these calls open, the innermost first.
pub fn own_place_in(program: &Program, mut calls: impl Iterator<Item = Edge>, edge: Edge) -> Option<Position> {
    let own = |e: &Edge| is_own(program, program.function_of(program.edges[*e].from));
    let found = if own(&edge) { Some(edge) } else { calls.find(own) };
    program.edges[found.unwrap_or(edge)].position
}

/// Where the user should look for what an edge does, whoever calls it: at the edge, or at the nearest call in the user's own code that leads there.
pub fn place_of_use(program: &Program, edge: Edge) -> Option<Position> {
    let own = |e: Edge| is_own(program, program.function_of(program.edges[e].from));
    if own(edge) {
        return program.edges[edge].position;
    }
    let mut callers: HashMap<Function, Vec<Edge>> = HashMap::new();
    for (call, data) in program.edges.iter() {
        if let Op::Call { callee: Callee::Direct(callee), .. } = data.op {
            callers.entry(callee).or_default().push(call);
        }
    }
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::from([program.function_of(program.edges[edge].from)]);
    while let Some(function) = waiting.pop_front() {
        if !seen.insert(function) {
            continue;
        }
        for call in callers.get(&function).into_iter().flatten() {
            if own(*call) && program.edges[*call].position.is_some() {
                return program.edges[*call].position;
            }
            waiting.push_back(program.function_of(program.edges[*call].from));
        }
    }
    None
}

/// The value of an input or of a function without a body, as a script lists it, in the words of the trace.
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

/// The calls that are open at the end of a path, the innermost first.
pub fn open_calls(moves: &[Move]) -> Vec<Edge> {
    let mut calls = Vec::new();
    for step in moves {
        match step {
            // The edge itself may be a call that is entered last, or passed over.
            Move::Enter { call, .. } => calls.push(*call),
            Move::Leave { .. } => {
                calls.pop();
            }
            Move::Edge(_) => {}
        }
    }
    calls.reverse();
    calls
}
