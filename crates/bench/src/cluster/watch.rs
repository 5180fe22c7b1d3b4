//! The bench's side: submits arrays, brings their results into the store, and submits again what
//! they did not finish.

use super::share::{Common, Recipe, deal};
use super::slurm::{self, Allowed, Job, JobId, SlurmError, Stage};
use super::submission::{self, News, Submission};
use super::work::UNFIT;
use super::{ClusterError, Options, failed, needs};
use crate::limit::Bounds;
use crate::model::{Class, Column, Ending, Limits, Task};
use crate::run::{self, Observer, Pair, Plan, Subject};
use crate::store::{ColumnId, Store, TaskId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long Slurm may be away.
const PATIENCE: Duration = Duration::from_secs(3600);
/// How long results of a job that ended well may take to be seen here: directories on shared disks
/// are cached.
const ARRIVAL: Duration = Duration::from_secs(60);

/// What is to be run.
pub struct Order<'a> {
    /// What has no result.
    pub plan: &'a Plan,
    /// The columns.
    pub columns: &'a [(Column, Recipe)],
    /// The tools of the columns.
    pub subjects: &'a [&'a dyn Subject],
    /// The tasks.
    pub tasks: &'a [Task],
    /// How nodes account for processes, as on the command line.
    pub accounting: String,
    /// What is far from what a tool needs.
    pub bounds: Bounds,
    /// The command that is a job: the executable and the words before the directory and the number.
    pub worker: Vec<String>,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All pairs have results.
    Complete,
    /// It was interrupted; these arrays go on.
    Left(Vec<JobId>),
    /// These pairs have no result, for these reasons.
    Incomplete(BTreeMap<Pair, String>),
}

/// Runs what is asked for on the cluster. `say` is told what happens apart from results.
pub fn run(
    options: &Options,
    order: &Order<'_>,
    store: &Store,
    observer: &dyn Observer,
    say: &dyn Fn(&str),
    cancel: &AtomicBool,
) -> Result<Ended, ClusterError> {
    let mut watch = Watch::new(options, order, store, observer, say)?;
    watch.settle_refused()?;
    watch.attach()?;
    // Whoever starts a bench expects a look at once.
    let (mut next_look, mut pause) = (Instant::now(), Duration::from_secs(1));
    let mut away: Option<Instant> = None;
    let mut question: Option<mpsc::Receiver<Result<Jobs, SlurmError>>> = None;
    let mut fresh = true;
    loop {
        if cancel.load(Ordering::Relaxed) {
            watch.collect()?;
            return Ok(Ended::Left(watch.open.iter().filter_map(|o| o.submission.job).collect()));
        }
        let begun = Instant::now();
        watch.collect()?;
        watch.close_complete()?;
        if !watch.open.is_empty() && Instant::now() >= next_look && question.is_none() {
            question = Some(ask());
        }
        // An answer may take long, and results shall come all the same.
        if let Some(answer) = question.as_ref().and_then(|q| q.try_recv().ok()) {
            question = None;
            match answer.and_then(|jobs| watch.take(&jobs)) {
                Ok(changed) => {
                    if away.take().is_some() {
                        say("Slurm answers again");
                    }
                    pause = if changed { Duration::from_secs(1) } else { pause.mul_f64(1.5) };
                }
                Err(cause) => {
                    let since = *away.get_or_insert_with(|| {
                        say(&format!("Slurm does not answer ({cause}); its jobs go on, and this waits"));
                        Instant::now()
                    });
                    if since.elapsed() > PATIENCE {
                        return Err(ClusterError::Away { minutes: PATIENCE.as_secs() / 60, cause });
                    }
                    pause = pause.mul_f64(1.5);
                }
            }
            pause = pause.min(Duration::from_secs(options.poll as u64));
            next_look = Instant::now() + pause;
        }
        watch.close_ended()?;
        // The first array need not wait for those that were there before; what failed waits for the
        // end of its array, so that there are few.
        if fresh || watch.open.is_empty() {
            let missing = watch.missing();
            if missing.is_empty() && watch.open.is_empty() {
                return Ok(watch.end());
            }
            if !missing.is_empty() {
                match watch.submit(&missing) {
                    Ok(()) => {
                        next_look = Instant::now();
                        // An answer on its way does not know of it.
                        question = None;
                    }
                    // Once it has begun, a controller that is away for a while is waited for.
                    Err(ClusterError::Slurm(cause)) if !fresh && slurm::check().is_err() => {
                        let since = *away.get_or_insert_with(Instant::now);
                        if since.elapsed() > PATIENCE {
                            return Err(ClusterError::Away { minutes: PATIENCE.as_secs() / 60, cause });
                        }
                        std::thread::sleep(Duration::from_secs(5));
                    }
                    Err(error) => return Err(error),
                }
            }
            fresh = false;
        }
        // Looking at many files takes time; it shall not be all that is done.
        let rest = Duration::from_millis(500).max(begun.elapsed() * 5);
        let until = Instant::now() + rest;
        while Instant::now() < until && !cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// What Slurm says of all jobs.
type Jobs = HashMap<(JobId, usize), Job>;

/// Asks Slurm how the jobs are; the answer comes some time.
fn ask() -> mpsc::Receiver<Result<Jobs, SlurmError>> {
    let (sender, receiver) = mpsc::channel();
    // Nobody may be there any more to hear it.
    std::thread::spawn(move || sender.send(slurm::jobs()));
    receiver
}

/// Cancels the arrays of a store and brings in what they have finished. Gives their numbers.
pub fn cancel(
    options: &Options,
    order: &Order<'_>,
    store: &Store,
    observer: &dyn Observer,
    say: &dyn Fn(&str),
) -> Result<Vec<JobId>, ClusterError> {
    let mut watch = Watch::new(options, order, store, observer, say)?;
    watch.attach()?;
    let jobs: Vec<JobId> = watch.open.iter().filter_map(|open| open.submission.job).collect();
    slurm::cancel(&jobs.iter().map(JobId::to_string).collect::<Vec<_>>())?;
    // Jobs get some time to end.
    let begun = Instant::now();
    while watch.open.iter().any(|open| !open.has_ended()) && begun.elapsed() < Duration::from_secs(60) {
        watch.take(&slurm::jobs()?)?;
        std::thread::sleep(Duration::from_millis(500));
    }
    for open in &mut watch.open {
        open.ended.fill(true);
    }
    watch.collect()?;
    for open in &watch.open {
        open.submission.close(false)?;
    }
    Ok(jobs)
}

/// An array that is not closed.
struct Open {
    submission: Submission,
    /// The pairs of each job, by their numbers in the store.
    pairs: Vec<Vec<(ColumnId, TaskId)>>,
    /// What Slurm said last of each job.
    jobs: Vec<Option<Job>>,
    /// Which jobs have ended.
    ended: Vec<bool>,
    /// How often in a row Slurm did not know a job.
    unknown: Vec<u32>,
    /// Since when all jobs have ended.
    since: Option<Instant>,
}

impl Open {
    fn has_ended(&self) -> bool {
        self.ended.iter().all(|ended| *ended)
    }
}

struct Watch<'a> {
    options: &'a Options,
    order: &'a Order<'a>,
    store: &'a Store,
    observer: &'a dyn Observer,
    say: &'a dyn Fn(&str),
    place: PathBuf,
    allowed: Allowed,
    /// The pairs of the plan, by their numbers in the store.
    known: HashMap<(ColumnId, TaskId), Pair>,
    done: HashSet<Pair>,
    /// What the store has for the columns of all arrays.
    stored: HashSet<(ColumnId, TaskId)>,
    open: Vec<Open>,
    /// How often a pair was submitted and did not come back.
    attempts: HashMap<Pair, usize>,
    causes: BTreeMap<Pair, String>,
    /// Nodes that are not fit.
    unfit: BTreeSet<String>,
}

impl<'a> Watch<'a> {
    fn new(
        options: &'a Options,
        order: &'a Order<'a>,
        store: &'a Store,
        observer: &'a dyn Observer,
        say: &'a dyn Fn(&str),
    ) -> Result<Self, ClusterError> {
        let allowed = slurm::check()?;
        let place = options.place(store.path()).map_err(failed(store.path()))?;
        fs::create_dir_all(&place).map_err(failed(&place))?;
        let plan = order.plan;
        let known = plan.pairs.iter().map(|pair| ((plan.columns[pair.column], plan.tasks[pair.task]), *pair)).collect();
        Ok(Watch {
            options,
            order,
            store,
            observer,
            say,
            place,
            allowed,
            known,
            done: HashSet::new(),
            stored: HashSet::new(),
            open: Vec::new(),
            attempts: HashMap::new(),
            causes: BTreeMap::new(),
            unfit: BTreeSet::new(),
        })
    }

    /// Stores the results of pairs that no node needs to look at.
    fn settle_refused(&mut self) -> Result<(), ClusterError> {
        let Order { plan, subjects, tasks, .. } = self.order;
        for pair in &plan.pairs {
            let (Some(subject), Some(task)) = (subjects.get(pair.column), tasks.get(pair.task)) else { continue };
            if let Some(reason) = subject.refuses(task) {
                let outcome = run::not_run(reason, Ending::NotRun);
                let (column, id) = (plan.columns[pair.column], plan.tasks[pair.task]);
                self.store.add_result(column, id, &task.expected, &outcome)?;
                self.done.insert(*pair);
                self.observer.finished(*pair, &outcome, Class::of(&outcome.answer, &task.expected));
            }
        }
        Ok(())
    }

    /// Finds the arrays that an earlier bench has submitted.
    fn attach(&mut self) -> Result<(), ClusterError> {
        // If the bench was killed, its `sbatch` may still be at it.
        drop(self.guard()?);
        for mut submission in Submission::open_all(&self.place)? {
            if submission.job.is_none()
                && let Some(job) = slurm::find(&submission.name)?
            {
                submission.set_job(job)?;
            }
            match submission.job {
                Some(job) => (self.say)(&format!("going on with array {job} of {} jobs", submission.shares.len())),
                // It was never submitted, or so long ago that Slurm has forgotten it: all its
                // results are there.
                None => (self.say)(&format!("bringing in what is in {}", submission.directory.display())),
            }
            self.add(submission)?;
        }
        Ok(())
    }

    /// A lock that is there as long as something is being submitted.
    fn guard(&self) -> Result<fs::File, ClusterError> {
        let path = self.place.join("submitting");
        let file = fs::File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(failed(&path))?;
        file.lock().map_err(failed(&path))?;
        Ok(file)
    }

    fn add(&mut self, submission: Submission) -> Result<(), ClusterError> {
        let mut pairs: Vec<Vec<(ColumnId, TaskId)>> = Vec::new();
        self.store.at_once(|| {
            for share in &submission.shares {
                let columns = share.columns.iter().map(|(c, _)| self.store.column(c)).collect::<Result<Vec<_>, _>>()?;
                let tasks = share.tasks.iter().map(|t| self.store.task(t)).collect::<Result<Vec<_>, _>>()?;
                let ids = |pair: &Pair| Some((*columns.get(pair.column)?, *tasks.get(pair.task)?));
                pairs.push(share.pairs.iter().filter_map(ids).collect());
            }
            Ok(())
        })?;
        let columns: BTreeSet<ColumnId> = pairs.iter().flatten().map(|(column, _)| *column).collect();
        for column in columns {
            self.stored.extend(self.store.done(column)?.into_iter().map(|task| (column, task)));
        }
        let count = submission.shares.len();
        let ended = vec![submission.job.is_none(); count];
        self.open.push(Open {
            submission,
            pairs,
            jobs: vec![None; count],
            ended,
            unknown: vec![0; count],
            since: None,
        });
        Ok(())
    }

    /// Brings new results into the store.
    fn collect(&mut self) -> Result<(), ClusterError> {
        for open in &mut self.open {
            let News { entries, damaged, read } =
                open.submission.news(|number| open.ended.get(number).is_none_or(|e| *e))?;
            if damaged > 0 {
                let directory = open.submission.directory.display();
                (self.say)(&format!("{directory}: {damaged} lines of results are damaged and are run again"));
            }
            let (mut seen, mut stored) = (Vec::new(), Vec::new());
            self.store.at_once(|| {
                for (number, entry) in entries {
                    let ids = open.pairs.get(number).and_then(|pairs| pairs.get(entry.pair));
                    let share = open.submission.shares.get(number);
                    let task = share.and_then(|s| s.tasks.get(s.pairs.get(entry.pair)?.task));
                    let (Some((column, id)), Some(task)) = (ids, task) else { continue };
                    // The first one counts.
                    let added = self.store.add_result(*column, *id, &task.expected, &entry.outcome)?;
                    stored.push((*column, *id));
                    if let (true, Some(pair)) = (added, self.known.get(&(*column, *id))) {
                        seen.push((*pair, entry.outcome, task));
                    }
                }
                Ok(())
            })?;
            self.stored.extend(stored);
            for (pair, outcome, task) in seen {
                self.done.insert(pair);
                self.observer.finished(pair, &outcome, Class::of(&outcome.answer, &task.expected));
            }
            open.submission.set_read(read);
        }
        Ok(())
    }

    /// Takes in what Slurm says of the jobs. Has anything changed?
    fn take(&mut self, known: &Jobs) -> Result<bool, SlurmError> {
        let mut changed = false;
        let mut stuck = Vec::new();
        for open in &mut self.open {
            let Some(array) = open.submission.job else { continue };
            for number in 0..open.ended.len() {
                let job = known.get(&(array, number));
                open.unknown[number] = if job.is_none() { open.unknown[number] + 1 } else { 0 };
                changed |= open.jobs[number].as_ref().map(Job::stage) != job.map(Job::stage);
                // Slurm forgets jobs some time after they have ended.
                let ended = match job {
                    None => open.unknown[number] >= 2,
                    Some(job) => {
                        if job.stage() == Stage::Stuck {
                            stuck.push(format!("{array}_{number}"));
                        }
                        matches!(job.stage(), Stage::Ended | Stage::Stuck)
                    }
                };
                if let Some(job) = job {
                    open.jobs[number] = Some(job.clone());
                }
                // One that was requeued has not ended after all.
                open.ended[number] = ended;
            }
        }
        let stage = |job: &&Job| job.stage() == Stage::Running;
        self.observer.at_once(self.open.iter().flat_map(|o| &o.jobs).flatten().filter(stage).count());
        // Somebody would have to release them; they are submitted again instead.
        slurm::cancel(&stuck)?;
        Ok(changed)
    }

    /// Closes arrays of which all results are there.
    fn close_complete(&mut self) -> Result<(), ClusterError> {
        let mut kept = Vec::new();
        for open in std::mem::take(&mut self.open) {
            if self.lacks(&open).iter().any(|lacks| *lacks) {
                kept.push(open);
                continue;
            }
            // A job that was requeued just after its last result has nothing to do.
            if let Some(array) = open.submission.job {
                let waits = |job: &Option<Job>| job.as_ref().is_none_or(|job| job.stage() == Stage::Waiting);
                let waiting = open.jobs.iter().enumerate().filter(|(_, job)| waits(job));
                let waiting: Vec<String> = waiting.map(|(number, _)| format!("{array}_{number}")).collect();
                let _ = slurm::cancel(&waiting);
            }
            open.submission.close(false)?;
        }
        self.open = kept;
        Ok(())
    }

    /// Which jobs of an array have pairs without a result.
    fn lacks(&self, open: &Open) -> Vec<bool> {
        open.pairs.iter().map(|pairs| pairs.iter().any(|pair| !self.stored.contains(pair))).collect()
    }

    /// Closes arrays that have ended without all results, and notes why.
    fn close_ended(&mut self) -> Result<(), ClusterError> {
        if !self.open.iter().any(Open::has_ended) {
            return Ok(());
        }
        // What was written until the end.
        self.collect()?;
        self.close_complete()?;
        let mut kept = Vec::new();
        for mut open in std::mem::take(&mut self.open) {
            if !open.has_ended() {
                open.since = None;
                kept.push(open);
                continue;
            }
            let lacks = self.lacks(&open);
            let is_well = |job: &Option<Job>| job.as_ref().is_some_and(|job| job.state == "COMPLETED");
            let late = lacks.iter().zip(&open.jobs).any(|(lacks, job)| *lacks && is_well(job));
            if late && open.since.get_or_insert_with(Instant::now).elapsed() < ARRIVAL {
                kept.push(open);
                continue;
            }
            self.note_failures(&open, &lacks)?;
            let submitted = open.submission.job.is_some();
            let place = open.submission.close(submitted)?;
            if submitted {
                (self.say)(&format!("what the jobs wrote is in {}", place.display()));
            }
        }
        self.open = kept;
        Ok(())
    }

    fn note_failures(&mut self, open: &Open, lacks: &[bool]) -> Result<(), ClusterError> {
        let Some(array) = open.submission.job else { return Ok(()) };
        let mut shown = 0;
        for (number, pairs) in open.pairs.iter().enumerate().filter(|(number, _)| lacks.get(*number) == Some(&true)) {
            let job = open.jobs.get(number).and_then(Option::as_ref);
            let code = slurm::exit_code(array, number);
            let mut cause = format!("job {array}_{number}: {}", job.map_or("gone", |job| job.state.as_str()));
            if let Some(job) = job {
                if code.as_deref().is_some_and(|code| code.starts_with(&format!("{UNFIT}:"))) && !job.node.is_empty() {
                    self.unfit.insert(job.node.clone());
                }
                if !job.node.is_empty() {
                    cause += &format!(" on {}", job.node);
                }
                if !matches!(job.reason.as_str(), "" | "None") {
                    cause += &format!(" ({})", job.reason);
                }
            }
            if let Some(code) = code.filter(|code| code != "0:0") {
                cause += &format!(", exit code {code}");
            }
            let log = fs::read(submission::log_file(&open.submission.directory, number)).unwrap_or_default();
            let log = String::from_utf8_lossy(&log[log.len().saturating_sub(4096)..]).into_owned();
            let last: Vec<&str> = log.lines().rev().filter(|line| !line.trim().is_empty()).take(3).collect();
            if !last.is_empty() {
                cause += &format!(": {}", last.into_iter().rev().collect::<Vec<_>>().join(" / "));
            }
            if shown < 5 {
                (self.say)(&cause);
                shown += 1;
            }
            for pair in pairs.iter().filter_map(|ids| self.known.get(ids)).filter(|pair| !self.done.contains(pair)) {
                *self.attempts.entry(*pair).or_default() += 1;
                self.causes.insert(*pair, cause.clone());
            }
        }
        Ok(())
    }

    /// Pairs without a result that no array has, and that may be tried.
    fn missing(&self) -> Vec<Pair> {
        let taken: HashSet<&(ColumnId, TaskId)> =
            self.open.iter().flat_map(|open| open.pairs.iter().flatten()).collect();
        let plan = self.order.plan;
        let is_missing = |pair: &&Pair| {
            !self.done.contains(pair)
                && self.attempts.get(pair).is_none_or(|n| *n < self.options.rounds)
                && !taken.contains(&(plan.columns[pair.column], plan.tasks[pair.task]))
        };
        plan.pairs.iter().filter(is_missing).copied().collect()
    }

    fn submit(&mut self, pairs: &[Pair]) -> Result<(), ClusterError> {
        let Order { columns, tasks, accounting, bounds, worker, .. } = self.order;
        let name = submission::new_name();
        let limits: Vec<Limits> = columns.iter().map(|(column, _)| column.limits).collect();
        // What has failed once gets a job of its own, so that others do not fail with it.
        let again = pairs.iter().any(|pair| self.attempts.contains_key(pair));
        let asked = if again { Some(1) } else { self.options.chunk };
        let each = needs::each(pairs.len(), asked, self.allowed.array, &limits);
        let common = Common {
            name: name.clone(),
            accounting: accounting.clone(),
            bounds: *bounds,
            scratch: self.options.scratch.clone(),
        };
        let shares = deal(&common, columns, tasks, pairs, each);
        let place = self.place.join(&name);
        let mut options = vec![
            format!("--job-name={name}"),
            "--requeue".into(),
            "--open-mode=append".into(),
            format!("--chdir={}", place.display()),
            format!("--output={}", submission::log_file(&place, 0).display().to_string().replace("log-0", "log-%a")),
        ];
        let at_once = self.options.jobs.map(|n| format!("%{n}")).unwrap_or_default();
        options.push(format!("--array=0-{}{at_once}", shares.len().saturating_sub(1)));
        options.extend(needs::options(&shares));
        options.extend(self.options.options.iter().cloned());
        let worker: Vec<String> = worker.iter().map(|word| adumbra_text::shell_word(word)).collect();
        let script = format!(
            "#!/bin/sh\nexec {} {} \"$SLURM_ARRAY_TASK_ID\"\n",
            worker.join(" "),
            adumbra_text::shell_word(&place.display().to_string())
        );
        let jobs = shares.len();
        let mut submission = Submission::create(&self.place, &name, shares, &script)?;
        match self.sbatch(&submission, &options) {
            Ok(job) => {
                submission.set_job(job)?;
                (self.say)(&format!("submitted {} runs as array {job} of {jobs} jobs", pairs.len()));
                self.add(submission)
            }
            Err(error) => {
                submission.close(false)?;
                Err(error)
            }
        }
    }

    fn sbatch(&self, submission: &Submission, options: &[String]) -> Result<JobId, ClusterError> {
        let mut all = options.to_vec();
        if !self.unfit.is_empty() {
            all.push(format!("--exclude={}", self.unfit.iter().cloned().collect::<Vec<_>>().join(",")));
        }
        let script = submission.script();
        let error = match slurm::submit(&script, &all, self.guard()?) {
            Ok(job) => return Ok(job),
            Err(error) => error,
        };
        // The answer may have been lost.
        if let Ok(Some(job)) = slurm::find(&submission.name) {
            return Ok(job);
        }
        if self.unfit.is_empty() {
            return Err(error.into());
        }
        // Without these nodes there may be none.
        Ok(slurm::submit(&script, options, self.guard()?)?)
    }

    fn end(&self) -> Ended {
        let left: BTreeMap<Pair, String> =
            self.causes.iter().filter(|(pair, _)| !self.done.contains(pair)).map(|(p, c)| (*p, c.clone())).collect();
        if left.is_empty() { Ended::Complete } else { Ended::Incomplete(left) }
    }
}
