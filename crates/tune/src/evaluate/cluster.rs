//! Runs as jobs of a cluster: what the searches ask for at the same time becomes one array.
//!
//! Results are in a store of their own before the journal has them, and an array that was submitted
//! before a kill is found again, since the searches ask for the same runs.

use super::Recipe;
use crate::journal::Run;
use crate::session::{Evaluator, Job};
use adumbra_bench::cluster::share;
use adumbra_bench::cluster::watch::{self, Ended, Order};
use adumbra_bench::cluster::{ClusterError, Options};
use adumbra_bench::limit::Bounds;
use adumbra_bench::model::{Class, Column, Outcome, Task};
use adumbra_bench::run::{Broken, Described, Observer, Pair, Plan, Subject};
use adumbra_bench::store::{Store, StoreError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long is waited for what others ask for, after the first question.
const GATHER: Duration = Duration::from_millis(300);

type Answer = Result<Option<Run>, String>;

/// Runs on a cluster.
pub struct OnCluster {
    questions: Mutex<Sender<(Job, Sender<Answer>)>>,
}

/// What the one who submits needs.
pub struct Submitter<'a> {
    /// How configurations are run.
    pub recipe: &'a Recipe<'a>,
    /// The tasks.
    pub tasks: &'a [Task],
    /// How the cluster is used.
    pub options: &'a Options,
    /// How nodes account for processes.
    pub accounting: String,
    /// What is far from what a tool needs.
    pub bounds: Bounds,
    /// The command that is a job.
    pub worker: Vec<String>,
    /// Where results are before the journal has them.
    pub store: Store,
    /// Is told what happens.
    pub say: &'a (dyn Fn(&str) + Sync),
}

struct Silent;

impl Observer for Silent {
    fn started(&self, _: Pair) {}
    fn finished(&self, _: Pair, _: &Outcome, _: Class) {}
}

impl OnCluster {
    /// Does something with a cluster at hand.
    pub fn with<T>(submitter: Submitter<'_>, cancel: &AtomicBool, work: impl FnOnce(&OnCluster) -> T) -> T {
        let (sender, receiver) = mpsc::channel::<(Job, Sender<Answer>)>();
        // The store stays in this thread; the work is done in another.
        let submit = move |batch: Vec<(Job, Sender<Answer>)>| {
            let jobs: Vec<Job> = batch.iter().map(|(job, _)| job.clone()).collect();
            let answers = submitter.run(&jobs, cancel);
            for ((_, sender), answer) in batch.iter().zip(answers) {
                // Nobody may be waiting any more.
                let _ = sender.send(answer);
            }
        };
        std::thread::scope(|scope| {
            let submitter = scope.spawn(move || {
                while let Ok(first) = receiver.recv() {
                    let mut batch = vec![first];
                    while let Ok(next) = receiver.recv_timeout(GATHER) {
                        batch.push(next);
                    }
                    submit(batch);
                }
            });
            let cluster = OnCluster { questions: Mutex::new(sender) };
            let done = work(&cluster);
            drop(cluster);
            // Without questions it ends.
            let _ = submitter.join();
            done
        })
    }
}

impl Evaluator for OnCluster {
    fn evaluate(&self, job: &Job, cancel: &AtomicBool) -> Answer {
        let (sender, receiver) = mpsc::channel();
        let questions = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
        questions.send((job.clone(), sender)).map_err(|_| "the cluster is gone".to_owned())?;
        drop(questions);
        loop {
            match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err("the cluster is gone".to_owned()),
                Err(RecvTimeoutError::Timeout) if cancel.load(Ordering::Relaxed) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Submitter<'_> {
    fn run(&self, jobs: &[Job], cancel: &AtomicBool) -> Vec<Answer> {
        match self.results(jobs, cancel) {
            Ok(answers) => answers,
            Err(error) => jobs.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn results(&self, jobs: &[Job], cancel: &AtomicBool) -> Result<Vec<Answer>, String> {
        let broken = Broken::default();
        let mut columns: Vec<Column> = Vec::new();
        let mut subjects: Vec<Described<'_>> = Vec::new();
        let mut places = Vec::new();
        for job in jobs {
            let tool = self.recipe.tool(&job.configuration, job.seed, job.cap)?;
            let column = self.recipe.column(&job.configuration, &tool, job.cap);
            let place = columns.iter().position(|known| *known == column).unwrap_or_else(|| {
                columns.push(column);
                subjects.push(Described::new(tool, &broken));
                columns.len() - 1
            });
            places.push(Pair { task: job.instance, column: place });
        }
        let said = |e: StoreError| e.to_string();
        let mut plan = Plan::make(&self.store, &columns, self.tasks, None).map_err(said)?;
        plan.pairs.retain(|pair| places.contains(pair));
        if !plan.pairs.is_empty() {
            let recipes: Vec<(Column, share::Recipe)> =
                columns.iter().cloned().zip(subjects.iter().map(|s| share::Recipe::new(s.tool()))).collect();
            let subjects: Vec<&dyn Subject> = subjects.iter().map(|subject| subject as &dyn Subject).collect();
            let order = Order {
                plan: &plan,
                columns: &recipes,
                subjects: &subjects,
                tasks: self.tasks,
                accounting: self.accounting.clone(),
                bounds: self.bounds,
                worker: self.worker.clone(),
            };
            let ended = watch::run(self.options, &order, &self.store, &Silent, &|text| (self.say)(text), cancel);
            match ended.map_err(|e: ClusterError| e.to_string())? {
                Ended::Complete => {}
                Ended::Left(_) => return Ok(jobs.iter().map(|_| Ok(None)).collect()),
                Ended::Incomplete(left) => {
                    let cause = left.values().next().cloned().unwrap_or_default();
                    return Err(format!("{} runs failed on the cluster: {cause}", left.len()));
                }
            }
        }
        let rows = self.store.results().map_err(said)?;
        let answer = |(job, pair): (&Job, &Pair)| {
            let (column, task) = (plan.columns[pair.column], plan.tasks[pair.task]);
            let row = rows.iter().find(|row| row.column == column && row.task == task);
            let row = row.ok_or("a run on the cluster has no result")?;
            self.recipe.read(&row.outcome, job.cap).map(Some)
        };
        Ok(jobs.iter().zip(&places).map(answer).collect())
    }
}
