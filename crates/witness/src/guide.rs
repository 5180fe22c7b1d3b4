//! Finding an execution that a violation witness describes.
//!
//! The copy of the program that follows the witness ([`crate::copies`]) is run by the interpreter.
//! Where it asks for an input, the witness is asked: a waypoint that waits for this very call
//! decides the value; an equation about the variable that receives it, said later, is a good guess;
//! what the witness leaves open is searched, a bounded number of times. The script of a run that
//! comes to the target is only a proposal: whether the original program violates the property by
//! it, a replay decides.

use crate::anchor::{self, Anchor};
use crate::c_values;
use crate::copies::{COUNTER, Copies};
use crate::expression::{RESULT, equations};
use crate::format::{Hint, Segment, WaypointKind};
use crate::source::{Source, TokenKind};
use crate::sources::Sources;
use adumbra_interpreter::eval::{Value, mask};
use adumbra_interpreter::memory::{ObjectId, ObjectKey, ObjectOrigin};
use adumbra_interpreter::{
    Captured, Environment, Interpreter, Limit, Options, Outcome, Question, RunResult, Script, Scripted, Tracer,
    Undetermined, View,
};
use adumbra_program::{Edge, Global, Op, Program, Type};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Most values that are tried for an input.
const MOST_OPTIONS: usize = 16;

/// Most numbers of a file that are looked at.
const MOST_CONSTANTS: usize = 10_000;

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most runs that try values in order.
    pub runs: usize,
    /// Most runs that try values by chance.
    pub random_runs: usize,
    /// Most steps of all runs.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { runs: 2_000, random_runs: 200, steps: 50_000_000 }
    }
}

/// A search.
pub struct Guide<'a> {
    program: &'a Program,
    paths: &'a [String],
    copies: &'a Copies,
    sources: &'a Sources,
    segments: &'a [Segment],
    /// What each segment waits for.
    anchors: Vec<Option<(usize, Anchor)>>,
    hints: &'a [Hint],
    /// Numbers that the witness and the program speak of.
    constants: Vec<i128>,
}

/// What a search looks through.
#[derive(Clone, Copy, Debug)]
pub struct Following<'a> {
    /// The copy, with its locals in memory.
    pub program: &'a Program,
    /// Where it was loaded from.
    pub paths: &'a [String],
    /// How it was made.
    pub copies: &'a Copies,
    /// The original.
    pub sources: &'a Sources,
    /// The segments that the copy follows.
    pub segments: &'a [Segment],
    /// What else the witness says.
    pub hints: &'a [Hint],
}

/// A run of the copy.
#[derive(Clone, Debug)]
pub struct Guided {
    /// The result of the run.
    pub result: RunResult,
    /// How many segments it went through.
    pub segment: usize,
    /// Did it ask for something that the witness leaves open?
    pub open: bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum Searched {
    /// A run that violates the property in the last segment.
    Found(Box<Guided>),
    /// None.
    NotFound {
        /// How many segments the run went through that came furthest.
        segments: usize,
        /// How many runs there were.
        runs: usize,
    },
}

impl<'a> Guide<'a> {
    /// Prepares a search.
    pub fn new(following: Following<'a>) -> Self {
        let Following { program, paths, copies, sources, segments, hints } = following;
        let anchors = segments.iter().map(|s| anchor::of_waypoint(sources, &s.follow).ok()).collect();
        let constants = constants(sources, segments);
        Guide { program, paths, copies, sources, segments, anchors, hints, constants }
    }

    /// Searches a run that violates the property in the last segment and that `accepts` agrees to.
    pub fn search(&self, options: &Options, effort: Effort, accepts: &dyn Fn(&Guided) -> bool) -> Searched {
        let mut choices: Vec<Choice> = Vec::new();
        let (mut segments, mut runs, mut steps, mut open) = (0, 0, 0u64, false);
        let mut random = None;
        loop {
            runs += 1;
            let run = self.run(options, &mut choices, random);
            if matches!(run.result.outcome, Outcome::Violation(_))
                && run.segment + 1 == self.segments.len()
                && accepts(&run)
            {
                return Searched::Found(Box::new(run));
            }
            segments = segments.max(run.segment);
            open |= run.open;
            steps = steps.saturating_add(run.result.steps);
            let stopped = matches!(run.result.outcome, Outcome::Limit(limit) if limit != Limit::Steps);
            if stopped || steps > effort.steps {
                break;
            }
            let more = random.is_none() && runs < effort.runs && advance(&mut choices);
            if !more {
                let next = random.map_or(1, |n| n + 1);
                if next > effort.random_runs as u64 || !open {
                    break;
                }
                choices.clear();
                random = Some(next);
            }
        }
        Searched::NotFound { segments, runs }
    }

    /// Runs the copy by a script, to see through how many segments it goes.
    pub fn replay(&self, options: &Options, script: &Script) -> Guided {
        let shared = RefCell::new(Shared::new(self.program));
        let mut watcher = Watcher { program: self.program, shared: &shared };
        let mut environment = Scripted::new(script, Captured::default());
        let result = Interpreter::new(self.program, options.clone()).run(&mut environment, Some(&mut watcher));
        let Shared { segment, open, .. } = shared.into_inner();
        Guided { result, segment, open }
    }

    fn run(&self, options: &Options, choices: &mut Vec<Choice>, random: Option<u64>) -> Guided {
        let shared = RefCell::new(Shared::new(self.program));
        let mut watcher = Watcher { program: self.program, shared: &shared };
        let mut answers = Answers {
            guide: self,
            shared: &shared,
            choices,
            next: 0,
            cursor: HashMap::new(),
            previous: 0,
            random: random.map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        };
        let result = Interpreter::new(self.program, options.clone()).run(&mut answers, Some(&mut watcher));
        let Shared { segment, open, .. } = shared.into_inner();
        Guided { result, segment, open }
    }
}

/// Numbers that a witness and a program speak of.
fn constants(sources: &Sources, segments: &[Segment]) -> Vec<i128> {
    let said = segments.iter().flat_map(|s| match &s.follow.kind {
        WaypointKind::Assumption(e) | WaypointKind::FunctionReturn(e) => equations(e),
        _ => Vec::new(),
    });
    let mut numbers: Vec<i128> = said.filter_map(|(_, n)| c_values::integer_value(&n)).take(MOST_OPTIONS).collect();
    for (_, source) in sources.files() {
        let written = (0..source.tokens.len()).filter(|t| source.tokens[*t].kind == TokenKind::Number);
        numbers.extend(written.filter_map(|t| c_values::integer_value(source.word(t))).take(MOST_CONSTANTS));
    }
    let mut seen = HashSet::new();
    numbers.retain(|n| seen.insert(*n));
    numbers
}

/// Goes to the next untried choice; false if there is none.
fn advance(choices: &mut Vec<Choice>) -> bool {
    while let Some(choice) = choices.last_mut() {
        choice.taken += 1;
        if choice.taken < choice.options.len() {
            return true;
        }
        choices.pop();
    }
    false
}

/// A value that was asked for, and what it may be.
struct Choice {
    options: Vec<Value>,
    taken: usize,
}

/// What the watcher tells those who answer.
struct Shared {
    /// The last edge that was executed or is being executed.
    last: Option<Edge>,
    segment: usize,
    counter: Option<Global>,
    object: Option<ObjectId>,
    /// Was anything asked for that the witness leaves open?
    open: bool,
}

impl Shared {
    fn new(program: &Program) -> Self {
        Shared { last: None, segment: 0, counter: program.global_named(COUNTER), object: None, open: false }
    }
}

struct Watcher<'a> {
    program: &'a Program,
    shared: &'a RefCell<Shared>,
}

impl Watcher<'_> {
    fn look(&self, view: &View<'_>, edge: Edge) {
        let mut shared = self.shared.borrow_mut();
        shared.last = Some(edge);
        if shared.object.is_none()
            && let Some(counter) = shared.counter
        {
            let wanted = ObjectOrigin::Global(counter);
            shared.object = view.memory().objects().find(|o| o.origin() == wanted).map(|o| o.id());
        }
        if let Some(object) = shared.object.and_then(|id| view.memory().object(id)) {
            let bytes = [0, 1, 2, 3].map(|i| object.byte(i).unwrap_or(0));
            shared.segment = u32::from_le_bytes(bytes) as usize;
        }
    }

    /// Does the next edge need to know where the run is? The counter is stored rarely; inputs and
    /// ends ask.
    fn matters(&self, edge: Edge) -> bool {
        let data = &self.program.edges[edge];
        let asks = |op: &Op| matches!(op, Op::Input { .. } | Op::Call { .. } | Op::Store { .. });
        asks(&data.op) || self.program.out_edges(data.to).any(|e| asks(&self.program.edges[e].op))
    }
}

impl Tracer for Watcher<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if self.matters(edge) {
            self.look(view, edge);
        } else {
            self.shared.borrow_mut().last = Some(edge);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.look(view, edge);
    }
}

struct Answers<'a, 'c> {
    guide: &'a Guide<'a>,
    shared: &'a RefCell<Shared>,
    choices: &'c mut Vec<Choice>,
    next: usize,
    /// For each name, how many of the things said about it were used.
    cursor: HashMap<String, usize>,
    /// The last value that was chosen by chance.
    previous: i128,
    random: Option<u64>,
}

impl Answers<'_, '_> {
    /// The call that is being executed: the file and the token with the function's name.
    fn call(&self) -> Option<(usize, usize)> {
        let program = self.guide.program;
        let last = self.shared.borrow().last?;
        let is_call = matches!(program.edges[last].op, Op::Call { .. });
        let edge = if is_call { last } else { program.out_edges(program.edges[last].to).next()? };
        let position = program.edges[edge].position?;
        self.guide.copies.original(self.guide.sources, self.guide.paths, program, position)
    }

    /// What the waypoint says that waits for this call: values for the input, the best first.
    /// `None` if none waits.
    fn required(&mut self, call: (usize, usize), ty: Type, width: u32) -> Option<Vec<Value>> {
        let guide = self.guide;
        let segment = self.shared.borrow().segment;
        let (file, token) = call;
        let (_, source) = guide.sources.file(file)?;
        let text = source.call_named_at(token)?;
        let follow = &guide.segments.get(segment)?.follow;
        let WaypointKind::FunctionReturn(constraint) = &follow.kind else { return None };
        if guide.anchors.get(segment).copied().flatten() != Some((file, Anchor::Call(text))) {
            return None;
        }
        if let Some(value) = value_of(RESULT, constraint, ty, width) {
            return Some(vec![value]);
        }
        let Type::Int(_) = ty else { return Some(vec![Value::zero(width)]) };
        let mut numbers = satisfying(constraint);
        self.shared.borrow_mut().open = true;
        if let Some(dice) = self.dice() {
            let number = numbers.swap_remove((dice >> 8) as usize % numbers.len());
            self.previous = number;
            numbers = vec![number];
        }
        Some(numbers.into_iter().map(|n| Value::Small(n as u128 & mask(width.min(128)))).collect())
    }

    /// The next thing that the witness says about a name: `name == constant`.
    fn said(&mut self, name: &str, line: Option<u32>, ty: Type, width: u32) -> Option<Value> {
        let guide = self.guide;
        let segment = self.shared.borrow().segment;
        let used = self.cursor.entry(name.to_owned()).or_insert(0);
        // Hints of an automaton come in the order of the path; a waypoint that is still to come may
        // be used again.
        for (index, hint) in guide.hints.iter().enumerate().skip(*used) {
            if line.is_some() && hint.line.is_some() && hint.line != line {
                continue;
            }
            if let Some(value) = value_of(name, &hint.expression, ty, width) {
                *used = index + 1;
                return Some(value);
            }
        }
        guide.segments.iter().skip(segment).find_map(|s| match &s.follow.kind {
            WaypointKind::Assumption(expression) => value_of(name, expression, ty, width),
            _ => None,
        })
    }

    fn choose(&mut self, options: impl FnOnce(&mut Self) -> Vec<Value>, width: u32) -> Value {
        let index = self.next;
        self.next += 1;
        if index >= self.choices.len() {
            let options = options(self);
            self.choices.push(Choice { options, taken: 0 });
        }
        let choice = &self.choices[index];
        choice.options.get(choice.taken).cloned().unwrap_or_else(|| Value::zero(width))
    }

    fn dice(&mut self) -> Option<u64> {
        let state = self.random.as_mut()?;
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        Some(*state)
    }

    /// Values for an input that the witness does not decide: small ones, constants of the witness
    /// and of the program.
    fn open(&mut self, ty: Type, width: u32) -> Vec<Value> {
        self.shared.borrow_mut().open = true;
        let Type::Int(_) = ty else { return vec![Value::zero(width)] };
        let small = |n: i128| Value::Small(n as u128 & mask(width.min(128)));
        let constants = &self.guide.constants;
        if let Some(dice) = self.dice() {
            let pick = |from: &[i128]| from.get((dice >> 32) as usize % from.len().max(1)).copied().unwrap_or(0);
            let near = i128::from((dice >> 16) % 3) - 1;
            let value = match dice % 8 {
                0 | 1 => pick(constants) + near,
                // Related to the value before: sums and differences are what programs compare.
                2..4 => self.previous + pick(constants),
                4 => self.previous - pick(constants),
                5 => i128::from(dice >> 20) % 1024 - 512,
                6 => i128::from(dice >> 20) % 8,
                _ => i128::from(dice),
            };
            self.previous = value;
            return vec![small(value)];
        }
        let mut options: Vec<Value> = Vec::new();
        for n in
            [0, 1, -1].into_iter().chain(constants.iter().copied()).chain([(1i128 << (width.clamp(2, 64) - 1)) - 1])
        {
            if options.len() < MOST_OPTIONS && !options.contains(&small(n)) {
                options.push(small(n));
            }
        }
        options
    }
}

/// The name of the variable that the call's value is stored to: `x` of `x = f()` and of
/// `int x = f()`.
fn receiver(source: &Source, call: usize) -> Option<&str> {
    let mut at = call.checked_sub(1)?;
    // A cast may stand between.
    while source.word(at) == ")" && source.partner(at) < at {
        at = source.partner(at).checked_sub(1)?;
    }
    (source.word(at) == "=").then(|| source.word(at.saturating_sub(1)))
}

/// The constant that an expression says a name is equal to.
fn value_of(name: &str, expression: &str, ty: Type, width: u32) -> Option<Value> {
    equations(expression).into_iter().find_map(|(left, right)| {
        if left == name {
            c_values::parse(&right, ty, width)
        } else if right == name {
            c_values::parse(&left, ty, width)
        } else {
            None
        }
    })
}

/// Values that may satisfy a constraint on the result of a call, as numbers: those near the bound,
/// and some others.
fn satisfying(constraint: &str) -> Vec<i128> {
    let text = constraint.replace("\\result", " ");
    let sign: String = text.chars().filter(|c| "<>=!".contains(*c)).collect();
    let number: String = text.chars().filter(|c| !"<>=!".contains(*c)).collect();
    let Some(bound) = c_values::integer_value(&number) else { return vec![0, 1, -1] };
    // `5 < \result` and `\result > 5` are the same; the wrong ones of both directions are sorted
    // out by the run.
    let reversed = !text.trim_start().starts_with(['<', '>', '=', '!']);
    let (up, down) = match (sign.as_str(), reversed) {
        (">" | ">=", false) | ("<" | "<=", true) => (true, false),
        ("<" | "<=", false) | (">" | ">=", true) => (false, true),
        _ => (true, true),
    };
    let mut values = if sign.contains('=') && !sign.contains('!') { vec![bound] } else { Vec::new() };
    for distance in [1, 2, 3, 10, 100] {
        values.extend(up.then(|| bound.saturating_add(distance)));
        values.extend(down.then(|| bound.saturating_sub(distance)));
    }
    values
}

impl Environment for Answers<'_, '_> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        Ok(match question {
            Question::Nondet(_) | Question::External(_) => self.choose(
                |answers| {
                    let call = answers.call();
                    if let Some(values) = call.and_then(|c| answers.required(c, ty, width)) {
                        return values;
                    }
                    let sources = answers.guide.sources;
                    let said = call.and_then(|(file, token)| {
                        let (_, source) = sources.file(file)?;
                        let line = source.line_and_column(source.tokens.get(token)?.start).0;
                        answers.said(receiver(source, token)?, Some(line), ty, width)
                    });
                    let mut options = answers.open(ty, width);
                    if let Some(said) = said {
                        options.retain(|o| *o != said);
                        options.insert(0, said);
                    }
                    options
                },
                width,
            ),
            Question::Indeterminate(site, _) => {
                let guide = self.guide;
                let name = guide.program.sites[site].variable.as_ref().map(|v| v.name.as_str());
                match name.filter(|n| !n.starts_with("__witness_")).and_then(|n| self.said(n, None, ty, width)) {
                    Some(value) => value,
                    None if self.random.is_some() => self.open(ty, width).swap_remove(0),
                    None => {
                        // Whether the local is read before it is written is not known here.
                        self.shared.borrow_mut().open |= name.is_some_and(|n| !n.starts_with("__witness_"));
                        Value::zero(width)
                    }
                }
            }
            Question::AllocationFails => Value::zero(width),
        })
    }

    fn memory_byte(&mut self, _object: &ObjectKey, _epoch: u32, _offset: u64) -> Result<u8, Undetermined> {
        self.shared.borrow_mut().open = true;
        Ok(self.dice().map_or(0, |dice| if dice.is_multiple_of(4) { (dice >> 8) as u8 } else { 0 }))
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        Ok(None)
    }

    fn write_byte(&mut self, _descriptor: i32, _byte: u8) {}
}
