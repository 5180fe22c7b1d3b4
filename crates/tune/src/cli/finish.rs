//! After the search: chooses by the whole training set, measures on the test set, and writes
//! everything.

use super::run::{Tuning, again, interrupted};
use super::show::{self, CONFIGURATION, FINDINGS, JOURNAL, PAGE, TRAJECTORY, put};
use super::{FAILED, SUCCESS, Stop, WRONG};
use crate::evaluate::CostKind;
use crate::ils::Found;
use crate::journal::{self, Journal, Record, Run};
use crate::judge::WrongAnswer;
use crate::outcome::{self, OutcomeError, Place};
use crate::random::Random;
use crate::report::{self, Findings, Measured};
use crate::space::Configuration;
use adumbra_bench::limit::Bounds;
use adumbra_bench::model::{Class, Outcome, Task};
use adumbra_bench::run::{Observer, Pair};
use adumbra_bench::store::Store;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where most runs take less time than this, in seconds, starting the tool is a large part of it.
const SHORT: f64 = 0.03;

impl Tuning<'_> {
    /// Chooses by the whole training set, measures on the test set, and writes everything.
    pub(super) fn finish(
        &self,
        found: &[Found],
        wrong: &mut Vec<WrongAnswer>,
        journal: &mut Journal,
        last: Option<Record>,
        store: &Mutex<Store>,
    ) -> Result<u8, Stop> {
        let base = self.space.base();
        let mut candidates = vec![base.clone()];
        for found in found {
            if !candidates.contains(&found.incumbent) {
                candidates.push(found.incumbent.clone());
            }
        }
        self.say(&format!("measuring {} configurations on the training set", candidates.len()));
        let mut on_train = self.measure(store, &candidates, &self.split.train)?;
        let names: Vec<String> = candidates.iter().map(|c| self.title(c)).collect();
        wrong.extend(outcome::judge(&names, &self.split.train, &mut on_train));
        let cost = |runs: &Vec<Run>| self.rules.summary(runs);
        self.warn(&on_train[0]);
        let best = (0..candidates.len())
            .filter(|place| *place == 0 || cost(&on_train[*place]).wrong == 0)
            .min_by(|a, b| cost(&on_train[*a]).tuned_by.total_cmp(&cost(&on_train[*b]).tuned_by))
            .unwrap_or(0);
        let tuned = candidates[best].clone();
        let random = self.random(&base, &tuned);
        let chosen =
            Record::Chosen { configuration: tuned.clone(), candidates: candidates.clone(), random: random.clone() };
        if last.as_ref() != Some(&chosen) {
            journal.add(&chosen).map_err(|e| Stop { code: FAILED, message: e.to_string() })?;
        }
        self.say("measuring on the test set");
        let mut tested = vec![base.clone()];
        tested.extend((tuned != base).then(|| tuned.clone()));
        tested.extend(random.iter().cloned());
        let mut on_test = self.measure(store, &tested, &self.split.test)?;
        let names: Vec<String> = tested.iter().map(|c| self.title(c)).collect();
        wrong.extend(outcome::judge(&names, &self.split.test, &mut on_test));
        wrong.sort();
        wrong.dedup();
        let of_tuned = |runs: &[Vec<Run>], place: usize| runs.get(place).cloned().unwrap_or_default();
        let rows = |runs: &[Vec<Run>], place: usize| {
            vec![("default".to_owned(), of_tuned(runs, 0)), ("tuned".to_owned(), of_tuned(runs, place))]
        };
        let shown = tested.len() - random.len();
        let names = |tasks: &[Task]| tasks.iter().map(|task| task.name.clone()).collect();
        let random = random.iter().zip(on_test.iter().skip(shown));
        let findings = self.findings(
            Measured { instances: names(&self.split.train), rows: rows(&on_train, best) },
            Measured { instances: names(&self.split.test), rows: rows(&on_test, shown - 1) },
            random.map(|(c, runs)| (self.space.name(c), runs.clone())).collect(),
            &tuned,
            wrong,
        )?;
        self.write(&findings, &tuned)
    }

    /// Says what makes the numbers mean little.
    fn warn(&self, of_base: &[Run]) {
        let solved: Vec<f64> = of_base.iter().filter(|run| self.rules.is_solved(run)).map(|run| run.cost).collect();
        let short = solved.iter().filter(|cost| **cost < SHORT).count();
        if solved.is_empty() {
            self.say("warning: the default solves no training instance within the cutoff");
        } else if !matches!(self.recipe.cost, CostKind::Value(_)) && 2 * short > solved.len() {
            let many = format!("{short} of {} instances take less than {SHORT} s", solved.len());
            self.say(&format!("warning: {many}, much of it to start the tool; --cost can count something else"));
        }
    }

    fn title(&self, configuration: &Configuration) -> String {
        format!("{} ({})", self.space.name(configuration), self.space.changes(configuration))
    }

    /// Random configurations to compare with: none of those that are measured anyway, and none
    /// twice.
    fn random(&self, base: &Configuration, tuned: &Configuration) -> Vec<Configuration> {
        let mut random = Random::new(self.arguments.seed ^ 0x72616e646f6d);
        let mut chosen: Vec<Configuration> = Vec::new();
        for _ in 0..self.arguments.random.saturating_mul(100) {
            let one = self.space.random(&mut random);
            if chosen.len() < self.arguments.random && one != *base && one != *tuned && !chosen.contains(&one) {
                chosen.push(one);
            }
        }
        chosen
    }

    fn measure(
        &self,
        store: &Mutex<Store>,
        configurations: &[Configuration],
        tasks: &[Task],
    ) -> Result<Vec<Vec<Run>>, Stop> {
        let place = if self.arguments.cluster.slurm {
            let options = &self.arguments.cluster;
            let (accounting, worker) = (self.accounting(), self.worker.clone());
            Place::Cluster { options, accounting, bounds: Bounds::default(), worker }
        } else {
            Place::Here { executor: &self.executor, cores: &self.cores.runs, scratch: self.scratch }
        };
        let counter = Counter { done: AtomicUsize::new(0), tuning: self };
        outcome::measure(&self.recipe, store, &place, configurations, tasks, &counter, &self.cancel).map_err(
            |e| match e {
                OutcomeError::Cancelled => interrupted(),
                OutcomeError::Failed(cause) => {
                    Stop { code: FAILED, message: format!("{cause}\nWhen this is mended, go on with:\n  {}", again()) }
                }
            },
        )
    }

    fn findings(
        &self,
        train: Measured,
        test: Measured,
        random: Vec<(String, Vec<Run>)>,
        tuned: &Configuration,
        wrong: &[WrongAnswer],
    ) -> Result<Findings, Stop> {
        let records = journal::read(&self.arguments.out.join(JOURNAL)).map_err(Stop::input)?;
        let Some(Record::Header { subject, .. }) = records.first() else {
            return Err(Stop::input("the journal has no header"));
        };
        let (trajectory, evaluations, elapsed) = show::history(&records);
        put(&self.arguments.out, TRAJECTORY, &report::trajectory_csv(&records, self.space))?;
        let text = |value: Option<&str>| value.unwrap_or("(no effect)").to_owned();
        let differences = self.space.differences(tuned).into_iter();
        Ok(Findings {
            subject: subject.clone(),
            rules: self.rules,
            differences: differences.map(|(n, before, after)| (n.to_owned(), text(before), text(after))).collect(),
            train,
            test,
            random,
            trajectory,
            evaluations,
            elapsed,
            wrong: wrong.to_vec(),
        })
    }

    fn write(&self, findings: &Findings, tuned: &Configuration) -> Result<u8, Stop> {
        let out = &self.arguments.out;
        let subject = &findings.subject;
        let ratio = findings.ratio().map(|ratio| format!(", {ratio:.2} times as quick as the default on the test set"));
        let purpose = format!(
            "For tasks like {}: tuned by {} on {} instances{}",
            common(&subject.train),
            subject.cost,
            subject.train.len(),
            ratio.unwrap_or_default()
        );
        put(out, CONFIGURATION, &report::configuration_file(self.space, tuned, &self.before, &purpose))?;
        let text = serde_json::to_string(findings).map_err(|e| Stop { code: FAILED, message: e.to_string() })?;
        put(out, FINDINGS, &text)?;
        put(out, PAGE, &report::page(findings))?;
        print!("{}", findings.text());
        for (name, before, after) in &findings.differences {
            println!("  {name}: {before} -> {after}");
        }
        println!("The configuration is {}, the report {}", out.join(CONFIGURATION).display(), out.join(PAGE).display());
        for wrong in &findings.wrong {
            eprintln!("{wrong}");
        }
        if findings.wrong.is_empty() {
            return Ok(SUCCESS);
        }
        eprintln!("error: there are wrong answers; nothing of this is to be trusted before they are explained");
        Ok(WRONG)
    }
}

/// What the names of instances have in common.
fn common(names: &[String]) -> String {
    let mut families: Vec<&str> = names.iter().map(|name| name.rsplit_once('/').map_or("", |(f, _)| f)).collect();
    families.sort_unstable();
    families.dedup();
    match (families.as_slice(), names) {
        ([""] | [], [first, ..]) => first.clone(),
        ([""] | [], []) => "none".to_owned(),
        (families, _) => families.iter().take(3).map(|f| format!("{f}/")).collect::<Vec<_>>().join(", "),
    }
}

/// Says now and then how many runs on a whole set are done.
struct Counter<'a, 'b> {
    done: AtomicUsize,
    tuning: &'a Tuning<'b>,
}

impl Observer for Counter<'_, '_> {
    fn started(&self, _: Pair) {}

    fn finished(&self, _: Pair, _: &Outcome, _: Class) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(50) {
            self.tuning.say(&format!("{done} runs measured"));
        }
    }
}
