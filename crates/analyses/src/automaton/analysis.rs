//! Automata as an analysis: which state each of them is in.
//!
//! The lattice is flat: a state covers only itself, states are kept apart, and a state with an
//! error is a target. An automaton with a parameter has one instance for each value of it; the
//! analysis follows *one* of them, any one: where a value occurs for the first time, the analysis
//! splits into the case that this is the one and the case that it is not. In the latter it
//! remembers the value, so as not to take it for a new one later. What happens may concern the
//! instance or not where the values are not known; then both cases are followed.

use super::observer::{Happening, Instance, Observer, RuleId};
use super::value::{Truth, Value};
use adumbra_engine::{Abilities, Analysis, Fact, Flow, Question, Reducing, Siblings};
use adumbra_program::*;
use adumbra_verdict::{Target, TargetKind};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The analysis of a specification.
#[derive(Debug)]
pub struct Automata {
    observer: Observer,
    steps: u64,
}

/// Most values that are remembered; of others it is not known that they occurred.
const MOST_SEEN: usize = 256;

/// What the automata are doing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observed {
    /// One instance of each automaton.
    pub instances: SmallVec<[Instance; 2]>,
    /// For instances that stand for values that did not occur yet: the automaton, and a value that
    /// did. Sorted.
    pub seen: Vec<(u32, Value)>,
    /// The rule that was broken by the last step, and where.
    pub error: Option<(RuleId, Edge)>,
}

impl Automata {
    /// The analysis of a specification that was put on a program. If the specification [speaks of
    /// lines](super::Specification::speaks_of_lines), the locals of the program must be in memory.
    pub fn new(observer: Observer) -> Self {
        Automata { observer, steps: 0 }
    }

    /// The specification on the program.
    pub fn observer(&self) -> &Observer {
        &self.observer
    }

    /// What is known of an expression; siblings are asked only if their answers are about the state
    /// before the step.
    fn value(&self, expr: ExprId, siblings: Option<&Siblings<'_>>) -> Value {
        let program = self.observer.program();
        let ask = |question| siblings.and_then(|s| s.ask(question));
        match program.exprs.ty(expr) {
            Type::Float(_) => Value::Unfit,
            Type::Int(width) => {
                if let Expr::Const(value) = program.exprs.get(expr) {
                    return Value::integer(value.into(), width);
                }
                if let Some(Fact::Constant(bits)) = ask(Question::Constant(expr)) {
                    return Value::integer(bits, width);
                }
                match (Value::any_integer(width), ask(Question::Bounds { expr, signed: true })) {
                    (Value::Integer { low, high, width }, Some(Fact::Signed(least, most))) if least <= most => {
                        Value::Integer { low: low.max(least), high: high.min(most), width }
                    }
                    (any, _) => any,
                }
            }
            Type::Ptr => match closed_pointer(program, expr) {
                Some(value) => value,
                None => match ask(Question::IsNull(expr)) {
                    Some(Fact::Truth(true)) => Value::Null,
                    Some(Fact::Truth(false)) => Value::NotNull,
                    _ => Value::AnyPointer,
                },
            },
        }
    }

    fn values(&self, exprs: &[ExprId], siblings: Option<&Siblings<'_>>) -> SmallVec<[Value; 4]> {
        exprs.iter().map(|e| self.value(*e, siblings)).collect()
    }

    /// The values of results that a function without a definition, or an input, gives.
    fn any_results(&self, registers: &[Register]) -> SmallVec<[Value; 4]> {
        let any = |ty| match ty {
            Type::Int(width) => Value::any_integer(width),
            Type::Ptr => Value::AnyPointer,
            Type::Float(_) => Value::Unfit,
        };
        registers.iter().map(|r| any(self.observer.program().registers[*r].ty)).collect()
    }

    /// All states that may follow when something happens.
    fn happen(&self, before: &Observed, happening: Happening, values: &[Value]) -> Vec<Observed> {
        if before.error.is_some() {
            return vec![before.clone()];
        }
        let mut states = vec![Observed { instances: SmallVec::new(), seen: Vec::new(), error: None }];
        for (automaton, instance) in before.instances.iter().enumerate() {
            let mut nexts = self.observer.advance(automaton, *instance, happening, values);
            let mut seen: Vec<(u32, Value)> =
                before.seen.iter().filter(|(a, _)| *a as usize == automaton).copied().collect();
            if instance.key.is_none() && instance.state.is_some() {
                for place in self.observer.binding_places(automaton, happening) {
                    let Some(value) = values.get(place).copied().filter(|v| *v != Value::Unfit) else { continue };
                    if seen.iter().any(|(_, old)| old.equals(value, self.observer.program()) == Truth::Yes) {
                        continue;
                    }
                    let bound = Instance { key: Some(value), ..*instance };
                    nexts.extend(self.observer.advance(automaton, bound, happening, values));
                    if value.is_exact() && seen.len() < MOST_SEEN {
                        seen.push((automaton as u32, value));
                    }
                }
            }
            seen.sort();
            let mut longer = Vec::new();
            for state in &states {
                for next in &nexts {
                    let mut state = state.clone();
                    state.instances.push(next.instance);
                    if next.instance.key.is_none() && next.instance.state.is_some() {
                        state.seen.extend(&seen);
                    }
                    state.error = state.error.or(next.error.map(|rule| (rule, happening.edge)));
                    longer.push(state);
                }
            }
            states = longer;
        }
        states
    }

    /// Lets something happen to all of the states.
    fn happen_to_all(&self, states: &mut Vec<Observed>, happening: Happening, values: &[Value]) {
        let mut after = Vec::new();
        for state in states.iter() {
            for next in self.happen(state, happening, values) {
                if !after.contains(&next) {
                    after.push(next);
                }
            }
        }
        *states = after;
    }

    /// The functions without a body that a pointer may point to.
    fn undefined_callees(&self, pointer: ExprId, siblings: &Siblings<'_>) -> Vec<Function> {
        let program = self.observer.program();
        let all = match siblings.ask(Question::Callees(pointer)) {
            Some(Fact::Functions(functions)) => functions,
            _ => program.functions.keys().filter(|f| program.functions[*f].address_taken).collect(),
        };
        all.into_iter().filter(|f| program.body(*f).is_none()).collect()
    }

    fn step(&self, state: &Observed, step: Move, siblings: &Siblings<'_>) -> Vec<Observed> {
        let program = self.observer.program();
        let edge = step.edge();
        let mut states = vec![state.clone()];
        match (step, &program.edges[edge].op) {
            (Move::Leave { .. }, _) => {}
            (Move::Enter { callee, .. }, Op::Call { arguments, .. }) => {
                // A sibling that has entered the function may answer for the registers of the new
                // activation.
                let recursive = program.function_of(program.edges[edge].from) == callee;
                let values = self.values(arguments, (!recursive).then_some(siblings));
                self.happen_to_all(&mut states, self.observer.call(edge, callee), &values);
            }
            (_, Op::Call { callee, arguments, results }) => {
                let mut read = BTreeSet::new();
                arguments.iter().for_each(|a| program.exprs.registers(*a, &mut read));
                let overwritten = results.iter().any(|r| read.contains(r));
                let values = self.values(arguments, (!overwritten).then_some(siblings));
                let any = self.any_results(results);
                let callees = match callee {
                    Callee::Direct(function) => vec![*function],
                    Callee::Indirect(pointer) => self.undefined_callees(*pointer, siblings),
                };
                let mut after = Vec::new();
                for function in callees {
                    let mut these = states.clone();
                    self.happen_to_all(&mut these, self.observer.call(edge, function), &values);
                    self.happen_to_all(&mut these, self.observer.return_of(edge, function), &any);
                    after.extend(these.into_iter().filter(|s| !after.contains(s)).collect::<Vec<_>>());
                }
                if !after.is_empty() {
                    states = after;
                }
            }
            (_, op) => {
                let values = match op {
                    Op::Return { values } => self.values(values, Some(siblings)),
                    Op::Input { register, .. } => self.any_results(&[*register]),
                    _ => SmallVec::new(),
                };
                for happening in self.observer.happenings(edge) {
                    self.happen_to_all(&mut states, happening, &values);
                }
            }
        }
        states
    }
}

/// A pointer expression without registers.
fn closed_pointer(program: &Program, mut expr: ExprId) -> Option<Value> {
    let mask = if program.layout.pointer_bits >= 64 { u64::MAX } else { (1 << program.layout.pointer_bits) - 1 };
    let mut offset = 0u64;
    loop {
        match program.exprs.get(expr) {
            Expr::Binary(BinaryOp::PtrAdd, pointer, by) => {
                let Expr::Const(by) = program.exprs.get(by) else { return None };
                offset = offset.wrapping_add(by);
                expr = pointer;
            }
            Expr::GlobalAddr(global) => return Some(Value::InGlobal(global, offset & mask)),
            Expr::FunctionAddr(function) if offset & mask == 0 => return Some(Value::ToFunction(function)),
            Expr::Null if offset & mask == 0 => return Some(Value::Null),
            _ => return None,
        }
    }
}

/// Rules are about the whole execution: nothing of their state is left out in a block.
impl Reducing for Automata {}

impl Analysis for Automata {
    type State = Observed;
    type Precision = ();

    fn name(&self) -> &'static str {
        "specification"
    }

    fn abilities(&self) -> Abilities {
        Abilities { target: true, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (Observed, ()) {
        let count = self.observer.specification().automata.len();
        let instances = SmallVec::from_elem(Observer::initial(), count);
        (Observed { instances, seen: Vec::new(), error: None }, ())
    }

    fn transfer(&mut self, state: &mut Observed, (): &(), step: Move, siblings: &Siblings<'_>) -> Flow<Observed> {
        state.error = None;
        if !self.observer.watches(step.edge()) {
            return Flow::On;
        }
        self.steps += 1;
        let mut after = self.step(state, step, siblings);
        match (after.pop(), after.is_empty()) {
            (Some(only), true) => {
                *state = only;
                Flow::On
            }
            (Some(last), false) => {
                after.push(last);
                Flow::Split(after)
            }
            (None, _) => Flow::On,
        }
    }

    fn target(&self, state: &Observed) -> Option<Target> {
        let (_, edge) = state.error?;
        Some(Target { kind: TargetKind::Violation(Violation::Specification), edge })
    }

    fn answer(&self, state: &Observed, question: Question) -> Option<Fact> {
        (question == Question::RuleBroken).then_some(Fact::Truth(state.error.is_some()))
    }

    fn checks(&self, violation: Violation) -> bool {
        violation == Violation::Specification
    }

    fn show(&self, state: &Observed) -> String {
        let automata = &self.observer.specification().automata;
        let shown: Vec<String> = automata
            .iter()
            .zip(&state.instances)
            .map(|(automaton, instance)| {
                let at = instance.state.and_then(|s| automaton.states.get(s as usize));
                let at = at.map_or("stopped", |s| s.name.as_str());
                match instance.key {
                    Some(key) => format!("{} {at} for {key:?}", automaton.name),
                    None => format!("{} {at}", automaton.name),
                }
            })
            .chain(state.error.map(|(rule, _)| self.observer.message(rule)))
            .collect();
        shown.join(", ")
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        vec![("steps of automata", self.steps)]
    }
}
