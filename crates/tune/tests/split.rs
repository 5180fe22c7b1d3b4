//! Training and test sets have nothing in common.

use adumbra_bench::model::Task;
use adumbra_bench::task::{self, Selection};
use adumbra_tune::split::{self, Split, SplitError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A formula of which no other has the text.
fn write(folder: &Path, name: &str, number: usize) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("c {number}\np cnf 1 1\n1 0\n")).unwrap();
    path
}

fn tasks(folder: &Path) -> Vec<Task> {
    task::read(&[folder.to_owned()], &Selection::default()).tasks
}

fn names(tasks: &[Task]) -> BTreeSet<String> {
    tasks.iter().map(|task| task.name.clone()).collect()
}

#[test]
fn families_are_halved_by_the_seed_alone() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..20 {
        write(folder.path(), &format!("easy/{number:02}.cnf"), number);
    }
    for number in 20..27 {
        write(folder.path(), &format!("hard/{number:02}.cnf"), number);
    }
    let halve = |seed| split::halve(tasks(folder.path()), seed).unwrap();
    let Split { train, test, duplicates } = halve(1);
    let of = |tasks: &[Task], family: &str| tasks.iter().filter(|task| task.name.starts_with(family)).count();
    assert_eq!((of(&train, "easy"), of(&test, "easy")), (10, 10));
    assert_eq!((of(&train, "hard"), of(&test, "hard")), (4, 3));
    assert!(duplicates.is_empty() && names(&train).is_disjoint(&names(&test)));
    assert_eq!(halve(1), halve(1));
    assert_ne!(names(&halve(2).train), names(&train));
    // The order in which tasks come does not matter.
    let mut reversed = tasks(folder.path());
    reversed.reverse();
    assert_eq!(split::halve(reversed, 1).unwrap(), halve(1));
}

#[test]
fn the_same_content_is_never_in_both() {
    let folder = tempfile::tempdir().unwrap();
    for (name, number) in [("a.cnf", 1), ("b.cnf", 1), ("c.cnf", 1), ("d.cnf", 2)] {
        write(&folder.path().join("all"), name, number);
    }
    for seed in 0..10 {
        let split = split::halve(tasks(&folder.path().join("all")), seed).unwrap();
        assert_eq!((split.train.len(), split.test.len(), split.duplicates.len()), (1, 1, 2));
    }
    write(&folder.path().join("train"), "x.cnf", 7);
    write(&folder.path().join("test"), "y.cnf", 7);
    write(&folder.path().join("test"), "z.cnf", 8);
    let given = split::given(tasks(&folder.path().join("train")), tasks(&folder.path().join("test")));
    assert!(
        matches!(given, Err(SplitError::Both { first, second }) if first.ends_with("x.cnf") && second.ends_with("y.cnf"))
    );
    write(&folder.path().join("test"), "y.cnf", 9);
    let given = split::given(tasks(&folder.path().join("train")), tasks(&folder.path().join("test"))).unwrap();
    assert_eq!((given.train.len(), given.test.len()), (1, 2));
    assert_eq!(split::halve(given.train, 1), Err(SplitError::TooFew { tasks: 1 }));
}
