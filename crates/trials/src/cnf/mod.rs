//! Random clauses: our SAT core against others, its models evaluated and its proofs checked.
//!
//! A trial gives the formula to the core in one or several steps, under default or random options,
//! with and without assumptions. Every answer stands by itself (a model is evaluated, an `Unsat`
//! has a checked proof and a core within the assumptions) and against what other solvers say of the
//! same clauses.

mod generate;

pub use generate::{KINDS, Make, formula};

use crate::proof::CheckedProof;
use crate::random::Rng;
use crate::rival::{SAT_RIVALS, Said, SatRival};
use crate::run::{Counts, Plan, Summary, TrialError, Wrong, run};
use adumbra_options::OptionTable;
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, Limits, Lit, SatOptions};
use std::path::PathBuf;

/// Clauses, and queries under assumptions once they are there.
#[derive(Clone, Debug)]
struct Step {
    clauses: Vec<Vec<Lit>>,
    queries: Vec<Vec<Lit>>,
}

/// What a trial asks.
#[derive(Clone, Debug)]
pub struct Script {
    vars: usize,
    steps: Vec<Step>,
    options: SatOptions,
}

impl Script {
    /// The script of a formula.
    pub fn new(rng: &mut Rng, cnf: &Cnf) -> Script {
        let options = if rng.one_in(2) { SatOptions::default() } else { rng.sat_options() };
        let parts = if rng.one_in(4) { rng.between(2, 4) } else { 1 };
        let mut steps = Vec::new();
        let mut rest = &cnf.clauses[..];
        for part in (1..=parts).rev() {
            let (now, later) = rest.split_at(if part == 1 { rest.len() } else { rng.below(rest.len() + 1) });
            rest = later;
            let mut queries = vec![Vec::new()];
            if cnf.vars > 0 && (parts > 1 || rng.one_in(4)) {
                let length = rng.between(1, 6);
                let any = |rng: &mut Rng| {
                    let var = adumbra_sat::Var::new(rng.below(cnf.vars));
                    var.literal(rng.one_in(2))
                };
                queries.insert(rng.below(2), (0..length).map(|_| any(rng)).collect());
            }
            steps.push(Step { clauses: now.to_vec(), queries });
        }
        Script { vars: cnf.vars, steps, options }
    }

    /// The clauses and assumptions of each query.
    fn queries(&self) -> Vec<Cnf> {
        let mut clauses = Vec::new();
        let mut queries = Vec::new();
        for Step { clauses: added, queries: assumed } in &self.steps {
            clauses.extend(added.iter().cloned());
            for assumptions in assumed {
                let units = assumptions.iter().map(|lit| vec![*lit]);
                queries.push(Cnf { vars: self.vars, clauses: clauses.iter().cloned().chain(units).collect() });
            }
        }
        queries
    }

    /// Our answers, or what is wrong with one of them.
    fn ours(&self) -> Result<Vec<Said>, String> {
        let (mut sat, proof) = CheckedProof::solver(self.options.clone());
        for _ in 0..self.vars {
            sat.new_var();
        }
        let mut given = Cnf { vars: self.vars, clauses: Vec::new() };
        let mut answers = Vec::new();
        let mut refuted = 0;
        for Step { clauses: added, queries } in &self.steps {
            for clause in added {
                sat.add_clause(clause);
            }
            given.clauses.extend(added.iter().cloned());
            for assumptions in queries {
                answers.push(match sat.solve(assumptions, &Limits::conflicts(200_000)) {
                    Answer::Sat => {
                        let model = sat.model().ok_or("sat without a model")?;
                        let holds = |lit: &Lit| model[lit.var().index()] != lit.is_negative();
                        if !given.is_satisfied_by(&model) || !assumptions.iter().all(holds) {
                            return Err("a model that is none".into());
                        }
                        Said::Sat
                    }
                    Answer::Unsat => {
                        refuted += 1;
                        let core = sat.failed_assumptions();
                        if let Some(lit) = core.iter().find(|lit| !assumptions.contains(lit)) {
                            return Err(format!("the core has {lit}, which was not assumed"));
                        }
                        Said::Unsat
                    }
                    Answer::Unknown(_) => Said::Unknown,
                });
            }
        }
        match proof.conclusions()? {
            proved if proved == refuted => Ok(answers),
            proved => Err(format!("{refuted} answers unsat, {proved} proofs")),
        }
    }
}

struct Rivals {
    folder: tempfile::TempDir,
}

impl Rivals {
    fn start() -> Result<Rivals, TrialError> {
        let folder = tempfile::tempdir();
        Ok(Rivals { folder: folder.map_err(|error| TrialError::File { path: std::env::temp_dir(), error })? })
    }

    fn ask(&self, rival: &SatRival, cnf: &Cnf) -> Result<Said, TrialError> {
        let path: PathBuf = self.folder.path().join("trial.cnf");
        std::fs::write(&path, cnf.to_dimacs()).map_err(|error| TrialError::File { path: path.clone(), error })?;
        rival.ask(&path)
    }

    /// What is wrong with our answers to a script, if anything; other solvers are asked if they
    /// should.
    fn judge(&self, script: &Script, ask: bool, counts: &mut Counts) -> Result<Option<String>, TrialError> {
        let answers = match script.ours() {
            Ok(answers) => answers,
            Err(what) => return Ok(Some(what)),
        };
        for (query, ours) in script.queries().iter().zip(answers) {
            counts.add(&format!("answers {ours}"));
            for rival in SAT_RIVALS.iter().filter(|_| ask) {
                let theirs = self.ask(rival, query)?;
                match (ours, theirs) {
                    (Said::Unknown, _) => {}
                    (_, Said::Unknown) => counts.add(&format!("{} gave up", rival.name)),
                    (ours, theirs) if ours == theirs => counts.add(&format!("{} agrees", rival.name)),
                    _ => return Ok(Some(format!("ours says {ours}, {} says {theirs}", rival.name))),
                }
            }
        }
        Ok(None)
    }
}

/// Runs trials.
pub fn trials(plan: &Plan) -> Result<Summary, TrialError> {
    run(plan, Rivals::start, |rivals, trial, counts| {
        let rng = &mut Rng::new(plan.seed, trial);
        let (kind, cnf) = formula(rng);
        counts.add(&format!("kind {kind}"));
        let script = Script::new(rng, &cnf);
        let Some(what) = rivals.judge(&script, plan.asks_rivals(trial), counts)? else {
            return Ok(None);
        };
        let (script, what) = shrink(rivals, script, what)?;
        let text = describe(&script, &what);
        Ok(Some(Wrong { trial, what, extension: "cnf", text }))
    })
}

/// Leaves out clauses and queries as long as something is wrong.
fn shrink(rivals: &Rivals, mut script: Script, mut what: String) -> Result<(Script, String), TrialError> {
    let mut ignored = Counts::default();
    let mut attempts = 0;
    let mut length = usize::MAX;
    while length > 1 {
        let longest = script.steps.iter().map(|step| step.clauses.len().max(step.queries.len())).max().unwrap_or(0);
        length = length.min(longest + 1).div_ceil(2);
        for step in 0..script.steps.len() {
            for part in 0..2 {
                let mut from = 0;
                loop {
                    let mut smaller = script.clone();
                    let list =
                        if part == 0 { &mut smaller.steps[step].clauses } else { &mut smaller.steps[step].queries };
                    if from >= list.len() || attempts > 3000 {
                        break;
                    }
                    let to = (from + length).min(list.len());
                    list.drain(from..to);
                    attempts += 1;
                    match rivals.judge(&smaller, true, &mut ignored)? {
                        Some(still) => (script, what) = (smaller, still),
                        None => from = to,
                    }
                }
            }
        }
    }
    Ok((script, what))
}

/// The clauses as a file, with the steps and queries as comments.
fn describe(script: &Script, what: &str) -> String {
    let mut text = format!("c {what}\n");
    for setting in script.options.changes().lines() {
        text += &format!("c option {setting}\n");
    }
    let mut all = Cnf { vars: script.vars, clauses: Vec::new() };
    for Step { clauses, queries } in &script.steps {
        all.clauses.extend(clauses.iter().cloned());
        for query in queries {
            text += &format!("c after {} clauses solve under {query:?}\n", all.clauses.len());
        }
    }
    text + &all.to_dimacs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_answers_stand_by_themselves() {
        let (mut sat, mut unsat) = (0, 0);
        for trial in 0..300 {
            let rng = &mut Rng::new(11, trial);
            let (_, cnf) = formula(rng);
            for said in Script::new(rng, &cnf).ours().unwrap() {
                sat += u32::from(said == Said::Sat);
                unsat += u32::from(said == Said::Unsat);
            }
        }
        assert!(sat > 80 && unsat > 80, "{sat} {unsat}");
    }
}
