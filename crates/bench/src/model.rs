//! Tasks, answers, what was measured, and which answers are right.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What a tool is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// A name that is unique in its set, such as `locks/test_locks_5.yml`.
    pub name: String,
    /// The category by which tables are grouped: the set or the directory.
    pub category: String,
    /// Where it is defined; the program itself if there is no definition beside it.
    pub definition: PathBuf,
    /// The programs or formulas, absolute.
    pub files: Vec<PathBuf>,
    /// The property.
    pub property: Asked,
    /// What is known about it.
    pub expected: Expected,
    /// The data model, if the task has one.
    pub data_model: Option<DataModel>,
    /// Arguments that the task itself has for our own tool, such as `--spec`.
    pub arguments: Vec<String>,
}

/// The property of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Its name: `unreach-call`, `no-overflow`, `valid-memsafety`, `valid-memcleanup`,
    /// `termination`, …; `sat` for formulas.
    pub name: String,
    /// The property file, absolute, if there is one.
    pub file: Option<PathBuf>,
}

/// Sizes of integers and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DataModel {
    /// 32-bit pointers.
    #[serde(rename = "ILP32")]
    Ilp32,
    /// 64-bit pointers.
    #[serde(rename = "LP64")]
    Lp64,
}

/// What a tool said.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", content = "detail", rename_all = "lowercase")]
pub enum Answer {
    /// The property holds.
    True,
    /// It does not; the part of the property that is violated, if it was said.
    False(Option<String>),
    /// The formula has a model.
    Sat,
    /// It has none.
    Unsat,
    /// To several questions in turn: `sat`, `unsat` or `unknown`, with spaces between.
    Answers(String),
    /// Neither, for this reason. The reasons of limits are `timeout` and `out of memory`, whoever
    /// enforced them.
    Unknown(String),
}

/// What is known about a task.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", content = "detail", rename_all = "lowercase")]
pub enum Expected {
    /// The property holds.
    True,
    /// It does not; the part of the property that is violated, if it is known.
    False(Option<String>),
    /// The formula has a model.
    Sat,
    /// It has none.
    Unsat,
    /// Of several questions in turn: `sat`, `unsat`, or `?` where it is not known, with spaces
    /// between.
    Answers(String),
    /// Nothing.
    Nothing,
}

/// How an answer compares with what is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A proof, and rightly so. `unsat` counts as a proof.
    CorrectTrue,
    /// An alarm, and rightly so. `sat` counts as an alarm.
    CorrectFalse,
    /// A proof of what does not hold.
    WrongTrue,
    /// An alarm, or one of another part of the property, where there is none.
    WrongFalse,
    /// An answer where nothing is known.
    Unjudged,
    /// No answer.
    Unknown,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 6] =
        [Class::CorrectTrue, Class::CorrectFalse, Class::WrongTrue, Class::WrongFalse, Class::Unjudged, Class::Unknown];

    /// Compares an answer with what is known.
    pub fn of(answer: &Answer, expected: &Expected) -> Class {
        match (answer, expected) {
            (Answer::Unknown(_), _) => Class::Unknown,
            (Answer::Answers(said), Expected::Answers(known)) => Class::of_answers(said, known),
            (_, Expected::Nothing) => Class::Unjudged,
            (Answer::True, Expected::True) | (Answer::Unsat, Expected::Unsat) => Class::CorrectTrue,
            (Answer::Sat, Expected::Sat) => Class::CorrectFalse,
            // A part that is not said is not wrong.
            (Answer::False(said), Expected::False(known)) => match (said, known) {
                (Some(said), Some(known)) if said != known => Class::WrongFalse,
                _ => Class::CorrectFalse,
            },
            // One answer to several questions, or the other way round, is none.
            (Answer::Answers(_), _) | (_, Expected::Answers(_)) => Class::Unknown,
            (Answer::True | Answer::Unsat, _) => Class::WrongTrue,
            (Answer::False(_) | Answer::Sat, _) => Class::WrongFalse,
        }
    }

    /// One wrong answer makes all wrong; one that is missing makes all unknown. Right ones count as
    /// a proof.
    fn of_answers(said: &str, known: &str) -> Class {
        let questions = known.split(' ').count();
        let pairs = || said.split(' ').zip(known.split(' '));
        if pairs().any(|pair| pair == ("unsat", "sat")) {
            Class::WrongTrue
        } else if pairs().any(|pair| pair == ("sat", "unsat")) {
            Class::WrongFalse
        } else if answered(said) < questions || said.split(' ').count() != questions {
            Class::Unknown
        } else if known.split(' ').any(|known| known == "?") {
            Class::Unjudged
        } else {
            Class::CorrectTrue
        }
    }

    /// Is it a right answer?
    pub fn is_correct(self) -> bool {
        matches!(self, Class::CorrectTrue | Class::CorrectFalse)
    }

    /// Is it a wrong answer?
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::WrongTrue | Class::WrongFalse)
    }
}

/// How many of several questions have an answer.
pub fn answered(said: &str) -> usize {
    said.split(' ').filter(|word| matches!(*word, "sat" | "unsat")).count()
}

/// What every run may use.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time of all processes together, in seconds.
    pub cpu: Option<f64>,
    /// Time on the clock, in seconds.
    pub wall: Option<f64>,
    /// Memory of all processes together, in bytes.
    pub memory: Option<u64>,
    /// How many processor cores.
    pub cores: Option<u32>,
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By itself, with this exit code.
    Exit(i32),
    /// By a signal that was not ours.
    Signal(i32),
    /// It used up its processor time.
    CpuLimit,
    /// It used up its time on the clock.
    WallLimit,
    /// It used up its memory.
    MemoryLimit,
    /// It started too many processes.
    ProcessLimit,
    /// It wrote too much.
    OutputLimit,
    /// It could not be started or observed, for this reason.
    Failed(String),
    /// There was no run: the tool is not for such tasks, for this reason.
    NotRun(String),
}

/// What was measured of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Why it ended.
    pub ending: Ending,
    /// Processor time of all processes together.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The most memory that all processes had at once, in bytes; `None` if the machine does not
    /// tell.
    pub memory: Option<u64>,
}

/// A tool with its options as it runs on every task: a column of the tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// The name in tables, such as `adumbra value`.
    pub name: String,
    /// The name of the tool's description.
    pub tool: String,
    /// What the tool says its version is.
    pub version: String,
    /// The description, as text, so that the store says how results came about.
    pub description: String,
    /// Options that were given in addition.
    pub options: Vec<String>,
    /// The limits.
    pub limits: Limits,
    /// The machine: processor, cores, memory, system.
    pub machine: String,
}

/// A result: one column on one task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// What the tool said.
    pub answer: Answer,
    /// What was measured.
    pub measured: Measured,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// The name of the machine on which it ran.
    pub host: String,
    /// The command.
    pub command: Vec<String>,
    /// The end of what it wrote, both streams.
    pub output: String,
    /// What it counted itself, such as states or refinements.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, f64>,
}

impl Answer {
    /// Is one of the two wrong, whatever is known? An answer that is unknown contradicts none.
    pub fn contradicts(&self, other: &Answer) -> bool {
        let holds = |answer: &Answer| match answer {
            Answer::True | Answer::Unsat => Some(true),
            Answer::False(_) | Answer::Sat => Some(false),
            Answer::Unknown(_) | Answer::Answers(_) => None,
        };
        if let (Answer::Answers(first), Answer::Answers(second)) = (self, other) {
            let mut pairs = first.split(' ').zip(second.split(' '));
            return pairs.any(|pair| matches!(pair, ("sat", "unsat") | ("unsat", "sat")));
        }
        matches!((holds(self), holds(other)), (Some(a), Some(b)) if a != b)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True => f.write_str("true"),
            Answer::False(None) => f.write_str("false"),
            Answer::False(Some(part)) => write!(f, "false({part})"),
            Answer::Sat => f.write_str("sat"),
            Answer::Unsat => f.write_str("unsat"),
            Answer::Answers(said) => {
                let unsat = said.split(' ').filter(|word| *word == "unsat").count();
                write!(f, "{} answers, {unsat} unsat", answered(said))
            }
            Answer::Unknown(reason) if reason.is_empty() => f.write_str("unknown"),
            Answer::Unknown(reason) => write!(f, "unknown({reason})"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::True => f.write_str("true"),
            Expected::False(None) => f.write_str("false"),
            Expected::False(Some(part)) => write!(f, "false({part})"),
            Expected::Sat => f.write_str("sat"),
            Expected::Unsat => f.write_str("unsat"),
            Expected::Answers(known) => {
                let unsat = known.split(' ').filter(|word| *word == "unsat").count();
                write!(f, "{} answers, {unsat} unsat", known.split(' ').count())
            }
            Expected::Nothing => f.write_str("-"),
        }
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged() {
        let part = |p: &str| Some(p.to_owned());
        let judged = |answer, expected| Class::of(&answer, &expected);
        assert_eq!(judged(Answer::True, Expected::True), Class::CorrectTrue);
        assert_eq!(judged(Answer::True, Expected::False(None)), Class::WrongTrue);
        assert_eq!(judged(Answer::False(None), Expected::True), Class::WrongFalse);
        assert_eq!(judged(Answer::False(None), Expected::False(part("valid-free"))), Class::CorrectFalse);
        assert_eq!(judged(Answer::False(part("valid-deref")), Expected::False(part("valid-free"))), Class::WrongFalse);
        assert_eq!(judged(Answer::Unsat, Expected::Sat), Class::WrongTrue);
        assert_eq!(judged(Answer::Sat, Expected::Unsat), Class::WrongFalse);
        assert_eq!(judged(Answer::Sat, Expected::Nothing), Class::Unjudged);
        assert_eq!(judged(Answer::Unknown("timeout".into()), Expected::Nothing), Class::Unknown);
        let several = |said: &str, known: &str| judged(Answer::Answers(said.into()), Expected::Answers(known.into()));
        assert_eq!(several("sat unsat", "sat unsat"), Class::CorrectTrue);
        assert_eq!(several("sat unsat", "sat ?"), Class::Unjudged);
        assert_eq!(several("sat", "sat unsat"), Class::Unknown);
        assert_eq!(several("sat unknown", "sat unsat"), Class::Unknown);
        assert_eq!(several("sat sat", "sat unsat"), Class::WrongFalse);
        assert_eq!(several("unsat", "sat unsat"), Class::WrongTrue);
        assert_eq!(several("sat sat sat", "sat sat"), Class::Unknown);
        assert_eq!(judged(Answer::Sat, Expected::Answers("sat sat".into())), Class::Unknown);
    }
}
