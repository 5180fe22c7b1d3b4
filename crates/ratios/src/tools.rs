//! The solvers: how each is started, and how its answers are read.

use crate::TableArguments;
use crate::sys::{self, Outcome};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

const PARSER: &str = "\
import bitwuzla, sys
parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
parser.parse(sys.argv[1], False, True)";

/// A solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// The embedded one.
    Ours,
    /// Minisat 2.2.1.
    Minisat,
    /// CaDiCaL.
    Cadical,
    /// Z3.
    Z3,
    /// Bitwuzla through its Python package.
    Bitwuzla,
}

impl Tool {
    /// Those that read DIMACS, ours first.
    pub const SAT: [Tool; 3] = [Tool::Ours, Tool::Minisat, Tool::Cadical];
    /// Those that read SMT-LIB, ours first.
    pub const SMT: [Tool; 3] = [Tool::Ours, Tool::Z3, Tool::Bitwuzla];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Ours => "adumbra",
            Tool::Minisat => "minisat",
            Tool::Cadical => "cadical",
            Tool::Z3 => "z3",
            Tool::Bitwuzla => "bitwuzla",
        }
    }

    fn command(self, file: &Path, arguments: &TableArguments) -> std::io::Result<Command> {
        let mut command = match self {
            Tool::Ours => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("solve");
                for setting in &arguments.set {
                    command.args(["--set", setting]);
                }
                command
            }
            Tool::Minisat => {
                let mut command = Command::new("minisat");
                command.arg("-verb=0");
                command
            }
            Tool::Cadical => {
                let mut command = Command::new("cadical");
                command.args(["-q", "-n"]);
                command
            }
            Tool::Z3 => Command::new("z3"),
            Tool::Bitwuzla => {
                let mut command = Command::new(&arguments.python);
                command.args(["-c", PARSER]);
                command
            }
        };
        command.arg(file);
        Ok(command)
    }

    /// Runs it on a file.
    pub fn run(self, file: &Path, arguments: &TableArguments) -> std::io::Result<Outcome> {
        sys::run(&mut self.command(file, arguments)?, arguments.limit)
    }
}

/// A solver that is there, and what its start takes.
#[derive(Clone, Copy, Debug)]
pub struct Present {
    /// Which.
    pub tool: Tool,
    /// CPU seconds of an empty input.
    pub start: f64,
}

/// The solvers of a list that are installed.
pub fn present(tools: &[Tool], arguments: &TableArguments, directory: &Path) -> Result<Vec<Present>, Box<dyn Error>> {
    let mut result = Vec::new();
    let wanted = |tool: Tool| {
        tool == Tool::Ours || arguments.tools.is_empty() || arguments.tools.iter().any(|name| name == tool.name())
    };
    for &tool in tools.iter().filter(|tool| wanted(**tool)) {
        let (file, text, answer): (PathBuf, &str, &str) = if Tool::SAT.contains(&tool) && tools == Tool::SAT {
            (directory.join("empty.cnf"), "p cnf 1 1\n1 0\n", "sat")
        } else {
            (directory.join("empty.smt2"), "(set-logic QF_BV)\n(check-sat)\n", "sat")
        };
        std::fs::write(&file, text)?;
        let mut start = f64::INFINITY;
        let mut there = true;
        for _ in 0..10 {
            match tool.run(&file, arguments) {
                Ok(outcome) if answers(&outcome.output).first().is_some_and(|a| a == answer) => {
                    start = start.min(outcome.cpu);
                }
                _ => there = false,
            }
        }
        if there {
            result.push(Present { tool, start });
        } else {
            eprintln!("{} is not there and is left out", tool.name());
        }
    }
    Ok(result)
}

/// The answers to the queries of a file, in order.
pub fn answers(output: &str) -> Vec<String> {
    output
        .lines()
        .filter_map(|line| match line.trim() {
            "sat" | "SATISFIABLE" | "s SATISFIABLE" => Some("sat"),
            "unsat" | "UNSATISFIABLE" | "s UNSATISFIABLE" => Some("unsat"),
            "unknown" | "INDETERMINATE" | "s UNKNOWN" => Some("unknown"),
            _ => None,
        })
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_every_dialect() {
        assert_eq!(answers("c hello\ns SATISFIABLE\nv 1 0"), ["sat"]);
        assert_eq!(answers("WARNING: x\nUNSATISFIABLE\n"), ["unsat"]);
        assert_eq!(answers("sat\n((x #x01))\nunsat\nunknown\n"), ["sat", "unsat", "unknown"]);
    }
}
