//! Our answers to a formula: read from text, models evaluated, proofs checked.

use super::formula::{Dialect, Formula, Step};
use crate::proof::CheckedProof;
use crate::rival::Said;
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::script::Session;
use adumbra_solver::solver::{Solver, SolverError, Tracked, Verdict};
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::{Model, Term, Terms, evaluate};
use std::collections::HashMap;

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What was said.
    pub said: Said,
    /// For `unsat`, nodes that are unsatisfiable together: the assertions without names, and of the
    /// others those of the core.
    pub core: Option<Vec<usize>>,
}

/// A formula as terms.
pub struct Translated {
    /// The arena.
    pub terms: Terms,
    /// The terms of the nodes that the script names.
    pub roots: HashMap<usize, Term>,
}

/// Most conflicts of a query.
const CONFLICTS: u64 = 100_000;

/// Reads the definitions of a formula.
pub fn translate(formula: &Formula) -> Result<Translated, String> {
    let text = formula.definitions(Dialect::Ours);
    let mut terms = Terms::new();
    let mut roots = HashMap::new();
    let mut reader = Reader::new(&text);
    while let Some(command) = reader.next(&mut terms).map_err(|error| format!("reading: {error}"))? {
        if let Command::Define(name, _, body) = command
            && let Some(number) = name.strip_prefix('n').and_then(|digits| digits.parse().ok())
        {
            roots.insert(number, body);
        }
    }
    match formula.roots().iter().find(|root| !roots.contains_key(*root)) {
        Some(root) => Err(format!("n{root} is not defined")),
        None => Ok(Translated { terms, roots }),
    }
}

/// Is every term true under the model?
pub fn satisfies(terms: &Terms, model: &Model, roots: &[Term]) -> bool {
    roots.iter().all(|root| evaluate(terms, model, *root).as_bool() == Some(true))
}

/// Our answers to the queries of a formula, or what is wrong with one of them.
pub fn answers(formula: &Formula, options: &Options) -> Result<Vec<Given>, String> {
    let Translated { mut terms, roots } = translate(formula)?;
    let terms = &mut terms;
    let (tracer, proof) = CheckedProof::tracer();
    let mut solver = Embedded::with_tracer(options.clone(), tracer);
    let broken = |error: SolverError| error.to_string();
    let mut names: HashMap<Tracked, usize> = HashMap::new();
    let mut queries = formula.queries().into_iter();
    let mut given = Vec::new();
    let mut refuted = 0;
    for step in &formula.steps {
        match step {
            Step::Push => solver.push().map_err(broken)?,
            Step::Pop(count) => solver.pop(*count).map_err(broken)?,
            Step::Assert(node, false) => solver.assert(terms, roots[node]).map_err(broken)?,
            Step::Assert(node, true) => {
                names.insert(solver.assert_tracked(terms, roots[node]).map_err(broken)?, *node);
            }
            Step::Check(assumed) => {
                let query = queries.next().unwrap_or_default();
                let assumptions: Vec<Term> = assumed.iter().map(|node| roots[node]).collect();
                let verdict = solver.check(terms, &assumptions, &Limits::conflicts(CONFLICTS)).map_err(broken)?;
                let mut answer = Given { said: Said::Unknown, core: None };
                match verdict {
                    Verdict::Sat => {
                        let model = solver.model().ok_or("sat without a model")?;
                        let wanted: Vec<Term> = query.all().iter().map(|node| roots[node]).collect();
                        if !satisfies(terms, model, &wanted) {
                            return Err("a model that is none".into());
                        }
                        answer.said = Said::Sat;
                    }
                    Verdict::Unsat => {
                        refuted += 1;
                        let core = solver.core().ok_or("unsat without a core")?;
                        let mut nodes = query.asserted.clone();
                        for name in &core.assertions {
                            let node = names.get(name).ok_or("a core with an unknown name")?;
                            if !query.tracked.contains(node) {
                                return Err("a core with an assertion that is not active".into());
                            }
                            nodes.push(*node);
                        }
                        for place in &core.assumptions {
                            nodes.push(*assumed.get(*place).ok_or("a core with an unknown assumption")?);
                        }
                        answer = Given { said: Said::Unsat, core: Some(nodes) };
                    }
                    Verdict::Unknown(_) => {}
                }
                given.push(answer);
            }
        }
    }
    match proof.conclusions()? {
        proved if proved == refuted => Ok(given),
        proved => Err(format!("{refuted} answers unsat, {proved} proofs")),
    }
}

/// The answers to the same formula as a script, from its text to the words that are printed.
pub fn session_answers(formula: &Formula, options: &Options) -> Result<Vec<Said>, String> {
    let text = formula.script();
    let mut terms = Terms::new();
    let mut reader = Reader::new(&text);
    let mut session = Session::new(Embedded::new(options.clone()), Limits::conflicts(CONFLICTS));
    let mut said = Vec::new();
    while let Some(command) = reader.next(&mut terms).map_err(|error| format!("reading: {error}"))? {
        let is_check = matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
        let output = session.execute(&mut terms, command).map_err(|error| format!("the session: {error}"))?;
        if is_check {
            said.push(match output.as_deref() {
                Some("sat") => Said::Sat,
                Some("unsat") => Said::Unsat,
                Some("unknown") => Said::Unknown,
                other => return Err(format!("the session answered {other:?}")),
            });
        }
    }
    Ok(said)
}
