//! Random small programs: the verifier against native runs on all inputs.
//!
//! A trial writes a program, judges it natively, and asks the verifier about every property. A TRUE
//! that a run violates and a FALSE that no run does are wrong; so is a panic. The default
//! configuration is asked about every program, every other one about every twentieth; or those that
//! are named about all. What is wrong is made small by leaving parts out.
//!
//! Programs are of three kinds: those of many constructs, those of recursive functions, and those
//! over linked lists. The latter two do the same with 32 bits, and every second one is loaded so.

mod constructs;
mod generate;
pub mod judge;
mod lists;
mod memory_constructs;
mod recursive;
pub mod state;
pub mod summary;
pub mod tree;

use crate::random::Rng;
use crate::run::{Counts, Plan, Summary, TrialError, Wrong, run};
use adumbra_stop::SECOND;
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_tasks::in_large_stack;
use adumbra_tasks::label::Label;
use adumbra_tasks::loaded::Loaded;
use judge::{Judge, Judgement, Truth};
use std::panic::{AssertUnwindSafe, catch_unwind};
use summary::Row;
use tree::Program;

/// The questions: a property as the verifier knows it, and the atomic ones that it is about.
pub const QUESTIONS: [(&str, &[&str]); 4] = [
    ("", &["unreach-call", "assertions"]),
    ("no-overflow", &["no-overflow"]),
    ("memsafety", &["valid-deref", "valid-free", "valid-memtrack"]),
    ("memcleanup", &["valid-memcleanup"]),
];

/// A configuration other than the default is asked about every program whose number has this
/// distance.
const TURN: u64 = 20;

/// What programs are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// Many constructs.
    #[default]
    Mixed,
    /// Functions that call themselves and each other.
    Recursive,
    /// Linked lists of any length.
    Lists,
}

/// How to ask.
#[derive(Clone, Debug)]
pub struct Asking {
    /// What is asked about.
    pub kind: Kind,
    /// The names of those who are asked about every program; if there are none, the default is, and
    /// all others about some.
    pub configurations: Vec<String>,
    /// The work for an answer.
    pub work: u64,
    /// How many of the questions are asked about a program, in turn.
    pub questions: usize,
}

impl Default for Asking {
    fn default() -> Asking {
        Asking { kind: Kind::Mixed, configurations: Vec::new(), work: SECOND / 2, questions: QUESTIONS.len() }
    }
}

/// What one thread works with.
struct Bench {
    judge: Judge,
    /// Asked about every program.
    always: Vec<Configuration>,
    /// Asked in turn.
    others: Vec<Configuration>,
    default: String,
}

/// Who said what about which question.
#[derive(Clone, Copy)]
struct Asked<'a> {
    configuration: &'a Configuration,
    question: usize,
    narrow: bool,
}

/// Runs the trials of a plan.
pub fn trials(plan: &Plan, asking: &Asking) -> Result<Summary, TrialError> {
    let start = || {
        let found = |name: &str| {
            changed(name).map_err(|e| TrialError::Rival { solver: name.to_owned(), reason: e.to_string() })
        };
        let default = found("default")?;
        let others = configuration::shipped().filter(|c| c.name != default.name).collect();
        let (name, judge) = (default.name.clone(), Judge::new()?);
        let named: Result<Vec<_>, _> = asking.configurations.iter().map(|name| found(name)).collect();
        Ok(match asking.configurations.is_empty() {
            true => Bench { judge, always: vec![default], others, default: name },
            false => Bench { judge, always: named?, others: Vec::new(), default: name },
        })
    };
    run(plan, start, |bench, number, counts| {
        let mut found = None;
        in_large_stack(|| found = trial(bench, plan.seed, number, asking, counts));
        Ok(found)
    })
}

/// A configuration by its name, which options with other values may follow: `NAME:option=value`.
fn changed(text: &str) -> Result<Configuration, configuration::ConfigurationError> {
    let mut words = text.split(':');
    let mut configuration = configuration::find(words.next().unwrap_or_default())?;
    for change in words {
        let (option, value) = change.split_once('=').unwrap_or((change, ""));
        configuration.set(option, value)?;
    }
    text.clone_into(&mut configuration.name);
    Ok(configuration)
}

/// The program of a trial.
pub fn program_of(kind: Kind, seed: u64, number: u64) -> Program {
    let mut rng = Rng::new(seed, number);
    match kind {
        Kind::Mixed => generate::program(&mut rng),
        Kind::Recursive => recursive::program(&mut rng),
        Kind::Lists => lists::program(&mut rng),
    }
}

fn trial(bench: &Bench, seed: u64, number: u64, asking: &Asking, counts: &mut Counts) -> Option<Wrong> {
    let program = program_of(asking.kind, seed, number);
    let narrow = program.means_the_same_with_32_bits && number % 2 == 1;
    let text = program.text();
    let judgement = match judged(bench, &text) {
        Ok(judgement) => judgement,
        Err(why) => {
            // A program that the compiler refuses is a fault of the generator; one that runs too
            // long is not.
            let first = why.lines().find(|line| line.contains("error")).unwrap_or(&why).to_owned();
            if why.contains("error:") {
                return Some(Wrong { trial: number, what: format!("not judged: {first}"), extension: "c", text });
            }
            counts.add(&format!("not judged: {first}"));
            return None;
        }
    };
    counts.add_many("native runs", judgement.runs);
    for (property, truth) in &judgement.truths {
        counts.add(&match truth {
            Truth::Violated(..) => format!("natively violated: {property}"),
            Truth::Unclear => format!("natively unclear: {property}"),
        });
    }
    for turn in 0..asking.questions.min(QUESTIONS.len()) {
        let question = question_of(number, turn);
        let (property, _) = QUESTIONS[question];
        let task = match loaded(bench, property, narrow) {
            Ok(task) => task,
            Err(why) => return Some(Wrong { trial: number, what: format!("not loaded: {why}"), extension: "c", text }),
        };
        let other = |(place, _): &(usize, &Configuration)| (*place as u64 % TURN) == number % TURN;
        let others = bench.others.iter().enumerate().filter(other).map(|(_, configuration)| configuration);
        for configuration in bench.always.iter().chain(others) {
            let asked = Asked { configuration, question, narrow };
            let answer = answer(&task, configuration, asking.work);
            note(counts, &program, asked, &answer, bench);
            if let Some(what) = wrong(&judgement, question, &answer) {
                let small = reduced(bench, program.clone(), asked, asking.work);
                let bits = if narrow { ", 32 bits" } else { "" };
                let what = format!("{}, {}{bits}: {what}", configuration.name, name_of(question));
                let text = format!("// {what}\n{}", small.text());
                return Some(Wrong { trial: number, what, extension: "c", text });
            }
        }
    }
    None
}

/// The question that is asked first, second … about a program. Each configuration meets all of
/// them: it has every `TURN`-th program.
fn question_of(number: u64, turn: usize) -> usize {
    ((number + number / TURN) as usize + turn) % QUESTIONS.len()
}

fn judged(bench: &Bench, text: &str) -> judge::Judged {
    std::fs::write(bench.judge.path("program.c"), text).map_err(|e| e.to_string())?;
    bench.judge.judge("program.c")
}

/// The program that was judged last, loaded for a property.
fn loaded(bench: &Bench, property: &str, narrow: bool) -> Result<Loaded, String> {
    let property = (!property.is_empty()).then(|| property.to_owned());
    let path = bench.judge.path("program.c");
    let (name, verdict) = ("program.c".to_owned(), String::new());
    let options = if narrow { vec!["--32".to_owned()] } else { Vec::new() };
    Loaded::new(&Label { name, path, property, options, verdict, by: None })
}

/// The answer, or that there was a panic.
fn answer(task: &Loaded, configuration: &Configuration, work: u64) -> String {
    let answered = catch_unwind(AssertUnwindSafe(|| task.answer(configuration, work)));
    answered.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing said");
        format!("PANIC({said})")
    })
}

/// What is wrong with an answer, if anything is.
fn wrong(judgement: &Judgement, question: usize, answer: &str) -> Option<String> {
    if answer.starts_with("PANIC") {
        return Some(answer.to_owned());
    }
    judgement.contradicts(answer, QUESTIONS[question].1)
}

/// Counts an answer: of the default by property and construct, of another configuration as its own.
fn note(counts: &mut Counts, program: &Program, asked: Asked<'_>, answer: &str, bench: &Bench) {
    if asked.configuration.name != bench.default {
        summary::note(counts, Row::Configuration(&asked.configuration.name), answer);
        return;
    }
    summary::note(counts, Row::Property(name_of(asked.question)), answer);
    for construct in &program.constructs {
        summary::note(counts, Row::Construct(construct), answer);
    }
}

/// What a question is about, for people.
fn name_of(question: usize) -> &'static str {
    match QUESTIONS[question].0 {
        "" => "unreach-call, assertions",
        name => name,
    }
}

/// The program with as many parts left out as can be, such that the answer is still wrong.
fn reduced(bench: &Bench, mut program: Program, asked: Asked<'_>, work: u64) -> Program {
    let is_wrong = |candidate: &Program| {
        let Ok(judgement) = judged(bench, &candidate.text()) else { return false };
        let Ok(task) = loaded(bench, QUESTIONS[asked.question].0, asked.narrow) else { return false };
        wrong(&judgement, asked.question, &answer(&task, asked.configuration, work)).is_some()
    };
    // From the end, so that what uses something goes before what declares it; over again while
    // anything goes.
    loop {
        let before = program.size();
        for number in (0..before).rev() {
            for keep_body in [false, true] {
                let candidate = program.without(number, keep_body);
                if candidate.size() < program.size() && is_wrong(&candidate) {
                    program = candidate;
                    break;
                }
            }
        }
        if program.size() == before {
            return program;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_configuration_meets_every_question() {
        for place in 0..TURN {
            let mut met = [false; QUESTIONS.len()];
            (0..4).for_each(|round| met[question_of(place + round * TURN, 0)] = true);
            assert_eq!(met, [true; QUESTIONS.len()], "{place}");
        }
    }
}
