//! The judge of paths: first the solver, then a replay.

use crate::task::Host;
use crate::test_generation::Tests;
use adumbra_analyses::automaton::{Observer, Specification};
use adumbra_engine::{Judge, Judgement, Progress};
use adumbra_interpreter::Externals;
use adumbra_judges::feasibility::{self, Feasibility, Relation};
use adumbra_judges::{Counterexample, Findings, Oracle};
use adumbra_program::{Callee, ExprId, Move, Op, Path, Program, Violation};
use adumbra_stop::{SECOND, Stop};
use adumbra_verdict::place::open_calls;
use adumbra_verdict::{Target, TargetKind};
use std::sync::Arc;

/// Judges paths of a program.
pub struct PathJudge<'a> {
    program: Arc<Program>,
    host: &'a dyn Host,
    externals: Externals,
    /// The rules that a path may break.
    rules: Option<Observer>,
    /// The solver that decides.
    oracle: Oracle,
    /// The tests that are made of ends of executions, if they are wanted.
    tests: Option<Arc<Tests>>,
    /// Where violations are noted, if more than one is looked for.
    findings: Option<Arc<Findings>>,
}

/// Most work for one path.
pub(crate) const PATIENCE: u64 = 60 * SECOND;

/// Most scripts that are tried for a path that breaks a rule.
const MOST_TRIES: usize = 12;

impl<'a> PathJudge<'a> {
    /// For a program, on behalf of a host; functions without a body do what `externals` says.
    pub fn new(program: &Arc<Program>, host: &'a dyn Host, externals: Externals) -> Self {
        let oracle = Oracle::default();
        PathJudge { program: Arc::clone(program), host, externals, rules: None, oracle, tests: None, findings: None }
    }

    /// … and this solver decides.
    pub fn with_oracle(mut self, oracle: &Oracle) -> Self {
        self.oracle = oracle.clone();
        self
    }

    /// … and tests are made of ends of executions.
    pub(crate) fn with_tests(mut self, tests: Option<&Arc<Tests>>) -> Self {
        self.tests = tests.cloned();
        self
    }

    /// … and violations are noted there.
    pub(crate) fn with_findings(mut self, findings: Option<&Arc<Findings>>) -> Self {
        self.findings = findings.cloned();
        self
    }

    /// What to say of a path with a counterexample: that it is real, or that it was noted.
    fn real(&self, counterexample: Counterexample, path: &Path, target: Target) -> Judgement<Counterexample> {
        let counterexample = counterexample.with_path(path.clone());
        let Some(findings) = &self.findings else { return Judgement::Real(Box::new(counterexample)) };
        findings.add(counterexample);
        match self.passes(&path.moves, target) {
            true => Judgement::Noted,
            false => Judgement::Undecided("its execution violates the property at another place before".into()),
        }
    }

    /// … and these rules are to be kept.
    pub fn with_rules(mut self, specification: Option<&Specification>) -> Self {
        self.rules = specification.map(|s| Observer::new(Arc::clone(&self.program), s.clone()));
        self
    }

    /// What values must be to each other for a path to break a rule about one of them: guesses, the
    /// likeliest first. The automata follow a path for any value of their parameter, but the path
    /// does not say which values are the same.
    fn guesses(&self, path: &Path) -> Vec<Vec<Relation>> {
        let Some(rules) = &self.rules else { return Vec::new() };
        let mut guesses = Vec::new();
        for automaton in 0..rules.specification().automata.len() {
            let mut places: Vec<(usize, ExprId)> = Vec::new();
            for (index, step) in path.moves.iter().enumerate() {
                let Op::Call { callee, arguments, .. } = &self.program.edges[step.edge()].op else { continue };
                let function = match (step, callee) {
                    (Move::Leave { .. }, _) => continue,
                    (Move::Enter { callee, .. }, _) | (_, Callee::Direct(callee)) => *callee,
                    (Move::Edge(_), Callee::Indirect(_)) => continue,
                };
                let bound = rules.binding_places(automaton, rules.call(step.edge(), function));
                places.extend(bound.into_iter().filter_map(|i| Some((index, *arguments.get(i)?))));
            }
            // The end of the path is where the rule is broken.
            places.reverse();
            places.truncate(MOST_TRIES);
            for (i, one) in places.iter().enumerate() {
                let relation = |other: &(usize, ExprId), equal| Relation { one: *one, other: *other, equal };
                guesses.extend(places[i + 1..].iter().map(|other| vec![relation(other, true)]));
                let others = places.iter().filter(|other| *other != one);
                guesses.push(others.map(|other| relation(other, false)).collect());
            }
        }
        guesses.retain(|g| !g.is_empty());
        guesses.truncate(MOST_TRIES);
        guesses
    }
}

impl Judge<Counterexample> for PathJudge<'_> {
    fn judge(&mut self, path: &Path, target: Target, stop: &Stop) -> Judgement<Counterexample> {
        let options = feasibility::Options {
            stop: stop.within(PATIENCE),
            externals: self.externals,
            oracle: self.oracle.clone(),
            ..feasibility::Options::default()
        };
        match feasibility::check(&self.program, path, Some(target), &options) {
            Feasibility::Infeasible { .. } => Judgement::Infeasible,
            Feasibility::Unknown(why) => Judgement::Undecided(why),
            Feasibility::Feasible(script) => match self.host.replay(&script, stop) {
                Ok(counterexample) => self.real(counterexample, path, target),
                Err(why) => {
                    let breaks_rule = target.kind == TargetKind::Violation(Violation::Specification);
                    for relations in if breaks_rule { self.guesses(path) } else { Vec::new() } {
                        let options = feasibility::Options { relations, ..options.clone() };
                        if let Feasibility::Feasible(script) =
                            feasibility::check(&self.program, path, Some(target), &options)
                            && let Ok(counterexample) = self.host.replay(&script, stop)
                        {
                            return self.real(counterexample, path, target);
                        }
                    }
                    Judgement::Undecided(format!("the counterexample does not replay: {why}"))
                }
            },
        }
    }

    fn passes(&self, path: &[Move], target: Target) -> bool {
        match (&self.findings, target.kind) {
            (Some(findings), TargetKind::Violation(violation)) => {
                findings.passes(&self.program, open_calls(path).into_iter(), target.edge, violation)
            }
            _ => false,
        }
    }

    fn wants_ends(&self) -> bool {
        self.tests.is_some()
    }

    fn ends(&mut self, path: Option<&Path>, stop: &Stop) {
        if let Some(tests) = &self.tests {
            tests.end(path, stop, self.host);
        }
    }

    fn begins(&mut self, name: &str) {
        self.host.begins(name);
    }

    fn progress(&mut self, progress: &Progress) {
        self.host.progress(progress);
    }
}
