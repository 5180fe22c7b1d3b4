//! Sets of valuations: all that variables may be together, at every point of a program.
//!
//! A state machine has few values of each variable and many combinations of them, of which the next
//! state depends. Single states are too many, and a value of each variable by itself says too
//! little. Here one set at each point holds all combinations, as a diagram that shares what is
//! alike ([`diagram`]); its size grows with how variables depend on each other, not with how many
//! combinations there are. Sets meet by union, so that nothing is lost, and there are as many of
//! them as points.
//!
//! - `variables.rs`: which variables there are, and which registers need none;
//! - `expression.rs`: values of expressions over ranges of numbers, and symbols for inputs;
//! - `transfer.rs`: what moves do to sets; when ranges are made larger;
//! - `explore.rs`: which sets are found where, and paths to targets;
//! - `certificate.rs`: sets as formulas.
//!
//! It is no part of a composite but a way of its own, since what is carried on is what is new, and
//! not all that is known at a point.

mod certificate;
mod diagram;
mod explore;
mod expression;
mod transfer;
mod variables;

#[cfg(test)]
mod tests;

use crate::assumptions::assumed;
use crate::certify::{Asked, Proving, checked, unchecked};
use crate::task::composition::StrategyEntry;
use crate::task::{Finished, Outcome, Strategy, Task};
use adumbra_analyses::callstack::{CallStackAnalysis, CallStackOptions};
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_judges::Counterexample;
use adumbra_options::group;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::{Path, Violation};
use adumbra_stop::{Limit, MILLISECOND, Stop};
use adumbra_verdict::place::own_place;
use adumbra_verdict::{Argument, Reason, Target, TargetKind};
use explore::{Explore, Explored};
use transfer::Transfer;

/// Paths to targets that are looked at before the rest is given up.
const MOST_PATHS: usize = 8;

/// Different ends of ranges that a variable is given before it is coarse: at first, and at most.
const FIRST_ENDS: usize = 24;
const LAST_ENDS: usize = 2000;

/// Work between looks at the limits.
const SLICE: u64 = 50 * MILLISECOND;

/// Sets of valuations in configurations.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "valuations",
    options: &[group::<CallStackOptions>],
    keeps: false,
    make: |task, single| Box::new(Valuations::new(task, single.options.of::<CallStackOptions>().depth())),
};

/// Sets of valuations at work.
struct Valuations<'a> {
    task: Task<'a>,
    call_depth: u32,
    /// Made when work begins, if the program is one of those that can be looked at.
    explore: Option<Box<Explore>>,
    /// Targets that can neither be excluded nor confirmed.
    open: Vec<Reason>,
    judged: usize,
    /// Ends of ranges of a variable before it is coarse.
    most_ends: usize,
    proving: Proving,
}

/// What became of a target.
enum Settled {
    /// It is the answer, or there is none any more.
    Answered(Outcome),
    /// It was found before, or just now, and the search goes on.
    Passed,
    /// It is neither confirmed nor excluded.
    Open,
}

impl<'a> Valuations<'a> {
    fn new(task: Task<'a>, call_depth: u32) -> Self {
        Valuations {
            task,
            call_depth,
            explore: None,
            open: Vec::new(),
            judged: 0,
            most_ends: FIRST_ENDS,
            proving: Proving::default(),
        }
    }

    /// Why the program cannot be looked at, if it cannot.
    fn refused(&self) -> Option<&'static str> {
        if self.task.request.specification.is_some() {
            return Some("valuations are for properties of the program itself, not for rules");
        }
        let graph = CallGraph::new(&self.task.program);
        if graph.reachable().into_iter().any(|f| graph.is_recursive(f)) {
            return Some("valuations are for programs without recursion");
        }
        None
    }

    fn begin(&mut self) -> Result<Box<Explore>, &'static str> {
        if let Some(why) = self.refused() {
            return Err(why);
        }
        let externals = match self.task.request.externals {
            Externals::Unknown => ExternalCalls::Refused,
            _ => ExternalCalls::Followed,
        };
        let location = LocationAnalysis::new(&self.task.program, externals).with_pointers(&self.task.pointers);
        let stack = CallStackAnalysis::new(&self.task.program, self.call_depth);
        let part = Composite::new(vec![Box::new(Component::new(location)), Box::new(Component::new(stack))]);
        let transfer = Transfer::new(
            &self.task.program,
            self.task.pointers.regions(),
            self.task.request.externals,
            self.most_ends,
        );
        if transfer.variables.len() > variables::MOST {
            return Err("there are too many variables for valuations");
        }
        Ok(Box::new(Explore::new(&self.task.program, part, transfer)))
    }

    fn explore(&mut self, explore: &mut Explore, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        // An operation that was broken off would have to be done again.
        explore.transfer.diagrams.limit(&stop.at_any_cost());
        loop {
            match explore.run(&stop.within(SLICE)) {
                Explored::All if self.open.is_empty() && explore.cuts.is_empty() => return Outcome::Proved,
                Explored::All => {
                    return Outcome::Unknown(self.open.iter().chain(&explore.cuts).cloned().collect());
                }
                Explored::Target(point, set) => {
                    let Some(target) = explore.target(point) else { continue };
                    match self.target(explore, (point, set), target, judge, stop) {
                        Settled::Answered(outcome) => return outcome,
                        Settled::Passed => continue,
                        Settled::Open => {}
                    }
                    // What was not decided may be with finer ranges.
                    if explore.transfer.coarse() > 0 && self.most_ends < LAST_ENDS {
                        self.most_ends *= 4;
                        match self.begin() {
                            Ok(mut finer) => {
                                finer.moves = explore.moves;
                                finer.transfer.diagrams.limit(&stop.at_any_cost());
                                *explore = *finer;
                                self.open.clear();
                            }
                            Err(why) => return Outcome::Unknown(vec![Reason::Incomplete(why.into())]),
                        }
                    }
                }
                Explored::Stopped => match stop.interrupted() {
                    Some(Limit::Cancelled) => return Outcome::Unknown(vec![Reason::Cancelled]),
                    Some(_) => return Outcome::Unknown(vec![Reason::Timeout]),
                    None if explore.transfer.diagrams.is_full() => {
                        return Outcome::Unknown(vec![Reason::Incomplete(
                            "the sets of valuations are too large".into(),
                        )]);
                    }
                    None if explore.transfer.diagrams.is_over() => {
                        explore.transfer.diagrams.limit(&stop.at_any_cost());
                    }
                    None => {}
                },
            }
            if stop.is_done() {
                return Outcome::Paused;
            }
            judge.progress(&Progress { reached: explore.len(), waiting: 0, refinements: 0 });
        }
    }

    /// Confirms or gives up a target.
    fn target(
        &mut self,
        explore: &mut Explore,
        (point, set): (explore::PointId, diagram::Node),
        target: Target,
        judge: &mut dyn Judge<Counterexample>,
        stop: &Stop,
    ) -> Settled {
        let place = |moves: &[_]| own_place(&self.task.program, moves, target.edge);
        let reason = match target.kind {
            TargetKind::Unsupported(what) => {
                Reason::Unsupported { what: self.task.program.symbol(what).to_owned(), position: place(&[]) }
            }
            TargetKind::UnknownCallee => {
                let what = "a call through a pointer of which nothing is known".into();
                Reason::Unsupported { what, position: place(&[]) }
            }
            TargetKind::TooDeep => Reason::Incomplete("too many calls are open".into()),
            TargetKind::Violation(violation) => {
                let (mut why, mut position) = (String::new(), None);
                for narrow in [true, false] {
                    let moves = explore.path(point, set, narrow);
                    why = match &moves {
                        None => "valuations found no path to it".to_owned(),
                        Some(moves) if judge.passes(moves, target) => return Settled::Passed,
                        Some(moves) => {
                            self.judged += 1;
                            match judge.judge(&Path { moves: moves.clone() }, target, &stop.at_any_cost()) {
                                Judgement::Real(found) => return Settled::Answered(Outcome::Refuted(found)),
                                Judgement::Noted => return Settled::Passed,
                                Judgement::Infeasible => {
                                    "no execution takes the path that valuations found, and they cannot tell".to_owned()
                                }
                                Judgement::Undecided(why) => why,
                            }
                        }
                    };
                    position = place(moves.as_deref().unwrap_or(&[]));
                }
                Reason::Undecided { violation, position, why }
            }
        };
        if !self.open.contains(&reason) {
            self.open.push(reason);
        }
        match self.open.len() >= MOST_PATHS {
            true => Settled::Answered(Outcome::Unknown(self.open.clone())),
            false => Settled::Open,
        }
    }

    fn prove(&mut self, explore: &Explore, stop: &Stop) -> Outcome {
        let asked = Asked { task: &self.task, stop, pointers: Some(&self.task.pointers) };
        let method = "closed sets of valuations";
        let certified = match certificate::closed_set(&asked, explore) {
            Some(set) => checked(&asked, method, Argument::ClosedSet(set).into(), u64::MAX),
            None => unchecked(method, None, "the certificate would be too large"),
        };
        self.proving.prove(&self.task.name, certified)
    }
}

impl Strategy for Valuations<'_> {
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        let mut explore = match self.explore.take() {
            Some(explore) => explore,
            None => match self.begin() {
                Ok(explore) => explore,
                Err(why) => return Outcome::Unknown(vec![Reason::Incomplete(why.into())]),
            },
        };
        let unchecked = |v: &Violation| self.task.program.property.monitors(*v) && !explore.part.checks(*v);
        if let Some((_, name)) = Violation::NAMES.iter().find(|(v, _)| unchecked(v)) {
            return Outcome::Unknown(vec![Reason::Property(format!("valuations do not look for {name}"))]);
        }
        let outcome = self.explore(&mut explore, judge, stop);
        let outcome = match outcome {
            Outcome::Proved => self.prove(&explore, stop),
            outcome => outcome,
        };
        // Large sets are not kept when nothing more comes of them.
        if !explore.transfer.diagrams.is_full() {
            self.explore = Some(explore);
        }
        outcome
    }

    /// Targets that were given up, and where the way was cut off.
    fn open(&mut self) -> Vec<Reason> {
        let cuts = self.explore.iter().flat_map(|explore| &explore.cuts);
        self.open.iter().chain(cuts).cloned().collect()
    }

    /// Was a target given up, or the way cut off?
    fn cannot_prove(&self) -> bool {
        !self.open.is_empty() || self.explore.as_ref().is_some_and(|explore| !explore.cuts.is_empty())
    }

    fn finish(&mut self) -> Finished {
        let mut counts = Vec::new();
        let mut assumptions = Vec::new();
        if let Some(explore) = &self.explore {
            let diagrams = &explore.transfer.diagrams;
            let rows = [
                ("points", explore.len() as u64),
                ("moves", explore.moves),
                ("variables", explore.transfer.variables.len() as u64),
                ("coarse variables", explore.transfer.coarse() as u64),
                ("diagram nodes", diagrams.len() as u64),
                ("diagram steps", diagrams.steps()),
                ("paths judged", self.judged as u64),
            ];
            counts.extend(rows.iter().map(|(name, count)| ((*name).to_owned(), count.to_string())));
            assumptions = assumed(&self.task.program, &self.task.request, &explore.part.ends_at());
        }
        counts.append(&mut self.proving.counts);
        Finished { proof: self.proving.proof.take(), assumptions, counts, ..Finished::default() }
    }
}
