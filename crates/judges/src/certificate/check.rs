//! The checker: runs from listed state to listed state.
//!
//! It starts with the initial state of the program. From there, and from every listed state that it
//! comes to, it makes all moves that are feasible, until a listed state describes where it is, or
//! the execution ends. Listed states that it never comes to are not needed and not looked at.

use super::contracts::Contracts;
use super::cover::Arrival;
use super::index::Index;
use super::jobs::in_jobs;
use super::known::{NotKnown, not_known};
use super::load::{load, unknown_state};
use super::runs::{Claim, Listed};
use super::spot::Before;
use super::*;
use crate::findings::Findings;
use crate::oracle::Oracle;
use crate::symbolic::{Machine, Mode, ObjectId, State, Stop};
use adumbra_interpreter::Externals;
use adumbra_program::{Callee, Move, Op, Program, Violation};
use adumbra_sat::Limits;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// How far a check may go, and what it takes for granted.
#[derive(Clone, Debug)]
pub struct CheckLimits {
    /// What functions without a body do besides returning any value.
    pub externals: Externals,
    /// When to give up.
    pub stop: adumbra_stop::Stop,
    /// Most moves on a path from one listed state to the next one.
    pub moves: u64,
    /// The solver that decides.
    pub oracle: Oracle,
    /// How many bodies are looked at at the same time. If it is said, each is given the work that
    /// is left when all begin, whoever else works, so that the answer is the same whatever it is;
    /// else they are looked at one after the other, each with what those before it left.
    pub jobs: Option<usize>,
    /// Violations that were found: what is to be proved is that there is none at another place.
    pub findings: Option<Arc<Findings>>,
}

impl Default for CheckLimits {
    fn default() -> Self {
        let oracle = Oracle::default();
        CheckLimits {
            externals: Externals::Pure,
            stop: Default::default(),
            moves: 1_000_000,
            oracle,
            jobs: None,
            findings: None,
        }
    }
}

/// What a check did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Listed states that it came to and started from.
    pub states: usize,
    /// Moves that it made.
    pub moves: u64,
    /// Queries that a solver answered.
    pub queries: u64,
    /// For each listed state whether the check came to it. The others can be left out.
    pub needed: Vec<bool>,
    /// Listed points, also of contracts, that executions may also pass in states that no listed one
    /// describes: there the listed states are no invariants.
    pub passed: Vec<Point>,
    /// Where executions may end silently, at violations that nobody looks for. Some may not be
    /// possible: the check does not ask.
    pub ends: Vec<(Violation, Edge)>,
}

/// Why a certificate does not prove the property, as far as the checker can see. It *rejects* a
/// certificate for what it does not exclude, unless it had to take more to be possible than is, or
/// gave up, or does not know a kind of fact: then [`gave_up`](Rejected::gave_up) says so, and the
/// proof may still be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}{}", self.place())]
pub struct Rejected {
    /// The function whose contract was looked at, if it was one.
    pub contract: Option<Function>,
    /// The listed state that the check started from; none for the start of the program, or the
    /// entry of the function.
    pub state: Option<usize>,
    /// Where it got to.
    pub point: Point,
    /// What is wrong.
    pub why: Why,
}

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Why {
    /// A violation of the property is not excluded.
    #[error("{0} is not excluded")]
    Violation(Violation),
    /// Something that is not modelled is not excluded, or the facts are not well formed.
    #[error("{0}")]
    Unsupported(String),
    /// So many moves do not lead back into the set.
    #[error("{0} moves do not lead back to a listed state")]
    Uncovered(u64),
    /// A listed point of an induction is reached in a state that is not described there.
    #[error("what is said to be known here does not always hold")]
    NotInvariant,
    /// A contract demands at entry what is not known at a call.
    #[error("what a contract demands is not known to hold")]
    Demand,
    /// A contract promises what is not known to hold at the exit.
    #[error("what a contract promises is not known to hold")]
    Promise,
    /// A function may write what its contract does not allow.
    #[error("something is written that the contract does not allow")]
    Writes,
    /// Not wrong as far as the checker can see: it had to give up, at a limit or at something that
    /// it cannot follow.
    #[error("the check gave up: {0}")]
    GaveUp(String),
    /// Not looked at: the certificate says something that the checker cannot judge.
    #[error("the checker does not know {0}")]
    NotKnown(NotKnown),
}

impl Rejected {
    /// Did the check run into its own limits, or into what it does not know, rather than into
    /// something wrong?
    pub fn gave_up(&self) -> bool {
        matches!(self.why, Why::GaveUp(_) | Why::NotKnown(_))
    }

    /// Where it is so, in words that follow what is so.
    fn place(&self) -> String {
        let (at, of) = (self.point.location, self.contract.map_or("", |_| " of a contract"));
        match (&self.why, self.state) {
            (Why::NotKnown(_), None) => String::new(),
            (_, None) if self.contract.is_some() => format!(" (at {at}, from the entry{of})"),
            (_, Some(state)) => format!(" (at {at}, from state {state}{of})"),
            (_, None) => format!(" (at {at}, from the start)"),
        }
    }
}

/// Does the certificate prove the program's property?
pub fn check(program: &Program, certificate: &Certificate, limits: &CheckLimits) -> Result<Checks, Rejected> {
    let (set, contracts) = prepared(program, certificate, limits)?;
    let whole = match &certificate.argument {
        Argument::ClosedSet(_) => Checker::new(program, set, limits, &contracts, None).run(Task::Closed),
        Argument::Induction(induction) => induce::check(program, set, induction.depth, limits),
        Argument::Unwinding => {
            let checked = Checker::new(program, set, limits, &contracts, None).run(Task::Closed);
            // How long the paths are nobody claims.
            checked.map_err(|rejected| match rejected.why {
                why @ Why::Uncovered(_) => Rejected { why: Why::GaveUp(why.to_string()), ..rejected },
                _ => rejected,
            })
        }
    };
    let mut checks = whole?;
    let bodies: Box<dyn Iterator<Item = Result<Checks, Rejected>>> = match limits.jobs {
        None => Box::new((0..contracts.len()).map(|index| check_body(program, limits, &contracts, index))),
        Some(jobs) => {
            let body = |index: usize| {
                let (_, contracts) = prepared(program, certificate, limits)?;
                check_body(program, limits, &contracts, index)
            };
            Box::new(in_jobs(jobs, contracts.len(), &body).into_iter())
        }
    };
    for body in bodies {
        let body = body?;
        checks.states += body.states;
        checks.moves += body.moves;
        checks.queries += body.queries;
        checks.passed.extend(body.passed);
        let new = body.ends.into_iter().filter(|end| !checks.ends.contains(end));
        let new: Vec<_> = new.collect();
        checks.ends.extend(new);
    }
    Ok(checks)
}

/// The listed states of a certificate, and its contracts, if they can be judged.
pub(super) fn prepared<'c>(
    program: &Program,
    certificate: &'c Certificate,
    limits: &CheckLimits,
) -> Result<(Listed<'c>, Rc<Contracts<'c>>), Rejected> {
    let refused = |contract, state: Option<usize>, why| {
        let point = state.map_or_else(|| start(program), |index| certificate.states()[index].point.clone());
        Rejected { contract, state, point, why }
    };
    if let Some((what, state)) = not_known(certificate) {
        return Err(refused(None, state, Why::NotKnown(what)));
    }
    let contracts =
        Contracts::of(program, certificate).map_err(|(function, why)| refused(Some(function), None, why))?;
    if contracts.len() > 0 && limits.findings.as_ref().is_some_and(|findings| !findings.is_empty()) {
        let why = Why::GaveUp("contracts do not tell violations apart that were found".into());
        return Err(refused(None, None, why));
    }
    let listed = Listed { states: certificate.states(), descriptions: &certificate.descriptions };
    if let Some((state, what)) = listed.malformed(program) {
        let why = Why::Unsupported(format!("the facts are not well formed: {what}"));
        return Err(refused(None, Some(state), why));
    }
    Ok((listed, Rc::new(contracts)))
}

/// Checks the body of a function with a contract.
fn check_body(
    program: &Program,
    limits: &CheckLimits,
    contracts: &Rc<Contracts<'_>>,
    index: usize,
) -> Result<Checks, Rejected> {
    let states = contracts.known(index).map_or(&[][..], |known| &known.contract.states[..]);
    Checker::new(program, Listed { states, descriptions: &[] }, limits, contracts, Some(index)).run(Task::Closed)
}

/// Where executions begin; anywhere if there are none.
pub(super) fn start(program: &Program) -> Point {
    let entry = program.body(program.entry).map(|b| b.entry);
    Point { location: entry.unwrap_or(Location::from_u32(0)), calls: Vec::new() }
}

/// Terms that a machine may hold before another one takes over.
const MOST_TERMS: usize = 1 << 21;

/// Moves on all paths from a listed state, as a multiple of those that one path may have.
const MOST_PATHS: u64 = 16;

/// What is shown by going from listed state to listed state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Paths end where a listed state describes where they are, and before that nothing is
    /// violated.
    Closed,
    /// Paths end when they have come to listed points so often. The first time, a listed state
    /// describes where they are. Nothing is violated, once they have come to as many as are assumed
    /// to be without a violation.
    Induction {
        /// After so many visits a path ends.
        visits: u32,
        /// Before so many, violations are taken not to happen, on paths that begin in a listed
        /// state.
        assumed: u32,
    },
}

/// A state on the way, with where it is.
struct Here {
    state: State,
    point: Point,
    /// Moves on the path so far.
    length: u64,
    /// How often it came to a listed point.
    visits: u32,
    /// Is it to be looked whether a listed state describes it?
    look: bool,
    /// The move that is to be made next, if not all are.
    step: Option<Move>,
}

pub(super) struct Checker<'p> {
    program: &'p Program,
    pub(super) set: Listed<'p>,
    pub(super) limits: &'p CheckLimits,
    index: Index,
    pub(super) machine: Machine<'p>,
    /// The state of the machine at the start of the program, and one in which nothing is known.
    initial: State,
    pub(super) unknown: State,
    counts: Checks,
    /// The listed state that the current run started from, and its moves.
    from: Option<usize>,
    moves: u64,
    /// Are violations taken not to happen?
    assumed: bool,
    /// The end of a run that is to become an object before the move is made.
    unfold: Option<ObjectId>,
    pub(super) contracts: Rc<Contracts<'p>>,
    /// The contract whose body is looked at; none for the program.
    pub(super) root: Option<usize>,
    /// What was at the entry of its function.
    pub(super) before: Before,
    /// Clauses that do not hold, where they can be left out.
    pub(super) failing: Option<FxHashSet<Clause>>,
    /// The contracts by which calls were passed over.
    pub(super) used: BTreeSet<usize>,
}

/// A clause of a certificate: the contract or state, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Clause {
    /// Of what a contract demands.
    Entry(usize, usize),
    /// Of what a contract promises.
    Exit(usize, usize),
    /// Of a state of a contract, or of the program.
    State(Option<usize>, usize, usize),
}

impl<'p> Checker<'p> {
    pub(super) fn new(
        program: &'p Program,
        set: Listed<'p>,
        limits: &'p CheckLimits,
        contracts: &Rc<Contracts<'p>>,
        root: Option<usize>,
    ) -> Self {
        let (machine, initial, unknown) = Self::machine(program, limits);
        Checker {
            program,
            set,
            limits,
            index: Index::new(set.states),
            machine,
            initial,
            unknown,
            counts: Checks::default(),
            from: None,
            moves: 0,
            assumed: false,
            unfold: None,
            contracts: Rc::clone(contracts),
            root,
            before: Before::default(),
            failing: None,
            used: BTreeSet::new(),
        }
    }

    /// The function of the contract whose body is looked at.
    fn function(&self) -> Option<Function> {
        self.contracts.known(self.root?).map(|known| known.contract.function)
    }

    fn machine(program: &'p Program, limits: &CheckLimits) -> (Machine<'p>, State, State) {
        let solver = Limits::until(limits.stop.clone());
        let mut machine = Machine::new(program, &program.property, Mode::Anywhere, solver, &limits.oracle);
        machine.externals = limits.externals;
        let initial = machine.state.clone();
        let unknown = unknown_state(&machine, &initial);
        (machine, initial, unknown)
    }

    /// What is wrong; if the machine took more to be possible than is, it cannot tell.
    pub(super) fn rejected<T>(&self, point: &Point, why: Why) -> Result<T, Rejected> {
        let why = match (self.machine.state.blurred, why) {
            (None, why) | (_, why @ (Why::GaveUp(_) | Why::NotKnown(_))) => why,
            (Some(blur), why) => Why::GaveUp(format!("{why}, but {blur}")),
        };
        Err(Rejected { contract: self.function(), state: self.from, point: point.clone(), why })
    }

    pub(super) fn run(mut self, task: Task) -> Result<Checks, Rejected> {
        self.look(task)?;
        Ok(self.counts)
    }

    /// Goes from state to state.
    pub(super) fn look(&mut self, task: Task) -> Result<(), Rejected> {
        let program = self.program;
        let start = start(program);
        if program.body(program.entry).is_none() {
            return self.rejected(&start, Why::Unsupported("the entry function has no body".into()));
        }
        for violation in [Violation::IndeterminateBranch, Violation::StackOverflow] {
            if program.property.monitors(violation) {
                return self.rejected(&start, Why::GaveUp(format!("{violation} is not looked for")));
            }
        }
        let mut needed = vec![false; self.set.states.len()];
        let mut work = VecDeque::new();
        if let Some(initial) = self.beginning(start)? {
            self.follow(initial, task, &mut needed, &mut work)?;
        }
        while let Some(index) = work.pop_front() {
            if self.machine.build.terms.len() > MOST_TERMS {
                self.counts.queries += self.machine.queries;
                self.note_ends();
                let limits = self.machine.limits.clone();
                (self.machine, self.initial, self.unknown) = Self::machine(program, self.limits);
                self.machine.limits = limits;
            }
            self.from = Some(index);
            self.counts.states += 1;
            let claim = self.set.claim(index);
            let facts = claim.facts;
            match self.load(&claim) {
                Ok(()) => {}
                // The facts contradict each other: there is no such state.
                Err(Stop::Infeasible) => continue,
                // They are not well formed, whatever else they could say.
                Err(Stop::Unsupported(what)) => {
                    let why = Why::Unsupported(what);
                    let contract = self.function();
                    return Err(Rejected { contract, state: self.from, point: facts.point.clone(), why });
                }
                Err(stop) => return self.stopped(&facts.point, stop),
            }
            if program.property.monitors(Violation::LostMemory) && self.loses_at(&facts.point) {
                return self.rejected(&facts.point, Why::Violation(Violation::LostMemory));
            }
            let state = self.machine.state.clone();
            let here = Here { state, point: facts.point.clone(), length: 0, visits: 0, look: false, step: None };
            self.follow(here, task, &mut needed, &mut work)?;
        }
        self.counts.queries += self.machine.queries;
        self.note_ends();
        self.counts.needed = needed;
        Ok(())
    }

    fn note_ends(&mut self) {
        let found = std::mem::take(&mut self.machine.ends);
        let ends = &mut self.counts.ends;
        found.into_iter().for_each(|end| {
            if !ends.contains(&end) {
                ends.push(end);
            }
        });
    }

    /// Where the program begins, or the function whose contract is looked at; none if it cannot be
    /// entered.
    fn beginning(&mut self, start: Point) -> Result<Option<Here>, Rejected> {
        let (mut state, mut point) = (self.initial.clone(), start);
        if let Some(index) = self.root {
            let entry = self.function().and_then(|function| self.program.body(function)).map(|body| body.entry);
            point.location = entry.unwrap_or(point.location);
            match self.enter_alone(index) {
                Ok(()) => state = self.machine.state.clone(),
                // What is demanded contradicts itself.
                Err(Stop::Infeasible) => return Ok(None),
                Err(stop) => return self.stopped(&point, stop),
            }
            if !self.possible(&point)? {
                return Ok(None);
            }
            state.witness = Rc::clone(&self.machine.state.witness);
            state.witnessed = self.machine.state.witnessed;
        }
        Ok(Some(Here { state, point, length: 0, visits: 0, look: true, step: None }))
    }

    /// Puts the machine into the state that facts describe.
    fn load(&mut self, claim: &Claim<'_>) -> Result<(), Stop> {
        if let Some(index) = self.root {
            self.resume_alone(index)?;
        }
        let outermost = self.function().unwrap_or(self.program.entry);
        load(&mut self.machine, &self.unknown, claim, outermost, &self.before)
    }

    /// May heap memory be lost in the machine's state at a point?
    fn loses_at(&mut self, point: &Point) -> bool {
        for (depth, call) in point.calls.iter().enumerate() {
            self.machine.forget_across(depth, *call);
        }
        self.machine.forget_dead(point.location);
        self.machine.loses()
    }

    /// A stop that is not excluded by the constraints.
    pub(super) fn stopped<T>(&self, point: &Point, stop: Stop) -> Result<T, Rejected> {
        let why = match stop {
            Stop::Violation(violation) => Why::Violation(violation),
            Stop::Writes => Why::Writes,
            // The machine cannot do it; that says nothing about the proof.
            Stop::Limit(_) if self.limits.stop.reached().is_some() => {
                Why::GaveUp(format!("its share of the time is used up; {}", self.so_far()))
            }
            Stop::Unsupported(what) | Stop::Limit(what) => Why::GaveUp(what),
            Stop::Infeasible | Stop::Reached | Stop::Unfold(_) => Why::GaveUp("the machine lost its way".into()),
        };
        self.rejected(point, why)
    }

    /// How much was checked.
    fn so_far(&self) -> String {
        match self.set.states.len() {
            0 => format!("{} moves were followed", self.counts.moves),
            all => format!("{} of {all} states are checked", self.counts.states.saturating_sub(1)),
        }
    }

    /// Makes all moves from a state until paths end as the task says.
    fn follow(
        &mut self,
        start: Here,
        task: Task,
        needed: &mut [bool],
        work: &mut VecDeque<usize>,
    ) -> Result<(), Rejected> {
        self.moves = 0;
        self.machine.from_start = self.from.is_none() && self.root.is_none();
        let mut stack = vec![start];
        while let Some(Here { state, mut point, mut length, mut visits, mut look, mut step }) = stack.pop() {
            self.machine.restart(state);
            loop {
                if std::mem::replace(&mut look, true) && self.arrive(&point, &mut visits, task, needed, work)? {
                    break;
                }
                length += 1;
                if length > self.limits.moves {
                    return self.rejected(&point, Why::Uncovered(self.limits.moves));
                }
                self.assumed = match task {
                    Task::Closed => false,
                    Task::Induction { assumed, .. } => self.from.is_some() && visits < assumed,
                };
                let folded = self.machine.state.has_runs().then(|| self.machine.state.clone());
                let here = |state: State, step| Here { state, point: point.clone(), length, visits, look: false, step };
                let steps = match step.take() {
                    Some(step) => vec![step],
                    None => self.steps(&point)?,
                };
                if let Some(end) = self.unfold.take() {
                    stack.extend(self.unfolded(folded, end, &point)?.into_iter().map(|state| here(state, None)));
                    break;
                }
                let Some((last, others)) = steps.split_last() else {
                    self.end(&point)?;
                    break;
                };
                for step in others {
                    let state = self.machine.state.clone();
                    let is_made = self.make(*step, &point)?;
                    if let Some(end) = self.unfold.take() {
                        let states = self.unfolded(Some(state.clone()), end, &point)?;
                        stack.extend(states.into_iter().map(|state| here(state, Some(*step))));
                        self.machine.state = state;
                    } else if is_made {
                        let state = std::mem::replace(&mut self.machine.state, state);
                        let mut point = point.clone();
                        self.advance(*step, &mut point);
                        stack.push(Here { state, point, length, visits, look: true, step: None });
                    } else {
                        self.machine.state = state;
                    }
                }
                let is_made = self.make(*last, &point)?;
                if let Some(end) = self.unfold.take() {
                    let states = self.unfolded(folded, end, &point)?;
                    stack.extend(states.into_iter().map(|state| here(state, Some(*last))));
                    break;
                }
                if !is_made {
                    break;
                }
                self.advance(*last, &mut point);
            }
        }
        Ok(())
    }

    /// The states that the machine's was one of before a move that looks into a member of a run.
    fn unfolded(&mut self, before: Option<State>, end: ObjectId, point: &Point) -> Result<Vec<State>, Rejected> {
        let Some(state) = before else { return self.stopped(point, Stop::Unfold(end)) };
        self.count_move(point)?;
        self.machine.state = state;
        match self.machine.unfold(end) {
            Ok(states) => Ok(states),
            Err(stop) => self.stopped(point, stop),
        }
    }

    /// A path ends: what a contract promises must hold there, if it is the exit of its function.
    fn end(&mut self, point: &Point) -> Result<(), Rejected> {
        let Some(index) = self.root else { return Ok(()) };
        let exit = self.function().and_then(|function| self.program.body(function)).map(|body| body.exit);
        if !point.calls.is_empty() || exit != Some(point.location) || self.machine.state.ended {
            return Ok(());
        }
        self.end_alone(index, point)
    }

    /// The contract that a step passes over a call by.
    fn contract(&self, step: Move) -> Option<(usize, Edge)> {
        match step {
            Move::Enter { call, callee } => Some((self.contracts.number(callee)?, call)),
            Move::Edge(_) | Move::Leave { .. } => None,
        }
    }

    /// Goes where a step leads.
    fn advance(&self, step: Move, point: &mut Point) {
        match self.contract(step) {
            Some((_, call)) => point.location = self.program.edges[call].to,
            None => advance(self.program, step, point),
        }
    }

    /// Looks whether the machine has come to a listed point; `true` if the path ends there.
    fn arrive(
        &mut self,
        point: &Point,
        visits: &mut u32,
        task: Task,
        needed: &mut [bool],
        work: &mut VecDeque<usize>,
    ) -> Result<bool, Rejected> {
        let Some(groups) = self.index.at(point) else { return Ok(false) };
        *visits += 1;
        let ends = match task {
            Task::Closed => true,
            Task::Induction { visits: most, .. } => *visits >= most,
        };
        // What holds at the first listed point holds at the others for the same reason.
        if task != Task::Closed && *visits > 1 {
            return Ok(ends);
        }
        if self.failing.is_some() {
            let Some(index) = groups.iter().flat_map(|group| group.states.values().flatten()).copied().min() else {
                return Ok(false);
            };
            if self.possible(point)? {
                self.weaken_at(index, point)?;
                if !std::mem::replace(&mut needed[index], true) {
                    work.push_back(index);
                }
            }
            return Ok(true);
        }
        let mut arrival = Arrival::new(&self.machine);
        match arrival.find(&mut self.machine, self.set, groups, &self.before) {
            Ok(Some(index)) => {
                if !std::mem::replace(&mut needed[index], true) {
                    work.push_back(index);
                }
                Ok(ends)
            }
            Ok(None) if task == Task::Closed => {
                if !self.counts.passed.contains(point) {
                    self.counts.passed.push(point.clone());
                }
                Ok(false)
            }
            Ok(None) if self.possible(point)? => self.rejected(point, Why::NotInvariant),
            Ok(None) => Ok(true),
            Err(stop) => self.stopped(point, stop),
        }
    }

    /// The moves that may be possible.
    fn steps(&mut self, point: &Point) -> Result<Vec<Move>, Rejected> {
        let program = self.program;
        let mut steps = Vec::new();
        if self.machine.state.ended {
            return Ok(steps);
        }
        let function = program.function_of(point.location);
        if program.body(function).is_some_and(|b| b.exit == point.location) {
            if let Some(call) = point.calls.last() {
                steps.push(Move::Leave { call: *call, callee: function });
            }
            return Ok(steps);
        }
        let decided = self.decided(point)?;
        for edge in program.out_edges(point.location) {
            match &program.edges[edge].op {
                Op::Assume { truth, .. } if decided.is_some_and(|d| d != *truth) => {}
                Op::Call { callee: Callee::Direct(f), .. } => {
                    let enters = program.body(*f).is_some();
                    steps.push(if enters { Move::Enter { call: edge, callee: *f } } else { Move::Edge(edge) });
                }
                Op::Call { callee: Callee::Indirect(expr), .. } => {
                    self.machine.new_stamp();
                    let pointer = match self.machine.eval_pointer(*expr) {
                        Ok(pointer) => pointer,
                        Err(Stop::Unfold(end)) => {
                            self.unfold = Some(end);
                            return Ok(Vec::new());
                        }
                        Err(stop) => return self.stopped(point, stop),
                    };
                    let functions = self.machine.functions_of(&pointer);
                    let mut bodiless = functions.is_empty();
                    for id in functions {
                        let callee = Function::from_u32(id.0);
                        match program.body(callee) {
                            Some(_) => steps.push(Move::Enter { call: edge, callee }),
                            None => bodiless = true,
                        }
                    }
                    if bodiless {
                        steps.push(Move::Edge(edge));
                    }
                }
                _ => steps.push(Move::Edge(edge)),
            }
        }
        Ok(steps)
    }

    /// The truth of the condition that the location branches on, if the machine knows it without
    /// asking.
    fn decided(&mut self, point: &Point) -> Result<Option<bool>, Rejected> {
        let Some(edge) = self.program.out_edges(point.location).next() else { return Ok(None) };
        let Op::Assume { condition, .. } = self.program.edges[edge].op else { return Ok(None) };
        self.machine.new_stamp();
        match self.machine.eval_bits(condition) {
            Ok(bit) => Ok(self.machine.build.number(bit).map(|b| b == 1)),
            Err(Stop::Unfold(end)) => {
                self.unfold = Some(end);
                Ok(None)
            }
            Err(stop) => self.stopped(point, stop),
        }
    }

    /// The violations that were found where a move is made.
    fn passed(&self, step: Move, point: &Point) -> Vec<Violation> {
        let Some(findings) = self.limits.findings.as_ref().filter(|findings| !findings.is_empty()) else {
            return Vec::new();
        };
        let all = Violation::NAMES.iter().map(|(violation, _)| *violation);
        let calls = || point.calls.iter().rev().copied();
        all.filter(|violation| findings.passes(self.program, calls(), step.edge(), *violation)).collect()
    }

    fn count_move(&mut self, point: &Point) -> Result<(), Rejected> {
        self.moves += 1;
        self.counts.moves += 1;
        if self.moves / MOST_PATHS > self.limits.moves {
            return self.rejected(point, Why::GaveUp("there are too many paths between listed states".into()));
        }
        Ok(())
    }

    /// Makes a move; `false` if no execution makes it or goes on behind it, or if it is to be made
    /// once a member of a run is an object by itself.
    fn make(&mut self, step: Move, point: &Point) -> Result<bool, Rejected> {
        self.count_move(point)?;
        let before = self.machine.state.constraints.len();
        self.machine.passed = self.passed(step, point);
        let result = match self.contract(step) {
            Some(_) if self.machine.state.has_runs() => {
                Err(Stop::Unsupported("a contract where facts speak of many objects".into()))
            }
            Some((index, call)) => self.pass_over(index, call, point)?,
            None => self.machine.step(step),
        };
        if let Err(Stop::Unfold(end)) = result {
            self.unfold = Some(end);
            return Ok(false);
        }
        let wrong = match step {
            Move::Edge(edge) => match self.program.edges[edge].op {
                Op::Violation(kind) if self.machine.monitors(kind) => Some(Why::Violation(kind)),
                Op::Unsupported(what) => Some(Why::Unsupported(self.program.symbol(what).to_owned())),
                _ => None,
            },
            _ => None,
        };
        if let Some(why) = wrong {
            if self.assumed {
                return Ok(false);
            }
            return if self.possible(point)? { self.rejected(point, why) } else { Ok(false) };
        }
        let state = &self.machine.state;
        let narrowed = state.constraints.len() > before && before > 0;
        let doubt = match &result {
            Ok(()) if state.ended => return Ok(false),
            Ok(()) => narrowed,
            Err(Stop::Infeasible) => return Ok(false),
            Err(_) => true,
        };
        if doubt && !self.possible(point)? {
            return Ok(false);
        }
        match result {
            Ok(()) => Ok(true),
            // Some executions go on; which, the machine does not say.
            Err(Stop::Violation(violation)) if self.assumed => self
                .rejected(point, Why::GaveUp(format!("{violation} is not followed where it is taken not to happen"))),
            Err(stop) => self.stopped(point, stop),
        }
    }

    /// Can the machine be where it is?
    pub(super) fn possible(&mut self, point: &Point) -> Result<bool, Rejected> {
        let mut arrival = Arrival::new(&self.machine);
        let last = self.machine.state.constraints.last().map(|c| c.term);
        if let Some(term) = last
            && arrival.contradicts(&mut self.machine, term)
        {
            return Ok(false);
        }
        if arrival.is_contradictory() {
            return Ok(false);
        }
        match self.machine.feasible() {
            Ok(feasible) => Ok(feasible),
            // What is too hard to decide may be.
            Err(Stop::Limit(_)) if self.failing.is_some() && self.limits.stop.reached().is_none() => Ok(true),
            Err(stop) => self.stopped(point, stop),
        }
    }
}

/// Goes where a move leads.
fn advance(program: &Program, step: Move, point: &mut Point) {
    match step {
        Move::Edge(_) => {}
        Move::Enter { call, .. } => point.calls.push(call),
        Move::Leave { .. } => {
            point.calls.pop();
        }
    }
    if let Some(location) = step.to(program) {
        point.location = location;
    }
}
