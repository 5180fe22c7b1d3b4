//! Scripts: SMT-LIB commands against the solver.
//!
//! Levels are activation literals, so that popping one keeps what was learned. A named assertion is assumed rather than
//! added, so that it can appear in an unsatisfiable core. **Invariant:** `sat` is said only of a model under which the
//! evaluator finds every active assertion true.

use crate::encode::{Encoder, Polarity, Unencoded};
use crate::sat::{Answer, Limits, Lit, Sat, SatOptions, Stats};
use adumbra_terms::smtlib::{Command, model_to_string, term_to_string, value_to_string};
use adumbra_terms::{Model, Simplifier, Symbol, Term, Terms, evaluate};

/// What a script was last told.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    Sat,
    Unsat,
    Unknown,
}

struct Level {
    /// True while the level is there; `None` for the ground level.
    active: Option<Lit>,
    assertions: Vec<Assertion>,
    symbols: Vec<Symbol>,
    /// What of its assertions the encoder could not do.
    unencoded: Option<Unencoded>,
}

impl Level {
    fn new(active: Option<Lit>) -> Level {
        Level { active, assertions: Vec::new(), symbols: Vec::new(), unencoded: None }
    }
}

struct Assertion {
    term: Term,
    /// The literal to assume, for assertions that have a name.
    named: Option<(String, Lit)>,
}

/// Executes commands of a script.
pub struct Session {
    options: SatOptions,
    limits: Limits,
    simplifier: Simplifier,
    encoder: Encoder,
    levels: Vec<Level>,
    known: Known,
    model: Model,
    core: Vec<String>,
    failed: Vec<String>,
    /// Why there was no answer.
    reason: Option<String>,
    done: bool,
    print_success: bool,
}

/// Something a script asked for at the wrong time, or an answer of ours that did not stand up to its check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The model does not satisfy the assertions: a fault of the solver.
    #[error("the model of the solver does not satisfy the assertions")]
    WrongModel,
}

impl Session {
    /// A session with these options and limits for each query.
    pub fn new(options: SatOptions, limits: Limits) -> Session {
        Session {
            encoder: Encoder::new(Sat::new(options.clone())),
            options,
            limits,
            simplifier: Simplifier::new(),
            levels: vec![Level::new(None)],
            known: Known::Nothing,
            model: Model::new(),
            core: Vec::new(),
            failed: Vec::new(),
            reason: None,
            done: false,
            print_success: false,
        }
    }

    /// Has the script said `exit`?
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Was the last query left without an answer?
    pub fn last_is_unknown(&self) -> bool {
        self.known == Known::Unknown
    }

    /// What the SAT core counted.
    pub fn stats(&self) -> &Stats {
        self.encoder.gates.sat.stats()
    }

    /// Number of variables, clauses and gates.
    pub fn sizes(&self) -> (usize, usize, usize) {
        let gates = &self.encoder.gates;
        (gates.sat.num_vars(), gates.sat.num_clauses(), gates.count())
    }

    /// Executes a command; the answer is what is to be printed.
    pub fn execute(&mut self, terms: &mut Terms, command: Command) -> Result<Option<String>, ScriptError> {
        let error = |text: &str| Ok(Some(format!("(error \"{text}\")")));
        match command {
            Command::SetOption(key, value) if key.trim_start_matches(':') == "print-success" => {
                self.print_success = value.trim() == "true";
            }
            Command::Declare(symbol) => self.top().symbols.push(symbol),
            Command::Assert(term, name) => self.assert(terms, term, name),
            Command::Push(count) => {
                for _ in 0..count {
                    let active = self.encoder.gates.fresh();
                    self.levels.push(Level::new(Some(active)));
                }
                self.known = Known::Nothing;
            }
            Command::Pop(count) => {
                for _ in 0..count {
                    if self.levels.len() > 1
                        && let Some(level) = self.levels.pop()
                        && let Some(active) = level.active
                    {
                        self.encoder.gates.sat.add_clause(&[!active]);
                    }
                }
                self.known = Known::Nothing;
            }
            Command::CheckSat => return self.check(terms, &[]).map(Some),
            Command::CheckSatAssuming(assumptions) => return self.check(terms, &assumptions).map(Some),
            Command::GetValue(pairs) => {
                if self.known != Known::Sat {
                    return error("there is no model");
                }
                let values: Vec<String> = pairs
                    .iter()
                    .map(|(term, text)| {
                        let value = evaluate(terms, &self.model, *term);
                        format!("({text} {})", value_to_string(terms, terms.sort(*term), &value))
                    })
                    .collect();
                return Ok(Some(format!("({})", values.join("\n "))));
            }
            Command::GetModel => {
                if self.known != Known::Sat {
                    return error("there is no model");
                }
                let symbols: Vec<Symbol> = self.levels.iter().flat_map(|l| l.symbols.iter().copied()).collect();
                return Ok(Some(model_to_string(terms, &self.model, &symbols).trim_end().to_owned()));
            }
            Command::GetUnsatCore => {
                return if self.known == Known::Unsat {
                    Ok(Some(format!("({})", self.core.join(" "))))
                } else {
                    error("the last query was not unsatisfiable")
                };
            }
            Command::GetUnsatAssumptions => {
                return if self.known == Known::Unsat {
                    Ok(Some(format!("({})", self.failed.join(" "))))
                } else {
                    error("the last query was not unsatisfiable")
                };
            }
            Command::GetInterpolant(_) => return error("interpolants are not supported yet"),
            Command::GetAssertions => {
                let all: Vec<String> = self.active_terms().map(|t| term_to_string(terms, t)).collect();
                return Ok(Some(format!("({})", all.join("\n "))));
            }
            Command::GetInfo(key) => {
                return Ok(Some(match key.trim_start_matches(':') {
                    "name" => "(:name \"adumbra\")".into(),
                    "version" => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
                    "reason-unknown" => format!("(:reason-unknown \"{}\")", self.reason.as_deref().unwrap_or("none")),
                    _ => "unsupported".into(),
                }));
            }
            Command::GetOption(_) => return Ok(Some("unsupported".into())),
            Command::Echo(text) => return Ok(Some(format!("\"{text}\""))),
            Command::Exit => self.done = true,
            Command::Reset | Command::ResetAssertions => {
                let print_success = self.print_success;
                *self = Session::new(self.options.clone(), self.limits.clone());
                self.print_success = print_success;
            }
            _ => {}
        }
        Ok(self.print_success.then(|| "success".to_owned()))
    }

    fn top(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn active_terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.levels.iter().flat_map(|l| l.assertions.iter().map(|a| a.term))
    }

    fn assert(&mut self, terms: &mut Terms, term: Term, name: Option<String>) {
        self.known = Known::Nothing;
        let simple = self.simplifier.simplify(terms, term);
        // A name gets a literal of its own, since equal assertions share theirs.
        let named = name.map(|name| (name, self.encoder.gates.fresh()));
        let guard = named.as_ref().map(|(_, own)| *own).or(self.top().active);
        if let Err(what) = self.encoder.assert(terms, simple, guard) {
            self.top().unencoded = Some(what);
            self.top().assertions.push(Assertion { term, named: None });
            return;
        }
        self.top().assertions.push(Assertion { term, named });
    }

    fn check(&mut self, terms: &mut Terms, assuming: &[Term]) -> Result<String, ScriptError> {
        (self.known, self.reason) = (Known::Unknown, None);
        let mut assumptions: Vec<Lit> = self.levels.iter().filter_map(|l| l.active).collect();
        let names: Vec<(String, Lit)> =
            self.levels.iter().flat_map(|l| l.assertions.iter().filter_map(|a| a.named.clone())).collect();
        assumptions.extend(names.iter().map(|(_, lit)| *lit));
        let mut assumed = Vec::new();
        for term in assuming {
            let simple = self.simplifier.simplify(terms, *term);
            match self.encoder.literal_in(terms, simple, Polarity::Positive) {
                Ok(lit) => assumed.push((term_to_string(terms, *term), lit)),
                Err(what) => self.reason = Some(what.to_string()),
            }
        }
        assumptions.extend(assumed.iter().map(|(_, lit)| *lit));
        if let Some(what) = self.levels.iter().find_map(|l| l.unencoded.as_ref()) {
            self.reason = Some(what.to_string());
        }
        if self.reason.is_some() {
            return Ok("unknown".into());
        }
        match self.encoder.gates.sat.solve(&assumptions, &self.limits) {
            Answer::Sat => {
                self.model = self.encoder.model(terms);
                let holds = |term: Term| evaluate(terms, &self.model, term).as_bool() == Some(true);
                if !self.active_terms().chain(assuming.iter().copied()).all(holds) {
                    return Err(ScriptError::WrongModel);
                }
                self.known = Known::Sat;
                Ok("sat".into())
            }
            Answer::Unsat => {
                let failed = self.encoder.gates.sat.failed_assumptions();
                let pick = |from: &[(String, Lit)]| -> Vec<String> {
                    from.iter().filter(|(_, lit)| failed.contains(lit)).map(|(name, _)| name.clone()).collect()
                };
                (self.core, self.failed) = (pick(&names), pick(&assumed));
                self.known = Known::Unsat;
                Ok("unsat".into())
            }
            Answer::Unknown(reason) => {
                self.reason = Some(format!("{reason:?}").to_lowercase());
                Ok("unknown".into())
            }
        }
    }
}
