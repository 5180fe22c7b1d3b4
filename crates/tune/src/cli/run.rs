//! `adumbra tune SET…`: sets everything up and searches.

use super::header::{check_same, header};
use super::show::{CLUSTER, JOURNAL, RESULTS};
use super::{Arguments, FAILED, INTERRUPTED, Own, Stop};
use crate::evaluate::{Local, OnCluster, Recipe, Submitter};
use crate::ils::{self, Found, Settings};
use crate::journal::{Journal, Record, Status};
use crate::judge::{self, WrongAnswer};
use crate::session::{Budget, Evaluator, Instance, Rules, Session};
use crate::space::Space;
use crate::split::Split;
use adumbra_bench::cluster;
use adumbra_bench::limit::{self, Bounds, Cores, Executor, Source};
use adumbra_bench::run::{Broken, Described, Lock, LockError, machine};
use adumbra_bench::store::Store;
use adumbra_text::shell_word;
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often is said how far the search is.
const PAUSE: Duration = Duration::from_secs(10);

/// All that a tuning needs.
pub(super) struct Tuning<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) recipe: Recipe<'a>,
    pub(super) space: &'a Space,
    pub(super) split: &'a Split,
    pub(super) rules: Rules,
    /// The configuration file to which tuned values are added.
    pub(super) before: String,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) executor: Executor,
    pub(super) cores: Cores,
    pub(super) scratch: &'a Path,
    pub(super) worker: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, words: &[&str], own: &Own<'_>) -> Result<u8, Stop> {
    if arguments.budget.is_none() && arguments.cpu_budget.is_none() && arguments.evaluations.is_none() {
        return Err(Stop::input("when to stop? give --budget, --cpu-budget or --evaluations"));
    }
    let tool = arguments.resolve()?;
    let (cost, cutoff) = arguments.cost(&tool)?;
    let limits = arguments.limits()?;
    let split = arguments.split(&tool)?;
    let (space, before) = arguments.space(&tool, &split, own)?;
    if arguments.cluster.slurm {
        cluster::slurm::check().map_err(Stop::input)?;
    }
    let source = Source::choose(arguments.accounting).map_err(Stop::input)?;
    let out = &arguments.out;
    let journal_path = out.join(JOURNAL);
    if journal_path.exists() != arguments.resume {
        let out = out.display();
        return Err(Stop::input(match arguments.resume {
            true => format!("{out}: there is no tuning to go on with"),
            false => format!("{out}: there is a tuning already; go on with --resume, or give another --out"),
        }));
    }
    std::fs::create_dir_all(out).map_err(|e| Stop::input(format!("{}: {e}", out.display())))?;
    let results = out.join(RESULTS);
    let lock = lock(&results, &source)?;
    let broken = Broken::default();
    let machine = format!("{}; {source}", machine());
    let column = Described::new(tool.clone(), &broken).column(limits, machine).map_err(Stop::input)?;
    let rules = Rules { cutoff, penalty: arguments.penalty };
    let recipe = Recipe { space: &space, tool, column, cost, cutoff, seeded: arguments.seeds > 1, limits };
    let header = header(arguments, &recipe, &split, &rules)?;
    let (journal, records) = if arguments.resume {
        let (journal, records) = Journal::open(&journal_path).map_err(Stop::input)?;
        check_same(&records, &header)?;
        (journal, records)
    } else {
        let mut journal = Journal::create(&journal_path).map_err(Stop::input)?;
        journal.add(&header).map_err(Stop::input)?;
        (journal, vec![header])
    };
    let store = Store::open(&results).map_err(Stop::input)?;
    let mut supervisor: Vec<OsString> = vec!["/proc/self/exe".into()];
    supervisor.extend(words.iter().copied().chain(["supervise"]).map(OsString::from));
    let executable = std::env::current_exe().map_err(Stop::input)?;
    let mut worker = vec![executable.display().to_string()];
    worker.extend(words.iter().copied().chain(["work"]).map(str::to_owned));
    let tuning = Tuning {
        arguments,
        space: &space,
        split: &split,
        rules,
        before,
        cancel: cancel_on_signals().map_err(Stop::input)?,
        executor: Executor::new(supervisor, source, Bounds::default(), lock.run().to_owned()),
        cores: limit::cores(arguments.jobs as usize, arguments.cores as usize),
        scratch: lock.scratch(),
        worker,
        recipe,
    };
    limit::stay_alive();
    tuning.introduce();
    tuning.all(journal, records, store)
}

/// The store for us alone. A process that was killed while it started another holds on for a
/// moment.
fn lock(results: &Path, source: &Source) -> Result<Lock, Stop> {
    let until = Instant::now() + Duration::from_secs(2);
    loop {
        match Lock::take(results, source) {
            Err(LockError::Busy { .. }) if Instant::now() < until => std::thread::sleep(Duration::from_millis(50)),
            taken => return taken.map_err(Stop::input),
        }
    }
}

impl Tuning<'_> {
    pub(super) fn say(&self, text: &str) {
        if !self.arguments.quiet {
            eprintln!("{text}");
        }
    }

    fn introduce(&self) {
        let Split { train, test, duplicates } = self.split;
        let (free, size) = self.space.size();
        let tool = self.recipe.tool.title();
        self.say(&format!("{tool} {}: {free} parameters, 10^{size:.1} combinations", self.recipe.column.version));
        self.say(&format!(
            "{} training and {} test instances; cost: {}",
            train.len(),
            test.len(),
            self.recipe.cost.title()
        ));
        if !duplicates.is_empty() {
            self.say(&format!("left out, since others are the same: {}", duplicates.join(", ")));
        }
        self.cores.warning.iter().for_each(|warning| self.say(&format!("warning: {warning}")));
    }

    fn all(&self, journal: Journal, records: Vec<Record>, store: Store) -> Result<u8, Stop> {
        let instances: Vec<Instance> = self
            .split
            .train
            .iter()
            .map(|task| Instance { name: task.name.clone(), expected: task.expected.clone() })
            .collect();
        let floor = self.recipe.cost.floor();
        let searches = self.arguments.searches(instances.len(), self.rules.cutoff, floor);
        let last = records.iter().rev().find(|record| matches!(record, Record::Chosen { .. })).cloned();
        let begin = (journal, records);
        let searched = if self.arguments.cluster.slurm {
            let path = self.arguments.out.join(CLUSTER);
            let submitter = Submitter {
                recipe: &self.recipe,
                tasks: &self.split.train,
                options: &self.arguments.cluster,
                accounting: self.accounting(),
                bounds: Bounds::default(),
                worker: self.worker.clone(),
                store: Store::open(&path).map_err(Stop::input)?,
                say: &|text| self.say(text),
            };
            OnCluster::with(submitter, &self.cancel, |cluster| self.search(cluster, &instances, &searches, begin))
        } else {
            let (cores, scratch) = (self.cores.runs.clone(), self.scratch.to_owned());
            let local = Local::new(&self.recipe, &self.split.train, &self.executor, cores, scratch);
            self.search(&local, &instances, &searches, begin)
        };
        let (found, mut wrong, mut journal) = searched?;
        self.finish(&found, &mut wrong, &mut journal, last, &Mutex::new(store))
    }

    pub(super) fn accounting(&self) -> String {
        self.arguments.accounting.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Searches. Gives what the searches found, the wrong answers, and the journal.
    fn search(
        &self,
        evaluator: &dyn Evaluator,
        instances: &[Instance],
        searches: &[Settings],
        (journal, records): (Journal, Vec<Record>),
    ) -> Result<(Vec<Found>, Vec<WrongAnswer>, Journal), Stop> {
        let budget = Budget {
            wall: self.arguments.budget,
            cpu: self.arguments.cpu_budget,
            evaluations: self.arguments.evaluations,
        };
        let say = |text: &str| {
            if text.starts_with("WRONG") { eprintln!("{text}") } else { self.say(text) }
        };
        let session = Session::new(
            self.space,
            evaluator,
            instances,
            self.rules,
            budget,
            &self.cancel,
            &say,
            searches.len(),
            journal,
            records,
        );
        let ended = AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            let ticker = scope.spawn(|| {
                let mut next = Instant::now() + PAUSE;
                while !ended.load(Ordering::Relaxed) {
                    std::thread::park_timeout(next.saturating_duration_since(Instant::now()));
                    if Instant::now() >= next {
                        self.say(&progress(&session, self.space));
                        next = Instant::now() + PAUSE;
                    }
                }
            });
            let found = session.run(searches);
            ended.store(true, Ordering::Relaxed);
            ticker.thread().unpark();
            found
        });
        self.say(&progress(&session, self.space));
        for found in &found {
            match &found.stop {
                ils::Stop::Budget | ils::Stop::Exhausted => {}
                ils::Stop::Cancelled => return Err(interrupted()),
                ils::Stop::Failed(cause) => {
                    return Err(Stop {
                        code: FAILED,
                        message: format!("{cause}\nWhen this is mended, go on with:\n  {}", again()),
                    });
                }
            }
        }
        let mut wrong = session.wrong();
        // What is known to be wrong is there already; the others must not contradict each other.
        let evaluations = session.evaluations();
        let answered = evaluations.iter().filter(|e| e.result.status == Status::Solved);
        wrong.extend(judge::disagreements(answered.map(|e| {
            let instance = instances.get(e.instance).map_or("", |instance| instance.name.as_str());
            let who = format!("{} ({})", self.space.name(&e.configuration), self.space.changes(&e.configuration));
            (instance, who, judge::parse(&e.result.answer))
        })));
        Ok((found, wrong, session.into_journal()))
    }
}

/// How far it is, on one line.
fn progress(session: &Session<'_>, space: &Space) -> String {
    let (states, made) = session.states();
    let mut text = format!("{:3.0} % of the budget, {made} runs", 100.0 * session.used());
    for (number, state) in states.iter().enumerate() {
        if let Some((configuration, mean, runs)) = &state.incumbent {
            let name = space.name(configuration);
            text += &format!("; search {}: {} asked, {name} costs {mean:.4} in {runs} runs", number + 1, state.asks);
        }
    }
    text
}

pub(super) fn interrupted() -> Stop {
    Stop { code: INTERRUPTED, message: format!("interrupted; what was measured is kept. To go on:\n  {}", again()) }
}

/// The command that goes on with this one.
pub(super) fn again() -> String {
    let mut words: Vec<String> = std::env::args().map(|word| shell_word(&word)).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    words.join(" ")
}

/// The first signal ends what is running; a second one ends this process at once, and the
/// supervisors end the rest.
fn cancel_on_signals() -> std::io::Result<Arc<AtomicBool>> {
    let cancel = Arc::new(AtomicBool::new(false));
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), cancel.clone())?;
        signal_hook::flag::register(signal, cancel.clone())?;
    }
    Ok(cancel)
}
