//! Does a script repeat a path? The interpreter runs it, and every move is compared.
//!
//! The feasibility check says which inputs lead along a path. That they do is not believed but
//! tried: a test is a script whose run makes the moves of the path, all of them, and then ends.

use crate::replay::watch;
use adumbra_interpreter::{Options, Outcome, Script, Tracer, View};
use adumbra_program::{Edge, Move, Op, Path, Program, Violation};

/// How the execution of a test ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestEnd {
    /// With this exit status.
    Exited(i32),
    /// At something that the property does not ask about.
    Stopped(Violation),
    /// In a violation.
    Violation(Violation),
}

/// What a run does that repeats a path to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeated {
    /// How it ends.
    pub end: TestEnd,
    /// What decides it: nothing that it does not ask for.
    pub script: Script,
}

/// Why a script is no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTest {
    /// The run leaves the path, or goes on behind it.
    Strays,
    /// An assumption does not hold: this is no execution.
    Assumption,
    /// The run does not come to an end.
    Open,
}

/// Runs a script on the program of a path.
pub fn repeat(program: &Program, path: &Path, script: &Script, options: &Options) -> Result<Repeated, NoTest> {
    let mut follower = Follower { program, moves: &path.moves, at: 0, strayed: false };
    let result = watch(program, script, options, &mut follower);
    let end = match result.outcome {
        Outcome::Exited { status } => TestEnd::Exited(status),
        Outcome::Violation(report) => TestEnd::Violation(report.kind),
        Outcome::Ended { cause: Some(report) } => TestEnd::Stopped(report.kind),
        Outcome::Ended { cause: None } => return Err(NoTest::Assumption),
        _ => return Err(NoTest::Open),
    };
    if follower.strayed || follower.at != path.moves.len() {
        return Err(NoTest::Strays);
    }
    Ok(Repeated { end, script: result.script })
}

/// Compares a run with a path.
struct Follower<'a> {
    program: &'a Program,
    moves: &'a [Move],
    at: usize,
    strayed: bool,
}

impl Tracer for Follower<'_> {
    fn edge(&mut self, _view: &View<'_>, edge: Edge) {
        match self.moves.get(self.at) {
            Some(Move::Edge(next) | Move::Enter { call: next, .. }) if *next == edge => self.at += 1,
            _ => self.strayed = true,
        }
    }

    fn returned(&mut self, _view: &View<'_>, edge: Edge) {
        match self.moves.get(self.at) {
            Some(Move::Leave { call, .. }) if *call == edge => self.at += 1,
            // A function without a body is called and has returned in one move.
            _ if self.at.checked_sub(1).is_some_and(|last| self.moves[last] == Move::Edge(edge))
                && matches!(self.program.edges[edge].op, Op::Call { .. }) => {}
            _ => self.strayed = true,
        }
    }
}
