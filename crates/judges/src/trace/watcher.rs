//! Watches a replay and keeps what a trace shows.

use super::condition::Loads;
use super::{Event, Step, Trace, Window};
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{ObjectId, ObjectOrigin};
use adumbra_interpreter::print::input;
use adumbra_interpreter::{Printer, Tracer, View};
use adumbra_program::*;
use adumbra_verdict::place::Place;
use std::collections::HashMap;

/// Counts the steps of an execution, or describes those of a window.
pub(super) struct Watcher<'a> {
    program: &'a Program,
    /// Names for what conditions read; only if something is described.
    loads: Option<Loads>,
    /// Steps before the first number and from the second one on are described.
    window: (u64, u64),
    seen: u64,
    /// Are steps of library functions shown too?
    library: bool,
    first: Vec<Step>,
    last: Vec<Step>,
    /// The register that was given an indeterminate value last.
    indeterminate: Option<Register>,
    /// Variables that hold an indeterminate value which nothing has read yet.
    pending: HashMap<ObjectId, Option<Step>>,
}

impl<'a> Watcher<'a> {
    /// Counts steps.
    pub(super) fn counter(program: &'a Program, library: bool) -> Self {
        Watcher {
            program,
            loads: None,
            window: (0, u64::MAX),
            seen: 0,
            library,
            first: Vec::new(),
            last: Vec::new(),
            indeterminate: None,
            pending: HashMap::new(),
        }
    }

    /// Describes the steps of a window, of an execution with this number of steps.
    pub(super) fn new(program: &'a Program, window: Window, total: u64) -> Self {
        let library = window.library;
        let (first, last) = (window.first as u64, total.saturating_sub(window.last as u64));
        // What is not worth a gap is shown.
        let window = if last <= first { (total, total) } else { (first, last) };
        Watcher { window, loads: Some(Loads::of(program)), ..Watcher::counter(program, library) }
    }

    /// How many steps there were.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    pub(super) fn finish(self) -> Trace {
        let shown = self.first.len() as u64 + self.last.len() as u64;
        Trace { first: self.first, left_out: self.seen.saturating_sub(shown), last: self.last }
    }

    /// Counts a step, and describes it if it is in the window.
    fn step(&mut self, step: impl FnOnce(&Self) -> Step) {
        if self.seen < self.window.0 {
            let step = step(self);
            self.first.push(step);
        } else if self.seen >= self.window.1 {
            let step = step(self);
            self.last.push(step);
        }
        self.seen += 1;
    }

    /// Is it a function of the library whose steps are not shown?
    fn hides(&self, function: Function) -> bool {
        self.program.functions[function].library && !self.library
    }

    /// Is it a function that stands for a part of a library call, such as one conversion of
    /// `scanf`, and no step of its own?
    fn is_part_of_a_call(&self, function: Option<Function>) -> bool {
        function.is_some_and(|f| self.hides(f) && self.program.functions[f].name.starts_with("__adumbra_"))
    }

    /// Will anything be described at all?
    fn describes(&self) -> bool {
        self.window.1 != u64::MAX
    }

    fn at(&self, view: &View<'_>, edge: Edge, event: Event) -> Step {
        let function = view.function().unwrap_or(self.program.entry);
        let data = &self.program.functions[function];
        let place = Place::of(self.program, self.program.edges[edge].position.or(data.position));
        Step { edge, place, function: data.name.clone(), depth: view.depth(), event }
    }

    /// Is the edge one that a user knows of? It stands in the source, or it stores a parameter.
    fn shown(&self, function: Function, edge: Edge) -> bool {
        let data = &self.program.edges[edge];
        data.position.is_some() || matches!(&data.op, Op::Store { value, .. } if self.is_parameter(function, *value))
    }

    fn is_parameter(&self, function: Function, value: ExprId) -> bool {
        let parameters = self.program.body(function).map_or(&[][..], |b| &b.parameters);
        matches!(self.program.exprs.get(value), Expr::Register(r) if parameters.contains(&r))
    }

    /// A store: of an indeterminate value, which is shown when it is read, or another.
    fn store(&mut self, view: &View<'_>, edge: Edge, address: ExprId, value: ExprId) {
        let object = if self.pending.is_empty() && self.indeterminate.is_none() {
            None
        } else {
            view.evaluate(address).map(|p| id_of(p.low()))
        };
        let given = matches!(self.program.exprs.get(value), Expr::Register(r) if Some(r) == self.indeterminate);
        self.indeterminate = None;
        if let (Some(object), true) = (object, given) {
            let step = self.describes().then(|| {
                let (what, value) = split(view.describe(edge).into_iter().next().unwrap_or_default());
                self.at(view, edge, Event::Uninitialised { what, value })
            });
            self.pending.insert(object, step);
            return;
        }
        if let Some(object) = object {
            self.pending.remove(&object);
        }
        let function = view.function().unwrap_or(self.program.entry);
        if self.shown(function, edge) {
            self.step(|w| {
                let (what, value) = split(view.describe(edge).into_iter().next().unwrap_or_else(|| "? = ?".into()));
                w.at(view, edge, Event::Assigned { what, value })
            });
        }
    }

    /// A load shows an indeterminate value that it is the first to read.
    fn load(&mut self, view: &View<'_>, edge: Edge, address: ExprId) {
        if self.pending.is_empty() {
            return;
        }
        let Some(object) = view.evaluate(address).map(|p| id_of(p.low())) else { return };
        // Slots of the compiler have no name and no place in the source.
        if let Some(step) = self.pending.remove(&object)
            && self.program.edges[edge].position.is_some()
        {
            let unknown = || Event::Uninitialised { what: "?".into(), value: "?".into() };
            self.step(|w| match step {
                Some(step) => Step { edge, place: Place::of(w.program, w.program.edges[edge].position), ..step },
                None => w.at(view, edge, unknown()),
            });
        }
    }

    /// A decision of the user: not one that guards a check or an assumption.
    fn is_decision(&self, edge: Edge) -> bool {
        let leads_on = |e: Edge| {
            let to = self.program.edges[e].to;
            let mut next = self.program.out_edges(to);
            match (next.len(), next.next()) {
                (0, _) => false,
                (1, Some(n)) => !matches!(self.program.edges[n].op, Op::Violation(_) | Op::Unsupported(_)),
                _ => true,
            }
        };
        let mut out = self.program.out_edges(self.program.edges[edge].from);
        out.len() == 2 && out.all(leads_on)
    }

    fn callee(&self, view: &View<'_>, callee: Callee) -> Option<Function> {
        match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(pointer) => {
                let pointer = view.evaluate(pointer)?;
                match view.memory().object(id_of(pointer.low()))?.origin() {
                    ObjectOrigin::Function(f) => Some(f),
                    _ => None,
                }
            }
        }
    }

    fn name(&self, function: Option<Function>) -> String {
        function.map_or_else(|| "?".into(), |f| self.program.functions[f].name.clone())
    }

    fn value(&self, view: &View<'_>, expr: ExprId) -> String {
        let printer = Printer::new(self.program, view.memory());
        view.evaluate(expr).map_or_else(|| "?".into(), |v| printer.scalar(self.program.exprs.ty(expr), None, &v))
    }
}

/// The function that says what `scanf` returns, where its format was taken apart.
const SCANNED: &str = "__adumbra_scan_end";

/// The object of a pointer.
fn id_of(pointer: u128) -> ObjectId {
    (pointer >> 64) as ObjectId
}

fn split(text: String) -> (String, String) {
    match text.split_once(" = ") {
        Some((what, value)) => (what.to_owned(), value.to_owned()),
        None => (text, String::new()),
    }
}

fn number(printer: &Printer<'_>, ty: Type, name: &str, value: &Value) -> String {
    input(name, ty, value).unwrap_or_else(|| printer.scalar(ty, None, value))
}

impl Tracer for Watcher<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let Some(function) = view.function() else { return };
        let program = self.program;
        if self.hides(function) {
            return;
        }
        match &program.edges[edge].op {
            Op::Store { address, value } => self.store(view, edge, *address, *value),
            Op::Load { address, .. } => self.load(view, edge, *address),
            Op::Input { register, source } => match source {
                InputSource::Indeterminate(_) => self.indeterminate = Some(*register),
                InputSource::Nondet(name) | InputSource::External(name) => self.step(|w| {
                    let (name, ty) = (program.symbol(*name), program.registers[*register].ty);
                    let printer = Printer::new(program, view.memory());
                    let value = view.register(*register).map_or_else(|| "?".into(), |v| number(&printer, ty, name, &v));
                    w.at(view, edge, Event::Input { source: name.into(), value })
                }),
                _ => {}
            },
            Op::Assume { condition, truth } if program.edges[edge].position.is_some() && self.is_decision(edge) => {
                self.step(|w| {
                    w.at(
                        view,
                        edge,
                        Event::Branch {
                            condition: w.loads.as_ref().and_then(|l| l.show(view, *condition)),
                            holds: *truth,
                        },
                    )
                });
            }
            Op::Call { callee, .. } if self.is_part_of_a_call(self.callee(view, *callee)) => {}
            Op::Call { callee, arguments, .. } => self.step(|w| {
                let callee = w.name(w.callee(view, *callee));
                let arguments = arguments.iter().map(|a| w.value(view, *a)).collect();
                w.at(view, edge, Event::Called { callee, arguments })
            }),
            Op::Return { values } => self.step(|w| {
                let value = values.first().map(|v| w.value(view, *v));
                w.at(view, edge, Event::Returned { callee: w.name(Some(function)), value })
            }),
            _ => {}
        }
    }

    /// Functions of the user say themselves what they return.
    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let Op::Call { callee, results, .. } = &program.edges[edge].op else { return };
        if view.function().is_none_or(|f| self.hides(f)) {
            return;
        }
        let callee = self.callee(view, *callee);
        let own = callee.is_some_and(|f| !self.hides(f) && program.body(f).is_some());
        let part = self.is_part_of_a_call(callee);
        let name = self.name(callee);
        if own || results.is_empty() || (part && name != SCANNED) {
            return;
        }
        self.step(|w| {
            let printer = Printer::new(program, view.memory());
            let value = results.first().and_then(|r| {
                let value = view.register(*r)?;
                Some(printer.scalar(program.registers[*r].ty, None, &value))
            });
            w.at(view, edge, Event::Returned { callee: if part { "scanf".into() } else { name }, value })
        });
    }
}
