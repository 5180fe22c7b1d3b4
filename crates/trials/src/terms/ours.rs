//! Our answers to a formula: read from text, models evaluated, proofs checked.

use super::formula::{Dialect, Formula};
use crate::proof::CheckedProof;
use crate::rival::Said;
use adumbra_solver::encode::Encoder;
use adumbra_solver::sat::{Answer, Limits, Lit, SatOptions};
use adumbra_solver::script::Session;
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::{Model, Simplifier, Term, Terms, evaluate};
use std::collections::HashMap;

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What was said.
    pub said: Said,
    /// For `unsat`, nodes that are unsatisfiable together: the assertions without names, and of the others those of the core.
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
pub fn answers(formula: &Formula, options: &SatOptions) -> Result<Vec<Given>, String> {
    let Translated { mut terms, roots } = translate(formula)?;
    let (sat, proof) = CheckedProof::solver(options.clone());
    let mut encoder = Encoder::new(sat);
    let mut simplifier = Simplifier::new();
    let mut given = Vec::new();
    let mut refuted = 0;
    for query in formula.queries() {
        let nodes = query.all();
        let mut lits: Vec<(usize, Lit)> = Vec::new();
        for node in &nodes {
            let simple = simplifier.simplify(&mut terms, roots[node]);
            match encoder.literal(&terms, simple) {
                Ok(lit) => lits.push((*node, lit)),
                Err(_) => break,
            }
        }
        let mut answer = Given { said: Said::Unknown, core: None };
        if lits.len() == nodes.len() {
            let assumptions: Vec<Lit> = lits.iter().map(|(_, lit)| *lit).collect();
            match encoder.gates.sat.solve(&assumptions, &Limits::conflicts(CONFLICTS)) {
                Answer::Sat => {
                    let wanted: Vec<Term> = nodes.iter().map(|node| roots[node]).collect();
                    if !satisfies(&terms, &encoder.model(&terms), &wanted) {
                        return Err("a model that is none".into());
                    }
                    answer.said = Said::Sat;
                }
                Answer::Unsat => {
                    refuted += 1;
                    let failed = encoder.gates.sat.failed_assumptions();
                    let core = lits.iter().filter(|(_, lit)| failed.contains(lit)).map(|(node, _)| *node).collect();
                    answer = Given { said: Said::Unsat, core: Some(core) };
                }
                Answer::Unknown(_) => {}
            }
        }
        given.push(answer);
    }
    match proof.conclusions()? {
        proved if proved == refuted => Ok(given),
        proved => Err(format!("{refuted} answers unsat, {proved} proofs")),
    }
}

/// The answers to the same formula as a script, from its text to the words that are printed.
pub fn session_answers(formula: &Formula, options: &SatOptions) -> Result<Vec<Said>, String> {
    let text = formula.script();
    let mut terms = Terms::new();
    let mut reader = Reader::new(&text);
    let mut session = Session::new(options.clone(), Limits::conflicts(CONFLICTS));
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
