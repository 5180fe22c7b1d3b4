//! What the output and the end of a run mean.

use super::description::{Counted, Description};
use crate::model::{Answer, Ending, Measured};
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Both streams.
    #[default]
    Any,
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// What a rule stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// The property holds.
    True,
    /// It does not.
    False,
    /// The formula has a model.
    Sat,
    /// It has none.
    Unsat,
    /// An answer to one of several questions: all places that fit are taken, in their order.
    Answers,
    /// Neither.
    Unknown,
    /// The tool saw that its time is over.
    Timeout,
    /// The tool saw that there is no more memory.
    OutOfMemory,
}

impl Said {
    const NAMES: &'static [(&'static str, Said)] = &[
        ("true", Said::True),
        ("false", Said::False),
        ("sat", Said::Sat),
        ("unsat", Said::Unsat),
        ("answers", Said::Answers),
        ("unknown", Said::Unknown),
        ("timeout", Said::Timeout),
        ("out-of-memory", Said::OutOfMemory),
    ];

    /// What a word in a description stands for.
    pub fn by_name(name: &str) -> Option<Said> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, said)| *said)
    }

    /// All words.
    pub fn names() -> String {
        Self::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// Is it an answer to the question?
    pub fn is_verdict(self) -> bool {
        matches!(self, Said::True | Said::False | Said::Sat | Said::Unsat | Said::Answers)
    }

    fn answer(self, detail: Option<String>, property: &str) -> Answer {
        match self {
            Said::True => Answer::True,
            // The property itself is no part of it.
            Said::False => Answer::False(detail.filter(|part| part != property)),
            Said::Sat => Answer::Sat,
            Said::Unsat => Answer::Unsat,
            Said::Answers => Answer::Answers(detail.unwrap_or_default()),
            Said::Unknown => Answer::Unknown(detail.unwrap_or_default()),
            Said::Timeout => Answer::Unknown(TIMEOUT.into()),
            Said::OutOfMemory => Answer::Unknown(OUT_OF_MEMORY.into()),
        }
    }
}

/// The reason if the time was not enough, whoever saw it.
pub const TIMEOUT: &str = "timeout";
/// The reason if the memory was not enough, whoever saw it.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// One thing that output or an exit code means.
#[derive(Clone, Debug)]
pub enum Rule {
    /// A pattern in the output.
    Output {
        /// Where it is looked for.
        stream: Stream,
        /// The pattern.
        pattern: Regex,
        /// What it stands for.
        said: Said,
        /// The violated part or the reason; `$1` is the first group of the pattern.
        detail: Option<String>,
        /// Only for these properties, if there are any.
        properties: Vec<String>,
        /// Only with one of these exit codes, if there are any.
        codes: Vec<i32>,
    },
    /// How it ended.
    Exit {
        /// With this exit code.
        code: Option<i32>,
        /// By this signal.
        signal: Option<i32>,
        /// What it stands for.
        said: Said,
        /// The violated part or the reason.
        detail: Option<String>,
    },
}

impl Rule {
    /// What it stands for.
    pub fn said(&self) -> Said {
        match self {
            Rule::Output { said, .. } | Rule::Exit { said, .. } => *said,
        }
    }

    fn apply(&self, property: &str, ending: &Ending, stdout: &str, stderr: &str) -> Option<Answer> {
        match self {
            Rule::Output { stream, pattern, said, detail, properties, codes } => {
                let other_code = || !matches!(ending, Ending::Exit(code) if codes.contains(code));
                if (!properties.is_empty() && !properties.iter().any(|name| name == property))
                    || (!codes.is_empty() && other_code())
                {
                    return None;
                }
                let streams: &[&str] = match stream {
                    Stream::Any => &[stdout, stderr],
                    Stream::Stdout => &[stdout],
                    Stream::Stderr => &[stderr],
                };
                if *said == Said::Answers {
                    // The first group, or all that fits; what other solvers call it is theirs.
                    let every = streams.iter().flat_map(|text| pattern.captures_iter(text));
                    let words: Vec<&str> =
                        every.filter_map(|found| found.get(1).or(found.get(0))).map(|found| found.as_str()).collect();
                    return (!words.is_empty()).then(|| Answer::Answers(words.join(" ")));
                }
                let found = streams.iter().find_map(|text| pattern.captures(text))?;
                let detail = detail.as_ref().map(|template| {
                    let mut text = String::new();
                    found.expand(template, &mut text);
                    text.trim().to_owned()
                });
                Some(said.answer(detail.filter(|text| !text.is_empty()), property))
            }
            Rule::Exit { code, signal, said, detail } => {
                let is_it = match ending {
                    Ending::Exit(own) => *code == Some(*own),
                    Ending::Signal(own) => *signal == Some(*own),
                    _ => false,
                };
                is_it.then(|| said.answer(detail.clone(), property))
            }
        }
    }
}

/// An answer, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The answer.
    pub answer: Answer,
    /// The rule of the description that gave it; `None` if a limit or the lack of a verdict did.
    pub rule: Option<usize>,
    /// Did the tool end by itself, so that a rule should have fitted?
    pub ended: bool,
}

impl Description {
    /// The numbers that a run wrote about itself, also one that was stopped.
    pub fn values(&self, stdout: &str, stderr: &str) -> BTreeMap<String, f64> {
        let number = |value: &Counted| {
            let last = |text: &str| value.pattern.captures_iter(text).last()?.get(1)?.as_str().parse::<f64>().ok();
            let found = match value.stream {
                Stream::Any => last(stdout).or_else(|| last(stderr)),
                Stream::Stdout => last(stdout),
                Stream::Stderr => last(stderr),
            };
            Some((value.name.clone(), found.filter(|number| number.is_finite())?))
        };
        self.values.iter().filter_map(number).collect()
    }

    /// What a run on a task with this property said. A run that was stopped at a limit has said
    /// nothing.
    pub fn read(&self, property: &str, measured: &Measured, stdout: &str, stderr: &str) -> Reading {
        let stopped = |reason: &str| Reading { answer: Answer::Unknown(reason.into()), rule: None, ended: false };
        let end = match &measured.ending {
            Ending::CpuLimit | Ending::WallLimit => return stopped(TIMEOUT),
            Ending::MemoryLimit => return stopped(OUT_OF_MEMORY),
            Ending::ProcessLimit => return stopped("too many processes"),
            Ending::OutputLimit => return stopped("too much output"),
            Ending::Failed(cause) => return stopped(&format!("failed: {cause}")),
            Ending::NotRun(cause) => return stopped(cause),
            Ending::Exit(code) => format!("exit code {code}"),
            Ending::Signal(signal) => format!("signal {signal}"),
        };
        let applied = self
            .rules
            .iter()
            .enumerate()
            .find_map(|(index, rule)| Some((index, rule.apply(property, &measured.ending, stdout, stderr)?)));
        match applied {
            Some((index, answer)) => Reading { answer, rule: Some(index), ended: true },
            None => Reading { answer: Answer::Unknown(format!("no verdict: {end}")), rule: None, ended: true },
        }
    }
}

/// Counts over a run which rules ever fitted, so that a pattern that never matches is seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    ended: usize,
    verdicts: usize,
    fitted: usize,
}

impl Tally {
    /// Counts a reading of this description.
    pub fn add(&mut self, description: &Description, reading: &Reading) {
        self.ended += usize::from(reading.ended);
        let rule = reading.rule.and_then(|index| description.rules.get(index));
        self.fitted += usize::from(rule.is_some());
        self.verdicts += usize::from(rule.is_some_and(|rule| rule.said().is_verdict()));
    }

    /// What to tell the user if nothing fitted; `None` if all is well or nothing has ended by
    /// itself.
    pub fn complaint(&self, description: &Description) -> Option<String> {
        let Self { ended, fitted, verdicts } = *self;
        let name = &description.name;
        if ended == 0 || verdicts > 0 {
            None
        } else if fitted == 0 {
            Some(format!(
                "no pattern of the description of {name} fitted any of the {ended} runs that ended by themselves; \
                 `adumbra bench tools {name} --check` tries them out"
            ))
        } else {
            Some(format!("{name} gave no verdict in any of the {ended} runs that ended by themselves"))
        }
    }
}
