//! How runs end.

use crate::script::Script;
use adumbra_program::{Edge, Function, Position, Property, Violation};
use adumbra_stop::Stop;

/// What an undefined function may do besides returning any value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// Nothing.
    #[default]
    Pure,
    /// Write anything to the objects that its arguments point to.
    HavocArgs,
    /// Write anything to every object that it can reach, and to all globals.
    HavocAll,
    /// A run that calls one cannot go on.
    Unknown,
}

/// What to watch for, and how far to go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which violations are reported; the others end the run silently or let it go on.
    pub property: Property,
    /// What undefined functions do.
    pub externals: Externals,
    /// Most edges to execute.
    pub max_steps: u64,
    /// Most bytes of live objects.
    pub max_memory: u64,
    /// Most activations at a time.
    pub max_frames: usize,
    /// Most bytes of live stack objects.
    pub max_stack: u64,
    /// When to stop.
    pub stop: Stop,
    /// Also record where objects were placed. Not needed to replay a run on the same program.
    pub record_bases: bool,
    /// Find lost memory at once, not only now and then.
    pub exact_losses: bool,
}

impl Options {
    /// No limits but those that keep the machine alive: 4 GiB of objects, 1 GiB of stack, 200 000
    /// activations.
    pub fn new(property: Property) -> Self {
        Options {
            property,
            externals: Externals::Pure,
            max_steps: u64::MAX,
            max_memory: 4 << 30,
            max_frames: 200_000,
            max_stack: 1 << 30,
            stop: Stop::never(),
            record_bases: false,
            exact_losses: false,
        }
    }
}

/// A place on the call stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEntry {
    /// The function.
    pub function: Function,
    /// The edge that is being executed in it.
    pub edge: Edge,
    /// Where that stands in the source.
    pub position: Option<Position>,
}

/// A violation, monitored or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which rule was broken.
    pub kind: Violation,
    /// The edge.
    pub edge: Edge,
    /// Where it stands in the source.
    pub position: Option<Position>,
    /// Who called whom, the innermost first.
    pub stack: Vec<StackEntry>,
    /// What happened, with the object, its size and the offset where there is one.
    pub message: String,
}

/// A limit that stopped a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The number of edges.
    Steps,
    /// The bytes of live objects, or the address space.
    Memory,
    /// The deadline.
    Time,
    /// It was cancelled from outside.
    Cancelled,
    /// The work is used up.
    Work,
}

impl From<adumbra_stop::Limit> for Limit {
    fn from(limit: adumbra_stop::Limit) -> Self {
        match limit {
            adumbra_stop::Limit::Time => Limit::Time,
            adumbra_stop::Limit::Cancelled => Limit::Cancelled,
            adumbra_stop::Limit::Work => Limit::Work,
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The entry function returned, or the program ended itself.
    Exited {
        /// The exit status.
        status: i32,
    },
    /// A monitored violation.
    Violation(Box<Report>),
    /// The execution ended silently: at something that is not monitored, or where no edge goes on.
    Ended {
        /// What was not monitored; `None` where the program itself stops, as at a false assumption.
        cause: Option<Box<Report>>,
    },
    /// Something that is not modelled.
    Unsupported {
        /// What.
        reason: String,
        /// The edge.
        edge: Edge,
        /// Where it stands in the source.
        position: Option<Position>,
    },
    /// The script does not fit the run.
    Undetermined {
        /// What the script does not say.
        reason: String,
    },
    /// A limit was reached.
    Limit(Limit),
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// How it ended.
    pub outcome: Outcome,
    /// Number of edges executed.
    pub steps: u64,
    /// All that decided the run.
    pub script: Script,
    /// What the environment supplied and the run did not ask for.
    pub leftover: Vec<String>,
    /// Undefined functions that were called.
    pub externals: Vec<String>,
    /// Was memory read that an undefined function may have written?
    pub havocked_read: bool,
    /// Most bytes of live objects at a time.
    pub peak_memory: u64,
}

/// Why an access behind the known part of an object that is only declared is not followed.
pub fn beyond_declared(name: &str) -> String {
    format!("an access beyond what is known of `{name}`, which is only declared, with an incomplete type")
}
