//! The call stack: which calls are open. It makes returns go back to where they belong.

use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_engine::*;
use adumbra_options::{group, options};
use adumbra_program::*;
use adumbra_verdict::{StateFacts, Target, TargetKind};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;

/// A stack of calls, by its number in the table of stacks; 0 is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    top: u32,
    /// The call that went deeper than the limit.
    too_deep: Option<Edge>,
}

struct Frame {
    below: u32,
    call: Edge,
    depth: u32,
}

/// The call stack analysis.
pub struct CallStackAnalysis {
    program: Arc<Program>,
    frames: Vec<Frame>,
    index: HashMap<(u32, Edge), u32>,
    max_depth: u32,
    deepest: u32,
    start: Stack,
}

impl CallStackAnalysis {
    /// The analysis of a program, following at most this many open calls.
    pub fn new(program: &Arc<Program>, max_depth: u32) -> Self {
        CallStackAnalysis {
            program: Arc::clone(program),
            frames: Vec::new(),
            index: HashMap::default(),
            max_depth,
            deepest: 0,
            start: Stack { top: 0, too_deep: None },
        }
    }

    /// Starts with open calls, the outermost first.
    pub fn starting_with(mut self, calls: &[Edge]) -> Self {
        let mut stack = Stack { top: 0, too_deep: None };
        for call in calls {
            stack = Stack { top: self.push(stack.top, *call), too_deep: None };
        }
        self.start = stack;
        self
    }

    /// The stack with one more call.
    fn push(&mut self, below: u32, call: Edge) -> u32 {
        let depth = self.depth(Stack { top: below, too_deep: None }) + 1;
        let frames = &mut self.frames;
        *self.index.entry((below, call)).or_insert_with(|| {
            frames.push(Frame { below, call, depth });
            frames.len() as u32
        })
    }

    fn frame(&self, stack: Stack) -> Option<&Frame> {
        self.frames.get((stack.top as usize).checked_sub(1)?)
    }

    fn depth(&self, stack: Stack) -> u32 {
        self.frame(stack).map_or(0, |f| f.depth)
    }

    /// The call edges of the open calls, the outermost first.
    pub fn calls(&self, stack: Stack) -> Vec<Edge> {
        let mut calls = Vec::new();
        let mut at = stack;
        while let Some(frame) = self.frame(at) {
            calls.push(frame.call);
            at = Stack { top: frame.below, too_deep: None };
        }
        calls.reverse();
        calls
    }
}

impl Analysis for CallStackAnalysis {
    type State = Stack;
    type Precision = ();

    fn name(&self) -> &'static str {
        "callstack"
    }

    fn abilities(&self) -> Abilities {
        Abilities { target: true, edges: false, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (Stack, ()) {
        (self.start, ())
    }

    fn transfer(&mut self, state: &mut Stack, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Stack> {
        match step {
            Move::Edge(_) => {}
            Move::Enter { call, .. } => {
                let depth = self.depth(*state) + 1;
                self.deepest = self.deepest.max(depth);
                if depth > self.max_depth {
                    state.too_deep = Some(call);
                    return Flow::On;
                }
                state.top = self.push(state.top, call);
            }
            Move::Leave { call, .. } => match self.frame(*state) {
                Some(frame) if frame.call == call => state.top = frame.below,
                _ => return Flow::Dead,
            },
        }
        Flow::On
    }

    fn target(&self, state: &Stack) -> Option<Target> {
        state.too_deep.map(|edge| Target { kind: TargetKind::TooDeep, edge })
    }

    fn rank(&self, state: &Stack, by: Rank) -> Option<u32> {
        (by == Rank::CallDepth).then(|| self.depth(*state))
    }

    fn answer(&self, state: &Stack, question: Question) -> Option<Fact> {
        match question {
            Question::OpenCall => Some(Fact::OpenCall(self.frame(*state).map(|f| f.call))),
            Question::CallDepth => Some(Fact::Count(self.depth(*state).into())),
            _ => None,
        }
    }

    fn facts(&self, state: &Stack, facts: &mut StateFacts) {
        facts.point.calls = self.calls(*state);
    }

    fn show(&self, state: &Stack) -> String {
        let names: Vec<&str> = std::iter::once(self.program.entry)
            .chain(self.calls(*state).into_iter().filter_map(|call| match self.program.edges[call].op {
                Op::Call { callee: Callee::Direct(f), .. } => Some(f),
                _ => None,
            }))
            .map(|f| self.program.functions[f].name.as_str())
            .collect();
        format!("[{}]", names.join(" "))
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        vec![("deepest call", self.deepest.into())]
    }
}

/// In a block its function is the outermost activation, so that all calls of it share what is
/// explored; the calls around it are put back behind it.
impl Reducing for CallStackAnalysis {
    fn reduce(&mut self, (state, _): (&Stack, &()), _: &Block) -> (Stack, ()) {
        (Stack { top: 0, ..*state }, ())
    }

    fn expand(&mut self, before: (&Stack, &()), _: &Block, inner: (&Stack, &())) -> (Stack, ()) {
        let calls = self.calls(*inner.0);
        let top = calls.into_iter().fold(before.0.top, |below, call| self.push(below, call));
        (Stack { top, ..*inner.0 }, ())
    }
}

options! {
    /// Options of call stacks.
    pub struct CallStackOptions {
        call_depth: count = 1000 in 1..=1_000_000, fixed, "Most open calls that are followed.";
    }
}

impl CallStackOptions {
    /// Most open calls.
    pub fn depth(&self) -> u32 {
        u32::try_from(self.call_depth).unwrap_or(u32::MAX)
    }
}

/// Call stacks in configurations.
pub const PART: PartEntry = PartEntry {
    name: "callstack",
    can: Can { in_sets: true, place: true, activations: true, reduces: true, ..Can::NONE },
    beside: Beside::Calls,
    options: &[group::<CallStackOptions>],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let depth = setting.options.of::<CallStackOptions>().depth();
    Box::new(Component::new(CallStackAnalysis::new(setting.program, depth)).reducing())
}
