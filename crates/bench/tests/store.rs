//! Stores: what is in them stays, what is no store is refused, two become one.

use adumbra_bench::model::{Answer, Asked, Class, Column, Ending, Expected, Limits, Measured, Outcome, Task};
use adumbra_bench::run::{Pair, Plan, Retry};
use adumbra_bench::store::{Store, StoreError};
use std::path::Path;
use std::time::Duration;

fn column(name: &str) -> Column {
    Column {
        name: name.into(),
        tool: "tool".into(),
        version: "1".into(),
        description: "text".into(),
        options: vec![],
        limits: Limits { cpu: Some(1.0), wall: None, memory: Some(1 << 30), cores: Some(1) },
        machine: "here".into(),
    }
}

fn task(name: &str) -> Task {
    Task {
        name: name.into(),
        category: "set".into(),
        definition: name.into(),
        files: vec![name.into()],
        property: Asked { name: "unreach-call".into(), file: None },
        expected: Expected::True,
        data_model: None,
        arguments: vec![],
    }
}

fn outcome(answer: Answer, ending: Ending, output: &str) -> Outcome {
    Outcome {
        answer,
        measured: Measured {
            ending,
            cpu: Duration::from_millis(1500),
            wall: Duration::from_millis(1600),
            memory: Some(1 << 20),
        },
        started: 7,
        host: "here".into(),
        command: vec!["tool".into()],
        output: output.into(),
        values: std::collections::BTreeMap::new(),
    }
}

fn add(store: &Store, column: &Column, task: &Task, outcome: &Outcome) -> bool {
    let (column, id) = (store.column(column).unwrap(), store.task(task).unwrap());
    store.add_result(column, id, &task.expected, outcome).unwrap()
}

/// Column, task, answer and output of all results, by name.
fn content(store: &Store) -> Vec<(String, String, String, String)> {
    let (columns, tasks) = (store.columns().unwrap(), store.tasks().unwrap());
    let name = |row: &adumbra_bench::store::Row| {
        let column = columns.iter().find(|(id, _)| *id == row.column).unwrap().1.name.clone();
        let task = tasks.iter().find(|(id, _)| *id == row.task).unwrap().1.name.clone();
        let output = store.output(row.column, row.task).unwrap().unwrap();
        (column, task, row.outcome.answer.to_string(), output)
    };
    let mut all: Vec<_> = store.results().unwrap().iter().map(name).collect();
    all.sort();
    all
}

#[test]
fn the_first_result_stays() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.db");
    let store = Store::open(&path).unwrap();
    let first = outcome(Answer::True, Ending::Exit(0), "first");
    assert!(add(&store, &column("c"), &task("t"), &first));
    assert!(!add(&store, &column("c"), &task("t"), &outcome(Answer::False(None), Ending::Exit(1), "second")));
    drop(store);
    let store = Store::read(&path).unwrap();
    let row = store.results().unwrap().remove(0);
    assert_eq!((row.class, row.outcome), (Class::CorrectTrue, Outcome { output: String::new(), ..first }));
    assert_eq!(content(&store), [("c".into(), "t".into(), "true".into(), "first".into())]);
}

#[test]
fn a_column_is_what_can_change_its_results() {
    let store = Store::open(Path::new(":memory:")).unwrap();
    let id = store.column(&column("c")).unwrap();
    assert_eq!(store.column(&Column { machine: "there".into(), ..column("c") }).unwrap(), id);
    for other in [
        column("d"),
        Column { version: "2".into(), ..column("c") },
        Column { options: vec!["-x".into()], ..column("c") },
        Column { limits: Limits { cpu: Some(2.0), ..column("c").limits }, ..column("c") },
    ] {
        assert_ne!(store.column(&other).unwrap(), id, "{other:?}");
    }
    // Where the files are does not make another task; what is asked does.
    let id = store.task(&task("t")).unwrap();
    assert_eq!(store.task(&Task { files: vec!["elsewhere".into()], ..task("t") }).unwrap(), id);
    assert_ne!(store.task(&Task { expected: Expected::False(None), ..task("t") }).unwrap(), id);
}

#[test]
fn two_stores_become_one() {
    let directory = tempfile::tempdir().unwrap();
    let (a, b) = (directory.path().join("a.db"), directory.path().join("b.db"));
    let (one, other) = (Store::open(&a).unwrap(), Store::open(&b).unwrap());
    let said = |text: &str| outcome(Answer::True, Ending::Exit(0), text);
    // The numbers of columns and tasks differ between the two.
    add(&one, &column("c"), &task("s"), &said("one"));
    add(&one, &column("c"), &task("t"), &said("one"));
    add(&other, &column("d"), &task("u"), &said("other"));
    add(&other, &column("c"), &task("t"), &said("other"));
    add(&other, &column("c"), &task("u"), &said("other"));
    drop(other);
    assert_eq!(one.merge(&b).unwrap(), 2);
    let result = |c: &str, t: &str, o: &str| (c.to_owned(), t.to_owned(), "true".to_owned(), o.to_owned());
    let expected =
        [result("c", "s", "one"), result("c", "t", "one"), result("c", "u", "other"), result("d", "u", "other")];
    assert_eq!(content(&one), expected);
    // Once more changes nothing.
    assert_eq!(one.merge(&b).unwrap(), 0);
    assert_eq!(content(&one), expected);
}

#[test]
fn what_is_no_store_is_not_merged() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&directory.path().join("a.db")).unwrap();
    let garbage = directory.path().join("b.db");
    std::fs::write(&garbage, "no database, but long enough to be looked at".repeat(100)).unwrap();
    assert!(matches!(store.merge(&garbage), Err(StoreError::NotAStore { .. })));
    assert!(matches!(store.merge(&directory.path().join("none.db")), Err(StoreError::NotAStore { .. })));
    // It still works.
    assert!(add(&store, &column("c"), &task("t"), &outcome(Answer::True, Ending::Exit(0), "")));
}

#[test]
fn what_is_no_store_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    std::fs::write(path("text"), "hello ".repeat(1000)).unwrap();
    assert!(matches!(Store::open(&path("text")), Err(StoreError::NotAStore { .. })));
    rusqlite::Connection::open(path("other")).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(matches!(Store::open(&path("other")), Err(StoreError::NotAStore { .. })));
    drop(Store::open(&path("newer")).unwrap());
    rusqlite::Connection::open(path("newer")).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    assert!(matches!(Store::open(&path("newer")), Err(StoreError::Format { found: 99, .. })));
    // A store of which a part was overwritten.
    let store = Store::open(&path("broken")).unwrap();
    for n in 0..200 {
        add(&store, &column("c"), &task(&format!("t{n}")), &outcome(Answer::True, Ending::Exit(0), &"x".repeat(200)));
    }
    drop(store);
    let mut bytes = std::fs::read(path("broken")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    std::fs::write(path("broken"), bytes).unwrap();
    assert!(matches!(Store::open(&path("broken")), Err(StoreError::NotAStore { .. })));
    assert!(Store::open(&path("no/such/directory.db")).is_err());
}

#[test]
fn what_fails_half_way_leaves_nothing() {
    let store = Store::open(Path::new(":memory:")).unwrap();
    let failed = store.at_once(|| -> Result<(), StoreError> {
        store.column(&column("c"))?;
        Err(StoreError::NotAStore { path: "x".into(), cause: "on purpose".into() })
    });
    assert!(failed.is_err() && store.columns().unwrap().is_empty());
}

#[test]
fn a_plan_is_what_the_store_lacks() {
    let store = Store::open(Path::new(":memory:")).unwrap();
    let (columns, tasks) = ([column("c"), column("d")], [task("s"), task("t"), task("u")]);
    let pairs = |plan: &Plan| plan.pairs.iter().map(|p| (p.task, p.column)).collect::<Vec<_>>();
    let plan = Plan::make(&store, &columns, &tasks, None).unwrap();
    assert_eq!(pairs(&plan), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    add(&store, &columns[0], &tasks[1], &outcome(Answer::True, Ending::Exit(0), ""));
    add(&store, &columns[0], &tasks[2], &outcome(Answer::False(None), Ending::Exit(0), ""));
    add(&store, &columns[1], &tasks[0], &outcome(Answer::Unknown("timeout".into()), Ending::CpuLimit, ""));
    add(&store, &columns[1], &tasks[1], &outcome(Answer::Unknown("why".into()), Ending::Failed("why".into()), ""));
    let plan = Plan::make(&store, &columns, &tasks, None).unwrap();
    assert_eq!((pairs(&plan), plan.done), (vec![(0, 0), (2, 1)], 4));
    // The same task or column twice is one.
    let twice = [task("s"), task("s")];
    assert_eq!(Plan::make(&store, &columns[..1], &twice, None).unwrap().pairs, [Pair { task: 0, column: 0 }]);
    let again = |retry: Retry| {
        let directory = tempfile::tempdir().unwrap();
        let copy = Store::open(&directory.path().join("copy.db")).unwrap();
        for row in store.results().unwrap() {
            let find = |id| store.tasks().unwrap().into_iter().find(|(other, _)| *other == id).unwrap().1;
            let column = store.columns().unwrap().into_iter().find(|(other, _)| *other == row.column).unwrap().1;
            add(&copy, &column, &find(row.task), &row.outcome);
        }
        let plan = Plan::make(&copy, &columns, &tasks, Some(retry)).unwrap();
        // A second look throws nothing more away.
        assert_eq!(Plan::make(&copy, &columns, &tasks, None).unwrap(), plan);
        pairs(&plan)
    };
    assert_eq!(again(Retry::Failed), [(0, 0), (1, 1), (2, 1)]);
    assert_eq!(again(Retry::Timeout), [(0, 0), (0, 1), (2, 1)]);
    assert_eq!(again(Retry::Unknown), [(0, 0), (0, 1), (1, 1), (2, 1)]);
    assert_eq!(again(Retry::Wrong), [(0, 0), (2, 0), (2, 1)]);
    assert_eq!(again(Retry::All).len(), 6);
}
