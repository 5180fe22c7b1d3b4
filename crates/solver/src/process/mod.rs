//! Any SMT-LIB solver that reads commands and writes answers, behind the trait.
//!
//! Symbols are declared when they are first used and again after their level was closed. A tracked
//! assertion and an assumption each stand behind a truth value of their own, so that the process
//! names them in what it took. A limit ends the process; the next query starts another and tells it
//! everything again. **Invariant:** a process that ends, stays silent, reports an error or says
//! what is no answer is an error, and stays one: there is no verdict after it.
//!
//! ```no_run
//! use adumbra_solver::process::{CommandLine, ProcessSolver};
//! use adumbra_sat::Limits;
//! use adumbra_solver::solver::{Solver, Verdict};
//! use adumbra_terms::Terms;
//!
//! let mut terms = Terms::new();
//! let byte = terms.bv_sort(8);
//! let (x, five) = (terms.var("x", byte), terms.bv_u64(8, 5));
//! let below = terms.bv_ult(x, five);
//! let mut solver = ProcessSolver::new(CommandLine::parse("z3 -in")?);
//! solver.assert(&mut terms, below)?;
//! assert_eq!(solver.check(&mut terms, &[], &Limits::none())?, Verdict::Sat);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channel;
mod command_line;
mod interpolant;
mod model;
mod talk;
mod text;

pub use command_line::{CommandLine, CommandLineError};
pub use interpolant::SOURCE;

use crate::declare::Declarations;
use crate::options::Options;
use crate::solver::{Core, Solver, SolverError, Tracked, Unknown, Verdict};
use adumbra_interpolate::definition::{Finding, check};
use adumbra_interpolate::{Interpolation, Query, Sequence};
use adumbra_sat::{Limits, StopReason};
use adumbra_terms::smtlib::write_term;
use adumbra_terms::{Model, Plan, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use talk::{End, Talk};

/// One level of assertions.
#[derive(Debug, Default)]
struct Level {
    assertions: Vec<Term>,
    tracked: Vec<TrackedAssertion>,
    /// Symbols the process was told of on this level.
    declared: Vec<Symbol>,
    /// The truth values that stand for assumptions.
    assumed: FxHashMap<Term, String>,
}

#[derive(Debug, Clone)]
struct TrackedAssertion {
    id: Tracked,
    term: Term,
    /// The truth value that stands for it.
    literal: String,
}

/// What the last query said.
#[derive(Debug, Default)]
enum Last {
    #[default]
    Nothing,
    Sat(Model),
    /// With the terms that were assumed.
    Unsat(Core, Vec<Term>),
}

/// A solver in a process of its own.
///
/// Of the [`Limits`], time, cancellation and memory are kept; conflicts and propagations are not
/// counted by a process.
pub struct ProcessSolver {
    command: CommandLine,
    logic: String,
    talk: Option<Talk>,
    known: Declarations,
    levels: Vec<Level>,
    next_tracked: u32,
    /// How many truth values stand for something.
    literals: u64,
    last: Last,
    broken: Option<SolverError>,
}

impl ProcessSolver {
    /// A solver that starts its process with the first query.
    pub fn new(command: CommandLine) -> ProcessSolver {
        ProcessSolver {
            command,
            logic: "ALL".to_owned(),
            talk: None,
            known: Declarations::new(),
            levels: vec![Level::default()],
            next_tracked: 0,
            literals: 0,
            last: Last::Nothing,
            broken: None,
        }
    }

    /// With a narrower logic than ALL.
    pub fn with_logic(mut self, logic: &str) -> ProcessSolver {
        self.logic = logic.to_owned();
        self
    }

    fn usable(&self) -> Result<(), SolverError> {
        self.broken.clone().map_or(Ok(()), Err)
    }

    fn top(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// A truth value of our own.
    fn fresh(&mut self, kind: &str) -> String {
        self.literals += 1;
        self.known.names.fresh(&format!("{kind}!{}", self.literals))
    }

    /// Something is asserted: what was last said holds no more.
    fn change(&mut self) -> Result<(), SolverError> {
        self.usable()?;
        self.last = Last::Nothing;
        Ok(())
    }

    /// The commands that assert a term, behind a truth value if there is one.
    fn state(&mut self, terms: &Terms, term: Term, literal: Option<&str>, level: usize) -> String {
        let mut text = String::new();
        self.known.declare(terms, term, &mut self.levels[level].declared, &mut text);
        if let Some(literal) = literal {
            let _ = write!(text, "(declare-fun {literal} () Bool)\n(assert (=> {literal} ");
        } else {
            text.push_str("(assert ");
        }
        let _ = write_term(&mut text, terms, &self.known.names, term);
        text.push_str(if literal.is_some() { "))\n" } else { ")\n" });
        text
    }

    /// Tells the process of an assertion; one that is not running is told later.
    fn tell(&mut self, terms: &Terms, term: Term, literal: Option<&str>) {
        if self.talk.is_some() {
            let text = self.state(terms, term, literal, self.levels.len() - 1);
            if let Some(talk) = &mut self.talk {
                talk.say(&text);
            }
        }
    }

    /// Starts the process, if it does not run, and tells it everything that is asserted.
    fn start(&mut self, terms: &Terms) -> Result<(), End> {
        if self.talk.is_some() {
            return Ok(());
        }
        let mut talk = Talk::start(&self.command, &self.logic)?;
        self.known.clear();
        for index in 0..self.levels.len() {
            if index > 0 {
                talk.say("(push 1)\n");
            }
            let level = &mut self.levels[index];
            level.declared.clear();
            level.assumed.clear();
            let (assertions, tracked) = (level.assertions.clone(), level.tracked.clone());
            for term in assertions {
                talk.say(&self.state(terms, term, None, index));
            }
            for each in tracked {
                talk.say(&self.state(terms, each.term, Some(&each.literal), index));
            }
        }
        self.talk = Some(talk);
        Ok(())
    }

    /// What an end of the conversation means: an error, or no answer and a process that is started
    /// again.
    fn ended(&mut self, end: End) -> Result<Verdict, SolverError> {
        self.talk = None;
        match end {
            End::Stopped(reason) => Ok(Verdict::Unknown(Unknown::Stopped(reason))),
            End::Unreadable(what) => Ok(Verdict::Unknown(Unknown::Unsupported(what))),
            End::Broken(reason) => {
                Err(self.fail(SolverError::Broken { solver: self.command.name().to_owned(), reason }))
            }
        }
    }

    fn fail(&mut self, error: SolverError) -> SolverError {
        (self.talk, self.last) = (None, Last::Nothing);
        self.broken.insert(error).clone()
    }

    /// The truth values that stand for assumptions on the innermost level.
    fn assume(&mut self, terms: &Terms, assumptions: &[Term]) -> Vec<String> {
        let mut literals = Vec::with_capacity(assumptions.len());
        for term in assumptions {
            if let Some(known) = self.levels.iter().find_map(|level| level.assumed.get(term)) {
                literals.push(known.clone());
                continue;
            }
            let literal = self.fresh("assumed");
            self.tell(terms, *term, Some(&literal));
            self.top().assumed.insert(*term, literal.clone());
            literals.push(literal);
        }
        literals
    }

    /// Asks about the assertions with some of the tracked ones and some assumptions.
    fn query(
        &mut self,
        terms: &mut Terms,
        tracked: &[TrackedAssertion],
        assumptions: &[Term],
        limits: &Limits,
    ) -> Result<Answer, End> {
        talk::look(limits)?;
        self.start(terms)?;
        let assumed = self.assume(terms, assumptions);
        let Some(talk) = &mut self.talk else { return Err(End::Broken("it does not run".into())) };
        talk.limit(limits);
        if tracked.is_empty() && assumed.is_empty() {
            talk.say("(check-sat)\n");
        } else {
            let all: Vec<&str> = tracked.iter().map(|t| &*t.literal).chain(assumed.iter().map(|a| &**a)).collect();
            talk.say(&format!("(check-sat-assuming ({}))\n", all.join(" ")));
        }
        match talk.ask(limits)?.as_str() {
            "sat" => {
                let mut active: Vec<Term> = self.levels.iter().flat_map(|level| level.assertions.clone()).collect();
                active.extend(tracked.iter().map(|t| t.term));
                active.extend_from_slice(assumptions);
                let model = model::read(talk, terms, &self.known.names, &active, limits)?;
                Ok(Answer::Sat(model, active))
            }
            "unsat" if tracked.is_empty() && assumed.is_empty() => Ok(Answer::Unsat(Core::default())),
            "unsat" => {
                talk.say("(get-unsat-assumptions)\n");
                let answer = talk.ask(limits)?;
                core_of(&answer, tracked, &assumed).map(Answer::Unsat)
            }
            "unknown" => {
                talk.say("(get-info :reason-unknown)\n");
                let answer = talk.ask(limits)?;
                let reason =
                    text::items(&answer).and_then(|items| items.get(1).map(|r| r.trim_matches('"').to_owned()));
                Ok(Answer::Unknown(text::clip(&reason.unwrap_or(answer))))
            }
            other => Err(End::Broken(format!("`{}` is no answer to check-sat", text::clip(other)))),
        }
    }

    fn tracked(&self) -> Vec<TrackedAssertion> {
        self.levels.iter().flat_map(|level| level.tracked.iter().cloned()).collect()
    }
}

enum Answer {
    /// A model, and the terms it must make true.
    Sat(Model, Vec<Term>),
    Unsat(Core),
    Unknown(String),
}

/// Finds what the process named.
fn core_of(answer: &str, tracked: &[TrackedAssertion], assumed: &[String]) -> Result<Core, End> {
    let wrong = || End::Broken(format!("`{}` is no list of assumptions", text::clip(answer)));
    let mut core = Core::default();
    for item in text::items(answer).ok_or_else(wrong)? {
        let name = item.trim_matches('|');
        if let Some(found) = tracked.iter().find(|t| t.literal == name) {
            core.assertions.push(found.id);
        } else if let Some(found) = assumed.iter().position(|literal| literal == name) {
            core.assumptions.push(found);
        } else {
            return Err(wrong());
        }
    }
    core.assertions.sort_unstable();
    core.assertions.dedup();
    core.assumptions.sort_unstable();
    core.assumptions.dedup();
    Ok(core)
}

impl Solver for ProcessSolver {
    fn name(&self) -> &str {
        self.command.name()
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        self.change()?;
        (self.levels, self.talk) = (vec![Level::default()], None);
        self.known.clear();
        Ok(())
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.change()?;
        self.levels.push(Level::default());
        if let Some(talk) = &mut self.talk {
            talk.say("(push 1)\n");
        }
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.change()?;
        let levels = levels.min(self.levels());
        if levels == 0 {
            return Ok(());
        }
        for level in self.levels.drain(self.levels.len() - levels..) {
            self.known.close(&level.declared);
        }
        if let Some(talk) = &mut self.talk {
            talk.say(&format!("(pop {levels})\n"));
        }
        Ok(())
    }

    fn levels(&self) -> usize {
        self.levels.len() - 1
    }

    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError> {
        self.change()?;
        self.tell(terms, term, None);
        self.top().assertions.push(term);
        Ok(())
    }

    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        self.change()?;
        let id = Tracked(self.next_tracked);
        self.next_tracked += 1;
        let literal = self.fresh("tracked");
        self.tell(terms, term, Some(&literal));
        self.top().tracked.push(TrackedAssertion { id, term, literal });
        Ok(id)
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        self.change()?;
        let tracked = self.tracked();
        match self.query(terms, &tracked, assumptions, limits) {
            Ok(Answer::Sat(model, active)) => {
                let mut plan = Plan::new(terms, &active);
                plan.run(&model);
                if (0..active.len()).any(|root| plan.value(root).as_bool() != Some(true)) {
                    return Err(self.fail(SolverError::WrongModel { solver: self.command.name().to_owned() }));
                }
                self.last = Last::Sat(model);
                Ok(Verdict::Sat)
            }
            Ok(Answer::Unsat(core)) => {
                self.last = Last::Unsat(core, assumptions.to_vec());
                Ok(Verdict::Unsat)
            }
            Ok(Answer::Unknown(reason)) => Ok(Verdict::Unknown(Unknown::Said(reason))),
            Err(end) => self.ended(end),
        }
    }

    fn model(&self) -> Option<&Model> {
        if let Last::Sat(model) = &self.last { Some(model) } else { None }
    }

    fn core(&self) -> Option<&Core> {
        if let Last::Unsat(core, _) = &self.last { Some(core) } else { None }
    }

    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        self.usable()?;
        let Last::Unsat(core, assumptions) = &self.last else { return Ok(None) };
        let (mut core, assumptions) = (core.clone(), assumptions.clone());
        let all = self.tracked();
        let mut kept = Core::default();
        loop {
            // What is not yet tried is in `core`, what is needed in `kept`.
            let mut rest = core.clone();
            let candidate = match (rest.assertions.pop(), rest.assumptions.last()) {
                (Some(assertion), _) => Core { assertions: vec![assertion], assumptions: Vec::new() },
                (None, Some(_)) => {
                    Core { assertions: Vec::new(), assumptions: rest.assumptions.pop().into_iter().collect() }
                }
                (None, None) => break,
            };
            let tried = |t: &&TrackedAssertion| rest.assertions.contains(&t.id) || kept.assertions.contains(&t.id);
            let tracked: Vec<TrackedAssertion> = all.iter().filter(tried).cloned().collect();
            let places: Vec<usize> = rest.assumptions.iter().chain(&kept.assumptions).copied().collect();
            let assumed: Vec<Term> = places.iter().map(|place| assumptions[*place]).collect();
            match self.query(terms, &tracked, &assumed, limits) {
                Ok(Answer::Unsat(smaller)) => {
                    let found: Vec<usize> = smaller.assumptions.iter().map(|place| places[*place]).collect();
                    rest.assertions.retain(|id| smaller.assertions.contains(id));
                    rest.assumptions.retain(|place| found.contains(place));
                    core = rest;
                }
                Ok(_) => {
                    kept.assertions.extend(candidate.assertions);
                    kept.assumptions.extend(candidate.assumptions);
                    core = rest;
                }
                Err(end) => {
                    self.ended(end)?;
                    // Out of time: what was not tried stays.
                    kept.assertions.append(&mut core.assertions);
                    kept.assumptions.append(&mut core.assumptions);
                    break;
                }
            }
        }
        kept.assertions.sort_unstable();
        kept.assumptions.sort_unstable();
        self.last = Last::Unsat(kept, assumptions);
        Ok(self.core())
    }

    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        self.usable()?;
        let settings = Options::default().settings();
        // Solvers agree on no command for this, and have none for more than two sides.
        if let [left, right] = &query.parts[..]
            && let Some(found) = interpolant::of(&self.command, &self.logic, terms, [left, right], limits)
        {
            match check(terms, &query.parts, &[found], limits, &settings) {
                Finding::Holds => {
                    let interpolants = vec![found];
                    return Ok(Interpolation::Found(vec![Sequence { interpolants, source: SOURCE }]));
                }
                Finding::Fails(flaw) => {
                    let (solver, reason) = (self.command.name().to_owned(), flaw.to_string());
                    return Err(SolverError::WrongInterpolant { solver, reason });
                }
                Finding::Unknown(_) => {}
            }
        }
        Ok(adumbra_interpolate::run(terms, query, limits, &settings)?)
    }
}

impl From<StopReason> for End {
    fn from(reason: StopReason) -> End {
        End::Stopped(reason)
    }
}
