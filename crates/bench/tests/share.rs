//! A run that is shared between several: each runs some of the pairs with a store of its own, and
//! the stores become one.

use adumbra_bench::limit::{Bounds, Executor, Source};
use adumbra_bench::model::{Answer, Asked, Class, Column, Ending, Expected, Limits, Measured, Outcome, Task};
use adumbra_bench::run::{Done, Invocation, Observer, Pair, Plan, RunError, Settings, Subject, execute};
use adumbra_bench::store::Store;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says what its tasks are called.
struct Echo;

impl Subject for Echo {
    fn refuses(&self, task: &Task) -> Option<String> {
        (task.name == "refused").then(|| "property not supported".into())
    }

    fn command(&self, task: &Task, _: &Limits, scratch: &Path) -> Result<Invocation, String> {
        if task.name == "impossible" {
            return Err("no command".into());
        }
        std::fs::write(scratch.join("input"), &task.name).map_err(|e| e.to_string())?;
        let command = ["sh", "-c", "cat input; echo $WORD"].map(str::to_owned).to_vec();
        Ok(Invocation { command, environment: vec![("WORD".into(), "true".into())] })
    }

    fn answer(&self, task: &Task, _: &Measured, stdout: &str, _: &str) -> Answer {
        if stdout == format!("{}true\n", task.name) { Answer::True } else { Answer::Unknown(stdout.into()) }
    }
}

struct Finished(Mutex<Vec<(Pair, Class)>>, Option<usize>, AtomicBool);

impl Observer for Finished {
    fn started(&self, _: Pair) {}

    fn finished(&self, pair: Pair, _: &Outcome, class: Class) {
        let mut all = self.0.lock().unwrap();
        all.push((pair, class));
        if self.1 == Some(all.len()) {
            self.2.store(true, Ordering::Relaxed);
        }
    }
}

fn column(name: &str) -> Column {
    Column {
        name: name.into(),
        tool: "echo".into(),
        version: "1".into(),
        description: String::new(),
        options: vec![],
        limits: Limits { cpu: Some(30.0), wall: Some(60.0), memory: None, cores: None },
        machine: "here".into(),
    }
}

fn task(name: &str) -> Task {
    Task {
        name: name.into(),
        category: "set".into(),
        definition: name.into(),
        files: vec![],
        property: Asked { name: "unreach-call".into(), file: None },
        expected: Expected::True,
        data_model: None,
        arguments: vec![],
    }
}

fn run(
    plan: &Plan,
    columns: &[Column],
    tasks: &[Task],
    store: &Mutex<Store>,
    scratch: &Path,
    stop_after: Option<usize>,
) -> (Result<Done, RunError>, Vec<(Pair, Class)>) {
    static RUN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let name = format!("share-{}-{}", std::process::id(), RUN.fetch_add(1, Ordering::Relaxed));
    let supervisor = vec![env!("CARGO_BIN_EXE_adumbra-bench").into(), "supervise".into()];
    let executor = Executor::new(supervisor, Source::Tree, Bounds::default(), name);
    let settings = Settings { executor: &executor, cores: &[vec![], vec![]], scratch };
    let observer = Finished(Mutex::default(), stop_after, AtomicBool::new(false));
    let rows: Vec<(Column, &dyn Subject)> = columns.iter().map(|c| (c.clone(), &Echo as &dyn Subject)).collect();
    let done = execute(plan, &rows, tasks, store, &settings, &observer, &observer.2);
    (done, observer.0.into_inner().unwrap())
}

#[test]
fn shares_become_the_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let columns = [column("c"), column("d")];
    let tasks: Vec<Task> = ["a", "b", "refused", "impossible", "e"].map(task).to_vec();
    let whole = Store::open(&path("whole.db")).unwrap();
    let plan = Plan::make(&whole, &columns, &tasks, None).unwrap();
    for (n, share) in plan.pairs.chunks(3).enumerate() {
        let store = Store::open(&path(&format!("{n}.db"))).unwrap();
        let own = Plan::make(&store, &columns, &tasks, None).unwrap();
        let share = Plan { pairs: share.to_vec(), ..own };
        let (done, finished) = run(&share, &columns, &tasks, &Mutex::new(store), &path("scratch"), None);
        assert_eq!(done.unwrap(), Done::Complete);
        assert_eq!(finished.len(), share.pairs.len());
        assert_eq!(whole.merge(&path(&format!("{n}.db"))).unwrap(), share.pairs.len());
        // One that is collected twice counts once.
        assert_eq!(whole.merge(&path(&format!("{n}.db"))).unwrap(), 0);
    }
    assert_eq!(Plan::make(&whole, &columns, &tasks, None).unwrap().pairs, []);
    let (mut failed, mut not_run) = (0, 0);
    for row in whole.results().unwrap() {
        match &row.outcome.measured.ending {
            Ending::Failed(_) => failed += 1,
            Ending::NotRun(_) => not_run += 1,
            ending => assert_eq!((ending, row.class), (&Ending::Exit(0), Class::CorrectTrue), "{row:?}"),
        }
    }
    assert_eq!((failed, not_run), (2, 2));
    assert_eq!(std::fs::read_dir(path("scratch")).unwrap().count(), 0);
}

#[test]
fn what_is_cancelled_is_not_stored() {
    let directory = tempfile::tempdir().unwrap();
    let (columns, tasks) = ([column("c")], (0..20).map(|n| task(&format!("t{n}"))).collect::<Vec<_>>());
    let store = Mutex::new(Store::open(&directory.path().join("a.db")).unwrap());
    let plan = Plan::make(&store.lock().unwrap(), &columns, &tasks, None).unwrap();
    let (done, finished) = run(&plan, &columns, &tasks, &store, &directory.path().join("scratch"), Some(5));
    assert_eq!(done.unwrap(), Done::Cancelled);
    let stored = store.lock().unwrap().results().unwrap().len();
    assert!(stored == finished.len() && (5..20).contains(&stored), "{stored}");
    let plan = Plan::make(&store.lock().unwrap(), &columns, &tasks, None).unwrap();
    assert_eq!(plan.done, stored);
    let (done, finished) = run(&plan, &columns, &tasks, &store, &directory.path().join("scratch"), None);
    assert_eq!((done.unwrap(), finished.len()), (Done::Complete, 20 - stored));
}

#[test]
fn without_a_place_to_run_the_run_stops() {
    let directory = tempfile::tempdir().unwrap();
    let (columns, tasks) = ([column("c")], [task("a"), task("b")]);
    let store = Mutex::new(Store::open(&directory.path().join("a.db")).unwrap());
    let plan = Plan::make(&store.lock().unwrap(), &columns, &tasks, None).unwrap();
    let (done, finished) = run(&plan, &columns, &tasks, &store, Path::new("/proc/nowhere"), None);
    assert!(matches!(done, Err(RunError::Scratch { .. })) && finished.is_empty());
}
