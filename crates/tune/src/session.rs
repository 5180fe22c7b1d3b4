//! Several searches at once over one journal, with budgets.
//!
//! A search asks for runs. What is recorded already answers the question, whoever recorded it;
//! otherwise the run is made, recorded, and only then used. Of several records that answer a
//! question the first one counts. So each question has the same answer whenever it is asked again,
//! and a search that is started anew over the journal repeats what it did and goes on where it was
//! killed.
//!
//! An answer tells no more than was asked: of a run that is known to cost more than the cap, only
//! that. So where costs do not vary, what a search does depends neither on the other searches nor
//! on the order in which they ask.

use crate::ils::{Cost, Found, Search, Settings, Stop, Target, Trial};
use crate::journal::{Evaluation, Journal, Record, Run, Status};
use crate::judge::{self, WrongAnswer};
use crate::space::{Configuration, Space};
use adumbra_bench::model::Expected;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A run to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The configuration.
    pub configuration: Configuration,
    /// The instance.
    pub instance: usize,
    /// The seed.
    pub seed: u64,
    /// What it may cost.
    pub cap: f64,
}

/// Runs the tool.
pub trait Evaluator: Sync {
    /// Makes a run; `None` if it was cancelled. Answers are not judged here. An error means that no
    /// run can be made.
    fn evaluate(&self, job: &Job, cancel: &AtomicBool) -> Result<Option<Run>, String>;
}

/// What is tuned on.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// Its name.
    pub name: String,
    /// What is known of it.
    pub expected: Expected,
}

/// What a run may cost, and what one without an answer counts as.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// What a run may cost at most.
    pub cutoff: f64,
    /// What a run without an answer counts as, in cutoffs.
    pub penalty: f64,
}

/// When to stop. What is not said is not limited.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// Seconds on the clock, of the whole tuning and of all its starts together.
    pub wall: Option<f64>,
    /// Seconds of processor time of the runs that a search asks for.
    pub cpu: Option<f64>,
    /// Runs that a search asks for.
    pub evaluations: Option<u64>,
}

/// How far a search is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// How many runs it has asked for.
    pub asks: u64,
    /// Seconds of processor time of these.
    pub cpu: f64,
    /// Its best configuration, with mean and number of runs.
    pub incumbent: Option<(Configuration, f64, usize)>,
    /// Has it ended?
    pub ended: bool,
}

impl Rules {
    /// What a record says about a run that may cost `cap`; `None` if it would have to be made again
    /// with more time.
    pub fn cost(&self, record: &Evaluation, cap: f64) -> Option<Cost> {
        let no_answer = Cost::Exact(self.penalty * self.cutoff);
        let over = if cap >= self.cutoff { no_answer } else { Cost::MoreThan(cap) };
        match record.result.status {
            Status::Solved if record.result.cost <= cap => Some(Cost::Exact(record.result.cost)),
            Status::Solved => Some(over),
            Status::Stopped if record.cap >= cap => Some(over),
            Status::Stopped => None,
            Status::Failed => Some(no_answer),
            Status::Wrong => Some(Cost::Wrong),
        }
    }
}

type Key = (Configuration, usize, u64);

/// What a journal says of a search.
#[derive(Clone, Debug, Default)]
struct Past {
    /// How many runs it had asked for at its last record.
    asks: u64,
    incumbents: usize,
    /// Where and why it ended.
    end: Option<(u64, Stop)>,
}

struct Inner {
    journal: Journal,
    known: FxHashMap<Key, Vec<Evaluation>>,
    /// Runs that are being made.
    running: FxHashSet<Key>,
    states: Vec<State>,
    wrong: Vec<WrongAnswer>,
    made: u64,
}

/// Searches over one journal.
pub struct Session<'a> {
    space: &'a Space,
    evaluator: &'a dyn Evaluator,
    instances: &'a [Instance],
    rules: Rules,
    budget: Budget,
    cancel: &'a AtomicBool,
    say: &'a (dyn Fn(&str) + Sync),
    begun: Instant,
    before: f64,
    past: Vec<Past>,
    inner: Mutex<Inner>,
    changed: Condvar,
}

impl<'a> Session<'a> {
    /// Searches with what a journal has. `say` hears of new best configurations and of wrong
    /// answers.
    #[allow(clippy::too_many_arguments, reason = "each is a thing of its own")]
    pub fn new(
        space: &'a Space,
        evaluator: &'a dyn Evaluator,
        instances: &'a [Instance],
        rules: Rules,
        budget: Budget,
        cancel: &'a AtomicBool,
        say: &'a (dyn Fn(&str) + Sync),
        searches: usize,
        journal: Journal,
        records: Vec<Record>,
    ) -> Self {
        let mut past = vec![Past::default(); searches];
        let mut known: FxHashMap<Key, Vec<Evaluation>> = FxHashMap::default();
        let (mut before, mut made) = (0.0f64, 0);
        for record in records {
            match record {
                Record::Evaluation(evaluation) => {
                    before = before.max(evaluation.elapsed);
                    if let Some(past) = past.get_mut(evaluation.search) {
                        past.asks = past.asks.max(evaluation.ask);
                    }
                    made += 1;
                    let key = (evaluation.configuration.clone(), evaluation.instance, evaluation.seed);
                    known.entry(key).or_default().push(evaluation);
                }
                Record::Incumbent { search, ask, elapsed, .. } => {
                    before = before.max(elapsed);
                    if let Some(past) = past.get_mut(search) {
                        past.asks = past.asks.max(ask);
                        past.incumbents += 1;
                    }
                }
                Record::End { search, ask, stop, budget: of, elapsed } => {
                    before = before.max(elapsed);
                    if let Some(past) = past.get_mut(search) {
                        past.asks = past.asks.max(ask);
                        past.end = (of == text(&budget)).then_some((ask, stop));
                    }
                }
                Record::Header { .. } | Record::Chosen { .. } => {}
            }
        }
        let states = vec![State::default(); searches];
        let inner = Inner { journal, known, running: FxHashSet::default(), states, wrong: Vec::new(), made };
        Session {
            space,
            evaluator,
            instances,
            rules,
            budget,
            cancel,
            say,
            begun: Instant::now(),
            before,
            past,
            inner: Mutex::new(inner),
            changed: Condvar::new(),
        }
    }

    /// Runs a search with each of the settings, all at once.
    pub fn run(&self, settings: &[Settings]) -> Vec<Found> {
        std::thread::scope(|scope| {
            let start = |(number, settings): (usize, &Settings)| {
                let settings = settings.clone();
                scope.spawn(move || self.search(number, settings))
            };
            let threads: Vec<_> = settings.iter().enumerate().map(start).collect();
            let fallback = || Found {
                incumbent: self.space.start(),
                mean: f64::NAN,
                runs: 0,
                steps: 0,
                evaluations: 0,
                stop: Stop::Failed("a search panicked".into()),
            };
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| fallback())).collect()
        })
    }

    fn search(&self, number: usize, settings: Settings) -> Found {
        let asker = Asker { session: self, number, asks: 0, cpu: 0.0, incumbents: 0 };
        let mut found = Search::new(self.space, settings, asker).run();
        if matches!(found.stop, Stop::Budget | Stop::Exhausted) {
            let past = self.past.get(number).cloned().unwrap_or_default();
            let mut inner = self.lock();
            let ask = inner.states.get(number).map_or(0, |state| state.asks);
            if past.end.is_none() {
                let (elapsed, budget) = (self.elapsed(), text(&self.budget));
                let end = Record::End { search: number, ask, stop: found.stop.clone(), budget, elapsed };
                if let Err(e) = inner.journal.add(&end) {
                    found.stop = Stop::Failed(e.to_string());
                }
            }
        }
        if let Some(state) = self.lock().states.get_mut(number) {
            state.ended = true;
        }
        found
    }

    /// How long the tuning has taken, in seconds, all starts together.
    pub fn elapsed(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// How far the searches are, and how many runs were made.
    pub fn states(&self) -> (Vec<State>, u64) {
        let inner = self.lock();
        (inner.states.clone(), inner.made)
    }

    /// The share of the budget that is used, by the search that is farthest from its end.
    pub fn used(&self) -> f64 {
        let share = |used: f64, of: Option<f64>| of.map_or(0.0, |of| used / of);
        let wall = share(self.elapsed(), self.budget.wall);
        let (states, _) = self.states();
        let open = states.iter().filter(|state| !state.ended);
        let of = |state: &State| {
            let asks = share(state.asks as f64, self.budget.evaluations.map(|n| n as f64));
            asks.max(share(state.cpu, self.budget.cpu))
        };
        wall.max(open.map(of).reduce(f64::min).unwrap_or(1.0)).min(1.0)
    }

    /// The wrong answers that were found.
    pub fn wrong(&self) -> Vec<WrongAnswer> {
        let mut wrong = self.lock().wrong.clone();
        wrong.sort();
        wrong.dedup();
        wrong
    }

    /// The journal, to go on with it.
    pub fn into_journal(self) -> Journal {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner).journal
    }

    /// All that was measured, by instance and configuration.
    pub fn evaluations(&self) -> Vec<Evaluation> {
        let mut all: Vec<Evaluation> = self.lock().known.values().flatten().cloned().collect();
        let key = |e: &Evaluation| (e.instance, e.configuration.clone(), e.seed);
        all.sort_by(|a, b| key(a).cmp(&key(b)).then(a.cap.total_cmp(&b.cap)));
        all
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record that answers a question; the run is made if there is none.
    fn ask(&self, job: &Job, search: usize, ask: u64) -> Result<Evaluation, Stop> {
        let key = (job.configuration.clone(), job.instance, job.seed);
        let mut inner = self.lock();
        loop {
            let answers = |record: &&Evaluation| self.rules.cost(record, job.cap).is_some();
            if let Some(record) = inner.known.get(&key).and_then(|records| records.iter().find(answers)) {
                return Ok(record.clone());
            }
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Stop::Cancelled);
            }
            if inner.running.insert(key.clone()) {
                break;
            }
            let waited = self.changed.wait_timeout(inner, Duration::from_millis(200));
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(inner);
        let made = self.make(job, search, ask);
        let mut inner = self.lock();
        inner.running.remove(&key);
        self.changed.notify_all();
        let (record, wrong) = made?;
        inner.journal.add(&Record::Evaluation(record.clone())).map_err(|e| Stop::Failed(e.to_string()))?;
        if let Some(wrong) = wrong {
            (self.say)(&wrong.to_string());
        }
        inner.made += 1;
        inner.known.entry(key).or_default().push(record.clone());
        Ok(record)
    }

    /// Makes a run and judges its answer.
    fn make(&self, job: &Job, search: usize, ask: u64) -> Result<(Evaluation, Option<WrongAnswer>), Stop> {
        let run = self.evaluator.evaluate(job, self.cancel).map_err(Stop::Failed)?;
        let Some(mut result) = run else { return Err(Stop::Cancelled) };
        let wrong = if result.status == Status::Solved { self.judge(job, &result, search, ask)? } else { None };
        if wrong.is_some() {
            result.status = Status::Wrong;
        }
        let Job { configuration, instance, seed, cap } = job.clone();
        let elapsed = self.elapsed();
        Ok((Evaluation { search, ask, configuration, instance, seed, cap, result, elapsed }, wrong))
    }

    /// What is wrong with an answer. Where nothing is known of the instance, the base configuration
    /// is asked.
    fn judge(&self, job: &Job, run: &Run, search: usize, ask: u64) -> Result<Option<WrongAnswer>, Stop> {
        let answer = judge::parse(&run.answer);
        let Some(instance) = self.instances.get(job.instance) else { return Ok(None) };
        let against = if instance.expected == Expected::Nothing {
            let base = self.space.base();
            if job.configuration == base {
                return Ok(None);
            }
            let job = Job { configuration: base, cap: self.rules.cutoff, ..job.clone() };
            let reference = judge::parse(&self.ask(&job, search, ask)?.result.answer);
            if !answer.contradicts(&reference) {
                return Ok(None);
            }
            "against the answer of default".to_owned()
        } else if judge::contradicts(&answer, &instance.expected) {
            format!("expected {}", instance.expected)
        } else {
            return Ok(None);
        };
        Ok(Some(self.wrong_answer(&job.configuration, job.instance, &run.answer, against)))
    }

    fn wrong_answer(
        &self,
        configuration: &Configuration,
        instance: usize,
        answer: &str,
        against: String,
    ) -> WrongAnswer {
        let name = self.space.name(configuration);
        WrongAnswer {
            instance: self.instances.get(instance).map(|i| i.name.clone()).unwrap_or_default(),
            configuration: format!("{name} ({})", self.space.changes(configuration)),
            answer: answer.to_owned(),
            against,
        }
    }
}

/// A budget as text, by which a search knows whether it has ended.
fn text(budget: &Budget) -> String {
    let part = |name: &str, value: Option<f64>| value.map(|value| format!("{name} {value}"));
    let parts =
        [part("wall", budget.wall), part("cpu", budget.cpu), part("runs", budget.evaluations.map(|n| n as f64))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// One search's way to ask.
struct Asker<'s, 'a> {
    session: &'s Session<'a>,
    number: usize,
    asks: u64,
    cpu: f64,
    incumbents: usize,
}

impl Asker<'_, '_> {
    /// May another run be asked for?
    fn check(&self) -> Result<(), Stop> {
        let session = self.session;
        let past = session.past.get(self.number);
        if let Some((ask, stop)) = past.and_then(|past| past.end.as_ref())
            && self.asks >= *ask
        {
            return Err(stop.clone());
        }
        if session.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        // What was asked for before a kill is not counted again.
        let repeats = past.is_some_and(|past| self.asks < past.asks);
        let Budget { wall, cpu, evaluations } = session.budget;
        let used_up = evaluations.is_some_and(|most| self.asks >= most)
            || cpu.is_some_and(|most| self.cpu >= most)
            || (!repeats && wall.is_some_and(|most| session.elapsed() >= most));
        if used_up { Err(Stop::Budget) } else { Ok(()) }
    }
}

impl Target for Asker<'_, '_> {
    fn evaluate(&mut self, configuration: &Configuration, trial: Trial, cap: f64) -> Result<Cost, Stop> {
        self.check()?;
        let session = self.session;
        let Trial { instance, seed } = trial;
        let job = Job { configuration: configuration.clone(), instance, seed, cap };
        let record = session.ask(&job, self.number, self.asks + 1)?;
        self.asks += 1;
        self.cpu += record.result.cpu;
        let mut inner = session.lock();
        if record.result.status == Status::Wrong {
            let expected = session.instances.get(instance).map_or(&Expected::Nothing, |instance| &instance.expected);
            let against = match expected {
                Expected::Nothing => "against the answer of default".to_owned(),
                known => format!("expected {known}"),
            };
            inner.wrong.push(session.wrong_answer(configuration, instance, &record.result.answer, against));
        }
        if let Some(state) = inner.states.get_mut(self.number) {
            (state.asks, state.cpu) = (self.asks, self.cpu);
        }
        drop(inner);
        session.rules.cost(&record, cap).ok_or_else(|| Stop::Failed("a record answers no question".into()))
    }

    fn incumbent(&mut self, configuration: &Configuration, mean: f64, runs: usize) -> Result<(), Stop> {
        let session = self.session;
        self.incumbents += 1;
        let known = session.past.get(self.number).is_some_and(|past| self.incumbents <= past.incumbents);
        let mut inner = session.lock();
        if let Some(state) = inner.states.get_mut(self.number) {
            state.incumbent = Some((configuration.clone(), mean, runs));
        }
        if known {
            return Ok(());
        }
        let record = Record::Incumbent {
            search: self.number,
            ask: self.asks,
            configuration: configuration.clone(),
            mean: Some(mean).filter(|mean| mean.is_finite()),
            runs,
            elapsed: session.elapsed(),
        };
        inner.journal.add(&record).map_err(|e| Stop::Failed(e.to_string()))?;
        drop(inner);
        let name = session.space.name(configuration);
        (session.say)(&format!("search {}: {name} costs {mean:.4} in {runs} runs", self.number + 1));
        Ok(())
    }
}
