//! `adumbra tune SET…`: searches, chooses, measures, reports.

use super::setup::digest;
use super::show::{self, CLUSTER, CONFIGURATION, FINDINGS, JOURNAL, PAGE, RESULTS, TRAJECTORY, put};
use super::{Arguments, FAILED, INTERRUPTED, Own, SUCCESS, Stop, WRONG};
use crate::evaluate::{CostKind, Local, OnCluster, Recipe, Submitter};
use crate::ils::{self, Found, Settings};
use crate::journal::{self, FORMAT, Journal, Record, Run, Subject};
use crate::judge::{self, WrongAnswer};
use crate::outcome::{self, OutcomeError, Place};
use crate::random::Random;
use crate::report::{self, Findings, Measured};
use crate::session::{Budget, Evaluator, Instance, Rules, Session};
use crate::space::{Configuration, Space};
use crate::split::{self, Split};
use adumbra_bench::cluster;
use adumbra_bench::limit::{self, Bounds, Cores, Executor, Source};
use adumbra_bench::model::{Class, Outcome, Task};
use adumbra_bench::run::{Broken, Described, Lock, LockError, Observer, Pair, machine, quoted};
use adumbra_bench::store::Store;
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often is said how far the search is.
const PAUSE: Duration = Duration::from_secs(10);

/// Where most runs take less time than this, in seconds, starting the tool is a large part of it.
const SHORT: f64 = 0.03;

/// All that a tuning needs.
struct Tuning<'a> {
    arguments: &'a Arguments,
    recipe: Recipe<'a>,
    space: &'a Space,
    split: &'a Split,
    rules: Rules,
    /// The configuration file to which tuned values are added.
    before: String,
    cancel: Arc<AtomicBool>,
    executor: Executor,
    cores: Cores,
    scratch: &'a Path,
    worker: Vec<String>,
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

/// The store for us alone. A process that was killed while it started another holds on for a moment.
fn lock(results: &Path, source: &Source) -> Result<Lock, Stop> {
    let until = Instant::now() + Duration::from_secs(2);
    loop {
        match Lock::take(results, source) {
            Err(LockError::Busy { .. }) if Instant::now() < until => std::thread::sleep(Duration::from_millis(50)),
            taken => return taken.map_err(Stop::input),
        }
    }
}

/// The first record.
fn header(arguments: &Arguments, recipe: &Recipe<'_>, split: &Split, rules: &Rules) -> Result<Record, Stop> {
    let contents = |tasks: &[Task]| -> Result<String, Stop> {
        let all = tasks.iter().map(|task| Ok(format!("{} {}", task.name, split::content(task).map_err(Stop::input)?)));
        Ok(digest(&all.collect::<Result<Vec<_>, Stop>>()?.join("\n")))
    };
    let settings = [
        ("tool", recipe.tool.title()),
        ("version", recipe.column.version.clone()),
        ("description", digest(&recipe.tool.description.text)),
        ("parameters", digest(&recipe.space.describe())),
        ("training set", contents(&split.train)?),
        ("test set", contents(&split.test)?),
        ("cost", recipe.cost.title()),
        ("cutoff", rules.cutoff.to_string()),
        ("penalty", rules.penalty.to_string()),
        ("algorithm", format!("{:?}", arguments.algorithm)),
        ("capping", format!("{:?}", arguments.capping)),
        ("initial", arguments.initial.to_string()),
        ("perturbation", arguments.perturbation.to_string()),
        ("restart", arguments.restart.to_string()),
        ("seed", arguments.seed.to_string()),
        ("runs", arguments.runs.to_string()),
        ("seeds", arguments.seeds.to_string()),
        ("limits", format!("{:?}", recipe.limits)),
    ];
    let parameters = recipe.space.parameters().iter();
    let names = |tasks: &[Task]| tasks.iter().map(|task| task.name.clone()).collect();
    let subject = Subject {
        tool: recipe.tool.title(),
        version: recipe.column.version.clone(),
        parameters: parameters.map(|p| (p.name.clone(), p.values.clone(), p.base, p.free)).collect(),
        cost: recipe.cost.title(),
        cutoff: rules.cutoff,
        penalty: rules.penalty,
        train: names(&split.train),
        test: names(&split.test),
        method: arguments.method(split.train.len()),
        command: std::env::args().map(|word| quoted(&word)).collect::<Vec<_>>().join(" "),
    };
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Record::Header { format: FORMAT, settings, subject })
}

/// What was begun must be the same as what goes on.
fn check_same(records: &[Record], header: &Record) -> Result<(), Stop> {
    let (Some(Record::Header { settings: before, .. }), Record::Header { settings: now, .. }) =
        (records.first(), header)
    else {
        return Err(Stop::input("the journal has no header"));
    };
    let different: Vec<String> = before
        .iter()
        .zip(now)
        .filter(|(before, now)| before != now)
        .map(|((name, before), (_, now))| format!("{name} (was {before}, is {now})"))
        .collect();
    if different.is_empty() && before.len() == now.len() {
        return Ok(());
    }
    Err(Stop::input(format!("what is to go on is not what was begun; different: {}", different.join(", "))))
}

impl Tuning<'_> {
    fn say(&self, text: &str) {
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

    fn accounting(&self) -> String {
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
        wrong.extend(judge::disagreements(session.evaluations().iter().map(|e| {
            let instance = instances.get(e.instance).map_or("", |instance| instance.name.as_str());
            // Static names would do, but each answer tells who gave it.
            let who = format!("{} ({})", self.space.name(&e.configuration), self.space.changes(&e.configuration));
            (instance, who, judge::parse(&e.result.answer))
        })));
        Ok((found, wrong, session.into_journal()))
    }

    /// Chooses by the whole training set, measures on the test set, and writes everything.
    fn finish(
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

    /// Random configurations to compare with: none of those that are measured anyway, and none twice.
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

fn interrupted() -> Stop {
    Stop { code: INTERRUPTED, message: format!("interrupted; what was measured is kept. To go on:\n  {}", again()) }
}

/// The command that goes on with this one.
fn again() -> String {
    let mut words: Vec<String> = std::env::args().map(|word| quoted(&word)).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    words.join(" ")
}

/// The first signal ends what is running; a second one ends this process at once, and the supervisors end the rest.
fn cancel_on_signals() -> std::io::Result<Arc<AtomicBool>> {
    let cancel = Arc::new(AtomicBool::new(false));
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), cancel.clone())?;
        signal_hook::flag::register(signal, cancel.clone())?;
    }
    Ok(cancel)
}
