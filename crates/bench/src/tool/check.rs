//! Trying a tool out: small programs and formulas whose answers are known.

use super::{Tool, ToolError, probe};
use crate::model::{Answer, Asked, Class, DataModel, Expected, Limits, Task};
use crate::task::property;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A property, a file and what is known about it.
struct Sample {
    property: &'static str,
    file: &'static str,
    text: &'static str,
    expected: Expected,
}

/// The samples. The declarations are those that tasks of the competition have.
fn samples() -> Vec<Sample> {
    let c = |property, file, text, holds| Sample {
        property,
        file,
        text,
        expected: if holds { Expected::True } else { Expected::False(None) },
    };
    let formula = |file, text, expected| Sample { property: property::FORMULA, file, text, expected };
    vec![
        c("unreach-call", "reach_true.c", include_str!("samples/reach_true.c"), true),
        c("unreach-call", "reach_false.c", include_str!("samples/reach_false.c"), false),
        c("no-overflow", "overflow_true.c", include_str!("samples/overflow_true.c"), true),
        c("no-overflow", "overflow_false.c", include_str!("samples/overflow_false.c"), false),
        c("valid-memsafety", "memory_true.c", include_str!("samples/memory_true.c"), true),
        c("valid-memsafety", "memory_false.c", include_str!("samples/memory_false.c"), false),
        c("termination", "ends_true.c", include_str!("samples/ends_true.c"), true),
        c("termination", "ends_false.c", include_str!("samples/ends_false.c"), false),
        formula("sat.smt2", include_str!("samples/sat.smt2"), Expected::Sat),
        formula("unsat.smt2", include_str!("samples/unsat.smt2"), Expected::Unsat),
        Sample {
            property: property::QUERIES,
            file: "queries.smt2",
            text: include_str!("samples/queries.smt2"),
            expected: Expected::Answers("sat unsat sat".into()),
        },
        formula("sat.cnf", include_str!("samples/sat.cnf"), Expected::Sat),
        formula("unsat.cnf", include_str!("samples/unsat.cnf"), Expected::Unsat),
    ]
}

/// How a tool did on a sample.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The file and the property.
    pub sample: String,
    /// What is known.
    pub expected: Expected,
    /// What it said.
    pub answer: Answer,
    /// Did a rule of the description fit?
    pub fitted: bool,
    /// The command.
    pub command: Vec<String>,
    /// What it wrote, both streams.
    pub output: String,
}

impl Tried {
    /// How the answer compares with what is known.
    pub fn class(&self) -> Class {
        Class::of(&self.answer, &self.expected)
    }

    /// Does the description work on it? An unknown is fine if the tool said so.
    pub fn is_good(&self) -> bool {
        match self.class() {
            Class::Unknown => self.fitted,
            class => class.is_correct(),
        }
    }
}

/// Runs a tool on all samples that it supports.
pub fn check(tool: &Tool, limit: Duration) -> Result<Vec<Tried>, ToolError> {
    let scratch = Scratch::new()?;
    samples().iter().filter_map(|sample| attempt(tool, sample, &scratch.0, limit).transpose()).collect()
}

fn attempt(tool: &Tool, sample: &Sample, scratch: &Path, limit: Duration) -> Result<Option<Tried>, ToolError> {
    let file = scratch.join(sample.file);
    let task = Task {
        name: sample.file.to_owned(),
        category: "samples".into(),
        definition: file.clone(),
        files: vec![file.clone()],
        property: Asked { name: sample.property.to_owned(), file: None },
        expected: sample.expected.clone(),
        data_model: (![property::FORMULA, property::QUERIES].contains(&sample.property)).then_some(DataModel::Lp64),
        arguments: Vec::new(),
    };
    if tool.supports(&task).is_err() {
        return Ok(None);
    }
    let directory = scratch.join(format!("{}-run", sample.file));
    let fail = |path: &Path, cause: std::io::Error| ToolError::Scratch { path: path.into(), cause: cause.to_string() };
    std::fs::write(&file, sample.text).map_err(|cause| fail(&file, cause))?;
    std::fs::create_dir_all(&directory).map_err(|cause| fail(&directory, cause))?;
    let seconds = limit.as_secs_f64();
    let limits = Limits { cpu: Some(seconds), wall: Some(seconds), memory: Some(4 << 30), cores: Some(1) };
    let command = tool.command(&task, &limits, &directory)?;
    let environment = tool.environment(&task, &limits, &directory)?;
    let tried = match probe::run(&command, &environment, Some(&directory), limit + Duration::from_secs(5)) {
        Ok(done) => {
            let reading = tool.read(&task, &done.measured, &done.stdout, &done.stderr);
            (reading.answer, reading.rule.is_some(), format!("{}{}", done.stdout, done.stderr))
        }
        Err(cause) => (Answer::Unknown(format!("failed: {cause}")), false, String::new()),
    };
    let (answer, fitted, output) = tried;
    let name = format!("{} {}", sample.file, sample.property);
    Ok(Some(Tried { sample: name, expected: sample.expected.clone(), answer, fitted, command, output }))
}

/// A directory that goes when it is not needed any more.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, ToolError> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("adumbra-bench-{}-{number}", std::process::id()));
        match std::fs::create_dir(&path) {
            Ok(()) => Ok(Scratch(path)),
            Err(cause) => Err(ToolError::Scratch { path, cause: cause.to_string() }),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
