//! What a verdict rests on, and why there is none.

use adumbra_program::{Position, Violation};

/// Something that a verdict rests on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// Functions without a definition return any value and write nothing: their names, each with
    /// where it is called.
    ExternalsArePure(Vec<(String, Option<Position>)>),
    /// Functions without a definition call none of the functions whose addresses they could find in
    /// memory.
    ExternalsCallNone {
        /// The functions without a definition, each with where it is called.
        externals: Vec<(String, Option<Position>)>,
        /// The functions that they could call.
        functions: Vec<String>,
    },
    /// Executions end at a violation that is not monitored: the first that was met, and where.
    EndsAt(Violation, Option<Position>),
    /// Allocations do not fail: where the first one is.
    AllocationsSucceed(Option<Position>),
    /// Executions end at the violations that were found, when it is said that there is none at
    /// another place.
    EndsAtFindings,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Something that is not modelled.
    Unsupported {
        /// What.
        what: String,
        /// Where.
        position: Option<Position>,
    },
    /// The property is not supported by the configuration.
    Property(String),
    /// The time limit.
    Timeout,
    /// The memory limit.
    Memory,
    /// It was cancelled.
    Cancelled,
    /// The limit on work.
    Work,
    /// The call stack grew over the limit of the analysis.
    Recursion {
        /// The function that calls too deep.
        function: String,
    },
    /// Loops were followed for so many iterations only. Within these there is no violation.
    Bounded {
        /// The iterations.
        iterations: u32,
    },
    /// A loop builds a structure on the heap that is larger in each round, when a limit was
    /// reached.
    Growing {
        /// Where the loop is.
        position: Option<Position>,
        /// What the structure is made of, by its C name.
        structure: Option<String>,
        /// How many different numbers of objects were seen at the loop, in the states looked at.
        lengths: usize,
        /// The most objects that were seen there.
        most: u64,
    },
    /// A path to a violation that the analysis can neither exclude nor confirm.
    Undecided {
        /// What would be violated.
        violation: Violation,
        /// Where.
        position: Option<Position>,
        /// Why it stays open.
        why: String,
    },
    /// A proof did not pass its check: there is a fault in an analysis or in the checker.
    Rejected {
        /// The configuration that made the proof.
        configuration: String,
        /// What the checker found.
        why: String,
    },
    /// The analysis gave up for another reason.
    Incomplete(String),
}

impl Assumption {
    /// A short name, for machines.
    pub fn name(&self) -> &'static str {
        match self {
            Assumption::ExternalsArePure(_) => "externals-are-pure",
            Assumption::ExternalsCallNone { .. } => "externals-call-none",
            Assumption::EndsAt(..) => "ends-at",
            Assumption::AllocationsSucceed(_) => "allocations-succeed",
            Assumption::EndsAtFindings => "ends-at-findings",
        }
    }
}

impl Assumption {
    /// In words, with the places where it was used.
    pub fn text(&self, place: &dyn Fn(Position) -> String) -> String {
        let at = |position: &Option<Position>| position.map(|p| format!(" ({})", place(p))).unwrap_or_default();
        match self {
            Assumption::ExternalsArePure(called) => {
                let names: Vec<String> =
                    called.iter().map(|(name, position)| format!("{name}{}", at(position))).collect();
                format!("functions without a definition return any value and write nothing: {}", names.join(", "))
            }
            Assumption::ExternalsCallNone { externals, functions } => {
                let callers: Vec<String> =
                    externals.iter().map(|(name, position)| format!("`{name}`{}", at(position))).collect();
                let callees: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
                let call = if externals.len() == 1 { "calls" } else { "call" };
                format!("{} {call} none of {}", callers.join(", "), callees.join(", "))
            }
            Assumption::EndsAt(violation, position) => {
                let what = described(*violation);
                format!("executions end at {what}{}, which the property does not ask about", at(position))
            }
            Assumption::AllocationsSucceed(position) => format!("allocations succeed{}", at(position)),
            Assumption::EndsAtFindings => "executions end at the violations that are listed".into(),
        }
    }

    /// The places where it was used, as far as they are known.
    pub fn places(&self) -> Vec<Position> {
        match self {
            Assumption::ExternalsArePure(called) | Assumption::ExternalsCallNone { externals: called, .. } => {
                called.iter().filter_map(|(_, position)| *position).collect()
            }
            Assumption::EndsAt(_, position) | Assumption::AllocationsSucceed(position) => {
                position.iter().copied().collect()
            }
            Assumption::EndsAtFindings => Vec::new(),
        }
    }
}

/// A violation in words, for the middle of a sentence.
pub fn described(violation: Violation) -> &'static str {
    match violation {
        Violation::ErrorCall => "a call of the error function",
        Violation::Assertion => "a failed assertion",
        Violation::Panic => "a panic",
        Violation::NullAccess => "an access through a null pointer",
        Violation::WildAccess => "an access where no object is",
        Violation::OutOfBounds => "an access outside the bounds of an object",
        Violation::UseAfterFree => "an access to freed memory",
        Violation::UseAfterScope => "an access to a variable that is gone",
        Violation::WriteToConstant => "a write to a constant",
        Violation::DoubleFree => "a second free of the same memory",
        Violation::InvalidFree => "a free of what is not the start of heap memory",
        Violation::LostMemory => "heap memory that no pointer reaches any more",
        Violation::UnfreedMemory => "heap memory that is not freed at the end",
        Violation::SignedOverflow => "a signed overflow",
        Violation::BadShift => "a shift by a wrong amount",
        Violation::DivisionByZero => "a division by zero",
        Violation::BadConversion => "a conversion of a float that does not fit",
        Violation::Unreachable => "a point declared unreachable",
        Violation::Trap => "a trap of the compiler",
        Violation::IndeterminateBranch => "a branch on an indeterminate value",
        Violation::StackOverflow => "an overflow of the call stack",
        Violation::Specification => "a broken rule of the specification",
    }
}

impl Reason {
    /// The short name used in the last line: `UNKNOWN(name)`.
    pub fn name(&self) -> &str {
        match self {
            Reason::Unsupported { .. } => "unsupported",
            Reason::Property(_) => "property not supported",
            Reason::Timeout => "timeout",
            Reason::Work => "work limit",
            Reason::Memory => "out of memory",
            Reason::Cancelled => "cancelled",
            Reason::Recursion { .. } => "recursion",
            Reason::Bounded { .. } => "bounded",
            Reason::Growing { .. } => "growing structure",
            Reason::Undecided { .. } => "undecided path",
            Reason::Rejected { .. } => "proof rejected",
            Reason::Incomplete(_) => "incomplete",
        }
    }
}

impl Reason {
    /// Is it a limit from outside?
    pub fn is_limit(&self) -> bool {
        matches!(self, Reason::Timeout | Reason::Work | Reason::Memory | Reason::Cancelled)
    }

    /// Which of several reasons a user should hear first: the lowest. Limits come before what a
    /// longer run might have found, a fault of ours and a construct that is not modelled before a
    /// path that is not decided.
    pub fn rank(&self) -> u8 {
        match self {
            Reason::Cancelled => 0,
            Reason::Timeout | Reason::Work => 1,
            Reason::Memory => 2,
            Reason::Rejected { .. } => 3,
            Reason::Unsupported { .. } => 4,
            Reason::Growing { .. } => 5,
            Reason::Undecided { .. } => 6,
            Reason::Recursion { .. } => 7,
            Reason::Bounded { .. } => 8,
            Reason::Property(_) => 9,
            Reason::Incomplete(_) => 10,
        }
    }
}
