//! Scripts: SMT-LIB commands against any solver.
//!
//! A named assertion is tracked, so that it can appear in a core; an answer is printed as SMT-LIB
//! wants it. What a script asks for at the wrong time is answered with `(error …)`, and the script
//! goes on.

use crate::solver::{Solver, SolverError, Tracked, Verdict};
use adumbra_interpolate::{self as interpolate, Query, Tree};
use adumbra_sat::Limits;
use adumbra_terms::smtlib::{Command, Interpolation, model_to_string, term_to_string, value_to_string};
use adumbra_terms::{Model, Plan, Symbol, Term, Terms};

/// What a script was last told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    Sat,
    Unsat,
    Unknown,
}

#[derive(Default)]
struct Level {
    assertions: Vec<Assertion>,
    symbols: Vec<Symbol>,
}

struct Assertion {
    term: Term,
    name: Option<(String, Tracked)>,
}

/// Executes commands of a script.
pub struct Session<S> {
    solver: S,
    limits: Limits,
    check_interpolants: bool,
    levels: Vec<Level>,
    known: Known,
    /// The assumptions of the last query, as they were written.
    assumptions: Vec<String>,
    /// Why there was no answer.
    reason: Option<String>,
    minimal_cores: bool,
    done: bool,
    print_success: bool,
}

impl<S: Solver> Session<S> {
    /// A session with a solver, and limits for each query.
    pub fn new(solver: S, limits: Limits) -> Session<S> {
        Session {
            solver,
            limits,
            check_interpolants: false,
            levels: vec![Level::default()],
            known: Known::Nothing,
            assumptions: Vec::new(),
            reason: None,
            minimal_cores: false,
            done: false,
            print_success: false,
        }
    }

    /// Whether interpolants are checked against their definition before they are printed.
    pub fn set_check_interpolants(&mut self, check: bool) {
        self.check_interpolants = check;
    }

    /// Has the script said `exit`?
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Was the last query left without an answer?
    pub fn last_is_unknown(&self) -> bool {
        self.known == Known::Unknown
    }

    /// The solver.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    /// The solver, to be changed.
    pub fn solver_mut(&mut self) -> &mut S {
        &mut self.solver
    }

    /// Executes a command; the answer is what is to be printed.
    pub fn execute(&mut self, terms: &mut Terms, command: Command) -> Result<Option<String>, SolverError> {
        match command {
            Command::SetOption(key, value) => match key.trim_start_matches(':') {
                "print-success" => self.print_success = value.trim() == "true",
                "minimal-unsat-cores" => self.minimal_cores = value.trim() == "true",
                _ => {}
            },
            Command::Declare(symbol) => self.top().symbols.push(symbol),
            Command::Assert(term, name) => {
                self.known = Known::Nothing;
                let name = match name {
                    None => {
                        self.solver.assert(terms, term)?;
                        None
                    }
                    Some(name) => Some((name, self.solver.assert_tracked(terms, term)?)),
                };
                self.top().assertions.push(Assertion { term, name });
            }
            Command::Push(count) => {
                for _ in 0..count {
                    self.solver.push()?;
                    self.levels.push(Level::default());
                }
                self.known = Known::Nothing;
            }
            Command::Pop(count) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX).min(self.levels.len() - 1);
                self.solver.pop(count)?;
                self.levels.truncate(self.levels.len() - count);
                self.known = Known::Nothing;
            }
            Command::CheckSat => return self.check(terms, &[]).map(Some),
            Command::CheckSatAssuming(assumptions) => return self.check(terms, &assumptions).map(Some),
            Command::GetValue(pairs) => return Ok(Some(self.values(terms, &pairs))),
            Command::GetModel => {
                let Some(model) = self.model() else { return error("there is no model") };
                let symbols: Vec<Symbol> = self.levels.iter().flat_map(|l| l.symbols.iter().copied()).collect();
                return Ok(Some(model_to_string(terms, model, &symbols).trim_end().to_owned()));
            }
            Command::GetUnsatCore => return self.core(terms),
            Command::GetUnsatAssumptions => {
                let Some(core) = self.solver.core().filter(|_| self.known == Known::Unsat) else {
                    return error("the last query was not unsatisfiable");
                };
                let failed: Vec<&str> =
                    core.assumptions.iter().map(|place| self.assumptions[*place].as_str()).collect();
                return Ok(Some(format!("({})", failed.join(" "))));
            }
            Command::GetInterpolant(what) => return self.interpolant(terms, what),
            Command::GetAssertions => {
                let all: Vec<String> = self.active_terms().map(|t| term_to_string(terms, t)).collect();
                return Ok(Some(format!("({})", all.join("\n "))));
            }
            Command::GetInfo(key) => {
                return Ok(Some(match key.trim_start_matches(':') {
                    "name" => format!("(:name \"{}\")", self.solver.name()),
                    "version" => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
                    "reason-unknown" => format!("(:reason-unknown \"{}\")", self.reason.as_deref().unwrap_or("none")),
                    _ => "unsupported".into(),
                }));
            }
            Command::GetOption(_) => return Ok(Some("unsupported".into())),
            Command::Echo(text) => return Ok(Some(format!("\"{text}\""))),
            Command::Exit => self.done = true,
            Command::Reset | Command::ResetAssertions => {
                self.solver.reset()?;
                self.levels = vec![Level::default()];
                self.known = Known::Nothing;
            }
            _ => {}
        }
        Ok(self.print_success.then(|| "success".to_owned()))
    }

    fn top(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn active(&self) -> impl Iterator<Item = &Assertion> {
        self.levels.iter().flat_map(|level| &level.assertions)
    }

    fn active_terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.active().map(|assertion| assertion.term)
    }

    fn model(&self) -> Option<&Model> {
        self.solver.model().filter(|_| self.known == Known::Sat)
    }

    fn values(&self, terms: &Terms, pairs: &[(Term, String)]) -> String {
        let Some(model) = self.model() else { return "(error \"there is no model\")".into() };
        let roots: Vec<Term> = pairs.iter().map(|(term, _)| *term).collect();
        let mut plan = Plan::new(terms, &roots);
        plan.run(model);
        let values: Vec<String> = pairs
            .iter()
            .enumerate()
            .map(|(root, (term, text))| {
                format!("({text} {})", value_to_string(terms, terms.sort(*term), plan.value(root)))
            })
            .collect();
        format!("({})", values.join("\n "))
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Result<String, SolverError> {
        (self.known, self.reason) = (Known::Unknown, None);
        self.assumptions = assumptions.iter().map(|term| term_to_string(terms, *term)).collect();
        Ok(match self.solver.check(terms, assumptions, &self.limits)? {
            Verdict::Sat => {
                self.known = Known::Sat;
                "sat"
            }
            Verdict::Unsat => {
                self.known = Known::Unsat;
                "unsat"
            }
            Verdict::Unknown(reason) => {
                self.reason = Some(reason.to_string());
                "unknown"
            }
        }
        .to_owned())
    }

    fn core(&mut self, terms: &mut Terms) -> Result<Option<String>, SolverError> {
        if self.known != Known::Unsat {
            return error("the last query was not unsatisfiable");
        }
        if self.minimal_cores {
            self.solver.minimize_core(terms, &self.limits)?;
        }
        let Some(core) = self.solver.core() else { return error("the last query was not unsatisfiable") };
        let names: Vec<&str> = self
            .active()
            .filter_map(|assertion| assertion.name.as_ref())
            .filter(|(_, tracked)| core.assertions.contains(tracked))
            .map(|(name, _)| name.as_str())
            .collect();
        Ok(Some(format!("({})", names.join(" "))))
    }

    fn interpolant(&mut self, terms: &mut Terms, what: Interpolation) -> Result<Option<String>, SolverError> {
        let (parts, tree, name) = match what {
            Interpolation::Groups(partition) => {
                let groups = &partition.groups;
                let mut parts = Vec::new();
                for group in groups {
                    let mut part = Vec::new();
                    for wanted in group {
                        let named = |a: &&Assertion| a.name.as_ref().is_some_and(|(name, _)| name == wanted);
                        match self.active().find(named) {
                            Some(assertion) => part.push(assertion.term),
                            None => return error(&format!("no assertion is called {wanted}")),
                        }
                    }
                    parts.push(part);
                }
                let named = |a: &Assertion| {
                    a.name.as_ref().is_some_and(|(name, _)| groups.iter().any(|group| group.contains(name)))
                };
                // What no group names belongs to the other side; with several groups, to the last,
                // which is the root.
                let rest: Vec<Term> = self.active().filter(|a| !named(a)).map(|a| a.term).collect();
                match parts.len() {
                    1 => parts.push(rest),
                    _ => parts.last_mut().into_iter().for_each(|last| last.extend(&rest)),
                }
                let tree = match Tree::from_starts(partition.starts.clone()) {
                    Ok(tree) if !partition.is_sequence() => Some(tree),
                    Ok(_) => None,
                    Err(why) => return error(&why.to_string()),
                };
                (parts, tree, None)
            }
            Interpolation::Conjecture(name, term) => {
                let against = terms.not(term);
                (vec![self.active_terms().collect(), vec![against]], None, Some(name))
            }
        };
        let query = Query { parts, tree, candidates: 1, check: self.check_interpolants };
        Ok(Some(match self.solver.interpolate(terms, &query, &self.limits)? {
            interpolate::Interpolation::Found(found) => {
                let Some(best) = found.first() else { return error("there is no interpolant") };
                let texts: Vec<String> = best.interpolants.iter().map(|t| term_to_string(terms, *t)).collect();
                match (name, &texts[..]) {
                    (Some(name), [text]) => format!("(define-fun {name} () Bool {text})"),
                    (_, [text]) => text.clone(),
                    _ => format!("({})", texts.join("\n ")),
                }
            }
            interpolate::Interpolation::Satisfiable(_) => {
                "(error \"the parts are satisfiable together, so there is no interpolant\")".into()
            }
            interpolate::Interpolation::None(reason) => format!("(error \"no interpolant: {reason}\")"),
        }))
    }
}

fn error(text: &str) -> Result<Option<String>, SolverError> {
    Ok(Some(format!("(error \"{text}\")")))
}
