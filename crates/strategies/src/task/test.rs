//! Tests: executions of a program to their ends.

use adumbra_interpreter::Script;
use adumbra_judges::{Counterexample, TestEnd};
use adumbra_program::Type;

/// A test: what decides one execution of the program, to its end.
#[derive(Clone, Debug)]
pub struct Test {
    /// The inputs, in the order of the execution.
    pub inputs: Vec<TestInput>,
    /// All that decides the execution.
    pub script: Script,
    /// How it ends.
    pub end: TestEnd,
    /// The counterexample, if the test is one.
    pub counterexample: Option<Box<Counterexample>>,
}

/// An input of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestInput {
    /// The function that returns it.
    pub function: String,
    /// The type of the result.
    pub ty: Type,
    /// The bits of the value, as text.
    pub value: String,
}
