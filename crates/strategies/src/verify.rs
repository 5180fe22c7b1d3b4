//! From a program and a configuration to a verdict.

use crate::assumptions::assumed_in;
use crate::features::Features;
use crate::heaps::Heaps;
use crate::judge::PathJudge;
use crate::statistics::{asked, worked};
use crate::task::Outcome;
use crate::task::composition::{Plan, Single, StrategyEntry, Turn};
use crate::task::{Finished, Host, Request, Strategy, Task};
use crate::test_generation::{TestCounts, Tests};
use crate::{exploring, growing_bound, unwinding};
use adumbra_analyses::{callstack, location};
use adumbra_engine::portfolio::{Answered, Contender, Entry, in_parallel, in_sequence};
use adumbra_engine::{Judge, levels};
use adumbra_judges::*;
use adumbra_judges::{Answer, Verdict};
use adumbra_program::{Program, Property, PropertyKind};
use adumbra_stop::{SECOND, Stop};
use adumbra_verdict::Reason;
use std::sync::Arc;

/// A verdict with what was counted on the way.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The verdict.
    pub verdict: Verdict,
    /// The configuration that gave it; the last one if none did.
    pub configuration: String,
    /// What was counted, by part.
    pub counts: Vec<(String, String)>,
    /// What was reached, as DOT, if it was asked for and a configuration answered.
    pub graph: Option<String>,
    /// What was reached, level by level, if it was asked for and a configuration explored.
    pub levels: Option<Vec<Vec<levels::Kind>>>,
    /// The heaps that were reached, if they were asked for and a configuration explored.
    pub heaps: Option<Heaps>,
    /// What became of the tests, if they were asked for.
    pub tests: Option<TestCounts>,
}

/// Verifies a program.
pub fn verify(program: &Arc<Program>, request: &Request, host: &dyn Host) -> Verified {
    if let Some(verdict) = unsupported(&program.property) {
        return Verified {
            verdict,
            configuration: request.configuration.name.clone(),
            counts: Vec::new(),
            graph: None,
            levels: None,
            heaps: None,
            tests: None,
        };
    }
    let task = Task::new(program, request, host);
    let started = task.started;
    let features = Features::of(program);
    let mut singles: Vec<Chosen> = match &request.configuration.plan {
        Plan::Single(single) => {
            vec![Chosen {
                name: request.configuration.name.clone(),
                share: 1.0,
                from: 0,
                single: Single::clone(single),
            }]
        }
        Plan::Portfolio(turns) => chosen(turns, &features),
    };
    if request.summaries.as_ref().is_some_and(|summaries| summaries.given().is_some()) {
        singles.sort_by_key(|chosen| !strategy(&chosen.single).keeps);
    }
    let entries = || -> Vec<Entry<'_, Run<'_>>> {
        let entry = |Chosen { name, share, from, single }: Chosen| {
            let task = Task { name: name.clone(), ..task.clone() };
            Entry { name, share, from, make: Box::new(move || Run((strategy(&single).make)(task, &single))) }
        };
        singles.iter().cloned().map(entry).collect()
    };
    let tests = request.tests.then(|| Arc::new(Tests::new(program, request.externals, &request.oracle)));
    let judge = || {
        let judge = PathJudge::new(program, host, request.externals).with_oracle(&request.oracle);
        judge
            .with_rules(request.specification.as_ref())
            .with_tests(tests.as_ref())
            .with_findings(request.findings.as_ref())
    };
    let finish = |run: &mut Run<'_>, _: &Outcome| run.0.finish();
    let answered: Answered<Finished, Counterexample> = if request.parallel && singles.len() > 1 {
        let judge = || -> Box<dyn Judge<Counterexample> + '_> { Box::new(judge()) };
        in_parallel(entries(), &judge, &request.stop, &finish)
    } else {
        let Answered { name, outcome, contender, worked } =
            in_sequence(entries(), &mut judge(), &request.stop, request.memory.as_ref());
        let contender = contender.map(|mut run| finish(&mut run, &outcome));
        Answered { name, outcome, contender, worked }
    };
    let finished = answered.contender.unwrap_or_default();
    let described = vec![
        ("features of the program".to_owned(), features.present().join(" ")),
        ("locations".to_owned(), program.locations.len().to_string()),
        ("work".to_owned(), format!("{:.3} s", started.read() as f64 / SECOND as f64)),
    ];
    let mut counts = [described, finished.counts, asked(&request.oracle), worked(&answered.worked)].concat();
    let mut assumptions = finished.assumptions;
    let answer = match answered.outcome {
        Outcome::Proved if !tells_calls_apart(&singles, &answered.name) && has_findings(request) => {
            let why = "without the part callstack a violation that was found may hide another one";
            Answer::Unknown(vec![Reason::Incomplete(why.into())])
        }
        Outcome::Proved => match finished.proof {
            Some(proof) => Answer::True(Box::new(proof)),
            None => Answer::Unknown(vec![Reason::Incomplete("the proof was lost".into())]),
        },
        Outcome::Refuted(counterexample) => {
            assumptions = assumed_in(program, request, &counterexample);
            if let Some(tests) = &tests {
                tests.violation(&counterexample, host);
            }
            Answer::False(counterexample)
        }
        Outcome::Unknown(reasons) if reasons.is_empty() => {
            Answer::Unknown(vec![Reason::Incomplete("no configuration came to an end".into())])
        }
        Outcome::Unknown(reasons) => Answer::Unknown(reasons),
        Outcome::Paused => Answer::Unknown(vec![Reason::Incomplete("the budget of work is used up".into())]),
    };
    let verdict = Verdict { answer, assumptions };
    let Finished { graph, levels, heaps, .. } = finished;
    let tests = tests.map(|tests| tests.counts());
    if let Some(tests) = tests {
        counts.extend(tests.rows());
    }
    Verified { verdict, configuration: answered.name, counts, graph, levels, heaps, tests }
}

fn has_findings(request: &Request) -> bool {
    request.findings.as_ref().is_some_and(|findings| !findings.is_empty())
}

/// Does a configuration know the open calls of its states? The place of a violation in a library
/// function depends on them.
fn tells_calls_apart(all: &[Chosen], name: &str) -> bool {
    let tells = |single: &Single| !single.has(&location::PART) || single.has(&callstack::PART);
    all.iter().filter(|chosen| chosen.name == name).all(|chosen| tells(&chosen.single))
}

/// A configuration that has turns.
#[derive(Clone)]
struct Chosen {
    name: String,
    share: f64,
    from: u64,
    single: Single,
}

/// The configurations of a portfolio that are for programs with these features.
fn chosen(turns: &[Turn], features: &Features) -> Vec<Chosen> {
    let mut all = Vec::new();
    for turn in turns.iter().filter(|turn| turn.fits(features)) {
        let (name, share, from) = (&turn.configuration.name, turn.share, turn.from);
        match &turn.configuration.plan {
            Plan::Single(single) => {
                all.push(Chosen { name: name.clone(), share, from, single: Single::clone(single) });
            }
            Plan::Portfolio(turns) => all.extend(chosen(turns, features).into_iter().map(|inner| Chosen {
                share: inner.share * share,
                from: inner.from.max(from),
                ..inner
            })),
        }
    }
    all
}

/// The verdict if the property is one that no analysis is for.
fn unsupported(property: &Property) -> Option<Verdict> {
    let (_, name) = PropertyKind::NAMES.iter().find(|(kind, _)| kind.is_undecided() && property.contains(*kind))?;
    Some(Verdict { answer: Answer::Unknown(vec![Reason::Property((*name).into())]), assumptions: Vec::new() })
}

/// Who works on a configuration.
fn strategy(single: &Single) -> &'static StrategyEntry {
    match single.alone() {
        Some(alone) => alone,
        None if unwinding::unwinds(single) => &unwinding::STRATEGY,
        None if growing_bound::grows(single) => &growing_bound::STRATEGY,
        None => &exploring::STRATEGY,
    }
}

/// One configuration at work.
struct Run<'a>(Box<dyn Strategy + 'a>);

impl Contender<Counterexample> for Run<'_> {
    fn open(&mut self) -> Vec<Reason> {
        self.0.open()
    }

    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        self.0.run(judge, stop)
    }

    fn cannot_prove(&self) -> bool {
        self.0.cannot_prove()
    }
}
