//! Other solvers, as processes: one a formula for DIMACS, one for thousands of queries for SMT-LIB.

use crate::run::TrialError;
use adumbra_solver::process::CommandLine;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What a solver says of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Said {
    /// It has a model.
    Sat,
    /// It has none.
    Unsat,
    /// No answer.
    Unknown,
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Said::Sat => "sat",
            Said::Unsat => "unsat",
            Said::Unknown => "unknown",
        })
    }
}

/// A solver of clauses.
#[derive(Clone, Copy, Debug)]
pub struct SatRival {
    /// Its name and command.
    pub name: &'static str,
    arguments: &'static [&'static str],
}

/// The solvers of clauses that ours is compared with.
pub const SAT_RIVALS: &[SatRival] =
    &[SatRival { name: "minisat", arguments: &["-verb=0"] }, SatRival { name: "cadical", arguments: &["-q", "-n"] }];

impl SatRival {
    /// Is there a model of the formula in this file?
    pub fn ask(&self, file: &Path) -> Result<Said, TrialError> {
        let broken = |reason: String| TrialError::Rival { solver: self.name.into(), reason };
        let status = Command::new(self.name)
            .args(self.arguments)
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| broken(error.to_string()))?;
        match status.code() {
            Some(10) => Ok(Said::Sat),
            Some(20) => Ok(Said::Unsat),
            Some(0) => Ok(Said::Unknown),
            _ => Err(broken(format!("ended with {status}"))),
        }
    }
}

/// A solver of scripts.
#[derive(Clone, Debug)]
pub struct SmtRival {
    /// Its name.
    pub name: &'static str,
    /// The command that starts it.
    pub command: CommandLine,
    /// What every process is told first.
    greeting: &'static str,
    /// Does it know arrays that hold one value that is no literal?
    pub variable_const_arrays: bool,
    /// Does it read whole scripts, one a line?
    script_a_line: bool,
}

/// Bitwuzla through its Python package, whose parser keeps its state from one text to the next.
const BITWUZLA: &str = "import sys, bitwuzla as b\n\
    o = b.Options()\n\
    o.set(b.Option.TIME_LIMIT_PER, int(sys.argv[1]))\n\
    p = b.Parser(b.TermManager(), o)\n\
    for line in sys.stdin: p.parse(line, False, False)\n";

impl SmtRival {
    fn new(name: &'static str, program: &str, arguments: &[&str]) -> SmtRival {
        let command = CommandLine::new(program, arguments.iter().map(|argument| String::from(*argument)));
        SmtRival { name, command, greeting: "", variable_const_arrays: true, script_a_line: false }
    }

    /// The solvers of scripts that ours is compared with; Bitwuzla if there is a Python that has
    /// its package. Each has so many milliseconds a query.
    pub fn all(python: Option<&str>, patience: u64) -> Vec<SmtRival> {
        let (z3, limit) = (format!("-t:{patience}"), format!("--tlimit-per={patience}"));
        let cvc5 = ["--lang=smt2", "--incremental", &limit, "--fp-exp", "-q"];
        let mut all = vec![
            SmtRival::new("z3", "z3", &["-in", &z3]),
            SmtRival {
                greeting: "(set-logic QF_AUFBVFP)\n",
                variable_const_arrays: false,
                ..SmtRival::new("cvc5", "cvc5", &cvc5)
            },
        ];
        if let Some(python) = python {
            let arguments = ["-c", BITWUZLA, &patience.to_string()];
            all.push(SmtRival { script_a_line: true, ..SmtRival::new("bitwuzla", python, &arguments) });
        }
        all
    }
}

/// A process that answers queries.
pub struct Talk {
    /// Which solver it is.
    pub rival: SmtRival,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

/// A process is replaced after so many scripts, since what is popped is not always forgotten.
const SCRIPTS_A_PROCESS: u64 = 500;

impl Talk {
    /// Starts a process.
    pub fn start(rival: SmtRival) -> Result<Talk, TrialError> {
        let broken = |reason: String| TrialError::Rival { solver: rival.name.into(), reason };
        let mut child = Command::new(rival.command.program())
            .args(rival.command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| broken(error.to_string()))?;
        let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(broken("no pipes".into()));
        };
        to.write_all(rival.greeting.as_bytes()).map_err(|error| broken(error.to_string()))?;
        Ok(Talk { rival, child, to, from: BufReader::new(from), asked: 0 })
    }

    fn broken(&self, reason: impl ToString) -> TrialError {
        TrialError::Rival { solver: self.rival.name.into(), reason: reason.to_string() }
    }

    fn send(&mut self, text: &str) -> std::io::Result<()> {
        self.to.write_all(text.as_bytes())?;
        self.to.flush()
    }

    /// Does a new process answer an empty question?
    fn survives(&self) -> Result<bool, TrialError> {
        let mut other = Talk::start(self.rival.clone())?;
        let sent = other.send("(check-sat)\n");
        let mut line = String::new();
        Ok(sent.is_ok() && other.from.read_line(&mut line).is_ok() && line.trim() == "sat")
    }

    /// Sends a script that leaves no level behind and reads its answers: `sat`, `unsat` or
    /// `unknown`, so many.
    pub fn ask(&mut self, script: &str, answers: usize) -> Result<Vec<Said>, TrialError> {
        self.asked += 1;
        if self.asked > SCRIPTS_A_PROCESS {
            *self = Talk::start(self.rival.clone())?;
        }
        let line = if self.rival.script_a_line { script.replace('\n', " ") + "\n" } else { script.to_owned() };
        if self.send(&line).is_err() {
            // It ended after its last answer, or at once.
            *self = Talk::start(self.rival.clone())?;
            self.send(&line).map_err(|error| self.broken(error))?;
        }
        let mut said = Vec::with_capacity(answers);
        while said.len() < answers {
            let mut line = String::new();
            self.from.read_line(&mut line).map_err(|error| self.broken(error))?;
            said.push(match line.trim() {
                "sat" => Said::Sat,
                "unsat" => Said::Unsat,
                "unknown" | "timeout" => Said::Unknown,
                // It crashed, as some do on floating point, and not on what every process is told
                // first.
                "" if self.asked > 1 || self.survives()? => {
                    *self = Talk::start(self.rival.clone())?;
                    said.resize(answers, Said::Unknown);
                    return Ok(said);
                }
                "" => return Err(self.broken("ended without an answer")),
                // A limitation that it states itself, or memory that it does not get, and at which
                // it ends.
                other
                    if other.starts_with("(error")
                        && ["does not yet support", "bad_alloc"].iter().any(|known| other.contains(known)) =>
                {
                    *self = Talk::start(self.rival.clone())?;
                    said.resize(answers, Said::Unknown);
                    return Ok(said);
                }
                other => return Err(self.broken(format!("answered {other}"))),
            });
        }
        Ok(said)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
