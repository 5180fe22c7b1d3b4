//! The judge of paths: can an execution go this way, and what must be supplied for it?
//!
//! A path is executed on terms, from the start of the program to its end, and a solver is asked
//! about the constraints that this gives. "Infeasible" is exact: what the machine cannot follow
//! exactly makes it "unknown". "Feasible" comes with a script; where something was chosen or not
//! modelled (floats), the script is a guess that a replay must confirm.

use crate::oracle::Oracle;
use crate::symbolic::{Machine, Mode, Stop, Sym};
use adumbra_interpreter::{Externals, Script};
use adumbra_program::{BinaryOp, ExprId, Op, Path, Program, Property, Violation};
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, SolverError, Verdict};
use adumbra_terms::{Model, Term};
use adumbra_verdict::{Target, TargetKind};

/// How far to go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which violations end an execution; that of the program if absent.
    pub property: Option<Property>,
    /// What functions without a body do besides returning any value.
    pub externals: Externals,
    /// When to give up.
    pub stop: adumbra_stop::Stop,
    /// How often a model is corrected by what float operators really give.
    pub float_rounds: usize,
    /// What the values on the path should be to each other, besides. If there are some,
    /// "infeasible" may mean that they cannot be so.
    pub relations: Vec<Relation>,
    /// The solver that decides.
    pub oracle: Oracle,
}

/// Two values on a path that are equal, or different.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The move before which the first value is taken, and its expression.
    pub one: (usize, ExprId),
    /// The same of the second.
    pub other: (usize, ExprId),
    /// Are they equal?
    pub equal: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            property: None,
            externals: Externals::Pure,
            stop: Default::default(),
            float_rounds: 64,
            relations: Vec::new(),
            oracle: Oracle::default(),
        }
    }
}

/// What is known about a path.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// An execution goes this way, and this script makes it do so. A replay must confirm it.
    Feasible(Box<Script>),
    /// No execution goes this way.
    Infeasible {
        /// The first move such that no execution makes the moves up to and including it.
        at: usize,
    },
    /// Not known, and why.
    Unknown(String),
}

/// A path with more conditions is not judged: a solver would take long to read them, let alone to
/// answer.
const MOST_CONSTRAINTS: usize = 20_000;

/// Judges a path. With a target, the last move is to commit that violation; without, it is to be
/// completed.
pub fn check(program: &Program, path: &Path, target: Option<Target>, options: &Options) -> Feasibility {
    if let Err(broken) = path.check(program) {
        return Feasibility::Unknown(broken.to_string());
    }
    let property = options.property.as_ref().unwrap_or(&program.property);
    let limits = Limits::until(options.stop.clone());
    let mut machine = Machine::new(program, property, Mode::Path, limits.clone(), &options.oracle);
    machine.externals = options.externals;
    let mut open = None;
    let mut related = Related::new(&options.relations);
    for (index, step) in path.moves.iter().enumerate() {
        machine.at = index;
        if let Err(stop) = related.take(&mut machine, index) {
            return Feasibility::Unknown(format!("{stop:?}"));
        }
        if index + 1 == path.moves.len() && breaks_rule_before(program, target) {
            break;
        }
        let last = index + 1 == path.moves.len();
        if last {
            machine.aim = aim(program, target);
        }
        // Memory is lost where the last move begins, unless it is the end of the program.
        let before = program.edges[step.edge()].from;
        let noticed = last && machine.aim == Some(Violation::LostMemory) && !machine.ends_with(*step);
        match if noticed { machine.lose_at(before) } else { machine.step(*step) } {
            Ok(()) => {}
            Err(Stop::Infeasible) => {
                let never = machine.build.bool(false);
                // The constraint stands already, unless the solver found out.
                let _ = machine.assume(never);
                break;
            }
            Err(Stop::Reached) => break,
            Err(Stop::Violation(violation)) => {
                open = Some(violation.to_string());
                break;
            }
            Err(Stop::Unsupported(reason)) => {
                open = Some(reason);
                break;
            }
            // Only a function that is executed on its own is watched.
            Err(Stop::Writes | Stop::Unfold(_)) => {
                open = Some("a write that is not allowed".into());
                break;
            }
            Err(Stop::Limit(reason)) => return Feasibility::Unknown(reason),
        }
    }
    related.demand(&mut machine);
    if machine.state.constraints.len() > MOST_CONSTRAINTS {
        return Feasibility::Unknown(format!("the path has more than {MOST_CONSTRAINTS} conditions on inputs"));
    }
    let judge = Judge { machine, limits, lemmas: Vec::new(), rounds: options.float_rounds };
    judge.decide(open).unwrap_or_else(|error| Feasibility::Unknown(error.to_string()))
}

/// The violation that the last operation itself must commit.
fn aim(program: &Program, target: Option<Target>) -> Option<Violation> {
    match target? {
        Target { kind: TargetKind::Violation(violation), edge } => match program.edges.get(edge)?.op {
            // It is not the operation itself that breaks a rule.
            _ if violation == Violation::Specification => None,
            Op::Violation(_) if violation != Violation::LostMemory => None,
            _ => Some(violation),
        },
        _ => None,
    }
}

/// Does the target break a rule where an operation begins that may end the execution?
fn breaks_rule_before(program: &Program, target: Option<Target>) -> bool {
    let Some(Target { kind: TargetKind::Violation(Violation::Specification), edge }) = target else { return false };
    !matches!(
        program.edges.get(edge).map(|e| &e.op),
        None | Some(
            Op::Nop
                | Op::Assign(_)
                | Op::Assume { .. }
                | Op::Call { .. }
                | Op::Input { .. }
                | Op::Return { .. }
                | Op::Violation(_)
                | Op::End { .. }
        )
    )
}

/// The values of relations, as far as they were met.
struct Related<'r> {
    relations: &'r [Relation],
    values: Vec<(Option<Sym>, Option<Sym>)>,
}

impl<'r> Related<'r> {
    fn new(relations: &'r [Relation]) -> Self {
        Related { relations, values: vec![(None, None); relations.len()] }
    }

    /// Takes the values before a move.
    fn take(&mut self, machine: &mut Machine<'_>, index: usize) -> Result<(), Stop> {
        for (relation, values) in self.relations.iter().zip(&mut self.values) {
            for (place, value) in [(relation.one, &mut values.0), (relation.other, &mut values.1)] {
                if place.0 == index {
                    machine.new_stamp();
                    *value = Some(machine.eval(place.1)?);
                }
            }
        }
        Ok(())
    }

    /// Demands what the relations say of values that were met.
    fn demand(self, machine: &mut Machine<'_>) {
        for (relation, values) in self.relations.iter().zip(self.values) {
            let same = match values {
                (Some(Sym::Bits(a)), Some(Sym::Bits(b))) if machine.build.width(a) == machine.build.width(b) => {
                    machine.build.eq(a, b)
                }
                (Some(Sym::Pointer(a)), Some(Sym::Pointer(b))) => machine.compare(BinaryOp::Eq, &a, &b),
                _ => continue,
            };
            let wanted = if relation.equal { same } else { machine.build.not(same) };
            // A contradiction is a constraint as any other.
            let _ = machine.assume(wanted);
        }
    }
}

/// Asks the solver.
struct Judge<'p> {
    machine: Machine<'p>,
    limits: Limits,
    /// What is true of float operators.
    lemmas: Vec<Term>,
    rounds: usize,
}

enum Found {
    Model(Model),
    Nothing,
    Unknown(String),
}

impl Judge<'_> {
    fn decide(mut self, open: Option<String>) -> Result<Feasibility, SolverError> {
        match self.model(open.is_some())? {
            Found::Unknown(reason) => Ok(Feasibility::Unknown(reason)),
            Found::Model(model) => Ok(match open {
                Some(reason) => Feasibility::Unknown(reason),
                None => Feasibility::Feasible(Box::new(self.machine.script(&model))),
            }),
            Found::Nothing => {
                let at = self.first()?;
                let state = &self.machine.state;
                let earlier = |moved: Option<usize>| moved.is_some_and(|moved| moved <= at);
                Ok(if earlier(state.guessed) {
                    Feasibility::Unknown("a value was chosen on the path that could be another".into())
                } else if earlier(state.stray) {
                    Feasibility::Unknown("the path accesses memory through a pointer that may be of no object".into())
                } else {
                    Feasibility::Infeasible { at }
                })
            }
        }
    }

    /// A model of all constraints that has as many of the wishes as it can.
    fn model(&mut self, any: bool) -> Result<Found, SolverError> {
        let constraints: Vec<Term> = self.machine.state.constraints.iter().map(|c| c.term).collect();
        let terms = &mut self.machine.build.terms;
        if constraints.iter().any(|c| terms.truth(*c) == Some(false)) {
            return Ok(Found::Nothing);
        }
        // The solver of the path knows much of this already.
        let solver = &mut self.machine.solver;
        solver.push()?;
        for constraint in constraints {
            solver.assert(terms, constraint)?;
        }
        let mut wishes = if any { Vec::new() } else { self.machine.wishes.clone() };
        loop {
            let solver = &mut self.machine.solver;
            let verdict = solver.check(&mut self.machine.build.terms, &wishes, &self.limits)?;
            match verdict {
                Verdict::Unknown(why) => return Ok(Found::Unknown(why.to_string())),
                Verdict::Unsat => {
                    let core = solver.core().map(|c| c.assumptions.clone()).unwrap_or_default();
                    if wishes.is_empty() || core.is_empty() {
                        return Ok(Found::Nothing);
                    }
                    let mut place = 0;
                    wishes.retain(|_| {
                        place += 1;
                        !core.contains(&(place - 1))
                    });
                }
                Verdict::Sat => {
                    let model = solver.model().cloned().unwrap_or_default();
                    let lemmas = if self.rounds > 0 { self.machine.float_lemmas(&model) } else { Vec::new() };
                    if lemmas.is_empty() {
                        return Ok(Found::Model(model));
                    }
                    self.rounds -= 1;
                    for lemma in lemmas {
                        self.machine.solver.assert(&mut self.machine.build.terms, lemma)?;
                        self.lemmas.push(lemma);
                    }
                }
            }
        }
    }

    /// The first move whose constraints cannot be satisfied together with those before.
    fn first(&mut self) -> Result<usize, SolverError> {
        let mut constraints = self.machine.state.constraints.clone();
        let terms = &mut self.machine.build.terms;
        let mut high = constraints.iter().map(|c| c.at).max().unwrap_or(0);
        if let Some(never) = constraints.iter().find(|c| terms.truth(c.term) == Some(false)) {
            high = never.at;
            constraints.retain(|c| c.at < high);
        }
        let solver = &mut self.machine.solver;
        solver.reset()?;
        for lemma in &self.lemmas {
            solver.assert(terms, *lemma)?;
        }
        // The moves before `low` can be made; those up to `high` cannot.
        let mut low = 0;
        let mut try_at = high;
        loop {
            let prefix: Vec<_> = constraints.iter().filter(|c| c.at <= try_at).collect();
            let assumptions: Vec<Term> = prefix.iter().map(|c| c.term).collect();
            match solver.check(terms, &assumptions, &self.limits)? {
                Verdict::Unsat => {
                    let core = solver.core().map(|c| c.assumptions.as_slice()).unwrap_or_default();
                    let last = core.iter().filter_map(|i| prefix.get(*i)).map(|c| c.at).max();
                    high = last.unwrap_or(0).min(try_at);
                }
                Verdict::Sat => low = try_at + 1,
                // What is known is that `high` is too far.
                Verdict::Unknown(_) => return Ok(high),
            }
            if low >= high {
                return Ok(high);
            }
            try_at = low + (high - low - 1) / 2;
        }
    }
}
