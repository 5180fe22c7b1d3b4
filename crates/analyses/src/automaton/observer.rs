//! A specification put on a program: which edges it looks at, and what its automata do there.

use super::syntax::*;
use super::value::{Truth, Value};
use adumbra_program::*;
use smallvec::SmallVec;
use std::sync::Arc;

/// A specification put on a program.
#[derive(Clone, Debug)]
pub struct Observer {
    program: Arc<Program>,
    specification: Specification,
    /// For each edge: can a rule fit what happens there?
    watched: Vec<bool>,
}

/// Something that happens at an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening {
    /// The edge.
    pub edge: Edge,
    /// What happens.
    pub kind: HappeningKind,
}

/// What happens at an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HappeningKind {
    /// A call; the values are the arguments.
    Call(Callable),
    /// A return; the value is the result, if there is one.
    Return(Callable),
    /// Anything else.
    Other,
}

/// What is called: a function of the program, or one of those that give inputs and have become
/// operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callable {
    /// A function.
    Function(Function),
    /// A function that gives an input, by name.
    Input(Symbol),
}

/// One instance of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instance {
    /// The value of the automaton's parameter; `None` if it has none, or stands for all values that
    /// did not occur yet.
    pub key: Option<Value>,
    /// The state, by its number; `None` if the automaton stopped.
    pub state: Option<u32>,
}

/// A rule of a specification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId {
    /// The automaton.
    pub automaton: u32,
    /// The state.
    pub state: u32,
    /// The rule.
    pub rule: u32,
}

/// What an instance does when something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// The instance afterwards.
    pub instance: Instance,
    /// The rule that says that this is an error.
    pub error: Option<RuleId>,
}

/// Does a name fit a pattern in which `*` stands for any characters?
pub fn name_fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The functions that become input operations.
fn input_function(op: &Op) -> Option<Symbol> {
    match op {
        Op::Input { source: InputSource::Nondet(symbol), .. } => Some(*symbol),
        _ => None,
    }
}

impl Observer {
    /// Puts a specification on a program.
    pub fn new(program: Arc<Program>, specification: Specification) -> Self {
        let mut observer = Observer { watched: Vec::new(), program, specification };
        observer.watched = observer.program.edges.keys().map(|edge| observer.looks_at(edge)).collect();
        observer
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The specification.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Can a rule fit what happens at an edge?
    pub fn watches(&self, edge: Edge) -> bool {
        self.watched[edge.index()]
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> Option<(&Automaton, &Rule)> {
        let automaton = self.specification.automata.get(id.automaton as usize)?;
        Some((automaton, automaton.states.get(id.state as usize)?.rules.get(id.rule as usize)?))
    }

    /// The message of a rule that says that something is an error.
    pub fn message(&self, id: RuleId) -> String {
        match self.rule(id) {
            Some((automaton, Rule { action: Action::Error(message), .. })) => format!("{}: {message}", automaton.name),
            _ => String::new(),
        }
    }

    /// The rules of states in which nothing in the program fits any rule, as text: often a misspelt
    /// name. Where one rule of a state fits, the others may be for other programs.
    pub fn idle_rules(&self) -> Vec<String> {
        let happenings: Vec<Happening> = self.program.edges.keys().flat_map(|e| self.all_happenings(e)).collect();
        let is_idle = |rule: &Rule| !happenings.iter().any(|h| self.trigger_fits(&rule.trigger, *h));
        let mut idle = Vec::new();
        for automaton in &self.specification.automata {
            for state in automaton.states.iter().filter(|s| s.rules.iter().all(is_idle)) {
                idle.extend(
                    state.rules.iter().map(|rule| format!("{}: {}", automaton.name, automaton.show_rule(rule))),
                );
            }
        }
        idle
    }

    fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.specification.automata.iter().flat_map(|a| &a.states).flat_map(|s| &s.rules)
    }

    fn looks_at(&self, edge: Edge) -> bool {
        let happenings = self.all_happenings(edge);
        self.rules().any(|rule| happenings.iter().any(|h| self.trigger_fits(&rule.trigger, *h)))
    }

    /// Everything that can happen at an edge, whatever a pointer points to.
    fn all_happenings(&self, edge: Edge) -> Vec<Happening> {
        let indirect = |p: &Op| matches!(p, Op::Call { callee: Callee::Indirect(_), .. });
        if indirect(&self.program.edges[edge].op) {
            let all = self.program.functions.keys().filter(|f| self.program.functions[*f].address_taken);
            return all.flat_map(|f| [self.call(edge, f), self.return_of(edge, f)]).collect();
        }
        let mut all: Vec<Happening> = self.happenings(edge).into_iter().collect();
        if let Op::Call { callee: Callee::Direct(function), .. } = self.program.edges[edge].op {
            all.push(self.call(edge, function));
            if self.program.body(function).is_none() {
                all.push(self.return_of(edge, function));
            }
        }
        all
    }

    /// A call at an edge.
    pub fn call(&self, edge: Edge, function: Function) -> Happening {
        Happening { edge, kind: HappeningKind::Call(Callable::Function(function)) }
    }

    /// The return of a function, at the edge that returns or, if it has no body, at the one that
    /// calls it.
    pub fn return_of(&self, edge: Edge, function: Function) -> Happening {
        Happening { edge, kind: HappeningKind::Return(Callable::Function(function)) }
    }

    /// What happens at an edge that is no call, in order.
    pub fn happenings(&self, edge: Edge) -> SmallVec<[Happening; 2]> {
        let data = &self.program.edges[edge];
        let mut all = SmallVec::new();
        let mut push = |kind| all.push(Happening { edge, kind });
        match &data.op {
            Op::Call { .. } => {}
            Op::Return { .. } => {
                push(HappeningKind::Return(Callable::Function(self.program.function_of(data.from))));
            }
            op => match input_function(op) {
                Some(symbol) => {
                    push(HappeningKind::Call(Callable::Input(symbol)));
                    push(HappeningKind::Return(Callable::Input(symbol)));
                }
                None => push(HappeningKind::Other),
            },
        }
        all
    }

    /// Is the code at an edge the user's, and not that of a library model?
    fn is_users(&self, edge: Edge) -> bool {
        !self.program.functions[self.program.function_of(self.program.edges[edge].from)].library
    }

    /// Does a call or return of this concern a rule about functions of that name? What one library
    /// model does with another does not.
    fn callable_fits(&self, pattern: &str, callable: Callable, edge: Edge) -> bool {
        match callable {
            Callable::Function(function) => {
                let data = &self.program.functions[function];
                name_fits(pattern, &data.name) && (!data.library || self.is_users(edge) || self.is_return(edge))
            }
            Callable::Input(symbol) => name_fits(pattern, self.program.symbol(symbol)) && self.is_users(edge),
        }
    }

    fn is_return(&self, edge: Edge) -> bool {
        matches!(self.program.edges[edge].op, Op::Return { .. })
    }

    fn is_at(&self, place: &Place, edge: Edge) -> bool {
        let Some(position) = self.program.edges[edge].position else { return false };
        let path = &self.program.files[position.file].path;
        let file_fits = match &place.file {
            None => true,
            Some(file) => {
                path.strip_suffix(file.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }
        };
        position.line == place.line && file_fits && self.is_users(edge)
    }

    /// Can a trigger fit, as far as this does not depend on values?
    fn trigger_fits(&self, trigger: &Trigger, happening: Happening) -> bool {
        let op = &self.program.edges[happening.edge].op;
        match (trigger, happening.kind) {
            (Trigger::Call { function, arguments }, HappeningKind::Call(callable)) => {
                let count = match op {
                    Op::Call { arguments, .. } => arguments.len(),
                    _ => 0,
                };
                let count_fits = arguments.as_ref().is_none_or(|wanted| {
                    if wanted.more { count >= wanted.first.len() } else { count == wanted.first.len() }
                });
                count_fits && self.callable_fits(function, callable, happening.edge)
            }
            (Trigger::Return { function, result }, HappeningKind::Return(callable)) => {
                let has_result = match op {
                    Op::Return { values } => !values.is_empty(),
                    Op::Call { results, .. } => !results.is_empty(),
                    _ => true,
                };
                (result.is_none() || has_result) && self.callable_fits(function, callable, happening.edge)
            }
            // A line is come upon once, at the first thing that happens at the edge.
            (Trigger::Line(place), HappeningKind::Call(_) | HappeningKind::Other) => self.is_at(place, happening.edge),
            (Trigger::Line(place), HappeningKind::Return(_)) => {
                self.is_return(happening.edge) && self.is_at(place, happening.edge)
            }
            (Trigger::Branch(place, wanted), HappeningKind::Other) => {
                matches!(op, Op::Assume { truth, .. } if truth == wanted) && self.is_at(place, happening.edge)
            }
            (Trigger::Exit, HappeningKind::Return(Callable::Function(function))) => {
                function == self.program.entry && self.is_return(happening.edge)
            }
            (Trigger::Exit, HappeningKind::Other) => matches!(op, Op::End { .. }),
            (Trigger::Violation(wanted), HappeningKind::Other) => matches!(op, Op::Violation(v) if v == wanted),
            _ => false,
        }
    }

    /// Does a rule fit what happens, with these values, for an instance with this key?
    fn rule_fits(&self, rule: &Rule, happening: Happening, values: &[Value], key: Option<Value>) -> Truth {
        if !self.trigger_fits(&rule.trigger, happening) {
            return Truth::No;
        }
        let mut truth = Truth::Yes;
        let patterns = rule.trigger.patterns();
        for (pattern, value) in patterns.iter().zip(values) {
            let fits = match pattern {
                Pattern::Any => Truth::Yes,
                Pattern::Name(_) => Truth::of(*value != Value::Unfit),
                Pattern::Null => value.is_null(&self.program),
                Pattern::Number(number) => value.is_number(*number),
                Pattern::Parameter => key.map_or(Truth::No, |key| value.equals(key, &self.program)),
            };
            truth = truth.and(fits);
        }
        match &rule.condition {
            Some(condition) if truth != Truth::No => {
                let look_up = |operand: &Operand| match operand {
                    Operand::Name(name) => {
                        let at = patterns.iter().position(|p| matches!(p, Pattern::Name(n) if n == name));
                        at.and_then(|at| values.get(at)).copied()
                    }
                    Operand::Parameter => key,
                    Operand::Number(_) | Operand::Null => None,
                };
                truth.and(self.condition_holds(condition, &look_up))
            }
            _ => truth,
        }
    }

    fn condition_holds(&self, condition: &Condition, look_up: &dyn Fn(&Operand) -> Option<Value>) -> Truth {
        match condition {
            Condition::And(a, b) => self.condition_holds(a, look_up).and(self.condition_holds(b, look_up)),
            Condition::Or(a, b) => self.condition_holds(a, look_up).or(self.condition_holds(b, look_up)),
            Condition::Not(a) => self.condition_holds(a, look_up).negated(),
            Condition::Compare(a, comparison, b) => match (look_up(a), look_up(b)) {
                (Some(a), Some(b)) => a.compare(*comparison, b, &self.program),
                (Some(value), None) => self.compare_with_constant(value, *comparison, b),
                (None, Some(value)) => self.compare_with_constant(value, comparison.mirrored(), a),
                (None, None) => compare_constants(a, *comparison, b),
            },
        }
    }

    /// Compares a value with a number or null. For `==` and `!=` the number is cut to the width of
    /// the value.
    fn compare_with_constant(&self, value: Value, comparison: Comparison, constant: &Operand) -> Truth {
        let number = match constant {
            Operand::Number(number) => *number,
            _ => 0,
        };
        if value == Value::Unfit {
            return Truth::No;
        }
        let equal = if number == 0 { value.is_null(&self.program) } else { value.is_number(number) };
        match comparison {
            Comparison::Equal => equal,
            Comparison::Different => equal.negated(),
            _ => value.compare(comparison, Value::Integer { low: number, high: number, width: 64 }, &self.program),
        }
    }

    /// Where values occur, in what happens, that an instance of the automaton may have as its key.
    pub fn binding_places(&self, automaton: usize, happening: Happening) -> SmallVec<[usize; 2]> {
        let mut places = SmallVec::new();
        let Some(automaton) = self.specification.automata.get(automaton) else { return places };
        for rule in automaton.states.iter().flat_map(|s| &s.rules) {
            let patterns = rule.trigger.patterns();
            for (place, _) in patterns.iter().enumerate().filter(|(_, p)| **p == Pattern::Parameter) {
                if !places.contains(&place) && self.trigger_fits(&rule.trigger, happening) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// The initial instance of an automaton.
    pub fn initial() -> Instance {
        Instance { key: None, state: Some(0) }
    }

    /// All that an instance may do when something happens.
    pub fn advance(
        &self,
        automaton: usize,
        instance: Instance,
        happening: Happening,
        values: &[Value],
    ) -> SmallVec<[Next; 2]> {
        let mut all = SmallVec::new();
        let mut push = |next: Next| {
            if !all.contains(&next) {
                all.push(next);
            }
        };
        let state = instance.state.unwrap_or(u32::MAX);
        let rules = self.specification.automata.get(automaton).and_then(|a| a.states.get(state as usize));
        for (number, rule) in rules.into_iter().flat_map(|s| &s.rules).enumerate() {
            let fits = self.rule_fits(rule, happening, values, instance.key);
            if fits == Truth::No {
                continue;
            }
            let id = RuleId { automaton: automaton as u32, state, rule: number as u32 };
            push(match rule.action {
                Action::Go(to) => Next { instance: Instance { state: Some(to as u32), ..instance }, error: None },
                Action::Stop => Next { instance: Instance { state: None, ..instance }, error: None },
                Action::Error(_) => Next { instance: Instance { state: None, ..instance }, error: Some(id) },
            });
            if fits == Truth::Yes {
                return all;
            }
        }
        push(Next { instance, error: None });
        all
    }
}

fn compare_constants(a: &Operand, comparison: Comparison, b: &Operand) -> Truth {
    let number = |operand: &Operand| match operand {
        Operand::Number(number) => *number,
        _ => 0,
    };
    let (a, b) = (number(a), number(b));
    Truth::of(match comparison {
        Comparison::Equal => a == b,
        Comparison::Different => a != b,
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::Greater => a > b,
        Comparison::AtLeast => a >= b,
    })
}
