//! Automata along one run of the interpreter: whether a counterexample is one.

use super::observer::{Callable, Happening, HappeningKind, Instance, Observer, RuleId};
use super::value::Value;
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::{
    Captured, Interpreter, Options, Report, RunResult, Script, Scripted, StackEntry, Tracer, View, eval,
};
use adumbra_program::*;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What automata saw in a run.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The first rule that the run broke, and the report of it.
    pub broken: Option<(RuleId, Report)>,
    /// Was there a value that the automata should know and that could not be computed? Then it is
    /// not certain that the run breaks no rule.
    pub blind: bool,
    /// The run. It is cancelled where a rule is broken.
    pub result: RunResult,
}

/// Runs a script on a program whose locals are in memory, and lets the automata watch. The observer
/// is that of the same program.
pub fn observe(observer: &Observer, script: &Script, options: &Options) -> Observation {
    let program = observer.program();
    let cancel = Arc::new(AtomicBool::new(false));
    let mut options = options.clone();
    options.stop = options.stop.when(&cancel);
    let mut watch = Watch::new(observer, cancel);
    let result =
        Interpreter::new(program, options).run(&mut Scripted::new(script, Captured::default()), Some(&mut watch));
    Observation { broken: watch.broken, blind: watch.blind, result }
}

/// The instances of one automaton.
#[derive(Clone, Debug)]
struct Instances {
    /// Stands for all values that did not occur.
    rest: Instance,
    /// By the value of the parameter.
    by_key: BTreeMap<(bool, i128), Instance>,
}

/// Lets automata watch a run; see [`observe`].
#[derive(Debug)]
pub struct Watch<'a> {
    observer: &'a Observer,
    cancel: Arc<AtomicBool>,
    automata: Vec<Instances>,
    /// The open calls, the outermost first: the function and the edge that calls.
    calls: Vec<(Function, Edge)>,
    /// The function without a body that is being called.
    undefined: Option<(Edge, Function)>,
    /// The first rule that was broken, and the report of it.
    pub broken: Option<(RuleId, Report)>,
    /// Could a value not be computed?
    pub blind: bool,
}

/// An exact value as a key that has an order.
fn key(value: Value) -> Option<(bool, i128)> {
    match value {
        Value::Integer { low, .. } => Some((false, low)),
        Value::Null => Some((true, 0)),
        Value::Address(address) => Some((true, address.into())),
        _ => None,
    }
}

impl<'a> Watch<'a> {
    /// Watches a run; the flag is set when a rule is broken.
    pub fn new(observer: &'a Observer, cancel: Arc<AtomicBool>) -> Self {
        let one = Instances { rest: Observer::initial(), by_key: BTreeMap::new() };
        Watch {
            observer,
            cancel,
            automata: vec![one; observer.specification().automata.len()],
            calls: Vec::new(),
            undefined: None,
            broken: None,
            blind: false,
        }
    }

    /// The instances of an automaton now: first that of the values that did not occur, then one for
    /// each that did.
    pub fn instances(&self, automaton: usize) -> Vec<Instance> {
        let Some(instances) = self.automata.get(automaton) else { return Vec::new() };
        std::iter::once(instances.rest).chain(instances.by_key.values().copied()).collect()
    }

    fn exact(&mut self, ty: Type, value: Option<eval::Value>) -> Value {
        let bits = match value {
            Some(eval::Value::Small(bits)) => bits,
            Some(eval::Value::Wide(_)) => return Value::Unfit,
            None => {
                self.blind = true;
                return Value::Unfit;
            }
        };
        match ty {
            Type::Int(width) => Value::integer(bits, width),
            Type::Float(_) => Value::Unfit,
            Type::Ptr if bits as u64 == 0 => Value::Null,
            Type::Ptr => Value::Address(bits as u64),
        }
    }

    fn evaluate(&mut self, view: &View<'_>, exprs: &[ExprId]) -> SmallVec<[Value; 4]> {
        exprs.iter().map(|e| self.exact(view.program().exprs.ty(*e), view.evaluate(*e))).collect()
    }

    fn registers(&mut self, view: &View<'_>, registers: &[Register]) -> SmallVec<[Value; 4]> {
        registers.iter().map(|r| self.exact(view.program().registers[*r].ty, view.register(*r))).collect()
    }

    fn happen(&mut self, view: &View<'_>, happening: Happening, values: &[Value]) {
        for number in 0..self.automata.len() {
            let automaton = &mut self.automata[number];
            for place in self.observer.binding_places(number, happening) {
                if let Some(value) = values.get(place)
                    && let Some(key) = key(*value)
                {
                    let fresh = Instance { key: Some(*value), ..automaton.rest };
                    automaton.by_key.entry(key).or_insert(fresh);
                }
            }
            let mut error = None;
            for instance in std::iter::once(&mut automaton.rest).chain(automaton.by_key.values_mut()) {
                // On exact values there is one way to go on.
                if let Some(next) = self.observer.advance(number, *instance, happening, values).first() {
                    *instance = next.instance;
                    error = error.or(next.error);
                }
            }
            if let Some(rule) = error {
                self.report(view, rule, happening.edge);
                return;
            }
        }
    }

    fn report(&mut self, view: &View<'_>, rule: RuleId, edge: Edge) {
        let program = view.program();
        let entry =
            |function: Function, edge: Edge| StackEntry { function, edge, position: program.edges[edge].position };
        let mut stack = Vec::new();
        stack.extend(view.function().map(|f| entry(f, edge)));
        stack.extend(self.calls.iter().rev().map(|(f, e)| entry(*f, *e)));
        let report = Report {
            kind: Violation::Specification,
            edge,
            position: program.edges[edge].position,
            stack,
            message: self.observer.message(rule),
        };
        self.broken = Some((rule, report));
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The function that a call enters.
    fn callee(view: &View<'_>, callee: Callee) -> Option<Function> {
        match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(pointer) => {
                let pointer = view.evaluate(pointer)?.low();
                // A pointer carries its object in the high half.
                match view.memory().object((pointer >> 64) as u64)?.origin() {
                    ObjectOrigin::Function(function) => Some(function),
                    _ => None,
                }
            }
        }
    }
}

impl Tracer for Watch<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if self.broken.is_some() {
            return;
        }
        let program = view.program();
        let op = &program.edges[edge].op;
        match op {
            Op::Call { callee, arguments, .. } => {
                let Some(function) = Self::callee(view, *callee) else { return };
                if self.observer.watches(edge) {
                    let values = self.evaluate(view, arguments);
                    self.happen(view, self.observer.call(edge, function), &values);
                }
                match program.body(function) {
                    Some(_) => self.calls.extend(view.function().map(|caller| (caller, edge))),
                    None => self.undefined = Some((edge, function)),
                }
            }
            _ => {
                if self.observer.watches(edge) {
                    let values = match op {
                        Op::Return { values } => self.evaluate(view, values),
                        Op::Input { register, .. } => self.registers(view, &[*register]),
                        _ => SmallVec::new(),
                    };
                    for happening in self.observer.happenings(edge) {
                        let input = matches!(happening.kind, HappeningKind::Call(Callable::Input(_)));
                        self.happen(view, happening, if input { &[] } else { &values });
                        if self.broken.is_some() {
                            return;
                        }
                    }
                }
                if matches!(op, Op::Return { .. }) {
                    self.calls.pop();
                }
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let Some((called, function)) = self.undefined.take() else { return };
        if self.broken.is_some() || called != edge || !self.observer.watches(edge) {
            return;
        }
        if let Op::Call { results, .. } = &view.program().edges[edge].op {
            let values = self.registers(view, results);
            self.happen(view, self.observer.return_of(edge, function), &values);
        }
    }
}

/// Rules as an observer of replays.
pub struct Rules<'a> {
    watch: Watch<'a>,
    enough: Arc<AtomicBool>,
}

impl<'a> Rules<'a> {
    /// Watches a replay until a rule is broken.
    pub fn new(rules: &'a Observer) -> Self {
        let enough = Arc::new(AtomicBool::new(false));
        Rules { watch: Watch::new(rules, Arc::clone(&enough)), enough }
    }
}

impl Tracer for Rules<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.edge(view, edge);
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.returned(view, edge);
    }
}

impl adumbra_judges::Observer for Rules<'_> {
    /// Who missed a step of an automaton cannot tell what it does later.
    fn seen(&self) -> Option<&Report> {
        self.watch.broken.as_ref().filter(|_| !self.watch.blind).map(|(_, report)| report)
    }

    fn enough(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.enough)
    }
}
