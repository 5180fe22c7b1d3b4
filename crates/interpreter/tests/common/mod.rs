//! Helpers to run programs.

pub use adumbra_testing::Random;
pub use adumbra_written::*;

use adumbra_interpreter::*;
use adumbra_program::*;

pub fn zero() -> Seeded<Captured> {
    Seeded::new(None, &["program"], Captured::default())
}

/// Runs with all monitors and zeros as inputs.
pub fn run(program: &Program) -> RunResult {
    Interpreter::new(program, Options::new(Property::everything())).run(&mut zero(), None)
}

pub fn run_with(program: &Program, property: Property) -> RunResult {
    Interpreter::new(program, Options::new(property)).run(&mut zero(), None)
}

pub fn status(program: &Program) -> i32 {
    match run(program).outcome {
        Outcome::Exited { status } => status,
        other => panic!("no exit: {other:?}"),
    }
}

/// A program in the textual form that monitors everything: items such as sites and symbols, and the
/// body of `main`, which starts at `l0` and returns an `i32` to `l1`.
#[track_caller]
pub fn main(items: &str, body: &str) -> Program {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty everything errors \"reach_error\"\nentry @main\n\
         {items}\nfunction @main() -> i32 {{\n entry l0 exit l1\n {body}}}\n"
    );
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The layout of a machine with pointers of 64 bits.
pub fn layout() -> DataLayout {
    DataLayout::of(DataModel::Lp64)
}
