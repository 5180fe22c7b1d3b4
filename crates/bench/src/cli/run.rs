//! `adumbra bench SET…`: runs task sets.

use super::{FAILED, INTERRUPTED, SUCCESS, Stop, WORSE, slurm, units};
use crate::cluster;
use crate::limit::{self, Bounds, Choice, Executor, Source};
use crate::model::{Column, Limits, Task};
use crate::run::{
    self, Broken, Described, Done, Lock, Plan, Progress, Retry, RunError, Settings, Style, Subject, Summary,
};
use crate::store::Store;
use crate::task::{self, Selection, TaskError};
use crate::tool::Request;
use clap::ValueEnum;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// No process can start with less.
const LEAST_MEMORY: u64 = 1_000_000;

/// What to run.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// Task definitions (.yml), sets (.set), directories of tasks, programs or formulas
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
    /// A tool: the name or the file of its description, a configuration, an executable; each tool
    /// is a column of the tables
    #[arg(long = "tool", value_name = "NAME[:CONFIG][=EXECUTABLE]", default_value = "adumbra")]
    tools: Vec<String>,
    /// An option that all tools get in addition
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// Where results are stored; what is there is not run again
    #[arg(long, value_name = "FILE", default_value = "bench.db")]
    store: PathBuf,
    /// Processor time of a run, all its processes together
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::seconds)]
    cpu: f64,
    /// Time of a run on the clock [default: twice the processor time and 10 s]
    #[arg(long, value_name = "TIME", value_parser = units::seconds)]
    wall: Option<f64>,
    /// Memory of a run, all its processes together
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = units::bytes)]
    memory: u64,
    /// Processor cores of a run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    cores: u32,
    /// Runs at a time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    jobs: u32,
    /// Processes and threads that a run may have at once
    #[arg(long, value_name = "N", default_value_t = Bounds::default().processes, value_parser = clap::value_parser!(u64).range(1..))]
    processes: u64,
    /// Output of a run beyond which it is stopped; of very much, the beginning and the end are read
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = units::bytes)]
    output: u64,
    /// Only this property (may be given several times)
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// Only tasks with a name like this (may be given several times)
    #[arg(long = "filter", value_name = "GLOB")]
    filters: Vec<String>,
    /// No task with a name like this (may be given several times)
    #[arg(long = "exclude", value_name = "GLOB")]
    excludes: Vec<String>,
    /// At most so many tasks, evenly spread
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// At most so many tasks of each category, evenly spread
    #[arg(long, value_name = "N")]
    limit_per_category: Option<usize>,
    /// Run the good tasks although others are bad; a bad one that can be named is recorded as
    /// failed
    #[arg(long)]
    keep_going: bool,
    /// How use is accounted for
    #[arg(long, value_name = "WAY", default_value = "auto")]
    accounting: Choice,
    /// Throw such results away and run them again
    #[arg(long, value_name = "WHICH")]
    retry: Option<Retry>,
    /// Print the commands and run nothing
    #[arg(long, conflicts_with = "list")]
    dry_run: bool,
    /// Print the tasks and run nothing
    #[arg(long)]
    list: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    cluster: cluster::Options,
}

pub(super) fn run(run: &Run, words: &[&str]) -> Result<u8, Stop> {
    if run.memory < LEAST_MEMORY {
        return Err(Stop::input(format!("{} bytes are too little memory for any run", run.memory)));
    }
    let (tasks, broken) = run.tasks()?;
    if run.list {
        return list(&tasks);
    }
    let subjects = run.subjects(&broken)?;
    if run.dry_run {
        return dry_run(&subjects, &tasks, &run.limits());
    }
    if run.cluster.slurm {
        // Before anything is written.
        cluster::slurm::check().map_err(Stop::input)?;
    }
    let source = Source::choose(run.accounting).map_err(Stop::input)?;
    let machine = format!("{}; {source}", run::machine());
    let columns = columns(&subjects, run.limits(), &machine)?;
    // Locked first, so that a store is not even looked at while another bench writes to it.
    let lock = Lock::take(&run.store, &source).map_err(Stop::input)?;
    let store = Store::open(&run.store).map_err(Stop::input)?;
    let plan = Plan::make(&store, &columns, &tasks, run.retry).map_err(Stop::input)?;
    if run.cluster.slurm {
        return run.on_cluster(&store, &plan, &columns, &subjects, &tasks, words);
    }
    let cores = limit::cores(run.jobs as usize, run.cores as usize);
    if !run.quiet {
        header(&columns, &plan, &source, run.jobs);
        cores.warning.iter().chain(memory_warning(run.memory, run.jobs).iter()).for_each(|w| eprintln!("warning: {w}"));
    }
    let mut supervisor: Vec<OsString> = vec!["/proc/self/exe".into()];
    supervisor.extend(words.iter().copied().chain(["supervise"]).map(OsString::from));
    let bounds = Bounds { processes: run.processes, output: run.output };
    let executor = Executor::new(supervisor, source, bounds, lock.run().to_owned());
    let settings = Settings { executor: &executor, cores: &cores.runs, scratch: lock.scratch() };
    let cancel = cancel_on_signals().map_err(Stop::input)?;
    let names = tasks.iter().map(|task| task.name.clone()).collect();
    let limits: Vec<Limits> = columns.iter().map(|column| column.limits).collect();
    let before = plan.classes(&store).map_err(Stop::input)?;
    let progress = Progress::new(run.style(), &plan.pairs, &before, &limits, names, run.jobs as usize);
    let rows: Vec<(Column, &dyn Subject)> =
        columns.iter().cloned().zip(subjects.iter().map(|subject| subject as &dyn Subject)).collect();
    limit::stay_alive();
    let store = Mutex::new(store);
    let done = watched(&progress, || run::execute(&plan, &rows, &tasks, &store, &settings, &progress, &cancel));
    let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
    match done {
        Ok(Done::Complete) => {}
        Ok(Done::Cancelled) => return Err(Stop { code: INTERRUPTED, message: interrupted(&store, &plan) }),
        Err(error) => return Err(Stop { code: FAILED, message: cannot_go_on(&error, &store, &plan) }),
    }
    for complaint in subjects.iter().filter_map(Described::complaint) {
        eprintln!("warning: {complaint}");
    }
    sum_up(run, &store, &plan, &columns, &tasks, words)
}

/// Prints what was found.
fn sum_up(
    run: &Run,
    store: &Store,
    plan: &Plan,
    columns: &[Column],
    tasks: &[Task],
    words: &[&str],
) -> Result<u8, Stop> {
    let words = if words.is_empty() { "adumbra-bench".to_owned() } else { format!("adumbra {}", words.join(" ")) };
    let summary = Summary::make(store, plan, columns, tasks).map_err(Stop::input)?;
    print!("{summary}");
    if !run.quiet {
        let path = run.store.display();
        println!("\nResults are in {path}. To go on:\n  {words} report {path}\n  {words} compare --help");
    }
    Ok(if summary.has_wrong() { WORSE } else { SUCCESS })
}

impl Run {
    fn limits(&self) -> Limits {
        Limits {
            cpu: Some(self.cpu),
            wall: Some(self.wall.unwrap_or(2.0 * self.cpu + 10.0)),
            memory: Some(self.memory),
            cores: Some(self.cores),
        }
    }

    /// The tasks, and those among them that cannot be run.
    fn tasks(&self) -> Result<(Vec<Task>, Broken), Stop> {
        let selection = Selection {
            properties: self.properties.clone(),
            include: self.filters.clone(),
            exclude: self.excludes.clone(),
            limit: self.limit,
            limit_per_category: self.limit_per_category,
            data_model: None,
            keep_going: self.keep_going,
        };
        let loaded = task::read(&self.sets, &selection);
        let text = |errors: &[TaskError]| errors.iter().map(TaskError::to_string).collect::<Vec<_>>().join("\n");
        let mut tasks = loaded.tasks;
        let mut broken = Broken::default();
        for error in &loaded.errors {
            for task in &error.lost {
                broken.add(task, error.to_string());
                tasks.push(task.clone());
            }
        }
        if loaded.errors.is_empty() {
            Ok((tasks, broken))
        } else if self.keep_going && !tasks.is_empty() {
            eprintln!("warning: {}", text(&loaded.errors).replace('\n', "\nwarning: "));
            Ok((tasks, broken))
        } else {
            let hint = if tasks.is_empty() { "" } else { "\n(--keep-going runs the others)" };
            Err(Stop::input(format!("{}{hint}", text(&loaded.errors))))
        }
    }

    /// Runs what is missing as jobs of a cluster.
    fn on_cluster(
        &self,
        store: &Store,
        plan: &Plan,
        columns: &[Column],
        subjects: &[Described<'_>],
        tasks: &[Task],
        words: &[&str],
    ) -> Result<u8, Stop> {
        let accounting = self.accounting.to_possible_value().map(|value| value.get_name().to_owned());
        let request = slurm::Request {
            options: &self.cluster,
            store,
            plan,
            columns,
            subjects,
            tasks,
            accounting: accounting.unwrap_or_default(),
            bounds: Bounds { processes: self.processes, output: self.output },
            style: self.style(),
        };
        let cancel = cancel_on_signals().map_err(Stop::input)?;
        match slurm::run(&request, words, &cancel)? {
            true => sum_up(self, store, plan, columns, tasks, words),
            false => Ok(SUCCESS),
        }
    }

    fn subjects<'a>(&self, broken: &'a Broken) -> Result<Vec<Described<'a>>, Stop> {
        let resolve = |written: &String| {
            let mut request = Request::parse(written);
            request.options.extend(self.options.iter().cloned());
            request.resolve().map(|tool| Described::new(tool, broken)).map_err(Stop::input)
        };
        self.tools.iter().map(resolve).collect()
    }

    fn style(&self) -> Style {
        let terminal = std::io::stderr();
        if self.quiet {
            Style::Quiet
        } else if terminal.is_terminal() {
            let size = rustix::termios::tcgetwinsize(&terminal).map_or(0, |size| usize::from(size.ws_col));
            Style::Terminal(if size == 0 { 80 } else { size })
        } else {
            Style::Lines
        }
    }
}

/// The columns of the tools; each tool is asked for its version, so that one that does not work is
/// known before anything runs.
fn columns(subjects: &[Described<'_>], limits: Limits, machine: &str) -> Result<Vec<Column>, Stop> {
    let mut columns: Vec<Column> = Vec::new();
    for subject in subjects {
        let column = subject.column(limits, machine.to_owned()).map_err(Stop::input)?;
        if columns.contains(&column) {
            return Err(Stop::input(format!("the tool {} is there twice", column.name)));
        }
        columns.push(column);
    }
    Ok(columns)
}

fn list(tasks: &[Task]) -> Result<u8, Stop> {
    for task in tasks {
        println!("{}\t{}\t{}\t{}", task.category, task.name, task.property.name, task.expected);
    }
    Ok(SUCCESS)
}

fn dry_run(subjects: &[Described<'_>], tasks: &[Task], limits: &Limits) -> Result<u8, Stop> {
    let scratch = std::env::temp_dir().join(format!("adumbra-bench-dry-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| Stop::input(format!("{}: {e}", scratch.display())))?;
    for task in tasks {
        for subject in subjects {
            match subject.refuses(task).map_or_else(|| subject.command(task, limits, &scratch), Err) {
                Ok(invocation) => println!("{invocation}"),
                Err(reason) => println!("# {}: {reason}", task.name),
            }
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    Ok(SUCCESS)
}

fn header(columns: &[Column], plan: &Plan, source: &Source, jobs: u32) {
    for column in columns {
        eprintln!("{}: {} {}", column.name, column.tool, column.version);
    }
    if let Some(Limits { cpu, wall, memory, cores }) = columns.first().map(|column| column.limits) {
        eprintln!(
            "limits of a run: {} s processor time, {} s, {} MB, {} cores; {jobs} at a time; accounting: {source}",
            cpu.unwrap_or(0.0),
            wall.unwrap_or(0.0),
            memory.unwrap_or(0) / 1_000_000,
            cores.unwrap_or(0)
        );
    }
    eprintln!("{} runs, of which {} are done", plan.pairs.len() + plan.done, plan.done);
}

/// More memory may be used than there is, so that the limits do not protect the machine.
fn memory_warning(each: u64, jobs: u32) -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.trim().strip_suffix(" kB"))?;
    let available = kilobytes.trim().parse::<u64>().ok()?.saturating_mul(1024);
    let needed = each.saturating_mul(u64::from(jobs));
    let giga = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    (needed > available)
        .then(|| format!("{jobs} runs at a time may use {}; there are {}", giga(needed), giga(available)))
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

/// Does something while progress is shown.
pub(super) fn watched<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let ticker = scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                progress.tick();
                std::thread::park_timeout(Duration::from_millis(500));
            }
        });
        let done = work();
        ended.store(true, Ordering::Relaxed);
        ticker.thread().unpark();
        progress.end();
        done
    })
}

pub(super) fn finished(store: &Store, plan: &Plan) -> String {
    let total = plan.pairs.len() + plan.done;
    let ours = |column: &i64| store.done(*column).map(|done| plan.tasks.iter().filter(|t| done.contains(t)).count());
    match plan.columns.iter().map(ours).sum::<Result<usize, _>>() {
        Ok(there) => format!("{there} of {total} results are in {}", store.path().display()),
        Err(_) => format!("what was finished is in {}", store.path().display()),
    }
}

fn interrupted(store: &Store, plan: &Plan) -> String {
    format!("interrupted; {}. To go on:\n  {}", finished(store, plan), again())
}

fn cannot_go_on(error: &RunError, store: &Store, plan: &Plan) -> String {
    format!("{error}\n{}. When this is mended, go on with:\n  {}", finished(store, plan), again())
}

/// The command that goes on with this one: the same, without throwing results away once more.
pub(super) fn again() -> String {
    let mut words: Vec<String> = Vec::new();
    let mut arguments = std::env::args();
    while let Some(argument) = arguments.next() {
        if argument == "--retry" {
            arguments.next();
        } else if !argument.starts_with("--retry=") {
            words.push(adumbra_text::shell_word(&argument));
        }
    }
    words.join(" ")
}
