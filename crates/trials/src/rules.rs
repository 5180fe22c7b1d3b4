//! Every simplification rule at 32 and 64 bits: proved where a solver can, tested where none does.
//!
//! What is to be proved is that both sides of a rule are equal, written as scripts that are
//! unsatisfiable. Our solver comes first, over the bare encoder: no rule of the simplifier helps to
//! prove another. Then come the others. A rule without conditions has one script in which its
//! constants are variables; a rule with a condition on its constants, or in code, has a script for
//! each of the instances that are tried, and is tested with random vectors as well.

use crate::proof::CheckedProof;
use crate::rival::Said;
use crate::run::TrialError;
use adumbra_encode::Encoder;
use adumbra_sat::{Answer, Limits, SatOptions};
use adumbra_stop::Stop;
use adumbra_terms::simplify::check::{Obligations, obligations, sample_rule};
use adumbra_terms::simplify::{Rule, rules};
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::{Terms, evaluate};
use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Which rules, and how long.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only the rule of this name.
    pub rule: Option<String>,
    /// The widths.
    pub widths: Vec<u32>,
    /// Time for each solver and script.
    pub timeout: Duration,
    /// Random vectors for rules that are not proved for all constants.
    pub vectors: u64,
    /// Number of threads.
    pub jobs: usize,
    /// A Python with the package bitwuzla, if there is one.
    pub python: Option<String>,
}

/// How a rule was shown to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// For all operands and constants.
    Proved,
    /// For all operands of so many instances; further constants were tested with random vectors.
    ProvedInstances(usize),
    /// With random vectors only.
    Tested,
    /// It does not hold.
    Wrong(String),
}

/// What became of a rule at a width.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rule.
    pub rule: &'static Rule,
    /// The width.
    pub width: u32,
    /// How it was shown.
    pub method: Method,
    /// Who proved the scripts, each once.
    pub provers: Vec<&'static str>,
    /// Time of the proofs, of those who failed as well.
    pub time: Duration,
    /// Random vectors under which both sides were equal.
    pub vectors: u64,
}

const OURS: &str = "adumbra";

/// In the order in which they are asked.
const PROVERS: &[&str] = &[OURS, "z3", "cvc5", "bitwuzla"];

/// Instances of a rule from which on Z3 is asked about all of them at once.
const MANY: usize = 20;

const BITWUZLA: &str = "import sys, bitwuzla as b\n\
    o = b.Options()\n\
    o.set(b.Option.TIME_LIMIT_PER, int(sys.argv[2]))\n\
    b.Parser(b.TermManager(), o).parse(sys.argv[1])\n";

/// Our answer, over the encoder alone.
fn ours(script: &str, timeout: Duration) -> Result<Said, String> {
    let mut terms = Terms::new();
    let (sat, proof) = CheckedProof::solver(SatOptions::default());
    let mut encoder = Encoder::new(sat);
    let mut reader = Reader::new(script);
    let mut asserted = Vec::new();
    while let Some(command) = reader.next(&mut terms).map_err(|error| error.to_string())? {
        if let Command::Assert(term, _) = command {
            if encoder.assert(&terms, term, None).is_err() {
                return Ok(Said::Unknown);
            }
            asserted.push(term);
        }
    }
    let limits = Limits::until(Stop::never().by(Instant::now() + timeout));
    let answer = encoder.gates.sat.solve(&[], &limits);
    proof.conclusions()?;
    Ok(match answer {
        // The encoder leaves open what arrays hold, so its models may be none.
        Answer::Sat => {
            let model = encoder.model(&terms);
            let holds = asserted.iter().all(|term| evaluate(&terms, &model, *term).as_bool() == Some(true));
            if holds { Said::Sat } else { Said::Unknown }
        }
        Answer::Unsat => Said::Unsat,
        Answer::Unknown(_) => Said::Unknown,
    })
}

/// The answer of another solver, by a process of its own; no answer when it is not there.
fn other(name: &str, file: &Path, request: &Request) -> Said {
    let milliseconds = request.timeout.as_millis();
    let mut command = match name {
        "z3" => {
            let mut command = std::process::Command::new("z3");
            command.arg(format!("-t:{milliseconds}")).arg(file);
            command
        }
        "cvc5" => {
            let mut command = std::process::Command::new("cvc5");
            command.arg(format!("--tlimit={milliseconds}")).arg("-q").arg(file);
            command
        }
        _ => {
            let Some(python) = &request.python else { return Said::Unknown };
            let mut command = std::process::Command::new(python);
            command.args(["-c", BITWUZLA]).arg(file).arg(milliseconds.to_string());
            command
        }
    };
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    match output.as_ref().map(|output| String::from_utf8_lossy(&output.stdout)).as_deref().map(str::trim) {
        Ok("sat") => Said::Sat,
        Ok("unsat") => Said::Unsat,
        _ => Said::Unknown,
    }
}

/// Proves many scripts at once, with one process of Z3: true if it says `unsat` of each. A rule on
/// constants has thousands of instances, and starting a process takes longer than to answer one.
fn z3_proves_all(scripts: &[String], folder: &Path, request: &Request) -> Result<bool, String> {
    let file = folder.join("rules.smt2");
    std::fs::write(&file, scripts.join("(reset)\n")).map_err(|error| error.to_string())?;
    let milliseconds = request.timeout.as_millis();
    let mut command = std::process::Command::new("z3");
    command.arg(format!("-t:{milliseconds}")).arg(&file).stdin(Stdio::null()).stderr(Stdio::null());
    let Ok(output) = command.output() else { return Ok(false) };
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.lines().count() == scripts.len() && said.lines().all(|line| line == "unsat"))
}

/// Proves one script: who did it, or that nobody could. Who proved the script before is asked
/// first.
fn prove(
    script: &str,
    folder: &Path,
    request: &Request,
    before: Option<&'static str>,
) -> Result<Option<&'static str>, String> {
    let file = folder.join("rule.smt2");
    std::fs::write(&file, script).map_err(|error| error.to_string())?;
    for name in before.into_iter().chain(PROVERS.iter().copied().filter(|name| Some(*name) != before)) {
        let said = if name == OURS { ours(script, request.timeout)? } else { other(name, &file, request) };
        match said {
            Said::Unsat => return Ok(Some(name)),
            Said::Unknown => {}
            // Others leave open which bits a NaN has; here it has those of one.
            Said::Sat if name != OURS && script.contains("fp.to_ieee_bv") => {}
            Said::Sat => return Err(format!("{name} says that the sides differ: {script}")),
        }
    }
    Ok(None)
}

fn examine(rule: &'static Rule, width: u32, folder: &Path, request: &Request) -> Outcome {
    let start = Instant::now();
    let mut outcome =
        Outcome { rule, width, method: Method::Tested, provers: Vec::new(), time: Duration::ZERO, vectors: 0 };
    let Obligations { general, scripts, .. } = match obligations(rule.name, width) {
        Ok(found) => found,
        Err(error) => return Outcome { method: Method::Wrong(error.to_string()), ..outcome },
    };
    let mut proved = 0;
    let mut before = None;
    for script in &scripts {
        if before == Some("z3") && proved == 1 && scripts.len() > MANY {
            match z3_proves_all(&scripts, folder, request) {
                Ok(true) => {
                    proved = scripts.len();
                    break;
                }
                // One by one then: others may know what it does not, and what is wrong is to be
                // told.
                Ok(false) => {}
                Err(what) => return Outcome { method: Method::Wrong(what), time: start.elapsed(), ..outcome },
            }
        }
        match prove(script, folder, request, before) {
            Ok(Some(prover)) => {
                proved += 1;
                before = Some(prover);
                if !outcome.provers.contains(&prover) {
                    outcome.provers.push(prover);
                }
            }
            Ok(None) => break,
            Err(what) => return Outcome { method: Method::Wrong(what), time: start.elapsed(), ..outcome },
        }
    }
    outcome.time = start.elapsed();
    outcome.method = match proved {
        n if n == scripts.len() && general && n > 0 => Method::Proved,
        n if n == scripts.len() && n > 0 => Method::ProvedInstances(n),
        _ => Method::Tested,
    };
    if outcome.method != Method::Proved {
        match sample_rule(rule.name, width, request.vectors) {
            Ok(report) => {
                outcome.vectors = report.assignments;
                if let Some(failure) = report.failure {
                    outcome.method = Method::Wrong(failure);
                }
            }
            Err(error) => outcome.method = Method::Wrong(error.to_string()),
        }
    }
    if outcome.method == Method::Tested {
        outcome.provers.clear();
    }
    outcome
}

/// Examines the rules; `said` hears of each as it is done.
pub fn trials(request: &Request, said: impl Fn(&Outcome) + Sync) -> Result<Vec<Outcome>, TrialError> {
    let wanted = |rule: &&Rule| request.rule.as_ref().is_none_or(|name| name == rule.name);
    let jobs: Vec<(&'static Rule, u32)> =
        rules().filter(wanted).flat_map(|rule| request.widths.iter().map(move |width| (rule, *width))).collect();
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.max(1) {
            scope.spawn(|| {
                let folder = match tempfile::tempdir() {
                    Ok(folder) => folder,
                    Err(what) => {
                        let path = std::env::temp_dir();
                        *error.lock().unwrap_or_else(std::sync::PoisonError::into_inner) =
                            Some(TrialError::File { path, error: what });
                        return;
                    }
                };
                while let Some((rule, width)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = examine(rule, *width, folder.path(), request);
                    said(&outcome);
                    outcomes.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(outcome);
                }
            });
        }
    });
    if let Some(error) = error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let mut outcomes = outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let place =
        |outcome: &Outcome| jobs.iter().position(|(rule, w)| rule.name == outcome.rule.name && *w == outcome.width);
    outcomes.sort_by_key(place);
    Ok(outcomes)
}

/// A line of the table that is printed.
pub fn line(outcome: &Outcome) -> String {
    let Outcome { rule, width, method, provers, time, vectors } = outcome;
    let how = match method {
        Method::Proved => format!("proved by {} in {:.2} s", provers.join(", "), time.as_secs_f64()),
        Method::ProvedInstances(count) => format!(
            "proved for {count} instances by {} in {:.2} s, tested with {vectors} vectors",
            provers.join(", "),
            time.as_secs_f64()
        ),
        Method::Tested => format!("tested with {vectors} vectors"),
        Method::Wrong(what) => format!("WRONG: {what}"),
    };
    format!("{:<28} {width:>3}  {how}", rule.name)
}

/// The table as a document: how each rule was shown, without times.
pub fn document(outcomes: &[Outcome], request: &Request) -> String {
    let Request { widths, vectors, timeout, .. } = request;
    let mut text = String::from(
        "# Simplification rules and how each is shown to hold\n\n\
         Written by `scripts/trials rules --write docs/rules.md`. Besides what the table says, tests check every rule against the \
         evaluator: for all operands at 1 to 8 bits (fewer for three operands), and at random at 32 and 64.\n\n\
         - **proved**: a solver shows that both sides are equal for all operands and constants, with the simplifier off;\n\
         - **proved for n**: the same for all operands of n instances, since the rule has a condition on its constants or is \
         in code; further instances are tested;\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "- **tested**: no solver decides it in {} s, or others leave open what it says (the bits of NaN); both \
         sides agree under {vectors} random vectors or more, or on all instances of a rule on constants, \
         and the argument stands with the rule.\n",
        timeout.as_secs_f64()
    );
    let columns: Vec<String> = widths.iter().map(|width| format!("{width} bits")).collect();
    let _ = writeln!(text, "| rule | left | right | {} |", columns.join(" | "));
    let _ = writeln!(text, "|---|---|---|{}", "---|".repeat(widths.len()));
    for rule in rules() {
        let cells: Vec<String> = widths
            .iter()
            .map(|width| {
                let found = outcomes.iter().find(|o| o.rule.name == rule.name && o.width == *width);
                match found.map(|outcome| &outcome.method) {
                    Some(Method::Proved) => "proved".into(),
                    Some(Method::ProvedInstances(count)) => format!("proved for {count}"),
                    Some(Method::Tested) => "tested".into(),
                    Some(Method::Wrong(_)) => "WRONG".into(),
                    None => "not examined".into(),
                }
            })
            .collect();
        let code = |text: &str| format!("`{}`", text.replace('|', "\\|"));
        let _ =
            writeln!(text, "| {} | {} | {} | {} |", rule.name, code(rule.left), code(rule.right), cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(rule: &str) -> Request {
        Request {
            rule: Some(rule.into()),
            widths: vec![32],
            timeout: Duration::from_secs(20),
            vectors: 1000,
            jobs: 1,
            python: None,
        }
    }

    #[test]
    fn a_rule_is_proved() {
        let outcomes = trials(&request("add-zero"), |_| {}).unwrap();
        assert_eq!(outcomes.len(), 1);
        assert_eq!((&outcomes[0].method, &outcomes[0].provers[..]), (&Method::Proved, &["adumbra"][..]));
        assert!(document(&outcomes, &request("add-zero")).contains("| add-zero | "));
    }

    #[test]
    fn sides_that_differ_are_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let script = "(declare-const a (_ BitVec 8)) (assert (not (= a (bvadd a a)))) (check-sat)";
        assert!(prove(script, folder.path(), &request("add-zero"), None).is_err());
    }
}
