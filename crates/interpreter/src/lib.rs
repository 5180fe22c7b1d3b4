//! # The interpreter
//!
//! Executes a [`Program`] by its semantics: the oracle of every analysis, and the judge of every
//! counterexample. Functions are compiled to a compact bytecode when they are first called; memory
//! is byte-precise, with objects, lifetimes, initialised bytes and pointers that know their object;
//! the property says which violations are reported. What the program does not decide itself
//! (inputs, indeterminate values, addresses) comes from an [`Environment`]: a [`Script`], a seed,
//! standard input. Every run is recorded as a script that repeats it.
//!
//! ```
//! use adumbra_interpreter::*;
//! use adumbra_program::*;
//! let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
//! let main = b.declare_function("main", &[], &[Type::Int(32)], false);
//! let mut body = b.begin_body(main);
//! let seven = body.program().exprs.int(7, 32);
//! let (entry, exit) = (body.entry(), body.exit());
//! body.edge(entry, exit, Op::Return { values: Box::new([seven]) }, None, None);
//! body.finish();
//! let program = b.finish(main).unwrap();
//! let interpreter = Interpreter::new(&program, Options::new(Property::everything()));
//! let result = interpreter.run(&mut Seeded::new(None, &["program"], Captured::default()), None);
//! assert_eq!(result.outcome, Outcome::Exited { status: 7 });
//! ```
//!
//! **Invariant:** an outcome is exact: what cannot be computed exactly ends as
//! [`Outcome::Unsupported`].

mod code;
pub mod environment;
pub mod eval;
mod machine;
pub mod memory;
pub mod outcome;
pub mod print;
pub mod script;

pub use environment::{Captured, Environment, Question, Scripted, Seeded, Streams, Undetermined};
pub use machine::{WORK_OF_STEP, trace};
pub use outcome::{Externals, Limit, Options, Outcome, Report, RunResult, StackEntry};
pub use print::Printer;
pub use script::{Script, ScriptError};
pub use trace::{Tracer, View};

use adumbra_program::Program;

/// Runs a program.
#[derive(Debug)]
pub struct Interpreter<'a> {
    program: &'a Program,
    options: Options,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for a program.
    pub fn new(program: &'a Program, options: Options) -> Self {
        Interpreter { program, options }
    }

    /// Runs the program once from its start.
    pub fn run<'r>(&'r self, environment: &'r mut dyn Environment, tracer: Option<&'r mut dyn Tracer>) -> RunResult {
        machine::Machine::new(self.program, &self.options, environment, tracer).execute()
    }
}
