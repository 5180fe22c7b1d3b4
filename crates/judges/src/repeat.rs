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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feasibility::{self, Feasibility};
    use adumbra_program::text;

    const SIGN: &str = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n\
        function @main() -> i32 {\n  entry l0 exit l1\n  reg %0.z: i32\n  l0 -> l2: %0.z = input nondet \"z\"\n  l2 -> l3: [!(%0.z <s 1)]\n\
        \x20 l2 -> l4: [%0.z <s 1]\n  l3 -> l4: %0.z = %0.z - 1\n  l4 -> l1: return %0.z\n}\n\nsymbol sym0 \"z\"\n";

    /// Fig. 6: inputs for both paths; each repeats its own path and not the other.
    #[test]
    fn a_script_repeats_its_own_path_only() {
        let program = text::parse(SIGN).unwrap();
        let edges: Vec<Edge> = program.edges.keys().collect();
        let path = |numbers: &[usize]| Path { moves: numbers.iter().map(|n| Move::Edge(edges[*n])).collect() };
        let paths = [path(&[0, 1, 3, 4]), path(&[0, 2, 4])];
        let options = Options::new(program.property.clone());
        let scripts = paths.clone().map(|path| {
            match feasibility::check(&program, &path, None, &feasibility::Options::default()) {
                Feasibility::Feasible(script) => *script,
                other => panic!("{other:?}"),
            }
        });
        for (i, path) in paths.iter().enumerate() {
            for (j, script) in scripts.iter().enumerate() {
                let repeated = repeat(&program, path, script, &options);
                assert_eq!(repeated.is_ok(), i == j, "{repeated:?}");
            }
            let short = Path { moves: path.moves[..path.moves.len() - 1].to_vec() };
            assert_eq!(repeat(&program, &short, &scripts[i], &options), Err(NoTest::Strays));
        }
    }
}
