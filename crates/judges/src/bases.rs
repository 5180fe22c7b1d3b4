//! Objects whose place in memory decides about a violation.
//!
//! Where an object is, nobody says, so an execution may have it anywhere. If the violation depends
//! on it, as when a pointer is compared with a number, a reader has to know. Such objects are found
//! by moving them, one at a time, while all others stay where they are.

use crate::replay::{Counterexample, Nowhere, watch};
use crate::variation::{self, Variation};
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{Environment, Interpreter, Options, Outcome, Question, Scripted, Tracer, Undetermined, View};
use adumbra_program::{DataModel, Edge, Program, Type};
use std::collections::BTreeMap;
use std::fmt;

/// An object and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Base {
    /// What a user calls it.
    pub object: String,
    /// The address of its first byte.
    pub base: u64,
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (at {:#x})", self.object, self.base)
    }
}

/// Most objects that are moved.
const MOST: usize = 32;

/// Steps before the violation from which on objects are looked at: the one that fails is not told.
const LAST_STEPS: u64 = 64;

/// The objects whose place decides. Program and options are those of the replay. None if the
/// violation happens wherever objects are, and none if one alone does not decide.
pub fn decisive_bases(program: &Program, counterexample: &Counterexample, options: &Options) -> Vec<Base> {
    let wanted = (counterexample.report.kind, counterexample.report.edge);
    let is_the_same = |outcome: Outcome| match outcome {
        Outcome::Violation(report) => (report.kind, report.edge) == wanted,
        // Then nothing is known.
        Outcome::Undetermined { .. } | Outcome::Limit(_) => true,
        _ => false,
    };
    if is_the_same(variation::run(program, &counterexample.script, options, Variation::Addresses).outcome) {
        return Vec::new();
    }
    let mut places = Places { program, from: counterexample.steps.saturating_sub(LAST_STEPS), found: BTreeMap::new() };
    watch(program, &counterexample.script, options, &mut places);
    let asked = counterexample.script.bases.iter().map(|b| &b.object);
    let mut candidates: Vec<&ObjectKey> = asked.filter(|key| places.found.contains_key(*key)).collect();
    candidates.extend(places.found.keys().filter(|key| counterexample.script.bases.iter().all(|b| b.object != **key)));
    let moved = |key: &&&ObjectKey| {
        let mut environment =
            Moved { script: Scripted::new(&counterexample.script, Nowhere), bases: &places.found, moved: key, program };
        options.stop.reached().is_none()
            && !is_the_same(Interpreter::new(program, options.clone()).run(&mut environment, None).outcome)
    };
    candidates.iter().take(MOST).filter(moved).map(|key| places.found[*key].clone()).collect()
}

/// Where objects are towards the end.
struct Places<'p> {
    program: &'p Program,
    from: u64,
    found: BTreeMap<ObjectKey, Base>,
}

impl Tracer for Places<'_> {
    fn edge(&mut self, view: &View<'_>, _edge: Edge) {
        if view.steps() < self.from {
            return;
        }
        for object in view.memory().objects() {
            self.found
                .entry(object.origin().key(self.program))
                .or_insert_with(|| Base { object: object.describe(self.program), base: object.base() });
        }
    }
}

/// The script, with all objects where they were but one.
struct Moved<'a> {
    script: Scripted<'a, Nowhere>,
    bases: &'a BTreeMap<ObjectKey, Base>,
    moved: &'a ObjectKey,
    program: &'a Program,
}

impl Environment for Moved<'_> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        self.script.value(question, ty, width)
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        self.script.memory_byte(object, epoch, offset)
    }

    fn base(&mut self, object: &ObjectKey) -> Result<Option<u64>, Undetermined> {
        let far = match self.program.layout.model {
            DataModel::Lp64 => 0x6fff_0000_0000,
            DataModel::Ilp32 => 0xa000_0000,
        };
        match self.bases.get(object) {
            _ if object == self.moved => Ok(Some(far)),
            Some(known) => Ok(Some(known.base)),
            None => self.script.base(object),
        }
    }

    fn has_bases(&self) -> bool {
        true
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.script.read_byte()
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        self.script.arguments()
    }

    fn write_byte(&mut self, _descriptor: i32, _byte: u8) {}
}
